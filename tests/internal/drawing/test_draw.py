"""`da.draw`: names, sides, formats, refusals; where things stand is tested in laws/test_drawing.py."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest

import dalembert as da
from dalembert.drawing.svg import Label, arc, box, corners, meet, outline, placed, word
from dalembert.typeset import palette
from drawn_svg import Drawn
from raised import raises
from tolerance import SAME_ALGORITHM


def seen(robot, *args, **kwargs):
    return Drawn(da.draw(robot, *args, **kwargs).svg())


def said(picture):
    return {x.data["label"] for x in picture.of("label")}


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("planar_2r", {"l1", "l2", "lc1", "lc2", "m1, I1", "m2, I2"}),
        ("planar_rpr", {"l3"}),
        ("spatial_3r", {"l1", "l2"}),
        ("scara", {"d1", "l1", "l2"}),
        ("articulated", {"d1", "a2", "d4", "d6"}),
        ("cart_pole", {"2l", "l", "mp, I"}),
    ],
)
def test_symbols_are_named(name, lengths):
    robot = getattr(da.gallery, name)()
    assert lengths <= said(seen(robot))
    assert not lengths & said(seen(robot, style=da.view.DrawStyle(labels=False)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["stewart", "delta", "five_bar", "planar_3rrr", "orthoglide", "quadruped"])
def test_a_mechanism_names_what_is_driven(name):
    robot = getattr(da.gallery, name)()
    words = " ".join(sorted(said(seen(robot))))
    for k, coordinate in enumerate(robot.coordinates, 1):
        free = any(j.kind in ("free", "planar") and coordinate in {x.name for x in j.coordinates} for j in robot.joints)
        assert bool(re.search(rf"\bq{k}\b", words)) == (coordinate in robot.actuated and not free), coordinate


def test_names_that_are_asked_for():
    robot = da.gallery.panda()
    assert {x for x in said(seen(robot, style=da.view.DrawStyle(labels=robot.coordinates[:2]))) if "q" in x} == {
        "q1",
        "q2",
    }
    assert not any("q" in x for x in said(seen(robot, style=da.view.DrawStyle(labels=False))))
    with raises(da.finding.Unknown, noun="coordinate", name="leg", owner_name="panda"):
        da.draw(robot, style=da.view.DrawStyle(labels=["leg"]))


@pytest.mark.parametrize(("q", "below"), [((0.4, 0.9), True), ((-1.3, 0.4), False)])
def test_a_planar_arm_stands_on_the_ground_or_hangs_from_it(q, below):
    """The hatching is on the far side of the ground's line, the joint on the near one."""
    robot = da.gallery.planar_2r().bind(l1=1.0, l2=0.6)
    picture = seen(robot, q)
    (ground,), (hatch,) = picture.of("ground"), picture.of("hatch")
    joint = picture.project(np.zeros(3))[1]
    level = ground.ends[0, 1]
    assert (level > joint) == below  # y points down
    assert np.all((hatch.ends[1::2, 1] > level) == below)
    assert np.ptp(ground.ends[:, 1]) < SAME_ALGORITHM


def test_the_scale_is_the_sheet_s_whatever_the_robot_s():
    for name in ("panda", "planar_2r", "scara", "stewart"):
        for width in (214.0, 400.0):
            sheet = da.draw(getattr(da.gallery, name)(), width=width)
            assert 0.6 * width < sheet.box[2] < 1.1 * width, (name, width)


@pytest.mark.parametrize("size", [1e-9, 1e-3, 1e6])
def test_a_robot_is_drawn_alike_whatever_its_size(size):
    """A nanometre or a thousand kilometres long: nothing in a picture is measured in metres."""

    def planar(k):
        return da.gallery.planar_2r().bind(l1=k, l2=k, lc1=k / 2, lc2=k / 2)

    def spatial(k):
        rows = [
            {"joint": "R", "d": 0.3 * k, "alpha": "pi/2"},
            {"joint": "R", "a": 0.5 * k},
            {"joint": "P", "alpha": "pi/2"},
        ]
        return da.from_dh([{**x, "mass": 1.0, "com": (0.0, 0.1 * k, 0.0)} for x in rows])

    for made, q in ((planar, [0.5, 0.7]), (spatial, None)):
        a, b = seen(made(1.0), q), seen(made(size), q)
        assert a.scale == pytest.approx(b.scale * size)
        for one, other in zip(a.items, b.items, strict=True):
            assert one.points == pytest.approx(other.points, abs=1e-5)


