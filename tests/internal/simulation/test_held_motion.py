"""What is held bears a force and what is free moves: Gauss's principle for random masses, rows and loops."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import lsq_linear

import dalembert as da
from dalembert.simulation.adaptive_stick_slip_and_stops import (
    ConstrainedDynamics,
    ForceBounds,
    bound_violation,
    consistent_modes,
    first_crossing,
    free_motion,
    project,
)
from pieces import two_links, with_drives
from raised import raises
from tolerance import ANOTHER_LIBRARY, EVENT, MARCHED, SOLVED, SWEPT

SEEDS = range(12)


def drawn(seed, rows=None):
    """A mass matrix, a force, rows that are held and rows of loops with what they must accelerate by."""
    rng = np.random.default_rng(seed)
    n = 3 + seed % 4
    A = rng.normal(size=(n, n))
    loops = seed % 3
    held = 1 + (seed // 3) % 2 if rows is None else rows
    D = np.eye(n)[rng.permutation(n)[:held]] if seed % 2 else rng.normal(size=(held, n))
    return (
        rng,
        ConstrainedDynamics(
            A @ A.T + 0.1 * np.eye(n), rng.normal(size=n), rng.normal(size=(loops, n)), rng.normal(size=loops)
        ),
        D,
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_forces_of_what_is_held_and_of_loops_close_the_equation_of_motion(seed):
    """M ÿ = force − DᵀF + Jᵀλ with D ÿ = 0 and J ÿ = late, for some λ."""
    _, held, D = drawn(seed)
    ydd, F = held.motion(D)
    assert D @ ydd == pytest.approx(np.zeros(len(D)), abs=ANOTHER_LIBRARY)
    assert held.J @ ydd == pytest.approx(held.bias, abs=ANOTHER_LIBRARY)
    borne = held.M @ ydd - held.force + D.T @ F
    bears = np.linalg.lstsq(held.J.T, borne, rcond=None)[0]
    assert held.J.T @ bears == pytest.approx(borne, abs=100 * ANOTHER_LIBRARY)


@pytest.mark.parametrize(
    "rows", [((1, 0, 0), (2, 0, 0)), ((0, 3, 0), (0, -1, 0)), ((1, 0, 0), (1, 0, 0)), ((0, 0, 2),)]
)
def test_places_on_one_coordinate_share_what_it_bears(rows):
    _, held, _ = drawn(0)
    D = np.array(rows, dtype=float)
    ydd, F = held.motion(D)
    assert D @ ydd == pytest.approx(np.zeros(len(D)), abs=ANOTHER_LIBRARY)
    assert held.M @ ydd == pytest.approx(held.force - D.T @ F, abs=ANOTHER_LIBRARY)


def test_a_force_is_beyond_its_range_by_what_it_is_beyond():
    """Relative to the range, whichever end it passes; at the bound itself it is held."""
    bounds = ForceBounds(np.eye(3), np.array([-2.0, -1.0, -np.inf]), np.array([4.0, 1.0, 0.0]))
    every = np.arange(3)
    assert np.all(bound_violation(np.array([4.0, -1.0, 0.0]), bounds, every) < 0)
    for k, F, by in ((0, 4.4, 0.1), (0, -2.4, 0.1), (1, 1.5, 0.5), (1, -1.25, 0.25), (2, 0.3, 0.3)):
        force = np.zeros(3)
        force[k] = F
        found = bound_violation(force, bounds, every)
        assert found[k] == pytest.approx(by, abs=EVENT)
        assert np.all(np.delete(found, k) < EVENT)
    barely = bound_violation(np.array([4.0 * (1 + 10 * EVENT), 0, 0]), bounds, every)
    assert barely[0] > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_row_that_loops_block_is_never_held_again(seed):
    """A row that can move takes the force that would stop it, whatever accelerates it."""
    rng, held, (row, *_) = drawn(seed)
    J = rng.normal(size=(2, len(row)))
    held = replace(held, J=J)
    rows, ydd = np.array([rng.normal(size=2) @ J, row]), rng.normal(size=len(row))
    for directions in np.array([[1.0, 1.0], [-1.0, -1.0]]):
        blocked, moves = held.reversal(ydd, rows, directions)
        assert blocked < 0
        assert rows[1] @ (ydd + directions[1] * moves * free_motion(held.M, rows[1], J)) == pytest.approx(0, abs=SOLVED)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_lock_takes_the_least_energy_that_it_can(seed):
    """After it D ẏ = 0 and J ẏ = 0, and what it took, M (ẏ − ẏ'), is an impulse of the rows alone; twice is once."""
    rng, held, D = drawn(seed)
    before = rng.normal(size=len(held.M))
    after = held.project(before, D)
    rows = np.vstack([D, held.J])
    assert rows @ after == pytest.approx(np.zeros(len(rows)), abs=ANOTHER_LIBRARY)
    impulse = held.M @ (before - after)
    known = np.linalg.lstsq(rows.T, impulse, rcond=None)[0]
    assert rows.T @ known == pytest.approx(impulse, abs=100 * ANOTHER_LIBRARY)
    assert held.project(after, D) == pytest.approx(after, abs=ANOTHER_LIBRARY)
    assert project(held.M, before, np.empty((0, len(before)))) is before
    assert not project(held.M, before, np.eye(len(before))).any()


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_let_go_is_what_cannot_be_held(seed):
    """Of the modes that `consistent_modes` finds, every force that is held lies in its range, and what slips was beyond it."""
    rng, held, D = drawn(seed, rows=2)
    level = rng.uniform(0.05, 1.5, 2)
    bounds = ForceBounds(D, -level, 1.2 * level)
    modes = consistent_modes(lambda now: held, np.zeros(2), np.ones(2, dtype=bool), bounds)
    kept = np.flatnonzero(modes == 0)
    if len(kept):
        F = held.motion(D[kept])[1]
        assert np.all((bounds.high[kept] * (1 + EVENT) >= F) & (bounds.low[kept] * (1 + EVENT) <= F))
        assert np.all(bound_violation(F, bounds, kept) <= 0)
    F = held.motion(D)[1]
    if np.all((bounds.high > F) & (bounds.low < F)):
        assert not modes.any()
    elif len(kept) == 1:
        [gone] = np.flatnonzero(modes)
        assert (modes[gone] > 0) == (F[gone] > 0)


@pytest.mark.parametrize("seed", range(40))
def test_modes_of_places_at_rest_are_those_of_gauss_principle(seed):
    """The forces F within ±level minimize ‖L⁻¹(force − DᵀF)‖ with M = L Lᵀ; an active-set method finds them independently."""
    rng = np.random.default_rng(seed)
    n = 2 + seed % 6
    A = rng.normal(size=(n, n))
    M, force, level = A @ A.T + 0.1 * np.eye(n), 3 * rng.normal(size=n), rng.uniform(0.1, 2.0, n)
    D = np.eye(n) if seed % 2 else rng.normal(size=(n, n))

    def dynamics(modes):
        return ConstrainedDynamics(M, force - D.T @ (modes * level), np.empty((0, n)), np.empty(0))

    modes = consistent_modes(dynamics, np.zeros(n), np.ones(n, dtype=bool), ForceBounds(D, -level, level))
    ydd, _ = dynamics(modes).motion(D[modes == 0])
    L = np.linalg.cholesky(M)
    exact = lsq_linear(np.linalg.solve(L, D.T), np.linalg.solve(L, force), bounds=(-level, level), method="bvls")
    assert ydd == pytest.approx(np.linalg.solve(M, force - D.T @ exact.x), abs=SOLVED)


@pytest.mark.parametrize(
    ("coulomb", "q"),
    [
        ([7.7, 2.1, 6.7, 1.6, 4.3, 1.5], [0.76, 1.37, -0.3, 1.83, 1.3, -0.65]),
        ([1.9, 3.5, 7.2, 3.5, 5.6, 4.3], [0.14, 1.5, -1.02, -1.43, -0.69, -0.37]),
    ],
)
def test_a_payload_moves_some_joints_and_others_hold(coulomb, q):
    """The slip of one joint turns the load of another around. The motion is that of friction fc tanh(q̇/ε), and energy is kept."""
    robot = da.gallery.ur5()
    free = robot.attach(robot.links[-1].name, da.Inertia(mass=5.0))
    rubbing = with_drives(free, *(da.Drive(coulomb=x) for x in coulomb))
    tau, duration, slow = da.gravity_vector(robot, q), 0.1, 1e-6
    run = da.simulate(rubbing, q, duration=duration, tau=tau)

    def rate(t, x):
        friction = np.array(coulomb) * np.tanh(x[6:] / slow)
        return np.concatenate([x[6:], da.forward_dynamics(free, x[:6], x[6:], tau - friction)])

    smooth = solve_ivp(rate, (0, duration), np.concatenate([q, np.zeros(6)]), method="Radau", rtol=1e-8, atol=1e-10)
    moved = np.abs(run.q[-1] - q)
    assert 0 < np.count_nonzero(moved) < 6
    assert run.q[-1] == pytest.approx(smooth.y[:6, -1], abs=slow)  # held joints creep at a speed below ε
    assert run.residual < MARCHED


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_of_several_falls_is_found_where_it_is(seed):
    """Functions c (t_k − t), some through zero at the start, one of them only touching it."""
    rng = np.random.default_rng(seed)
    roots = rng.uniform(0.2, 1.4, 3)
    slopes = rng.uniform(0.1, 30.0, 3)

    def watch(t):
        return slopes * (roots - t)

    found = first_crossing(watch, 0.1, 1.0, watch(0.1))
    if roots.min() > 1.0:
        assert found is None
    else:
        assert found is not None
        assert found[1] == np.argmin(roots)
        assert found[0] == pytest.approx(roots.min(), abs=EVENT)

    def rises_first(t):
        return np.array([(t - 0.1) * (roots[0] - t)])

    late = first_crossing(rises_first, 0.1, 1.5, np.array([0.0]))
    assert late is not None
    assert late[0] == pytest.approx(roots[0], abs=EVENT)
    now = first_crossing(lambda t: np.array([0.1 - t]), 0.1, 1.0, np.array([0.0]))
    assert now == (0.1, 0)


def test_a_run_that_is_stopped_before_its_first_step_keeps_its_start():
    asked = []

    def law(t, q, qd):
        asked.append(t)
        if len(asked) == 1:
            raise KeyboardInterrupt
        return np.zeros(2)

    with raises(da.finding.Interrupted) as stopped:
        da.simulate(
            two_links(), [0.3, -0.4], [0.5, 0.6], duration=1.0, tau=da.simulation.Inputs(law, control_period=0.1)
        )
    run = stopped.value.run
    assert run.t.tolist() == [0.0]
    assert run.q.tolist() == [[0.3, -0.4]]
    assert run.qd.tolist() == [[0.5, 0.6]]


@pytest.mark.parametrize("name", ["planar_3r", "puma560", "articulated"])
def test_joints_that_hold_each_other_hold_together(name):
    """Efforts of nine tenths of the friction at every joint, against each other: nothing moves, by impulses either."""
    robot = getattr(da.gallery, name)()
    robot = robot.bind(**dict.fromkeys(robot.parameters, 0.5)).rigid()
    joints = tuple(replace(j, drive=da.Drive(coulomb=1.0)) if j.moves else j for j in robot.joints)
    robot = replace(robot, gravity=(0, 0, 0), joints=joints)
    tau = 0.9 * (-1.0) ** np.arange(robot.n)
    run = da.simulate(
        robot,
        np.full(robot.n, 0.3),
        duration=1.0,
        tau=tau,
        method=da.simulation.Solver("moreau", step=1e-3),
        sample=0.1,
    )
    assert np.abs(run.q - 0.3).max() < SWEPT
