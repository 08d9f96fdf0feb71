"""The frame nobody named is the one a person means; a frame that no joint moves has no motion to ask for."""

import numpy as np
import pytest

import dalembert as da
from corpus import FILES, find
from dalembert.kinematics.chain import sample
from dalembert.robot.tree import tree
from raised import raises
from random_robot import random_robot

TREES = [random_robot(seed, 2 + seed % 7, mimic=seed % 4 == 0) for seed in range(60)]


def moving_joints(robot, frame):
    """How many moving joints are between the ground and a link, climbed joint by joint."""
    by_child = {joint.child: joint for joint in robot.joints}
    count = 0
    while frame in by_child:
        count += by_child[frame].kind != "fixed"
        frame = by_child[frame].parent
    return count


@pytest.mark.parametrize("robot", TREES, ids=lambda r: r.name)
def test_no_link_has_more_moving_joints_before_it(robot):
    tip = tree(robot).last
    assert moving_joints(robot, tip) == max(moving_joints(robot, link.name) for link in robot.links)
    assert all(joint.parent != tip for joint in robot.joints)  # a tip carries nothing


def test_no_robot_file_has_a_default_that_stands_still():
    checked = 0
    for path in FILES[::3]:
        try:
            robot = da.load(path)
        except da.DalembertError:
            continue
        if robot.n:
            tip = tree(robot).last
            assert moving_joints(robot, tip) == max(moving_joints(robot, link.name) for link in robot.links), path.name
            checked += 1
    assert checked >= 20


@pytest.mark.parametrize(
    ("file", "tip"),
    [("ur5_robot.urdf", "ee_link"), ("ur10_robot.urdf", "ee_link"), ("TwoDofs.urdf", "Tip"), ("go2.urdf", "FL_foot")],
)
def test_files_as_people_know_them(file, tip):
    robot = da.load(find(file))
    assert tree(robot).last == tip
    q = np.full(robot.n, 0.3)
    assert np.array_equal(da.forward_kinematics(robot, q), da.forward_kinematics(robot, q, tip))


def test_singularities_of_a_ur5_from_its_file_are_those_of_the_tool():
    robot = da.load(find("ur5_robot.urdf"))
    assert {x.kind for x in da.kinematics.singularities(robot)} == {"wrist", "elbow", "shoulder"}
    assert 0 < da.kinematics.manipulability(robot, np.full(6, 0.7)) < 0.2


def test_of_equal_chains_the_first_in_the_file():
    links = tuple(da.Link(x) for x in ("ground", "left", "right", "left_hand", "plate", "right_hand"))
    joints = (
        da.Joint("plate_mount", "fixed", "ground", "plate", da.Pose()),
        da.Joint("j1", "revolute", "ground", "left", da.Pose(), (0, 0, 1)),
        da.Joint("j2", "revolute", "ground", "right", da.Pose(), (0, 0, 1)),
        da.Joint("m1", "fixed", "left", "left_hand", da.Pose(p=(1, 0, 0))),
        da.Joint("m2", "fixed", "right", "right_hand", da.Pose(p=(1, 0, 0))),
    )
    assert tree(da.Robot("two", links, joints)).last == "left_hand"
    named = da.Robot("two", links, joints, frames=(da.model.Frame("tool", "right", da.Pose()),))
    assert tree(named).last == "tool"


MOTION = {
    "manipulability": lambda r, q, f: da.kinematics.manipulability(r, q, frame=f),
    "velocity_ellipsoid": lambda r, q, f: da.kinematics.velocity_ellipsoid(r, q, frame=f),
    "force_ellipsoid": lambda r, q, f: da.kinematics.force_ellipsoid(r, q, frame=f),
    "singularities": lambda r, q, f: da.kinematics.singularities(r, frame=f),
    "null_space": lambda r, q, f: da.kinematics.null_space(r, q, frame=f),
    "self_motion": lambda r, q, f: da.kinematics.self_motion(r, q, frame=f),
    "joint_rates": lambda r, q, f: da.kinematics.joint_rates(r, q, np.ones(6), frame=f),
    "workspace": lambda r, q, f: da.kinematics.workspace(r, frame=f),
    "inverse_kinematics": lambda r, q, f: da.inverse_kinematics(r, np.eye(4), frame=f),
    "all of inverse_kinematics": lambda r, q, f: da.inverse_kinematics(r, np.zeros(3), frame=f, all=True),
    "static_torque": lambda r, q, f: da.statics.static_torque(r, q, wrench={f: np.ones(6)}),
    "largest_force": lambda r, q, f: da.statics.largest_force(r, q, [0, 0, 1], frame=f, effort=np.ones(r.n)),
    "load_capacity": lambda r, q, f: da.statics.load_capacity(r, q, frame=f, effort=np.ones(r.n)),
}
STANDING = [
    *[(getattr(da.gallery, name)(), "base") for name in ("puma560", "scara", "planar_2r", "panda")],
    *[(robot, "ground") for robot in TREES[:4]],
]


@pytest.mark.parametrize("ask", MOTION)
@pytest.mark.parametrize(("robot", "frame"), STANDING, ids=[r.name for r, _ in STANDING])
def test_what_no_joint_moves_has_no_motion(robot, frame, ask):
    numbers = robot if not robot.parameters else sample(robot)
    frame = frame if frame in tree(robot).places else robot.root
    with raises(da.finding.FixedFrame, frame=frame):
        MOTION[ask](numbers, np.full(robot.n, 0.2), frame)


def test_a_robot_that_only_stands_says_so():
    robot = da.Robot(
        "post", (da.Link("ground"), da.Link("post")), (da.Joint("weld", "fixed", "ground", "post", da.Pose()),)
    )
    with raises(da.finding.FixedFrame, robot="post", frame="post"):
        da.kinematics.workspace(robot)
