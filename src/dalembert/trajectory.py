"""Trajectories q(t) with their velocities and accelerations.

cubic        q = a + (b − a)(3s² − 2s³),  s = t/T                        rest to rest, bounded acceleration
quintic      q = a + (b − a)(10s³ − 15s⁴ + 6s⁵)                          rest to rest, continuous acceleration
trapezoidal  constant acceleration, constant speed, constant deceleration; all joints arrive together
spline       C² cubic through via points, at rest at both ends
fourier      q = q₀ + Σ_k [a_k sin(kωt) − b_k cos(kωt)] / (kω)           periodic, for excitation  [swevers1997]

A trajectory is a function t -> (q, qd, qdd) of arrays (n,) or, for t of shape (T,), (T, n).  [siciliano2009, ch. 4]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import WrongSize, WrongValue
from dalembert.robot.model import Robot

Array = NDArray[Any]
Motion = tuple[Array, Array, Array]


@dataclass(frozen=True)
class Trajectory:
    """`at(t)` gives q, qd, qdd; before 0 and after `duration` a motion from rest to rest stands still."""

    duration: float
    n: int
    kind: str
    motion: Callable[[Array], Motion]

    def __call__(self, t: ArrayLike) -> Motion:
        time = np.asarray(t, dtype=float)
        q, qd, qdd = self.motion(np.atleast_1d(time))
        return (q[0], qd[0], qdd[0]) if time.ndim == 0 else (q, qd, qdd)

    def sampled(self, count: int = 1000) -> tuple[Array, Array, Array, Array]:
        """(t, q, qd, qdd) at `count` + 1 equal steps."""
        t = np.linspace(0.0, self.duration, count + 1)
        return (t, *self(t))

    def check(self, robot: Robot, count: int = 2000) -> Trajectory:
        """Itself, or `WrongValue` naming the joint and time where it leaves the robot's limits."""
        if robot.n != self.n:
            raise WrongSize(f"the trajectory has {self.n} joints, robot '{robot.name}' has {robot.n}")
        t, q, qd, _ = self.sampled(count)
        for k, name in enumerate(robot.coordinates):
            limits = robot.joint(name).limits
            for what, values, low, high in (
                ("position", q[:, k], limits.lower, limits.upper),
                ("velocity", qd[:, k], None if limits.velocity is None else -limits.velocity, limits.velocity),
            ):
                over = np.full(len(t), -np.inf)
                over = np.maximum(over, low - values if low is not None else over)
                over = np.maximum(over, values - high if high is not None else over)
                worst = int(np.argmax(over))
                if over[worst] > 1e-9:
                    bounds = f"[{-np.inf if low is None else low:g}, {np.inf if high is None else high:g}]"
                    raise WrongValue(
                        f"{what} of joint '{name}' is {values[worst]:.4g} at t = {t[worst]:.4g} s, outside {bounds}"
                    )
        return self


def cubic(start: ArrayLike, end: ArrayLike, duration: float) -> Trajectory:
    """Rest to rest along a cubic."""
    return _between("cubic", start, end, duration, lambda s: (s * s * (3 - 2 * s), 6 * s * (1 - s), 6 - 12 * s))


def quintic(start: ArrayLike, end: ArrayLike, duration: float) -> Trajectory:
    """Rest to rest along a quintic: velocity and acceleration are zero at both ends."""

    def law(s: Array) -> Motion:
        return s**3 * (10 + s * (6 * s - 15)), 30 * s * s * (1 - s) ** 2, 60 * s * (1 - s) * (1 - 2 * s)

    return _between("quintic", start, end, duration, law)


def trapezoidal(start: ArrayLike, end: ArrayLike, speed: ArrayLike, acceleration: ArrayLike) -> Trajectory:
    """The quickest rest-to-rest motion within each joint's speed and acceleration, all joints together."""
    a, b = _ends(start, end)
    v, acc = (np.broadcast_to(np.asarray(x, dtype=float), a.shape) for x in (speed, acceleration))
    if not ((v > 0).all() and (acc > 0).all()):
        raise WrongValue("speed and acceleration of a trapezoidal motion must be positive")
    way = np.abs(b - a)
    if not way.any():
        raise WrongValue("start and end are the same; there is no motion")
    # of s from 0 to 1: the joint with the least s-speed and the one with the least s-acceleration set the pace
    with np.errstate(divide="ignore"):
        sd, sdd = float(np.min(v / way)), float(np.min(acc / way))
    sd = min(sd, float(np.sqrt(sdd)))
    rise = sd / sdd
    duration = 1 / sd + rise

    def law(t: Array) -> Motion:
        t = np.clip(t, 0.0, duration)
        up, down = t < rise, t > duration - rise
        left = duration - t
        s = np.where(up, sdd * t * t / 2, np.where(down, 1 - sdd * left * left / 2, sd * (t - rise / 2)))
        return s, np.where(up, sdd * t, np.where(down, sdd * left, sd)), np.where(up, sdd, np.where(down, -sdd, 0.0))

    return Trajectory(duration, len(a), "trapezoidal", lambda t: _stretched(a, b, law(t), _moving(t, duration)))


