"""A run as a value: what it refuses, what its files and pictures hold, how sensors read it."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import SimulationStopped, UnboundSymbol, WrongSize, WrongValue
from dalembert.robot import Drive, Limits, gallery
from dalembert.simulate import Encoder, Run, TorqueSensor, fixed, simulate
from dalembert.simulate.limit import Limiter
from dalembert.simulate.model import model_of
from dalembert.simulate.signal import Signal
from pieces import NUMBERS, arm, slider, two_links, with_drives

TWO = simulate(two_links(), [0.3, -0.2], [0.5, 0.1], duration=0.4, sample=0.01, tau=[1.0, -0.5])
MANY = simulate(two_links(), np.random.default_rng(0).normal(size=(3, 2)), duration=0.1, step=5e-3)


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: MANY.plot(), WrongValue, "one trajectory is drawn at a time"),
        (lambda: MANY.table(), WrongValue, r"a table holds one trajectory; this run has \(3,\)"),
        (lambda: TWO[0], WrongValue, "nothing to pick from"),
        (lambda: TWO.at("soon"), WrongValue, "t must be a time or several"),
        (lambda: TWO.at(0.5), WrongValue, "the run covers 0 to 0.4 s"),
        (lambda: TWO.at(-0.1), WrongValue, "the run covers 0 to 0.4 s"),
        (lambda: TWO.at([[0.1]]), WrongValue, "the run covers"),
        (lambda: TWO.save("run.doc"), WrongValue, r"a run is saved as .npz, .csv, .parquet, .svg, .png, .pdf; 'run.doc'"),
        (lambda: Encoder(0, 0.01), WrongValue, "counts of an encoder is 0"),
        (lambda: Encoder(100, -1), WrongValue, "period of an encoder is -1"),
        (lambda: Encoder(100, 0.01, gear=(3.0, 0)), WrongValue, "gear of an encoder is 0"),
        (lambda: TWO.measured(Encoder(100, 0.01, gear=(3.0,))), WrongSize, "the encoder has 1 gears, the run 2 joints"),
        (lambda: replace(TWO, robot=None).measured(Encoder(100, 0.01)), WrongValue, "does not know its robot"),
        (lambda: TWO.measured(Encoder(100, 0.001)), WrongValue, "simulate with sample=0.001"),
        (lambda: simulate("arm", [0.0], duration=1), WrongValue, "simulate needs a Robot first, got str"),
        (lambda: simulate(arm(), np.zeros((2, 1)), np.zeros((3, 1)), duration=1), WrongSize, "do not broadcast together"),
        (lambda: simulate(two_links(), [0, np.nan], duration=1), WrongValue, "q0 of joint 'joint2' is not finite"),
        (lambda: simulate(arm(), [0.0], duration=1, tau="much"), WrongValue, "tau must be numbers or a function"),
        (lambda: simulate(arm(), [0.0], duration=1, tau=[np.inf]), WrongValue, "not finite"),
        (lambda: simulate(arm(), [0.0], duration=1, max_step=1e-12), WrongValue, "take a longer one"),
        (lambda: simulate(arm(), [0.0], duration=1, wrench=[1, 2]), WrongValue, "wrench maps frames"),
        (lambda: simulate(arm(), [0.0], duration=1, wrench={"link": [1, 2]}), WrongSize, "must be 6 finite numbers"),
        (
            lambda: simulate(arm(Drive(resistance=1.0, torque_constant=0.1, inductance=0.01)), [0.0], duration=0.1,
                             voltage=[1.0], method="midpoint"),
            WrongValue,
            "steps mechanical states only",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


@pytest.mark.parametrize("wrench", ["push", [1, 2, 3], [0, 0, 0, 0, 0, np.nan]])
def test_a_wrench_that_goes_wrong_on_the_way_stops_the_run_and_keeps_it(wrench):
    given = lambda t, q, qd: np.zeros(6) if t < 0.05 else wrench  # noqa: E731
    with pytest.raises(SimulationStopped, match="wrench on 'link'") as stop:
        simulate(arm(), [0.0], duration=0.2, wrench={"link": given}, sample=0.01)
    assert 0.0 < stop.value.run.t[-1] <= 0.071


def test_statistics_count_what_was_done():
    assert TWO.statistics["steps"] > 3
    assert TWO.statistics["evaluations"] > 8 * TWO.statistics["steps"]  # a step of DOP853 asks a dozen times
    assert TWO.statistics["seconds"] > 0
    assert replace(TWO, t=TWO.t[:0], **{x: getattr(TWO, x)[:0] for x in ("q", "kinetic", "potential")}).residual == 0


@pytest.mark.parametrize(("name", "kind"), [("run.csv", "csv"), ("run.npz", "npz"), ("RUN.PNG", "png"), ("r.svg", "svg")])
def test_a_run_is_saved_as_its_suffix_says(tmp_path, name, kind):
    path = TWO.save(tmp_path / name)
    assert path == tmp_path / name
    start = {"csv": b"t,q.", "npz": b"PK", "png": b"\x89PNG", "svg": b"<?xml"}[kind]
    assert path.read_bytes().startswith(start)


def test_archives_of_before_are_read_without_what_they_lack(tmp_path):
    TWO.to_npz(tmp_path / "new.npz")
    with np.load(tmp_path / "new.npz") as data:
        kept = {x: data[x] for x in data if x not in ("projection", "events", "robot", "statistics")}
    np.savez(tmp_path / "old.npz", **kept)
    old = Run.from_npz(tmp_path / "old.npz")
    assert np.array_equal(old.q, TWO.q)
    assert old.projection.shape == TWO.work.shape
    assert not old.projection.any()
    assert (old.events, old.robot, old.statistics) == ((), None, {})


def test_a_large_batch_marches_in_blocks_to_the_same_bits(monkeypatch):
    """More trajectories than one call may take: the blocks are those of the whole."""
    rng = np.random.default_rng(3)
    q, tau = rng.normal(size=(2, 21, 2)), rng.normal(size=(2, 21, 2))
    whole = simulate(two_links(), q, duration=0.05, step=5e-3, tau=tau)
    monkeypatch.setattr(fixed, "_BUDGET", 1.0)
    parts = simulate(two_links(), q, duration=0.05, step=5e-3, tau=tau)
    assert np.array_equal(parts.q, whole.q)
    assert np.array_equal(parts.work, whole.work)
    assert len(whole.t) == len(parts.t)


@pytest.mark.parametrize("gear", [None, (100.0, None)])
def test_an_encoder_reads_whole_counts_and_rates_by_differences(gear):
    counts, period = 500.0, 0.02
    seen = TWO.measured(Encoder(counts, period, gear=gear, offset=(0.1, 0.0)))
    unit = 2 * np.pi / counts / np.array([1.0 if x is None else x for x in gear or (None, None)])
    rows = np.arange(0, len(TWO.t), 2)
    assert seen.t == pytest.approx(TWO.t[rows])
    assert np.abs(seen.q / unit - np.round(seen.q / unit)).max() < 1e-6
    assert np.all(np.abs(seen.q - TWO.q[rows] - [0.1, 0.0]) <= unit / 2 * (1 + 1e-9))
    slope = np.diff(seen.q, axis=0) / period
    assert seen.qd == pytest.approx(np.vstack([slope[:1], slope]))
    assert np.array_equal(seen.tau, TWO.tau[rows])
    assert np.array_equal(seen.kinetic, TWO.kinetic[rows])


def test_a_torque_sensor_has_gain_bias_and_noise():
    plain = TWO.measured(torque=TorqueSensor(bias=(0.5, -1.0), gain=(2.0, 1.0)))
    assert plain.tau == pytest.approx(TWO.tau * [2.0, 1.0] + [0.5, -1.0])
    noisy = TWO.measured(torque=TorqueSensor(noise=(0.3, 0.0)), seed=2).tau - TWO.tau
    assert 0.2 < noisy[:, 0].std() < 0.4
    assert not noisy[:, 1].any()


def test_a_picture_holds_the_curves_of_the_run(tmp_path):
    """Positions with the motors of elastic joints, rates with the events, efforts, and the ledger."""
    drive = Drive(rotor_inertia=1e-3, gear_ratio=30, stiffness=200.0, coulomb=0.4)
    run = simulate(arm(drive), [0.4], [1.0], duration=1.0, sample=0.05, events=[lambda t, q, qd: q[0] - 0.3])
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
    assert ledger["potential − start"] == pytest.approx(run.potential - run.potential[0])
    assert ledger["total − start"] == pytest.approx(run.energy - run.potential[0])
    assert np.array_equal(ledger["elastic"], run.elastic)
    assert np.array_equal(ledger["lost in friction"], run.loss)
    assert "external" not in ledger
    assert [x.get_xlabel() for x in figure.axes] == ["", "", "t (s)", "t (s)"]
    assert figure.axes[3].get_ylabel() == "energy (J)"
    assert figure.get_suptitle().startswith("arm, DOP853, residual ")
    assert run._repr_png_().startswith(b"\x89PNG")
    assert MANY._repr_png_() is None


@pytest.mark.parametrize("seed", range(5))
def test_between_rows_the_motion_goes_on_with_its_rates(seed):
    """At the rows the rows themselves; between them d/dt q = q̇ and d/dt q̇ = q̈, efforts on straight lines."""
    rng = np.random.default_rng(seed)
    run = simulate(slider(2.0, pull=9.81), [0.1], [rng.normal()], duration=0.5, sample=0.05, tau=[rng.normal()])
    rows = run.at(run.t)
    for x in ("q", "qd", "qdd", "tau"):
        assert getattr(rows, x) == pytest.approx(getattr(run, x), rel=1e-9, abs=1e-12)
    t, h = rng.uniform(0.01, 0.48, 9), 1e-5
    here, ahead, behind = run.at(t), run.at(t + h), run.at(t - h)
    assert (ahead.q - behind.q) / (2 * h) == pytest.approx(here.qd, rel=1e-6, abs=1e-8)
    assert (ahead.qd - behind.qd) / (2 * h) == pytest.approx(here.qdd, rel=1e-5, abs=1e-6)
    assert run.at(0.5).q == pytest.approx(run.q[-1])
    assert np.array_equal(da.simulate(slider(), [0.0], duration=0.1).at(0.0).q, [0.0])


@pytest.mark.parametrize("direction", [-1, 0, 1])
def test_an_event_is_seen_in_its_direction_alone(direction):
    """A swinging arm passes its lowest place to and fro."""

    def lowest(t, q, qd):
        return q[0] + np.pi / 2

    lowest.direction = direction
    run = simulate(arm(), [-0.9], duration=4.0, events=[lowest], sample=0.1)
    rates = [e.qd[0] for e in run.events]
    assert len(rates) >= 2
    assert all(abs(e.q[0] + np.pi / 2) < 1e-9 for e in run.events)
    signs = {np.sign(x) for x in rates}
    assert signs == ({-1.0, 1.0} if direction == 0 else {float(direction)})


def test_a_controller_that_remembers_needs_its_period():
    def integral(t, q, qd):
        return [0.0]

    integral.sampled = True
    with pytest.raises(WrongValue, match="this controller remembers; give simulate its control_period"):
        simulate(arm(), [0.0], duration=0.1, tau=integral)
    assert simulate(arm(), [0.0], duration=0.1, tau=integral, control_period=0.01).t[-1] == 0.1


def test_what_a_controller_stops_by_itself_is_passed_on():
    """A `SimulationStopped` of the user's own is not wrapped into another."""

    def enough(t, q, qd):
        if t > 0.05:
            raise SimulationStopped("enough", time=t)
        return [0.0]

    with pytest.raises(SimulationStopped, match="^enough$") as stop:
        simulate(arm(), [0.0], duration=0.2, tau=enough)
    assert stop.value.run.t[-1] <= 0.08


