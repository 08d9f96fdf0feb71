"""Postures that tell most:  max log det(A + Σ J_cᵀ J_c), the next one chosen as if those before it had been measured.

Candidates are random within the joint limits; A = JᵀJ of what was measured, each number over its noise. For one more
posture det(A + J_cᵀJ_c) / det A = det(1 + J_c A⁻¹ J_cᵀ). [borm1991]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert.kinematics.chain import chain
from dalembert.kinematics.configuration import bounds, draw, spans
from dalembert.robot.model import Robot

Array = NDArray[np.float64]


def random_postures(robot: Robot, frame: str, count: int, seed: int) -> Array:
    """Joint values within the limits; half a turn either way, or the arm's length, where there are none."""
    lower, upper = bounds(robot)
    span = spans(robot, chain(robot, frame).length)
    lower = np.where(np.isfinite(lower), lower, np.where(np.isfinite(upper), upper - 2 * span, -span))
    upper = np.where(np.isfinite(upper), upper, lower + 2 * span)
    return np.asarray(draw(robot, lower, upper, np.random.default_rng(seed), count), dtype=float)


def most_telling(A: Array, J: Array, count: int) -> tuple[list[int], Array]:
    """(which, cov): `count` of the candidates J (K, rows, P), and (A + Σ JᵀJ)⁻¹ with them measured."""
    A, chosen = A.copy(), []
    for _ in range(count):
        C = _inverse(A)
        gain = np.linalg.slogdet(np.eye(J.shape[1]) + J @ C @ np.swapaxes(J, 1, 2))[1]
        gain[chosen] = -np.inf
        chosen.append(int(np.argmax(gain)))
        A += J[chosen[-1]].T @ J[chosen[-1]]
    return chosen, _inverse(A)


def _inverse(A: Array) -> Array:
    size = np.sqrt(np.diag(A))
    return np.asarray(np.linalg.inv(A / np.outer(size, size)) / np.outer(size, size))
