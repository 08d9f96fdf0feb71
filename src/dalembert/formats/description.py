"""A robot description as it is read from a file: links, joints, frames, loops and springs with their lines; and the log.

A strict log raises the first error, as `load` does. A lenient one keeps all of them and lets the reader continue, as
`diagnose` does. So both see the same file through the same code.

Readers fill a `Description`. `topology` reports, with lines, what keeps the parts from being one tree; `physics` reports
numbers that no body can have; `robot` builds the frozen `Robot`.

Physical consistency: mass m ≥ 0, the central tensor positive with A + B ≥ C for its principal moments, and inertia
behind every joint.  [featherstone2008, §2.13]
Other engines load files that break these rules, and so does this reader: only a negative mass is an error, the rest are
warnings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeVar

from dalembert import finding
from dalembert.errors import DalembertError, Problem
from dalembert.finding.finding import (
    NO_EFFECT,
    UNKNOWN,
    Edit,
    Element,
    FileName,
    Identifier,
    JointName,
    LinkName,
    Location,
    Noun,
    given,
)
from dalembert.graph import Node, symbols
from dalembert.robot.inertia import Inertia
from dalembert.robot.joint import topology
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Frame, Joint, Link, Robot
from dalembert.robot.spring import Spring
from dalembert.spatial.vector import Vector

MOST_PARTS = 5000  # links, joints or frames
_Part = TypeVar("_Part", Link, Joint)


@dataclass
class FindingLog:
    """Findings in the order in which they were made; `lenient` keeps errors instead of raising them."""

    lenient: bool = False
    findings: list[finding.ModelFinding] = field(default_factory=list)
    counts: dict[Noun, dict[tuple[finding.Part, Element | None], tuple[int, finding.Part]]] = field(
        default_factory=dict
    )

    def error(self, problem: finding.ModelFinding, raised: type[DalembertError] | None = None) -> None:
        """Report what a robot cannot be built from. Raises, or returns if lenient."""
        self.findings.append(problem)
        if not self.lenient:
            raise (raised or problem.raised)(problem)

    def stop(self, problem: Problem) -> NoReturn:
        """Report what reading cannot continue past, lenient or not."""
        raise self._failed(problem.error())

    def limit(self, count: float, most: int, noun: str, at: Location | None) -> None:
        """Stop at a file with more of something than a robot needs."""
        if count > most:
            self.stop(finding.FileLimit(Noun(noun), most, at=at))

    def invalid(self, part: finding.Part, got: object, expected: str) -> None:
        """Report a value of another form than expected."""
        self.error(finding.Invalid(part, given(got), Noun(expected)))

    def among(self, word: str, choices: Collection[str], part: finding.Part, *, complete: bool = True) -> bool:
        """Whether a word is one of the choices; reports one that is not. The format has more if they are not complete."""
        if word not in choices:
            kind = finding.NotAmong if complete else finding.NotModelledType
            self.error(kind(part, given(word), tuple(map(Identifier, choices))))
        return word in choices

    def defined(self, name: str, known: Iterable[str], part: finding.Part, noun: str) -> bool:
        """Whether what a part refers to exists; reports it if not."""
        known = tuple(known)
        if name not in known:
            self.error(finding.Undefined(part, Noun(noun), Identifier(name), tuple(map(Identifier, known))))
        return name in known

    @contextmanager
    def at(self, place: Location | None) -> Iterator[None]:
        """Errors raised inside are reported with their place, once."""
        try:
            yield
        except DalembertError as error:
            if error.finding in self.findings:
                raise
            self.error(finding.Rejected(error.finding, at=place), type(error))

    def tell(self, problem: finding.ModelFinding) -> None:
        """Report a warning or a note."""
        self.findings.append(problem)

    def ignore(self, part: finding.Part, reason: Noun = NO_EFFECT, near: Element | None = None) -> None:
        """Count a part that is not read; parts that are alike make one finding at the end."""
        alike = self.counts.setdefault(reason, {})
        key = (finding.Part(part.tag, None, part.owner and finding.Part(part.owner.tag)), near)
        n, first = alike.get(key, (0, part))
        alike[key] = (n + 1, first)

    def unknown(self, part: finding.Part, near: Element | None = None) -> None:
        """Count a part that no reader knows, perhaps a misspelt one."""
        self.ignore(part, UNKNOWN, near)

    def close(self) -> None:
        """Turn the counts into one finding per reason."""
        for reason, alike in self.counts.items():
            parts = [
                finding.Counted(finding.Part(key.tag, None, key.owner, part.place), n, near)
                for (key, near), (n, part) in alike.items()
            ]
            self.tell(finding.NotRead(reason, tuple(parts)))
        self.counts = {}

    def failed(self, error: DalembertError) -> None:
        """Keep an error that was raised elsewhere."""
        self._failed(error)

    def _failed(self, error: DalembertError) -> DalembertError:
        found = error.finding if isinstance(error.finding, finding.ModelFinding) else finding.Rejected(error.finding)
        if found not in self.findings:
            self.findings.append(found)
        return error

    @property
    def warnings(self) -> tuple[finding.ModelFinding, ...]:
        """The findings that are not errors."""
        return tuple(f for f in self.findings if f.level != "error")


def located(file: str, line: int = 0) -> Location:
    """Return a line of a file, or the file where the line is 0."""
    return Location(FileName(file), line or None)


def numbered(wish: str, taken: Callable[[str], bool]) -> str:
    """The wished name, or with a number behind it where it is taken."""
    name, k = wish, 2
    while taken(name):
        name, k = f"{wish}_{k}", k + 1
    return name


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
    actuated: tuple[str, ...] | None = None  # None: not given
    top: Location | None = None  # the file it is read from, and the line it begins on
    source: str = ""  # of its numbers; the file by default
    places: dict[tuple[str, str], Location | None] = field(default_factory=dict)  # of ("link" or "joint", name)
    reserved: set[tuple[str, str]] = field(default_factory=set)  # names that parts still to come will have
    _order: dict[str, int] = field(default_factory=dict)  # of a joint's name in `joints`
    angles: list[tuple[finding.Part, float]] = field(default_factory=list)  # radians, as written

    def add_link(self, link: Link, place: Location | None = None) -> None:
        self._add(self.links, link, "link", place)

    def add_joint(self, joint: Joint, place: Location | None = None) -> None:
        self._order.setdefault(joint.name, len(self.joints))
        self._add(self.joints, joint, "joint", place)

    def place(self, kind: str, name: str) -> Location | None:
        return self.places.get((kind, name))

    def index(self, name: str) -> int | None:
        """Index of the joint of this name in `joints`."""
        return self._order.get(name)

    @property
    def moving(self) -> list[str]:
        """Names of the joints that move."""
        return [x.name for x in self.joints if x.moves]

    def free_name(self, kind: str, wish: str) -> str:
        """The wished name, or with a number behind it where it is taken."""
        return numbered(wish, lambda name: (kind, name) in self.places or (kind, name) in self.reserved)

    def change(self, index: int, **fields: Any) -> None:
        self.joints[index] = replace(self.joints[index], **fields)

    def _add(self, parts: list[_Part], part: _Part, kind: str, place: Location | None) -> None:
        self.log.limit(len(parts) + 1, MOST_PARTS, f"{kind}s", place)
        if (kind, part.name) in self.places:
            earlier, remedy = self.places[kind, part.name], Edit(Noun("rename one"))
            line = None if earlier is None else earlier.line
            self.log.error(finding.Duplicate(Noun(kind), Identifier(part.name), line, at=place, remedy=remedy))
            return
        self.places[kind, part.name] = place
        parts.append(part)

    def topology(self) -> None:
        """Report what keeps the parts from being one tree."""
        if not self.links:
            self.log.stop(finding.NothingDescribed(Noun("link"), at=self.top))
        self._leaders()
        for fault in topology((x.name for x in self.links), self.joints):
            kind, name = ("link", fault.links[1]) if isinstance(fault, finding.Roots) else ("joint", _joint_of(fault))
            remedy = Edit(_REMEDIES[type(fault).__name__]) if type(fault).__name__ in _REMEDIES else None
            self.log.error(replace(fault, at=self.place(kind, name), remedy=remedy))

    def _leaders(self) -> None:
        """Let joints that mimic something without a motion be independent."""
        moving = {j.name: j.moves for j in self.joints}
        for i, joint in enumerate(self.joints):
            if joint.mimic is None or moving.get(joint.mimic.joint):
                continue
            reason = Noun("is fixed" if joint.mimic.joint in moving else "is not a joint")
            name, leader, at = JointName(joint.name), JointName(joint.mimic.joint), self.place("joint", joint.name)
            self.log.tell(finding.MimicDropped(name, leader, reason, at=at, remedy=Edit(Noun("correct the name"))))
            self.joints[i] = replace(joint, mimic=None)

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
            raise type(error)(finding.Rejected(error.finding, at=self.top)) from None


def _joint_of(fault: finding.ModelFinding) -> str:
    return str(fault.owner if isinstance(fault, finding.NotDefined) else getattr(fault, "joint", ""))


_REMEDIES = {
    "Roots": Noun("join or remove links"),
    "LinkCycle": Noun("cut the loop"),
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
            name, child = JointName(joint.name), LinkName(joint.child)
            remedy = Edit(Noun("give the link its inertia"))
            draft.log.tell(finding.NothingMoved(name, child, at=draft.place("link", joint.child), remedy=remedy))


def _reversed(draft: Description, joint: Joint) -> None:
    for limits in dict.fromkeys(joint.limits if isinstance(joint.limits, tuple) else (joint.limits,)):
        low, high = limits.lower, limits.upper
        if low is not None and high is not None and low > high:
            at, remedy = draft.place("joint", joint.name), Edit(Noun("exchange them"))
            draft.log.tell(finding.LimitsReversed(JointName(joint.name), low, high, at=at, remedy=remedy))


def moments(inertia: Inertia) -> tuple[float, float, float] | None:
    """Principal moments about the mass centre, smallest first; None where a symbol stands."""
    symbolic = inertia.is_symbolic and symbols(inertia.parameters)
    return None if symbolic else inertia.principal().moments


def _inertia(draft: Description, link: Link) -> None:
    symbolic = moments(link.inertia) is None
    found = link.inertia.impossible if symbolic else next(iter(link.inertia.violations()), None)
    if found is None or link.inertia.is_zero:
        return
    name, at, remedy = LinkName(link.name), draft.place("link", link.name), Edit(_REMEDIES[found.quantity])
    if symbolic or found.quantity == "negative mass":
        draft.log.error(finding.LinkViolation(name, found, at=at, remedy=remedy))
    else:
        draft.log.tell(finding.ImplausibleLink(name, found, at=at, remedy=remedy))


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
