"""Computed torque:  τ = M(q) (q̈_d + Kd ė + Kp e) + c(q, q̇) + g(q) + friction,   e = q_d − q.

With an exact model every joint obeys ë + Kd ė + Kp e = 0, whatever the others do; of a robot with loops, every
independent coordinate as far as its own wishes go together.  [siciliano2009, §8.5], [briot]
On hardware, `dead_zone` takes friction from the velocity wanted: see `friction`.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from dalembert.control.goal import Array, Law, gain, goal, need_drives
from dalembert.control.means import Means, Wanted, means
from dalembert.robot.model import Robot


def computed_torque(robot: Robot, target: Any, kp: ArrayLike, kd: ArrayLike, *, dead_zone: float | None = None) -> Law:
    """The law for a posture or a trajectory; gains are of accelerations: kp = ω², kd = 2ζω."""
    wanted, Kp, Kd = goal(robot, target), gain(robot, kp, "kp"), gain(robot, kd, "kd")
    need_drives(robot, "computed torque")
    known = means(robot, dead_zone)
    return lambda t, q, qd: efforts(known, q, qd, wanted(t), Kp, Kd)


def efforts(known: Means, q: Array, qd: Array, wanted: Wanted, Kp: Array, Kd: Array) -> Array:
    """τ of the law."""
    q_d, qd_d, qdd_d = wanted
    tau = known.wished(q, qd, qdd_d + (qd_d - qd) @ Kd.T + known.left(q, q_d) @ Kp.T)
    return known.with_friction(tau, qd_d)
