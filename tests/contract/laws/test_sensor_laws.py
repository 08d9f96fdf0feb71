"""What sensors log of a run, against counts and sums made by hand; robots of turns and slides."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from raised import raises

CASES = [
    ("RPR", 1000, None, 0.0),
    ("RR", 4096, 100.0, 0.01),
    ("PP", 2000, (None, 20.0), 0.3),
    ("PRRP", 512, None, -0.2),
]


def made(kinds, rows=101, step=0.001, seed=0):
    rng = np.random.default_rng(seed)
    robot, n = random_arm(kinds, seed), len(kinds)
    q, qd, qdd, tau = np.cumsum(rng.normal(size=(4, rows, n)), axis=1) * 0.05
    none = {
        x: np.arange(rows) * 1.0 for x in ("kinetic", "potential", "elastic", "work", "loss", "external", "projection")
    }
    return da.simulation.Run(
        robot.coordinates, step * np.arange(rows), q, qd, qdd, tau, q[:, :0], q[:, :0], **none, robot=robot
    )


@pytest.mark.parametrize(("kinds", "counts", "gear", "offset"), CASES)
@pytest.mark.parametrize("every", [1, 4, 2.4])
def test_an_encoder_gives_whole_counts_and_differences_of_them(kinds, counts, gear, offset, every):
    """A turn has `counts` at the motor, gear times as many at the joint; a slide without a gear has them a metre."""
    run = made(kinds, 103)
    seen = run.measured(da.simulation.Encoder(counts, 0.001 * every, gear, offset))
    rows = np.round(np.arange(0, 102.5, every)).astype(int)  # the nearest ones
    assert seen.t == pytest.approx(run.t[rows])
    assert np.array_equal(seen.kinetic, run.kinetic[rows])
    assert np.array_equal(seen.tau, run.tau[rows])
    gears = gear if isinstance(gear, tuple) else (gear,) * len(kinds)
    for k, (kind, N) in enumerate(zip(kinds, gears, strict=True)):
        unit = 1 / counts if kind == "P" and N is None else 2 * np.pi / counts / (N or 1.0)
        whole = seen.q[:, k] / unit
        assert np.abs(whole - np.round(whole)).max() < 1e-6
        assert np.abs(seen.q[:, k] - run.q[rows, k] - offset).max() <= unit / 2 * (1 + 1e-9)
    for rate, of in ((seen.qd, seen.q), (seen.qdd, seen.qd)):
        assert rate[1:] == pytest.approx(np.diff(of, axis=0) / np.diff(run.t[rows])[:, None], rel=1e-9, abs=1e-9)
        assert np.array_equal(rate[0], rate[1])


def test_a_torque_sensor_has_gain_bias_and_noise():
    run = made("RPR", 20_001)
    plain = run.measured(None, da.simulation.TorqueSensor(bias=(0.5, 0.0, -1.0), gain=(1.0, 2.0, 0.9)))
    assert plain.tau == pytest.approx(run.tau * [1.0, 2.0, 0.9] + [0.5, 0.0, -1.0])
    assert np.array_equal(plain.q, run.q)
    noisy = [
        run.measured(None, da.simulation.TorqueSensor(noise=(0.2, 0.0, 0.1)), seed=k).tau - run.tau for k in (1, 1, 2)
    ]
    assert np.array_equal(noisy[0], noisy[1])
    assert not np.array_equal(noisy[0], noisy[2])
    assert noisy[0].std(axis=0) == pytest.approx([0.2, 0.0, 0.1], rel=0.03)
    assert np.abs(noisy[0].mean(axis=0)).max() < 0.01


def test_sensors_read_each_trajectory_of_a_batch():
    one, other = made("RPR"), made("RPR", seed=1)
    parts = ("q", "qd", "qdd", "tau", "theta", "thetad", "kinetic", "potential", "elastic", "work", "loss", "external", "projection")  # fmt: skip
    many = replace(one, **{x: np.stack([getattr(one, x), getattr(other, x)]) for x in parts})
    sensors = da.simulation.Encoder(900, 0.002, (3.0, None, 2.0)), da.simulation.TorqueSensor(gain=(1.0, 2.0, 0.9))
    for k, run in enumerate((one, replace(other, robot=one.robot))):
        for x in parts:
            assert np.array_equal(getattr(many.measured(*sensors)[k], x), getattr(run.measured(*sensors), x))


def test_what_a_sensor_cannot_read_is_said():
    run = made("RR")
    for bad in ({"counts": 0, "period": 1e-3}, {"counts": 10, "period": 0.0}, {"counts": 10, "period": -1.0}):
        with raises(da.finding.OutOfRange, lower=0, strict=True):
            da.simulation.Encoder(**bad)
    for gear in (0, (1.0, 0)):
        with raises(da.finding.IsZero, argument="gear"):
            da.simulation.Encoder(10, 1e-3, gear)
    for bad in ({"counts": "a"}, {"counts": np.inf}, {"period": None}, {"period": [1e-3, 1e-3]}, {"gear": "x"}, {"gear": np.nan}, {"offset": np.nan}):  # fmt: skip
        with raises((da.finding.NotReal, da.finding.NotFinite, da.finding.WrongType)):
            da.simulation.Encoder(**{"counts": 10, "period": 1e-3} | bad)
    assert da.simulation.Encoder(10, 1e-3, [2.0, None]) == da.simulation.Encoder(10, 1e-3, (2.0, None))
    for bad in ({"noise": -1.0}, {"noise": (1.0, -1.0)}, {"noise": "x"}, {"gain": np.nan}):
        with raises((da.finding.OutOfRange, da.finding.NotReal, da.finding.NotFinite)):
            da.simulation.TorqueSensor(**bad)
    for sensors in (
        (da.simulation.Encoder(10, 1e-3, offset=(0.0, 0.0, 0.0)), None),
        (None, da.simulation.TorqueSensor(noise=(1.0, 2.0, 3.0))),
    ):
        with raises(da.finding.WrongShape):
            run.measured(*sensors)
    with raises(da.finding.WrongLength, argument="gear", expected=2, noun="joints"):
        run.measured(da.simulation.Encoder(10, 1e-3, (1.0, 2.0, 3.0)))
    with raises(da.finding.OutOfRange, argument="encoder.period", strict=False):
        run.measured(da.simulation.Encoder(10, 5e-4))
    ball = da.Robot(
        "ball",
        (da.Link("ground"), da.Link("body", da.Inertia(1.0))),
        (da.Joint("ball", "spherical", "ground", "body"),),
    )
    with raises(da.finding.FeatureUnsupported, function="Encoder", robot="ball"):
        replace(run, robot=ball).measured(da.simulation.Encoder(10, 1e-3))
    with raises(da.finding.RunWithoutRobot, function="measured"):
        replace(run, robot=None).measured(da.simulation.Encoder(10, 1e-3))


def test_one_row_has_no_rates():
    run = made("RR", 1)
    seen = run.measured(da.simulation.Encoder(1000, 0.01))
    assert len(seen.t) == 1
    assert not seen.qd.any()
    assert not seen.qdd.any()


@pytest.mark.parametrize(("share", "taken"), [(1.0, True), (1 - 1e-13, True), (1 - 1e-6, False)])
def test_an_encoder_may_be_as_fast_as_the_rows_of_the_run(share, taken):
    """Its period is that of the rows up to a rounding, and then every row is read."""
    run = made("RR", 12)
    encoder = da.simulation.Encoder(1000, float(run.t[1] - run.t[0]) * share)
    if taken:
        assert np.array_equal(run.measured(encoder).t, run.t)
    else:
        with raises(da.finding.OutOfRange, argument="encoder.period"):
            run.measured(encoder)
