"""A run between its rows: the polynomial of fifth degree with q, q̇, q̈ of both neighbours.

s = (t − t₀)/h;  q = Σ_i b_i(s) (q₀, h q̇₀, h² q̈₀, q₁, h q̇₁, h² q̈₁)   [hairer1993, §II.6]
An impact between two rows is smoothed over: take more rows where that matters. Efforts lie on straight lines.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import WrongValue

Array = NDArray[Any]

# rows: coefficients of 1, s … s⁵ for q₀, h q̇₀, h² q̈₀, q₁, h q̇₁, h² q̈₁
_BASIS = np.array([
    [1, 0, 0, -10, 15, -6],
    [0, 1, 0, -6, 8, -3],
    [0, 0, 0.5, -1.5, 1.5, -0.5],
    [0, 0, 0, 10, -15, 6],
    [0, 0, 0, -4, 7, -3],
    [0, 0, 0, 0.5, -1, 0.5],
])  # fmt: skip


class State(NamedTuple):
    """Where a run is at a time."""

    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array


def between(run: Any, t: ArrayLike) -> State:
    """The state at `t`, a number or (k,) of them."""
    try:
        times = np.asarray(t, dtype=float)
    except (TypeError, ValueError):
        raise WrongValue(f"t must be a time or several, got {t!r}") from None
    if not run.t.size or times.ndim > 1 or not ((times >= run.t[0]) & (times <= run.t[-1])).all():
        span = f"{run.t[0]:g} to {run.t[-1]:g} s" if run.t.size else "no time at all"
        raise WrongValue(f"t is {t!r}; the run covers {span}")
    i = np.clip(np.searchsorted(run.t, times, side="right") - 1, 0, max(0, len(run.t) - 2))
    j = np.minimum(i + 1, len(run.t) - 1)
    h = np.where(j > i, run.t[j] - run.t[i], 1.0)
    s, h = ((times - run.t[i]) / h)[..., None], h[..., None]
    ends = [x[..., k, :] * h**d for k in (i, j) for d, x in enumerate((run.q, run.qd, run.qdd))]
    found = []
    for order in range(3):
        weights = [
            np.polynomial.Polynomial(row).deriv(order) if order else np.polynomial.Polynomial(row) for row in _BASIS
        ]
        found.append(sum(w(s) * x for w, x in zip(weights, ends, strict=True)) / h**order)
    tau = run.tau[..., i, :] + s * (run.tau[..., j, :] - run.tau[..., i, :])
    return State(times, found[0], found[1], found[2], tau)
