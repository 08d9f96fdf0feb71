"""Check an equation of a student or a paper against the model of a robot, exactly.

    check(robot, "tau2 = H22*qdd2 + H12*qdd1 - h*qd1*qd2 + G2", where={"h": "m2*l1*lc2*sin(q2)"}).explain()

Both sides become elements of the robot's ring, in which equality is exact. A correct equation is recognised in any equivalent
form, and the difference of a wrong equation is listed term by term. The verdict contains the missing and the wrong terms and
the reason. If no reason is found, it compares both sides at one generic state. If a text is right only in another convention,
which must be the same for all its lines, `Verdict.right_if` contains the convention.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any

from dalembert.argument import instance, known, real
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.algebra.ring import Poly
from dalembert.closed.checking.claim import Claim, ComparedTerm, Differences, Mistake, claims, differences
from dalembert.closed.checking.convention import OWN, Convention, of_book
from dalembert.closed.checking.diagnosis import Budget, Diagnosis, diagnose, misfits
from dalembert.closed.checking.expansion import display_in
from dalembert.closed.checking.mistakes import NotInRing
from dalembert.closed.checking.posture import COUNT, Closed, at_postures
from dalembert.closed.checking.reference_model import ReferenceModel, Springs
from dalembert.closed.checking.solver import Fingerprints, needed, solved
from dalembert.closed.equations import link_side, motor_effort, spring_effort
from dalembert.closed.model.generalized_forces import elastic_joints
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.closed.printing.display import DIGITS, ElementDisplay, Style
from dalembert.closed.printing.expression import FactorRank, collected, grouped
from dalembert.closed.reading.operand import entries
from dalembert.closed.reading.parser import ParsedText, parse
from dalembert.finding.equation import (
    CheckNote,
    ComparedAtPostures,
    OtherConvention,
    Reasoning,
    RightIf,
    RigidModel,
    UnexplainedTerms,
    Usage,
    WrongReasoning,
)
from dalembert.finding.finding import Finding, Identifier, JointName, Noun
from dalembert.graph import evaluate
from dalembert.graph.walk import symbols
from dalembert.progress import working
from dalembert.robot.model import Robot
from dalembert.robot.parts import Drive

STATE = "q_k = 0.3 k, q̇_k = 1/k, q̈_k = 0.5 k"


def at_a_state(display: ElementDisplay, elements: Sequence[Poly]) -> list[float] | None:
    """Return the values of elements at the state; None if they contain symbols without values or are not defined there."""
    nodes, state = [display.node(p) for p in elements], dict[str, float]()
    for k, x in enumerate(display.ring.coordinates, 1):
        state |= {x.q: 0.3 * k, x.qd: 1 / k, x.qdd: 0.5 * k}
    with suppress(ValueError, ZeroDivisionError, OverflowError):
        return evaluate(nodes, state) if symbols(nodes) <= state.keys() else None
    return None


_LONGEST = 1000  # characters of the model that are shown
_MOST_TERMS = 20  # of a group that are written out
_MOST_LINES = 30  # groups of terms of one equation that are listed
_SUPPORT = 2  # lines that make another convention likely
_MOST = 8  # wrong equations of one text that are explained


@dataclass(frozen=True, eq=False)
class ClaimVerdict:
    """Result for one scalar equation, with its differences from the model."""

    claim: Claim
    differences: Differences
    mechanics: Mechanics = field(repr=False)
    model: ReferenceModel = field(repr=False)
    display: ElementDisplay = field(repr=False)
    budget: Budget = field(repr=False, default_factory=Budget)
    departures: tuple[OtherConvention, ...] = ()  # of the convention in which the equation is right
    stated: tuple[OtherConvention, ...] = ()  # those that were stated
    closed: bool = False  # right wherever the loops are closed and passive joints move freely
    mirrored: bool = False  # an entry of M whose mirror image is right

    @property
    def correct(self) -> bool | None:
        """None if the equation is right only in a convention that was not stated."""
        if self.departures:
            return None
        return self.closed or not (self.differences.missing or self.differences.wrong)

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """Reason why the equation is wrong; if it is right in another convention, the reason in the robot's own convention."""
        if self.correct:
            return Diagnosis()
        own = not self.departures and not self.model.convention.geometry
        found = diagnose(self.mechanics, self.model, self.claim, self.differences, self.display, self.budget, own)
        more = (WrongReasoning(Reasoning.ASYMMETRIC),) if self.mirrored else ()
        return replace(found, reasons=found.reasons + more)

    @cached_property
    def dimensions(self) -> tuple[Finding, ...]:
        """Terms with another unit than the claimed quantity: m2*lc2 has kg·m, an effort has kg·m²/s²."""
        return () if self.correct else misfits(self.mechanics, self.claim, self.display)

    @property
    def expected(self) -> str:
        """Equation of the model as text, collected by accelerations and velocities."""
        return self.display.written("text", collected(self.display.terms(self.claim.model)))

    def __str__(self) -> str:
        return "\n".join(_finding_lines(self, why=True))


