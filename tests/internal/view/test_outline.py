"""The outline of a robot by hand: rods, struts, joints behind each other, and how it is seen from elsewhere."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from closed_robot import FIVE_BAR
from dalembert.spatial.pose import rotation_rpy
from dalembert.view.diagram import BodyPoint, DrawnBody, JointSymbol, Outline, outline
from dalembert.view.posture import stance
from tolerance import DRAWN

AWAY = da.Pose(rotation_rpy(0.4, -0.7, 1.1), (0.3, -2.0, 0.8))


def drawn_body(*points):
    return DrawnBody(tuple(map(BodyPoint, points)))


def hanging(**parts):
    """Two arms side by side, 2 m apart, that something joins."""
    links = (da.Link("ground"), da.Link("left", da.Inertia(1.0)), da.Link("right", da.Inertia(1.0)))
    joints = (
        da.Joint("left", "revolute", "ground", "left"),
        da.Joint("right", "revolute", "ground", "right", da.Pose(p=(2.0, 0, 0))),
    )
    return da.Robot("two arms", links, joints, **parts)


def test_a_rod_is_a_line_with_a_ball_at_each_end_and_a_pin_is_none():
    ends = {"first_placement": da.Pose(p=(0, -1.0, 0)), "second_placement": da.Pose(p=(0, -0.5, 0))}
    drawn = outline(hanging(loops=(da.model.Loop("rod", "rod", "left", "right", length=2.1, **ends),)), np.zeros(2))
    ((a, b, spring),) = drawn.rods
    assert np.abs([a - [0, -1, 0], b - [2, -0.5, 0]]).max() < DRAWN
    assert not spring
    cuts = [h for h in drawn.hinges if h.cut == "rod"]
    assert [h.symbol for h in cuts] == ["ball", "ball"]
    assert np.abs([cuts[0].at - a, cuts[1].at - b]).max() < DRAWN
    pinned = outline(hanging(loops=(da.model.Loop("pin", "revolute", "left", "right", **ends),)), np.zeros(2))
    assert pinned.rods == ()
    assert [h.symbol for h in pinned.hinges if h.cut] == ["turn"]
    assert [len(x.points) for x in pinned.shapes] == [2, 2, 2]


def test_a_strut_is_drawn_along_its_path_as_a_spring():
    strut = da.model.Strut(
        "band", "left", "right", (0, -1.0, 0), (0, -0.5, 0), stiffness=10.0, via=(("ground", (1.0, 0.5, 0)),)
    )
    drawn = outline(hanging(springs=(strut,)), np.zeros(2))
    ends = [np.array(x[:2]) for x in drawn.rods]
    assert all(x[2] for x in drawn.rods)
    assert np.abs(ends[0] - [[0, -1, 0], [1, 0.5, 0]]).max() < DRAWN
    assert np.abs(ends[1] - [[1, 0.5, 0], [2, -0.5, 0]]).max() < DRAWN


@pytest.mark.parametrize("size", [1.0, 1e-3, 1e4])
@pytest.mark.parametrize(("aside", "across", "hidden"), [(0.06, 0.0, True), (0.03, 0.0, False), (0.06, 0.01, False)])
def test_joints_hide_each_other_where_they_lie_behind_by_more_than_a_twentieth(size, aside, across, hidden):
    """Of the robot's size, whatever that is and whichever way it is turned; not where they are seen side by side."""
    R = np.array(rotation_rpy(0.4, -0.7, 1.1), dtype=float)
    places = size * np.array([[0, 0, 0], [across, 0, aside], [1.0, 0, 0]]) @ R.T
    hinges = tuple(JointSymbol("turn", p, R[:, 2], p, joint=f"joint{k}") for k, p in enumerate(places))
    assert Outline((drawn_body(places[0], places[2]),), hinges, ()).stacked == hidden
    balls = tuple(replace(h, symbol="ball") for h in hinges)
    assert not Outline((drawn_body(places[0], places[2]),), balls, ()).stacked


@pytest.mark.parametrize("name", ["four_bar", "five_bar", "planar_3rrr", "slider_crank", "planar_3r", "scara", "panda"])
def test_a_robot_that_stands_elsewhere_has_the_same_outline_there(name):
    """Every point, axis, arm and zero line is carried along; what is counted stays."""
    robot = getattr(da.gallery, name)()
    robot = robot.bind(**FIVE_BAR) if name == "five_bar" else robot
    q = stance(robot)
    moved = replace(
        robot,
        joints=tuple(replace(j, placement=AWAY @ j.placement) if j.parent == robot.root else j for j in robot.joints),
        loops=tuple(_carried(robot, x) for x in robot.loops),
    )
    here, there = outline(robot, q), outline(moved, q)
    R, p = np.array(AWAY.R, dtype=float), np.array(AWAY.p)
    assert np.abs(here.points @ R.T + p - there.points).max() < DRAWN
    assert here.crossings == there.crossings
    assert here.stacked == there.stacked
    assert (here.normal is None) == (there.normal is None)
    if here.normal is not None:
        assert abs(abs(R @ here.normal @ there.normal) - 1) < DRAWN
    for a, b in zip(here.hinges, there.hinges, strict=True):
        assert (a.symbol, a.joint, a.cut, a.moves, a.carrier) == (b.symbol, b.joint, b.cut, b.moves, b.carrier)
        assert np.abs(R @ a.axis - b.axis).max() < DRAWN
        assert (a.arm is None) == (b.arm is None)
        if a.arm is not None:
            assert np.abs([R @ a.arm - b.arm, R @ a.zero - b.zero]).max() < 1e-6
            turned = np.cos(a.q) * a.zero + np.sin(a.q) * np.cross(a.axis, a.zero)
            assert np.abs(turned - a.arm).max() < DRAWN


def _carried(robot, loop):
    first = AWAY @ loop.first_placement if loop.first == robot.root else loop.first_placement
    second = AWAY @ loop.second_placement if loop.second == robot.root else loop.second_placement
    return replace(loop, first_placement=first, second_placement=second)


def test_bars_that_cross_are_counted_in_any_plane():
    bars = [((0, 0), (2, 2)), ((0, 2), (2, 0)), ((0, 1), (0.5, 1.0)), ((1.5, 0), (1.5, 2))]
    flat = [tuple(np.array([*p, 0.0]) for p in bar) for bar in bars]
    R = np.array(rotation_rpy(0.4, -0.7, 1.1), dtype=float)
    for turn in (np.eye(3), R):
        shapes = tuple(drawn_body(*(turn @ p for p in bar)) for bar in flat)
        assert Outline(shapes, (), ()).crossings == 3
        assert Outline((replace(shapes[0], ground=True), *shapes[1:]), (), ()).crossings == 1
