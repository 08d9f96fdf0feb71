"""Levenberg-Marquardt from many starts at once: min |r + J δ|² + μ |δ|², q ← q ⊕ δ, with μ decreasing with |r|².

With damping, the step is the shortest one if r leaves motions undetermined, and it is finite if rows of J are dependent. Near a
solution it vanishes fast enough that the steps become Newton's. [yamashita2001]
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dalembert.boundary import Array
from dalembert.tolerance import DAMPING_LEAST, LOOP_SOLVED, RANK, ROOT_RANK, STALLED, TINY

Errors = Callable[[Array], tuple[Array, Array]]  # q (k, nq) → r (k, m), J (k, m, nv)
_MOST = 1e14  # damping


def rank_of(s: Array, tolerance: float = RANK) -> Array:
    """Return the number of singular values `(..., k)`, largest first, that exceed this share of the largest one."""
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
    """Return the q reached from each row of q `(k, nq)`: with |r| below `floor` per entry, or the smallest |r|.

    Steps have no component in directions in which J is below `small` of its largest singular value.
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
        q[kept], r[kept], J[kept], size[kept] = there[better], r_new[better], J_new[better], after[better]
    return q


def _steps(r: Array, J: Array, damping: Array, small: float) -> Array:
    """Return −(JᵀJ + μ)⁻¹Jᵀ r, with no entry larger than 1."""
    U, s, Vt = np.linalg.svd(J, full_matrices=False)
    along = np.einsum("kij,ki->kj", U, r)
    share = np.where(s > small * s[:, :1], s, 0) / np.maximum(s * s + damping[:, None], TINY)
    steps: Array = -np.einsum("kij,ki->kj", Vt, share * along)
    longest = np.max(np.abs(steps), axis=1, initial=1.0)
    steps /= longest[:, None]
    return steps
