"""The identity of a finding in one short word, so that tests name kinds and fields instead of sentences."""

from __future__ import annotations

from dalembert.finding.equation import (
    AmbiguousText,
    CheckNote,
    NoDerivative,
    OtherConvention,
    ReadAs,
    ShapeConflict,
    SlipOfPen,
    SyntaxRule,
    TooManyParts,
    UnreadableText,
    WrongReasoning,
)
from dalembert.finding.finding import Finding


def key(finding: Finding) -> str:
    """The mistake, slip, usage, rule or meaning of a finding; the name of its kind where it has none."""
    match finding:
        case UnreadableText():
            return key(finding.cause)
        case WrongReasoning():
            where = "in gravity" if finding.gravity_only else None
            return " ".join(str(x) for x in (finding.part, finding.number, finding.mistake, where) if x is not None)
        case SlipOfPen():
            return " ".join(str(x) for x in (finding.slip, _text(finding.written), _text(finding.meant)) if x)
        case OtherConvention():
            return str(finding.usage)
        case SyntaxRule():
            return finding.rule
        case TooManyParts():
            return f"{finding.noun} {finding.most}"
        case ShapeConflict():
            return finding.operation
        case NoDerivative():
            return finding.reason
        case ReadAs():
            return f"{finding.text}: {finding.meaning}"
        case CheckNote():
            return finding.note
        case AmbiguousText():
            return f"ambiguous {finding.text}"
    return type(finding).__name__


def _text(formula: object) -> str:
    from dalembert.finding.finding import PYTHON

    return "" if formula is None else PYTHON.formula(formula)
