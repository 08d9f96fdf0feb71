"""Kinematics at its edges: joints that are locked or held, candidates a little off, postures that none of the modes has."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from closed_robot import FIVE_BAR, at, four_bar
from dalembert.closed.algebra.factors import _joined as joined
from dalembert.kinematics.analytic_inverse import polished, solutions
from dalembert.kinematics.chain import sample
from dalembert.kinematics.task import arm, error_size, target
from dalembert.spatial.pose import rotation_rpy
from dalembert.view.diagram import outline
from raised import raises
from tolerance import SAME_POSTURE

OFF = 1e-11  # a hundredth of the tolerance that is asked for: what Newton's steps end with


def locked(robot, joint, at):
    return replace(
        robot, joints=tuple(replace(j, limits=da.Limits(at, at)) if j.name == joint else j for j in robot.joints)
    )


def test_out_of_reach_the_nearest_posture_keeps_a_joint_that_is_locked():
    """Its limits are one value: there it stays, and what is missing is what is missing from there."""
    robot = random_arm("RRRR", 2)
    q = np.full(robot.n, 0.3)
    joint = robot.coordinates[1]
    stiff = locked(robot, joint, 0.3)
    far = da.forward_kinematics(robot, q)
    far[:3, 3] *= 30.0
    with raises(da.finding.UnreachableTarget, frame="link4", limits=True) as caught:
        da.inverse_kinematics(stiff, far[:3, 3], q0=q)
    assert caught.value.q[1] == pytest.approx(0.3, abs=1e-8)
    with raises(da.finding.UnreachableTarget, frame="link4", limits=False) as free:
        da.inverse_kinematics(robot, far[:3, 3], q0=q)
    off = [np.linalg.norm(da.forward_kinematics(robot, x.value.q)[:3, 3] - far[:3, 3]) for x in (free, caught)]
    assert off[0] <= off[1] + 1e-9


def test_a_joint_that_is_held_is_not_moved_by_a_wish():
    """Weight inf on one joint, and a posture far away that all are drawn to."""
    robot = da.gallery.panda()
    q = np.array([0.0, -0.5, 0.2, -2.0, 0.1, 1.6, 0.8])
    T = np.repeat(da.forward_kinematics(robot, q)[None], 15, axis=0)
    T[:, 2, 3] += np.linspace(0, 0.03, 15)
    wish = q + 0.5
    weights = [1.0, 1.0, np.inf, 1.0, 1.0, 1.0, 1.0]
    found = da.kinematics.follow(
        robot, T, q, redundancy=da.kinematics.Redundancy(prefer=wish, weights=weights), task="position"
    )
    assert found.complete
    assert np.ptp(found.q[:, 2]) == 0
    assert (
        np.abs(found.q[-1] - wish).sum() < np.abs(da.kinematics.follow(robot, T, q, task="position").q[-1] - wish).sum()
    )


@pytest.mark.parametrize("part", [0.25, 0.5, 0.75])
def test_a_path_that_ends_between_two_poses_says_where(part):
    """A 2R arm on a ray from its base: it is straight at 2, a part of the last step beyond the pose before."""
    robot = da.gallery.planar_2r().bind(l1=1, l2=1)
    step = 0.1
    r = 2.0 - step * (part + np.arange(6)[::-1] - 1)
    P = np.stack([r, 0 * r, 0 * r], axis=-1)
    q0 = da.inverse_kinematics(robot, P[0], q0=[-0.5, 1.0])
    found = da.kinematics.follow(robot, P, q0, step=2.0)
    assert not found.complete
    assert float(found.way) == pytest.approx(4 + part, abs=0.01)
    assert found.reached == 5


@pytest.mark.parametrize("kinds", ["RRRRRR", "RPRRRR"])
def test_candidates_a_little_off_are_brought_onto_the_pose(kinds):
    """To rounding, in Newton's few steps; what is far off, or no number, is left out; what is there twice counts once."""
    robot, rng = random_arm(kinds, 3), np.random.default_rng(5)
    q = rng.uniform(-1, 1, (4, 6))
    goal, hand = target(da.forward_kinematics(robot, q)), arm(robot)
    near = q[:, None] + 1e-3 * rng.normal(size=(4, 3, 6))
    near[:, 1] = q
    near[:, 2] = np.nan
    found, off = polished(hand, goal, near, 1e-9)
    assert off[:, :2].max() < OFF
    assert np.isinf(off[:, 2]).all()
    assert np.abs(found[:, :2] - q[:, None]).max() < SAME_POSTURE
    assert hand.turning.tolist() == [k == "R" for k in kinds]
    kept = solutions(hand, goal, near, 1e-9)
    assert kept.shape == (4, 1, 6)


def test_odd_factors_without_a_partner_are_squared_and_others_are_paired():
    """A factor of half angles has a sign that depends on the turn; two alike, or a square, have none."""
    parity = {2: (1, 0), 3: (0, 1), 5: (1, 1), 7: (1, 0)}
    size = SimpleNamespace(parity=parity.get, write=lambda x: SimpleNamespace(to_dict=lambda: range(x)))
    assert joined(size, [2, 3, 5]) == [4, 9, 25]
    assert joined(size, [2, 3, 7]) == [14, 9]
    assert joined(size, [2, 7]) == [14]
    assert joined(size, []) == []


