"""Workspaces, curves, films and mechanisms: what is shown is what was computed."""

from itertools import product
from types import SimpleNamespace

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from dalembert.kinematics.chain import chain, sample
from dalembert.kinematics.configuration import bounds, display_configuration
from dalembert.robot.tree import tree
from dalembert.view import posture as postures
from dalembert.view.diagram import BodyPoint, DrawnBody, JointSymbol, outline, seated
from dalembert.view.diagram import _cross as crosses
from dalembert.view.posture import _clearness as clearness
from dalembert.view.posture import _worth as worth
from dalembert.view.posture import posture, stance
from pieces import two_links
from tolerance import DRAWN


def drawn_body(*points):
    return DrawnBody(tuple(map(BodyPoint, points)))


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    plt.close("all")


@pytest.mark.parametrize("name", ["planar_2r", "planar_3r", "puma560"])
def test_a_workspace_is_filled_where_its_points_are(name):
    """Every point lies inside the outline that is drawn, but for single cells; the outline stays near the points."""
    area = da.kinematics.workspace(sample(getattr(da.gallery, name)()), samples=20_000)
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
    body = da.Inertia.about_com(1.0, (0.1, 0, -0.3), (0.1, 0.2, 0.25, 0, 0, 0))
    for kind, dotted in (("spherical", range(4)), ("free", range(3, 7)), ("planar", ())):
        robot = da.Robot(
            "body", (da.Link("ground"), da.Link("body", body)), (da.Joint("joint", kind, "ground", "body"),)
        )
        position, velocity, *_ = da.simulate(robot, da.neutral(robot), duration=0.02).plot().axes
        curves = [x for x in position.lines if not x.get_label().startswith("_")]
        assert [k for k, line in enumerate(curves) if line.get_linestyle() == ":"] == list(dotted)
        assert ":" not in {line.get_linestyle() for line in velocity.lines}


def test_a_film_runs_at_the_pace_of_the_run():
    run = da.simulate(two_links(), [0.3, 0.4], duration=0.4)
    for scene, speed in ((run.animate(), 1.0), (run.animate(speed=0.5), 0.5)):
        assert scene.data["period"] * (len(scene.data["poses"]) - 1) == pytest.approx(0.4 / speed)


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "five_bar", "planar_3rrr", "stewart", "delta"])
def test_every_link_that_joints_meet_on_is_drawn(name):
    """What turns joins two parts, so its place is a corner of two shapes, or of a shape and a rod."""
    robot = sample(getattr(da.gallery, name)())
    drawn = outline(robot, stance(robot))
    corners = [np.array(x.points) for x in drawn.shapes if len(x.points)]
    turning = [x for x in drawn.hinges if np.allclose(x.at, x.to)]
    assert len(turning) > 1
    for hinge in turning:
        meeting = sum(np.linalg.norm(c - hinge.at, axis=1).min() < DRAWN for c in corners)
        meeting += any(np.linalg.norm(np.asarray(x) - hinge.at) < DRAWN for rod in drawn.rods for x in rod[:2])
        assert meeting >= 2, hinge


@pytest.mark.parametrize("kinds", ["PRRR", "PRPR", "RPRR", "RRRP"])
def test_a_section_is_taken_about_the_first_axis_that_turns(kinds):
    """Turning about it moves no point of the section."""
    robot = random_arm(kinds, 2)
    area = da.kinematics.workspace(robot, samples=2000)
    first = next(x for x in chain(robot, None).screws if not x.prismatic)
    off = area.points - first.o
    height = off @ first.h
    assert area.section[:, 0] == pytest.approx(np.linalg.norm(off - height[:, None] * first.h, axis=1), abs=DRAWN)


def test_two_bars_cross_where_each_has_the_other_s_ends_on_both_sides():
    """Against the signs of areas; bars that share an end, touch or are parallel, even on one line, do not cross."""
    rng = np.random.default_rng(4)

    def side(a, b, x):
        return np.sign(np.round((b - a)[0] * (x - a)[1] - (b - a)[1] * (x - a)[0], 9))

    found = 0
    for a, b, c, d in rng.integers(-3, 4, (3000, 4, 2)).astype(float):
        if (a == b).all() or (c == d).all():
            continue
        expected = side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        assert crosses(a, b, c, d) == expected
        found += expected
    assert found > 300


