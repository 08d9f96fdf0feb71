"""Shared code of the file readers: file access, XML elements with line numbers, message log and description.

The reader rejects missing or empty files, folders, devices and files that are too large. The reader also rejects XML
document types and entities, which can expand a small file into a large file or read another file. Size, depth and
counts are checked before memory is allocated. As in other readers, XML prefixes need not be declared.

A schema is a table in `schemas/` that lists the elements and attributes of a file format. Each section describes an
element, or an element `inner` inside another as `outer/inner`. In a section marked `!`, every unknown part is an error.
Each line describes an attribute, a child `<tag>` or a group `@group` in the columns name, type, unit, default and
effect. After a name, `!` means required, and `?` means at most one child. The type `any` permits any content, and
`limit` is a number that can be infinite. The effects are: read (the default), none (no effect on the dynamics), simulated and plugins (reported), and refused (unless
the value is the default). `refused=fluid` can be ignored with `ignore=["fluid"]`. `examine` reports the parts that a
schema does not list. An unknown part is an error if the format is strict, if the part resembles a missing part that
affects the dynamics, or if it is such a part inside the wrong element.

A strict log raises the first error, as required for `load`. A lenient log stores all errors and lets the reader
continue, as required for `diagnose`. `load` and `diagnose` therefore use the same code.

Readers fill a `Description` with links, joints, frames, loops and springs. The method `topology` reports errors, with
line numbers, that prevent the parts from forming one tree. The function `physics` reports physically impossible values.
The method `robot` builds the `Robot`.

Physical consistency requires a mass m ≥ 0, principal moments with 0 ≤ A ≤ B ≤ C ≤ A + B, and a body with inertia after
every joint. [featherstone2008, §2.13] Other simulators load files that violate these rules, and so does this reader. A
negative mass is an error, and all other violations are warnings.
"""

from __future__ import annotations

import math
import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from xml.parsers import expat

from dalembert import finding
from dalembert.errors import DalembertError, Problem
from dalembert.finding.finding import (
    IGNORED,
    NO_EFFECT,
    PLUGINS,
    SIMULATED,
    UNEXPANDED,
    UNKNOWN,
    Argument,
    Edit,
    External,
    FileName,
    Given,
    Identifier,
    JointName,
    LinkName,
    Location,
    Noun,
    PassEntry,
    Remedy,
    given,
)
from dalembert.finding.finding import Element as ElementName
from dalembert.graph import symbols
from dalembert.graph.scalar import is_zero
from dalembert.robot.inertia import Inertia
from dalembert.robot.joint import topology
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.robot.spring import Spring
from dalembert.spatial.vector import Vector, scale
from dalembert.tolerance import MISSPELT, ZERO_LENGTH

MOST_PARTS = 5000  # largest number of links, joints or frames
_Part = TypeVar("_Part", Link, Joint)


