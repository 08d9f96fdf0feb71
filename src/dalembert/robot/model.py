"""Robot: a tree of links and joints with optional kinematic loops, displayed as a table.

The constructor checks that links, joints, frames and loops form one mechanism. If this check fails, the error names the
invalid parts. A payload is an attached body that can be changed later. Robots that differ only in payloads share
compiled functions. A robot is displayed as a table in plain text or HTML, with one row per joint.

Robots are compared by value: two robots with the same content are equal. The content consists of names and typed
numbers, without `source` and `warnings`. Numbers are compared with their type and sign, so 3 differs from 3.0, and 0.0
differs from −0.0. Cached results are stored under a digest of the content. Each robot refers to a cache (`Derived`),
and the caches of the most recent robots are also kept in a short list. Compiled functions therefore remain available if
the same robot is created again for every call. All other cached results are deleted together with the robot.

    @cached
    def tree(robot: Robot) -> Tree: …        computed once per robot content and arguments

The method `symbolic` replaces numbers with symbols. Moving link i has ten inertial parameters about the origin of its
frame: m_i, mx_i, my_i, mz_i, xx_i, xy_i, yy_i, xz_i, yz_i and zz_i. The parameters of link i include all links that are
rigidly attached to link i. Lengths are denoted by a_i (along x) and d_i (along y or z), and gravity by g. The index i
counts bodies, one for each elementary rotation, translation and ball joint. The index of a length at a cut joint is
that of the body whose length it is. Lengths of rods are denoted by r_k, pitches by p_i, and the parameters of springs
by k_j, L_j and b_j. Right angles are replaced with exact constants. Other angles, gear ratios and moment arms are not
replaced.
"""

from __future__ import annotations

import functools
import os
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from threading import RLock
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from dalembert import finding
from dalembert.argument import check_part, checked_parts, checked_vector, instance, known, listed, value
from dalembert.errors import shown
from dalembert.finding.finding import Identifier, Noun
from dalembert.graph import Node, Op, Scalar, substitute, symbol, symbols, topological
from dalembert.graph.node import to_text
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.joint import Coordinate as Coordinate
from dalembert.robot.joint import Frame as Frame
from dalembert.robot.joint import Joint as Joint
from dalembert.robot.joint import Limits as Limits
from dalembert.robot.joint import Link as Link
from dalembert.robot.joint import Mimic as Mimic
from dalembert.robot.joint import parents_first, topology
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.spatial.pose import IDENTITY, Pose, snap
from dalembert.spatial.vector import Vector
from dalembert.typeset.notebook_display import card


def check_mimics(robot: Robot) -> None:
    for joint in robot.joints:
        if joint.mimic is not None:
            _defined((joint.mimic.joint,), robot._joints, "joint", joint.name, "joint")
            leader = robot.joint(joint.mimic.joint)
            check_part(leader.nv == 1, "joint", joint.name, "a leader with one rate", leader.name)


def check_frames(robot: Robot) -> None:
    """Check that the links of all frames exist, and that links and frames have unique names."""
    for frame in robot.frames:
        _defined((frame.link,), robot._links, "frame", frame.name, "link")
    _unique("link or frame", [*robot._links, *(frame.name for frame in robot.frames)])


def check_coordinates(robot: Robot) -> None:
    """Check that coordinates have unique names and that actuated coordinates exist."""
    _unique("coordinate", robot.coordinates)
    for name in robot.actuated:
        known(name, robot.coordinates, "coordinate", owner="robot", owner_name=robot.name, argument="actuated")


def check_loops(robot: Robot) -> None:
    """Check that loops and springs refer to existing parts of the robot."""
    frames = [*robot._links, *(x.name for x in robot.frames)]
    for part in (*robot.loops, *robot.springs):
        if isinstance(part, (Coupling, Tendon)):
            tied = part.coordinates if isinstance(part, Coupling) else [name for name, _ in part.arms]
            _defined(tied, robot.coordinates, "loop or spring", part.name, "coordinate")
            balls = [x for x in tied if robot.coordinate(x).motion == "ball"]
            check_part(not balls, "loop or spring", part.name, "coordinates that are not of a ball", *balls[:1])
        elif isinstance(part, BallSpring):
            _defined((part.joint,), robot._joints, "loop or spring", part.name, "joint")
            check_part(part.joint in robot.balls, "ball spring", part.name, "a joint with a ball", part.joint)
        else:
            via = [name for name, _ in part.via] if isinstance(part, Strut) else []
            _defined((part.first, part.second, *via), frames, "loop or spring", part.name, "link or frame")


