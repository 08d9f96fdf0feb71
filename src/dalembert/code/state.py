"""States to test exported functions with, and the range that is stated for each of their inputs.

A state is drawn without chance: entry k of state j is a sine of 1.7 k + 0.9 j, scaled and shifted into the range, so
that the same model always gives the same files. Where there are loops, q is closed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import NotAssembled
from dalembert.kinematics.configuration import bounds, standing
from dalembert.mechanism import assemble
from dalembert.robot.model import Robot

Range = tuple[float, float]
Array = NDArray[Any]
ANGLE = 1e4  # rad or m: sums of ten such angles are still reduced well
LARGE = 1e6  # what any other input may be
_CONFIGURATIONS = ("q", "q0", "q1", "q_d")
_LIMITS = {"qd": "velocity", "qd_d": "velocity", "tau": "effort", "u": "effort"}
_OWN: dict[str, Range] = {
    "restitution": (0.0, 1.0),
    "h": (0.0, 1.0),
    "period": (0.0, 1.0),
    "dead_zone": (1e-9, LARGE),
    **dict.fromkeys(("kp", "kd", "gain", "limit"), (0.0, LARGE)),
}
_MODEST = {"h": 1e-3, "period": 1e-3, "kp": 100.0, "kd": 20.0, "gain": 50.0, "limit": 200.0}  # what states reach to
_ELSE = 1.3


def ranges(robot: Robot, label: str, size: int, *, limits: bool = False) -> list[Range]:
    """The least and the largest value of each entry of an input; with `limits`, those of the joints where they have any."""
    if label in _OWN:
        return [_OWN[label]] * size
    if label == "x":
        nq = robot.nq
        return ranges(robot, "q", nq, limits=limits) + [(-LARGE, LARGE)] * (size - nq)
    if label in _CONFIGURATIONS:
        lower, upper = bounds(robot, limits)
        return [(max(float(a), -ANGLE), min(float(b), ANGLE)) for a, b in zip(lower, upper, strict=True)]
    if limits and label in _LIMITS and size == robot.nv:
        found = [getattr(robot.coordinate(x).limits, _LIMITS[label]) for x in robot.coordinates]
        return [(-LARGE, LARGE) if x is None or not x < LARGE else (-float(x), float(x)) for x in found]
    return [(-LARGE, LARGE)] * size


def states(robot: Robot, label: str, spans: Sequence[Range], count: int, seed: int) -> Array:
    """`count` values of an input, each within its range, (count, entries)."""
    wave = np.array(
        [[math.sin(1.7 * (k + 1) + 0.9 * j + seed) for k in range(len(spans))] for j in range(1, count + 1)]
    )
    lower, upper = (np.array([x[i] for x in spans]) for i in (0, 1))
    half = np.minimum((upper - lower) / 2, _MODEST.get(label, _ELSE))
    middle = np.clip(0.0, lower + half, upper - half)
    values: Array = middle + 0.95 * half * wave
    if label in (*_CONFIGURATIONS, "x"):
        values[:, : robot.nq] = [_closed(robot, q) for q in values[:, : robot.nq]]
    return values


def _closed(robot: Robot, guess: Array) -> Array:
    """The guess with quaternions of unit length and loops closed."""
    q = np.array(guess)
    for places in robot.balls.values():
        q[places] = q[places] / np.linalg.norm(q[places])
    if not robot.loops:
        return q
    with suppress(NotAssembled):
        return assemble(robot, q)
    return standing(robot)
