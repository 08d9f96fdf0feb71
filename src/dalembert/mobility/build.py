"""From a drawing to a robot: a spanning tree of the drawn joints, and a cut for each joint outside it.

    T_parent_child = A · motion · B⁻¹

A and B are the joint's frame on its two bodies. Every link's frame stands where its joint is drawn, with the axes of
the drawing; the ground's frame is that of the drawing. Joints drawn apart are cut first, then those with the most
freedoms, since a cut ball takes fewer equations and no quaternion; driven joints and screws stay in the tree.
A universal joint whose axes are not at right angles is two hinges with a massless cross between them, and a screw
that has to be cut turns a massless nut, which is welded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from dalembert.graph import Node, Scalar, evaluate
from dalembert.graph.scalar import sqrt
from dalembert.mobility.graph import Graph
from dalembert.mobility.joint import Joint as Drawn
from dalembert.robot import body
from dalembert.robot.inertia import Inertia
from dalembert.robot.joint import Joint
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Link, Robot
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import (
    EYE,
    Matrix,
    Vector,
    cross,
    dot,
    matadd,
    matmul,
    outer,
    scale,
    skew,
    sub,
    transpose,
)

if TYPE_CHECKING:
    from dalembert.mobility.mechanism import Mechanism

_CUT = {"spherical": "ball", "fixed": "weld"}  # of a drawn kind; the others have the same name
_SQUARE = 1e-12  # cosine of two directions at right angles
_THICK = 0.05  # radius of a rod over its length


def robot(mechanism: Mechanism, *, exact: bool = False) -> Robot:
    """The robot of a drawing; `exact` keeps roots and angles as expressions and reads floats as the decimals they show."""
    joints = [part for joint in mechanism.joints for part in _split(joint.map(_exact) if exact else joint)]
    crosses = [joint.b for joint in joints if joint.b not in mechanism.bodies]
    bodies = [*mechanism.numbered, *crosses]
    number = {name: i for i, name in enumerate(bodies)}
    ends = [(number[joint.a], number[joint.b]) for joint in joints]
    graph = Graph(len(bodies), ends, [_weight(joint, joint.name in mechanism.driven) for joint in joints])
    halves = [_halves(joint) for joint in joints]
    origin: dict[str, Vector] = {mechanism.ground: (0, 0, 0)}
    made: list[Joint] = []
    for k in graph.order[1:]:
        j, before = graph.parent[k]
        made.append(_joint(joints[j], halves[j], bodies[before], bodies[k], origin))
    links = [Link(name, _inertia(mechanism, name, origin[name])) for name in mechanism.numbered]
    links += [Link(name) for name in crosses]
    loops = []
    for j in graph.chords:
        loop, nut = _cut(joints[j], halves[j], origin)
        loops.append(loop)
        if nut is not None:
            made.append(nut)
            links.append(Link(nut.child))
    tool = (Frame("tool", mechanism.output),) if mechanism.output else ()
    found = Robot(
        mechanism.name, tuple(links), tuple(made), mechanism.gravity, tool, mechanism.source, loops=tuple(loops)
    )
    if mechanism.driven:
        found = replace(found, actuated=_driven(mechanism, made))
    return found if exact else found.map(_number)


def _exact(x: Scalar) -> Scalar:
    return Fraction(repr(x)) if type(x) is float else x


def _number(x: Scalar) -> Scalar:
    return float(evaluate([x], {})[0]) if isinstance(x, Node) else x


def _weight(joint: Drawn, driven: bool) -> float:
    if joint.apart:
        return 10.0 + joint.freedoms
    return -2.0 if joint.kind == "screw" else -1.0 if driven else float(joint.freedoms)


def _split(joint: Drawn) -> list[Drawn]:
    """A universal joint with oblique axes as two hinges; any other joint as it is."""
    if joint.kind != "universal" or joint.axis is None or joint.second is None:
        return [joint]
    u, v = (np.array(evaluate(x, {})) for x in (joint.axis, joint.second))
    if abs(u @ v) <= _SQUARE * np.linalg.norm(u) * np.linalg.norm(v):
        return [joint]
    middle = f"{joint.name} cross"
    one = Drawn("revolute", joint.a, middle, joint.point, joint.axis, name=f"{joint.name} 1st")
    two = Drawn("revolute", middle, joint.b, joint.point, joint.second, point_b=joint.point_b, axis_b=joint.axis_b,
                name=f"{joint.name} 2nd")  # fmt: skip
    return [one, two]


def _driven(mechanism: Mechanism, joints: Sequence[Joint]) -> tuple[str, ...]:
    """Coordinates of the driven joints."""
    return tuple(c.name for joint in joints if joint.name in mechanism.driven for c in joint.coordinates)


# ── frames ────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Halves:
    """A joint's frame on its bodies a and b, in the drawing."""

    a: Pose
    b: Pose


