"""What pushes a robot from outside, without a force sensor: the momentum observer.  [deluca2003]

    p = M q̇,   ṗ = τ + Sᵀq̇ − g − friction + τ_ext,   r = K [p − p₀ − ∫(τ + Sᵀq̇ − g − friction + r) dt]

so ṙ = K (τ_ext − r): r is the outside effort seen through a first-order filter of time constant 1/K, and no acceleration is
needed. Integrals are trapezoids between samples. A threshold is what r shows in a log without contact, and a margin.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.argument import finite, reals
from dalembert.control.compensation import friction
from dalembert.control.reference import Array, need_tree, vector
from dalembert.control.sampled import SampleClock, bound
from dalembert.dynamics import coriolis_matrix, gravity_vector, mass_matrix
from dalembert.errors import WrongSize, WrongValue
from dalembert.robot.model import Robot
from dalembert.typeset.notebook import Displayed


class MomentumObserver(Displayed):
    """Call it with each sample (t, q, qd, tau); it gives r. `threshold` is infinite until `learn` has set it."""

    def __init__(self, robot: Robot, gain: ArrayLike, *, dead_zone: float = 1e-2) -> None:
        need_tree(robot, "the momentum observer")
        if robot.springs:
            raise WrongValue(f"the momentum observer knows links and drives; robot '{robot.name}' has springs")
        self.robot, self.gain, self._friction = robot, bound(gain, robot.n, "gain"), friction(robot, dead_zone)
        if not np.isfinite(self.gain).all():
            raise WrongValue(f"gain must be finite, got {gain!r}")
        self.threshold: Array = np.full(robot.n, np.inf)
        self._clock = SampleClock()
        self.residual: Array = np.zeros(robot.n)
        self._expected = self._rate = np.zeros(robot.n)  # p₀ + ∫ of all that is known, and that

    def __call__(self, t: float, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
        """r after this sample, (n,); a time that goes back, or is the first again, starts afresh."""
        if not np.isfinite(t):
            raise WrongValue(f"a sample is taken at a time, t is {t}")
        given = ((q, "q", self.robot.nq), (qd, "qd", None), (tau, "tau", None))
        state, rate, effort = (vector(self.robot, x, name, size) for x, name, size in given)
        M, S = mass_matrix(self.robot, state), coriolis_matrix(self.robot, state, rate)
        p, known = balance(M, S, gravity_vector(self.robot, state), self._friction(rate), rate, effort)
        since = self._clock.since(t)
        if since is None:
            self._expected, self.residual = p, np.zeros_like(p)
        else:
            last = (self._expected, self._rate, self.residual)
            self._expected, self.residual = observed(p, known, last, since, self.gain)
        self._rate = known
        return self.residual

    def collides(self) -> bool:
        """Whether the last residual is beyond its threshold at any joint."""
        return bool((np.abs(self.residual) > self.threshold).any())

    def residuals(self, log: Any) -> Array:
        """r of each row of a run, or of anything with t, q, qd and tau, (T, n)."""
        if missing := [name for name in ("t", "q", "qd", "tau") if not hasattr(log, name)]:
            raise WrongValue(f"a log has t, q, qd and tau, as a run has; this {type(log).__name__} has no {missing[0]}")
        rows = [reals(getattr(log, name), f"{name} of the log") for name in ("t", "q", "qd", "tau")]
        if rows[1].ndim != 2 or any(len(x) != len(rows[0]) for x in rows):
            raise WrongSize("a log is one trajectory: t (T,), q, qd and tau (T, n)")
        if not len(rows[0]) or not np.isfinite(rows[0]).all() or not (np.diff(rows[0]) > 0).all():
            raise WrongValue("the times of a log must be finite and rise, and there must be some")
        self._clock.forget()
        return np.array([self(float(t), q, qd, tau) for t, q, qd, tau in zip(*rows, strict=True)])

    def learn(self, log: Any, *, margin: float = 1.5) -> Array:
        """Set and give the thresholds, (n,): `margin` times the largest |r| of a log without contact."""
        if not (finite(margin, "margin") >= 1).all():
            raise WrongValue(f"margin is {margin}; below 1 the log itself would count as contact")
        seen = self.residuals(log)
        if len(seen) < 2:
            raise WrongValue(
                "a log of one row shows no residual, and everything would count as contact; give a longer one"
            )
        self.threshold = margin * np.abs(seen).max(axis=0)
        self._clock.forget()
        return self.threshold


def balance(M: Array, S: Array, g: Array, friction: Array, qd: Array, tau: Array) -> tuple[Array, Array]:
    """p, and the part of ṗ that the model knows."""
    return M @ qd, tau + S.T @ qd - g - friction


def observed(p: Array, known: Array, last: tuple[Array, Array, Array], period: Any, gain: Any) -> tuple[Array, Array]:
    """(p₀ + ∫(known + r), r) a period after the last sample's (integral, known, r): trapezoids, solved for the new r."""
    expected, before, residual = last
    half = period / 2
    expected = expected + half * (before + known + residual)
    r = gain * (p - expected) / (1 + gain * half)
    return expected + half * r, r
