"""Check a student's or a paper's equation against the robot, exactly.

    check(robot, "tau2 = H22*qdd2 + H12*qdd1 - h*qd1*qd2 + G2", where={"h": "m2*l1*lc2*sin(q2)"}).explain()

Both sides become elements of the robot's ring, where equality is exact: a right equation is right however it is written,
and the difference of a wrong one is named term by term. The verdict says right, or what is missing, what is wrong, and
why. If no reason is found, it compares both sides at one generic state.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any

from dalembert.argument import instance, real
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.algebra.ring import Poly
from dalembert.closed.checking.claim import Claim, ComparedTerm, Differences, Mistake, claims, differences
from dalembert.closed.checking.diagnosis import Budget, Diagnosis, diagnose, misfits
from dalembert.closed.checking.expansion import display_in
from dalembert.closed.checking.mistakes import HABITS, conventions
from dalembert.closed.checking.reference_model import USUAL, Habit, ReferenceModel
from dalembert.closed.equations import link_side, motor_effort, spring_effort
from dalembert.closed.model.generalized_forces import elastic_joints
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.closed.printing.display import DIGITS, ElementDisplay, Style
from dalembert.closed.printing.expression import FactorRank, collected, grouped
from dalembert.closed.reading.operand import entries
from dalembert.closed.reading.parser import ParsedText, parse
from dalembert.finding.equation import CheckNote, OtherConvention, RigidModel
from dalembert.finding.finding import Finding, JointName, Noun
from dalembert.graph import evaluate
from dalembert.graph.walk import symbols
from dalembert.robot.joint import Drive
from dalembert.robot.model import Robot

STATE = "q_k = 0.3 k, q̇_k = 1/k, q̈_k = 0.5 k"


def at_a_state(display: ElementDisplay, elements: Sequence[Poly]) -> list[float] | None:
    """The values of elements at the state; None if they hold symbols without a value, or have none there."""
    nodes, known = [display.node(p) for p in elements], dict[str, float]()
    for k, x in enumerate(display.ring.coordinates, 1):
        known |= {x.q: 0.3 * k, x.qd: 1 / k, x.qdd: 0.5 * k}
    with suppress(ValueError, ZeroDivisionError, OverflowError):
        return evaluate(nodes, known) if symbols(nodes) <= known.keys() else None
    return None


_LONGEST = 1000  # characters of the model that are shown
_MOST_TERMS = 20  # of a group that are written out
_MOST_LINES = 30  # groups of terms of one equation that are listed
_MOST = 8  # wrong equations of one text that are explained


@dataclass(frozen=True, eq=False)
class ClaimVerdict:
    """One scalar equation and how it differs from the model."""

    claim: Claim
    differences: Differences
    mechanics: Mechanics = field(repr=False)
    model: ReferenceModel = field(repr=False)
    display: ElementDisplay = field(repr=False)
    budget: Budget = field(repr=False, default_factory=Budget)
    convention: OtherConvention | None = None  # in which the equation is right

    @property
    def correct(self) -> bool:
        return self.convention is not None or (not self.differences.missing and not self.differences.wrong)

    @cached_property
    def diagnosis(self) -> Diagnosis:
        if self.correct:
            return Diagnosis()
        return diagnose(self.mechanics, self.model, self.claim, self.differences, self.display, self.budget)

    @cached_property
    def dimensions(self) -> tuple[Finding, ...]:
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

    findings: tuple[ClaimVerdict, ...]
    notes: tuple[Finding, ...] = ()

    @property
    def correct(self) -> bool:
        return all(x.correct for x in self.findings)

    @property
    def conventions(self) -> tuple[OtherConvention, ...]:
        """Conventions of other books in which equations are right that are not in the robot's own."""
        return tuple(dict.fromkeys(x.convention for x in self.findings if x.convention))

    @property
    def missing(self) -> tuple[ComparedTerm, ...]:
        return tuple(term for x in self.findings if not x.correct for term in x.differences.missing)

    @property
    def wrong(self) -> tuple[Mistake, ...]:
        return tuple(mistake for x in self.findings if not x.correct for mistake in x.differences.wrong)

    @property
    def extra(self) -> tuple[ComparedTerm, ...]:
        return tuple(x.found for x in self.wrong if x.expected is None)

    @property
    def dimensions(self) -> tuple[Finding, ...]:
        """Terms of another dimension than what is claimed; robots with numbers for lengths or masses have none."""
        wrong = [x for x in self.findings if not x.correct][:_MOST]
        return tuple(dict.fromkeys(why for x in wrong for why in x.dimensions))

    @property
    def reasons(self) -> tuple[Finding, ...]:
        """The mistakes that explain what is wrong, as far as they are known ones."""
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
        notes = (f"<p><i>{escape(str(n))}.</i></p>" for n in self.notes)
        return "".join([*map(_html, self.findings), *notes])


