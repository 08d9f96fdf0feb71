"""What a robot carries, from a run with it and a run without.  [khalil2002, §12.5]

τ_with − τ̂_without(q, q̇, q̈) = Y_L(q, q̇, q̈) π_L,   Y_L the regressor's columns of a body fixed at the frame
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import NotIdentified
from dalembert.identify.design import Design
from dalembert.identify.estimate import Estimate
from dalembert.identify.information import parallel, thinning
from dalembert.identify.load import TEN, load_columns
from dalembert.identify.log import Log
from dalembert.robot.inertia import Inertia
from dalembert.robot.tree import tree
from dalembert.typeset.card import Displayed

Array = NDArray[np.float64]
NAMES = ("mass", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


@final
@dataclass(frozen=True, eq=False)
class Payload(Displayed):
    """Ten parameters about the frame's origin, in its axes, with σ; `error` is what is left of the difference in torque."""

    frame: str
    parameters: dict[str, float]
    sigma: dict[str, float]
    error: float

    @property
    def inertia(self) -> Inertia:
        """For `robot.attach(frame, inertia)`."""
        return Inertia.from_parameters(tuple(self.parameters.values()))

    @property
    def com(self) -> tuple[float, float, float]:
        m, x, y, z = list(self.parameters.values())[:4]
        return (x / m, y / m, z / m)


def payload(design: Design, found: Estimate, log: Log, frame: str | None) -> Payload:
    """The body that makes the difference."""
    bodies = tree(design.robot)
    columns = load_columns(design.robot, frame)

    def rows(some: Log) -> tuple[Array, Array]:
        return columns(some), some.recorded - design.known(some) - (design.rows(some) @ found.x).T

    weights = np.where(np.isfinite(found.noise), 1 / found.noise, 0.0)
    W, y, whole = [], [], 0.0
    for w, left in parallel(rows, log, thinning(log, None, TEN)):
        for j in np.flatnonzero(weights):
            known = np.isfinite(left[:, j])
            W.append(w[j][known] * weights[j])
            y.append(left[known, j] * weights[j])
    A, b = np.concatenate(W), np.concatenate(y)
    size = np.linalg.norm(A, axis=0)
    if (size == 0).any() or np.linalg.cond(A / size) > 1e8:
        unseen = [name for name, s in zip(NAMES, size, strict=True) if s == 0]
        raise NotIdentified(
            f"the log does not show {', '.join(unseen) or 'all ten parameters'} of a payload at '{bodies.last if frame is None else frame}'; turn more joints"
        )
    x, *_ = np.linalg.lstsq(A / size, b, rcond=None)
    left = b - (A / size) @ x
    whole = float(np.linalg.norm(b))
    C = np.linalg.inv((A / size).T @ (A / size)) * float(left @ left) / max(len(b) - TEN, 1)
    sigma = np.sqrt(np.diag(C)) / size
    name = bodies.last if frame is None else frame
    return Payload(
        name,
        dict(zip(NAMES, (x / size).tolist(), strict=True)),
        dict(zip(NAMES, sigma.tolist(), strict=True)),
        float(np.linalg.norm(left)) / whole if whole > 0 else 0.0,
    )
