"""Christoffel symbols c_kij = ½ (∂M_ki/∂q_j + ∂M_kj/∂q_i − ∂M_ij/∂q_k), with S_kj = Σ_i c_kij q̇_i.  [deluca]

The matrix S is linear in q̇, so the symbols with index i are the entries of S for q̇ = e_i, where e_i is a unit vector.
No matrix needs to be differentiated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert import finding
from dalembert.algorithms.coriolis import coriolis_matrix
from dalembert.finding.finding import Call, Function, Noun, RobotName
from dalembert.robot.tree import Tree


def christoffel(tree: Tree, q: Sequence[Any]) -> list[list[list[Any]]]:
    """Compute the Christoffel symbols c[k][i][j](q), which are symmetric in i and j."""
    if any(body.motion == "ball" for body in tree.bodies):
        remedy = Call(Function("coriolis_matrix"), instead=True)
        raise finding.UndefinedQuantity(
            Function("christoffel"), RobotName(tree.name), Noun("ball rates"), remedy=remedy
        ).error()
    n = tree.nv
    S = [coriolis_matrix(tree, q, [int(i == j) for j in range(n)]) for i in range(n)]
    return [[[S[min(i, j)][k][max(i, j)] for j in range(n)] for i in range(n)] for k in range(n)]
