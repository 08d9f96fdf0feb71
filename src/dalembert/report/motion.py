"""A motion to show torques with: from rest to rest, every joint inside its limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.robot.model import Robot
from dalembert.trajectory import quintic

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Motion:
    """Times `(T,)` and q, q̇, q̈ `(T, n)`."""

    t: Array
    q: Array
    qd: Array
    qdd: Array


def motion(robot: Robot, duration: float = 2.0, samples: int = 201) -> Motion:
    """A rest-to-rest motion of every joint, between a fifth and four fifths of its range."""
    low, high = np.array([_range(robot, name) for name in robot.coordinates]).T
    turn = np.where(np.arange(robot.n) % 2 == 0, 1.0, -1.0)
    start, end = (low + high) / 2 - 0.3 * turn * (high - low), (low + high) / 2 + 0.3 * turn * (high - low)
    return Motion(*quintic(start, end, duration).sampled(samples))


def _range(robot: Robot, name: str) -> tuple[float, float]:
    """The limits of a joint; a turn of ±1.5 rad, or a slide of up to 0.5 m, where it has none or very wide ones."""
    joint = robot.joint(name)
    wide = (0.0, 0.5) if joint.kind == "prismatic" else (-1.5, 1.5)
    low, high = joint.limits.lower, joint.limits.upper
    if joint.kind != "prismatic" and (low is None or high is None or high - low > 6.0):
        return wide
    return (wide[0] if low is None else float(low), wide[1] if high is None else float(high))
