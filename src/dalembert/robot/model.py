"""The robot, described once: links joined into a tree, the loops that close it, and its table.

T_parent_child(q) = placement · motion(axis, q) · after

The motion of a joint is a sequence of turns, slides and balls (`spatial.joint.KINDS`) in a frame whose z is `axis`.
`after` is the identity for URDF; DH tables and MJCF place the link's frame away from the joint's and put the difference
there.

A robot checks on construction that its links, joints, frames and loops are one mechanism, and reports by name what is
wrong. A payload is a body that was attached and may change; robots that differ only in payloads share their kernels.
A robot prints as a table in plain text or HTML, one row per joint with the link it moves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from numbers import Real
from typing import Any, ClassVar

from dalembert.argument import choice, counted, instance, known
from dalembert.errors import shown
from dalembert.finding.argument import WrongType
from dalembert.finding.finding import (
    Argument,
    Element,
    Identifier,
    JointName,
    LinkName,
    Noun,
    RobotName,
    given,
)
from dalembert.finding.model import (
    Duplicate,
    LinkCycle,
    MimicCycle,
    ModelFinding,
    NameNotDefined,
    NotAvailable,
    NotDefined,
    NothingDescribed,
    Part,
    Roots,
    TwoParents,
    contradiction,
)
from dalembert.graph import Node, Scalar, substitute, symbols
from dalembert.graph.node import to_text
from dalembert.graph.scalar import is_zero
from dalembert.robot.derived import Derived, cached_with_source, derived
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.number import (
    checked_direction,
    checked_factor,
    checked_part,
    checked_parts,
    checked_pose,
    checked_vector,
    value,
)
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.spatial.joint import COLUMNS, ENTRIES, KINDS, Step, steps
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import Vector
from dalembert.typeset.notebook import Displayed, card


@dataclass(frozen=True)
class Limits(Displayed):
    """Bounds of a coordinate; None where the source gives none. SI units."""

    UNITS: ClassVar[Mapping[str, str]] = {
        "lower": "rad, m",
        "upper": "rad, m",
        "velocity": "rad/s, m/s",
        "effort": "N m, N",
    }

    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None
    effort: float | None = None

    def __post_init__(self) -> None:
        for which in ("lower", "upper", "velocity", "effort"):
            x = getattr(self, which)
            if x is not None and (isinstance(x, bool) or not isinstance(x, Real) or x != x):
                raise WrongType(Argument(f"{which} limit"), Noun("a number or None"), given(x)).error()


@dataclass(frozen=True)
class Mimic(Displayed):
    """q = multiplier · q(joint) + offset."""

    UNITS: ClassVar[Mapping[str, str]] = {"offset": "rad, m"}

    joint: str
    multiplier: Any = 1
    offset: Any = 0

    def __post_init__(self) -> None:
        for which in ("multiplier", "offset"):
            object.__setattr__(self, which, checked_factor(getattr(self, which), f"{which} of a mimic"))


@dataclass(frozen=True)
class Coordinate(Displayed):
    """One rate of a robot: `qd` is its place in q̇ (and τ), `q` its places in q, which the rates of a ball share."""

    name: str
    motion: str  # turn, slide or ball
    q: slice
    qd: int
    limits: Limits = Limits()
    drive: Drive | None = None

    @property
    def slides(self) -> bool:
        """Whether it is a length."""
        return self.motion == "slide"

    @property
    def unit(self) -> str:
        """Of q, where it has one number, and of the rate times a second."""
        return "m" if self.slides else "rad"


@dataclass(frozen=True)
class Joint(Displayed):
    """`limits` and `drive` are one for all motions of the joint, or one for each elementary motion.

    `pitch` is the advance of a screw for each radian. `angles` describes a ball by three turns instead of a quaternion:
    "zxz" turns about z, then about the new x, then about the new z. `names` are those of the coordinates,
    where they should not be the joint's own name with an ending.
    """

    name: str
    kind: str
    parent: str
    child: str
    placement: Pose = IDENTITY
    axis: Vector = (0, 0, 1)
    after: Pose = IDENTITY
    limits: Any = Limits()
    drive: Any = None
    mimic: Mimic | None = None
    pitch: Any = 0
    angles: str = ""
    names: tuple[str, ...] = ()
    first: tuple[int, int] = field(default=(0, 0), repr=False, compare=False)  # places in q and q̇, set by the robot

    def __post_init__(self) -> None:
        choice(self.kind, f"kind of joint '{self.name}'", KINDS)
        what = f"of joint '{self.name}'"
        object.__setattr__(self, "axis", checked_direction(self.axis, f"axis {what}"))
        object.__setattr__(self, "pitch", checked_factor(self.pitch, f"pitch {what}"))
        for which in ("placement", "after"):
            object.__setattr__(self, which, checked_pose(getattr(self, which), f"{which} {what}"))
        self._check_motion(what)
        self._each("limits")
        self._each("drive")
        if self.mimic is not None:
            checked_part(self.mimic, Mimic, f"mimic {what}")
            if self.nv > 1:
                raise contradiction("joint", self.name, "one rate to mimic", self.nv)

    def _check_motion(self, what: str) -> None:
        if self.angles:
            whole = isinstance(self.angles, str) and len(self.angles) == 3 and set(self.angles) <= set("xyz")
            if not whole or self.angles[0] == self.angles[1] or self.angles[1] == self.angles[2]:
                raise contradiction("joint", self.name, "angles", self.angles)
            if not any(step.motion == "ball" for step in KINDS[self.kind]):
                raise contradiction("joint", self.name, "a ball for angles", self.kind)
        if (self.kind == "screw") != (hasattr(self.pitch, "op") or self.pitch != 0):
            raise contradiction("joint", self.name, "a pitch of a screw", self.kind)
        names = (self.names,) if isinstance(self.names, str) else tuple(self.names)
        object.__setattr__(self, "names", names)
        if names and not all(isinstance(x, str) and x for x in names):
            raise WrongType(Argument(f"names {what}"), Noun("a text"), given(names)).error()
        if names:
            counted(names, f"names {what}", self.nv, "coordinates")

    def _each(self, which: str) -> tuple[Any, ...]:
        """`limits` or `drive`, one for each elementary motion."""
        parts, count = getattr(self, which), len(self.steps)
        kind: type[Any] = Limits if which == "limits" else Drive
        for x in parts if isinstance(parts, tuple) else (parts,):
            if x is not None or kind is Limits:
                checked_part(x, kind, f"{which} of joint '{self.name}'")
        if not isinstance(parts, tuple):
            return (parts,) * count
        counted(parts, f"{which} of joint '{self.name}'", count, "motions")
        return parts

    @property
    def moves(self) -> bool:
        return self.kind != "fixed"

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Its elementary motions."""
        return steps(self.kind, self.angles)

    @cached_property
    def drives(self) -> tuple[Drive | None, ...]:
        """The drive of each elementary motion; what is geared to another has none of its own."""
        return tuple(None if s.geared else drive for s, drive in zip(self.steps, self._each("drive"), strict=True))

    @cached_property
    def nv(self) -> int:
        """Rates it brings, were it to mimic no other."""
        return sum(len(COLUMNS[s.motion]) for s in self.steps if not s.geared)

    @cached_property
    def nq(self) -> int:
        """Entries of q it brings, were it to mimic no other."""
        return sum(ENTRIES[s.motion] for s in self.steps if not s.geared)

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Its rates in order, with their places in the robot's q and q̇; none where it mimics another."""
        if self.mimic is not None:
            return ()
        found: list[Coordinate] = []
        q, qd = self.first
        for step, limits, drive in zip(self.steps, self._each("limits"), self.drives, strict=True):
            if step.geared:
                continue
            size = ENTRIES[step.motion]
            for ending in step.names:
                name = self.names[len(found)] if self.names else f"{self.name}.{ending}" if ending else self.name
                found.append(Coordinate(name, step.motion, slice(q, q + size), qd, limits, drive))
                qd += 1
            q += size
        return tuple(found)


