"""Decimals right to the digits written: 0.97 stands for every number from 0.965 to 0.975.

A decimal of k digits is its value and an error of at most half a unit of the last digit. Through sums and products

    |ε(a + b)| ≤ ε_a + ε_b,      |ε(a b)| ≤ |a| ε_b + |b| ε_a + ε_a ε_b

bounds the error of every coefficient of the expanded equation, each apart: a coefficient that differs from the model's
by no more than its bound is right. |a| is a with the absolute values of its coefficients, and the relations of the ring
are taken the same way, s² ≤ 1 + c². Where no such rule holds, in a divisor or a sine, each decimal is moved by its own
half unit, and what the coefficients change by is added up: the bound to first order.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from dalembert.closed.algebra.from_graph import operation
from dalembert.closed.algebra.generator import Finer, Missing, Poly, as_fraction
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.reading.operand import half_unit, is_decimal
from dalembert.errors import WrongValue
from dalembert.graph import Node, Op, Scalar, topological
from dalembert.graph.walk import symbols

_MOST_MOVED = 40  # decimals


class _Unbounded(Exception):
    """An operation on rounded numbers for which there is no rule: a sine."""


class _Unknown(Exception):
    """A number that is known to no digit: it is taken as it stands."""


def is_rounded(*sides: Scalar) -> bool:
    """Whether a decimal occurs that may have been rounded."""
    return any(is_decimal(x) for x in symbols(sides))


def error(ring: Ring, x: Scalar, known: Mapping[str, Poly]) -> Poly:
    """The bound of each coefficient's error in the expanded x; 0 where it is not known."""
    if not isinstance(x, Node):
        return ring.zero
    bound = _Bound(ring)
    found: dict[Node, tuple[Poly, Poly]] = {}
    try:
        for node in topological([x]):
            found[node] = bound.of(node, [found[a] for a in node.args], known)
    except _Unbounded:
        return _moved(ring, x, known)
    except (_Unknown, Missing, Finer):
        return ring.zero
    return found[x][1]


def _moved(ring: Ring, x: Node, known: Mapping[str, Poly]) -> Poly:
    """Σ |x(d ± half a unit) − x(d)| over the decimals d, coefficient by coefficient; 0 where it is not known."""
    decimals = [name for name in sorted(symbols([x])) if is_decimal(name) and name not in known]
    if len(decimals) > _MOST_MOVED:
        return ring.zero
    order, total = topological([x]), ring.zero

    def value(moved: str, off: Fraction) -> Poly:
        found: dict[Node, Poly] = {}
        for node in order:
            name = str(node.value) if node.op is Op.SYMBOL else ""
            if name in known:
                found[node] = ring.lift(known[name])
            elif name and is_decimal(name):
                found[node] = ring.number(Fraction(name) + (off if name == moved else 0))
            else:
                found[node] = operation(ring, node, [found[a] for a in node.args])
        return found[x]

    try:
        for name in decimals:
            half = half_unit(name)
            total = total + size(ring, value(name, half) - value(name, -half)) / 2
    except (Missing, Finer, WrongValue):
        return ring.zero
    return total


def settled(ring: Ring, model: Poly, written: Poly, slack: Poly) -> Poly:
    """What is written, with the model's own coefficient wherever the difference is within the slack."""
    room = slack.to_dict()
    apart = (written - model).to_dict()
    close = {m: k for m, k in apart.items() if m in room and abs(k) <= room[m]}
    roots = numeric_roots(ring)
    if roots and len(close) < len(apart):  # 0.104 for 0.06 √3: what differs by roots of numbers counts together
        together: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for m in {*apart, *room}:
            together.setdefault(bare(m, roots), []).append(m)
        for group in together.values():
            off, most = (sum((_times(m, x.get(m, 0), roots) for m in group), Fraction(0)) for x in (apart, room))
            close |= {m: apart[m] for m in group if m in apart and abs(off) <= most}
    return written - ring.context.from_dict(close) if close else written


def numeric_roots(ring: Ring) -> dict[int, Fraction]:
    """Which generators are roots of numbers, and their values to 50 digits."""
    exact = Context(prec=50)
    found = {}
    for i, g in enumerate(ring.generators):
        if g.kind == "root" and g.argument.is_constant():
            x = as_fraction(g.argument.leading_coefficient())
            found[i] = Fraction(exact.sqrt(exact.divide(Decimal(x.numerator), Decimal(x.denominator))))
    return found


def bare(m: tuple[int, ...], roots: Mapping[int, Fraction]) -> tuple[int, ...]:
    """A monomial without the roots of numbers, which may be written as decimals."""
    return tuple(0 if i in roots else e for i, e in enumerate(m))


def _times(m: tuple[int, ...], k: Any, roots: Mapping[int, Fraction]) -> Fraction:
    """A coefficient with the roots of its monomial multiplied in."""
    value = as_fraction(k) if k else Fraction(0)
    for i, x in roots.items():
        value *= x ** int(m[i])
    return value


def size(ring: Ring, p: Poly) -> Poly:
    """p with the absolute values of its coefficients."""
    return ring.context.from_dict({m: abs(k) for m, k in p.to_dict().items()})


class _Bound:
    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        self.relations = []
        for i, g in enumerate(ring.generators):
            x = ring.variables[i]
            if g.kind == "sin":
                self.relations.append(x * x - ring.variables[i + 1] ** 2 - 1)
            elif g.kind == "root":
                self.relations.append(x * x - size(ring, g.argument))
            elif g.kind == "inverse" and len(g.argument) == 1:
                self.relations.append(x * g.argument - 1)

    def of(self, node: Node, args: list[tuple[Poly, Poly]], known: Mapping[str, Poly]) -> tuple[Poly, Poly]:
        """(value, bound of the error) of one operation."""
        ring = self.ring
        if node.op is Op.SYMBOL:
            name = str(node.value)
            if name in known:
                return ring.lift(known[name]), ring.zero
            if is_decimal(name):
                return ring.number(Fraction(name)), ring.number(half_unit(name))
        value = operation(ring, node, [p for p, _ in args])
        errors = [e for _, e in args]
        if not any(errors) or node.op is Op.SQRT:  # a root is the model's own or another one: its digits are all there
            return value, ring.zero
        if node.op in (Op.ADD, Op.SUB):
            return value, errors[0] + errors[1]
        if node.op is Op.NEG:
            return value, errors[0]
        (a, e), (b, f) = args if len(args) == 2 else (args[0], args[0])
        if node.op is Op.MUL:
            return value, self.reduce(size(ring, a) * f + size(ring, b) * e + e * f)
        if node.op is Op.DIV and b.is_constant():
            return value, self._over(a, e, b, f)
        if node.op is Op.DIV and not f and len(b) == 1:
            return value, operation(ring, node, [e, size(ring, b)])
        raise _Unbounded

    def _over(self, a: Poly, e: Poly, b: Poly, f: Poly) -> Poly:
        """|ε(a/b)| ≤ (ε_a + |a/b| ε_b) / (|b| − ε_b) for a number b."""
        ring = self.ring
        least = size(ring, b) - f
        if not least or least.leading_coefficient() <= 0:
            raise _Unknown
        return (e + size(ring, a) * f / size(ring, b)) / least

    def reduce(self, p: Poly) -> Poly:
        for relation in self.relations:
            p = p % relation
        return p
