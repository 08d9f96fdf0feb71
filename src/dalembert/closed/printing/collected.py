"""Terms collected by the rates they multiply, as a lecture writes them on the board.

(m1 lc1² + I1 + …) q̈1 + (…) q̈2 − 2 h q̇1 q̇2 − h q̇2² + …
"""

from __future__ import annotations

from fractions import Fraction

from dalembert.closed.printing.atom import Monomial, Product, Sum, Terms
from dalembert.closed.printing.grouping import grouped
from dalembert.closed.printing.present import ACCELERATION, VELOCITY

_RATES = (VELOCITY, ACCELERATION)
_ONE = Fraction(1)


def collected(terms: Terms) -> Sum:
    """Under each product of rates, accelerations first, what multiplies it, itself collected under masses."""
    parts: dict[Monomial, Terms] = {}
    for k, factors in terms:
        rates = tuple(x for x in factors if x[0].rank[0] in _RATES)
        parts.setdefault(rates, []).append((k, tuple(x for x in factors if x[0].rank[0] not in _RATES)))
    products: list[Product] = []
    for rates in sorted(parts, key=_order):
        inner = grouped(parts[rates])
        products.extend(inner.products if not rates else [_times(inner, rates)])
    return Sum(tuple(products))


def _times(inner: Sum, rates: Monomial) -> Product:
    """inner · rates, with a common minus in front."""
    if len(inner.products) == 1:
        (one,) = inner.products
        return Product(one.coefficient, (*one.factors, *rates))
    sign = -1 if all(x.coefficient < 0 for x in inner.products) else 1
    return Product(
        sign * _ONE, ((Sum(tuple(Product(sign * x.coefficient, x.factors) for x in inner.products)), 1), *rates)
    )


def _order(rates: Monomial) -> tuple[object, ...]:
    """Accelerations, then products of velocities, then what does not move."""
    kind = 2 if not rates else 0 if any(a.rank[0] == ACCELERATION for a, _ in rates) else 1
    return (kind, [(a.rank[0], _number(a.name), -e) for a, e in rates])


def _number(name: str) -> int:
    digits = name.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
    return int(digits) if digits.isdigit() else 0
