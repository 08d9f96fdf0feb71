"""Which of a redundant arm's solutions: along the null space of J towards a smaller objective h.

q ← q − α N ∇h + J⁺e,   N = E − J⁺J;  α is halved until h falls   [liegeois1977]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from dalembert.dynamics import jacobian
from dalembert.errors import WrongSize, WrongValue
from dalembert.kinematics.configuration import bounds, entries, moved, way, whole_turns
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.kinematics.search.starts import Search
from dalembert.kinematics.target import Target
from dalembert.kinematics.task import generic_rank, scaled
from dalembert.real import finite
from dalembert.robot.model import Robot

Objective: TypeAlias = "str | Callable[[Array], Array] | Any | None"
_ROUNDS, _CORRECTIONS = 60, 3


def improved(how: Search, goal: Target, q: Array, objective: Objective) -> Array:
    """Solutions `(B, n)` moved along their self-motion until the objective no longer falls."""
    h = _function(how.robot, how.frame, objective, slice(0, goal.size))
    lower, upper = bounds(how.robot, how.limits)
    live = np.flatnonzero(~np.isnan(q).any(axis=-1))
    q, stride = q.copy(), np.full(len(q), 0.3)
    value = np.full(len(q), np.inf)
    value[live] = h(q[live])
    for _ in range(_ROUNDS):
        if not len(live):
            break
        part, x = goal.of(live), q[live]
        downhill = -_along(how, part, x, _gradient(how.robot, h, x))
        size = np.linalg.norm(downhill, axis=-1, keepdims=True)
        step = downhill * (stride[live, None] / np.maximum(size, stride[live, None]))
        trial = np.clip(moved(how.robot, x, step), lower, upper)
        trial, good = _corrected(how, part, trial, lower, upper)
        now = np.where(good, h(trial), np.inf)
        better = now < value[live]
        q[live[better]], value[live[better]] = trial[better], now[better]
        stride[live] *= np.where(better, 1.3, 0.4)
        live = live[(stride[live] > 1e-6) & (size[:, 0] > 1e-7)]
    return q


def wish_of(robot: Robot, frame: str | None, objective: Objective) -> Callable[[Array], Array]:
    """Where the joints would go from q `(B, n)`: to a posture, to the centre, or down the slope of a function."""
    lower, upper = bounds(robot)
    if isinstance(objective, str) and objective == "centre":
        place = entries(robot)
        bounded = (place >= 0) & np.isfinite(lower[place]) & np.isfinite(upper[place])
        middle = sum(np.where(bounded, x[place], 0.0) for x in (lower, upper)) / 2
        return lambda q: np.where(bounded, middle - q[..., place], 0.0)
    h = _function(robot, frame, objective, slice(0, 6))
    if callable(objective) or isinstance(objective, str):
        return lambda q: -_gradient(robot, h, q)
    posture = np.asarray(objective, dtype=float)
    return lambda q: way(robot, q, np.broadcast_to(posture, q.shape))


def _along(how: Search, goal: Target, x: Array, gradient: Array) -> Array:
    """N ∇h."""
    J = jacobian(how.robot, x, how.frame)[:, : goal.size]
    inward = np.einsum("bij,bj->bi", np.linalg.pinv(J, rcond=1e-6), np.einsum("bij,bj->bi", J, gradient))
    return np.asarray(gradient - inward)


def _corrected(how: Search, goal: Target, x: Array, lower: Array, upper: Array) -> tuple[Array, Array]:
    """Back onto the target, which a step along a tangent leaves."""
    for _ in range(_CORRECTIONS):
        e = goal.error(how.robot, how.frame, x)
        J = jacobian(how.robot, x, how.frame)[:, : goal.size]
        x = np.clip(moved(how.robot, x, np.einsum("bij,bj->bi", np.linalg.pinv(J, rcond=1e-6), e)), lower, upper)
    return x, np.abs(goal.error(how.robot, how.frame, x)).max(axis=-1) < 1e-10


def _gradient(robot: Robot, h: Callable[[Array], Array], q: Array, d: float = 1e-5) -> Array:
    """∂h by each rate, `(B, nv)`."""
    each = np.broadcast_to(q[:, None], (len(q), robot.nv, q.shape[-1]))
    steps = np.broadcast_to(d * np.eye(robot.nv), (len(q), robot.nv, robot.nv))
    plus, minus = h(moved(robot, each, steps)), h(moved(robot, each, -steps))
    return (plus - minus) / (2 * d)


def _function(robot: Robot, frame: str | None, objective: Objective, rows: slice) -> Callable[[Array], Array]:
    """The objective as a function of q `(…, n)`, to be made small."""
    lower, upper = bounds(robot)
    turning = whole_turns(robot)
    if callable(objective):
        return lambda q: np.asarray(objective(q), dtype=float)
    if isinstance(objective, str) and objective == "centre":
        bounded = np.isfinite(lower) & np.isfinite(upper)
        middle = np.where(bounded, (lower + upper) / 2, 0.0)
        half = np.where(bounded, (upper - lower) / 2, np.inf)
        return lambda q: np.sum(((q - middle) / half) ** 2, axis=-1)
    if isinstance(objective, str) and objective == "manipulability":
        size = generic_rank(robot, frame, rows)

        def minus_log(q: Array) -> Array:
            J = scaled(robot, frame, jacobian(robot, q, frame))[..., rows, :]
            s = np.linalg.svd(J, compute_uv=False)[..., :size]
            return np.asarray(-np.sum(np.log(np.maximum(s, 1e-12)), axis=-1))

        return minus_log
    if isinstance(objective, str):
        raise WrongValue(f"objective is '{objective}'; it is 'centre', 'manipulability', a posture or a function of q")
    posture = finite(objective, "the posture preferred")
    if posture.shape != (robot.nq,):
        raise WrongSize(f"the posture has shape {posture.shape}, robot '{robot.name}' needs ({robot.nq},)")

    def square(q: Array) -> Array:
        off = way(robot, np.broadcast_to(posture, q.shape), q)
        return np.asarray(np.sum(np.where(turning, wrapped(off), off) ** 2, axis=-1))

    return square
