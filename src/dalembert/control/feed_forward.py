"""Feed-forward and PD:  τ = M(q_d) q̈_d + c(q_d, q̇_d) + g(q_d) + friction + Kp e + Kd ė.

The model is evaluated on the trajectory, before the motion; only PD acts in the loop.  [siciliano2009, §8.5]
On hardware, `dead_zone` softens the sign of friction where the velocity wanted is near zero: see `friction`.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from dalembert.control.goal import Array, Law, gain, goal, need_drives
from dalembert.control.means import Means, Wanted, means
from dalembert.robot.model import Robot


def feed_forward(robot: Robot, target: Any, kp: ArrayLike, kd: ArrayLike, *, dead_zone: float | None = None) -> Law:
    """The law for a trajectory; gains are of efforts."""
    wanted, Kp, Kd = goal(robot, target), gain(robot, kp, "kp"), gain(robot, kd, "kd")
    need_drives(robot, "feed-forward")
    known = means(robot, dead_zone)
    return lambda t, q, qd: efforts(known, q, qd, wanted(t), Kp, Kd)


def efforts(known: Means, q: Array, qd: Array, wanted: Wanted, Kp: Array, Kd: Array) -> Array:
    """τ of the law."""
    q_d, qd_d, qdd_d = wanted
    tau = known.inverse(q_d, qd_d, qdd_d)
    tau = tau + known.moved * (known.left(q, q_d) @ Kp.T + (qd_d - qd) @ Kd.T)
    return known.with_friction(tau, qd_d)
