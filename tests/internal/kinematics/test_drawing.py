"""What is drawn is where the robot is: links, joints, axes, zero lines, angles, slides and weight, read back from the SVG.

The places come from the definition, T_parent_child = placement · motion(axis, q) · after, multiplied here; the projection is
p ↦ o + s (right · p, −up · p).
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dalembert as da
from corpus import find
from dalembert.kinematics.chain import sample_lengths
from dalembert.kinematics.configuration import bounds, display_configuration, random_configurations
from dalembert.robot.tree import axis_frame
from drawn_svg import Drawn
from robot_numbers import matrix
from tolerance import ANOTHER_LIBRARY, DRAWN, SOLVED

FOREARM = """<robot name="forearm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.2 0 0"/><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="fore"><inertial><origin xyz="0.15 0 0"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="10" velocity="3"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0.4 0 0"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="10" velocity="3"/></joint></robot>"""
URDF = ["ur5_robot.urdf", "panda.urdf", "z1.urdf", "double_pendulum.urdf", "finger_edu.urdf", "TwoDofs.urdf", "kinova.urdf",
        "so101.urdf", "xarm7.urdf", "bravo7_no_ee.urdf", "solo12.urdf", "bolt.urdf"]  # fmt: skip
BODY = da.Inertia.about_com(1.0, (0.1, 0.02, 0.25), (0.1, 0.12, 0.08, 0.0, 0.0, 0.0))


def chain(name, *joints, gravity=(0, 0, -9.81)):
    """Links one after the other by (kind, axis, placement)."""
    links = [da.Link("ground"), *(da.Link(f"link{k}", BODY) for k in range(1, len(joints) + 1))]
    made = [
        da.Joint(f"joint{k}", kind, links[k - 1].name, links[k].name, da.Pose(p=p), axis)
        for k, (kind, axis, p) in enumerate(joints, 1)
    ]
    return da.Robot(name, tuple(links), tuple(made), gravity)


X, Y, Z, O = (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)
ODD = {
    "slider": chain("slider", ("prismatic", X, O)),
    "ball": chain("ball", ("spherical", Z, (0, 0, 0.3)), ("revolute", Y, (0.3, 0, 0.1))),
    "floating": chain("floating", ("revolute", Z, (0.2, 0, 0)), ("revolute", Y, (0.3, 0, 0))).floating(),
    "no length": chain("no length", ("revolute", Z, O), ("revolute", Y, O), ("revolute", X, (0.4, 0, 0))),
    "pulled along x": chain("pulled", ("revolute", Z, O), ("revolute", Z, (0.5, 0, 0)), gravity=(9.81, 0, 0)),
    "wall": chain("wall", ("revolute", X, (0.1, 0, 0)), ("revolute", Y, (0.3, 0.1, 0)), gravity=(0, 9.81, 0)),
    "no gravity": chain("free of weight", ("revolute", Y, O), ("prismatic", X, (0.3, 0, 0)), gravity=O),
    "tilted plane": chain("tilted", ("revolute", (1, 1, 1), O), ("revolute", (1, 1, 1), (0.3, -0.3, 0))),
    "screw": chain("cylinder", ("cylindrical", Z, O), ("universal", Z, (0.3, 0, 0.2))),
    "tree": da.Robot(
        "tree", tuple(da.Link(x, BODY) for x in "abcd"),
        (da.Joint("1", "revolute", "a", "b", da.Pose(p=(0, 0, 0.4))), da.Joint("2", "revolute", "b", "c", da.Pose(p=(0.3, 0, 0.1)), Y),
         da.Joint("3", "revolute", "b", "d", da.Pose(p=(-0.3, 0, 0.1)), Y)),
    ),
    "hostile <b>&\"'": chain("<script>$\\x", ("revolute", Z, O), ("revolute", Z, (0.5, 0, 0))),
}  # fmt: skip


@cache
def robot(name):
    if name in ODD:
        return ODD[name]
    if name == "forearm":
        with TemporaryDirectory() as folder:
            (Path(folder) / "forearm.urdf").write_text(FOREARM)
            return da.load(Path(folder) / "forearm.urdf")
    if name.endswith(".urdf"):
        return da.load(find(name))
    made = getattr(da.gallery, name)()
    values = {**{x: 9.81 if x == "g" else 0.4 for x in made.parameters}, **sample_lengths(made)}
    return made.bind(**values) if values else made


