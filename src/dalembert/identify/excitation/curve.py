"""Motions that are linear in their coefficients, q(t) = Φ(t) X, and start and end at rest with no acceleration.

fourier  q = q₀ + Σ_k [a_k sin(kωt) − b_k cos(kωt)]/(kω),  Σ a_k = 0,  Σ k b_k = 0          periodic   [swevers1997]
spline   Σ_i B_i(t) c_i of degree 5, the first three c_i alike, and the last three                     [deboor2001]

A trigonometric polynomial of degree H is nowhere larger than its largest of M equal samples over cos(πH/M). [ehlich1964]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.trajectory.motion import Derivatives, Trajectory, moving

Array = NDArray[np.float64]
DEGREE = 5


@final
@dataclass(frozen=True)
class Curve:
    """`size` is the number of harmonics, or of pieces of a spline."""

    kind: str
    duration: float
    size: int

    @property
    def grid(self) -> Array:
        """Times dense enough to see every wave."""
        return np.linspace(0.0, self.duration, (20 if self.kind == "fourier" else 10) * self.size + 1)

    @property
    def between(self) -> float:
        """How much larger than on twenty times the grid the curve may be, at most."""
        return 1 / float(np.cos(np.pi / 400)) if self.kind == "fourier" else 1.0

    def at(self, t: Array) -> tuple[Array, Array, Array]:
        """Φ, Φ̇, Φ̈, (T, p) each; the first column is the constant 1."""
        parts = self._fourier(t) if self.kind == "fourier" else self._spline(t)
        first = (np.ones(len(t)), np.zeros(len(t)), np.zeros(len(t)))
        a, b, c = (np.column_stack([x, y]) for x, y in zip(first, parts, strict=True))
        return a, b, c

    def _fourier(self, t: Array) -> tuple[Array, Array, Array]:
        k = np.arange(1, self.size + 1) * 2 * np.pi / self.duration
        s, c = np.sin(np.outer(t, k)), np.cos(np.outer(t, k))
        still, light = _null(np.ones(self.size)), _null(k / k[0])
        raw = ((s / k, -c / k), (c, s), (-s * k, c * k))
        a, b, d = (np.column_stack([x @ still, y @ light]) for x, y in raw)
        return a, b, d

    def _spline(self, t: Array) -> tuple[Array, Array, Array]:
        from scipy.interpolate import BSpline

        inner = np.linspace(0.0, self.duration, self.size + 1)
        knots = np.concatenate([[0.0] * DEGREE, inner, [self.duration] * DEGREE])
        count = self.size + DEGREE
        ends = np.zeros((count, count - 5))  # columns: c₃ … of the middle, then the last three together
        ends[3:-3, :-1] = np.eye(count - 6)
        ends[-3:, -1] = 1
        curve = BSpline(knots, ends, DEGREE)
        inside = np.clip(t, 0.0, self.duration)
        return curve(inside), curve(inside, 1), curve(inside, 2)

    def trajectory(self, X: Array, periods: int = 1) -> Trajectory:
        """The motion of coefficients X (p, n), so many times over; before and after it stands still."""
        whole = periods * self.duration

        def motion(t: Array) -> Derivatives:
            inside = moving(t, whole)[:, None]
            within = np.clip(t, 0.0, whole)
            turn = np.minimum(np.floor(within / self.duration), periods - 1)
            a, b, c = self.at(within - turn * self.duration)
            return a @ X, (b @ X) * inside, (c @ X) * inside

        return Trajectory(whole, X.shape[1], self.kind, motion)


def _null(row: Array) -> Array:
    """An orthonormal basis of what is at right angles to a row."""
    return np.asarray(np.linalg.svd(row[None])[2][1:].T)
