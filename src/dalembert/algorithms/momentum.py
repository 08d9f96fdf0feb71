"""Momentum and centre of mass of the complete robot.

c = Σ (m p + R ms) / Σ m          h = [p, L] = A_G q̇,  L about the centre of mass, both in world axes

Column j of A_G is the momentum I^c Φ of unit motion j, about the centre of mass. [orin2013]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert import finding
from dalembert.algorithms.crba import composites, momentum
from dalembert.algorithms.sweep import columns, joints, world_poses
from dalembert.finding.finding import RobotName
from dalembert.graph.scalar import is_zero
from dalembert.robot.tree import Tree
from dalembert.spatial.vector import ZERO, Vector, add, cross, matvec, scale, sub


def centre_of_mass(tree: Tree, q: Sequence[Any]) -> list[Any]:
    """Compute the centre of mass of all moving links in the world frame."""
    total, first = 0, ZERO
    for body, pose in zip(tree.bodies, world_poses(tree, joints(tree, q)), strict=True):
        total = total + body.inertia.mass
        first = add(first, add(scale(body.inertia.mass, pose.p), matvec(pose.R, body.inertia.ms)))
    if is_zero(total):
        raise finding.MasslessRobot(RobotName(tree.name)).error()
    return list(scale(1 / total, first))


def centroidal_matrix(tree: Tree, q: Sequence[Any]) -> list[list[Any]]:
    """Compute the 6×nv centroidal momentum matrix A_G. Each column contains the linear and angular momentum produced by
    a unit rate."""
    X = joints(tree, q)
    poses, composite = world_poses(tree, X), composites(tree, X)
    centre: Vector = tuple(centre_of_mass(tree, q))
    A: list[list[Any]] = [[0] * tree.nv for _ in range(6)]
    for i, pose in enumerate(poses):
        for c in columns(tree, X, i):
            f, n = (matvec(pose.R, x) for x in momentum(composite[i], *c.phi))
            column = scale(c.ratio, (*f, *add(n, cross(sub(pose.p, centre), f))))
            for row in range(6):
                A[row][c.k] = A[row][c.k] + column[row]
    return A


def total_momentum(tree: Tree, q: Sequence[Any], qd: Sequence[Any]) -> list[Any]:
    """Compute the total momentum A_G q̇."""
    return list(matvec(tuple(tuple(row) for row in centroidal_matrix(tree, q)), qd))
