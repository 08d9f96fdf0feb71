"""A joint as it is described: what it joins, where it sits, how it moves, and the coordinates it brings.

T_parent_child(q) = placement · motion(axis, q) · after

The motion is a sequence of turns, slides and balls (`spatial.joint.KINDS`) in a frame whose z is `axis`. `after` is the
identity for URDF; DH tables and MJCF place the link's frame away from the joint's and put the difference there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Real
from typing import Any, ClassVar

from dalembert.errors import WrongSize, WrongValue
from dalembert.robot import entry
from dalembert.robot.drive import Drive
from dalembert.spatial.joint import COLUMNS, ENTRIES, KINDS, Step, steps
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import Vector
from dalembert.typeset.card import Displayed


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
                raise WrongValue(f"the {which} limit of a joint must be a number or None, got {x!r}")


@dataclass(frozen=True)
class Mimic(Displayed):
    """q = multiplier · q(joint) + offset."""

    UNITS: ClassVar[Mapping[str, str]] = {"offset": "rad, m"}

    joint: str
    multiplier: Any = 1
    offset: Any = 0

    def __post_init__(self) -> None:
        for which in ("multiplier", "offset"):
            object.__setattr__(self, which, entry.factor(getattr(self, which), f"{which} of a mimic"))


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
        if self.kind not in KINDS:
            raise WrongValue(f"joint '{self.name}' has kind '{self.kind}'; kinds are {', '.join(KINDS)}")
        what = f"of joint '{self.name}'"
        object.__setattr__(self, "axis", entry.direction(self.axis, f"axis {what}"))
        object.__setattr__(self, "pitch", entry.factor(self.pitch, f"pitch {what}"))
        for which in ("placement", "after"):
            object.__setattr__(self, which, entry.pose(getattr(self, which), f"{which} {what}"))
        self._check_motion(what)
        self._each("limits")
        self._each("drive")
        if self.mimic is not None:
            entry.part(self.mimic, Mimic, f"mimic {what}")
            if self.nv > 1:
                raise WrongValue(f"joint '{self.name}' is {self.kind} and cannot mimic another: it has {self.nv} rates")

    def _check_motion(self, what: str) -> None:
        if self.angles:
            whole = isinstance(self.angles, str) and len(self.angles) == 3 and set(self.angles) <= set("xyz")
            if not whole or self.angles[0] == self.angles[1] or self.angles[1] == self.angles[2]:
                said = "three letters of x, y, z with no two alike side by side, such as 'zxz'"
                raise WrongValue(f"the angles {what} are {said}; got {self.angles!r}")
            if not any(step.motion == "ball" for step in KINDS[self.kind]):
                raise WrongValue(f"angles describe a ball; joint '{self.name}' is {self.kind}")
        if self.kind == "screw" and not hasattr(self.pitch, "op") and self.pitch == 0:
            raise WrongValue(f"joint '{self.name}' is a screw and needs a pitch, its advance for each radian")
        if self.kind != "screw" and (hasattr(self.pitch, "op") or self.pitch != 0):
            raise WrongValue(f"pitch is for screws; joint '{self.name}' is {self.kind}")
        names = (self.names,) if isinstance(self.names, str) else tuple(self.names)
        object.__setattr__(self, "names", names)
        if names and (len(names) != self.nv or not all(isinstance(x, str) and x for x in names)):
            raise WrongSize(f"joint '{self.name}' has {self.nv} coordinates to name; names are {names!r}")

    def _each(self, which: str) -> tuple[Any, ...]:
        """`limits` or `drive`, one for each elementary motion."""
        given, count = getattr(self, which), len(self.steps)
        kind: type[Any] = Limits if which == "limits" else Drive
        for x in given if isinstance(given, tuple) else (given,):
            if x is not None or kind is Limits:
                entry.part(x, kind, f"{which} of joint '{self.name}'")
        if not isinstance(given, tuple):
            return (given,) * count
        if len(given) != count:
            raise WrongSize(f"{which} of joint '{self.name}' has {len(given)} entries for {count} motions")
        return given

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
