"""Control of a frame: motion and impedance in task space.

    e = [p_d − p, rotation vector of R_d Rᵀ],  ė = [v_d, ω_d] − J q̇,   Λ = (J M⁻¹ Jᵀ)⁺
    task_space   τ = Jᵀ Λ (ẍ_d + Kd ė + Kp e − J̇ q̇) + c + g + friction − N k_0 q̇       ë + Kd ė + Kp e = 0  [khatib1987]
    impedance    τ = Jᵀ (K e + D ė) + g(q)               a wrench w moves the frame by K⁻¹ w at rest         [hogan1985]

N = 1 − Jᵀ Λ J M⁻¹ leaves the frame alone: `null_damping` k_0 stills what a redundant arm does besides.
`axes` picks rows of the six: (0, 1, 2) is position alone, (0, 1, 5) a planar arm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.algorithms.tangent import rate
from dalembert.argument import reals
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.control.reference import Array, Law, need_drives, need_one, need_tree
from dalembert.dynamics import forward_kinematics, gravity_vector, inverse_dynamics, jacobian, mass_matrix
from dalembert.errors import WrongSize, WrongValue
from dalembert.graph.diff import forward
from dalembert.quantity import coordinates, trace
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

TaskGoal = Callable[[float], tuple[Array, Array, Array]]
_SINGULAR = 1e-9  # of the largest eigenvalue of J M⁻¹Jᵀ: a direction that the arm cannot move


def task_space(
    robot: Robot,
    target: Any,
    kp: ArrayLike,
    kd: ArrayLike,
    *,
    frame: str | None = None,
    axes: Sequence[int] = range(6),
    null_damping: float = 0.0,
) -> Law:
    """The law for a pose 4×4, or a function t -> (pose, twist, its rate); gains are of accelerations: kp = ω², kd = 2ζω."""
    need_tree(robot, "task_space")
    need_drives(robot, "task_space")
    rows, wanted = _axes(axes), task_goal(target)
    need_damping(null_damping)
    Kp, Kd = (_gain(x, len(rows), name) for x, name in ((kp, "kp"), (kd, "kd")))
    drift = jacobian_rate(robot, frame)

    def law(t: float, q: Array, qd: Array) -> Array:
        need_one(q, "task_space")
        pose, twist, twist_rate = wanted(t)
        J = jacobian(robot, q, frame)[rows]
        e = pose_error(pose, forward_kinematics(robot, q, frame))[rows]
        a = twist_rate[rows] + Kd @ (twist[rows] - J @ qd) + Kp @ e - drift(q, qd)[rows]
        Minv_Jt = np.linalg.solve(mass_matrix(robot, q), J.T)
        force = np.linalg.pinv(J @ Minv_Jt, rcond=_SINGULAR, hermitian=True) @ a
        stilled = -null_damping * qd
        stilled = stilled - J.T @ np.linalg.pinv(J @ Minv_Jt, rcond=_SINGULAR, hermitian=True) @ (Minv_Jt.T @ stilled)
        tau: Array = J.T @ force + inverse_dynamics(robot, q, qd, np.zeros(robot.n)) + stilled
        return tau

    return law


def impedance(
    robot: Robot,
    target: Any,
    stiffness: ArrayLike,
    damping: ArrayLike,
    *,
    frame: str | None = None,
    axes: Sequence[int] = range(6),
    null_damping: float = 0.0,
) -> Law:
    """The frame on a spring (N/m, N m/rad) and a damper to a pose or a moving one; nothing else of the dynamics is changed."""
    need_tree(robot, "impedance")
    need_drives(robot, "impedance")
    rows, wanted = _axes(axes), task_goal(target)
    need_damping(null_damping)
    tree(robot).place(frame)  # or the error that says which there are
    K, D = (_gain(x, len(rows), name) for x, name in ((stiffness, "stiffness"), (damping, "damping")))

    def law(t: float, q: Array, qd: Array) -> Array:
        need_one(q, "impedance")
        pose, twist, _ = wanted(t)
        J = jacobian(robot, q, frame)[rows]
        e = pose_error(pose, forward_kinematics(robot, q, frame))[rows]
        tau: Array = J.T @ (K @ e + D @ (twist[rows] - J @ qd)) + gravity_vector(robot, q) - null_damping * qd
        return tau

    return law


def need_damping(given: float) -> None:
    """Raise where joints would be driven instead of stilled."""
    if not (np.isfinite(given) and given >= 0):
        raise WrongValue(f"null_damping is {given}; it must be finite and not negative")


def pose_error(wanted: Array, pose: Array) -> Array:
    """[p_d − p, rotation vector of R_d Rᵀ], world axes."""
    from scipy.spatial.transform import Rotation

    turn = Rotation.from_matrix(wanted[:3, :3] @ pose[:3, :3].T).as_rotvec()
    return np.concatenate([wanted[:3, 3] - pose[:3, 3], turn])


def jacobian_rate(robot: Robot, frame: str | None) -> Callable[[Array, Array], Array]:
    """(q, q̇) -> J̇ q̇, exact."""
    key = ("control", "drift", frame)
    kernel: Kernel | None = robot.kernels.get(key)
    if kernel is None:
        traced = trace(robot, "jacobian", frame=frame)
        (_, _, q), qd = traced.inputs[0], coordinates("qd", robot.n)
        rates = forward(traced.scalars, dict(zip(q, rate(tree(robot), q, qd), strict=True)))
        drift = [sum((rates[i * robot.n + j] * qd[j] for j in range(robot.n)), 0) for i in range(6)]
        kernel = Kernel("drift", [("q", (robot.nq,), q), ("qd", (robot.n,), qd)], [("drift", (6,), drift)])
        robot.kernels[key] = kernel
    return kernel


def task_goal(given: Any) -> TaskGoal:
    """t -> (pose, twist, rate of the twist) of a pose or of a function."""
    if callable(given):
        result: TaskGoal = given
        return result
    from dalembert.kinematics.task import target as target_of

    pose = reals(given, "the target")
    if pose.shape != (4, 4):
        raise WrongSize(f"the target is a pose, 4 × 4 finite numbers, or a function of time; got shape {pose.shape}")
    pose, still = target_of(pose).T[0], np.zeros(6)  # a rotation, or an error
    return lambda t: (pose, still, still)


def _axes(given: Sequence[int]) -> list[int]:
    rows = list(given)
    if (
        not rows
        or len(set(rows)) != len(rows)
        or not all(isinstance(k, (int, np.integer)) and 0 <= k < 6 for k in rows)
    ):
        raise WrongValue(f"axes are some of 0 … 5: x, y, z, then turns about them; got {rows}")
    return rows


def _gain(given: ArrayLike, size: int, what: str) -> Array:
    array = reals(given, what)
    matrix = (
        array if array.ndim == 2 else np.diag(np.broadcast_to(array, (size,))) if array.size in (1, size) else array
    )
    if matrix.shape != (size, size):
        raise WrongSize(f"{what} has shape {array.shape}; {size} axes need 1, {size} or {size} × {size} numbers")
    if not np.isfinite(matrix).all() or np.linalg.eigvalsh((matrix + matrix.T) / 2)[0] < 0:
        raise WrongValue(f"{what} must be finite and not negative")
    return matrix
