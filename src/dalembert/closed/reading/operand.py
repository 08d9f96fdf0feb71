"""What an expression in an equation can be: a scalar, or a matrix of scalars. A 1×1 matrix is its entry.

Operations raise `Unfit` with the reason where shapes or numbers do not allow them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias, TypeGuard

from dalembert.graph import Node, Op, Scalar

Matrix: TypeAlias = "tuple[tuple[Scalar, ...], ...]"
Value: TypeAlias = "Scalar | Matrix"

_LARGEST_NUMBER = 6000  # bits
_LARGEST_POWER = 12
_LARGEST_DETERMINANT = 4


class Unfit(Exception):
    """An operation that these values do not have; the message says why."""


def is_matrix(x: Value) -> TypeGuard[Matrix]:
    return isinstance(x, tuple)


def is_zero(x: Value) -> bool:
    """Whether x is the number 0."""
    return not isinstance(x, (tuple, Node)) and x == 0


def is_decimal(name: str) -> bool:
    """Whether a symbol is a decimal as it was written, which may be rounded: 0.97."""
    return name[0] in "0123456789."


def shape(x: Matrix) -> tuple[int, int]:
    return len(x), len(x[0])


def entries(x: Value) -> list[Scalar]:
    """The scalars of a value."""
    return [y for row in x for y in row] if isinstance(x, tuple) else [x]


def apply(f: Callable[[Scalar], Scalar], x: Value) -> Value:
    """f of each entry."""
    return tuple(tuple(f(y) for y in row) for row in x) if isinstance(x, tuple) else f(x)


def transpose(x: Value) -> Value:
    return tuple(zip(*x, strict=True)) if is_matrix(x) else x


def scalar(x: Value) -> Scalar:
    if isinstance(x, tuple):
        raise Unfit("a scalar is needed here, not a matrix")
    return x


def plus(a: Value, b: Value) -> Value:
    """a + b; a row is added to a column of the same length."""
    return _entrywise(operator.add, a, b)


def minus(a: Value, b: Value) -> Value:
    return _entrywise(operator.sub, a, b)


def _entrywise(f: Callable[[Scalar, Scalar], Scalar], a: Value, b: Value) -> Value:
    if is_matrix(a) and is_matrix(b):
        if shape(a) != shape(b) and shape(a) == shape(b)[::-1] and 1 in shape(a):
            b = tuple(zip(*b, strict=True))
        if shape(a) != shape(b):
            raise Unfit("{}×{} and {}×{} matrices cannot be added".format(*shape(a), *shape(b)))
        return tuple(tuple(f(x, y) for x, y in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True))
    if is_matrix(a) or is_matrix(b):
        raise Unfit("a scalar cannot be added to a matrix or a vector")
    return checked(f(scalar(a), scalar(b)))


def times(a: Value, b: Value) -> Value:
    if not is_matrix(a):
        return apply(lambda x: checked(scalar(a) * x), b)
    if not is_matrix(b):
        return apply(lambda x: checked(x * scalar(b)), a)
    if shape(a)[1] != shape(b)[0]:
        raise Unfit("{}×{} and {}×{} matrices cannot be multiplied".format(*shape(a), *shape(b)))
    columns = tuple(zip(*b, strict=True))
    result = tuple(tuple(_dot(row, column) for column in columns) for row in a)
    return result[0][0] if shape(result) == (1, 1) else result


def over(a: Value, b: Value) -> Value:
    divisor = scalar(b)
    if is_zero(divisor):
        raise Unfit("division by zero")
    return apply(lambda x: checked(x / divisor), a)


def power(x: Value, exponent: int) -> Value:
    """x^k for whole k; v² of a column is vᵀv."""
    if is_matrix(x) and exponent == 2 and shape(x)[1] == 1:
        column = tuple(row[0] for row in x)
        return _dot(column, column)
    if is_matrix(x):
        raise Unfit("a matrix has no power here but ^T")
    if abs(exponent) > _LARGEST_POWER:
        raise Unfit(f"a power must be a whole number up to {_LARGEST_POWER}")
    checked(scalar(x))
    result = scalar(x) ** abs(exponent)
    return over(1, result) if exponent < 0 else checked(result)


def diagonal(entries: list[Scalar]) -> Matrix:
    return tuple(tuple(x if i == j else 0 for j in range(len(entries))) for i, x in enumerate(entries))


def determinant(x: Value) -> Scalar:
    """Of a square matrix with at most four rows, along its first row."""
    if not is_matrix(x):
        return scalar(x)
    rows, columns = shape(x)
    if rows != columns or rows > _LARGEST_DETERMINANT:
        raise Unfit(f"a determinant is of a square matrix of at most {_LARGEST_DETERMINANT} rows, not {rows}×{columns}")
    total: Scalar = 0
    for j, entry in enumerate(x[0]):
        minor = tuple(row[:j] + row[j + 1 :] for row in x[1:])
        part = entry * (determinant(minor) if minor else 1)
        total = total + (-part if j % 2 else part)
    return checked(total)


def checked(x: Scalar) -> Scalar:
    """x, if the number it is, or that it begins with, is exact and small enough to work with."""
    number = x.args[0].value if isinstance(x, Node) and x.op is Op.MUL and x.args[0].op is Op.CONST else x
    if isinstance(number, float):
        raise Unfit("the number is not exact; write it as a decimal or a fraction")
    if (
        isinstance(number, Fraction)
        and number.numerator.bit_length() + number.denominator.bit_length() > _LARGEST_NUMBER
    ):
        raise Unfit("the number is too large")
    return x


def _dot(row: tuple[Scalar, ...], column: tuple[Scalar, ...]) -> Scalar:
    total: Scalar = 0
    for x, y in zip(row, column, strict=True):
        total = total + x * y
    return checked(total)
