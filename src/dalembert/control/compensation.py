"""Model terms of a control law: inverse dynamics, gravity, pose error, and friction compensation.

A law is written once on these terms and runs on numbers and on symbols. On numbers each term is a compiled kernel; on
symbols (`code.law`) it is the graph behind it, and calling the law on object arrays of symbols traces it.

Friction is compensated as F(q̇_d) of the desired velocity. The sign of the measured velocity flips with every encoder
count and makes the joint chatter at rest. The desired velocity has no noise; within ±`dead_zone` of zero its sign is
q̇_d / dead_zone.  [armstrong1994]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from dalembert.algorithms.drive import dry_frictions
from dalembert.algorithms.drive import friction as friction_efforts
from dalembert.argument import real
from dalembert.boundary import RobotLike, as_robot
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.control.reference import Array, actuated_mask, error, gravity_effort
from dalembert.dynamics import inverse_dynamics, need_numbers
from dalembert.graph import symbol
from dalembert.graph.scalar import maximum, minimum
from dalembert.mechanism.loops import project
from dalembert.quantity import coordinates
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.vector import dot

Friction = Callable[[Array], Array]


def friction(robot: RobotLike, dead_zone: float) -> Friction:
    """Friction compensation at a desired velocity.

    Parameters
    ----------
    robot : Robot, str or path
        Robot with friction in its drives.
    dead_zone : float
        Speed in rad/s or m/s at the friction place, below which the sign of friction is smoothed.

    Returns
    -------
    callable
        Function qd -> efforts that overcome friction, both (..., n).
    """
    robot, dead_zone = as_robot(robot), real(dead_zone, "dead_zone", above=0)
    need_numbers(robot)
    kernel = robot.kernels.get(("control", "friction")) or _kernel(robot)
    robot.kernels[("control", "friction")] = kernel
    return lambda qd: kernel(np.asarray(qd, dtype=float), dead_zone)


def smoothed_friction(tree: Tree, qd: Sequence[Any], dead_zone: Any) -> list[Any]:
    """Friction of the coordinates, the sign of each sliding rate v taken as v / dead_zone within ±1."""
    rates = [dot(place.row, qd) for place in dry_frictions(tree)]
    return friction_efforts(tree, qd, [maximum(-1, minimum(1, v / dead_zone)) for v in rates])


def without_friction(robot: Robot) -> Robot:
    """The robot with its rotors, without friction."""
    none = ("damping", "coulomb", "motor_damping", "motor_coulomb", "static", "asymmetry", "offset")
    return with_drive_entries(robot, **dict.fromkeys(none, 0))


def with_drive_entries(robot: Robot, **entries: Any) -> Robot:
    """The robot with these entries in all of its drives."""

    def changed(drive: Any) -> Any:
        if isinstance(drive, tuple):
            return tuple(map(changed, drive))
        return None if drive is None else drive.changed(**entries)

    return replace(robot, joints=tuple(replace(joint, drive=changed(joint.drive)) for joint in robot.joints))


def _kernel(robot: Robot) -> Kernel:
    qd, zone = coordinates("qd", robot.n), symbol("dead_zone")
    efforts = smoothed_friction(tree(robot), qd, zone)
    return Kernel("friction", [("qd", (robot.n,), qd), ("dead_zone", (), (zone,))], [("friction", (robot.n,), efforts)])


DesiredMotion = tuple[Array, Array, Array]  # q_d, qd_d, qdd_d


@dataclass(frozen=True)
class ModelTerms:
    """The terms of a model that laws use.

    `inverse` is inverse dynamics; `projected` the same for accelerations that the loops may not allow, which are met as
    far as possible; `gravity` holds the robot at q; `error` is q_d ⊖ q; `friction` that of a desired velocity, or None;
    `actuated` is 1 for actuated coordinates, 0 for others.
    """

    inverse: Callable[[Array, Array, Array], Array]
    projected: Callable[[Array, Array, Array], Array]
    gravity: Callable[[Array], Array]
    error: Callable[[Array, Array], Array]
    friction: Callable[[Array], Array] | None
    actuated: Any

    def with_friction(self, tau: Array, qd_d: Array) -> Array:
        """τ, and the friction of the desired velocity if a dead zone was given."""
        return tau if self.friction is None else tau + self.friction(qd_d)


def model_terms(robot: Robot, dead_zone: float | None) -> ModelTerms:
    """The terms on numbers; with a dead zone, friction is not part of `inverse` but of `friction`."""
    model, compensated = (robot, None) if dead_zone is None else (without_friction(robot), friction(robot, dead_zone))
    inverse = partial(inverse_dynamics, model)
    projected = partial(_projected, robot, inverse) if robot.loops else inverse
    return ModelTerms(inverse, projected, gravity_effort(robot), error(robot), compensated, actuated_mask(robot))


def _projected(robot: Robot, inverse: Callable[..., Array], q: Array, qd: Array, qdd: Array) -> Array:
    """τ of the accelerations nearest to q̈ that keep the loops closed."""
    return inverse(q, qd, project(robot, q, qd, qdd)[1])
