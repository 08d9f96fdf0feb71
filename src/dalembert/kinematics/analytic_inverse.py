"""Analytic inverse kinematics: compute all solutions for an arm whose joint axes have a known structure.

In a `Wrist` structure, one to three consecutive axes intersect in a point c. At most three other joints remain, and
only these joints move c:

    e^{before} … c … e^{after} = G   →   e^{after} · e^{before'} G⁻¹c = c,   before' = before moved by G⁻¹

The wrist joints then produce the remaining rotation. [pieper1968], [murray1994, §3.3] This structure includes SCARA,
cylindrical and spherical arms, and 6R arms with a spherical wrist. The structure also covers planar arms, in which the
last axis is the wrist.

In a `Parallel` structure, three consecutive axes have the same direction h. The arm has two or three other joints: a, b
and c. The three parallel joints move a body in a plane, so that its height along h is constant. With the loop opened
after these joints, e^{a} e^{b} e^{c} · (planar motion) = G, it follows that

    R_a R_b R_c h = R_G h,      hᵀ(e^{−c} e^{−b} e^{−a} G x − x) = 0  for a point x with G x on axis a

To eliminate q_b, the dot product of the first equation with h_b is inserted into the second equation. The result is two
equations that are linear in the sines and cosines of q_a and q_c. These equations lead to a quartic [elias2025,
subproblem 6]. The inverse kinematics of the three parallel joints are those of a planar arm.

In a `Point` structure, the target is a position, and the arm has at most three joints.

A structure is accepted only if its solver recovers random configurations from their poses. Redundant and degenerate
arms (four parallel axes, two collinear axes) match a structure but fail this test. Newton steps q ← q + J⁺e refine each
candidate until the error twist e is below the tolerance. Finally, duplicate solutions are removed, and joint limits are
applied.

The subproblems below have closed-form solutions, which are computed for arrays of targets. [murray1994, §3.3],
[pieper1968]

Trigonometric equations have the following solutions. Nonexistent roots are returned as NaN.

    a cos θ + b sin θ = c           θ = atan2(b, a) ± acos(c/√(a² + b²))
    Σ_{|m| ≤ 2} f_m e^{imθ} = 0     a quartic in z = e^{iθ}; real angles are the roots on the unit circle

With x = L tan(θ/2), a degree-4 polynomial F(x) in a length x becomes a trigonometric polynomial of order 2 in θ,
F(x) cos⁴(θ/2).

The orientation problem is rot(h₁, q₁) rot(h₂, q₂) rot(h₃, q₃) = W for up to three intersecting axes. For any three
axes, h₁ᵀ W h₃ = h₁ᵀ rot(h₂, q₂) h₃ gives two values of q₂. Then W h₃ gives q₁, and Wᵀ h₁ gives q₃. If h₁ and the
rotated h₃ are collinear, only q₁ ± q₃ is determined, and q₁ is set to 0.

The position problem is e^{ξ₁q₁} e^{ξ₂q₂} e^{ξ₃q₃} p = t for up to three joints. Two quantities that do not depend on
joint 1 give two equations in q₂ and q₃, with x = e^{ξ₃q₃} p. If joint 1 is revolute, these quantities are hᵀ(·) and the
distance from a point on the joint axis. If joint 1 is prismatic, these quantities are the two components normal to the
joint axis. If joint 2 is revolute, both equations are linear in w, the part of e^{ξ₂q₂}x − o₂ normal to h₂: M w = r(q₃)
with |w| = |w at q₂ = 0|:

    M regular:    |M⁻¹ r(q₃)|² = |w₀(q₃)|²      a quartic in tan(q₃/2), then one q₂        [pieper1968]
    M singular:   nᵀ r(q₃) = 0                  (parallel or intersecting axes 1, 2), then two q₂

If joint 2 is prismatic, one equation is linear and the other is quadratic in q₂. Together, these cases cover every
combination of revolute and prismatic joints. The caller rejects candidates that solve only some of the equations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from dalembert.kinematics.chain import Chain, Screw, chain, common_normal, common_point, parallel
from dalembert.kinematics.configuration import apart, moved
from dalembert.kinematics.task import Manipulator, PoseTarget, error_size
from dalembert.mechanism.loops import neutral
from dalembert.robot.model import Robot, cached
from dalembert.spatial.rotation import (
    Array,
    angle_about,
    angle_from,
    cross,
    dot,
    matvec,
    normal_basis,
    rotate,
    rotation,
    wrapped,
)
from dalembert.tolerance import (
    DOUBLE_ROOT,
    GEOMETRY,
    LOST_DIRECTION,
    MEETING_AXES,
    QUARTIC_ZERO,
    ROOT_SLACK,
    SAME_POSE,
    SLOPE_ZERO,
    SOLVED_POSE,
)

_SAMPLES = 2 * np.pi * np.arange(5) / 5  # no sample at π, which corresponds to infinite length


def linear(a: Array, b: Array, c: Array) -> Array:
    """Solve a cos θ + b sin θ = c for θ, and return both solutions, `(…, 2)`."""
    size = np.hypot(a, b)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = c / size
    ratio = np.where(np.abs(ratio) <= 1 + ROOT_SLACK, np.clip(ratio, -1, 1), np.nan)
    spread = np.arccos(ratio)
    middle = np.arctan2(b, a)
    return np.stack([middle - spread, middle + spread], axis=-1)


def quadratic(a: Array, b: Array, c: Array) -> Array:
    """Solve a x² + b x + c = 0 with a > 0, and return both solutions x, `(…, 2)`."""
    D = b * b - 4 * a * c
    edge = ROOT_SLACK * (b * b + np.abs(4 * a * c))
    root = np.sqrt(np.where(edge + D >= 0, np.maximum(D, 0), np.nan))
    return np.stack([(-b - root) / (2 * a), (-b + root) / (2 * a)], axis=-1)


def roots(F: Callable[[Array], Array], prismatic: bool, scale: Array) -> Array:
    """Compute all real roots x of F(x) = 0, `(B, 4)`.

    F is a trigonometric polynomial of order 2 or a polynomial of degree 4 in a length.

    F maps an array `(B, K)` to an array `(B, K)`. `scale`, of shape `(B,)`, is a typical length.
    """
    L = scale[:, None]
    if prismatic:
        values = F(L * np.tan(_SAMPLES / 2)) * np.cos(_SAMPLES / 2) ** 4
    else:
        values = F(np.broadcast_to(_SAMPLES, (len(scale), 5)))
    angles = order_two(np.fft.fft(values) / 5)
    return L * np.tan(angles / 2) if prismatic else angles


def order_two(f: Array) -> Array:
    """Compute the real roots of Σ f_m e^{imθ}, `(B, 4)`.

    The coefficients f are f₀ f₁ f₂ f₋₂ f₋₁, from a Fourier transform of five samples.
    """
    size = np.max(np.abs(f), axis=1)
    result = np.full((len(f), 4), np.nan)
    flat = np.abs(f[:, 2]) <= QUARTIC_ZERO * size
    if np.any(flat):
        g = f[flat]
        result[flat, :2] = linear(2 * g[:, 1].real, -2 * g[:, 1].imag, -g[:, 0].real)
    if not np.all(flat):
        result[~flat] = _quartic(f[~flat])
    return result


def _quartic(f: Array) -> Array:
    """Find the roots of f₂z⁴ + f₁z³ + f₀z² + f₋₁z + f₋₂ on the unit circle, as eigenvalues of the companion matrix."""
    companion = np.zeros((len(f), 4, 4), dtype=complex)
    companion[:, 1:, :3] = np.eye(3)
    companion[:, :, 3] = -f[:, [3, 4, 0, 1]] / f[:, 2:3]
    z = np.linalg.eigvals(companion)
    on_circle = np.abs(np.abs(z) - 1) < DOUBLE_ROOT  # a double root is inexact
    return np.where(on_circle, np.angle(z), np.nan)


def orientations(axes: Sequence[Array], W: Array) -> Array:
    """Compute candidate angles such that the product of the rotations is W.

    The result has shape `(…, 2, 3)`, `(…, 1, 2)` or `(…, 1, 1)` for three, two or one axes.
    """
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
    """Compute candidate values of m ≤ 3 joints that move point p to t, `(B, K, m)`. Both points have shape `(B, 3)`.

    Missing candidates are NaN.
    """
    if not joints:
        return np.zeros((len(t), 1, 0))
    p = p[:, None]
    if len(joints) == 1:
        return _first_joint(joints[0].wide, p, t[:, None])[..., None]
    third = joints[2] if len(joints) == 3 else None
    before = _JointPair(joints[0], joints[1], t[:, None], length)
    q3 = before.third(third, p)  # (B, K)
    x = p if third is None else third.wide.move(q3, p)
    q2 = before.second(x)  # (B, K, 2)
    moved = joints[1].wide.wide.move(q2, x[:, :, None])
    q1 = _first_joint(joints[0].wide.wide, moved, t[:, None, None])
    parts = [q1, q2] if third is None else [q1, q2, np.broadcast_to(q3[..., None], q2.shape)]
    return np.stack(parts, axis=3).reshape(len(t), 2 * q2.shape[1], len(joints))


class _JointPair:
    """Equations for joints 2 and 3 after elimination of joint 1, for targets `(B, 1, 3)`."""

    def __init__(self, one: Screw, two: Screw, t: Array, length: float) -> None:
        self.one, self.two, self.t, self.length = one.wide, two.wide, t, length
        self.o1, self.o2 = common_normal(self.one, self.two)  # the position of a prismatic axis has no effect
        if self.one.prismatic:
            self.rows = normal_basis(self.one.h)
        else:
            self.rows = (self.one.h, (self.o2 - self.o1) / length)
        self.plane = normal_basis(self.two.h)
        self.M = [dot(row, e) for row in self.rows for e in self.plane]  # 2×2, in the plane normal to h₂
        self.D = _det(self.M)
        self.regular = np.abs(self.D) > GEOMETRY
        a, b, c, d = self.M
        self.first = np.hypot(a, b) >= np.hypot(c, d)  # whether the first row of M is larger

    def rest(self, x: Array) -> tuple[Array, Array, Array, Array]:
        """Return r(q₃) and the components of y = x − o₂ normal to h₂, for a revolute joint 2.

        Two quantities of the vector e^{ξ₂q₂}x − o₂, which has the same length as y, do not depend on joint 1. r(q₃)
        contains the required values of these quantities, minus the part that joint 2 does not rotate.
        """
        y = x - self.o2
        along = dot(y, self.two.h)
        a, b = self.rows
        d = self.t - self.o2
        k, l = dot(a, d), dot(b, d)
        if not self.one.prismatic:
            e, s = self.t - self.o1, self.o2 - self.o1
            l = (dot(e, e) - dot(s, s) - dot(y, y)) / (2 * self.length)
        k, l = k - dot(a, self.two.h) * along, l - dot(b, self.two.h) * along
        return k, l, dot(y, self.plane[0]), dot(y, self.plane[1])

    def third(self, joint: Screw | None, p: Array) -> Array:
        """Compute candidate values of q₃, `(B, K)`."""
        if joint is None:
            return np.zeros((len(p), 1))
        scale = np.linalg.norm(self.t - p, axis=-1)[:, 0] + self.length
        wide, equation = joint.wide, self._slid if self.two.prismatic else self._turning
        return roots(lambda q3: equation(wide.move(q3, p)), joint.prismatic, scale)

    def _turning(self, x: Array) -> Array:
        """Evaluate the equation for q₃ if joint 2 is revolute."""
        a, b, c, d = self.M
        r, s, u, v = self.rest(x)
        w = (d * r - b * s) ** 2 + (a * s - c * r) ** 2
        whole = w - self.D**2 * (u**2 + v**2)
        # left null vector of a singular M, from its larger row
        both = a * c + b * d
        k = np.where(self.first, both, -(c * c + d * d))
        l = np.where(self.first, -(a * a + b * b), both)
        return np.asarray(np.where(self.regular, whole, k * r + l * s))

    def _slid(self, x: Array) -> Array:
        """Evaluate the equation for q₃ if joint 2 is prismatic.

        The equation is based on the common normal of two prismatic joints, on a distance or on a height.
        """
        h1, h2 = self.one.h, self.two.h
        if self.one.prismatic:
            return dot(cross(h1, h2), self.t - x)
        lean = dot(h1, h2)
        leans = np.abs(lean) > GEOMETRY
        height = dot(h1, self.t - x)
        y = (x - self.o1) + (height / np.where(leans, lean, 1.0))[..., None] * h2
        e = self.t - self.o1
        return np.where(leans, dot(y, y) - dot(e, e), height)

    def second(self, x: Array) -> Array:
        """Compute candidate values of q₂, `(B, K, 2)`, for the position x of the point after the motion of joint 3."""
        if self.two.prismatic:
            return self._slide(x)
        a, b, c, d = self.M
        r, s, u, v = self.rest(x)
        safe = np.where(self.regular, self.D, 1.0)
        wx, wy = (d * r - b * s) / safe, (a * s - c * r) / safe
        one = np.arctan2(wy, wx) - np.arctan2(v, u)
        m = np.where(self.first, a, c)
        n = np.where(self.first, b, d)
        k = np.where(self.first, r, s)
        # m·(u cos − v sin) + n·(u sin + v cos) = k
        two = linear(m * u + n * v, n * u - m * v, k)
        regular = np.broadcast_to(self.regular, one.shape)[..., None]
        single = np.stack([one, np.full_like(one, np.nan)], axis=-1)
        return np.where(regular, single, two)

    def _slide(self, x: Array) -> Array:
        h1, h2 = self.one.h, self.two.h
        if self.one.prismatic:
            slope = h2 - dot(h1, h2)[..., None] * h1
            one = dot(slope, self.t - x) / np.maximum(dot(slope, slope), SLOPE_ZERO)
            return np.stack([one, np.full_like(one, np.nan)], axis=-1)
        y, e = x - self.o1, self.t - self.o1
        return quadratic(np.ones(1), 2 * dot(y, h2), dot(y, y) - dot(e, e))


def _first_joint(one: Screw, x: Array, t: Array) -> Array:
    """Solve e^{ξ₁q₁} x = t for q₁."""
    if one.prismatic:
        return dot(one.h, t - x)
    return angle_from(one.h, x - one.o, t - one.o)


@dataclass(frozen=True)
class Wrist:
    """Arm in which the axes of joints first, …, first + size − 1 intersect in a point."""

    first: int
    size: int

    def solve(self, chain: Chain, R: Array, p: Array) -> Array:
        """Compute candidate configurations `(B, K, n)` for displacements G = (R, p) from the home pose."""
        i, j = self.first, self.first + self.size
        before, after = chain.screws[:i], chain.screws[j:]
        c = np.broadcast_to(common_point(chain.screws[i:j])[0], p.shape)
        carried = [s.under(R, p) for s in after]
        found = -positions([*before[::-1], *carried[::-1]], matvec(R, c) + p, c, chain.length)
        q_before, q_after = found[..., :i][..., ::-1], found[..., i:][..., ::-1]
        W = _rest(before, q_before, R, after, q_after)
        return _spread(q_before, orientations([s.h for s in chain.screws[i:j]], W), q_after)


@dataclass(frozen=True)
class Point:
    """Arm in which at most three joints move the origin of the frame. The orientation of the frame is arbitrary."""

    def solve(self, chain: Chain, R: Array, p: Array) -> Array:
        """Compute candidate configurations `(B, K, n)` for displacements G = (R, p) from the home pose."""
        del self
        start = np.broadcast_to(chain.home[:3, 3], p.shape)
        return positions(chain.screws, start, matvec(R, start) + p, chain.length)


def turned(joints: Sequence[Screw], q: Array) -> Array:
    """Compute the product of the joint rotations, `(…, 3, 3)`."""
    product = np.broadcast_to(np.eye(3), (*q.shape[:-1], 3, 3))
    for k, joint in enumerate(joints):
        if not joint.prismatic:
            product = product @ rotation(joint.h, q[..., k])
    return product


def _rest(before: Sequence[Screw], q_before: Array, R: Array, after: Sequence[Screw], q_after: Array) -> Array:
    """Compute the rotation that the joints between two parts of the arm must produce, `(B, K, 3, 3)`."""
    A, B = turned(before, q_before), turned(after, q_after)
    return np.swapaxes(A, -1, -2) @ R[:, None] @ np.swapaxes(B, -1, -2)


def _spread(q_before: Array, q_between: Array, q_after: Array) -> Array:
    """Combine each of K candidates for the outer joints, `(B, K, ·)`, with its L candidates for the inner joints.

    The result is an array `(B, K L, n)`.
    """
    outer = [np.broadcast_to(x[:, :, None], (*q_between.shape[:-1], x.shape[-1])) for x in (q_before, q_after)]
    every = np.concatenate([outer[0], q_between, outer[1]], axis=3)
    return every.reshape(len(every), every.shape[1] * every.shape[2], every.shape[3])


@dataclass(frozen=True)
class Parallel:
    """Arm in which joints first, first + 1 and first + 2 have parallel axes. The arm has two or three other joints."""

    first: int

    def solve(self, chain: Chain, R: Array, p: Array) -> Array:
        """Compute candidate configurations `(B, K, n)` for displacements G = (R, p) from the home pose."""
        i, n = self.first, len(chain)
        loop = chain.opened((i + 3) % n, R, p)
        h = np.broadcast_to(loop[-3].h, p.shape)
        others = _others(loop[: n - 3], h, R, p, chain.length)  # (B, K, n − 3), in loop order
        q_after, q_before = others[..., : n - 3 - i], others[..., n - 3 - i :]
        before = chain.screws[:i]
        triple = chain.screws[i : i + 3]
        after = chain.screws[i + 3 :]
        W = _rest(before, q_before, R, after, q_after)
        x, _, z = triple
        # two joints move a point on the third axis to its target, and the third joint sets the orientation
        point = np.broadcast_to(z.o, (*W.shape[:-2], 3))
        goal = _undo(before, q_before, matvec(R[:, None], _undo(after, q_after, point)) + p[:, None])
        flat = goal.reshape(-1, 3)
        two = positions(triple[:2], np.broadcast_to(z.o, flat.shape), flat, chain.length)
        two = two.reshape(*goal.shape[:-1], -1, 2)
        sign = [float(np.sign(dot(x.h, s.h))) for s in triple]
        third = sign[2] * (angle_about(x.h, W)[..., None] - sign[0] * two[..., 0] - sign[1] * two[..., 1])
        planar = np.concatenate([two, third[..., None]], axis=-1)  # (B, K, 2, 3)
        return _spread(q_before, planar, q_after)


def _others(joints: list[Screw], h: Array, R: Array, p: Array, length: float) -> Array:
    """Compute candidate values of the joints that are not parallel, `(B, K, 2)` or `(B, 4, 3)`."""
    goal = matvec(R, h)
    a, b = joints[0], joints[1]
    if len(joints) == 2:  # h_b·h = (R_a h_b)·R_G h
        m, n, k = _wave(goal, a.h, b.h)
        qa = linear(m, n, dot(b.h, h) - k)
        b = b.wide
        return np.stack([qa, angle_from(b.h, h[:, None], rotate(a.wide.h, -qa, goal[:, None]))], axis=2)
    c = joints[2]
    on_a, on_b = common_normal(a, b)
    back = matvec(np.swapaxes(R, -1, -2), on_a - p)
    C1, S1, k1 = _wave(b.h, c.h, h)
    C2, S2, k2 = _wave((on_b - c.o) / length, c.h, h)
    A1, T1, l1 = _wave(goal, a.h, b.h)
    A2, T2, l2 = _wave(goal, a.h, (on_a - on_b) / length)
    known = (k1 - l1, k2 + l2 + (dot(h, c.o) - dot(h, back)) / length)
    qc, qa = _circles((C1, S1, C2, S2), (-A1, -T1, A2, T2), known)
    reached = rotate(c.wide.h, qc, h[:, None])
    qb = angle_from(b.wide.h, reached, rotate(a.wide.h, -qa, goal[:, None]))
    return np.stack([qa, qb, qc], axis=2)


def _wave(u: Array, h: Array, v: Array) -> tuple[Array, Array, Array]:
    """Compute the coefficients C, S and k in u·rot(h, θ)v = C cos θ + S sin θ + k."""
    k = dot(u, h) * dot(h, v)
    return dot(u, v) - k, dot(u, cross(h, v)), k


Pair = Sequence[Array]


def _circles(C: Pair, A: Pair, k: tuple[Array, Array]) -> tuple[Array, Array]:
    """Solve C (cos q_c, sin q_c) + A (cos q_a, sin q_a) + k = 0 for q_c and q_a, `(B, 4)` each.

    The function eliminates the unknown whose matrix has the larger determinant: w = −C⁻¹(A u + k), |w| = 1. If both
    matrices are singular, as for a UR arm whose tool points straight down, C is changed slightly. Newton steps later
    remove the effect of this change.
    """
    faint = np.where(np.maximum(np.abs(_det(A)), np.abs(_det(C))) < GEOMETRY, GEOMETRY, 0.0)
    C = (C[0] - faint * C[3], C[1] + faint * C[2], C[2], C[3])
    swap = np.abs(_det(A)) > np.abs(_det(C))
    c = [np.where(swap, y, x)[:, None] for x, y in zip(C, A, strict=True)]
    a = [np.where(swap, x, y)[:, None] for x, y in zip(C, A, strict=True)]
    D = _det(c)

    def solved(q: Array) -> tuple[Array, Array]:
        r = a[0] * np.cos(q) + a[1] * np.sin(q) + k[0][:, None]
        s = a[2] * np.cos(q) + a[3] * np.sin(q) + k[1][:, None]
        return -(c[3] * r - c[1] * s), -(c[0] * s - c[2] * r)

    def length(q: Array) -> Array:
        x, y = solved(q)
        return np.asarray(x * x + y * y - D * D)

    free = roots(length, False, np.ones(len(D)))
    x, y = solved(free)
    other = np.arctan2(y * np.sign(D), x * np.sign(D))
    return np.where(swap[:, None], free, other), np.where(swap[:, None], other, free)


def _det(M: Pair) -> Array:
    return np.asarray(M[0] * M[3] - M[1] * M[2])


def _undo(joints: tuple[Screw, ...], q: Array, x: Array) -> Array:
    """Compute (e^{ξ₁q₁} … e^{ξₘqₘ})⁻¹ x."""
    for k, joint in enumerate(joints):
        x = joint.move(-q[..., k], x)
    return x


_TRIALS = 6


Structure: TypeAlias = Wrist | Parallel | Point  # each lists candidates for displacements from the home pose


@cached
def structure(robot: Robot, frame: str | None, position: bool) -> Structure | None:
    """Find a structure with closed-form inverse kinematics for the arm from the ground to a frame.

    Return None if no known structure matches.
    """
    arm = Manipulator(robot, frame, chain(robot, frame))
    patterns = _patterns(arm.chain, position) if arm.chain.serial else ()
    return next((x for x in patterns if _is_verified(arm, x)), None)


def _patterns(arm: Chain, position: bool) -> Iterator[Structure]:
    n = len(arm)
    for size in () if position else (3, 2, 1):
        for first in reversed(range(n - size + 1)):
            run = arm.screws[first : first + size]
            if n - size <= 3 and common_point(run)[1] <= MEETING_AXES * arm.length:
                yield Wrist(first, size)
    for first in () if position else range(n - 2):
        run = arm.screws[first : first + 3]
        if 5 <= n <= 6 and parallel(run, MEETING_AXES):
            yield Parallel(first)
    if 0 < n <= 3:
        yield Point()


def _is_verified(arm: Manipulator, look: Structure) -> bool:
    """Check whether the structure recovers random configurations from their poses."""
    rng = np.random.default_rng(7)
    sliding = np.array([s.prismatic for s in arm.chain.screws])
    q = rng.uniform(-3, 3, (_TRIALS, len(arm.chain))) * np.where(sliding, arm.length / 3, 1.0)
    whole = np.tile(neutral(arm.robot), (_TRIALS, 1))
    whole[:, arm.chain.entries] = q
    found = look.solve(arm.chain, *displacement(arm.chain, arm.pose(whole)))
    off = np.where(sliding, found - q[:, None], wrapped(found - q[:, None]))
    return bool((np.abs(np.nan_to_num(off, nan=np.inf)).max(axis=2).min(axis=1) < _HOPELESS).all())


def displacement(arm: Chain, T: Array) -> tuple[Array, Array]:
    """Compute the displacement G = T T(0)⁻¹ from the home pose as (R, p), `(B, 3, 3)` and `(B, 3)`."""
    R = T[:, :3, :3] @ arm.home[:3, :3].T
    return R, T[:, :3, 3] - R @ arm.home[:3, 3]


_HOPELESS = 1e-2  # a candidate with a larger error solves only some of the equations
_STEPS = 6
_LONGEST = 0.3  # largest Newton step, so that a step near a singularity does not lose the candidate


def solutions(arm: Manipulator, goal: PoseTarget, Q: Array, tolerance: float) -> Array:
    """Select the distinct solutions among candidates `(B, K, n)`, as an array `(B, k, n)` padded with rows of NaN."""
    Q = np.where(arm.turning, wrapped(Q), Q)
    Q, off = polished(arm, goal, Q, tolerance)
    Q, good = np.where(arm.turning, wrapped(Q), Q), off <= tolerance
    return packed(Q, good & ~_repeated(arm, Q, good))


def polished(arm: Manipulator, goal: PoseTarget, Q: Array, tolerance: float) -> tuple[Array, Array]:
    """Refine candidates with Newton steps, and return the refined candidates with their errors, `(B, K)`."""
    B, K, n = Q.shape
    flat = Q.reshape(B * K, n).copy()
    row = np.repeat(np.arange(B), K)
    off = np.full(B * K, np.inf)
    todo = np.flatnonzero(np.isfinite(flat).all(axis=1))
    for step in range(_STEPS + 1):
        e = goal.of(row[todo]).error(arm.pose(flat[todo]))
        off[todo] = size = error_size(e, arm.length)
        rough = (size > tolerance / 100) & (size < _HOPELESS * (10 if step else 1))
        todo, e = todo[rough], e[rough]
        if step == _STEPS or not len(todo):
            break
        J = arm.jacobian(flat[todo])[:, goal.rows]
        move = np.einsum("bij,bj->bi", np.linalg.pinv(J, rcond=LOST_DIRECTION), e)
        move /= np.maximum(np.abs(move).max(axis=1, keepdims=True) / _LONGEST, 1.0)
        flat[todo] = moved(arm.robot, flat[todo], move)
    return flat.reshape(Q.shape), off.reshape(B, K)


def packed(Q: Array, good: Array) -> Array:
    """Move the valid rows to the front.

    The number of rows is the largest number of solutions for any target, or 1 if no target has a solution.
    """
    order = np.argsort(~good, axis=1, kind="stable")
    most = good.sum(axis=1).max(initial=1)
    Q = np.where(good[..., None], Q, np.nan)
    return np.take_along_axis(Q, order[..., None], axis=1)[:, :most]


def stacked(parts: list[Array], nq: int) -> Array:
    """Concatenate the solutions for the parts of a batch into an array `(B, k, nq)`, padded with rows of NaN."""
    most = max((x.shape[1] for x in parts), default=0)
    rows = np.cumsum([0, *map(len, parts)])
    Q = np.full((rows[-1], most, nq), np.nan)
    for first, part in zip(rows[:-1], parts, strict=True):
        Q[first : first + len(part), : part.shape[1]] = part
    return Q


def _repeated(arm: Manipulator, Q: Array, good: Array) -> Array:
    """Mark the rows that repeat an earlier valid row. Angles are compared modulo 2π."""
    again = np.zeros(good.shape, dtype=bool)
    for k in range(1, Q.shape[1]):
        d = apart(arm.robot, np.broadcast_to(Q[:, k : k + 1], Q[:, :k].shape), Q[:, :k]) / arm.unit
        near = np.abs(np.nan_to_num(d, nan=np.inf)).max(axis=2) < SAME_POSE
        again[:, k] = (near & good[:, :k]).any(axis=1)
    return again


def within(Q: Array, lower: Array, upper: Array, turning: Array, near: Array) -> Array:
    """Shift angles by multiples of 2π into the joint limits, as close to `near` as possible.

    Rows that cannot satisfy the limits become NaN.
    """
    circle = 2 * np.pi
    low, high = np.ceil((lower - SOLVED_POSE - Q) / circle), np.floor((upper + SOLVED_POSE - Q) / circle)
    turns = np.clip(np.round((near - Q) / circle), low, high)
    Q = np.where(turning, Q + circle * turns, Q)
    inside = np.all((lower - Q <= SOLVED_POSE) & (Q - upper <= SOLVED_POSE), axis=-1)
    return np.where(inside[..., None], np.clip(Q, lower, upper), np.nan)


def nearest(Q: Array, near: Array) -> Array:
    """For each target, select the solution nearest to `near`, `(B, n)`.

    The result is NaN for targets without a solution.
    """
    distance = np.nan_to_num(((Q - near[:, None]) ** 2).sum(axis=2), nan=np.inf)
    best = np.argmin(distance, axis=1)
    return np.take_along_axis(Q, best[:, None, None], axis=1)[:, 0]
