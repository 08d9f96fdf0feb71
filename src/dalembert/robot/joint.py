"""Links, joints and frames, the parts of a robot's tree, and whether they are one.

T_parent_child(q) = placement · motion(axis, q) · after

The motion of a joint is a sequence of turns, slides and balls (`spatial.joint.KINDS`) in a frame whose z is `axis`.
`after` is the identity for URDF; DH tables and MJCF place the link's frame away from the joint's and put the difference
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from numbers import Real
from typing import Any, ClassVar

from dalembert.argument import choice, counted
from dalembert.finding.argument import WrongType
from dalembert.finding.finding import Argument, Identifier, JointName, LinkName, Noun, given
from dalembert.finding.model import LinkCycle, MimicCycle, ModelFinding, NotDefined, NothingDescribed, Roots, TwoParents
from dalembert.graph import Node
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.number import checked_direction, checked_factor, checked_part, checked_pose, require
from dalembert.spatial.joint import COLUMNS, ENTRIES, KINDS, Step, steps
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import Vector
from dalembert.typeset.notebook import Displayed


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
            require(self.nv <= 1, "joint", self.name, "one rate to mimic", self.nv)

    def _check_motion(self, what: str) -> None:
        if self.angles:
            whole = isinstance(self.angles, str) and len(self.angles) == 3 and set(self.angles) <= set("xyz")
            apart = whole and self.angles[0] != self.angles[1] != self.angles[2]
            require(apart, "joint", self.name, "angles", self.angles)
            balls = [step for step in KINDS[self.kind] if step.motion == "ball"]
            require(bool(balls), "joint", self.name, "a ball for angles", self.kind)
        pitched = isinstance(self.pitch, Node) or self.pitch != 0
        require(pitched == (self.kind == "screw"), "joint", self.name, "a pitch of a screw", self.kind)
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


def topology(links: Iterable[str], joints: Sequence[Joint]) -> Iterator[ModelFinding]:
    """What keeps links and joints, each with a name of its own, from being one tree, and mimics from having a leader."""
    names = dict.fromkeys(links)
    if not names:
        yield NothingDescribed(Noun("link"))
    parent_of: dict[str, Joint] = {}
    for joint in joints:
        for role, end in (("parent link", joint.parent), ("child link", joint.child)):
            if end not in names:
                known = tuple(map(Identifier, names))
                yield NotDefined(Noun("joint"), Identifier(joint.name), Noun(role), Identifier(end), known)
        if joint.child in parent_of:
            yield TwoParents(LinkName(joint.child), JointName(parent_of[joint.child].name), JointName(joint.name))
        parent_of.setdefault(joint.child, joint)
    roots = [x for x in names if x not in parent_of]
    if len(roots) > 1:
        yield Roots(tuple(map(LinkName, roots)))
    safe = set(roots)
    for link in names:
        chain: dict[str, None] = {}
        while link not in safe and link in parent_of and link not in chain:
            chain[link] = None
            link = parent_of[link].parent
        if link in chain:
            upwards = list(chain)
            cycle = reversed(upwards[upwards.index(link) :])
            yield LinkCycle(JointName(parent_of[link].name), tuple(map(LinkName, cycle)))
        safe.update(chain)
    yield from _mimic_cycles(joints)


def _mimic_cycles(joints: Sequence[Joint]) -> Iterator[MimicCycle]:
    by_name = {j.name: j for j in joints}
    for joint in joints:
        seen: set[str] = set()
        follow: Joint | None = joint
        while follow is not None and follow.mimic is not None and follow.name not in seen:
            seen.add(follow.name)
            follow = by_name.get(follow.mimic.joint)
        if follow is not None and follow.name in seen:
            yield MimicCycle(JointName(joint.name), JointName(follow.name))


def parents_first(joints: Sequence[Joint], root: str) -> tuple[Joint, ...]:
    """Joints of a tree depth first from the root, in the order given, each with its places in q and q̇."""
    below: dict[str, list[Joint]] = {}
    for joint in joints:
        below.setdefault(joint.parent, []).append(joint)
    placed: list[Joint] = []
    q = qd = 0
    stack = below.get(root, [])[::-1]
    while stack:
        joint = stack.pop()
        stack += below.get(joint.child, [])[::-1]
        placed.append(joint if joint.first == (q, qd) else replace(joint, first=(q, qd)))
        if joint.mimic is None:
            q, qd = q + joint.nq, qd + joint.nv
    return tuple(placed)
