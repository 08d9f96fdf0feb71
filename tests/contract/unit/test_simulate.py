"""`simulate`: inputs, methods, batches, records, files, and one clear stop for each bad thing."""

import numpy as np
import pytest

import dalembert as da
from pieces import arm, simulate_with, slider, two_links, with_drives
from raised import raises
from tolerance import COARSE_RUN, MARCHED, MARCHED_FAR, SAME_ALGORITHM

ROBOT = two_links()
START, RATE = [0.3, -0.4], [0.2, 0.1]


# ── inputs ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_torque_as_numbers_samples_and_function_is_the_same(method):
    constant = np.array([1.0, -0.5])
    given = (constant, np.tile(constant, (10, 1)), lambda t, q, qd: constant)
    runs = [da.simulate(ROBOT, START, RATE, duration=1.0, tau=tau, method=method) for tau in given]
    for run in runs[1:]:
        assert np.abs(run.q[-1] - runs[0].q[-1]).max() < MARCHED
        assert np.abs(run.tau - constant).max() == 0


def test_a_sampled_controller_is_held_between_its_samples():
    """T_c = 0.1 s: the torque has 20 values in 2 s, each that of the state at its start."""
    calls = []

    def law(t, q, qd):
        calls.append(t)
        return np.array([-3 * q[0], -2 * q[1]])

    run = da.simulate(ROBOT, START, RATE, duration=2.0, tau=da.simulation.Inputs(law, control_period=0.1), sample=0.01)
    assert len(calls) == 20
    assert np.allclose(calls, np.arange(20) * 0.1)
    at = np.searchsorted(run.t, 0.5 + 1e-9)
    assert np.all(run.tau[at : at + 9] == run.tau[at])
    assert np.allclose(run.tau[50], [-3 * run.q[50, 0], -2 * run.q[50, 1]], atol=MARCHED)
    fixed = da.simulate(
        ROBOT,
        START,
        RATE,
        duration=2.0,
        tau=da.simulation.Inputs(law, control_period=0.1),
        method=da.simulation.Solver("rk4", step=1e-3),
        sample=0.1,
    )
    assert np.abs(fixed.q[-1] - run.q[-1]).max() < COARSE_RUN


def test_a_batch_is_its_trajectories():
    rng = np.random.default_rng(0)
    q0, qd0 = rng.uniform(-1, 1, (2, 37, 2))
    tau = rng.uniform(-2, 2, (37, 4, 2))
    batch = da.simulate(ROBOT, q0, qd0, duration=0.4, tau=tau, method=da.simulation.Solver(step=1e-3), sample=0.1)
    assert batch.method == "rk4"
    assert batch.q.shape == (37, 5, 2)
    for i in (0, 17, 36):
        one = da.simulate(
            ROBOT, q0[i], qd0[i], duration=0.4, tau=tau[i], method=da.simulation.Solver("rk4", step=1e-3), sample=0.1
        )
        assert np.abs(one.q - batch[i].q).max() < SAME_ALGORITHM
        assert np.abs(one.energy - batch[i].energy).max() < SAME_ALGORITHM
        exact = da.simulate(ROBOT, q0[i], qd0[i], duration=0.4, tau=tau[i], sample=0.1)
        assert np.abs(exact.q - batch[i].q).max() < MARCHED
    feedback = da.simulate(
        ROBOT, q0, qd0, duration=0.2, tau=da.simulation.Inputs(lambda t, q, qd: -q, control_period=0.01), sample=0.1
    )
    assert feedback.q.shape == (37, 3, 2)
    one = da.simulate(
        ROBOT,
        q0[5],
        qd0[5],
        duration=0.2,
        tau=da.simulation.Inputs(lambda t, q, qd: -q, control_period=0.01),
        sample=0.1,
    )
    assert np.abs(one.q - feedback[5].q).max() < MARCHED


def test_wrenches_may_depend_on_time():
    push = {"tool": lambda t, q, qd: [0, 5.0 * np.sin(3 * t), 0, 0, 0, 0]}
    runs = [
        da.simulate(ROBOT, START, duration=1.0, wrench=push, method=x)
        for x in (None, da.simulation.Solver("rk4", step=2e-4))
    ]
    assert abs(runs[0].external[-1]) > 1e-2
    assert runs[0].residual < MARCHED_FAR
    assert np.abs(runs[0].q[-1] - runs[1].q[-1]).max() < 3e-3  # held over each step: first order


