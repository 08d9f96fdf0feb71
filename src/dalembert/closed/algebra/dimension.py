"""What is measured in what: exponents of kg, m, s and A. An angle counts as a number.

[a b] = [a][b],   [a + b] = [a] = [b],   [sin x] = 1 with [x] = 1,   [√x] = [x]^½         [bipm2019]

DIMENSION * DIMENSION, DIMENSION / DIMENSION, DIMENSION ** 2      products
TORQUE.unit   "N·m"                                               as one reads it; TORQUE.base is "kg·m²/s²"
measure(expression, {"m1": MASS, …})                              (dimension, the sums that mix two)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from dalembert.graph import Node, Op, Scalar, topological
from dalembert.graph.text import to_text

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
