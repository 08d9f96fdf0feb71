"""Sampled control laws: sample clock, limits on efforts and their rates, and encoder feedback.

limits    |τ| ≤ torque,  |τ − τ_before| ≤ rate · Δt
encoder   q̂ = Encoder.read(q) every T,  v = (q̂_k − q̂_{k−1}) / T,  q̇̂ ← q̇̂ + a (v − q̇̂),  a = 1 − e^(−2π f T) of a low-pass at f Hz

A control law with internal state uses the time between samples. The internal state is reset if the time is before the
last sample or not after the first sample. Repeated calls of a control law at the same time return the same value.
"""

from __future__ import annotations

import numpy as np

from dalembert.argument import Numbers, bounds, check_shape, function, instance, real, reals
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.control.law import Law
from dalembert.simulation.inputs import PARAMETERS
from dalembert.simulation.sensor import Encoder, sliding
from dalembert.tolerance import SAME_TIME


class SampleClock:
    """Sample clock of a control law. `time` is the time of the last sample."""

    def __init__(self) -> None:
        self._first: float | None = None
        self.time = 0.0

    def since(self, t: float) -> float | None:
        """Return the time in s since the last sample, or None at the start of a run, and store t."""
        last, self.time = self.time, t
        if self._first is None or t < last or t <= self._first:
            self._first = t
            return None
        return t - last

    def forget(self) -> None:
        """Restart the clock at the next sample."""
        self._first = None


class Limited:
    """Control law that limits the efforts and effort rates of another control law.

    Parameters
    ----------
    law : callable
        Control law (t, q, qd) -> tau.
    torque : array_like, shape () or (n,), optional
        Maximum magnitude of the efforts in N·m and N.
    rate : array_like, shape () or (n,), optional
        Maximum magnitude of the effort rates in N·m/s and N/s. A control law with a rate limit has internal state and
        must be sampled; see `simulation.Inputs`. The internal state is reset at the start of each simulation.
    """

    def __init__(self, law: Law, *, torque: Numbers | None = None, rate: Numbers | None = None) -> None:
        self.law = function(law, "law", PARAMETERS)
        self.torque, self.rate = bounds(torque, "torque", ("...",)), bounds(rate, "rate", ("...",))
        self.sampled = bool(np.isfinite(self.rate).any()) or bool(getattr(law, "sampled", False))
        self._clock = SampleClock()
        self.last: Array = np.zeros(0)

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        tau: Array = reals(self.law(t, q, qd), "tau")
        for name, most in (("torque", self.torque), ("rate", self.rate)):
            check_shape(most.shape, name, (), tau.shape[-1:])
        tau = np.clip(tau, -self.torque, self.torque)
        if np.isfinite(self.rate).any():
            since = self._clock.since(t)
            if since is not None:
                most = self.rate * since
                tau = np.clip(tau, self.last - most, self.last + most)
            self.last = tau
        return tau


class EncoderFeedback:
    """Control law that passes encoder readings and finite-difference velocities to another control law.

    The control law has memory, so pass `simulation.Inputs(law, control_period=…)` to `simulate`. The memory is cleared
    at the start of each simulation.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot with revolute and prismatic joints.
    law : callable
        Control law (t, q, qd) -> tau.
    encoder : Encoder
        Model of the joint encoders.
    cutoff : float, optional
        Cut-off frequency in Hz of a first-order low-pass filter for the velocity.
    """

    sampled = True

    def __init__(self, robot: RobotLike, law: Law, encoder: Encoder, *, cutoff: float | None = None) -> None:
        self.law = function(law, "law", PARAMETERS)
        self.encoder: Encoder = instance(encoder, "encoder", Encoder, "an encoder")
        self.cutoff = None if cutoff is None else real(cutoff, "cutoff", above=0, unit="Hz")
        robot = as_robot(robot)
        self.slides = sliding(robot)
        self._clock, self._read = SampleClock(), 0.0  # time of the last encoder reading
        self.q = self.qd = np.zeros(robot.n)

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        T = self.encoder.period
        if self._clock.since(t) is None:
            self._read, self.q, self.qd = t, self.encoder.read(q, self.slides), np.zeros_like(q)
        elif (since := t - self._read) >= T * (1 - SAME_TIME):
            counted = self.encoder.read(q, self.slides)
            part = 1.0 if self.cutoff is None else 1 - np.exp(-2 * np.pi * self.cutoff * since)
            self.qd = self.qd + part * ((counted - self.q) / since - self.qd)
            self._read, self.q = t, counted
        found: Array = self.law(t, self.q.copy(), self.qd.copy())
        return found


limited, sensed = Limited, EncoderFeedback
