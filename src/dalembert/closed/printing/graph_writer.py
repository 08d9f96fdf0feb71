"""Expressions as graph nodes, to be counted, compiled and evaluated like any traced algorithm."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dalembert.closed.printing.atom import Atom, Product, Sum
from dalembert.graph import PI, Scalar, symbol
from dalembert.graph.scalar import absolute, cos, exp, sign, sin, sqrt, tanh

_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "sin": sin, "cos": cos, "root": sqrt, "sign": sign, "abs": absolute, "exp": exp, "tanh": tanh,
    "inverse": lambda x: 1 / x,
}  # fmt: skip


class GraphWriter:
    """Writes sums as nodes, each atom and power once."""

    def __init__(self) -> None:
        self._atoms: dict[Atom, Scalar] = {}

    def sum(self, x: Sum) -> Scalar:
        total: Scalar = 0
        for product in x.products:
            total = total + self.product(product)
        return total

    def product(self, x: Product) -> Scalar:
        result: Scalar = 1
        for factor, power in x.factors:
            base = self.sum(factor) if isinstance(factor, Sum) else self._atom(factor)
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
