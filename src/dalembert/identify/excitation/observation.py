"""What a path shows of the dynamics: the regressor of base parameters and friction, row by row, and its derivatives.

W = [Y_b(q, q̇, q̈)  q̇  sign q̇  1],   rows over the effort of their joint, columns over their size at random states

Y is linear in q̈ and quadratic in q̇, so a difference of q̈ and a central difference of q̇ are exact for steps of any size;
by q a small central difference is taken. sign q̇ is smoothed to tanh(q̇/v₀) for derivatives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.compilation import compile
from dalembert.dynamics import inverse_dynamics
from dalembert.identify.excitation.bounds import Bounds
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
FRICTIONS = ("viscous", "coulomb", "offset", "rotor")
_STATES, _RANK = 200, 1e-8
_SMOOTH = 0.02  # of the speed limit: where sign q̇ turns
_STEP = 1e-5


@final
@dataclass(frozen=True, eq=False)
class Observation:
    """`kept` columns of the regressor and of friction, each over `size`; rows over `effort`."""

    robot: Robot
    friction: tuple[str, ...]
    kept: Array
    size: Array
    effort: Array
    smooth: Array

    def rows(self, q: Array, qd: Array, qdd: Array, *, smooth: bool = False) -> Array:
        """W, (T, n, r)."""
        return self._scaled(_columns(self.robot, self.friction, q, qd, qdd, self.smooth if smooth else None))

    def _scaled(self, W: Array) -> Array:
        return np.asarray(W[..., self.kept] / self.size / self.effort[:, None])

    def pulled(self, q: Array, qd: Array, qdd: Array, G: Array) -> tuple[Array, Array, Array]:
        """Derivatives of Σ G·W by q, q̇ and q̈, (T, n) each."""
        n = q.shape[1]
        move = np.eye(n)[:, None]
        h, one = _STEP * move, move
        states = [(q + h, qd, qdd), (q - h, qd, qdd), (q, qd + one, qdd), (q, qd - one, qdd), (q, qd, qdd + one)]
        Y = compile(self.robot, "regressor")
        inertial = self.kept < 10 * self._bodies
        columns, sizes = self.kept[inertial], self.size[inertial]
        K = np.zeros((*G.shape[:2], 10 * self._bodies))
        K[..., columns] = G[..., inertial] / sizes / self.effort[:, None]
        by = [np.einsum("jtik,tik->tj", Y(*np.broadcast_arrays(*s)), K) for s in (*states, (q, qd, qdd))[:5]]
        here = np.einsum("tik,tik->t", Y(q, qd, qdd), K)[:, None]
        by_q, by_qd, by_qdd = (by[0] - by[1]) / (2 * _STEP), (by[2] - by[3]) / 2, by[4] - here
        g = np.zeros((*G.shape[:2], len(self.friction), n))  # of friction columns, those of other joints included
        flat = np.zeros((*G.shape[:2], len(self.friction) * n))
        flat[..., self.kept[~inertial] - 10 * self._bodies] = (G / self.size / self.effort[:, None])[..., ~inertial]
        g = flat.reshape(*G.shape[:2], len(self.friction), n)
        own = np.einsum("tifi->tif", g)
        for f, kind in enumerate(self.friction):
            if kind == "viscous":
                by_qd = by_qd + own[..., f]
            elif kind == "coulomb":
                by_qd = by_qd + own[..., f] / (self.smooth * np.cosh(np.clip(qd / self.smooth, -50, 50)) ** 2)
            elif kind == "rotor":
                by_qdd = by_qdd + own[..., f]
        return by_q, by_qd, by_qdd

    @property
    def _bodies(self) -> int:
        return regressor_width(self.robot) // 10


def regressor_width(robot: Robot) -> int:
    return int(compile(robot, "regressor").outputs[0][1][-1])


def _columns(robot: Robot, friction: Sequence[str], q: Array, qd: Array, qdd: Array, smooth: Array | None) -> Array:
    """[Y  friction], (T, n, columns): friction in blocks of one column a joint."""
    Y = np.asarray(compile(robot, "regressor")(q, qd, qdd))
    sign = np.sign(qd) if smooth is None else np.tanh(qd / smooth)
    values = {"viscous": qd, "coulomb": sign, "offset": np.ones_like(qd), "rotor": qdd}
    blocks = [values[kind][..., None] * np.eye(q.shape[-1]) for kind in friction]
    return np.concatenate([Y, *blocks], axis=-1)


def observation(robot: Robot, friction: tuple[str, ...], bounds: Bounds, seed: int = 0) -> Observation:
    """The independent columns, and what size they and the efforts have at random states within the limits."""
    from scipy.linalg import qr

    rng = np.random.default_rng(seed)
    n = robot.nv
    fast = np.where(np.isfinite(bounds.acceleration), bounds.acceleration, 4 * bounds.velocity)
    q = rng.uniform(bounds.lower, bounds.upper, (_STATES, n))
    qd, qdd = (x * rng.uniform(-1, 1, (_STATES, n)) for x in (bounds.velocity, fast))
    W = _columns(robot, friction, q, qd, qdd, None)
    tau = np.abs(np.asarray(inverse_dynamics(robot, q, qd, qdd))).max(axis=0)
    effort = np.where(np.isfinite(bounds.effort), bounds.effort, np.where(tau > 1e-9, tau, 1.0))
    flat = (W / effort[:, None]).reshape(-1, W.shape[-1])
    size = np.sqrt(np.mean(flat**2, axis=0))
    felt = np.flatnonzero(size > 1e-12 * size.max(initial=1e-300))
    _, R, order = qr(flat[:, felt] / size[felt], mode="economic", pivoting=True)
    rank = int(np.sum(np.abs(np.diag(R)) > _RANK * abs(R[0, 0])))
    kept = np.sort(felt[order[:rank]])
    return Observation(robot, friction, kept, size[kept], effort, _SMOOTH * bounds.velocity)
