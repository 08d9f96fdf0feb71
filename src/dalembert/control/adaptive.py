"""Adaptive control of Slotine and Li.  [slotine1987]

    q̇_r = q̇_d + Λ e,   s = q̇_r − q̇,   τ = Y(q, q̇, q̇_r, q̈_r) π̂ + K s,   dπ̂/dt = Γ Yᵀ s
    Y π = M(q) q̈_r + S(q, q̇) q̇_r + g(q),  S of the Christoffel symbols: Ṁ − 2S is skew, so that V = ½ sᵀM s + ½ π̃ᵀΓ⁻¹π̃ falls

S q̇_r = Σ c_kij q̇_i q̇_rj is the symmetric bilinear form of the quadratic c(q, v), hence
S(q, q̇) q̇_r = ½ [c(q̇ + q̇_r) − c(q̇) − c(q̇_r)], and the plain regressor gives Y.
Drives add the columns q̈_r (rotor), q̇_r (viscous) and sign q̇_r (Coulomb) of each joint.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.control.clock import Clock
from dalembert.control.goal import Array, gain, goal, need_drives, need_one, need_tree
from dalembert.dynamics import inertial_parameters, regressor
from dalembert.errors import WrongSize, WrongValue
from dalembert.real import reals
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot


class Adaptive:
    """The law; it remembers π̂, so `simulate` must sample it: give a control_period. Each run starts afresh.

    `parameters` is π̂ after the last sample; a law that goes on from there is made with it.
    """

    sampled = True

    def __init__(
        self, robot: Robot, target: Any, slope: ArrayLike, k: ArrayLike, rate: ArrayLike, parameters: ArrayLike | None
    ) -> None:
        need_tree(robot, "adaptive control", balls=False)
        need_drives(robot, "adaptive control")
        if robot.springs:
            raise WrongValue(f"adaptive control knows links and drives; robot '{robot.name}' has springs")
        self.robot, self.wanted = robot, goal(robot, target)
        self.slope, self.k = gain(robot, slope, "slope"), gain(robot, k, "k")
        believed = believed_parameters(robot)
        start = believed if parameters is None else reals(parameters, "parameters")
        if start.shape != believed.shape or not np.isfinite(start).all():
            raise WrongSize(
                f"parameters has shape {start.shape}; robot '{robot.name}' needs {believed.shape[0]} finite numbers"
            )
        self.start, self.parameters = start.copy(), start.copy()
        self.rate = reals(rate, "rate of adaptation")
        if self.rate.shape not in ((), start.shape):
            raise WrongSize(f"rate of adaptation has shape {self.rate.shape}; it needs 1 or {start.size} numbers")
        if not (np.isfinite(self.rate) & (self.rate >= 0)).all():
            raise WrongValue("rate of adaptation must be finite and not negative")
        self._clock = Clock()
        self._push = np.zeros_like(start)

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        need_one(q, "adaptive control")
        since = self._clock.since(t)
        self.parameters = self.start.copy() if since is None else self.parameters + since * self._push
        q_d, qd_d, qdd_d = self.wanted(t)
        e, ed = q_d - q, qd_d - qd
        qd_r, qdd_r = qd_d + self.slope @ e, qdd_d + self.slope @ ed
        s = qd_r - qd
        Y = reference_regressor(self.robot, q, qd, qd_r, qdd_r)
        self._push = self.rate * (Y.T @ s)
        result: Array = Y @ self.parameters + self.k @ s
        return result


def adaptive(
    robot: Robot, target: Any, slope: ArrayLike, k: ArrayLike, rate: ArrayLike, parameters: ArrayLike | None = None
) -> Adaptive:
    """Λ = slope, K = k, Γ = rate (one number or one a parameter); π̂ starts at `parameters`, or at the model's own."""
    return Adaptive(robot, target, slope, k, rate, parameters)


def reference_regressor(robot: Robot, q: Array, qd: Array, qd_r: Array, qdd_r: Array) -> Array:
    """Y with Y π = M q̈_r + S(q, q̇) q̇_r + g + drives."""
    zero = np.zeros_like(q)
    rates = np.array([zero, qd + qd_r, qd, qd_r, zero])
    accelerations = np.array([qdd_r, zero, zero, zero, zero])
    with_reference, both, first, second, still = regressor(robot, np.broadcast_to(q, rates.shape), rates, accelerations)
    Y = with_reference + (both - first - second + still) / 2
    if not has_drives(robot):
        result: Array = Y
        return result
    return np.hstack([Y, np.diag(qdd_r), np.diag(qd_r), np.diag(np.sign(qd_r))])


def believed_parameters(robot: Robot) -> Array:
    """π of the links, then Ia, viscous and Coulomb friction of each joint where there are drives."""
    links = inertial_parameters(robot)
    if not has_drives(robot):
        return links
    drives = [robot.coordinate(name).drive or Drive() for name in robot.coordinates]
    return np.concatenate([links, *([float(getattr(d, x)) for d in drives] for x in ("inertia", "viscous", "dry"))])


def has_drives(robot: Robot) -> bool:
    """Whether any joint has one."""
    return any(robot.coordinate(name).drive is not None for name in robot.coordinates)