@dataclass(frozen=True, eq=False)
class Verdict:
    """Result of `check`. It prints as an explanation, and is true only if `correct` is True.

    `correct` is True (right), False (wrong) or None: right in another convention (`right_if`), which was not stated.
    `reasons`, `missing` and `wrong` refer to wrong lines, and to a line that is the only evidence of another convention.
    `missing` are terms of the model that the text lacks. `wrong` are written terms that differ from the model, each with the
    correct term (`expected`) and the factor between them. If the model has no such term, `expected` is None and the term is
    also in `extra`.
    """

    findings: tuple[ClaimVerdict, ...]
    notes: tuple[Finding, ...] = ()

    @property
    def correct(self) -> bool | None:
        every = {x.correct for x in self.findings}
        return False if False in every else None if None in every else True

    @property
    def right_if(self) -> tuple[RightIf, ...]:
        """Conventions in which the text is right, each with the lines that need it, if `correct` is None.

        If a single line needs a convention, the finding also contains the mistake in the line without this convention.
        """
        needed: dict[OtherConvention, list[ClaimVerdict]] = {}
        for x in self.findings if self.correct is None else ():
            for departure in x.departures:
                needed.setdefault(departure, []).append(x)
        found = []
        for convention, lines in needed.items():
            alone = len({x.claim.text for x in lines}) < _SUPPORT
            reasons = dict.fromkeys(why for x in lines[:_MOST] if alone for why in x.diagnosis.reasons)
            otherwise = tuple(reasons) or (UnexplainedTerms(),) if alone else ()
            found.append(RightIf(tuple(Identifier(x.claim.label) for x in lines), convention, otherwise))
        return tuple(found)

    @property
    def conventions(self) -> tuple[OtherConvention, ...]:
        """Conventions of other books in which the equations are right although they are wrong in the robot's own convention."""
        return tuple(dict.fromkeys(each for x in self.findings for each in (*x.stated, *x.departures)))

    @cached_property
    def doubtful(self) -> tuple[ClaimVerdict, ...]:
        """Wrong lines, and lines that need a convention of their own."""
        needed = [each for x in self.findings for each in dict.fromkeys((x.claim.text, y) for y in x.departures)]
        support = Counter(departure for _, departure in dict.fromkeys(needed))
        return tuple(x for x in self.findings if x.correct is False or any(support[y] < _SUPPORT for y in x.departures))

    @property
    def missing(self) -> tuple[ComparedTerm, ...]:
        return tuple(term for x in self.doubtful for term in x.differences.missing)

    @property
    def wrong(self) -> tuple[Mistake, ...]:
        return tuple(mistake for x in self.doubtful for mistake in x.differences.wrong)

    @property
    def extra(self) -> tuple[ComparedTerm, ...]:
        return tuple(x.found for x in self.wrong if x.expected is None)

    @property
    def dimensions(self) -> tuple[Finding, ...]:
        """Terms with another unit than the claimed quantity; robots with numbers for lengths or masses have none."""
        return tuple(dict.fromkeys(why for x in self.doubtful[:_MOST] for why in x.dimensions))

    @property
    def reasons(self) -> tuple[Finding, ...]:
        """Known mistakes that explain the differences."""
        return tuple(dict.fromkeys(why for x in self.doubtful[:_MOST] for why in x.diagnosis.reasons))

    def explain(self) -> str:
        """Return the verdict as text."""
        lines, wrong = [f"{x}." for x in self.right_if], 0
        alone = any(x.otherwise for x in self.right_if)
        for finding in self.findings:
            wrong += finding.correct is False
            if self.correct is None and finding.correct is None:  # the convention is stated above
                lines += [*(_difference_lines(finding) if alone else ()), *_own_lines(finding)]
            else:
                lines += _finding_lines(finding, why=wrong <= _MOST)
        return "\n".join(lines + [f"Note: {note}." for note in self.notes])

    def __bool__(self) -> bool:
        return self.correct is True

    def __str__(self) -> str:
        return self.explain()

    def __repr__(self) -> str:
        word = {True: "correct", None: "right in another convention", False: "wrong"}[self.correct]
        lines = [x.claim.label for x in self.findings if x.correct is self.correct]
        return f"<Verdict: {word}{'' if self.correct else ': ' + ', '.join(lines)}>"

    def _repr_latex_(self) -> str:
        rows = [row for x in self.findings for row in _latex_rows(x)]
        return "$$\\begin{array}{ll}" + " \\\\ ".join(rows) + "\\end{array}$$"

    def _repr_html_(self) -> str:
        notes = (f"<p><i>{escape(str(n))}.</i></p>" for n in (*self.right_if, *self.notes))
        return "".join([*map(_html, self.findings), *notes])