def root_link(robot: Robot) -> str:
    children = {j.child for j in robot.joints}
    roots = [x.name for x in robot.links if x.name not in children]
    if not robot.links:
        raise NothingDescribed(Noun("link")).error()
    if not roots:
        raise LinkCycle(JointName(robot.joints[0].name)).error()
    if len(roots) > 1:
        raise Roots(tuple(map(LinkName, roots))).error()
    return roots[0]


def parents_first(robot: Robot) -> tuple[Joint, ...]:
    """Joints depth first from the root, in the order given; or what keeps them from being a tree."""
    names = dict.fromkeys(x.name for x in robot.links)
    _unique("link", [x.name for x in robot.links])
    _unique("joint", [x.name for x in robot.joints])
    below: dict[str, list[Joint]] = {}
    parent_of: dict[str, str] = {}
    for joint in robot.joints:
        _defined((joint.parent, joint.child), names, "joint", joint.name, "link", NotDefined)
        if joint.child in parent_of:
            first = JointName(parent_of[joint.child])
            raise TwoParents(LinkName(joint.child), first, JointName(joint.name)).error()
        parent_of[joint.child] = joint.name
        below.setdefault(joint.parent, []).append(joint)
    order: list[Joint] = []
    stack = [iter(below.get(root_link(robot), ()))]
    while stack:
        joint_ = next(stack[-1], None)
        if joint_ is None:
            stack.pop()
            continue
        order.append(joint_)
        stack.append(iter(below.get(joint_.child, ())))
    if len(order) < len(robot.joints):
        reached = {j.name for j in order}
        lost = next(j for j in robot.joints if j.name not in reached)
        raise LinkCycle(JointName(lost.name)).error()
    placed: list[Joint] = []
    q = qd = 0
    for joint in order:
        placed.append(joint if joint.first == (q, qd) else replace(joint, first=(q, qd)))
        if joint.mimic is None:
            q, qd = q + joint.nq, qd + joint.nv
    return tuple(placed)