@pytest.mark.parametrize("name", ["puma560", "ur5", "stanford", "articulated", "rx90", "iiwa14", "panda"])
def test_a_posture_shows_an_arm_as_well_as_other_signs_would(name):
    """Of all signs of its first turns none shows it clearly better; of two alike, the one with more positive angles."""
    robot = sample(getattr(da.gallery, name)())
    length = chain(robot, None).length
    q = posture(robot, length)
    lower, upper = bounds(robot)
    assert ((q >= lower) & (q <= upper)).all()
    turning = [k for k in range(robot.n) if robot.joint(robot.coordinates[k]).kind != "prismatic"][:5]
    best = -np.inf
    for signs in product((1.0, -1.0), repeat=len(turning)):
        other = q.copy()
        other[turning] *= signs
        if ((other >= lower) & (other <= upper)).all():
            best = max(best, worth(tree(robot), other))
    assert worth(tree(robot), q) > best - 0.004 * 2 ** len(turning)


@pytest.mark.parametrize("name", ["five_bar", "planar_3rrr", "slider_crank"])
def test_a_closed_loop_stands_as_clear_as_any_way_that_was_tried(name):
    robot = sample(getattr(da.gallery, name)())
    q = posture(robot, 1.0)
    assert np.abs(da.mechanism.loop_closure(robot, q)).max() < DRAWN
    rng = np.random.default_rng(2)
    for start in rng.uniform(-1.5, 1.5, (4, robot.nq)):
        other = display_configuration(robot, np.clip(start, *bounds(robot)))
        assert outline(robot, q).crossings <= outline(robot, other).crossings


def test_a_loop_is_clearer_with_joints_apart_and_without_crossings(monkeypatch):
    """Whatever its size and wherever it stands beside the ground's axis."""
    near = np.array([[0, 0, 0], [0.1, 0, 0], [1, 0, 0], [1, 1, 0]], dtype=float)
    far = np.array([[0, 0, 0], [0.5, 0, 0], [1, 0, 0], [1, 1, 0]], dtype=float)

    def value(points, crossings=0, bend=1.0):
        seen = SimpleNamespace(points=points, crossings=crossings, bend=bend)
        monkeypatch.setattr(postures, "outline", lambda *_: seen)
        return clearness(None, None)

    assert value(near) < value(far)
    assert value(far, bend=0.1) < value(far, bend=0.3) < value(far)
    assert value(far, 1) < value(near) < value(near + [0, 0.5, 0.0])
    for points in (near, far):
        assert abs(value(points + [3.0, 0, 0]) - value(points)) < DRAWN
        assert abs(value(7 * points) - value(points)) < DRAWN


def test_a_turn_along_its_link_has_its_sign_in_the_middle_of_it():
    """Wherever the joint stands; off the axis it stays at its origin, and far from others too."""
    rng = np.random.default_rng(9)
    for _ in range(20):
        at, axis = rng.normal(size=3), rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        across = np.cross(axis, rng.normal(size=3))
        before = drawn_body(at + across, at)
        one = JointSymbol("turn", at, axis, at, joint="j1", moves=1, carrier=0)
        other = JointSymbol("turn", at + 0.01 * across, across, at, joint="j2", moves=0, carrier=0)
        far = JointSymbol("turn", at + 9 * across, across, at, joint="j3", moves=0, carrier=0)
        along, off = drawn_body(at, at + 0.3 * axis), drawn_body(at, at + 0.3 * across)
        assert np.abs(seated(one, [before, along], [one, other, far], 1e-9).shown - (at + 0.15 * axis)).max() < DRAWN
        assert np.array_equal(seated(one, [before, off], [one, other, far], 1e-9).shown, at)
        assert np.array_equal(seated(one, [before, along], [one, far], 1e-9).shown, at)
        shaft = drawn_body(at - 0.4 * axis, at)
        assert np.abs(seated(one, [shaft, off], [one, other, far], 1e-9).shown - (at - 0.2 * axis)).max() < DRAWN


@pytest.mark.parametrize(
    ("name", "flat"), [("pendulum", True), ("rp", True), ("planar_3r", True), ("puma560", False), ("cartesian", False)]
)
def test_a_planar_arm_has_a_normal(name, flat):
    """The axis of its turns, its largest entry positive; a spatial one, or one that only slides, has none."""
    robot = getattr(da.gallery, name)()
    drawn = outline(robot, stance(robot))
    assert (drawn.normal is not None) == flat
    for hinge in drawn.hinges if flat else ():
        turned = np.linalg.norm(np.cross(drawn.normal, hinge.axis))
        assert abs(turned - (1.0 if hinge.symbol == "slide" else 0.0)) < DRAWN
        assert drawn.normal[np.argmax(np.abs(drawn.normal))] > 0
