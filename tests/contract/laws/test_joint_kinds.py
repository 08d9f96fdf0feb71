"""What physics says, on trees whose joints are of every kind: slopes and rates go by the tangent."""

import functools
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from raised import raises
from random_robot import MOVING, SEQUENCES, along, kicked, posture, random_inertia, random_tree, worst
from rotation import rotation_rpy
from tolerance import FINITE_DIFFERENCE, SAME_ALGORITHM

SEEDS = (*range(12), 21, 24)


@functools.cache
def drawn(seed):
    """(robot, q, q̇, q̈, another vector); the robots of a seed are one, so that kernels are compiled once."""
    robot = random_tree(seed, 2 + seed % 3, mimic=seed % 3 == 0, drives=seed % 4 == 1)
    return robot, posture(robot, seed), *kicked(robot, seed)


def energy_of(robot, q, qd):
    return da.kinetic_energy(robot, q, qd) + da.potential_energy(robot, q)


def test_every_kind_is_drawn():
    joints = [joint for seed in SEEDS for joint in drawn(seed)[0].joints]
    assert {j.kind for j in joints} >= set(MOVING)
    assert any(j.angles for j in joints)
    assert any(j.mimic for j in joints)


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_is_symmetric_positive_definite(seed):
    robot, q, qd, *_ = drawn(seed)
    M = da.mass_matrix(robot, q)
    assert np.array_equal(M, M.T)
    assert np.linalg.eigvalsh(M).min() > 0
    assert worst(da.kinetic_energy(robot, q, qd), qd @ M @ qd / 2) < SAME_ALGORITHM


@pytest.mark.sampled(7)
@pytest.mark.parametrize("seed", SEEDS)
def test_mass_rate_minus_twice_coriolis_is_skew(seed):
    robot, q, qd, *_ = drawn(seed)
    h = 1e-5
    ahead, behind = (da.mass_matrix(robot, da.integrate(robot, q, t * qd)) for t in (h, -h))
    rate = (ahead - behind) / (2 * h)
    S = da.coriolis_matrix(robot, q, qd)
    N = rate - 2 * S
    assert worst(N, -N.T) < FINITE_DIFFERENCE * max(1.0, np.abs(rate).max())
    assert worst(S @ qd, da.coriolis_vector(robot, q, qd)) < SAME_ALGORITHM


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", SEEDS)
def test_forward_of_inverse_dynamics_is_identity(seed):
    robot, q, qd, qdd, _ = drawn(seed)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    condition = np.linalg.cond(da.mass_matrix(robot, q))
    assert worst(da.forward_dynamics(robot, q, qd, tau), qdd) < SAME_ALGORITHM * max(1.0, condition)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", SEEDS)
def test_torque_is_the_sum_of_its_parts_and_linear_in_the_parameters(seed):
    robot, q, qd, qdd, _ = drawn(seed)
    robot = robot.rigid()
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    parts = da.mass_matrix(robot, q) @ qdd + da.coriolis_vector(robot, q, qd) + da.gravity_vector(robot, q)
    assert worst(tau, parts) < SAME_ALGORITHM
    assert worst(tau, da.regressor(robot, q, qd, qdd) @ da.model.inertial_parameters(robot)) < SAME_ALGORITHM