@pytest.mark.parametrize("method", ["rk4", "euler"])
def test_a_last_shorter_step_reaches_the_end(method):
    """0.0103 s in steps of 1 ms that the control period asks for: x = ½ a t² at the end all the same."""
    run = simulate(slider(2.0), [0.0], duration=0.0103, tau=lambda t, q, qd: [4.0], control_period=1e-3, step=1e-3, method=method)
    assert run.t[-1] == 0.0103
    assert run.qd[-1, 0] == pytest.approx(2.0 * 0.0103, rel=1e-12)
    assert run.q[-1, 0] == pytest.approx(0.0103**2, rel=1e-12 if method == "rk4" else 0.11)


def test_an_interrupt_tells_when():
    def stopped(t, q, qd):
        if t > 0.1:
            raise KeyboardInterrupt
        return [0.0]

    with pytest.raises(KeyboardInterrupt) as stop:
        simulate(arm(), [0.0], duration=1.0, tau=stopped, sample=0.01)
    assert stop.value.time == stop.value.run.t[-1]
    assert 0.05 < stop.value.time < 0.2


def test_a_batch_names_the_limit_that_one_of_it_passed():
    """|q| ≤ 1 m: the trajectory at 2 m/s passes it at 0.5 s, the others never."""
    robot = slider(limits=Limits(lower=-1.0, upper=1.0, velocity=3.0))
    run = simulate(robot, np.zeros((3, 1)), [[0.1], [2.0], [-0.3]], duration=1.0, sample=0.01, step=0.01)
    [excess] = run.exceeded
    assert (excess.joint, excess.what, excess.limit) == ("slide", "position", 1.0)
    assert excess.value == pytest.approx(2.0)
    assert excess.time == pytest.approx(0.51, abs=1e-9)
    [low] = simulate(robot, [0.0], [-2.0], duration=1.0, sample=0.01).exceeded
    assert (low.limit, low.value) == (-1.0, pytest.approx(-2.0))


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"tau": [1.0, np.nan]}, WrongValue, "tau holds a number that is not finite"),
        ({"tau": lambda t, q, qd: [0.0, np.inf]}, SimulationStopped, "tau of joint 'joint2' is inf"),
        ({"wrench": {"tool": [0, 0, 0, 0, 0, np.inf]}}, WrongValue, "not finite"),
        ({"qd0": [0.0, np.inf]}, WrongValue, "qd0 of joint 'joint2' is not finite"),
        ({"theta0": [0.0]}, WrongSize, "has 0 elastic joints"),
        ({"events": [lambda t, q, qd: 1.0, 5]}, WrongValue, "events are functions"),
        ({"events": [lambda t, q, qd: np.nan]}, SimulationStopped, "the event function '<lambda>' gave nan"),
    ],
)
def test_one_bad_number_among_good_ones_is_enough(given, error, words):
    with pytest.raises(error, match=words):
        simulate(two_links(), [0.1, 0.2], duration=0.05, **given)


