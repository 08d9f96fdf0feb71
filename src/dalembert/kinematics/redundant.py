"""Motions of the joints that leave a frame where it is: J q̇ = 0.

The null space of J at one configuration, and the curve it draws: the self-motion of a redundant arm, followed by steps
along the null space and corrections back with J⁺.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.errors import WrongSize, WrongValue
from dalembert.kinematics.configuration import bounds, moved, way, whole_turns
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.kinematics.skeleton import numeric
from dalembert.kinematics.target import Target
from dalembert.kinematics.task import Task, rows_of, scales
from dalembert.real import finite
from dalembert.robot.model import Robot

_ZERO = 1e-9


def null_space(robot: Robot, q: ArrayLike, *, frame: str | None = None, task: Task = "pose") -> Array:
    """An orthonormal basis of the joint rates that do not move a frame, `(…, n, k)`; k = n − rank J.

    `task`: the whole motion ("pose"), or only that of its "position" or "orientation". States of a batch must have the
    same k: at a singular configuration it is larger.
    """
    bare = numeric(robot)
    rows = rows_of(bare, frame, task)
    row, column = scales(bare, frame)
    J = jacobian(bare, q, frame)[..., rows, :] * row[rows, None]
    _, s, Vh = np.linalg.svd(J * column)
    rank = np.sum(s > _ZERO * np.maximum(s[..., :1], 1e-300), axis=-1)
    if np.min(rank) != np.max(rank):
        raise WrongValue(f"states of the batch have J of rank {np.min(rank)} to {np.max(rank)}; ask for each alone")
    basis = np.swapaxes(Vh[..., int(np.max(rank)) :, :], -1, -2) * column[:, None]
    return np.asarray(np.linalg.qr(basis)[0])


def self_motion(
    robot: Robot,
    q: ArrayLike,
    *,
    frame: str | None = None,
    task: Task = "pose",
    step: float = 0.05,
    along: ArrayLike | None = None,
    limits: bool = True,
    most: int = 2000,
) -> Array:
    """Configurations `(T, n)` through q in which a frame stays put, `step` (rad, or m) apart.

    Both ways from q, until the curve closes, a joint limit is met, or there are `most` of them. With more than one
    redundant joint the motion keeps as near as it can to the direction `along` `(n,)`.
    """
    bare = numeric(robot)
    start = finite(q, "q")
    if start.shape != (bare.nq,):
        raise WrongSize(f"q has shape {start.shape}, robot '{robot.name}' needs ({bare.nq},)")
    if not 0 < step <= 1 or most < 2:
        raise WrongValue(f"step is between 0 and 1 and most at least 2, got {step} and {most}")
    basis = null_space(bare, start, frame=frame, task=task)
    if basis.shape[1] == 0:
        raise WrongValue(f"robot '{robot.name}' has no motion that leaves '{frame or 'the frame'}' where it is")
    if basis.shape[1] > 1 and along is None:
        raise WrongValue(f"the self-motion has {basis.shape[1]} dimensions; say along which direction of q to go")
    first = basis[:, 0] if along is None else basis @ (basis.T @ finite(along, "along"))
    walk = _Walk(bare, frame, rows_of(bare, frame, task), start, step, limits, along is not None)
    ahead, closed = walk.follow(first, most)
    behind = [] if closed else walk.follow(-first, most - len(ahead))[0]
    return np.array([*behind[::-1], start, *ahead])


class _Walk:
    def __init__(
        self, robot: Robot, frame: str | None, rows: slice, start: Array, step: float, limits: bool, fixed: bool
    ) -> None:
        self.robot, self.frame, self.rows, self.start, self.step, self.fixed = robot, frame, rows, start, step, fixed
        T = forward_kinematics(robot, start, frame)[None]
        self.target = Target(T, False, (1,))
        self.lower, self.upper = bounds(robot, limits)
        self.turning = whole_turns(robot)

    def follow(self, direction: Array, most: int) -> tuple[list[Array], bool]:
        """Configurations from the start on, and whether they came back to it."""
        path: list[Array] = []
        q, heading = self.start, direction / max(float(np.linalg.norm(direction)), 1e-300)
        while len(path) < most:
            J = jacobian(self.robot, q, self.frame)[self.rows]
            wanted = direction if self.fixed else heading
            heading = wanted - np.linalg.pinv(J, rcond=1e-9) @ (J @ wanted)
            size = float(np.linalg.norm(heading))
            if size < 1e-6:
                break
            heading = heading / size
            after = self._corrected(moved(self.robot, q, self.step * heading))
            if after is None or np.any((after < self.lower) | (after > self.upper)):
                break
            q = after
            if len(path) > 2 and self._distance(q) < self.step * 0.75:
                return path, True
            path.append(q)
        return path, False

    def _corrected(self, q: Array) -> Array | None:
        """Back to where the frame was; None where that fails."""
        for _ in range(8):
            e = self.target.error(self.robot, self.frame, q[None])[0][self.rows]
            if np.abs(e).max() < 1e-12:
                return q
            J = jacobian(self.robot, q, self.frame)[self.rows]
            q = moved(self.robot, q, np.linalg.pinv(J, rcond=1e-9) @ e)
        return q if np.abs(e).max() < 1e-9 else None

    def _distance(self, q: Array) -> float:
        d = way(self.robot, self.start, q)
        return float(np.linalg.norm(np.where(self.turning, wrapped(d), d)))
