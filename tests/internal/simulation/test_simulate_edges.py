"""Simulation at the edges: bad numbers among good ones, events and controllers that stop, the last step, motors on their limits."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import dalembert as da
from dalembert.simulation.adaptive_stick_slip_and_stops import AdaptiveIntegration, HybridDynamics
from dalembert.simulation.inputs import Signal, Wrenches
from dalembert.simulation.integrator import Stepper
from dalembert.simulation.model import simulation_model
from pieces import NUMBERS, arm, four_bar, simulate_with, slider, two_links, with_drives
from raised import raises
from tolerance import MARCHED, MARCHED_FAR, SAME_ALGORITHM


@pytest.mark.parametrize("direction", [-1, 0, 1])
def test_an_event_is_seen_in_its_direction_alone(direction):
    """A swinging arm passes its lowest place to and fro."""

    def lowest(t, q, qd):
        return q[0] + np.pi / 2

    lowest.direction = direction
    run = da.simulate(arm(), [-0.9], duration=4.0, sample=da.simulation.Recording(0.1, events=[lowest]))
    rates = [e.qd[0] for e in run.events]
    assert len(rates) >= 2
    assert all(abs(e.q[0] + np.pi / 2) < MARCHED for e in run.events)
    signs = {np.sign(x) for x in rates}
    assert signs == ({-1.0, 1.0} if direction == 0 else {float(direction)})


def test_a_controller_that_remembers_needs_its_period():
    def integral(t, q, qd):
        return [0.0]

    integral.sampled = True
    with raises(da.finding.LawNeedsPeriod, argument="tau"):
        da.simulate(arm(), [0.0], duration=0.1, tau=integral)
    assert da.simulate(arm(), [0.0], duration=0.1, tau=da.simulation.Inputs(integral, control_period=0.01)).t[-1] == 0.1


def test_what_a_controller_stops_by_itself_is_passed_on():
    """A `SimulationStopped` of the user's own is not wrapped into another."""

    def enough(t, q, qd):
        if t > 0.05:
            raise da.errors.SimulationStopped("enough", time=t)
        return [0.0]

    with pytest.raises(da.errors.SimulationStopped) as stop:
        da.simulate(arm(), [0.0], duration=0.2, tau=enough)
    assert stop.value.finding == da.errors.SimulationStopped("enough").finding
    assert stop.value.run.t[-1] <= 0.08


@pytest.mark.parametrize("method", ["rk4", "euler"])
def test_a_last_shorter_step_reaches_the_end(method):
    """0.0103 s in steps of 1 ms that the control period asks for: x = ½ a t² at the end all the same."""
    run = da.simulate(
        slider(2.0),
        [0.0],
        duration=0.0103,
        tau=da.simulation.Inputs(lambda t, q, qd: [4.0], control_period=1e-3),
        method=da.simulation.Solver(method, step=1e-3),
    )
    assert run.t[-1] == 0.0103
    assert run.qd[-1, 0] == pytest.approx(2.0 * 0.0103, rel=SAME_ALGORITHM)
    assert run.q[-1, 0] == pytest.approx(0.0103**2, rel=1e-12 if method == "rk4" else 0.11)


def test_an_interrupt_tells_when():
    def stopped(t, q, qd):
        if t > 0.1:
            raise KeyboardInterrupt
        return [0.0]

    with raises(da.finding.Interrupted) as stop:
        da.simulate(arm(), [0.0], duration=1.0, tau=stopped, sample=0.01)
    assert stop.value.time == stop.value.run.t[-1]
    assert 0.05 < stop.value.time < 0.2