def _finding_lines(finding: ClaimVerdict, why: bool) -> list[str]:
    label = finding.claim.label
    if finding.stated or finding.departures:
        return [f"{label} is right{_where(finding)}.", *_own_lines(finding)]
    if finding.closed:
        return [f"{label} is right where the loops are closed and no motor drives the passive joints."]
    if finding.correct:
        how = " to the digits written" if finding.claim.rounded else ""
        return [f"{label} is right{how}" + (", up to a constant." if finding.claim.up_to_constant else ".")]
    lines = [f"{label} is not right."]
    lines += [f"  Dimensions: {misfit}." for misfit in (finding.dimensions if why else ())]
    lines += _difference_lines(finding)
    diagnosis = finding.diagnosis if why else Diagnosis()
    causes = [x for x in diagnosis.reasons if getattr(x, "factor", None) is None]  # a factor is shown above
    for i, reason in enumerate(causes):
        lines.append(f"  {'Why' if i == 0 else 'And'}: {reason}.")
    if diagnosis.unfinished:
        lines.append(f"  Why: {diagnosis.unfinished}.")
        lines += _at_a_state(finding)
    if len(finding.claim.model) <= _LONGEST and len(finding.expected) <= _LONGEST:
        lines.append(f"  The model says {label} = {finding.expected}")
    return lines


def _own_lines(finding: ClaimVerdict) -> list[str]:
    """Return the equation of the model for a line in another convention."""
    short = len(finding.claim.model) <= _LONGEST and len(finding.expected) <= _LONGEST
    own = short and not finding.model.convention.geometry
    return [f"  In the robot's own convention, {finding.claim.label} = {finding.expected}"] if own else []


def _difference_lines(finding: ClaimVerdict) -> list[str]:
    found = finding.differences
    listed = [f"  missing: {_short(term)}   ({_described(term)})" for term in found.missing]
    listed += [f"  {_what(mistake)}   ({_worded(finding, mistake)})" for mistake in found.wrong]
    more = len(listed) - _MOST_LINES
    return listed[:_MOST_LINES] + ([f"  and so on: {more} more groups of terms"] if more > 0 else [])


def _where(finding: ClaimVerdict) -> str:
    told = ", and ".join(map(str, (*finding.stated, *finding.departures)))
    which = "only in another convention" if finding.departures else "in the stated convention"
    return f" {which}: {told}" if told else ""


