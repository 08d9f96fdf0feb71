"""Expressions as SymPy objects, at the edge: nothing inside is computed by SymPy.

Symbols are plain `Symbol("q1")`. The factors of a product are different symbols and
functions, already collected; where SymPy would have nothing to combine, the product is
made from its sorted factors directly, and is the very object that SymPy would make.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from dalembert.closed.printing.atom import Atom, Product, Sum

_COMBINED = ("root", "inverse")  # √2 √3 is √6 to SymPy, x · 1/y has a power of y


class SymPyWriter:
    """Writes sums as SymPy expressions, each atom and power once."""

    def __init__(self) -> None:
        import sympy
        from sympy.core.mul import _mulsort

        self.sympy, self._sort = sympy, _mulsort
        self._atoms: dict[Atom, Any] = {}
        self._powers: dict[tuple[Any, int], Any] = {}

    def sum(self, x: Sum) -> Any:
        return self.sympy.Add(*[self.product(y) for y in x.products])

    def product(self, x: Product) -> Any:
        factors = [self._power(factor, power) for factor, power in x.factors]
        k = x.coefficient
        number = self.sympy.Rational(k.numerator, k.denominator)
        if any(not isinstance(f, Atom) or f.kind in _COMBINED for f, _ in x.factors) or not factors:
            return self.sympy.Mul(number, *factors)
        self._sort(factors)
        if k != 1:
            factors.insert(0, number)
        return factors[0] if len(factors) == 1 else self.sympy.Mul._from_args(factors)

    def _power(self, factor: Atom | Sum, power: int) -> Any:
        if isinstance(factor, Sum):
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
