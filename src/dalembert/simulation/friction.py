"""Dry friction and stops in time: which joints are held, and which steps friction allows.

A friction place slides (direction ±1) or sticks (0); a stop is free or in contact. With D the rows of what is held,

    M ÿ = force − Dᵀ F,   D ÿ = 0,   |F − asymmetry| ≤ fs of a sticking place,   F ≤ 0 of a stop in contact

so ÿ = Z (ZᵀMZ)⁻¹ Zᵀ force with Z a basis of the null space of D. The ÿ of a sticking joint is exactly zero: it cannot creep.
Loops are rows that are always held, with any force, and J ÿ = −J̇q̇: then ÿ = p + Z (ZᵀMZ)⁻¹ Zᵀ (force − M p), p the
smallest ÿ with these rates. Rows beyond their bound are released, the worst first, until all others hold.  [leine2004, ch. 4]

The Stribeck curve (fs − fc) e^−(v/vs)² acts only below a few vs, for milliseconds if vs is small; a long step of a
smooth motion would skip it. So an adaptive step ends where |v| falls to `STRIBECK_RANGE` vs, and below that changes v by at most vs/2.
The step that reaches the curve must not leave it behind: even if its end were right, the stages of its dense output may
lie on the curve. Its length is predicted, t = (|v| − (STRIBECK_RANGE − 1/2) vs)/|v̇|, and one that ends too deep is repeated.
A bristle settles at the rate σ0 |v| / G(v), ż = v − σ0 |v| z / G(v). Fixed steps h are stable up to h σ0 |v| / G = 2, and
2.78 for rk4 [hairer1996, §IV.2]; beyond that z grows from step to step and the run stops.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.graph.scalar import is_zero
from dalembert.simulation.model import SimulationModel, rows_of
from dalembert.tolerance import RANK, REST_RESIDUAL, ROUNDING, SAME_TIME

Array = NDArray[Any]


@dataclass(frozen=True)
class ConstrainedDynamics:
    """M and M ÿ at a state, and the rows of the loops, J ÿ = bias."""

    M: Array
    force: Array
    J: Array
    bias: Array

    def motion(self, rows: Array) -> tuple[Array, Array]:
        """(ÿ, F): the accelerations under the rows and the loops, and the forces of the rows."""
        ydd, F, _ = self.whole(rows)
        return ydd, F

    def whole(self, rows: Array) -> tuple[Array, Array, Array]:
        """(ÿ, F, λ): the same with the multipliers of the loops, M ÿ = force − DᵀF + Jᵀλ."""
        if not len(self.J):
            ydd, F = constrained_motion(self.M, self.force, rows)
            return ydd, F, np.empty(0)
        D = np.vstack([rows, self.J])
        ydd = self.free(self.force, rows, np.concatenate([np.zeros(len(rows)), self.bias]))
        taken = np.linalg.lstsq(D.T, self.force - self.M @ ydd, rcond=RANK)[0]
        return ydd, taken[: len(rows)], -taken[len(rows) :]

    def free(self, force: Array, rows: Array, bias: Array) -> Array:
        """ÿ of one force (nv,) or of many (nv, k), with [D; J] ÿ = bias."""
        if not len(self.J):
            return free_motion(self.M, force, rows)
        D = np.vstack([rows, self.J])
        particular: Array = np.linalg.lstsq(D, bias, rcond=RANK)[0]
        moved: Array = particular + free_motion(self.M, force - self.M @ particular, D)
        return moved

    def project(self, yd: Array, rows: Array) -> Array:
        """The velocity with the rows' rates removed and the loops kept."""
        return project(self.M, yd, np.vstack([rows, self.J]) if len(self.J) else rows)


@dataclass(frozen=True)
class ForceBounds:
    """Rows over ẏ of everything that can be held, and the range of force each can take."""

    rows: Array
    low: Array
    high: Array


def constrained_motion(M: Array, force: Array, rows: Array) -> tuple[Array, Array]:
    """(ÿ, F): the accelerations under the rows, and the forces of the rows."""
    ydd = free_motion(M, force, rows)
    return ydd, np.linalg.lstsq(rows.T, force - M @ ydd, rcond=None)[0]


def free_motion(M: Array, force: Array, rows: Array) -> Array:
    """ÿ = Z (ZᵀMZ)⁻¹ Zᵀ force, of one force (nv,) or of many (nv, k)."""
    Z = _null_space(rows)
    result: Array = Z @ np.linalg.solve(Z.T @ M @ Z, Z.T @ force) if Z.shape[1] else np.zeros_like(force)
    return result


def bound_violation(F: Array, bounds: ForceBounds, held: Array) -> Array:
    """How far each force is beyond its range, relative to the range; negative inside."""
    low, high = bounds.low[held], bounds.high[held]
    scale = np.where(np.isfinite(high), np.maximum(np.abs(high), np.abs(low)), 1.0)
    scale = np.where(np.isfinite(scale) & (scale > 0), scale, 1.0)
    beyond: Array = np.maximum(F - high, low - F) / scale - ROUNDING  # a released row must move the right way
    return beyond


