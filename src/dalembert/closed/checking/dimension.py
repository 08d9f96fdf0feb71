"""Terms that cannot be right, whatever the robot is: they are measured in something else than what is claimed.

    [a b] = [a][b],   [a + b] = [a] = [b]:   m2 lc2 cos q2 is kg·m, an effort is kg·m²/s²         [bipm2019]

It is told from the claim's own element of the ring: each of its generators has a dimension, a symbol from where it
stands in the robot, a root or an inverse from what is under it. Numbers hide dimensions, so nothing is said of a robot
that has numbers for lengths or masses, nor of a claim that holds decimals of several digits (9.81 for g).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from dalembert.closed.algebra.dimension import ACCELERATION, NUMBER, Dimension
from dalembert.closed.algebra.generator import Generator, Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.checking.claim import Claim
from dalembert.closed.checking.compare import moving
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.model.unit import Units, robot_slots
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.grouping import collected
from dalembert.closed.reading.entry import Entry
from dalembert.graph import Node, symbol

_TOLD = frozenset(("tau", "M", "S", "c", "g", "n", "p", "Gamma", "C", "B"))  # letters whose unit is known without terms
_ANY = frozenset(("sign", "unit"))  # what has no unit, whatever it is of
_POWER = {"root": Fraction(1, 2), "inverse": Fraction(-1), "abs": Fraction(1)}
_LARGEST = 5000  # terms that are measured
_LONGEST = 6  # terms that are shown


def misfits(mechanics: Mechanics, claim: Claim, display: Display) -> tuple[str, ...]:
    """A sentence for each dimension that terms of a claim have and what is claimed has not."""
    if claim.decimal or len(claim.written) > _LARGEST or not _in_symbols(mechanics):
        return ()
    scale = _Scale(display, Units(mechanics, None))
    written, model = claim.written, claim.model
    if claim.up_to_constant:
        written, model = moving(display, written), moving(display, model)
    wanted = scale.claimed(claim, model)
    if wanted is None:
        return ()
    inside = tuple(why for i, why in scale.inside.items() if written.degrees()[i])
    parts = scale.parts(written)
    if inside or parts is None:
        return inside
    return tuple(
        f"{scale.shown(part)} is {_unit(found)}, {_what(claim)} is {_unit(wanted)}"
        for found, part in parts.items()
        if found != wanted
    )


class _Scale:
    """What the elements of a display's ring are measured in."""

    def __init__(self, display: Display, units: Units) -> None:
        self.display, self.units = display, units
        self.inside: dict[int, str] = {}  # generator -> what its argument adds up, or is, that it cannot

    @property
    def ring(self) -> Ring:
        return self.display.ring

    @cached_property
    def generators(self) -> list[Dimension | None]:
        found: list[Dimension | None] = [None] * len(self.ring.generators)
        for i in reversed(range(len(found))):  # a function's argument holds only later generators
            found[i] = self._generator(i, self.ring.generators[i], found)
        return found

    def _generator(self, i: int, x: Generator, found: list[Dimension | None]) -> Dimension | None:
        if x.kind == "symbol":
            return self.units.symbols.get(x.name)
        if x.kind in _ANY:
            return NUMBER
        inner = _parts(self.ring, x.argument, found)
        if inner is None:
            return None
        if len(inner) > 1:
            self.inside[i] = " but ".join(f"{self.shown(part)} is {_unit(of)}" for of, part in inner.items())
            self.inside[i] += ", and they are added"
            return None
        (under,) = inner or (NUMBER,)
        if x.kind in _POWER:
            return under ** _POWER[x.kind]
        if under != NUMBER:
            self.inside[i] = f"{x.kind} is taken of {self.shown(x.argument)}, which is {_unit(under)} and not a number"
        return NUMBER

    def parts(self, p: Poly) -> dict[Dimension, Poly] | None:
        """The terms of an element by their dimension; None where a symbol's is not known."""
        return _parts(self.ring, p, self.generators)

    def claimed(self, claim: Claim, model: Poly) -> Dimension | None:
        """What is claimed is measured in, if the model's own terms and the names of what is claimed agree on it."""
        own = self.parts(model)
        told = {self._entry(*each) for each in claim.entries if each[1].letter in _TOLD}
        every = {*(own or ()), *told}
        return every.pop() if own is not None and len(every) == 1 else None

    def _entry(self, factor: Poly, entry: Entry) -> Dimension | None:
        name = f"tau{entry.indices[0]}" if entry.letter == "tau" else str(entry.node.value)
        own, times = self.units.dimension(symbol(name)), self.parts(factor)
        return own * next(iter(times)) if own is not None and times is not None and len(times) == 1 else None

    def shown(self, p: Poly) -> str:
        """An element as text, of a long one its first terms."""
        terms = collected(self.display.terms(p))
        text = self.display.written("text", terms)
        return text if len(p) <= _LONGEST else f"a sum of {len(p)} terms"


def _parts(ring: Ring, p: Poly, known: list[Dimension | None]) -> dict[Dimension, Poly] | None:
    parts: dict[Dimension, dict[tuple[int, ...], object]] = {}
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
    """Whether no number of the links stands where a dimension belongs; that of gravity, where gravity does work."""
    return not any(
        x and of != NUMBER and (of != ACCELERATION or any(mechanics.g))
        for x, of in robot_slots(mechanics.robot.rigid())
        if not isinstance(x, Node)
    )


def _unit(x: Dimension) -> str:
    return "a number" if x == NUMBER else x.base


def _what(claim: Claim) -> str:
    if not claim.entries:
        return "the other side"
    return "an effort" if all(entry.letter == "tau" for _, entry in claim.entries) else claim.label
