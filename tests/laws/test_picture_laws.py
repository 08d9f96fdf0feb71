"""A picture is of the robot's own shape: one twice as large is drawn twice as large, and names stand beside what they name."""

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

import dalembert as da
from chain_robot import random_arm
from dalembert.kinematics import picture, workspace
from dalembert.kinematics.chain import chain
from dalembert.kinematics.outline import outline
from dalembert.kinematics.picture_planar import LINK, RED
from dalembert.kinematics.schematic import is_arm, schematic
from dalembert.kinematics.skeleton import sample
from dalembert.robot import Inertia, Joint, Link, Robot, gallery
from dalembert.simulate import simulate
from pieces import larger, two_links
from tolerance import ANOTHER_LIBRARY, DRAWN

NAMES = [
    "planar_2r", "planar_3r", "rp", "planar_rpr", "scara", "stanford", "puma560", "spherical", "stewart", "planar_3rrr", "delta",
]  # fmt: skip


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    plt.close("all")


def drawn(ax):
    """Every point of a picture, in the order drawn."""
    points = [np.ravel(x.get_data_3d() if hasattr(x, "get_data_3d") else x.get_data()) for x in ax.lines]
    points += [np.ravel(x.get_position_3d() if hasattr(x, "get_position_3d") else x.get_position()) for x in ax.texts]
    points += [np.ravel(x.xy) for x in ax.texts if getattr(x, "arrow_patch", None) is not None]
    for x in ax.patches:
        inside = ax.transData.inverted().transform(x.get_transform().transform(x.get_path().vertices))
        points.append(np.ravel(inside))
    for x in ax.collections:
        if isinstance(x, Line3DCollection):
            points.append(np.ravel(x._segments3d))
        elif isinstance(x, Poly3DCollection):
            points.append(np.ravel(x._vec if hasattr(x, "_vec") else x._faces))
    return np.concatenate([np.asarray(x, dtype=float) for x in points if len(x)])


@pytest.mark.parametrize("name", NAMES)
def test_a_robot_twice_as_large_is_drawn_twice_as_large(name):
    robot = sample(getattr(gallery, name)())
    q = np.array(schematic(robot).q)
    slides = [robot.coordinate(x).q.start for x in robot.coordinates if robot.coordinate(x).unit == "m"]
    twice = q.copy()
    twice[slides] *= 2
    one, other = drawn(picture(robot, q)), drawn(picture(larger(robot, 2.0), twice))
    ones = np.abs(one - 1) < DRAWN  # the fourth entry of a point of a surface
    assert len(one) == len(other) > 20
    assert other[~ones] == pytest.approx(2 * one[~ones], rel=ANOTHER_LIBRARY, abs=ANOTHER_LIBRARY)


@pytest.mark.parametrize("q", [(0.4, 0.9), (-0.7, 1.8), (2.5, -1.1), (-2.0, -0.6)])
def test_names_stand_beside_what_they_name(q):
    """A length to the left of its link's middle, an angle beyond the middle of its arc, none on the drawing itself."""
    robot = sample(gallery.planar_2r())
    what, ax = schematic(robot, q), picture(gallery.planar_2r(), q)
    places = {x.get_text(): np.array(x.get_position()) for x in ax.texts}
    joints = [p.joint[:2] for p in what.pieces] + [what.tool[:2, 3]]
    heading = np.cumsum(q)
    for k in range(2):
        a, b = joints[k], joints[k + 1]
        aside = places[f"$l_{{{k + 1}}}$"] - (a + b) / 2
        left = np.array([-(b - a)[1], (b - a)[0]]) / np.linalg.norm(b - a)
        assert aside == pytest.approx(np.linalg.norm(aside) * left, abs=DRAWN)
        assert 0.02 < np.linalg.norm(aside) / what.size < 0.1
        out = places[f"$q_{{{k + 1}}}$"] - a
        middle = heading[k] - q[k] / 2
        assert out == pytest.approx(np.linalg.norm(out) * np.array([np.cos(middle), np.sin(middle)]), abs=DRAWN)
        arc = next(
            x for x in ax.lines
            if x.get_color() == RED and np.hypot(x.get_xdata()[0] - a[0], x.get_ydata()[0] - a[1]) < 0.3 * what.size
        )  # fmt: skip
        radius = np.hypot(arc.get_xdata()[0] - a[0], arc.get_ydata()[0] - a[1])
        assert radius < np.linalg.norm(out) < 1.6 * radius < 0.5 * what.size