def _finding_lines(finding: ClaimVerdict, why: bool) -> list[str]:
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


def _short(term: ComparedTerm, digits: int = DIGITS[True]) -> str:
    """A term as text, or of many terms what moves them and their number."""
    if len(term.terms) <= _MOST_TERMS:
        return term.display.written("text", grouped(list(term.terms)), Style(digits=digits))
    rates = "*".join(a.name if power == 1 else f"{a.name}**{power}" for a, power in term.motion)
    return f"{len(term.terms)} terms" + (f" in {rates}" if rates else "")


def _at_a_state(finding: ClaimVerdict) -> list[str]:
    """The two sides at one state, where the robot has numbers."""
    values = at_a_state(finding.display, (finding.claim.written, finding.claim.model))
    if values is None:
        return []
    written, model = values
    return [f"  At {STATE} what is written is {written:.6g}, and the model {model:.6g}."]


def _off(factor: Fraction | None, digits: int = DIGITS[True]) -> str:
    names = {
        Fraction(-1): "wrong sign", Fraction(2): "twice too large", Fraction(1, 2): "half of what it should be",
        Fraction(-2): "wrong sign and twice too large", Fraction(-1, 2): "wrong sign and half of what it should be",
    }  # fmt: skip
    if factor is None or factor in names:
        return "wrong" if factor is None else names[factor]
    return f"off by a factor {factor if factor.denominator < 1000 else format(float(factor), f'.{digits}g')}"


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


def _told(finding: ClaimVerdict, mistake: Mistake) -> str:
    """What a written term is; one that does not belong is not called by the name of what it is not."""
    if mistake.expected is not None or mistake.kind not in _STRANGE:
        return _described(mistake.found)
    gravity = {a.name for a in finding.display.presenter.atoms if a.rank[0] == FactorRank.GRAVITY}
    held = any(a.name in gravity for _, monomial in mistake.found.terms for a, _ in monomial)
    strange = mistake.kind == "gravity" and gravity and not held
    return "it acts at rest, and has no " + " nor ".join(sorted(gravity)) if strange else _STRANGE[mistake.kind]


def _described(term: ComparedTerm) -> str:
    return _MEANING.get(term.kind, term.kind)


def _latex_rows(finding: ClaimVerdict) -> list[str]:
    label = rf"\text{{{finding.claim.label}}}"
    if finding.correct:
        how = " in another convention" if finding.convention else ""
        return [rf"{label} & \text{{right{how}}}"]
    rows = [rf"{label} & \text{{not right}}"]
    rows += [rf"\text{{missing ({term.kind})}} & {term.latex}" for term in finding.differences.missing]
    for mistake in finding.differences.wrong:
        said = _said(mistake)
        right = rf" \;\to\; {mistake.expected.latex}" if mistake.expected else ""
        rows.append(rf"\text{{{said} ({mistake.kind})}} & {mistake.found.latex}{right}")
    return rows


def _said(mistake: Mistake) -> str:
    return "does not belong" if mistake.expected is None else _off(mistake.factor)


def _html(finding: ClaimVerdict) -> str:
    label = escape(finding.claim.label)
    if finding.correct:
        other = f" in another convention: {escape(str(finding.convention))}" if finding.convention else ""
        return f"<p><b>{label}</b> is right{other}.</p>"
    items = [f"<li>dimensions: {escape(str(misfit))}.</li>" for misfit in finding.dimensions]
    items += [f"<li>missing ({escape(t.kind)}): <math>{t.mathml}</math></li>" for t in finding.differences.missing]
    for mistake in finding.differences.wrong:
        said = _said(mistake)
        right = f", not <math>{mistake.expected.mathml}</math>" if mistake.expected else ""
        items.append(f"<li>{escape(said)} ({escape(mistake.kind)}): <math>{mistake.found.mathml}</math>{right}</li>")
    items += [f"<li>{escape(str(why))}.</li>" for why in finding.diagnosis.reasons]
    return f"<p><b>{label}</b> is not right.</p><ul>{''.join(items)}</ul>"


