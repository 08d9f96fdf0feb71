"""Functions that all recursions use, for the joint motions of a tree at q and the terms due to a rotating frame.

U = [ω̇]× + [ω]×[ω]× maps a point fixed in the body to its acceleration about the origin. The products ω_iω_j in U are
used for both the force and the moment. [khalil2002, §9.5]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dalembert.graph.scalar import is_zero
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion, joint
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import ZERO, Matrix, Vector, add, cross, sub


def joints(tree: Tree, q: Sequence[Any]) -> list[Motion]:
    """Compute the joint motion of each body at q."""
    return [joint(body, [body.ratio * q[k] for k in body.entries]) for body in tree.bodies]


def rates(tree: Tree, qd: Sequence[Any]) -> list[Vector]:
    """Compute the rates of each body from the coordinate rates. The function also applies to accelerations."""
    return [tuple([body.ratio * qd[k] for k in body.rates]) for body in tree.bodies]


def gather(tree: Tree, efforts: Sequence[Sequence[Any]]) -> list[Any]:
    """Compute the efforts for all coordinates from the efforts of the bodies. `gather` is the transpose of `rates`."""
    total: list[Any] = [0] * tree.nv
    for body, own in zip(tree.bodies, efforts, strict=True):
        for k, effort in zip(body.rates, own, strict=True):
            total[k] = total[k] + body.ratio * effort
    return total


class Column(NamedTuple):
    """Unit motion of a body. Rate k moves the body with index `body` along `phi`, scaled by `ratio`."""

    body: int
    k: int
    ratio: Any
    phi: tuple[Vector, Vector]


def columns(tree: Tree, X: Sequence[Motion], i: int) -> list[Column]:
    """Return the unit motions of body i."""
    body = tree.bodies[i]
    return [Column(i, k, body.ratio, phi) for k, phi in zip(body.rates, X[i].Phi, strict=True)]


def world_poses(tree: Tree, X: Sequence[Motion]) -> list[Pose]:
    """Compute the pose of each body frame in the world."""
    poses: list[Pose] = []
    for body, x in zip(tree.bodies, X, strict=True):
        poses.append((poses[body.parent] if body.parent >= 0 else IDENTITY) @ x.pose())
    return poses


def base_acceleration(tree: Tree) -> Vector:
    """Return the upward acceleration of the ground that is equivalent to gravity."""
    return tuple(-x for x in tree.gravity)


def turning(w: Vector, wd: Vector = ZERO) -> Matrix:
    """Compute the matrix U = [ω̇]× + [ω]×[ω]×."""
    x, y, z = w
    xx = x * x
    yy = y * y
    zz = z * z
    xy = x * y
    yz = y * z
    xz = x * z
    return (
        (-(yy + zz), xy - wd[2], xz + wd[1]),
        (xy + wd[2], -(xx + zz), yz - wd[0]),
        (xz - wd[1], yz + wd[0], -(xx + yy)),
    )


def euler_moment(I: Matrix, w: Vector, wd: Vector, U: Matrix) -> Vector:
    """Compute I ω̇ + ω × I ω. The entries of U are reused, so that each product is computed only once.

    For a plate with Izz = Ixx + Iyy, the first two components require only one product each: Ixx ω̇x + (Izz − Iyy) ωyωz
    = Ixx (ω̇x + ωyωz).
    """
    (Ixx, Ixy, Ixz), (_, Iyy, Iyz), (_, _, Izz) = I
    x, y, z = w
    if is_zero(Izz - Ixx - Iyy):
        Nx, Ny = Ixx * U[2][1], -(Iyy * U[2][0])
    else:
        Nx, Ny = Ixx * wd[0] + (Izz - Iyy) * (y * z), Iyy * wd[1] + (Ixx - Izz) * (x * z)
    return (
        Nx - Ixy * U[2][0] + Ixz * U[1][0] + Iyz * (y * y - z * z),
        Ny + Ixy * U[2][1] - Iyz * U[0][1] + Ixz * (z * z - x * x),
        Izz * wd[2] + (Iyy - Ixx) * (x * y) - Ixz * U[1][2] + Iyz * U[0][2] + Ixy * (x * x - y * y),
    )


def lift(x: Motion, f: Vector, n: Vector) -> tuple[Vector, Vector]:
    """Transform a wrench from the child frame to the parent frame."""
    up = x.up(f)
    return up, add(x.up(n), cross(x.p, up))


def lower(x: Motion, v: Vector, w: Vector) -> tuple[Vector, Vector]:
    """Transform a motion from the parent frame to the child frame."""
    return x.down(sub(v, cross(x.p, w))), x.down(w)
