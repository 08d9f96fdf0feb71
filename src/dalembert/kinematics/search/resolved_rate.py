"""One resolved-rate step, compiled: the joint displacement that serves a task exactly and a wish as far as it may.

min (δ − d)ᵀW(δ − d)  with  R J δ = R e:      δ = d + W⁻¹JᵀR (R J W⁻¹JᵀR + λE)⁻¹ R (e − J d)        [whitney1969]

e is what is missing of the pose (`step`), R weighs its rows (0: this row is free), W weighs the joints, d is where the
joints would like to go; λ = k ½|R e|² + ε damps the step far away and near singularities [chan1988]. Iterated with
d = q₀ − q it ends at the solution nearest to q₀; with d = 0 it is the least motion.

A joint that would leave its limits is held, and the others do its part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np

from dalembert.algorithms.factor import Factor
from dalembert.algorithms.kinematics import kinematics
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.graph import Node, Scalar, symbol
from dalembert.graph.scalar import sqrt
from dalembert.kinematics.chain import Chain
from dalembert.kinematics.configuration import bounds, entries, revolute
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.search.step import DAMPING, LEAST, task
from dalembert.kinematics.task import scales
from dalembert.loops.assembly import unknowns
from dalembert.quantity import coordinates
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.spatial.vector import cross, dot, matmul, transpose

Axes: TypeAlias = Literal["world", "frame", "direction"]
_OPPOSITE = 1e-9  # keeps the error of two opposite directions finite
_ROUNDS = 3  # of holding joints at their limits
_EDGE = 1e-12


@dataclass(frozen=True, eq=False)
class ResolvedRate:
    """A task of a frame: weights `(6,)` of its rows, in the axes of the world or of the target.

    With axes "direction" the orientation counts only by the frame's third axis, whatever the turn about it.
    """

    robot: Robot
    frame: str | None
    arm: Chain
    weights: Array
    axes: Axes
    compliance: Array  # W⁻¹ of slides in lengths of the arm, (n,)
    lower: Array
    upper: Array

    @property
    def scale(self) -> Array:
        """What one radian of the arm is worth in each coordinate."""
        return np.where(revolute(self.robot), 1.0, self.arm.length)

    def missing(self, q: Array, T: Array) -> Array:
        """|R e| at q `(B, n)`, in radians, for targets `(B, 12)`."""
        still = np.zeros((len(q), self.robot.nv))
        return np.asarray(np.sqrt(2 * self._kernel(q, T, self.weights, still, still)[1]))

    def step(self, q: Array, T: Array, wish: Array) -> tuple[Array, Array, Array]:
        """(δ, |R e| before it, which joints were held) `(B, n)`, `(B,)`, `(B, n)`; q ⊕ δ is within the limits."""
        free = np.broadcast_to(self.compliance, wish.shape)
        wish = np.where(free > 0, wish, 0.0)
        delta, half = self._kernel(q, T, self.weights, free, wish)
        held = np.zeros(wish.shape, dtype=bool)
        for _ in range(_ROUNDS):
            beyond = self._beyond(q, delta) & ~held
            rows = np.flatnonzero(beyond.any(axis=-1))
            if not len(rows):
                break
            held |= beyond
            to_edge = self._clipped(q, delta)
            part, kept = held[rows], np.where(held[rows], to_edge[rows], wish[rows])
            delta[rows] = self._kernel(q[rows], T[rows], self.weights, np.where(part, 0.0, free[rows]), kept)[0]
        return self._clipped(q, delta), np.asarray(np.sqrt(2 * half)), held

    def dexterity(self, q: Array) -> float:
        """The smallest singular value of R J at q `(n,)`, of joints that are not held, lengths in lengths of the arm."""
        row, column = scales(self.robot, self.frame)
        J = jacobian(self.robot, q, self.frame) * row[:, None] * column
        if self.axes != "world":
            back = forward_kinematics(self.robot, q, self.frame)[:3, :3].T
            J = np.concatenate([back @ J[:3], back @ J[3:]])
        J = (J * self.weights[:, None])[self.weights > 0][:, (self.compliance > 0) & J.any(axis=0)]
        return float(np.linalg.svd(J, compute_uv=False)[-1]) if min(J.shape) and J.shape[0] <= J.shape[1] else 0.0

    def _beyond(self, q: Array, delta: Array) -> Array:
        """Which joints would leave their limits; those of a ball have none."""
        place = self._place
        after = np.where(place >= 0, q[:, place] + delta, 0.0)
        return np.asarray((place >= 0) & ((after < self.lower[place] - _EDGE) | (after > self.upper[place] + _EDGE)))

    def _clipped(self, q: Array, delta: Array) -> Array:
        """δ cut off at the limits."""
        place = self._place
        cut = np.clip(delta, self.lower[place] - q[:, place], self.upper[place] - q[:, place])
        return np.where(place >= 0, cut, delta)

    @cached_property
    def _place(self) -> Array:
        return entries(self.robot)

    @property
    def _kernel(self) -> Kernel:
        return _kernel(self.robot, self.frame, self.arm, self.axes)


def resolved_rate(robot: Robot, frame: str | None, arm: Chain, position: bool, limits: bool) -> ResolvedRate:
    """The task of a pose or a position, all joints alike."""
    weights = np.repeat([1.0, float(not position)], 3)
    lower, upper = bounds(robot, limits)
    unit = np.where(revolute(robot), 1.0, arm.length)  # a metre counts as a radian
    return ResolvedRate(robot, frame, arm, weights, "world", unit**-2, lower, upper)


def _kernel(robot: Robot, frame: str | None, arm: Chain, axes: Axes) -> Kernel:
    """(q, target, row weights, W⁻¹, d) → (δ, ½|R e|²); a target is R row by row, then p."""
    key: Any = ("resolved_rate", frame, axes)
    if key not in robot.kernels:
        n, q = robot.nv, unknowns(tree(robot), "q")
        free, wish = coordinates("c", n), coordinates("d", n)
        T, r = [symbol(f"t{i + 1}") for i in range(12)], [symbol(f"r{i + 1}") for i in range(6)]
        e, J = _rows(robot, frame, arm, axes, q, T)
        e, J = [x * w for x, w in zip(e, r, strict=True)], [[x * w for x in row] for row, w in zip(J, r, strict=True)]
        half = dot(e, e) / 2
        delta = _delta(robot, arm, e, J, half, free, wish)
        inputs = [
            ("q", (len(q),), q),
            ("target", (12,), T),
            ("weights", (6,), r),
            ("free", (n,), free),
            ("wish", (n,), wish),
        ]
        robot.kernels[key] = Kernel("resolved_rate", inputs, [("delta", (n,), delta), ("half", (), [half])])
    kernel: Kernel = robot.kernels[key]
    return kernel


def _rows(
    robot: Robot, frame: str | None, arm: Chain, axes: Axes, q: Sequence[Node], T: Sequence[Node]
) -> tuple[list[Scalar], list[list[Any]]]:
    """e and J in the axes asked for; a direction b from a:  e = a × b √(2/(1 + a·b)), 2 sin(θ/2) long."""
    e, J = task(robot, frame, arm, False, q, T)
    if axes == "world":
        return e, J
    R = (tuple(T[0:3]), tuple(T[3:6]), tuple(T[6:9]))
    if axes == "direction":
        a, b = (tuple(row[2] for row in X) for X in (kinematics(tree(robot), q, frame).R, R))
        factor = sqrt(2 / (1 + dot(a, b) + _OPPOSITE))
        e = [*e[:3], *(x * factor for x in cross(a, b))]
    back = transpose(R)
    turned = [*matmul(back, tuple(map(tuple, J[:3]))), *matmul(back, tuple(map(tuple, J[3:])))]
    return [dot(row, part) for part in (e[:3], e[3:]) for row in back], [list(row) for row in turned]


def _delta(
    robot: Robot,
    arm: Chain,
    e: list[Scalar],
    J: list[list[Any]],
    half: Scalar,
    free: Sequence[Node],
    wish: Sequence[Node],
) -> list[Scalar]:
    """δ of every coordinate; J counts slides in lengths of the arm."""
    columns = sorted(set(arm.coordinates))
    scale = np.where(revolute(robot), 1.0, arm.length)
    d = [wish[k] * float(1 / scale[k]) for k in columns]
    c = [free[k] for k in columns]
    heavy = [[x * f for x, f in zip(row, c, strict=True)] for row in J]
    damping = DAMPING * half + LEAST
    A = [[dot(a, b) + (damping if i == j else 0) for j, b in enumerate(J)] for i, a in enumerate(heavy)]
    y = Factor(A).solve([x - dot(row, d) for x, row in zip(e, J, strict=True)])
    moved: list[Scalar] = [0] * robot.nv
    for k, column, own in zip(columns, zip(*heavy, strict=True), d, strict=True):
        moved[k] = (own + dot(column, y)) * float(scale[k])
    return moved
