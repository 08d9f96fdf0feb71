"""Does the robot stand as it is said to? Y is linear in gravity, so that every direction costs one product of matrices.

    Y(q, q̇, q̈; R g) = Y₀ + Σ_k (R g)_k Y_k,    R = rot_x(α) rot_y(β),   α, β by the best explanation of the efforts

Columns are the base parameters of a robot whose gravity points nowhere special: a tilt is felt by joints that stand upright.
How α and β are found is `bend`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.compilation import compile
from dalembert.errors import DalembertError
from dalembert.graph import evaluate, symbols
from dalembert.identify.basis import Basis, basis
from dalembert.identify.doubt.alternative import Compared, score
from dalembert.identify.doubt.bend import bend
from dalembert.identify.doubt.explanation import Sample, with_friction
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
_STEEP = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
_STARTS = ((0.0, 0.0), *((a * x, a * y) for a in (0.2, np.pi / 2) for x, y in _STEEP), (np.pi, 0.0))
_PROMISING = 0.3  # change of log Π e_j that another start must be worth
_LEAST = np.radians(1.5)
_SURE = 3.5  # σ
_BETTER = 0.1  # change of log Π e_j
Columns = Callable[[Array], Array]


@final
@dataclass(frozen=True, eq=False)
class Tilt(Compared):
    """The gravity that explains the efforts, by how much it is turned from the one that was said, its σ, and how many σ that
    is; `widest` is the σ of the direction seen worst, infinite where one is not seen. Errors are with the one that was said,
    and with it."""

    gravity: Array
    angle: float
    sigma: float
    t: float
    widest: float

    @property
    def certain(self) -> bool:
        return self.angle >= _LEAST and self.t >= _SURE and self.gain >= _BETTER


def tilt(robot: Robot, some: Sample) -> Tilt | None:
    """The direction of gravity that explains the efforts; None where there is none, or none is seen."""
    given = robot.gravity
    if symbols(given):
        return None
    g = np.array(evaluate(given, {}), float)
    size = float(np.linalg.norm(g))
    if size == 0:
        return None
    try:
        columns = _columns(robot, some, size)
    except DalembertError:
        return None

    def errors(x: Array) -> Array:
        return with_friction(columns(_turned(g, x)), some).errors()

    now = errors(np.zeros(2))
    start = min(_STARTS, key=lambda x: score(errors(np.array(x))) + _PROMISING * bool(x[0] or x[1]))
    found = bend(lambda x: columns(_turned(g, x)), some, np.array(start, float))
    if found is None:
        return None
    x, C = found.x, found.covariance
    turned = _turned(g, x)
    angle = float(np.arccos(np.clip(g @ turned / size**2, -1, 1)))
    sizes, axes = np.linalg.eigh(C)
    t = float(np.sqrt(np.sum((axes.T @ x) ** 2 / np.maximum(sizes, 1e-16))))
    sigma = float(np.sqrt(x @ C @ x)) / max(float(np.linalg.norm(x)), 1e-12)
    widest = np.inf if found.blind else float(np.sqrt(sizes[-1]))
    return Tilt(now, errors(x), turned, angle, sigma, t, widest)


def _columns(robot: Robot, some: Sample, size: float) -> Columns:
    """Columns (N, n, p) by gravity, of the base parameters of a robot whose gravity points nowhere special."""
    kernel = compile(robot, "regressor", parameters=["gravity"])
    N = len(some.q)
    rows = [
        np.asarray(kernel(some.q, some.qd, some.qdd, np.broadcast_to(x, (N, 3))))
        for x in np.vstack([np.zeros(3), np.eye(3)])
    ]
    crooked: Basis = basis(replace(robot, gravity=tuple((size * np.array([0.48, -0.36, -0.8])).tolist())))
    still = crooked.columns(rows[0], some.qdd)
    pulled = [crooked.columns(row - rows[0], np.zeros_like(some.qdd)) for row in rows[1:]]
    return lambda g: still + g[0] * pulled[0] + g[1] * pulled[1] + g[2] * pulled[2]


def _turned(g: Array, x: Array) -> Array:
    a, b = float(x[0]), float(x[1])
    X = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    Y = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    return np.asarray(X @ Y @ g)
