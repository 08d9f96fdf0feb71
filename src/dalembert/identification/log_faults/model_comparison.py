"""How well some robot of this kinematics explains the efforts, and whether one explanation is significantly better than another.

    τ = Y π + f_v q̇ + f_c sign q̇ + o,   the best π with friction not negative,   e_j = ‖τ_j − τ̂_j‖/‖τ_j‖

The columns of Y are those of the base parameters, with the rotors of the drives. If each joint has noise of unknown size, the
likelihood of a log is proportional to Π 1/e_j, so means of log e_j are compared. Only products of columns are kept,
G_j = W_jᵀ W_j and W_jᵀ τ_k: other signs, scales and orders of the efforts cost one small system each.

Each explanation is fitted to nine tenths of the log and predicts the rest:

    d_s = ½ Σ_j log(‖r_js‖²/‖r'_js‖²) of segment s,    t = mean d · √K / std d                                        [vuong1989]

Model errors are correlated over seconds, so samples do not measure certainty; segments of a log are nearly independent. The
same segments give the variance of an estimated number θ (a delay, a tilt):
σ² = (K − 1)/K Σ_s (θ_s − mean θ)², θ_s without segment s.  [efron1982]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import regressor
from dalembert.identification.base_parameters import basis
from dalembert.identification.filtering import SEGMENTS
from dalembert.robot.model import Robot
from dalembert.tolerance import RANK, RIDGE, ROUNDING, SQUARE_EXACT, TINY

Array = NDArray[np.float64]
_OWN = 3  # columns of a joint alone: viscous and Coulomb friction, offset


@dataclass(frozen=True)
class Sample:
    """Some hundred samples of a log: what the explanation is judged by. `rub` is sign q̇, filtered as the efforts are."""

    q: Array
    qd: Array
    qdd: Array
    tau: Array
    rub: Array

    def part(self, rows: slice | NDArray[np.bool_]) -> Sample:
        """Some of them."""
        return Sample(self.q[rows], self.qd[rows], self.qdd[rows], self.tau[rows], self.rub[rows])

    def arranged(self, scale: Array | None = None, order: NDArray[np.intp] | None = None) -> Sample:
        """The same with efforts scale_j · τ_order[j]."""
        tau = self.tau if order is None else self.tau[:, order]
        return replace(self, tau=tau if scale is None else tau * scale)


@dataclass(frozen=True)
class Products:
    """For each joint, with m = base parameters + 3 of friction and offset: G (n, m, m), WᵀT (n, m, n); and ‖τ_k‖², (n,)."""

    G: Array
    b: Array
    c: Array

    def errors(self, scale: Array | None = None, order: NDArray[np.intp] | None = None) -> Array:
        """e_j with the efforts τ_j replaced by scale_j · τ_order[j], (n,)."""
        own = self.arranged(scale, order)
        size = np.where(own.c > 0, own.c, np.inf)
        return np.asarray(np.sqrt(np.maximum(own.squares(own.solution(size)), 0.0) / size))

    def arranged(self, scale: Array | None = None, order: NDArray[np.intp] | None = None) -> Products:
        """The same with other efforts."""
        k = np.arange(len(self.c)) if order is None else order
        s = np.ones(len(self.c)) if scale is None else scale
        return Products(self.G, s * self.b[:, :, k], s * s * self.c[k])

    def solution(self, size: Array) -> Array:
        """The best parameters, base parameters first, then friction and offset of each joint, with rows of joint j divided by √size_j."""
        n, m = self.b.shape[:2]
        p = m - _OWN
        b = np.zeros(p + _OWN * n)
        for j in range(n):
            b[:p] += self.b[j, :p, j] / size[j]
            b[p + _OWN * j : p + _OWN * (j + 1)] = self.b[j, p:, j] / size[j]
        return _resisting(self.matrix(size), b, np.array([p + _OWN * j + i for j in range(n) for i in (0, 1)]))

    def matrix(self, size: Array) -> Array:
        """Σ_j W_jᵀW_j/size_j over all parameters."""
        n, m = self.b.shape[:2]
        p = m - _OWN
        G = np.zeros((p + _OWN * n,) * 2)
        G[:p, :p] = np.tensordot(1 / size, self.G[:, :p, :p], 1)
        for j in range(n):
            own = slice(p + _OWN * j, p + _OWN * (j + 1))
            G[:p, own] = self.G[j, :p, p:] / size[j]
            G[own, :p] = G[:p, own].T
            G[own, own] = self.G[j, p:, p:] / size[j]
        return G

    def squares(self, x: Array) -> Array:
        """‖τ_j − W_j x‖², (n,)."""
        p = self.b.shape[1] - _OWN
        y = [np.concatenate([x[:p], x[p + _OWN * j : p + _OWN * (j + 1)]]) for j in range(len(self.c))]
        return np.array([self.c[j] - 2 * self.b[j, :, j] @ z + z @ self.G[j] @ z for j, z in enumerate(y)])

    def __add__(self, other: Products) -> Products:
        return Products(self.G + other.G, self.b + other.b, self.c + other.c)

    def __sub__(self, other: Products) -> Products:
        return Products(self.G - other.G, self.b - other.b, self.c - other.c)


@final
class Explainer:
    """A robot's kinematics and the columns of its base parameters, rotors of its drives among them."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.basis = basis(robot)

    def products(self, some: Sample) -> Products:
        """The products of columns for these samples."""
        return with_friction(self.columns(some), some)

    def columns(self, some: Sample) -> Array:
        """Those of the base parameters, (N, n, p)."""
        Y = np.asarray(regressor(self.robot, some.q, some.qd, some.qdd), float)
        return self.basis.columns(Y, some.qdd)


