"""Does the measured speed agree with the derivative of the position?  d/dt q = a q̇(t − lag), a = 1 and lag = 0

A factor near that of a unit, a sign, a lag, another joint's speed: each is named with how well it fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_FACTORS = {
    180 / pi: "speeds are in deg/s, or positions in deg",
    pi / 180: "positions are in rad and speeds were taken for deg/s, or the other way round",
    60 / (2 * pi): "speeds are in rpm",
    2 * pi / 60: "positions are not in turns",
    1e3: "time stamps are in ms",
    1e-3: "time was taken for ms",
    1e6: "time stamps are in us",
    -1.0: "the sign of one of them is flipped",
}
_FITS = 0.15  # of the speed that may stay unexplained once an alternative is taken
_CLEAR = 0.3  # how bad it must be as it is


def speed_doubts(slope: Array, qd: Array, t: Array, names: Sequence[str]) -> list[str]:
    """Sentences on joints whose derivative of position, `slope`, is not their measured speed qd."""
    found = []
    moving = [j for j in range(qd.shape[1]) if np.std(slope[:, j]) > 1e-6 and np.std(qd[:, j]) > 0]
    factors: dict[int, float] = {}
    for j in moving:
        now = _left(slope[:, j], qd[:, j])
        if now < _CLEAR:
            found += _lag(slope[:, j], qd[:, j], t, names[j], now)
            continue
        other = moving[int(np.argmax([abs(_agreement(slope[:, j], qd[:, k])) for k in moving]))]
        a = float(qd[:, j] @ slope[:, j] / (slope[:, j] @ slope[:, j]))
        if a != 0 and _left(slope[:, j], qd[:, j] / a) < _FITS:
            factors[j] = a
        elif other != j and abs(_agreement(slope[:, j], qd[:, other])) > 0.98:
            found.append(
                f"the speed of {names[other]} is the derivative of {names[j]}'s position "
                f"(correlation {_agreement(slope[:, j], qd[:, other]):.3f}; its own {_agreement(slope[:, j], qd[:, j]):.3f}): "
                "speeds or positions are in another order"
            )
        else:
            found.append(
                f"the speed of {names[j]} differs from the derivative of its position by {now:.0%} of its size"
            )
    return found + _named(factors, len(moving), names)


def _named(factors: dict[int, float], moving: int, names: Sequence[str]) -> list[str]:
    """Joints with the same factor in one sentence."""
    found = []
    while factors:
        a = next(iter(factors.values()))
        same = [j for j, x in factors.items() if abs(x / a - 1) < 0.1]
        factors = {j: x for j, x in factors.items() if j not in same}
        reason = next((why for f, why in _FACTORS.items() if abs(a / f - 1) < 0.1), "a gear ratio or a unit is wrong")
        who = "all joints" if len(same) == moving and moving > 1 else ", ".join(names[j] for j in same)
        found.append(f"measured speeds of {who} are {a:.4g} times the derivative of their positions: {reason}")
    return found


def _lag(slope: Array, qd: Array, t: Array, name: str, now: float) -> list[str]:
    """A delay between the two that explains most of their difference."""
    h = float(np.median(np.diff(t)))
    most = min(len(qd) // 10, max(3, round(0.2 / h)))
    if now < 0.02 or most < 2:
        return []
    tried = np.arange(-most, most + 1)
    inner = slice(most, len(qd) - most)
    left = np.array([_left(slope[inner], qd[most + k : len(qd) - most + k]) for k in tried])
    best = int(np.argmin(left))
    if left[best] > 0.5 * now or tried[best] == 0:
        return []
    word = "behind" if tried[best] > 0 else "ahead of"
    return [
        f"the speed of {name} is {abs(tried[best]) * h * 1e3:.3g} ms {word} the derivative of its position: "
        f"they differ by {now:.1%}, moved by {left[best]:.1%}"
    ]


def _left(slope: Array, qd: Array) -> float:
    """What of the slope the speed does not explain."""
    return float(np.linalg.norm(slope - qd)) / max(float(np.linalg.norm(slope)), 1e-300)


def _agreement(x: Array, y: Array) -> float:
    return float(x @ y) / max(float(np.linalg.norm(x) * np.linalg.norm(y)), 1e-300)
