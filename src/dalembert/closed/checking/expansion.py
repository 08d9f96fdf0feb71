"""Exact expansion of a written expression, with a size limit, half angles and rounded decimals.

Budget. The cost of each operation is computed before the operation is performed. A product of expressions with a and b
terms costs a·b. The expansion of cos Σ k_i φ_i costs Π (|k_i| + 1), since (c + i s)^k has k + 1 terms. An operation
that exceeds the budget raises an error. For example, `(m1 + … + q1)^12^12` is rejected immediately.

Half angles occur in identities such as 1 − cos q = 2 sin²(q/2). If an angle is Σ k_i φ_i and some k_i are
half-integers, sin(φ_i/2) and cos(φ_i/2) are added to the ring. The result is converted to whole angles by the
identities

    cos²(φ/2) = ½ (1 + cos φ)        sin(φ/2) cos(φ/2) = ½ sin φ

so that only odd powers of a half angle remain. The remaining functions are related by sin(φ/2) (1 + cos φ) = cos(φ/2)
sin φ, as in tan(φ/2) = sin φ/(1 + cos φ). Therefore, an element is 0 if its even part and its odd part times cos(φ/2)
are 0.

Rounding. A decimal such as 0.97 represents any number from 0.965 to 0.975. The error of a decimal is at most half a
unit in its last digit. The rules for sums and products,

    |ε(a + b)| ≤ ε_a + ε_b,      |ε(a b)| ≤ |a| ε_b + |b| ε_a + ε_a ε_b

give error bounds for the coefficients of the expanded equation. A coefficient is correct if it differs from the model's
coefficient by at most this bound. In the bounds, |a| has the absolute values of the coefficients of a, and the
relations of the ring become s² ≤ 1 + c². No such rule is used for divisors and sines. For these, each decimal is
changed by half a unit, and the absolute changes of the coefficients are added, which gives a first-order bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dalembert import finding
from dalembert.closed.algebra.exact_numbers import square_root
from dalembert.closed.algebra.ring import Finer, Missing, Monomial, Poly, Ring, as_fraction, form, operation, read
from dalembert.closed.printing.display import ElementDisplay
from dalembert.closed.reading.operand import half_unit, is_decimal
from dalembert.errors import WrongValue
from dalembert.finding.finding import Noun
from dalembert.graph import Node, Op, Scalar, symbol, topological
from dalembert.graph.walk import symbols

_HALF = Fraction(1, 2)


def sincos(ring: Ring, angle: Poly) -> tuple[Poly, Poly]:
    """Return the sine and cosine of an angle that contains halves of the ring's angles.

    Raise `Missing` if the ring lacks a required generator.
    """
    halves = [phi for k, (_, _, phi) in zip(_multiples(ring, angle), ring.angles, strict=True) if k.denominator == 2]
    whole = angle
    for phi in halves:
        whole = whole - phi / 2
    sine, cosine = ring.sincos(whole)
    for phi in halves:
        s, c = ring.found("sin", phi / 2), ring.found("cos", phi / 2)
        if s is None or c is None:
            raise Missing(("cos", "sin"), phi / 2)
        sine, cosine = ring.reduce(sine * c + cosine * s), ring.reduce(cosine * c - sine * s)
    return sine, cosine


def _multiples(ring: Ring, angle: Poly) -> list[Fraction]:
    """Return the factors k_i of an angle Σ k_i φ_i + k π, or an empty list if the angle is no such sum."""
    vector = form(angle)
    vector.pop(ring.pi_monomial, None)
    return ring.combination.of(vector) or []


def in_whole_angles(ring: Ring, p: Poly) -> Poly:
    """Replace pairs of half-angle functions in p by functions of the whole angle."""
    for s, c, phi in _halves(ring, p):
        sine, cosine = ring.sincos(2 * phi)
        total = ring.zero
        for (a, b), part in ring.collect(p, [ring.generators[s].name, ring.generators[c].name]).items():
            odd = (a + b) % 2
            left = ring.variables[s] if odd and a else ring.variables[c] if odd else ring.one
            pairs = 0 if odd else a  # sin cos
            factor = (sine * ring.number(_HALF)) ** pairs * ((cosine + 1) * ring.number(_HALF)) ** (b // 2)
            total = total + part * left * factor
        p = ring.reduce(total)
    return p


def is_zero(ring: Ring, p: Poly) -> bool:
    """Check whether an element is 0 for all values of the symbols.

    The check uses the relations between half angles and whole angles.
    """
    parts = [ring.cleared(p)]
    for s, c, _ in _halves(ring, parts[0]):
        split: list[Poly] = []
        for part in parts:
            even, odd = ring.zero, ring.zero
            powers = ring.collect(part, [ring.generators[s].name, ring.generators[c].name])
            for (a, b), factor in powers.items():
                term = factor * ring.variables[s] ** a * ring.variables[c] ** b
                even, odd = (even, odd + term) if (a + b) % 2 else (even + term, odd)
            split += [even, ring.reduce(odd * ring.variables[c])]
        parts = split
    return not any(in_whole_angles(ring, x) for x in parts)


def _halves(ring: Ring, p: Poly) -> list[tuple[int, int, Poly]]:
    """Return the angles in an element that are half of another angle of the ring.

    Each result contains the indices of the sine and the cosine, and the angle.
    """
    used = p.degrees()
    angles = [x for x in ring.angles if used[x[0]] or used[x[1]]]
    return [x for x in angles if any(psi / 2 == x[2] for _, _, psi in ring.angles)]


_MOST_MOVED = 40  # largest number of decimals that are changed one by one


class _Unbounded(Exception):
    """Raised for an operation on rounded numbers, such as a sine, for which no error bound is known."""


class _Unknown(Exception):
    """Raised for a number without reliable digits. The caller then uses the number as written."""


def is_rounded(*sides: Scalar) -> bool:
    """Return whether the expressions contain a decimal that can have been rounded."""
    return any(is_decimal(x) for x in symbols(sides))


def error(ring: Ring, x: Scalar, known: Mapping[str, Poly]) -> Poly:
    """Bound the rounding error of each coefficient in the expanded expression x. Bounds that cannot be determined are
    0."""
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
    """Bound the rounding errors to first order by changing each decimal by half a unit in its last digit.

    The bound of each coefficient is Σ |x(d + h) − x(d − h)| / 2 over the decimals d. Unknown bounds are 0.
    """
    decimals = [name for name in sorted(symbols([x])) if is_decimal(name) and name not in known]
    if len(decimals) > _MOST_MOVED:
        return ring.zero
    total = ring.zero
    exact = {symbol(name): ring.lift(p) for name, p in known.items()}
    exact |= {symbol(name): ring.number(Fraction(name)) for name in decimals}
    try:
        for name in decimals:
            moved = (ring.number(Fraction(name) + off) for off in (half_unit(name), -half_unit(name)))
            more, less = (read(ring, x, exact | {symbol(name): p}) for p in moved)
            total = total + size(ring, more - less) / 2
    except (Missing, Finer, WrongValue):
        return ring.zero
    return total


def settled(ring: Ring, model: Poly, written: Poly, slack: Poly) -> Poly:
    """Replace coefficients of the written element by coefficients of the model that agree within the error bounds."""
    room = slack.to_dict()
    apart = (written - model).to_dict()
    close = {m: k for m, k in apart.items() if m in room and abs(k) <= room[m]}
    roots = numeric_roots(ring)
    if roots and len(close) < len(apart):  # 0.104 for 0.06 √3: terms that differ by a numeric root are added
        together: dict[Monomial, list[Monomial]] = {}
        for m in {*apart, *room}:
            together.setdefault(bare(m, roots), []).append(m)
        for group in together.values():
            off, most = (sum((_times(m, x.get(m, 0), roots) for m in group), Fraction(0)) for x in (apart, room))
            close |= {m: apart[m] for m in group if m in apart and abs(off) <= most}
    return written - ring.context.from_dict(close) if close else written


def numeric_roots(ring: Ring) -> dict[int, Fraction]:
    """Return the indices of the generators that are roots of numbers, with their values to 50 digits."""
    found = {}
    for i, g in enumerate(ring.generators):
        if g.kind == "root" and g.argument.is_constant():
            found[i] = square_root(as_fraction(g.argument.leading_coefficient()))
    return found


def bare(m: Monomial, roots: Mapping[int, Fraction]) -> Monomial:
    """Remove roots of numbers, such as √3, from a monomial, because authors often write decimals instead."""
    return tuple(0 if i in roots else e for i, e in enumerate(m))


def _times(m: Monomial, k: Any, roots: Mapping[int, Fraction]) -> Fraction:
    """Multiply a coefficient by the numeric roots of its monomial."""
    value = as_fraction(k) if k else Fraction(0)
    for i, x in roots.items():
        value *= x ** int(m[i])
    return value


def size(ring: Ring, p: Poly) -> Poly:
    """Return the polynomial p with the absolute values of its coefficients."""
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
        """Return the value of one operation and a bound on its error."""
        ring = self.ring
        if node.op is Op.SYMBOL:
            name = str(node.value)
            if name in known:
                return ring.lift(known[name]), ring.zero
            if is_decimal(name):
                return ring.number(Fraction(name)), ring.number(half_unit(name))
        value = operation(ring, node, [p for p, _ in args])
        errors = [e for _, e in args]
        if not any(errors) or node.op is Op.SQRT:  # roots of numbers are exact in the model and in the text
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
        """Return the error bound |ε(a/b)| ≤ (ε_a + |a/b| ε_b) / (|b| − ε_b) of a quotient whose divisor is a number b."""
        ring = self.ring
        least = size(ring, b) - f
        if not least or least.leading_coefficient() <= 0:
            raise _Unknown
        return (e + size(ring, a) * f / size(ring, b)) / least

    def reduce(self, p: Poly) -> Poly:
        for relation in self.relations:
            p = p % relation
        return p


_BUDGET = 1_000_000  # products of terms, which take less than a second; or 100 per compared term, if larger
_LARGEST_TERMS = 8_000  # largest number of terms of a result; or twice the number in the robot's own entries, if larger
_LARGEST_DEGREE = 80
_LARGEST_DIVISOR = 40  # largest number of terms of a divisor
_LARGEST_MULTIPLE = 12  # largest integer factor of an angle inside a sine or cosine
_LARGEST_ANGLE = 4_000  # largest number of terms of a sine or cosine
_LARGEST_COUNT = 30  # largest number of divisors, roots and functions that do not occur in the robot's own equations


class Expansion:
    """Expansion of several expressions. `ring` contains all generators that these expressions need."""

    def __init__(self, ring: Ring, size: int) -> None:
        """Create an expansion. `size` is the number of terms in the compared model entries."""
        self.ring = ring
        self.most = max(_LARGEST_TERMS, 2 * size)
        self.budget = max(_BUDGET, 100 * size)
        self.spent = 0
        self.halves = False  # whether half angles occurred
        self.adjoined = 0

    def expand(self, x: Scalar, known: Mapping[str, Poly]) -> Poly:
        """Convert an expression to an element of the current ring.

        If the ring is extended later, the caller must convert the element to the larger ring. `known` maps symbols to
        their values.
        """
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
                within(len(result), most, "number of terms")
        return in_whole_angles(self.ring, found[x]) if self.halves else found[x]

    def _operate(self, node: Node, found: dict[Node, Poly]) -> tuple[Poly, dict[Node, Poly]]:
        """Perform one operation on expanded operands. Missing generators are added to the ring."""
        while True:
            try:
                return self._result(node, [found[x] for x in node.args]), found
            except Missing as missing:
                self.adjoined += 1
                within(self.adjoined, _LARGEST_COUNT, "divisors, roots and functions")
                self.ring = Ring(self.ring.coordinates, [*self.ring.made, *missing.generators])
                found = {k: self.ring.lift(p) for k, p in found.items()}

    def _result(self, node: Node, args: list[Poly]) -> Poly:
        try:
            return operation(self.ring, node, args)
        except Finer:
            self.halves = True
            return sincos(self.ring, args[0])[node.op is Op.COS]

    def _pay(self, node: Node, args: list[Poly]) -> None:
        """Raise an error if an operation exceeds the size limit."""
        if node.op is Op.MUL or node.op is Op.DIV:
            a, b = args
            self.spent += len(a) * len(b)
            within(_degree(a) + _degree(b), _LARGEST_DEGREE, "degree")
            if node.op is Op.DIV:
                within(max(len(b), _degree(b)), _LARGEST_DIVISOR, "terms of a divisor")
        elif node.op in (Op.SIN, Op.COS):
            self.spent += self._angle(args[0])
        else:
            self.spent += sum(len(p) for p in args) // 8
        within(self.spent, self.budget, "products of terms")

    def _angle(self, angle: Poly) -> int:
        """Estimate the number of terms of the sine or cosine of an angle."""
        within(len(angle), _LARGEST_DIVISOR, "terms of an angle")
        multiples = _multiples(self.ring, angle)
        finest = math.lcm(*(k.denominator for k in multiples))
        if finest > 2:
            raise finding.AngleFraction(finest).error()
        within(max(map(abs, multiples), default=0), _LARGEST_MULTIPLE, "multiple of an angle")
        size = math.prod(abs(math.ceil(k)) + 1 for k in multiples)
        within(size, _LARGEST_ANGLE, "terms of a sine or cosine")
        return size


def display_in(
    ring: Ring, own: ElementDisplay, decimals: bool, image: Callable[[Poly], Poly] = lambda x: x
) -> ElementDisplay:
    """Return a formatter for a ring that contains at least the images of the angles of `own`, with the same order of
    symbols.

    The order of symbols is the same as in `own`. `decimals` is True if the claim contains decimals.
    """
    decimals = decimals or own.decimals
    if ring is own.ring and decimals == own.decimals:
        return own
    other = ElementDisplay(ring, runs=[[ring.lift(image(x)) for x in run] for run in own.runs], decimals=decimals)
    other.ranks = dict(own.ranks)
    return other


def _degree(p: Poly) -> int:
    return max(0, int(p.total_degree()))


def within(size: int | Fraction, most: int, noun: str) -> None:
    """Raise an error if an expression is too large to be expanded."""
    if size > most:
        raise finding.TooLargeToExpand(Noun(noun), most).error()
