"""Schemas of the file formats: what a file may contain, and what each part does to the dynamics.

A schema is a table in `schemas/`. A section names an element, or an element within another one as `outer/inner`. In
a section marked `!`, every unknown part is an error. Each line below it is an attribute, a child `<tag>`, or a group of
lines `@group`, with five columns:

    name       `!` after a name marks a required part, `?` a child that may occur once
    type       name, text, word, one|of|these, yes, number, number[3], number[1-6]; any: the content is not described
    unit       SI unit, or `-`
    default    value of a missing part; parts of one number list are separated by commas
    effect     read: part of the robot (the default). none: no effect on the dynamics. simulated, plugins: not read,
               and reported with this reason. refused: affects the motion, but is not modelled, unless it has its default
               value; `refused=fluid` can be ignored with `ignore=["fluid"]`

`examine` walks a document once and reports every part that its schema does not list. An unknown part is an error if the
format is strict, if it resembles a missing part that affects the dynamics, or if it is such a part in the wrong place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from dalembert.tolerance import MISSPELT

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
        """Accepted counts of numbers."""
        least, _, most = self.type.removeprefix("number").strip("[]").partition("-")
        return range(int(least or 1), int(most or least or 1) + 1)

    @cached_property
    def values(self) -> tuple[float, ...]:
        """Numbers of a missing part."""
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
        if self.default == "-":
            return False
        given = [_plain(word) for word in text.split()]
        usual = [_plain(word) for word in self.default.split(",")]
        return given == usual


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

    @cached_property
    def required(self) -> list[tuple[str, bool]]:
        """Names of the required attributes and children, and whether each is a child."""
        found = [(x.name, False) for x in self.attributes.values() if x.mark == "!"]
        return found + [(x.name, True) for x in self.children.values() if x.mark == "!"]


class Schema:
    """Table of the elements of a format. The rule of an element is built when a file contains the element."""

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
        """Tags of the elements that affect the dynamics in some place."""
        found: dict[bool, set[str]] = {False: set(), True: set()}
        for section in self.sections.values():
            for line in section:
                if line[0].startswith("<"):
                    effect = line[4] if len(line) > 4 else "read"
                    acts = effect.startswith(("read", "refused"))
                    found[acts].update(name.strip("<>!?") for name in line[0].split(","))
        return found[True] - found[False]

    def _lines(self, section: str) -> Iterator[list[str]]:
        for line in self.sections.get(section, ()):
            if line[0].startswith("@"):
                yield from self._lines(line[0])
            else:
                yield line


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a misspelt name resembles most, or None."""
    import difflib  # only for files with unknown parts

    return next(iter(difflib.get_close_matches(name[:200], sorted(known), n=1, cutoff=MISSPELT)), None)


@cache
def schema(name: str) -> Schema:
    """Read the schema of a format."""
    return Schema((Path(__file__).parent / "schemas" / f"{name}.txt").read_text(encoding="utf-8"))


ANYTHING = Schema("").rule("", "")
