"""PD with gravity compensation:  τ = g(q) + Kp (q_d ⊖ q) + Kd (q̇_d − q̇), of the coordinates that are actuated.

With `dead_zone`, friction of the velocity wanted is added: see `friction`. Stable at a fixed posture for any positive gains, without knowing the inertias.  [takegaki1981], [briot]
"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from dalembert.control.friction import friction
from dalembert.control.goal import Array, Law, driven, error, gain, goal, weight
from dalembert.robot.model import Robot


def pd_gravity(robot: Robot, target: Any, kp: ArrayLike, kd: ArrayLike, *, dead_zone: float | None = None) -> Law:
    """The law for a posture (nq,) or a trajectory; `robot` is the controller's own model."""
    wanted, Kp, Kd = goal(robot, target), gain(robot, kp, "kp"), gain(robot, kd, "kd")
    left, borne, moved = error(robot), weight(robot), driven(robot)
    rub = None if dead_zone is None else friction(robot, dead_zone)

    def law(t: float, q: Array, qd: Array) -> Array:
        q_d, qd_d, _ = wanted(t)
        tau: Array = borne(q) + left(q, q_d) @ Kp.T + (qd_d - qd) @ Kd.T
        return moved * (tau if rub is None else tau + rub(qd_d))

    return law