@dataclass(eq=False, repr=False)
class FindingLog:
    """Log of messages in the order in which they are reported. A lenient log stores errors instead of raising them."""

    lenient: bool = False
    ignored: frozenset[str] = frozenset()  # effects to ignore
    findings: list[finding.ModelFinding] = field(default_factory=list)
    counts: dict[Noun, dict[tuple[finding.Part, ElementName | None], tuple[int, finding.Part]]] = field(
        default_factory=dict
    )

    def error(self, problem: finding.ModelFinding, raised: type[DalembertError] | None = None) -> None:
        """Report an error that prevents building a robot. Raise the error, unless the log is lenient."""
        self.findings.append(problem)
        if not self.lenient:
            raise (raised or problem.raised)(problem)

    def stop(self, problem: Problem) -> NoReturn:
        """Report an error that prevents further reading, and raise the error even if the log is lenient."""
        raise self.failed(problem.error())

    def limit(self, count: float, most: int, noun: str, at: Location | None) -> None:
        """Raise an error if the number of parts of one kind in a file exceeds a limit."""
        if count > most:
            self.stop(finding.FileLimit(Noun(noun), most, at=at))

    def refuse(self, part: finding.Part, remedy: Remedy | str | None = None) -> None:
        """Report a part that affects the motion and is not modelled. A string `remedy` suggests an edit to the file."""
        self.error(finding.NotModelled(part, remedy=Edit(remedy) if isinstance(remedy, str) else remedy))

    def effect(self, part: finding.Part, effect: str) -> None:
        """Report a part whose effect is not modelled. The user can choose to ignore the effect."""
        if effect in self.ignored:
            self.ignore(part, IGNORED)
        else:
            self.refuse(part, PassEntry(Argument("ignore"), value=Given(effect)))

    def assumed(self, part: finding.Part, default: str, *missing: str, fix: str | None = None) -> None:
        """Report that missing values of a part are replaced by defaults."""
        remedy = None if fix is None else Edit(fix)
        self.tell(finding.Assumed(part, tuple(map(ElementName, missing)), Noun(default), remedy=remedy))

    def not_negative(self, joint: str, at: Location, **values: float) -> None:
        """Report negative friction values of a joint. A drive cannot have negative dry friction."""
        for name, x in values.items():
            if x < 0:
                dry, parts = name.startswith("friction"), (JointName(joint), ElementName(name), x)
                report = self.error if dry else self.tell
                report(finding.NegativeFriction(*parts, "error" if dry else "warning", at=at))

    def invalid(self, part: finding.Part, got: object, expected: str) -> None:
        """Report a value that does not have the expected form."""
        self.error(finding.Invalid(part, given(got), Noun(expected)))

    def among(
        self, word: str, choices: Collection[str], element: Element, attribute: str = "", *, complete: bool = True
    ) -> bool:
        """Check whether a word is one of the choices, and report an error otherwise.

        `complete` states whether the list of choices is complete.
        """
        if word not in choices:
            part = element.attribute(attribute) if attribute else element.part
            kind = finding.NotAmong if complete else finding.NotModelledType
            self.error(kind(part, given(word), tuple(map(Identifier, choices))))
        return word in choices

    def defined(self, name: str, known: Iterable[str], part: finding.Part, noun: str) -> bool:
        """Check whether a referenced part exists, and report an error otherwise."""
        known = tuple(known)
        if name not in known:
            self.error(finding.Undefined(part, Noun(noun), Identifier(name), tuple(map(Identifier, known))))
        return name in known

    @contextmanager
    def at(self, place: Location | None) -> Iterator[None]:
        """Add a location to errors that are raised in this context without a location."""
        try:
            yield
        except DalembertError as error:
            if error.finding in self.findings:
                raise
            self.error(finding.Rejected(error.finding, at=place), type(error))

    def tell(self, problem: finding.ModelFinding) -> None:
        """Report a warning or a note."""
        self.findings.append(problem)

    def ignore(self, part: finding.Part, reason: Noun = NO_EFFECT, near: ElementName | None = None) -> None:
        """Count a part that is not read. Later, the log combines parts of the same kind into one message."""
        alike = self.counts.setdefault(reason, {})
        key = (finding.part_of(part.tag, owner=part.owner and finding.part_of(part.owner.tag)), near)
        n, first = alike.get(key, (0, part))
        alike[key] = (n + 1, first)

    def unknown(self, part: finding.Part, near: str | None = None, *, acts: bool = False) -> None:
        """Report an unknown part. `acts` states whether the part could affect the motion."""
        suggested = None if near is None else ElementName(near)
        if not acts or "unknown" in self.ignored:
            self.ignore(part, UNKNOWN, suggested)
        else:
            remedy = PassEntry(Argument("ignore"), value=Given("unknown"))
            self.error(finding.UnknownPart(part, suggested, remedy=remedy))

    def close(self) -> None:
        """Combine the counts of ignored parts into one message per reason."""
        for reason, alike in self.counts.items():
            parts = [
                finding.Counted(replace(key, place=part.place), n, near) for (key, near), (n, part) in alike.items()
            ]
            self.tell(finding.NotRead(reason, tuple(parts)))
        self.counts = {}

    def failed(self, error: DalembertError) -> DalembertError:
        """Store an error that was raised elsewhere, and return the error."""
        found = error.finding if isinstance(error.finding, finding.ModelFinding) else finding.Rejected(error.finding)
        if found not in self.findings:
            self.findings.append(found)
        return error

    @property
    def warnings(self) -> tuple[finding.ModelFinding, ...]:
        """Messages that are not errors."""
        return tuple(f for f in self.findings if f.level != "error")