def with_friction(columns: Array, some: Sample) -> Products:
    """The products of columns (N, n, p) of links and of each joint's friction and offset."""
    N, n = some.tau.shape
    p = columns.shape[2]
    W = np.empty((n, N, p + _OWN))
    W[:, :, :p] = columns.transpose(1, 0, 2)
    W[:, :, p] = some.qd.T
    W[:, :, p + 1] = some.rub.T
    W[:, :, p + 2] = 1
    turned = W.transpose(0, 2, 1)
    return Products(turned @ W, turned @ some.tau, (some.tau**2).sum(axis=0))


def _resisting(G: Array, b: Array, friction: NDArray[np.intp]) -> Array:
    """The least squares solution whose friction does not drive: columns that would are taken out."""
    size = np.sqrt(np.diag(G))
    kept = size > RANK * size.max(initial=TINY)
    scaled = G / np.outer(np.where(kept, size, 1.0), np.where(kept, size, 1.0))
    for _ in range(5):
        x, own = np.zeros(len(b)), np.flatnonzero(kept)
        part = scaled[np.ix_(own, own)]
        part[np.diag_indices(len(own))] += RIDGE
        x[own] = np.linalg.solve(part, b[own] / size[own]) / size[own]
        driving = friction[x[friction] < 0]
        if len(driving) == 0:
            break
        kept[driving] = False
    return x


_ROUNDS = 2  # of weights from residuals


def segments(columns: Array, some: Sample) -> list[Products]:
    """The products of each segment."""
    cut = np.linspace(0, len(some.q), SEGMENTS + 1).astype(int)
    return [with_friction(columns[a:b], some.part(slice(a, b))) for a, b in pairwise(cut)]


def whole(parts: list[Products]) -> Products:
    return sum(parts[1:], start=parts[0])


def noise(of: Products) -> Array:
    """‖r_j‖² of the best explanation, each joint by its own noise, (n,)."""
    size = of.c
    for _ in range(_ROUNDS):
        left = of.squares(of.solution(np.where(size > 0, size, np.inf)))
        size = np.maximum(left, SQUARE_EXACT * of.c)
    return size


def left_out(columns: Array, some: Sample) -> Array:
    """‖r_js‖²/‖τ_j‖² of each segment, predicted from all others, (K, n)."""
    parts = segments(columns, some)
    every = whole(parts)
    size = noise(every)
    weigh = np.where(size > 0, size, np.inf)
    left = [part.squares((every - part).solution(weigh)) for part in parts]
    return np.maximum(np.array(left) / np.where(every.c > 0, every.c, np.inf), SQUARE_EXACT / SEGMENTS)


def predicted_better(now: Array, other: Array) -> float:
    """t of the other explanation: above 0 where it predicts better; both (K, n) of the same recorded joints."""
    d = 0.5 * (np.log(now) - np.log(other)).sum(axis=1)
    return float(d.mean() * np.sqrt(len(d)) / max(float(d.std(ddof=1)), ROUNDING))


def jackknife(without: Array) -> Array:
    """The covariance of numbers of which row s was found without segment s, (K, k)."""
    d = without - without.mean(axis=0)
    return np.asarray((len(d) - 1) / len(d) * d.T @ d)
