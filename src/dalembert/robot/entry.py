"""What a user gives for a part of a robot, as checked tuples of numbers, or one clear error.

A rotation keeps lengths and handedness: R Rᵀ = E, det R = +1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from dalembert.errors import WrongSize, WrongValue
from dalembert.graph import Node, Scalar
from dalembert.robot.value import value
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, Matrix, Vector, cross, dot, matmul, transpose

_SKEWED = 1e-6  # what rounding in files may leave of R Rᵀ − E
Part = TypeVar("Part")


def entries(given: Any, size: int, what: str) -> tuple[Any, ...]:
    """The items of a list, counted; a text is not a list."""
    if isinstance(given, (str, bytes, Mapping)) or not hasattr(given, "__iter__"):
        raise WrongSize(f"{what} needs {size} entries, got {given!r}")
    found = tuple(given)
    if len(found) != size:
        raise WrongSize(f"{what} has {len(found)} entries, it needs {size}")
    return found


def vector(given: Any, size: int, what: str) -> Vector:
    return tuple(value(x, what) for x in entries(given, size, what))


def direction(given: Any, what: str) -> Vector:
    """An axis; whole numbers stay as they are."""
    return tuple(x if type(x) is int else value(x, what) for x in entries(given, 3, what))


def pose(given: Any, what: str) -> Pose:
    """A pose, whose entries may have been given as text."""
    if not isinstance(given, Pose):
        raise WrongValue(f"{what} must be a Pose, got {type(given).__name__}")
    R = tuple(vector(row, 3, f"a row of R in the {what}") for row in entries(given.R, 3, f"R in the {what}"))
    checked_rotation(R, what)
    return Pose(R, vector(given.p, 3, f"p in the {what}"))


def checked_rotation(R: Matrix, what: str) -> Matrix:
    """The matrix, if it is a rotation; one with symbols is taken as it is."""
    if R == EYE or any(isinstance(x, Node) for row in R for x in row):
        return R
    numbers = tuple(tuple(map(float, row)) for row in R)
    square = matmul(numbers, transpose(numbers))
    off = max(abs(square[i][j] - EYE[i][j]) for i in range(3) for j in range(3))
    if off > _SKEWED:
        raise WrongValue(f"R in the {what} is not a rotation: R Rᵀ differs from the unit matrix by {off:.2g}")
    if dot(numbers[0], cross(numbers[1], numbers[2])) < 0:
        raise WrongValue(f"R in the {what} is a reflection (det R = −1), not a rotation; turn one axis around")
    return R


def factor(given: Any, what: str) -> Scalar:
    """A number that need not be exact: whole ones stay as they are."""
    return given if type(given) is int else value(given, what)


def part(given: Any, kind: type[Part], what: str) -> Part:
    if not isinstance(given, kind):
        raise WrongValue(f"{what} must be a {kind.__name__}, got {type(given).__name__}")
    return given


def parts(given: Any, kind: type[Any] | tuple[type[Any], ...], what: str) -> tuple[Any, ...]:
    named = " or ".join(x.__name__ for x in (kind if isinstance(kind, tuple) else (kind,)))
    if isinstance(given, (str, Mapping)) or not hasattr(given, "__iter__"):
        raise WrongValue(f"{what} must be a list of {named}, got {type(given).__name__}")
    found = tuple(given)
    for x in found:
        if not isinstance(x, kind):
            raise WrongValue(f"each of {what} must be a {named}, got {type(x).__name__}")
    return found