def located(file: str, line: int = 0) -> Location:
    """Return the location of a line in a file, or the location of the whole file if the line is 0."""
    return Location(FileName(file), line or None)


LARGEST = 20_000_000  # bytes; the largest known robot file has a hundredth of this size


def content(path: Path, log: FindingLog, largest: int = LARGEST) -> bytes:
    """Read the bytes of a regular file up to a size limit, or raise `BadFile`."""
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
    """Check whether a path lies inside one of the folders, after links and `..` are resolved."""
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in folders)


_SAME = {"true": "1", "false": "0", "yes": "1", "no": "0"}


@dataclass(frozen=True, eq=False)
class Allowed:
    """Attribute or child that an element may have."""

    name: str
    mark: str = ""
    type: str = "-"
    unit: str = "-"
    default: str = "-"
    effect: str = "read"

    @cached_property
    def sizes(self) -> range:
        """Range of accepted numbers of values."""
        bounds = re.findall(r"\d+", self.type) or ["1"]
        return range(int(bounds[0]), int(bounds[-1]) + 1)

    @cached_property
    def values(self) -> tuple[float, ...]:
        """Default values, which are used if the part is missing."""
        return tuple(map(float, self.default.split(","))) if self.default[-1].isdigit() else ()

    @property
    def refused(self) -> bool:
        return self.effect.startswith("refused")

    @property
    def matters(self) -> bool:
        """Whether the part can affect the dynamics."""
        return self.effect == "read" or self.refused

    def is_idle(self, text: str) -> bool:
        """Check whether a text is the default value."""
        given = [_plain(word) for word in text.split()]
        return self.default != "-" and given == [_plain(word) for word in self.default.split(",")]


def _plain(word: str) -> str | float:
    word = _SAME.get(word.lower(), word.lower())
    try:
        return float(word)
    except ValueError:
        return word


@dataclass(eq=False)
class Rule:
    """Attributes and children that an element may have."""

    schema: Schema
    tag: str
    strict: bool = False  # whether every unknown part is an error
    attributes: dict[str, Allowed] = field(default_factory=dict)
    children: dict[str, Allowed] = field(default_factory=dict)

    def inner(self, tag: str) -> Rule:
        return self.schema.rule(self.tag, tag)

    def entry(self, name: str) -> Allowed:
        """Return the entry of an attribute or child."""
        return self.attributes.get(name) or self.children[name]

    @cached_property
    def required(self) -> list[tuple[str, bool]]:
        """Names of the required attributes and children, each with True for a child."""
        found = [(x.name, False) for x in self.attributes.values() if x.mark == "!"]
        return found + [(x.name, True) for x in self.children.values() if x.mark == "!"]