def check_mimics(robot: Robot) -> None:
    by_name = {j.name: j for j in robot.joints}
    for joint in robot.joints:
        seen = {joint.name}
        follow: Joint | None = joint
        while follow is not None and follow.mimic is not None:
            leader = by_name.get(follow.mimic.joint)
            if leader is None:
                _defined((follow.mimic.joint,), by_name, "joint", follow.name, "joint")
                return
            if leader.nv != 1:
                raise contradiction("joint", follow.name, "a leader with one rate", leader.name)
            if leader.name in seen:
                raise MimicCycle(JointName(joint.name), JointName(leader.name)).error()
            seen.add(leader.name)
            follow = leader


def check_frames(robot: Robot) -> None:
    """A frame stands on a link, and its name means it alone."""
    names = {link.name for link in robot.links}
    taken = set(names)
    for frame in robot.frames:
        _defined((frame.link,), names, "frame", frame.name, "link", NotDefined)
        if frame.name in taken:
            raise Duplicate(Noun("link or frame"), Identifier(frame.name)).error()
        taken.add(frame.name)


def check_coordinates(robot: Robot) -> None:
    """A coordinate's name means it alone, and what is actuated exists."""
    _unique("coordinate", robot.coordinates)
    for name in robot.actuated:
        known(name, robot.coordinates, "coordinate", owner="robot", owner_name=robot.name, argument="actuated")


def check_loops(robot: Robot) -> None:
    """Loops and springs name what is there, and each name means one of them."""
    frames = [*(x.name for x in robot.links), *(x.name for x in robot.frames)]
    _unique("loop", [x.name for x in robot.loops])
    _unique("spring", [x.name for x in robot.springs])
    for part in (*robot.loops, *robot.springs):
        if isinstance(part, (Coupling, Tendon)):
            tied = part.coordinates if isinstance(part, Coupling) else [name for name, _ in part.arms]
            _defined(tied, robot.coordinates, "loop or spring", part.name, "coordinate")
            balls = [x for x in tied if robot.coordinate(x).motion == "ball"]
            if balls:
                raise contradiction("loop or spring", part.name, "coordinates that are not of a ball", balls[0])
        elif isinstance(part, BallSpring):
            _defined((part.joint,), [joint.name for joint in robot.joints], "loop or spring", part.name, "joint")
            if part.joint not in robot.balls:
                raise contradiction("ball spring", part.name, "a joint with a ball", part.joint)
        else:
            via = [name for name, _ in part.via] if isinstance(part, Strut) else []
            _defined((part.first, part.second, *via), frames, "loop or spring", part.name, "link or frame")


def _unique(noun: str, names: Iterable[str]) -> None:
    """Raise if a name is given twice."""
    name, times = max(Counter(names).items(), key=lambda x: x[1], default=("", 0))
    if times > 1:
        raise Duplicate(Noun(noun), Identifier(name)).error()


