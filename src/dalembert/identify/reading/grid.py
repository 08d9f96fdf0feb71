"""Samples on even times: what was lost is interpolated over short gaps, and a long gap stays a gap.

Positions and rates by cubic splines through the samples at their true times, efforts and commands by straight lines.
A gap is short up to 10 samples and 50 ms, or up to 3 samples however slow the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile, WrongValue

Array = NDArray[np.float64]
_EVEN = 2e-3  # of a period: how far stamps may be from even times and still be taken as even
_SHORTEST = 12  # samples of a stretch between gaps that is worth keeping
_STRAIGHT = ("tau", "command")


@dataclass(frozen=True)
class Even:
    """Even times and the signals there; what had to be done, in words."""

    t: Array
    signals: dict[str, Array]
    notes: tuple[str, ...]


def even(t: Array, signals: Mapping[str, Array], gap: float | None = None) -> Even:
    """The signals on t₀ + k h, piece by piece; `gap` is the longest that is bridged [s]."""
    if gap is not None and (isinstance(gap, bool) or not isinstance(gap, (int, float)) or not gap > 0):
        raise WrongValue(f"gap is the longest gap that is interpolated, in seconds, above 0; got {gap!r}")
    steps = np.diff(t)
    h = _period(t, steps)
    bridge = max(3.5 * h, min(10.5 * h, 0.05)) if gap is None else max(gap, 1.5 * h)
    notes = []
    cuts = np.flatnonzero(steps > bridge) + 1
    ends = [0, *cuts.tolist(), len(t)]
    parts = [(a, b) for a, b in pairwise(ends) if b - a >= _SHORTEST]
    if not parts:
        raise BadFile(f"no stretch of the log has {_SHORTEST} samples without a gap of more than {bridge:.3g} s")
    lost = np.round(steps / h) - 1
    missing = int(lost[(steps <= bridge) & (lost > 0)].sum())
    if missing:
        share = missing / (len(t) + missing)
        notes.append(
            f"{missing} samples are missing ({share:.1%}) in gaps of at most {bridge * 1e3:.3g} ms: interpolated"
        )
    if len(cuts):
        longest = float(steps[cuts - 1].max())
        notes.append(
            f"{len(cuts)} gaps are longer than {bridge * 1e3:.3g} ms, the longest {longest:.3g} s: kept as gaps"
        )
    short = len(ends) - 1 - len(parts)
    if short:
        notes.append(f"{short} stretches between gaps have under {_SHORTEST} samples: left out")
    usual = steps[np.round(steps / h) == 1]
    jitter = float(np.std(usual)) / h if len(usual) else 0.0
    if missing == 0 and len(cuts) == 0 and _is_even(t):
        return Even(t, dict(signals), tuple(notes))
    if jitter > 0.01:
        notes.append(
            f"the period of {h * 1e3:.4g} ms jitters by {jitter:.1%} (standard deviation): resampled on true time"
        )
    return _resampled(t, signals, parts, h, notes)


def _period(t: Array, steps: Array) -> float:
    """The mean of the steps that are near the median one: stamps rounded to 1 ms still give 1/600 s."""
    usual = float(np.median(steps))
    near = steps[np.abs(steps - usual) < 0.5 * usual]
    return float(near.mean()) if len(near) else usual


def _is_even(t: Array) -> bool:
    h = (t[-1] - t[0]) / (len(t) - 1)
    return bool(np.abs(t - (t[0] + h * np.arange(len(t)))).max() <= max(_EVEN * h, 4e-16 * abs(t[-1])))


def _resampled(
    t: Array, signals: Mapping[str, Array], parts: list[tuple[int, int]], h: float, notes: list[str]
) -> Even:
    from scipy.interpolate import CubicSpline

    times: list[Array] = []
    values: dict[str, list[Array]] = {name: [] for name in signals}
    for a, b in parts:
        own = t[a:b]
        first = np.ceil((own[0] - t[0]) / h - 1e-6)
        grid = t[0] + h * np.arange(first, np.floor((own[-1] - t[0]) / h + 1e-6) + 1)
        grid = np.clip(grid, own[0], own[-1])
        times.append(grid)
        for name, x in signals.items():
            if name in _STRAIGHT or name.startswith("wrench"):
                values[name].append(np.stack([np.interp(grid, own, x[a:b, j]) for j in range(x.shape[1])], axis=1))
            else:
                values[name].append(CubicSpline(own, x[a:b])(grid))
    return Even(np.concatenate(times), {x: np.concatenate(v) for x, v in values.items()}, tuple(notes))
