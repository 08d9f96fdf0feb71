"""Untrusted files: their bytes, XML with the line of every element, and XML changed in place.

A path that is missing, a folder, a device, empty or too large is rejected before it is read. Document types and entities
are rejected (a small file becomes a large one through them, or reads another), and size, depth and counts are bounded
before memory is spent. Prefixes need no declaration, as in other robot readers.

`Markup` changes values of attributes and adds attributes and elements; every other byte stays the same. An element is
found by the bytes at which its tags begin. New text takes the indentation of its neighbours.
"""

from __future__ import annotations

import difflib
import math
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, NoReturn
from xml.etree.ElementTree import Element as Written
from xml.parsers import expat

from dalembert import finding
from dalembert.errors import DalembertError
from dalembert.finding.finding import Edit, External, FileName, Identifier, Location, Noun
from dalembert.finding.finding import Element as ElementName
from dalembert.formats.description import FindingLog, located
from dalembert.spatial.vector import Vector, scale
from dalembert.tolerance import ZERO_LENGTH

LARGEST = 20_000_000  # bytes; the largest robot file met in the field is a hundredth of it


def content(path: Path, log: FindingLog, largest: int = LARGEST) -> bytes:
    """The bytes of a regular file of at most so many, or one clear `BadFile`."""
    name, data = FileName(str(path)), b""
    reason: External | Noun = Noun("empty file")
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISREG(mode):
            with open(path, "rb") as file:
                data = file.read(largest + 1)
        else:
            reason = Noun("folder" if stat.S_ISDIR(mode) else "not regular")
    except (OSError, ValueError) as error:
        reason = External((getattr(error, "strerror", None) or str(error)).lower())
    log.limit(len(data) / 1_000_000, largest // 1_000_000, "megabytes", Location(name))
    if not data.strip():
        log.stop(finding.Unreadable(name, reason))
    return data


def within(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a path, with links and `..` followed, lies in one of the folders or below."""
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in folders)


DEEPEST, MOST_ELEMENTS, MOST_MARKS, LONGEST_NAME = 256, 100_000, 1_000_000, 200
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


@dataclass
class Element:
    """A tag, its attributes and children, and where it stands."""

    tag: str
    attributes: dict[str, str]
    place: Location
    children: list[Element] = field(default_factory=list)
    text: str = ""
    start: int = -1  # the byte of its file at which its tag begins
    stop: int = -1  # and the one at which its closing tag does; meaningless where one tag is both

    @property
    def part(self) -> finding.Part:
        """The element, as findings name it."""
        name = self.attributes.get("name")
        return finding.Part(tagged(self.tag), Identifier(name) if name else None, None, self.place)

    def attribute(self, name: str) -> finding.Part:
        """One of its attributes, as findings name it."""
        return finding.Part(ElementName(name), None, self.part, self.place)

    def inside(self, owner: str) -> finding.Part:
        """The element as a part of another one."""
        return finding.Part(tagged(self.tag), self.part.name, finding.Part(tagged(owner)), self.place)

    def of(self, owner: Element) -> finding.Part:
        """The element as a part of its parent."""
        return finding.Part(tagged(self.tag), None, owner.part, self.place)

    def get(self, name: str) -> str | None:
        return self.attributes.get(name)

    def all(self, tag: str) -> Iterator[Element]:
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        return next(self.all(tag), None)

    def walk(self) -> Iterator[Element]:
        """This element and all below, in file order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.children))


def tagged(tag: str) -> ElementName:
    """A tag as it is written in a file."""
    return ElementName(f"<{tag}>")


def parse(data: bytes, file: str, log: FindingLog, *, whole: bool = False) -> Element:
    """The root element of a document; `whole` keeps all text of an element, else its first piece."""
    # an upper bound of the number of tags and attributes, in any encoding, before anything is built
    log.limit(max(data.count(b"<"), data.count(b"=")), MOST_MARKS, "tags or attributes", located(file))
    builder = _Builder(file, log, whole)
    try:
        builder.parser.Parse(data, True)
    except DalembertError:
        raise
    except (expat.ExpatError, ValueError, LookupError) as error:
        reason = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else str(error)
        line = getattr(error, "lineno", builder.parser.CurrentLineNumber)
        log.stop(finding.Malformed(Noun("XML"), External(reason or "malformed"), at=located(file, line)))
    return builder.root


