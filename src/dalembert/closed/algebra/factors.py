"""Factors and common zeros of trigonometric polynomials.

Modulo s² + c² = 1, factorizations are not unique: for example, s·s = (1 − c)(1 + c). With the half angles x = cos(φ/2),
y = sin(φ/2),

    c = x² − y²,   s = 2xy,   1 = x² + y²

a trigonometric polynomial is homogeneous in each pair (x, y), and homogeneous polynomials factor uniquely [cox2015,
§4.2]. A factor of even degree in every pair can be converted back to s and c: x² = (1 + c)/2, y² = (1 − c)/2, xy = s/2.
Factors of odd degree are multiplied in pairs: x·y gives sin φ, and (x − y)(x + y) gives cos φ.

Polynomials have a common zero where a common factor vanishes, or where all quotients by the greatest common divisor
vanish. The second set is empty if the quotients, the relations x² + y² = 1 and z·(product of all symbols) = 1 have the
Gröbner basis 1. A factor that takes both signs at rational points has a real zero, because its domain is connected.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence, Set
from fractions import Fraction
from functools import reduce
from itertools import combinations

from flint import fmpq, fmpq_mpoly_ctx, fmpz_mpoly_ctx, fmpz_mpoly_vec

from dalembert.closed.algebra.ring import Poly, Ring, as_fraction

LARGEST = 3000  # largest number of terms of a polynomial to factor
_LIMITS = (80, 400, 4000)  # polynomials, terms and bits of a Gröbner basis
_POINTS = 200  # at which the sign of a factor is evaluated


def zeros(ring: Ring, p: Poly) -> list[Poly] | None:
    """Return factors whose zeros are exactly the zeros of a polynomial, for positive symbols.

    If the zeros cannot be determined, return all factors that contain a coordinate or a joint angle. Return None if the
    polynomial has too many terms.
    """
    found = common_zeros(ring, [p])
    return factors(ring, p) if found is None else found


def factors(ring: Ring, p: Poly) -> list[Poly] | None:
    """Factor a polynomial of the ring, and return the distinct factors that contain a coordinate or a joint angle.

    Return None if the polynomial has too many terms.
    """
    if not p or len(p.to_dict()) > LARGEST:
        return None
    half = _HalfAngles(ring)
    whole = half.read(p)
    if len(whole.to_dict()) > LARGEST:
        return None
    return half.written(half.moving_factors(whole))


def common_zeros(ring: Ring, polynomials: Sequence[Poly]) -> list[Poly] | None:
    """Return factors whose zeros are exactly the common zeros of the polynomials.

    All symbols are assumed to be positive. The list is empty if the polynomials have no common zero. Each factor has at
    least one zero. Return None if the common zeros cannot be determined.
    """
    if not polynomials or sum(len(p) for p in polynomials) > LARGEST:
        return None
    half = _HalfAngles(ring)
    whole = [half.read(p) for p in polynomials]
    common = reduce(lambda f, g: f.gcd(g), whole)
    if not half.nonzero(common) or not half.never_together([f / common for f in whole]):
        return None
    found = [(f, half.vanishes(f)) for f in half.moving_factors(common)]
    return None if any(zero is None for _, zero in found) else half.written([f for f, zero in found if zero])


def _joined(half: _HalfAngles, odd: list[Poly]) -> list[Poly]:
    """Multiply pairs of odd factors to obtain even factors, with the shortest products first.

    A factor that cannot be paired is squared.
    """
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
    """Polynomials in the half-angle variables x = cos(φ/2) and y = sin(φ/2) of the angles φ in a ring."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        names = [g.name for g in ring.generators]
        for i, j, _ in ring.angles:
            names[i], names[j] = f"sine half {i}", f"cosine half {i}"
        self.context = fmpq_mpoly_ctx.get(names, "lex")
        self.variables = self.context.gens()
        moving = {x.q for x in ring.coordinates}
        self.moving = [i for i, g in enumerate(ring.generators) if g.name in moving]
        # an angle of constants (a symbolic twist) does not move
        self.turning = [
            (i, j) for i, j, angle in ring.angles if any(m[k] for m in angle.to_dict() for k in self.moving)
        ]
        positive = {i for i, g in enumerate(ring.generators) if g.is_symbol or g.kind == "root"} - {*self.moving}
        self.signed = {*range(len(names))} - positive  # variables that are not positive

    def moving_factors(self, f: Poly) -> list[Poly]:
        """Return the distinct factors that contain a coordinate or a joint angle, except x² + y²."""
        ones = [self.variables[i] ** 2 + self.variables[j] ** 2 for i, j in self.turning]
        return [x for x, _ in f.factor()[1] if self.moves(x) and x not in ones]

    def written(self, found: Sequence[Poly]) -> list[Poly]:
        """Convert factors to polynomials of the ring, and multiply factors of odd degree."""
        even = [f for f in found if not any(self.parity(f))]
        odd = [f for f in found if any(self.parity(f))]
        return [_primitive(self.write(f)) for f in (*even, *_joined(self, odd))]

    def nonzero(self, f: Poly) -> bool:
        """Return whether each factor without coordinates has the same sign for all positive values of the symbols."""
        still = [x for x, _ in f.factor()[1] if not self.moves(x)]
        return all(len({k > 0 for k in x.to_dict().values()}) == 1 and not self.uses(x, self.signed) for x in still)

    def never_together(self, found: Sequence[Poly]) -> bool:
        """Return whether polynomials were shown to have no common zero for nonzero symbols."""
        if any(self.nonzero(f) and not self.moving_factors(f) for f in found):
            return True
        names = [*self.context.names(), "z"]
        context = fmpz_mpoly_ctx.get(names, "degrevlex")
        *variables, z = context.gens()
        still = [x for i, x in enumerate(variables) if i not in self.signed]
        relations = [variables[i] ** 2 + variables[j] ** 2 - 1 for i, j in self.turning]
        whole = [f * math.lcm(*(int(k.q) for k in f.to_dict().values())) for f in found]
        terms = [{(*m, 0): int(k.p) for m, k in f.to_dict().items()} for f in whole]
        ideal = [*map(context.from_dict, terms), *relations, math.prod(still, start=z) - 1]
        basis, complete = fmpz_mpoly_vec(ideal, context).buchberger_naive(limits=_LIMITS)
        return complete and any(f.is_constant() for f in basis)

    def vanishes(self, f: Poly) -> bool | None:
        """Return whether f has a real zero for positive symbols, or None if this cannot be decided."""
        rng = random.Random(0)
        signs = set()
        for _ in range(_POINTS):
            at = [
                rng.randint(-9, 9) if i in self.signed else 2 ** rng.randint(0, 9) for i in range(len(self.variables))
            ]
            signs.add((f(*at) > 0) - (f(*at) < 0))
        if {-1, 1} <= signs:
            return True
        terms = {m: abs(as_fraction(k)) for m, k in (f if any(self.parity(f)) else self.write(f)).to_dict().items()}
        still = terms.get((0,) * len(self.variables), 0)
        bounded = {k for pair in self.turning for k in pair}
        small = all(not e or i in bounded for m in terms for i, e in enumerate(m))
        return False if small and 2 * still > sum(terms.values()) else None

    def read(self, p: Poly) -> Poly:
        """Convert a polynomial of the ring to a homogeneous polynomial in the half angles."""
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
        """Convert an even polynomial in the half angles to a polynomial of the ring, in normal form."""
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
        """Return the degree of each pair (x, y) modulo 2.

        The polynomial f is homogeneous, so any of its terms determines the degree.
        """
        m = next(iter(f.to_dict()))
        return tuple((m[i] + m[j]) % 2 for i, j, _ in self.ring.angles)

    def moves(self, f: Poly) -> bool:
        return self.uses(f, {*self.moving, *(k for pair in self.turning for k in pair)})

    def uses(self, f: Poly, where: Set[int]) -> bool:
        """Return whether a polynomial contains one of the variables with the given indices."""
        return any(e and i in where for i, e in enumerate(f.degrees()))


def _primitive(p: Poly) -> Poly:
    """Scale a polynomial to integer coefficients without a common factor, most of them positive."""
    k = [Fraction(int(x.p), int(x.q)) for x in p.to_dict().values()]
    content = Fraction(math.gcd(*(x.numerator for x in k)), math.lcm(*(x.denominator for x in k)))
    sign = -1 if sum(x < 0 for x in k) > len(k) / 2 else 1
    return p * fmpq(sign * content.denominator, content.numerator)
