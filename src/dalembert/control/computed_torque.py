"""Computed torque:  τ = M(q) (q̈_d + Kd ė + Kp e) + c(q, q̇) + g(q) + friction,   e = q_d − q.

With an exact model every joint obeys ë + Kd ė + Kp e = 0, whatever the others do; of a robot with loops, every
independent coordinate as far as its own wishes go together.  [siciliano2009, §8.5], [briot]
On hardware, `dead_zone` takes friction from a velocity that has no noise: see `friction`. It is the one wanted with a
part that leads back, q̇_r = q̇_d + Λ e, Λ = Kd⁻¹Kp: else a joint that is off its path and light against its friction, M Kp e
below the dry level, would stay there. Where friction outweighs inertia, ė = −Λ e.  [slotine1987]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.control.goal import Array, Law, gain, goal, need_drives
from dalembert.control.means import Means, Wanted, means
from dalembert.robot.model import Robot


def computed_torque(robot: Robot, target: Any, kp: ArrayLike, kd: ArrayLike, *, dead_zone: float | None = None) -> Law:
    """The law for a posture or a trajectory; gains are of accelerations: kp = ω², kd = 2ζω."""
    wanted, Kp, Kd = goal(robot, target), gain(robot, kp, "kp"), gain(robot, kd, "kd")
    need_drives(robot, "computed torque")
    known, back = means(robot, dead_zone), np.linalg.pinv(Kd) @ Kp
    return lambda t, q, qd: efforts(known, q, qd, wanted(t), Kp, Kd, back)


def efforts(known: Means, q: Array, qd: Array, wanted: Wanted, Kp: Array, Kd: Array, back: Array) -> Array:
    """τ of the law; `back` is Λ."""
    q_d, qd_d, qdd_d = wanted
    e = known.left(q, q_d)
    tau = known.wished(q, qd, qdd_d + (qd_d - qd) @ Kd.T + e @ Kp.T)
    return known.with_friction(tau, qd_d + e @ back.T)
