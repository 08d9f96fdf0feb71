"""Pieces of the kinematics alone, each against what it says it does: candidates, draws, targets, rates, planes, hinges."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.spatial.transform import Rotation

import dalembert as da
from dalembert.kinematics.analytic_inverse import _repeated, packed, polished
from dalembert.kinematics.configuration import random_configurations
from dalembert.kinematics.numerical_inverse import ResolvedRate
from dalembert.kinematics.reachable_workspace import _axes_of, _plane
from dalembert.kinematics.task import PoseTarget, arm, error_size, target
from dalembert.view.diagram import axis_of, sign_of
from pieces import lecture_arm, slider
from raised import raises
from tolerance import SAME_ALGORITHM, SOLVED


def aimed(robot, q):
    """Candidates (1, K, n) are to reach the pose at q, or only its place for two joints."""
    T = da.forward_kinematics(robot, np.asarray(q, dtype=float))
    return PoseTarget(T[None], robot.n < 6, (1,))


@pytest.mark.parametrize("name", ["puma560", "ur5"])
def test_candidates_near_a_solution_come_to_it_and_others_are_left(name):
    robot, rng = getattr(da.gallery, name)(), np.random.default_rng(1)
    q = rng.uniform(-1, 1, 6)
    near, far = q + 1e-3 * rng.normal(size=(4, 6)), q + 0.5 * rng.normal(size=(3, 6))
    Q, off = polished(arm(robot), aimed(robot, q), np.concatenate([near, far, near[:1] * np.nan])[None], 1e-12)
    assert np.abs(Q[0, :4] - q).max() < SOLVED
    assert (off[0, :4] < 1e-12).all()
    assert np.array_equal(Q[0, 4:7], far)
    assert (off[0, 4:7] > 1e-2).all()
    assert np.isinf(off[0, 7])


def test_a_candidate_beside_a_singular_arm_is_brought_home_in_short_steps():
    """Bent by 10⁻⁴, the arm moves along itself by a ten-thousandth of what its joints do, and is corrected all the same."""
    robot = lecture_arm()
    q = np.array([0.3, 1.2e-4])
    goal = aimed(robot, q)
    Q, off = polished(arm(robot), goal, np.array([[[0.3, 2.2e-4], [0.3, 1.0]]]), 1e-12)
    assert off[0, 0] < 1e-12
    assert Q[0, 0] == pytest.approx(q, abs=1e-7)
    beyond = PoseTarget(
        goal.T + 5e-3 * np.array([[[0, 0, 0, np.cos(0.3)], [0, 0, 0, np.sin(0.3)], [0] * 4, [0] * 4]]), True, (1,)
    )
    Q, _ = polished(arm(robot), beyond, q[None, None], 1e-12)
    assert np.abs(Q[0, 0] - q).max() <= 6 * 0.3 + SOLVED


def test_metres_count_as_they_are_or_in_lengths_of_a_long_arm():
    e = np.array([[0.1, -0.4, 0.2, 0.05, 0.0, -0.1], [0.0, 0.02, 0.0, 0.3, 0.2, 0.0]])
    for length, first in ((0.01, 0.4), (1.0, 0.4), (2.0, 0.2), (10.0, 0.1)):
        assert error_size(e, length) == pytest.approx([first, 0.3])


def test_solutions_that_repeat_an_earlier_one_are_marked_and_the_others_come_first():
    robot = da.gallery.puma560()
    a, b = np.full(6, 0.2), np.full(6, 0.4)
    rows = np.array([[a, a + 1e-9, b, a + 2 * np.pi, b + 1e-3, a * np.nan]])
    good = np.array([[True, True, True, True, True, False]])
    again = _repeated(arm(robot), rows, good)
    assert again.tolist() == [[False, True, False, True, False, False]]
    kept = packed(rows, good & ~again)
    assert kept.shape == (1, 3, 6)
    assert kept[0] == pytest.approx(np.array([a, b, b + 1e-3]))
    bad_first = _repeated(arm(robot), rows[:, :2], np.array([[False, True]]))
    assert not bad_first.any()


@pytest.mark.parametrize("name", ["free_body", "quadruped", "stewart"])
def test_turns_of_balls_are_drawn_of_unit_length_and_the_rest_between_its_ends(name):
    robot = getattr(da.gallery, name)()
    low, high = np.full(robot.nq, 0.7), np.full(robot.nq, -0.3)
    q = random_configurations(robot, low, high, np.random.default_rng(0), 50)
    own = list(map(robot.coordinate, robot.coordinates))
    balls = {(c.q.start, c.q.stop) for c in own if c.motion == "ball"}
    for start, stop in balls:
        assert np.linalg.norm(q[:, start:stop], axis=1) == pytest.approx(np.ones(50))
        assert np.abs(q[:, start:stop].mean(axis=0)).max() < 0.35
    rest = [k for k in range(robot.nq) if not any(a <= k < b for a, b in balls)]
    assert ((q[:, rest] >= -0.3) & (q[:, rest] <= 0.7)).all()
    assert balls


@pytest.mark.parametrize("off", [1e-9, 3e-7])
def test_a_pose_that_is_a_rotation_to_a_millionth_becomes_one(off):
    R = Rotation.random(random_state=3).as_matrix()
    T = np.eye(4)
    T[:3, :3] = R * (1 + off)
    read = target(T).T[0, :3, :3]
    assert np.abs(read.T @ read - np.eye(3)).max() < SAME_ALGORITHM
    assert np.abs(read - R).max() < SAME_ALGORITHM


@pytest.mark.parametrize("off", [1e-5, 1e-2, 0.3, -2.0])
def test_what_is_no_rotation_is_refused(off):
    T = np.tile(np.eye(4), (3, 1, 1))
    T[1, :3, :3] *= 1 + off
    with raises(da.finding.WrongType, argument="pose"):
        target(T)


def test_the_last_row_of_a_pose_is_that_of_one():
    for k, off in ((0, 1e-9), (2, -1e-3), (3, 1e-6)):
        T = np.eye(4)
        T[3, k] += off
        with raises(da.finding.WrongType, argument="pose"):
            target(T)


@pytest.mark.parametrize(
    ("damping", "near"), [(0.05, 0.05), (0.5, 2.0), (1.0, 1.5), (0.3, 0.9), (0.5, 0.0), (0.0, 2.0)]
)
def test_one_joint_is_damped_as_the_formula_has_it(damping, near):
    """Its one singular value is σ = 1, lengths in lengths of the arm: q̇ = v σ/(σ² + λ² (1 − (σ/ε)²)) where σ < ε."""
    robot = slider()
    J = da.jacobian(robot, [0.3])[:3]
    v = 0.7 * J[:, 0]
    rate = da.kinematics.joint_rates(robot, [0.3], v, damping=damping, near=near)
    square = damping**2 * (1 - 1 / near**2) if near > 1 else 0.0
    assert rate == pytest.approx([0.7 / (1 + square)])


def test_a_plane_of_points_is_named_by_the_world_where_it_is_one_of_its():
    rng = np.random.default_rng(2)
    for normal, names in (
        ((0, 0, 1), ("$x_0$", "$y_0$")),
        ((0, 1, 0), ("$x_0$", "$z_0$")),
        ((1, 0, 0), ("$y_0$", "$z_0$")),
    ):
        points = rng.normal(size=(40, 3)) * (1 - np.array(normal)) + 0.3
        plane = _plane(points)
        assert _axes_of(plane) == names
        assert np.abs(plane @ normal).max() == 0
    tilted = rng.normal(size=(40, 2)) @ np.array([[1.0, 0, 1], [0, 1, 0]]) + [0.2, 0, 3]
    plane = _plane(tilted)
    assert plane @ plane.T == pytest.approx(np.eye(2), abs=SOLVED)
    assert plane @ [1, 0, -1] == pytest.approx([0, 0], abs=SOLVED)
    line = np.outer(rng.normal(size=20), [1.0, 2, 2])
    along = _plane(line)
    assert np.linalg.norm(along @ np.array([1, 2, 2]) / 3) == pytest.approx(1)


@pytest.mark.parametrize(
    ("motions", "sign", "axis"),
    [
        (["slide"], "slide", 0), (["turn"], "turn", 0), (["slide", "turn"], "turn", 1), (["turn", "slide"], "turn", 0),
        (["slide", "slide"], "slide", 0), (["turn", "turn"], "universal", 0), (["slide", "turn", "turn"], "universal", 1),
        (["turn", "turn", "turn"], "ball", 0), (["ball"], "ball", 0), (["slide", "slide", "turn"], "turn", 2),
    ],
)  # fmt: skip
def test_a_joint_of_several_motions_is_drawn_by_its_first_turn(motions, sign, axis):
    steps = [(k, SimpleNamespace(motion=x)) for k, x in enumerate(motions)]
    poses = [np.eye(4)[[0, 1, 2, 3]] * (k + 1) for k in range(len(motions))]
    assert sign_of([body for _, body in steps]) == sign
    assert axis_of(steps, poses)[2] == axis + 1


def test_no_targets_have_no_solutions():
    robot = da.gallery.puma560()
    assert da.inverse_kinematics(robot, np.zeros((0, 4, 4))).shape == (0, 6)
    assert da.inverse_kinematics(robot, np.zeros((0, 4, 4)), all=True).shape == (0, 0, 6)


@pytest.mark.parametrize("weights", [[1, 1, 0, 1, 1, 1], [1, -1, 1, 1, 1, 1], [0] * 6])
def test_weights_of_joints_are_above_zero_all_of_them(weights):
    robot = da.gallery.puma560()
    T = da.forward_kinematics(robot, np.full(6, 0.3))
    with raises(da.finding.OutOfRange, argument="weights", lower=0, strict=True):
        da.kinematics.follow(
            robot, np.array([T, T]), q0=np.full(6, 0.3), redundancy=da.kinematics.Redundancy(weights=weights)
        )


@pytest.mark.parametrize("axes", ["world", "frame"])
def test_dexterity_is_the_smallest_singular_value_of_the_task(axes):
    """Of a whole pose whatever the axes; of one row the length of that row, in the axes it is asked in."""
    robot, q = da.gallery.puma560(), np.array([0.3, -0.7, 0.4, 0.9, 0.6, -0.2])
    J = da.jacobian(robot, q) / np.repeat([arm(robot).length, 1.0], 3)[:, None]
    R = da.forward_kinematics(robot, q)[:3, :3]
    turned = J if axes == "world" else np.concatenate([R.T @ J[:3], R.T @ J[3:]])
    whole = ResolvedRate(arm(robot), np.ones(6), False, axes)
    assert whole.dexterity(q) == pytest.approx(np.linalg.svd(J)[1][-1])
    for k in range(6):
        one = replace(whole, weights=np.eye(6)[k])
        assert one.dexterity(q) == pytest.approx(np.linalg.norm(turned[k]))
    stiff = replace(whole, stiffness=np.array([np.inf, 1, 1, 1, 1, 1]))
    assert stiff.dexterity(q) == 0.0


def test_a_picture_is_drawn_on_the_axes_that_are_given():
    axes = Figure().add_subplot()
    da.draw(lecture_arm()).draw(axes)
    assert len(axes.patches) + len(axes.lines) + len(axes.collections) > 0


@pytest.mark.parametrize("name", ["planar_3rrr", "delta", "stewart"])
def test_the_places_of_a_platform_are_reached_by_one_of_its_postures(name):
    robot = getattr(da.gallery, name)()
    points = da.mechanism.parallel_workspace(robot, samples=40, limits=False).points
    assert 0 < len(points) <= 40
    flat = name == "planar_3rrr"
    for point in points[:3]:
        assert len(da.mechanism.working_modes(robot, point[:2] if flat else point)) >= 1


def test_limits_that_no_position_keeps_are_refused_where_they_are_kept():
    robot = da.gallery.ur5()
    last = replace(robot.joints[-1], limits=replace(robot.joints[-1].limits, lower=1.0, upper=-1.0))
    turned = replace(robot, joints=(*robot.joints[:-1], last))
    q = np.full(6, 0.3)
    pose = da.forward_kinematics(robot, q)
    for ask in (
        da.inverse_kinematics,
        lambda *x: da.kinematics.follow(x[0], [x[1]], q0=q),
        lambda *x: da.kinematics.workspace(x[0], samples=100),
    ):
        with raises(da.finding.LimitsReversed, robot="ur5", joint="joint6"):
            ask(turned, pose)
    assert da.inverse_kinematics(turned, pose, q0=q, limits=False) == pytest.approx(q, abs=SOLVED)
