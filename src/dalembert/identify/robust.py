"""Least squares that bad samples cannot bend, by weights from residuals, repeated.

w = min(1, k σ_j/|r|),   σ_j = 1.4826 median|r_j|,   k = 1.345 keeps 95 % of the efficiency under plain noise  [huber1981]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.design import Design
from dalembert.identify.estimate import Estimate, estimate
from dalembert.identify.information import Information, Rows, Weigh, information
from dalembert.identify.log import Log

Array = NDArray[np.float64]
_K = 1.345
_ROUNDS = 30
_CLOSE = 1e-2  # of σ: parameters that move less have settled
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
    for _ in range(_ROUNDS):
        left = residuals(few, found.x)
        weigh = _weights(found.x, left.levels)
        last, found = found.x, estimate(information(design, some, info.every, weigh, few))
        if np.all(np.abs(found.x - last)[found.seen] <= _CLOSE * found.sigma[found.seen]):
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
