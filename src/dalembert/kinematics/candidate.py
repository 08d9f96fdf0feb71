"""From candidates to solutions: each is polished on the robot itself, checked, counted once, and put within limits.

q ← q + J⁺ e, e the twist that is missing, until |e| is below the tolerance.
"""

from __future__ import annotations

import numpy as np

from dalembert.dynamics import jacobian
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.kinematics.target import Target
from dalembert.robot.model import Robot

SAME = 1e-6  # two solutions nearer than this are one
SMEARED = 3e-3  # and nearer than this they may be
_HOPELESS = 1e-2  # a candidate this far off solves only part of the equations
_STEPS = 6
_LONGEST = 0.3  # of a Newton step, so that one near a singularity does not throw the candidate away
_EDGE = 1e-10  # what rounding may put beyond a limit


def solutions(
    robot: Robot, frame: str | None, target: Target, Q: Array, turning: Array, tolerance: float, length: float
) -> Array:
    """The different solutions among candidates `(B, K, n)`, `(B, k, n)` with NaN rows where a target has fewer."""
    Q = np.where(turning, wrapped(Q), Q)
    Q, good = polished(robot, frame, target, Q, tolerance, length)
    Q = np.where(turning, wrapped(Q), Q)
    good &= ~_repeated(robot, frame, target, Q, good, turning, tolerance, length)
    return packed(Q, good)


def polished(
    robot: Robot, frame: str | None, target: Target, Q: Array, tolerance: float, length: float
) -> tuple[Array, Array]:
    """Candidates after Newton steps, and which of them reach the target."""
    B, K, n = Q.shape
    flat = Q.reshape(-1, n).copy()
    row = np.repeat(np.arange(B), K)
    off = np.full(B * K, np.inf)
    todo = np.flatnonzero(np.isfinite(flat).all(axis=-1))
    weight = np.array([1 / max(length, 1.0)] * 3 + [1.0] * (target.size - 3))
    for step in range(_STEPS + 1):
        e = target.of(row[todo]).error(robot, frame, flat[todo])
        size = np.abs(e * weight).max(axis=-1, initial=0.0)
        off[todo] = size
        rough = (size > tolerance / 100) & (size < _HOPELESS * (10 if step else 1))
        todo, e = todo[rough], e[rough]
        if step == _STEPS or not len(todo):
            break
        J = jacobian(robot, flat[todo], frame)[:, : target.size]
        move = np.einsum("bij,bj->bi", np.linalg.pinv(J, rcond=1e-10), e)
        flat[todo] += move / np.maximum(np.abs(move).max(axis=-1, keepdims=True) / _LONGEST, 1.0)
    return flat.reshape(Q.shape), off.reshape(B, K) <= tolerance


def packed(Q: Array, good: Array) -> Array:
    """The good rows first, and as many of them as any target has."""
    order = np.argsort(~good, axis=-1, kind="stable")
    most = int(good.sum(axis=-1).max(initial=0))
    Q = np.where(good[..., None], Q, np.nan)
    result: Array = np.take_along_axis(Q, order[..., None], axis=1)[:, :most]
    return result


def _repeated(
    robot: Robot,
    frame: str | None,
    target: Target,
    Q: Array,
    good: Array,
    turning: Array,
    tolerance: float,
    length: float,
) -> Array:
    """Which rows repeat an earlier good one, angles counted modulo 2π.

    Near a singularity a double solution is smeared out by the root of the tolerance: two that are near are one if the
    configuration between them is a solution as well.
    """
    again = np.zeros(good.shape, dtype=bool)
    scale = np.where(turning, 1.0, max(length, 1e-9))
    for k in range(1, Q.shape[1]):
        d = Q[:, :k] - Q[:, k : k + 1]
        d = np.where(turning, wrapped(d), d)
        size = np.abs(np.nan_to_num(d / scale, nan=np.inf)).max(axis=-1)
        both = good[:, :k] & good[:, k : k + 1]
        again[:, k] = ((size < SAME) & both).any(axis=-1)
        for i, j in zip(*np.nonzero((size >= SAME) & (size < SMEARED) & both), strict=True):
            between = Q[i, k] + d[i, j] / 2
            off = target.of(np.array([i])).error(robot, frame, between[None])
            again[i, k] |= bool(np.abs(off).max() < 10 * tolerance * max(length, 1.0))
    return again


def within(Q: Array, lower: Array, upper: Array, turning: Array, near: Array) -> Array:
    """Angles turned by whole turns into the limits, as near to `near` as that allows; NaN rows where one cannot be."""
    turns = np.round((near - Q) / (2 * np.pi))
    with np.errstate(invalid="ignore"):
        low = np.where(np.isfinite(lower), np.ceil((lower - _EDGE - Q) / (2 * np.pi)), -np.inf)
        high = np.where(np.isfinite(upper), np.floor((upper + _EDGE - Q) / (2 * np.pi)), np.inf)
    Q = np.where(turning, Q + 2 * np.pi * np.clip(turns, low, np.maximum(low, high)), Q)
    inside = np.all((lower - Q <= _EDGE) & (Q - upper <= _EDGE), axis=-1)
    return np.where(inside[..., None], np.clip(Q, lower, upper), np.nan)


def nearest(Q: Array, near: Array) -> Array:
    """Of each target's solutions `(B, k, n)` the one nearest to `near`, `(B, n)`; NaN where there is none."""
    if not Q.shape[1]:
        return np.full((Q.shape[0], Q.shape[2]), np.nan)
    distance = np.nan_to_num(((Q - near[:, None]) ** 2).sum(axis=-1), nan=np.inf)
    best = np.argmin(distance, axis=-1)
    result: Array = np.take_along_axis(Q, best[:, None, None], axis=1)[:, 0]
    return result
