"""A law within what hardware allows:  |τ| ≤ torque,  |τ − τ_before| ≤ rate · Δt."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.control.clock import Clock
from dalembert.control.goal import Array, Law
from dalembert.errors import WrongSize, WrongValue
from dalembert.real import reals


class Limited:
    """The law; with a rate it remembers the last effort and must be sampled. Each run starts afresh."""

    def __init__(self, law: Law, torque: ArrayLike | None, rate: ArrayLike | None) -> None:
        self.law, self.torque, self.rate = law, bound(torque, None, "torque"), bound(rate, None, "rate")
        self.sampled = bool(np.isfinite(self.rate).any()) or bool(getattr(law, "sampled", False))
        self._clock = Clock()
        self.last: Array = np.zeros(0)

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        tau: Array = reals(self.law(t, q, qd), "tau")
        for what, most in (("torque", self.torque), ("rate", self.rate)):
            if most.shape not in ((), tau.shape[-1:]):
                raise WrongSize(f"{what} has shape {most.shape}, and the law gives efforts of shape {tau.shape}")
        tau = np.clip(tau, -self.torque, self.torque)
        if np.isfinite(self.rate).any():
            since = self._clock.since(t)
            if since is not None:
                most = self.rate * since
                tau = np.clip(tau, self.last - most, self.last + most)
            self.last = tau
        return tau


def limited(law: Law, *, torque: ArrayLike | None = None, rate: ArrayLike | None = None) -> Limited:
    """Any law with limits on effort (N m, N) and on its rate (N m/s, N/s): a number or one a joint; None is no limit."""
    if not callable(law):
        raise WrongValue(f"limited needs a law, a function of (t, q, qd); got {law!r}")
    return Limited(law, torque, rate)


def bound(given: Any, n: int | None, what: str) -> Array:
    """Positive numbers, infinite where None is given."""
    array = reals(np.inf if given is None else given, what)
    if n is not None and array.shape not in ((), (n,)):
        raise WrongSize(f"{what} has shape {array.shape}; it needs 1 or {n} numbers")
    if not (array > 0).all():
        raise WrongValue(f"{what} must be positive, got {given!r}")
    return array
