"""Building blocks of control laws: targets, gains and model terms.

The error e = q_d ⊖ q is the difference between the desired and the current coordinates. For a ball joint, the error is
the rotation vector of the shorter rotation, expressed in the body frame. The efforts of passive coordinates are zero.

The same implementation of a control law accepts numbers and symbols. For numeric arguments, each model term is a
compiled function. For symbolic arguments (`code.law`), each model term is the expression graph of this function. To
trace a control law, call it with object arrays of symbols.

Friction compensation adds the friction F(q̇_d) at the desired velocity q̇_d. The sign of a measured velocity can change
with every encoder count, which would cause a joint at rest to chatter. The desired velocity contains no noise. Within
±`dead_zone` of zero, the sign of the desired velocity is replaced by q̇_d / dead_zone. [armstrong1994]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.algorithms.drive_efforts import dry_frictions
from dalembert.algorithms.drive_efforts import friction as friction_efforts
from dalembert.argument import Numbers, counted, real, shaped
from dalembert.boundary import Array, RobotLike, as_q, as_robot
from dalembert.codegen.runtimes.kernel import Kernel, vectors
from dalembert.dynamics import gravity_vector, inverse_dynamics, need_numbers
from dalembert.finding.finding import Argument, Function, JointName, RobotName
from dalembert.graph import symbol
from dalembert.graph.scalar import maximum, minimum
from dalembert.mechanism.loops import difference, project
from dalembert.robot.model import Robot, cached
from dalembert.robot.tree import Tree, coordinates, tree
from dalembert.spatial.vector import dot
from dalembert.tolerance import ROUNDING

Law = Callable[[float, Array, Array], Array]
DesiredMotion = tuple[Array, Array, Array]  # q_d, qd_d, qdd_d
Reference = Callable[[float], DesiredMotion]
Friction = Callable[[Array], Array]


def reference(robot: Robot, target: Any, degrees: bool = False) -> Reference:
    """Convert a posture (nq,) or a trajectory to a function t -> (q, qd, qdd)."""
    if callable(target):
        counted(range(getattr(target, "n", robot.n)), "target", robot.n, "joints", robot=robot.name)
        result: Reference = target
        return result
    posture = shaped(as_q(robot, target, "target", degrees=degrees), "target", (robot.nq,), robot=robot.name)
    zero = np.zeros(robot.n)
    return lambda t: (posture, zero, zero)


def error_of(robot: Robot) -> Callable[[Array, Array], Array]:
    """Return the function (q, q_d) → q_d ⊖ q, which computes the position error."""
    return partial(difference, robot) if robot.nq > robot.nv else lambda q, q_d: q_d - q


def gain_matrix(value: Numbers, size: int, argument: str, *, definite: bool = False) -> Array:
    """Create a positive (semi)definite gain matrix from a scalar, its diagonal, or a full matrix."""
    array = shaped(value, argument, (), (1,), (size,), (size, size))
    matrix = array if array.ndim == 2 else np.diag(np.broadcast_to(array, (size,)))
    lowest = np.linalg.eigvalsh((matrix + matrix.T) / 2)[0]
    if lowest < -ROUNDING * np.abs(matrix).max() or (definite and lowest <= 0):
        raise finding.MatrixNotDefinite(Argument(argument), not definite).error()
    return matrix


def actuated_mask(robot: Robot) -> Array | float:
    """Return 1 for each actuated and 0 for each passive entry of τ."""
    if len(robot.actuated) == robot.nv:
        return 1.0
    return np.array([float(name in robot.actuated) for name in robot.coordinates])


def gravity_effort(robot: Robot) -> Callable[[Array], Array]:
    """Return a function that maps q to the efforts that balance gravity and springs.

    For robots with loops, the function returns the efforts of the actuated coordinates.
    """
    if not robot.loops and not robot.springs:
        return lambda q: gravity_vector(robot, q)
    rigid, zero = robot.rigid(), np.zeros(robot.nv)
    return lambda q: inverse_dynamics(rigid, q, *(np.broadcast_to(zero, (*q.shape[:-1], robot.nv)),) * 2)


def require_actuated(robot: Robot, function: str) -> Robot:
    """Return the robot if all coordinates are actuated, otherwise raise an error.

    For robots with loops, `inverse_dynamics` checks the degrees of freedom.
    """
    idle = [name for name in robot.coordinates if name not in robot.actuated]
    if idle and not robot.loops:
        instead = (Function("pd_gravity"), Function("pid"))
        name = RobotName(robot.name)
        raise finding.CoordinateNotActuated(Function(function), name, JointName(idle[0]), instead).error()
    return robot


def friction(robot: RobotLike, dead_zone: float) -> Friction:
    """Create a function that computes the friction at a desired velocity, for compensation.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot with friction in its drives.
    dead_zone : float
        Sliding speed in rad/s or m/s below which the sign of the friction is smoothed.

    Returns
    -------
    callable
        Function that maps qd to the efforts that compensate friction, both of shape (..., n).

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.pendulum().bind(m=1, d=0.5, l=1, Il=0.1, Im=1e-4, n=50, bl=0.2, bm=1e-4, g=9.81)
    >>> overcome = da.control.friction(robot, dead_zone=0.01)
    >>> overcome([1.0])  # bl + n**2 bm, times 1 rad/s
    array([0.45])
    """
    robot, dead_zone = as_robot(robot), real(dead_zone, "dead_zone", above=0)
    need_numbers(robot)
    kernel = _kernel(robot)
    return lambda qd: kernel(np.asarray(qd, dtype=float), dead_zone)


def smoothed_friction(tree: Tree, qd: Sequence[Any], dead_zone: Any) -> list[Any]:
    """Compute the friction for all coordinates with smoothed signs.

    The sign of each sliding velocity v is replaced by v / dead_zone, limited to ±1.
    """
    rates = [dot(place.row, qd) for place in dry_frictions(tree)]
    return friction_efforts(tree, qd, [maximum(-1, minimum(1, v / dead_zone)) for v in rates])


def without_friction(robot: Robot) -> Robot:
    """Return a copy of the robot without friction but with its rotor inertias."""
    none = ("damping", "coulomb", "motor_damping", "motor_coulomb", "static", "asymmetry", "offset")
    return with_drive_entries(robot, **dict.fromkeys(none, 0))


def with_drive_entries(robot: Robot, **entries: Any) -> Robot:
    """Return a copy of the robot in which the given fields have new values in all drives."""

    def changed(drive: Any) -> Any:
        if isinstance(drive, tuple):
            return tuple(map(changed, drive))
        return None if drive is None else drive.changed(**entries)

    return replace(robot, joints=tuple(replace(joint, drive=changed(joint.drive)) for joint in robot.joints))


@cached
def _kernel(robot: Robot) -> Kernel:
    qd, zone = coordinates("qd", robot.n), symbol("dead_zone")
    efforts = smoothed_friction(tree(robot), qd, zone)
    return Kernel("friction", [*vectors(qd=qd), ("dead_zone", (), (zone,))], vectors(friction=efforts))


@dataclass(frozen=True)
class ModelTerms:
    """Model terms that control laws use.

    `inverse` computes the inverse dynamics. `projected` computes the inverse dynamics for the accelerations that
    satisfy loop closure and are closest to the given accelerations. `gravity` computes the efforts that balance gravity
    and springs at q. `error` computes q_d ⊖ q. `friction` computes the friction at a desired velocity; it is None
    without friction compensation. `actuated` is 1 for actuated coordinates and 0 for passive coordinates.
    """

    inverse: Callable[[Array, Array, Array], Array]
    projected: Callable[[Array, Array, Array], Array]
    gravity: Callable[[Array], Array]
    error: Callable[[Array, Array], Array]
    friction: Callable[[Array], Array] | None
    actuated: Any

    def with_friction(self, tau: Array, qd_d: Array) -> Array:
        """Add the friction at the desired velocity to τ if there is a dead zone."""
        return tau if self.friction is None else tau + self.friction(qd_d)


def model_terms(robot: Robot, dead_zone: float | None) -> ModelTerms:
    """Create the model terms for numeric arguments.

    If `dead_zone` is given, the friction is part of `friction` rather than `inverse`.
    """
    model, compensated = (robot, None) if dead_zone is None else (without_friction(robot), friction(robot, dead_zone))
    inverse = partial(inverse_dynamics, model)
    projected = partial(_projected, robot, inverse) if robot.loops else inverse
    return ModelTerms(inverse, projected, gravity_effort(robot), error_of(robot), compensated, actuated_mask(robot))


def _projected(robot: Robot, inverse: Callable[..., Array], q: Array, qd: Array, qdd: Array) -> Array:
    """Compute the efforts τ for the accelerations that satisfy loop closure and are closest to q̈."""
    return inverse(q, qd, project(robot, q, qd, qdd)[1])