def test_one_of_a_batch_beyond_its_stops_is_enough():
    robot = slider(limits=Limits(lower=-1.0, upper=1.0))
    with pytest.raises(WrongValue, match="beyond its stops"):
        simulate(robot, [[0.0], [1.5]], duration=0.1, restitution=0.5)


@pytest.mark.parametrize("mixed", [True, False])
def test_wrenches_of_which_some_are_functions(mixed):
    """A constant force and one of time: x'' = (2 + 3 t)/m."""
    push = {"mass": lambda t, q, qd: [2 + 3 * t, 0, 0, 0, 0, 0]}
    if mixed:
        push |= {"ground": [5.0, 0, 0, 0, 0, 0]}
    run = simulate(slider(2.0), [0.0], duration=1.0, wrench=push, sample=0.1)
    assert run.q[-1, 0] == pytest.approx((2 / 2 + 3 / 6) / 2, rel=1e-8)


def test_the_limits_of_each_motor_go_by_its_own_speed():
    """Of two joints of which one or both are elastic, the rate that limits a motor is θ̇ of its own, or q̇ of a rigid one."""
    soft, stiff = Drive(rotor_inertia=1e-3, gear_ratio=20, stiffness=50.0), Drive(rotor_inertia=1e-3, gear_ratio=20)
    yd = np.array([1.0, 2.0, 30.0, 40.0])
    for drives, expected in (((soft, soft), [30, 40]), ((stiff, soft), [1, 30]), ((soft, stiff), [30, 2])):
        limiter = Limiter(model_of(with_drives(two_links(), *drives), False, ()), False)
        assert np.array_equal(limiter.rows @ yd[: limiter.rows.shape[1]], expected)


