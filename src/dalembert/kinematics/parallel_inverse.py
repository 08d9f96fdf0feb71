"""Inverse kinematics of parallel robots, asked as that of arms: the working modes that bring the tool to its target.

q lies within its limits, is the nearest to a given one, or all are listed, mode by mode. A target of 3 numbers leaves the
platform straight.
"""

from __future__ import annotations

import numpy as np

from dalembert.errors import Unreachable, WrongValue
from dalembert.kinematics.configuration import bounds, way
from dalembert.kinematics.parallel_robot import is_parallel, working_modes
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.target import Target
from dalembert.robot.model import Robot

_TOOL = "tool"
_SAME = 1e-9  # beyond a limit


def is_asked(robot: Robot, frame: str | None) -> bool:
    """Whether the target is one of a parallel robot's tool."""
    return isinstance(robot, Robot) and frame in (None, _TOOL) and is_parallel(robot)


def modes_at(robot: Robot, goal: Target, near: Array, keep: bool, tolerance: float, missing: str) -> Array:
    """Every mode of each target, `(B, k, nq)`, nearest to `near` first, filled up with NaN; within limits if `keep`."""
    found = []
    for k, T in enumerate(goal.T):
        try:
            modes = working_modes(robot, T[:3, 3] if goal.position else T)
        except (Unreachable, WrongValue) as error:  # out of reach, or turned where the platform cannot turn
            if missing == "raise":
                raise Unreachable(str(error), index=k) from None
            modes = np.empty((0, robot.nq))
        here = Target(goal.T[k : k + 1], goal.position, (1,))
        off = np.abs(here.error(robot, _TOOL, modes[None])[0]).max(axis=-1, initial=0.0) if len(modes) else np.empty(0)
        good = modes[(off <= tolerance) & (_within(robot, modes) | (not keep))]
        if missing == "raise" and not len(good):
            why = "none has its joints within their limits" if (off <= tolerance).any() else "none is turned like that"
            raise Unreachable(f"of {len(modes)} modes of robot '{robot.name}' at target {k}, {why}", index=k)
        far = np.linalg.norm(way(robot, near[k], good), axis=-1)
        found.append(good[np.argsort(far, kind="stable")])
    most = max(map(len, found), default=0)
    return np.array([np.concatenate([x, np.full((most - len(x), robot.nq), np.nan)]) for x in found])


def _within(robot: Robot, q: Array) -> Array:
    lower, upper = bounds(robot)
    return np.asarray(np.all((q >= lower - _SAME) & (q <= upper + _SAME), axis=-1))