class Schema:
    """Table of the elements in a file format. The rule for an element is created on first use."""

    def __init__(self, text: str) -> None:
        self.sections: dict[str, list[list[str]]] = {}
        self.rules: dict[str, Rule] = {}
        self.strict: set[str] = set()
        lines: list[list[str]] = []
        for line in text.splitlines():
            if line.startswith(" "):
                lines.append(line.split())
            elif line and not line.startswith("#"):
                lines = self.sections.setdefault(line.rstrip("!"), [])
                self.strict |= {line[:-1]} if line.endswith("!") else set()

    def rule(self, outer: str, tag: str) -> Rule:
        """Return the rule of an element inside an element with tag `outer`."""
        key = f"{outer}/{tag}"
        if key not in self.rules:
            section = key if key in self.sections else tag
            rule = self.rules[key] = Rule(self, tag, section in self.strict)
            for names, *columns in self._lines(section):
                for name in names.split(","):
                    bare = name.rstrip("!?")
                    parts = rule.children if bare.startswith("<") else rule.attributes
                    bare = bare.strip("<>")
                    parts[bare] = Allowed(bare, name[len(name.rstrip("!?")) :], *columns)
        return self.rules[key]

    @cached_property
    def acting(self) -> set[str]:
        """Tags of the elements that affect the dynamics in at least one context."""
        rules = [self.rule(*section.rpartition("/")[::2]) for section in self.sections]
        parts = [x for rule in rules for x in rule.children.values()]
        return {x.name for x in parts if x.matters} - {x.name for x in parts if not x.matters}

    def _lines(self, section: str) -> Iterator[list[str]]:
        for line in self.sections.get(section, ()):
            if line[0].startswith("@"):
                yield from self._lines(line[0])
            else:
                yield line


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most similar to a misspelt name, or None."""
    import difflib  # only for files with unknown parts

    return next(iter(difflib.get_close_matches(name[:200], sorted(known), n=1, cutoff=MISSPELT)), None)


@cache
def schema(name: str) -> Schema:
    """Read the schema of a format."""
    return Schema((Path(__file__).parent / "schemas" / f"{name}.txt").read_text(encoding="utf-8"))


ANYTHING = Schema("").rule("", "")


DEEPEST, MOST_ELEMENTS, MOST_MARKS, LONGEST_NAME = 256, 100_000, 1_000_000, 200
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


@dataclass(eq=False, repr=False)
class Element:
    """XML element with its tag, attributes, children and location."""

    tag: str
    attributes: dict[str, str]
    place: Location
    children: list[Element] = field(default_factory=list)
    text: str = ""
    start: int = -1  # byte of the file at which its start tag begins
    stop: int = -1  # byte at which its end tag begins; meaningless for an empty-element tag
    rule: Rule = ANYTHING  # attributes and children that the schema of the format lists

    @property
    def part(self) -> finding.Part:
        """Name and location of the element, for messages."""
        name = self.attributes.get("name")
        return finding.part_of(f"<{self.tag}>", name or None, self.place)

    def attribute(self, name: str) -> finding.Part:
        """Return the name and location of an attribute, for messages."""
        return finding.part_of(name, None, self.place, self.part)

    def where(self, name: str) -> finding.Part:
        """Return the name and location of an attribute or child, for messages."""
        return self.attribute(name) if name in self.rule.attributes else self.child(name).part

    def inside(self, owner: str) -> finding.Part:
        """Return the name and location of the element inside an element with tag `owner`, for messages."""
        return replace(self.part, owner=finding.part_of(f"<{owner}>"))

    def of(self, owner: Element) -> finding.Part:
        """Return the name and location of the element inside its parent, for messages."""
        return replace(self.part, name=None, owner=owner.part)

    def get(self, name: str) -> str | None:
        return self.attributes.get(name)

    def all(self, tag: str) -> Iterator[Element]:
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        return next(self.all(tag), None)

    def value(self, name: str) -> str | None:
        """Return the text of an attribute or child. The result is None for a missing part and for a child without text."""
        if name in self.rule.attributes:
            return self.attributes.get(name)
        child = self.first(name)
        return None if child is None else child.text or None

    def child(self, tag: str) -> Element:
        """Return the first child with the given tag, or an empty element with default values."""
        return self.first(tag) or Element(tag, {}, self.place, rule=self.rule.inner(tag))

    def walk(self) -> Iterator[Element]:
        """Yield this element and all its descendants in file order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.children))


def parse(data: bytes, file: str, log: FindingLog) -> Element:
    """Parse an XML document, and return its root element."""
    # upper bound on the number of tags and attributes, in any encoding, checked before the tree is built
    log.limit(max(data.count(b"<"), data.count(b"=")), MOST_MARKS, "tags or attributes", located(file))
    builder = _Builder(file, log)
    try:
        builder.parser.Parse(data, True)
    except DalembertError:
        raise
    except (expat.ExpatError, ValueError, LookupError) as error:
        repaired = _repaired(data)
        if repaired != data:
            return parse(repaired, file, log)
        reason = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else str(error)
        line = getattr(error, "lineno", builder.parser.CurrentLineNumber)
        log.stop(finding.Malformed(Noun("XML"), External(reason or "malformed"), at=located(file, line)))
    return builder.root