def test_samples_are_held_to_the_end_of_the_run():
    samples = np.arange(10.0).reshape(5, 2)
    signal = Signal(two_links(), samples, None, 1.0, "tau", ())
    still = np.zeros(2)
    for t, row in ((0.0, 0), (0.199, 0), (0.2, 1), (0.99, 4), (1.0, 4), (1.1, 4)):
        assert np.array_equal(signal.at(t, still, still), samples[row])


def test_symbols_that_nothing_asks_for_may_stay():
    """l2 places the tool alone: a run without it needs no number for it, a force on it does."""
    robot = gallery.planar_2r().bind(**{x: y for x, y in NUMBERS.items() if x != "l2"})
    assert simulate(robot, [0.1, 0.2], duration=0.01).t[-1] == 0.01
    with pytest.raises(UnboundSymbol, match="l2"):
        simulate(robot, [0.1, 0.2], duration=0.01, wrench={"tool": [1, 0, 0, 0, 0, 0]})


def test_a_joint_without_a_motor_takes_no_voltage():
    """τ_max of joint 1 is kept by its voltage; joint 2 has none to keep, and nothing is divided by its zero."""
    motor = Drive(torque_constant=0.1, resistance=1.0, torque_limit=0.05, gear_ratio=10.0)
    robot = replace(with_drives(two_links(), motor, Drive(torque_limit=3.0)), actuated=("joint1",))
    model = model_of(robot, True, ())
    rates = np.array([0.3, -0.2])
    given = Limiter(model, False)(np.array([24.0, 5.0]), rates)
    back = 0.1 * 10.0 * 0.3
    assert given[0] == pytest.approx(back + 0.05 * 1.0 / 0.1)
    assert given[1] == 0.0
