"""What is drawn stands where the robot does: links, joints, angles, ground and frames."""

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.patches import Polygon, Rectangle
from mpl_toolkits.mplot3d.art3d import Line3DCollection

import dalembert as da
from dalembert.kinematics import picture
from dalembert.kinematics.picture_planar import GROUND, LINK, RED
from dalembert.kinematics.schematic import schematic
from dalembert.kinematics.skeleton import sample
from dalembert.robot import gallery
from drawn import texts
from tolerance import DRAWN, SAME_ALGORITHM


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    plt.close("all")


def segments(ax, color):
    """The straight lines of a colour, each as its two ends."""
    drawn = [x for x in ax.lines if x.get_color() == color]
    data = [np.transpose(x.get_data_3d() if hasattr(x, "get_data_3d") else x.get_data()) for x in drawn]
    return [x for x in data if len(x) == 2]


def has(found, a, b):
    return any(np.abs(x - [a, b]).max() < 1e-9 for x in found)


@pytest.mark.parametrize("at", [(0.4, 0.9), (-0.7, 1.8), (2.5, -1.1)])
def test_a_planar_arm_is_drawn_link_by_link_with_its_angles(at):
    """Bars between the joints, a hinge at each, an arc from the link before to the link, the ground at the base."""
    robot = gallery.planar_2r().bind(l1=1.0, l2=0.6)
    ax = picture(robot, at)
    c, s = np.cos(np.cumsum(at)), np.sin(np.cumsum(at))
    joints = np.array([(0, 0), (c[0], s[0]), (c[0] + 0.6 * c[1], s[0] + 0.6 * s[1])])
    bars = segments(ax, LINK)
    assert len(bars) == 2
    assert has(bars, joints[0], joints[1])
    assert has(bars, joints[1], joints[2])
    assert sorted(x.center for x in ax.patches if hasattr(x, "center")) == sorted(map(tuple, joints[:2].tolist()))
    arcs = [np.transpose(x.get_data()) for x in ax.lines if x.get_color() == RED and len(x.get_xdata()) == 40]
    for k, arc in enumerate(arcs):
        off = arc - joints[k]
        angles = np.unwrap(np.arctan2(off[:, 1], off[:, 0]))
        assert np.ptp(np.linalg.norm(off, axis=1)) < DRAWN
        assert angles[-1] - angles[0] == pytest.approx(at[k])
        assert np.exp(1j * angles[-1]) == pytest.approx(c[k] + 1j * s[k])
    assert len(arcs) == 2
    zero = [x for x in segments(ax, GROUND) if np.abs(x[0] - joints[1]).max() < 1e-9]
    assert np.cross(*(np.append(x, 0) for x in (zero[0][1] - zero[0][0], joints[1] - joints[0])))[2] == pytest.approx(0)
    bare = picture(robot, at, labels=False, frames=False)
    assert not texts(bare)
    assert len(segments(bare, LINK)) == 2