NAMES = [*da.gallery.names(), "forearm", *URDF, *ODD]


@cache
def drawn(name):
    """The robot, a kicked configuration, and its picture read from the text."""
    made = robot(name)
    low, high = (np.clip(x, -1.2, 1.2) for x in bounds(made))
    q = random_configurations(made, np.minimum(low, high), high, np.random.default_rng(len(name)), 1)[0]
    q = display_configuration(made, q) if made.loops else q
    return made, q, Drawn(da.draw(made, q).svg())


def poses(made, q):
    """World pose of every link."""
    T = {made.root: np.eye(4)}
    for joint in made.joints:
        T[joint.child] = T[joint.parent] @ matrix(joint.placement) @ moved(made, joint, q) @ matrix(joint.after)
    return T


def moved(made, joint, q):
    """The motion of a joint in its own frame."""
    F = np.eye(4)
    F[:3, :3] = np.array([[float(x) for x in row] for row in axis_frame(joint)])
    X = np.eye(4)
    leader, ratio, offset = joint, 1.0, 0.0
    while leader.mimic is not None:
        ratio, offset = ratio * float(leader.mimic.multiplier), offset + ratio * float(leader.mimic.offset)
        leader = made.joint(leader.mimic.joint)
    at = leader.first[0]
    for step in joint.steps:
        Y = np.eye(4)
        axis = np.eye(3)["xyz".index(step.along)]
        if step.motion == "ball":
            w, x, y, z = q[at : at + 4]
            Y[:3, :3] = Rotation.from_quat([x, y, z, w]).as_matrix()
            at += 4
        else:
            angle = ratio * q[at] + offset
            if step.motion == "turn":
                Y[:3, :3] = Rotation.from_rotvec(angle * axis).as_matrix()
            else:
                Y[:3, 3] = (float(joint.pitch) if step.geared else 1.0) * angle * axis
            at += not any(s.geared for s in joint.steps)
        X = X @ Y
    return F @ X @ np.linalg.inv(F)


def carrier(made, link):
    """The moving joint that carries a link, or None: fixed joints are of one body."""
    while (joint := next((j for j in made.joints if j.child == link), None)) is not None:
        if joint.moves:
            return joint
        link = joint.parent
    return None


def seats(made, q):
    """(joint, where it sits, its axis, where what it moves has its origin) of every joint that is drawn."""
    T = poses(made, q)
    for joint in made.joints:
        if joint.moves and joint.kind not in ("free", "planar"):
            before = T[joint.parent] @ matrix(joint.placement)
            after = before @ moved(made, joint, q)
            axis = before[:3, :3] @ [float(x) for x in joint.axis]
            yield joint, before[:3, 3], axis / np.linalg.norm(axis), after[:3, 3]


def near(points, p, size):
    return bool(len(points)) and np.linalg.norm(points - p, axis=1).min() <= DRAWN * size


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", NAMES)
def test_every_link_is_drawn_to_its_ends_and_nothing_else_is(name):
    made, q, seen = drawn(name)
    size = max(np.abs(seen.box).max(), 1.0)
    lines = [x for x in seen.items if x.name in ("link", "slide", "rod", "spring")]
    T = poses(made, q)
    expected, reached = [np.zeros(3)], {}
    for joint, at, _, to in seats(made, q):
        expected += [at, to]
        for body, p in ((carrier(made, joint.parent), at), (joint, to)):
            if body is not None:
                reached.setdefault(body.child, []).append(p)
    for link, places in reached.items():
        if max(np.linalg.norm(p - places[0]) for p in places) > 1e-6:
            ends = np.concatenate([x.ends for x in lines if x.data.get("link") == link])
            for p in places:
                assert near(ends, seen.project(p), size), (link, p)
    for loop in (x for x in made.loops if isinstance(x, da.model.Loop)):
        for frame, own in ((loop.first, loop.first_placement), (loop.second, loop.second_placement)):
            expected.append((frame_pose(made, T, frame) @ matrix(own))[:3, 3])
    for spring in made.springs:
        expected += [(frame_pose(made, T, f) @ [*map(float, p), 1.0])[:3] for f, p in getattr(spring, "path", ())]
    start = {joint.child: to for joint, _, _, to in seats(made, q)}
    centres = {}
    for link, places in leaves(made, T, centres).items():
        own = np.concatenate([np.zeros((0, 2)), *(x.ends for x in lines if x.data.get("link") == link)])
        off = [p for p in places if np.linalg.norm(p - start.get(link, T[link][:3, 3])) > 1e-6]
        far = [p for p in off if not any(p is x for x in centres.values())] or off  # a frame, else the mass centre
        if far and not made.loops:
            assert any(near(own, seen.project(p), size) for p in far), link
        expected += places
    known = seen.project(np.array(expected))
    for item in (x for x in lines if x.name in ("link", "slide", "rod") and len(x.ends) == 2):
        for end in item.ends:
            assert near(known, end, size), (item.data, end)


