"""Joints, links and frames of a robot. The module also checks that links and joints form a tree.

T_parent_child(q) = placement · motion(axis, q) · after

The motion of a joint is a sequence of rotations, translations and ball rotations (`spatial.joint_types.KINDS`) in a
frame whose z axis is `axis`. The pose `after` of the link frame relative to the moved joint frame is the identity for
URDF, but not for DH tables and MJCF.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from numbers import Real
from typing import Any, ClassVar

from dalembert import finding
from dalembert.argument import (
    check_part,
    checked_direction,
    checked_factor,
    checked_part,
    checked_pose,
    choice,
    convert,
    counted,
)
from dalembert.finding.finding import Argument, Identifier, JointName, LinkName, Noun, given
from dalembert.graph import Node
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.spatial.joint_types import COLUMNS, ENTRIES, KINDS, Step, steps
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import Vector
from dalembert.typeset.notebook_display import Displayed


@dataclass(frozen=True)
class Limits(Displayed):
    """Limits on a coordinate.

    Parameters
    ----------
    lower, upper : float, optional
        Position limits [rad, m].
    velocity : float, optional
        Largest speed [rad/s, m/s].
    effort : float, optional
        Maximum effort of the motor [N m, N].

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.Limits(-1.5, 1.5, effort=150))
    Limits(lower=-1.5, upper=1.5, velocity=None, effort=150)
    """

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
        for which in self.UNITS:
            x = getattr(self, which)
            if x is not None and (isinstance(x, bool) or not isinstance(x, Real) or x != x):
                raise finding.WrongType(Argument(f"{which} limit"), Noun("a number or None"), given(x)).error()


@dataclass(frozen=True)
class Mimic(Displayed):
    """Mimic relation of a joint: q = multiplier · q(joint) + offset."""

    UNITS: ClassVar[Mapping[str, str]] = {"offset": "rad, m"}

    joint: str
    multiplier: Any = 1
    offset: Any = 0

    def __post_init__(self) -> None:
        convert(self, "of a mimic", checked_factor, "multiplier", "offset")


@dataclass(frozen=True)
class Coordinate(Displayed):
    """Coordinate of a robot.

    `qd` is the index of the coordinate in q̇ and τ, and `q` is the slice of the coordinate in q. The three coordinates
    of a ball joint share one slice of q.
    """

    name: str
    motion: str  # turn, slide or ball
    q: slice
    qd: int
    limits: Limits = Limits()
    drive: Drive | None = None

    @property
    def slides(self) -> bool:
        """Whether the coordinate is a length rather than an angle."""
        return self.motion == "slide"

    @property
    def unit(self) -> str:
        """Unit of the coordinate: rad or m."""
        return "m" if self.slides else "rad"


@dataclass(frozen=True)
class Joint(Displayed):
    """Joint between two links.

    Parameters
    ----------
    name : str
    kind : str
        "revolute", "continuous", "prismatic", "fixed", "screw", "cylindrical", "universal", "spherical", "planar" or "free".
    parent, child : str
        Names of the links.
    placement : Pose
        Pose of the joint frame relative to the parent link.
    axis : sequence of 3 numbers
        Direction of the joint axis, expressed in the joint frame.
    after : Pose
        Pose of the child link relative to the joint frame after the joint motion. For URDF, this pose is the identity.
    limits : Limits or tuple of Limits
        Limits for the joint, or a tuple with limits for each elementary motion.
    drive : Drive or tuple of Drive, optional
        Drive for the joint, or a tuple with a drive for each elementary motion.
    mimic : Mimic, optional
    pitch : number or str
        Advance of a screw joint per radian [m].
    angles : str
        Euler angles for a spherical joint instead of a quaternion, such as "zxz".
    names : sequence of str
        Names of the coordinates. Default: the name of the joint, with suffixes if the joint has several coordinates.

    Examples
    --------
    >>> import dalembert as da
    >>> joint = da.Joint("shoulder", "universal", "torso", "arm", da.Pose(p=(0, 0.2, 0)))
    >>> [(x.name, x.unit) for x in joint.coordinates]
    [('shoulder.x', 'rad'), ('shoulder.y', 'rad')]
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
    first: tuple[int, int] = field(default=(0, 0), repr=False, compare=False)  # indices in q and q̇, set by the robot

    def __post_init__(self) -> None:
        choice(self.kind, f"kind of joint '{self.name}'", KINDS)
        what = f"of joint '{self.name}'"
        convert(self, what, checked_direction, "axis")
        convert(self, what, checked_factor, "pitch")
        convert(self, what, checked_pose, "placement", "after")
        self._check_motion(what)
        self._each("limits")
        self._each("drive")
        if self.mimic is not None:
            checked_part(self.mimic, Mimic, f"mimic {what}")
            check_part(self.nv <= 1, "joint", self.name, "one rate to mimic", self.nv)

    def _check_motion(self, what: str) -> None:
        if self.angles:
            whole = isinstance(self.angles, str) and len(self.angles) == 3 and set(self.angles) <= set("xyz")
            apart = whole and self.angles[0] != self.angles[1] != self.angles[2]
            check_part(apart, "joint", self.name, "angles", self.angles)
            balls = [step for step in KINDS[self.kind] if step.motion == "ball"]
            check_part(bool(balls), "joint", self.name, "a ball for angles", self.kind)
        pitched = isinstance(self.pitch, Node) or self.pitch != 0
        check_part(pitched == (self.kind == "screw"), "joint", self.name, "a pitch of a screw", self.kind)
        names = (self.names,) if isinstance(self.names, str) else tuple(self.names)
        object.__setattr__(self, "names", names)
        if names and not all(isinstance(x, str) and x for x in names):
            raise finding.WrongType(Argument(f"names {what}"), Noun("a text"), given(names)).error()
        if names:
            counted(names, f"names {what}", self.nv, "coordinates")

    def _each(self, which: str) -> tuple[Any, ...]:
        """Return `limits` or `drive` for each elementary motion."""
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
        """Elementary motions of the joint."""
        return steps(self.kind, self.angles)

    @cached_property
    def drives(self) -> tuple[Drive | None, ...]:
        """Drive of each elementary motion, or None for a motion that is geared to another motion."""
        return tuple(None if s.geared else drive for s, drive in zip(self.steps, self._each("drive"), strict=True))

    @cached_property
    def nv(self) -> int:
        """Number of velocities of the joint, regardless of `mimic`."""
        return sum(len(COLUMNS[s.motion]) for s in self.steps if not s.geared)

    @cached_property
    def nq(self) -> int:
        """Number of entries of q of the joint, regardless of `mimic`."""
        return sum(ENTRIES[s.motion] for s in self.steps if not s.geared)

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Coordinates of the joint, with indices in the robot's q and q̇. A mimic joint has no coordinates."""
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
    """Link of a robot.

    Parameters
    ----------
    name : str
    inertia : Inertia
        Mass, first moments and inertia tensor, expressed in the link frame. Default: massless.
    gravcomp : number
        Fraction of the link's weight that is compensated by an external device, from 0 to 1.
    payload : bool
        Whether the link was added by `Robot.attach`. The inertia of a payload is an input to compiled functions.
    """

    name: str
    inertia: Inertia = Inertia()
    gravcomp: Any = 0
    payload: bool = False

    def __post_init__(self) -> None:
        checked_part(self.inertia, Inertia, f"the inertia of link '{self.name}'")
        convert(self, f"of link '{self.name}'", checked_factor, "gravcomp")


