"""What every recursion starts with: the joints of a tree at q, and the terms of a turning frame.

U = [ω̇]× + [ω]×[ω]× maps a point fixed in the body to its acceleration about the
origin; its products ω_iω_j are shared by the force and the moment.  [khalil2002, §9.5]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.robot.tree import Tree
from dalembert.spatial.joint import Motion, joint
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import ZERO, Matrix, Vector, add, cross, sub


def joints(tree: Tree, q: Sequence[Any]) -> list[Motion]:
    """Each body's joint at q."""
    return [joint(body, body.ratio * q[body.coordinate]) for body in tree.bodies]


def rates(tree: Tree, qd: Sequence[Any]) -> list[Any]:
    """Each body's own joint rate, from the rates of the coordinates (or accelerations, likewise)."""
    return [body.ratio * qd[body.coordinate] for body in tree.bodies]


def gather(tree: Tree, efforts: Sequence[Any]) -> list[Any]:
    """Efforts of the coordinates from those of the bodies' joints: the transpose of `rates`."""
    total: list[Any] = [0] * tree.n
    for body, effort in zip(tree.bodies, efforts, strict=True):
        total[body.coordinate] = total[body.coordinate] + body.ratio * effort
    return total


def world_poses(tree: Tree, X: Sequence[Motion]) -> list[Pose]:
    """Each body's frame in the world."""
    poses: list[Pose] = []
    for body, x in zip(tree.bodies, X, strict=True):
        poses.append((poses[body.parent] if body.parent >= 0 else IDENTITY) @ x.pose())
    return poses


def base_acceleration(tree: Tree) -> Vector:
    """Gravity enters as an upward acceleration of the ground."""
    return tuple(-x for x in tree.gravity)


def turning(w: Vector, wd: Vector = ZERO) -> Matrix:
    """U = [ω̇]× + [ω]×[ω]×."""
    x, y, z = w
    xx, yy, zz, xy, yz, xz = x * x, y * y, z * z, x * y, y * z, x * z
    return (
        (-(yy + zz), xy - wd[2], xz + wd[1]),
        (xy + wd[2], -(xx + zz), yz - wd[0]),
        (xz - wd[1], yz + wd[0], -(xx + yy)),
    )


def euler_moment(I: Matrix, w: Vector, wd: Vector, U: Matrix) -> Vector:
    """I ω̇ + ω × I ω, written with the entries of U so that no product is made twice."""
    (Ixx, Ixy, Ixz), (_, Iyy, Iyz), (_, _, Izz) = I
    x, y, z = w
    return (
        Ixx * wd[0] + (Izz - Iyy) * (y * z) - Ixy * U[2][0] + Ixz * U[1][0] + Iyz * (y * y - z * z),
        Iyy * wd[1] + (Ixx - Izz) * (x * z) + Ixy * U[2][1] - Iyz * U[0][1] + Ixz * (z * z - x * x),
        Izz * wd[2] + (Iyy - Ixx) * (x * y) - Ixz * U[1][2] + Iyz * U[0][2] + Ixy * (x * x - y * y),
    )


def lift(x: Motion, f: Vector, n: Vector) -> tuple[Vector, Vector]:
    """A wrench of the child, about the parent's origin, in its axes."""
    up = x.up(f)
    return up, add(x.up(n), cross(x.p, up))


def lower(x: Motion, v: Vector, w: Vector) -> tuple[Vector, Vector]:
    """A motion of the parent, at the child's origin, in its axes."""
    return x.down(sub(v, cross(x.p, w))), x.down(w)