def test_a_batch_names_the_limit_that_one_of_it_passed():
    """|q| ≤ 1 m: the trajectory at 2 m/s passes it at 0.5 s, the others never."""
    robot = slider(limits=da.Limits(lower=-1.0, upper=1.0, velocity=3.0))
    run = da.simulate(
        robot,
        np.zeros((3, 1)),
        [[0.1], [2.0], [-0.3]],
        duration=1.0,
        sample=0.01,
        method=da.simulation.Solver(step=0.01),
    )
    [excess] = run.exceeded
    assert (excess.joint, excess.quantity, excess.limit.value) == ("slide", "joint position", 1.0)
    assert excess.value.value == pytest.approx(2.0)
    assert excess.time.value == pytest.approx(0.51, abs=MARCHED)
    [low] = da.simulate(robot, [0.0], [-2.0], duration=1.0, sample=0.01).exceeded
    assert (low.limit.value, low.value.value) == (-1.0, pytest.approx(-2.0))


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"tau": [1.0, np.nan]}, da.finding.NotFinite, {"argument": "tau"}),
        ({"tau": lambda t, q, qd: [0.0, np.inf]}, da.finding.BadValueAt, {}),
        ({"wrench": {"tool": [0, 0, 0, 0, 0, np.inf]}}, da.finding.NotFinite, {"argument": "wrench['tool']"}),
        ({"qd0": [0.0, np.inf]}, da.finding.NotFinite, {"argument": "qd0"}),
        ({"qd0": [0.0, 0.0, 0.0]}, da.finding.WrongShape, {"argument": "qd0", "robot": "planar_2r"}),
        ({"sample": {"events": [lambda t, q, qd: 1.0, 5]}}, da.finding.NotCallable, {"argument": "events"}),
        ({"sample": {"events": [lambda t, q, qd: np.nan]}}, da.finding.BadValueAt, {}),
    ],
)
def test_one_bad_number_among_good_ones_is_enough(given, error, words):
    with raises(error, **words):
        simulate_with(two_links(), [0.1, 0.2], duration=0.05, **given)


def test_one_of_a_batch_beyond_its_stops_is_enough():
    robot = slider(limits=da.Limits(lower=-1.0, upper=1.0))
    with raises(da.finding.OptionOfOtherMethods, argument="restitution", method="rk4"):
        da.simulate(robot, [[0.0], [1.5]], duration=0.1, restitution=0.5)


@pytest.mark.parametrize("mixed", [True, False])
def test_wrenches_of_which_some_are_functions(mixed):
    """A constant force and one of time: x'' = (2 + 3 t)/m."""
    push = {"mass": lambda t, q, qd: [2 + 3 * t, 0, 0, 0, 0, 0]}
    if mixed:
        push |= {"ground": [5.0, 0, 0, 0, 0, 0]}
    run = da.simulate(slider(2.0), [0.0], duration=1.0, wrench=push, sample=0.1)
    assert run.q[-1, 0] == pytest.approx((2 / 2 + 3 / 6) / 2, rel=MARCHED_FAR)


def test_the_limits_of_each_motor_go_by_its_own_speed():
    """Of two joints of which one or both are elastic, the rate that limits a motor is θ̇ of its own, or q̇ of a rigid one."""
    stiff = da.Drive(rotor_inertia=1e-3, gear_ratio=20, power_limit=6.0)
    soft = stiff.changed(stiffness=50.0)
    yd = np.array([1.0, 2.0, 30.0, 40.0])
    for drives, expected in (((soft, soft), [30, 40]), ((stiff, soft), [1, 30]), ((soft, stiff), [30, 2])):
        model = simulation_model(with_drives(two_links(), *drives), False, ())
        x = np.zeros(model.size)
        x[model.layout.yd] = yd[: model.nv]
        assert model.rate(x, np.array([9.0, -9.0]))[1] == pytest.approx(6.0 / np.array(expected) * [1, -1])


def test_samples_are_held_to_the_end_of_the_run():
    samples = np.arange(10.0).reshape(5, 2)
    signal = Signal(two_links(), da.simulation.Inputs(samples), 1.0)
    still = np.zeros(2)
    for t, row in ((0.0, 0), (0.199, 0), (0.2, 1), (0.99, 4), (1.0, 4), (1.1, 4)):
        assert np.array_equal(signal.at(t, still, still), samples[row])


def test_symbols_that_nothing_asks_for_may_stay():
    """l2 places the tool alone: a run without it needs no number for it, a force on it does."""
    robot = da.gallery.planar_2r().bind(**{x: y for x, y in NUMBERS.items() if x != "l2"})
    assert da.simulate(robot, [0.1, 0.2], duration=0.01).t[-1] == 0.01
    with raises(da.finding.UnboundSymbols, symbols=("l2",)):
        da.simulate(robot, [0.1, 0.2], duration=0.01, wrench={"tool": [1, 0, 0, 0, 0, 0]})