@pytest.mark.parametrize("name", ["spatial_3r", "stanford", "puma560", "scara"])
def test_a_spatial_arm_is_drawn_where_its_joints_are(name):
    """Every bar starts and ends at a joint or tip of the schematic, a solid stands at each joint, and all is in view."""
    robot = sample(getattr(gallery, name)())
    what = schematic(robot)
    ax = picture(robot)
    if what.normal is not None:
        ax = picture(robot, ax=plt.figure().add_subplot(projection="3d"))
    bars = segments(ax, LINK)
    wanted = [(p.start, p.joint) for p in what.pieces] + [(a, b) for a, b, _ in what.tips]
    for a, b in wanted:
        assert np.linalg.norm(b - a) < 1e-9 * what.size or has(bars, a, b)
    for piece in what.pieces:
        if piece.prismatic:
            middle = (piece.joint + piece.end) / 2
            assert np.linalg.norm(middle - piece.joint) < DRAWN or has(bars, piece.joint, middle)
            assert np.linalg.norm(middle - piece.end) < DRAWN or has(bars, middle, piece.end)
    outlines = [
        np.transpose(x.get_data_3d()) for x in ax.lines if x.get_color() == "black" and len(x.get_data_3d()[0]) > 2
    ]
    assert len(outlines) == 2 * len(what.pieces)
    for piece, low, high in zip(what.pieces, outlines[::2], outlines[1::2], strict=True):
        centre = (piece.joint + piece.end) / 2 if piece.prismatic else piece.joint
        assert np.abs((low + high)[:-1].mean(axis=0) / 2 - centre).max() < 1e-9 * what.size
        assert np.abs(np.cross((high - low)[0], piece.axis)).max() < DRAWN
        across = low[:-1] - low[:-1].mean(axis=0)
        assert np.abs(across @ piece.axis).max() < DRAWN
        assert np.ptp(np.linalg.norm(across, axis=1)) < DRAWN
    upright = segments(ax, "black")
    assert len(upright) == 4 * sum(p.prismatic for p in what.pieces)  # the edges of a box
    names = {p.name for p in what.pieces}
    assert names <= texts(ax)
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()])
    for piece in what.pieces:
        assert np.all((piece.joint >= low) & (piece.joint <= high))
    assert high - low == pytest.approx(np.full(3, (high - low)[0]))
    points = [x for p in what.pieces for x in (p.start, p.joint, p.end)] + [what.tool[:3, 3], np.zeros(3)]
    assert (low + high) / 2 == pytest.approx((np.max(points, axis=0) + np.min(points, axis=0)) / 2)
    bare = picture(robot, ax=plt.figure().add_subplot(projection="3d"), labels=False, frames=False)
    assert not names & texts(bare)


@pytest.mark.parametrize("at", [(0.4, 0.8), (2.2, 0.5)])
def test_a_slide_is_drawn_as_a_box_on_its_rod(at):
    """Rod from the joint to where it has slid, the box there and turned along it, its name beside."""
    robot = sample(gallery.rp())
    what = schematic(robot, at)
    ax = picture(robot, at)
    [piece] = [p for p in what.pieces if p.prismatic]
    joint, end = piece.joint[:2], piece.end[:2]
    assert has(segments(ax, LINK), joint, end)
    [box] = [x for x in ax.patches if isinstance(x, Rectangle)]
    corners = ax.transData.inverted().transform(box.get_transform().transform([(0, 0), (1, 0), (1, 1), (0, 1)]))
    assert corners.mean(axis=0) == pytest.approx(end)
    along = piece.axis[:2]
    longer = corners[1] - corners[0]
    assert abs(np.linalg.det([longer / np.linalg.norm(longer), along])) < DRAWN
    assert np.linalg.norm(longer) == pytest.approx(2 * np.linalg.norm(corners[2] - corners[1]))
    [named] = [x for x in ax.texts if x.get_text() == piece.name]
    beside = np.array(named.get_position()) - (joint + end) / 2
    assert abs(beside @ along) < DRAWN
    assert 0 < np.linalg.norm(beside) < 0.3 * what.size
    [arrow] = [x for x in ax.texts if x.get_text() == "" and getattr(x, "arrow_patch", None) and x.arrowprops["color"] == RED
               and np.linalg.norm(np.subtract(x.xy, x.get_position())) > 0.2 * np.linalg.norm(end - joint)][:1]  # fmt: skip
    assert np.subtract(arrow.xy, arrow.get_position()) == pytest.approx(end - joint)


