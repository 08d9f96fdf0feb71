"""Physical dimensions: exponents of kg, m, s and A. An angle counts as a number.

    [a b] = [a][b],   [a + b] = [a] = [b],   [sin x] = 1 with [x] = 1,   [√x] = [x]^½         [bipm2019]

    DIMENSION * DIMENSION, DIMENSION / DIMENSION, DIMENSION ** 2      products
    TORQUE.unit   "N·m"                                               for display; TORQUE.base is "kg·m²/s²"
    measure(expression, {"m1": MASS, …})                              (dimension, the sums that mix two)
    solve([(expression, dimension), …])                               dimensions of the symbols in the expressions

`solve` infers: I2 + m2·lc2² in the place of an inertia makes lc2 a length. Each expression of known dimension is a linear
equation for the exponents of its symbols, Σ k_s [s] = D; the equations are solved by elimination.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from dalembert.graph import Node, Op, Scalar, topological
from dalembert.graph.node import to_text

_RAISED = str.maketrans("0123456789-/", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ")
_NAMES = ("kg", "m", "s", "A")


@dataclass(frozen=True)
class Dimension:
    """Exponents of kilogram, metre, second and ampere."""

    kg: Fraction = Fraction(0)
    m: Fraction = Fraction(0)
    s: Fraction = Fraction(0)
    A: Fraction = Fraction(0)

    @property
    def exponents(self) -> tuple[Fraction, ...]:
        return (self.kg, self.m, self.s, self.A)

    def __mul__(self, other: Dimension) -> Dimension:
        return Dimension(*(a + b for a, b in zip(self.exponents, other.exponents, strict=True)))

    def __truediv__(self, other: Dimension) -> Dimension:
        return self * other**-1

    def __pow__(self, power: int | Fraction) -> Dimension:
        return Dimension(*(a * power for a in self.exponents))

    @property
    def unit(self) -> str:
        """The SI unit: N·m, kg·m², m/s²; 1 for a number."""
        return _UNITS.get(self) or self.base

    @property
    def base(self) -> str:
        """The same in kg, m, s and A alone: kg·m²/s²."""
        if not any(self.exponents):
            return "1"
        parts = [(x, e) for x, e in zip(_NAMES, self.exponents, strict=True) if e]
        over = [_raised(x, e) for x, e in parts if e > 0]
        under = [_raised(x, -e) for x, e in parts if e < 0]
        if not over and len(under) == 1:
            return "1/" + under[0]
        below = under[0] if len(under) == 1 else f"({'·'.join(under)})"
        return "·".join(over or ["1"]) + (f"/{below}" if under else "")

    def __repr__(self) -> str:
        return f"<{self.unit}>"


def _raised(name: str, exponent: Fraction) -> str:
    return name if exponent == 1 else name + str(exponent).translate(_RAISED)


NUMBER = Dimension()
MASS, LENGTH, TIME, CURRENT = (Dimension(**{x: Fraction(1)}) for x in _NAMES)
SPEED, ACCELERATION = LENGTH / TIME, LENGTH / TIME**2
MOMENT, INERTIA = MASS * LENGTH, MASS * LENGTH**2
FORCE, TORQUE, POWER = MOMENT / TIME**2, INERTIA / TIME**2, INERTIA / TIME**3
VOLTAGE = POWER / CURRENT
_UNITS = {
    FORCE: "N", TORQUE: "N·m", POWER: "W", TORQUE * TIME: "N·m·s", FORCE * TIME: "N·s", FORCE / SPEED: "N·s/m",
    FORCE / LENGTH: "N/m", TORQUE / CURRENT: "N·m/A", VOLTAGE: "V", VOLTAGE / CURRENT: "Ω",
    VOLTAGE * TIME / CURRENT: "H", NUMBER: "1",
}  # fmt: skip


@dataclass(frozen=True)
class Mixed:
    """A sum of what cannot be added, or a function of what has a unit."""

    left: str
    left_dimension: Dimension
    right: str
    right_dimension: Dimension

    def __str__(self) -> str:
        return f"{self.left} is {self.left_dimension.unit}, {self.right} is {self.right_dimension.unit}"


def measure(x: Scalar, table: Mapping[str, Dimension | None]) -> tuple[Dimension | None, list[Mixed]]:
    """The dimension of an expression, None where a symbol's is not known; and every sum in it that mixes two.

    A number is a number: robots whose lengths or masses are numbers hide dimensions in them.
    """
    if not isinstance(x, Node):
        return NUMBER, []
    known: dict[Node, Dimension | None] = {}
    mixed: list[Mixed] = []
    for node in topological([x]):
        known[node] = _measured(node, [known[a] for a in node.args], table, mixed)
    return known[x], mixed


def _measured(
    node: Node, args: list[Dimension | None], table: Mapping[str, Dimension | None], mixed: list[Mixed]
) -> Dimension | None:
    op = node.op
    if op is Op.SYMBOL:
        return table.get(node.value)
    if not args:
        return NUMBER
    first, last = args[0], args[-1]
    if op is Op.MUL or op is Op.DIV:
        if first is None or last is None:
            return None
        return first * last if op is Op.MUL else first / last
    if op is Op.SQRT:
        return None if first is None else first ** Fraction(1, 2)
    if op is Op.SIGN:
        return NUMBER
    if op in (Op.SIN, Op.COS, Op.EXP, Op.TANH):
        if first not in (None, NUMBER):
            mixed.append(Mixed(to_text(node.args[0]), first or NUMBER, f"what {op.value} is of", NUMBER))
        return NUMBER
    for k in range(0, len(args), 2):  # a + b, min(a, b), atan2(a, b), and both pairs of select(a < b, x, y)
        one, other = args[k], args[-1] if k + 1 == len(args) else args[k + 1]
        if one is not None and other is not None and one != other:
            mixed.append(Mixed(to_text(node.args[k]), one, to_text(node.args[min(k + 1, len(args) - 1)]), other))
    if op is Op.ATAN2:
        return NUMBER
    return next((x for x in args[len(args) - 2 if len(args) > 2 else 0 :] if x is not None), None)


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
class _SlotEquation:
    coefficients: dict[str, Fraction]
    dimension: Dimension


class _System:
    """Σ k_s [s] = D, row by row in echelon form; a row that contradicts earlier ones is left out."""

    def __init__(self) -> None:
        self.rows: dict[str, _SlotEquation] = {}

    def add(self, coefficients: dict[str, Fraction], dimension: Dimension) -> None:
        for pivot, row in self.rows.items():
            k = coefficients.get(pivot, Fraction(0))
            if k:
                coefficients, dimension = _less(coefficients, dimension, row, k)
        if not coefficients:
            return
        pivot = min(coefficients)
        k = coefficients[pivot]
        new = _SlotEquation({s: x / k for s, x in coefficients.items()}, dimension ** (1 / k))
        for other, row in self.rows.items():
            if pivot in row.coefficients:
                self.rows[other] = _SlotEquation(*_less(row.coefficients, row.dimension, new, row.coefficients[pivot]))
        self.rows[pivot] = new

    def solution(self) -> dict[str, Dimension]:
        return {pivot: row.dimension for pivot, row in self.rows.items() if len(row.coefficients) == 1}


def _less(
    coefficients: dict[str, Fraction], dimension: Dimension, row: _SlotEquation, k: Fraction
) -> tuple[dict[str, Fraction], Dimension]:
    names = coefficients.keys() | row.coefficients.keys()
    rest = {s: coefficients.get(s, Fraction(0)) - k * row.coefficients.get(s, Fraction(0)) for s in names}
    return {s: x for s, x in rest.items() if x}, dimension / row.dimension**k