def _what(mistake: Mistake) -> str:
    """Return a phrase such as `wrong sign: −x, not x`, `twice too large: 2 x, not x` or `does not belong: x`."""
    if mistake.expected is None:
        return f"does not belong: {_short(mistake.found)}"
    digits = _digits(mistake.factor)
    found, expected = (_short(x, digits) for x in (mistake.found, mistake.expected))
    return f"{_off(mistake.factor, digits)}: {found}, not {expected}"


def _digits(factor: Fraction | None) -> int:
    """Return the number of digits that show that two numbers differ by a factor."""
    apart = 1.0 if factor is None else abs(float(factor - 1))
    return max(DIGITS[True], 2 - math.floor(math.log10(apart)))


def _short(term: ComparedTerm, digits: int = DIGITS[True]) -> str:
    """Return a term as text; for many terms, return their motion and their number."""
    if len(term.terms) <= _MOST_TERMS:
        return term.display.written("text", grouped(list(term.terms)), Style(digits=digits))
    rates = "*".join(a.name if power == 1 else f"{a.name}**{power}" for a, power in term.motion)
    return f"{len(term.terms)} terms" + (f" in {rates}" if rates else "")


def _at_a_state(finding: ClaimVerdict) -> list[str]:
    """Return the two sides at one state, if the robot has numbers."""
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


def _worded(finding: ClaimVerdict, mistake: Mistake) -> str:
    """Return a description of the kind of a written term; a term that does not belong gets no name of a kind."""
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
    if finding.correct is not False:
        return [rf"{label} & \text{{right{_where(finding)}}}"]
    rows = [rf"{label} & \text{{not right}}"]
    rows += [rf"\text{{missing ({term.kind})}} & {term.latex}" for term in finding.differences.missing]
    for mistake in finding.differences.wrong:
        words = _sentence(mistake)
        right = rf" \;\to\; {mistake.expected.latex}" if mistake.expected else ""
        rows.append(rf"\text{{{words} ({mistake.kind})}} & {mistake.found.latex}{right}")
    return rows


def _sentence(mistake: Mistake) -> str:
    return "does not belong" if mistake.expected is None else _off(mistake.factor)


def _html(finding: ClaimVerdict) -> str:
    label = escape(finding.claim.label)
    if finding.correct is not False:
        return f"<p><b>{label}</b> is right{escape(_where(finding))}.</p>"
    items = [f"<li>dimensions: {escape(str(misfit))}.</li>" for misfit in finding.dimensions]
    items += [f"<li>missing ({escape(t.kind)}): <math>{t.mathml}</math></li>" for t in finding.differences.missing]
    for mistake in finding.differences.wrong:
        words = _sentence(mistake)
        right = f", not <math>{mistake.expected.mathml}</math>" if mistake.expected else ""
        items.append(f"<li>{escape(words)} ({escape(mistake.kind)}): <math>{mistake.found.mathml}</math>{right}</li>")
    items += [f"<li>{escape(str(why))}.</li>" for why in finding.diagnosis.reasons]
    return f"<p><b>{label}</b> is not right.</p><ul>{''.join(items)}</ul>"


