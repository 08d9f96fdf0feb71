"""Inverse dynamics of the complete robot, τ = M q̈ + c + g + friction + springs − Σ Jᵀw, and its derivatives.

For robots with loops, inverse dynamics computes the efforts of the actuated coordinates. The cut joints transmit the
constraint forces λ:

    Sᵀτ = M q̈ + c + g + … − Jᵀλ

If the robot has more actuated coordinates than degrees of freedom, the solution minimizes Σ τ². `multiplier` solves the
equivalent system H y = r + Jᵀλ, J y = 0 with H = SᵀS, which gives τ = S y.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dalembert.algorithms.constraint import dense, rows
from dalembert.algorithms.crba import crba
from dalembert.algorithms.derivatives import Square, rnea_derivatives
from dalembert.algorithms.drive_efforts import damping, friction, rotor_matrix
from dalembert.algorithms.multiplier import Constrained, Rank, solve
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.spring_efforts import armature_matrix, spring_efforts
from dalembert.algorithms.tangent import slopes
from dalembert.graph import substitute, symbol
from dalembert.graph.diff import forward
from dalembert.robot.inertia import Inertia
from dalembert.robot.tree import Tree
from dalembert.spatial.vector import add, dot, sub

Wrench = Mapping[str, Sequence[Any]] | None
Contacts = Mapping[str, str] | None


def mass_matrix(tree: Tree, q: Sequence[Any]) -> Square:
    """Compute the mass matrix M(q), including rotors and spring armatures."""
    M = plus(crba(tree, q), rotor_matrix(tree))
    return plus(M, armature_matrix(tree, q)) if tree.is_armoured else M


def inverse_dynamics(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], qdd: Sequence[Any], wrench: Wrench = None
) -> list[Any]:
    """Compute the efforts τ of the tree without its loop constraints."""
    rotors = [dot(row, qdd) for row in rotor_matrix(tree)]
    tau = add(add(rnea(tree, q, qd, qdd, wrench), rotors), friction(tree, qd))
    return list(add(tau, spring_efforts(tree, q, qd, qdd)) if tree.springs else tau)


def actuator_efforts(
    tree: Tree,
    q: Sequence[Any],
    qd: Sequence[Any],
    qdd: Sequence[Any],
    wrench: Wrench = None,
    contacts: Contacts = None,
    rank: Rank | None = None,
) -> tuple[list[Any], Constrained]:
    """Compute the efforts τ, which are 0 for passive coordinates, and the forces −λ in cut joints and contacts."""
    found = rows(tree, q, qd, contacts)
    r = inverse_dynamics(tree, q, qd, qdd, wrench)
    driven = [int(k in tree.actuated) for k in range(tree.nv)]
    H = [[driven[i] if i == j else 0 for j in range(tree.nv)] for i in range(tree.nv)]
    solved = solve(H, dense(tree, found), r, [0] * len(found), rank or Rank(definite=False))
    return [s * y if s else 0 for s, y in zip(driven, solved.x, strict=True)], solved


def external(tree: Tree, q: Sequence[Any], wrench: Wrench = None) -> list[Any]:
    """Compute the efforts Σ Jᵀw due to external wrenches and gravity compensation."""
    still = [0] * tree.nv
    weightless = replace(tree, bodies=tuple(replace(b, inertia=Inertia()) for b in tree.bodies))
    return [-x for x in rnea(weightless, q, still, still, wrench)]


def inverse_dynamics_derivatives(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], qdd: Sequence[Any]
) -> tuple[Square, Square, Square]:
    """Compute ∂τ/∂q, ∂τ/∂q̇ and M, including drives and springs. The derivative of Coulomb friction is zero wherever it
    exists."""
    by_q, by_qd, M = rnea_derivatives(tree, q, qd, qdd)
    by_qd = plus(by_qd, damping(tree, qd))
    if tree.springs or tree.is_lifted:
        carried = external(tree, q) if tree.is_lifted else [0] * tree.nv
        held = [symbol(f"held_{k}") for k in range(tree.nv)]  # q̈ may itself depend on q and q̇
        at = dict(zip([x.value for x in held], qdd, strict=True))
        more = sub(spring_efforts(tree, q, qd, held), carried)
        by_q = plus(by_q, [substitute(row, at) for row in slopes(tree, more, q)])
        by_qd = plus(by_qd, [substitute(row, at) for row in transposed([forward(more, {rate: 1}) for rate in qd])])
    M = plus(M, rotor_matrix(tree))
    return by_q, by_qd, plus(M, armature_matrix(tree, q)) if tree.is_armoured else M


def plus(A: Square, B: Square) -> list[list[Any]]:
    return [list(add(a, b)) for a, b in zip(A, B, strict=True)]


def transposed(A: Square) -> list[list[Any]]:
    return [list(column) for column in zip(*A, strict=True)]
