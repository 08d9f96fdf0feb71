"""Gains of drives and known loads: signals of any scale and a load that is known give the robot and its gains."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from findings import matching
from raised import raises
from tolerance import IDENTIFIED

LOAD = da.Inertia.about_com(3.0, (0.05, 0.02, 0.1), (0.02, 0.025, 0.015, 1e-3, 5e-4, 2e-3))


def scara():
    robot = da.gallery.scara()
    return robot.bind(**{x: 9.81 if x == "g" else 0.4 + 0.1 * k for k, x in enumerate(robot.parameters)})


ROBOTS = {"ur5": da.gallery.ur5, "puma560": da.gallery.puma560, "scara": scara}


def runs(robot, noise, seed=0):
    """(empty, loaded, gains): the signals of a robot whose drives have these gains."""
    rng = np.random.default_rng(seed)
    gains = rng.uniform(0.5, 20.0, robot.nv)
    made = []
    for moved, start in ((robot, 1), (robot.attach(robot.links[-1].name, LOAD), 2)):
        t = np.arange(0, 10, 0.02)
        q, qd, qdd = da.trajectory.fourier_within(robot, 5, 5.0, seed=start, margin=0.8).motion(t)
        tau = da.inverse_dynamics(moved, q, qd, qdd) + 2 * np.sign(qd) + qd
        signal = tau / gains
        signal = signal + noise * np.sqrt(np.mean(signal**2, axis=0)) * rng.normal(size=signal.shape)
        made.append(da.identification.Log(t, q, qd, qdd, signal))
    return made[0], made[1], gains


@pytest.mark.parametrize("name", ROBOTS)
def test_a_known_load_gives_the_gains_and_the_robot(name):
    robot = ROBOTS[name]()
    empty, loaded, gains = runs(robot, 0.0)
    fit = da.identify(
        robot,
        [empty, loaded],
        loads=[None, (robot.links[-1].name, LOAD)],
        settings=da.identification.Settings(gains=True),
    )
    assert np.abs(fit.gains.scale / gains - 1).max() < IDENTIFIED
    own = np.abs(np.array(list(fit.prior.values()))[: fit.design.inertial]).max()
    inertial = list(fit.parameters)[: fit.design.inertial]
    assert max(abs(fit.parameters[x] - fit.prior[x]) for x in inertial) < 10 * IDENTIFIED * own


def test_gains_lie_within_their_sigma():
    robot, off, links = da.gallery.ur5(), [], []
    for seed in range(12):
        empty, loaded, gains = runs(robot, 0.01, seed)
        fit = da.identify(
            robot,
            [empty, loaded],
            loads=[None, (robot.links[-1].name, LOAD)],
            settings=da.identification.Settings(gains=True),
        )
        sigma = np.array(list(fit.gains.sigma.values()))
        off.append((fit.gains.scale - gains) / sigma)
        assert (sigma / gains).max() < 0.02
        inertial = list(fit.parameters)[: fit.design.inertial]
        links.append([(fit.parameters[x] - fit.prior[x]) / fit.sigma[x] for x in inertial])
    assert 0.7 < np.sqrt(np.mean(np.square(links))) < 1.35
    assert np.abs(off).max() < 4
    assert 0.7 < np.sqrt(np.mean(np.square(off))) < 1.35


def test_a_load_on_the_axis_of_a_joint_does_not_tell_its_gain():
    robot = da.gallery.ur5()
    load = da.Inertia.about_com(3.0, (0.0, 0.0, 0.1), (0.0,) * 6)
    empty, _, gains = runs(robot, 0.002)
    tau = da.inverse_dynamics(robot.attach(robot.links[-1].name, load), empty.q, empty.qd, empty.qdd) / gains
    loaded = replace(empty, tau=tau + 0.002 * tau.std(0) * np.random.default_rng(1).normal(size=tau.shape))
    fit = da.identify(
        robot,
        [empty, loaded],
        loads=[None, (robot.links[-1].name, load)],
        settings=da.identification.Settings(gains=True),
    )
    assert fit.gains.sigma["joint6"] > 0.05 * fit.gains.values["joint6"]
    (found,) = matching(fit.warnings, da.finding.GainUncertain)
    assert "joint6" in found.joints


def test_logs_with_known_loads_are_those_of_the_empty_robot():
    robot = da.gallery.ur5()
    empty, loaded, gains = runs(robot, 0.0)
    logs = [replace(x, tau=x.tau * gains) for x in (empty, loaded)]
    fit = da.identify(robot, logs, loads=[None, (robot.links[-1].name, LOAD)])
    assert fit.error < IDENTIFIED
    assert da.identify(robot, logs[1], loads=(robot.links[-1].name, LOAD)).error < IDENTIFIED
    assert da.identify(robot, logs).error > 0.05


@pytest.mark.parametrize(
    ("options", "kind", "fields"),
    [({"settings": da.identification.Settings(gains=True)}, da.finding.Requires, {"argument": "gains", "needs": "loads"}), ({"loads": [LOAD]}, da.finding.WrongLength, {"argument": "loads", "got": 1, "expected": 2}),
     ({"loads": [None, 3.0]}, da.finding.WrongType, {"argument": "loads"}), ({"loads": [None, ("base", LOAD)]}, da.finding.FixedFrame, {"frame": "base"}),
     ({"loads": [None, ("hand", LOAD)]}, da.finding.Unknown, {"noun": "frame", "name": "hand"})],
)  # fmt: skip
def test_refusals_say_what_is_wanted(options, kind, fields):
    robot = da.gallery.ur5()
    empty, loaded, _ = runs(robot, 0.0)
    with raises(kind, **fields):
        da.identify(robot, [empty[0:2], loaded[0:2]], **options)