@pytest.mark.parametrize(("at", "side"), [((0.4, 0.9), -1), ((-1.3, 0.4), 1)])
def test_a_planar_arm_stands_on_the_ground_or_hangs_from_it(at, side):
    """The triangle's tip is the first joint, its base a line on the other side of the arm, hatched beyond."""
    ax = picture(gallery.planar_2r().bind(l1=1.0, l2=0.6), at)
    [triangle] = [x.get_xy() for x in ax.patches if isinstance(x, Polygon) and len(x.get_xy()) == 4]
    assert triangle[0] == pytest.approx([0, 0], abs=SAME_ALGORITHM)
    left, right = triangle[1], triangle[2]
    assert left[1] == pytest.approx(right[1])
    assert np.sign(left[1]) == side
    assert left[0] == pytest.approx(-right[0])
    strokes = [x for x in segments(ax, GROUND) if np.abs(x[0]).max() > 1e-9]
    [base] = [x for x in strokes if x[0, 1] == x[1, 1] == pytest.approx(left[1])]
    assert base[0, 0] < min(left[0], right[0])
    assert base[1, 0] > max(left[0], right[0])
    hatch = [x for x in strokes if x[0, 1] != x[1, 1] and x[0, 1] == pytest.approx(left[1])]
    assert len(hatch) == 8
    assert len({round(float(x[0, 0]), 9) for x in hatch}) == 8
    for x in hatch:
        assert base[0, 0] <= x[0, 0] <= base[1, 0]
        assert np.sign(x[1, 1] - x[0, 1]) == side
        assert x[1, 0] < x[0, 0]


@pytest.mark.parametrize("at", [(0.4, 0.9), (-0.7, 1.8)])
def test_frames_are_drawn_along_their_axes(at):
    """x₀, y₀ at the ground, x_e, y_e at the tool: arrows of one length, each named beyond its tip."""
    ax = picture(gallery.planar_2r().bind(l1=1.0, l2=0.6), at)
    T = da.forward_kinematics(gallery.planar_2r().bind(l1=1.0, l2=0.6), at)
    arrows = [x for x in ax.texts if getattr(x, "arrow_patch", None) is not None]
    shown = {x.get_text(): np.array(x.get_position()) for x in ax.texts if x.get_text().startswith("$")}
    sizes = []
    for name, p, R in (("0", np.zeros(2), np.eye(2)), ("e", T[:2, 3], T[:2, :2])):
        for k, letter in enumerate("xy"):
            [arrow] = [a for a in arrows if np.abs(np.subtract(a.xy, p) - np.linalg.norm(np.subtract(a.xy, p)) * R[:, k]).max() < 1e-9
                       and np.abs(np.subtract(a.get_position(), p)).max() < 1e-9]  # fmt: skip
            sizes.append(np.linalg.norm(np.subtract(arrow.xy, p)))
            beyond = shown[f"${letter}_{name}$"] - p
            assert beyond @ R[:, k] > sizes[-1]
            assert abs(beyond @ R[:, 1 - k]) < DRAWN
    assert sizes == pytest.approx([sizes[0]] * 4)


def test_a_spatial_frame_is_drawn_along_its_axes():
    robot = sample(gallery.spatial_3r())
    what = schematic(robot)
    ax = picture(robot)
    quivers = [x for x in ax.collections if isinstance(x, Line3DCollection)]
    shafts = [np.array(x._segments3d)[0][::-1] for x in quivers]  # tail, tip
    names = {x.get_text(): np.array(x.get_position_3d()) for x in ax.texts}
    for name, T in (("0", np.eye(4)), ("e", what.tool)):
        for k, letter in enumerate("xyz"):
            assert any(
                np.abs(s[0] - T[:3, 3]).max() < DRAWN and np.abs(np.cross(s[1] - s[0], T[:3, k])).max() < DRAWN
                and (s[1] - s[0]) @ T[:3, k] > 0
                for s in shafts
            )  # fmt: skip
            beyond = names[f"${letter}_{name}$"] - T[:3, 3]
            assert np.abs(np.cross(beyond, T[:3, k])).max() < DRAWN
            assert beyond @ T[:3, k] > 0
    for piece in what.pieces:  # the axis of each joint
        assert any(np.abs(s[0] - piece.joint).max() < DRAWN and np.abs(np.cross(s[1] - s[0], piece.axis)).max() < DRAWN
                   and (s[1] - s[0]) @ piece.axis > 0 for s in shafts)  # fmt: skip
        assert np.linalg.norm(names[piece.name] - piece.joint) < 0.5 * what.size
    assert [ax.get_xlabel(), ax.get_ylabel(), ax.get_zlabel()] == ["x (m)", "y (m)", "z (m)"]
