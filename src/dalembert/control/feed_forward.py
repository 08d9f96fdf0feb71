"""Feed-forward and PD:  τ = M(q_d) q̈_d + c(q_d, q̇_d) + g(q_d) + friction + Kp e + Kd ė.

The model is evaluated on the trajectory, before the motion; only PD acts in the loop.  [siciliano2009, §8.5]
On hardware, `dead_zone` softens the sign of friction where the velocity wanted is near zero: see `friction`.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from dalembert.control.friction import friction, smooth
from dalembert.control.goal import Array, Law, driven, error, gain, goal, need_drives
from dalembert.dynamics import inverse_dynamics
from dalembert.robot.model import Robot


def feed_forward(robot: Robot, target: Any, kp: ArrayLike, kd: ArrayLike, *, dead_zone: float | None = None) -> Law:
    """The law for a trajectory; gains are of efforts."""
    wanted, Kp, Kd = goal(robot, target), gain(robot, kp, "kp"), gain(robot, kd, "kd")
    need_drives(robot, "feed-forward")
    left, moved = error(robot), driven(robot)
    model, rub = (robot, None) if dead_zone is None else (smooth(robot), friction(robot, dead_zone))

    def law(t: float, q: Array, qd: Array) -> Array:
        q_d, qd_d, qdd_d = wanted(t)
        tau: Array = inverse_dynamics(model, q_d, qd_d, qdd_d)
        tau = tau + moved * (left(q, q_d) @ Kp.T + (qd_d - qd) @ Kd.T)
        return tau if rub is None else tau + rub(qd_d)

    return law
