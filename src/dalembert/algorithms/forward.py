"""Forward dynamics: q̈ = M⁻¹ (τ − c − g − friction + Jᵀw), and its derivatives.

Two roads lead there: articulated bodies (`aba`), and factoring M. Arms and humanoids are cheaper by the second, long
chains by the first; both are traced and the shorter program is taken. Joints that mimic others and coupled motors leave only the second.
Derivatives: ∂q̈/∂x = −M⁻¹ ∂τ/∂x at that q̈,  ∂q̈/∂τ = M⁻¹.  [carpentier2018]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dalembert.algorithms.aba import aba
from dalembert.algorithms.crba import crba
from dalembert.algorithms.derivatives import Square, rnea_derivatives
from dalembert.algorithms.drive import damping, friction, is_coupled, rotor_inertias, rotor_matrix
from dalembert.algorithms.factor import Factor
from dalembert.algorithms.rnea import rnea
from dalembert.graph import operations
from dalembert.robot.inertia import Inertia
from dalembert.robot.tree import Tree
from dalembert.spatial.vector import add, dot, matadd, sub, transpose

Wrench = Mapping[str, Sequence[Any]] | None
LONG = 60  # factoring M grows with the square of a chain's length, articulated bodies in proportion to it


def mass_matrix(tree: Tree, q: Sequence[Any]) -> Square:
    """M(q), rotors included."""
    return [list(row) for row in matadd(_rows(crba(tree, q)), _rows(rotor_matrix(tree)))]


def inverse_dynamics(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], qdd: Sequence[Any], wrench: Wrench = None
) -> list[Any]:
    """τ = M q̈ + c + g + friction − Σ Jᵀw."""
    rotors = [dot(row, qdd) for row in rotor_matrix(tree)]
    return list(add(add(rnea(tree, q, qd, qdd, wrench), rotors), friction(tree, qd)))


def forward_dynamics(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], tau: Sequence[Any], wrench: Wrench = None
) -> list[Any]:
    """q̈, by the road that takes fewer operations."""
    roads = []
    plain = tree.is_plain and not is_coupled(tree)
    if plain:
        push = external(tree, q, wrench) if wrench else [0] * tree.n
        free = add(sub(tau, friction(tree, qd)), push)
        roads.append(aba(tree, q, qd, free, rotor_inertias(tree)))
    if not plain or len(tree.bodies) <= LONG:
        bias = inverse_dynamics(tree, q, qd, [0] * tree.n, wrench)
        roads.append(Factor(mass_matrix(tree, q)).solve(sub(tau, bias)))
    return min(roads, key=lambda road: operations(road).total)


def external(tree: Tree, q: Sequence[Any], wrench: Wrench) -> list[Any]:
    """Σ Jᵀw: what outside wrenches add to the efforts of the coordinates."""
    still = [0] * tree.n
    return [-x for x in rnea(_weightless(tree), q, still, still, wrench)]


def inverse_dynamics_derivatives(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], qdd: Sequence[Any]
) -> tuple[Square, Square, Square]:
    """(∂τ/∂q, ∂τ/∂q̇, M), drives included; Coulomb friction has no slope where it has a derivative."""
    by_q, by_qd, M = rnea_derivatives(tree, q, qd, qdd)
    by_qd = [list(row) for row in matadd(_rows(by_qd), _rows(damping(tree, qd)))]
    return by_q, by_qd, [list(row) for row in matadd(_rows(M), _rows(rotor_matrix(tree)))]


def forward_dynamics_derivatives(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], tau: Sequence[Any]
) -> tuple[Square, Square, Square]:
    """(∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ = M⁻¹)."""
    factor = Factor(mass_matrix(tree, q))
    qdd = factor.solve(sub(tau, inverse_dynamics(tree, q, qd, [0] * tree.n)))
    by_q, by_qd, _ = inverse_dynamics_derivatives(tree, q, qd, qdd)
    return _solve_columns(factor, by_q), _solve_columns(factor, by_qd), factor.invert()


def _solve_columns(factor: Factor, B: Square) -> Square:
    """−M⁻¹ B."""
    columns = [factor.solve([-x for x in column]) for column in transpose(_rows(B))]
    return [list(row) for row in zip(*columns, strict=True)]


def _weightless(tree: Tree) -> Tree:
    return replace(tree, gravity=(0, 0, 0), bodies=tuple(replace(b, inertia=Inertia()) for b in tree.bodies))


def _rows(A: Square) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(row) for row in A)
