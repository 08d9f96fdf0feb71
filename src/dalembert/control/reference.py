"""What a controller follows: a fixed posture or a trajectory, its gains, and what is left to go.

e = q_d ⊖ q: the difference, and for a ball the turn in its body's axes that is left, the shorter way round.
Coordinates that are not `actuated` get no effort.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.argument import finite, reals
from dalembert.dynamics import gravity_vector, inverse_dynamics
from dalembert.errors import WrongSize, WrongValue
from dalembert.mechanism.loops import difference
from dalembert.robot.model import Robot

Array = NDArray[Any]
Law = Callable[[float, Array, Array], Array]
Goal = Callable[[float], tuple[Array, Array, Array]]


def goal(robot: Robot, given: Any) -> Goal:
    """t -> (q, qd, qdd) of a posture (nq,) or of a trajectory."""
    if callable(given):
        if getattr(given, "n", robot.n) != robot.n:
            raise WrongSize(f"the trajectory has {given.n} joints, robot '{robot.name}' has {robot.n}")
        result: Goal = given
        return result
    posture = vector(robot, given, "goal", robot.nq)
    zero = np.zeros(robot.n)
    return lambda t: (posture, zero, zero)


def gain(robot: Robot, given: ArrayLike, what: str) -> Array:
    """A gain matrix from a number, n numbers, or n × n of them; positive definite."""
    array = reals(given, what)
    matrix = array if array.ndim == 2 else np.diag(vector(robot, np.broadcast_to(array, (robot.n,)), what))
    if matrix.shape != (robot.n, robot.n):
        raise WrongSize(
            f"{what} has shape {array.shape}; robot '{robot.name}' needs 1, {robot.n} or {robot.n} × {robot.n} numbers"
        )
    if not np.isfinite(matrix).all() or np.linalg.eigvalsh((matrix + matrix.T) / 2)[0] < 0:
        raise WrongValue(f"{what} must be finite and not negative")
    return matrix


def error(robot: Robot) -> Callable[[Array, Array], Array]:
    """(q, q_d) -> q_d ⊖ q."""
    if robot.nq == robot.nv:
        return lambda q, wanted: wanted - q
    return lambda q, wanted: difference(robot, q, wanted)


def driven(robot: Robot) -> Array | float:
    """1 for the entries of τ that are actuated, 0 for the others."""
    if len(robot.actuated) == robot.nv:
        return 1.0
    return np.array([float(name in robot.actuated) for name in robot.coordinates])


def weight(robot: Robot) -> Callable[[Array], Array]:
    """q -> the efforts that bear the robot's weight: g(q) and springs, or with loops what the actuated ones give."""
    still = np.zeros(robot.nv)
    if not robot.loops and not robot.springs:
        return lambda q: gravity_vector(robot, q)
    return lambda q: inverse_dynamics(robot.rigid(), q, *(np.broadcast_to(still, (*q.shape[:-1], robot.nv)),) * 2)


def need_drives(robot: Robot, what: str) -> None:
    """Raise where a coordinate of a tree is not actuated; with loops, `inverse_dynamics` looks at the freedoms."""
    idle = [name for name in robot.coordinates if name not in robot.actuated]
    if idle and not robot.loops:
        raise WrongValue(
            f"{what} drives every coordinate, and '{idle[0]}' of robot '{robot.name}' is not actuated; take pd_gravity or pid"
        )


def need_tree(robot: Robot, what: str, *, balls: bool = True) -> None:
    """Raise where a robot has loops, or balls where they are not allowed."""
    if robot.loops:
        raise WrongValue(f"{what} is for trees; robot '{robot.name}' has loops, such as '{robot.loops[0].name}'")
    if not balls and robot.nq != robot.nv:
        name = next(c.name for c in map(robot.coordinate, robot.coordinates) if c.motion == "ball")
        raise WrongValue(f"{what} is for turns and slides; '{name}' of robot '{robot.name}' belongs to a ball")


def need_one(q: Array, what: str) -> None:
    """Raise where a law that acts on one trajectory is asked for several."""
    if q.ndim > 1:
        raise WrongValue(f"{what} acts on one trajectory, and is asked for {q.shape[:-1]}; simulate them one by one")


def vector(robot: Robot, given: ArrayLike, what: str, size: int | None = None) -> Array:
    """nv finite numbers, or `size` of them."""
    size = robot.nv if size is None else size
    array = finite(given, what)
    if array.shape != (size,):
        raise WrongSize(f"{what} has shape {array.shape}; robot '{robot.name}' needs {size} entries")
    return array
