"""What a frame is asked to reach: poses 4×4, or positions of 3 numbers where the orientation may be any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.dynamics import forward_kinematics
from dalembert.errors import WrongSize, WrongValue
from dalembert.kinematics.rotation import Array, cross, dot, pose_error
from dalembert.real import reals
from dalembert.robot.model import Robot

_ORTHOGONAL = 1e-6


@dataclass(frozen=True, eq=False)
class Target:
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

    def of(self, rows: Array) -> Target:
        """Some of the targets."""
        return Target(self.T[rows], self.position, (len(self.T[rows]),))

    def error(self, robot: Robot, frame: str | None, q: Array) -> Array:
        """The twist `(…, 3 | 6)` that is missing at q `(B, …, n)`."""
        T = self.T.reshape(len(self), *[1] * (q.ndim - 2), 4, 4)
        return pose_error(T, forward_kinematics(robot, q, frame))[..., : self.size]


def target(given: Any) -> Target:
    """Read a target: `(…, 4, 4)` or `(…, 3)`."""
    array = reals(given, "a target, a pose of 4×4 or a position of 3,")
    if not np.all(np.isfinite(array)):
        raise WrongValue("the target holds a number that is not finite")
    if array.shape[-2:] == (4, 4):
        return Target(_checked(array.reshape(-1, 4, 4)), False, array.shape[:-2])
    if array.shape[-1:] == (3,):
        T = np.tile(np.eye(4), (array.size // 3, 1, 1))
        T[:, :3, 3] = array.reshape(-1, 3)
        return Target(T, True, array.shape[:-1])
    raise WrongSize(f"a target is a pose of shape (…, 4, 4) or a position of shape (…, 3), got {array.shape}")


def _checked(T: Array) -> Array:
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