def test_a_robot_far_from_the_origin_is_not_a_point():
    rows = [{"joint": "R", "d": 1e4}, {"joint": "R", "a": 0.5, "alpha": "pi/2"}, {"joint": "R", "a": 0.4}]
    robot = da.from_dh([{**x, "mass": 1.0} for x in rows])
    picture = seen(robot)
    joints = np.array([x.points.mean(axis=0) for x in picture.of("joint")])
    assert np.ptp(joints, axis=0).max() > 40
    assert picture.box[2:].max() < 300


def test_axes_and_weight_stand_in_empty_corners():
    """Nothing else is drawn inside their boxes, and the sheet keeps its width."""
    for name in ("panda", "ur5", "scara", "puma560", "stewart", "quadruped"):
        sheet = da.draw(getattr(da.gallery, name)())
        picture = Drawn(sheet.svg())
        block = [x for x in picture.items if "axis" in x.data or x.name == "gravity"]
        assert len(block) == 4, name
        for x in block:
            low, high = x.points.min(axis=0) - 2, x.points.max(axis=0) + 2
            for other in picture.of("link") + picture.of("joint") + picture.of("arc") + picture.of("sense"):
                inside = np.all((other.ends > low) & (other.ends < high), axis=1)
                assert not inside.any(), (name, other.data)
        assert sheet.box[2] < 1.1 * 214


