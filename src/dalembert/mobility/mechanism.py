"""Mechanism described by a drawing: bodies, one of which is fixed, connected by joints at points.

    kind          f   how it is drawn
    revolute      1   rotates about its axis
    prismatic     1   translates along its axis
    screw         1   rotates with an advance of `pitch` for each radian
    universal     2   rotates about its axis (fixed in a), then about `second` (fixed in b)
    cylindrical   2   rotates about its axis and translates along it
    planar        3   translates and rotates in the plane normal to its axis
    spherical     3   any rotation about the point
    fixed         0   none

`spatial.joint_types.KINDS` defines the motions for each kind of joint.  [hunt1978, ch. 1]

The robot of a mechanism is a spanning tree of its joints, with one cut for each joint outside the tree:

    T_parent_child = A · motion · B⁻¹

A and B are the joint frames on the two bodies. The frame of every link is at the drawn position of its joint and is
aligned with the axes of the drawing. The frame of the ground is the frame of the drawing. Joints whose halves are drawn
apart are cut first. Next are joints with many degrees of freedom: for example, a cut ball joint requires fewer
equations and no quaternion. Driven joints and screw joints are not cut if possible. A universal joint with oblique axes
is modelled as two revolute joints that are connected by a massless cross. If a screw joint must be cut, it is replaced
by a screw joint to a massless nut, which is welded to the other body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert import finding
from dalembert.argument import FilePath, counted, filled, instance, known, listed, real, value
from dalembert.finding.finding import Argument, Identifier, JointName, LinkName, SymbolName
from dalembert.graph import Node, Scalar, evaluate, symbols
from dalembert.graph.scalar import sqrt
from dalembert.mechanism.closure import extent
from dalembert.mobility.network import JointGraph, RobotDescription, shortest_decimal
from dalembert.robot import body
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Joint, Link, Robot
from dalembert.spatial.joint_types import COLUMNS, KINDS
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, Matrix, Vector, cross, dot, matadd, matmul, outer, scale, skew, sub, transpose
from dalembert.tolerance import RANK, ROUNDING
from dalembert.typeset.notebook_display import Displayed

if TYPE_CHECKING:
    from dalembert.drawing.svg import Drawing
    from dalembert.mobility.degrees_of_freedom import Mobility


_Triple = tuple[Scalar, ...]
Z: _Triple = (0, 0, 1)
DRAWN = ("revolute", "prismatic", "screw", "universal", "cylindrical", "planar", "spherical", "fixed")
_AXIS_OPTIONAL = ("revolute", "spherical", "fixed")
_VECTORS = ("point", "axis", "second", "point_b", "axis_b")


@dataclass(frozen=True)
class DrawnJoint:
    """Joint between bodies `a` and `b` in a drawing (world coordinates).

    `point` is the centre of the joint, and `axis` is its direction (by default z for a revolute joint). `second` is the
    other axis of a universal joint, and `pitch` is the advance of a screw per radian. If the loops in the drawing are
    not closed, the two halves of a joint can be drawn at different points. In this case, `point_b` and `axis_b`
    describe the half on body b. For a universal joint, `axis_b` takes the place of `second`.
    """

    kind: str
    a: str
    b: str
    point: _Triple = (0, 0, 0)
    axis: _Triple | None = None
    second: _Triple | None = None
    pitch: Scalar = 0
    point_b: _Triple | None = None
    axis_b: _Triple | None = None
    name: str = ""

    def __post_init__(self) -> None:
        known(self.kind, DRAWN, "joint kind", argument="kind")
        if not self.name:
            object.__setattr__(self, "name", f"{self.a}-{self.b}")
        if self.a == self.b:
            raise finding.SelfJoint(JointName(self.name), LinkName(self.a)).error()
        if self.axis is None and self.kind in _AXIS_OPTIONAL:
            object.__setattr__(self, "axis", Z)
        for what in _VECTORS:
            vector = getattr(self, what)
            if vector is not None:
                object.__setattr__(self, what, self._vector(vector, what))
        object.__setattr__(self, "pitch", self._value(self.pitch, "pitch"))
        self._check_axes()

    @property
    def freedoms(self) -> int:
        """Number of degrees of freedom f of the joint."""
        return sum(len(COLUMNS[step.motion]) for step in KINDS[self.kind] if not step.geared)

    def points(self, body: str) -> list[_Triple]:
        """Return the points of the joint on a body. The list is empty if the joint is not attached to the body."""
        own = self.point if body == self.a else self.point if self.point_b is None else self.point_b
        return [own] if body in (self.a, self.b) else []

    def map(self, function: Callable[[Scalar], Scalar]) -> DrawnJoint:
        """Return a copy of the joint with `function` applied to each of its numbers."""
        mapped: dict[str, Any] = {"pitch": function(self.pitch)}
        for what in _VECTORS:
            vector = getattr(self, what)
            mapped[what] = None if vector is None else tuple(function(x) for x in vector)
        return replace(self, **mapped)

    @property
    def apart(self) -> bool:
        """Whether the two halves of the joint are drawn at different points or with different axes."""
        return self.point_b is not None or self.axis_b is not None

    def _check_axes(self) -> None:
        needs = {"axis": True, "second": self.kind == "universal", "pitch": self.kind == "screw" and self.pitch != 0}
        has = {"axis": self.axis is not None, "second": self.second is not None, "pitch": self.pitch != 0}
        for argument, needed in needs.items():
            if has[argument] != needed:
                raise finding.contradiction("joint", self.name, f"{argument} as its kind", self.kind)
        if self.axis is not None and self.second is not None:
            u, v = (np.array(evaluate(x, {})) for x in (self.axis, self.second))
            sine = np.sqrt(np.sum(np.cross(u, v) ** 2) / (u @ u) / (v @ v))
            real(sine, f"sine of the angle between the axes of joint '{self.name}'", lower=ROUNDING**0.5)

    def _vector(self, vector: Any, what: str) -> _Triple:
        given = vector.tolist() if isinstance(vector, np.ndarray) else vector
        entries = tuple(self._value(x, what) for x in listed(given, what, "an array of 3"))
        if len(entries) == 2 and what in ("point", "point_b"):
            entries = (*entries, 0)  # a point of the drawing plane
        counted(entries, what, 3, "coordinates")
        if what not in ("point", "point_b"):
            real(np.linalg.norm(evaluate(entries, {})), f"length of {what} of joint '{self.name}'", lower=ROUNDING)
        return entries

    def _value(self, x: Any, what: str) -> Scalar:
        number = value(x, f"{what} of joint '{self.name}'")
        unknown = sorted(symbols([number]))
        if unknown:
            raise finding.SymbolicDrawing(JointName(self.name), Argument(what), SymbolName(unknown[0])).error()
        return number


def revolute(a: str, b: str, point: Any, axis: Any = Z, name: str = "", **apart: Any) -> DrawnJoint:
    """Create a revolute joint.

    Parameters
    ----------
    a, b : str
        Bodies that the joint connects.
    point : array_like, shape (3,)
        Point on the axis, in m, in world coordinates.
    axis : array_like, shape (3,)
        Direction of the axis. Default: z.
    name : str
        Name of the joint. Default: the names of both bodies.
    **apart
        `point_b` and `axis_b`, each of shape (3,), if the joint is drawn at a different pose on body b.

    Returns
    -------
    DrawnJoint

    Examples
    --------
    >>> import dalembert as da
    >>> joint = da.mechanism.revolute("ground", "crank", [0, 0, 1], axis=[0, 0, 1])
    >>> print(joint.kind, joint.a, joint.b)
    revolute ground crank
    """
    return DrawnJoint("revolute", a, b, point, axis, name=name, **apart)


def prismatic(a: str, b: str, point: Any, axis: Any, name: str = "", **apart: Any) -> DrawnJoint:
    """Create a prismatic joint.

    Parameters
    ----------
    a, b : str
        Bodies that the joint connects.
    point : array_like, shape (3,)
        Position of the joint, in m, in world coordinates.
    axis : array_like, shape (3,)
        Direction of the translation.
    name : str
        Name of the joint. Default: the names of both bodies.
    **apart
        `point_b` and `axis_b`, each of shape (3,), if the joint is drawn at a different pose on body b.

    Returns
    -------
    DrawnJoint

    Examples
    --------
    >>> import dalembert as da
    >>> joint = da.mechanism.prismatic("ground", "slider", [0, 0, 1], axis=[1, 0, 0])
    >>> print(joint.kind, joint.a, joint.b)
    prismatic ground slider
    """
    return DrawnJoint("prismatic", a, b, point, axis, name=name, **apart)


def screw(a: str, b: str, point: Any, axis: Any, pitch: Any, name: str = "", **apart: Any) -> DrawnJoint:
    """Create a screw joint.

    Parameters
    ----------
    a, b : str
        Bodies that the joint connects.
    point : array_like, shape (3,)
        Point on the axis, in m, in world coordinates.
    axis : array_like, shape (3,)
        Direction of the axis.
    pitch : float
        Advance, in m/rad.
    name : str
        Name of the joint. Default: the names of both bodies.
    **apart
        `point_b` and `axis_b`, each of shape (3,), if the joint is drawn at a different pose on body b.

    Returns
    -------
    DrawnJoint

    Examples
    --------
    >>> import dalembert as da
    >>> joint = da.mechanism.screw("ground", "nut", [0, 0, 1], axis=[0, 0, 1], pitch=0.002)
    >>> print(joint.kind, joint.a, joint.b)
    screw ground nut
    """
    return DrawnJoint("screw", a, b, point, axis, pitch=pitch, name=name, **apart)


def universal(a: str, b: str, point: Any, axis: Any, second: Any, name: str = "", **apart: Any) -> DrawnJoint:
    """Create a universal joint.

    Parameters
    ----------
    a, b : str
        Bodies that the joint connects.
    point : array_like, shape (3,)
        Intersection of the axes, in m, in world coordinates.
    axis : array_like, shape (3,)
        Direction of the axis that is fixed in body a.
    second : array_like, shape (3,)
        Direction of the axis that is fixed in body b.
    name : str
        Name of the joint. Default: the names of both bodies.
    **apart
        `point_b` and `axis_b`, each of shape (3,), if the joint is drawn at a different pose on body b.

    Returns
    -------
    DrawnJoint

    Examples
    --------
    >>> import dalembert as da
    >>> joint = da.mechanism.universal("ground", "rod", [0, 0, 1], axis=[1, 0, 0], second=[0, 1, 0])
    >>> print(joint.kind, joint.a, joint.b)
    universal ground rod
    """
    return DrawnJoint("universal", a, b, point, axis, second, name=name, **apart)


def cylindrical(a: str, b: str, point: Any, axis: Any, name: str = "", **apart: Any) -> DrawnJoint:
    """Create a cylindrical joint, which rotates about its axis and translates along it.

    Parameters
    ----------
    a, b : str
        Bodies that the joint connects.
    point : array_like, shape (3,)
        Point on the axis, in m, in world coordinates.
    axis : array_like, shape (3,)
        Direction of the axis.
    name : str
        Name of the joint. Default: the names of both bodies.
    **apart
        `point_b` and `axis_b`, each of shape (3,), if the joint is drawn at a different pose on body b.

    Returns
    -------
    DrawnJoint

    Examples
    --------
    >>> import dalembert as da
    >>> joint = da.mechanism.cylindrical("ground", "rod", [0, 0, 1], axis=[0, 0, 1])
    >>> print(joint.kind, joint.a, joint.b)
    cylindrical ground rod
    """
    return DrawnJoint("cylindrical", a, b, point, axis, name=name, **apart)


def planar(a: str, b: str, point: Any, axis: Any, name: str = "", **apart: Any) -> DrawnJoint:
    """Create a planar joint.

    Parameters
    ----------
    a, b : str
        Bodies that the joint connects.
    point : array_like, shape (3,)
        Position of the joint, in m, in world coordinates.
    axis : array_like, shape (3,)
        Normal of the plane.
    name : str
        Name of the joint. Default: the names of both bodies.
    **apart
        `point_b` and `axis_b`, each of shape (3,), if the joint is drawn at a different pose on body b.

    Returns
    -------
    DrawnJoint

    Examples
    --------
    >>> import dalembert as da
    >>> joint = da.mechanism.planar("ground", "slider", [0, 0, 1], axis=[0, 0, 1])
    >>> print(joint.kind, joint.a, joint.b)
    planar ground slider
    """
    return DrawnJoint("planar", a, b, point, axis, name=name, **apart)


def spherical(a: str, b: str, point: Any, name: str = "", **apart: Any) -> DrawnJoint:
    """Create a spherical joint.

    Parameters
    ----------
    a, b : str
        Bodies that the joint connects.
    point : array_like, shape (3,)
        Centre of the joint, in m, in world coordinates.
    name : str
        Name of the joint. Default: the names of both bodies.
    **apart
        `point_b` and `axis_b`, each of shape (3,), if the joint is drawn at a different pose on body b.

    Returns
    -------
    DrawnJoint

    Examples
    --------
    >>> import dalembert as da
    >>> joint = da.mechanism.spherical("ground", "rod", [0, 0, 1])
    >>> print(joint.kind, joint.a, joint.b)
    spherical ground rod
    """
    return DrawnJoint("spherical", a, b, point, name=name, **apart)


def fixed(a: str, b: str, point: Any = (0, 0, 0), name: str = "", **apart: Any) -> DrawnJoint:
    """Create a fixed joint.

    Parameters
    ----------
    a, b : str
        Bodies that the joint connects.
    point : array_like, shape (3,)
        Position of the joint, in m, in world coordinates.
    name : str
        Name of the joint. Default: the names of both bodies.
    **apart
        `point_b` and `axis_b`, each of shape (3,), if the joint is drawn at a different pose on body b.

    Returns
    -------
    DrawnJoint

    Examples
    --------
    >>> import dalembert as da
    >>> joint = da.mechanism.fixed("ground", "frame", [0, 0, 1])
    >>> print(joint.kind, joint.a, joint.b)
    fixed ground frame
    """
    return DrawnJoint("fixed", a, b, point, name=name, **apart)


_CUT = {"spherical": "ball", "fixed": "weld"}  # loop kinds that differ from the joint kind
_THICK = 0.05  # radius of a rod over its length


def build_robot(mechanism: Mechanism, *, exact: bool = False) -> Robot:
    """Build the robot that a drawing describes.

    If `exact` is True, roots and angles remain expressions, and each float is replaced by the fraction that equals its
    shortest decimal representation.
    """
    joints = [part for joint in mechanism.joints for part in _split(joint.map(shortest_decimal) if exact else joint)]
    crosses = [joint.b for joint in joints if joint.b not in mechanism.bodies]
    bodies = [*mechanism.numbered, *crosses]
    number = {name: i for i, name in enumerate(bodies)}
    ends = [(number[joint.a], number[joint.b]) for joint in joints]
    graph = JointGraph(len(bodies), ends, [_weight(joint, joint.name in mechanism.driven) for joint in joints])
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
        names = tuple(c.name for joint in made if joint.name in mechanism.driven for c in joint.coordinates)
        found = replace(found, actuated=names)
    return found if exact else found.map(lambda x: float(evaluate([x], {})[0]) if isinstance(x, Node) else x)


def _weight(joint: DrawnJoint, driven: bool) -> float:
    if joint.apart:
        return 10.0 + joint.freedoms
    return -2.0 if joint.kind == "screw" else -1.0 if driven else float(joint.freedoms)


def _split(joint: DrawnJoint) -> list[DrawnJoint]:
    """Split a universal joint with oblique axes into two revolute joints. Any other joint is returned unchanged."""
    if joint.kind != "universal" or joint.axis is None or joint.second is None:
        return [joint]
    u, v = (np.array(evaluate(x, {})) for x in (joint.axis, joint.second))
    if abs(u @ v) <= ROUNDING * np.linalg.norm(u) * np.linalg.norm(v):
        return [joint]
    middle = f"{joint.name} cross"
    one = DrawnJoint("revolute", joint.a, middle, joint.point, joint.axis, name=f"{joint.name} 1st")
    two = DrawnJoint("revolute", middle, joint.b, joint.point, joint.second, point_b=joint.point_b, axis_b=joint.axis_b,
                name=f"{joint.name} 2nd")  # fmt: skip
    return [one, two]


# ── frames ────────────────────────────────────────────────────────────────────


_Halves = tuple[Pose, Pose]


def _halves(joint: DrawnJoint) -> _Halves:
    """Return the joint frames on bodies a and b, relative to the frame of the drawing."""
    assert joint.axis is not None
    R = _axes(joint.axis) if joint.second is None else _crossed(joint.axis, joint.second)
    R_b = R
    if joint.axis_b is not None:
        R_b = matmul(_shortest(joint.axis if joint.second is None else joint.second, joint.axis_b), R)
    return Pose(R, joint.point), Pose(R_b, joint.point if joint.point_b is None else joint.point_b)


def _unit(a: Vector) -> Vector:
    return scale(1 / sqrt(dot(a, a)), a)


def _axes(along: Vector) -> Matrix:
    """Return a rotation matrix whose third column has the given direction."""
    z = _unit(along)
    sizes = [abs(x) for x in evaluate(z, {})]
    y = _unit(cross(z, EYE[sizes.index(min(sizes))]))
    return transpose((cross(y, z), y, z))


def _crossed(first: Vector, second: Vector) -> Matrix:
    """Return a rotation matrix whose first two columns have the given perpendicular directions."""
    x = _unit(first)
    y = _unit(sub(second, scale(dot(second, x), x)))
    return transpose((x, y, cross(x, y)))


def _shortest(u: Vector, v: Vector) -> Matrix:
    """Return the smallest rotation that maps one direction to another."""
    u, v = _unit(u), _unit(v)
    c = dot(u, v)
    if evaluate([c], {})[0] < -0.999999:
        half = transpose(_axes(u))[0]
        turn = matadd(tuple(scale(2, row) for row in outer(half, half)), tuple(scale(-1, row) for row in EYE))
        return matmul(_shortest(scale(-1, u), v), turn)  # half a turn first, then the rest
    W = skew(cross(u, v))
    return matadd(EYE, matadd(W, tuple(scale(1 / (1 + c), row) for row in matmul(W, W))))


# ── parts ─────────────────────────────────────────────────────────────────────


def _joint(drawn: DrawnJoint, halves: _Halves, parent: str, child: str, origin: dict[str, Vector]) -> Joint:
    """Create a tree joint.

    If the tree traverses the joint from b to a, the axes are reversed, so that the meaning of q does not change.
    """
    near, far = halves if drawn.a == parent else halves[::-1]
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


def _cut(drawn: DrawnJoint, halves: _Halves, origin: dict[str, Vector]) -> tuple[Loop, Joint | None]:
    """Create the loop for a joint that is not in the tree. For a screw joint, the second result is the rotating nut."""
    ends = zip(halves, (drawn.a, drawn.b), strict=True)
    first, second = (Pose(half.R, sub(half.p, origin[body])) for half, body in ends)
    if drawn.kind != "screw":
        return Loop(drawn.name, _CUT.get(drawn.kind, drawn.kind), drawn.a, drawn.b, first, second), None
    nut = Joint(f"{drawn.name} turn", "screw", drawn.a, f"{drawn.name} nut", first, pitch=drawn.pitch)
    return Loop(drawn.name, "weld", nut.child, drawn.b, Pose(), second), nut


def _inertia(mechanism: Mechanism, name: str, origin: Vector) -> Inertia:
    """Return the inertia of a body: the specified inertia, or the inertia of rods with 1 kg/m.

    The rods connect each joint of the body to the centre of its joints.
    """
    back = tuple(-x for x in origin)
    if name in dict(mechanism.inertias):
        return dict(mechanism.inertias)[name].translated(back)
    if name == mechanism.ground:
        return Inertia()
    ends = np.unique([evaluate(sub(p, origin), {}) for j in mechanism.joints for p in j.points(name)], axis=0)
    middle = ends.mean(axis=0)
    rods = [end - middle for end in ends if np.linalg.norm(end - middle) > RANK * mechanism.size]
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


@dataclass(frozen=True)
class Mechanism(RobotDescription, Displayed):
    """Mechanism that consists of bodies and joints, described by a drawing in one position.

    Parameters
    ----------
    name : str
    joints : sequence of DrawnJoint
    bodies : sequence of str, optional
        Default: the bodies that the joints connect.
    ground : str, optional
        The fixed body. Default: the first body.
    output : str, optional
        The output body, such as the platform of a parallel robot.
    source : str, optional
        Reference.
    driven : sequence of str, optional
        Joints that are actuated. Default: all.
    inertias : sequence of (body, Inertia), optional
        Inertias of bodies, in the frame of the drawing. Any other body is modelled as thin rods of 1 kg/m from the
        centre of its joints to each joint.
    gravity : sequence of 3 numbers
        In m/s².
    """

    name: str
    joints: tuple[DrawnJoint, ...]
    bodies: tuple[str, ...] = ()
    ground: str = ""
    output: str = ""
    source: str = field(default="", repr=False)  # reference
    driven: tuple[str, ...] = ()
    inertias: tuple[tuple[str, Inertia], ...] = ()
    gravity: Vector = (0, 0, -9.81)

    def __post_init__(self) -> None:
        object.__setattr__(self, "joints", _numbered(self.joints))
        named = dict.fromkeys(end for joint in self.joints for end in (joint.a, joint.b))
        object.__setattr__(self, "bodies", tuple(dict.fromkeys(filled(self.bodies or named, "joints"))))
        if not self.ground:
            object.__setattr__(self, "ground", self.bodies[0])
        used = {"bodies": tuple(named), "ground": (self.ground,), "inertias": tuple(name for name, _ in self.inertias)}
        for argument, names in used.items():
            for name in names:
                known(name, self.bodies, "body", owner="mechanism", owner_name=self.name, argument=argument)
        if self.output:
            moving = self.numbered[1:]
            known(self.output, moving, "body", owner="mechanism", owner_name=self.name, argument="output")
        for name in self.driven:
            self.joint(name)
        number = {name: i for i, name in enumerate(self.numbered)}
        graph = JointGraph(len(self.bodies), [(number[j.a], number[j.b]) for j in self.joints])
        if not graph.connected:
            lost = tuple(LinkName(x) for i, x in enumerate(self.numbered) if i not in graph.order)
            raise finding.Disconnected(Identifier(self.name), LinkName(self.ground), lost).error()

    @cached_property
    def numbered(self) -> tuple[str, ...]:
        """Names of the bodies, beginning with the ground."""
        return (self.ground, *(x for x in self.bodies if x != self.ground))

    @cached_property
    def size(self) -> float:
        """Largest distance between a joint and the centre of all joints, or 1 if all joints coincide."""
        points = [evaluate(p, {}) for j in self.joints for p in (*j.points(j.a), *j.points(j.b))]
        return extent(np.array(points))[1]

    @cached_property
    def robot(self) -> Robot:
        """Robot that represents the mechanism.

        Joints in the spanning tree become joints of the robot, and all other joints become loops with the same names.
        """
        return build_robot(self)

    @cached_property
    def exact(self) -> Robot:
        """Robot with exact numbers.

        Roots and angles are expressions, and each float is replaced by the fraction that equals its shortest decimal
        representation.
        """
        return build_robot(self, exact=True)

    def joint(self, name: str) -> DrawnJoint:
        """Return the joint with the given name."""
        names = [x.name for x in self.joints]
        known(name, names, "joint", owner="mechanism", owner_name=self.name, argument="name")
        return self.joints[names.index(name)]

    def mobility(self, tolerance: float = RANK) -> Mobility:
        """Compute the degrees of freedom of the mechanism. See `mobility`."""
        from dalembert.mobility.degrees_of_freedom import mobility

        return mobility(self, tolerance=tolerance)

    def draw(self, path: FilePath | None = None) -> Drawing:
        """Draw the mechanism after closing its loops, and save the figure if `path` is given. See `draw`."""
        from dalembert.kinematics.configuration import display_configuration
        from dalembert.view.draw import draw

        return draw(self.robot, display_configuration(self.robot), path)


def _numbered(joints: Sequence[DrawnJoint]) -> tuple[DrawnJoint, ...]:
    """Make joint names unique: for example, a second joint `a-b` is renamed to `a-b 2`."""
    result: list[DrawnJoint] = []
    seen: dict[str, int] = {}
    for joint in joints:
        instance(joint, "joints", DrawnJoint, "a joint")
        seen[joint.name] = seen.get(joint.name, 0) + 1
        count = seen[joint.name]
        result.append(joint if count == 1 else replace(joint, name=f"{joint.name} {count}"))
    return tuple(result)
