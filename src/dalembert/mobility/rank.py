"""Rank of the slopes of loops, decided with care.

J = U Σ Vᵀ. Singular values, relative to the largest, are 1e-15 where they are 0 and rarely below 1e-6 where they are
not. One that lies between is a doubt: loops that touch a solution as x² = 0 does are closed by floats to |x| = 1e-8
only. The state is then refined, and the matrix eliminated with full pivoting, in many digits.  [golub2013, §5.4]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
ZERO, NONZERO = 1e-12, 1e-6  # relative values that are surely one or the other


@dataclass(frozen=True, eq=False)
class Rank:
    """`null` spans the motions left (columns × nullity, orthonormal); `values` are the singular values over the largest."""

    rank: int
    null: Array
    values: Array
    doubtful: bool = False

    @property
    def nullity(self) -> int:
        return int(self.null.shape[1])

    @property
    def margin(self) -> float:
        """The smallest singular value that counts as nonzero; 1 where there is none."""
        return float(self.values[self.rank - 1]) if self.rank else 1.0


def rank_of(J: Array, tolerance: float = 1e-9, rank: int | None = None) -> Rank:
    """Rank by singular values; `rank` imposes one that was found otherwise."""
    columns = J.shape[1]
    if J.size == 0:
        return Rank(0, np.eye(columns), np.zeros(0))
    _, values, Vt = np.linalg.svd(J)
    largest = float(values[0]) if values.size else 0.0
    relative = values / largest if largest > 0 else values
    decided = int(np.sum(relative > tolerance)) if rank is None else rank
    doubtful = rank is None and bool(np.any((relative > tolerance) & (relative < NONZERO)))
    return Rank(decided, Vt[decided:].T, relative, doubtful)


def rank_by_pivots(J: Array, below: float) -> int:
    """Rank by elimination with full pivoting, in the arithmetic of the entries; pivots under `below` are 0."""
    A = J.copy()
    rank = 0
    largest = max((abs(x) for x in A.flat), default=0)
    while rank < min(A.shape):
        rest = np.abs(A[rank:, rank:])
        i, j = divmod(int(np.argmax(rest)), rest.shape[1])
        if not rest[i, j] > below * largest:
            break
        A[[rank, rank + i]] = A[[rank + i, rank]]
        A[:, [rank, rank + j]] = A[:, [rank + j, rank]]
        A[rank + 1 :] = A[rank + 1 :] - np.outer(A[rank + 1 :, rank] / A[rank, rank], A[rank])
        rank += 1
    return rank
