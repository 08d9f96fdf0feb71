"""Jacobian of a frame in world axes, linear rows first: [ṗ, ω] = J q̇.

Column of a joint with unit motion [φ_v, φ_ω] and origin p_j:  [R φ_v + R φ_ω × (p − p_j),  R φ_ω].  [craig2005, ch. 5]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.sweep import columns, joints, world_poses
from dalembert.robot.tree import Tree
from dalembert.spatial.vector import add, cross, matvec, scale, sub


def jacobian(tree: Tree, q: Sequence[Any], frame: str | None = None) -> list[list[Any]]:
    """J(q), 6×n, of a link or frame; default: the last link."""
    i, pose = tree.place(frame)
    X = joints(tree, q)
    poses = world_poses(tree, X)
    J: list[list[Any]] = [[0] * tree.n for _ in range(6)]
    p = (poses[i] @ pose).p if i >= 0 else pose.p
    for j in tree.ancestors(i):
        for c in columns(tree, X, j):
            phi_v, phi_w = c.phi
            axis = matvec(poses[j].R, phi_w)
            linear = add(matvec(poses[j].R, phi_v), cross(axis, sub(p, poses[j].p)))
            column = scale(c.ratio, (*linear, *axis))
            for row in range(6):
                J[row][c.k] = J[row][c.k] + column[row]
    return J
