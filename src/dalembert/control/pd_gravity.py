"""PD with gravity compensation:  τ = g(q) + Kp (q_d ⊖ q) + Kd (q̇_d − q̇), of the coordinates that are actuated.

With `dead_zone`, friction of the velocity wanted is added: see `friction`. Stable at a fixed posture for any positive gains, without knowing the inertias.  [takegaki1981], [briot]
"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from dalembert.control.goal import Array, Law, gain, goal
from dalembert.control.means import Means, Wanted, means
from dalembert.robot.model import Robot


def pd_gravity(robot: Robot, target: Any, kp: ArrayLike, kd: ArrayLike, *, dead_zone: float | None = None) -> Law:
    """The law for a posture (nq,) or a trajectory; `robot` is the controller's own model."""
    wanted, Kp, Kd = goal(robot, target), gain(robot, kp, "kp"), gain(robot, kd, "kd")
    known = means(robot, dead_zone)
    return lambda t, q, qd: efforts(known, q, qd, wanted(t), Kp, Kd)


def efforts(known: Means, q: Array, qd: Array, wanted: Wanted, Kp: Array, Kd: Array) -> Array:
    """τ of the law."""
    q_d, qd_d, _ = wanted
    tau = known.borne(q) + known.left(q, q_d) @ Kp.T + (qd_d - qd) @ Kd.T
    result: Array = known.moved * known.with_friction(tau, qd_d)
    return result