def test_a_dc_motor_reaches_its_no_load_speed():
    """L di/dt = V − R i − k θ̇: with no load the motor runs at V/k; at once, or with inductance, in the end."""
    for inductance in (0.0, 0.01):
        drive = da.Drive(
            rotor_inertia=1e-4, gear_ratio=50.0, resistance=2.0, inductance=inductance, torque_constant=0.1
        )
        run = da.simulate(arm(drive, g=0.0), [0.0], duration=20.0, tau=da.simulation.Inputs(voltage=[12.0]))
        assert run.qd[-1, 0] == pytest.approx(12.0 / 0.1 / 50.0, rel=COARSE_RUN)
        assert run.residual < MARCHED_FAR
    with raises(da.finding.PartProblem, name="swing", expected="a DC motor"):
        da.simulate(arm(), [0.0], duration=1.0, tau=da.simulation.Inputs(voltage=[1.0]))


def test_a_motors_limits_are_kept():
    drive = da.Drive(gear_ratio=10.0, torque_limit=0.05, speed_limit=8.0)
    run = da.simulate(slider(2.0, drive), [0.0], duration=10.0, tau=[5.0])
    assert run.tau.max() == pytest.approx(0.5)
    assert run.qd[0, 0] == 0
    assert run.qd[100, 0] == pytest.approx(0.25, rel=COARSE_RUN)
    assert 0.79 < run.qd.max() < 0.8 + 1e-9


def test_user_events_are_found_and_may_end_the_run():
    def horizontal(t, q, qd):
        return q[0]

    horizontal.terminal = True
    run = da.simulate(
        arm(), [0.4], duration=5.0, sample=da.simulation.Recording(events=[horizontal, lambda t, q, qd: t - 0.1])
    )
    assert [e.kind for e in run.events] == ["<lambda>", "horizontal"]
    assert run.events[0].time == pytest.approx(0.1)
    assert run.events[1].q[0] == pytest.approx(0.0, abs=MARCHED)
    assert run.t[-1] <= run.events[1].time
    assert run.events[1].qd[0] ** 2 == pytest.approx(2 * 9.81 * 0.5 * np.sin(0.4) / 0.35, rel=MARCHED_FAR)


# ── records ───────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def run():
    return da.simulate(
        with_drives(ROBOT, da.Drive(rotor_inertia=0.1, damping=0.2), None),
        START,
        RATE,
        duration=0.5,
        tau=[1.0, 0.5],
        sample=0.01,
    )


def test_files_hold_the_run(run, tmp_path):
    run.to_csv(tmp_path / "run.csv")
    table = np.genfromtxt(tmp_path / "run.csv", delimiter=",", names=True, deletechars="")
    assert np.array_equal(table["t"], run.t)
    assert np.array_equal(table[f"qd.{ROBOT.coordinates[1]}"], run.qd[:, 1])
    run.to_npz(tmp_path / "run.npz")
    again = da.simulation.Run.from_npz(tmp_path / "run.npz")
    assert np.array_equal(again.tau, run.tau)
    assert again.joints == run.joints
    assert again.residual == run.residual
    with raises(da.finding.NotARun):
        da.simulation.Run.from_npz(tmp_path / "run.csv")


def test_parquet_needs_its_package(run, tmp_path):
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        with raises(da.finding.MissingPackage, function="to_parquet"):
            run.to_parquet(tmp_path / "run.parquet")
        return
    run.to_parquet(tmp_path / "run.parquet")
    assert parquet.read_table(tmp_path / "run.parquet")["t"].to_numpy() == pytest.approx(run.t)


def test_a_picture_shows_what_there_is(run, tmp_path):
    figure = run.plot(tmp_path / "run.png")
    labels = [axis.get_title(loc="left") for axis in figure.axes]
    assert labels == ["$q$ / rad", r"$\dot{q}$ / rad/s", r"$\tau$ / N m", "energy / J"]
    assert len([x for x in figure.axes[0].lines if not x.get_label().startswith("_")]) == 2
    assert (tmp_path / "run.png").stat().st_size > 10_000


