"""Poses of frames: x_parent = R x_child + p.  [craig2005, ch. 2]"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from dalembert.graph.scalar import cos, sin
from dalembert.spatial.vector import EYE, ZERO, Matrix, Vector, add, matmul, matvec, negative, scale, transpose
from dalembert.tolerance import EXACT_ENTRY, VERTICAL
from dalembert.typeset.notebook_display import Displayed


@dataclass(frozen=True)
class Pose(Displayed):
    """Pose of a frame in another frame: x_other = R x + p.

    Parameters
    ----------
    R : 3×3 entries
        Rotation matrix; the identity by default.
    p : sequence of 3 numbers
        Origin [m].

    Examples
    --------
    >>> import dalembert as da
    >>> up = da.Pose(p=(0, 0, 0.5))
    >>> print((up @ up).p)
    (0.0, 0.0, 1.0)
    """

    UNITS: ClassVar[Mapping[str, str]] = {"p": "m"}

    R: Matrix = EYE
    p: Vector = ZERO

    def __matmul__(self, other: Pose) -> Pose:
        return Pose(matmul(self.R, other.R), add(matvec(self.R, other.p), self.p))

    def inverse(self) -> Pose:
        """Compute the inverse pose."""
        back = transpose(self.R)
        return Pose(back, negative(matvec(back, self.p)))

    def matrix(self) -> Matrix:
        """Return the homogeneous 4×4 matrix."""
        rows = tuple((*row, x) for row, x in zip(self.R, self.p, strict=True))
        return (*rows, (0, 0, 0, 1))


IDENTITY = Pose()


def rotation_x(angle: Any) -> Matrix:
    c, s = cos(angle), sin(angle)
    return ((1, 0, 0), (0, c, -s), (0, s, c))


def rotation_y(angle: Any) -> Matrix:
    c, s = cos(angle), sin(angle)
    return ((c, 0, s), (0, 1, 0), (-s, 0, c))


def rotation_z(angle: Any) -> Matrix:
    c, s = cos(angle), sin(angle)
    return ((c, -s, 0), (s, c, 0), (0, 0, 1))


def rotation_rpy(roll: Any, pitch: Any, yaw: Any) -> Matrix:
    """Return the rotation matrix for fixed-axis roll, pitch and yaw angles as defined by URDF: Rz(yaw) Ry(pitch)
    Rx(roll)."""
    return matmul(rotation_z(yaw), matmul(rotation_y(pitch), rotation_x(roll)))


def rotation_quaternion(w: Any, x: Any, y: Any, z: Any) -> Matrix:
    """Return the rotation matrix of a unit quaternion, scalar first."""
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


def snap(R: Matrix, within: float = EXACT_ENTRY) -> Matrix:
    """Round entries of a matrix that are close to 0 or ±1, so that rotations by right angles require no operations."""

    def exact(x: Any) -> Any:
        if type(x) is float:
            for whole in (0, 1, -1):
                if abs(x - whole) <= within:
                    return whole
        return x

    return tuple(tuple(exact(x) for x in row) for row in R)


def about(axis: Vector, angle: float) -> Matrix:
    """Return the rotation matrix for an angle about a unit axis."""
    half = angle / 2
    return rotation_quaternion(math.cos(half), *scale(math.sin(half), axis))


def z_to(z: Vector) -> Matrix:
    """Return the rotation by the smallest angle that maps the z axis to the direction z."""
    axis = (-z[1], z[0], 0.0)
    s = math.hypot(*axis)
    if s < VERTICAL:
        return EYE if z[2] > 0 else rotation_x(math.pi)
    return about(scale(1 / s, axis), math.atan2(s, z[2]))
