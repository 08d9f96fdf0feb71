"""Diagnose wrong equations by testing possible mistakes exactly and by checking the units of terms.

Let D = written − model be the difference between an equation and the model. A hypothesis that changes the model to
model′ explains D if model′ − model = D. Several hypotheses explain D together if their changes add up to D. A mistake
is reported only if it leads to exactly the written equation. Conceptual errors (`mistakes`), which lead to another
model, are tested first. Slips (`mistakes.slips`), which change individual terms, are tested next. The search is limited
in time and in the number of terms, and reports when it reaches a limit.

A term with the wrong dimension is wrong for every robot:

    [a b] = [a][b],   [a + b] = [a] = [b]:   m2 lc2 cos q2 has kg·m, a torque has kg·m²/s²         [bipm2019]

The dimension of a term follows from the dimensions of its generators. The dimension of a symbol follows from its role
in the robot. The dimension of a root or an inverse follows from its argument. A number can represent a dimensional
quantity. Therefore, dimensions are not checked for robots with numeric lengths or masses, or for claims that contain
decimals with several digits, such as 9.81 for g.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TypeAlias

from dalembert import finding
from dalembert.closed.algebra.ring import Generator, Poly, Ring
from dalembert.closed.algebra.ring import Monomial as Exponents
from dalembert.closed.checking import mistakes
from dalembert.closed.checking.claim import Claim, Differences, differences, moving, symbol_of
from dalembert.closed.checking.closed_loop_states import Closed
from dalembert.closed.checking.convention import meanings, topic
from dalembert.closed.checking.reference_model import NotInRing, ReferenceModel
from dalembert.closed.checking.written_slips import Points, equal, in_degrees, written_slips
from dalembert.closed.derivation.shared_steps import OutOfTime
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.model.units import ACCELERATION, NUMBER, Dimension, Units, robot_slots
from dalembert.closed.printing.display import ElementDisplay
from dalembert.closed.printing.expression import collected
from dalembert.closed.reading.vocabulary import Entry
from dalembert.finding.equation import Formula, Reasoning, Slip
from dalembert.finding.finding import Finding, Identifier, Noun, Unit
from dalembert.graph import Node, Scalar, symbol

# letters with a fixed unit
_UNIT_KNOWN = frozenset(("tau", "M", "S", "c", "g", "n", "p", "Gamma", "C", "B"))
_ANY = frozenset(("sign", "unit"))  # functions that are dimensionless for any argument
_POWER = {"root": Fraction(1, 2), "inverse": Fraction(-1), "abs": Fraction(1)}


def misfits(mechanics: Mechanics, claim: Claim, display: ElementDisplay) -> tuple[Finding, ...]:
    """Return a message for each wrong dimension among the terms of a claim."""
    if claim.decimal or not _in_symbols(mechanics):
        return ()
    scale = _ElementDimensions(display, Units(mechanics, None))
    written, model = (claim.compared(display.ring, p) for p in (claim.written, claim.model))
    wanted = scale.claimed(claim, model)
    if wanted is None:
        return ()
    inside = tuple(why for i, why in scale.inside.items() if written.degrees()[i])
    parts = scale.parts(written)
    if inside or parts is None:
        return inside
    return tuple(
        finding.WrongDimension(*scale.shown(part), _unit(found), _what(claim), _unit(wanted))
        for found, part in parts.items()
        if found != wanted
    )


class _ElementDimensions:
    """Dimensions of ring elements and of their terms."""

    def __init__(self, display: ElementDisplay, units: Units) -> None:
        self.display, self.units = display, units
        self.inside: dict[int, Finding] = {}  # generator -> message about wrong dimensions in its argument

    @property
    def ring(self) -> Ring:
        return self.display.ring

    @cached_property
    def generators(self) -> list[Dimension | None]:
        found: list[Dimension | None] = [None] * len(self.ring.generators)
        for i in reversed(range(len(found))):  # the argument of a function contains only later generators
            found[i] = self._generator(i, self.ring.generators[i], found)
        return found

    def _generator(self, i: int, x: Generator, found: list[Dimension | None]) -> Dimension | None:
        if x.kind == "symbol":
            return self.units.symbols.get(x.name)
        if x.kind in _ANY:
            return NUMBER
        inner = _by_dimension(self.ring, x.argument, found)
        if inner is None:
            return None
        if len(inner) > 1:
            self.inside[i] = finding.MixedSum(
                tuple(finding.Measured(*self.shown(part), _unit(of)) for of, part in inner.items())
            )
            return None
        (under,) = inner or (NUMBER,)
        if x.kind in _POWER:
            return under ** _POWER[x.kind]
        if under != NUMBER:
            argument = finding.Measured(*self.shown(x.argument), _unit(under))
            self.inside[i] = finding.DimensionalArgument(Identifier(x.kind), argument)
        return NUMBER

    def parts(self, p: Poly) -> dict[Dimension, Poly] | None:
        """Group the terms of a ring element by physical dimension.

        Return None if the dimension of a symbol is unknown.
        """
        return _by_dimension(self.ring, p, self.generators)

    def claimed(self, claim: Claim, model: Poly) -> Dimension | None:
        """Return the dimension of the claimed quantity.

        Return None if neither the model terms nor the name of the quantity determine the dimension.
        """
        own = self.parts(model)
        given = {self._entry(*each) for each in claim.entries if each[1].letter in _UNIT_KNOWN}
        every = {*(own or ()), *given}
        return every.pop() if own is not None and len(every) == 1 else None

    def _entry(self, factor: Poly, entry: Entry) -> Dimension | None:
        own, times = self.units.dimension(symbol(symbol_of(entry))), self.parts(factor)
        return own * next(iter(times)) if own is not None and times is not None and len(times) == 1 else None

    def shown(self, p: Poly) -> tuple[Formula | None, int]:
        """Return the formula of a ring element, or None if it is long, and the number of its terms."""
        return (_formula(self.display, p) if len(p) <= _LONGEST else None), len(p)


def _by_dimension(ring: Ring, p: Poly, known: list[Dimension | None]) -> dict[Dimension, Poly] | None:
    parts: dict[Dimension, dict[Exponents, object]] = {}
    for monomial, k in p.to_dict().items():
        total = NUMBER
        for i, power in enumerate(monomial):
            if power:
                of = known[i]
                if of is None:
                    return None
                total = total * of ** int(power)
        parts.setdefault(total, {})[monomial] = k
    return {of: ring.context.from_dict(part) for of, part in parts.items()}


def _in_symbols(mechanics: Mechanics) -> bool:
    """Check whether all link quantities with a physical dimension are symbols.

    Gravity is included if the gravity vector is nonzero.
    """
    return not any(
        x and of != NUMBER and (of != ACCELERATION or any(mechanics.g))
        for x, of in robot_slots(mechanics.robot.rigid())
        if not isinstance(x, Node)
    )


def _unit(x: Dimension) -> Unit:
    return Unit("1" if x == NUMBER else x.base)


def _what(claim: Claim) -> Identifier | Noun:
    if not claim.entries:
        return Noun("other side")
    efforts = all(entry.letter == "tau" for _, entry in claim.entries)
    return Noun("an effort") if efforts else Identifier(claim.label)


def _formula(display: ElementDisplay, p: Poly) -> Formula:
    return display.formula(collected(display.terms(p)))


_MOVING = frozenset(("tau", "M", "c", "n", "S", "C", "B", "Gamma", "T", "L", "E", "p"))
_VELOCITY = frozenset(("tau", "c", "n", "S", "C", "B", "Gamma"))
_WEIGHT = frozenset(("tau", "g", "n", "U", "L", "E"))
_EVERY = _MOVING | _WEIGHT
_EFFORT = frozenset(("tau",))

Reason: TypeAlias = finding.WrongReasoning | finding.SlipOfPen | finding.OtherConvention
Changes: TypeAlias = list[tuple[Poly, Reason]]
Hypothesis: TypeAlias = Callable[[ReferenceModel], mistakes.Variants]
HYPOTHESES: tuple[tuple[Hypothesis, frozenset[str]], ...] = (  # and the letters of the model that each can change
    (mistakes.velocity_products, _VELOCITY),
    (mistakes.kinetic_slope, _VELOCITY),
    (mistakes.gravity, _WEIGHT),
    (mistakes.parallel_axes, _MOVING),
    (mistakes.rotors, _MOVING),
    (mistakes.friction, _EFFORT),
    (mistakes.external, _EFFORT),
    (mistakes.kinetic_energy, _MOVING),
    (mistakes.relative_rates, _MOVING),
    (mistakes.coupling, _MOVING),
    (mistakes.weights, _WEIGHT),
    (mistakes.links, _MOVING),
    (mistakes.other_coordinates, _EVERY),
)
_ENERGIES = ("L", "E")
_ROUNDS = 4  # largest number of mistakes in one equation
_LARGEST = 1500  # largest number of terms of an equation to explain
_LARGEST_SLIP = 40  # largest number of terms to search for slips of the pen
_LONGEST = 12  # largest number of terms in a message
_SECONDS_ELSEWHERE = 1.0  # processor time for mistakes in other coordinates
_SECONDS = 4.0  # processor time for all equations of one text, so that the load of the machine changes no verdict


@dataclass
class Budget:
    """Time limit for the diagnosis of all equations of one text."""

    left: float = _SECONDS

    @contextmanager
    def spent(self) -> Iterator[float]:
        """Yield the deadline for a block of code, and subtract its duration from the remaining time."""
        start = time.thread_time()
        try:
            yield start + self.left
        finally:
            self.left -= time.thread_time() - start


@dataclass(frozen=True)
class Diagnosis:
    """Mistakes that together explain a difference completely. `unfinished` is True if a limit stopped the search."""

    reasons: tuple[Reason | finding.WrongSource, ...] = ()
    unfinished: finding.SearchEnded | None = None

    @property
    def complete(self) -> bool:
        """Whether the mistakes explain the difference."""
        return bool(self.reasons)


def diagnose(
    model: ReferenceModel,
    claim: Claim,
    found: Differences,
    display: ElementDisplay,
    budget: Budget,
    coordinates: bool | None = True,
    points: Points | None = None,
) -> Diagnosis:
    """Search for mistakes that lead from the model to the written equation.

    If `coordinates` is True, a departure in coordinates counts as a mistake. If `coordinates` is None, no departures
    are tested. `points` are the random points at which angles in degrees are detected.
    """
    seen = partial(claim.compared, display.ring)
    left = seen(claim.written - claim.model)
    if not claim.entries or model.mechanics.has_balls:  # other coordinates of ball joints are not tried
        return Diagnosis()
    if max(len(left), len(claim.model)) > _LARGEST:
        return Diagnosis(unfinished=finding.SearchEnded(_LARGEST))
    if points is not None and in_degrees(claim.sides, points):
        return Diagnosis((finding.WrongReasoning(Reasoning.DEGREES),))
    changes: Changes = []
    numbers: Changes = []  # wrong factors, which explain a difference only if no other mistake does
    with budget.spent() as deadline:
        try:
            for p, why in _changes(replace(model, deadline=deadline), claim, found, display):
                change = seen(p)
                if not change or (not coordinates and _is_convention(why, claim)):
                    continue
                if isinstance(why, finding.SlipOfPen) and why.factor is not None:
                    numbers.append((change, why))
                    continue
                if change == left:
                    return Diagnosis((_worded(why, claim, change, display),))
                changes.append((change, why))
        except OutOfTime:
            return Diagnosis(unfinished=finding.SearchEnded())
    together = _together(changes, left) or [x for x in numbers if x[0] == left][:1]
    together = together or _together(changes + numbers, left)
    if not together and coordinates is not None:
        return _in_other_terms(model, claim, display, budget, coordinates)
    return Diagnosis(tuple(_worded(why, claim, change, display) for change, why in together))


def in_writing(
    claim: Claim, own: Points, where: Closed, display: ElementDisplay, model: ReferenceModel
) -> Iterator[Reason]:
    """Yield slips in an equation as written, and mistakes in an equation that holds only if the loops are closed."""
    left, right = claim.sides
    if claim.up_to_constant:
        off = claim.model - claim.written
        left = left - display.node(off - moving(display.ring, off))
    with suppress(NotInRing):
        yield from written_slips((left, right), own, display)
        for reduced in where.sizes:
            points = where.points(claim, reduced)
            if equal(*points.of(claim.sides)):  # what is wrong stands in the other lines
                continue
            if in_degrees(claim.sides, points):
                yield finding.WrongReasoning(Reasoning.DEGREES)
            for other, why in (x for hypothesis, _ in HYPOTHESES for x in hypothesis(model)):

                def node(entry: Entry, other: ReferenceModel = other) -> Scalar:
                    return display.node(other.value(entry))

                with suppress(NotInRing):
                    mistaken = where.points(claim, reduced, node)
                    if equal(*mistaken.of(claim.sides)):
                        yield why
            yield from written_slips(claim.sides, points, display)


def _in_other_terms(
    model: ReferenceModel, claim: Claim, display: ElementDisplay, budget: Budget, coordinates: bool
) -> Diagnosis:
    """Try to explain the difference by another meaning of a letter, the opposite sign of gravity or other coordinates,
    possibly with further mistakes.
    """
    with budget.spent() as last, suppress(OutOfTime):
        deadline = min(last, time.thread_time() + _SECONDS_ELSEWHERE)
        timed = replace(model, deadline=deadline)
        for other, why in _other_terms(timed, claim, coordinates):
            with suppress(NotInRing):
                moved = replace(claim, model=claim.value(other))
                found = differences(moved, other, display, 0)
                more = diagnose(other, moved, found, display, Budget(deadline - time.thread_time()), None)
                if more.complete:
                    return Diagnosis((_worded(why, claim, moved.model, display), *more.reasons))
    return Diagnosis(unfinished=finding.SearchEnded() if budget.left <= 0 else None)


def _other_terms(model: ReferenceModel, claim: Claim, coordinates: bool) -> Iterator[tuple[ReferenceModel, Reason]]:
    for of in {topic(entry, claim.letter) for _, entry in claim.entries}:
        yield from ((replace(model, convention=model.convention + (x,)), x) for x in meanings(of))
    yield from (x for x in mistakes.gravity(model) if x[1].mistake is Reasoning.WRONG_SIGN)
    if coordinates:
        yield from (x for x in mistakes.other_coordinates(model) if not x[1].gravity_only)


def _is_convention(why: Reason, claim: Claim) -> bool:
    """Check whether a mistake is the use of another convention throughout the equation."""
    if not isinstance(why, finding.WrongReasoning) or why.mistake not in mistakes.MISTAKEN.values():
        return False
    return not why.gravity_only or all(entry.letter != "tau" for _, entry in claim.entries)


def _changes(
    model: ReferenceModel, claim: Claim, found: Differences, display: ElementDisplay
) -> Iterator[tuple[Poly, Reason]]:
    """Yield (model′ − model, mistake) for each hypothesis."""
    letters = {entry.letter for _, entry in claim.entries}
    for hypothesis, about in HYPOTHESES:
        for other, why in hypothesis(model) if letters & about else ():
            with suppress(NotInRing):
                yield claim.value(other) - claim.model, why
    lost = [x for term in found.missing for x in term.terms]
    lost += [x for mistake in found.wrong if mistake.expected for x in mistake.expected.terms]
    if len(lost) <= _LARGEST_SLIP:
        for each in mistakes.slips(display, lost):
            model.in_time()
            yield each


def _together(changes: Changes, left: Poly) -> Changes:
    """Return the smallest set of changes whose sum equals the difference, or an empty list.

    No two changes affect the same terms.
    """
    table = left.to_dict()
    parts: dict[frozenset[Exponents], tuple[Poly, Reason]] = {}
    for change, why in changes:
        own = change.to_dict()
        if all(table.get(m) == k for m, k in own.items()):
            parts.setdefault(frozenset(own), (change, why))

    def cover(rest: frozenset[Exponents], most: int) -> Changes | None:
        """Return at most this number of changes that together have each of the remaining terms once."""
        if not rest or not most:
            return None if rest else []
        first = max(rest)
        for own, part in parts.items():
            if first in own and own <= rest:
                more = cover(rest - own, most - 1)
                if more is not None:
                    return [part, *more]
        return None

    sets = (cover(frozenset(table), most) for most in range(1, _ROUNDS + 1))
    smallest = next((x for x in sets if x is not None), [])
    return sorted(smallest, key=lambda x: -len(x[0]))


def _worded(why: Reason, claim: Claim, change: Poly, display: ElementDisplay) -> Reason:
    """Add the joint number and the missing expression to the message about a mistake."""
    lost = _formula(display, -change) if len(change) <= _LONGEST else None
    if isinstance(why, finding.SlipOfPen):
        if why.factor:
            whole = change * display.ring.number(1 / (Fraction(why.factor) - 1))
            return replace(why, meant=_formula(display, whole) if len(whole) <= _LONGEST else None, terms=len(whole))
        return replace(why, meant=lost, terms=len(change)) if why.slip is Slip.PARALLEL_AXIS else why
    if isinstance(why, finding.OtherConvention):
        return why
    entry = claim.entries[0][1]
    joint = entry.indices[0] if len(claim.entries) == 1 and entry.indices else None
    turned = why.mistake is Reasoning.WRONG_SIGN and why.part == "gravity terms" and entry.letter in _ENERGIES
    mistake = Reasoning.POTENTIAL_SIGN if turned else why.mistake
    if mistake in (Reasoning.KINETIC_SLOPE_DROPPED, Reasoning.CONSTANT_INERTIA):
        why = replace(why, lost=lost, terms=len(change))
    return replace(why, mistake=mistake, joint=joint)
