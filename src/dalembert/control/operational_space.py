"""Operational-space control of a frame: motion control and impedance control.

    e = [p_d − p, rotation vector of R_d Rᵀ],  ė = [v_d, ω_d] − J q̇,   Λ = (J M⁻¹ Jᵀ)⁺
    task_space   τ = Jᵀ Λ (ẍ_d + Kd ė + Kp e − J̇ q̇) + c + g + friction − N k_0 q̇       ë + Kd ė + Kp e = 0  [khatib1987]
    impedance    τ = Jᵀ (K e + D ė) + g(q)               at rest, a wrench w displaces the frame by K⁻¹ w    [hogan1985]

Efforts in the range of N = 1 − Jᵀ Λ J M⁻¹ do not accelerate the frame. The gain k_0 (`null_damping`) damps the
self-motion of a redundant arm. `axes` selects components of the six-dimensional error: (0, 1, 2) for position only, or
(0, 1, 5) for a planar arm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dalembert.algorithms.tangent import rate
from dalembert.argument import Numbers, distinct, filled, integer, real, shaped, single
from dalembert.boundary import Array, RobotLike, as_frame, as_robot
from dalembert.codegen.runtimes.kernel import Kernel, vectors
from dalembert.control.law import Law, gain_matrix, require_actuated
from dalembert.dynamics import forward_kinematics, gravity_vector, inverse_dynamics, jacobian, mass_matrix
from dalembert.graph.diff import forward
from dalembert.quantity import trace
from dalembert.robot.model import Robot, cached
from dalembert.robot.tree import coordinates, tree
from dalembert.spatial.rotation import pose_error
from dalembert.tolerance import RANK

PoseReference = Callable[[float], tuple[Array, Array, Array]]


def task_space(
    robot: RobotLike,
    target: Any,
    kp: Numbers,
    kd: Numbers,
    *,
    frame: str | None = None,
    axes: Sequence[int] = range(6),
    null_damping: float = 0.0,
) -> Law:
    """Create an operational-space controller for the motion of a frame.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Model that the controller uses.
    target : array_like, shape (4, 4), or callable
        Desired pose, or function t -> (pose, twist, derivative of the twist).
    kp, kd : array_like, shape (), (m,) or (m, m)
        Gains in 1/s² and 1/s: kp = ω², kd = 2ζω.
    frame : str, optional
        Controlled frame; by default, the default frame of the robot.
    axes : sequence of int
        Controlled components of [linear, angular]. For example, use (0, 1, 2) for position control and (0, 1, 5) for a
        planar arm.
    null_damping : float
        Damping coefficient for the null-space motion of a redundant arm.

    Returns
    -------
    callable
        Control law (t, q, qd) -> tau, for the `tau` argument of `simulate`.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> robot = da.gallery.ur5()
    >>> q = [0.0, -1.0, 1.0, 0.0, 0.5, 0.0]
    >>> law = da.control.task_space(robot, da.forward_kinematics(robot, q), kp=100.0, kd=20.0)
    >>> law(0.0, np.array(q), np.zeros(6)).round(2)  # at the pose: gravity only
    array([  0.  , -36.42, -15.81,  -0.17,   0.  ,   0.  ])
    """
    robot, frame, rows, deviation = _task(robot, "task_space", axes, target, frame)
    null_damping = real(null_damping, "null_damping", lower=0)
    Kp, Kd = (gain_matrix(x, len(rows), name) for x, name in ((kp, "kp"), (kd, "kd")))
    drift = jacobian_rate(robot, frame)

    def law(t: float, q: Array, qd: Array) -> Array:
        J, e, e_rate, wanted = deviation(t, q, qd)
        a = wanted + Kd @ e_rate + Kp @ e - drift(q, qd)[rows]
        Minv_Jt = np.linalg.solve(mass_matrix(robot, q), J.T)
        inertia = np.linalg.pinv(J @ Minv_Jt, rcond=RANK, hermitian=True)
        damping = -null_damping * qd
        damping = damping - J.T @ inertia @ (Minv_Jt.T @ damping)
        tau: Array = J.T @ (inertia @ a) + inverse_dynamics(robot, q, qd, np.zeros(robot.n)) + damping
        return tau

    return law


def impedance(
    robot: RobotLike,
    target: Any,
    stiffness: Numbers,
    damping: Numbers,
    *,
    frame: str | None = None,
    axes: Sequence[int] = range(6),
    null_damping: float = 0.0,
) -> Law:
    """Create an impedance controller: a spring and a damper between a frame and a pose, with gravity compensation.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Model that the controller uses.
    target : array_like, shape (4, 4), or callable
        Desired pose, or function t -> (pose, twist, derivative of the twist).
    stiffness, damping : array_like, shape (), (m,) or (m, m)
        Stiffness in N/m and N·m/rad, damping in N·s/m and N·m·s/rad.
    frame : str, optional
        Controlled frame; by default, the default frame of the robot.
    axes : sequence of int
        Controlled components of [linear, angular]. For example, use (0, 1, 2) for position control and (0, 1, 5) for a
        planar arm.
    null_damping : float
        Damping coefficient for the null-space motion of a redundant arm.

    Returns
    -------
    callable
        Control law (t, q, qd) -> tau, for the `tau` argument of `simulate`.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> robot = da.gallery.ur5()
    >>> q = [0.0, -1.0, 1.0, 0.0, 0.5, 0.0]
    >>> law = da.control.impedance(robot, da.forward_kinematics(robot, q), stiffness=500.0, damping=50.0)
    >>> law(0.0, np.array(q), np.zeros(6)).round(2)  # at the pose: gravity only
    array([  0.  , -36.42, -15.81,  -0.17,   0.  ,   0.  ])
    """
    robot, _, rows, deviation = _task(robot, "impedance", axes, target, frame)
    null_damping = real(null_damping, "null_damping", lower=0)
    K, D = (gain_matrix(x, len(rows), name) for x, name in ((stiffness, "stiffness"), (damping, "damping")))

    def law(t: float, q: Array, qd: Array) -> Array:
        J, e, e_rate, _ = deviation(t, q, qd)
        tau: Array = J.T @ (K @ e + D @ e_rate) + gravity_vector(robot, q) - null_damping * qd
        return tau

    return law


@cached
def jacobian_rate(robot: Robot, frame: str | None) -> Kernel:
    """Compile the function (q, q̇) -> J̇ q̇ with exact derivatives."""
    traced = trace(robot, "jacobian", frame=frame)
    (_, _, q), qd = traced.inputs[0], coordinates("qd", robot.n)
    rates = forward(traced.scalars, dict(zip(q, rate(tree(robot), q, qd), strict=True)))
    drift = [sum((rates[i * robot.n + j] * qd[j] for j in range(robot.n)), 0) for i in range(6)]
    return Kernel("drift", vectors(q=q, qd=qd), vectors(drift=drift))


def pose_reference(target: Any) -> PoseReference:
    """Convert a pose or a function of time to a function t -> (pose, twist, derivative of the twist)."""
    if callable(target):
        result: PoseReference = target
        return result
    from dalembert.kinematics.task import target as target_of

    pose = target_of(shaped(target, "target", (4, 4))).T[0]
    zero = np.zeros(6)
    return lambda t: (pose, zero, zero)


def _task(
    robot: RobotLike, function: str, axes: Sequence[int], target: Any, frame: str | None
) -> tuple[Robot, str | None, list[int], Callable[[float, Array, Array], tuple[Array, ...]]]:
    """Validate the arguments of a task-space controller.

    Return the robot, the controlled components of [linear, angular], the target and the frame.
    """
    robot = require_actuated(as_robot(robot), function)
    robot.only(function, balls=True, springs=True)
    rows = [integer(k, "axes", lower=0, upper=5) for k in filled(list(axes), "axes")]
    rows, desired, frame = list(distinct(rows, "axis", "axes")), pose_reference(target), as_frame(robot, frame)

    def deviation(t: float, q: Array, qd: Array) -> tuple[Array, ...]:
        single(q.shape[:-1], function)
        pose, twist, twist_rate = desired(t)
        J = jacobian(robot, q, frame)[rows]
        e = pose_error(pose, forward_kinematics(robot, q, frame))[rows]
        return J, e, twist[rows] - J @ qd, twist_rate[rows]

    return robot, frame, rows, deviation
