"""What physics says of every robot, on random trees.

The quantity that a law is about comes from its kernel, what it is compared with from the interpreter of other graphs.
"""

import functools

import numpy as np
from hypothesis import given, settings

import dalembert as da
from random_robot import kicked, random_robot, seeds, sizes, worst
from tolerance import FINITE_DIFFERENCE, SAME_ALGORITHM

few = settings(max_examples=12, deadline=None)


@few
@given(seeds, sizes)
def test_mass_matrix_is_symmetric_positive_definite(seed, size):
    robot = random_robot(seed, size)
    M = da.mass_matrix(robot, kicked(robot, seed))
    assert np.array_equal(M, np.swapaxes(M, -1, -2))
    assert np.linalg.eigvalsh(M).min() > 0


@few
@given(seeds, sizes)
def test_mass_rate_minus_twice_coriolis_is_skew(seed, size):
    robot = random_robot(seed, size)
    q, qd, _ = kicked(robot, seed)
    h = 1e-5
    after, before = (da.mass_matrix(robot, q + x * qd) for x in (h, -h))
    rate = (after - before) / (2 * h)
    N = rate - 2 * da.coriolis_matrix(robot, q, qd)
    assert worst(N, -N.T) < FINITE_DIFFERENCE * max(1.0, np.abs(rate).max())


@few
@given(seeds, sizes)
def test_forward_of_inverse_dynamics_is_identity(seed, size):
    robot = random_robot(seed, size, drives=bool(seed % 2), mimic=bool(seed % 3 == 0))
    q, qd, qdd = kicked(robot, seed)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    condition = np.linalg.cond(da.mass_matrix(robot, q))
    assert worst(da.forward_dynamics(robot, q, qd, tau), qdd) < SAME_ALGORITHM * max(1.0, condition)


@few
@given(seeds, sizes)
def test_inverse_dynamics_is_the_sum_of_its_parts(seed, size):
    robot = random_robot(seed, size, mimic=bool(seed % 2)).rigid()
    q, qd, qdd = kicked(robot, seed)
    c, S = da.coriolis_vector(robot, q, qd), da.coriolis_matrix(robot, q, qd)
    assert worst(S @ qd, c) < SAME_ALGORITHM
    parts = da.mass_matrix(robot, q) @ qdd + c + da.gravity_vector(robot, q)
    assert worst(da.inverse_dynamics(robot, q, qd, qdd), parts) < SAME_ALGORITHM


@few
@given(seeds, sizes)
def test_christoffel_symbols_give_the_coriolis_matrix(seed, size):
    robot = random_robot(seed, size)
    q, qd, _ = kicked(robot, seed)
    c = da.christoffel(robot, q)
    assert np.array_equal(c, np.swapaxes(c, 1, 2))
    assert worst(np.einsum("kij,i->kj", c, qd), da.coriolis_matrix(robot, q, qd)) < SAME_ALGORITHM


@few
@given(seeds, sizes)
def test_christoffel_symbols_are_derivatives_of_the_mass_matrix(seed, size):
    robot = random_robot(seed, size)
    q, _, _ = kicked(robot, seed)
    h = 1e-5 * np.eye(robot.n)
    after, before = (da.mass_matrix(robot, q + x) for x in (h, -h))
    dM = (after - before) / 2e-5  # [l, i, j] = ∂M_ij/∂q_l
    expected = (np.einsum("jki->kij", dM) + np.einsum("ikj->kij", dM) - np.einsum("kij->kij", dM)) / 2
    assert worst(da.christoffel(robot, q), expected) < FINITE_DIFFERENCE


@few
@given(seeds, sizes)
def test_torque_is_linear_in_the_inertial_parameters(seed, size):
    robot = random_robot(seed, size, mimic=bool(seed % 2))
    q, qd, qdd = kicked(robot, seed)
    tau = da.regressor(robot, q, qd, qdd) @ da.model.inertial_parameters(robot)
    assert worst(tau, da.inverse_dynamics(robot, q, qd, qdd)) < SAME_ALGORITHM


@few
@given(seeds, sizes)
def test_energy_grows_by_the_power_of_the_motors(seed, size):
    """dE/dt = q̇ᵀτ along q(t) = q + q̇ t + ½ q̈ t²."""
    robot = random_robot(seed, size)
    q, qd, qdd = kicked(robot, seed)

    def energy(t):
        at, rate = q + qd * t + qdd * t * t / 2, qd + qdd * t
        return da.kinetic_energy(robot, at, rate) + da.potential_energy(robot, at)

    power = (energy(1e-5) - energy(-1e-5)) / 2e-5
    assert worst(power, qd @ da.inverse_dynamics(robot, q, qd, qdd)) < FINITE_DIFFERENCE


