"""Sine and cosine of an angle from those a ring has.

An angle is a linear form over the rationals in monomials of symbols (q1, α,
θ/n …) and π. If it is a combination Σ k_i φ_i of the ring's angles, k whole,

    cos Σ k_i φ_i + i sin Σ k_i φ_i = Π (c_i + i s_i)^k_i,

so its sine and cosine are elements of the ring. The angles of a ring are linearly
independent over small integers, and so their sines and cosines are algebraically
independent, but for s² + c² = 1 and relations of degree above 24.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dalembert.closed.algebra.generator import Finer, Missing, Poly, as_fraction

if TYPE_CHECKING:
    from dalembert.closed.algebra.ring import Ring

Monomial: TypeAlias = tuple[int, ...]
Form: TypeAlias = dict[Monomial, Fraction]
Complex: TypeAlias = tuple[Poly, Poly]  # cosine, sine
_LARGEST = 24  # multiple of an angle that is expanded
_FINEST = 4  # part of an angle that becomes the ring's in its place


def sincos(ring: Ring, angle: Poly) -> tuple[Poly, Poly]:
    """(sin, cos) of an angle; raises `Missing` or `Finer` when the ring cannot write them."""
    for sign in (1, -1):
        sine = ring.found("sin", sign * angle)
        if sine is not None:
            return sign * sine, ring.find("cos", sign * angle)
    vector = form(angle)
    turn = vector.get(ring.pi_monomial, Fraction(0)) * 12
    if turn.denominator > 1:
        turn = Fraction(0)
    else:
        vector.pop(ring.pi_monomial, None)
        angle = angle - ring.number(turn / 12) * ring.symbol("pi")
    result = (_cosine(ring, int(turn)), _cosine(ring, 6 - int(turn)))
    for sine, cosine, times in _parts(ring, angle, vector):
        result = _product(ring, result, _multiple(ring, (cosine, sine), times))
    return result[1], result[0]


def _parts(ring: Ring, angle: Poly, vector: Form) -> list[tuple[Poly, Poly, int]]:
    """(sine, cosine, times) of the ring's angles that add up to this one."""
    for sign in (1, -1):
        sine = ring.found("sin", sign * angle)
        if sine is not None:
            return [(sine, ring.find("cos", sign * angle), sign)]
    k = ring.combination.of(vector)
    if k is None:
        raise Missing(("cos", "sin"), angle)
    parts = math.lcm(*(x.denominator for x in k))
    if parts > _FINEST or any(abs(x) > _LARGEST for x in k):
        raise Missing(("cos", "sin"), angle)  # q1 and 1.2345 q1 may as well be independent
    if parts > 1:
        raise Finer(parts)
    used = [(int(times), i, j) for times, (i, j, _) in zip(k, ring.angles, strict=True) if times]
    return [(ring.variables[i], ring.variables[j], times) for times, i, j in used]


def form(p: Poly) -> Form:
    """An element as a linear form in its monomials."""
    return {m: as_fraction(c) for m, c in p.to_dict().items()}


class Combination:
    """Writes linear forms in a basis of independent ones, by elimination on their monomials."""

    def __init__(self, basis: Sequence[Form]) -> None:
        self.rows: list[tuple[Monomial, Form, Form]] = []  # pivot, reduced form, its coordinates in the basis
        self.size = len(basis)
        for i, vector in enumerate(basis):
            rest, used = self._reduce(vector)
            if not rest:
                continue  # a multiple too large to expand; it is found by its own name
            pivot = next(iter(rest))
            coordinates = {k: -v for k, v in used.items()} | {(i,): Fraction(1)}
            self.rows.append((pivot, _scaled(rest, 1 / rest[pivot]), _scaled(coordinates, 1 / rest[pivot])))

    def of(self, vector: Form) -> list[Fraction] | None:
        """Coordinates of a form in the basis; None if it is independent of it."""
        rest, used = self._reduce(vector)
        return None if rest else [used.get((i,), Fraction(0)) for i in range(self.size)]

    def _reduce(self, vector: Form) -> tuple[Form, Form]:
        rest: Form = dict(vector)
        used: Form = {}
        for pivot, row, coordinates in self.rows:
            factor = rest.get(pivot)
            if factor:
                _subtract(rest, row, factor)
                _subtract(used, coordinates, -factor)
        return rest, used


def _scaled(x: Form, k: Fraction) -> Form:
    return {m: k * v for m, v in x.items()}


def _subtract(x: Form, y: Form, k: Fraction) -> None:
    for m, v in y.items():
        new = x.get(m, Fraction(0)) - k * v
        if new:
            x[m] = new
        else:
            x.pop(m, None)


def _multiple(ring: Ring, z: Complex, k: int) -> Complex:
    """(cos kφ, sin kφ) from (cos φ, sin φ)."""
    z = (z[0], -z[1]) if k < 0 else z
    result = z
    for _ in range(abs(k) - 1):
        result = _product(ring, result, z)
    return result


def _product(ring: Ring, a: Complex, b: Complex) -> Complex:
    """(cos(α + β), sin(α + β))."""
    return ring.reduce(a[0] * b[0] - a[1] * b[1]), ring.reduce(a[1] * b[0] + a[0] * b[1])


# cos(k·15°) as a + b√2 + c√3 + d√6, for k = 0 … 6
_QUARTER = Fraction(1, 4)
_COSINE = ((4, 0, 0, 0), (0, 1, 0, 1), (0, 0, 2, 0), (0, 2, 0, 0), (2, 0, 0, 0), (0, -1, 0, 1), (0, 0, 0, 0))


def _cosine(ring: Ring, twelfths: int) -> Poly:
    """cos(k·π/12)."""
    k = twelfths % 24
    k = min(k, 24 - k)
    row = _COSINE[k] if k <= 6 else tuple(-x for x in _COSINE[12 - k])
    total = ring.zero
    for a, radicand in zip(row, (1, 2, 3, 6), strict=True):
        if a:
            total = total + ring.number(a * _QUARTER) * ring.root(ring.number(radicand))
    return total
