"""Nothing is stepped over, corrupted or piled up: narrow features, exact slopes, hostile controllers, long runs."""

import tracemalloc

import numpy as np
import pytest

import dalembert as da
from dalembert.simulation.adaptive import HybridDynamics
from dalembert.simulation.inputs import Signal, Wrenches
from dalembert.simulation.model import simulation_model
from pieces import arm, four_bar, slider, two_links, with_drives
from random_robot import random_robot
from tolerance import COARSE_RUN, FINITE_DIFFERENCE, MARCHED


def sliding_to_rest(m, v0, coulomb, static, width):
    """Assert a mass slides to rest as quadrature says: t = ∫₀^v₀ m dv / F(v), x = ∫ m v dv / F(v)."""
    from scipy.integrate import quad

    def F(v):
        return coulomb + (static - coulomb) * np.exp(-((v / width) ** 2))

    edges = [k * width for k in (0.5, 1, 2, 3, 5, 8) if k * width < v0]
    time, way = (
        quad(f, 0, v0, points=edges, epsabs=1e-14, epsrel=1e-12, limit=500)[0]
        for f in (lambda v: m / F(v), lambda v: m * v / F(v))
    )
    drive = da.Drive(coulomb=coulomb, static=static, stribeck_velocity=width)
    run = da.simulate(slider(m, drive), [0.0], [v0], duration=1.5 * time)
    stick = next(e for e in run.events if e.kind == "stick")
    assert stick.time == pytest.approx(time, rel=MARCHED)
    assert stick.q[0] == pytest.approx(way, rel=MARCHED)
    assert run.residual < MARCHED


@pytest.mark.parametrize("width", [1e-1, 1e-2, 1e-3, 1e-4])
@pytest.mark.parametrize("static", [1.5, 6.0])
def test_a_narrow_stribeck_curve_is_felt(width, static):
    sliding_to_rest(2.0, 0.3, 1.0, static, width)


@pytest.mark.parametrize("seed", range(2))
def test_no_step_leaves_a_stribeck_curve_behind(seed):
    """A step across the whole curve is accepted, but its dense output may be wrong where the curve begins."""
    rng = np.random.default_rng(seed)
    for _ in range(40):
        width, m = 10 ** rng.uniform([-5, -1], [-1, 1])
        coulomb, excess, v0 = rng.uniform([0.5, 0.0, 0.05], [2.0, 6.0, 2.0])
        sliding_to_rest(m, v0, coulomb, coulomb + excess, width)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("at", [0.5, 3.3333, 7.77, 9.9])
@pytest.mark.parametrize("method", ["DOP853", "Radau"])
def test_a_pulse_of_20_ms_is_felt(at, method):
    """A mass at rest gets the impulse F Δt, by a torque or by a wrench."""

    def pulse(t, q, qd):
        return [5.0 if at <= t < at + 0.02 else 0.0]

    def push(t, q, qd):
        return [pulse(t, q, qd)[0], 0, 0, 0, 0, 0]

    for options in ({"tau": pulse}, {"wrench": {"mass": push}}):
        run = da.simulate(
            slider(2.0), [0.0], duration=10.0, method=da.simulation.Solver(method, rtol=1e-8, atol=1e-10), **options
        )
        assert run.qd[-1, 0] == pytest.approx(5.0 * 0.02 / 2.0, rel=1e-4)
        assert run.statistics["steps"] >= 10.0 / 0.02  # none is longer than the pulse


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(10))
def test_the_slope_of_the_flow_is_its_derivative(seed):
    """∂ẋ/∂x of drives, elastic joints, bristles, currents, held joints and feedback, against differences."""
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, 2 + seed % 3)
    kinds = [
        da.Drive(rotor_inertia=0.2, damping=0.3, coulomb=0.4, static=0.5, stribeck_velocity=0.6),
        da.Drive(rotor_inertia=0.3, stiffness=40.0, joint_damping=0.5, motor_coulomb=0.1),
        da.Drive(rotor_inertia=0.2, coulomb=0.5, bristle_stiffness=30.0, bristle_damping=1.0),
        da.Drive(torque_limit=0.7, power_limit=0.1, speed_limit=0.4),
    ]
    drives = [kinds[(seed + k) % 4] for k in range(robot.n)]
    robot = with_drives(robot, *drives)
    frame = robot.links[-1].name
    push = Wrenches({frame: lambda t, q, qd: np.append(np.sin(q.sum()) + qd.sum(), rng_push)})
    rng_push = rng.uniform(-1, 1, 5)
    law = [None, lambda t, q, qd: -3 * q - np.tanh(qd)][seed % 2]
    model = simulation_model(robot, False, push.frames)
    flow = HybridDynamics(model, Signal(robot, da.simulation.Inputs(law), 1.0), push, None)
    x = rng.uniform(-0.5, 0.5, model.size)
    flow.modes = np.sign(model.rows @ x[model.layout.yd])
    if seed >= 5 and len(flow.modes):
        flow.modes[0] = 0.0  # one place is held
    J = flow.jacobian(0.0, x)
    h = 1e-6
    columns = [(flow(0.0, x + h * e) - flow(0.0, x - h * e)) / (2 * h) for e in np.eye(model.size)]
    assert np.abs(J - np.array(columns).T).max() < FINITE_DIFFERENCE * max(1.0, np.abs(J).max())


