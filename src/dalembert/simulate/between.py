"""A run between its rows: the polynomial of fifth degree with q, q̇, q̈ of both neighbours.

s = (t − t₀)/h;  q = Σ_i b_i(s) (q₀, h q̇₀, h² q̈₀, q₁, h q̇₁, h² q̈₁)   [hairer1993, §II.6]
The entries of a quaternion are interpolated so, with their own rates q̇ = ½ q ⊗ (0, ω), and the result is normalised.
An impact between two rows is smoothed over: take more rows where that matters. Efforts lie on straight lines.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.algorithms.tangent import product
from dalembert.errors import WrongValue
from dalembert.real import reals
from dalembert.robot.tree import tree

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
    times = reals(t, "t")
    if not run.t.size or times.ndim > 1 or not ((times >= run.t[0]) & (times <= run.t[-1])).all():
        span = f"{run.t[0]:g} to {run.t[-1]:g} s" if run.t.size else "no time at all"
        raise WrongValue(f"t is {t!r}; the run covers {span}")
    i = np.clip(np.searchsorted(run.t, times, side="right") - 1, 0, max(0, len(run.t) - 2))
    j = np.minimum(i + 1, len(run.t) - 1)
    h = np.where(j > i, run.t[j] - run.t[i], 1.0)
    s, h = ((times - run.t[i]) / h)[..., None], h[..., None]
    rows = [[x[..., k, :] for x in (run.q, run.qd, run.qdd)] for k in (i, j)]
    ends = [x * h**d for row in rows for d, x in enumerate(_entries(run, *row))]
    found = []
    for order in range(3):
        weights = [
            np.polynomial.Polynomial(row).deriv(order) if order else np.polynomial.Polynomial(row) for row in _BASIS
        ]
        found.append(sum(w(s) * x for w, x in zip(weights, ends, strict=True)) / h**order)
    tau = run.tau[..., i, :] + s * (run.tau[..., j, :] - run.tau[..., i, :])
    return State(times, *_rates(run, *found), tau)


def _entries(run: Any, q: Array, qd: Array, qdd: Array) -> tuple[Array, Array, Array]:
    """q with its first and second derivatives, entry by entry: q̇ = ½ q ⊗ (0, ω), q̈ = ½ (q̇ ⊗ (0, ω) + q ⊗ (0, ω̇))."""
    if q.shape[-1] == qd.shape[-1]:
        return q, qd, qdd
    first, second = np.zeros_like(q), np.zeros_like(q)
    for body in tree(run.robot).bodies:
        own, rates = list(body.entries), list(body.rates)
        if body.motion == "ball":
            first[..., own] = _spun(q[..., own], qd[..., rates])
            second[..., own] = _spun(first[..., own], qd[..., rates]) + _spun(q[..., own], qdd[..., rates])
        else:
            first[..., own], second[..., own] = qd[..., rates], qdd[..., rates]
    return q, first, second


def _rates(run: Any, q: Array, first: Array, second: Array) -> tuple[Array, Array, Array]:
    """The way back: (q, q̇, q̈) with unit quaternions and the rates of balls."""
    n = run.qd.shape[-1]
    if q.shape[-1] == n:
        return q, first, second
    q, qd, qdd = q.copy(), np.zeros((*q.shape[:-1], n)), np.zeros((*q.shape[:-1], n))
    for body in tree(run.robot).bodies:
        own, rates = list(body.entries), list(body.rates)
        here = q[..., own]
        if body.motion == "ball":
            qd[..., rates] = _spin(here, first[..., own])
            qdd[..., rates] = _spin(here, second[..., own] - _spun(first[..., own], qd[..., rates]))
            q[..., own] = here / np.linalg.norm(here, axis=-1, keepdims=True)
        else:
            qd[..., rates], qdd[..., rates] = first[..., own], second[..., own]
    return q, qd, qdd


def _spun(q: Array, w: Array) -> Array:
    """½ q ⊗ (0, ω)."""
    return np.stack(product((*np.moveaxis(q, -1, 0),), (0.0, *np.moveaxis(w, -1, 0))), axis=-1) / 2


def _spin(q: Array, rate: Array) -> Array:
    """ω with ½ q ⊗ (0, ω) = rate, for a quaternion of any length."""
    w, x, y, z = np.moveaxis(q, -1, 0)
    _, *spin = product((w, -x, -y, -z), (*np.moveaxis(rate, -1, 0),))
    turned: Array = 2 * np.stack(spin, axis=-1) / np.sum(q * q, axis=-1, keepdims=True)
    return turned