@working("checking")
def check(
    robot: RobotLike,
    text: str,
    where: Mapping[str, Any] | None = None,
    *,
    wrench: Mapping[str, Sequence[Any]] | None = None,
    tolerance: float = 0.0,
    convention: str | OtherConvention | Sequence[str | OtherConvention] = (),
    book: str | None = None,
) -> Verdict:
    r"""Check one or several written equations against a robot, exactly.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    text : str
        Plain text or LaTeX. An equation of motion, `tau2 = …` or any rearrangement; an entry of the model, `M12 = …`,
        `c1 = …`, `g2 = …`, `c_{112} = …`; a matrix or vector, `M = [[…]]`; an energy, `T = …`, `U = …` (up to a constant),
        `L = …`, `H = T + U`; any S with c = S q̇; a step of a derivation, `T1 = …`, `ω2 = …`, `v_c2 = …`, `∂L/∂q̇1 = …`,
        `ZZ1R = …`; kinematics, `x = …`, `J = [[…]]`, `det J = …`. Undefined names such as H22 or G2 denote entries of the
        model. A decimal number is compared to its written digits.
    where : mapping from names to expressions, optional
        Abbreviations, {"h": "m2*l1*lc2*sin(q2)"}.
    wrench : mapping from link or frame to six entries, optional
        External [force, moment] as in `equations`; its symbols may occur in the text.
    tolerance : float
        Relative difference of numbers that is accepted beyond the written digits.
    convention : str or OtherConvention, or several of them, optional
        Conventions of the text: "absolute" angles, "gravity right", "last index" of c_ijk, another name that the
        `usage` of a verdict's conventions has, or such conventions. The line "absolute angles" in the text has the same effect
        as "absolute".
    book : str, optional
        The book whose conventions the text follows: "craig", "siciliano", "spong", "khalil", "deluca", "featherstone",
        "lynch", "murray" or "asada".

    Returns
    -------
    Verdict
        `correct` is True, False, or None if the text is right only in a convention that was not stated.

    Raises
    ------
    BadExpression
        If the text cannot be read. The finding contains the place and the cause.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.check("planar_2r", "M22 = m2*lc2**2"))
    M22 is not right.
      missing: I2   (inertia)
      Why: link 2 was treated as a point mass: the moment of inertia about its centre of mass is missing.
      The model says M22 = m2*lc2**2 + I2
    """
    robot, _ = as_robot(robot), instance(text, "text", str, "a text")
    real(tolerance, "tolerance", lower=0, below=1)
    text, absolute = _ABSOLUTE.subn("", text)
    stated = _stated(convention, book) + ([OtherConvention(Usage.ABSOLUTE)] if absolute and text.strip() else [])
    truth = mechanics(robot, wrench=wrench)
    given = [*sorted(symbols(x for _, w in truth.wrench for x in w)), *(str(x) for x in truth.multipliers)]
    given += dict.fromkeys(name for x in truth.coordinates.names for name in x.quaternion)
    soft = elastic_joints(robot)
    sprung = _elastic(robot, soft, text, where, given, wrench, tolerance) if soft else None
    if sprung is not None and sprung.correct:
        return sprung
    reading = parse(robot, text, where, given)
    verdict = min((_verdict(truth, reading, tolerance, x) for x in _bases(truth, stated)), key=_departures)
    if soft:
        verdict = replace(verdict, notes=(*verdict.notes, RigidModel(tuple(map(JointName, soft)))))
    return sprung if sprung is not None and verdict.correct is False else verdict


def _stated(
    convention: str | OtherConvention | Sequence[str | OtherConvention], book: str | None
) -> list[OtherConvention]:
    """Return the given convention of a text, and that of its book."""
    given = (convention,) if isinstance(convention, (str, OtherConvention)) else tuple(convention)
    every = (x if isinstance(x, OtherConvention) else OtherConvention(x) for x in given)  # type: ignore[arg-type]
    own = [replace(x, usage=Usage(known(x.usage, [*Usage], "convention"))) for x in every]
    return own + (of_book(book) if book is not None else [])


def _bases(truth: Mechanics, stated: Sequence[OtherConvention]) -> list[Convention]:
    """Return the stated conventions; for absolute angles, the efforts may be those of the joints or of the angles."""
    every = [tuple(stated)]
    if OtherConvention(Usage.ABSOLUTE) in stated and not truth.has_balls:
        own = tuple(OtherConvention(Usage.ABSOLUTE_EFFORTS) if x.usage is Usage.ABSOLUTE else x for x in stated)
        every = [own, tuple(stated)]
    return [Convention(x) for x in every]


_ABSOLUTE = re.compile(
    r"(?:^|(?<=[;\n]))\s*(?:with )?(?:absolute angles|[\w\\{}]+(?: is| are)? absolute)\s*[.;]?\s*?(?=$|\n|;)"
)
"""A line of a text which says that its angles are absolute."""


