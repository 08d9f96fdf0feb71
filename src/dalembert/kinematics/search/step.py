"""One step of damped least squares, as one compiled kernel: pose, error, Jacobian, factoring and update together.

e = [Δp / L, 2 n sin(θ/2)],  θ n = log(R_target Rᵀ)                 what is missing, in radians; L is the arm's length
δ = (JᵀJ + λE)⁻¹ Jᵀe = Jᵀ(JJᵀ + λE)⁻¹e,   λ = k ½eᵀe + ε            [levenberg1944], damping after [chan1988]

Far away λ is large and the step goes downhill; near the target it vanishes and the step is Newton's. A joint at its
limit that would be pushed beyond it is held, by taking its column out of J.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dalembert.algorithms.factor import Factor
from dalembert.algorithms.jacobian import jacobian
from dalembert.algorithms.kinematics import kinematics
from dalembert.algorithms.tangent import integrate
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.graph import Node, Scalar, symbol
from dalembert.graph.scalar import absolute, sign, sqrt
from dalembert.kinematics.chain import Chain
from dalembert.kinematics.configuration import bounds, entries, revolute
from dalembert.loops.assembly import unknowns
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.spatial.vector import dot, matmul, sub, transpose

DAMPING = 0.1
LEAST = 1e-11  # ε, so that a singular J has a step
_TOUCH = 1e-12  # how near to a limit a joint rests on it
_HALF_TURN = 1e-9  # keeps 2 n sin(θ/2) finite at θ = π


def step(robot: Robot, frame: str | None, arm: Chain, position: bool, limits: bool) -> Kernel:
    """The kernel (q, target) → (q after the step, ½eᵀe before it); a target is R row by row, then p."""
    key: Any = ("step", frame, position, limits)
    if key not in robot.kernels:
        q = unknowns(tree(robot), "q")
        n = len(q)
        T = [symbol(f"t{i + 1}") for i in range(12)]
        e, J = task(robot, frame, arm, position, q, T)
        half = dot(e, e) / 2
        moved = _moved(robot, arm, limits, q, e, J, half)
        inputs = [("q", (n,), q), ("target", (12,), T)]
        robot.kernels[key] = Kernel("inverse_kinematics", inputs, [("q", (n,), moved), ("half", (), [half])])
    kernel: Kernel = robot.kernels[key]
    return kernel


def rows(T: Any) -> Any:
    """Poses `(B, 4, 4)` as the kernel reads them, `(B, 12)`."""
    return np.concatenate([T[:, :3, :3].reshape(-1, 9), T[:, :3, 3]], axis=-1)


def task(
    robot: Robot, frame: str | None, arm: Chain, position: bool, q: Sequence[Node], T: Sequence[Node]
) -> tuple[list[Scalar], list[list[Any]]]:
    """e and J, in radians: positions over L, slides in units of L; only the columns of the chain."""
    shape = tree(robot)
    pose = kinematics(shape, q, frame)
    J = jacobian(shape, q, frame)
    slides = ~revolute(robot)
    columns = sorted(set(arm.coordinates))
    L, per_L = arm.length, 1 / arm.length
    e: list[Scalar] = [x * per_L for x in sub(T[9:], pose.p)]
    J = [[J[i][k] * ((L if slides[k] else 1) * (per_L if i < 3 else 1)) for k in columns] for i in range(6)]
    if position:
        return e, J[:3]
    E = matmul((tuple(T[0:3]), tuple(T[3:6]), tuple(T[6:9])), transpose(pose.R))
    inverse = 1 / sqrt(1 + E[0][0] + E[1][1] + E[2][2] + _HALF_TURN)
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
    damping = DAMPING * half + LEAST
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
        free = free * (1 - (1 - sign(q - (lower + _TOUCH))) * (1 - sign(push)) / 4)
    if np.isfinite(upper):
        free = free * (1 - (1 - sign((upper - _TOUCH) - q)) * (1 + sign(push)) / 4)
    return free


def _clipped(x: Scalar, lower: float, upper: float) -> Scalar:
    """max(x, lower) = (x + lower + |x − lower|)/2, and likewise from above."""
    if np.isfinite(lower):
        x = (x + lower + absolute(x - lower)) / 2
    if np.isfinite(upper):
        x = (x + upper - absolute(upper - x)) / 2
    return x