@pytest.mark.parametrize("pushed", [False, True])
def test_the_slope_of_a_mechanism_is_its_derivative(pushed):
    """With the forces in its loops; across them too, where differences of the closures are as good as closed ones."""
    robot = with_drives(four_bar(), da.Drive(damping=0.3, rotor_inertia=0.2), None, None)
    push = Wrenches({"rocker": [0.3, -0.7, 0.0, 0.0, 0.0, 0.2]} if pushed else {})
    model = simulation_model(robot, False, push.frames)
    flow = HybridDynamics(model, Signal(robot, da.simulation.Inputs(), 1.0), push, None)
    q = da.assemble(robot, [0.7, 0.2, 1.2])
    x = np.zeros(model.size)
    x[model.layout.q], x[model.layout.qd] = q, 1.3 * da.mechanism.independent_map(robot, q)[0][:, 0]
    flow.modes = np.sign(model.rows @ x[model.layout.yd])
    J, h = flow.jacobian(0.0, x), 1e-6
    columns = [(flow(0.0, x + h * e) - flow(0.0, x - h * e)) / (2 * h) for e in np.eye(model.size)]
    assert np.abs(J - np.array(columns).T).max() < FINITE_DIFFERENCE * max(1.0, np.abs(J).max())


def test_radau_asks_the_model_only_for_what_it_steps():
    """With exact slopes a stiff joint takes no evaluations for differences."""
    stiff = arm(da.Drive(rotor_inertia=0.01, stiffness=1e5, joint_damping=20.0))
    run = da.simulate(stiff, [0.3], duration=1.0, method=da.simulation.Solver("Radau", rtol=1e-7, atol=1e-9))
    exact = da.simulate(stiff, [0.3], duration=1.0)
    assert np.abs(run.q - exact.q).max() < 1e-5
    assert run.statistics["evaluations"] < exact.statistics["evaluations"]


@pytest.mark.sampled(11)
@pytest.mark.parametrize("method", ["DOP853", "Radau", "rk4", "moreau"])
@pytest.mark.parametrize("seed", range(4))
def test_a_controller_cannot_corrupt_the_state(method, seed):
    """A law, a wrench and an event that scribble on what they get, against ones that do not; one array given again and again."""
    robot = random_robot(seed, 3)
    frame, kept = robot.links[-1].name, np.zeros(robot.n)

    def hostile(t, q, qd):
        kept[:] = -2 * q - qd
        q[:], qd[:] = 1e9, -1e9
        return kept

    def pushing(t, q, qd):
        q += 7
        return np.zeros(6)

    def event(t, q, qd):
        q -= 3
        qd *= 0
        return 1.0

    adaptive = method in ("DOP853", "Radau")
    options = {"duration": 0.3, "method": da.simulation.Solver(method, rtol=1e-7, atol=1e-9) if adaptive else method}
    recording = da.simulation.Recording(0.01, events=[event] if adaptive else [])
    start = np.full(robot.n, 0.3)
    run = da.simulate(robot, start, tau=hostile, wrench={frame: pushing}, sample=recording, **options)
    good = da.simulate(
        robot,
        start,
        tau=lambda t, q, qd: -2 * q - qd,
        wrench={frame: lambda t, q, qd: np.zeros(6)},
        sample=0.01,
        **options,
    )
    assert np.abs(run.q - good.q).max() < COARSE_RUN
    assert np.abs(run.tau - good.tau).max() < 1e-5
    assert (start == 0.3).all()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "options",
    [
        {"method": da.simulation.Solver("rk4", step=1e-4)},
        {"method": da.simulation.Solver("rk4", step=1e-4), "tau": np.zeros((1000, 2))},
        {"method": da.simulation.Solver("rk4", step=1e-3), "tau": lambda t, q, qd: -q},
        {"method": da.simulation.Solver(rtol=1e-4, atol=1e-6), "tau": lambda t, q, qd: -q},
    ],
    ids=["constant", "samples", "function", "adaptive"],
)
def test_memory_grows_with_rows_not_with_steps(options):
    robot, peaks = two_links(), []
    da.simulate(robot, [0.3, 0.2], duration=0.1, sample=0.05, **options)
    for duration in (1.0, 8.0):
        tracemalloc.start()
        da.simulate(robot, [0.3, 0.2], duration=duration, sample=duration / 10, **options)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 200_000  # 70 000 steps more of 7 numbers would be 4 MB
