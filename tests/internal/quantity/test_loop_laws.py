"""What physics says of robots whose motion loops and contacts bind, over loops of every kind in chains of every kind."""

import functools
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from interpreted import interpreted
from random_robot import along, closed_robot, kicked, worst
from tolerance import FINITE_DIFFERENCE, ROOT_OF_ROUNDING, SAME_ALGORITHM

CASES = {
    "ball": ("ball",),
    "revolute": ("revolute",),
    "weld": ("weld",),
    "prismatic": ("prismatic",),
    "cylindrical": ("cylindrical",),
    "planar": ("planar",),
    "universal": ("universal",),
    "rod": ("rod",),
    "ball and rod": ("ball", "rod"),
    "universal, rod and planar": ("universal", "rod", "planar"),
}
COMPILED = ("ball", "prismatic", "ball and rod")  # whose derivatives are; compilers know nothing of kinds of loops
every = pytest.mark.parametrize("case", CASES)
CLOSED = 1e-9  # what a solve with the condition numbers of these J M⁻¹Jᵀ leaves


@functools.cache
def drawn(case):
    """(robot, its tree, closed q, basis of the motions that the loops allow, such a q̇, efforts)."""
    seed = list(CASES).index(case)
    robot, q = closed_robot(seed, CASES[case], 3 if len(CASES[case]) < 3 else 4)
    B = allowed(da.mechanism.loop_jacobian(robot, q))
    qd = B.T @ np.random.default_rng(seed).normal(size=len(B))
    return robot, replace(robot, loops=()), q, B, qd, kicked(robot, seed)[1]


def allowed(J):
    _, s, Vt = np.linalg.svd(J)
    return Vt[int(np.sum(s > 1e-8 * s[0])) :]


def rate_of_jacobian(robot, q, qd, h=1e-6):
    ahead, behind = (da.mechanism.loop_jacobian(robot, da.integrate(robot, q, t * qd)) for t in (h, -h))
    return (ahead - behind) / (2 * h)


def acceleration(robot, q, qd, seed=3):
    """An acceleration that keeps the loops closed."""
    J = da.mechanism.loop_jacobian(robot, q)
    late = np.linalg.lstsq(J, -rate_of_jacobian(robot, q, qd, 1e-5) @ qd, rcond=1e-9)[0]
    B = allowed(J)
    return late + B.T @ np.random.default_rng(seed).normal(size=len(B))


@pytest.mark.sampled(5)
@every
def test_the_drawn_posture_is_closed_and_jacobian_is_the_slope_of_closure(case):
    """The slope is taken away from closed, where every term of a row shows."""
    robot, _, q, *_ = drawn(case)
    assert np.abs(da.mechanism.loop_closure(robot, q)).max() < SAME_ALGORITHM
    away = da.integrate(robot, q, 0.1 * kicked(robot, 5)[0])
    slope = along(robot, lambda x: da.mechanism.loop_closure(robot, x), away)
    assert worst(da.mechanism.loop_jacobian(robot, away), slope) < FINITE_DIFFERENCE


@pytest.mark.sampled(2)
@every
def test_motion_keeps_loops_closed_and_forces_in_them_do_no_work(case):
    """J q̈ + J̇q̇ = 0, and τ − (M q̈ + c + g) is square to every motion the loops allow (d'Alembert)."""
    robot, tree, q, B, qd, tau = drawn(case)
    qdd = da.forward_dynamics(robot, q, qd, tau)
    J = da.mechanism.loop_jacobian(robot, q)
    assert worst(J @ qdd, -rate_of_jacobian(robot, q, qd) @ qd) < FINITE_DIFFERENCE
    rest = da.inverse_dynamics(tree, q, qd, qdd) - tau
    assert np.abs(B @ rest).max() < CLOSED * np.abs(rest).max()


@pytest.mark.sampled(3)
@every
def test_the_tree_pushed_by_the_loop_forces_moves_the_same(case):
    """The force acts on the second frame where that is, and its opposite on the first at the same point."""
    robot, tree, q, _, qd, tau = drawn(case)
    push = np.zeros(robot.nv)
    for loop in robot.loops:
        force = da.mechanism.loop_forces(robot, q, qd, tau)[loop.name]
        T = da.forward_kinematics(tree, q, loop.second)
        point = T[:3, 3] + T[:3, :3] @ np.array(loop.second_placement.p, dtype=float)
        grounded = next(x.link for x in tree.frames if x.name == loop.first) == "ground"
        for sign, frame in ((1, loop.second),) if grounded else ((1, loop.second), (-1, loop.first)):
            arm = point - da.forward_kinematics(tree, q, frame)[:3, 3]
            wrench = np.r_[force[:3], force[3:] + np.cross(arm, force[:3])]
            push += sign * da.jacobian(tree, q, frame).T @ wrench
    expected = da.inverse_dynamics(tree, q, qd, da.forward_dynamics(robot, q, qd, tau)) - tau
    assert worst(push, expected) < CLOSED