def _repaired(data: bytes) -> bytes:
    """Remove hyphens in comments and misplaced XML declarations, which other readers accept. No other byte moves."""
    parts, at = [], 0
    while (start := data.find(b"<!--", at)) >= 0 and (end := data.find(b"-->", start + 4)) >= 0:
        parts += [data[at : start + 4], data[start + 4 : end].replace(b"-", b" ")]
        at = end
    text = b"".join([*parts, data[at:]])
    return re.sub(rb"(?!\A)<\?xml [^>]*\?>", lambda found: re.sub(rb"[^\n]", b" ", found[0]), text)


class _Builder:
    """Builder that creates the element tree from the events of the Expat parser."""

    def __init__(self, file: str, log: FindingLog) -> None:
        self.file, self.log, self.count = file, log, 0
        self.pieces: list[list[str]] = []  # text of each open element
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
        self.pieces.append([])

    def end(self, _: str) -> None:
        closed = self.open.pop()
        closed.stop = self.parser.CurrentByteIndex
        closed.text = "".join(self.pieces.pop()).strip()

    def data(self, text: str) -> None:
        self.pieces[-1].append(text)

    def refuse(self, *_: Any) -> NoReturn:
        reason = Noun("document type")
        self.log.stop(finding.Malformed(Noun("XML"), reason, at=self.place, remedy=Edit("remove it")))


_REASONS = {"none": NO_EFFECT, "simulated": SIMULATED, "plugins": PLUGINS}


def examine(root: Element, name: str, log: FindingLog, *, strict: bool = False) -> None:
    """Report the parts of a document that the schema of a format does not list or that are not read.

    The function assigns each element its rule. If `strict` is True, every unknown part is an error.
    """
    examiner = _Examiner(log, strict)
    stack = [(root, schema(name).rule("", root.tag), False)]
    while stack:
        element, rule, idle = stack.pop()
        element.rule = rule
        examiner.attributes(element, idle)
        if not idle:
            examiner.required(element)
        known = examiner.children(element, idle)
        stack.extend(reversed(known))


@dataclass
class _Examiner:
    """Compare elements with their rules. An idle element is inside an element that has no effect."""

    log: FindingLog
    strict: bool
    names: dict[tuple[str, str], Location] = field(default_factory=dict)

    def attributes(self, element: Element, idle: bool) -> None:
        known = element.rule.attributes
        for name, text in element.attributes.items():
            entry = known.get(name)
            if entry is None:
                if not name.startswith("xmlns"):
                    self.unknown(name, element, None, idle)
                continue
            if self.strict and "|" in entry.type:
                self.log.among(text, entry.type.split("|"), element, name)
            if entry.effect == "read" or idle:
                continue
            if text.strip() and not entry.is_idle(text):
                self.unread(entry, element.attribute(name))

    def required(self, element: Element) -> None:
        for name, is_child in element.rule.required:
            if is_child and element.first(name) is None:
                self.log.error(finding.MissingPart(element.part, ElementName(f"<{name}>")))
            if not is_child and not element.attributes.get(name, "").strip():
                self.log.error(finding.MissingPart(element.part, ElementName(name)))

    def children(self, element: Element, idle: bool) -> list[tuple[Element, Rule, bool]]:
        """Return the children that the schema lists, with their rules."""
        found = []
        seen: set[str] = set()
        for child in element.children:
            entry = element.rule.children.get(child.tag)
            if entry is None:
                self.unknown(child.tag, element, child, idle)
                continue
            if entry.mark and child.tag in seen:
                self.repeated(child, element)
                continue
            seen.add(child.tag)
            if self.strict:
                self.distinct(child, element.tag)
            if entry.effect != "read" and not idle:
                if not entry.is_idle(child.text):
                    self.unread(entry, child.inside(element.tag))
                elif not entry.refused:
                    self.log.ignore(child.inside(element.tag))
            if entry.type == "any":
                continue
            if child.text and entry.type == "-":
                part = finding.part_of("text", None, child.place, child.inside(element.tag))
                self.log.unknown(part)
            inside = idle or not entry.matters
            found.append((child, element.rule.inner(child.tag), inside))
        return found

    def repeated(self, child: Element, element: Element) -> None:
        part = child.of(element)
        if self.strict:
            self.log.error(finding.Impossible(part, Noun("given twice")))
        self.log.tell(finding.Unused(part, Noun("the first counts"), remedy=Edit("remove one")))

    def distinct(self, element: Element, owner: str) -> None:
        """Report two elements of one kind with the same name."""
        label, shared = element.get("name"), ("tendon", "equality", "actuator", "sensor")
        if not label:
            return
        kind = owner if owner in shared else element.tag.removeprefix("free")
        earlier = self.names.setdefault((kind, label), element.place)
        if earlier is not element.place:
            noun, remedy = Noun(kind), Edit("rename one")
            self.log.error(finding.Duplicate(noun, Identifier(label), earlier.line, at=element.place, remedy=remedy))

    def unread(self, entry: Allowed, part: finding.Part) -> None:
        """Report a part that is not read, or reject it if it affects the motion."""
        _, _, effect = entry.effect.partition("=")
        if effect:
            self.log.effect(part, effect)
        elif entry.refused:
            self.log.refuse(part, "remove it")
        elif part.tag.startswith("<") or entry.effect != "none":
            self.log.ignore(part, _REASONS[entry.effect])

    def unknown(self, name: str, element: Element, child: Element | None, idle: bool) -> None:
        """Report a part that the schema does not list, and suggest a listed part with a similar name."""
        rule = element.rule
        if child is None:
            part, known = element.attribute(name), rule.attributes
        else:
            part, known = child.inside(element.tag), rule.children
        if name.startswith("xacro:"):
            self.log.ignore(part, UNEXPANDED)
            return
        near = nearest(name, known)
        acts = self.strict or rule.strict
        if near is not None and not idle:
            there = near in element.attributes
            if child is not None:
                there = known[near].mark != "" and element.first(near) is not None
            acts = acts or (known[near].matters and not there)
        if child is not None and not idle:
            acts = acts or name in rule.schema.acting
        suggested = near if near is None or child is None else f"<{near}>"
        self.log.unknown(part, suggested, acts=acts)