def release(held_at: Callable[[Array], ConstrainedDynamics], modes: Array, bounds: ForceBounds) -> Array:
    """Modes (0 held, ±1 released) after releasing what cannot be held; `held_at(modes)` gives the dynamics in these modes."""
    modes = modes.copy()
    for _ in range(len(modes) + 1):
        held = np.flatnonzero(modes == 0)
        if not len(held):
            break
        _, F = held_at(modes).motion(bounds.rows[held])
        beyond = bound_violation(F, bounds, held)
        worst = int(np.argmax(beyond))
        if beyond[worst] <= 0:
            break
        modes[held[worst]] = 1.0 if F[worst] > bounds.high[held[worst]] else -1.0
    return modes


def project(M: Array, yd: Array, rows: Array) -> Array:
    """The velocity with the rows' rates removed, in the metric of M: as after an ideal lock."""
    if not len(rows):
        return yd
    Z = _null_space(rows)
    if not Z.shape[1]:
        return np.zeros_like(yd)
    simple = (np.count_nonzero(Z, axis=0) == 1).all()
    if simple and np.abs(rows @ yd).max() < REST_RESIDUAL * max(1.0, float(np.abs(yd).max())):
        left: Array = Z @ (Z.T @ yd)  # numerically at rest already: only the remainder is cut
    else:
        left = Z @ np.linalg.solve(Z.T @ M @ Z, Z.T @ (M @ yd))
    return left


def _null_space(rows: Array) -> Array:
    """Columns that no row moves; plain unit vectors where every row is one coordinate's."""
    return _null_space_of(rows.tobytes(), rows.shape)


@lru_cache(maxsize=256)
def _null_space_of(content: bytes, shape: tuple[int, int]) -> Array:
    rows = np.frombuffer(content).reshape(shape)
    if (np.count_nonzero(rows, axis=1) == 1).all():
        free = np.setdiff1d(np.arange(shape[1]), np.argmax(rows != 0, axis=1))
        return np.eye(shape[1])[:, free]
    from scipy.linalg import null_space

    Z: Array = null_space(rows, rcond=RANK)
    return Z


STRIBECK_RANGE = 6.5  # e^−42 of the curve is left: less than a rounding
_FINE = 0.5
_STABLE = {1: 2.0, 4: 2.785}  # h λ of explicit methods of that order


class StribeckResolution:
    """The places of a model that have a Stribeck curve."""

    def __init__(self, model: SimulationModel) -> None:
        places = [d for d in model.plant.places if not is_zero(d.drive.stribeck_velocity)]
        self.count, self._yd = len(places), model.layout.yd
        self.rows = rows_of(places, model.nv)
        self.width = np.array([float(d.drive.stribeck_velocity) for d in places])
        self._side: Array  # which way a place slides, outside its curve; 0 inside

    def _speed(self, x: Array) -> Array:
        """v in units of vs."""
        speed: Array = (self.rows @ x[self._yd]) / self.width
        return speed

    def enter(self, x: Array) -> None:
        """Determine which curves act at the start of an integration."""
        if self.count:
            v = self._speed(x)
            self._side = np.where(np.abs(v) <= STRIBECK_RANGE * (1 + SAME_TIME), 0.0, np.sign(v))

    def event_values(self, x: Array) -> Array:
        """One value per place, positive until its curve is reached from outside."""
        if not self.count:
            return np.empty(0)
        return np.where(self._side == 0, 1.0, self._side * self._speed(x) - STRIBECK_RANGE)

    def longest_step(self, x: Array, rate: Array) -> float:
        """The longest step that resolves the curves from here."""
        self.enter(x)
        change = self.rows @ rate[self._yd] / self.width
        approach = np.where(self._side == 0, np.abs(change), -self._side * change)
        distance = np.where(self._side == 0, _FINE, np.abs(self._speed(x)) - STRIBECK_RANGE + _FINE)
        steps = distance[approach > 0] / approach[approach > 0]
        return float(steps.min(initial=np.inf))

    def is_skipped(self, x: Array) -> bool:
        """Whether a step that ends at x began outside a curve and went too far into it."""
        return bool((self.event_values(x) < -2 * _FINE).any())


class BristleStability:
    """The places of a model that have bristles."""

    def __init__(self, model: SimulationModel) -> None:
        places = model.plant.bristles
        self.count, self._yd = len(places), model.layout.yd
        self.joints = [model.plant.tree.bodies[d.body].name for d in places]
        self.rows = rows_of(places, model.nv)
        self.numbers = [tuple(float(x) for x in (d.drive.bristle_stiffness, d.dry, d.drive.asymmetry)) for d in places]

    def unstable_step(self, x: Array, order: int, h: float) -> tuple[int, str, float] | None:
        """(row, joint, longest step) of the first of the rows x (..., rows, size) where a step h does not follow a bristle."""
        found = []
        for row, (stiffness, dry, lean), joint in zip(self.rows, self.numbers, self.joints, strict=True):
            with np.errstate(all="ignore"):  # of a motion that diverges
                v = x[..., self._yd] @ row
                quickest = stiffness * np.abs(v) / (dry + lean * np.sign(v))
            quickest = quickest.reshape(-1, v.shape[-1]).max(axis=0)
            beyond = np.flatnonzero(quickest > _STABLE[order] / h)
            if len(beyond):
                found.append((int(beyond[0]), joint, _STABLE[order] / float(quickest[beyond[0]])))
        return min(found, default=None)
