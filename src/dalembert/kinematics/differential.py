"""Differential kinematics: joint rates for a twist, null space and self-motion, manipulability.

J = Σ σ_i u_i v_iᵀ,   q̇ = Σ σ_i/(σ_i² + λ_i²) v_i u_iᵀν + N q̇₀,   N = E − Σ v_i v_iᵀ
λ_i² = λ² (1 − (σ_i/ε)²) for σ_i < ε, else 0                       [nakamura1986], [maciejewski1988]

Only directions that are nearly lost are damped; σ counts lengths in lengths of the arm. Away from singularities the rates
are exact; at one they stay below |ν|/(2λ).

The null space, J q̇ = 0, holds the motions that leave a frame at rest. The self-motion of a redundant arm is followed by
steps along it with corrections by J⁺.

w = √det(J Jᵀ) = Π σ_i                                             [yoshikawa1985]
|q̇| ≤ 1  →  ν in an ellipsoid with half axes σ_i u_i;   |τ| ≤ 1  →  forces in one with half axes u_i / σ_i
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from dalembert.argument import finite, reals
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.errors import WrongSize, WrongValue
from dalembert.kinematics.chain import numeric
from dalembert.kinematics.configuration import bounds, moved, way, whole_turns
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.kinematics.task import PoseTarget, Task, generic_rank, rows_of, scales
from dalembert.robot.model import Robot
from dalembert.typeset.notebook import Displayed, card

_LOST = 1e-10  # singular value of a direction the frame never had


def joint_rates(
    robot: Robot,
    q: ArrayLike,
    twist: ArrayLike,
    *,
    frame: str | None = None,
    damping: float = 0.05,
    near: float = 0.05,
    secondary: ArrayLike | None = None,
) -> Array:
    """q̇ `(…, n)` that gives a frame the twist `(…, 6)` [linear, angular], or the velocity `(…, 3)` of its origin alone.

    `damping` (λ) and `near` (ε) as above; `damping=0` is the plain pseudo-inverse. `secondary` `(…, n)` are rates that
    a redundant arm adds where they do not move the frame. What the frame cannot do is done as nearly as it can.
    """
    bare = numeric(robot)
    if damping < 0 or near < 0:
        raise WrongValue(f"damping and near must not be negative, got {damping} and {near}")
    v = reals(twist, "twist")
    if v.shape[-1:] not in ((6,), (3,)):
        raise WrongSize(
            f"a twist has 6 entries [linear, angular], or 3 for the velocity of a point; got shape {v.shape}"
        )
    size = v.shape[-1]
    row, column = scales(bare, frame)
    row = row[:size]
    J = jacobian(bare, q, frame)[..., :size, :] * row[:, None] * column
    U, s, Vh = np.linalg.svd(J, full_matrices=False)
    square = np.where(s < near, damping**2 * (1 - (s / near if near else s) ** 2), 0.0)
    gain = np.where(s > _LOST, s / np.where(s > _LOST, s**2 + square, 1.0), 0.0)
    along = np.einsum("...ji,...j->...i", U, v * row)
    rates = np.einsum("...ij,...i->...j", Vh, gain * along)
    if secondary is not None:
        rest = reals(secondary, "secondary") / column
        used = np.where((s > _LOST)[..., None], Vh, 0.0)
        rates = rates + rest - np.einsum("...ij,...i->...j", used, np.einsum("...ij,...j->...i", used, rest))
    return np.asarray(rates * column)


_NULL = 1e-9


def null_space(robot: Robot, q: ArrayLike, *, frame: str | None = None, task: Task = "pose") -> Array:
    """An orthonormal basis of the joint rates that do not move a frame, `(…, n, k)`; k = n − rank J.

    `task`: the whole motion ("pose"), or only that of its "position" or "orientation". States of a batch must have the
    same k: at a singular configuration it is larger.
    """
    bare = numeric(robot)
    rows = rows_of(bare, frame, task)
    row, column = scales(bare, frame)
    J = jacobian(bare, q, frame)[..., rows, :] * row[rows, None]
    _, s, Vh = np.linalg.svd(J * column)
    rank = np.sum(s > _NULL * np.maximum(s[..., :1], 1e-300), axis=-1)
    if np.min(rank) != np.max(rank):
        raise WrongValue(f"states of the batch have J of rank {np.min(rank)} to {np.max(rank)}; ask for each alone")
    basis = np.swapaxes(Vh[..., int(np.max(rank)) :, :], -1, -2) * column[:, None]
    return np.asarray(np.linalg.qr(basis)[0])


def self_motion(
    robot: Robot,
    q: ArrayLike,
    *,
    frame: str | None = None,
    task: Task = "pose",
    step: float = 0.05,
    along: ArrayLike | None = None,
    limits: bool = True,
    most: int = 2000,
) -> Array:
    """Configurations `(T, n)` through q in which a frame stays put, `step` (rad, or m) apart.

    Both ways from q, until the curve closes, a joint limit is met, or there are `most` of them. With more than one
    redundant joint the motion keeps as near as it can to the direction `along` `(n,)`.
    """
    bare = numeric(robot)
    start = finite(q, "q")
    if start.shape != (bare.nq,):
        raise WrongSize(f"q has shape {start.shape}, robot '{robot.name}' needs ({bare.nq},)")
    if not 0 < step <= 1 or most < 2:
        raise WrongValue(f"step is between 0 and 1 and most at least 2, got {step} and {most}")
    basis = null_space(bare, start, frame=frame, task=task)
    if basis.shape[1] == 0:
        raise WrongValue(f"robot '{robot.name}' has no motion that leaves '{frame or 'the frame'}' where it is")
    if basis.shape[1] > 1 and along is None:
        raise WrongValue(f"the self-motion has {basis.shape[1]} dimensions; say along which direction of q to go")
    first = basis[:, 0] if along is None else basis @ (basis.T @ finite(along, "along"))
    walk = _SelfMotion(bare, frame, rows_of(bare, frame, task), start, step, limits, along is not None)
    ahead, closed = walk.follow(first, most)
    behind = [] if closed else walk.follow(-first, most - len(ahead))[0]
    return np.array([*behind[::-1], start, *ahead])


class _SelfMotion:
    def __init__(
        self, robot: Robot, frame: str | None, rows: slice, start: Array, step: float, limits: bool, fixed: bool
    ) -> None:
        self.robot, self.frame, self.rows, self.start, self.step, self.fixed = robot, frame, rows, start, step, fixed
        T = forward_kinematics(robot, start, frame)[None]
        self.target = PoseTarget(T, False, (1,))
        self.lower, self.upper = bounds(robot, limits)
        self.turning = whole_turns(robot)

    def follow(self, direction: Array, most: int) -> tuple[list[Array], bool]:
        """Configurations from the start on, and whether they came back to it."""
        path: list[Array] = []
        q, heading = self.start, direction / max(float(np.linalg.norm(direction)), 1e-300)
        while len(path) < most:
            J = jacobian(self.robot, q, self.frame)[self.rows]
            wanted = direction if self.fixed else heading
            heading = wanted - np.linalg.pinv(J, rcond=1e-9) @ (J @ wanted)
            size = float(np.linalg.norm(heading))
            if size < 1e-6:
                break
            heading = heading / size
            after = self._corrected(moved(self.robot, q, self.step * heading))
            if after is None or np.any((after < self.lower) | (after > self.upper)):
                break
            q = after
            if len(path) > 2 and self._distance(q) < self.step * 0.75:
                return path, True
            path.append(q)
        return path, False

    def _corrected(self, q: Array) -> Array | None:
        """Back to where the frame was; None where that fails."""
        for _ in range(8):
            e = self.target.error(self.robot, self.frame, q[None])[0][self.rows]
            if np.abs(e).max() < 1e-12:
                return q
            J = jacobian(self.robot, q, self.frame)[self.rows]
            q = moved(self.robot, q, np.linalg.pinv(J, rcond=1e-9) @ e)
        return q if np.abs(e).max() < 1e-9 else None

    def _distance(self, q: Array) -> float:
        d = way(self.robot, self.start, q)
        return float(np.linalg.norm(np.where(self.turning, wrapped(d), d)))


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
