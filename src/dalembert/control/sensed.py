"""A law that sees what sensors show: encoder counts, and velocities made of their differences.

q̂ = Encoder.read(q) every T,   v = (q̂_k − q̂_{k−1}) / T,   q̇̂ ← q̇̂ + a (v − q̇̂),  a = 1 − e^(−2π f T) of a low-pass at f Hz
"""

from __future__ import annotations

import numpy as np

from dalembert.control.clock import Clock
from dalembert.control.goal import Array, Law
from dalembert.errors import WrongValue
from dalembert.robot.model import Robot
from dalembert.simulate.sensor import Encoder, sliding


class Sensed:
    """The law; it remembers the last counts, so `simulate` must sample it. Each run starts afresh."""

    sampled = True

    def __init__(self, robot: Robot, law: Law, encoder: Encoder, cutoff: float | None) -> None:
        self.law, self.encoder, self.cutoff = law, encoder, cutoff
        self.slides = sliding(robot)
        self._clock, self._read = Clock(), 0.0  # when the encoder was last read
        self.q = self.qd = np.zeros(robot.n)

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        T = self.encoder.period
        if self._clock.since(t) is None:
            self._read, self.q, self.qd = t, self.encoder.read(q, self.slides), np.zeros_like(q)
        elif (since := t - self._read) >= T * (1 - 1e-9):
            counted = self.encoder.read(q, self.slides)
            part = 1.0 if self.cutoff is None else 1 - np.exp(-2 * np.pi * self.cutoff * since)
            self.qd = self.qd + part * ((counted - self.q) / since - self.qd)
            self._read, self.q = t, counted
        return self.law(t, self.q.copy(), self.qd.copy())


def sensed(robot: Robot, law: Law, encoder: Encoder, *, cutoff: float | None = None) -> Sensed:
    """Any law behind an encoder; `cutoff` (Hz) low-passes the velocity."""
    if not callable(law):
        raise WrongValue(f"sensed needs a law, a function of (t, q, qd); got {law!r}")
    if not isinstance(encoder, Encoder):
        raise WrongValue(f"sensed needs an Encoder, Encoder(counts, period); got {encoder!r}")
    if cutoff is not None and not (np.isfinite(cutoff) and cutoff > 0):
        raise WrongValue(f"cutoff is {cutoff} Hz; it must be positive")
    return Sensed(robot, law, encoder, cutoff)
