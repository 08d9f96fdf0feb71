"""Numerical inverse kinematics of any robot: many starts, the nearest solution, a secondary objective, unreachable targets.

Starts: each round gives every unsolved target a start and a number of damped least-squares steps; the last few targets
get many starts at once, since a block of states costs the same as one.

Nearest: min |q − q₀|² with T(q) = target, q ← q + J⁺e + N α(q₀ − q),  N = E − J⁺J. At the optimum N(q₀ − q) = 0. Each
step solves the problem with linearized constraint (sequential quadratic programming); α falls where the curvature of the
self-motion requires it. The optimum is local, found from q₀ itself and from other solutions.

Objective: along the null space of J towards smaller h, q ← q − α N ∇h + J⁺e; α is halved until h falls.  [liegeois1977]

Unreachable targets: the reachable pose with the least |Δp|² + (L θ)², L the arm's length.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dalembert.argument import choice, shaped
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.errors import DalembertError
from dalembert.finding.finding import FrameName, Measure, RobotName, Unit
from dalembert.finding.mechanism import UnreachableTarget
from dalembert.kinematics.chain import Chain
from dalembert.kinematics.configuration import (
    bounds,
    entries,
    half_ranges,
    moved,
    periodic,
    random_configurations,
    way,
    whole_turns,
)
from dalembert.kinematics.damped_least_squares import ResolvedRate, damped_step, task_rows
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.kinematics.task import PoseTarget, generic_rank, rank, scaled
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import (
    EPSILON,
    FLAT,
    GRADIENT_STEP,
    INDEPENDENT,
    POSE_REACHED,
    ROUNDING,
    SAME_SOLUTION,
    SOLVED_POSE,
)

ARRIVED = SOLVED_POSE**2 / 2  # ½eᵀe where a search ends
STEPS = 16
_SHORT = 4  # tries after which the steps are more
_BLOCK = 2048  # states at once: what stays in a core's cache
_FEWEST = 64
_CROWD, _IDLE = 512, 4


@dataclass(frozen=True, eq=False)
class Search:
    """Settings of a search."""

    robot: Robot
    frame: str | None
    arm: Chain
    limits: bool
    tries: int
    rng: np.random.Generator

    def start(self, near: Array, count: int) -> Array:
        """Return random configurations within the limits, or ±π and the arm's length; joints off the chain as in `near`."""
        lower, upper = bounds(self.robot, self.limits)
        span = half_ranges(self.robot, self.arm.length)
        lower, upper = np.where(np.isfinite(lower), lower, -span), np.where(np.isfinite(upper), upper, span)
        drawn = random_configurations(self.robot, lower, upper, self.rng, count)
        off = np.ones(self.robot.nq, dtype=bool)
        off[list(self.arm.entries)] = False
        drawn[:, off] = near[:, off]
        return drawn


def search(how: Search, target: PoseTarget, near: Array, from_near: bool) -> tuple[Array, Array]:
    """Return (q, ½eᵀe), the best found for each target; with `from_near` the first try starts from `near` `(B, n)`."""
    q, half = near.copy(), np.full(len(target), np.inf)
    for at in range(0, len(target), _BLOCK):
        part = slice(at, at + _BLOCK)
        q[part], half[part] = _search(how, target.of(np.arange(len(target))[part]), near[part], from_near)
    return np.clip(q, *bounds(how.robot, how.limits)), half