def test_sensors_round_and_disturb(run):
    seen = run.measured(
        da.simulation.Encoder(counts=4096, period=0.02), da.simulation.TorqueSensor(noise=0.1, bias=0.5), seed=3
    )
    unit = 2 * np.pi / 4096
    assert len(seen.t) == 26
    assert np.abs(seen.q - run.q[::2]).max() <= unit / 2 + 1e-12
    assert np.abs(np.round(seen.q / unit) * unit - seen.q).max() < SAME_ALGORITHM
    assert np.mean(seen.tau - run.tau[::2]) == pytest.approx(0.5, abs=0.05)
    assert np.std(seen.tau - run.tau[::2]) == pytest.approx(0.1, rel=0.3)
    with raises(da.finding.OutOfRange, argument="encoder.period", strict=False):
        run.measured(da.simulation.Encoder(4096, 1e-3))


def test_a_run_says_what_it_is(run):
    assert "51 samples to 0.5 s, DOP853" in repr(run)
    assert run.statistics["steps"] > 1
    assert np.allclose(run.power, run.tau * run.qd)
    with raises(da.finding.SingleTrajectory):
        run[0]


# ── stops ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("method", ["DOP853", "rk4"])
@pytest.mark.parametrize(
    ("value", "cause", "joint"),
    [
        ([np.nan, 0.0], da.finding.NotFinite("tau", (), ROBOT.coordinates[0]), 0),
        ([0.0, np.inf], da.finding.NotFinite("tau", (), ROBOT.coordinates[1]), 1),
        ([1.0, 2.0, 3.0], da.finding.WrongShape("tau", (3,), ((2,),)), None),
        ("full", da.finding.NotReal("tau", "'full'"), None),
    ],
)
def test_a_bad_controller_stops_the_run_and_keeps_it(method, value, cause, joint):
    with raises(da.finding.BadValueAt, cause=cause) as stop:
        da.simulate(
            ROBOT,
            START,
            duration=1.0,
            tau=lambda t, q, qd: value if t >= 0.5 else [0.0, 0.0],
            method=da.simulation.Solver(method, max_step=0.01),
            sample=0.01,
        )
    error = stop.value
    assert error.time == pytest.approx(0.5, abs=0.02)
    assert error.joint == (None if joint is None else ROBOT.coordinates[joint])
    assert 45 <= len(error.run.t) <= 52
    good = da.simulate(ROBOT, START, duration=1.0, method=da.simulation.Solver(method, max_step=0.01), sample=0.01)
    count = min(len(error.run.t), 45)
    assert np.abs(error.run.q[:count] - good.q[:count]).max() < MARCHED


def test_a_motion_that_diverges_is_stopped_at_its_joint():
    with raises(da.finding.MotionDiverged, joint="slide", loops=False) as stop:
        da.simulate(slider(), [1.0], [1.0], duration=5.0, tau=lambda t, q, qd: q * q * 50)
    assert 0 < stop.value.time < 2
    assert stop.value.joint == "slide"
    assert len(stop.value.run.t) > 10
    assert np.isfinite(stop.value.run.q).all()
    with raises(da.finding.MotionDiverged, joint="joint1", loops=False) as stop:
        da.simulate(
            with_drives(ROBOT, da.Drive(damping=1e4), None),
            START,
            RATE,
            duration=1.0,
            method=da.simulation.Solver("rk4", step=1e-2),
        )
    assert np.isfinite(stop.value.run.q[0]).all()


def test_a_batch_keeps_its_good_trajectories():
    q0 = np.zeros((3, 1))
    with raises(da.finding.MotionDiverged, joint="slide", loops=False) as stop:
        da.simulate(
            slider(1e-3),
            q0,
            duration=1.0,
            tau=np.array([[[1.0]] * 10, [[1e308]] * 10, [[2.0]] * 10]),
            method=da.simulation.Solver(step=1e-2),
        )
    assert stop.value.run.q[[0, 2], -1, 0] == pytest.approx([500.0, 1000.0])


