"""What a control law follows: a fixed posture or a trajectory, its gains, and the error that is left.

e = q_d ⊖ q: the difference, and for a ball joint the rotation vector in body axes, the shorter way round.
Coordinates that are not `actuated` get no effort.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.argument import counted, reals, shaped
from dalembert.boundary import as_q
from dalembert.dynamics import gravity_vector, inverse_dynamics
from dalembert.finding.argument import OutOfRange, WrongShape
from dalembert.finding.finding import Argument, Function, Identifier, JointName, Measure, Noun, RobotName
from dalembert.finding.motion import BatchUnsupported, CoordinateNotActuated, FeatureUnsupported, MatrixNotDefinite
from dalembert.mechanism.loops import difference
from dalembert.robot.model import Robot
from dalembert.tolerance import ROUNDING

Array = NDArray[Any]
Law = Callable[[float, Array, Array], Array]
Reference = Callable[[float], tuple[Array, Array, Array]]


def reference(robot: Robot, target: Any, degrees: bool = False) -> Reference:
    """t -> (q, qd, qdd) of a posture (nq,) or of a trajectory."""
    if callable(target):
        counted(range(getattr(target, "n", robot.n)), "target", robot.n, "joints", robot=robot.name)
        result: Reference = target
        return result
    posture = np.asarray(as_q(robot, target, "target", degrees=degrees), dtype=float)
    if posture.ndim != 1:
        raise WrongShape(Argument("target"), posture.shape, ((robot.nq,),), RobotName(robot.name)).error()
    zero = np.zeros(robot.n)
    return lambda t: (posture, zero, zero)


def gain_matrix(value: ArrayLike, size: int, argument: str, *, definite: bool = False) -> Array:
    """Return a positive (semi)definite matrix from one number, its diagonal, or all of its entries."""
    array = shaped(value, argument, (), (1,), (size,), (size, size))
    matrix = array if array.ndim == 2 else np.diag(np.broadcast_to(array, (size,)))
    lowest = np.linalg.eigvalsh((matrix + matrix.T) / 2)[0]
    if lowest < -ROUNDING * np.abs(matrix).max() or (definite and lowest <= 0):
        raise MatrixNotDefinite(Argument(argument), not definite).error()
    return matrix


def bound(value: Any, n: int | None, argument: str) -> Array:
    """Return positive numbers, infinite for None."""
    array = reals(np.inf if value is None else value, argument)
    if n is not None and array.shape not in ((), (n,)):
        raise WrongShape(Argument(argument), array.shape, ((), (n,))).error()
    if not (array > 0).all():
        raise OutOfRange(Argument(argument), Measure(float(array.min())), 0.0, strict=True).error()
    return array


def error(robot: Robot) -> Callable[[Array, Array], Array]:
    """(q, q_d) -> q_d ⊖ q."""
    if robot.nq == robot.nv:
        return lambda q, q_d: q_d - q
    return lambda q, q_d: difference(robot, q, q_d)


def actuated_mask(robot: Robot) -> Array | float:
    """1 for the entries of τ that are actuated, 0 for the others."""
    if len(robot.actuated) == robot.nv:
        return 1.0
    return np.array([float(name in robot.actuated) for name in robot.coordinates])


def gravity_effort(robot: Robot) -> Callable[[Array], Array]:
    """q -> the efforts that hold the robot at rest: g(q) and springs; with loops, efforts of the actuated coordinates."""
    if not robot.loops and not robot.springs:
        return lambda q: gravity_vector(robot, q)
    rigid, zero = robot.rigid(), np.zeros(robot.nv)
    return lambda q: inverse_dynamics(rigid, q, *(np.broadcast_to(zero, (*q.shape[:-1], robot.nv)),) * 2)


def require_actuated(robot: Robot, function: str) -> None:
    """Raise if a coordinate of a tree is not actuated; with loops, `inverse_dynamics` checks the freedoms."""
    idle = [name for name in robot.coordinates if name not in robot.actuated]
    if idle and not robot.loops:
        raise CoordinateNotActuated(Function(function), RobotName(robot.name), JointName(idle[0])).error()


def require_tree(robot: Robot, function: str, *, balls: bool = True, springs: bool = True) -> None:
    """Raise if a robot has loops, or balls or springs where these are not allowed."""
    ball = next((c.name for c in map(robot.coordinate, robot.coordinates) if c.motion == "ball"), None)
    found = (
        ("kinematic loops", next((x.name for x in robot.loops), None)),
        ("ball joints", None if balls else ball),
        ("springs", None if springs else next((x.name for x in robot.springs), None)),
    )
    for feature, name in found:
        if name is not None:
            where = Function(function), RobotName(robot.name)
            raise FeatureUnsupported(*where, Noun(feature), Identifier(name)).error()


def require_single(q: Array, function: str) -> None:
    """Raise if a law that acts on one trajectory is called with several."""
    if q.ndim > 1:
        raise BatchUnsupported(Function(function), q.shape[:-1]).error()
