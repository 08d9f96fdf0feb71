"""Trajectories of joints: t -> (q, qd, qdd), arrays (n,) or, for t of shape (T,), (T, n).  [siciliano2009, ch. 4]

Rest to rest along a straight line in joint space, all joints together: q = a + (b − a) s(t), s from 0 to 1  [biagiotti2008, §3.4]
    cubic        s = 3x² − 2x³,  x = t/T                     bounded acceleration
    quintic      s = 10x³ − 15x⁴ + 6x⁵                       continuous acceleration
    trapezoidal  constant acceleration, speed, deceleration  the fastest within speed and acceleration limits
    scurve       seven pieces of constant jerk               the fastest within speed, acceleration and jerk limits
Through points, twice differentiable
    spline       C² cubic through points at given times, at rest at both ends
    path         C² cubic through points over the chord length between them, timed by another law; two points: a straight line
Periodic, for excitation
    fourier      q = q₀ + Σ_k [a_k sin(kωt) − b_k cos(kωt)] / (kω)   [swevers1997]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.argument import finite, reals
from dalembert.errors import WrongSize, WrongValue
from dalembert.robot.model import Robot
from dalembert.typeset.notebook import Displayed

Array = NDArray[Any]
Derivatives = tuple[Array, Array, Array]  # of order 0, 1 and 2


@dataclass(frozen=True)
class Trajectory(Displayed):
    """`at(t)` gives q, qd, qdd; before 0 and after `duration` a motion from rest to rest stands still."""

    UNITS: ClassVar[Mapping[str, str]] = {"duration": "s"}

    duration: float
    n: int
    kind: str
    motion: Callable[[Array], Derivatives]

    def __call__(self, t: ArrayLike) -> Derivatives:
        time = np.asarray(t, dtype=float)
        q, qd, qdd = self.motion(np.atleast_1d(time))
        return (q[0], qd[0], qdd[0]) if time.ndim == 0 else (q, qd, qdd)

    def sampled(self, count: int = 1000) -> tuple[Array, Array, Array, Array]:
        """(t, q, qd, qdd) at `count` + 1 equal steps."""
        t = np.linspace(0.0, self.duration, count + 1)
        return (t, *self(t))

    def check(self, robot: Robot, count: int = 2000) -> Trajectory:
        """Itself, or `WrongValue` naming the joint and time where it leaves the robot's limits."""
        if robot.nq != self.n or robot.nv != self.n:
            raise WrongSize(f"the trajectory has {self.n} joints, robot '{robot.name}' has {robot.nv}")
        t, q, qd, _ = self.sampled(count)
        for k, name in enumerate(robot.coordinates):
            limits = robot.coordinate(name).limits
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


def moving(t: Array, duration: float) -> Array:
    """Whether t lies within the motion; outside it stands still."""
    return np.asarray((t >= 0) & (t <= duration))


def check_duration(duration: float) -> None:
    """Raise `WrongValue` for a duration that is no time."""
    if not (np.isfinite(duration) and duration > 0):
        raise WrongValue(f"a trajectory's duration must be positive, got {duration}")


def cubic(start: ArrayLike, end: ArrayLike, duration: float) -> Trajectory:
    """Rest to rest along a cubic."""
    return _between("cubic", start, end, duration, lambda s: (s * s * (3 - 2 * s), 6 * s * (1 - s), 6 - 12 * s))


def quintic(start: ArrayLike, end: ArrayLike, duration: float) -> Trajectory:
    """Rest to rest along a quintic: velocity and acceleration are zero at both ends."""

    def law(s: Array) -> Derivatives:
        return s**3 * (10 + s * (6 * s - 15)), 30 * s * s * (1 - s) ** 2, 60 * s * (1 - s) * (1 - 2 * s)

    return _between("quintic", start, end, duration, law)