def _unique(noun: str, names: Iterable[str]) -> None:
    """Raise an error if a name occurs more than once."""
    for name, times in Counter(names).items():
        if times > 1:
            raise finding.Duplicate(Noun(noun), Identifier(name)).error()


def _defined(names: Iterable[str], defined: Iterable[str], noun: str, owner: str, target: str) -> None:
    """Raise an error if a part of the robot refers to a part that is not defined."""
    defined = tuple(defined)
    for name in names:
        if name not in defined:
            kind = finding.NotDefined if noun == "frame" else finding.NameNotDefined
            found = tuple(map(Identifier, defined))
            raise kind(Noun(noun), Identifier(owner), Noun(target), Identifier(str(name)), found).error()


RECENT = 16  # number of caches that are kept after their robots are deleted
_OMITTED = ("source", "warnings")  # fields that do not belong to the content


class Derived:
    """Cached results for a robot's content.

    `kept` contains trees, compiled functions, closed forms and other results.
    """

    __slots__ = ("__weakref__", "digest", "kept")

    def __init__(self, digest: bytes) -> None:
        self.digest = digest
        self.kept: dict[Any, Any] = {}


_known: WeakValueDictionary[bytes, Derived] = WeakValueDictionary()
_recent: OrderedDict[bytes, Derived] = OrderedDict()
_lock = RLock()
if hasattr(os, "register_at_fork"):  # a child process must not inherit a lock held by another thread
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def derived(robot: Robot) -> Derived:
    """Return the cache for a robot's content, which all robots of the same content share."""
    digest = content(robot)
    dropped = None  # deleted after the lock is released
    with _lock:
        found = _known.get(digest)
        if found is None:
            found = _known[digest] = Derived(digest)
        _recent[digest] = found
        _recent.move_to_end(digest)
        if len(_recent) > RECENT:
            _, dropped = _recent.popitem(last=False)
    del dropped
    return found


P = ParamSpec("P")
T = TypeVar("T")
RobotFunction = Callable[Concatenate["Robot", P], T]


def cached(function: RobotFunction[P, T]) -> RobotFunction[P, T]:
    """Cache the results of a function of a robot (and hashable arguments) with the robot's content.

    If several threads compute the same result concurrently, all of them return the result that was stored first.
    """
    return _cached(function, with_source=False)


def cached_with_source(function: RobotFunction[P, T]) -> RobotFunction[P, T]:
    """Cache results that, like robots, contain the references for a robot's numbers.

    Otherwise, this decorator works like `cached`.
    """
    return _cached(function, with_source=True)


def _cached(function: RobotFunction[P, T], *, with_source: bool) -> RobotFunction[P, T]:
    @functools.wraps(function)
    def call(robot: Robot, /, *args: P.args, **others: P.kwargs) -> T:
        source = (robot.source, robot.warnings) if with_source else ()
        results, key = robot.derived.kept, (function, source, args, *others.items())
        if key not in results:
            results.setdefault(key, function(robot, *args, **others))
        result: T = results[key]
        return result

    return call


def content(robot: Robot) -> bytes:
    """Compute the digest of a robot's content, which is the same in every process."""
    words: list[str] = []
    _spell(robot, words, {})
    return blake2b("\n".join(words).encode("utf-8", "surrogatepass"), digest_size=32).digest()


def _spell(x: Any, words: list[str], nodes: dict[Node, str]) -> None:
    """Append text that uniquely identifies a value, including types of numbers and lengths of sequences."""
    if isinstance(x, float):
        words.append(float.hex(x))
    elif type(x) in (int, Fraction):
        words.append("{}/{}".format(*x.as_integer_ratio()))
    elif isinstance(x, str):
        words.append(f"'{len(x)} {x}")
    elif isinstance(x, tuple):
        words.append(f"tuple {len(x)}")
        for entry in x:
            _spell(entry, words, nodes)
    elif isinstance(x, Node):
        words.append(_node(x, nodes))
    elif is_dataclass(x):
        kind: Any = type(x)
        words.append(kind.__name__)
        for name in _content(kind):
            _spell(getattr(x, name), words, nodes)
    else:
        words.append(f"{type(x).__name__} {x!r}")


