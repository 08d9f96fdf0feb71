"""Values of expressions in an equation: a scalar, or a matrix of scalars. A 1×1 matrix is its entry.

Operations raise `Unfit` with its cause if shapes or numbers do not permit them.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias, TypeGuard

from dalembert import finding
from dalembert.closed.algebra import linear_algebra
from dalembert.finding.finding import Finding, Identifier, Noun, Source
from dalembert.graph import PI, Node, Op, Scalar
from dalembert.spatial.vector import dot

Matrix: TypeAlias = "tuple[tuple[Scalar, ...], ...]"
Value: TypeAlias = "Scalar | Matrix"

_LARGEST_NUMBER = 6000  # bits
_LARGEST_POWER = 12
_LARGEST_EXPONENT = 60  # of a number, 10^-16
_LARGEST_DETERMINANT = 4
_DIGITS_OF_AN_ANGLE = 3  # 1.57; fewer may be any number
_LARGEST_ANGLE = 8  # right angles: two turns
_PI_ROUNDED = Fraction(1, 10**15)  # more than eight times half of π is off in double precision
_SUMS: dict[Op, Callable[..., Scalar]] = {Op.ADD: operator.add, Op.SUB: operator.sub, Op.NEG: operator.neg}


class Unfit(Exception):
    """Raised for an operation that these values do not support; `finding` has the reason."""

    def __init__(self, problem: Finding) -> None:
        super().__init__(problem)
        self.finding = problem


def require(holds: bool, cause: Finding) -> None:
    """Raise `Unfit` if a condition does not hold."""
    if not holds:
        raise Unfit(cause)


def conflict(operation: str, *values: Value) -> finding.ShapeConflict:
    """Return the finding about an operation that these values do not permit."""
    return finding.ShapeConflict(Noun(operation), tuple(shape(x) if is_matrix(x) else () for x in values))


def is_matrix(x: Value) -> TypeGuard[Matrix]:
    return isinstance(x, tuple)


def is_zero(x: Value) -> bool:
    """Return whether x is the number 0."""
    return not isinstance(x, (tuple, Node)) and x == 0


def is_decimal(name: str) -> bool:
    """Return whether a symbol is a written decimal, which may be rounded: 0.97."""
    return name[0] in "0123456789."


def half_unit(decimal: str) -> Fraction:
    """Return half a unit of the last written digit of a decimal."""
    mantissa, _, exponent = decimal.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    return Fraction(1, 2) * Fraction(10) ** (int(exponent or 0) - places)


def with_right_angles(x: Scalar) -> tuple[Scalar, list[finding.ReadAs]]:
    """Return an angle whose decimals that are rounded multiples of π/2 are made exact, and remarks on them.

    1.5708 in q1 + 1.5708 is π/2; in 1.5708 q1 it is a factor and does not change.
    """
    if not isinstance(x, Node):
        return x, []
    if x.op in (Op.ADD, Op.SUB, Op.NEG):
        values, remarks = zip(*map(with_right_angles, x.args), strict=True)
        return _SUMS[x.op](*values), [remark for each in remarks for remark in each]
    text = str(x.value)
    if x.op is not Op.SYMBOL or not is_decimal(text):
        return x, []
    quarters = round(float(text) / (math.pi / 2))
    digits = len(re.sub(r"[eE].*|\.", "", text).lstrip("0"))
    off = abs(Fraction(text) - quarters * Fraction(math.pi / 2))
    if digits < _DIGITS_OF_AN_ANGLE or not 0 < quarters <= _LARGEST_ANGLE or off > max(half_unit(text), _PI_ROUNDED):
        return x, []
    exact = {1: "π/2", 2: "π"}.get(quarters, f"{quarters}π/2" if quarters % 2 else f"{quarters // 2}π")
    return PI * Fraction(quarters, 2), [finding.ReadAs(Source(text), Identifier(exact))]


def shape(x: Matrix) -> tuple[int, int]:
    return len(x), len(x[0])


def entries(x: Value) -> list[Scalar]:
    """Return the scalars of a value."""
    return [y for row in x for y in row] if isinstance(x, tuple) else [x]


def grid(x: Value) -> Matrix:
    """Return a value as a matrix; a scalar as one with a single entry."""
    return x if is_matrix(x) else ((scalar(x),),)


def apply(f: Callable[[Scalar], Scalar], x: Value) -> Value:
    """Return f of each entry."""
    return tuple(tuple(f(y) for y in row) for row in x) if isinstance(x, tuple) else f(x)


def transpose(x: Value) -> Value:
    return tuple(zip(*x, strict=True)) if is_matrix(x) else x


def scalar(x: Value) -> Scalar:
    if isinstance(x, tuple):
        raise Unfit(conflict("scalar needed", x))
    return x


def plus(a: Value, b: Value) -> Value:
    """Return a + b; a row can be added to a column of the same length."""
    return _entrywise(operator.add, a, b)


def minus(a: Value, b: Value) -> Value:
    return _entrywise(operator.sub, a, b)


def _entrywise(f: Callable[[Scalar, Scalar], Scalar], a: Value, b: Value) -> Value:
    if is_matrix(a) and is_matrix(b):
        if shape(a) != shape(b) and shape(a) == shape(b)[::-1] and 1 in shape(a):
            b = tuple(zip(*b, strict=True))
        require(shape(a) == shape(b), conflict("added", a, b))
        return tuple(tuple(f(x, y) for x, y in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True))
    require(not is_matrix(a) and not is_matrix(b), conflict("added", a, b))
    return checked(f(scalar(a), scalar(b)))


def times(a: Value, b: Value) -> Value:
    if not is_matrix(a):
        return apply(lambda x: checked(scalar(a) * x), b)
    if not is_matrix(b):
        return apply(lambda x: checked(x * scalar(b)), a)
    require(shape(a)[1] == shape(b)[0], conflict("multiplied", a, b))
    columns = tuple(zip(*b, strict=True))
    result = tuple(tuple(checked(dot(row, column)) for column in columns) for row in a)
    return result[0][0] if shape(result) == (1, 1) else result


def over(a: Value, b: Value) -> Value:
    divisor = scalar(b)
    require(not is_zero(divisor), finding.SyntaxRule(Noun("zero divisor")))
    return apply(lambda x: checked(x / divisor), a)


def power(x: Value, exponent: int) -> Value:
    """Return x^k for an integer k; v² of a column is vᵀv."""
    if is_matrix(x) and exponent == 2 and shape(x)[1] == 1:
        column = tuple(row[0] for row in x)
        return checked(dot(column, column))
    require(not is_matrix(x), conflict("matrix power", x))
    largest = _LARGEST_POWER if isinstance(x, Node) else _LARGEST_EXPONENT
    require(abs(exponent) <= largest, finding.TooManyParts(Noun("power"), largest))
    checked(scalar(x))
    result = scalar(x) ** abs(exponent)
    return over(1, result) if exponent < 0 else checked(result)


def matrix(rows: list[list[Value]]) -> Value:
    """Return the content of a bracket: its single entry, or a matrix of its entries or of its rows."""
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0]
    inner = [x for x in rows[0] if isinstance(x, tuple) and len(x) == 1]
    if len(rows) == 1 and len(inner) == len(rows[0]):
        rows = [list(x[0]) for x in inner]
    regular = len({len(row) for row in rows}) == 1 and not any(isinstance(x, tuple) for row in rows for x in row)
    require(regular, finding.ShapeConflict(Noun("matrix rows")))
    return tuple(tuple(scalar(x) for x in row) for row in rows)


def diagonal(entries: list[Scalar]) -> Matrix:
    return tuple(tuple(x if i == j else 0 for j in range(len(entries))) for i, x in enumerate(entries))


def determinant(x: Value) -> Scalar:
    """Return the determinant of a square matrix with at most four rows."""
    rows, columns = shape(x) if is_matrix(x) else (1, 1)
    require(rows == columns and rows <= _LARGEST_DETERMINANT, conflict("determinant", x))
    return checked(linear_algebra.determinant(x)) if is_matrix(x) else scalar(x)


def checked(x: Scalar) -> Scalar:
    """Return x, if the number that it is or begins with is exact and of reasonable size."""
    number = x.args[0].value if isinstance(x, Node) and x.op is Op.MUL and x.args[0].op is Op.CONST else x
    require(not isinstance(number, float), finding.SyntaxRule(Noun("number not exact")))
    if isinstance(number, Fraction):
        bits = number.numerator.bit_length() + number.denominator.bit_length()
        require(bits <= _LARGEST_NUMBER, finding.TooManyParts(Noun("bits of a number"), _LARGEST_NUMBER))
    return x
