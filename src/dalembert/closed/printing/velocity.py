"""Sums of products of velocities as one product, where they are one: perfect squares, shared sums.

q̇₁² + 2q̇₁q̇₂ + q̇₂²  →  (q̇₁ + q̇₂)²        2q̇₂q̇₄ + 2q̇₃q̇₄ + q̇₄²  →  (2q̇₂ + 2q̇₃ + q̇₄) q̇₄

A quadratic form splits into two linear ones when its discriminant in one of the velocities is a square.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from dalembert.closed.printing.atom import Atom, Monomial, Product, Sum, Terms
from dalembert.closed.printing.present import ACCELERATION, VELOCITY

Form: TypeAlias = Mapping[Monomial, Fraction]
Linear: TypeAlias = dict[Atom, Fraction]
_RATES = (VELOCITY, ACCELERATION)
_LARGEST = 12  # whole numbers in a bracket of velocities that still read as a pattern
_ONE = Fraction(1)


def parted(factors: Monomial) -> tuple[Monomial, Monomial]:
    """Factors without rates, and the rates."""
    if not _moves(factors):
        return factors, ()
    return tuple([x for x in factors if x[0].rank[0] not in _RATES]), tuple(
        [x for x in factors if x[0].rank[0] in _RATES]
    )


def _moves(factors: Monomial) -> bool:
    """Whether there are rates; factors are in their order, and rates are among the last."""
    return bool(factors) and factors[-1][0].rank[0] >= VELOCITY


def closed(terms: Terms) -> list[Product]:
    """The terms, those that differ in their velocities alone made one product where they are one."""
    if not any(_moves(factors) for _, factors in terms):
        return [Product(*term) for term in terms]
    groups: dict[Monomial, dict[Monomial, Fraction]] = {}
    for k, factors in terms:
        still, rates = parted(factors)
        form = groups.setdefault(still, {})
        form[rates] = form.get(rates, Fraction(0)) + k
    found = []
    for still, form in groups.items():
        one = product_of(form) if len(form) > 1 else None
        if one is not None:
            found.append(Product(one.coefficient, (*still, *one.factors)))
        else:
            found += [Product(k, (*still, *rates)) for rates, k in form.items()]
    return found


def product_of(form: Form) -> Product | None:
    """A form Σ k q̇_i q̇_j, or Σ k q̇_i, as one product of small whole numbers; None where it is none."""
    degrees = {sum(e for _, e in rates) for rates in form}
    if any(a.rank[0] != VELOCITY or a.argument is not None for rates in form for a, _ in rates):
        return None
    if degrees == {1}:
        return _bracketed([{rates[0][0]: k for rates, k in form.items()}])
    if degrees != {2}:
        return None
    shared = set.intersection(*({a for a, _ in rates} for rates in form))
    if shared:
        x = min(shared, key=lambda a: a.rank)
        rest = {next((a for a, _ in rates if a is not x), x): k for rates, k in form.items()}
        return _bracketed([rest, {x: _ONE}])
    squares = [rates[0][0] for rates in form if len(rates) == 1]
    if len(form) < 3 or not squares:
        return None
    halves = _split(form, min(squares, key=lambda a: a.rank))
    return None if halves is None else _bracketed(list(halves))


def _split(form: Form, x: Atom) -> tuple[Linear, Linear] | None:
    """a x² + x l + r = a (x + (l − d)/2a)(x + (l + d)/2a) with d² = l² − 4 a r."""
    a = form[((x, 2),)]
    line: Linear = {}
    rest: dict[frozenset[Atom], Fraction] = {}
    for rates, k in form.items():
        names = [y for y, e in rates for _ in range(e)]
        if x in names and names != [x, x]:
            line[next(y for y in names if y is not x)] = k
        elif x not in names:
            rest[frozenset(names)] = k
    others = list(dict.fromkeys([*line, *(y for pair in rest for y in pair)]))
    D = {
        frozenset((y, z)): line.get(y, Fraction(0)) * line.get(z, Fraction(0)) * (1 if y is z else 2)
        - 4 * a * rest.get(frozenset((y, z)), Fraction(0))
        for i, y in enumerate(others)
        for z in others[i:]
    }
    d: Linear = {}
    for y in others:  # the square root of D: of each square, with the signs of the first mixed terms
        side = _root(D[frozenset((y,))])
        if side is None:
            return None
        first = next(iter(d), None)
        mixed = D[frozenset((first, y))] if first is not None else _ONE
        if side:
            d[y] = side if mixed >= 0 else -side
    for i, y in enumerate(others):
        for z in others[i:]:
            if d.get(y, 0) * d.get(z, 0) * (1 if y is z else 2) != D[frozenset((y, z))]:
                return None
    zero = Fraction(0)
    minus = {y: (line.get(y, zero) - d.get(y, zero)) / (2 * a) for y in others}
    plus = {y: (line.get(y, zero) + d.get(y, zero)) / (2 * a) for y in others}
    return {x: a, **{y: a * k for y, k in plus.items() if k}}, {x: _ONE, **{y: k for y, k in minus.items() if k}}


def _root(x: Fraction) -> Fraction | None:
    """The square root of a number, if it is rational."""
    if x < 0:
        return None
    p, q = math.isqrt(x.numerator), math.isqrt(x.denominator)
    return Fraction(p, q) if p * p == x.numerator and q * q == x.denominator else None


def _bracketed(parts: list[Linear]) -> Product | None:
    """Linear forms as factors, whole numbers inside, the common number in front; a form that comes twice is squared."""
    k = _ONE
    factors: list[tuple[Atom | Sum, int]] = []
    for part in parts:
        names = sorted(part, key=lambda a: a.rank)
        if len(names) == 1:
            k *= part[names[0]]
            one: Atom | Sum = names[0]
        else:
            size = Fraction(
                math.gcd(*(x.numerator for x in part.values())), math.lcm(*(x.denominator for x in part.values()))
            )
            size = size if part[names[0]] > 0 else -size
            if any(abs(x / size) > _LARGEST for x in part.values()):
                return None
            k *= size
            one = Sum(tuple(Product(part[a] / size, ((a, 1),)) for a in names))
        if factors and factors[-1][0] == one:
            factors[-1] = (one, 2)
        else:
            factors.append((one, 1))
    factors.sort(key=lambda x: isinstance(x[0], Sum))
    return Product(k, tuple(factors))
