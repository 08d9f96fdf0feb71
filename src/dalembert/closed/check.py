"""Exact comparison of a written equation, such as a student's solution, with the model of a robot.

    check(robot, "tau2 = H22*qdd2 + H12*qdd1 - h*qd1*qd2 + G2", where={"h": "m2*l1*lc2*sin(q2)"}).explain()

Both sides of the equation are converted to polynomials in the robot's ring, where equality can be tested exactly. A
correct equation is recognised in any equivalent form. A wrong equation is compared with the model term by term. The
verdict lists the missing terms, the wrong terms and the likely mistake. If no known mistake explains the differences,
the verdict gives the values of both sides at one state. A text can also be correct under another convention, which must
then apply to all its lines. `Verdict.right_if` then contains this convention.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from typing import Any

from dalembert.argument import instance, known, real
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.checking.ball_arithmetic import precise
from dalembert.closed.checking.claim import (
    Claim,
    ComparedTerm,
    Differences,
    Mistake,
    claims,
    differences,
    named_entries,
)
from dalembert.closed.checking.closed_loop_states import COUNT, Closed, at_postures
from dalembert.closed.checking.convention import OWN, Convention, of_book
from dalembert.closed.checking.convention_search import Fingerprints, needed, possible, solved
from dalembert.closed.checking.diagnosis import Budget, Diagnosis, diagnose, in_writing, misfits
from dalembert.closed.checking.expansion import display_in
from dalembert.closed.checking.reference_model import NotInRing, ReferenceModel, Springs
from dalembert.closed.checking.written_slips import Points
from dalembert.closed.equations import link_side, motor_effort, spring_effort
from dalembert.closed.model.generalized_forces import elastic_joints
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.closed.printing.display import DIGITS, ElementDisplay, Style
from dalembert.closed.printing.expression import FactorRank, collected, grouped
from dalembert.closed.reading.parser import ParsedText, parse
from dalembert.finding.equation import (
    CheckNote,
    ComparedAtPostures,
    OtherConvention,
    Reasoning,
    RightIf,
    RigidModel,
    Slip,
    SlipOfPen,
    UnexplainedTerms,
    Usage,
    WrongReasoning,
    WrongSource,
)
from dalembert.finding.finding import Finding, Identifier, JointName, Noun
from dalembert.graph import evaluate
from dalembert.graph.walk import symbols
from dalembert.progress import working
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot

STATE = "q_k = 0.3 k, q̇_k = 1/k, q̈_k = 0.5 k"


_LONGEST = 1000  # largest number of characters of the model in a message
_MOST_TERMS = 20  # largest number of terms of a group in a message
_MOST_LINES = 30  # largest number of listed groups of terms of an equation
_SUPPORT = 2  # smallest number of equations that make another convention likely
_MOST = 8  # largest number of explained wrong equations of a text


@dataclass(frozen=True, eq=False)
class ClaimVerdict:
    """Verdict on one scalar equation, with its differences from the model."""

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
    sources: tuple[Identifier, ...] = ()  # quantities that the equation uses, and the text states wrongly
    supported: bool = False  # another line is right in the robot's own convention
    points: Points | None = field(repr=False, default=None)  # for the line as it is written
    where: Closed = field(repr=False, default_factory=Closed)

    @property
    def correct(self) -> bool | None:
        """True or False, or None if the equation is correct only under a convention that was not specified."""
        if self.sources:
            return False
        if self.departures:
            return None
        return self.closed or not (self.differences.missing or self.differences.wrong)

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """Likely mistakes that explain why the equation is wrong.

        If the equation is correct under another convention, the mistakes refer to the robot's own convention.
        """
        with precise():
            return self._diagnosed()

    def _diagnosed(self) -> Diagnosis:
        if self.correct:
            return Diagnosis()
        if self.sources:
            return Diagnosis((WrongSource(self.sources),))
        if self.claim.unforced and not (self.differences.missing or self.differences.wrong):
            effort = self.display.formula(collected(self.display.terms(-self.display.ring.symbol(self.claim.label))))
            return Diagnosis((SlipOfPen(Slip.TERM_MISSING, meant=effort),))
        own = not self.departures and not self.model.convention.geometry
        search = partial(diagnose, self.model, self.claim, self.differences, self.display, self.budget)
        found = search(own and not self.supported, self.points)
        if not found.complete and self.points is not None:
            why = next(in_writing(self.claim, self.points, self.where, self.display, self.model), None)
            found = Diagnosis((why,)) if why else search(True) if own and self.supported else found
        more = (WrongReasoning(Reasoning.ASYMMETRIC),) if self.mirrored else ()
        return replace(found, reasons=found.reasons + more)

    @cached_property
    def dimensions(self) -> tuple[Finding, ...]:
        """Messages about terms whose unit differs from that of the equation.

        For example, m2*lc2 has the unit kg·m, and a torque has kg·m²/s².
        """
        return () if self.correct else misfits(self.mechanics, self.claim, self.display)

    @property
    def expected(self) -> str:
        """Right-hand side of the model's equation as text, with terms collected by accelerations and velocities."""
        return self.display.written("text", collected(self.display.terms(self.claim.model)))

    def __str__(self) -> str:
        return "\n".join(_finding_lines(self, why=True))


