"""Friction as a controller may give it back: F(q̇_d) of the velocity wanted, its sign softened in a dead zone.

The model's sign(q̇) at the measured velocity flips with every count of an encoder and shakes the joint at rest. The
velocity wanted has no noise; within ±`dead_zone` of zero its sign is q̇_d / dead_zone.  [armstrong1994]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.algorithms.drive import dry_frictions
from dalembert.algorithms.drive import friction as friction_efforts
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.compilation import need_numbers
from dalembert.control.goal import Array
from dalembert.errors import WrongValue
from dalembert.graph import symbol
from dalembert.graph.scalar import maximum, minimum
from dalembert.quantity import coordinates
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.vector import dot

Friction = Callable[[Array], Array]


def friction(robot: Robot, dead_zone: float) -> Friction:
    """q̇_d -> the efforts that overcome friction; `dead_zone` in rad/s or m/s at the place that rubs."""
    if not (np.isfinite(dead_zone) and dead_zone > 0):
        raise WrongValue(f"dead_zone is {dead_zone}; it is a positive speed, in rad/s or m/s")
    need_numbers(robot)
    kernel = robot.kernels.get(("control", "friction")) or _kernel(robot)
    robot.kernels[("control", "friction")] = kernel
    return lambda qd: kernel(np.asarray(qd, dtype=float), dead_zone)


def softened(tree: Tree, qd: Sequence[Any], dead_zone: Any) -> list[Any]:
    """Friction of the coordinates, the sign of each sliding rate v taken as v / dead_zone within ±1."""
    rates = [dot(place.row, qd) for place in dry_frictions(tree)]
    return friction_efforts(tree, qd, [maximum(-1, minimum(1, v / dead_zone)) for v in rates])


def smooth(robot: Robot) -> Robot:
    """The robot with its rotors, without friction: what is left for `inverse_dynamics`."""

    def smoothed(drive: Drive | None) -> Drive | None:
        if drive is None:
            return None
        return drive.changed(damping=0, coulomb=0, motor_damping=0, motor_coulomb=0, static=0, asymmetry=0, offset=0)

    joints = []
    for joint in robot.joints:
        each = tuple(map(smoothed, joint.drive)) if isinstance(joint.drive, tuple) else smoothed(joint.drive)
        joints.append(replace(joint, drive=each))
    return replace(robot, joints=tuple(joints))


def _kernel(robot: Robot) -> Kernel:
    qd, zone = coordinates("qd", robot.n), symbol("dead_zone")
    efforts = softened(tree(robot), qd, zone)
    return Kernel("friction", [("qd", (robot.n,), qd), ("dead_zone", (), (zone,))], [("friction", (robot.n,), efforts)])
