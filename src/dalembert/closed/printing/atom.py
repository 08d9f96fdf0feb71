"""Expressions as one reads them: sums of products of atoms.

    Sum       a + b + …                 of products
    Product   k · x^i · y^j · (…)^l     k rational, factors atoms or sums
    Atom      a symbol, or a function of a sum: cos(q1 + q2), √(…), 1/(…), sign(q̇)

The printers, SymPy and the graph are all written from these.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

FUNCTIONS = ("sin", "cos", "root", "inverse", "sign", "abs", "exp", "tanh")


@dataclass(frozen=True, eq=False)
class Atom:
    """One factor that is not taken apart; made once for each name or function, so that equal is identical."""

    kind: str  # symbol, or one of FUNCTIONS
    name: str  # of a symbol; of a function, unique
    rank: tuple[int, int, str]  # where it stands in a product
    argument: Sum | None = None

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Product:
    """coefficient · Π factor^power; no factor is a number."""

    coefficient: Fraction
    factors: tuple[tuple[Atom | Sum, int], ...] = ()


@dataclass(frozen=True)
class Sum:
    """Σ products; the empty sum is 0."""

    products: tuple[Product, ...] = ()


Monomial: TypeAlias = tuple[tuple[Atom, int], ...]
Terms: TypeAlias = list[tuple[Fraction, Monomial]]


def plain(terms: Terms) -> Sum:
    """Expanded terms as a sum."""
    return Sum(tuple(Product(k, factors) for k, factors in terms))