class _Builder:
    """Expat's events, put together."""

    def __init__(self, file: str, log: FindingLog, whole: bool = False) -> None:
        self.file, self.log, self.count = file, log, 0
        self.pieces: list[list[str]] | None = [] if whole else None
        self.open: list[Element] = []
        self.root: Element = Element("", {}, located(file))
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.data
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse
        self.parser.ExternalEntityRefHandler = self.refuse

    @property
    def place(self) -> Location:
        return located(self.file, self.parser.CurrentLineNumber)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        place = self.place
        self.log.limit(self.count, MOST_ELEMENTS, "elements", place)
        self.log.limit(len(self.open) + 1, DEEPEST, "nested elements", place)
        self.log.limit(len(tag), LONGEST_NAME, "characters of a name", place)
        element = Element(tag, attributes, place, start=self.parser.CurrentByteIndex)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)
        if self.pieces is not None:
            self.pieces.append([])

    def end(self, _: str) -> None:
        closed = self.open.pop()
        closed.stop = self.parser.CurrentByteIndex
        if self.pieces is not None:
            closed.text = "".join(self.pieces.pop()).strip()

    def data(self, text: str) -> None:
        if self.pieces:
            self.pieces[-1].append(text)
        elif self.open and not self.open[-1].text:  # the text of a tag such as <type>…</type>
            self.open[-1].text = text.strip()

    def refuse(self, *_: Any) -> NoReturn:
        reason = Noun("document type")
        self.log.stop(finding.Malformed(Noun("XML"), reason, at=self.place, remedy=Edit(Noun("remove it"))))


def number(text: str) -> float | None:
    """A finite decimal number, or None. Python's own reader would take `1_0`, `nan` and digits of any script."""
    text = text.strip()
    if len(text) > LONGEST_NAME or not _NUMBER.fullmatch(text):
        return None
    x = float(text)
    return x if math.isfinite(x) else None


def numbers(
    element: Element,
    name: str,
    log: FindingLog,
    *,
    sizes: tuple[int, ...] = (3,),
    default: tuple[float, ...] = (0.0, 0.0, 0.0),
) -> tuple[float, ...]:
    """The numbers of an attribute: as many as `sizes` allows, or `default` where it is absent."""
    text = element.get(name)
    if text is None:
        return default
    words = text.split()
    found = [number(word) for word in words]
    if None in found:
        log.invalid(element.attribute(name), text, "finite numbers")
        return default
    if len(found) not in sizes:
        log.error(finding.NumberCount(element.attribute(name), len(found), sizes))
        return default
    return tuple(x for x in found if x is not None)


def scalar(element: Element, name: str, log: FindingLog, default: float) -> float:
    """The one number of an attribute."""
    return numbers(element, name, log, sizes=(1,), default=(default,))[0]


def direction(element: Element, name: str, log: FindingLog, default: Vector) -> Vector:
    """Three numbers of an attribute at unit length."""
    xyz = numbers(element, name, log, default=default)
    return unit(xyz, element.attribute(name), log) or default


def unit(x: Sequence[float], part: finding.Part, log: FindingLog) -> Vector:
    """x at unit length; nothing in a lenient reading of 0."""
    length = math.hypot(*x)
    if length < ZERO_LENGTH:
        log.invalid(part, 0, "a direction")
        return ()
    return tuple(x) if length == 1 else scale(1 / length, x)


def required(element: Element, name: str, log: FindingLog) -> str:
    """An attribute that is a name: present, not empty, not absurdly long; empty in a lenient reading otherwise."""
    text = element.get(name)
    if not text or not text.strip():
        log.error(finding.MissingPart(element.part, ElementName(name)))
        return ""
    if len(text) > LONGEST_NAME:
        log.error(finding.FileLimit(Noun("characters of a name"), LONGEST_NAME, at=element.place))
        return ""
    return text


