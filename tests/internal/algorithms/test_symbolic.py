"""A robot in symbols: their names, and the same motion when the values are put back."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

import dalembert as da
from dalembert.algorithms.kinematics import kinematics
from dalembert.algorithms.rnea import rnea
from dalembert.argument import value
from dalembert.graph import Node
from dalembert.robot.model import Naming
from dalembert.robot.tree import tree
from dalembert.spatial.pose import rotation_rpy
from random_robot import kicked, posture, random_robot, random_tree, seeds, worst
from tolerance import SAME_ALGORITHM

INERTIAL = ("m", "mx", "my", "mz", "xx", "xy", "yy", "xz", "yz", "zz")


def torque(robot, state):
    return [float(x) for x in rnea(tree(robot), *(row.tolist() for row in state))]


def symbol_values(robot, *, drives=False):
    """Values of all symbols in `robot.symbolic()`, which restore the original robot."""
    return Naming(robot, drives).values


def test_puma_has_sixty_inertial_parameters_and_four_lengths():
    robot = da.gallery.puma560().symbolic()
    expected = {f"{x}{i}" for x in INERTIAL for i in range(1, 7)}
    assert set(robot.parameters) == expected | {"a2", "a3", "d3", "d4", "g"}
    assert robot.gravity == (0, 0, value("-g"))
    assert all(joint.drive is None for joint in robot.joints)
    assert robot.link("link2").inertia.ms == tuple(value(x) for x in ("mx2", "my2", "mz2"))


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("stanford", {"d1", "d2", "d6"}),
        ("panda", {"d1", "d3", "a4", "a5", "d5", "a7", "d8"}),
        ("ur5", {"d1", "a2", "a3", "d4", "d5", "d6"}),
        ("scara", {"d1", "l1", "l2"}),  # symbols stay
    ],
)
def test_lengths_have_the_names_of_the_table(name, lengths):
    robot = getattr(da.gallery, name)()
    own = {f"{x}{i}" for x in INERTIAL for i in range(1, robot.n + 1)}
    assert set(robot.symbolic().parameters) - own == lengths | {"g"}


def test_lengths_are_positive_and_keep_their_sign_outside():
    values = symbol_values(da.gallery.panda())
    assert values["a5"] == 0.0825
    assert da.gallery.panda().symbolic().joints[4].placement.p[0] is value("-a5")
    assert all(x > 0 for name, x in values.items() if name[0] in "adg")


def test_drives_on_request():
    robot = da.gallery.puma560().symbolic(drives=True)
    assert robot.joints[2].drive == da.Drive(rotor_inertia="Ia3", damping="fv3", coulomb="fc3")
    values = symbol_values(da.gallery.puma560(), drives=True)
    assert values["Ia3"] == pytest.approx(200e-6 * 53.7063**2)
    assert values["fc3"] == pytest.approx(53.7063 * (0.132 + 0.105) / 2)


def test_right_angles_from_floats_become_exact_and_others_stay():
    angles = (math.pi / 2, -1.5707963267948966, 1.5707963267997933, 0.4, math.pi)
    robot = da.from_dh([("R", 0.1, angle, 0, 0) for angle in angles]).symbolic()
    for joint, angle in zip(robot.joints, angles, strict=True):
        entries = [x for row in joint.after.R for x in row]
        assert any(type(x) is float for x in entries) == (angle == 0.4)
    assert robot.joints[2].after.R == ((1, 0, 0), (0, 0, -1), (0, 1, 0))


def test_two_lengths_of_one_joint_are_told_apart():
    links = (da.Link("base"), da.Link("arm", da.Inertia(1.0)), da.Link("hand"))
    joints = (
        da.Joint("turn", "revolute", "base", "arm", da.Pose(p=(0.1, 0.2, -0.3)), after=da.Pose(p=(0.4, 0, 0))),
        da.Joint("mount", "fixed", "arm", "hand", da.Pose(p=(0.5, 0, 0))),
    )
    robot = da.Robot("r", links, joints, (1.0, 0.0, -9.0), (da.model.Frame("tip", "hand", da.Pose(p=(0.7, 0, 0))),))
    values = symbol_values(robot)
    lengths = {"a1": 0.1, "dy1": 0.2, "dz1": 0.3, "a1_2": 0.4, "a2": 0.5, "a2_2": 0.7}
    assert {name: x for name, x in values.items() if name[0] in "ad"} == lengths
    assert robot.symbolic().gravity == (value("gx"), 0, value("-gz"))
    assert robot.symbolic().link("hand").inertia.is_zero


def test_a_symbol_that_stays_keeps_its_name_to_itself():
    robot = da.from_dh([("R", "d2", 0, 0, 0), ("R", 0, 0, 0.7, 0)], "modified")
    assert robot.symbolic().joints[0].placement.p[0] is value("d2")
    assert symbol_values(robot)["d2_2"] == 0.7


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_values_put_back_give_the_same_torque_and_pose(seed):
    robot = random_robot(seed, 4, mimic=True, drives=True)
    again = robot.symbolic().bind(**symbol_values(robot))
    state = kicked(robot, seed)
    assert not again.parameters
    assert worst(torque(again, state), torque(robot, state)) < 10 * SAME_ALGORITHM
    for link in robot.links:
        found, expected = (kinematics(tree(r), state[0].tolist(), link.name).matrix() for r in (again, robot))
        assert worst(np.array(found, float), np.array(expected, float)) < SAME_ALGORITHM


def test_symbols_of_a_symbolic_robot_are_expressions_of_the_old_ones():
    values = symbol_values(da.gallery.planar_2r())
    assert values["zz1"] is value("I1 + m1*lc1**2")
    assert isinstance(values["mx2"], Node)
    turned = da.Robot(
        "r",
        (da.Link("a"), da.Link("b", da.Inertia("m"))),
        (da.Joint("j", "revolute", "a", "b", da.Pose(rotation_rpy(0.1, 0, 0))),),
    )
    assert turned.symbolic().bind(**symbol_values(turned)).parameters == ("m",)


@pytest.mark.parametrize("name", ["andrews_squeezer", "planar_3rrr"])
def test_robots_with_loops_in_symbols_close_and_move_alike(name):
    """Lengths of the cuts are named too, and closed postures stay closed when the values are put back."""
    robot = getattr(da.gallery, name)()
    named = robot.symbolic()
    assert not any(type(x) is float for loop in named.loops for x in loop.first_placement.p)
    back = named.bind(**symbol_values(robot))
    q = da.assemble(robot, da.neutral(robot))
    assert worst(da.mechanism.loop_closure(back, q), da.mechanism.loop_closure(robot, q)) < SAME_ALGORITHM
    assert worst(da.mass_matrix(back, q), da.mass_matrix(robot, q)) < SAME_ALGORITHM
    assert worst(da.mechanism.loop_jacobian(back, q), da.mechanism.loop_jacobian(robot, q)) < SAME_ALGORITHM


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_joints_of_every_kind_in_symbols_move_alike(seed):
    robot = random_tree(seed, 3, drives=bool(seed % 2))
    back = robot.symbolic().bind(**symbol_values(robot))
    q, qd, qdd = posture(robot, seed), *np.random.default_rng(seed).uniform(-1.7, 1.7, (2, robot.nv))
    expected = da.inverse_dynamics(robot.rigid(), q, qd, qdd)
    assert worst(da.inverse_dynamics(back, q, qd, qdd), expected) < SAME_ALGORITHM
