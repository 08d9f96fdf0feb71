"""Exact linear algebra over a polynomial ring: minors, adjugates, and linear dependence between columns.

    det M · (M⁻¹)_ij = (−1)^(i+j) · minor without row j and column i

Minors are expanded along the first row, and shared minors are computed once.

A column contains the factor by which an inertial parameter is multiplied in T and U. The entries of a column are the
coefficients of monomials in the moving quantities (q, s, c), as polynomials in constants such as lengths. The column of
a base parameter contains its coefficients of monomials in masses and inertias. Dependent columns are found modulo a
large prime with random values of the constants. Each dependence is then solved with the symbolic constants and
verified. The prime therefore cannot cause a wrong result. The probability that it causes an incomplete result is about
1e-15.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from flint import fmpz, nmod_mat

from dalembert.closed.algebra.ring import Monomial, Poly, Ring


def minor(ring: Ring, M: Sequence[Sequence[Poly]], rows: Iterable[int], columns: Iterable[int]) -> Poly:
    """Compute the determinant of the submatrix of M with the given rows and columns."""
    rows, columns = tuple(rows), tuple(columns)
    return ring.zero + determinant([[M[i][j] for j in columns] for i in rows], ring.mul)


def determinant(A: Sequence[Sequence[Any]], times: Callable[[Any, Any], Any] = operator.mul) -> Any:
    """Compute the determinant of a matrix whose entries can be added. `times` multiplies two entries."""
    known: dict[tuple[int, ...], Any] = {(): 1}

    def expand(columns: tuple[int, ...]) -> Any:
        """Compute the minor formed from the given columns and the same number of rows from the bottom."""
        if columns not in known:
            total: Any = 0
            for i, j in enumerate(columns):
                x = A[-len(columns)][j]
                if x != 0:
                    rest = expand(columns[:i] + columns[i + 1 :])
                    part = x if len(columns) == 1 else times(x, rest)
                    total = total + part if i % 2 == 0 else total - part
            known[columns] = total
        return known[columns]

    return expand(tuple(range(len(A))))


def adjugate(ring: Ring, M: Sequence[Sequence[Poly]], i: int, j: int) -> Poly:
    """Compute det M · (M⁻¹)_ij, which is (−1)^(i+j) times the minor without row j and column i."""
    n = range(len(M))
    part = minor(ring, M, [k for k in n if k != j], [k for k in n if k != i])
    return part if (i + j) % 2 == 0 else -part


Place: TypeAlias = tuple[object, ...]  # entry of M or U, and monomial in the moving quantities
Column: TypeAlias = dict[Place, Poly]
Quotient: TypeAlias = tuple[Poly, Poly]


def marked(powers: Sequence[int], marks: Sequence[bool]) -> bool:
    """Return whether a monomial, or a polynomial with the given degrees, contains a marked generator."""
    return any(power and mark for power, mark in zip(powers, marks, strict=True))


def split(ring: Ring, entry: object, p: Poly, column: Column, varies: Sequence[bool] | None = None) -> None:
    """Add a polynomial to a column, with one row per monomial in the varying generators.

    `varies` marks the varying generators. By default, the generators that depend on the coordinates vary.
    """
    moves = varies or ring.moving
    parts: dict[Monomial, dict[Monomial, object]] = {}
    for monomial, k in p.to_dict().items():
        moved = tuple(e if m else 0 for e, m in zip(monomial, moves, strict=True))
        still = tuple(0 if m else e for e, m in zip(monomial, moves, strict=True))
        parts.setdefault(moved, {})[still] = k
    for moved, part in parts.items():
        column[(entry, moved)] = ring.context.from_dict(part)


class Dependence:
    """Linear dependence of an ordered sequence of columns.

    Each column is either independent of the previous columns or a linear combination of previous columns.
    """

    def __init__(self, ring: Ring, columns: Sequence[Column]) -> None:
        self.ring, self.columns = ring, columns
        self.places = list({place: None for column in columns for place in column})
        self.values, self.prime = _constants(ring)
        self.entries = [
            [_evaluate(column[place], self.values, self.prime) if place in column else 0 for column in columns]
            for place in self.places
        ]
        self.independent, self._rows = _independent(self.entries, self.prime)

    def combination(self, j: int) -> dict[int, Quotient]:
        """Express column j as a combination of earlier independent columns.

        The result maps the index of each independent column to its factor (numerator, denominator).
        """
        support = [k for k, row in zip(self.independent, self._rows, strict=True) if row[j]]
        if not support:
            return {}
        rows = self._square(support)
        matrix = [[self.columns[k].get(place, self.ring.zero) for k in support] for place in rows]
        right = [self.columns[j].get(place, self.ring.zero) for place in rows]
        below = determinant(matrix, self.ring.mul)
        result = {}
        for a, k in enumerate(support):
            replaced = [[right[r] if c == a else x for c, x in enumerate(row)] for r, row in enumerate(matrix)]
            result[k] = lowest(self.ring.zero + determinant(replaced, self.ring.mul), below)
        self._verify(j, result)
        return result

    def _square(self, support: list[int]) -> list[Place]:
        """Return rows that determine the combination of the columns in `support`.

        Rows with short polynomials are preferred.
        """
        size = {place: sum(len(self.columns[k].get(place, ())) for k in support) for place in self.places}
        order = sorted((i for i, place in enumerate(self.places) if size[place]), key=lambda i: size[self.places[i]])
        rows = _independent([[self.entries[i][k] for i in order] for k in support], self.prime)[0]
        return [self.places[order[r]] for r in rows]

    def _verify(self, j: int, combination: dict[int, Quotient]) -> None:
        """Verify a linear combination of columns exactly, row by row.

        Raise an error if column j differs from the combination.
        """
        ring = self.ring
        whole = ring.one
        for _, below in combination.values():
            whole = whole * (below // whole.gcd(below))  # least common multiple
        factors = {k: over * (whole // below) for k, (over, below) in combination.items()}
        for place in self.places:
            total = whole * self.columns[j].get(place, ring.zero)
            for k, factor in factors.items():
                total = total - factor * self.columns[k].get(place, ring.zero)
            if not ring.is_zero(total):
                raise ArithmeticError(f"column {j} is not the combination that the prime {self.prime} suggested")


def _independent(rows: Sequence[Sequence[int]], prime: int) -> tuple[list[int], list[list[int]]]:
    """Find the columns that are independent of earlier columns modulo a prime.

    The nonzero rows of the reduced row echelon form, which are also returned, express the other columns.
    """
    reduced, rank = nmod_mat(len(rows), len(rows[0]) if rows else 0, [x for row in rows for x in row], prime).rref()
    left = [[int(reduced[r, j]) for j in range(reduced.ncols())] for r in range(rank)]
    return [next(j for j, x in enumerate(row) if x) for row in left], left


def lowest(over: Poly, below: Poly) -> Quotient:
    """Reduce a quotient to lowest terms, with leading coefficient 1 in the denominator."""
    common = over.gcd(below)
    over, below = over // common, below // common
    lead = below.leading_coefficient()
    return over / lead, below / lead


def _constants(ring: Ring) -> tuple[list[int], int]:
    """Draw random values of the generators modulo a prime for which all roots exist.

    The values of varying generators are not used.
    """
    chance = random.Random(1743)
    while True:
        prime = _prime(chance)
        values = [0] * len(ring.generators)
        if all(_value(ring, i, values, prime, chance) for i in reversed(range(len(values)))):
            return values, prime


def _value(ring: Ring, i: int, values: list[int], prime: int, chance: random.Random) -> bool:
    g = ring.generators[i]
    if g.kind in ("root", "inverse"):
        argument = _evaluate(g.argument, values, prime)
        if g.kind == "inverse":
            values[i] = pow(argument, -1, prime)
            return True
        root = pow(argument, (prime + 1) // 4, prime)  # prime = 3 mod 4
        values[i] = root
        return root * root % prime == argument
    if g.kind == "cos":  # (1 − t²)/(1 + t²), with the sine 2t/(1 + t²)
        t = chance.randrange(2, prime)
        scale = pow(1 + t * t, -1, prime)
        values[i] = (1 - t * t) * scale % prime
        values[i - 1] = 2 * t * scale % prime
    elif g.kind != "sin":
        values[i] = chance.randrange(2, prime)
    return True


def _evaluate(p: Poly, values: Sequence[int], prime: int) -> int:
    x = p(*values)
    return int(x.p) * pow(int(x.q), -1, prime) % prime


def _prime(chance: random.Random) -> int:
    while True:
        n = chance.randrange(2**60, 2**61) | 3
        if fmpz(n).is_prime():
            return n