def number(text: str, *, endless: bool = False) -> float | None:
    """Parse a finite decimal number, or return None. If `endless` is true, infinities are accepted.

    Python's `float` would also accept `1_0`, `nan` and non-ASCII digits.
    """
    text = text.strip()
    if endless and text.lower().lstrip("+-") in ("inf", "infinity"):
        return -math.inf if text.startswith("-") else math.inf
    if len(text) > LONGEST_NAME or not _NUMBER.fullmatch(text):
        return None
    x = float(text)
    return x if math.isfinite(x) else None


def numbers(element: Element, name: str, log: FindingLog) -> tuple[float, ...]:
    """Parse the numbers of an attribute or child. The schema defines their count and default values.

    A number of the type `limit` can be infinite.
    """
    text, entry = element.value(name), element.rule.entry(name)
    if text is None:
        return entry.values
    endless = entry.type == "limit"
    found = tuple(x for word in text.split() if (x := number(word, endless=endless)) is not None)
    if len(found) < len(text.split()):
        log.invalid(element.where(name), text, "finite numbers")
    elif len(found) not in entry.sizes:
        log.error(finding.NumberCount(element.where(name), len(found), tuple(entry.sizes)))
    else:
        return found
    return entry.values


def scalar(element: Element, name: str, log: FindingLog) -> float:
    """Parse the single number of an attribute."""
    return (*numbers(element, name, log), 0.0)[0]


def choice(element: Element, name: str) -> str:
    """Return a word that the schema lists, or the default for a missing or unknown word."""
    text, entry = element.get(name), element.rule.attributes[name]
    return text if text in entry.type.split("|") else entry.default


def true(element: Element, name: str) -> bool:
    """Return the truth value of an attribute or child."""
    return (element.value(name) or element.rule.entry(name).default).lower() in ("true", "1")


def direction(element: Element, name: str, log: FindingLog) -> Vector:
    """Parse the three numbers of an attribute, and return a unit vector."""
    return unit(numbers(element, name, log), element, log, name) or element.rule.entry(name).values


