"""Friction as a controller may give it back: F(q̇_d) of the velocity wanted, its sign softened in a dead zone.

The model's sign(q̇) at the measured velocity flips with every count of an encoder and shakes the joint at rest. The
velocity wanted has no noise; within ±`dead_zone` of zero its sign is q̇_d / dead_zone.  [armstrong1994]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dalembert.algorithms.drive import dry_frictions
from dalembert.algorithms.drive import friction as friction_efforts
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.control.goal import Array
from dalembert.dynamics import need_numbers
from dalembert.errors import WrongValue
from dalembert.quantity import coordinates
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Friction = Callable[[Array], Array]


def friction(robot: Robot, dead_zone: float) -> Friction:
    """q̇_d -> the efforts that overcome friction; `dead_zone` in rad/s or m/s at the place that rubs."""
    if not (np.isfinite(dead_zone) and dead_zone > 0):
        raise WrongValue(f"dead_zone is {dead_zone}; it is a positive speed, in rad/s or m/s")
    need_numbers(robot)
    places = dry_frictions(tree(robot))
    rows = np.array([[float(a) for a in place.row] for place in places]).reshape(len(places), robot.n)
    kernel = robot.kernels.get(("control", "friction")) or _kernel(robot, len(places))
    robot.kernels[("control", "friction")] = kernel

    def effort(qd: Array) -> Array:
        rates = np.asarray(qd, dtype=float)
        signs = (np.clip(rates @ rows.T / dead_zone, -1.0, 1.0),) if len(rows) else ()
        result: Array = kernel(rates, *signs)
        return result

    return effort


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


def _kernel(robot: Robot, places: int) -> Kernel:
    qd, s = coordinates("qd", robot.n), coordinates("s", places)
    efforts = friction_efforts(tree(robot), qd, s)
    inputs = [("qd", (robot.n,), qd), *([("s", (places,), s)] if places else [])]
    return Kernel("friction", inputs, [("friction", (robot.n,), efforts)])
