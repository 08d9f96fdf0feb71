"""A robot while it is being read: parts with the lines they stand on.

Readers fill a `Draft`; `topology` says with lines what keeps the parts from
being a tree; `robot` makes the frozen `Robot` of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from dalembert.errors import BadFile, BadTopology, DalembertError, did_you_mean, shown
from dalembert.formats.finding import NOWHERE, Log, Place
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
