"""Numbers x that bend the columns, τ = W(x) π: a tilt, the zero of a joint. What do the efforts say of them, and how surely?

    W(x + d) π ≈ W(x) π + Σ_k d_k ∂W/∂x_k π:  Gauss and Newton's method, with π and friction fitted beside each step

What stretches of the log tell is their covariance. Directions that other parameters make up as well are left where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.doubt.explanation import Products, Sample, with_friction
from dalembert.identify.doubt.significance import jackknife, noise, stretches, whole

Array = NDArray[np.float64]
Columns = Callable[[Array], Array]
_ROUNDS = 5
_SETTLED = 1e-4  # rad
_STRIDE = 0.3  # rad, of a step at most
_SEEN = 1e-6  # of a column's square that the others do not make up, and
_FELT = 1e-8  # of the square of the efforts
_NUDGE = 1e-5  # rad, of a derivative


@final
@dataclass(frozen=True, eq=False)
class Bend:
    """The numbers, their covariance, and whether a direction of them is not seen."""

    x: Array
    covariance: Array
    blind: bool


def bend(columns: Columns, some: Sample, x: Array) -> Bend | None:
    """The numbers that explain the efforts best, from a start on; None where none of them is seen."""
    k = len(x)
    for _ in range(_ROUNDS):
        Y = columns(x)
        p = Y.shape[2]
        own = with_friction(Y, some)
        size = noise(own)
        size = np.where(size > 0, size, np.inf)
        pi = own.solution(size)[:p]
        ends = [(columns(x + d), columns(x - d)) for d in _NUDGE * np.eye(k)]
        D = np.stack([(ahead - behind) @ pi / (2 * _NUDGE) for ahead, behind in ends], axis=2)
        V = _seen(with_friction(np.concatenate([Y, D], axis=2), some), p, k, size)
        if not V.shape[1]:
            return None
        wide, at = np.concatenate([Y, D @ V], axis=2), slice(p, p + V.shape[1])
        step = V @ with_friction(wide, some).solution(size)[at]
        x = x + step * min(1.0, _STRIDE / max(float(np.linalg.norm(step)), 1e-12))
        if np.linalg.norm(step) < _SETTLED:
            break
    parts = stretches(wide, some)
    every = whole(parts)
    without = np.array([(every - part).solution(size)[at] for part in parts])
    return Bend(x, V @ jackknife(without) @ V.T, V.shape[1] < k)


def _seen(wide: Products, p: int, k: int, size: Array) -> Array:
    """Directions of x whose columns, k after the first p, are not made up by the others; (k, up to k)."""
    G = wide.matrix(size)
    own = np.arange(p, p + k)
    rest = np.setdiff1d(np.arange(len(G)), own)
    rest = rest[np.diag(G)[rest] > 0]
    scale = np.sqrt(np.diag(G)[rest])
    inner, cross = G[np.ix_(rest, rest)] / np.outer(scale, scale), G[np.ix_(rest, own)] / scale[:, None]
    left = G[np.ix_(own, own)] - cross.T @ np.linalg.lstsq(inner, cross, rcond=1e-10)[0]
    values, axes = np.linalg.eigh(left)
    least = max(_SEEN * float(np.trace(G[np.ix_(own, own)])), _FELT * float(np.sum(wide.c / size)), 1e-300)
    return np.asarray(axes[:, values > least])