def test_the_midpoint_iteration_says_when_it_does_not_converge():
    with raises(da.finding.MotionDiverged, joint="swing", loops=False):
        da.simulate(
            arm(da.Drive(rotor_inertia=0.05, stiffness=1e5)),
            [0.2, 0.1],
            duration=1.0,
            method=da.simulation.Solver("midpoint", step=1e-2),
        )


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"q0": [0.1]}, da.finding.WrongShape, {"argument": "q0", "robot": "planar_2r"}),
        ({"q0": [0.1, np.nan]}, da.finding.NotFinite, {"argument": "q0"}),
        ({"qd0": "fast"}, da.finding.NotReal, {"argument": "qd0"}),
        ({"duration": -1}, da.finding.OutOfRange, {"argument": "duration", "lower": 0, "strict": True}),
        ({"duration": float("inf")}, da.finding.NotFinite, {"argument": "duration"}),
        ({"method": "rk5"}, da.finding.Unknown, {"noun": "method", "name": "rk5", "argument": "method"}),
        ({"q0": np.zeros((3, 2)), "method": "DOP853"}, da.finding.BatchUnsupported, {"function": "method DOP853"}),
        ({"tau": [1.0]}, da.finding.WrongShape, {"argument": "tau", "robot": "planar_2r"}),
        (
            {"tau": {"tau": np.zeros((5, 2)), "control_period": 0.1}},
            da.finding.SamplesEndEarly,
            {"argument": "tau", "samples": 5},
        ),
        ({"tau": [np.nan, 0]}, da.finding.NotFinite, {"argument": "tau"}),
        ({"tau": {"tau": [0, 0], "voltage": [0, 0]}}, da.finding.Exclusive, {}),
        ({"wrench": {"tool": [1, 2, 3]}}, da.finding.WrongShape, {"argument": "wrench['tool']"}),
        ({"wrench": {"tol": np.zeros(6)}}, da.finding.Unknown, {"noun": "frame", "name": "tol", "owner": "robot"}),
        ({"restitution": 2.0}, da.finding.OutOfRange, {"argument": "restitution", "lower": 0, "upper": 1}),
        ({"restitution": 0.5}, da.finding.RobotHasNo, {"robot": "planar_2r", "noun": "joint limits"}),
        (
            {"method": "rk4", "restitution": 0.5},
            da.finding.OptionOfOtherMethods,
            {"argument": "restitution", "method": "rk4"},
        ),
        (
            {"method": "rk4", "tau": {"tau": lambda t, q, qd: q, "control_period": 1e-4}},
            da.finding.OutOfRange,
            {"argument": "control_period", "strict": False},
        ),
        ({"q0": [0.0, 0.0, 0.0]}, da.finding.WrongShape, {"argument": "q0", "robot": "planar_2r"}),
        ({"sample": 1e-12}, da.finding.TooMany, {"noun": "rows", "most": 100000000, "argument": "sample"}),
        (
            {"q0": np.zeros((10**6, 2)), "duration": 1e5, "sample": 1e-2, "method": {"step": 1e-2}},
            da.finding.NotEnoughMemory,
            {"rows": 10000001, "trajectories": 1000000, "needed": da.finding.Measure(14 * 8 * 10000.001, "GB")},
        ),
        ({"sample": 0.0}, da.finding.OutOfRange, {"argument": "sample", "lower": 0, "strict": True}),
        ({"sample": {"events": ["zero"]}}, da.finding.NotCallable, {"argument": "events"}),
        ({"sample": {"events": [lambda t: t]}}, da.finding.NotCallable, {"argument": "events"}),
        ({"method": {"max_step": 0.0}}, da.finding.OutOfRange, {"argument": "max_step", "lower": 0, "strict": True}),
        (
            {"method": {"max_step": -1.0, "method": "rk4"}},
            da.finding.OutOfRange,
            {"argument": "max_step", "lower": 0, "strict": True},
        ),
        ({"method": {"max_step": "small"}}, da.finding.NotReal, {"argument": "max_step"}),
        ({"method": {"max_step": float("nan")}}, da.finding.NotFinite, {"argument": "max_step"}),
        ({"duration": True}, da.finding.NotReal, {"argument": "duration"}),
        ({"duration": np.array([1.0, 2.0])}, da.finding.WrongType, {"argument": "duration", "expected": "a number"}),
        ({"q0": np.zeros((0, 2))}, da.finding.Empty, {"argument": "q0"}),
        ({"q0": np.zeros((3, 0, 2))}, da.finding.Empty, {"argument": "q0"}),
        ({"tau": lambda t: [0.0, 0.0]}, da.finding.NotCallable, {"argument": "tau"}),
        ({"tau": lambda t, q, qd, qdd: q}, da.finding.NotCallable, {"argument": "tau"}),
        ({"wrench": {"tool": lambda: np.zeros(6)}}, da.finding.NotCallable, {"argument": "wrench['tool']"}),
        ({"wrench": [1, 2]}, da.finding.WrongType, {"argument": "wrench", "expected": "a mapping"}),
        ({"tau": np.zeros((0, 2))}, da.finding.WrongShape, {"argument": "tau", "robot": "planar_2r"}),
        ({"tau": np.zeros((4, 5, 2))}, da.finding.WrongShape, {"argument": "tau", "robot": "planar_2r"}),
        (
            {"q0": np.zeros((3, 2)), "tau": np.zeros((4, 5, 2))},
            da.finding.WrongShape,
            {"argument": "tau", "robot": "planar_2r"},
        ),
        ({"tau": {"limits": "ignore"}}, da.finding.NotOneOf, {"argument": "limits"}),
    ],
)
def test_wrong_arguments_get_one_clear_error(change, error, words):
    given = {"q0": START, "duration": 1.0} | change
    with raises(error, **words):
        simulate_with(ROBOT, **given)