def frame_pose(made, T, name):
    if name in T:
        return T[name]
    frame = next(x for x in made.frames if x.name == name)
    return T[frame.link] @ matrix(frame.placement)


def leaves(made, T, centres=None):
    """Of each body that carries no other: where its frames, its fixed links and its mass centre are."""
    found = {}
    carrying = {carrier(made, j.parent).name for j in made.joints if j.moves and carrier(made, j.parent)}
    for joint in (j for j in made.joints if j.moves and j.name not in carrying):
        fixed = [x for x in T if carrier(made, x) is joint]
        places = [T[x][:3, 3] for x in fixed]
        places += [frame_pose(made, T, f.name)[:3, 3] for f in made.frames if f.link in fixed]
        mass = sum(float(made.link(x).inertia.mass) for x in fixed)
        if mass > 0:
            sums = [
                T[x][:3, :3] @ [float(v) for v in made.link(x).inertia.ms]
                + float(made.link(x).inertia.mass) * T[x][:3, 3]
                for x in fixed
            ]
            places.append(np.sum(sums, axis=0) / mass)
            if centres is not None:
                centres[joint.child] = places[-1]
        found[joint.child] = places
    return found


@pytest.mark.sampled(24)
@pytest.mark.parametrize("name", NAMES)
def test_axes_and_slides_are_the_robot_s(name):
    made, q, seen = drawn(name)
    size = max(np.abs(seen.box).max(), 1.0)
    assert np.abs([seen.right @ seen.up, seen.right @ seen.right - 1, seen.up @ seen.up - 1]).max() < ANOTHER_LIBRARY
    for joint, at, axis, to in seats(made, q):
        turns = [x for x in seen.of("axis") if x.data.get("turns") == joint.name]
        for line in turns:
            first, last = line.ends
            off = seen.vector(axis)
            assert abs(np.linalg.det([last - first, off])) < DRAWN * size * seen.scale
            assert (last - first) @ off >= -DRAWN
            assert abs(np.linalg.det([first - seen.project(at), off])) < DRAWN * size * seen.scale
        if joint.kind in ("spherical", "universal"):
            (circle,) = seen.of("joint", joint=joint.name)
            assert np.abs(circle.ends[:-1].mean(axis=0) - seen.project(at)).max() < DRAWN * size
        for line in seen.of("slide", joint=joint.name):
            assert np.abs(line.ends - [seen.project(at), seen.project(to)]).max() < DRAWN * size
        if joint.kind in ("revolute", "continuous") and abs(axis @ seen.toward) > 0.999:
            (circle, *_) = seen.of("joint", joint=joint.name)
            assert np.abs(circle.ends[:-1].mean(axis=0) - seen.project(at)).max() < DRAWN * size or turns
    T = poses(made, q)
    for loop in (x for x in made.loops if isinstance(x, da.model.Loop) and x.kind in ("ball", "universal")):
        (circle,) = seen.of("joint", cut=loop.name)
        for frame, own in ((loop.first, loop.first_placement), (loop.second, loop.second_placement)):
            there = seen.project((frame_pose(made, T, frame) @ matrix(own))[:3, 3])
            assert np.abs(circle.ends[:-1].mean(axis=0) - there).max() < SOLVED * size  # as far as loops are closed
    for line in (x for x in seen.of("axis") if "axis" in x.data):
        off = seen.vector(np.eye(3)["xyz".index(line.data["axis"])])
        way = line.ends[1] - line.ends[0]
        assert way @ off == pytest.approx(np.linalg.norm(way) * np.linalg.norm(off))
    g = np.array([float(x) for x in made.gravity])
    arrows = seen.of("gravity")
    assert bool(arrows) == bool(g.any())
    for arrow in arrows:
        if arrow.data["gravity"] == "true":
            way, off = arrow.ends[1] - arrow.ends[0], seen.vector(g)
            assert way @ off == pytest.approx(np.linalg.norm(way) * np.linalg.norm(off))
        else:
            assert abs(g @ seen.toward) > 0.9 * np.linalg.norm(g)
            assert (arrow.data["gravity"] == "into") == (g @ seen.toward < 0)


