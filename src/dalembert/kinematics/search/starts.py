"""Inverse kinematics of any robot by search: many starts, one compiled step (`step`), whatever has arrived leaves.

Each round gives every target that is still open a start and a number of steps; the last few targets get many starts
at once, since a block of states costs the same as one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.kinematics.chain import Chain
from dalembert.kinematics.configuration import bounds, draw, spans, way, whole_turns
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.kinematics.search.step import rows, step
from dalembert.kinematics.target import Target
from dalembert.robot.model import Robot

ARRIVED = 0.5e-20  # ½eᵀe where a search ends: an error of 1e-10
STEPS = 16
_SHORT = 4  # tries after which the steps are more
_BLOCK = 2048  # states at once: what stays in a core's cache
_FEWEST = 64
_CROWD, _IDLE = 512, 4


@dataclass(frozen=True, eq=False)
class Search:
    """How a robot is searched."""

    robot: Robot
    frame: str | None
    arm: Chain
    limits: bool
    tries: int
    rng: np.random.Generator

    def start(self, near: Array, count: int) -> Array:
        """Configurations within the limits, or within a turn and the arm's length; joints off the chain as `near`."""
        lower, upper = bounds(self.robot, self.limits)
        span = spans(self.robot, self.arm.length)
        lower, upper = np.where(np.isfinite(lower), lower, -span), np.where(np.isfinite(upper), upper, span)
        drawn = draw(self.robot, lower, upper, self.rng, count)
        off = np.ones(self.robot.nq, dtype=bool)
        off[list(self.arm.entries)] = False
        drawn[:, off] = near[:, off]
        return drawn


def search(how: Search, target: Target, near: Array, from_near: bool) -> tuple[Array, Array]:
    """(q, ½eᵀe), the best found for each target; the first try starts from `near`, `(B, n)`, if that is asked."""
    q, half = near.copy(), np.full(len(target), np.inf)
    for at in range(0, len(target), _BLOCK):
        part = slice(at, at + _BLOCK)
        q[part], half[part] = _search(how, target.of(np.arange(len(target))[part]), near[part], from_near)
    return np.clip(q, *bounds(how.robot, how.limits)), half


def _search(how: Search, target: Target, near: Array, from_near: bool) -> tuple[Array, Array]:
    T = rows(target.T)
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
    """Steps from x; those that have arrived take one more and stop."""
    kernel = step(how.robot, how.frame, how.arm, position, how.limits)
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


def gather(how: Search, one: Target, near: Array) -> Array:
    """The different solutions of one target, `(k, n)`, until several sets of starts have brought no new one."""
    T, turning = rows(one.T), whole_turns(how.robot)
    found = np.zeros((0, how.robot.nq))
    idle = 0
    for _ in range(how.tries):
        x = how.start(np.tile(near, (_CROWD, 1)), _CROWD)
        x, left = _descend(how, one.position, x, np.tile(T, (_CROWD, 1)), 2 * STEPS)
        before = len(found)
        for q in x[left <= ARRIVED]:
            off = way(how.robot, np.broadcast_to(q, found.shape), found)
            off = np.where(turning, wrapped(off), off)
            if not np.any(np.abs(off).max(axis=-1, initial=0.0) < 1e-5):
                found = np.vstack([found, q])
        idle = 0 if len(found) > before else idle + 1
        if idle == _IDLE:
            break
    return found
