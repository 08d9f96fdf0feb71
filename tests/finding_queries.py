"""Findings in tests: by kind and fields (`selected`, `unread`), or as one short word (`key`), never by their sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import dalembert as da


def key(finding: da.errors.Finding) -> str:
    """The mistake, slip, usage, rule or meaning of a finding; the name of its kind where it has none."""
    match finding:
        case da.finding.UnreadableText():
            return key(finding.cause)
        case da.finding.WrongReasoning():
            where = "in gravity" if finding.gravity_only else None
            return " ".join(str(x) for x in (finding.part, finding.number, finding.mistake, where) if x is not None)
        case da.finding.SlipOfPen():
            return " ".join(str(x) for x in (finding.slip, _text(finding.written), _text(finding.meant)) if x)
        case da.finding.OtherConvention():
            return str(finding.usage)
        case da.finding.SyntaxRule():
            return finding.rule
        case da.finding.TooManyParts():
            return f"{finding.noun} {finding.most}"
        case da.finding.ShapeConflict():
            return finding.operation
        case da.finding.NoDerivative() | da.finding.NoElement() | da.finding.NothingStated():
            return finding.reason
        case da.finding.TooLargeToExpand():
            return f"{finding.limit} {finding.most}"
        case da.finding.MissingInModel():
            return f"{finding.noun} {finding.name}"
        case da.finding.ReadAs():
            return f"{finding.text}: {finding.meaning}"
        case da.finding.CheckNote():
            return finding.note
        case da.finding.AmbiguousText():
            return f"ambiguous {finding.text}"
    return type(finding).__name__


def _text(formula: object) -> str:
    return "" if formula is None else da.finding.PYTHON.formula(formula)


def selected(
    findings: Iterable[da.errors.Finding], kind: type[da.errors.Finding], **fields: Any
) -> list[da.errors.Finding]:
    """The findings of a kind whose fields, or those of their part or violation, have these values."""
    return [f for f in findings if isinstance(f, kind) and all(_value(f, name) == x for name, x in fields.items())]


def unread(
    findings: Iterable[da.errors.Finding], tag: str, reason: str | None = None, **fields: Any
) -> list[da.finding.Counted]:
    """The parts with this tag that were not read, for this reason, with these fields: near, count, line, owner."""
    found = [x for f in findings if isinstance(f, da.finding.NotRead) and reason in (None, f.reason) for x in f.parts]
    return [x for x in found if x.part.tag == tag and all(_value(x, name) == y for name, y in fields.items())]


def _value(finding: Any, name: str) -> Any:
    part = getattr(finding, "part", None)
    if name == "owner" and part is not None:
        return None if part.owner is None else part.owner.tag
    if name == "line" and isinstance(finding, da.finding.Counted):
        return part.place.line
    for holder in (finding, part, getattr(finding, "violation", None)):
        if hasattr(holder, name):
            return getattr(holder, name)
    raise AttributeError(name)