def _defined(
    names: Iterable[str],
    defined: Iterable[str],
    noun: str,
    owner: str,
    target: str,
    kind: type[NotDefined] = NameNotDefined,
) -> None:
    """Raise if a part of the robot names another one that does not exist."""
    defined = tuple(defined)
    for name in names:
        if name not in defined:
            found = tuple(map(Identifier, defined))
            raise kind(Noun(noun), Identifier(owner), Noun(target), Identifier(str(name)), found).error()


@dataclass(frozen=True)
class Link(Displayed):
    """`gravcomp` is the share of its weight that is carried from outside: 1 floats, 0 weighs what it weighs.

    A `payload` was attached and may change: kernels take its inertia as a number that is given later.
    """

    name: str
    inertia: Inertia = Inertia()
    gravcomp: Any = 0
    payload: bool = False

    def __post_init__(self) -> None:
        checked_part(self.inertia, Inertia, f"the inertia of link '{self.name}'")
        object.__setattr__(self, "gravcomp", checked_factor(self.gravcomp, f"gravcomp of link '{self.name}'"))


@dataclass(frozen=True)
class Frame(Displayed):
    """A named place on a link."""

    name: str
    link: str
    placement: Pose = IDENTITY

    def __post_init__(self) -> None:
        object.__setattr__(self, "placement", checked_pose(self.placement, f"placement of frame '{self.name}'"))


class DefaultActuation(tuple[str, ...]):
    """The coordinates that are actuated where nothing is said: found anew whenever the joints change."""