def trapezoidal(start: ArrayLike, end: ArrayLike, speed: ArrayLike, acceleration: ArrayLike) -> Trajectory:
    """The quickest rest-to-rest motion within each joint's speed and acceleration, all joints together."""
    a, b = _ends(start, end)
    sd, sdd = _pace(a, b, speed, acceleration)
    sd = min(sd, float(np.sqrt(sdd)))
    rise = sd / sdd
    duration = 1 / sd + rise

    def law(t: Array) -> Derivatives:
        t = np.clip(t, 0.0, duration)
        up, down = t < rise, t > duration - rise
        left = duration - t
        s = np.where(up, sdd * t * t / 2, np.where(down, 1 - sdd * left * left / 2, sd * (t - rise / 2)))
        return s, np.where(up, sdd * t, np.where(down, sdd * left, sd)), np.where(up, sdd, np.where(down, -sdd, 0.0))

    return Trajectory(duration, len(a), "trapezoidal", lambda t: _stretched(a, b, law(t), moving(t, duration)))


def scurve(start: ArrayLike, end: ArrayLike, speed: ArrayLike, acceleration: ArrayLike, jerk: ArrayLike) -> Trajectory:
    """The quickest rest-to-rest motion within each joint's speed, acceleration and jerk, all joints together."""
    a, b = _ends(start, end)
    v, acc, j = _pace(a, b, speed, acceleration, jerk)
    # rise of the acceleration, and of the speed: the acceleration may not reach its limit, then the speed not its own
    rise = min(acc / j, (v / j) ** 0.5)
    up = rise + v / (j * rise)
    if up * v > 1:  # the way is too short for the speed
        rise = min(acc / j, (1 / (2 * j)) ** (1 / 3))
        up = rise / 2 + (rise**2 / 4 + 1 / (j * rise)) ** 0.5
    peak = j * rise * (up - rise)
    pieces = np.array([rise, up - 2 * rise, rise, max(1 / peak - up, 0.0), rise, up - 2 * rise, rise])
    jerks = np.array([j, 0.0, -j, 0.0, -j, 0.0, j])
    times = np.concatenate([[0.0], np.cumsum(pieces)])
    states = np.zeros((8, 3))  # s and its derivatives at the corners
    for k, (dt, x) in enumerate(zip(pieces, jerks, strict=True)):
        states[k + 1] = _jerked(states[k], x, np.array(dt))
    duration = float(times[-1])

    def law(t: Array) -> Derivatives:
        t = np.clip(t, 0.0, duration)
        k = np.clip(np.searchsorted(times, t, side="right") - 1, 0, 6)
        s, sd, sdd = _jerked(states[k].T, jerks[k], t - times[k])
        return s, sd, sdd

    return Trajectory(duration, len(a), "scurve", lambda t: _stretched(a, b, law(t), moving(t, duration)))


def _jerked(state: Array, jerk: Array | float, t: Array) -> Derivatives:
    """s, ṡ, s̈ after a time of constant jerk."""
    s, sd, sdd = state
    return s + t * (sd + t * (sdd / 2 + t * jerk / 6)), sd + t * (sdd + t * jerk / 2), sdd + t * jerk


def _pace(a: Array, b: Array, *limits: ArrayLike) -> list[float]:
    """Limits of s: for each derivative the joint that allows least sets the pace."""
    each = [np.broadcast_to(reals(x, "a limit of a motion"), a.shape) for x in limits]
    names = ", ".join(("speed", "acceleration", "jerk")[: len(limits)])
    if not all((x > 0).all() and np.isfinite(x).all() for x in each):
        raise WrongValue(f"{names} of a motion must be positive")
    way = np.abs(b - a)
    if not way.any():
        raise WrongValue("start and end are the same; there is no motion")
    with np.errstate(divide="ignore"):
        return [float(np.min(x / way)) for x in each]


def _between(
    kind: str, start: ArrayLike, end: ArrayLike, duration: float, law: Callable[[Array], Derivatives]
) -> Trajectory:
    a, b = _ends(start, end)
    check_duration(duration)

    def motion(t: Array) -> Derivatives:
        s, sd, sdd = law(np.clip(t / duration, 0.0, 1.0))
        return _stretched(a, b, (s, sd / duration, sdd / duration**2), moving(t, duration))

    return Trajectory(duration, len(a), kind, motion)


