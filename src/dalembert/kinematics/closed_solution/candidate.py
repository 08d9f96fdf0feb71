"""From candidates to solutions: each is polished on the robot itself, checked, counted once, and put within limits.

q ← q + J⁺ e, e the twist that is missing, until |e| is below the tolerance.
"""

from __future__ import annotations

import numpy as np

from dalembert.dynamics import jacobian
from dalembert.kinematics.configuration import moved, revolute, way, whole_turns
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.kinematics.target import Target
from dalembert.robot.model import Robot

SAME = 1e-6  # two solutions nearer than this are one
_HOPELESS = 1e-2  # a candidate this far off solves only part of the equations
_STEPS = 6
_LONGEST = 0.3  # of a Newton step, so that one near a singularity does not throw the candidate away
_EDGE = 1e-10  # what rounding may put beyond a limit


def solutions(
    robot: Robot, frame: str | None, target: Target, Q: Array, turning: Array, tolerance: float, length: float
) -> Array:
    """The different solutions among candidates `(B, K, n)`, `(B, k, n)` with NaN rows where a target has fewer."""
    Q = np.where(turning, wrapped(Q), Q)
    Q, off = polished(robot, frame, target, Q, tolerance, length)
    Q, good = np.where(turning, wrapped(Q), Q), off <= tolerance
    return packed(Q, good & ~_repeated(robot, Q, good, length))


def polished(
    robot: Robot, frame: str | None, target: Target, Q: Array, tolerance: float, length: float
) -> tuple[Array, Array]:
    """Candidates after Newton steps, and how far off the target each is then, `(B, K)`."""
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
        move = np.einsum("bij,bj->bi", np.linalg.pinv(J, rcond=1e-10), e)
        move /= np.maximum(np.abs(move).max(axis=-1, keepdims=True) / _LONGEST, 1.0)
        flat[todo] = moved(robot, flat[todo], move)
    return flat.reshape(Q.shape), off.reshape(B, K)


def _size(e: Array, length: float) -> Array:
    """The largest entry of a missing twist; metres of an arm longer than one are counted in its length."""
    weight = np.where(np.arange(e.shape[-1]) < 3, 1 / max(length, 1.0), 1.0)
    return np.asarray(np.abs(e * weight).max(axis=-1, initial=0.0))


def packed(Q: Array, good: Array) -> Array:
    """The good rows first, and as many of them as any target has."""
    order = np.argsort(~good, axis=-1, kind="stable")
    most = int(good.sum(axis=-1).max(initial=0))
    Q = np.where(good[..., None], Q, np.nan)
    result: Array = np.take_along_axis(Q, order[..., None], axis=1)[:, :most]
    return result


def _repeated(robot: Robot, Q: Array, good: Array, length: float) -> Array:
    """Which rows repeat an earlier good one, angles counted modulo 2π."""
    again = np.zeros(good.shape, dtype=bool)
    scale, turning = np.where(revolute(robot), 1.0, max(length, 1e-9)), whole_turns(robot)
    for k in range(1, Q.shape[1]):
        d = way(robot, np.broadcast_to(Q[:, k : k + 1], Q[:, :k].shape), Q[:, :k])
        d = np.where(turning, wrapped(d), d) / scale
        near = np.abs(np.nan_to_num(d, nan=np.inf)).max(axis=-1) < SAME
        again[:, k] = (near & good[:, :k]).any(axis=-1)
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
