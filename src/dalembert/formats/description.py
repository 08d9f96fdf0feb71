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

from dalembert.errors import BadFile, BadTopology, DalembertError, UnphysicalInertia, did_you_mean, shown
from dalembert.formats.finding import NOWHERE, Log, Place
from dalembert.graph import Node, symbols
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Frame, Joint, Link, Robot
from dalembert.robot.spring import Spring
from dalembert.spatial.vector import Vector

MOST_PARTS = 5000  # links, joints or frames
Part = TypeVar("Part", Link, Joint)


@dataclass
class Draft:
    """Links, joints and frames as found, in file order."""

    name: str
    log: Log
    gravity: Vector = (0, 0, -9.81)
    links: list[Link] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    loops: list[Loop | Coupling] = field(default_factory=list)
    springs: list[Spring] = field(default_factory=list)
    actuated: tuple[str, ...] | None = None  # None: not said
    top: Place = NOWHERE  # the file it is read from, and the line it begins on
    source: str = ""  # of its numbers; the file where nothing else is said
    places: dict[tuple[str, str], Place] = field(default_factory=dict)  # of ("link" or "joint", name)
    reserved: set[tuple[str, str]] = field(default_factory=set)  # names that parts still to come will have
    _order: dict[str, int] = field(default_factory=dict)  # of a joint's name in `joints`
    angles: list[tuple[str, float, Place]] = field(default_factory=list)  # (where, radians, place) as written

    def add_link(self, link: Link, place: Place | None = None) -> None:
        self._add(self.links, link, "link", place)

    def add_joint(self, joint: Joint, place: Place | None = None) -> None:
        self._order.setdefault(joint.name, len(self.joints))
        self._add(self.joints, joint, "joint", place)

    def place(self, kind: str, name: str) -> Place | None:
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

    def _add(self, parts: list[Part], part: Part, kind: str, place: Place | None) -> None:
        if len(parts) >= MOST_PARTS:
            self.log.stop(BadFile, f"more than {MOST_PARTS} {kind}s, too many for a robot", place)
        earlier = self.places.get((kind, part.name))
        if earlier is not None:
            name = shown(part.name)
            what = f"two {kind}s are named '{name}'" + (f", the first on line {earlier.line}" if earlier.line else "")
            link, joint = (name, "") if kind == "link" else ("", name)
            why = "a name must say which part is meant"
            self.log.error(BadTopology, what, place, link=link, joint=joint, why=why, fix="rename one of them")
            return
        self.places[kind, part.name] = place or NOWHERE
        parts.append(part)

    def topology(self) -> None:
        """Report what keeps the parts from being one tree."""
        if not self.links:
            self.log.stop(BadFile, "the file describes no link", self.top)
        parent_of: dict[str, Joint] = {}
        for joint in self.joints:
            self._ends(joint, parent_of)
        roots = [x.name for x in self.links if x.name not in parent_of]
        if len(roots) > 1:
            names = ", ".join(f"'{shown(x)}'" for x in roots[:5])
            what = f"{len(roots)} links have no parent ({names}); a tree has one root"
            fix = "join them with a fixed joint, or remove what is not part of the robot"
            self.log.error(BadTopology, what, self.place("link", roots[1]), link=roots[1], fix=fix)
        self._loops(parent_of, roots)
        self._mimics()

    def _ends(self, joint: Joint, parent_of: dict[str, Joint]) -> None:
        place = self.place("joint", joint.name)
        name = shown(joint.name)
        for role, end in (("parent", joint.parent), ("child", joint.child)):
            if ("link", end) not in self.places:
                hint = did_you_mean(end, [x.name for x in self.links])
                what = f"joint '{name}' names '{shown(end)}' as its {role} link, which is not defined{hint}"
                self.log.error(BadTopology, what, place, joint=joint.name)
        if joint.child in parent_of:
            first = parent_of[joint.child].name
            what = f"link '{shown(joint.child)}' has two parents, joints '{shown(first)}' and '{name}'"
            why = "a tree gives each link one parent; a second closes a loop, which is not modelled"
            self.log.error(BadTopology, what, place, link=joint.child, joint=joint.name, why=why)
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
                loop = " → ".join(shown(x) for x in reversed(upwards[upwards.index(name) :][:6]))
                what = f"joint '{shown(joint.name)}' closes a loop of links: {loop}"
                at = self.place("joint", joint.name)
                self.log.error(BadTopology, what, at, joint=joint.name, fix="cut the loop at one joint")
            safe.update(chain)

    def _mimics(self) -> None:
        by_name = {j.name: j for j in self.joints}
        for i, joint in enumerate(self.joints):
            if joint.mimic is None:
                continue
            place, name, leader = self.place("joint", joint.name), shown(joint.name), by_name.get(joint.mimic.joint)
            if leader is None or not leader.moves:
                why = "is fixed" if leader else "is not a joint" + did_you_mean(joint.mimic.joint, by_name, 4)
                what = f"joint '{name}' counts as one of its own: it mimics '{shown(joint.mimic.joint)}', which {why}"
                reason = "engines that skip <mimic> do the same"
                self.log.warn(what, place, joint=joint.name, why=reason, fix="correct the name")
                self.joints[i] = replace(joint, mimic=None)
            else:
                self._mimic_ends(joint, by_name, place)

    def _mimic_ends(self, joint: Joint, by_name: dict[str, Joint], place: Place | None) -> None:
        seen = {joint.name}
        follow: Joint | None = joint
        while follow is not None and follow.mimic is not None:
            follow = by_name.get(follow.mimic.joint)
            if follow is not None and follow.name in seen:
                what = f"joint '{shown(joint.name)}' mimics itself through '{shown(follow.name)}'"
                self.log.error(BadTopology, what, place, joint=joint.name)
                return
            if follow is not None:
                seen.add(follow.name)

    def robot(self) -> Robot:
        """The finished robot; its warnings are the log's."""
        self.log.close()
        try:
            return Robot(
                self.name, tuple(self.links), tuple(self.joints), self.gravity, tuple(self.frames),
                self.source or self.top.file, self.log.warnings, tuple(self.loops), tuple(self.springs),
                *(() if self.actuated is None else (self.actuated,)),
            )  # fmt: skip
        except DalembertError as error:
            raise type(error)(f"{error}; in {self.top.file}") from None


