"""What a frame is for: its whole motion, or its position alone.

rank J at a generic configuration is the number of directions a frame can move in: 3 for a planar arm, 6 for most
others. An arm whose position alone already uses all its joints (2R in the plane, 3R in space) is a positioner, and its
singularities and manipulability are those of the position; `task` says otherwise.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from dalembert.dynamics import jacobian
from dalembert.errors import WrongValue
from dalembert.kinematics.chain import moving_chain
from dalembert.kinematics.configuration import draw, revolute
from dalembert.kinematics.rotation import Array
from dalembert.robot.model import Robot

Task: TypeAlias = Literal["pose", "position", "orientation"] | None
_ROWS = {"pose": slice(0, 6), "position": slice(0, 3), "orientation": slice(3, 6)}
_ZERO = 1e-9


def rows_of(robot: Robot, frame: str | None, task: Task) -> slice:
    """The rows of J that a task looks at."""
    arm = moving_chain(robot, frame)
    if task is None:
        task = "position" if rank(robot, frame, True) == len(set(arm.coordinates)) else "pose"
    if task not in _ROWS:
        raise WrongValue(f"task is {task!r}; it is 'pose', 'position' or 'orientation'")
    return _ROWS[task]


def rank(robot: Robot, frame: str | None, position: bool) -> int:
    """Rank of J (or of its rows for the position) at a generic configuration."""
    return generic_rank(robot, frame, _ROWS["position" if position else "pose"])


def generic_rank(robot: Robot, frame: str | None, rows: slice) -> int:
    """Rank of some rows of J at a generic configuration."""
    key: Any = ("rank", frame, rows.start, rows.stop)
    if key not in robot.kernels:
        q = draw(robot, np.full(robot.nq, -2.0), np.full(robot.nq, 2.0), np.random.default_rng(11), 8)
        s = np.linalg.svd(scaled(robot, frame, jacobian(robot, q, frame))[:, rows], compute_uv=False)
        robot.kernels[key] = int(np.max(np.sum(s > _ZERO * np.maximum(s[:, :1], 1e-300), axis=-1)))
    known: int = robot.kernels[key]
    return known


def scaled(robot: Robot, frame: str | None, J: Array) -> Array:
    """J with lengths counted in lengths of the arm, so that its singular values may be compared."""
    row, column = scales(robot, frame)
    return np.asarray(J * row[:, None] * column)


def scales(robot: Robot, frame: str | None) -> tuple[Array, Array]:
    """What the rows (6) and the columns (n) of J are multiplied with for that."""
    L = moving_chain(robot, frame).length
    return np.array([1 / L] * 3 + [1.0] * 3), np.where(revolute(robot), 1.0, L)
