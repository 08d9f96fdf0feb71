"""Conversion of the normal form to readable expressions, which are sums of products of atoms.

    Sum       a + b + …                 of products
    Product   k · x^i · y^j · (…)^l     k rational, factors atoms or sums
    Atom      a symbol, or a function of a sum: cos(q1 + q2), √(…), 1/(…), sign(q̇)

Expressions are converted to graph nodes or to SymPy. Graph nodes can be counted, compiled and evaluated like any traced
algorithm. SymPy only represents results and is not used for computations. SymPy symbols have no assumptions, as in
`Symbol("q1")`.

For parallel axes, the normal form contains only sums of angles, φ_a and φ_b, and no squared sine. Each of the
identities

    c_a c_b + s_a s_b = cos(φ_b − φ_a)        s_b c_a − c_b s_a = sin(φ_b − φ_a)
    c_a c_b − s_a s_b = cos(φ_b + φ_a)        s_b c_a + c_b s_a = sin(φ_b + φ_a)
    1 − c² = s²                               2c² − 1 = cos 2φ

is applied if it combines two terms into one. As a result, M of a planar arm contains cos q2, and the gravity vector
contains cos(q1 + q2).

The terms are then collected:

    grouped      by masses and inertias, with common factors in front: m2 (l1² + lc2² + 2 l1 lc2 cos q2)
    collected    by the rates that the terms multiply, as in a lecture:
                 (m1 lc1² + I1 + …) q̈1 + (…) q̈2 − h (2 q̇1 + q̇2) q̇2 + …
        opened       with decimal factors inside brackets: m2 (lc2² + 0.3 lc2 cos q2), not 0.1 m2 (10 lc2² + …)

A sum of velocity products is written as one product if this quadratic form factors into two linear forms over the
rationals:

    q̇₁² + 2q̇₁q̇₂ + q̇₂²  →  (q̇₁ + q̇₂)²        2q̇₂q̇₄ + 2q̇₃q̇₄ + q̇₄²  →  (2q̇₂ + 2q̇₃ + q̇₄) q̇₄
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from flint import fmpq, fmpq_mpoly_ctx

from dalembert.closed.algebra.ring import Poly, Ring, accumulate, as_fraction
from dalembert.graph import PI, Scalar, symbol
from dalembert.graph.scalar import absolute, cos, exp, sign, sin, sqrt, tanh

FUNCTIONS = ("sin", "cos", "root", "inverse", "sign", "abs", "exp", "tanh")


@dataclass(frozen=True, eq=False)
class Atom:
    """Factor that is not split further: a symbol or a function of a sum.

    Each atom exists only once, so equal atoms are identical.
    """

    kind: str  # symbol, or one of FUNCTIONS
    name: str  # name of a symbol, or unique name of a function
    rank: tuple[int, int, str]  # position in a product
    argument: ExpressionSum | None = None

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class ExpressionProduct:
    """Product of the form coefficient · Π factor^power, in which no factor is a number."""

    coefficient: Fraction
    factors: Factors = ()


@dataclass(frozen=True)
class ExpressionSum:
    """Sum of products. The empty sum is 0."""

    products: tuple[ExpressionProduct, ...] = ()

    @classmethod
    def of(cls, *factors: Factor) -> ExpressionSum:
        """Create the sum that consists of a single product."""
        return cls((ExpressionProduct(Fraction(1), factors),))

    def scaled(self, k: Fraction) -> ExpressionSum:
        """Multiply the sum by the number k."""
        return ExpressionSum(tuple([ExpressionProduct(k * x.coefficient, x.factors) for x in self.products]))

    def mapped(self, change: Callable[[Atom | ExpressionSum], Atom | ExpressionSum]) -> ExpressionSum:
        """Apply `change` to each factor of the sum."""
        return ExpressionSum(
            tuple(
                [ExpressionProduct(x.coefficient, tuple([(change(f), e) for f, e in x.factors])) for x in self.products]
            )
        )

    def atoms(self) -> Iterator[Atom]:
        """Yield the atoms of the sum, including those inside brackets."""
        for factor, _ in (y for x in self.products for y in x.factors):
            yield from factor.atoms() if isinstance(factor, ExpressionSum) else (factor,)


Monomial: TypeAlias = tuple[tuple[Atom, int], ...]
Factor: TypeAlias = tuple[Atom | ExpressionSum, int]
Factors: TypeAlias = tuple[Factor, ...]
Terms: TypeAlias = list[tuple[Fraction, Monomial]]


def plain(terms: Terms) -> ExpressionSum:
    """Convert a list of terms to a sum without collecting the terms."""
    return ExpressionSum(tuple(ExpressionProduct(*term) for term in terms))


class GraphWriter:
    """Converter from sums to graph nodes. Each atom is converted only once."""

    functions: Mapping[str, Callable[[Any], Any]] = {
        "sin": sin, "cos": cos, "root": sqrt, "sign": sign, "abs": absolute, "exp": exp, "tanh": tanh,
        "inverse": lambda x: 1 / x,
    }  # fmt: skip

    def __init__(self) -> None:
        self.atom = cache(self._atom)

    def sum(self, x: ExpressionSum) -> Any:
        total: Scalar = 0
        for product in x.products:
            total = total + self.product(product)
        return total

    def product(self, x: ExpressionProduct) -> Any:
        result: Scalar = 1
        for factor, power in x.factors:
            result = result * self.base(factor) ** power
        return x.coefficient * result

    def base(self, factor: Atom | ExpressionSum) -> Any:
        return self.sum(factor) if isinstance(factor, ExpressionSum) else self.atom(factor)

    def symbol(self, name: str) -> Any:
        return PI if name == "pi" else symbol(name)

    def _atom(self, atom: Atom) -> Any:
        inner = atom.argument
        return self.symbol(atom.name) if inner is None else self.functions[atom.kind](self.sum(inner))


class SymPyWriter(GraphWriter):
    """Converter from sums to SymPy expressions. Each atom is converted only once.

    SymPy has nothing to combine in a product of different symbols and functions, so such a product is created directly
    from its sorted factors.
    """

    def __init__(self) -> None:
        import sympy
        from sympy.core.mul import _mulsort

        super().__init__()
        self.sympy, self.sort = sympy, _mulsort
        self.power = cache(lambda atom, power: self.atom(atom) ** power)
        names = {"root": "sqrt", "abs": "Abs", **{x: x for x in ("sin", "cos", "sign", "exp", "tanh")}}
        self.functions = {x: getattr(sympy, name) for x, name in names.items()} | {"inverse": lambda x: 1 / x}

    def sum(self, x: ExpressionSum) -> Any:
        return self.sympy.Add(*[self.product(y) for y in x.products])

    def product(self, x: ExpressionProduct) -> Any:
        k = self.sympy.Rational(x.coefficient.numerator, x.coefficient.denominator)
        combined = any(not isinstance(f, Atom) or f.kind in ("root", "inverse", "exp") for f, _ in x.factors)
        if combined or len(x.factors) < 2:
            return self.sympy.Mul(k, *[self.base(f) ** power for f, power in x.factors])
        self.sort(factors := [self.power(f, power) for f, power in x.factors])
        return self.sympy.Mul._from_args(factors if k == 1 else [k, *factors])

    def symbol(self, name: str) -> Any:
        return self.sympy.pi if name == "pi" else self.sympy.Symbol(name)


Key: TypeAlias = tuple[tuple[int, int], ...]  # (index, power) by index; generators first, then composed angles
Table: TypeAlias = dict[Key, Fraction]


class FactorRank:
    """Rank that determines the position of a factor in a product, from left to right."""

    ROOT, INERTIAL, CONSTANT, GRAVITY, COORDINATE, ANGLE, FUNCTION, VELOCITY, ACCELERATION, EFFORT = range(10)


_RANKS = {"sin": FactorRank.ANGLE, "cos": FactorRank.ANGLE, "root": FactorRank.ROOT, "inverse": FactorRank.CONSTANT}


def coefficient(name: str) -> Atom:
    """Create the symbol for a coefficient or bracket that is defined separately."""
    return Atom("symbol", name, (FactorRank.INERTIAL, 0, name))


class Presenter:
    """Converter from ring elements to lists of readable terms.

    `ranks` determines the position of symbols in a product. The default rank is FactorRank.CONSTANT.
    """

    def __init__(self, ring: Ring, ranks: Mapping[str, tuple[int, int]], runs: Iterable[Sequence[Poly]] = ()) -> None:
        """Create a converter.

        `runs` contains the angles of each group of parallel axes. Angles that share a symbol are always recognised as
        parallel.
        """
        self.ring = ring
        count = len(ring.generators)
        made: dict[int, Atom] = {}
        for i in reversed(range(count)):  # the argument of a function contains only later generators
            g = ring.generators[i]
            if g.is_symbol:
                made[i] = Atom("symbol", g.name, (*ranks.get(g.name, (FactorRank.CONSTANT, i)), g.name))
            else:
                made[i] = _function(g.kind, g.argument, made)
        self.atoms = [made[i] for i in range(count)]
        self._composed: dict[str, int] = {}
        self._pairs = _parallel(ring, runs)

    def terms(self, p: Poly, *, merged: bool = True) -> Terms:
        """Return the terms of an element in a readable order.

        If `merged` is False, the trigonometric identities are not applied.
        """
        table: Table = {_sparse(m): as_fraction(k) for m, k in p.to_dict().items()}
        for a, b in self._pairs if merged else ():
            self._merge_pair(table, a, b)
        for a in self.ring.angles if merged else ():
            self._merge_square(table, a)
        atoms = self.atoms
        terms = [(k, tuple(sorted([(atoms[i], e) for i, e in key], key=_rank))) for key, k in table.items()]
        terms.sort(key=reading_order)
        return terms

    # ── identities ────────────────────────────────────────────────────────────────

    def _merge_pair(self, table: Table, a: Angle, b: Angle) -> None:
        """Apply the addition theorems to products of sines and cosines of two angles about parallel axes."""
        (sa, ca, alpha), (sb, cb, beta) = a, b
        four = {sa, ca, sb, cb}
        for key in [key for key in table if (ca, 1) in key]:
            if key not in table:
                continue
            inner = [x for x in key if x[0] in four]
            if len(inner) != 2 or not ((cb, 1) in inner or (sb, 1) in inner):
                continue
            rest = tuple(x for x in key if x[0] not in four)
            if (cb, 1) in key:  # x c_a c_b + y s_a s_b
                other = _with(rest, (sa, 1), (sb, 1))
                kind = "cos"
                sign = 1
            else:  # x c_a s_b + y s_a c_b
                other = _with(rest, (sa, 1), (cb, 1))
                kind = "sin"
                sign = -1
            x, y = table[key], table.get(other, Fraction(0))
            if not y:
                continue
            part = min(abs(x), abs(y)) * (1 if x > 0 else -1)
            same = (x > 0) == (y > 0)
            angle = beta - alpha if same == (sign == 1) else beta + alpha
            accumulate(table, key, -part)
            accumulate(table, other, -part if same else part)
            self._give(table, rest, kind, angle, part)

    def _merge_square(self, table: Table, angle: Angle) -> None:
        """Replace 1 − c² by s², and 2c² − 1 by cos 2φ, where s and c are the sine and the cosine of φ."""
        s, c, phi = angle
        for key in [x for x in table for i, e in x if i == c and e > 1]:
            lower = tuple((i, e - 2) if i == c else (i, e) for i, e in key if i != c or e > 2)
            x, y = table.get(key), table.get(lower)
            if x is None or y is None:
                continue
            if x == -y:
                power = next((e for i, e in lower if i == s), 0)
                del table[key], table[lower]
                accumulate(table, _with(tuple(z for z in lower if z[0] != s), (s, power + 2)), y)
            elif x == -2 * y:
                del table[key], table[lower]
                self._give(table, lower, "cos", 2 * phi, -y)

    def _give(self, table: Table, rest: Key, kind: str, angle: Poly, k: Fraction) -> None:
        """Add k · rest · kind(angle) to the table.

        The sign of the angle is chosen so that its leading coefficient is positive.
        """
        if angle.leading_coefficient() < 0:
            angle, k = -angle, -k if kind == "sin" else k
        name = f"{kind}({angle})"
        if name not in self._composed:
            i = self.ring.index.get(name)
            if i is None:
                i = len(self.atoms)
                self.atoms.append(_function(kind, angle, dict(enumerate(self.atoms))))
            self._composed[name] = i
        at = self._composed[name]
        power = next((e for i, e in rest if i == at), 0)
        accumulate(table, _with(tuple(x for x in rest if x[0] != at), (at, power + 1)), k)


Angle: TypeAlias = tuple[int, int, Poly]  # index of the sine, index of the cosine, angle


def _parallel(ring: Ring, runs: Iterable[Sequence[Poly]]) -> list[tuple[Angle, Angle]]:
    """Return the pairs of angles about parallel axes."""
    adjacent = [{str(angle) for angle in run} for run in runs]
    angles = ring.angles
    pairs = []
    for i, a in enumerate(angles):
        for b in angles[i + 1 :]:
            share = set(a[2].to_dict()) & set(b[2].to_dict())
            if share or any(str(a[2]) in run and str(b[2]) in run for run in adjacent):
                pairs.append((a, b))
    return pairs


def _function(kind: str, argument: Poly, atoms: Mapping[int, Atom]) -> Atom:
    products = []
    for monomial, k in argument.to_dict().items():
        factors = tuple(sorted([(atoms[i], e) for i, e in _sparse(monomial)], key=_rank))
        products.append(ExpressionProduct(as_fraction(k), factors))
    products.sort(key=lambda x: [f.rank for f, _ in x.factors if isinstance(f, Atom)])
    first = min((f.rank[1] for x in products for f, _ in x.factors if isinstance(f, Atom)), default=0)
    rank = _RANKS.get(kind, FactorRank.FUNCTION)
    order = f"{len(products)} {argument} {FUNCTIONS.index(kind)}"  # simple angles first, sine before cosine
    return Atom(kind, f"{kind}({argument})", (rank, first, order), ExpressionSum(tuple(products)))


def reading_order(term: tuple[Fraction, Monomial]) -> tuple[object, ...]:
    """Return the sort key of terms, which puts constant terms first and sorts the other terms by their coordinates."""
    moving = [(a.rank, e) for a, e in term[1] if a.rank[0] >= FactorRank.COORDINATE]
    return (sum(e for _, e in moving), moving, [(a.rank, -e) for a, e in term[1]])


def _rank(factor: tuple[Atom, int]) -> tuple[int, int, str]:
    return factor[0].rank


def _sparse(monomial: tuple[int, ...]) -> Key:
    return tuple([(i, int(e)) for i, e in enumerate(monomial) if e])


def _with(rest: Key, *more: tuple[int, int]) -> Key:
    return tuple(sorted((*rest, *more)))


Form: TypeAlias = Mapping[Monomial, Fraction]
_RATES = (FactorRank.VELOCITY, FactorRank.ACCELERATION)
_LARGEST = 12  # largest integer in a bracket of velocities


def parted(factors: Monomial) -> tuple[Monomial, Monomial]:
    """Split factors into factors other than rates, and rates."""
    if not _has_rates(factors):
        return factors, ()
    still = tuple([x for x in factors if x[0].rank[0] not in _RATES])
    return still, tuple([x for x in factors if x[0].rank[0] in _RATES])


def _has_rates(factors: Monomial) -> bool:
    """Return whether the factors contain rates. Rates are sorted last."""
    return bool(factors) and factors[-1][0].rank[0] >= FactorRank.VELOCITY


def closed(terms: Terms, closing: bool = True) -> list[ExpressionProduct]:
    """Convert terms to products.

    If `closing` is True, terms that differ only in their velocities are combined if possible.
    """
    if not closing or not any(_has_rates(factors) for _, factors in terms):
        return [ExpressionProduct(*term) for term in terms]
    groups: dict[Monomial, dict[Monomial, Fraction]] = {}
    for k, factors in terms:
        still, rates = parted(factors)
        form = groups.setdefault(still, {})
        form[rates] = form.get(rates, Fraction(0)) + k
    found = []
    for still, form in groups.items():
        one = product_of(form) if len(form) > 1 else None
        if one is not None:
            found.append(ExpressionProduct(one.coefficient, (*still, *one.factors)))
        else:
            found += [ExpressionProduct(k, (*still, *rates)) for rates, k in form.items()]
    return found


def product_of(form: Form) -> ExpressionProduct | None:
    """Factor a form Σ k q̇_i q̇_j or Σ k q̇_i into one product with small integers.

    Return None if no such product exists.
    """
    rates = sorted({a for motion in form for a, _ in motion}, key=lambda a: a.rank)
    if any(a.rank[0] != FactorRank.VELOCITY or a.argument is not None for a in rates):
        return None
    context = fmpq_mpoly_ctx.get([a.name for a in rates], "lex")
    terms = {}
    for motion, k in form.items():
        powers = dict(motion)
        terms[tuple(powers.get(a, 0) for a in rates)] = fmpq(k.numerator, k.denominator)
    content, found = context.from_dict(terms).factor()
    if sum(power for _, power in found) > 2 or any(part.total_degree() > 1 for part, _ in found):
        return None
    linear = [([as_fraction(part[x.monomial(0)]) for x in context.gens()], power) for part, power in found]
    factors: list[Factor] = []
    for slopes, power in sorted(linear, key=lambda x: _closeness(x[0])):
        inner = [(a, k) for a, k in zip(rates, slopes, strict=True) if k]
        if any(abs(k) > _LARGEST for _, k in inner):
            return None
        bracket = ExpressionSum(tuple(ExpressionProduct(k, ((a, 1),)) for a, k in inner))
        factors.append((bracket if len(inner) > 1 else inner[0][0], power))
    return ExpressionProduct(as_fraction(content), tuple(factors))


def _closeness(slopes: Sequence[Fraction]) -> tuple[object, ...]:
    """Return the sort key of factors, which puts velocities before brackets and (q̇1 + q̇2) before (q̇1 − q̇2)."""
    lead = next(k for k in slopes if k)
    return (sum(map(bool, slopes)) > 1, [-k / lead for k in slopes])


_SIMPLE = 24  # largest denominator or multiple of a simple fraction


def grouped(terms: Terms, closing: bool = True) -> ExpressionSum:
    """Collect terms by the inertial symbol that each term contains. Terms without an inertial symbol are not changed.

    If `closing` is True, sums of velocity products are factored for readability, as in (q̇₁ + q̇₂)².
    """
    groups: dict[Atom, Terms] = {}
    alone: Terms = []
    for term in terms:
        head = inertial_factor(term[1])
        if head is None:
            alone.append(term)
        else:
            groups.setdefault(head, []).append(term)
    heads = sorted(groups, key=lambda a: a.rank)
    return ExpressionSum((*(factored(groups[head], closing) for head in heads), *closed(alone, closing)))


def collected(terms: Terms) -> ExpressionSum:
    """Collect terms by products of velocities or accelerations, and collect the terms of each coefficient by masses.

    Velocity products whose coefficients differ only by a numerical factor are combined.
    """
    parts: dict[Monomial, Terms] = {}
    for k, factors in terms:
        still, rates = parted(factors)
        parts.setdefault(rates, []).append((k, still))
    products: list[ExpressionProduct] = []
    for motion, part in _shared(parts):
        inner = grouped(part)
        products.extend(inner.products if not motion else _times(inner, motion))
    return ExpressionSum(tuple(products))


def _shared(parts: dict[Monomial, Terms]) -> list[tuple[Factors, Terms]]:
    """Return pairs (velocities, coefficient).

    Proportional coefficients are combined if their velocities form one product.
    """
    ends = {rates: (len(part), part[0][1], part[-1][1]) for rates, part in parts.items()}
    common = Counter(ends.values())
    alike: dict[object, dict[Monomial, Fraction]] = {}
    for rates in sorted(parts, key=_order):
        lead = parts[rates][0][0]
        alone = common[ends[rates]] == 1
        key: object = rates if alone else tuple([(k / lead, still) for k, still in parts[rates]])
        alike.setdefault(key, {})[rates] = lead
    found: list[tuple[Factors, Terms]] = []
    for form in alike.values():
        one = product_of(form) if len(form) > 1 else None
        first = next(iter(form))
        if one is None:
            found += [(rates, parts[rates]) for rates in form]
        else:
            scale = one.coefficient / form[first]
            found.append((one.factors, [(k * scale, still) for k, still in parts[first]]))
    return found


def _times(inner: ExpressionSum, rates: Factors) -> list[ExpressionProduct]:
    """Multiply a sum by velocities, with any common minus sign and common ½ in front.

    If the sum is the only factor, it is expanded.
    """
    if len(inner.products) == 1:
        (one,) = inner.products
        whole = ExpressionProduct(one.coefficient, (*one.factors, *rates))
        (last, power) = whole.factors[-1]
        if len(whole.factors) == 1 and isinstance(last, ExpressionSum) and power == 1:
            return list(last.scaled(one.coefficient).products)
        return [whole]
    content = _content([x.coefficient for x in inner.products])
    if content.denominator == 1:
        content = content / abs(content)
    return [ExpressionProduct(content, ((led(inner.scaled(1 / content)), 1), *rates))]


def led(x: ExpressionSum) -> ExpressionSum:
    """Reorder a bracket so that it begins with a positive term, as in (Izz − Iyy) ω5 ω6."""
    first = next((k for k, y in enumerate(x.products) if y.coefficient > 0), 0)
    return ExpressionSum((x.products[first], *x.products[:first], *x.products[first + 1 :]))


def _order(rates: Monomial) -> tuple[object, ...]:
    """Return the sort key of rates, which puts accelerations first, then velocity products, then constant terms."""
    kind = 2 if not rates else 0 if any(a.rank[0] == FactorRank.ACCELERATION for a, _ in rates) else 1
    return (kind, [(a.rank[:2], -e) for a, e in rates])


def factored(terms: Terms, closing: bool = True) -> ExpressionProduct:
    """Factor a sum of terms into one product, with the number and the common factors in front of a bracket.

    Lengths are factored out only if no length remains in the bracket. For example, m2 (lc2² + l1 lc2 cos q2) is left
    unchanged.
    """
    if len(terms) == 1:
        return ExpressionProduct(*terms[0])
    common = _common([factors for _, factors in terms])
    if any(a.rank[0] == FactorRank.CONSTANT and e > common.get(a, 0) for _, factors in terms for a, e in factors):
        common = {a: e for a, e in common.items() if a.rank[0] != FactorRank.CONSTANT}
    content = _content([k for k, _ in terms])
    inner = closed([(k / content, _without(factors, common)) for k, factors in terms], closing)
    inner.sort(key=lambda x: x.coefficient < 0)
    rates = [x for x in common.items() if parted((x,))[1]]  # velocities come last
    front = [x for x in common.items() if x not in rates]
    if len(inner) == 1:
        return ExpressionProduct(content * inner[0].coefficient, (*front, *inner[0].factors, *rates))
    return ExpressionProduct(content, (*front, (ExpressionSum(tuple(inner)), 1), *rates))


def opened(x: ExpressionProduct) -> ExpressionProduct:
    """Multiply a decimal factor into its bracket unless the bracket is simpler without the factor.

    The bracket is simpler if one of its terms has the coefficient 1 and no coefficient exceeds 3, as in 0.3 (l1 + 2
    l2). The factor ½ in an energy is also left in front of the bracket.
    """
    k = abs(x.coefficient)
    if k.denominator == 1:
        return x
    for i, (inside, power) in enumerate(x.factors):
        if power == 1 and isinstance(inside, ExpressionSum):
            left = [abs(y.coefficient) for y in inside.products]
            half = k.denominator == 2 and any(a.rank[0] == FactorRank.VELOCITY for a in ExpressionSum((x,)).atoms())
            if min(left) > 1 or max(left) > 3 or (k < 1 and not half and any((k * y).denominator == 1 for y in left)):
                whole = inside.scaled(k)
                return ExpressionProduct(x.coefficient / k, (*x.factors[:i], (whole, 1), *x.factors[i + 1 :]))
    return x


def inertial_factor(factors: Monomial) -> Atom | None:
    return next((a for a, _ in factors if a.rank[0] == FactorRank.INERTIAL), None)


def _common(monomials: Sequence[Monomial]) -> dict[Atom, int]:
    """Return the greatest common factor of monomials, in the order of the first monomial."""
    common = dict(monomials[0])
    for factors in monomials[1:]:
        powers = dict(factors)
        common = {a: min(e, powers[a]) for a, e in common.items() if a in powers}
    return common


def _without(factors: Monomial, common: dict[Atom, int]) -> Monomial:
    left = [(a, e - common.get(a, 0)) for a, e in factors]
    return tuple(x for x in left if x[1])


def _content(numbers: Sequence[Fraction]) -> Fraction:
    """Return the greatest common divisor of all numbers if it has few digits.

    The divisor is negative if all numbers are negative. Measured numbers have only a tiny and meaningless common
    divisor, which is not factored out.
    """
    denominator = math.lcm(*(x.denominator for x in numbers))
    size = Fraction(math.gcd(*(x.numerator for x in numbers)), denominator)
    if denominator > _SIMPLE and max(abs(x) for x in numbers) > _SIMPLE * size:
        size = Fraction(1)
    return size if any(x > 0 for x in numbers) else -size
