"""Where friction comes down from its static level: vs of (fs − fc) e^−(q̇/vs)² sign q̇, which no linear fit can tell.

All else fitted, each joint's residual is fitted again by its own friction columns and the curve, for vs on a grid.
[armstrong1994]
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.design import Design
from dalembert.identify.log import Log

Array = NDArray[np.float64]
_SAMPLES = 5000
_SLOWEST, _QUICKEST, _TRIED = 0.003, 0.3, 25  # of the largest speed


def stribeck_speeds(design: Design, logs: Sequence[Log], x: Array) -> dict[int, float]:
    """The velocity of each joint's Stribeck curve, by the residual that friction columns of its own leave."""
    some = [log.rows(np.linspace(0, len(log) - 1, min(len(log), _SAMPLES)).astype(np.intp)) for log in logs]
    left = np.concatenate([log.recorded - design.known(log) - (design.rows(log) @ x).T for log in some])
    rates = np.concatenate([log.qd for log in some])
    found = {}
    for k in design.driven:
        known = np.isfinite(left[:, k])
        v, r = rates[known, k], left[known, k]
        if not known.any() or not np.abs(v).max(initial=0.0) > 0:
            continue
        plain = np.column_stack([column(v) for _, column in design.friction.terms])
        tried = np.abs(v).max() * np.geomspace(_SLOWEST, _QUICKEST, _TRIED)
        costs = []
        for vs in tried:
            A = np.column_stack([plain, np.exp(-((v / vs) ** 2)) * np.sign(v)])
            costs.append(float(np.linalg.norm(r - A @ np.linalg.lstsq(A, r, rcond=None)[0])))
        found[k] = float(tried[int(np.argmin(costs))])
    return found
