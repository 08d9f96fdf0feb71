"""Analytic inverse kinematics: every solution of arms whose axes have a known structure.

`Wrist`: one to three consecutive axes meet in a point c, with at most three other joints. Only those move c:

    e^{before} … c … e^{after} = G   →   e^{after} · e^{before'} G⁻¹c = c,   before' = before moved by G⁻¹

The wrist then makes the remaining rotation.  [pieper1968], [murray1994, §3.3]
Planar arms with the last axis as wrist, SCARA, cylindrical and spherical arms and 6R arms with a spherical wrist are all
this case.

`Parallel`: three consecutive parallel axes of direction h, with at most three other joints a, b, c. Three parallel axes
move a body in a plane and keep its heights along h. With the loop opened after them,
e^{a} e^{b} e^{c} · (planar motion) = G, this says

    R_a R_b R_c h = R_G h,      hᵀ(e^{−c} e^{−b} e^{−a} G x − x) = 0  for one point x, taken with G x on axis a

The dot product of the first with h_b, inserted into the second, removes q_b: two equations linear in (cos, sin) of q_a
and of q_c, that is a quartic [elias2025, subproblem 6]. A planar arm remains.

`Point`: a target that is a position, with at most three joints.

A structure counts only if it recovers random configurations from their poses: redundant and degenerate arms (four
parallel axes, two collinear axes) have the pattern and fail. Each candidate is refined on the robot itself,
q ← q + J⁺e with e the missing twist, until |e| is below the tolerance; duplicates are removed and limits applied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.kinematics.chain import Chain, Screw, common_normal, common_point, moving_chain, parallel
from dalembert.kinematics.configuration import moved, revolute, way, whole_turns
from dalembert.kinematics.rotation import Array, angle_about, angle_from, cross, dot, matvec, rotate, rotation, wrapped
from dalembert.kinematics.subproblem import linear, orientations, positions, roots
from dalembert.kinematics.task import PoseTarget
from dalembert.mechanism.loops import neutral
from dalembert.robot.model import Robot
from dalembert.tolerance import LOST_DIRECTION, MEETING_AXES, RANK, SAME_POSE, SOLVED_POSE


@dataclass(frozen=True)
class Wrist:
    """Joints first … first + size − 1 meet in a point."""

    first: int
    size: int

    def solve(self, chain: Chain, R: Array, p: Array) -> Array:
        """Candidates `(B, K, n)` for displacements G = (R, p) from home."""
        i, j = self.first, self.first + self.size
        before, after = chain.screws[:i], chain.screws[j:]
        c, _ = common_point(chain.screws[i:j])
        c = np.broadcast_to(c, p.shape)
        if len(before) > len(after):  # the joint that varies with the pose goes last
            carried = [s.under(R, p) for s in after]
            found = -positions([*before[::-1], *carried[::-1]], _moved(R, p, c), c, chain.length)
            q_before, q_after = found[..., :i][..., ::-1], found[..., i:][..., ::-1]
        else:
            back = np.swapaxes(R, -1, -2)
            shift = -matvec(back, p)
            carried = [s.under(back, shift) for s in before]
            found = positions([*after, *carried], _moved(back, shift, c), c, chain.length)
            q_after, q_before = found[..., : len(after)], found[..., len(after) :]
        A, B = turned(before, q_before), turned(after, q_after)
        W = np.swapaxes(A, -1, -2) @ R[:, None] @ np.swapaxes(B, -1, -2)
        q_wrist = orientations([s.h for s in chain.screws[i:j]], W)  # (B, K, L, size)
        spread = (*q_wrist.shape[:-1], -1)
        parts = [np.broadcast_to(x[:, :, None], (*spread[:-1], x.shape[-1])) for x in (q_before, q_after)]
        return np.concatenate([parts[0], q_wrist, parts[1]], axis=-1).reshape(len(p), -1, len(chain))


@dataclass(frozen=True)
class Point:
    """At most three joints move the frame's origin; the orientation is free."""

    def solve(self, chain: Chain, R: Array, p: Array) -> Array:
        """Candidates `(B, K, n)` for displacements G = (R, p) from home."""
        del self
        start = np.broadcast_to(chain.home[:3, 3], p.shape)
        return positions(chain.screws, start, _moved(R, p, start), chain.length)


def turned(joints: Sequence[Screw], q: Array) -> Array:
    """The product of the joints' rotations, `(…, 3, 3)`."""
    product = np.broadcast_to(np.eye(3), (*q.shape[:-1], 3, 3))
    for k, joint in enumerate(joints):
        if not joint.prismatic:
            product = product @ rotation(joint.h, q[..., k])
    return product


def _moved(R: Array, p: Array, x: Array) -> Array:
    return matvec(R, x) + p


