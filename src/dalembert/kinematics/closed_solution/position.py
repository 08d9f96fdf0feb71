"""Where up to three joints must stand to carry a point to a target: e^{ξ₁q₁} e^{ξ₂q₂} e^{ξ₃q₃} p = t.

What joint 1 cannot change gives two equations in q₂, q₃, with x = e^{ξ₃q₃} p:
a turn keeps hᵀ(·) and the distance from its axis's point, a slide keeps the two components across it.
If joint 2 turns, both are linear in the part w of e^{ξ₂q₂}x − o₂ across h₂:  M w = r(q₃)  with  |w| = |w at q₂ = 0|:

    M regular:    |M⁻¹ r(q₃)|² = |w₀(q₃)|²      a quartic in tan(q₃/2), then one q₂        [pieper1968]
    M singular:   nᵀ r(q₃) = 0                  (parallel or intersecting axes 1, 2), then two q₂

If joint 2 slides, the same two equations are linear and quadratic in q₂. Every combination of turning and sliding
joints is one of these; candidates that solve only part of the equations are left for the caller to reject.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.kinematics.chain import Screw, feet
from dalembert.kinematics.closed_solution.trigonometric import linear, quadratic, roots
from dalembert.kinematics.rotation import Array, across, angle_from, cross, dot

_SINGULAR = 1e-6  # sine of an angle, or a distance over the arm's length, that counts as zero


def positions(joints: Sequence[Screw], p: Array, t: Array, length: float) -> Array:
    """Candidates `(B, K, m)` for m ≤ 3 joints; p and t are `(B, 3)`. NaN where there is none."""
    if not joints:
        return np.zeros((len(t), 1, 0))
    if len(joints) == 1:
        return _first(joints[0].wide, p[:, None], t[:, None])[..., None]
    third = joints[2] if len(joints) == 3 else None
    before = _Pair(joints[0], joints[1], t[:, None], length)
    q3 = before.third(third, p[:, None])  # (B, K)
    x = p[:, None] if third is None else third.wide.move(q3, p[:, None])
    q2 = before.second(x)  # (B, K, 2)
    moved = joints[1].wide.wide.move(q2, x[:, :, None])
    q1 = _first(joints[0].wide.wide, moved, t[:, None, None])
    parts = [q1, q2] if third is None else [q1, q2, np.broadcast_to(q3[..., None], q2.shape)]
    return np.stack(parts, axis=-1).reshape(len(t), -1, len(joints))


class _Pair:
    """The two equations that joint 1 leaves to joints 2 and 3, for targets `(B, 1, 3)`."""

    def __init__(self, one: Screw, two: Screw, t: Array, length: float) -> None:
        self.one, self.two, self.t, self.length = one.wide, two.wide, t, length
        self.o1, self.o2 = feet(self.one, self.two)  # of a slide it does not matter where its axis lies
        if self.one.prismatic:
            self.rows = across(self.one.h)
        else:
            self.rows = (self.one.h, (self.o2 - self.o1) / length)

    def known(self, y: Array) -> tuple[Array, Array]:
        """What the two functionals of e^{ξ₂q₂}x − o₂ must equal; y = x − o₂ gives its length."""
        a, b = self.rows
        d = self.t - self.o2
        if self.one.prismatic:
            return dot(a, d), dot(b, d)
        e, s = self.t - self.o1, self.o2 - self.o1
        return dot(a, d), (dot(e, e) - dot(s, s) - dot(y, y)) / (2 * self.length)

    def rest(self, x: Array) -> tuple[Array, Array, Array]:
        """r(q₃) = known − what does not turn, and y = x − o₂; joint 2 turns."""
        y = x - self.o2
        along = dot(y, self.two.h)
        a, b = self.rows
        k, l = self.known(y)
        return k - dot(a, self.two.h) * along, l - dot(b, self.two.h) * along, y

    def matrix(self) -> tuple[Array, Array, Array, Array, Array]:
        """M in the plane across h₂, row by row, and its determinant."""
        e, f = across(self.two.h)
        a, b = self.rows
        M = dot(a, e), dot(a, f), dot(b, e), dot(b, f)
        return (*M, M[0] * M[3] - M[1] * M[2])

    def regular(self) -> Array:
        return np.abs(self.matrix()[4]) > _SINGULAR

    def third(self, joint: Screw | None, p: Array) -> Array:
        """Candidates q₃, `(B, K)`."""
        if joint is None:
            return np.zeros((len(p), 1))
        scale = np.linalg.norm(self.t - p, axis=-1)[:, 0] + self.length
        wide = joint.wide

        def x(q3: Array) -> Array:
            return wide.move(q3, p)

        if self.two.prismatic:
            return roots(lambda q3: self._slid(x(q3)), joint.prismatic, scale)
        return roots(lambda q3: self._turned(x(q3)), joint.prismatic, scale)

    def _turned(self, x: Array) -> Array:
        """The equation of q₃ where joint 2 turns."""
        a, b, c, d, D = self.matrix()
        r, s, y = self.rest(x)
        along = dot(y, self.two.h)
        w = (d * r - b * s) ** 2 + (a * s - c * r) ** 2
        whole = w - D**2 * (dot(y, y) - along**2)
        # the left null vector of a singular M: across its larger row
        first = np.hypot(a, b) >= np.hypot(c, d)
        k = np.where(first, a * c + b * d, -(c * c + d * d))
        l = np.where(first, -(a * a + b * b), a * c + b * d)
        return np.asarray(np.where(self.regular(), whole, k * r + l * s))

    def _slid(self, x: Array) -> Array:
        """The equation of q₃ where joint 2 slides: across both slides, or the right distance, or the right height."""
        h1, h2 = self.one.h, self.two.h
        if self.one.prismatic:
            return dot(cross(h1, h2), self.t - x)
        lean = dot(h1, h2)
        height = dot(h1, self.t - x)
        y = (x - self.o1) + (height / np.where(np.abs(lean) > _SINGULAR, lean, 1.0))[..., None] * h2
        e = self.t - self.o1
        return np.where(np.abs(lean) > _SINGULAR, dot(y, y) - dot(e, e), height)

    def second(self, x: Array) -> Array:
        """Candidates q₂, `(B, K, 2)`, once joint 3 has brought the point to x."""
        if self.two.prismatic:
            return self._slide(x)
        a, b, c, d, D = self.matrix()
        r, s, y = self.rest(x)
        e, f = across(self.two.h)
        u, v = dot(y, e), dot(y, f)
        safe = np.where(self.regular(), D, 1.0)
        wx, wy = (d * r - b * s) / safe, (a * s - c * r) / safe
        one = np.arctan2(wy, wx) - np.arctan2(v, u)
        first = np.hypot(a, b) >= np.hypot(c, d)
        m, n, k = np.where(first, a, c), np.where(first, b, d), np.where(first, r, s)
        # m·(u cos − v sin) + n·(u sin + v cos) = k
        two = linear(m * u + n * v, n * u - m * v, k)
        regular = np.broadcast_to(self.regular(), one.shape)[..., None]
        single = np.stack([one, np.full_like(one, np.nan)], axis=-1)
        return np.where(regular, single, two)

    def _slide(self, x: Array) -> Array:
        h1, h2 = self.one.h, self.two.h
        if self.one.prismatic:
            slope = h2 - dot(h1, h2)[..., None] * h1
            one = dot(slope, self.t - x) / np.maximum(dot(slope, slope), 1e-30)
            return np.stack([one, np.full_like(one, np.nan)], axis=-1)
        y, e = x - self.o1, self.t - self.o1
        return quadratic(np.ones(y.shape[:-1]), 2 * dot(y, h2), dot(y, y) - dot(e, e))


def _first(one: Screw, x: Array, t: Array) -> Array:
    """q₁ from e^{ξ₁q₁} x = t."""
    if one.prismatic:
        return dot(one.h, t - x)
    return angle_from(one.h, x - one.o, t - one.o)
