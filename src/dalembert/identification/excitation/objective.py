"""How well a trajectory excites the parameters: the observation matrix W, criteria of its singular values, and their gradients.

    W = [Y_b(q, q̇, q̈)  q̇  sign q̇  1],   rows divided by the effort of their joint, columns by their size at random states

d          −log det(WᵀW/N) / r, r the number of parameters: the volume of the confidence ellipsoid   [swevers1997]
condition  log(s_max/s_min), smoothed by norms of order 2P: ½ (log Σ s^{2P} + log Σ s^{−2P}) / P     [gautier1992]

Y is linear in q̈ and quadratic in q̇, so a difference in q̈ and a central difference in q̇ are exact for any step size; q uses
a small central difference. Derivatives replace sign q̇ with tanh(q̇/v₀).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import compile, inverse_dynamics
from dalembert.identification.base_parameters import TEN, basis
from dalembert.identification.excitation.constraints import Bounds
from dalembert.robot.model import Robot
from dalembert.tolerance import FEW_ROUNDINGS, GRADIENT_STEP, OBSERVED, RANK, ROUNDING, TINY

Array = NDArray[np.float64]
CRITERIA = ("condition", "d")
_ORDER = 6  # P


def value(kind: str, W: Array, known: Array | float = 0.0) -> tuple[float, Array]:
    """(criterion, its derivative by W) of W (N, r), with WᵀW/N that is `known` from elsewhere."""
    A = W.T @ W / len(W) + known
    size, V = np.linalg.eigh(A)
    size = np.maximum(size, FEW_ROUNDINGS * max(float(size[-1]), TINY))
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
    return float(s[0] / s[-1]) if s[-1] > FEW_ROUNDINGS * s[0] else float("inf")


FRICTIONS = ("viscous", "coulomb", "offset", "rotor")
_STATES = 200
_SMOOTH = 0.02  # of the speed limit: where sign q̇ turns
_TOGETHER = 1e7  # numbers of regressors that are looked at together


@final
@dataclass(frozen=True, eq=False)
class Observation:
    """`kept` columns of base parameters and friction, each over `size`; rows over `effort`. Y · `links` is Y_b."""

    robot: Robot
    friction: tuple[str, ...]
    links: Array
    names: tuple[str, ...]
    kept: NDArray[np.intp]
    size: Array
    effort: Array
    smooth: Array

    def rows(self, q: Array, qd: Array, qdd: Array, *, smooth: bool = False) -> Array:
        """W, (T, n, r)."""
        W = _columns(self.robot, self.links, self.friction, q, qd, qdd, self.smooth if smooth else None)
        return np.asarray(W[..., self.kept] / self.size / self.effort[:, None])

    def pulled(self, q: Array, qd: Array, qdd: Array, G: Array) -> tuple[Array, Array, Array]:
        """Derivatives of Σ G·W by q, q̇ and q̈, (T, n) each."""
        n, base = q.shape[1], self.links.shape[1]
        whole = np.zeros((*G.shape[:2], base + n * len(self.friction)))
        whole[..., self.kept] = G / self.size / self.effort[:, None]
        K = whole[..., :base] @ self.links.T
        Y, one = compile(self.robot, "regressor"), np.eye(n)[:, None]
        h = GRADIENT_STEP * one
        states = ((q + h, qd, qdd), (q - h, qd, qdd), (q, qd + one, qdd), (q, qd - one, qdd), (q, qd, qdd + one))
        some = max(1, int(_TOGETHER // max(K.size, 1)))  # joints at a time
        by = [np.concatenate([np.einsum("jtik,tik->tj", Y(*np.broadcast_arrays(*(_part(y, j, some) for y in x))), K)
                              for j in range(0, n, some)], axis=1) for x in states]  # fmt: skip
        here = np.einsum("tik,tik->t", Y(q, qd, qdd), K)[:, None]
        by_q, by_qd, by_qdd = (by[0] - by[1]) / (2 * GRADIENT_STEP), (by[2] - by[3]) / 2, by[4] - here
        own = np.einsum("tifi->fti", whole[..., base:].reshape(*G.shape[:2], len(self.friction), n))
        for kind, g in zip(self.friction, own, strict=True):
            if kind == "viscous":
                by_qd = by_qd + g
            elif kind == "coulomb":
                by_qd = by_qd + g / (self.smooth * np.cosh(np.clip(qd / self.smooth, -50, 50)) ** 2)
            elif kind == "rotor":
                by_qdd = by_qdd + g
        return by_q, by_qd, by_qdd


def _part(x: Array, first: int, count: int) -> Array:
    """Some of the moved states; what is not moved is one for all."""
    return x if x.ndim == 2 else x[first : first + count]


def _columns(
    robot: Robot, links: Array, friction: Sequence[str], q: Array, qd: Array, qdd: Array, smooth: Array | None
) -> Array:
    """[Y_b  friction], (T, n, columns): friction in blocks of one column a joint."""
    Y = np.asarray(compile(robot, "regressor")(q, qd, qdd))
    sign = np.sign(qd) if smooth is None else np.tanh(qd / smooth)
    values = {"viscous": qd, "coulomb": sign, "offset": np.ones_like(qd), "rotor": qdd}
    blocks = [values[kind][..., None] * np.eye(q.shape[-1]) for kind in friction]
    return np.concatenate([Y @ links, *blocks], axis=-1)


def observation(robot: Robot, friction: tuple[str, ...], bounds: Bounds, seed: int = 0) -> Observation:
    """The independent columns, and what size they and the efforts have at random states within the limits."""
    from scipy.linalg import qr

    rng = np.random.default_rng(seed)
    n, base = robot.nv, basis(robot, rotors=False)
    links = base.columns(np.eye(TEN * base.bodies), np.zeros(0))
    speed = np.where(np.isfinite(bounds.velocity), bounds.velocity, bounds.upper - bounds.lower)
    fast = np.where(np.isfinite(bounds.acceleration), bounds.acceleration, 4 * speed)
    q = rng.uniform(bounds.lower, bounds.upper, (_STATES, n))
    qd, qdd = (x * rng.uniform(-1, 1, (_STATES, n)) for x in (speed, fast))
    W = _columns(robot, links, friction, q, qd, qdd, None)
    tau = np.abs(np.asarray(inverse_dynamics(robot, q, qd, qdd))).max(axis=0)
    effort = np.where(np.isfinite(bounds.effort), bounds.effort, np.where(tau > RANK, tau, 1.0))
    flat = (W / effort[:, None]).reshape(-1, W.shape[-1])
    size = np.sqrt(np.mean(flat**2, axis=0))
    felt = np.flatnonzero(size > ROUNDING * size.max(initial=TINY))
    _, R, order = qr(flat[:, felt] / size[felt], mode="economic", pivoting=True)
    rank = int(np.sum(np.abs(np.diag(R)) > OBSERVED * abs(R[0, 0])))
    kept = np.sort(felt[order[:rank]])
    names = (*base.names, *(f"{kind} of {joint}" for kind in friction for joint in robot.coordinates))
    return Observation(robot, friction, links, tuple(names[k] for k in kept), kept, size[kept], effort, _SMOOTH * speed)
