"""Terms collected the way books write them.

grouped      under each mass and inertia, common factors in front: m2 (l1² + lc2² + 2 l1 lc2 cos q2)
collected    under the rates they multiply, as a lecture writes them on the board:
             (m1 lc1² + I1 + …) q̈1 + (…) q̈2 − h (2 q̇1 + q̇2) q̇2 + …
opened       among decimals, no number in front that nobody gave: m2 (lc2² + 0.3 lc2 cos q2), not 0.1 m2 (10 lc2² + …)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from dalembert.closed.printing.atom import Atom, Monomial, Product, Sum, Terms
from dalembert.closed.printing.present import ACCELERATION, CONSTANT, INERTIAL, VELOCITY
from dalembert.closed.printing.velocity import closed, parted, product_of

_SIMPLE = 24  # denominators, or multiples, up to here are fractions that a person would write


def grouped(terms: Terms, closing: bool = True) -> Sum:
    """Collected under the inertial symbol of each term; terms without one stay as they are.

    `closing`: sums of products of velocities become squares and products, which is for reading only.
    """
    groups: dict[Atom, Terms] = {}
    alone: Terms = []
    for term in terms:
        head = _inertial(term[1])
        if head is None:
            alone.append(term)
        else:
            groups.setdefault(head, []).append(term)
    heads = sorted(groups, key=lambda a: a.rank)
    rest = closed(alone) if closing else [Product(*term) for term in alone]
    return Sum((*(factored(groups[head], closing) for head in heads), *rest))


def collected(terms: Terms) -> Sum:
    """Under each product of rates, accelerations first, what multiplies it, itself collected under masses.

    Products of velocities with the same coefficient, but for a number, come together.
    """
    parts: dict[Monomial, Terms] = {}
    for k, factors in terms:
        still, rates = parted(factors)
        parts.setdefault(rates, []).append((k, still))
    products: list[Product] = []
    for motion, part in _shared(parts):
        inner = grouped(part)
        products.extend(inner.products if not motion else _times(inner, motion))
    return Sum(tuple(products))


def _shared(parts: dict[Monomial, Terms]) -> list[tuple[tuple[tuple[Atom | Sum, int], ...], Terms]]:
    """(rates, coefficient), those of proportional coefficients together where their velocities make one product."""
    ends = {rates: (len(part), part[0][1], part[-1][1]) for rates, part in parts.items()}
    common = Counter(ends.values())
    alike: dict[object, dict[Monomial, Fraction]] = {}
    for rates in sorted(parts, key=_order):
        lead = parts[rates][0][0]
        alone = common[ends[rates]] == 1
        key: object = rates if alone else tuple([(k / lead, still) for k, still in parts[rates]])
        alike.setdefault(key, {})[rates] = lead
    found: list[tuple[tuple[tuple[Atom | Sum, int], ...], Terms]] = []
    for form in alike.values():
        one = product_of(form) if len(form) > 1 else None
        first = next(iter(form))
        if one is None:
            found += [(rates, parts[rates]) for rates in form]
        else:
            scale = one.coefficient / form[first]
            found.append((one.factors, [(k * scale, still) for k, still in parts[first]]))
    return found


def _times(inner: Sum, rates: tuple[tuple[Atom | Sum, int], ...]) -> list[Product]:
    """inner · rates: a common minus and a common ½ in front; a bracket that would stand alone is opened."""
    if len(inner.products) == 1:
        (one,) = inner.products
        whole = Product(one.coefficient, (*one.factors, *rates))
        (last, power) = whole.factors[-1]
        if len(whole.factors) == 1 and isinstance(last, Sum) and power == 1:
            return [Product(one.coefficient * x.coefficient, x.factors) for x in last.products]
        return [whole]
    content = _content([x.coefficient for x in inner.products])
    if content.denominator == 1:
        content = content / abs(content)
    inside = Sum(tuple(Product(x.coefficient / content, x.factors) for x in inner.products))
    return [Product(content, ((led(inside), 1), *rates))]


def led(x: Sum) -> Sum:
    """A bracket begins with a term that is added: (Izz − Iyy) ω5 ω6."""
    first = next((k for k, y in enumerate(x.products) if y.coefficient > 0), 0)
    return Sum((x.products[first], *x.products[:first], *x.products[first + 1 :]))


def _order(rates: Monomial) -> tuple[object, ...]:
    """Accelerations, then products of velocities, then what does not move."""
    kind = 2 if not rates else 0 if any(a.rank[0] == ACCELERATION for a, _ in rates) else 1
    return (kind, [(a.rank[0], _number(a.name), -e) for a, e in rates])


def _number(name: str) -> int:
    digits = name.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
    return int(digits) if digits.isdigit() else 0


def factored(terms: Terms, closing: bool = True) -> Product:
    """Σ terms as one product: number and common factors in front of what is left.

    Lengths come in front only when all of them do: m2 (lc2² + l1 lc2 cos q2) stays as it is.
    """
    if len(terms) == 1:
        return Product(*terms[0])
    common = _common([factors for _, factors in terms])
    if any(a.rank[0] == CONSTANT and e > common.get(a, 0) for _, factors in terms for a, e in factors):
        common = {a: e for a, e in common.items() if a.rank[0] != CONSTANT}
    content = _content([k for k, _ in terms])
    left = [(k / content, _without(factors, common)) for k, factors in terms]
    inner = closed(left) if closing else [Product(*x) for x in left]
    inner.sort(key=lambda x: x.coefficient < 0)
    rates = [x for x in common.items() if parted((x,))[1]]  # velocities stand last
    front = [x for x in common.items() if x not in rates]
    if len(inner) == 1:
        return Product(content * inner[0].coefficient, (*front, *inner[0].factors, *rates))
    return Product(content, (*front, (Sum(tuple(inner)), 1), *rates))


def opened(x: Product) -> Product:
    """A decimal goes back into its bracket unless it stands for itself.

    It does where one term is left with 1, the others with 2 or 3, and none was whole before, 0.3 (l1 + 2 l2); and so does
    the half of an energy.
    """
    k = abs(x.coefficient)
    if k.denominator == 1:
        return x
    for i, (inside, power) in enumerate(x.factors):
        if power == 1 and isinstance(inside, Sum):
            left = [abs(y.coefficient) for y in inside.products]
            half = k.denominator == 2 and _moves(x)
            if min(left) > 1 or max(left) > 3 or (k < 1 and not half and any((k * y).denominator == 1 for y in left)):
                whole = Sum(tuple([Product(k * y.coefficient, y.factors) for y in inside.products]))
                return Product(x.coefficient / k, (*x.factors[:i], (whole, 1), *x.factors[i + 1 :]))
    return x


def _moves(x: Product) -> bool:
    return any(
        a.rank[0] == VELOCITY if isinstance(a, Atom) else any(_moves(y) for y in a.products) for a, _ in x.factors
    )


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
    """What all numbers are whole multiples of, small ones or of a simple fraction; negative when all of them are.

    Measured numbers share only a meaningless tiny part: nothing is pulled out of those.
    """
    denominator = math.lcm(*(x.denominator for x in numbers))
    size = Fraction(math.gcd(*(x.numerator for x in numbers)), denominator)
    if denominator > _SIMPLE and max(abs(x) for x in numbers) > _SIMPLE * size:
        size = Fraction(1)
    return size if any(x > 0 for x in numbers) else -size