def test_symbols_need_numbers_first():
    with raises(da.finding.UnboundSymbols, robot="planar_2r"):
        da.simulate(da.gallery.planar_2r(), START, duration=1.0)


def test_progress_is_quiet_off_a_terminal(capsys):
    da.simulate(ROBOT, START, duration=0.1, sample=da.simulation.Recording(progress=None))
    assert capsys.readouterr().err == ""


def test_a_start_beyond_a_stop_is_refused():
    with raises(da.finding.BeyondStops, joint="slide"):
        da.simulate(slider(limits=da.Limits(lower=0.0)), [-0.1], duration=1.0, restitution=0.5)


def test_limits_are_stops_only_when_asked():
    robot = slider(1.0, pull=1.0, limits=da.Limits(lower=0.0))
    assert da.simulate(robot, [0.1], duration=2.0).q[-1, 0] < -1
    assert da.simulate(robot, [0.1], duration=2.0, restitution=0.0).q[-1, 0] == 0


@pytest.mark.parametrize("number", [np.float32(0.5), np.float64(0.5), np.array(0.5), np.int64(1), 1])
@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_numbers_of_numpy_are_numbers(number, method):
    fine = {"step": np.float32(1e-3)} if method == "rk4" else {"rtol": np.float32(1e-9)}
    run = da.simulate(
        ROBOT, START, duration=number, sample=number, method=da.simulation.Solver(method, max_step=number, **fine)
    )
    assert run.t[-1] == float(number)


def test_help_shows_how_to_call():
    """Help of a public function shows its parameters."""
    import inspect
    import pydoc

    for function in (da.simulate, da.mechanism.mobility, da.report, da.view.show):
        text = pydoc.plain(pydoc.render_doc(function))
        for name in inspect.signature(function).parameters:
            assert name in text
    assert "restitution" in pydoc.plain(pydoc.render_doc(da.simulate))


@pytest.mark.parametrize("method", ["DOP853", "Radau", "midpoint", "moreau", "rk4", "euler"])
def test_a_singular_configuration_stops_every_method(method):
    """Precession and spin of a vertical top are the same rotation: M is singular there."""
    top = da.gallery.spinning_top()
    robot = top.bind(**dict.fromkeys(top.parameters, 1.0))
    with np.errstate(all="ignore"), pytest.raises(da.errors.SimulationStopped) as stopped:
        da.simulate(robot, da.neutral(robot), duration=0.01, method=method)
    assert isinstance(stopped.value.finding, da.finding.MotionDiverged)


@pytest.mark.parametrize("rows", [(6, 2), (2, 6)])
def test_of_a_batch_the_first_to_diverge_is_named(rows):
    tau = np.ones((2, 10, 1))
    for k, row in enumerate(rows):
        tau[k, row:] = 1e308
    first = int(np.argmin(rows))
    with raises(da.finding.MotionDiverged, trajectory=(first,)) as stop:
        da.simulate(
            slider(1e-3), np.zeros((2, 1)), duration=1.0, tau=tau, method=da.simulation.Solver(step=1e-2), sample=0.01
        )
    assert stop.value.time == pytest.approx(0.2, abs=0.02)
