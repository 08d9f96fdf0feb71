"""Expressions for reading, as sums of products of atoms, and their conversion to graph nodes and SymPy.

    Sum       a + b + …                 of products
    Product   k · x^i · y^j · (…)^l     k rational, factors atoms or sums
    Atom      a symbol, or a function of a sum: cos(q1 + q2), √(…), 1/(…), sign(q̇)

Graph nodes can be counted, compiled and evaluated like any traced algorithm. SymPy is used at the edge only: nothing inside is
computed by it. Symbols are plain `Symbol("q1")`. The factors of a product are different symbols and functions,
already collected; if SymPy would have nothing to combine, the product is made from its sorted factors directly,
and is the same object that SymPy would make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from dalembert.graph import PI, Scalar, symbol
from dalembert.graph.scalar import absolute, cos, exp, sign, sin, sqrt, tanh

FUNCTIONS = ("sin", "cos", "root", "inverse", "sign", "abs", "exp", "tanh")


@dataclass(frozen=True, eq=False)
class Atom:
    """One factor that is not taken apart; made once for each name or function, so that equal is identical."""

    kind: str  # symbol, or one of FUNCTIONS
    name: str  # of a symbol; of a function, unique
    rank: tuple[int, int, str]  # where it stands in a product
    argument: ExpressionSum | None = None

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class ExpressionProduct:
    """coefficient · Π factor^power; no factor is a number."""

    coefficient: Fraction
    factors: tuple[tuple[Atom | ExpressionSum, int], ...] = ()


@dataclass(frozen=True)
class ExpressionSum:
    """Σ products; the empty sum is 0."""

    products: tuple[ExpressionProduct, ...] = ()


Monomial: TypeAlias = tuple[tuple[Atom, int], ...]
Terms: TypeAlias = list[tuple[Fraction, Monomial]]


def names(x: ExpressionSum) -> set[str]:
    """The names of the atoms of a sum, those inside brackets included."""
    factors = [f for product in x.products for f, _ in product.factors]
    return {f.name for f in factors if isinstance(f, Atom)}.union(
        *(names(f) for f in factors if isinstance(f, ExpressionSum))
    )


def plain(terms: Terms) -> ExpressionSum:
    """Expanded terms as a sum."""
    return ExpressionSum(tuple(ExpressionProduct(k, factors) for k, factors in terms))


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "sin": sin, "cos": cos, "root": sqrt, "sign": sign, "abs": absolute, "exp": exp, "tanh": tanh,
    "inverse": lambda x: 1 / x,
}  # fmt: skip


class GraphWriter:
    """Writes sums as nodes, each atom and power once."""

    def __init__(self) -> None:
        self._atoms: dict[Atom, Scalar] = {}

    def sum(self, x: ExpressionSum) -> Scalar:
        total: Scalar = 0
        for product in x.products:
            total = total + self.product(product)
        return total

    def product(self, x: ExpressionProduct) -> Scalar:
        result: Scalar = 1
        for factor, power in x.factors:
            base = self.sum(factor) if isinstance(factor, ExpressionSum) else self._atom(factor)
            result = result * base**power
        return Fraction(x.coefficient) * result

    def _atom(self, atom: Atom) -> Scalar:
        known = self._atoms.get(atom)
        if known is None:
            if atom.argument is None:
                known = PI if atom.name == "pi" else symbol(atom.name)
            else:
                known = _FUNCTIONS[atom.kind](self.sum(atom.argument))
            self._atoms[atom] = known
        return known


_COMBINED = ("root", "inverse")  # √2 √3 is √6 to SymPy, x · 1/y has a power of y


class SymPyWriter:
    """Writes sums as SymPy expressions, each atom and power once."""

    def __init__(self) -> None:
        import sympy
        from sympy.core.mul import _mulsort

        self.sympy, self._sort = sympy, _mulsort
        self._atoms: dict[Atom, Any] = {}
        self._powers: dict[tuple[Any, int], Any] = {}

    def sum(self, x: ExpressionSum) -> Any:
        return self.sympy.Add(*[self.product(y) for y in x.products])

    def product(self, x: ExpressionProduct) -> Any:
        factors = [self._power(factor, power) for factor, power in x.factors]
        k = x.coefficient
        number = self.sympy.Rational(k.numerator, k.denominator)
        if any(not isinstance(f, Atom) or f.kind in _COMBINED for f, _ in x.factors) or not factors:
            return self.sympy.Mul(number, *factors)
        self._sort(factors)
        if k != 1:
            factors.insert(0, number)
        return factors[0] if len(factors) == 1 else self.sympy.Mul._from_args(factors)

    def _power(self, factor: Atom | ExpressionSum, power: int) -> Any:
        if isinstance(factor, ExpressionSum):
            base = self.sum(factor)
            return base if power == 1 else base**power
        known = self._powers.get((factor, power))
        if known is None:
            known = self._powers[factor, power] = self._atom(factor) ** power
        return known

    def _atom(self, atom: Atom) -> Any:
        known = self._atoms.get(atom)
        if known is None:
            if atom.argument is None:
                known = self.sympy.pi if atom.name == "pi" else self.sympy.Symbol(atom.name)
            else:
                known = self._functions[atom.kind](self.sum(atom.argument))
            self._atoms[atom] = known
        return known

    @cached_property
    def _functions(self) -> dict[str, Callable[[Any], Any]]:
        s = self.sympy
        return {
            "sin": s.sin, "cos": s.cos, "root": s.sqrt, "sign": s.sign, "abs": s.Abs, "exp": s.exp, "tanh": s.tanh,
            "inverse": lambda x: 1 / x,
        }  # fmt: skip
