"""The robot, described once: links joined into a tree, and the loops that close it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from dalembert.errors import UnknownName, UnsupportedElement, WrongSize, WrongValue, did_you_mean
from dalembert.graph import Node, Scalar, substitute, symbols
from dalembert.graph.scalar import is_zero
from dalembert.robot import entry, topology
from dalembert.robot.derived import Derived, derived, kept_as_told
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.joint import Coordinate as Coordinate
from dalembert.robot.joint import Joint as Joint
from dalembert.robot.joint import Limits as Limits
from dalembert.robot.joint import Mimic as Mimic
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.robot.value import value
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import Vector
from dalembert.typeset.card import Displayed


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
        entry.part(self.inertia, Inertia, f"the inertia of link '{self.name}'")
        object.__setattr__(self, "gravcomp", entry.factor(self.gravcomp, f"gravcomp of link '{self.name}'"))


@dataclass(frozen=True)
class Frame(Displayed):
    """A named place on a link."""

    name: str
    link: str
    placement: Pose = IDENTITY

    def __post_init__(self) -> None:
        object.__setattr__(self, "placement", entry.pose(self.placement, f"placement of frame '{self.name}'"))


class Unsaid(tuple[str, ...]):
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
    warnings: tuple[str, ...] = field(default=(), repr=False)  # what the reader wants the user to know
    loops: tuple[Loop | Coupling, ...] = ()
    springs: tuple[Spring, ...] = ()
    actuated: tuple[str, ...] = field(default_factory=lambda: Unsaid())

    def __post_init__(self) -> None:
        object.__setattr__(self, "gravity", entry.vector(self.gravity, 3, "gravity"))
        for which, kind in (("links", Link), ("joints", Joint), ("frames", Frame)):
            object.__setattr__(self, which, entry.parts(getattr(self, which), kind, which))
        for which, kinds in (("loops", (Loop, Coupling)), ("springs", (Tendon, Strut, BallSpring))):
            object.__setattr__(self, which, entry.parts(getattr(self, which), kinds, which))
        object.__setattr__(self, "joints", topology.parents_first(self))
        object.__setattr__(self, "actuated", self._driven())
        topology.check_mimics(self)
        topology.check_frames(self)
        topology.check_coordinates(self)
        topology.check_loops(self)

    def _driven(self) -> tuple[str, ...]:
        if isinstance(self.actuated, str):
            raise WrongSize(f"actuated of robot '{self.name}' is a list of coordinates, got {self.actuated!r}")
        if self.actuated is None or isinstance(self.actuated, Unsaid):
            return Unsaid(c.name for j in self.joints if j.kind != "free" for c in j.coordinates)
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
        if not isinstance(name, str) or name not in self._coordinates:
            known = did_you_mean(str(name), self._coordinates)
            raise UnknownName(f"robot '{self.name}' has no coordinate '{name}'{known}")
        return self._coordinates[name]

    @cached_property
    def _coordinates(self) -> dict[str, Coordinate]:
        return {c.name: c for j in self.joints for c in j.coordinates}

    @cached_property
    def balls(self) -> dict[str, slice]:
        """Joint → the places of its quaternion in q, for joints that have one."""
        return {j.name: c.q for j in self.joints for c in j.coordinates if c.motion == "ball"}

    def only(self, what: str, *, balls: bool = False, loops: bool = False, springs: bool = False) -> None:
        """Refuse by name what `what` does not know: balls, loops, springs and carried weight, unless allowed."""
        found = []
        if self.balls and not balls:
            found.append(f"a ball at joint '{next(iter(self.balls))}' (a joint with `angles` has none)")
        if self.loops and not loops:
            found.append(f"loop '{self.loops[0].name}'")
        if self.springs and not springs:
            found.append(f"spring '{self.springs[0].name}'")
        lifted = next((x.name for x in self.links if not is_zero(x.gravcomp)), None)
        if lifted is not None and not springs:
            found.append(f"link '{lifted}' whose weight is carried (gravcomp)")
        if found:
            raise UnsupportedElement(f"{what} is not there for robot '{self.name}', which has {' and '.join(found)}")

    @cached_property
    def root(self) -> str:
        """Name of the link that stands on the ground."""
        return topology.root(self)

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

    @kept_as_told
    def rigid(self) -> Robot:
        """The robot without its drives: links alone."""
        if all(j.drive is None for j in self.joints):
            return self
        return replace(self, joints=tuple(replace(j, drive=None) for j in self.joints))

    @kept_as_told
    def floating(self, name: str = "root") -> Robot:
        """The robot whose root link is free: a free joint between a new link `world` and what stood on the ground."""
        if self.joints and self.joints[0].parent == self.root and self.joints[0].kind == "free":
            raise WrongValue(f"robot '{self.name}' floats already, at joint '{self.joints[0].name}'")
        world = "world" if all(link.name != "world" for link in self.links) else f"{self.root}_world"
        free = Joint(name, "free", world, self.root)
        return replace(self, links=(Link(world), *self.links), joints=(free, *self.joints))

    def attach(self, frame: str, inertia: Inertia, name: str = "payload") -> Robot:
        """The robot that carries a body, fixed at a link or frame; `inertia` is seen from there.

        Robots that differ in what they carry share their kernels: nothing is compiled for a new payload.
        """
        from dalembert.robot.payload import attach  # it builds robots: it stands above this module

        return attach(self, frame, inertia, name)

    def detach(self, name: str = "payload") -> Robot:
        """The robot without what was attached under this name."""
        from dalembert.robot.payload import detach

        return detach(self, name)

    @kept_as_told
    def emptied(self) -> Robot:
        """The robot whose payloads weigh nothing."""
        links = tuple(replace(x, inertia=Inertia()) if x.payload else x for x in self.links)
        return replace(self, links=links)

    @kept_as_told
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
        from dalembert.robot.show import html  # it reads robots: it stands above this module

        return html(self)

    def __repr__(self) -> str:
        loops = f", {len(self.loops)} loops" if self.loops else ""
        return f"<Robot '{self.name}': {self.n} coordinates, {len(self.links)} links{loops}>"

    def __str__(self) -> str:
        from dalembert.robot.show import text

        return text(self)

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}  # kernels do not travel between processes


def _map(x: Any, function: Callable[[Scalar], Scalar]) -> Any:
    if isinstance(x, (Node, float, Fraction)):
        return function(x)
    if isinstance(x, Unsaid):
        return x
    if isinstance(x, Drive):
        return x.mapped(lambda part: _map(part, function))
    if isinstance(x, tuple):
        return tuple([_map(y, function) for y in x])
    if is_dataclass(x) and not isinstance(x, type):
        changed = {f.name: _map(getattr(x, f.name), function) for f in fields(x)}
        return type(x)(**changed)
    return x
