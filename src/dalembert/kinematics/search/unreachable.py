"""The nearest pose a robot can take to one it cannot: the least of |Δp|² + (L θ)², L the arm's length."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.errors import Unreachable
from dalembert.kinematics.configuration import bounds, moved, periodic
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.kinematics.search.starts import Search, search
from dalembert.kinematics.target import Target
from dalembert.kinematics.task import rank
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree


def unreachable(how: Search, goal: Target, near: Array, index: int) -> Unreachable:
    """The error for one target of a batch."""
    one = goal.of(np.array([index]))
    q = closest(how, one, search(how, one, near[index : index + 1], True)[0][0])
    e = one.error(how.robot, how.frame, q[None])[0]
    distance, angle = float(np.linalg.norm(e[:3])), float(np.linalg.norm(e[3:]))
    which = f"target {index} of {len(goal)}" if goal.leading else "the target"
    place = how.frame or tree(how.robot).last
    off = f"{distance:.4g} m" + ("" if goal.position else f" and {np.degrees(angle):.4g}°")
    bounded = how.limits and bool(np.isfinite(bounds(how.robot)).any())
    text = (
        f"robot '{how.robot.name}' cannot bring '{place}' to {which}{' within its joint limits' if bounded else ''}: "
        f"the nearest pose found is {off} away, at q = [{', '.join(f'{x:.4g}' for x in q)}]"
    )
    if not goal.position and rank(how.robot, how.frame, False) < 6:
        text += (
            f". It moves in {rank(how.robot, how.frame, False)} of 6 directions; "
            "a target of 3 numbers asks for the position alone"
        )
    pose = forward_kinematics(how.robot, q, how.frame)
    return Unreachable(text, q=q, pose=pose, distance=distance, angle=angle, index=index)


def closest(how: Search, one: Target, q: Array) -> Array:
    """The local minimum from the best configuration of the search; Jᵀe is the gradient exactly, so it is found."""
    from scipy.optimize import least_squares

    robot, rates = how.robot, sorted(set(how.arm.coordinates))
    columns = sorted(set(how.arm.entries))
    weight = np.array([1 / how.arm.length] * 3 + [1.0] * 3)[: one.size]

    def at(x: Array) -> Array:
        whole = q.copy()
        whole[columns] = x
        return whole

    def residual(x: Array) -> Array:
        return np.asarray(one.error(robot, how.frame, at(x)[None])[0] * weight)

    def slope(x: Array) -> Array:
        J: Array = jacobian(robot, at(x), how.frame)
        return np.asarray(-J[: one.size][:, rates] * weight[:, None])

    lower, upper = (x[columns] for x in _room(robot, how.limits))
    start = np.clip(q[columns], lower, upper)
    by = slope if len(rates) == len(columns) else "2-point"  # quaternions of any length turn, so entries of q serve too
    found: Any = least_squares(
        residual, start, by, bounds=(lower, upper), xtol=1e-15, ftol=1e-15, gtol=1e-12, max_nfev=400
    )
    q = moved(robot, at(found.x), np.zeros(robot.nv))
    free = np.isinf(bounds(robot, how.limits)).all(axis=0)
    return np.where(free & periodic(robot), wrapped(q), q)


def _room(robot: Robot, limits: bool) -> tuple[Array, Array]:
    """Bounds with room between them, as the solver wants."""
    lower, upper = bounds(robot, limits)
    tight = upper - lower < 1e-9
    return np.where(tight, lower - 1e-9, lower), np.where(tight, upper + 1e-9, upper)
