"""Gains of drives, effort = g_j · signal, from runs without and with a known load.  [gautier2014]

    v_j = a_j (w_j x + y_j),   a_j = 1/g_j,   y_j = Y_Lj π_L of the known load, 0 without

Noise is in the signals v. All equations without a load hold for (x, g) times anything; the load gives the scale, and as
joints share their links' parameters it gives that of joints which hardly feel it. Gauss-Newton on x and a, from the
linear least squares of w_j x − g_j v_j = −y_j.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.finding.finding import Argument, Given, Pass
from dalembert.finding.fit import KnownLoadMissing
from dalembert.identification.information import BlockQR, independent, parallel, thinning
from dalembert.identification.linear_model import Design
from dalembert.identification.log import Log
from dalembert.identification.payload import Load, load_efforts
from dalembert.tolerance import GAINS_SETTLED, NULL_SHARE, RANK, ROUNDING, TINY

Array = NDArray[np.float64]
_ROUNDS = 30


@final
@dataclass(frozen=True, eq=False)
class Gains:
    """g of each coordinate, with σ: infinite where the logs do not tell it; then g is 1 and its effort as it was.

    `covariance` is that of x, which the gains' is in.
    """

    values: dict[str, float]
    sigma: dict[str, float]
    covariance: Array

    @property
    def scale(self) -> Array:
        """One number a coordinate."""
        return np.array(list(self.values.values()))


def drive_gains(design: Design, logs: Sequence[Log], loads: Sequence[Load | None]) -> Gains:
    """The gains that make all runs those of one robot."""
    if not any(loads):
        raise KnownLoadMissing(Pass(Argument("loads"), Given("[None, (frame, Inertia)]"))).error()
    columns = [np.flatnonzero(design.felt[j]) for j in range(design.n)]
    parts, share = [BlockQR(len(c) + 2) for c in columns], 1.0
    counts = np.zeros(design.n)
    for log, load in zip(logs, loads, strict=True):
        every = thinning(log, None, len(design.names))
        share = min(share, independent(log, every))
        for w, v in parallel(_rows(design, load), log, every):
            for j, c in enumerate(columns):
                known = np.isfinite(v[:, j])
                parts[j].add(np.column_stack([w[j][np.ix_(known, np.append(c, -1))], v[known, j]]))
                counts[j] += int(known.sum())
    R = [part.triangle for part in parts]
    driven = [j for j in design.driven if counts[j] > 0 and np.any(R[j][:, -1])]
    return _solved(design, R, columns, driven, share * counts)


def _rows(design: Design, load: Load | None) -> Callable[[Log], tuple[Array, Array]]:
    """[w_j, y_j] and v_j."""
    asked = None if load is None else load_efforts(design.robot, load)

    def rows(some: Log) -> tuple[Array, Array]:
        y = np.zeros_like(some.tau) if asked is None else asked(some)
        return np.concatenate([design.rows(some), y.T[:, :, None]], axis=2), some.recorded

    return rows


def _solved(design: Design, R: list[Array], columns: list[NDArray[np.intp]], driven: list[int], counts: Array) -> Gains:
    size, n = len(design.names), len(driven)
    noise = np.ones(design.n)
    x, a = _linear(R, columns, driven, size)
    for _ in range(_ROUNDS):
        blocks, left = [], []
        for k, j in enumerate(driven):
            c = columns[j]
            row = np.zeros((len(R[j]), size + n))
            row[:, c] = a[k] * R[j][:, :-2]
            row[:, size + k] = R[j][:, :-2] @ x[c] + R[j][:, -2]
            own = R[j][:, -1] - a[k] * row[:, size + k]
            noise[j] = float(np.sqrt(own @ own / max(counts[j] - len(c) / 2, 1.0))) or TINY
            blocks.append(row / noise[j])
            left.append(own / noise[j])
        J, r = np.vstack(blocks), np.concatenate(left)
        step, C = _least(J, r)
        x, a = x + step[:size], a + step[size:]
        if np.linalg.norm(step) <= GAINS_SETTLED * (np.linalg.norm(x) + np.linalg.norm(a)):
            break
    values, sigma = dict.fromkeys(design.robot.coordinates, 1.0), dict.fromkeys(design.robot.coordinates, float("inf"))
    for k, j in enumerate(driven):
        s = float(np.sqrt(C[size + k, size + k]))
        name = design.robot.coordinates[j]
        if np.isfinite(s) and a[k] != 0:
            values[name], sigma[name] = float(1 / a[k]), s / float(a[k] ** 2)
    return Gains(values, sigma, C[:size, :size])


def _linear(R: list[Array], columns: list[NDArray[np.intp]], driven: list[int], size: int) -> tuple[Array, Array]:
    """x and a of w_j x − g_j v_j = −y_j, each joint by the size of its signal."""
    rows, right = [], []
    for k, j in enumerate(driven):
        row = np.zeros((len(R[j]), size + len(driven)))
        scale = max(float(np.linalg.norm(R[j][:, -1])), TINY)
        row[:, columns[j]], row[:, size + k] = R[j][:, :-2] / scale, -R[j][:, -1] / scale
        rows.append(row)
        right.append(-R[j][:, -2] / scale)
    found = _least(np.vstack(rows), np.concatenate(right))[0]
    g = found[size:]
    return found[:size], np.where(np.abs(g) > ROUNDING * np.abs(g).max(initial=TINY), 1 / np.where(g == 0, 1.0, g), 1.0)


def _least(A: Array, b: Array) -> tuple[Array, Array]:
    """Least squares of least size, and its covariance for noise of size 1; infinite where A does not tell."""
    size = np.linalg.norm(A, axis=0)
    size[size == 0] = 1.0
    U, s, Vt = np.linalg.svd(A / size, full_matrices=False)
    told = s > RANK * s[0]
    V = Vt[told].T / s[told]
    C = V @ V.T / np.outer(size, size)
    blind = np.flatnonzero(1 - np.sum(Vt[told] ** 2, axis=0) > NULL_SHARE)
    C[blind, blind] = np.inf
    return V @ (U[:, told].T @ b) / size, C