@pytest.mark.sampled(4)
@every
def test_forward_of_inverse_dynamics_is_identity(case):
    """Everything is actuated: the efforts are the smallest of those that give the motion, so without part along Jᵀ."""
    robot, _, q, B, qd, _ = drawn(case)
    driven = replace(robot, actuated=robot.coordinates)
    qdd = acceleration(robot, q, qd)
    tau = da.inverse_dynamics(driven, q, qd, qdd)
    assert worst(da.forward_dynamics(driven, q, qd, tau), qdd) < 1e-7  # q̈ itself comes from differences of J
    assert worst(tau, B.T @ (B @ tau)) < CLOSED


@pytest.mark.sampled(4)
@every
def test_projected_motion_keeps_loops_closed_and_is_the_nearest_by_mass(case):
    """J q̇ = 0, J q̈ = −J̇q̇; what was taken away is square, in the metric of M, to all that the loops allow (Gauss)."""
    robot, tree, q, B, _, _ = drawn(case)
    rng = np.random.default_rng(11)
    asked, late = rng.normal(size=(2, robot.nv))
    qd, qdd = da.mechanism.project(robot, q, asked, late)
    J, M = da.mechanism.loop_jacobian(robot, q), da.mass_matrix(tree, q)
    assert np.abs(J @ qd).max() < CLOSED * np.abs(J).max() * np.abs(qd).max()
    assert worst(J @ qdd, -rate_of_jacobian(robot, q, qd) @ qd) < FINITE_DIFFERENCE
    for given, found in ((asked, qd), (late, qdd)):
        assert np.abs(B @ M @ (given - found)).max() < CLOSED * np.abs(M @ (given - found)).max()
    again = da.mechanism.project(robot, q, qd, qdd)
    assert worst(again[0], qd) < CLOSED
    assert worst(again[1], qdd) < CLOSED
    assert np.array_equal(da.mechanism.project(robot, q, asked), qd)


@every
def test_energy_grows_by_the_power_of_the_motors(case):
    robot, tree, q, _, qd, tau = drawn(case)
    qdd = da.forward_dynamics(robot, q, qd, tau)

    def energy(t):
        at, rate = da.integrate(robot, q, qd * t + qdd * t * t / 2), qd + qdd * t
        return interpreted(tree, "kinetic_energy", at, rate) + interpreted(tree, "potential_energy", at)

    assert worst((energy(1e-5) - energy(-1e-5)) / 2e-5, qd @ tau) < FINITE_DIFFERENCE


@pytest.mark.sampled(1)
@every
def test_a_loop_named_twice_changes_nothing_but_its_share(case):
    """Rows that depend on each other: the motion is the same, the force is shared in halves."""
    robot, _, q, _, qd, tau = drawn(case)
    first = robot.loops[0]
    twice = replace(robot, loops=(*robot.loops, replace(first, name="again")))
    assert worst(da.forward_dynamics(twice, q, qd, tau), da.forward_dynamics(robot, q, qd, tau)) < CLOSED
    forces = interpreted(twice, "loop_forces", q, qd, tau)[0]
    assert worst(forces[0], da.mechanism.loop_forces(robot, q, qd, tau)[first.name] / 2) < CLOSED
    assert worst(forces[-1], forces[0]) < CLOSED


@pytest.mark.sampled(2)
@every
def test_independent_rates_tell_all_rates(case):
    robot, tree, q, B, qd, _ = drawn(case)
    G, late = da.mechanism.independent_map(robot, q, qd)
    own = [robot.coordinates.index(name) for name in da.mechanism.independent_coordinates(robot)]
    assert G.shape == (robot.nv, len(B))
    assert worst(G @ qd[own], qd) < CLOSED * np.abs(G).max()
    assert np.abs(da.mechanism.loop_jacobian(robot, q) @ G).max() < CLOSED * np.abs(G).max()
    assert worst(da.mechanism.loop_jacobian(robot, q) @ late, -rate_of_jacobian(robot, q, qd) @ qd) < FINITE_DIFFERENCE
    M = da.mass_matrix(robot, q, independent=True)
    assert worst(M, G.T @ interpreted(tree, "mass_matrix", q) @ G) < CLOSED
    gravity = interpreted(tree, "gravity_vector", q)
    assert worst(da.gravity_vector(robot, q, independent=True), G.T @ gravity) < CLOSED


