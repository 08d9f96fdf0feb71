"""Is one explanation better than another beyond what both of them miss? Each is fitted to nine tenths of the log and predicts the rest:

    d_s = ½ Σ_j log(‖r_js‖²/‖r'_js‖²) of stretch s,    t = mean d · √K / std d                                        [vuong1989]

What a model misses is alike for seconds, so that samples are no measure of how sure it is; stretches of a log nearly are. For a
number θ that the log tells (a lag, a tilt) the same stretches give its σ² = (K − 1)/K Σ_s (θ_s − mean θ)², θ_s without stretch s. [efron1982]
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.doubt.explanation import Products, Sample, with_friction

Array = NDArray[np.float64]
STRETCHES = 10
_ROUNDS = 2  # of weights from residuals
_EXACT = 1e-8  # of ‖τ_j‖²: less is rounding


def stretches(columns: Array, some: Sample) -> list[Products]:
    """The products of each stretch."""
    cut = np.linspace(0, len(some.q), STRETCHES + 1).astype(int)
    return [with_friction(columns[a:b], some.part(slice(a, b))) for a, b in pairwise(cut)]


def whole(parts: list[Products]) -> Products:
    return sum(parts[1:], start=parts[0])


def noise(of: Products) -> Array:
    """‖r_j‖² of the best explanation, each joint by its own noise, (n,)."""
    size = of.c
    for _ in range(_ROUNDS):
        left = of.squares(of.solution(np.where(size > 0, size, np.inf)))
        size = np.maximum(left, _EXACT * of.c)
    return size


def left_out(columns: Array, some: Sample) -> Array:
    """‖r_js‖²/‖τ_j‖² of each stretch, predicted from all others, (K, n)."""
    parts = stretches(columns, some)
    every = whole(parts)
    size = noise(every)
    weigh = np.where(size > 0, size, np.inf)
    left = [part.squares((every - part).solution(weigh)) for part in parts]
    return np.maximum(np.array(left) / np.where(every.c > 0, every.c, np.inf), _EXACT / STRETCHES)


def predicted_better(now: Array, other: Array) -> float:
    """t of the other explanation: above 0 where it predicts better; both (K, n) of the same recorded joints."""
    d = 0.5 * (np.log(now) - np.log(other)).sum(axis=1)
    return float(d.mean() * np.sqrt(len(d)) / max(float(d.std(ddof=1)), 1e-12))


def jackknife(without: Array) -> Array:
    """The covariance of numbers of which row s was found without stretch s, (K, k)."""
    d = without - without.mean(axis=0)
    return np.asarray((len(d) - 1) / len(d) * d.T @ d)