def _stretched(a: Array, b: Array, law: Derivatives, moving: Array) -> Derivatives:
    s, sd, sdd = law
    way = b - a
    return a + np.outer(s, way), np.outer(sd * moving, way), np.outer(sdd * moving, way)


def _ends(start: ArrayLike, end: ArrayLike) -> tuple[Array, Array]:
    a, b = (np.atleast_1d(finite(x, what)) for x, what in ((start, "start"), (end, "end")))
    if a.shape != b.shape or a.ndim != 1:
        raise WrongSize(f"start and end must be vectors of one length; got {a.shape} and {b.shape}")
    return a, b


def spline(times: ArrayLike, points: ArrayLike) -> Trajectory:
    """A twice differentiable cubic spline through `points` (K, n) at `times` (K,), at rest at both ends."""
    from scipy.interpolate import CubicSpline

    t, q = finite(times, "times of a spline"), finite(points, "points of a spline")
    if t.ndim != 1 or q.ndim != 2 or len(t) != len(q) or len(t) < 2:
        raise WrongSize(f"a spline needs K times and K × n points, K ≥ 2; got {t.shape} and {q.shape}")
    if not (np.diff(t) > 0).all():
        raise WrongValue("times of a spline must rise")
    curve = CubicSpline(t - t[0], q, bc_type="clamped")
    duration = float(t[-1] - t[0])

    def motion(time: Array) -> Derivatives:
        inside = moving(time, duration)[:, None]
        s = np.clip(time, 0.0, duration)
        return curve(s), curve(s, 1) * inside, curve(s, 2) * inside

    return Trajectory(duration, q.shape[1], "spline", motion)


@dataclass(frozen=True)
class Path:
    """Joints over a parameter s from 0 to `end`: `path(s)` gives q, ∂q/∂s, ∂²q/∂s², `(S, n)` each."""

    end: float
    n: int
    curve: Callable[[Array], Derivatives]

    def __call__(self, s: ArrayLike) -> Derivatives:
        where = np.asarray(s, dtype=float)
        q, by_s, by_ss = self.curve(np.atleast_1d(where))
        return (q[0], by_s[0], by_ss[0]) if where.ndim == 0 else (q, by_s, by_ss)

    def timed(self, law: Trajectory, kind: str = "path") -> Trajectory:
        """The path in time: q(s(t)), s the one coordinate of `law`, of which the end is the end of the path."""
        if law.n != 1:
            raise WrongSize(f"the law of a path has one coordinate, this one has {law.n}")
        whole = float(law(law.duration)[0][0])
        if not abs(law(0.0)[0][0]) <= 1e-9 * abs(whole) or not whole > 0:
            raise WrongValue(
                f"the law of a path goes from 0 up to the whole way, this one from {law(0.0)[0][0]:g} to {whole:g}"
            )
        scale = self.end / whole

        def motion(t: Array) -> Derivatives:
            s, sd, sdd = (scale * x for x in law(t))
            q, by_s, by_ss = self.curve(np.clip(s[:, 0], 0.0, self.end))
            return q, by_s * sd, by_ss * sd**2 + by_s * sdd

        return Trajectory(law.duration, self.n, kind, motion)


def path(points: ArrayLike) -> Path:
    """A smooth path through `points` (K, n), K ≥ 2, s the length of the chords between them."""
    from scipy.interpolate import CubicSpline

    q = finite(points, "points of a path")
    if q.ndim != 2 or len(q) < 2 or not q.shape[1]:
        raise WrongSize(f"a path needs K × n points, K ≥ 2; got {q.shape}")
    chords = np.linalg.norm(np.diff(q, axis=0), axis=1)
    if not (chords > 0).all():
        raise WrongValue(f"points {int(np.argmin(chords))} and {int(np.argmin(chords)) + 1} of the path are the same")
    curve = CubicSpline(
        np.concatenate([[0.0], np.cumsum(chords)]), q, bc_type="not-a-knot" if len(q) > 3 else "natural"
    )
    return Path(float(chords.sum()), q.shape[1], lambda s: (curve(s), curve(s, 1), curve(s, 2)))


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
