"""Nothing is stepped over, corrupted or piled up: narrow features, exact slopes, hostile controllers, long runs."""

import tracemalloc

import numpy as np
import pytest

import dalembert as da
from pieces import arm, slider, two_links
from random_robot import random_robot
from tolerance import COARSE_RUN, MARCHED


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


def test_no_step_is_longer_than_20_ms_while_a_function_is_evaluated():
    def zero(t, q, qd):
        return [0.0]

    def never(t, q, qd):
        return 1.0

    steps = [
        da.simulate(slider(2.0), [0.0], duration=1.0, **options).statistics["steps"]
        for options in (
            {"tau": [0.0]},
            {"tau": da.simulation.Inputs(zero, control_period=1.0)},
            {"tau": zero},
            {"wrench": {"mass": lambda t, q, qd: np.zeros(6)}},
            {"sample": da.simulation.Recording(events=[never])},
        )
    ]
    assert max(steps[:2]) < 25
    assert min(steps[2:]) >= 50


def test_radau_follows_a_stiff_joint():
    stiff = arm(da.Drive(rotor_inertia=0.01, stiffness=1e5, joint_damping=20.0))
    run = da.simulate(stiff, [0.3], duration=1.0, method=da.simulation.Solver("Radau", rtol=1e-7, atol=1e-9))
    exact = da.simulate(stiff, [0.3], duration=1.0)
    assert np.abs(run.q - exact.q).max() < 1e-5
    assert run.statistics["evaluations"] < exact.statistics["evaluations"]


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