@pytest.mark.parametrize("seed", SEEDS)
def test_energy_grows_by_the_power_of_the_motors(seed):
    """dE/dt = q̇ᵀτ along q(t) = q ⊕ (q̇ t + ½ q̈ t²): the tangent's curvature enters at t³ only."""
    robot, q, qd, qdd, _ = drawn(seed)
    robot = robot.rigid()

    def energy(t):
        return energy_of(robot, da.integrate(robot, q, qd * t + qdd * t * t / 2), qd + qdd * t)

    power = (energy(1e-5) - energy(-1e-5)) / 2e-5
    assert worst(power, qd @ da.inverse_dynamics(robot, q, qd, qdd)) < FINITE_DIFFERENCE


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_is_the_slope_of_potential_energy(seed):
    robot, q, *_ = drawn(seed)
    assert (
        worst(da.gravity_vector(robot, q), along(robot, lambda x: da.potential_energy(robot, x), q)) < FINITE_DIFFERENCE
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_derivatives_are_slopes_along_the_tangent(seed):
    robot, q, qd, u, _ = drawn(seed)
    h = 1e-6
    for function, analytic in (
        (da.inverse_dynamics, da.inverse_dynamics_derivatives),
        (da.forward_dynamics, da.forward_dynamics_derivatives),
    ):
        by_q, by_qd, by_u = analytic(robot, q, qd, u)
        steps = h * np.eye(robot.nv)
        slope = along(robot, lambda x, f=function: f(robot, x, qd, u), q, h)
        assert worst(by_q, slope) < FINITE_DIFFERENCE
        slope = np.array([(function(robot, q, qd + e, u) - function(robot, q, qd - e, u)) / (2 * h) for e in steps]).T
        assert worst(by_qd, slope) < FINITE_DIFFERENCE
        slope = np.array([(function(robot, q, qd, u + e) - function(robot, q, qd, u - e)) / (2 * h) for e in steps]).T
        assert worst(by_u, slope) < FINITE_DIFFERENCE


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", SEEDS)
def test_jacobian_is_the_rate_of_the_pose_and_carries_wrenches(seed):
    robot, q, qd, qdd, _ = drawn(seed)
    frame, h = robot.links[-1].name, 1e-5
    T = da.forward_kinematics(robot, q, frame)
    ahead, behind = (da.forward_kinematics(robot, da.integrate(robot, q, t * qd), frame) for t in (h, -h))
    rate = (ahead - behind) / (2 * h)
    W = rate[:3, :3] @ T[:3, :3].T
    J = da.jacobian(robot, q, frame)
    assert worst(J @ qd, [*rate[:3, 3], W[2, 1], W[0, 2], W[1, 0]]) < FINITE_DIFFERENCE
    w = np.random.default_rng(seed).normal(size=6)
    free, pushed = (da.inverse_dynamics(robot, q, qd, qdd, wrench=x) for x in (None, {frame: w}))
    assert worst(free - pushed, J.T @ w) < SAME_ALGORITHM


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", SEEDS)
def test_momentum_is_the_slope_of_kinetic_energy_and_mass_times_velocity(seed):
    """The linear part is m ċ; the centroidal matrix is what momentum is made of."""
    robot, q, qd, *_ = drawn(seed)
    total = sum(float(link.inertia.mass) for link in robot.links)
    velocity = along(robot, lambda x: da.centre_of_mass(robot, x), q) @ qd
    h = da.momentum(robot, q, qd)
    assert worst(h[:3], total * velocity) < FINITE_DIFFERENCE * max(1.0, total)
    assert worst(h, da.model.centroidal_matrix(robot, q) @ qd) < SAME_ALGORITHM


@pytest.mark.parametrize("seed", SEEDS)
def test_integrate_and_difference_undo_each_other(seed):
    robot, q, qd, *_ = drawn(seed)
    step = 0.9 * qd
    assert worst(da.difference(robot, q, da.integrate(robot, q, step)), step) < SAME_ALGORITHM
    assert worst(da.integrate(robot, q, 0 * qd), q) < SAME_ALGORITHM


@pytest.mark.parametrize("seed", SEEDS)
def test_the_length_of_a_quaternion_does_not_matter(seed):
    robot, q, qd, qdd, _ = drawn(seed)
    longer = q.copy()
    for joint in robot.joints:
        for c in joint.coordinates:
            if c.motion == "ball":
                longer[c.q] = -1.7 * q[c.q]
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    assert worst(da.inverse_dynamics(robot, longer, qd, qdd), tau) < SAME_ALGORITHM
    condition = np.linalg.cond(da.mass_matrix(robot, q))
    assert worst(da.forward_dynamics(robot, longer, qd, tau), qdd) < SAME_ALGORITHM * max(1.0, condition)


@pytest.mark.parametrize("seed", range(4))
def test_a_batch_gives_what_single_states_give(seed):
    robot, *_ = drawn(seed)
    q = posture(robot, seed, 9)
    qd, qdd = (np.random.default_rng(k).normal(size=(9, robot.nv)) for k in (seed, seed + 50))
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    for k in range(9):
        assert np.array_equal(da.inverse_dynamics(robot, q[k], qd[k], qdd[k]), tau[k])


# ── independence of the description ───────────────────────────────────────────


def carried(kind, **own):
    """A body on a joint, with an arm after it: the joint is described in several ways."""
    rng = np.random.default_rng(8)
    place = da.Pose(rotation_rpy(0.3, -0.8, 1.1), (0.1, -0.3, 0.2))
    links = (da.Link("ground"), da.Link("body", random_inertia(rng)), da.Link("arm", random_inertia(rng)))
    first = da.Joint("first", kind, "ground", "body", place, **own)
    arm = da.Joint("arm", "revolute", "body", "arm", da.Pose(p=(0.2, 0.1, -0.1)), (0.3, 1, 0.2))
    return da.Robot(kind, links, (first, arm), gravity=(1.0, 2.0, -9.0))


def angular_map(robot, q):
    """E: the rates of three angles → angular velocity in the body's axes, and the body's rotation in the joint."""
    R = da.forward_kinematics(robot, q, frame="body")[:3, :3]
    return R.T @ da.jacobian(robot, q, frame="body")[3:, -4:-1], np.array(robot.joints[0].placement.R).T @ R


def quaternion(R):
    """w first, of a rotation with w not small."""
    w = np.sqrt(1 + np.trace(R)) / 2
    return np.array([w, *(np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4 * w))])


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("kind", "sequence"), [*(("spherical", x) for x in SEQUENCES), ("free", "zyx"), ("free", "zxz")]
)
def test_three_angles_and_a_quaternion_are_the_same_joint(kind, sequence):
    """E maps the rates; q̈ of the ball is E ä + Ė ȧ, efforts go by Eᵀ, M by Eᵀ M E."""
    turns, ball = carried(kind, angles=sequence), carried(kind)
    n = turns.nv
    q, rate, acceleration = np.random.default_rng(4).uniform(0.2, 0.9, size=(3, n))
    E, R = angular_map(turns, q)
    h = 1e-6
    late = (angular_map(turns, q + h * rate)[0] - angular_map(turns, q - h * rate)[0]) / (2 * h) @ rate[-4:-1]
    A = np.eye(n)
    A[-4:-1, -4:-1] = E
    there = np.concatenate([q[: n - 4], quaternion(R), q[-1:]])
    assert worst(da.forward_kinematics(ball, there, "arm"), da.forward_kinematics(turns, q, "arm")) < SAME_ALGORITHM
    assert worst(A.T @ da.mass_matrix(ball, there) @ A, da.mass_matrix(turns, q)) < SAME_ALGORITHM
    assert worst(A.T @ da.gravity_vector(ball, there), da.gravity_vector(turns, q)) < SAME_ALGORITHM
    assert worst(da.kinetic_energy(ball, there, A @ rate), da.kinetic_energy(turns, q, rate)) < SAME_ALGORITHM
    qdd = A @ acceleration
    qdd[-4:-1] += late
    tau = A.T @ da.inverse_dynamics(ball, there, A @ rate, qdd)
    assert worst(tau, da.inverse_dynamics(turns, q, rate, acceleration)) < FINITE_DIFFERENCE


