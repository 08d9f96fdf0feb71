"""Requests that derive equations, check equations, or prove properties of equations."""

from __future__ import annotations

from typing import Any

import dalembert as da
from dalembert.argument import at_most
from dalembert.closed.derive import METHODS
from dalembert.studio import equations
from dalembert.studio.equations import InteractiveHtml
from dalembert.studio.guard import present
from dalembert.studio.handlers import BoundModel, choice, number
from dalembert.typeset.interactive_page import Data

_LONGEST = 20_000  # largest number of characters of an answer to the quiz
_PROVING = 12.0  # s, processor time, during which the page remains usable
_TYPESET, _PLAIN = ("reasons", "dimensions"), ("conventions", "right_if", "notes")  # sentences of a verdict


def derive(subject: BoundModel, arguments: Data) -> Data:
    """Derive the equations of motion, and return the steps with formulas as MathML."""
    method = choice(arguments, "method", tuple(METHODS), "lagrange")
    found, wide = da.derive(subject.robot, method), number(arguments, "width", equations.COLUMN, 8, 200)
    return {"method": method, "agrees": found.agrees, "steps": equations.steps(found, wide)}


def check(subject: BoundModel, arguments: Data) -> Data:
    """Check an equation, and return the verdict with missing terms, wrong terms and reasons."""
    text = present(str(arguments.get("text", "")).strip(), "equation text")
    at_most(len(text), _LONGEST, "characters", "text")
    verdict = da.check(subject.robot, text)
    return {
        "correct": verdict.correct,
        "missing": [{"kind": x.kind, "math": _math(x)} for x in verdict.missing],
        "wrong": [
            {"kind": x.kind, "math": _math(x.found), "expected": _math(x.expected) if x.expected else ""}
            for x in verdict.wrong
        ],
        **{name: [*map(equations.typeset, getattr(verdict, name))] for name in _TYPESET},
        **{name: getattr(verdict, name) for name in _PLAIN},
    }


def certificate(subject: BoundModel, _: Data) -> Data:
    """Return the certificate of the equations of motion."""
    return equations.certificate(subject.robot, _PROVING)


def _math(term: Any) -> str:
    return f"<math>{InteractiveHtml().math(term.formula)}</math>"
