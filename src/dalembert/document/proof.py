"""A certificate in sentences: first what holds and in what sense, then how each claim was proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dalembert.closed.prove import CHECKED, NOT_APPLICABLE, PROVED, REFUTED, Certificate, PropertyClaim
from dalembert.finding.equation import (
    CheckedAtStates,
    CyclicCoordinates,
    EigenvalueSearch,
    ExactIdentity,
    Formula,
    FromPowerBalance,
    LeftOver,
    MethodsAgree,
    PowerBalance,
)
from dalembert.finding.finding import Finding, Surface, sentence
from dalembert.robot.model import Robot
from dalembert.tolerance import SINGULAR_INERTIA
from dalembert.typeset import tree as t
from dalembert.typeset.block import Block, Items, Words
from dalembert.typeset.label import listed
from dalembert.typeset.latex import Latex
from dalembert.typeset.number import significant, whole
from dalembert.typeset.text import Text

_COUNT = ("no", "One", "Two", "Three", "Four", "Five", "Six")


@dataclass(frozen=True)
class _Page(Surface):
    """Sentences whose formulas stay LaTeX between dollar signs, for a page to set."""

    def formula(self, tree: Any) -> str:
        return f"${Latex().math(tree).replace('mathit', 'mathrm')}$"

    def words(self, text: str) -> str:
        return text


_PAGE = _Page()


def _said(finding: Finding, capital: bool = True) -> str:
    words = sentence(finding, _PAGE)
    return words[:1].upper() + words[1:] if capital else words


def holds(found: Certificate, robot: Robot, terms: int = 0, later: str = "") -> Iterator[Block]:
    """What holds, in sentences; `terms` of the efforts, `later`: the section that says how."""
    more = f" Section {later} says how." if later else ""
    yield Items(tuple(_sentences(found, robot, terms, later)), "✓", lead=f"What holds. {_sense(found, robot)}{more}")
    wrong = [x.statement for x in found if x.required and x.verdict == REFUTED]
    if wrong:
        yield Items(tuple(f"{_said(x)}." for x in wrong), "✗", lead="What should hold and does not.")


def _sense(found: Certificate, robot: Robot) -> str:
    if found.exact:
        values = "all values of the symbols" if robot.parameters else "all postures, speeds and accelerations"
        return f"Proved for {values}, not tested at sample states."
    if any(x.verdict == PROVED for x in found):
        return "Every statement was proved for all states, unless a number of checked states is given."
    return f"Every statement was checked at random states, to {significant(_worst(found), 1)} of the numbers compared."


def _worst(found: Certificate) -> float:
    numeric = [x for x in found if x.verdict == CHECKED and not isinstance(x.how, EigenvalueSearch)]
    return max((x.residual for x in numeric if isinstance(x.residual, float)), default=0.0)


def _sentences(found: Certificate, robot: Robot, terms: int, later: str) -> Iterator[str]:
    good = {x.name: x for x in found if x.holds}
    symmetric, positive, cyclic = (good.get(x) for x in ("symmetric", "positive definite", "cyclic"))
    both = " and ".join(x.name for x in (symmetric, positive) if x)
    if both:
        first = cyclic.statement.coordinates if cyclic and isinstance(cyclic.statement, CyclicCoordinates) else ()
        silent = f"; it does not depend on {listed([f'$q_{{{k}}}$' for k in first])}" if first else ""
        yield f"$M$ is {both}{silent}.{_checked(positive)}"
    if skew := good.get("skew"):
        which = "the $S$ of the Christoffel symbols" if not robot.balls else "the $S$ of the recursion"
        other = sum(x.verdict == REFUTED for x in found if x.name in ("skew, generic S", "skew, unsymmetrised S"))
        remark = f" (not for {'another' if other == 1 else 'two others'}: section {later})" if other and later else ""
        yield rf"$\dot M - 2S$ is skew-symmetric for {which}{remark}.{_checked(skew)}"
    power = good.get("power")
    if power and isinstance(power.statement, PowerBalance):
        less = ", minus the power of friction" if power.statement.friction else " only"
        effort = r"(\tau - \tau_\mathrm{f})" if power.statement.friction else r"\tau"
        law = rf": $\mathrm{{d}}(T + U)/\mathrm{{d}}t = \dot q^\top {effort}$" if not power.statement.offset else ""
        yield f"Energy changes by the power of the motors{less}{law}.{_checked(power)}"
    methods = good.get("methods")
    if methods and isinstance(methods.statement, MethodsAgree):
        same = f"the same {whole(terms)} terms" if terms and methods.verdict == PROVED else "the same torques"
        names = sentence(methods.statement, _PAGE).partition(":")[0]
        count = len(methods.statement.methods)
        yield f"{_COUNT[min(count, 6)]} derivations ({names}) give {same}.{_checked(methods)}"


def _checked(claim: PropertyClaim | None) -> str:
    if claim is None or claim.verdict != CHECKED:
        return ""
    how = claim.how
    return f" (Checked at {how.states} random states.)" if isinstance(how, (CheckedAtStates, EigenvalueSearch)) else ""


def shown(found: Certificate, robot: Robot) -> Iterator[Block]:
    """Every statement, and how it was shown; what fails for another S with the term that is left over."""
    exact = [x for x in found if x.verdict == PROVED and isinstance(x.how, ExactIdentity)]
    if found.assumptions:
        yield Items(tuple(f"{_said(x)}." for x in found.assumptions), lead="Assumptions.")
    if exact:
        lead = "By expansion. Written out in full and brought to one normal form, both sides of each of these are the same."
        yield Items(tuple(f"{_said(x.statement)}." for x in exact), lead=lead)
    rest = [x for x in found if x not in exact and x.verdict in (PROVED, CHECKED)]
    if rest:
        yield Items(tuple(f"{_said(x.statement)}. {_how(x)}" for x in rest), lead="In other ways.")
    other = [x for x in found if x.verdict == REFUTED]
    if other:
        yield Items(tuple(f"{_said(x.statement)}. {_left_over(x)}" for x in other), lead="What does not hold.")
    silent = [x for x in found if x.verdict == NOT_APPLICABLE]
    if silent:
        reasons = "; ".join(_said(x, capital=False) for x in dict.fromkeys(x.how for x in silent))
        names = ", ".join(x.name for x in silent)
        yield Words(f"{names}: {reasons}.", formulas=True, lead="Not applicable.")


def _how(claim: PropertyClaim) -> str:
    balance = isinstance(claim.how, FromPowerBalance) and isinstance(claim.how.how, ExactIdentity)
    how = "power balance with $u = 0$" if balance else _said(claim.how, capital=False)
    error = claim.residual if claim.verdict == CHECKED else None
    size = f", to {significant(error, 1)}" if isinstance(error, float) else ""
    return f"{'Proved' if claim.verdict == PROVED else 'Checked'}: {how}{size}."


def _left_over(claim: PropertyClaim) -> str:
    """Why a claim fails."""
    if isinstance(claim.residual, LeftOver):
        left = claim.residual.formula
        if not isinstance(left, t.Sum):
            return f"What should vanish has {claim.residual.terms} terms."
        first, *more = sorted(left.terms, key=lambda x: len(Text().math(t.Sum((x,)))))
        also = f", {len(more)} more term{'s' * (len(more) > 1)}" if more else ""
        return f"What should vanish is {_PAGE.formula(Formula(t.Sum((first,))))}{also}."
    if not isinstance(claim.how, EigenvalueSearch):
        return f"What should vanish is {significant(claim.residual, 2)} of the numbers compared."
    size = significant(abs(claim.residual), 2)
    what = "is singular" if abs(claim.residual) <= SINGULAR_INERTIA else f"has the eigenvalue −{size} of its largest"
    place = ", ".join(_said(x, capital=False) for x in claim.how.values)
    return f"$M$ {what}, for instance at {place}: {_said(claim.how.cause, capital=False)}."
