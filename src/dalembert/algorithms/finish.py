"""What a step ends with: the state is put back where it belongs.

    quaternions    q ← q / |q|
    loops          q ← q ⊕ δ,  δ = −M⁻¹Jᵀ(J M⁻¹Jᵀ)⁻¹ φ   twice;    q̇ ← q̇ − M⁻¹Jᵀ(J M⁻¹Jᵀ)⁻¹ J q̇

The metric is that of M: no other correction that closes the loops moves less mass. What it changes of the energy is
written to the ledger. M is taken once, where the step ended, and so is J of both corrections of q: the second leaves
the cube of what the first found.  [hairer2006, §IV.4]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.constraint import closure, dense, rows
from dalembert.algorithms.multiplier import solve
from dalembert.algorithms.plant import Plant
from dalembert.algorithms.tangent import integrate, normalised
from dalembert.spatial.vector import add, dot, negative

CORRECTIONS = 2


def is_needed(plant: Plant) -> bool:
    """Whether steps leave something to put right."""
    return bool(plant.tree.loops) or any(body.motion == "ball" for body in plant.tree.bodies)


def finish(plant: Plant, x: Sequence[Any]) -> list[Any]:
    """The state after its step, with quaternions of unit length and loops closed."""
    L, tree = plant.layout, plant.tree
    done = list(x)
    for body in tree.bodies:
        if body.motion == "ball":
            done[body.place : body.place + 4] = normalised([x[k] for k in body.entries])
    if not tree.loops:
        return done
    q, qd, theta, thetad = done[L.q], done[L.qd], done[L.theta], done[L.thetad]
    M = [row[: plant.n] for row in plant.inertia(done[L.y])[: plant.n]]
    none: list[Any] = [0] * plant.n
    found = rows(tree, q, none)
    J, closed = dense(tree, found), list(q)
    for k in range(CORRECTIONS):
        phi = [row.phi for row in found] if k == 0 else closure(tree, closed)
        closed = integrate(tree, closed, solve(M, J, none, negative(phi), plant.rank).x)
    J = dense(tree, rows(tree, closed, none))
    after = add(qd, solve(M, J, none, [-dot(row, qd) for row in J], plant.rank).x)
    y, yd, y1, yd1 = [*q, *theta], [*qd, *thetad], [*closed, *theta], [*after, *thetad]
    done[L.y], done[L.yd] = y1, yd1
    done[L.projected] = done[L.projected] + _energy(plant, y1, yd1) - _energy(plant, y, yd)
    return done


def _energy(plant: Plant, y: Any, yd: Any) -> Any:
    return plant.kinetic(y, yd) + plant.potential(y) + plant.stored(y)
