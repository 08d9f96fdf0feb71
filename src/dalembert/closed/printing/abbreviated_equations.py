"""Layout of a quantity as a list of equations, in which long coefficients have names and are defined separately.

    τ1 = M11 q̈1 + … + B1_12 q̇1 q̇2 + … + g1        M11 = ZZ1R + 2 lmx2R cos q2 + …

`typesetting` typesets the list of equations for a page. Equations of robots with few joints are written in full, as in
textbooks. If an effort would take many lines, its coefficients are replaced by names such as M11, C11, B1_12 and g1,
whose definitions follow. Products of velocities with the same coefficient are combined. A bracketed expression with
more than `fold` terms is given a name such as h1. If a matrix does not fit on the page, its pattern of names, zeros and
short entries is written first, followed by the remaining entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from dalembert.argument import known
from dalembert.closed.algebra.ring import Poly, as_fraction
from dalembert.closed.model.mechanics import Matrix, Mechanics
from dalembert.closed.model.terms import EffortTerm, entry_name, row_terms
from dalembert.closed.printing.display import LONG
from dalembert.closed.printing.expression import (
    Atom,
    ExpressionProduct,
    ExpressionSum,
    FactorRank,
    Monomial,
    coefficient,
    collected,
    factored,
    grouped,
    led,
    product_of,
)

Grid: TypeAlias = tuple[tuple[ExpressionSum, ...], ...]
_SIMPLE = 24  # largest denominator that is written as a fraction


def is_short(x: ExpressionSum) -> bool:
    """Check whether a matrix entry is too short to need a name.

    A short entry is a single product of at most two factors, without decimals.
    """
    if len(x.products) != 1:
        return False
    (one,) = x.products
    return one.coefficient.denominator <= _SIMPLE and sum(e for _, e in one.factors) <= 2


_WIDEST = 10  # columns of a matrix that LaTeX supports by default
_ONE = Fraction(1)
_QUADRATIC = ("centrifugal", "Coriolis")
_BY_RATES = ("c", "p")
_WRITTEN_OUT = ("gravity", "friction", "spring", "external")


@dataclass(frozen=True)
class ListedEquation:
    """Equation left = right, where `left` is the name of a symbol."""

    left: str
    right: ExpressionSum | Grid
    kinds: tuple[str, ...] = ()  # kinds of the terms of an effort

    @property
    def sums(self) -> list[ExpressionSum]:
        """Right-hand side of the equation as a list of sums, one per matrix entry."""
        return [x for row in self.right for x in row] if isinstance(self.right, tuple) else [self.right]

    def mapped(self, change: Callable[[ExpressionSum], ExpressionSum]) -> ListedEquation:
        """Apply `change` to the right-hand side of the equation, or to each of its entries."""
        if isinstance(self.right, ExpressionSum):
            return replace(self, right=change(self.right))
        return replace(self, right=tuple(tuple(change(x) for x in row) for row in self.right))


Making: TypeAlias = "Callable[[EquationList], Iterable[ListedEquation]]"


class EquationList:
    """Layout of a robot's closed forms as lists of equations. Equal brackets in a list have the same name."""

    def __init__(
        self,
        mechanics: Mechanics,
        fold: int = 8,
        long: int = LONG,
        fits: Callable[[Grid], bool] = lambda _: True,
        pattern: bool = False,
    ) -> None:
        """Create a layout.

        `fits` checks whether a matrix is narrow enough for the page. If `pattern` is True, the pattern of a wider
        matrix is written before the entries.
        """
        self.mechanics, self.fold, self.long, self.fits = mechanics, fold, long, fits
        self.pattern = pattern
        self._brackets: dict[ExpressionSum, Atom] = {}
        self._below: dict[str, ListedEquation] = {}

    def equations(self, what: str | Making) -> list[ListedEquation]:
        """List the equations of a quantity, followed by the definitions of coefficients and brackets that have names."""
        make: Making = what if callable(what) else QUANTITIES[known(what, QUANTITIES, "quantity")]
        main = list(make(self))
        apart = list(self._below.values())
        main, apart = ([x.mapped(lambda y: y.mapped(self._folded)) for x in each] for each in (main, apart))
        return [*main, *apart, *(ListedEquation(atom.name, inner) for inner, atom in self._brackets.items())]

    # ── quantities ────────────────────────────────────────────────────────────

    def efforts(self) -> Iterator[ListedEquation]:
        """Yield the equations of motion τ_k = Σ terms, and the closure equations φ = 0 of the loops."""
        rows = [list(row_terms(self.mechanics, k)) for k in range(self.mechanics.n)]
        apart = max(sum(len(term.coefficient) for term in row) for row in rows) > self.long
        for name, row in zip(self.mechanics.coordinates.names, rows, strict=True):
            found = [(x, kind) for kind, made in self._written(row, apart) for x in made]
            yield ListedEquation(name.tau, ExpressionSum(tuple(x for x, _ in found)), tuple(kind for _, kind in found))
        yield from (ListedEquation("0", self.sum(row.phi)) for row in self.mechanics.constraints)

    def coriolis(self) -> Iterator[ListedEquation]:
        """Yield the matrix B of c = C [q̇²] + B [q̇q̇], with the columns (1,2), (1,3), …, (2,3), …."""
        n = range(1, self.mechanics.n + 1)
        if len(n) == 1:  # with a single velocity, B is empty
            yield from self.vector("c", self.mechanics.c)
            return
        yield from self.matrix("B", self.mechanics.B, columns=[(i, j) for i in n for j in n[i:]])

    def christoffel(self) -> Iterator[ListedEquation]:
        """Yield the nonzero Christoffel symbols c_kij for i ≤ j, or c = 0 if all of them are zero."""
        n = range(self.mechanics.n)
        c = self.mechanics.christoffel
        present = [(k, i, j) for k in n for i in n for j in n[i:] if c[k][i][j]]
        if not present:
            yield from self.vector("c", self.mechanics.c)
        for k, i, j in present:
            yield ListedEquation(self._name("c", k + 1, i + 1, j + 1), self.sum(c[k][i][j]))

    # ── how ───────────────────────────────────────────────────────────────────

    def sum(self, p: Poly) -> ExpressionSum:
        return self.mechanics.display.sum(p)

    def vector(self, name: str, elements: Sequence[Poly]) -> Iterator[ListedEquation]:
        """Yield one equation per entry of a vector. The vectors c and p are collected by the velocities."""
        for k, x in enumerate(elements, 1):
            made = collected(self.mechanics.display.terms(x)) if name in _BY_RATES else self.sum(x)
            yield ListedEquation(f"{name}{k}", made)

    def matrix(
        self, name: str, A: Matrix, symmetric: bool = False, columns: Sequence[tuple[int, ...]] | None = None
    ) -> Iterator[ListedEquation]:
        """Yield a matrix as one equation, or its nonzero entries if the matrix is too wide.

        If `columns` is given, it contains column names that replace the column numbers.
        """
        wide = len(A[0]) > _WIDEST and any(map(any, A))
        if max(sum(len(x) for x in row) for row in A) <= self.long and not wide:
            whole = tuple(tuple(self.sum(x) for x in row) for row in A)
            if self.fits(whole):
                yield ListedEquation(name, whole)
                return
        entries = {
            (i, j): (self._name(name, i, *(columns[j - 1] if columns else (j,))), self.sum(x))
            for i, row in enumerate(A, 1)
            for j, x in enumerate(row, 1)
            if x and not (symmetric and j < i)
        }
        if self.pattern and not wide:
            shown = {
                at: x if is_short(x) else ExpressionSum.of((coefficient(name), 1)) for at, (name, x) in entries.items()
            }
            if symmetric:
                shown |= {(j, i): x for (i, j), x in shown.items()}
            places = [[(i + 1, j + 1) for j in range(len(A[0]))] for i in range(len(A))]
            shape = tuple(tuple(shown.get(at, ExpressionSum()) for at in row) for row in places)
            if self.fits(shape):
                yield ListedEquation(name, shape)
                entries = {at: (name, x) for at, (name, x) in entries.items() if not is_short(x)}
        yield from (ListedEquation(name, x) for name, x in entries.values())

    def _name(self, letter: str, *indices: int) -> str:
        return self.mechanics.ring.unused(entry_name(letter, indices, self.mechanics.n))

    def _written(self, row: Sequence[EffortTerm], apart: bool) -> Iterator[tuple[str, Sequence[ExpressionProduct]]]:
        """Yield (kind, products) for each term of an effort.

        Coefficients that are listed separately and differ only by a numerical factor appear once.
        """
        done: set[int] = set()
        for i, term in enumerate(row):
            if i in done:
                continue
            alike = {i: _ONE}
            if apart and term.kind in _QUADRATIC:
                alike |= {j: k for j, other in enumerate(row[i + 1 :], i + 1) if (k := _ratio(other, term)) is not None}
            forms = {self._motion(row[j].motion): k for j, k in alike.items()}
            shared = product_of(forms) if len(forms) > 1 else None
            if shared is None:
                yield term.kind, self._term(term, apart)
                continue
            done |= set(alike)
            (one,) = self._term(term, apart)
            still = one.factors[: -len(self._motion(term.motion))]
            yield term.kind, [ExpressionProduct(one.coefficient * shared.coefficient, (*still, *shared.factors))]

    def _term(self, term: EffortTerm, apart: bool) -> Sequence[ExpressionProduct]:
        """Write a term of an effort in full, or as the name of its coefficient times the motion."""
        motion = self._motion(term.motion)
        if apart and len(term.coefficient) > 1 and term.kind != "friction":
            row, *others = sorted((term.row, *term.indices)) if term.kind == "inertial" else (term.row, *term.indices)
            name = self.mechanics.ring.unused(replace(term, row=row, indices=tuple(others)).name)  # M21 equals M12
            if name not in self._below:
                self._below[name] = ListedEquation(name, self.sum(term.coefficient))
            return ExpressionSum.of((coefficient(name), 1), *motion).products
        inner = self.sum(term.coefficient)
        if len(inner.products) == 1 or term.kind in _WRITTEN_OUT:
            return [ExpressionProduct(x.coefficient, (*x.factors, *motion)) for x in inner.products]
        together = factored(self.mechanics.display.terms(term.coefficient))
        if len(together.factors) > 1:  # common factor of all terms: −sin q2 (…) q̇2²
            return [ExpressionProduct(together.coefficient, (*together.factors, *motion))]
        return ExpressionSum.of((led(inner), 1), *motion).products

    def kinetic(self) -> Iterator[ExpressionProduct]:
        """Yield the terms of T = Σ_i ½ M_ii q̇_i² + Σ_{i<j} M_ij q̇_i q̇_j.

        The kinetic energy of a small robot with symbolic masses is written link by link.
        """
        M, n = self.mechanics.M, range(self.mechanics.n)
        apart = sum(len(x) for row in M for x in row) > self.long
        terms = [] if apart else self.mechanics.display.terms(self.mechanics.T)
        if terms and all(any(a.rank[0] == FactorRank.INERTIAL for a, _ in factors) for _, factors in terms):
            yield from grouped(terms).products
            return
        for i in n:
            for j in n[i:]:
                if M[i][j]:
                    motion = self.mechanics.ring.qd[i] * self.mechanics.ring.qd[j]
                    term = EffortTerm(i + 1, "inertial", M[i][j], motion, (j + 1,), self.mechanics)
                    half = _ONE / 2 if i == j else _ONE
                    yield from ExpressionSum(tuple(self._term(term, apart))).scaled(half).products

    def _motion(self, p: Poly) -> Monomial:
        return self.mechanics.display.terms(p)[0][1]

    def _folded(self, factor: Atom | ExpressionSum) -> Atom | ExpressionSum:
        """Replace long bracketed expressions in a factor by their names."""
        if isinstance(factor, Atom):
            return factor
        inner = factor.mapped(self._folded)
        if len(inner.products) <= self.fold:
            return inner
        if inner not in self._brackets:
            self._brackets[inner] = coefficient(self.mechanics.ring.unused(f"h{len(self._brackets) + 1}"))
        return self._brackets[inner]


