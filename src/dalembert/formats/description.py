"""A robot description as it is read from a file: links, joints, frames, loops and springs with their lines.

Readers fill a `Draft`. `topology` reports, with lines, what keeps the parts from being one tree; `physics` reports
numbers that no body can have; `robot` builds the frozen `Robot`.

Physical consistency: mass m ≥ 0, the central tensor positive with A + B ≥ C for its principal moments, and inertia
behind every joint.  [featherstone2008, §2.13]
Other engines load files that break these rules, and so does this reader: only a negative mass is an error, the rest are
warnings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from dalembert.errors import DalembertError, shown
from dalembert.finding.finding import Edit, External, Finding, Identifier, JointName, LinkName, Location, Noun
from dalembert.finding.model import (
    Duplicate,
    FileLimit,
    ImplausibleLink,
    LimitsReversed,
    LinkCycle,
    LinkViolation,
    MimicCycle,
    MimicDropped,
    NotDefined,
    NothingDescribed,
    NothingMoved,
    Part,
    Rejected,
    Roots,
    TwoParents,
)
from dalembert.formats.finding import FindingLog
from dalembert.graph import Node, symbols
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Frame, Joint, Link, Robot
from dalembert.robot.spring import Spring
from dalembert.spatial.vector import Vector

MOST_PARTS = 5000  # links, joints or frames
_Part = TypeVar("_Part", Link, Joint)


@dataclass
class Description:
    """Links, joints and frames as found, in file order."""

    name: str
    log: FindingLog
    gravity: Vector = (0, 0, -9.81)
    links: list[Link] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    loops: list[Loop | Coupling] = field(default_factory=list)
    springs: list[Spring] = field(default_factory=list)
    actuated: tuple[str, ...] | None = None  # None: not said
    top: Location | None = None  # the file it is read from, and the line it begins on
    source: str = ""  # of its numbers; the file where nothing else is said
    places: dict[tuple[str, str], Location | None] = field(default_factory=dict)  # of ("link" or "joint", name)
    reserved: set[tuple[str, str]] = field(default_factory=set)  # names that parts still to come will have
    _order: dict[str, int] = field(default_factory=dict)  # of a joint's name in `joints`
    angles: list[tuple[Part, float]] = field(default_factory=list)  # radians, as written

    def add_link(self, link: Link, place: Location | None = None) -> None:
        self._add(self.links, link, "link", place)

    def add_joint(self, joint: Joint, place: Location | None = None) -> None:
        self._order.setdefault(joint.name, len(self.joints))
        self._add(self.joints, joint, "joint", place)

    def place(self, kind: str, name: str) -> Location | None:
        return self.places.get((kind, name))

    def index(self, name: str) -> int | None:
        """Where the joint of this name stands in `joints`."""
        return self._order.get(name)

    def free_name(self, kind: str, wish: str) -> str:
        """The wished name, or with a number behind it where it is taken."""
        name, k = wish, 2
        while (kind, name) in self.places or (kind, name) in self.reserved:
            name, k = f"{wish}_{k}", k + 1
        return name

    def change(self, index: int, **fields: Any) -> None:
        self.joints[index] = replace(self.joints[index], **fields)

    def _add(self, parts: list[_Part], part: _Part, kind: str, place: Location | None) -> None:
        if len(parts) >= MOST_PARTS:
            self.log.stop(FileLimit(Noun(f"{kind}s"), MOST_PARTS, at=place))
        if (kind, part.name) in self.places:
            earlier = self.places[kind, part.name]
            found = Duplicate(
                Noun(kind),
                Identifier(shown(part.name)),
                None if earlier is None else earlier.line,
                at=place,
                remedy=Edit(Noun("rename one")),
            )
            self.log.error(found)
            return
        self.places[kind, part.name] = place
        parts.append(part)

    def topology(self) -> None:
        """Report what keeps the parts from being one tree."""
        if not self.links:
            self.log.stop(NothingDescribed(Noun("link"), at=self.top))
        parent_of: dict[str, Joint] = {}
        for joint in self.joints:
            self._ends(joint, parent_of)
        roots = [x.name for x in self.links if x.name not in parent_of]
        if len(roots) > 1:
            links = tuple(LinkName(shown(x)) for x in roots)
            self.log.error(Roots(links, at=self.place("link", roots[1]), remedy=Edit(Noun("join or remove links"))))
        self._loops(parent_of, roots)
        self._mimics()

    def _ends(self, joint: Joint, parent_of: dict[str, Joint]) -> None:
        place = self.place("joint", joint.name)
        known = tuple(Identifier(x.name) for x in self.links)
        for role, end in (("parent link", joint.parent), ("child link", joint.child)):
            if ("link", end) not in self.places:
                name, other = Identifier(shown(joint.name)), Identifier(shown(end))
                self.log.error(NotDefined(Noun("joint"), name, Noun(role), other, known, at=place))
        if joint.child in parent_of:
            first = JointName(shown(parent_of[joint.child].name))
            self.log.error(TwoParents(LinkName(shown(joint.child)), first, JointName(shown(joint.name)), at=place))
        else:
            parent_of[joint.child] = joint

    def _loops(self, parent_of: dict[str, Joint], roots: Sequence[str]) -> None:
        safe = set(roots)
        for link in self.links:
            chain: dict[str, None] = {}
            name = link.name
            while name not in safe and name in parent_of and name not in chain:
                chain[name] = None
                name = parent_of[name].parent
            if name in chain:
                joint = parent_of[name]
                upwards = list(chain)
                links = tuple(LinkName(shown(x)) for x in reversed(upwards[upwards.index(name) :]))
                at = self.place("joint", joint.name)
                remedy = Edit(Noun("cut the loop"))
                self.log.error(LinkCycle(JointName(shown(joint.name)), links, at=at, remedy=remedy))
            safe.update(chain)

    def _mimics(self) -> None:
        by_name = {j.name: j for j in self.joints}
        for i, joint in enumerate(self.joints):
            if joint.mimic is None:
                continue
            place, leader = self.place("joint", joint.name), by_name.get(joint.mimic.joint)
            if leader is None or not leader.moves:
                found = MimicDropped(
                    JointName(shown(joint.name)),
                    JointName(shown(joint.mimic.joint)),
                    Noun("is fixed" if leader else "is not a joint"),
                    at=place,
                    remedy=Edit(Noun("correct the name")),
                )
                self.log.tell(found)
                self.joints[i] = replace(joint, mimic=None)
            else:
                self._mimic_ends(joint, by_name, place)

    def _mimic_ends(self, joint: Joint, by_name: dict[str, Joint], place: Location | None) -> None:
        seen = {joint.name}
        follow: Joint | None = joint
        while follow is not None and follow.mimic is not None:
            follow = by_name.get(follow.mimic.joint)
            if follow is not None and follow.name in seen:
                leader = JointName(shown(follow.name))
                self.log.error(MimicCycle(JointName(shown(joint.name)), leader, at=place))
                return
            if follow is not None:
                seen.add(follow.name)

    def robot(self) -> Robot:
        """The finished robot; its warnings are the log's."""
        self.log.close()
        try:
            return Robot(
                self.name, tuple(self.links), tuple(self.joints), self.gravity, tuple(self.frames),
                self.source or ("" if self.top is None else self.top.file), self.log.warnings, tuple(self.loops), tuple(self.springs),
                *(() if self.actuated is None else (self.actuated,)),
            )  # fmt: skip
        except DalembertError as error:
            cause = error.finding if isinstance(error.finding, Finding) else External(error.finding)
            raise type(error)(Rejected(cause, at=self.top)) from None