@dataclass(frozen=True, eq=False, repr=False)
class Robot:
    """A tree of links, closed by `loops`. `joints` are kept parents first; coordinates follow their order.

    A value: robots of the same names and numbers are equal, wherever they come from, and share what was derived.
    `actuated` names the coordinates that are driven; where nothing is said, all but those of free joints.
    """

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    gravity: Vector = (0, 0, -9.81)
    frames: tuple[Frame, ...] = ()
    source: str = field(default="", repr=False)  # where the numbers come from
    warnings: tuple[ModelFinding, ...] = field(default=(), repr=False)  # of its reader
    loops: tuple[Loop | Coupling, ...] = ()
    springs: tuple[Spring, ...] = ()
    actuated: tuple[str, ...] = field(default_factory=lambda: DefaultActuation())

    def __post_init__(self) -> None:
        object.__setattr__(self, "gravity", checked_vector(self.gravity, 3, "gravity"))
        for which, kind in (("links", Link), ("joints", Joint), ("frames", Frame)):
            object.__setattr__(self, which, checked_parts(getattr(self, which), kind, which))
        for which, kinds in (("loops", (Loop, Coupling)), ("springs", (Tendon, Strut, BallSpring))):
            object.__setattr__(self, which, checked_parts(getattr(self, which), kinds, which))
        object.__setattr__(self, "joints", parents_first(self))
        object.__setattr__(self, "actuated", self._driven())
        check_mimics(self)
        check_frames(self)
        check_coordinates(self)
        check_loops(self)

    def _driven(self) -> tuple[str, ...]:
        if isinstance(self.actuated, str):
            raise WrongType(Argument("actuated"), Noun("a sequence"), given(self.actuated)).error()
        if self.actuated is None or isinstance(self.actuated, DefaultActuation):
            return DefaultActuation(c.name for j in self.joints if j.kind != "free" for c in j.coordinates)
        return tuple(name for name in self.coordinates if name in self.actuated) + tuple(
            name for name in self.actuated if name not in self.coordinates
        )

    @property
    def n(self) -> int:
        """Number of rates, of efforts and of freedoms before loops: `nv`."""
        return self.nv

    @cached_property
    def nq(self) -> int:
        """Entries of q."""
        return sum(j.nq for j in self.joints if j.mimic is None)

    @cached_property
    def nv(self) -> int:
        """Entries of q̇, q̈ and τ."""
        return len(self.coordinates)

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates, one a rate: of its joint, with an ending where a joint has several."""
        return tuple(c.name for j in self.joints for c in j.coordinates)

    def coordinate(self, name: str) -> Coordinate:
        """The coordinate of this name, with its places in q and q̇, limits and drive."""
        return self._coordinates[known(name, self._coordinates, "coordinate", owner="robot", owner_name=self.name)]

    @cached_property
    def _coordinates(self) -> dict[str, Coordinate]:
        return {c.name: c for j in self.joints for c in j.coordinates}

    @cached_property
    def balls(self) -> dict[str, slice]:
        """Joint → the places of its quaternion in q, for joints that have one."""
        return {j.name: c.q for j in self.joints for c in j.coordinates if c.motion == "ball"}

    def only(self, what: str, *, balls: bool = False, loops: bool = False, springs: bool = False) -> None:
        """Raise if the robot has balls, loops, springs or carried weight that `what` does not support."""
        found = []
        if self.balls and not balls:
            found.append(Part(Element("ball of joint"), Identifier(next(iter(self.balls)))))
        if self.loops and not loops:
            found.append(Part(Element("loop"), Identifier(self.loops[0].name)))
        if self.springs and not springs:
            found.append(Part(Element("spring"), Identifier(self.springs[0].name)))
        lifted = next((x.name for x in self.links if not is_zero(x.gravcomp)), None)
        if lifted is not None and not springs:
            found.append(Part(Element("gravcomp of link"), Identifier(lifted)))
        if found:
            raise NotAvailable(Identifier(what), RobotName(self.name), tuple(found)).error()

    @cached_property
    def root(self) -> str:
        """Name of the link that stands on the ground."""
        return root_link(self)

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Names of the symbols that have no value yet, in order of appearance."""
        seen: dict[str, None] = {}

        def note(x: Scalar) -> Scalar:
            seen.update(dict.fromkeys(sorted(symbols([x]))))
            return x

        _map(self, note)
        return tuple(seen)

    def bind(self, **values: Any) -> Robot:
        """The robot with symbols replaced by numbers or by other expressions."""
        for name in values:
            known(name, self.parameters, "symbol", owner="robot", owner_name=self.name)
        numbers = {name: value(x, name) for name, x in values.items()}
        return self.map(lambda x: substitute([x], numbers)[0])

    def map(self, function: Callable[[Scalar], Scalar]) -> Robot:
        """The robot with `function` applied to each of its numbers."""
        changed: Robot = _map(self, function)
        return changed

    @cached_with_source
    def rigid(self) -> Robot:
        """The robot without its drives: links alone."""
        if all(j.drive is None for j in self.joints):
            return self
        return replace(self, joints=tuple(replace(j, drive=None) for j in self.joints))

    @cached_with_source
    def floating(self, name: str = "root") -> Robot:
        """The robot whose root link is free: a free joint between a new link `world` and what stood on the ground."""
        if self.joints and self.joints[0].parent == self.root and self.joints[0].kind == "free":
            raise contradiction("robot", self.name, "a fixed base", self.joints[0].name)
        world = "world" if all(link.name != "world" for link in self.links) else f"{self.root}_world"
        free = Joint(name, "free", world, self.root)
        return replace(self, links=(Link(world), *self.links), joints=(free, *self.joints))

    def attach(self, frame: str, inertia: Inertia, name: str = "payload") -> Robot:
        """The robot that carries a body, fixed at a link or frame; `inertia` is seen from there.

        Robots that differ in what they carry share their kernels: nothing is compiled for a new payload.
        """
        instance(inertia, "inertia", Inertia, "a Inertia")
        if name == "gravity":  # as a parameter it means gravity
            raise contradiction("payload", name, "another name")
        if not symbols(inertia.parameters):
            inertia.checked("payload", name)
        place = next((x for x in self.frames if x.name == frame), None)
        link, placement = (self.link(frame).name, IDENTITY) if place is None else (place.link, place.placement)
        mount = Joint(f"{name}_mount", "fixed", link, name, placement)
        return replace(self, links=(*self.links, Link(name, inertia, payload=True)), joints=(*self.joints, mount))

    def detach(self, name: str = "payload") -> Robot:
        """The robot without what was attached under this name."""
        payloads = [x.name for x in self.links if x.payload]
        known(name, payloads, "payload", owner="robot", owner_name=self.name)
        hanging = next((x.child for x in self.joints if x.parent == name), None)
        if hanging is not None:
            raise contradiction("payload", name, "nothing attached to it", hanging)
        links = tuple(x for x in self.links if x.name != name)
        return replace(self, links=links, joints=tuple(x for x in self.joints if x.child != name))

    @cached_with_source
    def emptied(self) -> Robot:
        """The robot whose payloads weigh nothing."""
        links = tuple(replace(x, inertia=Inertia()) if x.payload else x for x in self.links)
        return replace(self, links=links)

    @cached_with_source
    def symbolic(self, *, drives: bool = False) -> Robot:
        """The robot with its lengths, inertias and gravity (and drives, on request) replaced by named symbols."""
        from dalembert.robot.symbolic import symbolic  # it builds robots: it stands above this module

        return symbolic(self, drives=drives)

    def link(self, name: str) -> Link:
        return self._links[known(name, self._links, "link", owner="robot", owner_name=self.name)]

    def joint(self, name: str) -> Joint:
        return self._joints[known(name, self._joints, "joint", owner="robot", owner_name=self.name)]

    @cached_property
    def _links(self) -> dict[str, Link]:
        return {link.name: link for link in self.links}

    @cached_property
    def _joints(self) -> dict[str, Joint]:
        return {joint.name: joint for joint in self.joints}

    @cached_property
    def derived(self) -> Derived:
        """What was computed from this robot and from any other of the same content."""
        return derived(self)

    @cached_property
    def kernels(self) -> dict[Any, Any]:
        """Compiled kernels of this robot, kept by the layers above."""
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
        return {f.name: getattr(self, f.name) for f in fields(self)}  # kernels do not travel between processes


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
    """A number of a robot as one reads it: four digits, an exact fraction, or an expression."""
    if isinstance(x, Node):
        text = to_text(x)
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    if isinstance(x, Fraction) and x.denominator < 1000:
        return str(x)
    return f"{float(x):.4g}"


