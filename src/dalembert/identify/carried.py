"""Is the robot that was given the one that moved, but for something at its tip?

τ − Y_b β₀ = Y_b G_L π_L + friction:   β₀ the robot's own base parameters, G_L the columns of a body fixed to its last link

Errors without and with π_L are compared; both have the friction that fits best.  [khalil2002, §12.5]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.design import Design
from dalembert.identify.estimate import Estimate
from dalembert.identify.information import Information
from dalembert.identify.prior import TEN, believed
from dalembert.identify.triangle import triangle
from dalembert.robot.tree import tree

Array = NDArray[np.float64]
_RANK = 1e-6
_SAYS = 1e-3  # of a joint's effort that the robot's own numbers must make up


@final
@dataclass(frozen=True)
class Carried:
    """Relative errors of the robot as given (`own`) and with a body at `link` (`loaded`), and that body's mass with its σ."""

    link: str
    own: float
    loaded: float
    mass: float
    sigma: float


def carried(design: Design, info: Information, found: Estimate) -> Carried | None:
    """What the robot's own numbers explain, and what they explain with a load; None where it has no numbers."""
    basis = design.basis
    if basis is None or basis.bodies == 0:
        return None
    own = np.where(np.arange(info.size) < design.inertial, believed(design), 0.0)
    if np.isnan(own).any() or not own.any():
        return None
    last = slice(TEN * (basis.bodies - 1), TEN * basis.bodies)
    load = np.zeros((info.size, TEN))
    load[: design.inertial] = basis.from_links[:, last]
    rest = np.eye(info.size)[:, design.inertial :]
    weights = np.where(np.isfinite(found.noise), 1 / found.noise, 0.0)
    R = triangle(info.stacked(weights))
    W, y = R[:, :-1], R[:, -1] - R[:, :-1] @ own
    plain = own + rest @ _solved(W @ rest, y)[0]
    z, C = _solved(W @ np.hstack([load, rest]), y)
    loaded = own + np.hstack([load, rest]) @ z
    link = [body.link for body in tree(design.robot).bodies if body.link][-1]
    return Carried(link, _error(info, plain), _error(info, loaded), float(z[0]), float(np.sqrt(C[0, 0] / info.share)))


def scales(design: Design, info: Information) -> list[tuple[int, float, float, float]]:
    """(joint, a, error with a = 1, error with a) of τ_j = a Y_j β₀ + friction, where the robot's own numbers say something."""
    if design.basis is None or np.isnan(believed(design)[: design.inertial]).any():
        return []
    found, own = [], np.where(np.arange(info.size) < design.inertial, believed(design), 0.0)
    for j, (R, columns) in enumerate(zip(info.joints, info.columns, strict=True)):
        W, y = R[:, :-1], R[:, -1]
        asked, rest = W @ own[columns], W[:, columns >= design.inertial]
        whole = float(np.linalg.norm(y))
        if whole == 0 or not np.linalg.norm(asked) > _SAYS * whole:
            continue
        A = np.column_stack([asked, rest])
        z = _solved(A, y)[0]
        plain = y - asked - rest @ _solved(rest, y - asked)[0]
        found.append((j, float(z[0]), float(np.linalg.norm(plain)) / whole, float(np.linalg.norm(y - A @ z)) / whole))
    return found


def _solved(A: Array, y: Array) -> tuple[Array, Array]:
    """Least squares of least size, and the covariance for noise of unit size; infinite where A does not tell."""
    size = np.linalg.norm(A, axis=0)
    size[size == 0] = 1.0
    U, s, Vt = np.linalg.svd(A / size, full_matrices=False)
    told = s > _RANK * s.max(initial=0.0)
    V = Vt[told].T / s[told]
    C = V @ V.T / np.outer(size, size)
    blind = 1 - np.sum(Vt[told] ** 2, axis=0) > _RANK
    C[blind, blind] = np.inf
    return V @ (U[:, told].T @ y) / size, C


def _error(info: Information, x: Array) -> float:
    left, whole = info.squares(x)
    return float(np.sqrt(left.sum() / max(whole.sum(), 1e-300)))