@few
@given(seeds, sizes)
def test_kinetic_energy_is_half_of_the_quadratic_form(seed, size):
    robot = random_robot(seed, size, drives=bool(seed % 2), mimic=bool(seed % 3 == 0))
    q, qd, _ = kicked(robot, seed)
    assert worst(da.kinetic_energy(robot, q, qd), qd @ da.mass_matrix(robot, q) @ qd / 2) < SAME_ALGORITHM


@few
@given(seeds, sizes)
def test_gravity_is_the_gradient_of_potential_energy(seed, size):
    robot = random_robot(seed, size)
    q, _, _ = kicked(robot, seed)
    h = 1e-5 * np.eye(robot.n)
    after, before = (da.potential_energy(robot, q + x) for x in (h, -h))
    slope = (after - before) / 2e-5
    assert worst(da.gravity_vector(robot, q), slope) < FINITE_DIFFERENCE


@few
@given(seeds, sizes)
def test_outside_wrench_enters_by_the_transposed_jacobian(seed, size):
    robot = random_robot(seed, size, mimic=bool(seed % 2))
    q, qd, qdd = kicked(robot, seed)
    w = np.random.default_rng(seed).normal(size=6)
    frame = robot.links[-1].name
    pushed = da.inverse_dynamics(robot, q, qd, qdd, wrench={frame: w})
    free = da.inverse_dynamics(robot, q, qd, qdd)
    assert worst(free - pushed, da.jacobian(robot, q, frame=frame).T @ w) < SAME_ALGORITHM
    back = da.forward_dynamics(robot, q, qd, pushed, wrench={frame: w})
    assert worst(back, qdd) < SAME_ALGORITHM * max(1.0, np.linalg.cond(da.mass_matrix(robot, q)))


@few
@given(seeds, sizes)
def test_jacobian_is_the_rate_of_the_pose(seed, size):
    robot = random_robot(seed, size)
    q, qd, _ = kicked(robot, seed)
    h = 1e-5
    T, after, before = (da.forward_kinematics(robot, q + x * qd) for x in (0, h, -h))
    rate = (after - before) / (2 * h)
    W = rate[:3, :3] @ T[:3, :3].T
    twist = np.array([*rate[:3, 3], W[2, 1], W[0, 2], W[1, 0]])
    assert worst(da.jacobian(robot, q) @ qd, twist) < FINITE_DIFFERENCE


@few
@given(seeds, sizes)
def test_derivatives_are_slopes(seed, size):
    robot = random_robot(seed, size, drives=bool(seed % 2))
    q, qd, u = kicked(robot, seed)
    h = 1e-6 * np.eye(robot.n)
    for name, analytic in (
        ("inverse_dynamics", da.inverse_dynamics_derivatives),
        ("forward_dynamics", da.forward_dynamics_derivatives),
    ):
        function = functools.partial(getattr(da, name), robot)
        by_q, by_qd, by_u = analytic(robot, q, qd, u)
        slopes = [
            (function(q + h, qd, u) - function(q - h, qd, u)) / 2e-6,
            (function(q, qd + h, u) - function(q, qd - h, u)) / 2e-6,
            (function(q, qd, u + h) - function(q, qd, u - h)) / 2e-6,
        ]
        for result, slope in zip((by_q, by_qd, by_u), slopes, strict=True):
            assert worst(result, slope.T) < FINITE_DIFFERENCE


@few
@given(seeds, sizes)
def test_link_order_does_not_matter(seed, size):
    from dataclasses import replace

    robot = random_robot(seed, size)
    other = replace(robot, links=robot.links[::-1], joints=robot.joints[::-1])
    order = [robot.coordinates.index(name) for name in other.coordinates]
    q, qd, qdd = kicked(robot, seed)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    assert worst(da.inverse_dynamics(other, q[order], qd[order], qdd[order]), tau[order]) < SAME_ALGORITHM


@few
@given(seeds, sizes)
def test_the_frame_of_the_ground_does_not_matter(seed, size):
    """Turning and shifting the whole robot, and gravity with it, changes no effort."""
    from dataclasses import replace

    from rotation import rotation_rpy

    robot = random_robot(seed, size)
    R = rotation_rpy(0.3, -1.1, 2.0)
    mount = da.Joint("mount0", "fixed", "world", robot.root, da.Pose(R, (0.4, -2.0, 1.0)))
    gravity = tuple(float(x) for x in np.array(R) @ np.array(robot.gravity, dtype=float))
    moved = da.Robot("moved", (da.Link("world"), *robot.links), (mount, *robot.joints), gravity=gravity)
    q, qd, qdd = kicked(robot, seed)
    assert replace(moved).n == robot.n
    expected = da.inverse_dynamics(robot, q, qd, qdd)
    assert worst(da.inverse_dynamics(moved, q, qd, qdd), expected) < SAME_ALGORITHM
