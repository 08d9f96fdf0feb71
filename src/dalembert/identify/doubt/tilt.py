"""Does the robot stand as it is said to? Y is linear in gravity, so that every direction costs one product of matrices.

    Y(q, q̇, q̈; R g) = Y₀ + Σ_k (R g)_k Y_k,    R = rot_x(α) rot_y(β),   α, β by the best explanation of the efforts

Columns are the base parameters of a robot whose gravity points nowhere special: a tilt is felt by joints that stand upright.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.compilation import compile
from dalembert.errors import DalembertError
from dalembert.graph import evaluate, symbols
from dalembert.identify.basis import Basis, basis
from dalembert.identify.doubt.alternative import score
from dalembert.identify.doubt.explanation import Products, Sample, with_friction
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
_STEEP = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
_STARTS = (*((a * x, a * y) for a in (0.03, 0.2, np.pi / 2) for x, y in _STEEP), (np.pi, 0.0))
_PROMISING = -0.05  # change of log Π e_j that is worth a search
_CLEARLY = np.log(0.45)  # change of log Π e_j
_LEAST = np.radians(1.0)


@final
@dataclass(frozen=True, eq=False)
class Tilt:
    """The gravity that explains the efforts, by how much it is turned from the one that was said, and the errors with both."""

    gravity: Array
    angle: float
    before: Array
    after: Array


def tilt(robot: Robot, some: Sample) -> Tilt | None:
    """Another direction of gravity, where it explains the efforts clearly better."""
    from scipy.optimize import minimize

    given = robot.gravity
    if symbols(given):
        return None
    g = np.array(evaluate(given, {}), float)
    size = float(np.linalg.norm(g))
    if size == 0:
        return None
    try:
        parts, own = _parts(robot, some, size)
    except DalembertError:
        return None

    def errors(x: Array) -> Array:
        return _products(own, parts, some, _turned(g, x)).errors()

    now = errors(np.zeros(2))
    first = min(_STARTS, key=lambda x: score(errors(np.array(x))))
    if score(errors(np.array(first))) > score(now) + _PROMISING:
        return None
    options = {"xatol": 1e-3, "fatol": 1e-3, "maxiter": 80}
    best = minimize(lambda x: score(errors(x)), first, method="Nelder-Mead", options=options).x
    found, turned = errors(best), _turned(g, best)
    angle = float(np.arccos(np.clip(g @ turned / size**2, -1, 1)))
    if angle < _LEAST or score(found) > score(now) + _CLEARLY:
        return None
    return Tilt(turned, angle, now, found)


def _parts(robot: Robot, some: Sample, size: float) -> tuple[list[Array], Basis]:
    """Y of no gravity and of one along each axis, and the base parameters of one that points nowhere special."""
    kernel = compile(robot, "regressor", parameters=["gravity"])
    N = len(some.q)
    rows = [
        np.asarray(kernel(some.q, some.qd, some.qdd, np.broadcast_to(x, (N, 3))))
        for x in np.vstack([np.zeros(3), np.eye(3)])
    ]
    crooked = replace(robot, gravity=tuple((size * np.array([0.48, -0.36, -0.8])).tolist()))
    return [rows[0], *(row - rows[0] for row in rows[1:])], basis(crooked)


def _products(own: Basis, parts: list[Array], some: Sample, g: Array) -> Products:
    Y = parts[0] + sum(x * part for x, part in zip(g, parts[1:], strict=True))
    return with_friction(own.columns(Y, some.qdd), some)


def _turned(g: Array, x: Array) -> Array:
    a, b = float(x[0]), float(x[1])
    X = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    Y = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    return np.asarray(X @ Y @ g)
