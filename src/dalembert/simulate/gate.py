"""Narrow curves and quick bristles of friction: no step crosses one unseen.

The Stribeck curve (fs − fc) e^−(v/vs)² is felt below some vs only, in milliseconds where vs is small; a long step of a
smooth motion would jump it. So a step ends where |v| falls to `WIDE` vs, and below that changes v by no more than vs/2.

A bristle settles at the rate σ0 |v| / G(v), ż = v − σ0 |v| z / G(v). Adaptive steps follow it; a fixed one of h does up to
h σ0 |v| / G = 2, and 2.78 by rk4 [hairer1996, §IV.2]: beyond that z grows from step to step, and friction is not what it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.graph.scalar import is_zero
from dalembert.simulate.model import Model

Array = NDArray[Any]
WIDE = 6.5  # e^−42 of the curve is left: less than a rounding
_FINE = 0.5
_STABLE = {1: 2.0, 4: 2.785}  # h λ of explicit methods of that order


class Gates:
    """The places of a model that have a Stribeck curve."""

    def __init__(self, model: Model) -> None:
        places = [d for d in model.plant.places if not is_zero(d.drive.stribeck_velocity)]
        self.count, self._yd = len(places), model.layout.yd
        self.rows = np.array([[float(a) for a in d.row] for d in places]).reshape(len(places), model.nv)
        self.width = np.array([float(d.drive.stribeck_velocity) for d in places])
        self._side: Array  # which way a place slides, outside its curve; 0 inside

    def _speed(self, x: Array) -> Array:
        """v in units of vs."""
        speed: Array = (self.rows @ x[self._yd]) / self.width
        return speed

    def enter(self, x: Array) -> None:
        """See which curves are felt at the start of a stretch."""
        if self.count:
            v = self._speed(x)
            self._side = np.where(np.abs(v) <= WIDE * (1 + 1e-9), 0.0, np.sign(v))

    def watched(self, x: Array) -> Array:
        """One value a place, positive until its curve is reached from outside."""
        if not self.count:
            return np.empty(0)
        return np.where(self._side == 0, 1.0, self._side * self._speed(x) - WIDE)

    def pace(self, x: Array, rate: Array) -> float:
        """The longest step from here; a curve that was left may be entered again."""
        self.enter(x)
        change = np.abs(self.rows @ rate[self._yd])
        with np.errstate(divide="ignore"):
            steps = np.where(self._side == 0, _FINE * self.width / change, np.inf)
        return float(steps.min(initial=np.inf))


class Bristles:
    """The places of a model that have bristles."""

    def __init__(self, model: Model) -> None:
        places = model.plant.bristles
        self.count, self._yd = len(places), model.layout.yd
        self.joints = [model.plant.tree.bodies[d.body].name for d in places]
        self.rows = np.array([[float(a) for a in d.row] for d in places]).reshape(len(places), model.nv)
        self.numbers = [tuple(float(x) for x in (d.drive.bristle_stiffness, d.dry, d.drive.asymmetry)) for d in places]

    def too_quick(self, x: Array, order: int, h: float) -> tuple[int, str, float] | None:
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