def strange(element: Element, known: frozenset[str], log: FindingLog) -> None:
    """Report attributes that no reader knows: a misspelt one would be lost silently."""
    for name in element.attributes:
        if name not in known and not name.startswith("xmlns"):
            log.unknown(element.attribute(name), _near(name, known, "{}"))


def unknown(element: Element, known: Iterable[str], inside: str, log: FindingLog) -> None:
    """Report an element that no reader knows, with the one it may be a misspelling of."""
    log.unknown(element.inside(inside), _near(element.tag, known, "<{}>"))


def spelt(element: Element, parts: Mapping[str, Iterable[str]], log: FindingLog) -> None:
    """Note what stands inside an element, at any depth, and nobody reads; `parts`: a tag and what it may hold."""
    for outer in element.walk():
        for part in outer.children if outer.tag in parts else ():
            if part.tag not in parts[outer.tag] and part.tag != "plugin":
                unknown(part, parts[outer.tag], outer.tag, log)


def once(element: Element, tags: Iterable[str], log: FindingLog) -> None:
    """Warn of parts of which a reader takes only the first."""
    for tag in tags:
        for second in list(element.all(tag))[1:]:
            log.tell(finding.Unused(second.of(element), Noun("the first counts"), remedy=Edit(Noun("remove one"))))


def _near(name: str, known: Iterable[str], form: str) -> ElementName | None:
    near = difflib.get_close_matches(name[:LONGEST_NAME], sorted(known), n=1)
    return ElementName(form.format(near[0])) if near else None


_ATTRIBUTE = re.compile(rb"\s+([^\s=/>]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
_NAME = re.compile(rb"<[^\s/>]+")
_END = re.compile(rb"\s*(/?)>")


@dataclass(frozen=True)
class Tag:
    """Where a start tag has its attributes and its end, in bytes; `closed` where it is the end tag as well."""

    attributes: dict[str, tuple[int, int, int]]  # from the space before the name, from the value's quote, to the end
    last: int  # after the last attribute, or the name
    end: int
    closed: bool


@dataclass
class Markup:
    """A document and the changes to be made to it: `set`, `drop` and `add`, then `text()`."""

    data: bytes
    file: str
    root: Element = field(init=False)
    changes: list[tuple[int, int, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if b"\0" in self.data[:200]:
            raise finding.NotWrittenBack(FileName(self.file), Noun("not UTF-8")).error()
        self.root = parse(self.data, self.file, FindingLog())

    def set(self, element: Element, values: Mapping[str, str]) -> None:
        """Give attributes these values; those that are not there come behind the last."""
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
        """Take attributes out."""
        found = self.tag(element).attributes
        self.changes += [(found[name][0], found[name][2], b"") for name in names if name in found]

    def add(self, parent: Element, *new: Written, first: bool = False) -> None:
        """Put new elements into an element: before its first child or after its last."""
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
        """The document with its changes."""
        parts, at = [], 0
        for start, stop, new in sorted(self.changes, key=lambda x: x[:2]):
            parts += [self.data[at:start], new]
            at = stop
        return b"".join([*parts, self.data[at:]])

    def tag(self, element: Element) -> Tag:
        """The start tag of an element, taken apart."""
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
        """The byte behind an element."""
        tag = self.tag(element)
        return tag.end if tag.closed else self.data.index(b">", element.stop) + 1

    def _indent(self, element: Element) -> bytes | None:
        """The white space before an element that begins its line."""
        before = self.data[self.data.rfind(b"\n", 0, element.start) + 1 : element.start]
        return before if not before.strip() else None

    def _unit(self) -> bytes:
        """One step of indentation, as the document has it."""
        for child in self.root.children:
            found = self._indent(child)
            if found:
                return found
        return b"  "


def _lines(element: Written, depth: int = 0) -> Iterator[tuple[int, str]]:
    """The lines of a new element, each (depth, text)."""
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
    """As `xml.sax.saxutils` does, which would load the modules of the network."""
    return escape(text).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
