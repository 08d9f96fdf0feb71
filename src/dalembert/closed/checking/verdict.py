"""The verdict on an equation: right, or what is missing, what is wrong, and why."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape

from dalembert.closed.checking.claim import Claim
from dalembert.closed.checking.compare import Differences, Mistake, Term
from dalembert.closed.checking.diagnosis import Budget, Diagnosis, diagnose
from dalembert.closed.checking.dimension import misfits
from dalembert.closed.checking.parts import Model
from dalembert.closed.checking.state import STATE, at_a_state
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.grouping import collected, grouped
from dalembert.closed.printing.present import GRAVITY
from dalembert.closed.printing.tree_writer import DIGITS, Style

_LONGEST = 1000  # characters of the model that are shown
_MOST_TERMS = 20  # of a group that are written out
_MOST_LINES = 30  # groups of terms of one equation that are listed
_MOST = 8  # wrong equations of one text that are explained


@dataclass(frozen=True, eq=False)
class Finding:
    """One scalar equation and how it differs from the model."""

    claim: Claim
    differences: Differences
    mechanics: Mechanics = field(repr=False)
    model: Model = field(repr=False)
    display: Display = field(repr=False)
    budget: Budget = field(repr=False, default_factory=Budget)
    convention: str = ""  # another book's, in which the equation is right

    @property
    def correct(self) -> bool:
        return bool(self.convention) or (not self.differences.missing and not self.differences.wrong)

    @cached_property
    def diagnosis(self) -> Diagnosis:
        if self.correct:
            return Diagnosis()
        return diagnose(self.mechanics, self.model, self.claim, self.differences, self.display, self.budget)

    @cached_property
    def dimensions(self) -> tuple[str, ...]:
        """Terms that are measured in something else than what is claimed: m2*lc2 is kg·m, an effort is kg·m²/s²."""
        return () if self.correct else misfits(self.mechanics, self.claim, self.display)

    @property
    def expected(self) -> str:
        """What the model says, as text, collected by accelerations and velocities."""
        return self.display.written("text", collected(self.display.terms(self.claim.model)))


@dataclass(frozen=True, eq=False)
class Verdict:
    """What `check` found. Prints as an explanation.

    `missing`: terms of the model that are not written. `wrong`: written terms that are not the model's, each with the
    term that belongs there (`expected`) and the factor between them; a term with no place in the equation has
    `expected` None and is in `extra` too.
    """

    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    @property
    def correct(self) -> bool:
        return all(x.correct for x in self.findings)

    @property
    def conventions(self) -> tuple[str, ...]:
        """Conventions of other books in which equations are right that are not in the robot's own."""
        return tuple(dict.fromkeys(x.convention for x in self.findings if x.convention))

    @property
    def missing(self) -> tuple[Term, ...]:
        return tuple(term for x in self.findings if not x.correct for term in x.differences.missing)

    @property
    def wrong(self) -> tuple[Mistake, ...]:
        return tuple(mistake for x in self.findings if not x.correct for mistake in x.differences.wrong)

    @property
    def extra(self) -> tuple[Term, ...]:
        return tuple(x.found for x in self.wrong if x.expected is None)

    @property
    def dimensions(self) -> tuple[str, ...]:
        """What is measured in something else than what is claimed, a sentence each; nothing of robots with numbers."""
        wrong = [x for x in self.findings if not x.correct][:_MOST]
        return tuple(dict.fromkeys(why for x in wrong for why in x.dimensions))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is wrong, as far as known mistakes explain it."""
        wrong = [x for x in self.findings if not x.correct][:_MOST]
        return tuple(dict.fromkeys(why for x in wrong for why in x.diagnosis.reasons))

    def explain(self) -> str:
        """The verdict in words."""
        lines, wrong = [], 0
        for finding in self.findings:
            wrong += not finding.correct
            lines += _finding_lines(finding, why=wrong <= _MOST)
        return "\n".join(lines + [f"Note: {note}." for note in self.notes])

    def __bool__(self) -> bool:
        return self.correct

    def __str__(self) -> str:
        return self.explain()

    def __repr__(self) -> str:
        wrong = [x.claim.label for x in self.findings if not x.correct]
        return f"<Verdict: {'correct' if not wrong else 'wrong: ' + ', '.join(wrong)}>"

    def _repr_latex_(self) -> str:
        rows = [row for x in self.findings for row in _latex_rows(x)]
        return "$$\\begin{array}{ll}" + " \\\\ ".join(rows) + "\\end{array}$$"

    def _repr_html_(self) -> str:
        return "".join(_html(x) for x in self.findings) + "".join(f"<p><i>{escape(n)}.</i></p>" for n in self.notes)


def _finding_lines(finding: Finding, why: bool) -> list[str]:
    label, found = finding.claim.label, finding.differences
    if finding.convention:
        lines = [f"{label} is right in another convention: {finding.convention}."]
        if len(finding.claim.model) <= _LONGEST and len(finding.expected) <= _LONGEST:
            lines.append(f"  In the robot's own, {label} = {finding.expected}")
        return lines
    if finding.correct:
        how = " to the digits written" if finding.claim.rounded else ""
        return [f"{label} is right{how}" + (", up to a constant." if finding.claim.up_to_constant else ".")]
    lines = [f"{label} is not right."]
    lines += [f"  Dimensions: {misfit}." for misfit in (finding.dimensions if why else ())]
    listed = [f"  missing: {_short(term)}   ({_described(term)})" for term in found.missing]
    listed += [f"  {_what(mistake)}   ({_told(finding, mistake)})" for mistake in found.wrong]
    lines += listed[:_MOST_LINES]
    if len(listed) > _MOST_LINES:
        lines.append(f"  and so on: {len(listed) - _MOST_LINES} more groups of terms")
    diagnosis = finding.diagnosis if why else Diagnosis()
    for i, reason in enumerate(diagnosis.reasons):
        lines.append(f"  {'Why' if i == 0 else 'And'}: {reason}.")
    if diagnosis.unfinished:
        lines.append(f"  Why: {diagnosis.unfinished}.")
        lines += _at_a_state(finding)
    if len(finding.claim.model) <= _LONGEST and len(finding.expected) <= _LONGEST:
        lines.append(f"  The model says {label} = {finding.expected}")
    return lines


def _what(mistake: Mistake) -> str:
    """`wrong sign: −x, not x`, `twice too large: 2 x, not x`, `does not belong: x`."""
    if mistake.expected is None:
        return f"does not belong: {_short(mistake.found)}"
    digits = _digits(mistake.factor)
    found, expected = (_short(x, digits) for x in (mistake.found, mistake.expected))
    return f"{_off(mistake.factor, digits)}: {found}, not {expected}"


def _digits(factor: Fraction | None) -> int:
    """How many show that two numbers differ by a factor."""
    apart = 1.0 if factor is None else abs(float(factor - 1))
    return max(DIGITS[True], 2 - math.floor(math.log10(apart)))


def _short(term: Term, digits: int = DIGITS[True]) -> str:
    """A term as text, or of many terms what moves them and their number."""
    if len(term.terms) <= _MOST_TERMS:
        return term.display.written("text", grouped(list(term.terms)), Style(digits=digits))
    rates = "*".join(a.name if power == 1 else f"{a.name}**{power}" for a, power in term.motion)
    return f"{len(term.terms)} terms" + (f" in {rates}" if rates else "")


def _at_a_state(finding: Finding) -> list[str]:
    """The two sides at one state, where the robot has numbers."""
    values = at_a_state(finding.display.ring, (finding.claim.written, finding.claim.model))
    if values is None:
        return []
    written, model = values
    return [f"  At {STATE} what is written is {written:.6g}, and the model {model:.6g}."]


def _off(factor: Fraction | None, digits: int = DIGITS[True]) -> str:
    names = {
        Fraction(-1): "wrong sign", Fraction(2): "twice too large", Fraction(1, 2): "half of what it should be",
        Fraction(-2): "wrong sign and twice too large", Fraction(-1, 2): "wrong sign and half of what it should be",
    }  # fmt: skip
    if factor is None:
        return "wrong"
    return names.get(
        factor, f"off by a factor {factor if factor.denominator < 1000 else format(float(factor), f'.{digits}g')}"
    )


_MEANING = {
    "inertial": "inertial",
    "centrifugal": "centrifugal: the square of one velocity",
    "Coriolis": "Coriolis: the product of two velocities",
    "gravity": "gravity: it acts at rest too",
    "friction": "friction",
    "loop": "loop: a force that keeps it closed",
    "at rest": "it acts at rest, as gravity and springs do",
    "impossible": "no rigid robot has such a term: efforts are linear in q̈ and quadratic in q̇",
}


_STRANGE = {
    "gravity": "it acts at rest, as gravity does",
    "at rest": "it acts at rest, as gravity and springs do",
    "friction": "it has one velocity to the first power, as only friction has",
}


def _told(finding: Finding, mistake: Mistake) -> str:
    """What a written term is; one that does not belong is not called by the name of what it is not."""
    if mistake.expected is not None or mistake.kind not in _STRANGE:
        return _described(mistake.found)
    gravity = {a.name for a in finding.display.presenter.atoms if a.rank[0] == GRAVITY}
    held = any(a.name in gravity for _, monomial in mistake.found.terms for a, _ in monomial)
    strange = mistake.kind == "gravity" and gravity and not held
    return "it acts at rest, and has no " + " nor ".join(sorted(gravity)) if strange else _STRANGE[mistake.kind]


def _described(term: Term) -> str:
    return _MEANING.get(term.kind, term.kind)


def _latex_rows(finding: Finding) -> list[str]:
    label = rf"\text{{{finding.claim.label}}}"
    if finding.correct:
        how = " in another convention" if finding.convention else ""
        return [rf"{label} & \text{{right{how}}}"]
    rows = [rf"{label} & \text{{not right}}"]
    rows += [rf"\text{{missing ({term.kind})}} & {term.latex}" for term in finding.differences.missing]
    for mistake in finding.differences.wrong:
        said = (
            rf"\text{{does not belong ({mistake.kind})}}"
            if mistake.expected is None
            else rf"\text{{{_off(mistake.factor)} ({mistake.kind})}}"
        )
        rows.append(
            rf"{said} & {mistake.found.latex}" + (rf" \;\to\; {mistake.expected.latex}" if mistake.expected else "")
        )
    return rows


def _html(finding: Finding) -> str:
    label = escape(finding.claim.label)
    if finding.correct:
        other = f" in another convention: {escape(finding.convention)}" if finding.convention else ""
        return f"<p><b>{label}</b> is right{other}.</p>"
    items = [f"<li>dimensions: {escape(misfit)}.</li>" for misfit in finding.dimensions]
    items += [f"<li>missing ({escape(t.kind)}): <math>{t.mathml}</math></li>" for t in finding.differences.missing]
    for mistake in finding.differences.wrong:
        said = "does not belong" if mistake.expected is None else _off(mistake.factor)
        right = f", not <math>{mistake.expected.mathml}</math>" if mistake.expected else ""
        items.append(f"<li>{escape(said)} ({escape(mistake.kind)}): <math>{mistake.found.mathml}</math>{right}</li>")
    items += [f"<li>{escape(why)}.</li>" for why in finding.diagnosis.reasons]
    return f"<p><b>{label}</b> is not right.</p><ul>{''.join(items)}</ul>"
