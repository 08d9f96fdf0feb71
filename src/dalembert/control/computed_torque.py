"""Computed torque:  τ = M(q) (q̈_d + Kd ė + Kp e) + c(q, q̇) + g(q) + friction,   e = q_d − q.

With an exact model every joint obeys ë + Kd ė + Kp e = 0, whatever the others do; of a robot with loops, every
independent coordinate as far as its own wishes go together.  [siciliano2009, §8.5], [briot]
On hardware, `dead_zone` takes friction from the velocity wanted: see `friction`.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from dalembert.control.friction import friction, smooth
from dalembert.control.goal import Array, Law, error, gain, goal, need_drives
from dalembert.dynamics import inverse_dynamics
from dalembert.robot.model import Robot


def computed_torque(robot: Robot, target: Any, kp: ArrayLike, kd: ArrayLike, *, dead_zone: float | None = None) -> Law:
    """The law for a posture or a trajectory; gains are of accelerations: kp = ω², kd = 2ζω."""
    wanted, Kp, Kd = goal(robot, target), gain(robot, kp, "kp"), gain(robot, kd, "kd")
    need_drives(robot, "computed torque")
    left = error(robot)
    model, rub = (robot, None) if dead_zone is None else (smooth(robot), friction(robot, dead_zone))

    def law(t: float, q: Array, qd: Array) -> Array:
        q_d, qd_d, qdd_d = wanted(t)
        tau = inverse_dynamics(model, q, qd, qdd_d + (qd_d - qd) @ Kd.T + left(q, q_d) @ Kp.T)
        return tau if rub is None else tau + rub(qd_d)

    return law