def test_a_ball_or_a_universal_joint_makes_a_planar_arm_spatial():
    links = (da.Link("ground"), da.Link("upper"), da.Link("fore"), da.Link("hand"))
    first = da.Joint("first", "revolute", "ground", "upper")
    second = da.Joint("second", "revolute", "upper", "fore", da.Pose(p=(0.5, 0, 0)))
    for kind, flat in (("revolute", True), ("universal", False), ("spherical", False)):
        wrist = da.Joint("wrist", kind, "fore", "hand", da.Pose(p=(0.4, 0, 0)))
        robot = da.Robot("arm", links, (first, second, wrist))
        assert (outline(robot, da.neutral(robot)).normal is not None) == flat


def test_modes_of_a_parallel_robot_that_do_not_count_say_why():
    robot = da.gallery.orthoglide()
    with raises(da.finding.NoWorkingMode, robot="orthoglide", reason="beyond limits"):
        da.inverse_kinematics(robot, [[0.0, 0.0, 0.0], [0.2, 0.0, 0.0]])
    both = da.inverse_kinematics(robot, [[0.0, 0.0, 0.0], [0.2, 0.0, 0.0]], missing="nan")
    assert np.isnan(both[1]).all()
    assert np.isfinite(both[0]).all()
    plate = da.gallery.planar_3rrr()
    tilted = np.eye(4)
    tilted[1:3, 1:3] = [[np.cos(0.2), -np.sin(0.2)], [np.sin(0.2), np.cos(0.2)]]
    with raises(da.finding.PlatformOrientation, robot="planar_3rrr", planar=True):
        da.inverse_kinematics(plate, tilted, limits=False)
    for flat, place in ((plate, [0.01, 0.02, 0.1]), (da.gallery.five_bar().bind(**FIVE_BAR), [0.12, 0.5, -0.1])):
        with raises(da.finding.OffPlane):
            da.mechanism.working_modes(flat, place)
        level = da.mechanism.working_modes(flat, [*place[:2], 0.0])
        assert np.array_equal(da.mechanism.working_modes(flat, place[:2]), level)
        turned = np.eye(4)
        turned[:2, 3] = place[:2]
        if flat is not plate:
            with raises(da.finding.NoWorkingMode, robot="five_bar", reason="other orientation"):
                da.inverse_kinematics(flat, turned, limits=False)
        raised = replace(flat, joints=tuple(_raised(flat, j) for j in flat.joints))
        assert np.array_equal(da.mechanism.working_modes(raised, [*place[:2], 0.3]), level)


def _raised(robot, joint):
    p = [float(x) for x in joint.placement.p]
    return (
        replace(joint, placement=da.Pose(joint.placement.R, (*p[:2], p[2] + 0.3)))
        if joint.parent == robot.root
        else joint
    )


def test_a_region_that_no_sample_meets_is_said_and_so_are_motors_that_cannot_be_there():
    robot = da.gallery.orthoglide()
    narrow = replace(
        robot,
        joints=tuple(replace(j, limits=da.Limits(9.0, 9.1)) if j.name in robot.actuated else j for j in robot.joints),
    )
    with raises(da.finding.NoReachablePoint, robot="orthoglide", samples=20):
        da.mechanism.parallel_workspace(narrow, samples=20)
    with raises(da.finding.CannotAssemble, robot="orthoglide"):
        da.mechanism.assembly_modes(robot, [5.0, -5.0, 5.0])


def test_states_that_a_gpu_does_not_march_are_refused_by_name():
    for drive in (da.Drive(stiffness=100.0, rotor_inertia=0.1), da.Drive(coulomb=1.0, bristle_stiffness=1e4)):
        row = {"joint": "R", "a": 1, "alpha": 0, "d": 0, "mass": 2, "com": (0, 0, 0), "drive": drive}
        with raises(da.finding.FeatureUnsupported, function="gpu_stepper", robot="robot"):
            da.code.gpu_stepper(da.from_dh([row]))