@dataclass(frozen=True, eq=False)
class Verdict:
    """Result of `check`. `print` shows an explanation, and `bool` returns True only if `correct` is True.

    `correct` is None if the text is correct only under a convention that was not specified (`right_if`). `missing`
    contains the terms of the model that are missing from the text. `wrong` contains the terms of the text that differ
    from the model. Each wrong term is listed with the correct term (`expected`) and the ratio of the two. If the model
    has no such term, `expected` is None and the term also appears in `extra`. These attributes cover the wrong lines of
    the text. They also cover a line that is correct under another convention if no other line of the text uses this
    convention.
    """

    findings: tuple[ClaimVerdict, ...]
    notes: tuple[Finding, ...] = ()

    @property
    def correct(self) -> bool | None:
        every = {x.correct for x in self.findings}
        return False if False in every else None if None in every else True

    @property
    def right_if(self) -> tuple[RightIf, ...]:
        """Conventions under which the text is correct, each with the lines that require it.

        The tuple is empty unless `correct` is None. If only one line requires a convention, its entry also contains the
        mistakes in this line under the robot's own convention.
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
        """Conventions, other than the robot's own, under which equations in the text are correct."""
        return tuple(dict.fromkeys(each for x in self.findings for each in (*x.stated, *x.departures)))

    @cached_property
    def doubtful(self) -> tuple[ClaimVerdict, ...]:
        """Wrong lines, and lines that are correct only under a convention that no other line uses."""
        support = Counter(y for _, y in {(x.claim.text, y) for x in self.findings for y in x.departures})
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
        """Messages about terms whose unit differs from that of their equation.

        The units are not checked for robots with numeric lengths or masses.
        """
        return tuple(dict.fromkeys(why for x in self.doubtful[:_MOST] for why in x.dimensions))

    @property
    def reasons(self) -> tuple[Finding, ...]:
        """Known mistakes that explain the differences between the text and the model."""
        return tuple(dict.fromkeys(why for x in self.doubtful[:_MOST] for why in x.diagnosis.reasons))

    def explain(self) -> str:
        """Format the verdict as text."""
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
    lines += [f"  {'And' if i else 'Why'}: {reason}." for i, reason in enumerate(causes)]
    if why and not diagnosis.reasons:
        lines.append(f"  Why: {diagnosis.unfinished or UnexplainedTerms()}.")
        lines += _at_a_state(finding)
    return lines + [f"  The model says {x}" for x in _equation(finding)]


def _own_lines(finding: ClaimVerdict) -> list[str]:
    """Format the equation of the model for a line that is correct under another convention."""
    own = [] if finding.model.convention.geometry else _equation(finding)
    return [f"  In the robot's own convention, {x}" for x in own]


def _equation(finding: ClaimVerdict) -> list[str]:
    """Format the equation of the model. The result is empty if the equation is too long."""
    short = len(finding.claim.model) <= _LONGEST and len(finding.expected) <= _LONGEST
    return [f"{finding.claim.label} = {finding.expected}"] if short else []


def _difference_lines(finding: ClaimVerdict) -> list[str]:
    found = finding.differences
    listed = [f"  missing: {_short(term)}   ({_described(term)})" for term in found.missing]
    listed += [f"  {_what(mistake)}   ({_worded(finding, mistake)})" for mistake in found.wrong]
    more = len(listed) - _MOST_LINES
    if more > 0:
        listed[_MOST_LINES:] = [f"  and so on: {more} more groups of terms"]
    return listed