@dataclass(frozen=True)
class Parallel:
    """Joints first, first + 1, first + 2 have parallel axes; there are one to three other joints."""

    first: int

    def solve(self, chain: Chain, R: Array, p: Array) -> Array:
        """Candidates `(B, K, n)` for displacements G = (R, p) from home."""
        i, n = self.first, len(chain)
        loop = chain.opened((i + 3) % n, R, p)
        h = np.broadcast_to(loop[-3].h, p.shape)
        others = _others(loop[: n - 3], h, R, p, chain.length)  # (B, K, n − 3), in the order of the loop
        q_after, q_before = others[..., : n - 3 - i], others[..., n - 3 - i :]
        before, triple, after = chain.screws[:i], chain.screws[i : i + 3], chain.screws[i + 3 :]
        planar = _planar_arm(triple, before, q_before, after, q_after, R, p, chain.length)  # (B, K, 2, 3)
        ends = [np.broadcast_to(x[:, :, None], (*planar.shape[:-1], x.shape[-1])) for x in (q_before, q_after)]
        return np.concatenate([ends[0], planar, ends[1]], axis=-1).reshape(len(p), -1, n)


def _others(joints: list[Screw], h: Array, R: Array, p: Array, length: float) -> Array:
    """Return q of the joints that are not parallel, `(B, K, 1 … 3)`."""
    goal = matvec(R, h)
    if len(joints) == 1:
        return angle_from(joints[0].h, h, goal)[:, None, None]
    a, b = joints[0], joints[1]
    if len(joints) == 2:  # h_b·h = (R_a h_b)·R_G h
        m, n, k = _wave(goal, a.h, b.h)
        qa = linear(m, n, dot(b.h, h) - k)
        b = b.wide
        return np.stack([qa, angle_from(b.h, h[:, None], rotate(a.wide.h, -qa, goal[:, None]))], axis=-1)
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


def _planar_arm(
    triple: tuple[Screw, ...],
    before: tuple[Screw, ...],
    q_before: Array,
    after: tuple[Screw, ...],
    q_after: Array,
    R: Array,
    p: Array,
    length: float,
) -> Array:
    """Return q of the three parallel joints, `(B, K, 2, 3)`: two place a point of the third axis, the third sets the angle."""
    A, B = turned(before, q_before), turned(after, q_after)
    W = np.swapaxes(A, -1, -2) @ R[:, None] @ np.swapaxes(B, -1, -2)
    x, _, z = triple
    goal = np.broadcast_to(z.o, (*W.shape[:-2], 3))
    goal = _undo(after, q_after, goal)
    goal = matvec(R[:, None], goal) + p[:, None]
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


_TRIALS = 6


class Structure(Protocol):
    """Something that lists candidates `(B, K, n)` for displacements (R, p) from home."""

    def solve(self, chain: Chain, R: Array, p: Array) -> Array: ...


def structure(robot: Robot, frame: str | None, position: bool) -> tuple[Chain, Structure | None]:
    """Return the chain to a frame and its closed solution."""
    key: Any = ("structure", frame, position)
    if key not in robot.kernels:
        arm = moving_chain(robot, frame)
        found = (
            next((x for x in _patterns(arm, position) if _is_verified(robot, frame, arm, x)), None)
            if arm.serial
            else None
        )
        robot.kernels[key] = (arm, found)
    known: tuple[Chain, Structure | None] = robot.kernels[key]
    return known


def _patterns(arm: Chain, position: bool) -> Iterator[Structure]:
    n = len(arm)
    if position:
        if 0 < n <= 3:
            yield Point()
        return
    for size in (3, 2, 1):
        for first in reversed(range(n - size + 1)):
            run = arm.screws[first : first + size]
            if n - size > 3 or any(s.prismatic for s in run):
                continue
            if any(parallel(run[k : k + 2], MEETING_AXES) for k in range(size - 1)):
                continue
            if common_point(run)[1] <= MEETING_AXES * arm.length:
                yield Wrist(first, size)
    for first in range(n - 2):
        run = arm.screws[first : first + 3]
        if 4 <= n <= 6 and not any(s.prismatic for s in arm.screws) and parallel(run, MEETING_AXES):
            yield Parallel(first)
    if 0 < n <= 3:
        yield Point()


def _is_verified(robot: Robot, frame: str | None, arm: Chain, look: Structure) -> bool:
    """Return whether random configurations are among the candidates of their poses."""
    rng = np.random.default_rng(7)
    sliding = np.array([s.prismatic for s in arm.screws])
    q = rng.uniform(-3, 3, (_TRIALS, len(arm))) * np.where(sliding, arm.length / 3, 1.0)
    whole = np.tile(neutral(robot), (_TRIALS, 1))
    whole[:, arm.entries] = q
    found = look.solve(arm, *displacement(arm, forward_kinematics(robot, whole, frame)))
    off = np.where(sliding, found - q[:, None], wrapped(found - q[:, None]))
    nearest = np.nanmin(np.max(np.abs(np.nan_to_num(off, nan=np.inf)), axis=-1), axis=-1)
    return bool(np.all(nearest < 1e-2))


def displacement(arm: Chain, T: Array) -> tuple[Array, Array]:
    """G = T T(0)⁻¹ as (R, p), `(B, 3, 3)` and `(B, 3)`."""
    R = T[:, :3, :3] @ arm.home[:3, :3].T
    return R, T[:, :3, 3] - R @ arm.home[:3, 3]