@pytest.mark.sampled(1)
@every
def test_derivatives_are_slopes_along_the_motions_that_loops_allow(case):
    robot, _, q, B, qd, tau = drawn(case)
    if case in COMPILED:
        by_q, by_qd, by_tau = da.forward_dynamics_derivatives(robot, q, qd, tau)
    else:
        by_q, by_qd, by_tau = interpreted(robot, "forward_dynamics_derivatives", q, qd, tau)[:3]
    h, w = 1e-6, B.T @ np.random.default_rng(9).normal(size=len(B))

    def slope(function):
        return (function(h) - function(-h)) / (2 * h)

    size = max(1.0, np.abs(by_q).max(), np.abs(by_qd).max())
    expected = slope(lambda t: da.forward_dynamics(robot, q, qd, tau + t * w))
    assert worst(by_tau @ w, expected) < FINITE_DIFFERENCE
    expected = slope(lambda t: da.forward_dynamics(robot, q, qd + t * w, tau))
    assert worst(by_qd @ w, expected) < FINITE_DIFFERENCE * size
    ahead, behind = (da.assemble(robot, da.integrate(robot, q, t * w)) for t in (h, -h))
    step = da.difference(robot, behind, ahead) / (2 * h)
    kernel = da.compile(robot, "forward_dynamics")  # which does not refuse q̇ that tears the loops of another q
    expected = (kernel(ahead, qd, tau)[0] - kernel(behind, qd, tau)[0]) / (2 * h)
    assert worst(by_q @ step, expected) < FINITE_DIFFERENCE * size


@pytest.mark.parametrize("case", ["ball", "cylindrical", "ball and rod"])
def test_a_batch_gives_what_single_states_give(case):
    robot, _, q, *_ = drawn(case)
    rng = np.random.default_rng(2)
    many = np.array([da.assemble(robot, da.integrate(robot, q, 0.05 * rng.normal(size=robot.nv))) for _ in range(9)])
    qd, tau = rng.normal(size=(2, 9, robot.nv))
    qd = da.mechanism.project(robot, many, qd)
    batch = da.forward_dynamics(robot, many, qd, tau)
    for k in range(9):
        assert np.array_equal(da.forward_dynamics(robot, many[k], qd[k], tau[k]), batch[k])


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("held", "loop"), [("point", "ball"), ("surface", "weld")])
@pytest.mark.parametrize("case", ["ball", "universal"])
def test_a_contact_is_a_loop_to_the_ground(case, held, loop):
    """A frame held where it is, while it is at rest: the same motion and the same force as a cut made there."""
    _, tree, q, *_ = drawn(case)
    tree = replace(tree, actuated=tree.coordinates)
    T = da.forward_kinematics(tree, q, "b0")
    place = da.Pose(tuple(map(tuple, T[:3, :3].tolist())), tuple(T[:3, 3].tolist()))
    tied = replace(tree, loops=(da.model.Loop("b0", loop, "ground", "b0", place),))
    B = allowed(da.mechanism.loop_jacobian(tied, q))
    qd = B.T @ np.random.default_rng(6).normal(size=len(B))
    tau = kicked(tree, 8)[1]
    qdd = interpreted(tied, "forward_dynamics", q, qd, tau)[0]
    contacts = {"b0": held}
    assert worst(da.forward_dynamics(tree, q, qd, tau, contacts=contacts), qdd) < CLOSED
    force = da.mechanism.loop_forces(tree, q, qd, tau, contacts=contacts)["b0"]
    assert worst(force, interpreted(tied, "loop_forces", q, qd, tau)[0][0]) < CLOSED
    effort = interpreted(tied, "inverse_dynamics", q, qd, qdd)[0]
    assert worst(da.inverse_dynamics(tree, q, qd, qdd, contacts=contacts), effort) < ROOT_OF_ROUNDING


@pytest.mark.sampled(5)
@pytest.mark.parametrize("restitution", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("case", [case for case in CASES if case != "weld"])  # which leaves link2 too few freedoms
def test_impact_reverses_the_contact_and_loses_what_kelvin_says(case, restitution):
    """J q̇⁺ = −e J q̇⁻, loops stay closed, M (q̇⁺ − q̇⁻) = Jᵀ impulses, and T falls by (1 − e)/(1 + e) · T(q̇⁺ − q̇⁻)."""
    robot, tree, q, _, qd, _ = drawn(case)
    foot = "link2"
    after, impulses = da.mechanism.impact(robot, q, qd, [foot], restitution=restitution)
    Jc, J = da.jacobian(tree, q, foot)[:3], da.mechanism.loop_jacobian(robot, q)
    assert worst(Jc @ after, -restitution * (Jc @ qd)) < CLOSED
    assert np.abs(J @ after).max() < CLOSED
    M = da.mass_matrix(tree, q)
    assert worst(M @ (after - qd), np.vstack([J, Jc]).T @ np.ravel(impulses)) < CLOSED
    lost = da.kinetic_energy(tree, q, qd) - da.kinetic_energy(tree, q, after)
    jump = da.kinetic_energy(tree, q, after - qd)
    assert worst(lost, (1 - restitution) / (1 + restitution) * jump) < CLOSED