@functools.cache
def _content(kind: Any) -> tuple[str, ...]:
    """Return the names of the class fields that belong to a robot's content."""
    return tuple(f.name for f in fields(kind) if f.compare and f.name not in _OMITTED)


def _node(x: Node, nodes: dict[Node, str]) -> str:
    """Compute the digest of an expression from the digests of its operands."""
    for node in topological([x]):
        if node not in nodes:
            words = [node.op.value, *(nodes[a] for a in node.args)]
            _spell(node.value, words, nodes)
            nodes[node] = blake2b("\n".join(words).encode("utf-8", "surrogatepass"), digest_size=24).hexdigest()
    return f"node {nodes[x]}"


_PARTS: dict[str, Any] = {
    "links": Link,
    "joints": Joint,
    "frames": Frame,
    "loops": (Loop, Coupling),
    "springs": (Tendon, Strut, BallSpring),
}


class DefaultActuation(tuple[str, ...]):
    """Names of the coordinates that are actuated by default. The names are updated if the joints change."""


@dataclass(frozen=True, eq=False, repr=False)
class Robot:
    """Robot: a tree of links and joints, with optional loops.

    A robot is immutable. Two robots are equal if all their names and numbers are equal. Each length, mass, angle or
    inertia is a number or a symbol. Joints are sorted so that parents come first. Coordinates are in the order of the
    joints.

    Parameters
    ----------
    name : str
    links : sequence of Link
    joints : sequence of Joint
    gravity : sequence of 3 numbers
        Gravitational acceleration, expressed in the root link frame [m/s²].
    frames : sequence of Frame
    source : str
        References for the numerical values.
    warnings : sequence of Finding
        Warnings from the robot file reader.
    loops : sequence of Loop or Coupling
    springs : sequence of Tendon, Strut or BallSpring
    actuated : sequence of str, optional
        Names of the driven coordinates. Default: all coordinates except the coordinates of free joints.

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.Inertia.about_com("m", ("l", 0, 0), (0, 0, "I", 0, 0, 0))
    >>> joint = da.Joint("hinge", "revolute", "ground", "bar")
    >>> bar = da.Robot("bar", (da.Link("ground"), da.Link("bar", body)), (joint,), gravity=(0, "-g", 0))
    >>> print(da.equations(bar).text())
    tau1 = (m*l**2 + I)*qdd1 + m*l*g*cos(q1)
    """

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    gravity: Vector = (0, 0, -9.81)
    frames: tuple[Frame, ...] = ()
    source: str = field(default="", repr=False)  # where the numbers come from
    warnings: tuple[finding.ModelFinding, ...] = field(default=(), repr=False)  # from the robot file reader
    loops: tuple[Loop | Coupling, ...] = ()
    springs: tuple[Spring, ...] = ()
    actuated: tuple[str, ...] = field(default_factory=lambda: DefaultActuation())

    def __post_init__(self) -> None:
        object.__setattr__(self, "gravity", checked_vector(self.gravity, 3, "gravity"))
        for which, kind in _PARTS.items():
            object.__setattr__(self, which, checked_parts(getattr(self, which), kind, which))
        for which in ("link", "joint", "loop", "spring"):
            _unique(which, [x.name for x in getattr(self, f"{which}s")])
        for fault in topology((x.name for x in self.links), self.joints):
            raise fault.error()
        object.__setattr__(self, "joints", parents_first(self.joints, self.root))
        object.__setattr__(self, "actuated", self._driven())
        check_mimics(self)
        check_frames(self)
        check_coordinates(self)
        check_loops(self)

    def _driven(self) -> tuple[str, ...]:
        if self.actuated is None or isinstance(self.actuated, DefaultActuation):
            return DefaultActuation(c.name for j in self.joints if j.kind != "free" for c in j.coordinates)
        own, asked = self.coordinates, listed(self.actuated, "actuated")
        return (*(name for name in own if name in asked), *(name for name in asked if name not in own))

    @property
    def n(self) -> int:
        """Number of velocities and efforts: an alias of `nv`."""
        return self.nv

    @cached_property
    def nq(self) -> int:
        """Number of entries of q."""
        return sum(j.nq for j in self.joints if j.mimic is None)

    @cached_property
    def nv(self) -> int:
        """Number of entries of q̇, q̈ and τ."""
        return len(self.coordinates)

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates, one per velocity.

        A coordinate has the name of its joint, with a suffix if the joint has several coordinates.
        """
        return tuple(c.name for c in self.dofs)

    @cached_property
    def dofs(self) -> tuple[Coordinate, ...]:
        """Coordinates, one per velocity: name, unit, limits, drive, and indices in q and q̇."""
        return tuple(c for j in self.joints for c in j.coordinates)

    def coordinate(self, name: str) -> Coordinate:
        """Return the coordinate with the given name, including indices in q and q̇, limits and drive."""
        return self._coordinates[known(name, self._coordinates, "coordinate", owner="robot", owner_name=self.name)]

    @cached_property
    def _coordinates(self) -> dict[str, Coordinate]:
        return {c.name: c for c in self.dofs}

    @cached_property
    def balls(self) -> dict[str, slice]:
        """Slice of q that contains the quaternion of each ball joint, with joint names as keys."""
        return {j.name: c.q for j in self.joints for c in j.coordinates if c.motion == "ball"}

    def only(self, what: str, *, balls: bool = False, loops: bool = False, springs: bool = False) -> None:
        """Raise an error if the robot has features that are not supported by the function `what`.

        The check covers ball joints, loops, springs and gravity compensation.
        """
        parts = (
            ("ball of joint", balls, list(self.balls)),
            ("loop", loops, [x.name for x in self.loops]),
            ("spring", springs, [x.name for x in self.springs]),
            ("gravcomp of link", springs, [x.name for x in self.links if not is_zero(x.gravcomp)]),
        )
        found = [(noun, names[0]) for noun, supported, names in parts if names and not supported]
        if found:
            raise finding.unsupported(what, self.name, *found)

    @cached_property
    def root(self) -> str:
        """Name of the root link."""
        children = {j.child for j in self.joints}
        return next(x.name for x in self.links if x.name not in children)

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Names of the symbols without values, in order of appearance."""
        seen: dict[str, None] = {}

        def note(x: Scalar) -> Scalar:
            seen.update(dict.fromkeys(sorted(symbols([x]))))
            return x

        _map(self, note)
        return tuple(seen)

    def bind(self, **values: Any) -> Robot:
        """Replace symbols with numbers or expressions, and return the new robot."""
        for name in values:
            known(name, self.parameters, "symbol", owner="robot", owner_name=self.name)
        numbers = {name: value(x, name) for name, x in values.items()}
        return self.map(lambda x: substitute([x], numbers)[0])

    def map(self, function: Callable[[Scalar], Scalar]) -> Robot:
        """Return a robot with `function` applied to each of its numbers."""
        changed: Robot = _map(self, function)
        return changed

    @cached_with_source
    def rigid(self) -> Robot:
        """Return the robot without its drives."""
        if all(j.drive is None for j in self.joints):
            return self
        return replace(self, joints=tuple(replace(j, drive=None) for j in self.joints))

    @cached_with_source
    def floating(self, name: str = "root") -> Robot:
        """Return the robot with a free base. A free joint connects a new link `world` to the root link."""
        floats = [x.name for x in self.joints[:1] if x.kind == "free"]
        check_part(not floats, "robot", self.name, "a fixed base", *floats)
        world = "world" if "world" not in self._links else f"{self.root}_world"
        free = Joint(name, "free", world, self.root)
        return replace(self, links=(Link(world), *self.links), joints=(free, *self.joints))

    def attach(self, frame: str, inertia: Inertia, name: str = "payload") -> Robot:
        """Return the robot with a payload attached rigidly to a link or frame. Attaching a payload does not require
        recompilation.

        The `inertia` is expressed in the coordinate system of this link or frame.
        """
        instance(inertia, "inertia", Inertia, "a Inertia")
        check_part(name != "gravity", "payload", name, "another name")  # the parameter name "gravity" is reserved
        if not symbols(inertia.parameters):
            inertia.checked("payload", name)
        place = next((x for x in self.frames if x.name == frame), None)
        link, placement = (self.link(frame).name, IDENTITY) if place is None else (place.link, place.placement)
        mount = Joint(f"{name}_mount", "fixed", link, name, placement)
        return replace(self, links=(*self.links, Link(name, inertia, payload=True)), joints=(*self.joints, mount))

    def detach(self, name: str = "payload") -> Robot:
        """Return the robot without the payload of the given name."""
        payloads = [x.name for x in self.links if x.payload]
        known(name, payloads, "payload", owner="robot", owner_name=self.name)
        hanging = next((x.child for x in self.joints if x.parent == name), None)
        check_part(hanging is None, "payload", name, "nothing attached to it", hanging)
        links = tuple(x for x in self.links if x.name != name)
        return replace(self, links=links, joints=tuple(x for x in self.joints if x.child != name))

    @cached_with_source
    def emptied(self) -> Robot:
        """Return the robot with all payload masses and inertias set to zero."""
        links = tuple(replace(x, inertia=Inertia()) if x.payload else x for x in self.links)
        return replace(self, links=links)

    @cached_with_source
    def symbolic(self, *, drives: bool = False) -> Robot:
        """Return the robot with lengths, inertias and gravity replaced by named symbols.

        If `drives` is true, drive parameters are also replaced.
        """
        return Naming(self, drives).robot

    def link(self, name: str) -> Link:
        """Return the link with the given name."""
        return self._links[known(name, self._links, "link", owner="robot", owner_name=self.name)]

    def joint(self, name: str) -> Joint:
        """Return the joint with the given name."""
        return self._joints[known(name, self._joints, "joint", owner="robot", owner_name=self.name)]

    @cached_property
    def _links(self) -> dict[str, Link]:
        return {link.name: link for link in self.links}

    @cached_property
    def _joints(self) -> dict[str, Joint]:
        return {joint.name: joint for joint in self.joints}

    @cached_property
    def derived(self) -> Derived:
        """Cached results, shared by all robots with the same content."""
        return derived(self)

    @cached_property
    def kernels(self) -> dict[Any, Any]:
        """Cache of compiled functions for this robot."""
        return self.derived.kept

    def __eq__(self, other: object) -> bool:
        return self.derived is other.derived if isinstance(other, Robot) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.derived.digest)

    def _repr_html_(self) -> str:
        return table_html(self)

    def __repr__(self) -> str:
        loops = f", {len(self.loops)} loops" if self.loops else ""
        return f"<Robot '{self.name}': {self.n} coordinates, {len(self.links)} links{loops}>"

    def __str__(self) -> str:
        return table_text(self)

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}  # compiled functions cannot be pickled