def _elastic(
    robot: Robot,
    soft: Sequence[str],
    text: str,
    where: Mapping[str, Any] | None,
    given: Sequence[str],
    wrench: Mapping[str, Sequence[Any]] | None,
    tolerance: float,
) -> Verdict | None:
    """Return the verdict with motors behind springs, if a text names their angles: links 0 = … + K (q − θ), motors τ."""
    places = [robot.coordinates.index(name) for name in soft]
    motors = {f"theta{'d' * order}{k + 1}" for k in places for order in range(3)}
    reading = parse(robot, text, where, [*given, *sorted(motors)])
    if motors.isdisjoint(_uses(reading)):
        return None
    drives = [(k, robot.dofs[k].drive or Drive()) for k in places]
    springs = tuple((k, spring_effort(x, k + 1), motor_effort(x, k + 1)) for k, x in drives)
    verdict = _verdict(mechanics(link_side(robot), wrench=wrench), reading, tolerance, OWN, springs)
    return replace(verdict, notes=(*verdict.notes, CheckNote(Noun("motor angle"))))


def _uses(reading: ParsedText) -> set[str]:
    return symbols(x for s in reading.statements for side in s.sides for x in entries(side))


def _departures(verdict: Verdict) -> tuple[int, int]:
    """Return the number of wrong lines, and the number of unstated departures that the other lines need."""
    lines = verdict.findings
    return sum(x.correct is False for x in lines), len({each for x in lines for each in x.departures})


def _verdict(
    truth: Mechanics, reading: ParsedText, tolerance: float, base: Convention, springs: Springs = ()
) -> Verdict:
    """Return the verdict on a text whose stated convention is `base`."""
    budget, closed, best, where = Budget(), frozenset[int](), base, Closed()
    model, display, claimed, found, remarks = _compared(truth, reading, tolerance, base, springs)
    known = Fingerprints(truth, reading, ReferenceModel.of(truth, model.ring, springs), display, claimed)
    wrong = [i for i, x in enumerate(found) if x.missing or x.wrong]
    if wrong and not truth.has_balls:  # how else a ball could be described is not guessed
        where = at_postures(known, wrong) if known.model.passive else Closed()
        closed = where.always & {*wrong}
        if not {*wrong} <= where.always | where.sometimes:
            with budget.spent() as deadline:
                best, whole = solved(known, base, wrong, deadline)
            if not whole and best != base:  # wrong lines are explained in the convention of the others
                with suppress(NotInRing):
                    model, display, claimed, found, remarks = _compared(truth, reading, tolerance, best, springs)
    needs = needed(known, best, base) | {i: (OtherConvention(Usage.ASSEMBLY),) for i in where.sometimes & {*wrong}}
    stated = needed(known, base, OWN) if base.departures else {}
    right = {x.about for x, y in zip(claimed, found, strict=True) if not (y.missing or y.wrong)}
    mirrored = [x.about is not None and x.about.mirror in right for x in claimed]
    verdict = Verdict(
        tuple(
            ClaimVerdict(
                x, found[i], truth, model, display, budget, needs.get(i, ()), stated.get(i, ()), i in closed,
                mirrored[i],
            )
            for i, x in enumerate(claimed)
        )
    )  # fmt: skip
    if closed:
        remarks.append(ComparedAtPostures(COUNT))
        remarks += [CheckNote(Noun("independent rates"))] if where.reduced else []
    if verdict.correct is False and truth.constraints:
        remarks.append(CheckNote(Noun("every q")))
    return replace(verdict, notes=(*reading.notes, *remarks))


def _compared(
    truth: Mechanics, reading: ParsedText, tolerance: float, convention: Convention, springs: Springs
) -> tuple[ReferenceModel, ElementDisplay, list[Claim], list[Differences], list[Finding]]:
    """Return the lines of a text in a convention, with their differences from the model."""
    model, claimed, remarks = claims(truth, reading, convention, springs)
    display = display_in(model.ring, truth.display, any(claim.decimal for claim in claimed))
    return model, display, claimed, [differences(x, model, display, tolerance) for x in claimed], remarks
