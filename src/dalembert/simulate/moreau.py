"""Time stepping with dry friction: one stage, real stick, no events.  [moreau1988], [leine2004]

    v* = ẏ + h M⁻¹ (force without dry friction),    ẏ' = v* − M⁻¹Dᵀ λ,    y' = y + h ẏ'
    λ_i ∈ h [a_i − F_i, a_i + F_i],  and D_i ẏ' = 0 wherever λ_i is inside its bounds;  a is the friction's asymmetry

The friction impulses λ come from sweeps of projected Gauss-Seidel, λ_i ← clamp(λ_i + (D_i v)/A_ii) with A = D M⁻¹Dᵀ. A
place that held in the step before resists up to its static level, one that slides with F(ẏ). Friction is implicit: a joint
at rest stays at rest, for any number of trajectories at once, in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
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
    answer = _answer(plant, y, yd)
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
    rate += plant.powers(after, tau, lost + rubbed / b, plant.push(y, wrench))
    moved = [v + b * r for v, r in zip(acc, rate, strict=True)]
    moved[plant.layout.yd] = after
    return rate, moved


def _answer(plant: Plant, y: Any, yd: Any) -> Callable[[Any, bool], list[Any]]:
    """What a force does to ÿ: M⁻¹ force, or what the loops leave of it, with their own J̇q̇ where the motion `goes`."""
    M, n, tree = plant.inertia(y), plant.n, plant.tree
    links = [row[:n] for row in M[:n]]
    factor = None if tree.loops else Factor(links)
    found = rows(tree, y[: plant.nq], yd[:n]) if tree.loops else []
    J = dense(tree, found)

    def answer(force: Any, goes: bool) -> list[Any]:
        late = [-row.bias if goes else 0 for row in found]
        qdd = factor.solve(force[:n]) if factor is not None else solve(links, J, force[:n], late, plant.rank).x
        return [*qdd, *(force[n + j] / M[n + j][n + j] for j in range(len(plant.elastic)))]

    return answer


def _level(place: Any, rate: Any) -> Any:
    """F − a at this rate, or the static level where the place is held."""
    slides = place.drive.sliding(rate, 1, place.dry) - place.drive.asymmetry
    held = (1 - sign(absolute(rate) - STILL)) / 2
    return slides + (place.static - slides) * held


def _clamp(x: Any, bound: Any) -> Any:
    """x within ±bound: (|x + bound| − |x − bound|)/2."""
    return (absolute(x + bound) - absolute(x - bound)) / 2
