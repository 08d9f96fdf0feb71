"""Filters that move nothing in time, and derivatives.

    x ← Butterworth forwards, then backwards: gain 1/(1 + (f/f_c)^2k), phase 0            [gautier1997]
    ẋ_(k−1) + 4 ẋ_k + ẋ_(k+1) = 3 (x_(k+1) − x_(k−1))/h: right to (ωh)⁴/180, as a cubic spline's

Everything is done piece by piece, where a log has gaps.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue

Array = NDArray[np.float64]
ORDER = 4
_WORTH = 4  # samples for each period of the cut-off, from which efforts are filtered


def pieces(t: Array) -> list[slice]:
    """The parts of a log between its gaps: where a step is above 1.5 of the usual one."""
    if len(t) < 3:
        return [slice(0, len(t))]
    step = np.diff(t)
    cuts = np.flatnonzero(step > 1.5 * np.median(step)) + 1
    ends = [0, *cuts.tolist(), len(t)]
    return [slice(a, b) for a, b in pairwise(ends)]


def period(t: Array) -> float:
    """The usual time between two samples [s]."""
    return float(np.median(np.diff(t))) if len(t) > 1 else 0.0


def zero_phase(x: Array, t: Array, cutoff: float, order: int = ORDER) -> Array:
    """x without what lies above the cut-off [Hz], not delayed; a piece too short to be filtered stays as it is."""
    from scipy.signal import butter, sosfiltfilt

    h = period(t)
    if not 0 < cutoff < 0.5 / h:
        raise WrongValue(
            f"the cut-off must lie between 0 and half the sampling rate, {0.5 / h:.4g} Hz; got {cutoff:.4g}"
        )
    sections = butter(order, cutoff, fs=1 / h, output="sos")
    y = np.array(x, float)
    pad = max(3 * (2 * len(sections) + 1), round(1 / (cutoff * h)))
    for part in pieces(t):
        n = part.stop - part.start
        if n > 3 * order:
            # by columns that lie together in memory
            y[part] = sosfiltfilt(sections, np.ascontiguousarray(x[part].T), axis=-1, padlen=min(pad, n - 2)).T
    return y


def low_passed(tau: Array, t: Array, cutoff: float | None) -> Array:
    """Efforts without what lies above the cut-off, nan where they were nan; as they are where it is a quarter of the
    sampling rate or more: then the sign of a rate, which no filter passes, would be missed more than the noise."""
    if cutoff is None or cutoff * period(t) * _WORTH > 1:
        return tau
    unknown = np.isnan(tau)
    whole = np.array(tau)
    for k in np.flatnonzero(unknown.any(0) & ~unknown.all(0)):
        known = ~unknown[:, k]
        whole[:, k] = np.interp(t, t[known], tau[known, k])
    dark = unknown.all(0)
    whole[:, ~dark] = zero_phase(whole[:, ~dark], t, cutoff)
    return np.where(unknown, np.nan, whole)


def settled(t: Array, cutoff: float) -> NDArray[np.intp]:
    """The samples away from the ends, where the filter had to invent what came before and after: two periods of the cut-off,
    a twentieth of a piece at most."""
    bent = round(2 / (cutoff * period(t)))
    parts = [(p.start, p.stop, min(bent, (p.stop - p.start) // 20)) for p in pieces(t)]
    return np.concatenate([np.arange(a + k, b - k) for a, b, k in parts])


def derivative(x: Array, t: Array) -> Array:
    """dx/dt at the samples, even within each piece: the compact scheme above, of third order at the two ends. [lele1992]"""
    from scipy.linalg import solve_banded

    y = np.zeros(x.shape)
    for part in pieces(t):
        own, n = x[part], part.stop - part.start
        if n < 4:
            y[part] = np.gradient(own, t[part], axis=0) if n > 1 else 0.0
            continue
        h = (t[part.stop - 1] - t[part.start]) / (n - 1)
        rhs = np.empty(own.shape)
        rhs[1:-1] = 3 * (own[2:] - own[:-2])
        rhs[0] = -2.5 * own[0] + 2 * own[1] + 0.5 * own[2]  # ẋ₀ + 2 ẋ₁ = (−5 x₀ + 4 x₁ + x₂)/2h
        rhs[-1] = 2.5 * own[-1] - 2 * own[-2] - 0.5 * own[-3]
        bands = np.ones((3, n))
        bands[1, 1:-1] = 4
        bands[0, 1] = bands[2, -2] = 2
        y[part] = solve_banded((1, 1), bands, rhs, overwrite_ab=True, overwrite_b=True, check_finite=False) / h
    return y