def _where(finding: ClaimVerdict) -> str:
    stated = ", and ".join(map(str, (*finding.stated, *finding.departures)))
    which = "only in another convention" if finding.departures else "in the stated convention"
    return f" {which}: {stated}" if stated else ""


def _what(mistake: Mistake) -> str:
    """Describe a wrong term.

    Examples are `wrong sign: −x, not x`, `twice too large: 2 x, not x` and `does not belong: x`.
    """
    digits = _digits(mistake.factor)
    right = "" if mistake.expected is None else f", not {_short(mistake.expected, digits)}"
    return f"{_sentence(mistake)}: {_short(mistake.found, digits)}{right}"


def _digits(factor: Fraction | None) -> int:
    """Return the number of digits needed to distinguish two numbers whose ratio is the given factor."""
    apart = 1.0 if factor is None else abs(float(factor - 1))
    return max(DIGITS[True], 2 - math.floor(math.log10(apart)))


def _short(term: ComparedTerm, digits: int = DIGITS[True]) -> str:
    """Format a term as text.

    A term with many products is summarized by the number of products and their velocities or accelerations.
    """
    if len(term.terms) <= _MOST_TERMS:
        return term.display.written("text", grouped(list(term.terms)), Style(digits=digits))
    rates = "*".join(a.name if power == 1 else f"{a.name}**{power}" for a, power in term.motion)
    return f"{len(term.terms)} terms" + (f" in {rates}" if rates else "")


def _at_a_state(finding: ClaimVerdict) -> list[str]:
    """Evaluate both sides of a claim at one state, and report the values.

    The result is empty unless all parameters are numbers.
    """
    nodes = [finding.display.node(p) for p in (finding.claim.written, finding.claim.model)]
    state: dict[str, float] = {}
    for k, x in enumerate(finding.display.ring.coordinates, 1):
        state |= {x.q: 0.3 * k, x.qd: 1 / k, x.qdd: 0.5 * k}
    if symbols(nodes) <= state.keys():
        with suppress(ValueError, ZeroDivisionError, OverflowError):
            written, model = evaluate(nodes, state)
            return [f"  At {STATE} what is written is {written:.6g}, and the model {model:.6g}."]
    return []


_FACTORS = {
    Fraction(-1): "wrong sign", Fraction(2): "twice too large", Fraction(1, 2): "half of what it should be",
    Fraction(-2): "wrong sign and twice too large", Fraction(-1, 2): "wrong sign and half of what it should be",
}  # fmt: skip


