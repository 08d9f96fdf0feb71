"""Terms collected the way books write them: under each mass and inertia, common factors in front.

m2 l1² + m2 lc2² + 2 m2 l1 lc2 cos q2   →   m2 (l1² + lc2² + 2 l1 lc2 cos q2)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from dalembert.closed.printing.atom import Atom, Monomial, Product, Sum, Terms
from dalembert.closed.printing.present import CONSTANT, INERTIAL

_ROUND = 10_000  # denominators up to here are fractions that a person wrote


def grouped(terms: Terms) -> Sum:
    """Collected under the inertial symbol of each term; terms without one stay as they are."""
    return _collected(terms, _inertial)


def factored(terms: Terms) -> Product:
    """Σ terms as one product: number and common factors in front of what is left.

    Lengths come in front only when all of them do: m2 (lc2² + l1 lc2 cos q2) stays as it is.
    """
    if len(terms) == 1:
        return Product(*terms[0])
    common = _common([factors for _, factors in terms])
    if any(a.rank[0] == CONSTANT and e > common.get(a, 0) for _, factors in terms for a, e in factors):
        common = {a: e for a, e in common.items() if a.rank[0] != CONSTANT}
    content = _content([k for k, _ in terms])
    inner = [Product(k / content, _without(factors, common)) for k, factors in terms]
    inner.sort(key=lambda x: x.coefficient < 0)
    return Product(content, (*common.items(), (Sum(tuple(inner)), 1)))


def _collected(terms: Terms, leader: Callable[[Monomial], Atom | None]) -> Sum:
    groups: dict[Atom, Terms] = {}
    alone: list[Product] = []
    for term in terms:
        head = leader(term[1])
        if head is None:
            alone.append(Product(*term))
        else:
            groups.setdefault(head, []).append(term)
    heads = sorted(groups, key=lambda a: a.rank)
    return Sum((*(factored(groups[head]) for head in heads), *alone))


def _inertial(factors: Monomial) -> Atom | None:
    return next((a for a, _ in factors if a.rank[0] == INERTIAL), None)


def _common(monomials: Sequence[Monomial]) -> dict[Atom, int]:
    """Greatest common factor, in the order of the first monomial."""
    common = dict(monomials[0])
    for factors in monomials[1:]:
        powers = dict(factors)
        common = {a: min(e, powers[a]) for a, e in common.items() if a in powers}
    return common


def _without(factors: Monomial, common: dict[Atom, int]) -> Monomial:
    left = [(a, e - common.get(a, 0)) for a, e in factors]
    return tuple(x for x in left if x[1])


def _content(numbers: Sequence[Fraction]) -> Fraction:
    """What all numbers are whole multiples of; negative when all of them are.

    Measured numbers share only a meaningless tiny part: nothing is pulled out of those.
    """
    denominator = math.lcm(*(x.denominator for x in numbers))
    size = Fraction(math.gcd(*(x.numerator for x in numbers)), denominator) if denominator <= _ROUND else Fraction(1)
    return size if any(x > 0 for x in numbers) else -size
