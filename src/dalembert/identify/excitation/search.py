"""The coefficients X of q(t) = Φ(t) X whose path shows the parameters best, within every limit.

min f(W) + ρ Σ (share of a limit beyond 1)²,   ρ rising,   by quasi-Newton steps with exact derivatives   [nocedal2006]

Limits are taken a little narrower than they are; what is still beyond on a grid twenty times finer is brought in by moving
less about the middle posture, which shrinks speeds and accelerations with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import inverse_dynamics, inverse_dynamics_derivatives
from dalembert.errors import WrongValue
from dalembert.identify.excitation import criterion
from dalembert.identify.excitation.bounds import Bounds
from dalembert.identify.excitation.clearance import Clearance
from dalembert.identify.excitation.curve import Curve
from dalembert.identify.excitation.observation import Observation
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
FINER = 20
_WEIGHTS = (10.0, 100.0, 1000.0)  # ρ
_INSIDE = 0.02  # share of a limit that is left while searching
_NEAR = 0.01  # m, the same of distances
_SHRINK = 0.985
_POSTURES = 2000


@final
@dataclass(frozen=True, eq=False)
class Problem:
    robot: Robot
    curve: Curve
    bounds: Bounds
    shown: Observation
    clear: Clearance | None
    kind: str
    known: Array | None = None  # WᵀW/N of logs that there are already, by their duration over the path's

    @cached_property
    def phi(self) -> tuple[Array, Array, Array]:
        return self.curve.at(self.curve.grid)

    @cached_property
    def fine(self) -> tuple[Array, Array, Array]:
        return self.curve.at(self.fine_times)

    @property
    def fine_times(self) -> Array:
        return np.linspace(0.0, self.curve.duration, FINER * (len(self.curve.grid) - 1) + 1)

    @property
    def size(self) -> tuple[int, int]:
        return self.phi[0].shape[1], self.robot.nv

    @property
    def middle(self) -> Array:
        return (self.bounds.lower + self.bounds.upper) / 2

    @property
    def half(self) -> Array:
        return (self.bounds.upper - self.bounds.lower) / 2

    # ── what is to be small ───────────────────────────────────────────────────

    def cost(self, x: Array, weight: float) -> tuple[float, Array]:
        """(f + ρ · excess, its derivative) at coefficients in units of half the range of each joint."""
        X = x.reshape(self.size) * self.half
        q, qd, qdd = (P @ X for P in self.phi)
        W = self.shown.rows(q, qd, qdd, smooth=True)
        f, G = criterion.value(self.kind, W.reshape(-1, W.shape[-1]), 0.0 if self.known is None else self.known)
        by = list(self.shown.pulled(q, qd, qdd, G.reshape(W.shape)))
        weight /= len(q)
        pairs = ((q - self.middle, self.half), (qd, self.bounds.velocity), (qdd, self.bounds.acceleration))
        for k, (y, most) in enumerate(pairs):
            over = _over(y, most * (1 - _INSIDE))
            f += weight * float(np.sum(over**2))
            by[k] = by[k] + 2 * weight * over * np.sign(y) / (most * (1 - _INSIDE))
        if np.isfinite(self.bounds.effort).any():
            most = self.bounds.effort * (1 - _INSIDE)
            tau = np.asarray(inverse_dynamics(self.robot, q, qd, qdd))
            over = _over(tau, most)
            if over.any():
                f += weight * float(np.sum(over**2))
                slope = 2 * weight * over * np.sign(tau) / most
                by = [
                    y + np.einsum("ti,tij->tj", slope, D)
                    for y, D in zip(by, inverse_dynamics_derivatives(self.robot, q, qd, qdd), strict=True)
                ]
        if self.clear is not None:
            extra, slope = self.clear.penalty(q, _NEAR)
            f += weight * extra / _NEAR**2
            by[0] = by[0] + weight * slope / _NEAR**2
        grad = sum(P.T @ y for P, y in zip(self.phi, by, strict=True)) * self.half
        return f, np.asarray(grad).ravel()

    # ── limits ────────────────────────────────────────────────────────────────

    def shares(self, X: Array) -> dict[str, Array]:
        """The largest share of each limit that is used on the fine grid, a number a joint; distances as 1 − gap."""
        q, qd, qdd = (P @ X for P in self.fine)
        tau = np.asarray(inverse_dynamics(self.robot, q, qd, qdd))
        over = self.curve.between
        found = {
            "position": np.abs(q - self.middle).max(axis=0) * over / self.half,
            "speed": np.abs(qd).max(axis=0) * over / self.bounds.velocity,
            "acceleration": np.abs(qdd).max(axis=0) * over / self.bounds.acceleration,
            "effort": np.abs(tau).max(axis=0) / self.bounds.effort,
        }
        if self.clear is not None:
            found["distance"] = 1 - self.clear.left(q).min(axis=0).min(axis=1)
        return found

    def within(self, X: Array) -> Array:
        """The same path with every limit held between its samples too: it moves less, where it has to."""
        X = X.copy()
        X[0] = np.clip(X[0], self.bounds.lower, self.bounds.upper)
        for _ in range(600):
            shares = self.shares(X)
            worst = max(float(x.max()) for x in shares.values())
            if worst <= 1:
                return X
            X[1:] *= min(_SHRINK, 1.0 if not np.isfinite(worst) else max(0.5, _SHRINK / worst**0.5))
        X[1:] = 0.0
        return X

    def postures(self, rng: np.random.Generator) -> Array:
        """Postures to stand in, efforts and distances kept; `WrongValue` says what there is none for."""
        q = self.middle + 0.9 * self.half * rng.uniform(-1, 1, (_POSTURES, self.robot.nv))
        still = np.zeros_like(q)
        share = np.abs(np.asarray(inverse_dynamics(self.robot, q, still, still))) / self.bounds.effort
        gap = np.full((len(q), 1), np.inf) if self.clear is None else self.clear.left(q).reshape(len(q), -1)
        good = (share.max(axis=1) < 0.95) & (gap.min(axis=1) > 0)
        if good.any():
            return np.asarray(q[good])
        least = share.min(axis=0)
        if (share.max(axis=1) >= 0.95).all():
            k = int(np.argmax(least)) if least.max() >= 0.95 else int(np.argmax(share[np.argmin(share.max(axis=1))]))
            need = float(share.max(axis=1).min() * self.bounds.effort[k])
            raise WrongValue(
                f"robot '{self.robot.name}' cannot stand still anywhere in its range: joint '{self.robot.coordinates[k]}' "
                f"needs {need:.3g}, and its effort limit is {self.bounds.effort[k]:.3g} (5 % are kept free); raise it to "
                f"{1.1 * need:.3g}, or change the range of position"
            )
        assert self.clear is not None
        best = int(np.argmax(gap.min(axis=1)))
        line, obstacle = divmod(int(np.argmin(gap[best])), len(self.clear.obstacles))
        raise WrongValue(
            f"no posture of {_POSTURES} tried is clear of everything: at best link {self.clear.name(line)} is "
            f"{-float(gap[best].min()):.3g} m too near to {self.clear.obstacles[obstacle]}; links have a radius of "
            f"{self.clear.radii[line]:g} m, and {self.clear.distance:g} m are kept; give radius=… or clearance=… smaller"
        )

    # ── paths ─────────────────────────────────────────────────────────────────

    def random(self, rng: np.random.Generator) -> Array:
        """A path within all limits, at random."""
        X = np.zeros(self.size)
        options = self.postures(rng)
        X[0] = options[rng.integers(len(options))]
        X[1:] = rng.normal(size=(self.size[0] - 1, self.size[1]))
        q, qd, qdd = (P[:, 1:] @ X[1:] for P in self.phi)
        room = np.minimum(
            (self.bounds.upper - X[0]) / np.maximum(q.max(axis=0), 1e-12),
            (X[0] - self.bounds.lower) / np.maximum(-q.min(axis=0), 1e-12),
        )
        for y, most in ((qd, self.bounds.velocity), (qdd, self.bounds.acceleration)):
            room = np.minimum(room, most / np.maximum(np.abs(y).max(axis=0), 1e-12))
        X[1:] *= 0.9 * room
        return self.within(X)

    def best(self, rng: np.random.Generator, iterations: int, tick: Callable[[], None]) -> tuple[Array, float, Array]:
        """(X, criterion, X of the random path it began with)."""
        from scipy.optimize import minimize

        begin = self.random(rng)
        x = (begin / self.half).ravel()
        for weight in _WEIGHTS:
            x = minimize(
                self.cost, x, (weight,), method="L-BFGS-B", jac=True, callback=lambda _: tick(),
                options={"maxiter": iterations, "maxcor": 20},
            ).x  # fmt: skip
        found = self.within(x.reshape(self.size) * self.half)
        options = [(self.value(X), i, X) for i, X in enumerate((found, begin))]
        f, _, X = min(options, key=lambda y: y[:2])
        return X, f, begin

    def rows(self, X: Array) -> Array:
        """W of the path, (N, r), with signs as they are."""
        W = self.shown.rows(*(P @ X for P in self.phi))
        return W.reshape(-1, W.shape[-1])

    def value(self, X: Array) -> float:
        return (
            float(np.log(criterion.condition(self.rows(X), self.known)))
            if self.kind == "condition"
            else criterion.value("d", self.rows(X), 0.0 if self.known is None else self.known)[0]
        )


def _over(y: Array, most: Array) -> Array:
    """Share of a limit beyond 1."""
    return np.asarray(np.maximum(np.abs(y) / most - 1, 0.0))
