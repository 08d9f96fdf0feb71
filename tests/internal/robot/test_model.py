"""Robots are trees; what is not one is refused with names."""

import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

import dalembert as da
from dalembert.robot.tree import tree
from raised import raises
from random_robot import random_robot
from tolerance import TENS_OF_ROUNDINGS

LINKS = (da.Link("a"), da.Link("b"), da.Link("c"))


def joint(name, parent, child, kind="revolute", **more):
    return da.Joint(name, kind, parent, child, **more)


@pytest.mark.parametrize(
    ("joints", "words"),
    [
        ([joint("j", "a", "b"), joint("k", "b", "a"), joint("l", "a", "c")], da.finding.LinkCycle),
        ([joint("j", "a", "b")], da.finding.Roots),
        ([joint("j", "a", "b"), joint("k", "c", "b")], da.finding.TwoParents),
        ([joint("j", "b", "c"), joint("k", "c", "b")], da.finding.LinkCycle),
        ([joint("j", "a", "b"), joint("j", "b", "c")], da.finding.Duplicate),
        ([joint("j", "a", "b"), joint("k", "b", "cc")], da.finding.NotDefined),
    ],
)
def test_what_is_not_a_tree_is_refused(joints, words):
    with raises(words):
        da.Robot("r", LINKS, tuple(joints))


def test_mimics_must_lead_somewhere():
    with raises(da.finding.NameNotDefined, noun="joint", owner="k", target="joint"):
        da.Robot("r", LINKS, (joint("j", "a", "b"), joint("k", "b", "c", mimic=da.model.Mimic("jj"))))
    with raises(da.finding.MimicCycle, joint="j", leader="j"):
        da.Robot(
            "r",
            LINKS,
            (joint("j", "a", "b", mimic=da.model.Mimic("k")), joint("k", "b", "c", mimic=da.model.Mimic("j"))),
        )
    with raises(da.finding.PartProblem, noun="joint", name="k", expected="a leader with one rate"):
        da.Robot("r", LINKS, (joint("j", "a", "b", "fixed"), joint("k", "b", "c", mimic=da.model.Mimic("j"))))


def test_joints_are_put_parents_first():
    robot = da.Robot("r", LINKS, (joint("k", "b", "c"), joint("j", "a", "b")))
    assert robot.coordinates == ("j", "k")
    assert robot.root == "a"


def test_kinds_and_axes_are_checked():
    with raises(da.finding.NotOneOf, argument="kind of joint 'j'"):
        joint("j", "a", "b", "ball")
    with raises(da.finding.WrongLength, argument="axis of joint 'j'", expected=3, noun="numbers"):
        joint("j", "a", "b", axis=(0, 1))
    with raises(da.finding.PartProblem, noun="joint", name="j", expected="an axis"):
        tree(da.Robot("r", LINKS[:2], (joint("j", "a", "b", axis=(0, 0, 0)),)))


def test_bind_replaces_symbols_everywhere():
    body = da.Inertia.about_com("m", ("d", 0, 0), (0, 0, "I", 0, 0, 0))
    arm = joint("j", "a", "b", placement=da.Pose(p=("l", 0, "l/2")), drive=da.Drive("Im", "N"))
    robot = da.Robot(
        "r",
        (da.Link("a"), da.Link("b", body)),
        (arm,),
        ("0", "-g", 0),
        (da.model.Frame("tip", "b", da.Pose(p=("2*l", 0, 0))),),
    )
    assert set(robot.parameters) == {"m", "d", "I", "l", "Im", "N", "g"}
    bound = robot.bind(m=2.0, d="1/2", I=0.1, l=3, Im=1e-3, N=100, g=9.81)
    assert bound.parameters == ()
    assert bound.links[1].inertia.tensor[2] == pytest.approx(0.1 + 2 * 0.25)
    assert float(bound.joints[0].drive.inertia) == pytest.approx(10)
    assert tuple(map(float, bound.frames[0].placement.p)) == (6, 0, 0)
    assert robot.bind(m="M2").parameters[0] in robot.bind(m="M2").parameters
    assert "M2" in robot.bind(m="M2").parameters


def test_robots_are_frozen_and_can_travel():
    robot = random_robot(4, 3)
    with pytest.raises(FrozenInstanceError):
        robot.name = "other"
    again = pickle.loads(pickle.dumps(robot))
    assert again.coordinates == robot.coordinates
    assert again.joints == robot.joints
    assert again.links == robot.links


def test_fixed_links_are_lumped_exactly():
    """Mass, centre and tensor of a body equal those of the cloud of points of all its links."""
    robot = random_robot(7, 6)
    bodies = tree(robot).bodies
    total = sum(float(link.inertia.mass) for link in robot.links[1:])
    assert sum(float(b.inertia.mass) for b in bodies) == pytest.approx(total, rel=TENS_OF_ROUNDINGS)
    assert all(np.isfinite([float(x) for x in b.inertia.parameters]).all() for b in bodies)
