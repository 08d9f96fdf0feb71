"""Energy in simulations: kept where nothing takes it, accounted for where something does; orders of convergence."""

import numpy as np
import pytest
from mpmath import mp, mpf

import dalembert as da
from dalembert.graph.evaluate import evaluate
from dalembert.quantity import trace
from pieces import PUMA_START, frictionless_puma, two_links, with_drives
from random_robot import kicked, random_robot
from tolerance import ANOTHER_LIBRARY, MARCHED_FAR

START, RATE = [0.4, -0.9], [0.7, -0.3]


def drift(run):
    """Largest change of the energy, relative to the largest kinetic energy."""
    return np.abs(run.energy - run.energy[0]).max() / run.kinetic.max()


def test_a_falling_puma_keeps_its_energy_at_the_default_settings():
    run = da.simulate(frictionless_puma(), PUMA_START, duration=60.0)
    assert run.kinetic.max() > 10
    assert drift(run) < MARCHED_FAR
    assert run.residual < MARCHED_FAR


def test_the_midpoint_method_has_no_trend():
    """Symplectic: the error of minute two is that of minute one, and a straight line through it is flat."""
    run = da.simulate(
        frictionless_puma(), PUMA_START, duration=120.0, method=da.simulation.Solver("midpoint", step=2e-3)
    )
    error = (run.energy - run.energy[0]) / run.kinetic.max()
    first, second = np.abs(error[:500]).max(), np.abs(error[501:]).max()
    assert 1e-9 < first < 1e-4
    assert second < 2 * first
    trend = np.polyfit(run.t, error, 1)[0] * 120.0
    assert abs(trend) < 0.2 * np.abs(error).max()


@pytest.mark.parametrize(
    ("method", "order", "steps"),
    [
        ("rk4", 4, (2.5e-3, 1.25e-3)),
        ("midpoint", 2, (0.01, 0.005)),
        ("euler", 1, (2e-3, 1e-3)),
        ("moreau", 1, (2e-3, 1e-3)),
    ],
)
def test_the_order_of_each_method_is_its_claim(method, order, steps):
    robot = with_drives(two_links(), da.Drive(damping=0.2, rotor_inertia=0.05), da.Drive(damping=0.1))
    exact = da.simulate(
        robot,
        START,
        RATE,
        duration=1.0,
        tau=[2.0, -1.0],
        sample=0.1,
        method=da.simulation.Solver(rtol=1e-13, atol=1e-15),
    )
    errors = []
    for h in steps:
        run = da.simulate(
            robot, START, RATE, duration=1.0, tau=[2.0, -1.0], method=da.simulation.Solver(method, step=h), sample=0.1
        )
        errors.append(np.linalg.norm(np.r_[run.q - exact.q, run.qd - exact.qd]))
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.1)


def extrapolated(flow, state, H, columns):
    """One step H of the modified midpoint rule with 2, 4, … substeps, extrapolated to none: order 2·columns, and its error."""
    table = []
    for j in range(1, columns + 1):
        h, before = H / (2 * j), state
        now = [x + h * r for x, r in zip(state, flow(state), strict=True)]
        for _ in range(2 * j - 1):
            before, now = now, [x + 2 * h * r for x, r in zip(before, flow(now), strict=True)]
        row = [[(a + b + h * r) / 2 for a, b, r in zip(now, before, flow(now), strict=True)]]
        for k, old in enumerate(table, 1):
            ratio = mpf(j) ** 2 / mpf(j - k) ** 2 - 1
            row.append([x + (x - y) / ratio for x, y in zip(row[-1], old, strict=True)])
        table = row
    return table[-1], max(abs(a - b) for a, b in zip(table[-1], table[-2], strict=True))


def test_a_double_pendulum_against_fifty_digits():
    """The same graph integrated with 50 digits, to an error below 1e-20."""
    robot = two_links()
    graph = trace(robot, "forward_dynamics").scalars
    with mp.workdps(50):

        def number(x):
            return mpf(x.numerator) / x.denominator if hasattr(x, "numerator") else mpf(x)

        def flow(x):
            values = dict(zip(("q1", "q2", "qd1", "qd2", "tau1", "tau2"), (*x, mpf(0), mpf(0)), strict=True))
            return [*x[2:], *evaluate(graph, values, functions=mp, number=number)]

        state, error = [mpf(x) for x in (*START, *RATE)], mpf(0)
        for _ in range(64):
            state, own = extrapolated(flow, state, mpf(1) / 64, 12)
            error = max(error, own)
        assert error < mpf(10) ** -20
        final = [float(x) for x in state]
    run = da.simulate(robot, START, RATE, duration=1.0, sample=0.25)
    assert np.abs(np.r_[run.q[-1], run.qd[-1]] - final).max() < 2e-9
    tight = da.simulate(
        robot, START, RATE, duration=1.0, sample=0.25, method=da.simulation.Solver(rtol=1e-13, atol=1e-14)
    )
    assert np.abs(np.r_[tight.q[-1], tight.qd[-1]] - final).max() < 2e-12


@pytest.mark.parametrize("method", ["DOP853", "Radau", "rk4", "midpoint"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_ledger_closes_with_friction_torque_and_wrench(method, seed):
    """E − E₀ = work − loss + external, each integrated on its own."""
    robot = random_robot(seed, 3, drives=True)
    q, qd, tau = kicked(robot, seed)
    rates = {"DOP853": {}, "Radau": {"rtol": 1e-8, "atol": 1e-10}, "rk4": {"step": 5e-4}, "midpoint": {"step": 2e-4}}
    soft = with_drives(robot, *(da.Drive(0.2, 1, 0.3) for _ in robot.coordinates))
    last = robot.joints[-1].child
    run = da.simulate(
        soft,
        q,
        qd,
        duration=0.5,
        tau=3 * tau,
        wrench={last: [1.0, -2.0, 0.5, 0.1, 0.2, -0.3]},
        method=da.simulation.Solver(method, **rates[method]),
    )
    assert run.loss[-1] > 0
    assert abs(run.work[-1]) > 1e-3
    assert abs(run.external[-1]) > 1e-4
    assert run.residual < (1e-6 if method in ("midpoint", "Radau") else 1e-8)


def test_the_rows_of_a_run_obey_the_equations():
    """What is recorded is M q̈ + c + g + friction = τ at every row, dry friction included."""
    robot = with_drives(two_links(), da.Drive(0.02, 1, 0.3, coulomb=0.4), da.Drive(0.01, 1, 0.1, coulomb=0.2))
    run = da.simulate(robot, START, RATE, duration=1.0, tau=lambda t, q, qd: np.array([3 * np.sin(9 * t), -q[0]]))
    moving = (np.abs(run.qd) > 1e-9).all(axis=1)
    assert moving.sum() > 500
    tau = da.inverse_dynamics(robot, run.q, run.qd, run.qdd)
    assert np.abs(tau - run.tau)[moving].max() < ANOTHER_LIBRARY
