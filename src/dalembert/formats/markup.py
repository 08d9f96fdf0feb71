"""XML changed as text: values of attributes, attributes and elements added; every other byte stays as it was.

An element is found by the bytes at which its tags begin. What is added takes the indentation of what stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from dalembert.errors import BadFile
from dalembert.formats.finding import Log
from dalembert.formats.xml import Element, parse

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
            raise BadFile(f"'{self.file}' is not in UTF-8; save it so, then it can be written back")
        self.root = parse(self.data, self.file, Log(file=self.file))

    def set(self, element: Element, values: Mapping[str, str]) -> None:
        """Give attributes these values; those that are not there come behind the last."""
        tag, new = self.tag(element), ""
        for name, text in values.items():
            if name in tag.attributes:
                _, start, stop = tag.attributes[name]
                quote = self.data[start : start + 1].decode()
                self.changes.append((start, stop, f"{quote}{_escaped(text)}{quote}".encode()))
            else:
                new += f" {name}={quoted(text)}"
        if new:
            self.changes.append((tag.last, tag.last, new.encode()))

    def drop(self, element: Element, names: tuple[str, ...]) -> None:
        """Take attributes out."""
        found = self.tag(element).attributes
        self.changes += [(found[name][0], found[name][2], b"") for name in names if name in found]

    def add(self, parent: Element, lines: list[tuple[int, str]], *, first: bool = False) -> None:
        """Put lines, each (depth, text), into an element: before its first child or after its last."""
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
            what = f"<{element.tag}> of '{self.file}' is not written as XML in UTF-8 is; it cannot be changed in place"
            raise BadFile(f"{what} (line {element.place.line})")
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


def quoted(text: str) -> str:
    """The value of an attribute, in quotes."""
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """As `xml.sax.saxutils` does, which would load the modules of the network."""
    return escape(text).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
