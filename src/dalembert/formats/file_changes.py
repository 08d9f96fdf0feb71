"""Find the differences between a robot and its file, and change the XML text in place.

The comparison covers link inertias, drives and joint placements. The robot is compared with the description that the
reader creates from the file. Values that are exactly equal remain unchanged in the file.

`Markup` changes values of attributes, and adds attributes and elements. Every other byte in the file remains the same.
Byte offsets of the tags locate the elements. New elements have the same indentation as their neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import zip_longest
from numbers import Real
from typing import Any, final
from xml.etree.ElementTree import Element as Written

from dalembert import finding
from dalembert.argument import known
from dalembert.finding.finding import FileName, Identifier, Noun
from dalembert.formats.numeric import UNHELD, check_drives, check_parts_held
from dalembert.formats.robot_file import Description, Element, FindingLog, examine, parse
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Link, Robot
from dalembert.tolerance import ROUNDING


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
    links, joints = {x.name: x.inertia for x in old.links}, {x.name: x for x in old.joints}
    _check_paired(robot, "link", robot.links, list(links), [x.name for x in robot.links if not x.inertia.is_zero])
    _check_paired(robot, "joint", robot.joints, list(joints), [x.name for x in robot.joints if x.kind != "free"])
    pairs = [(x, joints[x.name]) for x in robot.joints if x.name in joints]
    moved = {x.name: x for x, earlier in pairs if x.placement != earlier.placement}
    bent = [x.name for x, earlier in pairs if (x.axis, x.after) != (earlier.axis, earlier.after)]
    check_parts_held(f"this {format} file", [("new axis of joint", x) for x in bent])
    driven = {x.name: x for x, earlier in pairs if _effects(x) != _effects(earlier)}
    if format != "TOML":
        check_drives(driven.values(), format)
    weights = {x.name: x.inertia for x in robot.links if x.name in links and x.inertia != links[x.name]}
    return Difference(weights, driven, moved, old)


def _check_paired(robot: Robot, kind: str, parts: Iterable[Link | Joint], there: list[str], needed: list[str]) -> None:
    """Raise an error if the robot or the file lacks a required part."""
    own = [x.name for x in parts]
    for name in needed:
        known(name, there, kind, owner="file")
    for name in there:
        known(name, own, kind, owner="robot", owner_name=robot.name)


def unlike(robot: Robot, again: Robot) -> list[finding.Part]:
    """List the links and joints that differ after a robot is written to a file and read back."""
    links = {x.name: x.inertia for x in again.links}
    joints = {x.name: x for x in again.joints}
    wrong = []
    for link in robot.links:
        mine, theirs = link.inertia, links.get(link.name, link.inertia)
        pairs = (([mine.mass], [theirs.mass]), (mine.ms, theirs.ms), (mine.tensor, theirs.tensor))
        if not all(_close(*pair) for pair in pairs):
            wrong.append(finding.part_of("link", link.name))
    for joint in robot.joints:
        other = joints.get(joint.name, joint)
        here, there = ([*pose.p, *sum(pose.R, ())] for pose in (joint.placement, other.placement))
        effects = zip_longest(_effects(joint), _effects(other))
        if not _close(here, there, least=1.0) or not all(_close([x], [y]) for x, y in effects):
            wrong.append(finding.part_of("joint", joint.name))
    return wrong


def _effects(joint: Joint) -> list[Any]:
    """Return the quantities of the drives that affect the motion, reflected to the link side."""
    found = []
    for drive in joint.drives:
        drive = drive or Drive()
        found += [drive.inertia, drive.viscous, drive.dry, *(getattr(drive, name) for name in UNHELD)]
    return found


def _close(one: Any, other: Any, least: float = 0.0) -> bool:
    """Check whether values are equal. Numbers can differ by rounding errors of the largest number."""
    sizes = [abs(float(x)) for x in (*one, *other) if isinstance(x, Real)]
    slack = ROUNDING * max([least, *sizes])
    for a, b in zip(one, other, strict=True):
        if a != b and not (isinstance(a, Real) and isinstance(b, Real) and abs(float(a) - float(b)) <= slack):
            return False
    return True


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

    def put(self, parent: Element, tag: str, values: Mapping[str, str], *, first: bool = False) -> None:
        """Set attributes of a child, or add the child."""
        child = parent.first(tag)
        if child is None:
            self.add(parent, Written(tag, dict(values)), first=first)
        else:
            self.set(child, values)

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
        unit = next((x for child in self.root.children if (x := self._indent(child))), b"  ")
        inner, before = (deeper or [(own or b"") + unit])[0], line + (own or b"")
        if (own is None and not deeper) or line not in self.data:
            line = inner = unit = before = b""
        inside = b"".join(line + inner + depth * unit + text.encode() for depth, text in lines)
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
