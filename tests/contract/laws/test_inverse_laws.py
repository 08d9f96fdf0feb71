"""Inverse kinematics, its paths and its errors: every solution is found, limits are reached, places do not matter."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from closed_robot import FIVE_BAR
from raised import raises
from random_robot import random_robot
from tolerance import REPRODUCED, SAME_ALGORITHM, SAME_POSTURE, SEARCHED

HOME = {"ur5": [0.3, -1.2, 1.6, -1.9, -1.5, 0.4], "puma560": [0.2, 0.5, -0.3, 0.4, 0.6, 0.1]}
PARALLEL = {"planar_3rrr": (0.02, -0.01, 0), "delta": (0.05, 0.03, -0.7), "orthoglide": (0.03, 0.02, -0.05)}
ELSEWHERE = np.array([7.0, -4.0, 5.0])


def turned_back(q):
    return (q + np.pi) % (2 * np.pi) - np.pi


def newton(robot, T, q):
    """Postures that Newton steps with J⁺ lead to, from many starts: each once, in any order."""
    for _ in range(40):
        now = da.forward_kinematics(robot, q)
        turn = T[:3, :3] @ np.swapaxes(now[:, :3, :3], 1, 2)
        axis = np.stack([turn[:, i, j] - turn[:, j, i] for i, j in ((2, 1), (0, 2), (1, 0))], axis=1) / 2
        e = np.concatenate([T[:3, 3] - now[:, :3, 3], axis], axis=1)
        step = np.einsum("bij,bj->bi", np.linalg.pinv(da.jacobian(robot, q), rcond=1e-8), e)
        q = q + step / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1)
    found = []
    good = np.abs(da.forward_kinematics(robot, q) - T).max(axis=(1, 2)) < REPRODUCED
    for x in turned_back(q[good]):
        if all(np.abs(turned_back(x - y)).max() > SAME_POSTURE for y in found):
            found.append(x)
    return np.array(found)


@pytest.mark.parametrize(("kinds", "first"), [("RRRRR", 0), ("RRRRR", 1), ("RRRRR", 2), ("RRRRRR", 0), ("RRRRRR", 3)])
def test_arms_with_three_parallel_axes_have_every_solution_that_newton_steps_find(kinds, first):
    robot = random_arm(kinds, 3 + first, parallel=first)
    rng = np.random.default_rng(first)
    q = rng.uniform(-2, 2, len(kinds))
    T = da.forward_kinematics(robot, q)
    found = da.inverse_kinematics(robot, T, all=True)
    sought = newton(robot, T, rng.uniform(-np.pi, np.pi, (250, len(kinds))))
    assert np.abs(da.forward_kinematics(robot, np.asarray(found)) - T).max() < REPRODUCED
    assert len(found) == len(sought)
    for x in sought:
        assert np.abs(turned_back(found - x)).max(axis=1).min() < SAME_POSTURE


@pytest.mark.parametrize("name", ["panda", "iiwa14"])
@pytest.mark.parametrize("where", ["inside", "at limits", "singular"])
def test_seven_joints_reach_every_pose_that_they_have_had(name, where):
    robot, rng = getattr(da.gallery, name)(), np.random.default_rng(0)
    lower, upper = np.array([[x.limits.lower, x.limits.upper] for x in robot.joints if x.moves]).T
    q = rng.uniform(lower, upper, (150, 7))
    if where == "at limits":
        q = np.where(rng.random(q.shape) < 0.4, np.where(rng.random(q.shape) < 0.5, lower, upper), q)
    if where == "singular":  # a stretched elbow, or axes 5 and 7 on one line
        q[:, [2, 3]], q[75:, [4, 5]] = 0.0, 0.0
        q = np.clip(q, lower, upper)
    T = da.forward_kinematics(robot, q)
    found = da.inverse_kinematics(robot, T)
    assert np.abs(da.forward_kinematics(robot, found) - T).max() < REPRODUCED
    assert np.all((found >= lower) & (found <= upper))
    for some in (q, q + 1e-3):
        nearest = da.inverse_kinematics(robot, T[::15], q0=np.clip(some, lower, upper)[::15])
        assert np.abs(nearest - q[::15]).max() < 2e-3 * 7


@pytest.mark.parametrize("name", HOME)
def test_the_nearest_solution_is_the_nearest_of_all_with_whole_turns_and_within_limits(name):
    robot = getattr(da.gallery, name)()
    rng = np.random.default_rng(4)
    T = da.forward_kinematics(robot, HOME[name])
    lower, upper = np.full(6, -1.5 * np.pi), np.full(6, 1.5 * np.pi)
    joints = tuple(
        replace(x, limits=da.Limits(-1.5 * np.pi, 1.5 * np.pi)) if x.name in robot.coordinates else x
        for x in robot.joints
    )
    robot = replace(robot, joints=joints)
    plain = np.asarray(da.inverse_kinematics(robot, T, all=True))
    turns = 2 * np.pi * np.stack(np.meshgrid(*[(-1, 0, 1)] * 6, indexing="ij"), axis=-1).reshape(-1, 6)
    every = (plain[:, None] + turns).reshape(-1, 6)
    kept = every[np.all((every >= lower) & (every <= upper), axis=1)]
    for q0 in rng.uniform(-4, 4, (6, 6)):
        free = da.inverse_kinematics(robot, T, q0=q0, limits=False)
        inside = da.inverse_kinematics(robot, T, q0=q0)
        assert np.linalg.norm(free - q0) == pytest.approx(np.linalg.norm(every - q0, axis=1).min(), abs=SEARCHED)
        assert np.linalg.norm(inside - q0) == pytest.approx(np.linalg.norm(kept - q0, axis=1).min(), abs=SEARCHED)
    listed = np.asarray(da.inverse_kinematics(robot, T, all=True, limits=True))
    assert len(listed) == len(plain)
    assert np.all((listed >= lower) & (listed <= upper))


@pytest.mark.parametrize(("joint", "side"), [(0, 1), (1, -1), (2, 1), (3, -1), (4, 1), (5, -1)])
def test_a_path_that_moves_one_joint_ends_at_its_limit(joint, side):
    """Poses of a motion of one joint alone; its limit lies 0.23 rad away, at 4.6 of 8 poses."""
    robot = da.gallery.ur5()
    q0 = np.array(HOME["ur5"])
    edge = q0[joint] + side * 0.23
    name = robot.coordinates[joint]
    limits = da.Limits(-6.0, edge) if side > 0 else da.Limits(edge, 6.0)
    robot = replace(robot, joints=tuple(replace(x, limits=limits) if x.name == name else x for x in robot.joints))
    q = q0 + side * 0.05 * np.arange(8)[:, None] * np.eye(6)[joint]
    path = da.kinematics.follow(robot, da.forward_kinematics(robot, q), q0)
    assert path.reached == 5
    assert not path.complete
    assert isinstance(path.reason, da.finding.JointsAtLimit)
    assert list(path.reason.joints) == [name]
    assert path.way == pytest.approx(4.6, abs=0.02)  # a pose moves on a straight line between two
    assert path.last == pytest.approx(q0 + 0.23 * side * np.eye(6)[joint], abs=2e-3)
    assert path.last[joint] == pytest.approx(edge, abs=1e-4)
    assert path.q[:5] == pytest.approx(q[:5], abs=SEARCHED)
    assert np.isnan(path.q[5:]).all()


@pytest.mark.parametrize("name", ["ur5", "panda", "stanford", "scara"])
def test_joint_rates_are_the_damped_inverse_in_singular_directions_alone(name):
    """q̇ = Σ σ/(σ² + λ²) v uᵀν with λ² = λ₀² (1 − (σ/ε)²) below ε, lengths in lengths of the arm."""
    robot = getattr(da.gallery, name)()
    if robot.parameters:
        robot = robot.bind(**dict.fromkeys(robot.parameters, 0.4))
    rng = np.random.default_rng(2)
    q, twist = rng.uniform(-1, 1, (2, 3, robot.n)), rng.normal(size=(2, 3, 6))
    slides = np.array([x.slides for x in robot.dofs])
    J = da.jacobian(robot, q)
    exact = da.kinematics.joint_rates(robot, q, twist, damping=0.0, near=0.0)
    if robot.n >= 6:
        assert np.einsum("...ij,...j->...i", J, exact) == pytest.approx(twist, abs=REPRODUCED)
    damped = da.kinematics.joint_rates(robot, q, twist, damping=0.3, near=10.0)
    size = np.linalg.norm(np.where(slides, 0, damped), axis=-1)
    assert np.all(size < np.linalg.norm(np.where(slides, 0, exact), axis=-1))
    assert np.all(size <= np.linalg.norm(twist / [*[0.05] * 3, 1, 1, 1], axis=-1) / 0.6)
    wish = rng.normal(size=robot.n)
    moved = da.kinematics.joint_rates(robot, q, twist, damping=0.0, near=0.0, secondary=wish) - exact
    assert np.einsum("...ij,...j->...i", J, moved) == pytest.approx(0, abs=REPRODUCED)
    again = da.kinematics.joint_rates(robot, q, 0 * twist, damping=0.0, near=0.0, secondary=moved)
    assert again == pytest.approx(moved, abs=REPRODUCED)


def test_at_a_singular_configuration_rates_are_the_shortest_that_come_nearest():
    robot = da.gallery.planar_2r().bind(l1=1.0, l2=1.0)
    v = np.array([0.3, 0.8, 0.0])
    for q in ([0.4, 0.0], [0.4, np.pi]):
        J = da.jacobian(robot, q)[:3]
        expected = np.linalg.pinv(J, rcond=1e-9) @ v
        assert da.kinematics.joint_rates(robot, q, v, damping=0.0) == pytest.approx(expected, abs=REPRODUCED)


def placed_elsewhere(robot):
    """The robot with everything that stands on the ground moved by ELSEWHERE."""
    joints = tuple(
        replace(x, placement=da.Pose(x.placement.R, tuple(np.array(x.placement.p, float) + ELSEWHERE)))
        if x.parent == robot.links[0].name
        else x
        for x in robot.joints
    )
    return replace(robot, joints=joints)


@pytest.mark.parametrize("name", PARALLEL)
def test_a_parallel_robot_has_the_same_modes_wherever_it_stands(name):
    robot = getattr(da.gallery, name)()
    other = placed_elsewhere(robot)
    T, there = np.eye(4), np.eye(4)
    T[:3, 3] = PARALLEL[name]
    there[:3, 3] = T[:3, 3] + ELSEWHERE
    modes = da.mechanism.working_modes(robot, T)
    assert da.mechanism.working_modes(other, there) == pytest.approx(modes, abs=SEARCHED)
    places = [robot.coordinate(x).q.start for x in robot.actuated]
    drives = modes[0, places]
    here, moved = (da.mechanism.assembly_modes(x, drives) for x in (robot, other))
    assert len(here) == len(moved)
    assert np.all(here[:, places] == drives)
    assert np.abs(da.mechanism.loop_closure(robot, here)).max() < SAME_ALGORITHM
    for x in here:
        assert np.abs(moved - x).max(axis=1).min() < SAME_POSTURE
    assert np.abs(here - modes[0]).max(axis=1).min() < SAME_POSTURE


def test_modes_come_in_the_order_of_their_distance():
    robot = da.gallery.five_bar().bind(**FIVE_BAR)
    q0 = [0.4, -0.3, 0.9, 1.2]
    found = da.inverse_kinematics(robot, [[0.12, 0.5, 0.0], [0.05, 0.45, 0.0]], q0=q0, all=True)
    assert found.shape == (2, 4, 4)
    for some in np.asarray(found):
        far = np.linalg.norm(some - q0, axis=1)
        assert np.all(np.diff(far) >= 0)
    one = da.inverse_kinematics(robot, [0.12, 0.5, 0.0], q0=q0)
    assert one == pytest.approx(found[0, 0], abs=SAME_ALGORITHM)


@pytest.mark.parametrize(("lower", "upper"), [(0.3, None), (None, -0.2), (-0.5, 0.7), (None, None)])
def test_samples_of_a_workspace_reach_each_limit_and_go_to_half_a_turn_without_one(lower, upper):
    joint = da.Joint("turn", "revolute", "ground", "arm", limits=da.Limits(lower, upper))
    tip = da.Joint("tip", "fixed", "arm", "end", da.Pose(p=(1.0, 0, 0)))
    robot = da.Robot("one", (da.Link("ground"), da.Link("arm"), da.Link("end")), (joint, tip))
    points = da.kinematics.workspace(robot, frame="end", samples=400).points
    angle = np.arctan2(points[:, 1], points[:, 0])
    free = lower is None and upper is None
    for x, end in ((lower, angle.min()), (upper, angle.max())):
        if x is None:
            assert abs(end) > np.pi - 0.1
        else:
            assert end == pytest.approx(x, abs=SAME_ALGORITHM)
    ends = (0.0, np.pi) if free else (-np.pi if lower is None else lower, np.pi if upper is None else upper)
    at_end = [np.sum(np.abs(turned_back(angle - x)) < SAME_ALGORITHM) for x in ends]
    assert all(20 < x < 180 for x in at_end)
    assert 70 < sum(at_end) < 130


def test_the_outline_of_a_workspace_runs_along_its_edges():
    """A ring of radii 0.5 and 1.5: what is drawn lies within three cells of either circle."""
    robot = da.gallery.planar_2r().bind(l1=1.0, l2=0.5)
    space = da.kinematics.workspace(robot)
    ax = space.plot()
    line = ax.collections[-1].get_paths()[0].vertices
    radius = np.hypot(*line.T)
    cell = 3.3 / 130
    assert np.minimum(np.abs(radius - 0.5), np.abs(radius - 1.5)).max() < 3 * cell
    for edge in (0.5, 1.5):
        on = line[np.abs(radius - edge) < 3 * cell]
        assert np.ptp(np.arctan2(on[:, 1], on[:, 0])) > 6.2
        assert len(on) > 100
    assert ax.get_xlabel()
    assert space.reach == pytest.approx(1.5, abs=1e-3)
    assert (space.low, space.high) == (pytest.approx([-1.5, -1.5, 0], abs=1e-2), pytest.approx([1.5, 1.5, 0], abs=1e-2))


@pytest.mark.parametrize("link", [-1, -2])
def test_an_unreachable_target_says_which_and_how_far_it_is(link):
    robot = da.gallery.ur5()
    frame = robot.links[link].name
    T = np.repeat(da.forward_kinematics(robot, HOME["ur5"], frame)[None], 3, axis=0)
    T[1, :3, 3] += [9.0, 0, 0]
    for given, angle in ((T, True), (T[:, :3, 3], False)):
        with raises(da.finding.UnreachableTarget, index=(1,)) as caught:
            da.inverse_kinematics(robot, given, frame=frame)
        error = caught.value
        off = da.forward_kinematics(robot, error.q, frame)
        assert error.distance == pytest.approx(np.linalg.norm(T[1, :3, 3] - off[:3, 3]), rel=REPRODUCED)
        assert error.pose == pytest.approx(off, abs=SAME_ALGORITHM)
        told = error.finding
        assert (told.frame, told.angle is not None) == (frame, angle)
        assert told.distance.value == error.distance


def test_a_frame_that_stands_is_refused_with_the_first_links_that_move():
    robot = random_robot(1, 14)
    with raises(da.finding.FixedFrame) as caught:
        da.kinematics.workspace(robot, frame="ground")
    assert len(caught.value.finding.moving) == 12