def _search(how: Search, target: PoseTarget, near: Array, from_near: bool) -> tuple[Array, Array]:
    T = task_rows(target.T)
    best, half = near.copy(), np.full(len(T), np.inf)
    todo = np.arange(len(T))
    for attempt in range(how.tries):
        copies = max(1, _FEWEST // len(todo))
        which = np.repeat(todo, copies)
        x = how.start(near[which], len(which))
        if attempt == 0 and from_near:
            x[::copies] = near[todo]
        x, left = _descend(how, target.position, x, T[which], STEPS if attempt < _SHORT else 4 * STEPS)
        order = np.lexsort((left, which))[::copies]  # the best copy of each
        better = left[order] < half[todo]
        best[todo[better]], half[todo[better]] = x[order[better]], left[order[better]]
        todo = todo[half[todo] > ARRIVED]
        if not len(todo):
            break
    return best, half


def _descend(how: Search, position: bool, x: Array, T: Array, steps: int) -> tuple[Array, Array]:
    """Return where steps from x lead, and ½eᵀe there; states that have converged take one more step."""
    kernel = damped_step(how.robot, how.frame, how.arm, position, how.limits)
    result, left = x.copy(), np.full(len(x), np.inf)
    alive = np.arange(len(x))
    for count in range(1, steps + 1):
        x, half = kernel(x, T)
        if count % 4 and count != steps:
            continue
        moving = half > ARRIVED
        if count == steps:
            result[alive], left[alive] = x, half
            break
        there = ~moving
        result[alive[there]], left[alive[there]] = x[there], half[there]
        x, T, alive = x[moving], T[moving], alive[moving]
        if not len(alive):
            break
    return result, left


def distinct_solutions(how: Search, one: PoseTarget, near: Array) -> Array:
    """Return the different solutions of one target, `(k, n)`: several batches of starts found no other."""
    T, turning = task_rows(one.T), whole_turns(how.robot)
    found = np.zeros((0, how.robot.nq))
    idle = 0
    for _ in range(how.tries):
        x = how.start(np.tile(near, (_CROWD, 1)), _CROWD)
        x, left = _descend(how, one.position, x, np.tile(T, (_CROWD, 1)), 2 * STEPS)
        before = len(found)
        for q in x[left <= ARRIVED]:
            off = way(how.robot, np.broadcast_to(q, found.shape), found)
            off = np.where(turning, wrapped(off), off)
            if not np.any(np.abs(off).max(axis=-1, initial=0.0) < SAME_SOLUTION):
                found = np.vstack([found, q])
        idle = 0 if len(found) > before else idle + 1
        if idle == _IDLE:
            break
    return found


_ROUNDS = 120
_PATIENCE = 6  # rounds at one α
_LONGEST = 0.5  # of a wish, in radians
_POLISH = 6


def nearest_solutions(rate: ResolvedRate, T: Array, q: Array, q0: Array) -> tuple[Array, Array]:
    """Return solutions near `q0` reached from `q`, `(B, n)`, and |e| of each, `(B,)`; targets `(B, 12)`."""
    q, off = q.copy(), np.full(len(q), np.inf)
    todo, alpha = np.arange(len(q)), np.ones(len(q))
    before = np.full(len(q), np.inf)
    for count in range(1, _ROUNDS + 1):
        wish = alpha[todo, None] * way(rate.robot, q[todo], q0[todo])
        size = np.abs(wish / rate.scale).max(axis=-1, keepdims=True, initial=0.0)
        delta, _, _ = rate.step(q[todo], T[todo], wish * (_LONGEST / np.maximum(size, _LONGEST)))
        q[todo] = moved(rate.robot, q[todo], _shortened(rate, delta))
        size = np.abs(delta / rate.scale).max(axis=-1, initial=0.0)
        if count % _PATIENCE == 0:  # a step that no longer shrinks is thrown back and forth
            alpha[todo] *= np.where(size > before[todo] / 2, 0.5, 1.0)
            before[todo] = size
        todo = todo[size > SOLVED_POSE]
        if not len(todo):
            break
    todo = np.arange(len(q))
    for _ in range(_POLISH):
        delta, size, _ = rate.step(q[todo], T[todo], np.zeros((len(todo), rate.robot.nv)))
        off[todo] = size
        rough = size > np.sqrt(2 * ARRIVED)
        todo, delta = todo[rough], delta[rough]
        if not len(todo):
            return q, off
        q[todo] = moved(rate.robot, q[todo], _shortened(rate, delta))
    off[todo] = rate.missing(q[todo], T[todo])
    return q, off


def _shortened(rate: ResolvedRate, delta: Array) -> Array:
    """Return steps of at most one radian per joint."""
    size = np.abs(delta / rate.scale).max(axis=-1, keepdims=True, initial=0.0)
    return np.asarray(delta / np.maximum(size, 1.0))


Objective: TypeAlias = "str | Callable[[Array], Array] | Any | None"
_DESCENT_ROUNDS, _CORRECTIONS = 60, 3


def optimized(how: Search, goal: PoseTarget, q: Array, objective: Objective) -> Array:
    """Return solutions `(B, n)` moved along their self-motion until the objective no longer falls."""
    h = _function(how.robot, how.frame, objective, slice(0, goal.size))
    lower, upper = bounds(how.robot, how.limits)
    live = np.flatnonzero(~np.isnan(q).any(axis=-1))
    q, stride = q.copy(), np.full(len(q), 0.3)
    value = np.full(len(q), np.inf)
    value[live] = h(q[live])
    for _ in range(_DESCENT_ROUNDS):
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
        live = live[(stride[live] > INDEPENDENT) & (size[:, 0] > FLAT)]
    return q


def preferred_displacement(robot: Robot, frame: str | None, objective: Objective) -> Callable[[Array], Array]:
    """Return the preferred displacement from q `(B, n)`: to a configuration, to the centre, or down a gradient."""
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


def _along(how: Search, goal: PoseTarget, x: Array, gradient: Array) -> Array:
    """N ∇h."""
    J = jacobian(how.robot, x, how.frame)[:, : goal.size]
    inward = np.einsum("bij,bj->bi", np.linalg.pinv(J, rcond=INDEPENDENT), np.einsum("bij,bj->bi", J, gradient))
    return np.asarray(gradient - inward)


def _corrected(how: Search, goal: PoseTarget, x: Array, lower: Array, upper: Array) -> tuple[Array, Array]:
    """Return x back on the target, and whether it is reached."""
    for _ in range(_CORRECTIONS):
        e = goal.error(how.robot, how.frame, x)
        J = jacobian(how.robot, x, how.frame)[:, : goal.size]
        x = np.clip(moved(how.robot, x, np.einsum("bij,bj->bi", np.linalg.pinv(J, rcond=INDEPENDENT), e)), lower, upper)
    return x, np.abs(goal.error(how.robot, how.frame, x)).max(axis=-1) < SOLVED_POSE


def _gradient(robot: Robot, h: Callable[[Array], Array], q: Array, d: float = GRADIENT_STEP) -> Array:
    """Return ∂h/∂q along the tangent, `(B, nv)`."""
    each = np.broadcast_to(q[:, None], (len(q), robot.nv, q.shape[-1]))
    steps = np.broadcast_to(d * np.eye(robot.nv), (len(q), robot.nv, robot.nv))
    plus, minus = h(moved(robot, each, steps)), h(moved(robot, each, -steps))
    return (plus - minus) / (2 * d)


def _function(robot: Robot, frame: str | None, objective: Objective, rows: slice) -> Callable[[Array], Array]:
    """Return the objective as a function of q `(…, n)` to minimize."""
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
            return np.asarray(-np.sum(np.log(np.maximum(s, ROUNDING)), axis=-1))

        return minus_log
    if isinstance(objective, str):
        choice(objective, "objective", ("centre", "manipulability"))
    posture = shaped(objective, "objective", (robot.nq,), robot=robot.name)

    def square(q: Array) -> Array:
        off = way(robot, np.broadcast_to(posture, q.shape), q)
        return np.asarray(np.sum(np.where(turning, wrapped(off), off) ** 2, axis=-1))

    return square


def unreachable(how: Search, goal: PoseTarget, near: Array, index: int) -> DalembertError:
    """Return the error for one target of a batch."""
    one = goal.of(np.array([index]))
    q = closest(how, one, search(how, one, near[index : index + 1], True)[0][0])
    e = one.error(how.robot, how.frame, q[None])[0]
    distance, angle = float(np.linalg.norm(e[:3])), float(np.linalg.norm(e[3:]))
    directions = 6 if goal.position else rank(how.robot, how.frame, False)
    return UnreachableTarget(
        RobotName(how.robot.name),
        FrameName(how.frame or tree(how.robot).last),
        Measure(distance, Unit("m")),
        None if goal.position else Measure(float(np.degrees(angle)), Unit("°")),
        how.limits and bool(np.isfinite(bounds(how.robot)).any()),
        (index,) if goal.leading else (),
        directions if directions < 6 else None,
    ).error(q=q, pose=forward_kinematics(how.robot, q, how.frame), distance=distance, angle=angle, index=index)


def closest(how: Search, one: PoseTarget, q: Array) -> Array:
    """Return the local minimum of the pose error from the best configuration of the search; Jᵀe is its exact gradient."""
    from scipy.optimize import least_squares

    robot, rates = how.robot, sorted(set(how.arm.coordinates))
    columns = sorted(set(how.arm.entries))
    weight = np.array([1 / how.arm.length] * 3 + [1.0] * 3)[: one.size]

    def at(x: Array) -> Array:
        whole = q.copy()
        whole[columns] = x
        return whole

    def residual(x: Array) -> Array:
        return np.asarray(one.error(robot, how.frame, at(x)[None])[0] * weight)

    def slope(x: Array) -> Array:
        J: Array = jacobian(robot, at(x), how.frame)
        return np.asarray(-J[: one.size][:, rates] * weight[:, None])

    lower, upper = (x[columns] for x in _room(robot, how.limits))
    start = np.clip(q[columns], lower, upper)
    by = slope if len(rates) == len(columns) else "2-point"  # quaternions of any length turn, so entries of q serve too
    found: Any = least_squares(
        residual, start, by, bounds=(lower, upper), xtol=EPSILON, ftol=EPSILON, gtol=ROUNDING, max_nfev=400
    )
    q = moved(robot, at(found.x), np.zeros(robot.nv))
    free = np.isinf(bounds(robot, how.limits)).all(axis=0)
    return np.where(free & periodic(robot), wrapped(q), q)


def _room(robot: Robot, limits: bool) -> tuple[Array, Array]:
    """Return bounds with room between them, as the solver requires."""
    lower, upper = bounds(robot, limits)
    tight = upper - lower < POSE_REACHED
    return np.where(tight, lower - POSE_REACHED, lower), np.where(tight, upper + POSE_REACHED, upper)
