"""Steps of inverse kinematics as compiled kernels: pose, error, Jacobian, factorization and update together.

e = [Δp / L, 2 n sin(θ/2)],  θ n = log(R_target Rᵀ)                 the pose error in radians; L is the arm's length

Damped least squares:   δ = (JᵀJ + λE)⁻¹ Jᵀe = Jᵀ(JJᵀ + λE)⁻¹e,   λ = k ½eᵀe + ε     [levenberg1944], damping [chan1988]
Resolved rate:          min (δ − d)ᵀW(δ − d)  with  R J δ = R e:
                        δ = d + W⁻¹JᵀR (R J W⁻¹JᵀR + λE)⁻¹ R (e − J d)                [whitney1969]

Far from the target λ is large and the step goes downhill; near it λ vanishes and the step is Newton's. R weighs the
rows of the error (0: this row is free), W weighs the joints, d is the displacement that the joints prefer. Iterated with
d = q₀ − q the resolved rate ends at the solution nearest to q₀; with d = 0 it is the least motion. A joint at its limit
that would be pushed beyond it is held, and the others take over its part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np

from dalembert.algorithms.factor import Factor
from dalembert.algorithms.jacobian import jacobian as traced_jacobian
from dalembert.algorithms.kinematics import kinematics
from dalembert.algorithms.tangent import integrate
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.graph import Node, Scalar, symbol
from dalembert.graph.scalar import absolute, sign, sqrt
from dalembert.kinematics.chain import Chain
from dalembert.kinematics.configuration import bounds, entries, revolute
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.task import scales
from dalembert.quantity import coordinates
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree, unknowns
from dalembert.spatial.vector import cross, dot, matmul, sub, transpose
from dalembert.tolerance import DAMPING_FLOOR, HALF_TURN, ROUNDING

DAMPING = 0.1


def damped_step(robot: Robot, frame: str | None, arm: Chain, position: bool, limits: bool) -> Kernel:
    """The kernel (q, target) → (q after the step, ½eᵀe before it); a target is R row by row, then p."""
    key: Any = ("step", frame, position, limits)
    if key not in robot.kernels:
        q = unknowns(tree(robot), "q")
        n = len(q)
        T = [symbol(f"t{i + 1}") for i in range(12)]
        e, J = pose_task(robot, frame, arm, position, q, T)
        half = dot(e, e) / 2
        moved = _moved(robot, arm, limits, q, e, J, half)
        inputs = [("q", (n,), q), ("target", (12,), T)]
        robot.kernels[key] = Kernel("inverse_kinematics", inputs, [("q", (n,), moved), ("half", (), [half])])
    kernel: Kernel = robot.kernels[key]
    return kernel


def task_rows(T: Any) -> Any:
    """Poses `(B, 4, 4)` as the kernel reads them, `(B, 12)`."""
    return np.concatenate([T[:, :3, :3].reshape(-1, 9), T[:, :3, 3]], axis=-1)


def pose_task(
    robot: Robot, frame: str | None, arm: Chain, position: bool, q: Sequence[Node], T: Sequence[Node]
) -> tuple[list[Scalar], list[list[Any]]]:
    """e and J, in radians: positions over L, slides in units of L; only the columns of the chain."""
    shape = tree(robot)
    pose = kinematics(shape, q, frame)
    J = traced_jacobian(shape, q, frame)
    slides = ~revolute(robot)
    columns = sorted(set(arm.coordinates))
    L, per_L = arm.length, 1 / arm.length
    e: list[Scalar] = [x * per_L for x in sub(T[9:], pose.p)]
    J = [[J[i][k] * ((L if slides[k] else 1) * (per_L if i < 3 else 1)) for k in columns] for i in range(6)]
    if position:
        return e, J[:3]
    E = matmul((tuple(T[0:3]), tuple(T[3:6]), tuple(T[6:9])), transpose(pose.R))
    inverse = 1 / sqrt(1 + E[0][0] + E[1][1] + E[2][2] + HALF_TURN)
    e += [(E[2][1] - E[1][2]) * inverse, (E[0][2] - E[2][0]) * inverse, (E[1][0] - E[0][1]) * inverse]
    return e, J


def _moved(
    robot: Robot, arm: Chain, limits: bool, q: Sequence[Node], e: list[Scalar], J: list[list[Any]], half: Scalar
) -> list[Scalar]:
    """q + δ, within the limits if they are kept."""
    lower, upper = bounds(robot, limits)
    columns = sorted(set(arm.coordinates))
    downhill = [dot(column, e) for column in zip(*J, strict=True)]
    place = entries(robot)
    free = [
        1 if place[k] < 0 else _free(q[place[k]], float(lower[place[k]]), float(upper[place[k]]), g)
        for k, g in zip(columns, downhill, strict=True)
    ]
    J = [[x * f for x, f in zip(row, free, strict=True)] for row in J]
    damping = DAMPING * half + DAMPING_FLOOR
    if len(columns) <= len(e):
        A = transpose(tuple(map(tuple, J)))
        delta = Factor(_damped(A, damping)).solve([dot(a, e) for a in A])
    else:
        y = Factor(_damped(J, damping)).solve(e)
        delta = [dot(column, y) for column in zip(*J, strict=True)]
    slides, dq = ~revolute(robot), [0] * robot.nv
    for k, d in zip(columns, delta, strict=True):
        dq[k] = d * (arm.length if slides[k] else 1)
    shape = tree(robot)
    moving = {i for body in shape.bodies if set(body.rates) & set(columns) for i in body.entries}
    return [
        _clipped(x, float(lower[i]), float(upper[i])) if i in moving else q[i]
        for i, x in enumerate(integrate(shape, q, dq))
    ]


def _damped(A: Sequence[Sequence[Any]], damping: Scalar) -> list[list[Any]]:
    """A Aᵀ + λE."""
    return [[dot(a, b) + (damping if i == j else 0) for j, b in enumerate(A)] for i, a in enumerate(A)]


def _free(q: Node, lower: float, upper: float, push: Scalar) -> Scalar:
    """0 for a joint that rests on a limit and is pushed beyond it, else 1."""
    free: Scalar = 1
    if np.isfinite(lower):
        free = free * (1 - (1 - sign(q - (lower + ROUNDING))) * (1 - sign(push)) / 4)
    if np.isfinite(upper):
        free = free * (1 - (1 - sign((upper - ROUNDING) - q)) * (1 + sign(push)) / 4)
    return free


def _clipped(x: Scalar, lower: float, upper: float) -> Scalar:
    """max(x, lower) = (x + lower + |x − lower|)/2, and likewise from above."""
    if np.isfinite(lower):
        x = (x + lower + absolute(x - lower)) / 2
    if np.isfinite(upper):
        x = (x + upper - absolute(upper - x)) / 2
    return x


Axes: TypeAlias = Literal["world", "frame", "direction"]
_ROUNDS = 3  # of holding joints at their limits


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
        """Size of each coordinate that corresponds to one radian of the arm."""
        return np.where(revolute(self.robot), 1.0, self.arm.length)

    def missing(self, q: Array, T: Array) -> Array:
        """|R e| at q `(B, n)`, in radians, for targets `(B, 12)`."""
        still = np.zeros((len(q), self.robot.nv))
        return np.asarray(np.sqrt(2 * self._kernel(q, T, self.weights, still, still)[1]))

    def step(self, q: Array, T: Array, wish: Array) -> tuple[Array, Array, Array]:
        """Return δ, |R e| before it, and which joints are held, `(B, n)`, `(B,)`, `(B, n)`; q ⊕ δ is within the limits."""
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
        """Return which joints would leave their limits; ball joints have none."""
        place = self._place
        after = np.where(place >= 0, q[:, place] + delta, 0.0)
        return np.asarray(
            (place >= 0) & ((after < self.lower[place] - ROUNDING) | (after > self.upper[place] + ROUNDING))
        )

    def _clipped(self, q: Array, delta: Array) -> Array:
        """Return δ clipped at the limits."""
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
    """Return e and J in the given axes; a direction b from a:  e = a × b √(2/(1 + a·b)), 2 sin(θ/2) long."""
    e, J = pose_task(robot, frame, arm, False, q, T)
    if axes == "world":
        return e, J
    R = (tuple(T[0:3]), tuple(T[3:6]), tuple(T[6:9]))
    if axes == "direction":
        a, b = (tuple(row[2] for row in X) for X in (kinematics(tree(robot), q, frame).R, R))
        factor = sqrt(2 / (1 + dot(a, b) + HALF_TURN))
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
    damping = DAMPING * half + DAMPING_FLOOR
    A = [[dot(a, b) + (damping if i == j else 0) for j, b in enumerate(J)] for i, a in enumerate(heavy)]
    y = Factor(A).solve([x - dot(row, d) for x, row in zip(e, J, strict=True)])
    moved: list[Scalar] = [0] * robot.nv
    for k, column, own in zip(columns, zip(*heavy, strict=True), d, strict=True):
        moved[k] = (own + dot(column, y)) * float(scale[k])
    return moved