@pytest.mark.parametrize("name", [x for x in NAMES if is_arm(getattr(gallery, x)())])
def test_everything_of_an_arm_is_in_the_picture(name):
    """Links, names and arrows lie within the axes, and the arm takes up a good part of them."""
    robot = getattr(gallery, name)()
    ax = picture(robot)
    ax.figure.canvas.draw()
    spatial = hasattr(ax, "get_zlim")
    limits = [ax.get_xlim(), ax.get_ylim(), *([ax.get_zlim()] if spatial else [])]
    low, high = np.transpose(limits)
    bars = np.concatenate(
        [np.transpose(x.get_data_3d() if spatial else x.get_data()) for x in ax.lines if x.get_color() == LINK]
    )
    assert np.all((bars >= low) & (bars <= high))
    assert 0.3 < max(np.ptp(bars, axis=0) / (high - low)) < 1
    for text in ax.texts:
        at = np.array(text.get_position_3d() if spatial else text.get_position())
        assert np.all((at > low - 0.15 * (high - low)) & (at < high + 0.15 * (high - low))), text.get_text()


@pytest.mark.parametrize("name", ["planar_2r", "planar_3r", "puma560"])
def test_a_workspace_is_filled_where_its_points_are(name):
    """Every point lies inside the outline that is drawn, but for single cells; the outline stays near the points."""
    area = workspace(sample(getattr(gallery, name)()), samples=20_000)
    ax = area.plot()
    filled = next(x for x in ax.collections if x.get_facecolor().size)
    [path] = filled.get_paths()
    points = area.points @ np.asarray(area.plane).T if area.plane is not None else area.section
    inside = path.contains_points(points, radius=0.0)
    assert inside.mean() > 0.97
    low, high = points.min(axis=0), points.max(axis=0)
    edge = path.vertices
    cell = np.ptp(points, axis=0).max() / 50
    assert np.all(np.abs(edge.min(axis=0) - low) < cell)
    assert np.all(np.abs(edge.max(axis=0) - high) < cell)


def test_curves_of_a_ball_are_dotted_where_they_are_quaternions():
    body = Inertia.about_com(1.0, (0.1, 0, -0.3), (0.1, 0.2, 0.25, 0, 0, 0))
    for kind, dotted in (("spherical", range(4)), ("free", range(3, 7)), ("planar", ())):
        robot = Robot("body", (Link("ground"), Link("body", body)), (Joint("joint", kind, "ground", "body"),))
        position, velocity, *_ = simulate(robot, da.neutral(robot), duration=0.02, progress=False).plot().axes
        assert [k for k, line in enumerate(position.lines) if line.get_linestyle() == ":"] == list(dotted)
        assert {line.get_linestyle() for line in velocity.lines} == {"-"}


def test_a_film_runs_at_the_pace_of_the_run():
    run = simulate(two_links(), [0.3, 0.4], duration=0.4, progress=False)
    for scene, speed in ((run.animate(), 1.0), (run.animate(speed=0.5), 0.5)):
        assert scene.data["period"] * (len(scene.data["frames"]) - 1) == pytest.approx(0.4 / speed)


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "five_bar", "planar_3rrr", "stewart", "delta"])
def test_every_link_that_joints_meet_on_is_drawn(name):
    """What turns joins two parts, so its place is a corner of two shapes, or of a shape and a rod."""
    robot = sample(getattr(gallery, name)())
    drawn = outline(robot, schematic(robot).q)
    corners = [np.array(x.points) for x in drawn.shapes if len(x.points)]
    turning = [x for x in drawn.hinges if np.allclose(x.at, x.to)]
    assert len(turning) > 1
    for hinge in turning:
        meeting = sum(np.linalg.norm(c - hinge.at, axis=1).min() < DRAWN for c in corners)
        meeting += any(np.linalg.norm(np.asarray(x) - hinge.at) < DRAWN for rod in drawn.rods for x in rod[:2])
        assert meeting >= 2, hinge


