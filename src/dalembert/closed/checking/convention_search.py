"""Search for the convention with the fewest departures under which all equations of a text are correct.

Each equation is evaluated at random points (`ball_arithmetic`) under every candidate convention. A wrong candidate
usually fails for the first equation. Candidates that pass are confirmed equation by equation in the exact
ring. The cost of a convention is the number of its departures from the robot's own convention. At most three departures
in coordinates and signs are tried. If several conventions make all equations correct, they are ranked by their cost,
and then by the order of `convention.geometries`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, takewhile

from flint import acb

from dalembert.closed.checking.ball_arithmetic import Number, drawn, evaluated, number, same
from dalembert.closed.checking.claim import Claim, claims, named_entries
from dalembert.closed.checking.convention import Convention, Departures, LinearChange, geometries, meanings, topic
from dalembert.closed.checking.reference_model import NotInRing, ReferenceModel
from dalembert.closed.checking.written_slips import Points
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.printing.display import ElementDisplay
from dalembert.closed.reading.operand import is_decimal
from dalembert.closed.reading.parser import ParsedText
from dalembert.closed.reading.vocabulary import INDICES, Entry
from dalembert.errors import WrongValue
from dalembert.finding.equation import Usage
from dalembert.graph import Scalar, symbols

_MOST = 3  # largest number of departures in coordinates and signs
_LARGEST = 1500  # largest number of terms of an equation for which conventions are searched


@dataclass(eq=False)
class Fingerprints:
    """Values of each equation of a text at random points under different conventions."""

    reading: ParsedText
    model: ReferenceModel  # in the robot's own convention
    display: ElementDisplay
    lines: Sequence[Claim]

    def hold(self, i: int, convention: Convention) -> bool:
        """Check whether an equation holds at a random point.

        An equation with rounded numbers is compared in the exact ring instead.
        """
        line = self.lines[i]
        if line.decimal:
            return self.confirmed(convention, i)
        with suppress(WrongValue):
            left, right = self.at(line, convention, "p", "s", line.sides)
            if not line.up_to_constant:
                return same(left, right)
            left_there, right_there = self.at(line, convention, "p", "t", line.sides)
            return same(left - right, left_there - right_there)
        return False

    def at(
        self, line: Claim, convention: Convention, parameters: str, state: str, nodes: Sequence[Scalar]
    ) -> list[Number]:
        """Evaluate expressions in the symbols of a line at a random point.

        Different values of `parameters` and `state` select different parameters of the robot and different states.
        """
        values = {name: self.symbol(name, parameters, state) for name in symbols(nodes)}
        about = {entry for _, entry in line.entries}
        for name, entry in named_entries(nodes).items():
            terms = convention.terms(entry, line.letter if entry in about else "")
            values[name] = sum(number(k) * self.entry(x, convention, parameters, state) for k, x in terms)
        return evaluated(nodes, values)

    def points(self, line: Claim, convention: Convention) -> Points:
        """Return two random points for a line."""
        return Points([partial(self.at, line, convention, x, x) for x in ("p", "q")])

    def entry(self, entry: Entry, convention: Convention, parameters: str, state: str) -> Number:
        """Return the value of a model entry in the coordinates of a convention."""
        geometry = Convention(convention.geometry)

        def own(x: Entry) -> Number:
            return self.value(x, geometry, parameters, state)

        return self.frame(geometry).seen(entry, own, number) if geometry.departures else own(entry)

    def _value(self, entry: Entry, geometry: Convention, parameters: str, state: str) -> Number:
        """Return the value of a model entry in the robot's own coordinates, at a point given in another convention's
        coordinates.
        """

        def own(name: str) -> Number:
            return self.symbol(name, parameters, state)

        node = self.node(entry)
        values = {name: own(name) for name in symbols([node])}
        values |= self.frame(geometry).images(self.model.ring.coordinates, own, number)
        return evaluated([node], values)[0]

    def _node(self, entry: Entry) -> Scalar:
        return self.display.node(self.model.value(entry))

    def _frame(self, geometry: Convention) -> LinearChange:
        return geometry.frame(self.model.mechanics)

    def symbol(self, name: str, parameters: str, state: str) -> Number:
        """Return the value of a symbol at a random point. Coordinates and rates can be negative."""
        if is_decimal(name):
            return number(Fraction(name))
        if name == "pi":
            return acb.pi()
        if name in self.moving:
            return 1 - 2 * drawn(random.Random(f"{name} {parameters} {state}"))
        return drawn(random.Random(f"{name} {parameters}"))

    def __post_init__(self) -> None:
        self.value, self.node, self.frame = cache(self._value), cache(self._node), cache(self._frame)
        self.confirmed = cache(partial(_confirmed, self.model.mechanics, self.reading))
        self.moving = {y for x in self.model.mechanics.coordinates.names for y in (*x.places, x.qd, x.qdd)}


def solved(known: Fingerprints, base: Convention, wrong: Sequence[int], deadline: float) -> tuple[Convention, bool]:
    """Search for the convention under which all equations are correct, and return it with True.

    If there is no such convention, return the convention with the most correct equations, and False.
    """
    if any(max(len(known.lines[i].model), len(known.lines[i].written)) > _LARGEST for i in wrong):
        return base, False
    single = possible(known, base)
    decimal = any(line.decimal for line in known.lines)  # decimals are compared in the slower exact ring
    most = 1 if decimal else min(_MOST, len(known.lines))  # a single line with three departures is more likely wrong
    for size in range(max(most, 2) + 1):
        every = (x for x in _chosen(single, size) if size <= most or (not decimal and _from_the_vertical(x)))
        found = [_with_letters(known, base + x) for x in _in_time(every, deadline)]
        fewest = sorted((x for x in found if x is not None), key=lambda x: len(x.departures))
        for convention in fewest:
            if _confirmed(known.model.mechanics, known.reading, convention):
                return convention, True
    return _nearest(known, base, single, deadline), False


def _in_time(every: Iterable[Departures], deadline: float) -> Iterator[Departures]:
    return takewhile(lambda _: time.thread_time() <= deadline, every)


def _from_the_vertical(departures: Departures) -> bool:
    """Check whether departures contain absolute angles that are measured from another line."""
    usages = {x.usage for x in departures}
    return Usage.OTHER_ZERO in usages and not usages.isdisjoint(ANGLES)


def _nearest(known: Fingerprints, base: Convention, single: Departures, deadline: float) -> Convention:
    """Return the convention with the fewest wrong equations and departures.

    A departure in coordinates must make at least two equations correct.
    """

    def cost(convention: Convention) -> int:
        return len(convention.departures) + sum(not known.hold(i, convention) for i in range(len(known.lines)))

    every = (x for size in (0, 1, 2) for x in _chosen(single, size))
    found = [_lettered(known, base + x) for x in _in_time(every, deadline)]
    return min(found, key=cost, default=base)


def _lettered(known: Fingerprints, convention: Convention) -> Convention:
    """For each letter, select the meaning for which the most equations that contain this letter hold."""
    for of in dict.fromkeys(of for x in known.lines for of in topics(x)):
        lines = _about(known, of)
        held = sum(known.hold(i, convention) for i in lines)
        for x in meanings(of) if held < len(lines) else ():
            more = sum(known.hold(i, convention + (x,)) for i in lines)
            if more > held:
                convention, held = convention + (x,), more
                break
    return convention


def needed(known: Fingerprints, best: Convention, base: Convention) -> dict[int, Departures]:
    """For each correct equation, return the departures from the convention `base` that it requires."""
    without = {
        x: Convention(tuple(y for y in best.departures if y != x)) for x in best.departures if x not in base.departures
    }
    held = [i for i in range(len(known.lines)) if without and known.hold(i, best)]
    return {i: tuple(x for x, other in without.items() if not known.hold(i, other)) for i in held}


def possible(known: Fingerprints, base: Convention) -> Departures:
    """Return the departures in coordinates and signs that are possible for a text."""
    letters = {entry.letter for line in known.lines for entry in named_entries(line.sides).values()}
    efforts = any(INDICES.get(x, "").startswith("e") for x in letters)
    return () if base.geometry else tuple(geometries(known.model.mechanics, efforts))


def _chosen(single: Departures, size: int) -> Iterator[Departures]:
    """Yield compatible combinations of departures.

    A combination has at most one zero position and one direction per joint, and one type of angle.
    """
    for more in combinations(single, size):
        if len({(x.joint, Usage.ABSOLUTE if x.usage in ANGLES else x.usage) for x in more}) == size:
            yield more


ANGLES = (Usage.ABSOLUTE, Usage.ABSOLUTE_EFFORTS)


def _with_letters(known: Fingerprints, convention: Convention) -> Convention | None:
    """Add meanings of letters to a convention so that all equations hold. Return None if that is impossible."""
    for i, line in enumerate(known.lines):
        if known.hold(i, convention):
            continue
        each = ((of, convention + (x,)) for of in topics(line) for x in meanings(of))
        better = (x for of, x in each if all(known.hold(k, x) for k in (i, *_about(known, of))))
        found = next(better, None)
        if found is None:
            return None
        convention = found
    return convention if all(known.hold(i, convention) for i in range(len(known.lines))) else None


def _about(known: Fingerprints, of: str) -> list[int]:
    """Return the indices of the equations that contain a topic."""
    return [i for i, x in enumerate(known.lines) if any(topic(entry, x.letter) == of for _, entry in x.entries)]


def topics(line: Claim) -> list[str]:
    """Return the topics with several meanings in an equation, beginning with the entries that the equation defines."""
    about = [entry for _, entry in line.entries]
    quoted = [entry for entry in named_entries(line.sides).values() if entry not in about]
    return [*(topic(x, line.letter) for x in about), *(topic(x, "") for x in quoted)]


def _confirmed(mechanics: Mechanics, reading: ParsedText, convention: Convention, only: int | None = None) -> bool:
    """Check whether equations hold in the exact ring. Equations with angles that the ring does not contain are checked
    only at random points."""
    try:
        model, lines, _ = claims(mechanics, reading, convention, only=only)
    except NotInRing:
        return only is None and not any(map(is_decimal, reading.symbols))
    return all(x.holds(model.ring) for x in lines)
