"""A run as a value: what it refuses, what its files and pictures hold, how sensors read it."""

import re
from dataclasses import replace
from time import perf_counter

import numpy as np
import pytest

import dalembert as da
from dalembert.simulation import integrator
from pieces import arm, slider, two_links
from raised import raises
from tolerance import COARSE_RUN, MARCHED, MARCHED_FAR, SAME_ALGORITHM

TWO = da.simulate(two_links(), [0.3, -0.2], [0.5, 0.1], duration=0.4, sample=0.01, tau=[1.0, -0.5])
MANY = da.simulate(
    two_links(), np.random.default_rng(0).normal(size=(3, 2)), duration=0.1, method=da.simulation.Solver(step=5e-3)
)


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: MANY.plot(), da.finding.BatchUnsupported, {'function': 'plot'}),
        (lambda: MANY.table(), da.finding.BatchUnsupported, {'function': 'table'}),
        (lambda: TWO[0], da.finding.SingleTrajectory, {}),
        (lambda: TWO.at("soon"), da.finding.NotReal, {'argument': 't'}),
        (lambda: TWO.at(0.5), da.finding.OutOfRange, {'argument': 't', 'strict': False}),
        (lambda: TWO.at(-0.1), da.finding.OutOfRange, {'argument': 't', 'strict': False}),
        (lambda: TWO.at([[0.1]]), da.finding.WrongShape, {'argument': 't'}),
        (lambda: TWO.save("run.doc"), da.finding.NotOneOf, {'argument': 'path'}),
        (lambda: da.simulation.Encoder(0, 0.01), da.finding.OutOfRange, {'argument': 'counts', 'lower': 0, 'strict': True}),
        (lambda: da.simulation.Encoder(100, -1), da.finding.OutOfRange, {'argument': 'period', 'lower': 0, 'strict': True}),
        (lambda: da.simulation.Encoder(100, 0.01, gear=(3.0, 0)), da.finding.IsZero, {'argument': 'gear'}),
        (lambda: TWO.measured(da.simulation.Encoder(100, 0.01, gear=(3.0,))), da.finding.WrongLength, {'argument': 'gear', 'expected': 2, 'noun': 'joints'}),
        (lambda: replace(TWO, robot=None).measured(da.simulation.Encoder(100, 0.01)), da.finding.RunWithoutRobot, {'function': 'measured'}),
        (lambda: da.simulation.Inputs(control_period=0.0), da.finding.OutOfRange, {'argument': 'control_period', 'lower': 0, 'strict': True}),
        (lambda: TWO.measured(da.simulation.Encoder(100, 0.001)), da.finding.OutOfRange, {'argument': 'encoder.period', 'strict': False}),
        (lambda: da.simulate(3, [0.0], duration=1), da.finding.WrongType, {'argument': 'robot', 'expected': 'a robot'}),
        (lambda: da.simulate(arm(), np.zeros((2, 1)), np.zeros((3, 1)), duration=1), da.finding.NotBroadcastable, {}),
        (lambda: da.simulate(two_links(), [0, np.nan], duration=1), da.finding.NotFinite, {'argument': 'q0'}),
        (lambda: da.simulate(arm(), [0.0], duration=1, tau="much"), da.finding.NotReal, {'argument': 'tau'}),
        (lambda: da.simulate(arm(), [0.0], duration=1, tau=[np.inf]), da.finding.NotFinite, {'argument': 'tau'}),
        (lambda: da.simulate(arm(), [0.0], duration=1, method=da.simulation.Solver(max_step=1e-12)), da.finding.TooMany, {'noun': 'steps', 'most': 100000000000, 'argument': 'max_step'}),
        (lambda: da.simulate(arm(), [0.0], duration=1, wrench=[1, 2]), da.finding.WrongType, {'argument': 'wrench', 'expected': 'a mapping'}),
        (lambda: da.simulate(arm(), [0.0], duration=1, wrench={"link": [1, 2]}), da.finding.WrongShape, {'argument': "wrench['link']"}),
        (
            lambda: da.simulate(arm(da.Drive(resistance=1.0, torque_constant=0.1, inductance=0.01)), [0.0], duration=0.1, tau=da.simulation.Inputs(voltage=[1.0]), method="midpoint"),
            da.finding.FeatureUnsupported,
            {'function': 'method midpoint', 'robot': 'arm', 'parts': (da.finding.Part('bristles or currents'),)},
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said(ask, error, words):
    with raises(error, **words):
        ask()


@pytest.mark.parametrize("wrench", ["push", [1, 2, 3], [0, 0, 0, 0, 0, np.nan]])
def test_a_wrench_that_goes_wrong_on_the_way_stops_the_run_and_keeps_it(wrench):
    given = lambda t, q, qd: np.zeros(6) if t < 0.05 else wrench  # noqa: E731
    with raises(da.finding.BadValueAt) as stop:
        da.simulate(arm(), [0.0], duration=0.2, wrench={"link": given}, sample=0.01)
    assert 0.0 < stop.value.run.t[-1] <= 0.071


def test_statistics_count_what_was_done():
    """A step of DOP853 that is accepted asks a dozen times, and its rows three times more."""
    began = perf_counter()
    run = da.simulate(slider(2.0), [0.0], [1.0], duration=0.4, sample=0.1, method=da.simulation.Solver(max_step=0.01))
    steps, asked, seconds = (run.statistics[x] for x in ("steps", "evaluations", "seconds"))
    assert 40 <= steps <= 50
    assert 11 * steps <= asked <= 16 * steps
    assert 0 < seconds < perf_counter() - began
    assert replace(TWO, t=TWO.t[:0], **{x: getattr(TWO, x)[:0] for x in ("q", "kinetic", "potential")}).residual == 0


@pytest.mark.parametrize(
    ("name", "kind"), [("run.csv", "csv"), ("run.npz", "npz"), ("RUN.PNG", "png"), ("r.svg", "svg")]
)
def test_a_run_is_saved_as_its_suffix_says(tmp_path, name, kind):
    path = TWO.save(tmp_path / name)
    assert path == tmp_path / name
    start = {"csv": b"t,q.", "npz": b"PK", "png": b"\x89PNG", "svg": b"<?xml"}[kind]
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"q": TWO.q[:5]}, "'q' holds float64"),
        ({"q": TWO.q.astype(str)}, "'q' holds <U"),
        ({"t": TWO.t[::-1]}, "its times do not rise"),
        ({"t": TWO.t * np.nan}, "its times do not rise"),
        ({"joints": np.array(["a", "b"])}, "has other joints"),
        ({"work": TWO.work[1:]}, "'work' holds"),
    ],
)
def test_archives_whose_parts_do_not_go_together_are_refused(tmp_path, changed, words):
    TWO.to_npz(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as data:
        np.savez(tmp_path / "other.npz", **{x: data[x] for x in data} | changed)
    with raises(da.finding.NotARun):
        da.simulation.Run.from_npz(tmp_path / "other.npz")


@pytest.mark.parametrize("batch", [(21,), (2, 21), (2, 3, 7)])
def test_a_large_batch_marches_in_blocks_to_the_same_bits(batch, monkeypatch):
    """More trajectories than one call may take: the blocks are those of the whole."""
    rng = np.random.default_rng(3)
    q, tau = rng.normal(size=(*batch, 2)), rng.normal(size=(*batch, 2))
    whole = da.simulate(two_links(), q, duration=0.05, method=da.simulation.Solver(step=5e-3), tau=tau)
    monkeypatch.setattr(integrator, "_BUDGET", 1.0)
    parts = da.simulate(two_links(), q, duration=0.05, method=da.simulation.Solver(step=5e-3), tau=tau)
    assert np.array_equal(parts.q, whole.q)
    assert np.array_equal(parts.work, whole.work)
    assert len(whole.t) == len(parts.t)


@pytest.mark.parametrize("gear", [None, (100.0, None)])
def test_an_encoder_reads_whole_counts_and_rates_by_differences(gear):
    counts, period = 500.0, 0.02
    seen = TWO.measured(da.simulation.Encoder(counts, period, gear=gear, offset=(0.1, 0.0)))
    unit = 2 * np.pi / counts / np.array([1.0 if x is None else x for x in gear or (None, None)])
    rows = np.arange(0, len(TWO.t), 2)
    assert seen.t == pytest.approx(TWO.t[rows])
    assert np.abs(seen.q / unit - np.round(seen.q / unit)).max() < COARSE_RUN
    assert np.all(np.abs(seen.q - TWO.q[rows] - [0.1, 0.0]) <= unit / 2 * (1 + 1e-9))
    slope = np.diff(seen.q, axis=0) / period
    assert seen.qd == pytest.approx(np.vstack([slope[:1], slope]))
    assert np.array_equal(seen.tau, TWO.tau[rows])
    assert np.array_equal(seen.kinetic, TWO.kinetic[rows])


def test_a_torque_sensor_has_gain_bias_and_noise():
    plain = TWO.measured(torque=da.simulation.TorqueSensor(bias=(0.5, -1.0), gain=(2.0, 1.0)))
    assert plain.tau == pytest.approx(TWO.tau * [2.0, 1.0] + [0.5, -1.0])
    noisy = TWO.measured(torque=da.simulation.TorqueSensor(noise=(0.3, 0.0)), seed=2).tau - TWO.tau
    assert 0.2 < noisy[:, 0].std() < 0.4
    assert not noisy[:, 1].any()


def test_a_picture_holds_the_curves_of_the_run(tmp_path):
    """Positions with the motors of elastic joints, rates with the events, efforts, and the ledger."""
    drive = da.Drive(rotor_inertia=1e-3, gear_ratio=30, stiffness=200.0, coulomb=0.4)
    run = da.simulate(
        arm(drive),
        [0.4],
        [1.0],
        duration=1.0,
        sample=da.simulation.Recording(0.05, events=[lambda t, q, qd: q[0] - 0.3]),
    )
    figure = run.plot(tmp_path / "run.png")
    assert (tmp_path / "run.png").stat().st_size > 1000
    drawn = [{x.get_label(): x.get_ydata() for x in axis.get_lines()} for axis in figure.axes]
    assert np.array_equal(drawn[0]["swing"], run.q[:, 0])
    assert np.array_equal(drawn[0]["motor of swing"], run.theta[:, 0])
    assert np.array_equal(drawn[1]["swing"], run.qd[:, 0])
    assert np.array_equal(drawn[2]["swing"], run.tau[:, 0])
    upright = [x for x in figure.axes[1].get_lines() if len(set(x.get_xdata())) == 1 and len(x.get_xdata()) == 2]
    assert run.events
    assert sorted(x.get_xdata()[0] for x in upright) == pytest.approx(sorted(e.time for e in run.events))
    ledger = drawn[3]
    assert np.array_equal(ledger["kinetic"], run.kinetic)
    assert ledger["potential change"] == pytest.approx(run.potential - run.potential[0])
    assert ledger["total"] == pytest.approx(run.energy - run.potential[0])
    assert np.array_equal(ledger["elastic"], run.elastic)
    assert np.array_equal(ledger["lost in friction"], run.loss)
    assert "external" not in ledger
    assert [x.get_xlabel() for x in figure.axes] == ["", "", "time / s", "time / s"]
    assert figure.axes[3].get_title(loc="left") == "energy / J"
    assert figure.get_suptitle().startswith("arm, DOP853, relative energy error ")
    assert "<svg" in run._repr_html_()
    assert "<h4>Run of arm</h4>" in run._repr_html_()
    assert re.search(rf"<t.>events</t.><t.[^>]*>{len(run.events)}<", run._repr_html_())
    assert "<svg" not in MANY._repr_html_()
    assert "events" not in MANY._repr_html_()


@pytest.mark.parametrize("seed", range(5))
def test_between_rows_the_motion_goes_on_with_its_rates(seed):
    """At the rows the rows themselves; between them d/dt q = q̇ and d/dt q̇ = q̈, efforts on straight lines."""
    rng = np.random.default_rng(seed)
    run = da.simulate(slider(2.0, pull=9.81), [0.1], [rng.normal()], duration=0.5, sample=0.05, tau=[rng.normal()])
    rows = run.at(run.t)
    for x in ("q", "qd", "qdd", "tau"):
        assert getattr(rows, x) == pytest.approx(getattr(run, x), rel=MARCHED, abs=SAME_ALGORITHM)
    t, h = rng.uniform(0.01, 0.48, 9), 1e-5
    here, ahead, behind = run.at(t), run.at(t + h), run.at(t - h)
    assert (ahead.q - behind.q) / (2 * h) == pytest.approx(here.qd, rel=COARSE_RUN, abs=MARCHED_FAR)
    assert (ahead.qd - behind.qd) / (2 * h) == pytest.approx(here.qdd, rel=1e-5, abs=COARSE_RUN)
    assert run.at(0.5).q == pytest.approx(run.q[-1])
    assert np.array_equal(da.simulate(slider(), [0.0], duration=0.1).at(0.0).q, [0.0])
