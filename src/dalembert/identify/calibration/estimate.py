"""The errors that explain the measurements best:  min Σ w_i |r_i(x)/σ_i|²,  Levenberg-Marquardt on the identifiable set.

σ² of a kind of number that was not told is estimated with the fit: Σ r² / Σ (1 − h), h the share of the fit in its own
row. A robust fit gives a measurement that is z noises off the weight 1/(1 + (z/3)²)² [geman1985], then leaves out those
beyond what noise explains, and fits the others plainly. cov x = (JᵀJ)⁻¹.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.calibration.error_model import ErrorModel
from dalembert.identify.calibration.residual import Scales, noises, residual, whitened
from dalembert.loops.levenberg import least_squares

Array = NDArray[np.float64]
_PASSES = 8
_ROBUST = 15
_LEAST = 1e-9  # m, rad: noise of exact numbers
_CHANCE = 1e-6  # that noise alone makes a measurement an outlier


@final
@dataclass(frozen=True, eq=False)
class Estimate:
    """The state found, the covariance of the kept parameters, the noise and the share of each measurement."""

    state: Array
    covariance: Array
    scales: Scales
    shares: list[Array]
    chi2: float  # Σ |r/σ|² over its expectation


def estimate(model: ErrorModel, state: Array, kept: list[int], *, robust: bool) -> Estimate:
    shares = [np.ones(len(x)) for x in model.sets]
    scales: Scales = [(1e-3, 1e-3) for _ in model.sets]
    if robust:
        for _ in range(_ROBUST):
            state = _fitted(model, state, kept, scales, shares)
            scales = [_median_scale(model, state, i) for i in range(len(model.sets))]
            shares = [1 / (1 + (off(model, state, scales, i) / 3) ** 2) ** 2 for i in range(len(model.sets))]
        shares = [(off(model, state, scales, i) <= limit(x.size)).astype(float) for i, x in enumerate(model.sets)]
    for _ in range(_PASSES):
        state = _fitted(model, state, kept, scales, shares)
        before, scales = scales, _scales(model, state, kept, scales, shares)
        if np.allclose(before, scales, rtol=1e-3):
            break
    r, J = whitened(model, state, scales, shares)
    J = J[:, kept]
    dof = int(sum(s.sum() * x.size for s, x in zip(shares, model.sets, strict=True))) - len(kept)
    return Estimate(state, _inverse(J), scales, shares, float(r @ r) / max(dof, 1))


def limit(size: int) -> float:
    """How many noises, as a root mean square, a measurement of so many numbers may be off."""
    from scipy.stats import chi2

    return float(np.sqrt(chi2.isf(_CHANCE, size) / size))


def off(model: ErrorModel, state: Array, scales: Scales, i: int) -> Array:
    """How many noises each measurement of a set is off, root mean square over its numbers."""
    r, _ = residual(model, state, i)
    return np.asarray(np.sqrt(np.mean((r / noises(model.sets[i], scales[i])) ** 2, axis=1)))


def _fitted(model: ErrorModel, state: Array, kept: list[int], scales: Scales, shares: list[Array]) -> Array:
    def errors(states: Array) -> tuple[Array, Array]:
        r, J = whitened(model, states[0], scales, shares)
        return r[None], J[None][..., kept]

    def moved(states: Array, steps: Array) -> Array:
        whole = np.zeros(len(model.parameters))
        whole[kept] = steps[0]
        return model.moved(states[0], whole)[None]

    return np.asarray(least_squares(errors, moved, state[None])[0])


def _inverse(J: Array) -> Array:
    """(JᵀJ)⁻¹, columns of J brought to one length first."""
    size = np.linalg.norm(J, axis=0)
    Q = np.linalg.pinv(J / size)
    return np.asarray(Q @ Q.T / np.outer(size, size))


def _scales(model: ErrorModel, state: Array, kept: list[int], scales: Scales, shares: list[Array]) -> Scales:
    """Noise of lengths and angles in each set, from what is left."""
    r, J = whitened(model, state, scales, shares)
    Q = np.linalg.qr(J[:, kept])[0]
    free = 1 - np.sum(Q * Q, axis=1)
    found, first = [], 0
    for x, share, now in zip(model.sets, shares, scales, strict=True):
        rows = slice(first, first + len(x) * x.size)
        first = rows.stop
        squares, left = (y[rows].reshape(-1, x.size)[share > 0] for y in (r * r, free))
        pair = []
        for k, part in enumerate((slice(0, 3), slice(3, None))):
            weight = left[:, part].sum()
            told = x.noise[k] is not None or weight <= 1e-9
            pair.append(now[k] if told else max(now[k] * float(np.sqrt(squares[:, part].sum() / weight)), _LEAST))
        found.append((pair[0], pair[1]))
    return found


def _median_scale(model: ErrorModel, state: Array, i: int) -> tuple[float, float]:
    """Noise from the median of what is left, which a few outliers do not move."""
    r, _ = residual(model, state, i)
    parts = (r[:, :3], r[:, 3:])
    a, b = (1.4826 * float(np.median(np.abs(x))) if x.size else 1.0 for x in parts)
    return max(a, _LEAST), max(b, _LEAST)
