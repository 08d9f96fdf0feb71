"""Rates and accelerations of filtered positions: measured rates where the log has them, else derivatives.

Balls and free bodies: quaternions keep their sign from sample to sample and their size after the filter; rates are along the tangent,
q̇_k = difference(q_(k−1), q_(k+1)) / 2h.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue
from dalembert.identify.signal.filter import derivative, zero_phase
from dalembert.mechanism import difference
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
_JUMP = 1.5 * np.pi  # between two samples


def continued(robot: Robot, q: Array) -> Array:
    """Positions without jumps: the quaternions of balls with the sign of the sample before."""
    if robot.nq == robot.nv:
        return q
    y = np.array(q)
    for a in _quaternions(robot):
        block = y[:, a : a + 4]
        size = np.linalg.norm(block, axis=1, keepdims=True)
        if (size < 0.1).any():
            raise WrongValue(
                f"columns {a} to {a + 3} of q are a quaternion (w, x, y, z) of size 1; the log has {size.min():.3g}"
            )
        sign = np.cumprod(np.where((block[1:] * block[:-1]).sum(axis=1) < 0, -1.0, 1.0))
        y[:, a : a + 4] = block / size * np.concatenate(([1.0], sign))[:, None]
    return y


def unwrapped(robot: Robot, q: Array) -> tuple[Array, int]:
    """(angles that go on where an encoder begins again, q_k + 2π m, how often it did): no joint turns so far in a sample."""
    y, count = np.array(q), 0
    for c in (robot.coordinate(name) for name in robot.coordinates):
        if c.motion != "turn" or len(y) < 2:
            continue
        jumps = np.diff(y[:, c.q], axis=0)
        turns = np.where(np.abs(jumps) > _JUMP, np.round(jumps / (2 * np.pi)), 0.0)
        near = np.abs(jumps - 2 * np.pi * turns) < 2 * np.pi - _JUMP
        turns = np.where(near, turns, 0.0)
        y[1:, c.q] -= 2 * np.pi * np.cumsum(turns, axis=0)
        count += int(np.count_nonzero(turns))
    return y, count


def smoothed(robot: Robot, q: Array, t: Array, cutoff: float | None) -> Array:
    """Positions without what lies above the cut-off."""
    if cutoff is None:
        return q
    y = zero_phase(q, t, cutoff)
    for a in _quaternions(robot):
        y[:, a : a + 4] /= np.linalg.norm(y[:, a : a + 4], axis=1, keepdims=True)
    return y


def rates(
    robot: Robot, q: Array, qd: Array | None, qdd: Array | None, t: Array, cutoff: float | None, notes: list[str]
) -> tuple[Array, Array]:
    """(q̇, q̈): measured and filtered, else derived."""
    if qd is not None:
        qd = qd if cutoff is None else zero_phase(qd, t, cutoff)
    elif robot.nq == robot.nv:
        qd = derivative(q, t)
    else:
        qd = _along(robot, q, t)
    if qdd is not None:
        notes.append("accelerations are taken from the log")
        return qd, qdd if cutoff is None else zero_phase(qdd, t, cutoff)
    return qd, derivative(qd, t)


def _along(robot: Robot, q: Array, t: Array) -> Array:
    """Central differences along the tangent, one-sided at the ends."""
    ahead = np.minimum(np.arange(len(q)) + 1, len(q) - 1)
    back = np.maximum(np.arange(len(q)) - 1, 0)
    return np.asarray(difference(robot, q[back], q[ahead])) / (t[ahead] - t[back])[:, None]


def _quaternions(robot: Robot) -> list[int]:
    """Where in q the quaternions begin."""
    return [place.start for place in robot.balls.values()]
