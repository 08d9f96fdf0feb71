"""Quantities as expressions of CasADi: its numbers, its derivatives, its C, and a motion that its solver finds on them."""

import numpy as np
import pytest

import dalembert as da
from random_robot import closed_robot, posture, random_tree, worst
from tolerance import ANOTHER_LIBRARY, SAME_ALGORITHM

casadi = pytest.importorskip("casadi", reason="CasADi is not installed")


@pytest.mark.sampled(7)
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics", "mass_matrix", "jacobian"])
@pytest.mark.parametrize("seed", range(3))
def test_numbers_are_the_kernels(quantity, seed):
    robot = random_tree(seed, 4, drives=True)
    kernel, f = da.compile(robot, quantity), da.code.casadi(robot, quantity)
    rng = np.random.default_rng(seed)
    given = [posture(robot, seed) if name == "q" else rng.normal(size=shape) for name, shape, _ in kernel.inputs]
    wanted = kernel(*given)
    assert worst(np.array(f(*given)).reshape(wanted.shape), wanted) < SAME_ALGORITHM
    assert f.name_in() == [name for name, *_ in kernel.inputs]


def test_its_derivatives_are_ours():
    robot = da.gallery.ur5()
    f = da.code.casadi(robot, "inverse_dynamics")
    given = np.random.default_rng(2).normal(size=(3, 6))
    found = f.jacobian()(*given, np.zeros(6))
    for slope, wanted in zip(found, da.inverse_dynamics_derivatives(robot, *given), strict=True):
        assert worst(np.array(slope), wanted) < ANOTHER_LIBRARY


def test_loops_and_parameters():
    robot, q = closed_robot(3, ("revolute",))
    tau = np.random.default_rng(0).normal(size=robot.nv)
    f = da.code.casadi(robot, "forward_dynamics", parameters=["gravity"])
    zero = np.zeros(robot.nv)
    found = np.array(f(q, zero, tau, robot.gravity)).ravel()
    assert worst(found, da.forward_dynamics(robot, q, zero, tau)) < ANOTHER_LIBRARY


def test_its_solver_swings_a_cart_pole_up_in_the_least_time():
    """Trapezoids, bounded force and track; the motion found is replayed by our own simulation of the forces."""
    robot = da.gallery.cart_pole().bind(mc=1.0, mp=0.3, l=0.5, I=0.01, g=9.81)
    f, n, force = da.code.casadi(robot, "forward_dynamics"), 60, 12.0
    problem = casadi.Opti()
    x, u, duration = problem.variable(4, n + 1), problem.variable(1, n + 1), problem.variable()
    hanging, standing = _rests(robot)
    h = duration / n

    def rate(k):
        return casadi.vertcat(x[2:, k], f(x[:2, k], x[2:, k], casadi.vertcat(u[k], 0)))

    rates = [rate(k) for k in range(n + 1)]
    for k in range(n):
        problem.subject_to(x[:, k + 1] == x[:, k] + h / 2 * (rates[k] + rates[k + 1]))
    problem.subject_to(problem.bounded(-force, u, force))
    problem.subject_to(problem.bounded(-2, x[0, :], 2))
    problem.subject_to(problem.bounded(0.2, duration, 6))
    problem.subject_to(x[:, 0] == [0, hanging, 0, 0])
    problem.subject_to(x[:, n] == [0, standing, 0, 0])
    problem.minimize(duration)
    problem.set_initial(duration, 2)
    problem.set_initial(x[1, :], np.linspace(hanging, standing, n + 1))
    problem.solver("ipopt", {"print_time": False, "ipopt.print_level": 0, "ipopt.max_iter": 1500})
    found = problem.solve()
    T, states, forces = found.value(duration), found.value(x), np.ravel(found.value(u))
    assert np.mean(np.abs(forces) > 0.95 * force) > 0.5  # quickest: the force is at its limit most of the time

    energy = da.kinetic_energy(robot, states[:2].T, states[2:].T) + da.potential_energy(robot, states[:2].T)
    work = np.concatenate([[0], np.cumsum((forces[1:] * states[2, 1:] + forces[:-1] * states[2, :-1]) / 2 * T / n)])
    assert np.abs(energy - energy[0] - work).max() < 0.02 * np.ptp(energy)  # the work of the force, to the grid's order


def _rests(robot):
    """Angles at which the pole hangs and stands: U least and greatest."""
    angles = np.linspace(-np.pi, np.pi, 721)
    U = da.potential_energy(robot, np.stack([0 * angles, angles], axis=1))
    low, high = angles[np.argmin(U)], angles[np.argmax(U)]
    return low, high
