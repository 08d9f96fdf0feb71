"""Is a joint's zero where it is said to be? Y(q + δ) is tried for each turning joint by itself, and the best δ should be 0.

An encoder that was mounted anew is off by a few degrees, of which parameters of links take up most: only that the same links must explain
all postures shows it. An upright first axis turns everything alike, and what turns with the last joint may be turned with it: the
zeros of these two are in no log, whatever the motion; `bend` finds them unseen. σ comes from K stretches, so that δ/σ has Student's
distribution of K − 1 freedoms; of n joints tried, one is blamed by chance with the probability chosen below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.doubt.alternative import Compared
from dalembert.identify.doubt.bend import bend
from dalembert.identify.doubt.explanation import Explainer, Sample
from dalembert.identify.doubt.significance import STRETCHES

Array = NDArray[np.float64]
_LEAST = np.radians(1.0)
_FALSE = 1e-3  # chance that one of a sound robot's joints is blamed
_BETTER = 0.1  # change of log Π e_j


@final
@dataclass(frozen=True, eq=False)
class Zero(Compared):
    """By how much the position of coordinate `joint` is too large [rad] and its σ; errors as it is, and moved."""

    joint: int
    angle: float
    sigma: float

    @property
    def certain(self) -> bool:
        return bool(abs(self.angle) >= self.least and self.gain >= _BETTER)

    @property
    def least(self) -> float:
        """The least angle that would be noticed for certain."""
        from scipy.stats import t

        return float(max(_LEAST, t.isf(_FALSE / (2 * len(self.before)), STRETCHES - 1) * self.sigma))


def zeros(explain: Explainer, some: Sample) -> list[Zero]:
    """Of every turning joint whose zero the efforts tell."""
    robot, found = explain.robot, []
    if robot.nq != robot.nv:
        return []
    now = explain.products(some).errors()
    for j, name in enumerate(robot.coordinates):
        if robot.coordinate(name).motion != "turn":
            continue

        def moved(x: Array, j: int = j) -> Sample:
            q = np.array(some.q)
            q[:, j] += x[0]
            return replace(some, q=q)

        def columns(x: Array, moved: Callable[[Array], Sample] = moved) -> Array:
            return explain.columns(moved(x))

        own = bend(columns, some, np.zeros(1))
        if own is None or abs(own.x[0]) > np.pi:
            continue
        left = explain.products(moved(own.x)).errors()
        found.append(Zero(now, left, j, -float(own.x[0]), float(np.sqrt(own.covariance[0, 0]))))
    return found
