"""Are efforts late? τ(t + d) is explained for some d, and the best one should be 0.

Efforts of amplifiers that filter, or of another recorder, lag behind positions; a fit then takes the lag for damping and less
inertia. Without a filter only whole samples are tried: between two of them noise is halved, which would look like a better fit.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.doubt.alternative import score
from dalembert.identify.doubt.explanation import Explainer, Sample
from dalembert.identify.log import Log

Array = NDArray[np.float64]
_MOST = 0.08  # s
_TRIED = 12  # to each side
_FINE = 0.002  # s
_LEAST = 0.006  # s: sound logs lie within 4 ms
_BETTER = -0.15  # change of log Π e_j


def late(
    explain: Explainer, log: Log, tau: Array, rows: NDArray[np.intp], some: Sample
) -> tuple[float, Array, Array] | None:
    """(seconds that efforts are late, errors as they are, errors moved back); None where they are in time."""
    h = log.period
    smooth = log.cutoff is not None and log.cutoff * h < 0.1
    step = max(_FINE, _MOST / _TRIED) if smooth else h * max(1, round(_MOST / _TRIED / h))
    tried = step * np.arange(-_TRIED, _TRIED + 1)
    tried = tried[np.abs(tried) <= max(_MOST, 2.5 * h)]
    inner = (log.t[rows] >= log.t[0] + tried[-1]) & (log.t[rows] <= log.t[-1] - tried[-1])
    if inner.sum() < len(rows) // 2:
        return None
    part = Sample(some.q[inner], some.qd[inner], some.qdd[inner], some.tau[inner])

    def errors(d: float) -> Array:
        moved = np.column_stack([np.interp(log.t[rows][inner] + d, log.t, x) for x in tau.T])
        return explain.products(replace(part, tau=moved)).errors()

    now = errors(0.0)
    best = min(tried.tolist(), key=lambda d: score(errors(d)))
    if smooth and step > _FINE:
        best = min((best + _FINE * np.arange(-3, 4)).tolist(), key=lambda d: score(errors(d)))
    found = errors(best)
    if abs(best) < _LEAST or score(found) > score(now) + _BETTER:
        return None
    return float(best), now, found
