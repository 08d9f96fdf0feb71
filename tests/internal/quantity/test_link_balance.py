"""Each link alone obeys Newton and Euler under the forces through its joints, and the motors feel their axes.

The accelerations are found apart from any recursion, by differentiating each link's pose twice along the motion.
"""

import numpy as np
import pytest
from hypothesis import given, settings

import dalembert as da
from dalembert.algorithms.kinematics import kinematics
from dalembert.graph import evaluate
from dalembert.graph.diff import forward
from dalembert.robot.tree import coordinates, tree
from dalembert.spatial.vector import matmul, matvec, transpose
from random_robot import kicked, random_inertia, random_robot, seeds, sizes, worst
from tolerance import HUNDREDS_OF_ROUNDINGS, SAME_ALGORITHM

few = settings(max_examples=10, deadline=None)


def momentum_rates(robot, q, qd, qdd):
    """{link: (centre of mass, m a_c, rate of the angular momentum about it)}, in world axes."""
    n = robot.n
    at, rate, rate2 = (coordinates(x, n) for x in ("q", "qd", "qdd"))
    along = dict(zip(at, rate, strict=True)) | dict(zip(rate, rate2, strict=True))
    values = {x.value: v for xs, vs in ((at, q), (rate, qd), (rate2, qdd)) for x, v in zip(xs, vs, strict=True)}
    result = {}
    for link in robot.links:
        pose = kinematics(tree(robot), at, link.name)
        central = link.inertia.central()
        centre = [p + c for p, c in zip(pose.p, matvec(pose.R, link.inertia.com), strict=True)]
        acceleration = forward(forward(centre, along), along)
        R = [x for row in pose.R for x in row]
        Rd = forward(R, along)
        W = matmul(tuple(tuple(Rd[3 * i : 3 * i + 3]) for i in range(3)), transpose(pose.R))
        w = (W[2][1], W[0][2], W[1][0])
        L = matvec(matmul(matmul(pose.R, central.matrix), transpose(pose.R)), w)
        numbers = evaluate([*centre, *acceleration, *forward(list(L), along)], values)
        c, a, Ld = (np.array(numbers[3 * k : 3 * k + 3], dtype=float) for k in range(3))
        result[link.name] = (c, float(link.inertia.mass) * a, Ld)
    return result


def assert_balanced(robot, q, qd, qdd, wrench):
    forces = da.statics.link_forces(robot, q, qd, qdd, wrench=wrench)
    gravity = np.array([float(x) for x in robot.gravity])
    rates = momentum_rates(robot, q, qd, qdd)
    for link in robot.links:
        if link.name == robot.root:
            continue
        c, ma, Ld = rates[link.name]
        force, moment = float(link.inertia.mass) * gravity - ma, -Ld
        scale = np.abs(ma).max() + np.abs(Ld).max() + 1
        for sign, joints in (
            (1, [j for j in robot.joints if j.child == link.name]),
            (-1, [j for j in robot.joints if j.parent == link.name]),
        ):
            for joint in joints:
                j = forces.joints.index(joint.name)
                f, n, o = forces.force[j], forces.moment[j], forces.origin[j]
                force, moment = force + sign * f, moment + sign * (n + np.cross(o - c, f))
                scale += np.abs(f).max() + np.abs(n).max()
        for frame, w in wrench.items():
            on = next((x.link for x in robot.frames if x.name == frame), frame)
            if on == link.name:
                at = da.forward_kinematics(robot, q, frame)[:3, 3]
                force, moment = force + w[:3], moment + w[3:] + np.cross(at - c, w[:3])
                scale += np.abs(w).max()
        assert np.abs(force).max() < SAME_ALGORITHM * scale, link.name
        assert np.abs(moment).max() < SAME_ALGORITHM * scale, link.name


@few
@given(seeds, sizes)
def test_every_link_is_in_balance(seed, size):
    robot = random_robot(seed, size, mimic=bool(seed % 2))
    q, qd, qdd = kicked(robot, seed)
    w = np.random.default_rng(seed).normal(size=(2, 6))
    assert_balanced(robot, q, qd, qdd, {robot.links[-1].name: w[0], robot.links[1].name: w[1]})


@few
@given(seeds, sizes)
def test_every_link_is_in_balance_at_rest(seed, size):
    robot = random_robot(seed, size)
    q, _, _ = kicked(robot, seed)
    moving = da.statics.link_forces(robot, q, np.zeros(robot.n), np.zeros(robot.n))
    resting = da.statics.link_forces(robot, q)
    assert worst(resting.force, moving.force) < SAME_ALGORITHM
    assert worst(resting.moment, moving.moment) < SAME_ALGORITHM
    assert_balanced(robot, q, np.zeros(robot.n), np.zeros(robot.n), {})


