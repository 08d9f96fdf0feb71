"""Samples that say little or the wrong thing: a joint that stands, an effort that cannot rise further."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_STILL = 0.01  # of a joint's largest speed
_PAUSE = 0.05  # s at rest that count as standing: shorter ones are reversals
_FLAT = 3  # samples in a row at the very same extreme effort
_SHARE = 0.002  # of all samples at the extreme


def still(qd: Array, t: Array) -> NDArray[np.bool_]:
    """Where each joint stands: slower than 1 % of its largest speed for at least 50 ms."""
    speed = np.abs(qd)
    slow = speed <= _STILL * np.maximum(np.quantile(speed, 0.99, axis=0), 1e-12)
    h = float(np.median(np.diff(t))) if len(t) > 1 else 1.0
    return np.stack([_runs(slow[:, j], max(2, round(_PAUSE / h))) for j in range(slow.shape[1])], axis=1)


def saturated(tau: Array) -> NDArray[np.bool_]:
    """Where an effort is flat at its largest or smallest value: the same number again and again."""
    marked = np.zeros(tau.shape, bool)
    for j in range(tau.shape[1]):
        x = tau[:, j]
        if np.isnan(x).any() or np.ptp(x) == 0:
            continue
        for extreme in (x.max(), x.min()):
            at = _runs(np.abs(x - extreme) <= 1e-9 * abs(extreme), _FLAT)
            if at.mean() > _SHARE and extreme != 0:
                marked[:, j] |= at
    return marked


def _runs(flags: NDArray[np.bool_], least: int) -> NDArray[np.bool_]:
    """Only the runs of at least so many."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0]))))
    kept = np.zeros(len(flags), bool)
    for a, b in zip(edges[::2], edges[1::2], strict=True):
        if b - a >= least:
            kept[a:b] = True
    return kept