def test_a_joint_without_a_motor_takes_no_voltage():
    """τ_max of joint 1 is kept by its voltage; joint 2 has none to keep, and nothing is divided by its zero."""
    motor = da.Drive(torque_constant=0.1, resistance=1.0, torque_limit=0.05, gear_ratio=10.0)
    robot = replace(with_drives(two_links(), motor, da.Drive(torque_limit=3.0)), actuated=("joint1",))
    model = simulation_model(robot, True, ())
    x = np.zeros(model.size)
    x[model.layout.yd] = 0.3, -0.2
    assert model.rate(x, np.array([24.0, 5.0]))[1] == pytest.approx([0.05 * 10.0, 0.0])


def test_loops_that_move_no_mass_are_refused():
    robot = four_bar()
    bare = replace(robot, links=tuple(replace(x, inertia=da.Inertia()) for x in robot.links))
    with raises(da.finding.MasslessMotion, robot="four_bar"):
        da.simulate(bare, da.assemble(bare, [0.7, 0.2, 1.4]), duration=0.1)


@pytest.mark.parametrize("period", [0.1, 0.25])
def test_an_event_at_the_end_of_a_held_input_does_not_end_the_run(period):
    """It falls on the moment at which the controller is asked again; what follows is the run without it."""

    def at_the_period(t, q, qd):
        return t - period

    def held(t, q, qd):
        return 0.3 * np.cos(7 * t) * np.ones_like(q)

    asked = {"tau": da.simulation.Inputs(held, control_period=period), "duration": 0.5}
    run = da.simulate(arm(), [-0.9], sample=da.simulation.Recording(0.05, events=[at_the_period]), **asked)
    plain = da.simulate(arm(), [-0.9], sample=0.05, **asked)
    assert run.t[-1] == 0.5
    assert [round(x.time, 9) for x in run.events] == [period]
    assert np.abs(run.q[-1] - plain.q[-1]).max() < 1e-8


@pytest.mark.parametrize(("place", "fits"), [(-5e-10, True), (1 + 5e-10, True), (-1e-6, False), (1 + 1e-6, False)])
def test_a_start_on_a_stop_may_be_off_by_a_rounding(place, fits):
    robot = slider(limits=da.Limits(lower=0.0, upper=1.0))
    if fits:
        assert da.simulate(robot, [place], duration=0.01, restitution=0.5).t[-1] == 0.01
    else:
        with raises(da.finding.BeyondStops, joint="slide"):
            da.simulate(robot, [place], duration=0.01, restitution=0.5)


def test_many_runs_with_a_payload_are_the_runs_of_it_alone():
    """What is carried are numbers beside the inputs of each step, however many trajectories there are."""
    robot = arm()
    loaded = robot.attach(robot.links[-1].name, da.Inertia.about_com(0.7, (0.1, 0.0, 0.0), (1e-3, 1e-3, 1e-3, 0, 0, 0)))
    starts = np.array([[-0.9], [0.2], [0.5]])
    options = {"duration": 0.2, "method": da.simulation.Solver("rk4", step=1e-3), "sample": 0.05}
    many = da.simulate(loaded, starts, **options)
    heavier = da.simulate(robot, starts, **options)
    each = np.array([[0.5], [-0.2], [0.1]])
    pushed = da.simulate(loaded, starts, tau=da.simulation.Inputs(each[:, None, :], control_period=0.2), **options)
    for k, q in enumerate(starts):
        assert np.array_equal(da.simulate(loaded, q, **options).q, many.q[k])
        assert np.array_equal(da.simulate(loaded, q, tau=each[k], **options).q, pushed.q[k])
    assert np.abs(many.q - heavier.q).max() > 1e-4


def test_many_events_one_after_the_other_are_no_standstill():
    """Three hundred of them in a second, each at its time; only many at one time would be."""

    def often(t, q, qd):
        return np.sin(300 * np.pi * t + 0.5)

    run = da.simulate(arm(), [-0.9], duration=1.0, sample=da.simulation.Recording(0.5, events=[often]))
    expected = (np.arange(1, 301) * np.pi - 0.5) / (300 * np.pi)
    assert [x.time for x in run.events] == pytest.approx(expected, abs=1e-9)
    assert run.t[-1] == 1.0


@pytest.mark.parametrize(("start", "gap"), [(0.0, 0.0), (0.5, 5e-15), (1e6, 1e-9)])
def test_events_without_end_at_one_instant_stop_the_run(start, gap):
    walk = SimpleNamespace(_idle=0, _last=-1.0)
    for k in range(201):
        AdaptiveIntegration._guard(walk, start + k * gap)
    with raises(da.finding.StuckInEvents, events=200):
        AdaptiveIntegration._guard(walk, start + 201 * gap)


