"""Least squares on the square-root information of logs: ordinary, weighted by joint, robust, and reduced to essential parameters.

    x = argmin Σ_j ‖w_j x − τ_j‖²/σ_j²,   C = (Σ_j w_jᵀw_j/σ_j²)⁻¹ / share,   σ_j² = ‖τ_j − w_j x‖²/(N_j − p_j)

p_j is the number of parameters that the rows of joint j determine, tr(w_j C w_jᵀ)/σ_j². Ordinary least squares has one σ
for all joints.  [gautier1997], [khalil2002, §12.4]

Essential parameters: backward elimination. The parameter with the largest σ/|x| is removed while
F = (‖r₁‖² − ‖r₀‖²)/1 stays below the 1 % point of noise, that is while |x| < 2.58 σ. A removed parameter counts as 0, with the
uncertainty that it had in the full fit.  [khalil2002, §12.6]

Robust: iteratively reweighted least squares with Huber weights,
w = min(1, k σ_j/|r|), σ_j = 1.4826 median|r_j|; k = 1.345 keeps 95 % of the efficiency under normal noise.  [huber1981]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr, solve_triangular

from dalembert.identification.information import Information, Rows, Weigh, information, triangle
from dalembert.identification.linear_model import Design
from dalembert.identification.log import Log
from dalembert.tolerance import EFFORT_ROUNDING, FACTOR_SETTLED, OBSERVED, ROBUST_SETTLED, TINY

Array = NDArray[np.float64]
_ROUNDS = 4  # of weights from residuals


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
        if np.allclose(noise[measured], last[measured], rtol=FACTOR_SETTLED):
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
        rank = int(np.sum(np.abs(np.diag(T)) > OBSERVED * abs(T[0, 0])))
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
        levels[j] = np.sqrt(max(info.share * left[j] / free, (EFFORT_ROUNDING * sizes[j]) ** 2, TINY))
    return levels


def _pooled(info: Information, found: Estimate) -> float:
    """σ² of all joints as one."""
    left = float(info.squares(found.x)[0].sum())
    count = info.share * float(info.counts.sum())
    return max(info.share * left / max(count - float(found.seen.sum()), 1.0), TINY)


_POINT = 2.576  # |x|/σ that noise exceeds in 1 of 100


def reduce_to_essential(info: Information, found: Estimate) -> tuple[Estimate, NDArray[np.bool_]]:
    """(the fit with these parameters alone, which they are)."""
    using, whole = found.seen.copy(), found.covariance
    while using.any():
        with np.errstate(divide="ignore", invalid="ignore"):
            sure = np.where(using, np.abs(found.x) / found.sigma, np.inf)
        worst = int(np.argmin(sure))
        if sure[worst] >= _POINT:
            break
        using[worst] = False
        found = estimate(info, using=using)
    out = np.flatnonzero(~using)
    C = np.array(found.covariance)
    C[np.ix_(out, out)] = whole[np.ix_(out, out)]
    return replace(found, covariance=C), using


_K = 1.345
_ROBUST_ROUNDS = 30
_NORMAL = 1.4826  # σ over the median of |r|, of plain noise
_EFFICIENCY = 0.95
_SAMPLES = 50_000  # of a log that find the weights


@final
@dataclass(frozen=True, eq=False)
class Residuals:
    """τ − τ̂ of the samples that were fitted: t (N,), r (N, n), and the log that each is of."""

    t: Array
    r: Array
    log: NDArray[np.intp]

    @property
    def levels(self) -> Array:
        """σ_j of each joint from the middle of its residuals; nan where it has none."""
        measured = np.isfinite(self.r).any(0)
        middle = np.full(self.r.shape[1], np.nan)
        middle[measured] = np.nanmedian(np.abs(self.r[:, measured]), axis=0)
        return np.asarray(_NORMAL * middle)


def residuals(rows: Sequence[Rows], x: Array) -> Residuals:
    """What is left of the efforts, sample by sample, after thinning."""
    found = [(t, y - (w @ x).T, k) for k, some in enumerate(rows) for _, w, y, t in some]
    return Residuals(
        np.concatenate([t for t, _, _ in found]),
        np.concatenate([r for _, r, _ in found]),
        np.concatenate([np.full(len(t), k, np.intp) for t, _, k in found]),
    )


def huber(design: Design, logs: Sequence[Log], info: Information, found: Estimate, rows: Sequence[Rows]) -> Estimate:
    """Huber's estimate; of logs too long to be kept in memory some of the samples find the weights for all."""
    some, few = list(logs), list(rows)
    for k, log in enumerate(logs):
        if not rows[k].few and info.every[k] == 1:
            some[k] = log.rows(np.arange(0, len(log), -(-len(log) // _SAMPLES)))
            few[k] = Rows(design, some[k], 1, keep=True)
    for _ in range(_ROBUST_ROUNDS):
        left = residuals(few, found.x)
        weigh = _weights(found.x, left.levels)
        last, found = found.x, estimate(information(design, some, info.every, weigh, few))
        if np.all(np.abs(found.x - last)[found.seen] <= ROBUST_SETTLED * found.sigma[found.seen]):
            break
    if any(a is not b for a, b in zip(some, logs, strict=True)):
        found = estimate(information(design, logs, info.every, weigh, rows))
    return replace(found, covariance=found.covariance / _EFFICIENCY)


def _weights(x: Array, levels: Array) -> Weigh:
    edge = _K * np.where(np.isfinite(levels) & (levels > 0), levels, np.inf)

    def weigh(w: Array, y: Array) -> Array:
        left = np.abs(y - (w @ x).T)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.where(left > edge, np.sqrt(edge / left), 1.0))

    return weigh