def test_a_planar_robot_in_space_when_asked():
    robot = da.gallery.planar_2r()
    assert not seen(robot).of("cap")
    assert seen(robot, style=da.view.DrawStyle(flat=False)).of("cap")
    chosen = seen(robot, style=da.view.DrawStyle(view=(25, 40)))
    assert chosen.toward @ [0, 1, 0] == pytest.approx(np.sin(np.deg2rad(25)))  # weight pulls along −y


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("format", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_formats(tmp_path, format, start):
    sheet = da.draw(da.gallery.scara(), path=tmp_path / f"scara.{format}")
    data = (tmp_path / f"scara.{format}").read_bytes()
    assert data.startswith(start)
    assert sheet.bytes(format) == da.draw(da.gallery.scara()).bytes(format)


def test_what_is_wrong_is_told(tmp_path):
    with raises(da.finding.WrongShape, argument="q", robot="panda"):
        da.draw(da.gallery.panda(), [1, 2])
    with raises(da.finding.WrongType, argument="robot", expected="a robot"):
        da.draw(7)
    with raises(da.finding.OutOfRange, argument="width", lower=40, upper=2000):
        da.draw(da.gallery.panda(), width=1e9)
    with raises(da.finding.NotOneOf, argument="format"):
        da.draw(da.gallery.panda(), path=tmp_path / "x.gif")


def test_matplotlib_shows_the_same():
    ax = plt.figure().add_subplot()
    sheet = da.draw(da.gallery.planar_2r())
    sheet.draw(ax)
    assert ax.get_xlim() == pytest.approx((sheet.box[0], sheet.box[0] + sheet.box[2]))
    assert ax.get_ylim() == pytest.approx((sheet.box[1] + sheet.box[3], sheet.box[1]))
    letters = sum(shape.letters for shape in sheet.shapes)
    assert len(ax.patches) == len(sheet.shapes) + letters
    plt.close("all")


def test_a_page_in_the_dark_has_every_colour():
    from importlib.resources import files

    sheet = (files("dalembert") / "assets" / "page.css").read_text()
    for name, (_, dark) in palette.COLOURS.items():
        assert f".drawing .f-{name} {{ fill: {dark}; }} .drawing .s-{name} {{ stroke: {dark}; }}" in sheet
    for light, dark in palette.PAIRS.items():  # of plots
        assert re.search(rf"--c{light[1:]}:\s+{dark};", sheet)
    used = set(
        re.findall(r"\b[fs]-([a-z]+)", "".join(da.draw(getattr(da.gallery, x)()).svg() for x in ("panda", "rp")))
    )
    assert used <= set(palette.COLOURS)


def test_arcs_lie_on_their_ellipse():
    a, b, c = np.array([3.0, 1.0]), np.array([-0.5, 2.0]), np.array([1.0, -2.0])
    for start, end in ((0.0, 0.3), (0.2, -4.0), (1.0, 7.0)):
        points = corners(arc(c, a, b, start, end))[::3]
        t = np.linspace(start, end, len(points))
        assert points == pytest.approx(c + np.outer(np.cos(t), a) + np.outer(np.sin(t), b))


def test_letters_have_the_width_of_the_font_and_none_is_lost():
    from fontTools.ttLib import TTFont

    from dalembert.typeset import fonts

    font = TTFont(f"{fonts.folder()}/text-regular.ttf")
    n = font["hmtx"][font.getBestCmap()[ord("n")]][0] / 1000
    left, _, right, _ = box(word("nnnn"), 10.0)
    (one_left, _, one_right, _) = box(word("n"), 10.0)
    assert right - left == pytest.approx(3 * 10 * n + one_right - one_left)
    for text in ("θ₂", "日本", "Ω\u0301", "a_b$<"):
        assert len(outline(word(text), 10.0)) > 4 * len(text) - 4


def test_names_are_moved_until_none_meets_another():
    names = [Label(word(f"joint {k}"), (0.0, 0.0)) for k in range(40)]
    boxes = [x.box for x in placed(names, [])]
    assert not any(meet(a, b) for k, a in enumerate(boxes) for b in boxes[:k])


def hand(count=5):
    """Fingers side by side: every axis is x, so that they all move in parallel planes."""
    links, joints = [da.Link("palm", da.Inertia(1.0))], []
    for k in range(count):
        links += [da.Link(f"a{k}", da.Inertia(0.1)), da.Link(f"b{k}", da.Inertia(0.1))]
        joints += [
            da.Joint(f"ja{k}", "revolute", "palm", f"a{k}", da.Pose(p=(0.02 * k, 0.08, 0)), (1, 0, 0)),
            da.Joint(f"jb{k}", "revolute", f"a{k}", f"b{k}", da.Pose(p=(0, 0.05, 0)), (1, 0, 0)),
        ]
    return da.Robot("hand", tuple(links), tuple(joints))


def test_fingers_side_by_side_are_not_drawn_over_each_other():
    picture = seen(hand())
    at = np.array([x.points.mean(axis=0) for x in picture.of("joint")])
    apart = np.linalg.norm(at[:, None] - at, axis=-1)[np.triu_indices(len(at), 1)]
    assert len(at) == 10
    assert apart.min() > 4
    assert not seen(hand(), style=da.view.DrawStyle(flat=True)).of("cap")  # in their plane when asked


def test_a_body_that_floats_is_drawn_from_its_mass_centre_to_its_joint():
    heavy = da.Inertia.about_com(1.0, (0.0, 0.0, 0.1), (0.1, 0.1, 0.1, 0.0, 0.0, 0.0))
    links = (da.Link("world"), da.Link("trunk", heavy), da.Link("arm", heavy))
    joints = (
        da.Joint("root", "free", "world", "trunk"),
        da.Joint("shoulder", "revolute", "trunk", "arm", da.Pose(p=(0.3, 0, 0)), (0, 1, 0)),
    )
    robot = da.Robot("floating", links, joints)
    picture = seen(robot, da.neutral(robot))
    (bar,) = picture.of("link", link="trunk")
    want = picture.project([[0.3, 0.0, 0.0], [0.0, 0.0, 0.1]])
    assert bar.ends == pytest.approx(want, abs=1e-6)
