"""A curve of joints through points, twice differentiable: in time, or as a path that something else gives its time.

spline   C² cubic through points at given times, at rest at both ends
path     C² cubic through points over the chord length between them; two points: the straight line
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dalembert.errors import WrongSize, WrongValue
from dalembert.real import finite
from dalembert.trajectory.motion import Array, Derivatives, Trajectory, moving


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