def unit(x: Sequence[float], element: Element, log: FindingLog, attribute: str = "") -> Vector:
    """Normalize x to unit length. Report a zero vector as an error, and return an empty tuple if the log is lenient."""
    length = math.hypot(*x)
    if length < ZERO_LENGTH:
        log.invalid(element.where(attribute) if attribute else element.part, 0, "a direction")
        return ()
    return tuple(x) if length == 1 else scale(1 / length, x)


def named(element: Element, log: FindingLog) -> str:
    """Return the name of an element. Report a name that is too long, and return an empty text if the log is lenient."""
    text = element.get("name") or ""
    if len(text) > LONGEST_NAME:
        log.error(finding.FileLimit(Noun("characters of a name"), LONGEST_NAME, at=element.place))
        return ""
    return text


def numbered(wish: str, taken: Callable[[str], bool]) -> str:
    """Return the requested name, and append a number if the name is already used."""
    name, k = wish, 2
    while taken(name):
        name, k = f"{wish}_{k}", k + 1
    return name


@dataclass(eq=False, repr=False)
class Description:
    """Unchecked links, joints, frames, loops and springs in the order of the file."""

    name: str
    log: FindingLog
    gravity: Vector = (0, 0, -9.81)
    links: list[Link] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    loops: list[Loop | Coupling] = field(default_factory=list)
    springs: list[Spring] = field(default_factory=list)
    actuated: tuple[str, ...] | None = None  # None: not given
    top: Location | None = None  # the file, and the line on which the robot begins
    source: str = ""  # origin of the numbers; default: the file
    # location of each part, by ("link" or "joint", name)
    places: dict[tuple[str, str], Location | None] = field(default_factory=dict)
    reserved: set[tuple[str, str]] = field(default_factory=set)  # names of parts that are still to be read
    _order: dict[str, int] = field(default_factory=dict)  # index of each joint in `joints`, by name
    # angles in radians, as written
    angles: list[tuple[Callable[[], finding.Part], float]] = field(default_factory=list)

    def add_link(self, link: Link, place: Location | None = None) -> None:
        self._add(self.links, link, "link", place)

    def add_joint(self, joint: Joint, place: Location | None = None) -> None:
        self._order.setdefault(joint.name, len(self.joints))
        self._add(self.joints, joint, "joint", place)

    def place(self, kind: str, name: str) -> Location | None:
        return self.places.get((kind, name))

    def joint(self, name: str | None) -> Joint | None:
        """Return the joint with the given name, or None."""
        return self.joints[self._order[name]] if name in self._order else None

    @property
    def moving(self) -> list[str]:
        """Names of the joints that move."""
        return [x.name for x in self.joints if x.moves]

    def free_name(self, kind: str, wish: str) -> str:
        """Return the requested name, and append a number if the name is already used."""
        return numbered(wish, lambda name: (kind, name) in self.places or (kind, name) in self.reserved)

    def change(self, name: str, **fields: Any) -> None:
        """Change fields of the joint with the given name."""
        index = self._order[name]
        self.joints[index] = replace(self.joints[index], **fields)

    def _add(self, parts: list[_Part], part: _Part, kind: str, place: Location | None) -> None:
        self.log.limit(len(parts) + 1, MOST_PARTS, f"{kind}s", place)
        if (kind, part.name) in self.places:
            earlier, remedy = self.places[kind, part.name], Edit("rename one")
            line = None if earlier is None else earlier.line
            self.log.error(finding.Duplicate(Noun(kind), Identifier(part.name), line, at=place, remedy=remedy))
            return
        self.places[kind, part.name] = place
        parts.append(part)

    def topology(self) -> None:
        """Report errors that prevent the parts from forming one tree."""
        if not self.links:
            self.log.stop(finding.NothingDescribed(Noun("link"), at=self.top))
        self._leaders()
        for fault in topology((x.name for x in self.links), self.joints):
            kind, name = "joint", str(getattr(fault, "joint", getattr(fault, "owner", "")))
            if isinstance(fault, finding.Roots):
                kind, name = "link", fault.links[1]
            remedy = Edit(_REMEDIES[type(fault).__name__]) if type(fault).__name__ in _REMEDIES else None
            self.log.error(replace(fault, at=self.place(kind, name), remedy=remedy))

    def _leaders(self) -> None:
        """Make a joint independent if the joint that it mimics cannot move."""
        moving = {j.name: j.moves for j in self.joints}
        for i, joint in enumerate(self.joints):
            if joint.mimic is None or moving.get(joint.mimic.joint):
                continue
            reason = Noun("is fixed" if joint.mimic.joint in moving else "is not a joint")
            name = JointName(joint.name)
            leader = JointName(joint.mimic.joint)
            at = self.place("joint", joint.name)
            self.log.tell(finding.MimicDropped(name, leader, reason, at=at, remedy=Edit("correct the name")))
            self.joints[i] = replace(joint, mimic=None)

    def robot(self) -> Robot:
        """Build the robot, with the warnings from the log."""
        self.log.close()
        try:
            return Robot(
                self.name,
                tuple(self.links),
                tuple(self.joints),
                self.gravity,
                tuple(self.frames),
                self.source or ("" if self.top is None else self.top.file),
                self.log.warnings,
                tuple(self.loops),
                tuple(self.springs),
                *(() if self.actuated is None else (self.actuated,)),
            )
        except DalembertError as error:
            raise type(error)(finding.Rejected(error.finding, at=self.top)) from None


