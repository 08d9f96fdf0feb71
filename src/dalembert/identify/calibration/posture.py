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


def most_telling(J: Array, candidates: Array, count: int) -> tuple[list[int], Array]:
    """(which, σ): `count` of the candidates (K, rows, P), and what each parameter's σ is with them measured besides J.

    By triangles, R of J = Q R, so that parameters that are hardly seen and those seen well keep their digits.
    """
    from scipy.linalg import solve_triangular

    R = np.linalg.qr(J, mode="r")
    chosen: list[int] = []
    flat = candidates.reshape(-1, J.shape[1])
    for _ in range(count):
        Z = solve_triangular(R, flat.T, trans="T").T.reshape(candidates.shape)
        gain = np.linalg.slogdet(np.eye(candidates.shape[1]) + Z @ np.swapaxes(Z, 1, 2))[1]
        gain[chosen] = -np.inf
        chosen.append(int(np.argmax(gain)))
        R = np.linalg.qr(np.concatenate([R, candidates[chosen[-1]]]), mode="r")
    return chosen, np.linalg.norm(solve_triangular(R, np.eye(len(R))), axis=1)
