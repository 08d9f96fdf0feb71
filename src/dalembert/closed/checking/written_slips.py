"""Find slips in an equation by computing the value that each part would need for the equation to hold.

If an equation is wrong at a point, each part x has one value for which the equation holds at this point:

    x + y = v:   x = v − y        x y = v:   x = v/y        x/y = v:   x = v y,   y = x/v

A slip explains the error if correcting the slip gives the part this value at several random points. Therefore, terms
can be arranged in any form, and equations that hold only if the loops are closed are also supported.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.closed.algebra.ring import Finer, Missing
from dalembert.closed.checking.expansion import display_in
from dalembert.closed.checking.mistakes import CONSTANTS, FACTORS, confused, replacement, scaled_by, stem
from dalembert.closed.checking.modular_number import NoValue
from dalembert.closed.printing.display import ElementDisplay
from dalembert.errors import WrongValue
from dalembert.finding.equation import Formula, Slip
from dalembert.graph import PI, Node, Op, Scalar, symbol, topological
from dalembert.graph.node import build

Numbers: TypeAlias = list[Any]  # one for each point
_MOST = 2000  # parts of a line
_LONGEST = 12  # terms that a sentence shows
_KEPT = (Op.CONST, Op.PI)


@dataclass(frozen=True, eq=False)
class Points:
    """Random points. `at` contains one function per point that evaluates expressions, and `same` compares two
    numbers."""

    at: Sequence[Callable[[Sequence[Scalar]], Numbers]]
    same: Callable[[Any, Any], bool]
    number: Callable[[Fraction | float], Any]

    def of(self, nodes: Sequence[Scalar]) -> list[Numbers]:
        return [list(x) for x in zip(*(at(nodes) for at in self.at), strict=True)]

    def equal(self, a: Numbers, b: Numbers) -> bool:
        return all(self.same(x, y) for x, y in zip(a, b, strict=True))


@dataclass(frozen=True, eq=False)
class WrittenSlips:
    """Search for one slip in an equation. `display` formats the parts."""

    sides: tuple[Scalar, Scalar]
    points: Points
    display: ElementDisplay
    terms: Sequence[Scalar] = ()  # of the model, which can be missing in the line

    def found(self) -> finding.SlipOfPen | None:
        with suppress(NoValue, WrongValue, ZeroDivisionError):
            return next(self._found(), None)
        return None

    def _found(self) -> Iterator[finding.SlipOfPen]:
        atoms = [symbol(x.name) for x in self.display.presenter.atoms if x.rank[0] in CONSTANTS]
        near = list(zip(atoms, self.points.of(atoms), strict=True))
        lost = list(zip(self.terms, self.points.of(self.terms), strict=True)) if self.terms else []
        for node, has, needs in islice(self._parts(), _MOST):
            if node.op in _KEPT or self.points.equal(has, needs):
                continue
            for k in FACTORS:
                if k and self.points.equal(needs, [x * self.points.number(k) for x in has]):
                    yield replace(scaled_by(1 / k), meant=self._formula(node * k), terms=1)
            for x, value in near:
                if self.points.equal(needs, _each(has, value)):
                    yield finding.SlipOfPen(Slip.FACTOR_MISSING, meant=self._formula(x))
                if self.points.equal(has, _each(needs, value)):
                    yield finding.SlipOfPen(Slip.FACTOR_ADDED, self._formula(x))
            for (x, value), (y, meant) in permutations(near, 2) if node.op is Op.MUL else ():
                if stem(x) == stem(y) and self.points.equal(_each(needs, value), _each(has, meant)):
                    yield finding.SlipOfPen(Slip.WRONG_INDEX, self._formula(x), self._formula(y))
            for term, value in lost if any(node is side for side in self.sides) else ():
                if self.points.equal(needs, [a + b for a, b in zip(has, value, strict=True)]):
                    yield finding.SlipOfPen(Slip.TERM_MISSING, meant=self._formula(term), terms=1)
            yield from self._others(node, has, needs)

    def _others(self, node: Node, has: Numbers, needs: Numbers) -> Iterator[finding.SlipOfPen]:
        """Yield the slips in which one symbol, sine or cosine, or its square, is written in place of another."""
        square = node.op is Op.MUL and node.args[0] is node.args[1]
        one: Any = node.args[0] if square else node
        if square and self.points.equal(needs, self.points.of([one])[0]):
            yield finding.SlipOfPen(Slip.SQUARED, self._formula(one))
        if self.points.equal(needs, _each(has, has)):
            yield finding.SlipOfPen(Slip.NOT_SQUARED, self._formula(one))
        alike = [x for x in confused(self.display, one) if isinstance(x, Node)]
        for x, value in zip(alike, self.points.of(alike), strict=True):
            if self.points.equal(needs, _each(value, value) if square else value):
                yield finding.SlipOfPen(replacement(one, x), self._formula(one), self._formula(x))

    def _parts(self) -> Iterator[tuple[Node, Numbers, Numbers]]:
        """Yield the parts of the equation, from the outermost inwards, each with its actual and its required value."""
        order = topological(self.sides)
        table = dict(zip(order, self.points.of(order), strict=True))
        values = [
            table[x] if isinstance(x, Node) else [self.points.number(x)] * len(self.points.at) for x in self.sides
        ]
        queue = deque([(self.sides[0], values[1]), (self.sides[1], values[0])])
        while queue:
            node, needs = queue.popleft()
            if not isinstance(node, Node):
                continue
            yield node, table[node], needs
            args = [x for x in node.args if isinstance(x, Node)]
            a, b = (table[x] for x in (args * 2)[:2]) if args else ([], [])
            with suppress(NoValue, ZeroDivisionError):
                queue.extend(zip(args, _needed(node.op, a, b, needs), strict=False))

    def _formula(self, x: Scalar) -> Formula | None:
        """Return a part as a formula, or None if it is too long or not an element of the ring."""
        with suppress(Missing, Finer, WrongValue):
            ring = self.display.ring.extended([x])
            p = ring.poly(x)
            return display_in(ring, self.display, False).formula(p) if len(p) <= _LONGEST else None
        return None


def in_degrees(sides: tuple[Scalar, Scalar], points: Points) -> bool:
    """Return whether an equation holds if numbers in its angles are in degrees, such as 90 in sin(q + 90)."""
    new: dict[Node, Any] = {}
    for node in topological(sides):
        args = [new[x] for x in node.args]
        if node.op in (Op.SIN, Op.COS):
            args = [_radians(args[0])]
        new[node] = build(node.op, *args) if args else node
    read = [new[x] if isinstance(x, Node) else x for x in sides]
    return any(a is not b for a, b in zip(read, sides, strict=True)) and points.equal(*points.of(read))


def _radians(x: Scalar) -> Scalar:
    if not isinstance(x, Node) or x.op is Op.CONST:
        return PI * (Fraction(x.value if isinstance(x, Node) else x) / 180)
    return build(x.op, *map(_radians, x.args)) if x.op in (Op.ADD, Op.SUB, Op.NEG) else x


def _each(a: Numbers, b: Numbers) -> Numbers:
    return [x * y for x, y in zip(a, b, strict=True)]


def _needed(op: Op, a: Numbers, b: Numbers, needs: Numbers) -> list[Numbers]:
    """Return the values of the operands a and b for which the result has its required value."""
    rule = _RULES.get(op)
    return [list(x) for x in zip(*(rule(*x) for x in zip(a, b, needs, strict=True)), strict=True)] if rule else []


_RULES: dict[Op, Callable[[Any, Any, Any], tuple[Any, ...]]] = {
    Op.ADD: lambda a, b, v: (v - b, v - a),
    Op.SUB: lambda a, b, v: (v + b, a - v),
    Op.NEG: lambda a, b, v: (-v,),
    Op.MUL: lambda a, b, v: (v / b, v / a),
    Op.DIV: lambda a, b, v: (v * b, a / v),
}