def _sentence(mistake: Mistake) -> str:
    factor = mistake.factor
    if factor is None:
        return "does not belong"
    exact = factor if factor.denominator < 1000 else format(float(factor), f".{_digits(factor)}g")
    return _FACTORS.get(factor, f"off by a factor {exact}")


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
    """Describe the kind of a wrong term.

    The description names no kind if the term has no counterpart in the model.
    """
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
    r"""Compare one or more written equations exactly with the model of a robot.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    text : str
        Equations in plain text or LaTeX. An equation of motion has the form `tau2 = …` or any rearrangement of it.
        Entries of the model are written as `M12 = …`, `c1 = …`, `g2 = …` or `c_{112} = …`, and matrices as `M = [[…]]`.
        Energies are written as `T = …`, `U = …` (up to a constant), `L = …` or `H = T + U`. Any matrix S with c = S q̇
        is accepted. Steps of a derivation include `T1 = …`, `ω2 = …`, `v_c2 = …`, `∂L/∂q̇1 = …` and `ZZ1R = …`.
        Kinematic equations include `x = …`, `J = [[…]]` and `det J = …`. Names without a definition, such as H22 or G2,
        are interpreted as entries of the model. Decimal numbers are compared to the precision of their last digit.
    where : mapping from names to expressions, optional
        Abbreviations in the text, such as {"h": "m2*l1*lc2*sin(q2)"}.
    wrench : mapping from link or frame to six entries, optional
        External wrenches [force, moment], as in `equations`. Their symbols can occur in the text.
    tolerance : float
        Relative tolerance for numerical coefficients, in addition to the rounding of the written digits.
    convention : str or OtherConvention, or several of them, optional
        Conventions of the text, such as "absolute" (absolute angles), "gravity right" or "last index" (of c_ijk). You
        can also pass the entries of `Verdict.conventions`, or the `usage` of an entry. The line "absolute angles" in
        the text has the same effect as "absolute".
    book : str, optional
        Book whose conventions the text follows, one of "craig", "siciliano", "spong", "khalil", "deluca",
        "featherstone", "lynch", "murray" or "asada".

    Returns
    -------
    Verdict
        `correct` is True, False, or None if the text is correct only under a convention that was not specified.

    Raises
    ------
    BadExpression
        If the text cannot be parsed. The error message states the position and the cause.

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
    given = sorted(symbols(x for _, w in truth.wrench for x in w))
    given += map(str, truth.multipliers)
    given += dict.fromkeys(name for x in truth.coordinates.names for name in x.quaternion)
    soft = elastic_joints(robot)
    with precise():
        sprung = _elastic(robot, soft, text, where, given, wrench, tolerance) if soft else None
        if sprung is not None and sprung.correct:
            return sprung
        reading = parse(robot, text, where, given)
        verdicts = [_verdict(truth, reading, tolerance, x) for x in _bases(truth, stated)]
    verdict = min(verdicts, key=_rank) if len(verdicts) > 1 else verdicts[0]  # needs reasons only to choose
    if soft:
        verdict = replace(verdict, notes=(*verdict.notes, RigidModel(tuple(map(JointName, soft)))))
    return sprung if sprung is not None and verdict.correct is False else verdict


def _stated(
    convention: str | OtherConvention | Sequence[str | OtherConvention], book: str | None
) -> list[OtherConvention]:
    """Collect the conventions that the user specified and the conventions of the book."""
    given = (convention,) if isinstance(convention, (str, OtherConvention)) else tuple(convention)
    every = (x if isinstance(x, OtherConvention) else OtherConvention(x) for x in given)  # type: ignore[arg-type]
    own = [replace(x, usage=Usage(known(x.usage, [*Usage], "convention"))) for x in every]
    return own + (of_book(book) if book is not None else [])


def _bases(truth: Mechanics, stated: Sequence[OtherConvention]) -> list[Convention]:
    """Return the conventions under which a text is compared with the model.

    If the text uses absolute angles, the efforts can refer to the joints or to the absolute angles. Both cases are
    therefore returned.
    """
    every = [Convention(tuple(stated))]
    if OtherConvention(Usage.ABSOLUTE) in stated and not truth.has_balls:
        own = (OtherConvention(Usage.ABSOLUTE_EFFORTS) if x.usage is Usage.ABSOLUTE else x for x in stated)
        every.insert(0, Convention(tuple(own)))
    return every


_ABSOLUTE = re.compile(
    r"(?:^|(?<=[;\n]))\s*(?:with )?(?:absolute angles|[\w\\{}]+(?: is| are)? absolute)\s*[.;]?\s*?(?=$|\n|;)"
)
"""Pattern of a line which states that the angles of the text are absolute."""


def _elastic(
    robot: Robot,
    soft: Sequence[str],
    text: str,
    where: Mapping[str, Any] | None,
    given: Sequence[str],
    wrench: Mapping[str, Sequence[Any]] | None,
    tolerance: float,
) -> Verdict | None:
    """Compare a text that contains motor angles with the equations of the elastic joints.

    Return None if the text contains no motor angle.
    """
    places = [robot.coordinates.index(name) for name in soft]
    motors = {f"theta{'d' * order}{k + 1}" for k in places for order in range(3)}
    reading = parse(robot, text, where, [*given, *sorted(motors)])
    if motors.isdisjoint(reading.symbols):
        return None
    drives = [(k, robot.dofs[k].drive or Drive()) for k in places]
    springs = tuple((k, spring_effort(x, k + 1), motor_effort(x, k + 1)) for k, x in drives)
    verdict = _verdict(mechanics(link_side(robot), wrench=wrench), reading, tolerance, OWN, springs)
    return replace(verdict, notes=(*verdict.notes, CheckNote(Noun("motor angle"))))


def _rank(verdict: Verdict) -> tuple[int, int, bool]:
    """Return the sort key of a verdict.

    The first two entries count wrong lines and the unspecified conventions that correct lines require. The last entry
    is True if no known mistake explains the wrong lines.
    """
    lines = verdict.findings
    needed = len(set().union(*(x.departures for x in lines)))
    return sum(x.correct is False for x in lines), needed, verdict.correct is False and not verdict.reasons


def _verdict(
    truth: Mechanics, reading: ParsedText, tolerance: float, base: Convention, springs: Springs = ()
) -> Verdict:
    """Compare a text with the model, starting from the specified convention `base`."""
    budget = Budget()
    closed = frozenset[int]()
    best = base
    where = Closed()
    model, display, claimed, found, remarks = _compared(truth, reading, tolerance, base, springs)
    ring = model.own_ring
    known = Fingerprints(
        reading, ReferenceModel.of(truth, ring, springs), display_in(ring, truth.display, False), claimed
    )
    wrong = [i for i, x in enumerate(found) if x.missing or x.wrong]
    if wrong and not truth.has_balls:  # other coordinates of ball joints are not tried
        where = at_postures(known, wrong, base, possible(known, base)) if known.model.passive else Closed()
        closed = where.always & {*wrong}
        if not {*wrong} <= where.always | where.sometimes:
            with budget.spent() as deadline:
                best, whole = solved(known, base, wrong, deadline)
            if not whole and best != base:  # wrong lines are explained in the convention of the correct lines
                with suppress(NotInRing):
                    model, display, claimed, found, remarks = _compared(truth, reading, tolerance, best, springs)
    needs = needed(known, best, base) | {i: (OtherConvention(Usage.ASSEMBLY),) for i in where.sometimes & {*wrong}}
    needs |= {i: where.convention.departures[len(base.departures) :] for i in closed}
    stated = needed(known, base, OWN) if base.departures else {}
    held = {i for i, x in enumerate(found) if not (x.missing or x.wrong) or needs.get(i)} | closed
    needs |= {i: (*needs.get(i, ()), OtherConvention(Usage.UNFORCED)) for i in held if claimed[i].unforced}
    sources = _sources(claimed, held)
    right = {x.about for x, y in zip(claimed, found, strict=True) if not (y.missing or y.wrong)}
    mirrored = [x.about is not None and x.about.mirror in right for x in claimed]
    shared = (truth, model, display, budget)
    points = [None if x.decimal or truth.has_balls else known.points(x, model.convention) for x in claimed]
    verdict = Verdict(
        tuple(
            ClaimVerdict(
                x,
                found[i],
                *shared,
                needs.get(i, ()),
                stated.get(i, ()),
                i in closed,
                mirrored[i],
                sources[i],
                bool(right),
                points[i],
                where,
            )
            for i, x in enumerate(claimed)
        )
    )
    if closed:
        remarks.append(ComparedAtPostures(COUNT))
        remarks += [CheckNote(Noun("independent rates"))] if where.reduced else []
    if verdict.correct is False and truth.constraints:
        remarks.append(CheckNote(Noun("every q")))
    return replace(verdict, notes=(*reading.notes, *remarks))


def _sources(claimed: Sequence[Claim], held: Set[int]) -> list[tuple[Identifier, ...]]:
    """Return, for each line, the quantities that it uses and whose own lines are wrong."""
    wrong = {x.about for i, x in enumerate(claimed) if i not in held}
    found = []
    for i, x in enumerate(claimed):
        used = [entry for entry in named_entries(x.sides).values() if entry in wrong and i in held]
        found.append(tuple(Identifier(str(entry)) for entry in used))
        wrong |= {x.about} if used else set()
    return found


def _compared(
    truth: Mechanics, reading: ParsedText, tolerance: float, convention: Convention, springs: Springs
) -> tuple[ReferenceModel, ElementDisplay, list[Claim], list[Differences], list[Finding]]:
    """Convert the lines of a text to claims under a convention, and compute their differences from the model."""
    model, claimed, remarks = claims(truth, reading, convention, springs)
    chart = model.chart
    image = (lambda x: model.ring.moving_part(chart.image(chart.own.lift(x)))) if chart else model.ring.lift
    display = display_in(model.ring, truth.display, any(claim.decimal for claim in claimed), image)
    return model, display, claimed, [differences(x, model, display, tolerance) for x in claimed], remarks
