"""What is written is read back: robots with every joint, loop, coupling, spring and drive come back equal from our file,
and URDF keeps loops, springs, planar and floating joints."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import dalembert as da
from dalembert.graph import Node, symbol
from dalembert.graph.evaluate import evaluate
from dalembert.graph.expression import parse
from dalembert.graph.node import to_text
from dalembert.graph.scalar import sin
from dalembert.robot.loop import LOOPS
from dalembert.spatial.joint_types import KINDS
from dalembert.spatial.pose import rotation_rpy
from raised import raises
from random_robot import random_inertia
from tolerance import ANOTHER_LIBRARY


def everything(seed):
    """A random tree of every kind of joint with everything a robot can have."""
    rng = np.random.default_rng(seed)

    def some(n=3):
        return tuple(rng.uniform(-1, 1, n).tolist())

    def number():
        return [float(rng.uniform(0.1, 2)), Fraction(int(rng.integers(1, 9)), 7), symbol("k"), symbol("k") * 2 + 1][
            int(rng.integers(4))
        ]

    def pose():
        return da.Pose(rotation_rpy(*some()), some()) if rng.random() < 0.7 else da.Pose()

    def drive():
        return da.Drive(*(abs(x) for x in some(4))) if rng.random() < 0.5 else None

    links, joints = [da.Link("ground")], []
    for kind in rng.permutation([*KINDS, "revolute", "revolute"]).tolist():
        i = len(joints)
        name, parent = f"joint {i}\"'λ", links[int(rng.integers(len(links)))].name
        parent = "ground" if kind == "free" else parent
        links.append(da.Link(f"link{i}", random_inertia(rng), float(rng.integers(0, 2)) / 2))
        angles = "zyx" if kind in ("spherical", "free") and rng.random() < 0.4 else ""
        given = da.Joint(name, kind, parent, f"link{i}", pose(), (0, 0, 1), pose(), pitch=number() if kind == "screw" else 0,
                      angles=angles)  # fmt: skip
        count = len(given.steps)
        limits = tuple(da.Limits(-float(rng.random()), 1.0, None, 3.0) for _ in range(count))
        given = replace(given, limits=limits if count > 1 else da.Limits(-1, 2), drive=drive())
        if count > 1 and rng.random() < 0.5:
            given = replace(given, drive=tuple(drive() for _ in range(count)))
        if given.nv > 1 and rng.random() < 0.4:
            given = replace(given, names=tuple(f"c{i}.{k}" for k in range(given.nv)))
        joints.append(given)
    robot = da.Robot(
        f"robot {seed}", tuple(links), tuple(joints), (0, 0.5, "-g"), (da.model.Frame("tip", "link3", pose()),)
    )
    single = [c.name for j in robot.joints for c in j.coordinates if c.motion != "ball"]
    a, b, c = (single[int(k)] for k in rng.choice(len(single), 3, replace=False))
    loops = [
        da.model.Loop(f"l {kind}", kind, "tip", f"link{k}", pose(), pose(), number() if kind == "rod" else None)
        for k, kind in enumerate(LOOPS)
    ]
    loops += [
        da.model.Coupling.linear("gear", {a: number(), b: -2}, 0.5),
        da.model.Coupling.polynomial("cam", b, c, (1, number(), 0.25)),
    ]
    springs = [
        da.model.Tendon("t", {a: number(), c: -1.5}, number(), number(), number(), number(), number()),
        da.model.Strut(
            "s", "ground", "tip", some(), some(), number(), 1, 0.5, 0, 0, (("link1", some()), ("link2", some()))
        ),
    ]
    springs += [
        da.model.BallSpring(f"b {name}", name, number(), (1, 2, Fraction(1, 3), 0.5), 0.1) for name in robot.balls
    ]
    driven = tuple(x for x in robot.coordinates if rng.random() < 0.6)
    return replace(robot, loops=tuple(loops), springs=tuple(springs), actuated=driven)


@pytest.mark.sampled(14)
@pytest.mark.parametrize("seed", range(25))
def test_our_file_keeps_everything(tmp_path, seed):
    robot = everything(seed)
    da.export(robot, tmp_path / "robot.toml")
    again = da.load(tmp_path / "robot.toml")
    for part in ("name", "gravity", "links", "joints", "frames", "loops", "springs", "actuated", "coordinates"):
        assert getattr(again, part) == getattr(robot, part)
    da.export(again, tmp_path / "again.toml")
    assert da.load(tmp_path / "again.toml") == again  # to the last digit, and exact where it was exact


def tied(seed):
    """A tree of the joints URDF has, with loops and struts."""
    rng = np.random.default_rng(seed)
    links, joints = [da.Link("ground")], []
    for i, kind in enumerate(("free", "revolute", "planar", "prismatic", "continuous", "revolute")):
        axis = (0.0, 0.0, 1.0) if kind == "free" else tuple(rng.normal(size=3).tolist())
        place = da.Pose(rotation_rpy(*rng.uniform(-1, 1, 3).tolist()), tuple(rng.uniform(-1, 1, 3).tolist()))
        drive = da.Drive(damping=0.5, coulomb=0.1) if rng.random() < 0.5 else None
        parent = links[-1].name if rng.random() < 0.7 else "ground"
        links.append(da.Link(f"link{i}", random_inertia(rng)))
        joints.append(da.Joint(f"joint{i}", kind, parent, f"link{i}", place, axis, drive=drive))
    place = [
        da.Pose(rotation_rpy(*rng.uniform(-1, 1, 3).tolist()), tuple(rng.uniform(-1, 1, 3).tolist())) for _ in range(9)
    ]
    loops = tuple(
        da.model.Loop(kind, kind, "ground", f"link{k}", place[2 * k], place[2 * k + 1])
        for k, kind in enumerate(("revolute", "weld", "prismatic", "ball"))
    )
    strut = da.model.Strut("s", "link0", "ground", (0.1, 0.2, 0.3), (0.0, 0.0, 3.0), 5.0, 0.7, 0.2)
    spring = da.model.Tendon("t", {"joint1": 0.4}, 3.0, 0.2)
    return da.Robot("tied", tuple(links), tuple(joints), loops=loops, springs=(strut, spring))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(8))
def test_urdf_keeps_loops_springs_planar_and_floating_joints(tmp_path, seed):
    robot, rng = tied(seed), np.random.default_rng(seed)
    da.export(robot, tmp_path / "robot.urdf")
    again = da.load(tmp_path / "robot.urdf")
    assert again.coordinates == robot.coordinates
    q = da.integrate(robot, da.neutral(robot), rng.uniform(-1, 1, robot.nv))
    qd, qdd = rng.uniform(-1, 1, (2, robot.nv))
    opened = [replace(x, loops=()) for x in (robot, again)]
    expected, found = (da.inverse_dynamics(x, q, qd, qdd) for x in opened)
    assert np.abs(found - expected).max() < ANOTHER_LIBRARY * np.abs(expected).max()
    expected, found = (da.mechanism.loop_closure(x, q) for x in (robot, again))
    assert np.abs(found - expected).max() < ANOTHER_LIBRARY * np.abs(expected).max()


def test_urdf_says_what_it_cannot_hold(tmp_path):
    robot = tied(0)
    name = next(j.name for j in robot.joints if j.kind == "revolute")
    for changed in (
        replace(robot, loops=(da.model.Loop("l", "universal", "ground", "link1"),)),
        replace(robot, loops=(da.model.Coupling.linear("gear", {name: 1}),)),
        replace(robot, springs=(da.model.Tendon("t", {name: 1}, 3, damping=1),)),
        replace(robot, springs=(da.model.Tendon("t", {"joint3": 1}, 3),)),  # at a slide
        replace(robot, springs=(replace(robot.springs[0], slack=1),)),
    ):
        with raises(da.finding.Unrepresentable, format="URDF"):
            da.export(changed, tmp_path / "robot.urdf")


@pytest.mark.parametrize(
    ("inner", "message"),
    [
        ('<loop_joint name="l" type="odd"><link1 link="a"/><link2 link="b"/></loop_joint>', da.finding.NotModelledType),
        ('<loop_joint name="l" type="fixed"><link1 link="a"/></loop_joint>', da.finding.MissingPart),
        ('<loop_joint name="l" type="fixed"><link1 link="a"/><link2 link="a"/></loop_joint>', da.finding.Impossible),
        ('<loop_joint name="l" type="fixed"><link1 link="a"/><link2 link="bb"/></loop_joint>', da.finding.Undefined),
        ('<force_element name="f"><bushing/></force_element>', da.finding.UnknownPart),
        ('<force_element name="f"><torsional_spring/></force_element>', da.finding.MissingPart),
        (
            '<force_element name="f"><torsional_spring><joint name="k"/></torsional_spring></force_element>',
            da.finding.Undefined,
        ),
    ],
)
def test_bonds_of_a_urdf_that_make_no_sense(tmp_path, inner, message):
    path = tmp_path / "robot.urdf"
    path.write_text(f"""<robot name="r"><link name="a"/><link name="b"/>
      <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>{inner}</robot>""")
    with raises(message):
        da.load(path)


@pytest.mark.parametrize("name", da.gallery.names())
def test_every_robot_of_the_gallery_comes_back_itself(name, tmp_path):
    """Its expressions too, to the last parenthesis: as it is, with every number a symbol, and with half of them bound."""
    robot = getattr(da.gallery, name)()
    half = {x: Fraction(k + 1, 7) for k, x in enumerate(robot.parameters) if k % 2}
    inexact = {x: float(y) for x, y in half.items()}
    for given in (robot, robot.symbolic(), robot.bind(**half), robot.bind(**inexact)):
        da.export(given, tmp_path / "robot.toml", overwrite=True)
        assert da.load(tmp_path / "robot.toml") == given


@pytest.mark.parametrize("seed", range(300))
def test_an_expression_is_read_back_as_the_same_node(seed):
    rng = np.random.default_rng(seed)

    def drawn(depth):
        if not depth or rng.random() < 0.15:
            exact = Fraction(int(rng.integers(-9, 10)), int(rng.integers(1, 5)))
            return exact if rng.random() < 0.25 else symbol("abcd"[rng.integers(4)])
        a, b = drawn(depth - 1), drawn(depth - 1)
        kind = int(rng.integers(7))
        if kind == 3:
            return a / (symbol("e") + b * b)
        return (a + b, a - b, a * b, None, -a, sin(a), a * a * b)[kind]

    x = drawn(5)
    back = parse(to_text(x, exact=True))
    assert back is x if isinstance(x, Node) else back == x
    value = {name: float(v) for name, v in zip("abcde", rng.uniform(0.5, 1.5, 5), strict=True)}
    one, other = (float(evaluate([y], value)[0]) if isinstance(y, Node) else float(y) for y in (x, parse(to_text(x))))
    assert other == pytest.approx(one, rel=ANOTHER_LIBRARY, abs=ANOTHER_LIBRARY)