_ROUNDING = 1e-9  # of the largest moment: files carry few digits


def physics(draft: Draft) -> None:
    """Report masses and tensors that no body can have, joints that move nothing, and limits that nothing satisfies."""
    for link in draft.links:
        _inertia(draft, link)
    heavy = _heavy(draft)
    for joint in draft.joints:
        _reversed(draft, joint)
        if joint.moves and joint.mimic is None and joint.child not in heavy and not _has_rotor(joint):
            what = f"joint '{shown(joint.name)}' moves link '{shown(joint.child)}', and nothing behind it has mass"
            why = "M(q) is singular: inverse dynamics works, forward dynamics has no answer"
            fix = "give the link a mass and an inertia, or make the joint fixed"
            place = draft.place("link", joint.child)
            draft.log.warn(what, place, link=joint.child, joint=joint.name, why=why, fix=fix)


def _reversed(draft: Draft, joint: Joint) -> None:
    for limits in dict.fromkeys(joint.limits if isinstance(joint.limits, tuple) else (joint.limits,)):
        low, high = limits.lower, limits.upper
        if low is not None and high is not None and low > high:
            what = f"joint '{shown(joint.name)}' has its limits reversed: lower {low:g}, upper {high:g}"
            place = draft.place("joint", joint.name)
            draft.log.warn(what, place, joint=joint.name, why="no position satisfies them", fix="exchange them")


def moments(inertia: Inertia) -> tuple[float, float, float] | None:
    """Principal moments about the mass centre, smallest first; None where a symbol stands."""
    return None if symbols(inertia.parameters) else inertia.principal().moments


def _inertia(draft: Draft, link: Link) -> None:
    abc = moments(link.inertia)
    if link.inertia.is_zero:
        return
    name, place, never = shown(link.name), draft.place("link", link.name), link.inertia.impossible
    if never and (abc is None or "mass" in never):
        what, why = f"link '{name}' has {never}", "no body has it, and M(q) would not be positive definite"
        draft.log.error(UnphysicalInertia, what, place, link=link.name, why=why, fix="correct the sign or the unit")
        return
    if abc is None:
        return
    inertia = link.inertia.numeric()
    mass = inertia.mass
    if mass == 0:
        what = f"link '{name}' has an inertia tensor but no mass"
        draft.log.warn(what, place, link=link.name, why="its weight and its centre are lost", fix="give it its mass")
    a, b, c = (0.0 if abs(x) < _ROUNDING * abs(abc[2]) else x for x in abc)
    # I_c = I_O − Steiner loses digits when the centre is far from the frame
    slack = _ROUNDING * max(abs(c), abs(a)) + 1e-12 * max(abs(x) for x in inertia.tensor)
    if a < -slack:
        what = f"link '{name}' has an inertia tensor with the negative principal moment {a:.6g}"
        why = "some rotation would have negative kinetic energy"
        fix = "check the signs of the off-diagonal entries and the frame they are given in"
        draft.log.warn(what, place, link=link.name, why=why, fix=fix)
    elif a + b < c - slack:
        what = f"link '{name}' violates A + B >= C for its principal moments ({a:.6g} + {b:.6g} < {c:.6g})"
        why = "no distribution of mass has such a tensor; some simulators refuse it"
        fix = "compute the tensor anew from the shape; moments of different axes may be exchanged"
        draft.log.warn(what, place, link=link.name, why=why, fix=fix)


def _heavy(draft: Draft) -> set[str]:
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
