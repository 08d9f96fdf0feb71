"""Tasks of a frame: the poses 4×4 or positions of 3 numbers it must reach, and the rows of J that count.

rank J at a generic configuration is the number of directions in which a frame can move: 3 for a planar arm, 6 for most
others. An arm whose position alone uses all its joints (2R in the plane, 3R in space) is a positioner; its
singularities and its manipulability are those of the position unless `task` says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from dalembert.argument import reals
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.errors import WrongSize, WrongValue
from dalembert.kinematics.chain import moving_chain
from dalembert.kinematics.configuration import draw, revolute
from dalembert.kinematics.rotation import Array, cross, dot, pose_error
from dalembert.robot.model import Robot

_ORTHOGONAL = 1e-6


@dataclass(frozen=True, eq=False)
class PoseTarget:
    """Poses `(B, 4, 4)`; of a position target only the last column counts."""

    T: Array
    position: bool
    leading: tuple[int, ...]  # the shape the caller gave

    def __len__(self) -> int:
        return len(self.T)

    @property
    def size(self) -> int:
        """Entries of the error: 3 or 6."""
        return 3 if self.position else 6

    def of(self, rows: Array) -> PoseTarget:
        """Some of the targets."""
        return PoseTarget(self.T[rows], self.position, (len(self.T[rows]),))

    def error(self, robot: Robot, frame: str | None, q: Array) -> Array:
        """The twist `(…, 3 | 6)` that is missing at q `(B, …, n)`."""
        T = self.T.reshape(len(self), *[1] * (q.ndim - 2), 4, 4)
        return pose_error(T, forward_kinematics(robot, q, frame))[..., : self.size]


def target(given: Any) -> PoseTarget:
    """Read a target: `(…, 4, 4)` or `(…, 3)`."""
    array = reals(given, "a target, a pose of 4×4 or a position of 3,")
    if not np.all(np.isfinite(array)):
        raise WrongValue("the target holds a number that is not finite")
    if array.shape[-2:] == (4, 4):
        return PoseTarget(_checked_pose(array.reshape(-1, 4, 4)), False, array.shape[:-2])
    if array.shape[-1:] == (3,):
        T = np.tile(np.eye(4), (array.size // 3, 1, 1))
        T[:, :3, 3] = array.reshape(-1, 3)
        return PoseTarget(T, True, array.shape[:-1])
    raise WrongSize(f"a target is a pose of shape (…, 4, 4) or a position of shape (…, 3), got {array.shape}")


def _checked_pose(T: Array) -> Array:
    """Poses with rotations orthogonal to rounding, where they were so to 1e-6: R ← R (3E − RᵀR)/2, which squares it."""
    if np.any(np.abs(T[:, 3] - np.array([0, 0, 0, 1])) > 1e-12):
        raise WrongValue(f"the last row of a pose is 0 0 0 1, got {T[:, 3][0]}")
    R = T[:, :3, :3]
    off = np.abs(_square(R) - np.eye(3)).max(axis=(-1, -2), initial=0.0)
    bad = (off > _ORTHOGONAL) | (dot(cross(R[:, 0], R[:, 1]), R[:, 2]) < 0)
    if np.any(bad):
        raise WrongValue(
            f"the 3×3 part of pose {int(np.argmax(bad))} is not a rotation: RᵀR is {off.max():.1e} off the unit "
            "matrix, or its determinant is negative"
        )
    if off.max(initial=0.0) > 1e-15:
        T = T.copy()
        for _ in range(2):
            R = T[:, :3, :3]
            T[:, :3, :3] = R @ (3 * np.eye(3) - _square(R)) / 2
    return T


def _square(R: Array) -> Array:
    return np.asarray(np.swapaxes(R, -1, -2) @ R)


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
