"""What a controller follows: a fixed posture or a trajectory, and its gains."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import WrongSize, WrongValue
from dalembert.robot.model import Robot

Array = NDArray[Any]
Law = Callable[[float, Array, Array], Array]
Goal = Callable[[float], tuple[Array, Array, Array]]


def goal(robot: Robot, given: Any) -> Goal:
    """t -> (q, qd, qdd) of a posture (n,) or of a trajectory."""
    if callable(given):
        if getattr(given, "n", robot.n) != robot.n:
            raise WrongSize(f"the trajectory has {given.n} joints, robot '{robot.name}' has {robot.n}")
        result: Goal = given
        return result
    posture = vector(robot, given, "goal")
    zero = np.zeros(robot.n)
    return lambda t: (posture, zero, zero)


def gain(robot: Robot, given: ArrayLike, what: str) -> Array:
    """A gain matrix from a number, n numbers, or n × n of them; positive definite."""
    array = np.asarray(given, dtype=float)
    matrix = array if array.ndim == 2 else np.diag(vector(robot, np.broadcast_to(array, (robot.n,)), what))
    if matrix.shape != (robot.n, robot.n):
        raise WrongSize(
            f"{what} has shape {array.shape}; robot '{robot.name}' needs 1, {robot.n} or {robot.n} × {robot.n} numbers"
        )
    if not np.isfinite(matrix).all() or np.linalg.eigvalsh((matrix + matrix.T) / 2)[0] < 0:
        raise WrongValue(f"{what} must be finite and not negative")
    return matrix


def vector(robot: Robot, given: ArrayLike, what: str) -> Array:
    """n finite numbers."""
    try:
        array = np.array(given, dtype=float)
    except (TypeError, ValueError):
        raise WrongValue(f"{what} must be numbers, got {given!r}") from None
    if array.shape != (robot.n,):
        raise WrongSize(f"{what} has shape {array.shape}; robot '{robot.name}' needs {robot.n} entries")
    if not np.isfinite(array).all():
        raise WrongValue(f"{what} holds a number that is not finite")
    return array