@pytest.mark.parametrize("name", ["four_bar", "planar_3rrr", "stewart", "delta", "orthoglide"])
def test_bars_of_a_mechanism_are_drawn_between_its_joints(name):
    """Every link of two corners is a line between them, in the plane or in space."""
    robot = sample(getattr(gallery, name)())
    ax = picture(robot)
    spatial = hasattr(ax, "get_zlim")
    bars = [x for x in outline(robot, schematic(robot).q).shapes if len(x.points) == 2 and not x.ground]
    lines = [np.transpose(x.get_data_3d() if spatial else x.get_data()) for x in ax.lines if x.get_color() == LINK]
    lengths = [np.linalg.norm(x[-1] - x[0]) for x in lines if len(x) == 2]
    assert len(bars) > 1
    for bar in bars:
        length = np.linalg.norm(np.subtract(*bar.points))
        assert any(abs(x - length) < DRAWN for x in lengths) or length < DRAWN


@pytest.mark.parametrize("kinds", ["PRRR", "PRPR", "RPRR", "RRRP"])
def test_a_section_is_taken_about_the_first_axis_that_turns(kinds):
    """Turning about it moves no point of the section."""
    robot = random_arm(kinds, 2)
    area = workspace(robot, samples=2000)
    first = next(x for x in chain(robot, None).screws if not x.prismatic)
    off = area.points - first.o
    height = off @ first.h
    assert area.section[:, 0] == pytest.approx(np.linalg.norm(off - height[:, None] * first.h, axis=1), abs=DRAWN)


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "planar_3rrr", "stewart", "delta", "orthoglide"])
def test_a_mechanism_is_in_view_and_its_names_stand_by_their_joints(name):
    robot = sample(getattr(gallery, name)())
    ax = picture(robot)
    spatial = hasattr(ax, "get_zlim")
    ax.figure.canvas.draw()
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim(), *([ax.get_zlim()] if spatial else [])])
    assert np.all(high > low)
    bars = [np.transpose(x.get_data_3d() if spatial else x.get_data()) for x in ax.lines if x.get_color() == LINK]
    whole = np.concatenate(bars)
    room = 0.1 * (high - low)
    assert np.all((whole >= low - room) & (whole <= high + room))
    size = np.linalg.norm(np.ptp(whole, axis=0))
    assert size > 0.3 * np.max(high - low)
    for text in (x for x in ax.texts if "q_" in x.get_text()):
        at = np.array(text.get_position_3d() if spatial else text.get_position())
        assert np.linalg.norm(whole - at, axis=1).min() < 0.25 * size, text.get_text()


@pytest.mark.parametrize("name", ["scara", "stanford", "puma560", "spherical", "cylindrical"])
def test_a_joint_that_turns_is_named_on_its_axis_and_one_that_slides_beside_it(name):
    robot = sample(getattr(gallery, name)())
    ax = picture(robot, ax=plt.figure().add_subplot(projection="3d"))
    places = {x.get_text(): np.array(x.get_position_3d()) for x in ax.texts}
    what = schematic(robot)
    for piece in what.pieces:
        off = places[piece.name] - ((piece.joint + piece.end) / 2 if piece.prismatic else piece.joint)
        along = off @ piece.axis
        assert 0.05 < np.linalg.norm(off) / what.size < 0.4
        assert abs(along) == pytest.approx(0.0 if piece.prismatic else np.linalg.norm(off), abs=DRAWN)