_REMEDIES = {
    "Roots": "join or remove links",
    "LinkCycle": "cut the loop",
    "negative mass": "correct the sign or the unit",
    "tensor without mass": "give the link its mass",
    "negative moment": "check products of inertia and their frame",
    "triangle inequality": "compute the tensor again",
}


def physics(draft: Description) -> None:
    """Report impossible masses and inertia tensors, joints that move no inertia, and limits that cannot be
    satisfied."""
    for link in draft.links:
        _inertia(draft, link)
    heavy = _heavy(draft)
    for joint in draft.joints:
        _reversed(draft, joint)
        rotor = any(drive is not None and not is_zero(drive.inertia) for drive in joint.drives)
        if joint.moves and joint.mimic is None and joint.child not in heavy and not rotor:
            name, child = JointName(joint.name), LinkName(joint.child)
            remedy = Edit("give the link its inertia")
            draft.log.tell(finding.NothingMoved(name, child, at=draft.place("link", joint.child), remedy=remedy))


def limits_of(joint: Joint) -> list[Limits]:
    """Return the distinct limits for a joint. The elementary motions of a joint can have different limits."""
    return list(dict.fromkeys(joint.limits if isinstance(joint.limits, tuple) else (joint.limits,)))


def _reversed(draft: Description, joint: Joint) -> None:
    for limits in limits_of(joint):
        low, high = limits.lower, limits.upper
        if low is not None and high is not None and low > high:
            at, remedy = draft.place("joint", joint.name), Edit("exchange them")
            draft.log.tell(finding.LimitsReversed(JointName(joint.name), low, high, at=at, remedy=remedy))


def moments(inertia: Inertia) -> tuple[float, float, float] | None:
    """Return the principal moments about the centre of mass in ascending order, or None if an entry is a symbol."""
    symbolic = inertia.is_symbolic and symbols(inertia.parameters)
    return None if symbolic else inertia.principal().moments


def _inertia(draft: Description, link: Link) -> None:
    symbolic = moments(link.inertia) is None
    found = link.inertia.impossible if symbolic else next(iter(link.inertia.violations()), None)
    if found is None or link.inertia.is_zero:
        return
    name = LinkName(link.name)
    at = draft.place("link", link.name)
    remedy = Edit(_REMEDIES[found.quantity])
    if symbolic or found.quantity == "negative mass":
        draft.log.error(finding.LinkViolation(name, found, at=at, remedy=remedy))
    else:
        draft.log.tell(finding.LinkViolation(name, found, "warning", at=at, remedy=remedy))


def _heavy(draft: Description) -> set[str]:
    """Return the links that have inertia, and all their ancestors."""
    carrier = {joint.child: joint.parent for joint in draft.joints}
    heavy: set[str] = set()
    for link in draft.links:
        name: str | None = None if link.inertia.is_zero else link.name
        while name is not None and name not in heavy:
            heavy.add(name)
            name = carrier.get(name)
    return heavy
