"""Projection of the state at the end of a step: quaternions are normalized, and loops are closed.

    quaternions    q ← q / |q|
    loops          q ← q ⊕ δ,  δ = −M⁻¹Jᵀ(J M⁻¹Jᵀ)⁻¹ φ   twice;    q̇ ← q̇ − M⁻¹Jᵀ(J M⁻¹Jᵀ)⁻¹ J q̇
                   not finite if the loops do not determine the motion, that is, if |ΔT| ≥ T/100, or |φ| has increased

The correction has the smallest possible norm in the metric defined by M. The energy added by the correction is an entry
in the energy balance. M is evaluated only once, at the end of the step. J is also evaluated only once, for both
corrections of q. The error after the second correction is proportional to the cube of the initial error. [hairer2006,
§IV.4] At a singular configuration, the correction would depend only on rounding errors and would remove q̇ like a
loop-closure error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.constraint import closure, dense, rows
from dalembert.algorithms.multiplier import solve
from dalembert.algorithms.state_equation import Plant
from dalembert.algorithms.tangent import integrate, normalised
from dalembert.graph.scalar import absolute, select
from dalembert.spatial.vector import add, dot, negative
from dalembert.tolerance import LOOP_OPEN, REST_SQUARED

CORRECTIONS = 2
TOLD = 0.01  # fraction of T: far above the closure error of a reasonable step, and below that of a branch change


def finish(plant: Plant, x: Sequence[Any]) -> list[Any]:
    """Correct the state after a step: normalize the quaternions and close the loops."""
    L, tree = plant.layout, plant.tree
    done = list(x)
    for body in tree.bodies:
        if body.motion == "ball":
            done[body.place : body.place + 4] = normalised([x[k] for k in body.entries])
    if not tree.loops:
        return done
    q = done[L.q]
    qd = done[L.qd]
    theta = done[L.theta]
    thetad = done[L.thetad]
    M = [row[: plant.n] for row in plant.inertia(done[L.y])[: plant.n]]
    none: list[Any] = [0] * plant.n
    found = rows(tree, q, none)
    J, closed = dense(tree, found), list(q)
    for k in range(CORRECTIONS):
        phi = [row.phi for row in found] if k == 0 else closure(tree, closed)
        closed = integrate(tree, closed, solve(M, J, none, negative(phi), plant.rank).x)
    left = rows(tree, closed, none)
    J = dense(tree, left)
    after = add(qd, solve(M, J, none, [-dot(row, qd) for row in J], plant.rank).x)
    y = [*q, *theta]
    yd = [*qd, *thetad]
    y1 = [*closed, *theta]
    yd1 = [*after, *thetad]
    T, T1 = plant.kinetic(y, yd), plant.kinetic(y1, yd1)
    done[L.y], done[L.yd] = y1, yd1
    done[L.projected] = done[L.projected] + T1 + _potential(plant, y1) - T - _potential(plant, y)
    phi, phi1 = ([row.phi for row in part] for part in (found, left))
    bound = dot(phi, phi) + LOOP_OPEN**2
    apart = select(
        absolute(T1 - T), TOLD * T + REST_SQUARED * sum(M[k][k] for k in range(plant.n)), dot(phi1, phi1), bound
    )
    done[L.yd.start] = done[L.yd.start] / select(apart, bound, 1, 0)
    return done


def _potential(plant: Plant, y: Any) -> Any:
    return plant.potential(y) + plant.stored(y)