def test_events_a_moment_apart_are_no_standstill_however_many():
    walk = SimpleNamespace(_idle=0, _last=-1.0)
    for k in range(1000):
        AdaptiveIntegration._guard(walk, 0.5 + k * 1e-9)
    assert walk._idle == 0


def test_what_is_lost_before_the_first_step_leaves_the_start():
    def late(t, q, qd):
        return 1 / 0 if t > 0 else [0.0]

    with raises(da.finding.UserFunctionFailed, argument="tau", function="late", exception="ZeroDivisionError") as stop:
        da.simulate(arm(), [-0.9], duration=1.0, tau=late)
    assert stop.value.run.t.tolist() == [0.0]
    assert stop.value.run.q.tolist() == [[-0.9]]
    with raises(
        da.finding.UserFunctionFailed, argument="tau", function="<lambda>", exception="ZeroDivisionError"
    ) as stop:
        da.simulate(arm(), [-0.9], duration=1.0, tau=lambda t, q, qd: 1 / 0)
    assert stop.value.run.q.shape == (0, 1)
    assert stop.value.run.kinetic.shape == stop.value.run.t.shape == (0,)


def test_a_long_message_of_a_controller_is_cut_at_200_characters():
    def wordy(t, q, qd):
        raise ValueError("x" * 150 + "y" * 150)

    with raises(da.finding.UserFunctionFailed, message="x" * 150 + "y" * 50 + "…"):
        da.simulate(arm(), [-0.9], duration=1.0, tau=wordy)


@pytest.mark.parametrize("most", [1, 3, 7, 12])
def test_rows_do_not_depend_on_how_many_steps_a_call_takes(most, monkeypatch):
    """A row every ten steps, a new input every five, whatever is marched at once."""
    samples = np.sin(np.arange(40.0))[:, None]
    for tau, period in (([0.4], None), (samples, 5e-3), (lambda t, q, qd: [np.cos(30 * t)], 5e-3)):
        inputs, solver = da.simulation.Inputs(tau, control_period=period), da.simulation.Solver("rk4", step=1e-3)
        asked = {"duration": 0.083, "tau": inputs, "method": solver, "sample": 0.01}
        whole = da.simulate(arm(), [-0.9], **asked)
        with monkeypatch.context() as limited:
            limited.setattr(Stepper, "most", lambda self, trajectories: most)
            parts = da.simulate(arm(), [-0.9], **asked)
        assert whole.t == pytest.approx([*np.arange(9) * 0.01, 0.083], abs=SAME_ALGORITHM)
        assert np.array_equal(parts.t, whole.t)
        assert np.abs(parts.q - whole.q).max() < SAME_ALGORITHM
        assert np.abs(parts.tau - whole.tau).max() < SAME_ALGORITHM


@pytest.mark.parametrize(
    ("push", "rate"), [(1.0, 0.15), (0.65, 0.0), (0.72, 0.01), (-0.25, 0.0), (-0.4, -0.05), (-1.0, -0.35)]
)
@pytest.mark.parametrize("method", ["moreau", "DOP853"])
def test_friction_that_leans_to_one_side_holds_from_one_edge_to_the_other(method, push, rate):
    """Coulomb 0.5 N leaning by 0.2 N: from −0.3 to 0.7 N nothing moves, beyond it 2 kg do by what is left."""
    robot = slider(2.0, da.Drive(coulomb=0.5, asymmetry=0.2))
    options = {"step": 1e-3} if method == "moreau" else {}
    run = da.simulate(
        robot, [0.0], duration=0.1, tau=[push], method=da.simulation.Solver(method, **options), sample=0.05
    )
    assert run.qd[-1, 0] == pytest.approx(0.1 * rate, abs=MARCHED)


def test_the_error_of_the_energy_does_not_depend_on_where_the_ground_is():
    """A thousand metres higher, the energy that moves is the same."""
    low = da.simulate(arm(), [-0.9], duration=0.5, method=da.simulation.Solver("euler", step=1e-2), sample=0.1)
    up = replace(
        arm(),
        joints=tuple(replace(j, placement=da.Pose(p=(0, 1000.0, 0))) for j in arm().joints[:1]) + arm().joints[1:],
    )
    high = da.simulate(up, [-0.9], duration=0.5, method=da.simulation.Solver("euler", step=1e-2), sample=0.1)
    assert high.potential[0] - low.potential[0] > 100
    assert high.residual == pytest.approx(low.residual, rel=1e-6)
    assert low.residual > 1e-4


