"""Single samples of a position that jump away and come back: what an encoder or a bus makes, and no joint.

r_k = q_k − (q_(k−1) + q_(k+1))/2 is far larger than usual and than the way from q_(k−1) to q_(k+1).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_USUAL = 50.0  # times the median of |r|
_LARGE = 0.02  # of the range of the motion, so that fine noise is not meant
_AWAY = 4.0  # times the way between the neighbours


def spikes(q: Array) -> NDArray[np.bool_]:
    """Which rows have one, (N,)."""
    found = np.zeros(len(q), bool)
    if len(q) < 8:
        return found
    r = np.abs(q[1:-1] - 0.5 * (q[:-2] + q[2:]))
    middle = np.percentile(q, 99, axis=0) - np.percentile(q, 1, axis=0)
    far = (r > _USUAL * np.median(r, axis=0)) & (r > _LARGE * middle) & (r > _AWAY * np.abs(q[2:] - q[:-2])) & (r > 0)
    found[1:-1] = (far & (middle > 0)).any(axis=1)
    return found
