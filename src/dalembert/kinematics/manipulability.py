"""How well a frame moves: manipulability and its ellipsoids.

w = √det(J Jᵀ) = Π σ_i                                                       [yoshikawa1985]
|q̇| ≤ 1  →  ν in an ellipsoid with half axes σ_i u_i;   |τ| ≤ 1  →  forces in one with half axes u_i / σ_i
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from dalembert.dynamics import jacobian
from dalembert.errors import WrongValue
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.skeleton import numeric
from dalembert.kinematics.task import Task, generic_rank, rows_of
from dalembert.robot.model import Robot
from dalembert.typeset.card import Displayed, card


@dataclass(frozen=True, eq=False)
class Ellipsoid(Displayed):
    """Half axes: directions in the columns of `axes` `(…, 3, 3)`, lengths `radii` `(…, 3)`, longest velocity first."""

    axes: Array
    radii: Array
    unit: str = ""  # of the half axes, for joint rates or efforts of size 1 in SI units

    def _repr_html_(self) -> str:
        if self.radii.ndim != 1:
            return card("Ellipsoids", facts=[("states", self.radii.shape[:-1])])
        rows = [(float(r), *self.axes[:, k].tolist()) for k, r in enumerate(self.radii)]
        head = (
            f"half axis / ({self.unit})"
            if "/" in self.unit
            else f"half axis / {self.unit}"
            if self.unit
            else "half axis"
        )
        return card("Ellipsoid", heads=[head, "x", "y", "z"], rows=rows)

    def surface(self, u: int = 24, v: int = 12) -> Array:
        """Points of one ellipsoid, `(u, v, 3)`, about its centre; an infinite half axis has no surface to draw."""
        if self.radii.ndim != 1 or not np.all(np.isfinite(self.radii)):
            raise WrongValue("a surface is drawn of one ellipsoid with finite half axes")
        a, b = np.meshgrid(np.linspace(0, 2 * np.pi, u), np.linspace(0, np.pi, v), indexing="ij")
        sphere = np.stack([np.cos(a) * np.sin(b), np.sin(a) * np.sin(b), np.cos(b)], axis=-1)
        return np.asarray((sphere * self.radii) @ self.axes.T)


def manipulability(robot: Robot, q: ArrayLike, *, frame: str | None = None, task: Task = None) -> Array:
    """w(q), `(…)`: the product of the singular values of J in the directions the frame can move in.

    `task`: "pose", "position" or "orientation"; default: the position where that already takes all joints (2R in the
    plane: l1 l2 |sin q2|), else the pose.
    """
    bare = numeric(robot)
    rows = rows_of(bare, frame, task)
    s = np.linalg.svd(jacobian(bare, q, frame)[..., rows, :], compute_uv=False)
    return np.asarray(np.prod(s[..., : generic_rank(bare, frame, rows)], axis=-1))


def velocity_ellipsoid(
    robot: Robot, q: ArrayLike, *, frame: str | None = None, task: Literal["position", "orientation"] = "position"
) -> Ellipsoid:
    """Velocities of the frame's origin (or its angular velocities) that joint rates of size 1 make."""
    axes, s = _axes(robot, q, frame, task)
    return Ellipsoid(axes, s, {"position": "m/s", "orientation": "rad/s"}[task])


def force_ellipsoid(
    robot: Robot, q: ArrayLike, *, frame: str | None = None, task: Literal["position", "orientation"] = "position"
) -> Ellipsoid:
    """Forces at the frame's origin (or moments) that joint torques of size 1 hold; infinite where none is needed."""
    axes, s = _axes(robot, q, frame, task)
    with np.errstate(divide="ignore"):
        return Ellipsoid(axes, 1 / s, {"position": "N", "orientation": "N m"}[task])


def _axes(
    robot: Robot, q: ArrayLike, frame: str | None, task: Literal["position", "orientation"]
) -> tuple[Array, Array]:
    if task not in ("position", "orientation"):
        raise WrongValue(f"task is {task!r}; an ellipsoid is of the 'position' or the 'orientation'")
    bare = numeric(robot)
    rows = rows_of(bare, frame, task)
    J = jacobian(bare, q, frame)[..., rows, :]
    square, axes = np.linalg.eigh(J @ np.swapaxes(J, -1, -2))
    s = np.sqrt(np.maximum(square[..., ::-1], 0.0))
    return axes[..., ::-1], np.where(s > 1e-8 * np.maximum(s[..., :1], 1e-300), s, 0.0)
