"""Least squares that bad samples cannot bend, by weights from residuals, repeated.

    w = min(1, k σ_j/|r|),   σ_j = 1.4826 median|r_j|,   k = 1.345 keeps 95 % of the efficiency under plain noise  [huber1981]

A start of the motors, a collision: a few short events whose residuals are far off are found apart, to be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.design import Design
from dalembert.identify.estimate import Estimate, estimate
from dalembert.identify.information import Information, Weigh, blocks, information
from dalembert.identify.log import Log

Array = NDArray[np.float64]
_K = 1.345
_FAR = 8.0
_DOUBTFUL = 6.0
_FIRST = 5  # rounds that show an event
_FEW = 3  # events in a log
_SHORT = 0.05  # of the log, all of them together
_APART = 0.5  # s between two events
_MARGIN = 0.05  # s around an event that go with it
_ROUNDS = 30
_CLOSE = 1e-2  # of σ: parameters that move less have settled
_NORMAL = 1.4826  # σ over the median of |r|, of plain noise
_EFFICIENCY = 0.95


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


def residuals(design: Design, logs: Sequence[Log], info: Information, x: Array) -> Residuals:
    """What is left of the efforts, sample by sample, after thinning."""
    found = [(t, y - (w @ x).T, k) for k, log in enumerate(logs) for _, w, y, t in blocks(design, log, info.every[k])]
    return Residuals(
        np.concatenate([t for t, _, _ in found]),
        np.concatenate([r for _, r, _ in found]),
        np.concatenate([np.full(len(t), k, np.intp) for t, _, k in found]),
    )


def huber(
    design: Design, logs: Sequence[Log], info: Information, found: Estimate, rounds: int = _ROUNDS
) -> Estimate:
    """Huber's estimate."""
    for _ in range(rounds):
        left = residuals(design, logs, info, found.x)
        weighed = information(design, logs, info.every, _weights(found.x, left.levels), info.stretches)
        last, found = found.x, estimate(weighed)
        if np.all(np.abs(found.x - last)[found.seen] <= _CLOSE * found.sigma[found.seen]):
            break
    return replace(found, covariance=found.covariance / _EFFICIENCY)


def events(design: Design, logs: Sequence[Log], info: Information, found: Estimate) -> list[tuple[int, float, float]]:
    """(log, from, to) of what happened that no model of the robot explains: a few short times with |r| > 8 σ_j.

    A fault of the model comes back all along; then there is none.
    """
    if not _far(residuals(design, logs, info, found.x), _DOUBTFUL).any():
        return []
    left = residuals(design, logs, info, huber(design, logs, info, found, _FIRST).x)  # an event bends a plain fit to it
    far = _far(left, _FAR)
    spans: list[tuple[int, float, float]] = []
    for k, t in zip(left.log[far].tolist(), left.t[far].tolist(), strict=True):
        if spans and spans[-1][0] == k and t - spans[-1][2] <= _APART:
            spans[-1] = (k, spans[-1][1], t)
        else:
            spans.append((k, t, t))
    length = sum(float(log.t[-1] - log.t[0]) for log in logs)
    few = len(spans) <= _FEW * len(logs) and sum(b - a for _, a, b in spans) <= _SHORT * length
    return spans if few else []


def _far(left: Residuals, often: float) -> NDArray[np.bool_]:
    """Samples at which some joint's residual is so many σ."""
    with np.errstate(invalid="ignore"):
        return np.asarray((np.abs(left.r) > often * left.levels).any(1))


def without(logs: Sequence[Log], spans: Sequence[tuple[int, float, float]]) -> tuple[Log, ...]:
    """The logs without the samples of these times."""
    kept = [np.ones(len(log), bool) for log in logs]
    for k, first, last in spans:
        kept[k] &= (logs[k].t < first - _MARGIN) | (logs[k].t > last + _MARGIN)
    return tuple(log.rows(np.flatnonzero(x)) for log, x in zip(logs, kept, strict=True))


def _weights(x: Array, levels: Array) -> Weigh:
    edge = _K * np.where(np.isfinite(levels) & (levels > 0), levels, np.inf)

    def weigh(w: Array, y: Array) -> Array:
        left = np.abs(y - (w @ x).T)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.where(left > edge, np.sqrt(edge / left), 1.0))

    return weigh