def headline(robot: Robot) -> str:
    """Name, size, gravity and symbols, in a line or two."""
    freedoms = f"{robot.n} coordinate{'s' if robot.n != 1 else ''}"
    gravity = ", ".join(number_text(x) for x in robot.gravity)
    symbols = robot.parameters
    more = f", … ({len(symbols)} in all)" if len(symbols) > _MOST else ""
    named = f"\nsymbols: {', '.join(symbols[:_MOST])}{more}" if symbols else ""
    return f"{shown(robot.name)}: {freedoms}, {len(robot.links)} links, gravity ({gravity}){named}"


def table_rows(robot: Robot) -> list[tuple[str, ...]]:
    """The cells of each joint, as `TABLE_COLUMNS` names them."""
    return [_row(robot, joint) for joint in robot.joints]


def loop_and_spring_lines(robot: Robot) -> list[str]:
    """Loops, springs and what is actuated, a line each."""
    lines = []
    for loop in robot.loops:
        if isinstance(loop, Coupling):
            lines.append(f"coupling {shown(loop.name)}: of {', '.join(shown(x) for x in loop.coordinates)}")
        else:
            lines.append(f"loop {shown(loop.name)}: {loop.kind}, {shown(loop.first)} — {shown(loop.second)}")
    for spring in robot.springs:
        ends = _ends(spring)
        lines.append(
            f"spring {shown(spring.name)}: k {number_text(spring.stiffness)}, {' — '.join(shown(x) for x in ends)}"
        )
    if robot.actuated != robot.coordinates:
        lines.append(f"actuated: {', '.join(shown(x) for x in robot.actuated[:_MOST]) or 'nothing'}")
    return lines


def _ends(spring: Spring) -> list[str]:
    """What a spring acts on, by name."""
    if isinstance(spring, BallSpring):
        return [spring.joint]
    return [name for name, _ in (spring.arms if isinstance(spring, Tendon) else spring.path)]


