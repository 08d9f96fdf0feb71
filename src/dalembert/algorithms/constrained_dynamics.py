"""Dynamics of robots with loops and contacts, for each quantity in the table of quantities.

Each result includes three checks. `gap` is the largest loop-closure residual |φ| at the given q. `drift` is 0 unless
the given rates violate loop closure. `pivot`, the smallest pivot of J M⁻¹Jᵀ divided by its diagonal, is near 0 in
singular configurations. For overconstrained loops, the pivots are not meaningful, so `pivot` is instead 1 if J q̈ =
−J̇q̇ has a solution and 0 otherwise.

The equation q̇ = G u expresses all rates in terms of the independent rates u: J_d q̇_d + J_i u = 0, G = [1; −J_d⁺J_i],
q̈ = G u̇ + Ġu. [wehage1982]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, Protocol

from dalembert.algorithms.constraint import Row, dense, parts, rows
from dalembert.algorithms.crba import Factor
from dalembert.algorithms.forward import closed_dynamics, closed_dynamics_derivatives
from dalembert.algorithms.forward import impact as hit
from dalembert.algorithms.inverse import Wrench, actuator_efforts, mass_matrix, transposed
from dalembert.algorithms.multiplier import Constrained, Rank, solve
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.sweep import joints, world_poses
from dalembert.graph.scalar import absolute, maximum, minimum, select
from dalembert.robot.loop import Coupling
from dalembert.robot.tree import Tree
from dalembert.spatial.vector import ZERO, add, dot, matvec, scale
from dalembert.tolerance import CONSTRAINT_UNSOLVED, TINY


class Generic(Protocol):
    """Properties of the robot in a generic configuration with closed loops."""

    @property
    def known(self) -> Rank: ...
    def known_of_efforts(self, tree: Tree) -> Rank: ...
    def check_inertia(self, name: str) -> None: ...
    def check_actuated(self, tree: Tree) -> None: ...
    def independent(self, tree: Tree) -> tuple[int, ...]: ...


class Assembled(Protocol):
    """Loops and contacts of a robot."""

    @property
    def contacts(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def generic(self) -> Generic: ...
    @property
    def scales(self) -> tuple[float, ...]: ...


def forward_dynamics(tree: Tree, loops: Assembled, q: Any, qd: Any, tau: Any, wrench: Wrench = None) -> Any:
    """Compute the accelerations q̈ and the checks gap, drift and pivot."""
    loops.generic.check_inertia(tree.name)
    found, solved = closed_dynamics(tree, q, qd, tau, wrench, dict(loops.contacts), loops.generic.known)
    return solved.x, gap(loops, found), drift(loops, found, qd), _pivot(solved, loops.generic.known)


def inverse_dynamics(tree: Tree, loops: Assembled, q: Any, qd: Any, qdd: Any, wrench: Wrench = None) -> Any:
    """Compute the efforts τ of the actuated coordinates and the checks gap, drift and pivot."""
    loops.generic.check_actuated(tree)
    known = loops.generic.known_of_efforts(tree)
    tau, solved = actuator_efforts(tree, q, qd, qdd, wrench, dict(loops.contacts), known)
    found = rows(tree, q, qd, dict(loops.contacts))
    return tau, gap(loops, found), drift(loops, found, qd) + _late(loops, found, qd, qdd), _pivot(solved, known)


def forward_dynamics_derivatives(tree: Tree, loops: Assembled, q: Any, qd: Any, tau: Any) -> Any:
    """Compute ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ, and the checks gap, drift and pivot."""
    loops.generic.check_inertia(tree.name)
    known, contacts = loops.generic.known, dict(loops.contacts)
    by = closed_dynamics_derivatives(tree, q, qd, tau, contacts, known)
    found, solved = closed_dynamics(tree, q, qd, tau, None, contacts, known)
    return *by, gap(loops, found), drift(loops, found, qd), _pivot(solved, known)


def loop_forces(tree: Tree, loops: Assembled, q: Any, qd: Any, tau: Any, wrench: Wrench = None) -> Any:
    """Compute the force and moment on the second frame of each cut joint, or on the frame of each contact, in world
    axes. The checks gap, drift and pivot are also returned.

    For a coupling, the first entry is the multiplier of its polynomial.
    """
    known, contacts = loops.generic.known, dict(loops.contacts)
    found, solved = closed_dynamics(tree, q, qd, tau, wrench, contacts, known)
    poses = world_poses(tree, joints(tree, q))
    forces, first = [], 0
    for k, part in enumerate(parts(tree, q, qd, contacts)):
        loop = tree.loops[k] if k < len(tree.loops) else None
        multipliers = solved.multipliers[first : first + len(part)]
        first += len(part)
        if isinstance(loop, Coupling):
            forces.append([multipliers[0], 0, 0, 0, 0, 0])
            continue
        f, n = ZERO, ZERO
        for row, size in zip(part, multipliers, strict=True):
            f, n = add(f, scale(size, row.arm[0])), add(n, scale(size, row.arm[1]))
        root = -1 if loop is None else tree.common(loop.first, loop.second)
        turn = poses[root].R if root >= 0 else ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        forces.append([*matvec(turn, f), *matvec(turn, n)])
    return forces, gap(loops, found), drift(loops, found, qd), _pivot(solved, known)


def impact(tree: Tree, loops: Assembled, q: Any, qd: Any, restitution: Any) -> Any:
    """Compute the rates q̇ after the impact, the impulses, and the checks gap, drift and pivot."""
    known, contacts = loops.generic.known, dict(loops.contacts)
    solved = hit(tree, q, qd, restitution, contacts, known)
    still = [0] * tree.nv
    kept = len(rows(tree, q, still))
    found = [  # the condition is J q̇⁺ = 0 for loops, J q̇⁺ = −e J q̇⁻ for contacts
        row._replace(bias=0 if i < kept else restitution * sum((x * qd[k] for k, x in row.slopes.items()), 0))
        for i, row in enumerate(rows(tree, q, still, contacts))
    ]
    return solved.x, solved.multipliers, gap(loops, found), drift(loops, found, qd), _pivot(solved, known)


def project(tree: Tree, loops: Assembled, q: Any, qd: Any, qdd: Any) -> Any:
    """Project q̇ and q̈ onto the constraints: q̇ − P J q̇ and q̈ − P (J q̈ + J̇q̇) with P = M⁻¹Jᵀ(J M⁻¹Jᵀ)⁻¹. Also
    return the checks gap, drift and pivot, where drift can be arbitrarily large."""
    loops.generic.check_inertia(tree.name)
    known = loops.generic.known
    contacts = dict(loops.contacts)
    none = [0] * tree.nv
    J, M = dense(tree, rows(tree, q, none, contacts)), mass_matrix(tree, q)
    corrected = solve(M, J, none, [-dot(row, qd) for row in J], known)
    after = add(qd, corrected.x)
    found = rows(tree, q, after, contacts)
    late = solve(M, J, none, [-(dot(row, qdd) + part.bias) for row, part in zip(J, found, strict=True)], known)
    moved = [x * rate for row in J for x, rate in zip(row, qd, strict=True)]
    return after, add(qdd, late.x), gap(loops, found), 0, _pivot(corrected._replace(size=dot(moved, moved)), known)


def independent_map(tree: Tree, loops: Assembled, q: Any, qd: Any) -> Any:
    """Compute the matrix G in q̇ = G u, the term Ġu, and the checks gap, drift and pivot."""
    own = loops.generic.independent(tree)
    every = rows(tree, q, qd, dict(loops.contacts))
    found = [row for row in every if row.slopes]
    J = dense(tree, found)
    others = [k for k in range(tree.nv) if k not in own]
    dependent = [[row[k] for k in others] for row in J]
    G = [[int(k == c) for c in own] for k in range(tree.nv)]
    late: list[Any] = [0] * tree.nv
    smallest: Any = 1
    if others:
        columns = transposed(dependent)
        square = [[dot(columns[min(i, j)], columns[max(i, j)]) for j in range(len(others))] for i in range(len(others))]
        factor = Factor(square)
        smallest = reduce(minimum, [d / square[i][i] for i, d in enumerate(factor.pivots)])
        for place, c in enumerate(own):
            for k, x in zip(others, _least(factor, dependent, [-row[c] for row in J]), strict=True):
                G[k][place] = x
        for k, x in zip(others, _least(factor, dependent, [-row.bias for row in found]), strict=True):
            late[k] = x
    return G, late, gap(loops, found), drift(loops, every, qd), smallest


def _least(factor: Factor, A: list[list[Any]], b: Sequence[Any]) -> list[Any]:
    """Solve the least-squares problem min |A x − b| by the normal equations with one correction step."""
    columns = transposed(A)
    x = factor.solve([dot(column, b) for column in columns])
    rest = [y - dot(row, x) for row, y in zip(A, b, strict=True)]
    return list(add(x, factor.solve([dot(column, rest) for column in columns])))


def independent_mass_matrix(tree: Tree, loops: Assembled, q: Any) -> Any:
    """Compute the mass matrix GᵀM G for the independent rates, and the checks gap, drift and pivot."""
    G, _, apart, opening, pivot = independent_map(tree, loops, q, [0] * tree.nv)
    M = mass_matrix(tree, q)
    columns = transposed(G)
    moved = [[dot(row, column) for row in M] for column in columns]
    size = range(len(columns))
    return [[dot(columns[min(i, j)], moved[max(i, j)]) for j in size] for i in size], apart, opening, pivot


def independent_gravity_vector(tree: Tree, loops: Assembled, q: Any) -> Any:
    """Compute the gravity vector Gᵀg for the independent rates, and the checks gap, drift and pivot."""
    still = [0] * tree.nv
    G, _, apart, opening, pivot = independent_map(tree, loops, q, still)
    g = rnea(tree, q, still, still)
    return [dot(column, g) for column in transposed(G)], apart, opening, pivot


def gap(loops: Assembled, found: Sequence[Row]) -> Any:
    """Return the largest loop-closure residual |φ|, in radians for angles and relative to the size of the mechanism for
    lengths."""
    groups = _groups(loops, [row.phi for row in found])
    return reduce(maximum, [0, *(unit * reduce(maximum, map(absolute, phi)) for unit, phi in groups.items())])


def drift(loops: Assembled, found: Sequence[Row], qd: Sequence[Any]) -> Any:
    """Return the velocity error |J q̇|² / (1 + |q̇|²) of the loops, with lengths relative to the size of the mechanism.
    Sliding contacts are not included."""
    opening = [sum((x * qd[k] for k, x in row.slopes.items()), 0) for row in found]
    return _squared(loops, opening) / (1 + dot(qd, qd))


def _late(loops: Assembled, found: Sequence[Row], qd: Sequence[Any], qdd: Sequence[Any]) -> Any:
    """Return the acceleration error |J q̈ + J̇q̇|² / (1 + |q̈|² + |q̇|⁴) of the loops."""
    opening = [sum((x * qdd[k] for k, x in row.slopes.items()), row.bias) for row in found]
    fast = dot(qd, qd)
    return _squared(loops, opening) / (1 + dot(qdd, qdd) + fast * fast)


def _squared(loops: Assembled, opening: Sequence[Any]) -> Any:
    """Return the sum Σ (scale · rate)² over the constraint rows of loops."""
    return sum((unit * unit * dot(rates, rates) for unit, rates in _groups(loops, opening).items()), 0)


def _groups(loops: Assembled, numbers: Sequence[Any]) -> dict[float, list[Any]]:
    """Group the values of the loop constraints by scale. Subsequent values, which belong to contacts, are ignored."""
    groups: dict[float, list[Any]] = {}
    for unit, x in zip(loops.scales, numbers, strict=False):
        groups.setdefault(unit, []).append(x)
    return groups


def _pivot(solved: Constrained, known: Rank) -> Any:
    if known.full:
        return reduce(minimum, [1, *solved.pivots])
    return select(solved.unmet, CONSTRAINT_UNSOLVED * solved.size + TINY, 1, 0)