def check(
    robot: RobotLike,
    text: str,
    where: Mapping[str, Any] | None = None,
    *,
    wrench: Mapping[str, Sequence[Any]] | None = None,
    tolerance: float = 0.0,
) -> Verdict:
    r"""Check one or several written equations against a robot, exactly.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    text : str
        Plain text or LaTeX. An equation of motion, `tau2 = …` or any rearrangement; an entry of the model, `M12 = …`,
        `c1 = …`, `g2 = …`, `c_{112} = …`; a matrix or vector, `M = [[…]]`; an energy, `T = …`, `U = …` (up to a constant),
        `L = …`, `H = T + U`; any S with c = S q̇; a step of a derivation, `T1 = …`, `ω2 = …`, `v_c2 = …`, `∂L/∂q̇1 = …`,
        `ZZ1R = …`; kinematics, `x = …`, `J = [[…]]`, `det J = …`. Names of the model that are not defined (H22, G2) mean
        its own entries. A decimal is right if it is right to the digits written.
    where : mapping from names to expressions, optional
        Abbreviations, {"h": "m2*l1*lc2*sin(q2)"}.
    wrench : mapping from link or frame to six entries, optional
        External [force, moment] as in `equations`; its symbols may occur in the text.
    tolerance : float
        Relative difference of numbers that is accepted beyond the digits written.

    Returns
    -------
    Verdict

    Raises
    ------
    BadExpression
        If the text cannot be read; the finding holds the place and the cause.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.check("planar_2r", "M22 = m2*lc2**2"))
    M22 is not right.
      missing: I2   (inertia)
      The model says M22 = m2*lc2**2 + I2
    """
    robot, _ = as_robot(robot), instance(text, "text", str, "a text")
    real(tolerance, "tolerance", lower=0, below=1)
    truth = mechanics(robot, wrench=wrench)
    told = [*sorted(symbols(x for _, w in truth.wrench for x in w)), *(str(x) for x in truth.multipliers)]
    told += dict.fromkeys(name for x in truth.coordinates.names for name in x.quaternion)
    soft = elastic_joints(robot)
    sprung = _elastic(robot, soft, text, where, told, wrench, tolerance) if soft else None
    if sprung is not None and sprung.correct:
        return sprung
    reading = parse(robot, text, where, told)
    verdict = _usual(truth, reading, tolerance)
    if soft:
        verdict = replace(verdict, notes=(*verdict.notes, RigidModel(tuple(map(JointName, soft)))))
    return verdict if verdict.correct or sprung is None else sprung


def _elastic(
    robot: Robot,
    soft: Sequence[str],
    text: str,
    where: Mapping[str, Any] | None,
    told: Sequence[str],
    wrench: Mapping[str, Sequence[Any]] | None,
    tolerance: float,
) -> Verdict | None:
    """The verdict with the motors behind their springs, where a text names their angles: links 0 = … + K (q − θ), motors τ."""
    places = [robot.coordinates.index(name) for name in soft]
    motors = {f"theta{'d' * order}{k + 1}" for k in places for order in range(3)}
    reading = parse(robot, text, where, [*told, *sorted(motors)])
    if motors.isdisjoint(_uses(reading)):
        return None
    drives = [(k, robot.coordinate(robot.coordinates[k]).drive or Drive()) for k in places]
    habit = Habit(springs=tuple((k, spring_effort(x, k + 1), motor_effort(x, k + 1)) for k, x in drives))
    verdict = _verdict(mechanics(link_side(robot), wrench=wrench), reading, tolerance, habit)
    return replace(verdict, notes=(*verdict.notes, CheckNote(Noun("motor angle"))))


def _uses(reading: ParsedText) -> set[str]:
    return symbols(x for s in reading.statements for side in s.sides for x in entries(side))


def _usual(truth: Mechanics, reading: ParsedText, tolerance: float) -> Verdict:
    """As it stands, or with what a writer may mean by names that books use in two ways."""
    verdict, uses = _verdict(truth, reading, tolerance), _uses(reading)
    if not verdict.correct and len(reading.statements) == 1:
        for names, habit, why in HABITS:  # c_ijk inside an equation with another order of indices, v_2 of a mass centre
            used = any(x.startswith(names) for x in uses)
            other = _verdict(truth, reading, tolerance, habit) if used else verdict
            if other.correct:
                return replace(
                    other, findings=tuple(replace(x, convention=x.convention or why) for x in other.findings)
                )
    return verdict


def _verdict(truth: Mechanics, reading: ParsedText, tolerance: float, habit: Habit = USUAL) -> Verdict:
    model, said, remarks = claims(truth, reading, habit)
    display = display_in(model.ring, truth.display, any(claim.decimal for claim in said))
    found = [differences(claim, model, display, tolerance) for claim in said]
    wrong = [i for i, x in enumerate(found) if x.missing or x.wrong]
    budget = Budget()
    with budget.spent() as deadline:
        plain = wrong and not truth.has_balls  # how else a ball could be described is not guessed
        other = conventions(truth, replace(model, deadline=deadline), said, wrong) if plain else {}
    findings = [
        ClaimVerdict(claim, found[i], truth, model, display, budget, other.get(i)) for i, claim in enumerate(said)
    ]
    if wrong and truth.constraints:
        remarks.append(CheckNote(Noun("every q")))
    return Verdict(tuple(findings), (*reading.notes, *remarks))
