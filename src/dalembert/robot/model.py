"""The robot, described once: links joined into a tree.

T_parent_child(q) = placement · motion(axis, q) · after

`after` is the identity for URDF; DH tables and MJCF place the link's frame away
from the joint's and put the difference there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from numbers import Real
from typing import Any

from dalembert.errors import BadTopology, UnknownName, WrongValue, did_you_mean
from dalembert.graph import Node, Scalar, substitute, symbols
from dalembert.robot import entry
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.value import value
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import Vector

KINDS = ("revolute", "continuous", "prismatic", "fixed")


@dataclass(frozen=True)
class Limits:
    """Bounds of a joint; None where the source gives none. SI units."""

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
class Mimic:
    """q = multiplier · q(joint) + offset."""

    joint: str
    multiplier: Any = 1
    offset: Any = 0

    def __post_init__(self) -> None:
        for which in ("multiplier", "offset"):
            object.__setattr__(self, which, entry.factor(getattr(self, which), f"{which} of a mimic"))


@dataclass(frozen=True)
class Link:
    name: str
    inertia: Inertia = Inertia()

    def __post_init__(self) -> None:
        entry.part(self.inertia, Inertia, f"the inertia of link '{self.name}'")


@dataclass(frozen=True)
class Joint:
    name: str
    kind: str
    parent: str
    child: str
    placement: Pose = IDENTITY
    axis: Vector = (0, 0, 1)
    after: Pose = IDENTITY
    limits: Limits = Limits()
    drive: Drive | None = None
    mimic: Mimic | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise WrongValue(f"joint '{self.name}' has kind '{self.kind}'; kinds are {', '.join(KINDS)}")
        what = f"of joint '{self.name}'"
        object.__setattr__(self, "axis", entry.direction(self.axis, f"axis {what}"))
        for which in ("placement", "after"):
            object.__setattr__(self, which, entry.pose(getattr(self, which), f"{which} {what}"))
        entry.part(self.limits, Limits, f"limits {what}")
        for which, kind in (("drive", Drive), ("mimic", Mimic)):
            if getattr(self, which) is not None:
                entry.part(getattr(self, which), kind, f"{which} {what}")

    @property
    def moves(self) -> bool:
        return self.kind != "fixed"


@dataclass(frozen=True)
class Frame:
    """A named place on a link."""

    name: str
    link: str
    placement: Pose = IDENTITY

    def __post_init__(self) -> None:
        object.__setattr__(self, "placement", entry.pose(self.placement, f"placement of frame '{self.name}'"))


@dataclass(frozen=True, eq=False, repr=False)
class Robot:
    """A tree of links. `joints` are kept parents first; coordinates follow their order."""

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    gravity: Vector = (0, 0, -9.81)
    frames: tuple[Frame, ...] = ()
    source: str = field(default="", repr=False)  # where the numbers come from
    warnings: tuple[str, ...] = field(default=(), repr=False)  # what the reader wants the user to know

    def __post_init__(self) -> None:
        object.__setattr__(self, "gravity", entry.vector(self.gravity, 3, "gravity"))
        for which, kind in (("links", Link), ("joints", Joint), ("frames", Frame)):
            object.__setattr__(self, which, entry.parts(getattr(self, which), kind, which))
        object.__setattr__(self, "joints", _parents_first(self))
        _check_mimics(self)
        _check_frames(self)

    @property
    def n(self) -> int:
        """Number of coordinates: moving joints that mimic no other."""
        return len(self.coordinates)

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the joints that are coordinates, in the order of q."""
        return tuple(j.name for j in self.joints if j.moves and j.mimic is None)

    @cached_property
    def root(self) -> str:
        """Name of the link that stands on the ground."""
        return _root(self)

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
            if name not in self.parameters:
                raise UnknownName(f"robot '{self.name}' has no symbol '{name}'{did_you_mean(name, self.parameters)}")
        given = {name: value(x, name) for name, x in values.items()}
        return self.map(lambda x: substitute([x], given)[0])

    def map(self, function: Callable[[Scalar], Scalar]) -> Robot:
        """The robot with `function` applied to each of its numbers."""
        changed: Robot = _map(self, function)
        return changed

    def rigid(self) -> Robot:
        """The robot without its drives: links alone."""
        return replace(self, joints=tuple(replace(j, drive=None) for j in self.joints))

    def symbolic(self, *, drives: bool = False) -> Robot:
        """The robot with its lengths, inertias and gravity (and drives, on request) replaced by named symbols."""
        from dalembert.robot.symbolic import symbolic  # it builds robots: it stands above this module

        return symbolic(self, drives=drives)

    def link(self, name: str) -> Link:
        if not isinstance(name, str) or name not in self._links:
            raise UnknownName(f"robot '{self.name}' has no link '{name}'{did_you_mean(str(name), self._links)}")
        return self._links[name]

    def joint(self, name: str) -> Joint:
        if not isinstance(name, str) or name not in self._joints:
            raise UnknownName(f"robot '{self.name}' has no joint '{name}'{did_you_mean(str(name), self._joints)}")
        return self._joints[name]

    @cached_property
    def _links(self) -> dict[str, Link]:
        return {link.name: link for link in self.links}

    @cached_property
    def _joints(self) -> dict[str, Joint]:
        return {joint.name: joint for joint in self.joints}

    @cached_property
    def kernels(self) -> dict[Any, Any]:
        """Compiled kernels of this robot, kept by the layers above."""
        return {}

    def _repr_html_(self) -> str:
        from dalembert.robot.show import html  # it reads robots: it stands above this module

        return html(self)

    def __repr__(self) -> str:
        return f"<Robot '{self.name}': {self.n} coordinates, {len(self.links)} links>"

    def __str__(self) -> str:
        from dalembert.robot.show import text

        return text(self)

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}  # kernels do not travel between processes


