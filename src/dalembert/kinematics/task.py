"""Tasks of a frame: the poses 4×4 or positions of 3 numbers it must reach, and the rows of J that count.

rank J at a generic configuration is the number of directions in which a frame can move: 3 for a planar arm, 6 for most
others. An arm whose position alone uses all its joints (2R in the plane, 3R in space) is a positioner; its
singularities and its manipulability are those of the position unless `task` says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from dalembert.argument import choice, finite
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.finding.argument import NotPose, WrongShape
from dalembert.finding.finding import Argument, given
from dalembert.kinematics.chain import moving_chain
from dalembert.kinematics.configuration import random_configurations, revolute
from dalembert.kinematics.rotation import Array, cross, dot, pose_error
from dalembert.mechanism.levenberg_marquardt import rank_of
from dalembert.robot.model import Robot
from dalembert.tolerance import EPSILON, GEOMETRY, ROUNDING


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
        """Return some of the targets."""
        return PoseTarget(self.T[rows], self.position, (len(self.T[rows]),))

    def error(self, robot: Robot, frame: str | None, q: Array) -> Array:
        """Return the pose error `(…, 3 | 6)` at q `(B, …, n)`, as a twist."""
        T = self.T.reshape(len(self), *[1] * (q.ndim - 2), 4, 4)
        return pose_error(T, forward_kinematics(robot, q, frame))[..., : self.size]


def target(value: Any, argument: str = "pose") -> PoseTarget:
    """Return a target from poses `(…, 4, 4)` or positions `(…, 3)`."""
    array = finite(value, argument)
    if array.shape[-2:] == (4, 4):
        return PoseTarget(_checked_pose(array.reshape(-1, 4, 4), argument), False, array.shape[:-2])
    if array.shape[-1:] == (3,):
        T = np.tile(np.eye(4), (array.size // 3, 1, 1))
        T[:, :3, 3] = array.reshape(-1, 3)
        return PoseTarget(T, True, array.shape[:-1])
    raise WrongShape(Argument(argument), array.shape, (("…", 4, 4), ("…", 3))).error()


def _checked_pose(T: Array, argument: str) -> Array:
    """Return poses with rotations orthogonal to rounding: R ← R (3E − RᵀR)/2 squares the error."""
    R = T[:, :3, :3]
    off = np.abs(_square(R) - np.eye(3)).max(axis=(-1, -2), initial=0.0)
    bad = (off > GEOMETRY) | (dot(cross(R[:, 0], R[:, 1]), R[:, 2]) < 0)
    bad |= np.any(np.abs(T[:, 3] - np.array([0, 0, 0, 1])) > ROUNDING, axis=-1)
    if np.any(bad):
        raise NotPose(Argument(argument), given(T[np.argmax(bad)].tolist())).error()
    if off.max(initial=0.0) > EPSILON:
        T = T.copy()
        for _ in range(2):
            R = T[:, :3, :3]
            T[:, :3, :3] = R @ (3 * np.eye(3) - _square(R)) / 2
    return T


def _square(R: Array) -> Array:
    return np.asarray(np.swapaxes(R, -1, -2) @ R)


Task: TypeAlias = Literal["pose", "position", "orientation"] | None
_ROWS = {"pose": slice(0, 6), "position": slice(0, 3), "orientation": slice(3, 6)}


def rows_of(robot: Robot, frame: str | None, task: Task) -> slice:
    """Return the rows of J that a task needs."""
    arm = moving_chain(robot, frame)
    if task is None:
        task = "position" if rank(robot, frame, True) == len(set(arm.coordinates)) else "pose"
    return _ROWS[choice(task, "task", _ROWS)]


def rank(robot: Robot, frame: str | None, position: bool) -> int:
    """Return the rank of J, or of its position rows, at a generic configuration."""
    return generic_rank(robot, frame, _ROWS["position" if position else "pose"])


def generic_rank(robot: Robot, frame: str | None, rows: slice) -> int:
    """Return the rank of some rows of J at a generic configuration."""
    key: Any = ("rank", frame, rows.start, rows.stop)
    if key not in robot.kernels:
        q = random_configurations(robot, np.full(robot.nq, -2.0), np.full(robot.nq, 2.0), np.random.default_rng(11), 8)
        s = np.linalg.svd(scaled(robot, frame, jacobian(robot, q, frame))[:, rows], compute_uv=False)
        robot.kernels[key] = int(np.max(rank_of(s)))
    known: int = robot.kernels[key]
    return known


def scaled(robot: Robot, frame: str | None, J: Array) -> Array:
    """Return J with lengths in units of the arm, so that its singular values compare."""
    row, column = scales(robot, frame)
    return np.asarray(J * row[:, None] * column)


def scales(robot: Robot, frame: str | None) -> tuple[Array, Array]:
    """Return the factors of the rows (6) and columns (n) of J for that."""
    L = moving_chain(robot, frame).length
    return np.array([1 / L] * 3 + [1.0] * 3), np.where(revolute(robot), 1.0, L)
