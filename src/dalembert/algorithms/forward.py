"""Forward dynamics: q̈ = M⁻¹ (τ − c − g − friction − springs + Jᵀw), and its derivatives.

Two methods are implemented: the articulated-body algorithm (`aba`) and the factorization of M. Factorization is cheaper
for arms and humanoids, and `aba` is cheaper for long chains. The library traces both methods and chooses the program
with fewer operations. Mimic joints, coupled motors and spring armatures require factorization. The derivatives are
∂q̈/∂x = −M⁻¹ ∂τ/∂x at the computed q̈, and ∂q̈/∂τ = M⁻¹. [carpentier2018]

Loops and contacts add Jᵀλ to the equations of motion and impose the constraint J q̈ = −J̇q̇ (see `multiplier`). An
instantaneous impact on the constraint rows J changes q̇ by M⁻¹Jᵀλ, such that J q̇⁺ = −e J q̇⁻. [featherstone2008, §8,
§11.7]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.aba import aba
from dalembert.algorithms.constraint import Row, dense, rows
from dalembert.algorithms.crba import Factor
from dalembert.algorithms.derivatives import Square
from dalembert.algorithms.drive_efforts import friction, is_coupled, rotor_inertias
from dalembert.algorithms.inverse import (
    Contacts,
    Wrench,
    external,
    inverse_dynamics,
    inverse_dynamics_derivatives,
    mass_matrix,
    transposed,
)
from dalembert.algorithms.multiplier import Constrained, Rank, solve
from dalembert.algorithms.spring_efforts import spring_efforts
from dalembert.algorithms.tangent import slopes
from dalembert.graph import operations, substitute, symbol
from dalembert.graph.diff import forward as directional
from dalembert.robot.tree import Tree
from dalembert.spatial.vector import add, dot, sub

LONG = 60  # factoring M grows with the square of the chain length, and the articulated-body algorithm grows linearly


def forward_dynamics(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], tau: Sequence[Any], wrench: Wrench = None
) -> list[Any]:
    """Compute the accelerations q̈ of the tree without its loop constraints, using the method with fewer operations."""
    ways = []
    plain = tree.is_plain and not is_coupled(tree) and not tree.is_armoured
    if plain:
        push = external(tree, q, wrench) if wrench or tree.is_lifted else [0] * tree.nv
        free = add(sub(tau, friction(tree, qd)), push)
        free = sub(free, spring_efforts(tree, q, qd)) if tree.springs else free
        ways.append(aba(tree, q, qd, free, rotor_inertias(tree)))
    if not plain or len(tree.bodies) <= LONG:
        bias = inverse_dynamics(tree, q, qd, [0] * tree.nv, wrench)
        ways.append(Factor(mass_matrix(tree, q)).solve(sub(tau, bias)))
    return min(ways, key=lambda way: operations(way).total)


def closed_dynamics(
    tree: Tree,
    q: Sequence[Any],
    qd: Sequence[Any],
    tau: Sequence[Any],
    wrench: Wrench = None,
    contacts: Contacts = None,
    rank: Rank | None = None,
) -> tuple[list[Row], Constrained]:
    """Compute the accelerations q̈ and the multipliers λ subject to closed loops and fixed contacts."""
    found = rows(tree, q, qd, contacts)
    bias = inverse_dynamics(tree, q, qd, [0] * tree.nv, wrench)
    b = [-row.bias for row in found]
    return found, solve(mass_matrix(tree, q), dense(tree, found), sub(tau, bias), b, rank or Rank())


def impact(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], restitution: Any, contacts: Contacts, rank: Rank | None = None
) -> Constrained:
    """Compute the rates q̇ after an impact at the contacts, and the impulses. Loops stay closed."""
    found = rows(tree, q, [0] * tree.nv, contacts)
    J, M = dense(tree, found), mass_matrix(tree, q)
    loops = len(rows(tree, q, [0] * tree.nv))
    b = [0 if i < loops else -restitution * dot(row, qd) for i, row in enumerate(J)]
    return solve(M, J, [dot(row, qd) for row in M], b, rank or Rank())


def forward_dynamics_derivatives(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], tau: Sequence[Any]
) -> tuple[Square, Square, Square]:
    """Compute the derivatives ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ = M⁻¹."""
    factor = Factor(mass_matrix(tree, q))
    qdd = factor.solve(sub(tau, inverse_dynamics(tree, q, qd, [0] * tree.nv)))
    by_q, by_qd, _ = inverse_dynamics_derivatives(tree, q, qd, qdd)
    return _solve_columns(factor, by_q), _solve_columns(factor, by_qd), factor.invert()


def closed_dynamics_derivatives(
    tree: Tree,
    q: Sequence[Any],
    qd: Sequence[Any],
    tau: Sequence[Any],
    contacts: Contacts = None,
    rank: Rank | None = None,
) -> tuple[Square, Square, Square]:
    """Compute ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ for closed loops by differentiating the equations of motion and the
    constraints.

    The derivatives satisfy M δq̈ − Jᵀδλ = −δ(ID − Jᵀλ), J δq̈ = −δ(J q̈ + J̇q̇), at the computed q̈ and λ.
    """
    found, solved = closed_dynamics(tree, q, qd, tau, None, contacts, rank)
    qdd = [symbol(f"qdd_{k}") for k in range(tree.nv)]
    force = [symbol(f"force_{i}") for i in range(len(found))]
    at = dict(zip([x.value for x in (*qdd, *force)], (*solved.x, *solved.multipliers), strict=True))
    J, M = dense(tree, found), mass_matrix(tree, q)
    pushed = [dot(column, force) for column in transposed(J)]
    held = [dot(row, qdd) + part.bias for row, part in zip(J, found, strict=True)]
    by_q, by_qd, _ = inverse_dynamics_derivatives(tree, q, qd, qdd)
    turned = zip(by_q, slopes(tree, pushed, q), strict=True)
    along_q = transposed([list(sub(a, b)) for a, b in turned]), transposed(slopes(tree, held, q))
    along_qd = transposed(by_qd), [directional(held, {rate: 1}) for rate in qd]
    results = []
    for right, below in (along_q, along_qd):
        columns = []
        for r, b in zip(right, below, strict=True):
            r, b = substitute([-x for x in r], at), substitute([-x for x in b], at)
            columns.append(solve(M, J, r, b, rank or Rank()).x)
        results.append(transposed(columns))
    unit = [[int(i == j) for i in range(tree.nv)] for j in range(tree.nv)]
    by_tau = transposed([solve(M, J, e, [0] * len(J), rank or Rank()).x for e in unit])
    return results[0], results[1], by_tau


def _solve_columns(factor: Factor, B: Square) -> Square:
    """Compute −M⁻¹ B column by column."""
    return transposed([factor.solve([-x for x in column]) for column in transposed(B)])
