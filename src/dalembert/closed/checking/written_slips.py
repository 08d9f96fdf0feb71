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
from functools import partial
from itertools import islice, permutations
from typing import Any, TypeAlias

import numpy as np

from dalembert import finding
from dalembert.closed.algebra.ring import Finer, Missing
from dalembert.closed.checking.ball_arithmetic import number, same
from dalembert.closed.checking.expansion import display_in
from dalembert.closed.checking.mistakes import FACTORS, confused, is_own, replacement, scaled_by, stem
from dalembert.closed.printing.display import ElementDisplay
from dalembert.errors import WrongValue
from dalembert.finding.equation import Formula, Slip
from dalembert.graph import PI, Node, Op, Scalar, symbol, topological
from dalembert.graph.node import build

Numbers: TypeAlias = Any  # array of numbers, one for each point
_MOST = 2000  # parts of a line
_LONGEST = 12  # terms that a sentence shows
_KEPT = (Op.CONST, Op.PI)


@dataclass(frozen=True, eq=False)
class Points:
    """Random points. `at` contains one function per point that evaluates expressions."""

    at: Sequence[Callable[[Sequence[Scalar]], list[Any]]]

    def of(self, nodes: Sequence[Scalar]) -> list[Numbers]:
        return [np.array(x, dtype=object) for x in zip(*(at(nodes) for at in self.at), strict=True)]


def equal(a: Numbers, b: Numbers) -> bool:
    """Check whether two expressions have the same value at all points."""
    return all(map(same, a, b))


def written_slips(sides: tuple[Scalar, Scalar], points: Points, display: ElementDisplay) -> Iterator[finding.SlipOfPen]:
    """Yield the slips each of which explains why an equation does not hold. `display` formats the parts."""
    formula = partial(_formula, display)
    atoms = [symbol(x.name) for x in display.presenter.atoms if is_own(x)]
    near = list(zip(atoms, points.of(atoms), strict=True))
    for node, has, needs in islice(_parts(sides, points), _MOST):
        if node.op in _KEPT:
            continue
        for k in FACTORS:
            if k and equal(needs, has * number(k)):
                yield replace(scaled_by(1 / k), meant=formula(node * k), terms=1)
        for x, value in near:
            if equal(needs, has * value):
                yield finding.SlipOfPen(Slip.FACTOR_MISSING, meant=formula(x))
            if equal(has, needs * value):
                yield finding.SlipOfPen(Slip.FACTOR_ADDED, formula(x))
        for (x, value), (y, meant) in permutations(near, 2) if node.op is Op.MUL else ():
            if stem(x) == stem(y) and equal(needs * value, has * meant):
                yield finding.SlipOfPen(Slip.WRONG_INDEX, formula(x), formula(y))
        power = 2 if node.op is Op.MUL and node.args[0] is node.args[1] else 1
        one = node.args[0] if power == 2 else node
        alike = [x for x in confused(display, one) if isinstance(x, Node)]
        for other, value in zip(alike, points.of(alike), strict=True):
            if equal(needs, value**power):
                yield finding.SlipOfPen(replacement(one, other), formula(one), formula(other))


def _parts(sides: tuple[Scalar, Scalar], points: Points) -> Iterator[tuple[Node, Numbers, Numbers]]:
    """Yield the parts of an equation, from the outermost inwards, each with its actual and its required value."""
    left, right = points.of(sides)
    order = topological(sides)
    table = dict(zip(order, points.of(order), strict=True))
    queue = deque([(sides[0], right), (sides[1], left)])
    while queue:
        node, needs = queue.popleft()
        if isinstance(node, Node):
            yield node, table[node], needs
            if node.op in _RULES:
                values = [table[x] for x in node.args]
                queue.extend(zip(node.args, _RULES[node.op](*values, needs), strict=True))


_RULES: dict[Op, Callable[..., tuple[Numbers, ...]]] = {  # values of the operands for which a result has the value v
    Op.ADD: lambda a, b, v: (v - b, v - a),
    Op.SUB: lambda a, b, v: (v + b, a - v),
    Op.NEG: lambda a, v: (-v,),
    Op.MUL: lambda a, b, v: (v / b, v / a),
    Op.DIV: lambda a, b, v: (v * b, a / v),
}


def _formula(display: ElementDisplay, x: Scalar) -> Formula | None:
    """Return a part as a formula, or None if it is too long or not an element of the ring."""
    with suppress(Missing, Finer, WrongValue):
        ring = display.ring.extended([x])
        p = ring.poly(x)
        return display_in(ring, display, False).formula(p) if len(p) <= _LONGEST else None
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
    return any(a is not b for a, b in zip(read, sides, strict=True)) and equal(*points.of(read))


def _radians(x: Scalar) -> Scalar:
    if not isinstance(x, Node) or x.op is Op.CONST:
        return PI * (Fraction(x.value if isinstance(x, Node) else x) / 180)
    return build(x.op, *map(_radians, x.args)) if x.op in (Op.ADD, Op.SUB, Op.NEG) else x