@pytest.mark.parametrize(("stretch", "fits"), [(1 + 1e-9, True), (1 + 1e-5, False), (1.01, False), (0.7, False)])
def test_a_pose_has_a_rotation_in_it(stretch, fits):
    robot = da.gallery.puma560()
    T = da.forward_kinematics(robot, np.full(6, 0.3))
    T[:3, 0] *= stretch
    if fits:
        assert np.isfinite(da.inverse_kinematics(robot, T, q0=np.full(6, 0.3))).all()
    else:
        with raises(da.finding.WrongType, argument="pose"):
            da.inverse_kinematics(robot, T, q0=np.full(6, 0.3))


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "universal", "cylindrical", "screw", "spherical"])
def test_the_axis_of_a_joint_is_that_of_its_first_turn_else_of_its_slide(kind):
    """In the world, wherever the joint stands: the first angular column of J that is not 0, else the linear one."""
    place = da.Pose(rotation_rpy(0.4, -0.3, 0.8), (0.1, 0.2, 0.3))
    pitch = {"pitch": 0.1} if kind == "screw" else {}
    joint = da.Joint("joint", kind, "ground", "hand", place, **pitch)
    robot = da.Robot("one", (da.Link("ground"), da.Link("hand")), (joint,))
    q = da.neutral(robot)
    if kind != "spherical":
        q = q + 0.4
    (hinge,) = outline(robot, q).hinges
    J = da.jacobian(robot, q, "hand")
    turns = [k for k in range(robot.nv) if np.linalg.norm(J[3:, k]) > 0.5]
    expected = J[3:, turns[0]] if turns else J[:3, 0]
    if kind == "spherical":  # no turn of its own: the third axis of its frame
        expected = np.array(place.R, dtype=float)[:, 2]
    assert hinge.axis == pytest.approx(expected, abs=1e-9)


def test_a_start_beside_a_singular_configuration_is_no_start_on_it():
    """A parallelogram on its line is refused, and one a little beside it is not."""
    for off, fits in ((0.0, False), (1e-4, True)):
        robot = parallelogram()
        q = np.array([off, -off, off])
        if fits:
            assert da.simulate(robot, q, duration=1e-3, method=da.simulation.Solver("rk4", step=1e-4)).t[-1] == 1e-3
        else:
            with raises(da.finding.SingularLoops, robot="four_bar"):
                da.simulate(robot, q, duration=1e-3, method=da.simulation.Solver("rk4", step=1e-4))


def parallelogram():
    robot, _ = four_bar()
    rocker = replace(robot.joint("rocker"), placement=at(2.0))
    return replace(robot, joints=(*robot.joints[:2], rocker), loops=(replace(robot.loops[0], first_placement=at(1.0)),))


@pytest.mark.parametrize(("length", "counted"), [(0.1, 2.0), (1.0, 2.0), (4.0, 0.5), (100.0, 0.3)])
def test_metres_of_an_arm_longer_than_one_are_counted_in_its_length(length, counted):
    assert error_size(np.array([[-2.0, 1.0, 0.5, 0.1, -0.3, 0.2]]), length) == pytest.approx([counted])
    assert error_size(np.array([[-2.0, 1.0, 0.5]]), length) == pytest.approx([2.0 / max(length, 1.0)])


def test_where_there_are_infinitely_many_solutions_one_is_given():
    """A 2R arm of equal links folded onto its base, alone and among targets with two solutions each."""
    robot = da.gallery.planar_2r().bind(l1=1, l2=1)
    targets = np.array([[0.0, 0.0, 0.0], [1.0, 0.5, 0.0]])
    alone = da.inverse_kinematics(robot, targets[0], all=True)
    both = da.inverse_kinematics(robot, targets, all=True)
    assert alone.shape == (1, 2)
    assert both.shape == (2, 2, 2)
    assert np.isnan(both[0, 1]).all()
    for q, p in ((alone[0], targets[0]), (both[0, 0], targets[0]), (both[1, 0], targets[1]), (both[1, 1], targets[1])):
        assert np.abs(da.forward_kinematics(robot, q)[:3, 3] - p).max() < 1e-8


@pytest.mark.parametrize(("name", "reach"), [("planar_2r", (3.0, 0.0, 0.0)), ("puma560", (3.0, 0.4, 0.2))])
def test_a_target_out_of_reach_leaves_the_solutions_of_the_others(name, reach):
    robot = sample(getattr(da.gallery, name)())
    T = np.array([da.forward_kinematics(robot, x * np.ones(robot.n)) for x in (0.3, 0.3, -0.5)])
    T[1, :3, 3] = reach
    goal = T[:, :3, 3] if name == "planar_2r" else T
    found = da.inverse_kinematics(robot, goal, all=True, missing="nan")
    assert np.isnan(found[1]).all()
    for k in (0, 2):
        alone = da.inverse_kinematics(robot, goal[k], all=True)
        assert found[k][: len(alone)] == pytest.approx(alone, abs=SAME_POSTURE)
    assert np.isnan(da.inverse_kinematics(robot, goal[1], all=True, missing="nan")).all()


def test_a_wrist_above_the_shoulder_is_found_where_the_closed_form_leaves_the_first_joint_open():
    """The RX 90 with its wrist centre on axis 1 and aligned axes: infinitely many solutions, of which one is given."""
    robot, h = sample(da.gallery.rx90()), np.pi / 2
    for q in ([h, h, -h, np.pi, 0, np.pi], [np.pi, -h, h, 0, -h, np.pi], [h, -h, h, h, 0, -h]):
        T = da.forward_kinematics(robot, q)
        found = da.inverse_kinematics(robot, np.array([T, T]), all=True)
        assert found.shape == (2, 1, 6)
        assert da.forward_kinematics(robot, found[:, 0]) == pytest.approx(np.array([T, T]), abs=1e-8)
