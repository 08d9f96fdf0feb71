"""Find the differences between a robot and its file, and change the XML text in place.

The comparison covers link inertias, drives and joint placements. The robot is compared with the description that the
reader creates from the file. Values that are exactly equal remain unchanged in the file.

`Markup` changes values of attributes, and adds attributes and elements. Every other byte in the file remains the same.
Byte offsets of the tags locate the elements. New elements have the same indentation as their neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, final
from xml.etree.ElementTree import Element as Written

from dalembert import finding
from dalembert.argument import known
from dalembert.finding.finding import FileName, Identifier, Noun
from dalembert.formats.numeric import check_drive, check_parts_held
from dalembert.formats.robot_file import Description, Element, FindingLog, examine, parse
from dalembert.graph import Node
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Robot
from dalembert.tolerance import ROUNDING

Drives = tuple[Drive | None, ...]


@final
@dataclass(frozen=True)
class Difference:
    """New values of links and joints, by name.

    `old` is the description that the reader creates from the file.
    """

    links: dict[str, Inertia]
    drives: dict[str, Joint]
    places: dict[str, Joint]
    old: Description

    def joint(self, name: str) -> Joint:
        """Return the joint as defined in the file."""
        return next(x for x in self.old.joints if x.name == name)


def difference(robot: Robot, old: Description, format: str) -> Difference:
    """Find the differences between a robot and its file. Raise an error for parts that occur only in the robot or only
    in the file."""
    links = _paired(robot, "link", [x.name for x in old.links], [x.name for x in robot.links if not x.inertia.is_zero])
    fixed = [x.name for x in robot.joints if x.kind != "free"]
    joints = _paired(robot, "joint", [x.name for x in old.joints], fixed)
    inertia = {x.name: x.inertia for x in old.links}
    before = {x.name: x for x in old.joints}
    new = [x for x in robot.joints if x.name in joints]
    pairs = [(x, before[x.name]) for x in new]
    moved = {x.name: x for x, earlier in pairs if x.placement != earlier.placement}
    bent = [x.name for x, earlier in pairs if (x.axis, x.after) != (earlier.axis, earlier.after)]
    check_parts_held(f"this {format} file", [("new axis of joint", x) for x in bent])
    driven = {x.name: x for x, earlier in pairs if not same_drives(x.drives, earlier.drives, exact=True)}
    if format != "TOML":
        for joint in driven.values():
            check_drive(joint, format)
    weights = {x.name: x.inertia for x in robot.links if x.name in links and x.inertia != inertia[x.name]}
    return Difference(weights, driven, moved, old)


def _paired(robot: Robot, kind: str, there: list[str], needed: list[str]) -> set[str]:
    """Return the names that the robot and the file share.

    Raise an error if the robot or the file lacks a required part.
    """
    own = {x.name for x in (robot.links if kind == "link" else robot.joints)}
    for name in needed:
        known(name, there, kind, owner="file")
    for name in there:
        known(name, own, kind, owner="robot", owner_name=robot.name)
    return own & set(there)


def unlike(robot: Robot, again: Robot) -> list[finding.Part]:
    """List the links and joints that differ after a robot is written to a file and read back."""
    links = {x.name: x.inertia for x in again.links}
    joints = {x.name: x for x in again.joints}
    wrong = []
    for link in robot.links:
        if link.name in links and not all(map(_close, _kinds(link.inertia), _kinds(links[link.name]))):
            wrong.append(finding.part_of("link", link.name))
    for x in robot.joints:
        y = joints.get(x.name)
        if y is None:
            continue
        mine, theirs = ([*pose.p, *sum(pose.R, ())] for pose in (x.placement, y.placement))
        if not _close(mine, theirs, least=1.0) or not same_drives(x.drives, y.drives):
            wrong.append(finding.part_of("joint", x.name))
    return wrong


def same_drives(one: Drives, other: Drives, *, exact: bool = False) -> bool:
    """Check whether two drives have the same effect on the motion. If `exact` is True, every digit is compared."""
    mine, theirs = ([_effects(x or Drive()) for x in drives] for drives in (one, other))
    if exact or len(mine) != len(theirs):
        return mine == theirs
    for x, y in zip(mine, theirs, strict=True):
        for p, q in zip(x, y, strict=True):
            if p != q and not _close([p], [q]):
                return False
    return True


def _effects(drive: Drive) -> list[Any]:
    """Return the quantities of a drive that affect the motion, reflected to the link side."""
    apart = ("rotor_inertia", "gear_ratio", "motor_damping", "motor_coulomb", "damping", "coulomb")
    plain = [getattr(drive, name) for name in SCALARS if name not in apart]
    return [drive.inertia, drive.viscous, drive.dry, drive.coupling, *plain]


def _kinds(inertia: Inertia) -> tuple[Any, ...]:
    return ([inertia.mass], inertia.ms, inertia.tensor)


def _close(one: Any, other: Any, least: float = 0.0) -> bool:
    """Check whether numbers are equal up to rounding. Symbols must be identical."""
    if any(isinstance(x, Node) or not isinstance(x, (int, float)) for x in (*one, *other)):
        return all(a == b or _numbers(a, b) for a, b in zip(one, other, strict=True))
    size = max(least, *(abs(x) for x in one), *(abs(x) for x in other))
    return all(abs(a - b) <= ROUNDING * size for a, b in zip(one, other, strict=True))


def _numbers(a: Any, b: Any) -> bool:
    try:
        return abs(float(a) - float(b)) <= ROUNDING * abs(float(a))
    except (TypeError, ValueError):
        return False


_ATTRIBUTE = re.compile(rb"\s+([^\s=/>]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
_NAME = re.compile(rb"<[^\s/>]+")
_END = re.compile(rb"\s*(/?)>")


@dataclass(frozen=True)
class Tag:
    """Byte positions of the attributes and the end of a start tag. `closed` is True for an empty-element tag."""

    # byte positions: the space before the name, the opening quote of the value, the end of the value
    attributes: dict[str, tuple[int, int, int]]
    last: int  # byte after the last attribute, or after the tag name
    end: int
    closed: bool


@dataclass
class Markup:
    """XML document with pending changes. Call `set`, `drop` and `add` to change the document, and then `text` to get
    the result."""

    data: bytes
    file: str
    root: Element = field(init=False)
    changes: list[tuple[int, int, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if b"\0" in self.data[:200]:
            raise finding.NotWrittenBack(FileName(self.file), Noun("not UTF-8")).error()
        self.root = parse(self.data, self.file, FindingLog())
        examine(self.root, "urdf" if self.root.tag == "robot" else "mjcf", FindingLog(lenient=True))

    def set(self, element: Element, values: Mapping[str, str]) -> None:
        """Set attributes of an element. New attributes follow the existing attributes."""
        tag, new = self.tag(element), ""
        for name, text in values.items():
            if name in tag.attributes:
                _, start, stop = tag.attributes[name]
                quote = self.data[start : start + 1].decode()
                self.changes.append((start, stop, f"{quote}{_escaped(text)}{quote}".encode()))
            else:
                new += f" {name}={_in_quotes(text)}"
        if new:
            self.changes.append((tag.last, tag.last, new.encode()))

    def drop(self, element: Element, names: tuple[str, ...]) -> None:
        """Remove attributes from an element."""
        found = self.tag(element).attributes
        self.changes += [(found[name][0], found[name][2], b"") for name in names if name in found]

    def add(self, parent: Element, *new: Written, first: bool = False) -> None:
        """Insert new elements into an element, before its first child or after its last child."""
        lines = [x for element in new for x in _lines(element)]
        if not lines:
            return
        tag, line = self.tag(parent), b"\r\n" if b"\r\n" in self.data else b"\n"
        own = self._indent(parent)
        deeper = [x for child in parent.children if (x := self._indent(child)) is not None]
        unit = self._unit()
        if (own is None and not deeper) or line not in self.data:
            inside = b"".join(text.encode() for _, text in lines)
            before = b""
        else:
            inner = deeper[0] if deeper else (own or b"") + unit
            inside = b"".join(line + inner + depth * unit + text.encode() for depth, text in lines)
            before = line + (own or b"")
        if tag.closed:
            close = b">" + inside + before + b"</" + parent.tag.encode() + b">"
            self.changes.append((tag.last, tag.end, close))
        else:
            at = tag.end if first or not parent.children else self.end(parent.children[-1])
            self.changes.append((at, at, inside))

    def text(self) -> bytes:
        """Return the document with its changes applied."""
        parts, at = [], 0
        for start, stop, new in sorted(self.changes, key=lambda x: x[:2]):
            parts += [self.data[at:start], new]
            at = stop
        return b"".join([*parts, self.data[at:]])

    def tag(self, element: Element) -> Tag:
        """Parse the start tag of an element and return the positions of its parts."""
        name = _NAME.match(self.data, element.start)
        found: dict[str, tuple[int, int, int]] = {}
        at = name.end() if name else -1
        while match := _ATTRIBUTE.match(self.data, at):
            found[match[1].decode()] = (match.start(), match.start(2), match.end())
            at = match.end()
        end = _END.match(self.data, at)
        if name is None or end is None or set(found) != set(element.attributes):
            raise finding.NotWrittenBack(FileName(self.file), Noun("unusual XML"), Identifier(element.tag)).error()
        return Tag(found, at, end.end(), bool(end[1]))

    def end(self, element: Element) -> int:
        """Return the position of the first byte after an element."""
        tag = self.tag(element)
        return tag.end if tag.closed else self.data.index(b">", element.stop) + 1

    def _indent(self, element: Element) -> bytes | None:
        """Return the indentation of an element, or None if the element is not the first on its line."""
        before = self.data[self.data.rfind(b"\n", 0, element.start) + 1 : element.start]
        return before if not before.strip() else None

    def _unit(self) -> bytes:
        """Return the white space for one indentation level in the document."""
        for child in self.root.children:
            found = self._indent(child)
            if found:
                return found
        return b"  "


def _lines(element: Written, depth: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the lines for a new element as pairs (depth, text)."""
    start = f"<{element.tag}{''.join(f' {key}={_in_quotes(x)}' for key, x in element.items())}"
    if element.text:
        yield depth, f"{start}>{_escaped(element.text)}</{element.tag}>"
    elif len(element):
        yield depth, f"{start}>"
        for child in element:
            yield from _lines(child, depth + 1)
        yield depth, f"</{element.tag}>"
    else:
        yield depth, f"{start}/>"


def _in_quotes(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """Escape special characters, as in `xml.sax.saxutils`, whose import would also load networking modules."""
    return escape(text).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
