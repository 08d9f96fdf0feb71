"""Factors of a trigonometric polynomial, exactly.

Modulo s² + c² = 1 factors are not unique, s·s = (1 − c)(1 + c). In half angles, x = cos(φ/2), y = sin(φ/2),

    c = x² − y²,   s = 2xy,   1 = x² + y²

it is a homogeneous polynomial in each pair (x, y), and those factor in one way only  [cox2015, §4.2]. A factor of even
degree in every pair is trigonometric again: x² = (1 + c)/2, y² = (1 − c)/2, xy = s/2; odd ones are joined in pairs,
x·y to sin φ, (x − y)(x + y) to cos φ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from flint import fmpq, fmpq_mpoly_ctx

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring

_LARGEST = 3000  # terms of a polynomial that is still factored


def factors(ring: Ring, p: Poly) -> list[Poly] | None:
    """The different factors of an element that hold a coordinate or an angle; None where it is too large."""
    if not p or len(p.to_dict()) > _LARGEST:
        return None
    half = _HalfAngles(ring)
    whole = half.read(p)
    if len(whole.to_dict()) > _LARGEST:
        return None
    _, found = whole.factor()
    parts = [f for f, _ in found if half.moves(f) and not half.is_one(f)]
    even = [f for f in parts if not any(half.parity(f))]
    odd = [f for f in parts if any(half.parity(f))]
    return [_primitive(half.write(f)) for f in (*even, *_joined(half, odd))]


def _joined(half: _HalfAngles, odd: list[Poly]) -> list[Poly]:
    """Products of odd factors that are even, the shortest first; one without a partner is squared."""
    result: list[Poly] = []
    while odd:
        pairs = [(f, g) for f, g in combinations(odd, 2) if half.parity(f) == half.parity(g)]
        if not pairs:
            result += [f * f for f in odd]
            break
        f, g = min(pairs, key=lambda x: len(half.write(x[0] * x[1]).to_dict()))
        result.append(f * g)
        odd = [x for x in odd if x is not f and x is not g]
    return result


class _HalfAngles:
    """A ring's elements with each angle φ written as x = cos(φ/2), y = sin(φ/2)."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        names = [g.name for g in ring.generators]
        for i, j, _ in ring.angles:
            names[i], names[j] = f"sine half {i}", f"cosine half {i}"
        self.context = fmpq_mpoly_ctx.get(names, "lex")
        self.variables = self.context.gens()
        moving = {x.q for x in ring.coordinates}
        self.moving = [i for i, g in enumerate(ring.generators) if g.name in moving]
        # an angle made of constants alone (a symbolic twist) does not move
        self.turning = [
            (i, j) for i, j, angle in ring.angles if any(m[k] for m in angle.to_dict() for k in self.moving)
        ]

    def read(self, p: Poly) -> Poly:
        """The homogeneous polynomial of an element."""
        terms = p.to_dict()
        angles = [(i, j) for i, j, _ in self.ring.angles]
        order = [max(m[i] + m[j] for m in terms) for i, j in angles]
        total = self.context.constant(0)
        for m, k in terms.items():
            rest = list(m)
            for i, j in angles:
                rest[i] = rest[j] = 0
            term = self.context.from_dict({tuple(rest): k})
            for (i, j), top in zip(angles, order, strict=True):
                x, y = self.variables[j], self.variables[i]
                term = term * (2 * x * y) ** m[i] * (x * x - y * y) ** m[j] * (x * x + y * y) ** (top - m[i] - m[j])
            total = total + term
        return total

    def write(self, f: Poly) -> Poly:
        """The element of an even polynomial, in normal form."""
        ring, total = self.ring, self.ring.zero
        for m, k in f.to_dict().items():
            rest = list(m)
            term = ring.one
            for i, j, _ in ring.angles:
                a, b = m[j], m[i]
                rest[i] = rest[j] = 0
                s, c = ring.variables[i], ring.variables[j]
                term = term * (s if a % 2 else 1) * (1 + c) ** (a // 2) * (1 - c) ** (b // 2)
                term = term / 2 ** ((a + b) // 2)
            total = total + term * ring.context.from_dict({tuple(rest): k})
        return ring.reduce(total)

    def parity(self, f: Poly) -> tuple[int, ...]:
        """Degree of each pair, modulo 2; f is homogeneous, so any term tells."""
        m = next(iter(f.to_dict()))
        return tuple((m[i] + m[j]) % 2 for i, j, _ in self.ring.angles)

    def moves(self, f: Poly) -> bool:
        where = [*self.moving, *(k for pair in self.turning for k in pair)]
        return any(m[k] for m in f.to_dict() for k in where)

    def is_one(self, f: Poly) -> bool:
        """x² + y²."""
        return any(f == self.variables[i] ** 2 + self.variables[j] ** 2 for i, j in self.turning)


def _primitive(p: Poly) -> Poly:
    """The multiple with whole coefficients that have no common factor, most of them positive."""
    k = [Fraction(int(x.p), int(x.q)) for x in p.to_dict().values()]
    content = Fraction(math.gcd(*(x.numerator for x in k)), math.lcm(*(x.denominator for x in k)))
    sign = -1 if sum(x < 0 for x in k) > len(k) / 2 else 1
    return p * fmpq(sign * content.denominator, content.numerator)


def determinant(ring: Ring, A: Sequence[Sequence[Poly]]) -> Poly | None:
    """det A by expansion along rows, each minor once; None where an entry or a minor grows too large."""
    n = len(A)
    minors: dict[tuple[int, ...], Poly] = {(): ring.one}
    for row in reversed(A):
        size = len(next(iter(minors))) + 1
        larger: dict[tuple[int, ...], Poly] = {}
        for columns in combinations(range(n), size):
            total = ring.zero
            for k, column in enumerate(columns):
                minor = minors.get(columns[:k] + columns[k + 1 :])
                if minor and row[column]:
                    total = total + (-1) ** k * row[column] * minor
            larger[columns] = ring.reduce(total)
            if len(larger[columns].to_dict()) > _LARGEST:
                return None
        minors = larger
    return minors[tuple(range(n))]
