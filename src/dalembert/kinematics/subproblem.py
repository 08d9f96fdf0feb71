"""Subproblems of inverse kinematics with closed solutions, for arrays of targets.  [murray1994, §3.3], [pieper1968]

Trigonometric equations. Where a root does not exist the result is NaN.

    a cos θ + b sin θ = c           θ = atan2(b, a) ± acos(c/√(a² + b²))
    Σ_{|m| ≤ 2} f_m e^{imθ} = 0     a quartic in z = e^{iθ}; real angles are the roots on the unit circle

A polynomial of degree 4 in a length x is one of order 2 in θ: with x = L tan(θ/2), F(x) cos⁴(θ/2).

Orientation: rot(h₁, q₁) rot(h₂, q₂) rot(h₃, q₃) = W for up to three intersecting axes.
h₁ᵀ W h₃ = h₁ᵀ rot(h₂, q₂) h₃ gives two q₂ for any three axes; then W h₃ gives q₁ and Wᵀ h₁ gives q₃.
Where h₁ and the rotated h₃ are collinear only q₁ ± q₃ is determined, and q₁ = 0 is taken.

Position: e^{ξ₁q₁} e^{ξ₂q₂} e^{ξ₃q₃} p = t for up to three joints. What joint 1 cannot change gives two equations in
q₂, q₃, with x = e^{ξ₃q₃} p: a rotation keeps hᵀ(·) and the distance from a point of its axis, a slide keeps the two
components normal to it. If joint 2 rotates, both are linear in the part w of e^{ξ₂q₂}x − o₂ normal to h₂:
M w = r(q₃)  with  |w| = |w at q₂ = 0|:

    M regular:    |M⁻¹ r(q₃)|² = |w₀(q₃)|²      a quartic in tan(q₃/2), then one q₂        [pieper1968]
    M singular:   nᵀ r(q₃) = 0                  (parallel or intersecting axes 1, 2), then two q₂

If joint 2 slides, the same equations are linear and quadratic in q₂. Every combination of rotating and sliding joints is
one of these; the caller rejects candidates that solve only part of the equations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dalembert.kinematics.chain import Screw, common_normal
from dalembert.kinematics.rotation import (
    Array,
    angle_about,
    angle_from,
    cross,
    dot,
    matvec,
    normal_basis,
    rotate,
    rotation,
)
from dalembert.tolerance import DOUBLE_ROOT, GEOMETRY, QUARTIC_ZERO, ROOT_SLACK, SLOPE_ZERO

_SAMPLES = 2 * np.pi * np.arange(5) / 5  # none at π, the image of an infinite length


def linear(a: Array, b: Array, c: Array) -> Array:
    """Both θ of a cos θ + b sin θ = c, `(…, 2)`."""
    size = np.hypot(a, b)
    ratio = np.where(size > 0, c, np.nan) / np.where(size > 0, size, 1.0)
    ratio = np.where(np.abs(ratio) <= 1 + ROOT_SLACK, np.clip(ratio, -1, 1), np.nan)
    spread = np.arccos(ratio)
    middle = np.arctan2(b, a)
    return np.stack([middle - spread, middle + spread], axis=-1)


def quadratic(a: Array, b: Array, c: Array) -> Array:
    """Both x of a x² + b x + c = 0 with a > 0, `(…, 2)`."""
    D = b * b - 4 * a * c
    edge = ROOT_SLACK * (b * b + np.abs(4 * a * c))
    root = np.sqrt(np.where(edge + D >= 0, np.maximum(D, 0), np.nan))
    return np.stack([(-b - root) / (2 * a), (-b + root) / (2 * a)], axis=-1)


def roots(F: Callable[[Array], Array], prismatic: bool, scale: Array) -> Array:
    """All real x, `(…, 4)`, with F(x) = 0; F is of order 2 in an angle, or of degree 4 in a length.

    F maps `(…, K)` to `(…, K)`; `scale`, `(…)`, is a typical length.
    """
    L = scale[..., None]
    if prismatic:
        values = F(L * np.tan(_SAMPLES / 2)) * np.cos(_SAMPLES / 2) ** 4
    else:
        values = F(np.broadcast_to(_SAMPLES, (*scale.shape, 5)))
    angles = order_two(np.fft.fft(values, axis=-1) / 5)
    return L * np.tan(angles / 2) if prismatic else angles


def order_two(f: Array) -> Array:
    """Real roots, `(…, 4)`, of Σ f_m e^{imθ}; f holds f₀ f₁ f₂ f₋₂ f₋₁, as a transform of five samples gives them."""
    size = np.max(np.abs(f), axis=-1)
    result = np.full((*f.shape[:-1], 4), np.nan)
    flat = np.abs(f[..., 2]) <= QUARTIC_ZERO * size
    if np.any(flat):
        g = f[flat]
        result[flat, :2] = linear(2 * g[:, 1].real, -2 * g[:, 1].imag, -g[:, 0].real)
    if not np.all(flat):
        result[~flat] = _quartic(f[~flat])
    return result


def _quartic(f: Array) -> Array:
    """f₂z⁴ + f₁z³ + f₀z² + f₋₁z + f₋₂ = 0 on the unit circle, by the companion matrix and two Newton steps."""
    companion = np.zeros((len(f), 4, 4), dtype=complex)
    companion[:, 1:, :3] = np.eye(3)
    companion[:, :, 3] = -f[:, [3, 4, 0, 1]] / f[:, 2:3]
    companion[:, 0, 3] = -f[:, 3] / f[:, 2]
    z = np.linalg.eigvals(companion)
    on_circle = np.abs(np.abs(z) - 1) < DOUBLE_ROOT  # a double root splits off it by the root of the rounding error
    angle = np.where(on_circle, np.angle(z), np.nan)
    m = np.array([0, 1, 2, -2, -1])
    for _ in range(2):
        waves = f[:, None, :] * np.exp(1j * m * angle[..., None])
        value, slope = waves.sum(-1).real, (1j * m * waves).sum(-1).real
        step = value / np.where(slope == 0, np.inf, slope)
        angle = angle - np.clip(step, -DOUBLE_ROOT, DOUBLE_ROOT)
    return angle


def orientations(axes: Sequence[Array], W: Array) -> Array:
    """Candidates `(…, 2, 3)`, `(…, 1, 2)` or `(…, 1, 1)` for three, two or one axes."""
    if len(axes) == 1:
        return angle_about(axes[0], W)[..., None, None]
    h1, h3 = axes[0], axes[-1]
    out, back = matvec(W, h3), matvec(np.swapaxes(W, -1, -2), h1)
    if len(axes) == 2:
        return np.stack([angle_from(h1, h3, out), angle_from(h3, back, h1)], axis=-1)[..., None, :]
    h2 = axes[1]
    still = dot(h1, h2) * dot(h2, h3)
    q2 = linear(dot(h1, h3) - still, dot(h1, cross(h2, h3)), dot(h1, out) - still)
    q1 = angle_from(h1, rotate(h2, q2, h3), out[..., None, :])
    q3 = angle_from(h3, back[..., None, :], rotate(h2, -q2, h1))
    stuck = np.linalg.norm(cross(h1, rotate(h2, q2, h3)), axis=-1) < ROOT_SLACK
    if np.any(stuck):
        left = np.swapaxes(rotation(h2, np.nan_to_num(q2)), -1, -2) @ W[..., None, :, :]
        q1, q3 = np.where(stuck, 0.0, q1), np.where(stuck, angle_about(h3, left), q3)
    return np.stack([q1, q2, q3], axis=-1)


def positions(joints: Sequence[Screw], p: Array, t: Array, length: float) -> Array:
    """Candidates `(B, K, m)` for m ≤ 3 joints; p and t are `(B, 3)`. NaN where there is none."""
    if not joints:
        return np.zeros((len(t), 1, 0))
    if len(joints) == 1:
        return _first(joints[0].wide, p[:, None], t[:, None])[..., None]
    third = joints[2] if len(joints) == 3 else None
    before = _JointPair(joints[0], joints[1], t[:, None], length)
    q3 = before.third(third, p[:, None])  # (B, K)
    x = p[:, None] if third is None else third.wide.move(q3, p[:, None])
    q2 = before.second(x)  # (B, K, 2)
    moved = joints[1].wide.wide.move(q2, x[:, :, None])
    q1 = _first(joints[0].wide.wide, moved, t[:, None, None])
    parts = [q1, q2] if third is None else [q1, q2, np.broadcast_to(q3[..., None], q2.shape)]
    return np.stack(parts, axis=-1).reshape(len(t), -1, len(joints))


class _JointPair:
    """The two equations that joint 1 leaves to joints 2 and 3, for targets `(B, 1, 3)`."""

    def __init__(self, one: Screw, two: Screw, t: Array, length: float) -> None:
        self.one, self.two, self.t, self.length = one.wide, two.wide, t, length
        self.o1, self.o2 = common_normal(self.one, self.two)  # of a slide it does not matter where its axis lies
        if self.one.prismatic:
            self.rows = normal_basis(self.one.h)
        else:
            self.rows = (self.one.h, (self.o2 - self.o1) / length)

    def known(self, y: Array) -> tuple[Array, Array]:
        """Return what the two functionals of e^{ξ₂q₂}x − o₂ must equal; y = x − o₂ gives its length."""
        a, b = self.rows
        d = self.t - self.o2
        if self.one.prismatic:
            return dot(a, d), dot(b, d)
        e, s = self.t - self.o1, self.o2 - self.o1
        return dot(a, d), (dot(e, e) - dot(s, s) - dot(y, y)) / (2 * self.length)

    def rest(self, x: Array) -> tuple[Array, Array, Array]:
        """Return r(q₃) = known − the part that does not rotate, and y = x − o₂; joint 2 rotates."""
        y = x - self.o2
        along = dot(y, self.two.h)
        a, b = self.rows
        k, l = self.known(y)
        return k - dot(a, self.two.h) * along, l - dot(b, self.two.h) * along, y

    def matrix(self) -> tuple[Array, Array, Array, Array, Array]:
        """M in the plane across h₂, row by row, and its determinant."""
        e, f = normal_basis(self.two.h)
        a, b = self.rows
        M = dot(a, e), dot(a, f), dot(b, e), dot(b, f)
        return (*M, M[0] * M[3] - M[1] * M[2])

    def regular(self) -> Array:
        return np.abs(self.matrix()[4]) > GEOMETRY

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
        """Return the equation of q₃ if joint 2 rotates."""
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
        """Return the equation of q₃ if joint 2 slides: normal to both slides, or the right distance, or the right height."""
        h1, h2 = self.one.h, self.two.h
        if self.one.prismatic:
            return dot(cross(h1, h2), self.t - x)
        lean = dot(h1, h2)
        height = dot(h1, self.t - x)
        y = (x - self.o1) + (height / np.where(np.abs(lean) > GEOMETRY, lean, 1.0))[..., None] * h2
        e = self.t - self.o1
        return np.where(np.abs(lean) > GEOMETRY, dot(y, y) - dot(e, e), height)

    def second(self, x: Array) -> Array:
        """Candidates q₂, `(B, K, 2)`, once joint 3 has brought the point to x."""
        if self.two.prismatic:
            return self._slide(x)
        a, b, c, d, D = self.matrix()
        r, s, y = self.rest(x)
        e, f = normal_basis(self.two.h)
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
            one = dot(slope, self.t - x) / np.maximum(dot(slope, slope), SLOPE_ZERO)
            return np.stack([one, np.full_like(one, np.nan)], axis=-1)
        y, e = x - self.o1, self.t - self.o1
        return quadratic(np.ones(y.shape[:-1]), 2 * dot(y, h2), dot(y, y) - dot(e, e))


def _first(one: Screw, x: Array, t: Array) -> Array:
    """q₁ from e^{ξ₁q₁} x = t."""
    if one.prismatic:
        return dot(one.h, t - x)
    return angle_from(one.h, x - one.o, t - one.o)
