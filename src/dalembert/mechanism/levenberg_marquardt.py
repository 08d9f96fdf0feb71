"""Levenberg-Marquardt method for many starts in parallel: minimize |r + J δ|² + μ |δ|², and set q ← q ⊕ δ.

The damping μ decreases with |r|². If r does not determine all coordinates, the damped step is the step with the
smallest norm. If rows of J are dependent, the damped step remains finite. Near a solution, the damping decreases so
rapidly that the steps approach Newton steps. [yamashita2001]
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dalembert.boundary import Array
from dalembert.tolerance import DAMPING_LEAST, LOOP_SOLVED, RANK, ROOT_RANK, STALLED, TINY

Errors = Callable[[Array], tuple[Array, Array]]  # q (k, nq) → r (k, m), J (k, m, nv)
_MOST = 1e14  # largest damping


def rank_of(s: Array, tolerance: float = RANK) -> Array:
    """Count the singular values `(..., k)` that exceed a fraction of the largest singular value.

    Values are in descending order.
    """
    count: Array = np.sum(s > tolerance * np.maximum(s[..., :1], TINY), axis=-1)
    return count


def least_squares(
    errors: Errors,
    moved: Callable[[Array, Array], Array],
    q: Array,
    *,
    small: float = ROOT_RANK,
    floor: float = LOOP_SOLVED,
    iterations: int = 200,
) -> Array:
    """Minimize |r| from each row of q `(k, nq)`, and return the final configurations.

    An iteration stops when |r| is below `floor` per entry, or when |r| no longer decreases. Steps have no component in
    directions whose singular value is below `small` times the largest singular value of J.
    """
    q = q.copy()
    r, J = errors(q)
    size, damping = np.sum(r * r, axis=-1), np.ones(len(q))
    going = np.isfinite(size)
    for _ in range(iterations):
        going &= size > floor**2 * r.shape[1]
        at = np.flatnonzero(going)
        if not len(at):
            break
        there = moved(q[at], _steps(r[at], J[at], damping[at] * size[at], small))
        r_new, J_new = errors(there)
        after = np.sum(r_new * r_new, axis=-1)
        better = after < size[at]
        slow = size[at] - after < STALLED * size[at]
        damping[at] = np.where(better, np.maximum(damping[at] / 10, DAMPING_LEAST), damping[at] * 10)
        going[at] = np.where(better, ~slow, damping[at] < _MOST)
        kept = at[better]
        q[kept] = there[better]
        r[kept] = r_new[better]
        J[kept] = J_new[better]
        size[kept] = after[better]
    return q


def _steps(r: Array, J: Array, damping: Array, small: float) -> Array:
    """Compute the steps −(JᵀJ + μ)⁻¹Jᵀ r, scaled so that no entry exceeds 1."""
    U, s, Vt = np.linalg.svd(J, full_matrices=False)
    along = np.einsum("kij,ki->kj", U, r)
    share = np.where(s > small * s[:, :1], s, 0) / np.maximum(s * s + damping[:, None], TINY)
    steps: Array = -np.einsum("kij,ki->kj", Vt, share * along)
    longest = np.max(np.abs(steps), axis=1, initial=1.0)
    steps /= longest[:, None]
    return steps
