"""Three-dimensional vectors and 3×3 matrices of generic scalars, stored as tuples.

Products with an exact 0 are omitted from sums, because their value is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

Vector: TypeAlias = tuple[Any, ...]
Matrix: TypeAlias = tuple[tuple[Any, ...], ...]

ZERO: Vector = (0, 0, 0)
EYE: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def add(a: Sequence[Any], b: Sequence[Any]) -> Vector:
    return tuple([x + y for x, y in zip(a, b, strict=True)])


def sub(a: Sequence[Any], b: Sequence[Any]) -> Vector:
    return tuple([x - y for x, y in zip(a, b, strict=True)])


def scale(k: Any, a: Sequence[Any]) -> Vector:
    return tuple([k * x for x in a])


def negative(a: Sequence[Any]) -> Vector:
    return tuple([-x for x in a])


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    total: Any = 0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


def cross(a: Sequence[Any], b: Sequence[Any]) -> Vector:
    """Compute the cross product a × b."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def skew(a: Sequence[Any]) -> Matrix:
    """Return the skew-symmetric matrix S(a), with S(a) b = a × b."""
    return ((0, -a[2], a[1]), (a[2], 0, -a[0]), (-a[1], a[0], 0))


def transpose(A: Matrix) -> Matrix:
    return tuple(zip(*A, strict=True))


def matvec(A: Matrix, b: Sequence[Any]) -> Vector:
    return tuple([dot(row, b) for row in A])


def matmul(A: Matrix, B: Matrix) -> Matrix:
    if A == EYE or B == EYE:  # most frames of a robot are parallel to the parent frame
        return B if A == EYE else A
    columns = transpose(B)
    return tuple([tuple([dot(row, column) for column in columns]) for row in A])


def matadd(A: Matrix, B: Matrix) -> Matrix:
    return tuple([add(a, b) for a, b in zip(A, B, strict=True)])


def outer(a: Sequence[Any], b: Sequence[Any]) -> Matrix:
    return tuple([tuple([x * y for y in b]) for x in a])
