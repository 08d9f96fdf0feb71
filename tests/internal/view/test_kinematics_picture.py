"""Workspace and schematic pictures: what is drawn is where the robot is."""

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest

import dalembert as da
from dalembert.kinematics.chain import sample
from dalembert.kinematics.reachable_workspace import Workspace
from dalembert.robot.tree import tree
from dalembert.view.diagram import outline
from dalembert.view.posture import stance
from raised import raises
from random_robot import random_robot
from tolerance import DRAWN, SAME_ALGORITHM


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    plt.close("all")


MECHANISMS = [name for name in da.gallery.names() if any(len(j.steps) > 1 for j in getattr(da.gallery, name)().joints)]
MECHANISMS += [name for name in da.gallery.names() if name not in MECHANISMS and getattr(da.gallery, name)().loops]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", MECHANISMS)
def test_joints_and_cuts_of_a_mechanism_are_drawn_where_they_are(name):
    """Each joint at the origin that forward kinematics gives its link, each cut where its two frames meet."""
    robot = getattr(da.gallery, name)()
    state = stance(robot)
    drawn, numbers = outline(robot, state), sample(robot)
    joints = [j for j in robot.joints if j.steps and j.kind not in ("free", "planar")]
    cuts = [x for x in robot.loops if x.kind != "coupling"]
    assert len(drawn.hinges) == len(joints) + len(cuts)
    for joint, hinge in zip(joints, drawn.hinges, strict=False):
        if not hinge.names:
            continue
        moved = da.forward_kinematics(numbers, state, joint.child)
        after = np.array(joint.after.matrix(), dtype=object)
        if not any(map(bool, after[:3, 3])):
            assert np.allclose(hinge.to, moved[:3, 3], atol=DRAWN), joint.name
    for loop, hinge in zip(cuts, drawn.hinges[len(joints) :], strict=True):
        for frame, own in ((loop.first, 0), (loop.second, 1)):
            place = next(x for x in numbers.loops if x.name == loop.name)
            offset = (place.first_placement, place.second_placement)[own].matrix()
            T = da.forward_kinematics(numbers, state, frame) if frame != robot.root else np.eye(4)
            where = (T @ np.array(offset, dtype=float))[:3, 3]
            if loop.kind in ("ball", "revolute", "universal", "weld"):
                assert np.allclose(where, hinge.at, atol=1e-8), (loop.name, frame)


def test_a_platform_is_a_plate_with_a_corner_for_each_leg():
    drawn = outline(da.gallery.stewart(), stance(da.gallery.stewart()))
    plates = [x for x in drawn.shapes if len(x.points) > 2]
    assert sorted((len(x.points), x.ground) for x in plates) == [(6, False), (6, True)]


def test_joints_are_drawn_where_the_robot_has_them():
    robot = da.gallery.panda()
    q = np.random.default_rng(2).uniform(-1, 1, 7)
    q[3] = -1.5
    drawn = outline(robot, stance(robot, q))
    J = da.jacobian(robot, q)
    tool = da.forward_kinematics(robot, q)[:3, 3]
    for k, hinge in enumerate(drawn.hinges):
        assert np.allclose(hinge.axis, J[3:, k], atol=SAME_ALGORITHM)
        assert np.allclose(np.cross(hinge.axis, tool - hinge.at), J[:3, k], atol=SAME_ALGORITHM)
    with raises(da.finding.WrongShape, argument="q", got=(2,), robot="panda"):
        da.draw(robot, [1, 2])
    with raises(da.finding.NotReal, argument="q"):
        da.draw(robot, ["a"] * 7)


def test_branched_robots_are_drawn_to_every_end():
    robot = random_robot(2, 8)
    drawn = outline(robot, stance(robot))
    bodies = tree(robot).bodies
    ends = set(range(len(bodies))) - {b.parent for b in bodies}
    assert len(ends) > 1
    assert len(drawn.hinges) == len(bodies)
    assert sum(any(y.frame for y in x.connections) or x.centre is not None for x in drawn.shapes) == len(ends)
    da.draw(robot).figure().canvas.draw()


def test_workspace_of_2r_is_a_ring():
    area = da.kinematics.workspace(da.gallery.planar_2r().bind(l1=1.0, l2=0.6), samples=20_000)
    r = np.linalg.norm(area.points, axis=1)
    assert r.max() <= 1.6 + 1e-12
    assert r.min() >= 0.4 - 1e-12
    assert r.max() > 1.6 - 1e-9  # the boundary itself is sampled
    assert r.min() < 0.4 + 1e-9
    assert abs(area.reach - 1.6) < DRAWN
    assert area.plane is not None
    assert np.allclose(area.high[:2], 1.6, atol=0.01)


def test_workspace_of_a_spatial_arm_is_shown_as_a_section():
    area = da.kinematics.workspace(da.gallery.puma560(), samples=20_000)
    assert area.plane is None
    section = area.section
    assert section[:, 0].min() >= 0.15005 - 1e-9  # no wrist comes nearer to axis 1 than the shoulder's offset
    reach = np.hypot(0.4318 + np.hypot(0.0203, 0.4318), 0.15005)
    assert area.reach <= reach + 1e-9
    assert area.reach > 0.97 * reach
    ax = area.plot()
    assert ax.get_xlabel().startswith("distance from axis 1")
    ax.figure.canvas.draw()


@pytest.mark.parametrize(("width", "height", "unit"), [(2.0, 5e-4, "m"), (5e-4, 2.0, "m"), (5e-4, 4e-4, "µm")])
def test_both_axes_of_a_workspace_have_the_unit_of_the_larger(width, height, unit):
    points = np.random.default_rng(1).uniform(size=(2000, 3)) * (width, height, 0)
    ax = Workspace("plate", points, np.array([0.0, 0, 1]), np.zeros(3), np.eye(3)[:2]).plot()
    assert ax.get_xlabel().endswith(f"/ {unit}")
    scale = {"m": 1.0, "µm": 1e6}[unit]
    assert np.ptp(ax.get_xlim()) >= scale * 0.9 * width


def test_workspace_keeps_limits():
    robot = da.gallery.puma560()
    assert len(da.kinematics.workspace(robot, samples=5000, limits=False).points) == 5000
    below = (
        da.kinematics.workspace(robot, samples=20_000).low[2],
        da.kinematics.workspace(robot, samples=20_000, limits=False).low[2],
    )
    assert below[0] > below[1]
    with raises(da.finding.NotInteger, argument="samples", lower=100, upper=5000000):
        da.kinematics.workspace(robot, samples=3)
    with raises(da.finding.UnboundSymbols, robot="planar_2r", function="kinematics"):
        da.kinematics.workspace(da.gallery.planar_2r())


def test_sample_lengths_are_different():
    assert len({round(float(p.p[0]), 6) for p in [j.placement for j in sample(da.gallery.planar_3r()).joints][1:]}) == 2