def spline(times: ArrayLike, points: ArrayLike) -> Trajectory:
    """A twice differentiable cubic spline through `points` (K, n) at `times` (K,), at rest at both ends."""
    from scipy.interpolate import CubicSpline

    t, q = np.asarray(times, dtype=float), np.asarray(points, dtype=float)
    if t.ndim != 1 or q.ndim != 2 or len(t) != len(q) or len(t) < 2:
        raise WrongSize(f"a spline needs K times and K × n points, K ≥ 2; got {t.shape} and {q.shape}")
    if not (np.isfinite(t).all() and np.isfinite(q).all() and (np.diff(t) > 0).all()):
        raise WrongValue("times of a spline must rise, and all numbers be finite")
    curve = CubicSpline(t - t[0], q, bc_type="clamped")
    duration = float(t[-1] - t[0])

    def motion(time: Array) -> Motion:
        inside = _moving(time, duration)[:, None]
        s = np.clip(time, 0.0, duration)
        return curve(s), curve(s, 1) * inside, curve(s, 2) * inside

    return Trajectory(duration, q.shape[1], "spline", motion)


def fourier(centre: ArrayLike, a: ArrayLike, b: ArrayLike, period: float) -> Trajectory:
    """A periodic motion of harmonics `a`, `b` (H, n) of velocity, about `centre` (n,)."""
    q0, A, B = (np.asarray(x, dtype=float) for x in (centre, a, b))
    if A.ndim != 2 or A.shape != B.shape or q0.shape != A.shape[1:]:
        raise WrongSize(f"fourier needs centre (n,), a and b (H, n); got {q0.shape}, {A.shape}, {B.shape}")
    _positive(period)
    k = np.arange(1, len(A) + 1) * 2 * np.pi / period

    def motion(t: Array) -> Motion:
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
        limits = robot.joint(name).limits
        low = -np.pi if limits.lower is None else limits.lower
        high = np.pi if limits.upper is None else limits.upper
        middle = (q[:, j].max() + q[:, j].min()) / 2
        scale[j] = margin * (high - low) / max(float(np.ptp(q[:, j])), 1e-12)
        if limits.velocity is not None:
            scale[j] = min(scale[j], margin * limits.velocity / max(float(np.abs(qd[:, j]).max()), 1e-12))
        centre[j] = (high + low) / 2 - scale[j] * middle
    return fourier(centre, a * scale, b * scale, period).check(robot)


def _between(
    kind: str, start: ArrayLike, end: ArrayLike, duration: float, law: Callable[[Array], Motion]
) -> Trajectory:
    a, b = _ends(start, end)
    _positive(duration)

    def motion(t: Array) -> Motion:
        s, sd, sdd = law(np.clip(t / duration, 0.0, 1.0))
        return _stretched(a, b, (s, sd / duration, sdd / duration**2), _moving(t, duration))

    return Trajectory(duration, len(a), kind, motion)


def _stretched(a: Array, b: Array, law: Motion, moving: Array) -> Motion:
    s, sd, sdd = law
    way = b - a
    return a + np.outer(s, way), np.outer(sd * moving, way), np.outer(sdd * moving, way)


def _moving(t: Array, duration: float) -> Array:
    return np.asarray((t >= 0) & (t <= duration))


def _ends(start: ArrayLike, end: ArrayLike) -> tuple[Array, Array]:
    a, b = (np.atleast_1d(np.asarray(x, dtype=float)) for x in (start, end))
    if a.shape != b.shape or a.ndim != 1:
        raise WrongSize(f"start and end must be vectors of one length; got {a.shape} and {b.shape}")
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        raise WrongValue("start and end must be finite")
    return a, b


def _positive(duration: float) -> None:
    if not (np.isfinite(duration) and duration > 0):
        raise WrongValue(f"a trajectory's duration must be positive, got {duration}")