def table_text(robot: Robot) -> str:
    """The table in columns of plain text."""
    table = [TABLE_COLUMNS, *table_rows(robot)]
    widths = [max(len(row[k]) for row in table) for k in range(len(TABLE_COLUMNS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    return "\n".join(
        [headline(robot), *lines, *loop_and_spring_lines(robot), *(f"warning: {shown(x, 400)}" for x in robot.warnings)]
    )


def table_html(robot: Robot) -> str:
    """The table as a fragment of HTML."""
    title, *symbols = headline(robot).splitlines()
    told = [*symbols, *loop_and_spring_lines(robot), *(f"⚠ {x}" for x in robot.warnings)]
    table = [list(row) for row in table_rows(robot)]
    kept = [k for k, name in enumerate(TABLE_COLUMNS) if any(row[k] for row in table)]  # no empty column
    cells = [[_MINUS.sub("−", row[k]) if TABLE_COLUMNS[k] in _NUMBERS else row[k] for k in kept] for row in table]
    return card(_MINUS.sub("−", title), heads=[TABLE_COLUMNS[k] for k in kept], rows=cells, words=told)


def robot_data(robot: Robot) -> dict[str, Any]:
    """The same facts as plain data."""
    return {
        "name": robot.name,
        "n": robot.n,
        "nq": robot.nq,
        "nv": robot.nv,
        "coordinates": list(robot.coordinates),
        "links": [link.name for link in robot.links],
        "frames": [frame.name for frame in robot.frames],
        "symbols": list(robot.parameters),
        "gravity": [plain_number(x) for x in robot.gravity],
        "joints": [_joint(robot, joint) for joint in robot.joints],
        "bonds": loop_and_spring_lines(robot),
        "actuated": list(robot.actuated),
        "warnings": [str(x) for x in robot.warnings],
        "source": robot.source,
    }


def plain_number(x: Scalar | None) -> float | str | None:
    """A number as one, an expression of symbols as its text."""
    return to_text(x) if isinstance(x, Node) else x if x is None else float(x)


def _fields(part: Any) -> Any:
    """A drive and its parts as plain data."""
    if isinstance(part, tuple):
        return [_fields(x) for x in part]
    if not is_dataclass(part):
        return part if part is None or isinstance(part, (bool, str)) else plain_number(part)
    return {f.name: _fields(getattr(part, f.name)) for f in fields(part)}


def _joint(robot: Robot, joint: Joint) -> dict[str, Any]:
    inertia = robot.link(joint.child).inertia
    return {
        "name": joint.name,
        "kind": joint.kind,
        "parent": joint.parent,
        "child": joint.child,
        "coordinates": [c.name for c in joint.coordinates],
        "lower": [plain_number(c.limits.lower) for c in joint.coordinates],
        "upper": [plain_number(c.limits.upper) for c in joint.coordinates],
        "velocity": [plain_number(c.limits.velocity) for c in joint.coordinates],
        "effort": [plain_number(c.limits.effort) for c in joint.coordinates],
        "mimic": None if joint.mimic is None else joint.mimic.joint,
        "mass": plain_number(inertia.mass),
        "first_moments": [plain_number(x) for x in inertia.ms],
        "drives": [_fields(drive) for drive in joint.drives],
    }


def _row(robot: Robot, joint: Joint) -> tuple[str, ...]:
    places = [c.qd + 1 for c in joint.coordinates]
    coordinate = "" if not places else f"q{places[0]}" + (f" … q{places[-1]}" if len(places) > 1 else "")
    inertia = robot.link(joint.child).inertia
    moments = ", ".join(number_text(x) for x in inertia.ms) if not all(_is(x, 0) for x in inertia.ms) else ""
    where = f"{shown(joint.parent)} → {shown(joint.child)}"
    return (
        coordinate, shown(joint.name), joint.kind, where, _span(joint), number_text(inertia.mass), moments, _drive(joint),
    )  # fmt: skip


def _span(joint: Joint) -> str:
    if joint.mimic is not None:
        return f"{number_text(joint.mimic.multiplier)}·{shown(joint.mimic.joint)} + {number_text(joint.mimic.offset)}"
    spans = []
    for c in joint.coordinates:
        low, high = c.limits.lower, c.limits.upper
        if low is not None or high is not None:
            spans.append(f"{'−∞' if low is None else number_text(low)} … {'∞' if high is None else number_text(high)}")
    return "; ".join(spans)


def _drive(joint: Joint) -> str:
    """The parts of a drive that are there."""
    drives = list(dict.fromkeys(drive for drive in joint.drives if drive is not None))
    return "; ".join(_parts(drive) for drive in drives)


def _parts(drive: Drive) -> str:
    parts = (("Im", "rotor_inertia", 0), ("N", "gear_ratio", 1), ("b", "damping", 0), ("bm", "motor_damping", 0),
             ("fc", "coulomb", 0), ("fs", "static", 0), ("K", "stiffness", None))  # fmt: skip
    given = [(letter, getattr(drive, name)) for letter, name, none in parts if not _is(getattr(drive, name), none)]
    return ", ".join(f"{letter} {number_text(x)}" for letter, x in given)


def _is(x: Scalar | None, plain: int | None) -> bool:
    """Whether a value is a plain number or None; a symbol never is."""
    return not isinstance(x, Node) and x == plain
