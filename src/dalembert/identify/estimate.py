"""Least squares of a log's triangles, each joint by its own noise.

    x = argmin Σ_j ‖w_j x − τ_j‖²/σ_j²,   C = (Σ_j w_jᵀw_j/σ_j²)⁻¹ / share,   σ_j² = ‖τ_j − w_j x‖²/(N_j − p_j)

p_j is the part of the parameters that joint j's rows decide, tr(w_j C w_jᵀ)/σ_j². Ordinary least squares has one σ for
all joints.  [gautier1997], [khalil2002, §12.4]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr, solve_triangular

from dalembert.identify.information import Information
from dalembert.identify.triangle import triangle

Array = NDArray[np.float64]
_UNSEEN = 1e-8  # of a column, left when the others of the log are taken away
_ROUNDS = 4  # of weights from residuals
_ROUNDING = 1e-10  # of τ: noise below this is none


@final
@dataclass(frozen=True, eq=False)
class Estimate:
    """x, its covariance C (infinite where the log sees nothing), σ of each joint's noise, and which columns are seen."""

    x: Array
    covariance: Array
    noise: Array
    seen: NDArray[np.bool_]
    condition: float

    @property
    def sigma(self) -> Array:
        return np.asarray(np.sqrt(np.diag(self.covariance)))


def estimate(info: Information, weighted: bool = True, using: NDArray[np.bool_] | None = None) -> Estimate:
    """The least-squares estimate; `using` are the columns that take part."""
    measured = info.counts.sum(0) > 0
    noise = np.where(measured, 1.0, np.inf)
    taken = np.ones(info.size, bool) if using is None else using
    found = _solved(info, noise, taken)
    if not weighted:
        joint = np.sqrt(_pooled(info, found))
        return replace(found, covariance=found.covariance * joint**2, noise=np.where(measured, joint, np.inf))
    for _ in range(_ROUNDS):
        last, noise = noise, _noise(info, found, noise)
        found = _solved(info, noise, taken)
        if np.allclose(noise[measured], last[measured], rtol=1e-3):
            break
    return found


def _solved(info: Information, noise: Array, taken: NDArray[np.bool_]) -> Estimate:
    weights = np.where(np.isfinite(noise) & (noise > 0), 1 / np.where(noise > 0, noise, 1.0), 0.0)
    R = triangle(info.stacked(weights))
    W, y = R[:, :-1], R[:, -1]
    size = np.linalg.norm(W, axis=0)
    seen = taken & (size > 0)
    places = np.flatnonzero(seen)
    x, C = np.zeros(info.size), np.full((info.size, info.size), 0.0)
    condition = 1.0
    if len(places):
        Q, T, order = qr(W[:, places] / size[places], mode="economic", pivoting=True)
        rank = int(np.sum(np.abs(np.diag(T)) > _UNSEEN * abs(T[0, 0])))
        seen[places[order[rank:]]] = False
        places = places[order[:rank]]
        inverse = solve_triangular(T[:rank, :rank], np.eye(rank))
        x[places] = inverse @ (Q[:, :rank].T @ y) / size[places]
        C[np.ix_(places, places)] = (inverse @ inverse.T) / np.outer(size[places], size[places]) / info.share
        sizes = np.linalg.svd(T[:rank, :rank], compute_uv=False)
        condition = float(sizes[0] / sizes[-1])
    lost = np.flatnonzero(taken & ~seen)
    C[lost, lost] = np.inf
    return Estimate(x, C, noise, seen, condition)


def _noise(info: Information, found: Estimate, noise: Array) -> Array:
    """σ_j from what is left of each joint's rows; never less than roundings of its τ."""
    left, sizes = info.squares(found.x)[0], info.sizes(found.x)
    counts = info.counts.sum(0)
    C = np.where(np.isfinite(found.covariance), found.covariance, 0.0) * info.share
    levels = np.full(len(noise), np.inf)
    for j, columns in enumerate(info.columns):
        if counts[j] == 0:
            continue
        own, rows = C[np.ix_(columns, columns)], info.joints[j][:, :-1]
        spent = float(np.sum((rows @ own) * rows)) / (noise[j] ** 2 if np.isfinite(noise[j]) else 1.0)
        free = max(info.share * counts[j] - spent, 1.0)
        levels[j] = np.sqrt(max(info.share * left[j] / free, (_ROUNDING * sizes[j]) ** 2, 1e-300))
    return levels


def _pooled(info: Information, found: Estimate) -> float:
    """σ² of all joints as one."""
    left = float(info.squares(found.x)[0].sum())
    count = info.share * float(info.counts.sum())
    return max(info.share * left / max(count - float(found.seen.sum()), 1.0), 1e-300)