def _map(x: Any, function: Callable[[Scalar], Scalar]) -> Any:
    if isinstance(x, (Node, float, Fraction)):
        return function(x)
    if isinstance(x, DefaultActuation):
        return x
    if isinstance(x, Drive):
        return x.mapped(lambda part: _map(part, function))
    if isinstance(x, tuple):
        return tuple([_map(y, function) for y in x])
    if is_dataclass(x) and not isinstance(x, type):
        changed = {f.name: _map(getattr(x, f.name), function) for f in fields(x)}
        return type(x)(**changed)
    return x


TABLE_COLUMNS = ("q", "joint", "kind", "from → to", "range / rad, m", "mass / kg", "first moments / kg m", "drive")
_NUMBERS = TABLE_COLUMNS[4:]
_MINUS = re.compile(r"(?<![\w.)])-(?=[\d.])")
_LONGEST = 40  # characters of one cell
_MOST = 60  # symbols named in the headline


def number_text(x: Scalar) -> str:
    """Format a number of a robot with four significant digits, as an exact fraction, or as an expression."""
    if isinstance(x, Node):
        # reverse alphabetical order puts masses before lengths
        text = "*".join(sorted((to_text(y, 2) for y in x.args), reverse=True)) if x.op is Op.MUL else to_text(x)
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    if isinstance(x, Fraction) and x.denominator < 1000:
        return str(x)
    return f"{float(x):.4g}"


