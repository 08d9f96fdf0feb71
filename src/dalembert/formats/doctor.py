"""The model doctor: everything that is wrong or odd about a robot, with line, reason and cure.

It reads a file as `load` does, but goes on where `load` would raise, and looks
for what cannot be wrong for certain: rounded angles, units, limits.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert.errors import DalembertError, shown
from dalembert.formats.check import physics
from dalembert.formats.draft import Draft
from dalembert.formats.finding import NOTED, Finding, Log
from dalembert.formats.load import Request, is_table, read, request, table
from dalembert.formats.symptom import singular, symptoms
from dalembert.robot.model import Robot
from dalembert.typeset.card import Displayed, card

_ORDER = ("error", "warning", "note")
_PARTICULAR = re.compile(r"'[^']*'|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


@dataclass(frozen=True)
class Report(Displayed):
    """The findings about a file or a robot, the gravest first. Prints as a text."""

    subject: str
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.level == "error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.level == "warning")

    @property
    def notes(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.level == "note")

    @property
    def healthy(self) -> bool:
        """Neither errors nor warnings."""
        return not self.errors and not self.warnings

    def __str__(self) -> str:
        counts = [f"{n} {word}{'s' if n != 1 else ''}" for word in _ORDER if (n := self._count(word))]
        lines = [f"{self.subject}: {', '.join(counts) or 'nothing found'}"]
        for f, *others in self.kinds():
            lines.append(f"  {f.level}: {f}")
            lines += [f"      {label}: {text}" for label, text in (("why", f.why), ("fix", f.fix)) if text]
            lines += [f"      and {_more(others)}"] if others else []
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        title, *_ = str(self).splitlines()
        rows = []
        for f, *others in self.kinds():
            more = f" And {_more(others)}." if others else ""
            rows.append((f.level, f.line or "", f.what + more, f.why, f.fix))
        return card(title, heads=("", "line", "what", "why it matters", "cure"), rows=rows)

    def kinds(self) -> list[list[Finding]]:
        """Findings that differ only in names, numbers and lines, together; the first of each kind is told in full."""
        found: dict[tuple[str, ...], list[Finding]] = {}
        for f in self.findings:
            found.setdefault((f.level, _PARTICULAR.sub("…", f.what), f.why), []).append(f)
        return list(found.values())

    def _count(self, level: str) -> int:
        return sum(f.level == level for f in self.findings)


def diagnose(
    path_or_robot: str | os.PathLike[str] | Robot,
    *,
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    **arguments: Any,
) -> Report:
    """What is wrong or odd about a robot file, or about a robot. Never raises for what the file holds."""
    if isinstance(path_or_robot, Robot):
        log = Log(lenient=True)
        _examine_robot(path_or_robot, log)
        return _report(path_or_robot.name, log)
    chosen = request(path_or_robot, packages, arguments)
    log = Log(lenient=True, file=shown(chosen.path, 200))
    try:
        _examine_file(chosen, log)
    except DalembertError as error:
        log.failed(error)
    return _report(shown(chosen.path, 200), log)


def _examine_file(chosen: Request, log: Log) -> None:
    if is_table(chosen, log):
        _examine_robot(table(chosen), log)
        return
    draft = read(chosen, log)
    symptoms(draft)
    log.close()
    if not any(f.level == "error" for f in log.findings):
        singular(draft, draft.robot())


def _examine_robot(robot: Robot, log: Log) -> None:
    draft = Draft(robot.name, log, robot.gravity, frames=list(robot.frames), source=robot.source)
    for link in robot.links:
        draft.add_link(link)
    for joint in robot.joints:
        draft.add_joint(joint)
    draft.loops, draft.springs = list(robot.loops), list(robot.springs)
    draft.topology()
    physics(draft)
    symptoms(draft)
    singular(draft, robot)
    told = [f.what for f in log.findings]
    for said in robot.warnings:  # what its reader wanted to be known
        if not any(what in said for what in told):
            (log.note if said.startswith(NOTED) else log.warn)(said)


def _more(others: list[Finding], most: int = 12) -> str:
    """How many more of a kind there are, and where."""
    where = list(dict.fromkeys(str(f.line) if f.line else f.joint or f.link for f in others))
    kind = "lines" if any(f.line for f in others) else "at"
    listed = ", ".join(shown(x) for x in where[:most] if x) + (", …" if len(where) > most else "")
    return f"{len(others)} more like it" + (f", {kind} {listed}" if listed else "")


def _report(subject: str, log: Log) -> Report:
    log.close()
    found = dict.fromkeys(log.findings)  # the same fact found twice is told once
    return Report(subject, tuple(sorted(found, key=lambda f: _ORDER.index(f.level))))