SPELT = {
    "cylindrical": [("revolute", "z"), ("prismatic", "z")],
    "universal": [("revolute", "x"), ("revolute", "y")],
    "planar": [("prismatic", "x"), ("prismatic", "y"), ("revolute", "z")],
    "free": [("prismatic", "x"), ("prismatic", "y"), ("prismatic", "z"), ("spherical", "z")],
}


@pytest.mark.parametrize("kind", SPELT)
def test_a_joint_is_the_sequence_of_its_motions(kind):
    """Written out as joints of their own with massless links between, it has the same numbers."""
    whole = carried(kind)
    first, arm = whole.joints
    names = [f"between{i}" for i in range(len(SPELT[kind]) - 1)]
    chain = ["ground", *names, "body"]
    axes = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
    joints = [
        da.Joint(f"step{i}", step, chain[i], chain[i + 1], first.placement if i == 0 else da.Pose(), axes[letter])
        for i, (step, letter) in enumerate(SPELT[kind])
    ]
    spelt = replace(whole, links=(*whole.links, *map(da.Link, names)), joints=(*joints, arm))
    q, (qd, qdd, _) = posture(whole, 3), kicked(whole, 3)
    tau = da.inverse_dynamics(whole, q, qd, qdd)
    assert worst(da.inverse_dynamics(spelt, q, qd, qdd), tau) < SAME_ALGORITHM
    assert worst(da.forward_dynamics(spelt, q, qd, tau), qdd) < SAME_ALGORITHM * np.linalg.cond(
        da.mass_matrix(whole, q)
    )