def _map(x: Any, function: Callable[[Scalar], Scalar]) -> Any:
    if isinstance(x, (Node, float, Fraction)):
        return function(x)
    if isinstance(x, tuple):
        return tuple([_map(y, function) for y in x])
    if is_dataclass(x) and not isinstance(x, type):
        changed = {f.name: _map(getattr(x, f.name), function) for f in fields(x)}
        return type(x)(**changed)
    return x


def _root(robot: Robot) -> str:
    children = {j.child for j in robot.joints}
    roots = [x.name for x in robot.links if x.name not in children]
    if not robot.links:
        raise BadTopology(f"robot '{robot.name}' has no links")
    if not roots:
        raise BadTopology(f"robot '{robot.name}' has no root link: its joints close a loop")
    if len(roots) > 1:
        raise BadTopology(f"robot '{robot.name}' has {len(roots)} root links ({', '.join(roots[:5])}); a tree has one")
    return roots[0]


def _parents_first(robot: Robot) -> tuple[Joint, ...]:
    """Joints depth first from the root, in the order given; or what keeps them from being a tree."""
    names = dict.fromkeys(x.name for x in robot.links)
    for what, given in (("link", [x.name for x in robot.links]), ("joint", [j.name for j in robot.joints])):
        name, times = max(Counter(given).items(), key=lambda x: x[1], default=("", 0))
        if times > 1:
            raise BadTopology(f"robot '{robot.name}' has {times} {what}s named '{name}'")
    below: dict[str, list[Joint]] = {}
    parent_of: dict[str, str] = {}
    for joint in robot.joints:
        for end in (joint.parent, joint.child):
            if end not in names:
                raise BadTopology(
                    f"joint '{joint.name}' names link '{end}', which is not defined{did_you_mean(end, names)}"
                )
        if joint.child in parent_of:
            raise BadTopology(
                f"link '{joint.child}' has two parents, joints '{parent_of[joint.child]}' and '{joint.name}'; a tree gives each link one"
            )
        parent_of[joint.child] = joint.name
        below.setdefault(joint.parent, []).append(joint)
    order: list[Joint] = []
    stack = [iter(below.get(_root(robot), ()))]
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
        raise BadTopology(f"joint '{lost.name}' is part of a loop that does not reach the root link '{_root(robot)}'")
    return tuple(order)


def _check_mimics(robot: Robot) -> None:
    by_name = {j.name: j for j in robot.joints}
    for joint in robot.joints:
        seen = {joint.name}
        follow: Joint | None = joint
        while follow is not None and follow.mimic is not None:
            leader = by_name.get(follow.mimic.joint)
            if leader is None:
                raise UnknownName(
                    f"joint '{follow.name}' mimics '{follow.mimic.joint}', which is not a joint{did_you_mean(follow.mimic.joint, by_name)}"
                )
            if not leader.moves:
                raise WrongValue(f"joint '{follow.name}' mimics '{leader.name}', which is fixed")
            if leader.name in seen:
                raise BadTopology(f"joint '{joint.name}' mimics itself through '{leader.name}'")
            seen.add(leader.name)
            follow = leader


def _check_frames(robot: Robot) -> None:
    """A frame stands on a link, and its name means it alone."""
    names = {link.name for link in robot.links}
    taken = set(names)
    for frame in robot.frames:
        if frame.link not in names:
            raise BadTopology(
                f"frame '{frame.name}' stands on link '{frame.link}', which is not defined{did_you_mean(str(frame.link), names)}"
            )
        if frame.name in taken:
            raise BadTopology(f"robot '{robot.name}' has more than one link or frame named '{frame.name}'")
        taken.add(frame.name)
