"""Tasks of a frame: target poses (4×4) or positions (3 numbers), and the relevant rows of the Jacobian J.

The rank of J at a generic configuration is the number of directions in which a frame can move: 3 for a planar arm, and
6 for most other arms. If the arm needs all of its joints to position the frame (2R in the plane, 3R in space), the arm
is called a positioner. By default, the singularities and the manipulability of a positioner refer to the position only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np

from dalembert import finding
from dalembert.argument import choice, shaped
from dalembert.boundary import RobotLike, as_frame
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.finding.finding import Argument, Noun, given
from dalembert.kinematics.chain import Chain, moving_chain, numeric
from dalembert.kinematics.configuration import periodic, random_configurations, revolute
from dalembert.mechanism.levenberg_marquardt import rank_of
from dalembert.robot.model import Robot, cached, cached_with_source
from dalembert.spatial.rotation import Array, cross, dot, pose_error
from dalembert.tolerance import EPSILON, GEOMETRY, ROUNDING

Task: TypeAlias = Literal["pose", "position", "orientation"] | None
_ROWS = {"pose": slice(0, 6), "position": slice(0, 3), "orientation": slice(3, 6)}


@dataclass(frozen=True, eq=False)
class Manipulator:
    """Robot without symbols, one of its frames, and the joints that move this frame."""

    robot: Robot
    frame: str | None
    chain: Chain

    @property
    def length(self) -> float:
        """Length in metres that the solver treats as equivalent to one radian."""
        return self.chain.length

    @cached_property
    def columns(self) -> list[int]:
        """Indices of the velocity coordinates that move the frame."""
        return sorted(set(self.chain.coordinates))

    @cached_property
    def unit(self) -> Array:
        """Displacement of each coordinate that is equivalent to one radian.

        The displacement is 1 for a revolute joint, and the length of the arm for a prismatic joint.
        """
        return np.where(revolute(self.robot), 1.0, self.length)

    @cached_property
    def turning(self) -> Array:
        """Mask of the entries of q that are periodic angles and move the frame."""
        on = np.zeros(self.robot.nq, dtype=bool)
        on[list(self.chain.entries)] = True
        return on & periodic(self.robot)

    def pose(self, q: Array) -> Array:
        """Compute the pose T(q) of the frame, `(…, 4, 4)`."""
        return forward_kinematics(self.robot, q, self.frame)

    def jacobian(self, q: Array) -> Array:
        """Compute the Jacobian J(q) of the frame, `(…, 6, nv)`."""
        return jacobian(self.robot, q, self.frame)

    def scaled(self, J: Array) -> Array:
        """Scale J, or its first three rows, by the length of the arm, so that its singular values are comparable."""
        return J * self.row[: J.shape[-2], None] * self.unit

    @cached_property
    def row(self) -> Array:
        """Scale factors for the rows of J."""
        return np.array([1 / self.length] * 3 + [1.0] * 3)

    def rows(self, task: Task) -> slice:
        """Return the slice of the rows of J that belong to a task."""
        if task is None:
            task = "position" if self.rank(_ROWS["position"]) == len(self.columns) else "pose"
        return _ROWS[choice(task, "task", _ROWS)]

    def rank(self, rows: slice) -> int:
        """Return the rank of the given rows of J at a generic configuration."""
        return _generic_rank(self.robot, self.frame, rows.start, rows.stop)


def arm(robot: RobotLike, frame: str | None = None) -> Manipulator:
    """Return the arm from the ground to a frame.

    Raise an error if the robot has symbols, if no joint moves the frame, or if loops constrain its joints.
    """
    bare = numeric(robot)
    frame = as_frame(bare, frame)
    return _arm(bare, frame)


@cached_with_source
def _arm(robot: Robot, frame: str | None) -> Manipulator:
    return Manipulator(robot, frame, moving_chain(robot, frame))


@cached
def _generic_rank(robot: Robot, frame: str | None, start: int, stop: int) -> int:
    two = np.full(robot.nq, 2.0)
    (q,) = random_configurations(robot, -two, two, np.random.default_rng(11), 1)
    J = _arm(robot, frame).scaled(jacobian(robot, q, frame))
    return int(rank_of(np.linalg.svd(J[start:stop], compute_uv=False)))


@dataclass(frozen=True, eq=False)
class PoseTarget:
    """Target poses `(B, 4, 4)`. If the targets are positions, only the last column is used."""

    T: Array
    position: bool
    leading: tuple[int, ...]  # leading shape of the given targets

    def __len__(self) -> int:
        return len(self.T)

    @property
    def rows(self) -> slice:
        """Components of the pose error, and the rows of J that affect them."""
        return _ROWS["position" if self.position else "pose"]

    def of(self, rows: Array) -> PoseTarget:
        """Return the targets in the given rows of the batch."""
        return PoseTarget(self.T[rows], self.position, (len(self.T[rows]),))

    def error(self, T: Array) -> Array:
        """Compute the error twists `(B, …, 3 | 6)` between the targets and poses `(B, …, 4, 4)`."""
        goal = self.T.reshape(len(self), *[1] * (T.ndim - 3), 4, 4)
        return pose_error(goal, T)[..., self.rows]


def error_size(e: Array, length: float) -> Array:
    """Return the largest component of an error twist.

    For an arm longer than 1 m, lengths are divided by the length of the arm.
    """
    weight = np.where(np.arange(e.shape[-1]) < 3, 1 / max(length, 1.0), 1.0)
    return np.asarray(np.abs(e * weight).max(axis=-1, initial=0.0))


def target(value: Any, argument: str = "pose") -> PoseTarget:
    """Create a target from poses `(…, 4, 4)` or positions `(…, 3)`."""
    array = shaped(value, argument, ("...", 4, 4), ("...", 3))
    if array.shape[-2:] == (4, 4):
        return PoseTarget(_checked_pose(array.reshape(array.size // 16, 4, 4), argument), False, array.shape[:-2])
    T = np.tile(np.eye(4), (array.size // 3, 1, 1))
    T[:, :3, 3] = array.reshape(len(T), 3)
    return PoseTarget(T, True, array.shape[:-1])


def _checked_pose(T: Array, argument: str) -> Array:
    """Check poses, and correct rounding errors in rotation matrices.

    Each correction R ← R (3E − RᵀR)/2 squares the orthogonality error.
    """
    x, y, z = (T[:, k, :3] for k in range(3))
    errors = [cross(x, y) - z, np.stack([dot(x, x) - 1, dot(y, y) - 1, dot(x, y)], axis=1)]
    off = np.abs(np.concatenate(errors, axis=1)).max(axis=1, initial=0.0)
    bad = off > GEOMETRY
    bad |= np.any(np.abs(T[:, 3] - np.array([0, 0, 0, 1])) > ROUNDING, axis=1)
    if np.any(bad):
        raise finding.WrongType(Argument(argument), Noun("a pose"), given(T[np.argmax(bad)].tolist())).error()
    if off.max(initial=0.0) > EPSILON:
        T = T.copy()
        for _ in range(2):
            R = T[:, :3, :3]
            T[:, :3, :3] = R @ (3 * np.eye(3) - np.swapaxes(R, 1, 2) @ R) / 2
    return T
