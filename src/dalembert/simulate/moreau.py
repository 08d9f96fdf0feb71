"""Time stepping with dry friction: one stage, real stick, no events.  [moreau1988], [leine2004]

    v* = ẏ + h A⁻¹ (force without dry friction),    ẏ' = v* − A⁻¹Dᵀ λ,    y' = y + h ẏ',    A = M + h B
    λ_i ∈ h [a_i − F_i, a_i + F_i],  and D_i ẏ' = 0 wherever λ_i is inside its bounds;  a is the friction's asymmetry

The friction impulses λ come from sweeps of projected Gauss-Seidel, λ_i ← clamp(λ_i + (D_i v)/G_ii) with G = D A⁻¹Dᵀ. A
place that held in the step before resists up to its static level, one that slides with F(ẏ). Friction is implicit: a joint
at rest stays at rest, for any number of trajectories at once, in compiled code; and viscous friction B is: a light wrist whose
motion dies out within a step (M/B < h) is as stable as any other.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add
from typing import Any

from dalembert.algorithms.constraint import dense, rows
from dalembert.algorithms.factor import Factor
from dalembert.algorithms.multiplier import solve
from dalembert.algorithms.plant import Plant
from dalembert.graph import Scalar
from dalembert.graph.scalar import absolute, sign
from dalembert.spatial.vector import dot

SWEEPS = 12
STILL = 1e-7  # rate below which a place counts as held: what the sweeps leave of one that is


def moreau(
    plant: Plant, x: Any, k: Any, acc: Any, u: Any, a: Any, b: Any, wrench: Any
) -> tuple[list[Scalar], list[Scalar]]:
    """One step b = h."""
    y, yd, z = plant.split(x)
    places = plant.dry
    _, tau, zd, lost = plant.efforts(y, yd, z, u, [0] * len(places))
    force = plant.force(y, yd, z, u, [0] * len(places), wrench)
    rub = plant.viscous
    answer = _answer(plant, y, yd, [[b * x for x in row] for row in rub])
    after = [v + b * r for v, r in zip(yd, answer(force, True), strict=True)]
    responses = [answer(list(place.row), False) for place in places]
    impulses: list[Any] = [0] * len(places)
    bounds = [b * _level(place, dot(place.row, yd)) for place in places]
    own = [1 / dot(place.row, r) for place, r in zip(places, responses, strict=True)]
    for _ in range(SWEEPS if len(places) > 1 else 1):
        for i, place in enumerate(places):
            wanted = impulses[i] + dot(place.row, after) * own[i]
            lean = b * place.drive.asymmetry
            impulse = lean + _clamp(wanted - lean, bounds[i])
            change = impulse - impulses[i]
            after = [v - r * change for v, r in zip(after, responses[i], strict=True)]
            impulses[i] = impulse
    rubbed = dot(impulses, [dot(place.row, after) for place in places])
    rate = [*plant.velocity(y, after), *((p - v) / b for p, v in zip(after, yd, strict=True)), *zd]
    lost = lost + _taken(rub, after) - _taken(rub, yd)  # B acts on the rates at the step's end
    rate += plant.powers(after, tau, lost + rubbed / b, plant.push(y, wrench))
    moved = [v + b * r for v, r in zip(acc, rate, strict=True)]
    moved[plant.layout.yd] = after
    return rate, moved


def _answer(plant: Plant, y: Any, yd: Any, rub: Any) -> Callable[[Any, bool], list[Any]]:
    """What a force does to ÿ: (M + h B)⁻¹ force, or what the loops leave of it, with their own J̇q̇ where the motion `goes`."""
    n, tree = plant.n, plant.tree
    M = [list(map(add, *both)) for both in zip(plant.inertia(y), rub, strict=True)]
    links = [row[:n] for row in M[:n]]
    factor = None if tree.loops else Factor(links)
    found = rows(tree, y[: plant.nq], yd[:n]) if tree.loops else []
    J = dense(tree, found)

    def answer(force: Any, goes: bool) -> list[Any]:
        late = [-row.bias if goes else 0 for row in found]
        if factor is not None:
            qdd = factor.solve(force[:n])
        else:
            solved = solve(links, J, force[:n], late, plant.rank)
            qdd = told(solved.x, solved.told)
        return [*qdd, *(force[n + j] / M[n + j][n + j] for j in range(len(plant.elastic)))]

    return answer


def told(ydd: list[Any], is_told: Any) -> list[Any]:
    """ÿ, not finite where the loops do not tell it: a fixed step cannot pass a singular configuration by its size."""
    return [ydd[0] / is_told, *ydd[1:]]


def _taken(rub: Any, yd: Any) -> Any:
    """ẏᵀ B ẏ."""
    return dot(yd, [dot(row, yd) for row in rub])


def _level(place: Any, rate: Any) -> Any:
    """F − a at this rate, or the static level where the place is held."""
    slides = place.drive.sliding(rate, 1, place.dry) - place.drive.asymmetry
    held = (1 - sign(absolute(rate) - STILL)) / 2
    return slides + (place.static - slides) * held


def _clamp(x: Any, bound: Any) -> Any:
    """x within ±bound: (|x + bound| − |x − bound|)/2."""
    return (absolute(x + bound) - absolute(x - bound)) / 2
