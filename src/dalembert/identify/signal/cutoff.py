"""The cut-off from the data: how far up the positions stand out of their noise.

Positions are coloured: the motion lies at low frequencies, some 100 dB above the noise. So Welch's spectrum is taken of the second
differences and divided by their gain (2 sin πf h)⁴, which keeps the motion from leaking over the noise. The floor N is the
median in the upper 40 % of the band. With S the motion's own spectrum, the error of the acceleration

    E(f_c) = ∫_{f > f_c} ω⁴ S df + ∫_{f < f_c} ω⁴ N df      is smallest where S(f_c) = N,

the last frequency where the spectrum is above 2 N. The filter's cut-off is three times it, where a Butterworth filter of order 4
run twice takes 0.02 % of what must pass. Of several joints, the highest. [welch1967]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.signal.filter import period, pieces

Array = NDArray[np.float64]
MARGIN = 3.0
HIGHEST = 0.4  # of the sampling rate: above, nothing is filtered
_SEGMENT = 4096
_RUN = 3  # neighbouring lines that must stand out: one alone is a hum
_ABOVE = 2.0


@dataclass(frozen=True)
class Spectrum:
    """Power of each column by frequency [unit²/Hz], (F, n); the floor of its noise and where the motion ends, (n,)."""

    f: Array
    power: Array
    floor: Array
    end: Array

    @property
    def cutoff(self) -> float | None:
        """The cut-off [Hz]; None where there is no noise to be filtered."""
        moving = self.end[self.end > 0]
        if len(moving) == 0:
            return None
        chosen = float(MARGIN * moving.max())
        return chosen if chosen < HIGHEST * 2 * self.f[-1] else None


def spectrum(x: Array, t: Array) -> Spectrum:
    """The spectrum of positions (N, n), of the longest piece."""
    from scipy.signal import welch

    h = period(t)
    longest = max(pieces(t), key=lambda p: p.stop - p.start)
    bent = np.diff(x[longest], n=2, axis=0)
    size = min(_SEGMENT, max(16, len(bent) // 4)) if len(bent) >= 16 else max(4, len(bent))
    f, power = welch(bent.T, fs=1 / h, nperseg=min(size, len(bent)), detrend=False, axis=-1)
    gain = (2 * np.sin(np.pi * f[1:] * h)) ** 4
    f, power = f[1:], (power[:, 1:] / gain).T
    floor = np.median(power[f > 0.6 * f[-1]], axis=0)
    return Spectrum(f, power, floor, np.array([_end(f, power[:, j], floor[j]) for j in range(power.shape[1])]))


def _end(f: Array, power: Array, floor: float) -> float:
    """The last frequency of the first stretch in which the spectrum stands out of the noise."""
    if not power.max() > 0 or floor == 0:
        return 0.0 if not power.max() > 0 else float(f[-1])
    above = np.convolve(power > _ABOVE * floor * _spread(len(f)), np.ones(_RUN), mode="same") >= _RUN - 1
    last = np.flatnonzero(above)
    return float(f[min(last[-1] + 1, len(f) - 1)]) if len(last) else float(f[0])


def _spread(lines: int) -> float:
    """Room for the scatter of an averaged spectrum, so that noise alone rarely stands out."""
    return 1.5 if lines > 512 else 2.0
