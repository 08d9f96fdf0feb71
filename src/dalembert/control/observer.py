"""Momentum observer: estimate external joint torques without a force sensor. [deluca2003]

    p = M q̇,   ṗ = τ + Sᵀq̇ − g − friction + τ_ext,   r = K [p − p₀ − ∫(τ + Sᵀq̇ − g − friction + r) dt]

Hence ṙ = K (τ_ext − r). The residual r is the external joint torque τ_ext after a first-order low-pass filter with time
constant 1/K. The observer does not require accelerations. Integrals between samples are computed by the trapezoidal
rule. The contact threshold is a margin times the largest |r| in a log recorded without contact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, bounds, filled, finite, increasing, real, several, shaped
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.control.law import friction
from dalembert.control.sampled import SampleClock
from dalembert.dynamics import coriolis_matrix, gravity_vector, mass_matrix
from dalembert.finding.finding import Argument, Identifier
from dalembert.typeset.notebook_display import Displayed


class MomentumObserver(Displayed):
    """Estimate external joint torques from the generalized momentum, without a force sensor.

    Call the observer for each sample (t, q, qd, tau). The observer returns the residual r, an estimate of the external
    torque or force on each joint in N·m or N.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot without loops or springs.
    gain : array_like, shape () or (n,)
        Bandwidth K in 1/s.
    dead_zone : float
        Speed in rad/s or m/s below which the sign of friction is smoothed.

    Attributes
    ----------
    residual : ndarray, shape (n,)
        Residual r after the last sample.
    threshold : ndarray, shape (n,)
        Largest residual observed without contact. The threshold is infinite until `learn` is called.
    """

    def __init__(self, robot: RobotLike, gain: Numbers, *, dead_zone: float = 1e-2) -> None:
        robot = as_robot(robot)
        robot.only("MomentumObserver", balls=True)
        self.robot = robot
        self.gain = bounds(finite(gain, "gain"), "gain", (), (robot.n,))
        self._friction = friction(robot, dead_zone)
        self.threshold: Array = np.full(robot.n, np.inf)
        self._clock = SampleClock()
        self.residual: Array = np.zeros(robot.n)
        self._expected = self._rate = np.zeros(robot.n)  # p₀ + ∫(known + r) dt, and the known part of ṗ

    def __call__(self, t: float, q: Numbers, qd: Numbers, tau: Numbers) -> Array:
        """Return the residual r, shape (n,), after this sample.

        The observer restarts if t is before the last sample or not after the first sample.
        """
        robot, t = self.robot, real(t, "t")
        given = ((q, "q", robot.nq), (qd, "qd", robot.nv), (tau, "tau", robot.nv))
        state, rate, effort = (shaped(x, name, (size,), robot=robot.name) for x, name, size in given)
        M, S = mass_matrix(self.robot, state), coriolis_matrix(self.robot, state, rate)
        p, known = momentum_balance(M, S, gravity_vector(self.robot, state), self._friction(rate), rate, effort)
        since = self._clock.since(t)
        if since is None:
            self._expected, self.residual = p, np.zeros_like(p)
        else:
            last = (self._expected, self._rate, self.residual)
            self._expected, self.residual = observer_step(p, known, last, since, self.gain)
        self._rate = known
        return self.residual

    def collides(self) -> bool:
        """Check whether the last residual exceeds the contact threshold at any joint."""
        return bool((np.abs(self.residual) > self.threshold).any())

    def residuals(self, log: Any) -> Array:
        """Compute the residual r, shape (T, n), for each row of a run or of any object with t, q, qd and tau."""
        if missing := [name for name in ("t", "q", "qd", "tau") if not hasattr(log, name)]:
            raise finding.MissingEntries(Argument("log"), tuple(map(Identifier, missing))).error()
        t = filled(increasing(log.t, "log.t"), "log.t")
        sizes = {"q": self.robot.nq, "qd": self.robot.nv, "tau": self.robot.nv}
        rows = (shaped(getattr(log, name), f"log.{name}", (len(t), size)) for name, size in sizes.items())
        self._clock.forget()
        return np.array([self(*row) for row in zip(t, *rows, strict=True)])

    def learn(self, log: Any, *, margin: float = 1.5) -> Array:
        """Set and return the contact thresholds, shape (n,).

        The thresholds are `margin` times the largest |r| in a log recorded without contact.
        """
        real(finite(margin, "margin").min(), "margin", lower=1)  # below 1, contact would be detected in the log itself
        seen = several(self.residuals(log), "log", "rows", 2)  # a single sample has no residual
        self.threshold = margin * np.abs(seen).max(axis=0)
        self._clock.forget()
        return self.threshold


def momentum_balance(M: Array, S: Array, g: Array, friction: Array, qd: Array, tau: Array) -> tuple[Array, Array]:
    """Compute the momentum p, and the part of ṗ that follows from the model."""
    return M @ qd, tau + S.T @ qd - g - friction


def observer_step(
    p: Array, known: Array, last: tuple[Array, Array, Array], period: Any, gain: Any
) -> tuple[Array, Array]:
    """Compute (p₀ + ∫(known + r), r) one sampling period after the last sample.

    The new r solves the equation of the trapezoidal rule.
    """
    expected, before, residual = last
    half = period / 2
    expected = expected + half * (before + known + residual)
    r = gain * (p - expected) / (1 + gain * half)
    return expected + half * r, r