@dataclass(frozen=True)
class Frame(Displayed):
    """Named frame on a link, such as `tool`. `placement` is the pose of the frame relative to the link."""

    name: str
    link: str
    placement: Pose = IDENTITY

    def __post_init__(self) -> None:
        convert(self, f"of frame '{self.name}'", checked_pose, "placement")


def topology(links: Iterable[str], joints: Sequence[Joint]) -> Iterator[finding.ModelFinding]:
    """Yield an error for each violation of the tree structure and for each mimic joint whose leader is invalid."""
    names = dict.fromkeys(links)
    if not names:
        yield finding.NothingDescribed(Noun("link"))
    parent_of: dict[str, Joint] = {}
    for joint in joints:
        for role, end in (("parent link", joint.parent), ("child link", joint.child)):
            if end not in names:
                known = tuple(map(Identifier, names))
                yield finding.NotDefined(Noun("joint"), Identifier(joint.name), Noun(role), Identifier(end), known)
        if joint.child in parent_of:
            yield finding.TwoParents(
                LinkName(joint.child), JointName(parent_of[joint.child].name), JointName(joint.name)
            )
        parent_of.setdefault(joint.child, joint)
    roots = [x for x in names if x not in parent_of]
    if len(roots) > 1:
        yield finding.Roots(tuple(map(LinkName, roots)))
    safe = set(roots)
    for link in names:
        chain: dict[str, None] = {}
        while link not in safe and link in parent_of and link not in chain:
            chain[link] = None
            link = parent_of[link].parent
        if link in chain:
            upwards = list(chain)
            cycle = reversed(upwards[upwards.index(link) :])
            yield finding.LinkCycle(JointName(parent_of[link].name), tuple(map(LinkName, cycle)))
        safe.update(chain)
    yield from _mimic_cycles(joints)


def _mimic_cycles(joints: Sequence[Joint]) -> Iterator[finding.MimicCycle]:
    by_name = {j.name: j for j in joints}
    for joint in joints:
        seen: set[str] = set()
        follow: Joint | None = joint
        while follow is not None and follow.mimic is not None and follow.name not in seen:
            seen.add(follow.name)
            follow = by_name.get(follow.mimic.joint)
        if follow is not None and follow.name in seen:
            yield finding.MimicCycle(JointName(joint.name), JointName(follow.name))


def joints_below(joints: Iterable[Joint]) -> defaultdict[str, list[Joint]]:
    """Return the child joints of each link."""
    below = defaultdict(list)
    for joint in joints:
        below[joint.parent].append(joint)
    return below


def parents_first(joints: Sequence[Joint], root: str) -> tuple[Joint, ...]:
    """Sort the joints of a tree depth-first from the root, and assign the joint indices in q and q̇."""
    below = joints_below(joints)
    placed: list[Joint] = []
    q = qd = 0
    stack = below[root][::-1]
    while stack:
        joint = stack.pop()
        stack += below[joint.child][::-1]
        placed.append(joint if joint.first == (q, qd) else replace(joint, first=(q, qd)))
        if joint.mimic is None:
            q, qd = q + joint.nq, qd + joint.nv
    return tuple(placed)
