"""Regressor of the joint torques, which are linear in the inertial parameters: τ = Y(q, q̇, q̈) π. [atkeson1986],
[khalil2002, §9.4]

For each moving body in joint order, π contains (m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz) in the link frame. The
parameters of a body include those of all links that are rigidly attached to it. Each column of Y is computed by the
Newton-Euler algorithm with one parameter equal to 1 and all others equal to 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.rnea import Wrench, body_wrench, outward
from dalembert.algorithms.sweep import gather, joints, lift, rates
from dalembert.robot.inertia import Inertia
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion
from dalembert.spatial.vector import Vector

PER_BODY = 10


def regressor(tree: Tree, q: Sequence[Any], qd: Sequence[Any], qdd: Sequence[Any]) -> list[list[Any]]:
    """Compute the regressor matrix Y of shape n × 10·bodies."""
    X = joints(tree, q)
    sweep = outward(tree, X, rates(tree, qd), rates(tree, qdd))
    Y: list[list[Any]] = [[] for _ in range(tree.n)]
    for i, body in enumerate(tree.bodies):
        for k in range(PER_BODY if body.link else 0):
            unit = Inertia.from_parameters(tuple(int(k == l) for l in range(PER_BODY)))
            wrench = body_wrench(unit.moved(tree.places[body.link][1]), sweep[i])
            for row, entry in zip(Y, gather(tree, _carry(tree, X, i, wrench)), strict=True):
                row.append(entry)
    return Y


def _carry(tree: Tree, X: Sequence[Motion], i: int, wrench: Wrench) -> list[Vector]:
    """Compute the efforts of all joints between body i and the ground that balance a wrench on body i."""
    tau: list[Vector] = [(0,) * len(x.k) for x in X]
    for j in tree.ancestors(i):
        tau[j] = X[j].effort(*wrench)
        wrench = lift(X[j], *wrench)
    return tau


def inertial_parameters(tree: Tree) -> list[Any]:
    """Return the inertial parameters π in the order of the regressor's columns."""
    moving = [body for body in tree.bodies if body.link]
    return [x for body in moving for x in body.inertia.moved(tree.places[body.link][1].inverse()).parameters]