def test_the_jacobian_of_the_rate_is_that_of_the_pendulum():
    """∂q̈/∂q = m g l sin q/(J + m l²) with gravity along −y, ∂q̈/∂q̇ = −b/(J + m l²), ∂q̇/∂q̇ = 1."""
    m, l, J, b, q = 1.2, 0.5, 0.1, 0.7, 0.6
    robot = arm(da.Drive(damping=b), m=m, l=l, J=J)
    model = simulation_model(robot, False)
    hybrid = HybridDynamics(model, Signal(robot, da.simulation.Inputs(), 1.0), Wrenches(None), None)
    x = model.start(np.array([q]), np.array([0.3]))
    expected = [[0.0, 1.0], [m * 9.81 * l * np.sin(q) / (J + m * l**2), -b / (J + m * l**2)]]
    assert hybrid.jacobian(0.0, x)[:2, :2] == pytest.approx(np.array(expected), abs=1e-7)


def test_what_does_not_converge_with_the_midpoint_rule_is_said():
    """Its iteration grows by h b/(2 (J + m l²)) = 2.1 each time."""
    with raises(da.finding.MidpointNotConverged, step=da.finding.Measure(1e-3, "s")):
        da.simulate(arm(da.Drive(damping=1500.0)), [0.3], [0.9], duration=0.01, method="midpoint")


@pytest.mark.parametrize(("method", "k"), [("DOP853", 0), ("Radau", 1)])
def test_the_joint_whose_motion_diverges_is_named(method, k):
    """q̈ = q³ grows beyond every bound within seconds; the other joint moves slowly all the time."""
    links = (da.Link("ground"), *(da.Link(x, da.Inertia(1.0)) for x in "ab"))
    joints = tuple(da.Joint(x, "prismatic", "ground", x, axis=(1, 0, 0)) for x in "ab")
    robot = da.Robot("two", links, joints, gravity=(0, 0, 0))
    start = np.array([1e-3, 1e-3])
    start[k] = 30.0
    solver = da.simulation.Solver(method, rtol=1e-4, atol=1e-4)
    with raises(da.finding.MotionDiverged, joint="ab"[k]) as stop, np.errstate(all="ignore"):
        da.simulate(robot, start, duration=1.0, tau=lambda t, q, qd: q**3, method=solver)
    assert stop.value.joint == "ab"[k]


@pytest.mark.parametrize("k", [0, 1])
def test_the_joint_beyond_its_stops_is_named_with_its_place(k):
    links = (da.Link("ground"), *(da.Link(x, da.Inertia(1.0)) for x in "ab"))
    joints = tuple(
        da.Joint(x, "prismatic", "ground", x, axis=(1, 0, 0), limits=da.Limits(lower=-1.0, upper=2.0)) for x in "ab"
    )
    robot = da.Robot("two", links, joints, gravity=(0, 0, 0))
    for place in (-1.5, 2.5):
        start = np.array([0.5, 0.5])
        start[k] = place
        with raises(da.finding.BeyondStops, joint="ab"[k]) as stop:
            da.simulate(robot, start, duration=0.1, restitution=0.5)
        told = stop.value.finding
        assert [x.value for x in (told.got, told.lower, told.upper)] == [place, -1.0, 2.0]


@pytest.mark.parametrize("axis", range(3))
def test_a_ball_joint_turns_by_the_same_angle_about_every_axis(axis):
    """Its upper limit is one of the rotation angle. Two rows are enough for a picture."""
    links = (da.Link("ground"), da.Link("ball", da.Inertia.about_com(1.0, (0, 0, 0), (0.1, 0.1, 0.1, 0, 0, 0))))
    joint = da.Joint("hip", "spherical", "ground", "ball", limits=da.Limits(upper=0.5))
    robot = da.Robot("leg", links, (joint,), gravity=(0, 0, 0))
    run = da.simulate(robot, da.neutral(robot), np.eye(3)[axis], duration=1.0, sample=1.0)
    (beyond,) = run.exceeded
    assert beyond.value.value == pytest.approx(1.0, abs=1e-9)
    assert "<svg" in run._repr_html_()