@pytest.mark.parametrize("name", NAMES)
def test_angles_start_at_zero_and_end_at_the_link(name):
    """Turned back to zero, the link lies on the zero line: an arc goes from there to where it is, the way it turns."""
    made, q, seen = drawn(name)
    size = max(np.abs(seen.box).max(), 1.0)
    for joint, at, axis, _ in seats(made, q):
        for arc in seen.of("arc", angle=joint.name):
            index, ratio = turned(made, joint)
            back = q.copy()
            back[index] = 0.0
            now, zero = (across(made, joint, at, axis, x) for x in (q, back))
            centre = seen.project(at)
            if "turns" in str(seen.of("axis", turns=joint.name)):
                centre = seen.of("zero", angle=joint.name)[0].ends[0]
                assert abs(np.linalg.det([centre - seen.project(at), seen.vector(axis)])) < DRAWN * size * seen.scale
            value = ratio * q[index]
            fits = []
            for u, v in zip(now, zero, strict=True):
                r = np.linalg.norm(arc.ends[0] - centre) / np.linalg.norm(seen.vector(v))
                middle = Rotation.from_rotvec(value / 2 * axis).apply(v)
                halfway = bezier_middle(arc)
                fits.append(
                    max(
                        np.abs(arc.ends[0] - centre - r * seen.vector(v)).max(),
                        np.abs(arc.ends[-1] - centre - r * seen.vector(u)).max(),
                    )
                    < DRAWN * size
                    and np.abs(halfway - centre - r * seen.vector(middle)).max() < 1e-3 * size
                )
            assert any(fits), joint.name
        for line in seen.of("zero", angle=joint.name):
            index, _ = turned(made, joint)
            back = q.copy()
            back[index] = 0.0
            way = line.ends[1] - line.ends[0]
            offs = [seen.vector(v) for v in across(made, joint, at, axis, back)]
            assert any(abs(np.linalg.det([way, v])) < DRAWN * size * seen.scale and way @ v > 0 for v in offs)
        for arrow in seen.of("sense", sense=joint.name):
            facing = axis @ seen.toward
            if joint.kind in ("revolute", "continuous") and abs(facing) > 0.05:
                middle = arrow.ends[len(arrow.ends) // 2] if len(arrow.ends) > 2 else bezier_middle(arrow)
                turn = np.linalg.det([middle - arrow.ends[0], arrow.ends[-1] - middle])
                assert turn * facing < 0, joint.name  # y points down on paper


def turned(made, joint):
    leader, ratio = joint, 1.0
    while leader.mimic is not None:
        ratio, leader = ratio * float(leader.mimic.multiplier), made.joint(leader.mimic.joint)
    return leader.first[0], ratio


def across(made, joint, at, axis, q):
    """Directions square to the axis in which points of the moved body lie."""
    T = poses(made, q)
    points = [T[j.parent] @ matrix(j.placement) for j in made.joints if j.moves and carrier(made, j.parent) is joint]
    directions = [x[:3, 3] - at for x in points]
    for k, j in enumerate(j for j in made.joints if j.moves and carrier(made, j.parent) is joint):
        if j.kind == "prismatic":
            directions.append(points[k][:3, :3] @ np.array([float(x) for x in j.axis]))
    directions += [x - at for x in leaves(made, T).get(joint.child, [])]
    fixed = [x for x in T if carrier(made, x) is joint]
    directions += [frame_pose(made, T, f.name)[:3, 3] - at for f in made.frames if f.link in fixed]
    heavy = made.link(joint.child).inertia
    if float(heavy.mass) > 0:
        com = np.array([float(x) / float(heavy.mass) for x in heavy.ms])
        directions.append(T[joint.child][:3, :3] @ com + T[joint.child][:3, 3] - at)
    for loop in (x for x in made.loops if isinstance(x, da.model.Loop)):
        for frame, own in ((loop.first, loop.first_placement), (loop.second, loop.second_placement)):
            link = frame if frame in T else next(x.link for x in made.frames if x.name == frame)
            if carrier(made, link) is joint:
                directions.append((frame_pose(made, T, frame) @ matrix(own))[:3, 3] - at)
    square = [x - (x @ axis) * axis for x in directions]
    return [x / np.linalg.norm(x) for x in square if np.linalg.norm(x) > 1e-9] or [np.full(3, np.nan)]


def bezier_middle(item):
    """The point halfway along an arc made of equal pieces."""
    pieces = (len(item.points) - 1) // 3
    k, odd = divmod(pieces, 2)
    if not odd:
        return item.points[3 * k]
    a, b, c, d = item.points[3 * k : 3 * k + 4]
    return (a + 3 * b + 3 * c + d) / 8


CHOSEN = [
    "planar_2r",
    "planar_rpr",
    "rp",
    "scara",
    "stanford",
    "panda",
    "ur5",
    "cart_pole",
    "four_bar",
    "stewart",
    "forearm",
]


@pytest.mark.sampled(37)
@pytest.mark.parametrize(("name", "kicked"), [*((x, True) for x in NAMES), *((x, False) for x in CHOSEN)])
def test_names_do_not_meet_and_everything_is_on_the_sheet(name, kicked):
    """At any configuration, and in the posture that is chosen where none is given."""
    made, _, seen = drawn(name)
    if not kicked:
        seen = Drawn(da.draw(made).svg())
    left, top, width, height = seen.box
    for item in seen.items:
        room = 0.0 if item.name == "label" else item.width / 2
        low, high = item.points.min(axis=0) - room, item.points.max(axis=0) + room
        assert np.all(low >= [left, top]), item
        assert np.all(high <= [left + width, top + height]), item
    labels = seen.of("label")
    boxes = [np.array([*x.points.min(axis=0), *x.points.max(axis=0)]) for x in labels]
    for k, (item, box) in enumerate(zip(labels, boxes, strict=True)):
        assert np.abs(np.array(item.data["box"].split(), dtype=float) - box).max() < 0.02  # letters have two decimals
        for other, there in zip(labels[:k], boxes, strict=False):
            apart = box[0] >= there[2] or there[0] >= box[2] or box[1] >= there[3] or there[1] >= box[3]
            assert apart, (item.data, other.data)
    if made.nv and not made.loops and made.joints[0].kind != "free":
        said = {x.data["label"] for x in labels}
        missing = [k for k in range(1, made.nv + 1) if f"q{k}" not in " ".join(said)]
        assert not missing or "…" in "".join(said)


@pytest.mark.parametrize("name", NAMES)
def test_the_ground_is_there_where_a_robot_stands(name):
    made, q, seen = drawn(name)
    stands = any(carrier(made, j.parent) is None for j, *_ in seats(made, q))
    stands |= any(
        carrier(made, next((f.link for f in made.frames if f.name == x), x)) is None
        for loop in made.loops if isinstance(loop, da.model.Loop) for x in (loop.first, loop.second)
    )  # fmt: skip
    assert bool(seen.of("hatch")) == stands


def test_the_reference_is_forward_kinematics():
    for name in ("panda", "ur5_robot.urdf", "ball", "stewart", "quadruped"):
        made, q, _ = drawn(name)
        T = poses(made, q)
        for link in list(T)[-2:]:
            assert da.forward_kinematics(made, q, link) == pytest.approx(T[link], abs=ANOTHER_LIBRARY)


def test_a_planar_robot_is_seen_in_its_plane_with_world_axes():
    for name, right, up in (("planar_2r", X, Y), ("forearm", X, Z), ("cart_pole", X, Y)):
        seen = drawn(name)[2]
        assert tuple(seen.right) == right
        assert tuple(seen.up) == up
