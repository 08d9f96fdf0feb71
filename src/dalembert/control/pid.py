"""PID of each joint, with gravity and without wind-up.  [astrom2006, §3.5]

u = g(q) + Kp e + Ki ∫e dt + Kd ė,   τ = u within ±limit
∫e grows only while τ is not at its limit, or where e brings it back: a joint that waits at its limit stores nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.control.clock import Clock
from dalembert.control.goal import Array, driven, error, gain, goal, vector, weight
from dalembert.control.limit import bound
from dalembert.robot.model import Robot


class Pid:
    """The law; it remembers ∫e, so `simulate` must sample it: give a control_period. Each run starts afresh."""

    sampled = True

    def __init__(
        self,
        robot: Robot,
        target: Any,
        kp: ArrayLike,
        ki: ArrayLike,
        kd: ArrayLike,
        limit: ArrayLike | None,
        gravity: bool,
        start: ArrayLike | None,
    ) -> None:
        self.wanted, self.left = goal(robot, target), error(robot)
        self.borne, self.driven = weight(robot) if gravity else None, driven(robot)
        self.kp, self.ki, self.kd = (gain(robot, x, name) for x, name in ((kp, "kp"), (ki, "ki"), (kd, "kd")))
        self.limit = bound(limit, robot.n, "limit")
        self._clock = Clock()
        self.start = np.zeros(robot.n) if start is None else vector(robot, start, "start")
        self.sum = self.start  # ∫e dt

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        q_d, qd_d, _ = self.wanted(t)
        e = self.driven * self.left(q, q_d)
        since = self._clock.since(t)
        if since is None:
            since, self.sum = 0.0, self.start
        u = (0.0 if self.borne is None else self.borne(q)) + e @ self.kp.T + (qd_d - qd) @ self.kd.T
        held = u + self.sum @ self.ki.T
        growing = np.sign(e @ self.ki.T) == np.sign(held)
        free = (np.abs(held) < self.limit) | ~growing
        self.sum = self.sum + np.where(free, since * e, 0.0)
        result: Array = self.driven * np.clip(u + self.sum @ self.ki.T, -self.limit, self.limit)
        return result


def pid(
    robot: Robot,
    target: Any,
    kp: ArrayLike,
    ki: ArrayLike,
    kd: ArrayLike,
    *,
    limit: ArrayLike | None = None,
    gravity: bool = True,
    start: ArrayLike | None = None,
) -> Pid:
    """The law for a posture or a trajectory; gains are of efforts, `limit` the efforts the motors can give, `start` what ∫e dt
    already is, 0 unless told."""
    return Pid(robot, target, kp, ki, kd, limit, gravity, start)
