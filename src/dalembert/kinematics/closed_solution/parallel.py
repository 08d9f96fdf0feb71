"""All solutions of an arm with three consecutive parallel turning axes, wherever they sit.

Three parallel axes move a body in a plane: they keep their direction h and all heights along it. With the loop opened
after them, e^{a} e^{b} e^{c} · (planar motion) = G, that says, for joints a, b, c of the rest of the arm,

    R_a R_b R_c h = R_G h,      hᵀ(e^{−c} e^{−b} e^{−a} G x − x) = 0  for one point x, taken with G x on axis a

Dotting the first with h_b, and putting it into the second, removes q_b: two equations linear in (cos, sin) of q_a and
of q_c, that is a quartic. [elias2025, subproblem 6]. What is left is a planar arm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.kinematics.chain import Chain, Screw, feet
from dalembert.kinematics.closed_solution.position import positions
from dalembert.kinematics.closed_solution.trigonometric import linear, roots
from dalembert.kinematics.closed_solution.wrist import turned
from dalembert.kinematics.rotation import Array, angle_about, angle_from, cross, dot, times, turn


@dataclass(frozen=True)
class Parallel:
    """Joints first, first + 1, first + 2 have parallel axes; one to three joints are elsewhere."""

    first: int

    def solve(self, chain: Chain, R: Array, p: Array) -> Array:
        """Candidates `(B, K, n)` for displacements G = (R, p) from home."""
        i, n = self.first, len(chain)
        loop = chain.opened((i + 3) % n, R, p)
        h = np.broadcast_to(loop[-3].h, p.shape)
        others = _others(loop[: n - 3], h, R, p, chain.length)  # (B, K, n − 3), in the order of the loop
        q_after, q_before = others[..., : n - 3 - i], others[..., n - 3 - i :]
        before, triple, after = chain.screws[:i], chain.screws[i : i + 3], chain.screws[i + 3 :]
        planar = _planar(triple, before, q_before, after, q_after, R, p, chain.length)  # (B, K, 2, 3)
        ends = [np.broadcast_to(x[:, :, None], (*planar.shape[:-1], x.shape[-1])) for x in (q_before, q_after)]
        return np.concatenate([ends[0], planar, ends[1]], axis=-1).reshape(len(p), -1, n)


def _others(joints: list[Screw], h: Array, R: Array, p: Array, length: float) -> Array:
    """q of the joints that are not parallel, `(B, K, 1 … 3)`."""
    goal = times(R, h)
    if len(joints) == 1:
        return angle_from(joints[0].h, h, goal)[:, None, None]
    a, b = joints[0], joints[1]
    if len(joints) == 2:  # h_b·h = (R_a h_b)·R_G h
        m, n, k = _wave(goal, a.h, b.h)
        qa = linear(m, n, dot(b.h, h) - k)
        b = b.wide
        return np.stack([qa, angle_from(b.h, h[:, None], turn(a.wide.h, -qa, goal[:, None]))], axis=-1)
    c = joints[2]
    on_a, on_b = feet(a, b)
    back = times(np.swapaxes(R, -1, -2), on_a - p)
    C1, S1, k1 = _wave(b.h, c.h, h)
    C2, S2, k2 = _wave((on_b - c.o) / length, c.h, h)
    A1, T1, l1 = _wave(goal, a.h, b.h)
    A2, T2, l2 = _wave(goal, a.h, (on_a - on_b) / length)
    known = (k1 - l1, k2 + l2 + (dot(h, c.o) - dot(h, back)) / length)
    qc, qa = _circles((C1, S1, C2, S2), (-A1, -T1, A2, T2), known)
    reached = turn(c.wide.h, qc, h[:, None])
    qb = angle_from(b.wide.h, reached, turn(a.wide.h, -qa, goal[:, None]))
    return np.stack([qa, qb, qc], axis=-1)


def _wave(u: Array, h: Array, v: Array) -> tuple[Array, Array, Array]:
    """u·rot(h, θ)v = C cos θ + S sin θ + k."""
    k = dot(u, h) * dot(h, v)
    return dot(u, v) - k, dot(u, cross(h, v)), k


Pair = Sequence[Array]


def _circles(C: Pair, A: Pair, k: tuple[Array, Array]) -> tuple[Array, Array]:
    """(q_c, q_a), `(B, 4)` each, of C (cos q_c, sin q_c) + A (cos q_a, sin q_a) + k = 0, two equations.

    The unknown with the better determinant is eliminated: w = −C⁻¹(A u + k), |w| = 1.
    """
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


def _planar(
    triple: tuple[Screw, ...],
    before: tuple[Screw, ...],
    q_before: Array,
    after: tuple[Screw, ...],
    q_after: Array,
    R: Array,
    p: Array,
    length: float,
) -> Array:
    """The three parallel joints, `(B, K, 2, 3)`: two carry a point of the third axis, the third makes the angle."""
    A, B = turned(before, q_before), turned(after, q_after)
    W = np.swapaxes(A, -1, -2) @ R[:, None] @ np.swapaxes(B, -1, -2)
    x, _, z = triple
    goal = np.broadcast_to(z.o, (*W.shape[:-2], 3))
    goal = _undo(after, q_after, goal)
    goal = times(R[:, None], goal) + p[:, None]
    goal = _undo(before, q_before, goal)
    flat = goal.reshape(-1, 3)
    two = positions(triple[:2], np.broadcast_to(z.o, flat.shape), flat, length).reshape(*goal.shape[:-1], -1, 2)
    sign = [float(np.sign(dot(x.h, s.h))) for s in triple]
    third = sign[2] * (angle_about(x.h, W)[..., None] - sign[0] * two[..., 0] - sign[1] * two[..., 1])
    return np.concatenate([two, third[..., None]], axis=-1)


def _undo(joints: tuple[Screw, ...], q: Array, x: Array) -> Array:
    """(e^{ξ₁q₁} … e^{ξₘqₘ})⁻¹ x."""
    for k, joint in enumerate(joints):
        x = joint.move(-q[..., k], x)
    return x
