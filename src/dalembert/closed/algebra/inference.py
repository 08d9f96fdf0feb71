"""Dimensions of symbols, from expressions whose dimension is known.

    [a b] = [a][b],   [a + b] = [a] = [b]      so that I2 + m2·lc2² in a tensor's slot makes lc2 a length

Each slot is a linear equation for the exponents of its symbols, Σ k_s [s] = D; they are solved by elimination.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from dalembert.closed.algebra.dimension import NUMBER, Dimension
from dalembert.graph import Node, Op, Scalar, topological

Slot: TypeAlias = tuple[Scalar, Dimension]
Form: TypeAlias = tuple[dict[str, Fraction], Dimension]  # Σ coefficient · [symbol], times a known dimension


def solve(slots: Sequence[Slot]) -> dict[str, Dimension]:
    """The dimension of each symbol that the slots determine. Plain symbols first, numbers that hide a dimension last."""
    system = _System()
    nodes = [(x, dimension) for x, dimension in slots if isinstance(x, Node)]
    nodes.sort(key=lambda slot: (slot[0].op is not Op.SYMBOL, _has_numbers(slot[0])))
    for x, dimension in nodes:
        for (left, one), (right, other) in _equal(x, dimension):
            row = {s: left.get(s, Fraction(0)) - right.get(s, Fraction(0)) for s in left.keys() | right.keys()}
            system.add({s: k for s, k in row.items() if k}, other / one)
    return system.solution()


def _has_numbers(x: Node) -> int:
    return sum(1 for n in topological([x]) if n.op is Op.CONST)


def _equal(x: Node, dimension: Dimension) -> Iterator[tuple[Form, Form]]:
    """Pairs that must be alike: the two sides of each sum, what functions are of and a number, the whole and its slot."""
    forms: dict[Node, Form | None] = {}  # None: a number alone, which may stand for anything
    plain: Form = ({}, NUMBER)
    for node in topological([x]):
        args = [forms[a] for a in node.args]
        if node.op is Op.SYMBOL:
            forms[node] = {node.value: Fraction(1)}, NUMBER
        elif not any(args):
            forms[node] = None
        elif node.op in (Op.MUL, Op.DIV):
            forms[node] = _product(args[0] or plain, args[1] or plain, Fraction(-1 if node.op is Op.DIV else 1))
        elif node.op is Op.SQRT:
            forms[node] = _product(plain, args[0] or plain, Fraction(1, 2))
        elif node.op in (Op.SIN, Op.COS, Op.EXP, Op.TANH):
            yield args[0] or plain, plain
            forms[node] = plain
        else:
            for one, other in zip(args[::2], args[1::2], strict=False):  # a + b; both pairs of select(a < b, x, y)
                if one is not None and other is not None:
                    yield one, other
            told = next(a for a in (*args[2:], *args[:2]) if a is not None)
            forms[node] = plain if node.op in (Op.SIGN, Op.ATAN2) else told
    whole = forms[x]
    if whole is not None:
        yield whole, ({}, dimension)


def _product(a: Form, b: Form, power: Fraction) -> Form:
    return {s: a[0].get(s, 0) + power * b[0].get(s, 0) for s in a[0].keys() | b[0].keys()}, a[1] * b[1] ** power


@dataclass
class _Row:
    coefficients: dict[str, Fraction]
    dimension: Dimension


class _System:
    """Σ k_s [s] = D, row by row in echelon form; a row that contradicts earlier ones is left out."""

    def __init__(self) -> None:
        self.rows: dict[str, _Row] = {}

    def add(self, coefficients: dict[str, Fraction], dimension: Dimension) -> None:
        for pivot, row in self.rows.items():
            k = coefficients.get(pivot, Fraction(0))
            if k:
                coefficients, dimension = _less(coefficients, dimension, row, k)
        if not coefficients:
            return
        pivot = min(coefficients)
        k = coefficients[pivot]
        new = _Row({s: x / k for s, x in coefficients.items()}, dimension ** (1 / k))
        for other, row in self.rows.items():
            if pivot in row.coefficients:
                self.rows[other] = _Row(*_less(row.coefficients, row.dimension, new, row.coefficients[pivot]))
        self.rows[pivot] = new

    def solution(self) -> dict[str, Dimension]:
        return {pivot: row.dimension for pivot, row in self.rows.items() if len(row.coefficients) == 1}


def _less(
    coefficients: dict[str, Fraction], dimension: Dimension, row: _Row, k: Fraction
) -> tuple[dict[str, Fraction], Dimension]:
    names = coefficients.keys() | row.coefficients.keys()
    rest = {s: coefficients.get(s, Fraction(0)) - k * row.coefficients.get(s, Fraction(0)) for s in names}
    return {s: x for s, x in rest.items() if x}, dimension / row.dimension**k