_REMEDIES = {
    "negative mass": Noun("correct the sign or the unit"),
    "tensor without mass": Noun("give the link its mass"),
    "negative moment": Noun("check products of inertia and their frame"),
    "triangle inequality": Noun("compute the tensor again"),
}


def physics(draft: Description) -> None:
    """Report masses and tensors that no body can have, joints that move nothing, and limits that nothing satisfies."""
    for link in draft.links:
        _inertia(draft, link)
    heavy = _heavy(draft)
    for joint in draft.joints:
        _reversed(draft, joint)
        if joint.moves and joint.mimic is None and joint.child not in heavy and not _has_rotor(joint):
            name, child = JointName(shown(joint.name)), LinkName(shown(joint.child))
            remedy = Edit(Noun("give the link its inertia"))
            draft.log.tell(NothingMoved(name, child, at=draft.place("link", joint.child), remedy=remedy))


def _reversed(draft: Description, joint: Joint) -> None:
    for limits in dict.fromkeys(joint.limits if isinstance(joint.limits, tuple) else (joint.limits,)):
        low, high = limits.lower, limits.upper
        if low is not None and high is not None and low > high:
            at, remedy = draft.place("joint", joint.name), Edit(Noun("exchange them"))
            draft.log.tell(LimitsReversed(JointName(shown(joint.name)), low, high, at=at, remedy=remedy))


def moments(inertia: Inertia) -> tuple[float, float, float] | None:
    """Principal moments about the mass centre, smallest first; None where a symbol stands."""
    symbolic = inertia.is_symbolic and symbols(inertia.parameters)
    return None if symbolic else inertia.principal().moments


def _inertia(draft: Description, link: Link) -> None:
    symbolic = moments(link.inertia) is None
    found = link.inertia.impossible if symbolic else next(iter(link.inertia.violations()), None)
    if found is None or link.inertia.is_zero:
        return
    name, at, remedy = LinkName(shown(link.name)), draft.place("link", link.name), Edit(_REMEDIES[found.quantity])
    if symbolic or found.quantity == "negative mass":
        draft.log.error(LinkViolation(name, found, at=at, remedy=remedy))
    else:
        draft.log.tell(ImplausibleLink(name, found, at=at, remedy=remedy))


def _heavy(draft: Description) -> set[str]:
    """Links that have inertia, or carry a link that has."""
    carrier = {joint.child: joint.parent for joint in draft.joints}
    heavy: set[str] = set()
    for link in draft.links:
        name: str | None = None if link.inertia.is_zero else link.name
        while name is not None and name not in heavy:
            heavy.add(name)
            name = carrier.get(name)
    return heavy


def _has_rotor(joint: Joint) -> bool:
    rotors = [drive.inertia for drive in joint.drives if drive is not None]
    return any(isinstance(Ia, Node) or Ia != 0 for Ia in rotors)