def _ratio(other: EffortTerm, term: EffortTerm) -> Fraction | None:
    """Return k with other = k · term for two coefficients of velocity products, or None if no such k exists."""
    a, b = other.coefficient, term.coefficient
    if other.kind not in _QUADRATIC or len(a) != len(b):
        return None
    k = as_fraction(a.leading_coefficient()) / as_fraction(b.leading_coefficient())
    return k if a * k.denominator == b * k.numerator else None


def _energy(name: str, *parts: Iterable[ExpressionProduct]) -> list[ListedEquation]:
    return [ListedEquation(name, ExpressionSum(tuple(chain(*parts))))]


QUANTITIES: dict[str, Making] = {
    "tau": EquationList.efforts,
    "M": lambda x: x.matrix("M", x.mechanics.M, symmetric=True),
    "c": lambda x: x.vector("c", x.mechanics.c),
    "g": lambda x: x.vector("g", x.mechanics.g),
    "S": lambda x: x.matrix("S", x.mechanics.S()),
    "C": lambda x: x.matrix("C", x.mechanics.C),  # coefficients of q̇² in c = C [q̇²] + B [q̇q̇]
    "B": EquationList.coriolis,
    "christoffel": EquationList.christoffel,
    "T": lambda x: _energy("T", x.kinetic()),
    "U": lambda x: _energy("U", x.sum(x.mechanics.U).products),
    "L": lambda x: _energy("L", x.kinetic(), x.sum(-x.mechanics.U).products),
    "p": lambda x: x.vector("p", x.mechanics.momenta),
    "friction": lambda x: x.vector("tauf", x.mechanics.friction),
    "external": lambda x: x.vector("tauw", x.mechanics.external),
    "spring": lambda x: x.vector("tauk", x.mechanics.spring),
    "phi": lambda x: x.vector("phi", [row.phi for row in x.mechanics.some_loops()]),
    "J": lambda x: x.matrix("J", [list(row.slopes) for row in x.mechanics.some_loops()]),
}
