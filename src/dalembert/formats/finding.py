"""The log of a reader: every finding about a robot's file.

A strict log raises the first error, as `load` does. A lenient one keeps all of them and lets the reader continue, as
`diagnose` does. So both see the same file through the same code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from dalembert.errors import DalembertError, Problem
from dalembert.finding.finding import Element, External, FileName, Finding, Location, Noun
from dalembert.finding.model import NO_EFFECT, UNKNOWN, Counted, ModelFinding, NotRead, Part, Rejected


@dataclass
class FindingLog:
    """Findings in the order in which they were made; `lenient` keeps errors instead of raising them."""

    lenient: bool = False
    file: str = ""  # the one that was requested
    findings: list[ModelFinding] = field(default_factory=list)
    counts: dict[Noun, dict[tuple[Part, Element | None], tuple[int, Part]]] = field(default_factory=dict)

    def error(self, finding: ModelFinding, raised: type[DalembertError] | None = None) -> None:
        """Report what a robot cannot be built from. Raises, or returns if lenient."""
        self.findings.append(finding)
        if not self.lenient:
            raise (raised or finding.raised)(finding)

    def stop(self, finding: Problem) -> NoReturn:
        """Report what reading cannot continue past, lenient or not."""
        raise self._failed(finding.error())

    def tell(self, finding: ModelFinding) -> None:
        """Report a warning or a note."""
        self.findings.append(finding)

    def ignore(self, part: Part, reason: Noun = NO_EFFECT, near: Element | None = None) -> None:
        """Count a part that is not read; parts that are alike make one finding at the end."""
        alike = self.counts.setdefault(reason, {})
        key = (Part(part.tag, None, part.owner and Part(part.owner.tag)), near)
        n, first = alike.get(key, (0, part))
        alike[key] = (n + 1, first)

    def unknown(self, part: Part, near: Element | None = None) -> None:
        """Count a part that no reader knows, perhaps a misspelt one."""
        self.ignore(part, UNKNOWN, near)

    def close(self) -> None:
        """Turn the counts into one finding per reason."""
        for reason, alike in self.counts.items():
            parts = [
                Counted(Part(key.tag, None, key.owner, part.place), n, near) for (key, near), (n, part) in alike.items()
            ]
            self.tell(NotRead(reason, tuple(parts)))
        self.counts = {}

    def failed(self, error: DalembertError) -> None:
        """Keep an error that was raised elsewhere."""
        self._failed(error)

    def _failed(self, error: DalembertError) -> DalembertError:
        found = error.finding
        if not isinstance(found, ModelFinding):
            found = Rejected(found if isinstance(found, Finding) else External(found))
        if found not in self.findings:
            self.findings.append(found)
        return error

    @property
    def warnings(self) -> tuple[ModelFinding, ...]:
        """The findings that are not errors."""
        return tuple(f for f in self.findings if f.level != "error")


def located(file: str, line: int = 0) -> Location:
    """Return a line of a file, or the file where the line is 0."""
    return Location(FileName(file), line or None)