def test_a_screw_is_a_turn_and_a_slide_that_mimics_it():
    whole = carried("screw", pitch=0.4)
    first, arm = whole.joints
    turn = da.Joint("turn", "revolute", "ground", "between", first.placement)
    slide = da.Joint("slide", "prismatic", "between", "body", mimic=da.model.Mimic("turn", 0.4))
    spelt = replace(whole, links=(*whole.links, da.Link("between")), joints=(turn, slide, arm))
    q, qd, qdd = kicked(whole, 3)
    tau = da.inverse_dynamics(whole, q, qd, qdd)
    assert worst(da.inverse_dynamics(spelt, q, qd, qdd), tau) < SAME_ALGORITHM
    assert worst(da.forward_dynamics(whole, q, qd, tau), qdd) < SAME_ALGORITHM * np.linalg.cond(
        da.mass_matrix(whole, q)
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_frame_of_the_ground_does_not_matter(seed):
    robot, q, qd, qdd, _ = drawn(seed)
    R = rotation_rpy(0.3, -1.1, 2.0)
    mount = da.Joint("mount0", "fixed", "world", robot.root, da.Pose(R, (0.4, -2.0, 1.0)))
    gravity = tuple(float(x) for x in np.array(R) @ np.array(robot.gravity, dtype=float))
    moved = replace(robot, links=(da.Link("world"), *robot.links), joints=(mount, *robot.joints), gravity=gravity)
    assert worst(da.inverse_dynamics(moved, q, qd, qdd), da.inverse_dynamics(robot, q, qd, qdd)) < SAME_ALGORITHM


@pytest.mark.parametrize("seed", range(5))
def test_a_free_base_that_is_carried_along_changes_no_inner_effort(seed):
    """A free base accelerated against gravity as the ground would hold it: the joints feel what they felt."""
    robot, q, qd, qdd, _ = drawn(seed)
    float_q = np.concatenate([[0.2, -0.4, 1.0, 1.0, 0, 0, 0], q])
    at_rest = np.zeros(6)
    tau = da.inverse_dynamics(robot.floating(), float_q, np.r_[at_rest, qd], np.r_[at_rest, qdd])
    assert worst(tau[6:], da.inverse_dynamics(robot, q, qd, qdd)) < SAME_ALGORITHM


def test_only_scalar_joints_mimic():
    for kind in ("spherical", "free", "universal", "planar", "cylindrical"):
        with raises(da.finding.PartProblem, noun="joint", name="a", expected="one rate to mimic"):
            da.Joint("a", kind, "x", "y", mimic=da.model.Mimic("b"))
    links = (da.Link("ground"), da.Link("a", random_inertia(np.random.default_rng(1))), da.Link("b"))
    ball, turn = (
        da.Joint("ball", "spherical", "ground", "a"),
        da.Joint("turn", "revolute", "a", "b", mimic=da.model.Mimic("ball")),
    )
    with raises(da.finding.PartProblem, noun="joint", name="turn", expected="a leader with one rate"):
        da.Robot("follower of a ball", links, (ball, turn))