@few
@given(seeds, sizes)
def test_the_part_along_each_axis_is_the_torque_of_inverse_dynamics(seed, size):
    robot = random_robot(seed, size)
    q, qd, qdd = kicked(robot, seed)
    w = {robot.links[-1].name: np.random.default_rng(seed).normal(size=6)}
    forces = da.statics.link_forces(robot, q, qd, qdd, wrench=w)
    tau = []
    for name in robot.coordinates:
        bearing = forces.bearing(name)
        tau.append(bearing.axial if robot.joint(name).kind == "prismatic" else bearing.torque)
    assert worst(tau, da.inverse_dynamics(robot, q, qd, qdd, wrench=w)) < SAME_ALGORITHM


@few
@given(seeds, sizes)
def test_holding_torque_is_inverse_dynamics_at_rest(seed, size):
    robot = random_robot(seed, size, mimic=bool(seed % 2), drives=bool(seed % 3 == 0))
    q, rest, _ = kicked(robot, seed) * [[1], [0], [1]]
    rng = np.random.default_rng(seed)
    w = {robot.links[-1].name: rng.normal(size=6), robot.links[len(robot.links) // 2].name: rng.normal(size=6)}
    assert (
        worst(da.statics.static_torque(robot, q, wrench=w), da.inverse_dynamics(robot, q, rest, rest, wrench=w))
        < SAME_ALGORITHM
    )


def test_links_on_the_ground_and_on_frames_are_in_balance():
    """A stand bolted to the ground, a tool flange with a payload, a frame away from its link's origin."""
    rng = np.random.default_rng(7)
    links = [da.Link("floor"), *(da.Link(x, random_inertia(rng)) for x in ("stand", "arm", "flange", "load"))]
    turned = da.Pose(((0, -1, 0), (1, 0, 0), (0, 0, 1)), (0.1, -0.2, 0.7))
    joints = (
        da.Joint("bolts", "fixed", "floor", "stand", turned),
        da.Joint("shoulder", "revolute", "stand", "arm", da.Pose(p=(0.2, 0.1, 0.3)), (1, 2, 2), da.Pose(p=(0, 0.1, 0)), drive=da.Drive(rotor_inertia=1)),
        da.Joint("flange_bolts", "fixed", "arm", "flange", da.Pose(p=(0.5, 0, 0.1)), after=da.Pose(p=(0, 0, 0.05))),
        da.Joint("grip", "fixed", "flange", "load", turned),
    )  # fmt: skip
    robot = da.Robot("stand", tuple(links), joints, frames=(da.model.Frame("tip", "load", da.Pose(p=(0.3, 0.2, 0.1))),))
    assert_balanced(robot, np.array([0.4]), np.array([1.1]), np.array([-2.3]), {"tip": rng.normal(size=6)})
    weight = sum(float(x.inertia.mass) for x in links) * 9.81
    assert da.statics.link_forces(robot, [0.4])["bolts"][2] == pytest.approx(weight, rel=HUNDREDS_OF_ROUNDINGS)


def test_a_batch_is_its_states_one_by_one():
    robot = random_robot(3, 5)
    q, qd, qdd = (np.random.default_rng(k).normal(size=(2, 4, robot.n)) for k in range(3))
    w = np.random.default_rng(4).normal(size=(4, 6))
    frame = robot.links[-1].name
    together = da.statics.link_forces(robot, q, qd, qdd, wrench={frame: w})
    assert together.force.shape == (2, 4, len(robot.joints), 3)
    alone = da.statics.link_forces(robot, q[1, 2], qd[1, 2], qdd[1, 2], wrench={frame: w[2]})
    assert worst(together.moment[1, 2], alone.moment) < SAME_ALGORITHM
    assert together[robot.joints[0].name].shape == (2, 4, 6)


def test_a_massless_robot_passes_an_outside_wrench_on():
    """Without weight the wrench through every joint is −w, moved to the joint's origin."""
    joints = tuple(
        da.Joint(f"joint{k}", "revolute", f"link{k - 1}", f"link{k}", da.Pose(p=(0.3, 0.1 * k, 0)), (0, 1, k))
        for k in (1, 2, 3)
    )
    robot = da.Robot("bars", tuple(da.Link(f"link{k}", da.Inertia()) for k in range(4)), joints)
    q, w = np.array([0.3, -0.7, 1.1]), np.array([1.0, -2.0, 3.0, 0.4, 0.5, -0.6])
    forces = da.statics.link_forces(robot, q, wrench={"link3": w})
    tip = da.forward_kinematics(robot, q, "link3")[:3, 3]
    for j in range(3):
        assert worst(forces.force[j], -w[:3]) < SAME_ALGORITHM
        assert worst(forces.moment[j], -w[3:] - np.cross(tip - forces.origin[j], w[:3])) < SAME_ALGORITHM