_HOPELESS = 1e-2  # a candidate this far off solves only part of the equations
_STEPS = 6
_LONGEST = 0.3  # of a Newton step, so that one near a singularity does not throw the candidate away


def solutions(
    robot: Robot, frame: str | None, target: PoseTarget, Q: Array, turning: Array, tolerance: float, length: float
) -> Array:
    """Return the different solutions among candidates `(B, K, n)`: `(B, k, n)`, filled up with NaN rows."""
    Q = np.where(turning, wrapped(Q), Q)
    Q, off = polished(robot, frame, target, Q, tolerance, length)
    Q, good = np.where(turning, wrapped(Q), Q), off <= tolerance
    return packed(Q, good & ~_repeated(robot, Q, good, length))


def polished(
    robot: Robot, frame: str | None, target: PoseTarget, Q: Array, tolerance: float, length: float
) -> tuple[Array, Array]:
    """Return candidates after Newton steps, and the error of each, `(B, K)`."""
    B, K, n = Q.shape
    flat = Q.reshape(-1, n).copy()
    row = np.repeat(np.arange(B), K)
    off = np.full(B * K, np.inf)
    todo = np.flatnonzero(np.isfinite(flat).all(axis=-1))
    for step in range(_STEPS + 1):
        e = target.of(row[todo]).error(robot, frame, flat[todo])
        off[todo] = size = _size(e, length)
        rough = (size > tolerance / 100) & (size < _HOPELESS * (10 if step else 1))
        todo, e = todo[rough], e[rough]
        if step == _STEPS or not len(todo):
            break
        J = jacobian(robot, flat[todo], frame)[:, : target.size]
        move = np.einsum("bij,bj->bi", np.linalg.pinv(J, rcond=LOST_DIRECTION), e)
        move /= np.maximum(np.abs(move).max(axis=-1, keepdims=True) / _LONGEST, 1.0)
        flat[todo] = moved(robot, flat[todo], move)
    return flat.reshape(Q.shape), off.reshape(B, K)


def _size(e: Array, length: float) -> Array:
    """Return the largest entry of an error twist; lengths of an arm longer than 1 m count relative to it."""
    weight = np.where(np.arange(e.shape[-1]) < 3, 1 / max(length, 1.0), 1.0)
    return np.asarray(np.abs(e * weight).max(axis=-1, initial=0.0))


def packed(Q: Array, good: Array) -> Array:
    """Return the good rows first, as many as any target has."""
    order = np.argsort(~good, axis=-1, kind="stable")
    most = int(good.sum(axis=-1).max(initial=0))
    Q = np.where(good[..., None], Q, np.nan)
    result: Array = np.take_along_axis(Q, order[..., None], axis=1)[:, :most]
    return result


def _repeated(robot: Robot, Q: Array, good: Array, length: float) -> Array:
    """Return which rows repeat an earlier good one, angles modulo 2π."""
    again = np.zeros(good.shape, dtype=bool)
    scale, turning = np.where(revolute(robot), 1.0, max(length, RANK)), whole_turns(robot)
    for k in range(1, Q.shape[1]):
        d = way(robot, np.broadcast_to(Q[:, k : k + 1], Q[:, :k].shape), Q[:, :k])
        d = np.where(turning, wrapped(d), d) / scale
        near = np.abs(np.nan_to_num(d, nan=np.inf)).max(axis=-1) < SAME_POSE
        again[:, k] = (near & good[:, :k]).any(axis=-1)
    return again


def within(Q: Array, lower: Array, upper: Array, turning: Array, near: Array) -> Array:
    """Return angles shifted by multiples of 2π into the limits, as near to `near` as possible; NaN rows if impossible."""
    turns = np.round((near - Q) / (2 * np.pi))
    with np.errstate(invalid="ignore"):
        low = np.where(np.isfinite(lower), np.ceil((lower - SOLVED_POSE - Q) / (2 * np.pi)), -np.inf)
        high = np.where(np.isfinite(upper), np.floor((upper + SOLVED_POSE - Q) / (2 * np.pi)), np.inf)
    Q = np.where(turning, Q + 2 * np.pi * np.clip(turns, low, np.maximum(low, high)), Q)
    inside = np.all((lower - Q <= SOLVED_POSE) & (Q - upper <= SOLVED_POSE), axis=-1)
    return np.where(inside[..., None], np.clip(Q, lower, upper), np.nan)


def nearest(Q: Array, near: Array) -> Array:
    """Return the solution of each target nearest to `near`, `(B, n)`; NaN if there is none."""
    if not Q.shape[1]:
        return np.full((Q.shape[0], Q.shape[2]), np.nan)
    distance = np.nan_to_num(((Q - near[:, None]) ** 2).sum(axis=-1), nan=np.inf)
    best = np.argmin(distance, axis=-1)
    result: Array = np.take_along_axis(Q, best[:, None, None], axis=1)[:, 0]
    return result
