"""Kinetic and potential energy: T = Σ ½ (m v·v + 2 v·(ω × ms) + ω·I ω),  U = −Σ gravity·(m p + R ms).

A recursion in link frames computes v and ω without partial Jacobians. [deluca], [briot]
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dalembert.algorithms.crba import momentum
from dalembert.algorithms.sweep import joints, lower, rates, world_poses
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion
from dalembert.spatial.vector import ZERO, Vector, add, dot, matvec, scale, sub


def velocities(tree: Tree, X: Sequence[Motion], qd: Sequence[Vector]) -> list[tuple[Vector, Vector]]:
    """Compute the velocity (v, ω) of each body in its body frame. `qd` contains the rates of individual bodies."""
    result: list[tuple[Vector, Vector]] = []
    for i, (body, x) in enumerate(zip(tree.bodies, X, strict=True)):
        v, w = lower(x, *result[body.parent]) if body.parent >= 0 else (ZERO, ZERO)
        slide, turn = x.along(qd[i])
        result.append((add(v, slide), add(w, turn)))
    return result


def kinetic_energy(tree: Tree, q: Sequence[Any], qd: Sequence[Any]) -> Any:
    """Compute the kinetic energy T(q, q̇) of the links."""
    total: Any = 0
    for body, (v, w) in zip(tree.bodies, velocities(tree, joints(tree, q), rates(tree, qd)), strict=True):
        p, L = momentum(body.inertia, v, w)
        total = total + dot(v, p) + dot(w, L)
    return Fraction(1, 2) * total


def potential_energy(tree: Tree, q: Sequence[Any]) -> Any:
    """Compute the potential energy U(q), which is zero at the height of the world origin."""
    total: Any = 0
    for body, pose in zip(tree.bodies, world_poses(tree, joints(tree, q)), strict=True):
        mass = body.inertia.mass - body.lifted.mass
        first = body.inertia.ms if body.lifted.is_zero else sub(body.inertia.ms, body.lifted.ms)
        moment = add(scale(mass, pose.p), matvec(pose.R, first))
        total = total - dot(tree.gravity, moment)
    return total
