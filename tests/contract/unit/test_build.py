"""Robots built from drawings: they stand where they were drawn, move as the joints say, and weigh what they are said to."""

import numpy as np
import pytest

import dalembert as da
from tolerance import SAME_ALGORITHM


@pytest.mark.sampled(19)
@pytest.mark.parametrize("name", da.mechanism.library.names())
def test_a_robot_stands_where_it_was_drawn(name):
    """At q = 0 loops are closed, and every link has its frame at the joint that carries it, with the drawing's axes."""
    drawing, robot = da.mechanism.library.drawn(name), da.mechanism.library.get(name)
    q = da.neutral(robot)
    if robot.loops:
        assert np.abs(da.mechanism.loop_closure(robot, q)).max() < SAME_ALGORITHM
    for joint in robot.joints:
        pose = da.forward_kinematics(robot, q, frame=joint.child)
        assert np.abs(pose[:3, :3] - np.eye(3)).max() < SAME_ALGORITHM
        assert pose[:3, 3] == pytest.approx([float(x) for x in drawing.joint(joint.name).point], abs=SAME_ALGORITHM)


@pytest.mark.parametrize("name", da.mechanism.library.names())
def test_every_joint_is_in_the_tree_or_cut(name):
    drawing, robot = da.mechanism.library.drawn(name), da.mechanism.library.get(name)
    assert {j.name for j in robot.joints} | {x.name for x in robot.loops} == {j.name for j in drawing.joints}
    assert len(robot.loops) == len(drawing.joints) - len(drawing.bodies) + 1
    assert set(drawing.driven) <= {j.name for j in robot.joints}
    assert all(not link.inertia.is_zero for link in robot.links if link.name != drawing.ground)


def test_coordinates_mean_the_same_whichever_way_a_joint_is_passed():
    """b turns by q relative to a, about the axis drawn, whether the tree comes from a or from b."""
    for a, b, sense in (("ground", "arm", 1), ("arm", "ground", -1)):
        robot = da.mechanism.Mechanism(
            "arm", (da.mechanism.revolute(a, b, (0, 0), name="hinge"),), ground="ground"
        ).robot
        R = da.forward_kinematics(robot, [0.3], "arm")[:3, :3]
        assert np.arctan2(R[1, 0], R[0, 0]) == pytest.approx(0.3 * sense)


def test_axes_of_a_universal_joint_keep_to_their_bodies():
    """The first axis stays in a, the second in b, square or oblique, passed from a or from b."""
    for second in ((0, 1, 0), (0, 1, 1)):
        for a, b in (("ground", "arm"), ("arm", "ground")):
            robot = da.mechanism.Mechanism(
                "arm", (da.mechanism.universal(a, b, (0, 0), (0, 0, 1), second),), ground="ground"
            ).robot
            R = da.forward_kinematics(robot, [0.4, -0.7], "arm")[:3, :3]
            moved, fixed = (second, (0, 0, 1)) if a == "ground" else ((0, 0, 1), second)
            # the angle between the two axes never changes
            assert (R @ moved) @ np.array(fixed) == pytest.approx(np.dot(second, (0, 0, 1)), abs=SAME_ALGORITHM)


def test_a_ring_of_screws_is_cut_at_a_nut():
    """Three screws on one axis with different pitches: two equations for three turns, one freedom, and it moves."""
    z = (0, 0, 1)
    ring = da.mechanism.Mechanism(
        "ring",
        (
            da.mechanism.screw("ground", "a", (0, 0, 0), z, 0.1), da.mechanism.screw("a", "b", (0, 0, 1), z, 0.2),
            da.mechanism.screw("b", "ground", (0, 0, 2), z, 0.4),
        ),
        driven=("ground-a",),
    )  # fmt: skip
    robot = ring.robot
    found = da.mechanism.mobility(robot)
    assert (found.instantaneous, found.full_cycle) == (1, 1)
    q = da.assemble(robot, [0.3, *[0.0] * (robot.nq - 1)])
    pose = da.forward_kinematics(robot, q, "b")
    turn = np.arctan2(pose[1, 0], pose[0, 0])
    # b turns by θ against the ground, and comes back by the third screw: its advance is 0.4 θ
    assert pose[2, 3] - da.forward_kinematics(robot, da.neutral(robot), "b")[2, 3] == pytest.approx(
        0.4 * turn, abs=SAME_ALGORITHM
    )
    assert abs(turn) > 0.01


def test_inertia_given_in_the_drawing():
    """A body's inertia is drawn where the body is: the same potential energy wherever its frame was put."""
    ball = da.Inertia.about_com(3.0, (2.0, 1.0, 0.0), (0.1, 0.2, 0.3, 0, 0, 0))
    joints = (da.mechanism.revolute("ground", "arm", (1, 1)),)
    robot = da.mechanism.Mechanism("arm", joints, inertias=(("arm", ball),), gravity=(0, -10, 0)).robot
    assert robot.link("arm").inertia.mass == 3
    # lifted by 1 · sin q about (1, 1)
    rise = da.potential_energy(robot, [0.5]) - da.potential_energy(robot, [0.0])
    assert rise == pytest.approx(3 * 10 * np.sin(0.5))
    assert da.mass_matrix(robot, [0.2])[0, 0] == pytest.approx(0.3 + 3.0)


def test_a_bar_without_inertia_is_a_rod():
    """1 kg/m: m l²/3 about its end, and m r²/4 for its thickness."""
    joints = (
        da.mechanism.revolute("ground", "bar", (0, 0)),
        da.mechanism.revolute("bar", "slider", (2, 0)),
        da.mechanism.prismatic("ground", "slider", (2, 0), (1, 0, 0)),
    )
    bar = da.mechanism.Mechanism("crank", joints).robot.link("bar").inertia
    assert bar.mass == pytest.approx(2)
    assert bar.tensor[2] == pytest.approx(2 * (4 / 3 + 0.05**2 / 4))
