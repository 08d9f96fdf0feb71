"""What a reader or the doctor has to say about a robot: one finding per fact.

A reader reports everything through a `Log`. A strict log raises the first
error, as `load` wants; a lenient one keeps all of them and lets the reader go
on, as `diagnose` wants. So both see the same file through the same code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, NoReturn

from dalembert.errors import DalembertError, shown
from dalembert.typeset.notebook import Displayed

Level = Literal["error", "warning", "note"]
UNREAD = "not read, as it has no effect on the dynamics"
UNKNOWN = "not known and not read"
SOFT = "held exactly, where MuJoCo is soft"
SIMULATED = "not modelled, though it would change the motion in a simulator"
INPUTS = "inputs, which are τ here; read of them are armature, damping and the largest effort"
SERVOS = "inputs, which are τ here; their control laws, which in MuJoCo pull without a command too, are not modelled"
CARRIED = "weight carried from outside, where MuJoCo counts it among the actuators' efforts"
PLUGINS = "not read, and what it does in a simulator is not known here"
NOTED = (UNREAD, SOFT, CARRIED, INPUTS, SERVOS, PLUGINS)  # what is a note, and no warning


class Place(NamedTuple):
    """A line of a file; line 0 where only the file is known."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"line {self.line} of {self.file}" if self.line else self.file


NOWHERE = Place("", 0)


@dataclass(frozen=True)
class Finding(Displayed):
    """One fact about a robot or its file: what it is, why it matters, how to mend it."""

    level: Level
    what: str
    link: str = ""
    joint: str = ""
    line: int | None = None
    file: str = ""  # where it is another than the one asked for
    why: str = ""
    fix: str = ""

    def __str__(self) -> str:
        file = f" of {self.file}" if self.file else ""
        return f"line {self.line}{file}: {self.what}" if self.line else self.what


@dataclass
class Log:
    """Where a reader writes what it finds; `lenient` keeps errors instead of raising them."""

    lenient: bool = False
    file: str = ""  # the one asked for
    findings: list[Finding] = field(default_factory=list)
    counts: dict[str, dict[str, tuple[int, Place]]] = field(default_factory=dict)

    def error(
        self,
        cause: type[DalembertError],
        what: str,
        at: Place | None = None,
        *,
        link: str = "",
        joint: str = "",
        why: str = "",
        fix: str = "",
    ) -> None:
        """Something that a robot cannot be made from. Raises, or returns when lenient."""
        self._add("error", what, at, link, joint, why, fix)
        if not self.lenient:
            raise cause(_message(what, at, fix))

    def stop(self, cause: type[DalembertError], what: str, at: Place | None = None, *, fix: str = "") -> NoReturn:
        """Something that reading cannot go past, lenient or not."""
        self._add("error", what, at, "", "", "", fix)
        raise cause(_message(what, at, fix))

    def warn(
        self, what: str, at: Place | None = None, *, link: str = "", joint: str = "", why: str = "", fix: str = ""
    ) -> None:
        self._add("warning", what, at, link, joint, why, fix)

    def note(
        self, what: str, at: Place | None = None, *, link: str = "", joint: str = "", why: str = "", fix: str = ""
    ) -> None:
        self._add("note", what, at, link, joint, why, fix)

    def leave(self, what: str, at: Place) -> None:
        """A part that has no effect on the dynamics."""
        self.count(UNREAD, what, at)

    def wonder(self, what: str, at: Place) -> None:
        """A part nobody knows, perhaps misspelt."""
        self.count(UNKNOWN, what, at)

    def count(self, heading: str, what: str, at: Place) -> None:
        """One of many of a kind: counted, and told in one line under its heading at the end."""
        table = self.counts.setdefault(heading, {})
        n, first = table.get(what, (0, at))
        table[what] = (n + 1, first)

    def close(self) -> None:
        """Turn what was counted into one finding per heading."""
        for heading, table in self.counts.items():
            tell = self.note if heading in NOTED else self.warn
            tell(f"{heading}: {_listed(table)}")
        self.counts = {}

    def knows(self, error: DalembertError) -> bool:
        """Whether an error is one of this log's own."""
        return any(f.level == "error" and str(error).startswith(f.what) for f in self.findings)

    def failed(self, error: DalembertError) -> None:
        """Keep an error that was raised elsewhere."""
        if not self.knows(error):
            self._add("error", str(error), None, "", "", "", "")

    @property
    def warnings(self) -> tuple[str, ...]:
        """The findings that are no errors, as lines of text."""
        return tuple(str(f) for f in self.findings if f.level != "error")

    def _add(self, level: Level, what: str, at: Place | None, link: str, joint: str, why: str, fix: str) -> None:
        line, file = (at.line or None, at.file) if at else (None, "")
        file = "" if file == self.file else file
        self.findings.append(Finding(level, what, link, joint, line, file, why, fix))


def _listed(table: dict[str, tuple[int, Place]], most: int = 40) -> str:
    parts = [
        f"{shown(what, 100)} (" + (f"{n} of them, first on line {at.line})" if n > 1 else f"line {at.line})")
        for what, (n, at) in list(table.items())[:most]
    ]
    return ", ".join(parts) + (f", and {len(table) - most} more" if len(table) > most else "")


def _message(what: str, at: Place | None, fix: str) -> str:
    place = f"; {at}" if at else ""
    return f"{what}{place}" + (f". {fix[0].upper()}{fix[1:]}" if fix else "")
