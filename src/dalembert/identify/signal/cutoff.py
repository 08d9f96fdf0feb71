"""The cut-off from the data: where the filter costs an identified inertia least.

Positions are coloured: the motion lies at low frequencies, some 100 dB above the noise. So Welch's spectrum is taken of the second
differences and divided by their gain (2 sin πf h)⁴, which keeps the motion from leaking over the noise. The floor N is the
median in the upper 40 % of the band, S = P − N the motion's own spectrum where P stands out (above 2 N, over a sixth of an octave).

An inertia M fitted to τ = M q̈ with the filter's gain G = 1/(1 + (f/f_c)⁸) and noise in q̈ is wrong by about

    B(f_c) = [∫ G(1 − G) ω⁴S df + ∫ G² ω⁴N df] / ∫ G² ω⁴S df :

what the filter takes of the motion, and what it leaves of the noise. The cut-off is where the largest B of the joints is smallest.
Where rates were measured q̈ is their derivative, and their spectrum is used: first differences, ω² instead of ω⁴.
[welch1967]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.signal.filter import ORDER, period, pieces

Array = NDArray[np.float64]
HIGHEST = 0.4  # of the sampling rate: above, nothing is filtered
_SEGMENT = 4096
_ABOVE = 2.0
_ASKED = 120  # cut-offs tried
_SHAKEN = 12.0  # standard deviations of noise, from the least of a million samples to the largest
_HARMLESS = 1e-4  # B without a filter that needs none


@dataclass(frozen=True)
class Spectrum:
    """Power of each column by frequency [unit²/Hz], (F, n); the floor of its noise and where the motion ends, 0 where nothing moves, (n,)."""

    f: Array
    power: Array
    floor: Array
    end: Array
    derivatives: int = 2

    @property
    def cutoff(self) -> float | None:
        """The cut-off [Hz]; None where there is no noise worth a filter, or no motion."""
        moving = self.end > 0
        top = HIGHEST * 2 * self.f[-1]
        if not moving.any():
            return None
        tried = np.geomspace(self.f[1], top, _ASKED)
        G = 1 / (1 + (self.f[:, None] / tried) ** (2 * ORDER))
        S = np.where(self.f[:, None] <= self.end, np.maximum(self.power - self.floor, 0), 0)[:, moving]
        weight = (2 * np.pi * self.f) ** (2 * self.derivatives)
        kept = (G * G * weight[:, None]).T @ S
        lost = (G * (1 - G) * weight[:, None]).T @ S + ((G * G).T @ weight)[:, None] * self.floor[moving]
        with np.errstate(divide="ignore", invalid="ignore"):
            worst = np.where(kept > 0, lost / kept, np.inf).max(axis=1)
        best = int(np.argmin(worst))
        return None if worst[-1] < max(_HARMLESS, 1.25 * worst[best]) else float(tried[best])


def spectrum(x: Array, t: Array, derivatives: int = 2) -> Spectrum:
    """The spectrum of positions (N, n), `derivatives` 2 below the acceleration, or of rates, 1 below; of the longest piece."""
    from scipy.signal import welch

    h = period(t)
    longest = max(pieces(t), key=lambda p: p.stop - p.start)
    bent = np.diff(x[longest], n=derivatives, axis=0)
    size = min(_SEGMENT, max(16, len(bent) // 4)) if len(bent) >= 16 else max(4, len(bent))
    f, power = welch(bent.T, fs=1 / h, nperseg=min(size, len(bent)), detrend=False, axis=-1)
    gain = (2 * np.sin(np.pi * f[1:] * h)) ** (2 * derivatives)
    f, power = f[1:], (power[:, 1:] / gain).T
    floor = np.median(power[f > 0.6 * f[-1]], axis=0)
    end = np.array([_end(f, power[:, j], floor[j]) for j in range(power.shape[1])])
    moves = np.ptp(x[longest], axis=0) > _SHAKEN * np.sqrt(floor * f[-1])
    return Spectrum(f, power, floor, np.where(moves, end, 0.0), derivatives)


def standing(q: Array, t: Array) -> NDArray[np.bool_]:
    """Columns that go nowhere beyond their noise in the whole log, (n,)."""
    found = spectrum(q, t)
    return np.asarray(np.ptp(q, axis=0) <= _SHAKEN * np.sqrt(found.floor * found.f[-1]))


def _end(f: Array, power: Array, floor: float) -> float:
    """The last frequency at which the spectrum, over a sixth of an octave, stands out of the noise."""
    if not power.max() > 0:
        return 0.0
    total = np.concatenate(([0.0], np.cumsum(power)))
    low = np.searchsorted(f, f / 2 ** (1 / 12))
    high = np.maximum(np.searchsorted(f, f * 2 ** (1 / 12), side="right"), np.minimum(low + 2, len(f)))
    above = np.flatnonzero((total[high] - total[low]) / (high - low) > _ABOVE * floor)
    return float(f[above[-1]]) if len(above) else 0.0
