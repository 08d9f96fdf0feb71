"""How well a path shows its parameters, and the derivative by the observation W = U S Vᵀ.

d          −log det(WᵀW/N) / r, r the number of parameters: the volume of the confidence ellipsoid   [swevers1997]
condition  log(s_max/s_min), made smooth by norms of order 2P: ½ (log Σ s^{2P} + log Σ s^{−2P}) / P   [gautier1992]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
KINDS = ("condition", "d")
_ORDER = 6  # P
_SMALL = 1e-14  # of the largest: a singular value that is a rounding


def value(kind: str, W: Array, known: Array | float = 0.0) -> tuple[float, Array]:
    """(criterion, its derivative by W) of W (N, r), with WᵀW/N that is `known` from elsewhere."""
    A = W.T @ W / len(W) + known
    size, V = np.linalg.eigh(A)
    size = np.maximum(size, _SMALL * max(float(size[-1]), 1e-300))
    if kind == "d":
        f, slope = -float(np.mean(np.log(size))), -1 / size / len(size)
    else:
        up, down = (size / size[-1]) ** _ORDER, (size[0] / size) ** _ORDER
        f = 0.5 * float(np.log(up.sum()) / _ORDER + np.log(size[-1]) + np.log(down.sum()) / _ORDER - np.log(size[0]))
        slope = 0.5 * (up / up.sum() - down / down.sum()) / size
    return f, 2 / len(W) * W @ ((V * slope) @ V.T)


def condition(W: Array, known: Array | None = None) -> float:
    """s_max/s_min, with what is known from elsewhere; inf where a parameter is not seen at all."""
    if known is not None:
        s = np.sqrt(np.maximum(np.linalg.eigvalsh(W.T @ W / len(W) + known)[::-1], 0.0))
    else:
        s = np.linalg.svd(W, compute_uv=False)
    return float(s[0] / s[-1]) if s[-1] > 1e-14 * s[0] else float("inf")
