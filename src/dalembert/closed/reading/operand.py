"""Values of expressions in equations: scalars and matrices of scalars.

A 1×1 matrix is converted to a scalar.

An operation raises `Unfit` if the shapes or values of its operands are unsuitable.
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

_LARGEST_NUMBER = 6000  # largest size of a number, in bits
_LARGEST_POWER = 12
_LARGEST_EXPONENT = 60  # largest exponent of a number, as in 10^-16
_LARGEST_DETERMINANT = 4
_DIGITS_OF_AN_ANGLE = 3  # 1.57 has 3 digits; shorter numbers are not interpreted as rounded angles
_LARGEST_ANGLE = 8  # right angles, so two turns
_PI_ROUNDED = Fraction(1, 10**15)  # more than the rounding error of 4π in double precision
_SUMS: dict[Op, Callable[..., Scalar]] = {Op.ADD: operator.add, Op.SUB: operator.sub, Op.NEG: operator.neg}


class Unfit(Exception):
    """Raised if an operation is not defined for its operands. `finding` contains the reason."""

    def __init__(self, problem: Finding) -> None:
        super().__init__(problem)
        self.finding = problem


def require(holds: bool, cause: Finding) -> None:
    """Raise `Unfit` unless a condition holds."""
    if not holds:
        raise Unfit(cause)


def conflict(operation: str, *values: Value) -> finding.ShapeConflict:
    """Create the message about an operation that is undefined for the shapes of its operands."""
    return finding.ShapeConflict(Noun(operation), tuple(shape(x) if is_matrix(x) else () for x in values))


def is_matrix(x: Value) -> TypeGuard[Matrix]:
    return isinstance(x, tuple)


def is_zero(x: Value) -> bool:
    """Return whether a value is the number 0."""
    return not isinstance(x, (tuple, Node)) and x == 0


def is_decimal(name: str) -> bool:
    """Check whether a symbol represents a decimal such as 0.97, which may be a rounded number."""
    return name[0] in "0123456789."


def half_unit(decimal: str) -> Fraction:
    """Return half a unit in the last written digit of a decimal."""
    mantissa, _, exponent = decimal.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    return Fraction(1, 2) * Fraction(10) ** (int(exponent or 0) - places)


def with_right_angles(x: Scalar) -> tuple[Scalar, list[finding.ReadAs]]:
    """Replace rounded multiples of π/2 in an angle by exact multiples, and return messages about these replacements.

    In q1 + 1.5708, the number 1.5708 is π/2. In 1.5708 q1, the same number is a factor and is not replaced.
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
    """Return the scalars of a value as a list."""
    return [y for row in x for y in row] if isinstance(x, tuple) else [x]


def grid(x: Value) -> Matrix:
    """Convert a value to a matrix. A scalar becomes a 1×1 matrix."""
    return x if is_matrix(x) else ((scalar(x),),)


def apply(f: Callable[[Scalar], Scalar], x: Value) -> Value:
    """Apply a function to each entry of a value."""
    return tuple(tuple(f(y) for y in row) for row in x) if isinstance(x, tuple) else f(x)


def transpose(x: Value) -> Value:
    return tuple(zip(*x, strict=True)) if is_matrix(x) else x


def scalar(x: Value) -> Scalar:
    if isinstance(x, tuple):
        raise Unfit(conflict("scalar needed", x))
    return x


def plus(a: Value, b: Value) -> Value:
    """Add two values. A row can be added to a column of the same length."""
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
    """Compute x^k for an integer k. The square of a column vector v is vᵀv."""
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
    """Convert the entries of a bracket to a value: a single entry, or a matrix of entries or rows."""
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
    """Compute the determinant of a square matrix with at most four rows."""
    rows, columns = shape(x) if is_matrix(x) else (1, 1)
    require(rows == columns and rows <= _LARGEST_DETERMINANT, conflict("determinant", x))
    return checked(linear_algebra.determinant(x)) if is_matrix(x) else scalar(x)


def checked(x: Scalar) -> Scalar:
    """Return x. Raise `Unfit` if its numerical factor is inexact or too large."""
    number = x.args[0].value if isinstance(x, Node) and x.op is Op.MUL and x.args[0].op is Op.CONST else x
    require(not isinstance(number, float), finding.SyntaxRule(Noun("number not exact")))
    if isinstance(number, Fraction):
        bits = number.numerator.bit_length() + number.denominator.bit_length()
        require(bits <= _LARGEST_NUMBER, finding.TooManyParts(Noun("bits of a number"), _LARGEST_NUMBER))
    return x
