"""Findings about a robot, by kind and fields: `told(robot.warnings, Assumed, line=3)`, `unread(robot.warnings, "<jiont>")`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dalembert.finding.finding import Finding
from dalembert.finding.model import Counted, NotRead


def told(findings: Iterable[Finding], kind: type[Finding], **fields: Any) -> list[Finding]:
    """The findings of a kind whose fields, or those of their part or violation, have these values."""
    return [f for f in findings if isinstance(f, kind) and all(_value(f, name) == x for name, x in fields.items())]


def unread(findings: Iterable[Finding], tag: str, reason: str | None = None, **fields: Any) -> list[Counted]:
    """The parts with this tag that were not read, for this reason, with these fields: near, count, line, owner."""
    found = [x for f in findings if isinstance(f, NotRead) and reason in (None, f.reason) for x in f.parts]
    return [x for x in found if x.part.tag == tag and all(_value(x, name) == y for name, y in fields.items())]


def _value(finding: Any, name: str) -> Any:
    part = getattr(finding, "part", None)
    if name == "owner" and part is not None:
        return None if part.owner is None else part.owner.tag
    if name == "line" and isinstance(finding, Counted):
        return part.place.line
    for holder in (finding, part, getattr(finding, "violation", None)):
        if hasattr(holder, name):
            return getattr(holder, name)
    raise AttributeError(name)