def _halves(joint: Drawn) -> Halves:
    assert joint.axis is not None
    R = _axes(joint.axis) if joint.second is None else _crossed(joint.axis, joint.second)
    R_b = R
    if joint.axis_b is not None:
        R_b = matmul(_shortest(joint.axis if joint.second is None else joint.second, joint.axis_b), R)
    return Halves(Pose(R, joint.point), Pose(R_b, joint.point if joint.point_b is None else joint.point_b))


def _unit(a: Vector) -> Vector:
    return scale(1 / sqrt(dot(a, a)), a)


def _axes(along: Vector) -> Matrix:
    """A rotation whose third column is along a direction."""
    z = _unit(along)
    sizes = [abs(x) for x in evaluate(z, {})]
    y = _unit(cross(z, EYE[sizes.index(min(sizes))]))
    return transpose((cross(y, z), y, z))


def _crossed(first: Vector, second: Vector) -> Matrix:
    """A rotation whose first two columns are along directions at right angles."""
    x = _unit(first)
    y = _unit(sub(second, scale(dot(second, x), x)))
    return transpose((x, y, cross(x, y)))


def _shortest(u: Vector, v: Vector) -> Matrix:
    """The shortest rotation that takes one direction to another."""
    u, v = _unit(u), _unit(v)
    c = dot(u, v)
    if evaluate([c], {})[0] < -0.999999:
        half = transpose(_axes(u))[0]
        turn = matadd(tuple(scale(2, row) for row in outer(half, half)), tuple(scale(-1, row) for row in EYE))
        return matmul(_shortest(scale(-1, u), v), turn)  # half a turn first, then the rest
    W = skew(cross(u, v))
    return matadd(EYE, matadd(W, tuple(scale(1 / (1 + c), row) for row in matmul(W, W))))


# ── parts ─────────────────────────────────────────────────────────────────────


def _joint(drawn: Drawn, halves: Halves, parent: str, child: str, origin: dict[str, Vector]) -> Joint:
    """A joint of the tree; passed from b to a it has its axes turned round, so that q means the same."""
    near, far = (halves.a, halves.b) if drawn.a == parent else (halves.b, halves.a)
    if drawn.a != parent:
        near, far = (Pose(_reversed(pose.R, drawn.kind), pose.p) for pose in (near, far))
    origin[child] = far.p
    placement = Pose(near.R, sub(near.p, origin[parent]))
    return Joint(drawn.name, drawn.kind, parent, child, placement, after=Pose(transpose(far.R)), pitch=drawn.pitch)


def _reversed(R: Matrix, kind: str) -> Matrix:
    x, y, z = transpose(R)
    if kind == "universal":
        return transpose((scale(-1, y), scale(-1, x), scale(-1, z)))
    return transpose((x, scale(-1, y), scale(-1, z)))


def _cut(drawn: Drawn, halves: Halves, origin: dict[str, Vector]) -> tuple[Loop, Joint | None]:
    """The loop of a joint outside the tree; for a screw, the nut that it turns."""
    first = Pose(halves.a.R, sub(halves.a.p, origin[drawn.a]))
    second = Pose(halves.b.R, sub(halves.b.p, origin[drawn.b]))
    if drawn.kind != "screw":
        return Loop(drawn.name, _CUT.get(drawn.kind, drawn.kind), drawn.a, drawn.b, first, second), None
    nut = Joint(f"{drawn.name} turn", "screw", drawn.a, f"{drawn.name} nut", first, pitch=drawn.pitch)
    return Loop(drawn.name, "weld", nut.child, drawn.b, Pose(), second), nut


def _inertia(mechanism: Mechanism, name: str, origin: Vector) -> Inertia:
    """As given, in the drawing; else of rods of 1 kg/m from the middle of the body's joints to each of them."""
    back = tuple(-x for x in origin)
    if name in dict(mechanism.inertias):
        return dict(mechanism.inertias)[name].translated(back)
    if name == mechanism.ground:
        return Inertia()
    ends = np.unique([evaluate(sub(p, origin), {}) for j in mechanism.joints for p in j.points(name)], axis=0)
    middle = ends.mean(axis=0)
    rods = [end - middle for end in ends if np.linalg.norm(end - middle) > 1e-9 * mechanism.size]
    if not rods:
        radius = _THICK * mechanism.size
        return body.sphere(radius, mass=2 * radius, at=Pose(p=tuple(middle.tolist())))
    total = Inertia()
    for rod in rods:
        length = float(np.linalg.norm(rod))
        R = _axes(tuple(rod.tolist()))
        at = Pose(R, tuple((middle + rod / 2).tolist()))
        total = total + body.cylinder(_THICK * length, length, mass=length, axis="z", at=at)
    return total
