"""From the normal form to the form of books: sums and differences of angles, squares of sines.

The normal form knows, of a run of parallel axes, only the sums φ_a, φ_b of angles
and no squared sine. It is read back with the identities

    c_a c_b + s_a s_b = cos(φ_b − φ_a)        s_b c_a − c_b s_a = sin(φ_b − φ_a)
    c_a c_b − s_a s_b = cos(φ_b + φ_a)        s_b c_a + c_b s_a = sin(φ_b + φ_a)
    1 − c² = s²                               2c² − 1 = cos 2φ

each applied where it makes two terms one: M of a planar arm is in cos q2, its
gravity in cos(q1 + q2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from dalembert.closed.algebra.generator import Poly, as_fraction
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.printing.atom import FUNCTIONS, Atom, Monomial, Product, Sum, Terms

Key: TypeAlias = tuple[tuple[int, int], ...]  # (index, power) by index; generators first, then composed angles
Table: TypeAlias = dict[Key, Fraction]

ROOT, INERTIAL, CONSTANT, GRAVITY, COORDINATE, ANGLE, FUNCTION, VELOCITY, ACCELERATION, EFFORT = range(10)
"""Where factors stand in a product, left to right."""


class Presenter:
    """Reads elements of a ring as terms; `ranks` places symbols in a product (default CONSTANT)."""

    def __init__(self, ring: Ring, ranks: Mapping[str, tuple[int, int]], runs: Iterable[Sequence[Poly]] = ()) -> None:
        """`runs` lists the angles of each run of parallel axes; those that share a symbol are known anyway."""
        self.ring = ring
        count = len(ring.generators)
        made: dict[int, Atom] = {}
        for i in reversed(range(count)):  # a function's argument holds only later generators
            g = ring.generators[i]
            if g.is_symbol:
                made[i] = Atom("symbol", g.name, (*ranks.get(g.name, (CONSTANT, i)), g.name))
            else:
                made[i] = _function(g.kind, g.argument, made)
        self.atoms = [made[i] for i in range(count)]
        self._composed: dict[str, int] = {}
        self._pairs = _parallel(ring, runs)

    def terms(self, p: Poly) -> Terms:
        """The terms of an element, in the order they are best read in."""
        table: Table = {_sparse(m): as_fraction(k) for m, k in p.to_dict().items()}
        for a, b in self._pairs:
            self._merge_pair(table, a, b)
        for a in self.ring.angles:
            self._merge_square(table, a)
        atoms = self.atoms
        terms = [(k, tuple(sorted([(atoms[i], e) for i, e in key], key=_rank))) for key, k in table.items()]
        terms.sort(key=reading_order)
        return terms

    # ── the identities ────────────────────────────────────────────────────────

    def _merge_pair(self, table: Table, a: Angle, b: Angle) -> None:
        """Products of two angles of one run into sums and differences."""
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
                other, kind, sign = _with(rest, (sa, 1), (sb, 1)), "cos", 1
            else:  # x c_a s_b + y s_a c_b
                other, kind, sign = _with(rest, (sa, 1), (cb, 1)), "sin", -1
            x, y = table[key], table.get(other, Fraction(0))
            if not y:
                continue
            part = min(abs(x), abs(y)) * (1 if x > 0 else -1)
            same = (x > 0) == (y > 0)
            angle = beta - alpha if same == (sign == 1) else beta + alpha
            _take(table, key, part)
            _take(table, other, part if same else -part)
            self._give(table, rest, kind, angle, part)

    def _merge_square(self, table: Table, angle: Angle) -> None:
        """1 − c² into s², 2c² − 1 into cos 2φ."""
        s, c, phi = angle
        for key in [x for x in table for i, e in x if i == c and e > 1]:
            lower = tuple((i, e - 2) if i == c else (i, e) for i, e in key if i != c or e > 2)
            x, y = table.get(key), table.get(lower)
            if x is None or y is None:
                continue
            if x == -y:
                power = next((e for i, e in lower if i == s), 0)
                del table[key], table[lower]
                _add(table, _with(tuple(z for z in lower if z[0] != s), (s, power + 2)), y)
            elif x == -2 * y:
                del table[key], table[lower]
                self._give(table, lower, "cos", 2 * phi, -y)

    def _give(self, table: Table, rest: Key, kind: str, angle: Poly, k: Fraction) -> None:
        """Add k · rest · kind(angle), the angle with a positive leading coefficient."""
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
        _add(table, _with(tuple(x for x in rest if x[0] != at), (at, power + 1)), k)


Angle: TypeAlias = tuple[int, int, Poly]  # index of the sine, of the cosine, the angle


def _parallel(ring: Ring, runs: Iterable[Sequence[Poly]]) -> list[tuple[Angle, Angle]]:
    """Pairs of angles about parallel axes."""
    told = [{str(angle) for angle in run} for run in runs]
    angles = ring.angles
    pairs = []
    for i, a in enumerate(angles):
        for b in angles[i + 1 :]:
            share = set(a[2].to_dict()) & set(b[2].to_dict())
            if share or any(str(a[2]) in run and str(b[2]) in run for run in told):
                pairs.append((a, b))
    return pairs


def _function(kind: str, argument: Poly, atoms: Mapping[int, Atom]) -> Atom:
    products = []
    for monomial, k in argument.to_dict().items():
        factors = tuple(sorted([(atoms[i], e) for i, e in _sparse(monomial)], key=_rank))
        products.append(Product(as_fraction(k), factors))
    products.sort(key=lambda x: [f.rank for f, _ in x.factors if isinstance(f, Atom)])
    first = min((f.rank[1] for x in products for f, _ in x.factors if isinstance(f, Atom)), default=0)
    rank = {"sin": ANGLE, "cos": ANGLE, "root": ROOT, "inverse": CONSTANT}.get(kind, FUNCTION)
    order = f"{len(products)} {argument} {FUNCTIONS.index(kind)}"  # simple angles first, sine before cosine
    return Atom(kind, f"{kind}({argument})", (rank, first, order), Sum(tuple(products)))


def reading_order(term: tuple[Fraction, Monomial]) -> tuple[object, ...]:
    """Constant terms first, then by what moves them."""
    moving = [(a.rank, e) for a, e in term[1] if a.rank[0] >= COORDINATE]
    return (sum(e for _, e in moving), moving, [(a.rank, -e) for a, e in term[1]])


def _rank(factor: tuple[Atom, int]) -> tuple[int, int, str]:
    return factor[0].rank


def _sparse(monomial: tuple[int, ...]) -> Key:
    return tuple([(i, int(e)) for i, e in enumerate(monomial) if e])


def _with(rest: Key, *more: tuple[int, int]) -> Key:
    return tuple(sorted((*rest, *more)))


def _add(table: Table, key: Key, k: Fraction) -> None:
    before = table.get(key)
    total = k if before is None else before + k
    if total:
        table[key] = total
    else:
        table.pop(key, None)


def _take(table: Table, key: Key, k: Fraction) -> None:
    _add(table, key, -k)
