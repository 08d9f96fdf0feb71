"""A user's expressions multiplied out, in a ring that grows with what they need, and never beyond a budget.

Before each operation its cost is known: a product of a and b terms costs a·b, cos Σ k_i φ_i costs Π (|k_i| + 1), since
(c + i s)^k has k + 1 terms. What would cost more than the budget is refused, so that `(m1 + … + q1)^12^12` is an error
and not an afternoon.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from dalembert.closed.algebra.angle import form
from dalembert.closed.algebra.from_graph import operation
from dalembert.closed.algebra.generator import Finer, Missing, Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.checking import half_angle
from dalembert.closed.printing.display import Display
from dalembert.closed.reading.operand import is_decimal
from dalembert.errors import BadExpression
from dalembert.graph import Node, Op, Scalar, topological

_BUDGET = 1_000_000  # products of terms, below a second; or a hundred for each term that is compared
_LARGEST_TERMS = 8_000  # of a result, or twice those of the robot's own entries
_LARGEST_DEGREE = 80
_LARGEST_DIVISOR = 40  # terms
_LARGEST_MULTIPLE = 12  # of an angle, inside a sine or cosine
_LARGEST_ANGLE = 4_000  # terms of a sine or cosine
_LARGEST_COUNT = 30  # divisors, roots and functions that the robot's own equations do not have


class Expansion:
    """Expands one expression after the other; `ring` holds all that were expanded so far."""

    def __init__(self, ring: Ring, size: int) -> None:
        """`size`: terms of the entries of the model that are compared."""
        self.ring = ring
        self.most = max(_LARGEST_TERMS, 2 * size)
        self.budget = max(_BUDGET, 100 * size)
        self.spent = 0
        self.halves = False  # whether half angles occurred
        self.adjoined = 0

    def expand(self, x: Scalar, known: Mapping[str, Poly]) -> Poly:
        """The element of an expression, to be lifted if the ring grows; `known` are symbols that stand for more."""
        if not isinstance(x, Node):
            return self.ring.number(x)
        found: dict[Node, Poly] = {}
        most = max([self.most, *(2 * len(p) for p in known.values())])
        for node in topological([x]):
            if node.op is Op.SYMBOL and node.value in known:
                found[node] = self.ring.lift(known[node.value])
            elif node.op is Op.SYMBOL and is_decimal(str(node.value)):
                found[node] = self.ring.number(Fraction(str(node.value)))
            else:
                self._pay(node, [found[a] for a in node.args])
                result, found = self._operate(node, found)
                found[node] = result
                if len(result) > most:
                    raise _too_large(f"{len(result)} terms")
        return half_angle.in_whole_angles(self.ring, found[x]) if self.halves else found[x]

    def _operate(self, node: Node, found: dict[Node, Poly]) -> tuple[Poly, dict[Node, Poly]]:
        """One operation, whose operands are found; the ring grows by what it lacks."""
        while True:
            try:
                return self._result(node, [found[x] for x in node.args]), found
            except Missing as missing:
                self.adjoined += 1
                if self.adjoined > _LARGEST_COUNT:
                    raise _too_large(f"more than {_LARGEST_COUNT} divisors, roots and functions") from None
                self.ring = Ring(self.ring.coordinates, [*self.ring.made, *missing.generators])
                found = {k: self.ring.lift(p) for k, p in found.items()}

    def _result(self, node: Node, args: list[Poly]) -> Poly:
        try:
            return operation(self.ring, node, args)
        except Finer:
            self.halves = True
            return half_angle.sincos(self.ring, args[0])[node.op is Op.COS]

    def _pay(self, node: Node, args: list[Poly]) -> None:
        """Refuse an operation that costs too much."""
        if node.op is Op.MUL or node.op is Op.DIV:
            a, b = args
            self.spent += len(a) * len(b)
            if _degree(a) + _degree(b) > _LARGEST_DEGREE:
                raise _too_large(f"degree {_degree(a) + _degree(b)}")
            if node.op is Op.DIV and (len(b) > _LARGEST_DIVISOR or _degree(b) > _LARGEST_DIVISOR):
                raise _too_large(f"a division by {len(b)} terms of degree {_degree(b)}")
        elif node.op in (Op.SIN, Op.COS):
            self.spent += self._angle(args[0])
        else:
            self.spent += sum(len(p) for p in args) // 8
        if self.spent > self.budget:
            raise _too_large(f"more than {self.budget} products of terms")

    def _angle(self, angle: Poly) -> int:
        """How many terms the sine or cosine of an angle has."""
        if len(angle) > _LARGEST_DIVISOR:
            raise _too_large(f"the sine or cosine of {len(angle)} terms")
        vector = form(angle)
        vector.pop(self.ring.pi_monomial, None)
        multiples = self.ring.combination.of(vector) or [Fraction(1)]
        finest = math.lcm(*(k.denominator for k in multiples))
        if finest > 2:
            raise BadExpression(f"an angle is 1/{finest} of one of the robot's; halves and multiples can be compared")
        if max(map(abs, multiples), default=0) > _LARGEST_MULTIPLE:
            raise _too_large(f"the sine or cosine of more than {_LARGEST_MULTIPLE} times an angle")
        size = math.prod(abs(math.ceil(k)) + 1 for k in multiples)
        if size > _LARGEST_ANGLE:
            raise _too_large(f"a sine or cosine of {size} terms")
        return size


def display_in(ring: Ring, own: Display, decimals: bool) -> Display:
    """A display with the same order of symbols, for another ring with the same angles or more; `decimals`: a claim is in them."""
    decimals = decimals or own.decimals
    if ring is own.ring and decimals == own.decimals:
        return own
    other = Display(ring, runs=[[ring.lift(x) for x in run] for run in own.runs], decimals=decimals)
    other.ranks = dict(own.ranks)
    return other


def _degree(p: Poly) -> int:
    return max(0, int(p.total_degree())) if p else 0


def _too_large(how: str) -> BadExpression:
    return BadExpression(
        f"the equation is too large to multiply out: {how}; check it piece by piece, for instance 'M11 = …', 'c1 = …'"
    )
