"""Periodic motions, for excitation:  q = q₀ + Σ_k [a_k sin(kωt) − b_k cos(kωt)] / (kω)   [swevers1997]"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dalembert.errors import WrongSize, WrongValue
from dalembert.real import finite
from dalembert.robot.model import Robot
from dalembert.trajectory.motion import Array, Derivatives, Trajectory, check_duration


def fourier(centre: ArrayLike, a: ArrayLike, b: ArrayLike, period: float) -> Trajectory:
    """A periodic motion of harmonics `a`, `b` (H, n) of velocity, about `centre` (n,)."""
    q0, A, B = (finite(x, name) for x, name in ((centre, "centre"), (a, "a"), (b, "b")))
    if A.ndim != 2 or A.shape != B.shape or q0.shape != A.shape[1:]:
        raise WrongSize(f"fourier needs centre (n,), a and b (H, n); got {q0.shape}, {A.shape}, {B.shape}")
    check_duration(period)
    k = np.arange(1, len(A) + 1) * 2 * np.pi / period

    def motion(t: Array) -> Derivatives:
        s, c = np.sin(np.outer(t, k)), np.cos(np.outer(t, k))
        return q0 + (s / k) @ A - (c / k) @ B, c @ A + s @ B, -(s * k) @ A + (c * k) @ B

    return Trajectory(period, len(q0), "fourier", motion)


def fourier_within(
    robot: Robot, harmonics: int = 5, period: float = 10.0, *, seed: int = 0, margin: float = 0.95
) -> Trajectory:
    """A random Fourier motion scaled to fill `margin` of the robot's position and velocity limits."""
    if harmonics < 1 or not 0 < margin <= 1:
        raise WrongValue(f"harmonics must be 1 or more and margin in (0, 1]; got {harmonics} and {margin}")
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(-1, 1, size=(2, harmonics, robot.n))
    _, q, qd, _ = fourier(np.zeros(robot.n), a, b, period).sampled()
    centre, scale = np.zeros(robot.n), np.ones(robot.n)
    for j, name in enumerate(robot.coordinates):
        limits = robot.coordinate(name).limits
        low = -np.pi if limits.lower is None else limits.lower
        high = np.pi if limits.upper is None else limits.upper
        middle = (q[:, j].max() + q[:, j].min()) / 2
        scale[j] = margin * (high - low) / max(float(np.ptp(q[:, j])), 1e-12)
        if limits.velocity is not None:
            scale[j] = min(scale[j], margin * limits.velocity / max(float(np.abs(qd[:, j]).max()), 1e-12))
        centre[j] = (high + low) / 2 - scale[j] * middle
    return fourier(centre, a * scale, b * scale, period).check(robot)
