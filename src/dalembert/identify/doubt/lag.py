"""Are efforts late? τ(t + d) is explained for some d, and the best one should be 0.

Efforts of amplifiers that filter, or of another recorder, lag behind positions; a fit then takes the lag for damping and less
inertia. d is the vertex of log Π ‖r_j‖(d), its σ what stretches of the log tell. Without a filter only whole samples are tried:
between two of them noise is halved, which would look like a better fit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.doubt.alternative import Compared
from dalembert.identify.doubt.explanation import Explainer, Products, Sample
from dalembert.identify.doubt.significance import jackknife, noise, stretches, whole
from dalembert.identify.log import Log

Array = NDArray[np.float64]
_MOST = 0.08  # s
_TRIED = 12  # to each side
_FINE = 0.002  # s
_LEAST = 0.006  # s: sound logs lie within 4 ms
_BETTER = 0.1  # change of log Π e_j
_SURE = 2.0  # σ


@final
@dataclass(frozen=True, eq=False)
class Lag(Compared):
    """Seconds that efforts are late and their σ; errors as efforts are, and moved back."""

    time: float
    sigma: float
    beyond: bool = False  # whether it is the longest that was tried

    @property
    def certain(self) -> bool:
        return abs(self.time) >= max(_LEAST, _SURE * self.sigma) and self.gain >= _BETTER

    @property
    def least(self) -> float:
        """The least lag that would be noticed for certain."""
        return max(_LEAST, abs(self.time) + _SURE * self.sigma)


def lag(explain: Explainer, log: Log, tau: Array, rows: NDArray[np.intp], some: Sample) -> Lag | None:
    """How late efforts are; None where the log is too short to move them."""
    h = log.period
    smooth = log.cutoff is not None and log.cutoff * h < 0.1
    step = max(_FINE, _MOST / _TRIED) if smooth else h * max(1, round(_MOST / _TRIED / h))
    tried = step * np.arange(-_TRIED, _TRIED + 1)
    tried = tried[np.abs(tried) <= max(_MOST, 2.5 * h)]
    inner = (log.t[rows] >= log.t[0] + tried[-1]) & (log.t[rows] <= log.t[-1] - tried[-1])
    if inner.sum() < len(rows) // 2:
        return None
    part, t = some.part(inner), log.t[rows][inner]
    columns = explain.columns(part)

    def moved(d: float) -> list[Products]:
        own = np.column_stack([np.interp(t + d, log.t, x) for x in tau.T])
        return stretches(columns, replace(part, tau=own))

    each = [moved(d) for d in tried.tolist()]
    every = [whole(parts) for parts in each]
    left = np.array([_score(x) for x in every])
    k = int(np.clip(np.argmin(left), 1, len(tried) - 2))
    near = range(max(k - 2, 0), min(k + 3, len(tried)))
    without = np.array([[_score(every[i] - each[i][s]) for i in near] for s in range(len(each[0]))])
    own = tried[near.start : near.stop]
    best = _vertex(own, left[near.start : near.stop])
    sigma = float(np.sqrt(jackknife(np.array([[_vertex(own, x)] for x in without]))[0, 0]))
    nearest = best if smooth else float(tried[np.argmin(np.abs(tried - best))])
    beyond = int(np.argmin(left)) in (0, len(tried) - 1)
    return Lag(_errors(moved(0.0)), _errors(moved(nearest)), best, max(sigma, step if beyond else 0.0), beyond)


def _score(of: Products) -> float:
    return float(0.5 * np.log(np.maximum(noise(of), 1e-300)).sum())


def _errors(parts: list[Products]) -> Array:
    own = whole(parts)
    return np.asarray(np.sqrt(noise(own) / np.where(own.c > 0, own.c, np.inf)))


def _vertex(x: Array, f: Array) -> float:
    """Of the parabola through the least value and its neighbours."""
    k = int(np.clip(np.argmin(f), 1, len(x) - 2))
    below, above = f[k - 1] - f[k], f[k + 1] - f[k]
    if below + above <= 0 or min(below, above) < 0:
        return float(x[int(np.argmin(f))])
    return float(x[k] + 0.5 * (x[k + 1] - x[k]) * (below - above) / (below + above))