def headline(robot: Robot) -> str:
    """Format the name, size, gravity and symbols of a robot in one or two lines."""
    freedoms = f"{robot.n} coordinate{'s' if robot.n != 1 else ''}"
    gravity = ", ".join(number_text(x) for x in robot.gravity)
    symbols = robot.parameters
    more = f", … ({len(symbols)} in all)" if len(symbols) > _MOST else ""
    named = f"\nsymbols: {', '.join(symbols[:_MOST])}{more}" if symbols else ""
    return f"{shown(robot.name)}: {freedoms}, {len(robot.links)} links, gravity ({gravity}) m/s²{named}"


def joint_table(robot: Robot) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the column headings and the rows of the joint table, without empty columns."""
    rows = [_row(robot, joint) for joint in robot.joints]
    kept = [k for k in range(len(TABLE_COLUMNS)) if any(row[k] for row in rows)]
    return tuple(TABLE_COLUMNS[k] for k in kept), tuple(tuple(row[k] for k in kept) for row in rows)


def loop_and_spring_lines(robot: Robot) -> list[str]:
    """Format one line for each loop and spring, and one line for the actuated coordinates."""
    lines = []
    for loop in robot.loops:
        if isinstance(loop, Coupling):
            lines.append(f"coupling {shown(loop.name)}: of {', '.join(map(shown, loop.coordinates))}")
        else:
            lines.append(f"loop {shown(loop.name)}: {loop.kind}, {shown(loop.first)} — {shown(loop.second)}")
    for spring in robot.springs:
        law = f"k {number_text(spring.stiffness)}, {' — '.join(map(shown, _ends(spring)))}"
        lines.append(f"spring {shown(spring.name)}: {law}")
    if robot.actuated != robot.coordinates:
        lines.append(f"actuated: {', '.join(map(shown, robot.actuated[:_MOST])) or 'nothing'}")
    return lines


def _ends(spring: Spring) -> list[str]:
    """Return the names of the parts that a spring connects."""
    if isinstance(spring, BallSpring):
        return [spring.joint]
    return [name for name, _ in (spring.arms if isinstance(spring, Tendon) else spring.path)]


def table_text(robot: Robot) -> str:
    """Format the robot as a plain-text table."""
    from dalembert.typeset.label import columns

    warnings = [f"warning: {shown(x, 400)}" for x in robot.warnings]
    return "\n".join([columns(*joint_table(robot), headline(robot)), *loop_and_spring_lines(robot), *warnings])


def table_html(robot: Robot) -> str:
    """Format the robot as an HTML table."""
    title, *symbols = headline(robot).splitlines()
    remarks = [*symbols, *loop_and_spring_lines(robot), *(f"⚠ {x}" for x in robot.warnings)]
    heads, rows = joint_table(robot)
    cells = [[_MINUS.sub("−", x) if y in _NUMBERS else x for x, y in zip(row, heads, strict=True)] for row in rows]
    return card(_MINUS.sub("−", title), heads=heads, rows=cells, words=remarks)


def robot_data(robot: Robot) -> dict[str, Any]:
    """Return the properties of a robot as built-in types (dicts, lists, numbers and strings)."""
    return {
        "name": robot.name,
        "n": robot.n,
        "nq": robot.nq,
        "nv": robot.nv,
        "coordinates": list(robot.coordinates),
        "links": [link.name for link in robot.links],
        "frames": [frame.name for frame in robot.frames],
        "symbols": list(robot.parameters),
        "gravity": _fields(robot.gravity),
        "joints": [_joint(robot, joint) for joint in robot.joints],
        "bonds": loop_and_spring_lines(robot),
        "actuated": list(robot.actuated),
        "warnings": [str(x) for x in robot.warnings],
        "source": robot.source,
    }


def _fields(part: Any) -> Any:
    """Convert a part of a robot to built-in types. Expressions that contain symbols become strings."""
    if isinstance(part, Node):
        return to_text(part)
    if isinstance(part, tuple):
        return [_fields(x) for x in part]
    if is_dataclass(part):
        return {f.name: _fields(getattr(part, f.name)) for f in fields(part)}
    return part if part is None or isinstance(part, (bool, str)) else float(part)


def _joint(robot: Robot, joint: Joint) -> dict[str, Any]:
    inertia = robot.link(joint.child).inertia
    return {
        "name": joint.name,
        "kind": joint.kind,
        "parent": joint.parent,
        "child": joint.child,
        "coordinates": [c.name for c in joint.coordinates],
        **{x: [_fields(getattr(c.limits, x)) for c in joint.coordinates] for x in Limits.UNITS},
        "mimic": None if joint.mimic is None else joint.mimic.joint,
        "mass": _fields(inertia.mass),
        "first_moments": _fields(inertia.ms),
        "drives": _fields(joint.drives),
    }


def _row(robot: Robot, joint: Joint) -> tuple[str, ...]:
    places = [f"q{c.qd + 1}" for c in joint.coordinates]
    coordinate = " … ".join(dict.fromkeys(places[:1] + places[-1:]))
    inertia = robot.link(joint.child).inertia
    moments = "" if all(map(is_zero, inertia.ms)) else ", ".join(map(number_text, inertia.ms))
    where = f"{shown(joint.parent)} → {shown(joint.child)}"
    numbers = _span(joint), number_text(inertia.mass), moments, _drives(joint)
    return (coordinate, shown(joint.name), joint.kind, where, *numbers)


def _span(joint: Joint) -> str:
    if joint.mimic is not None:
        return f"{number_text(joint.mimic.multiplier)}·{shown(joint.mimic.joint)} + {number_text(joint.mimic.offset)}"
    spans = []
    for c in joint.coordinates:
        low, high = c.limits.lower, c.limits.upper
        if low is not None or high is not None:
            spans.append(f"{'−∞' if low is None else number_text(low)} … {'∞' if high is None else number_text(high)}")
    return "; ".join(spans)


_LETTERS = {
    "rotor_inertia": "Im",
    "gear_ratio": "N",
    "damping": "b",
    "motor_damping": "bm",
    "coulomb": "fc",
    "static": "fs",
    "stiffness": "K",
}


def _drives(joint: Joint) -> str:
    """Format the properties of the drives of a joint."""
    plain, texts = Drive(), []
    for drive in dict.fromkeys(joint.drives):
        differing = [x for x in _LETTERS if getattr(drive or plain, x) != getattr(plain, x)]
        texts.append(", ".join(f"{_LETTERS[x]} {number_text(getattr(drive, x))}" for x in differing))
    return "; ".join(filter(None, texts))


_PARAMETERS = ("m", "mx", "my", "mz", "xx", "xy", "yy", "xz", "yz", "zz")


class Naming:
    """Visitor that replaces all numbers of a robot with symbols and records their values."""

    def __init__(self, robot: Robot, drives: bool) -> None:
        # symbols for lengths, springs and gravity are kept
        links = tuple(replace(x, inertia=Inertia()) for x in robot.links)
        self.values: dict[str, Any] = {x: symbol(x) for x in replace(robot.rigid(), links=links).parameters}
        self.name_of, self.links = robot.name, robot.links
        self.frames = {x.name: x.link for x in robot.frames}
        # for each link: body number (0 for the ground), moving link of this body, and pose relative to the moving link
        self.places = {robot.root: (0, robot.root, IDENTITY)}
        joints, bodies = [], 0
        for joint in robot.joints:
            body, mover, pose = self.places[joint.parent]
            if joint.moves:
                bodies += len(joint.steps)
                self.places[joint.child] = bodies, joint.child, IDENTITY
            else:
                self.places[joint.child] = body, mover, pose @ joint.placement @ joint.after
            i = bodies if joint.moves else body + 1  # a_i lies between joints i − 1 and i
            joints.append(self.joint(joint, i, drives))
        # names of symbols are given in this order
        links = tuple(self.link(link) for link in robot.links)
        frames = tuple(replace(x, placement=self.on(x.link, x.placement)) for x in robot.frames)
        loops = tuple(self.loop(loop, k) for k, loop in enumerate(robot.loops, 1))
        springs = tuple(self.spring(spring, k) for k, spring in enumerate(robot.springs, 1))
        robot = replace(robot, links=links, joints=tuple(joints), frames=frames, loops=loops, springs=springs)
        self.robot = replace(robot, gravity=self.gravity(robot.gravity))

    def on(self, place: str, pose: Pose) -> Pose:
        """Return a pose relative to a link or frame, with symbols for the lengths."""
        return self.pose(pose, self.places[self.frames.get(place, place)][0] + 1)

    def loop(self, loop: Loop | Coupling, k: int) -> Loop | Coupling:
        if isinstance(loop, Coupling):
            return loop
        first, second = (self.on(*end) for end in loop.ends)
        length = None if loop.length is None else self.length(f"r{k}", loop.length)
        return replace(loop, first_placement=first, second_placement=second, length=length)

    def spring(self, spring: Spring, k: int) -> Spring:
        named = {"stiffness": f"k{k}", "damping": f"b{k}"}
        if not isinstance(spring, BallSpring):
            named |= {"rest": f"L{k}", "slack": f"s{k}", "armature": f"Ja{k}"}
        spring = replace(spring, **{which: self.length(name, getattr(spring, which)) for which, name in named.items()})
        if not isinstance(spring, Strut):
            return spring

        ends = (spring.path[0], spring.path[-1], *spring.via)
        first, second, *via = (self.on(link, Pose(p=p)).p for link, p in ends)
        names = (link for link, _ in spring.via)
        return replace(spring, first_point=first, second_point=second, via=tuple(zip(names, via, strict=True)))

    def link(self, link: Link) -> Link:
        """Return the link with the inertia of its body if a joint moves the link, and without inertia otherwise."""
        i, mover, _ = self.places[link.name]
        if i == 0 or mover != link.name:
            return Link(link.name)
        fixed = [x for x in self.links if self.places[x.name][0] == i and not x.inertia.is_zero]
        lumped = sum((x.inertia.moved(self.places[x.name][2]) for x in fixed), Inertia())
        shares = {x.gravcomp for x in fixed} or {0}
        if len(shares) > 1:
            raise finding.unsupported("symbolic", self.name_of, *(("link", x.name) for x in fixed))
        named = [self.name(f"{letters}{i}", x) for letters, x in zip(_PARAMETERS, lumped.parameters, strict=True)]
        return Link(link.name, Inertia.from_parameters(tuple(named)), shares.pop())

    def joint(self, joint: Joint, i: int, drives: bool) -> Joint:
        given = joint.drive if isinstance(joint.drive, tuple) else (joint.drive,)
        first = i - len(joint.steps) + 1  # i is the number of the joint's last body
        named = tuple(self.drive(drive, first + k) if drives else None for k, drive in enumerate(given))
        return replace(
            joint,
            placement=self.pose(joint.placement, i),
            after=self.pose(joint.after, i),
            drive=named if isinstance(joint.drive, tuple) else named[0],
            pitch=self.length(f"p{i}", joint.pitch),
        )

    def drive(self, drive: Drive | None, i: int) -> Drive | None:
        if drive is None:
            return None
        felt = {"Ia": drive.inertia, "fv": drive.viscous, "fc": drive.dry}
        Ia, fv, fc = (self.name(f"{letters}{i}", x) for letters, x in felt.items())
        return Drive(Ia, damping=fv, coulomb=fc)

    def pose(self, pose: Pose, i: int) -> Pose:
        letters = ("a", "d", "d") if any(map(is_zero, pose.p[1:])) else ("a", "dy", "dz")
        lengths = (self.length(f"{x}{i}", p) for x, p in zip(letters, pose.p, strict=True))
        return Pose(snap(pose.R), tuple(lengths))

    def length(self, name: str, number: Any) -> Any:
        """Replace a length with a positive symbol and its sign. Zero and symbols are not changed."""
        if isinstance(number, Node):
            return number
        if number == 0:
            return 0
        return self.name(name, number) if number > 0 else -self.name(name, -number)

    def gravity(self, gravity: Vector) -> Vector:
        along = [x for x in gravity if not is_zero(x)]
        names = ("g",) * 3 if len(along) == 1 else ("gx", "gy", "gz")
        return tuple(self.length(name, x) for name, x in zip(names, gravity, strict=True))

    def name(self, name: str, number: Any) -> Any:
        """Create a symbol for a number. A suffix is appended if the symbol name is already used."""
        free, count = name, 2
        while free in self.values:
            free, count = f"{name}_{count}", count + 1
        self.values[free] = number
        return symbol(free)
