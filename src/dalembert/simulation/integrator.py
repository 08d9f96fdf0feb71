"""Compiled one-step integrators, which compute many steps of many trajectories in a single call.

rk4       k' = f(x + a k), acc' = acc + b k'  with  a = h (0, ½, ½, 1),  b = h (1, 2, 2, 1)/6        order 4  [hairer1993, §II.1]
euler     ẏ' = ẏ + h ÿ,  y' = y + h ẏ'   semi-implicit                                             order 1  [hairer2006, §I.1]
midpoint  (y, p)' = (y, p) + h f((y + y')/2, (p + p')/2),  p = M ẏ,  ẏ = ∂H/∂p,  ṗ = ∂L/∂y + efforts
          implicit, symplectic in (y, p): the energy error stays bounded  [hairer2006, §VI.4]      order 2
moreau    v* = ẏ + h A⁻¹ (force without dry friction),  ẏ' = v* − A⁻¹Dᵀ λ,  y' = y + h ẏ',  A = M + h B
          λ_i ∈ h [a_i − F_i, a_i + F_i],  and D_i ẏ' = 0 wherever λ_i is inside its bounds;  a is the asymmetry of friction
          time stepping with dry friction, without events  [moreau1988], [leine2004]               order 1

The midpoint rule iterates k' = f(x + (h/2) k), starting from the final k of the previous step. The compiled loop is the
same as for rk4, but the table differs: a = h/2 in every stage and b = h in the last stage. The iteration converges if h
is less than the time constant of the fastest motion. The energy of the change in the last iteration is recorded. If the
iteration does not converge, the run raises an error. For robots with ball joints or loops, each step ends with `finish`
from `algorithms.state_projection`. The midpoint rule does not support robots with ball joints or loops.

The methods rk4, euler and midpoint model dry friction as fc sign(q̇), so the friction of a joint at rest changes sign
from step to step (chatter). The method `moreau` computes the friction impulses λ by projected Gauss-Seidel iterations,
λ_i ← clamp(λ_i + (D_i v)/G_ii) with G = D A⁻¹Dᵀ. The bound on the friction force is the static friction if the element
was sticking in the last step, and F(ẏ) otherwise. Dry friction and viscous friction (B) are integrated implicitly. A
joint at rest therefore remains at rest, and light joints whose motion decays within one step (M/B < h) are stable. Only
the adaptive methods reproduce sticking exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, prod
from typing import Any

import numpy as np

from dalembert.algorithms.constraint import dense, rows
from dalembert.algorithms.crba import Factor
from dalembert.algorithms.multiplier import solve
from dalembert.algorithms.state_equation import Plant
from dalembert.algorithms.state_projection import finish
from dalembert.boundary import Array, without
from dalembert.codegen.function import StateBlock, Stepping, one_step
from dalembert.codegen.runtimes.kernel import Kernel, vectors
from dalembert.codegen.runtimes.stepping import CompiledStepping
from dalembert.graph import Node, Scalar, substitute
from dalembert.graph.diff import gradient
from dalembert.graph.hoist import hoist
from dalembert.graph.scalar import absolute, is_zero, sign
from dalembert.robot.tree import coordinates
from dalembert.simulation.model import SimulationModel
from dalembert.spatial.vector import dot
from dalembert.tolerance import REST_IMPULSE

SWEEPS = 12


def moreau(
    plant: Plant, x: Any, k: Any, acc: Any, u: Any, a: Any, b: Any, wrench: Any
) -> tuple[list[Scalar], list[Scalar]]:
    """Compute a time step of length b = h with Moreau's method."""
    y, yd, z = plant.split(x)
    places = plant.dry
    still = [0] * len(places)
    _, tau, zd, lost = plant.efforts(y, yd, z, u, still)
    force = plant.force(y, yd, z, u, still, wrench)
    viscous = plant.viscous
    A = [[m + b * x for m, x in zip(*both, strict=True)] for both in zip(plant.inertia(y), viscous, strict=True)]
    respond = _response(plant, y, yd, A)
    after = _advanced(yd, b, respond(force, True))
    responses = [respond(list(place.row), False) for place in places]
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
    lost = lost + _dissipated(viscous, after) - _dissipated(viscous, yd)  # friction of final velocities
    rate += plant.powers(after, tau, lost + rubbed / b, plant.push(y, wrench))
    moved = _advanced(acc, b, rate)
    moved[plant.layout.yd] = after
    return rate, moved


def _advanced(x: Any, h: Any, rate: Any) -> list[Any]:
    """Compute x + h ẋ elementwise."""
    return [p + h * r for p, r in zip(x, rate, strict=True)]


def _response(plant: Plant, y: Any, yd: Any, A: Any) -> Callable[[Any, bool], list[Any]]:
    """Return a function that computes the response ÿ = A⁻¹ force, subject to loop closure.

    The loop terms J̇q̇ are included if `goes`, the argument of the returned function, is true.
    """
    n, tree = plant.n, plant.tree
    links = [row[:n] for row in A[:n]]
    factor = None if tree.loops else Factor(links)
    found = rows(tree, y[: plant.nq], yd[:n]) if tree.loops else []
    J = dense(tree, found)

    def respond(force: Any, goes: bool) -> list[Any]:
        late = [-row.bias if goes else 0 for row in found]
        if factor is not None:
            qdd = factor.solve(force[:n])
        else:
            solved = solve(links, J, force[:n], late, plant.rank)
            qdd = determined(solved.x, solved.determined)
        return [*qdd, *(force[k] / A[k][k] for k in range(n, len(A)))]

    return respond


def determined(ydd: list[Any], is_determined: Any) -> list[Any]:
    """Replace ÿ by NaN if the loops do not determine the accelerations.

    A step must not pass through a singular configuration.
    """
    return [ydd[0] / is_determined, *ydd[1:]]


def _dissipated(viscous: Any, yd: Any) -> Any:
    """Compute the power ẏᵀ B ẏ that viscous friction dissipates."""
    return dot(yd, [dot(row, yd) for row in viscous])


def _level(place: Any, rate: Any) -> Any:
    """Compute the friction level F − a of a sliding element, or the static friction of a resting element."""
    slides = place.drive.sliding(rate, 1, place.dry) - place.drive.asymmetry
    held = (1 - sign(absolute(rate) - REST_IMPULSE)) / 2
    return slides + (place.static - slides) * held


def _clamp(x: Any, bound: Any) -> Any:
    """Limit x to ±bound, computed as (|x + bound| − |x − bound|)/2."""
    return (absolute(x + bound) - absolute(x - bound)) / 2


Stage = Callable[[Plant, Any, Any, Any, Any, Any, Any, Any], tuple[list[Scalar], list[Scalar]]]
ITERATIONS = 8
_BUDGET = 5e8  # operations per call, some hundredths of a second
_LANES = 8  # trajectories per compiled block, the same on every machine


@dataclass(frozen=True)
class Method:
    """One-step method: stage function, table (a, b) for a step of length 1, largest stable h λ for decay at the rate λ,
    and whether the variables are (y, p)."""

    stage: Stage
    table: tuple[tuple[float, float], ...]
    stable: float
    canonical: bool = False


def _explicit(
    plant: Plant, x: Any, k: Any, acc: Any, u: Any, a: Any, b: Any, wrench: Any
) -> tuple[list[Scalar], list[Scalar]]:
    rate = _rate(plant, _advanced(x, a, k), u, wrench)
    return rate, _advanced(acc, b, rate)


def _semi_implicit(
    plant: Plant, x: Any, k: Any, acc: Any, u: Any, a: Any, b: Any, wrench: Any
) -> tuple[list[Scalar], list[Scalar]]:
    rate = _rate(plant, x, u, wrench, b)
    return rate, _advanced(acc, b, rate)


def _rate(plant: Plant, x: Any, u: Any, wrench: Any, late: Any = 0) -> list[Scalar]:
    """Compute ẋ, using the velocity ẏ at the time `late` after the state x."""
    y, yd, z = plant.split(x)
    made = plant.rates(y, yd, z, u, None, wrench)
    ydd = determined(made.ydd, made.determined)
    yd = yd if is_zero(late) else _advanced(yd, late, ydd)
    return [*plant.velocity(y, yd), *ydd, *made.zd, *made.ledger]


def _canonical(
    plant: Plant, x: Any, k: Any, acc: Any, u: Any, a: Any, b: Any, wrench: Any
) -> tuple[list[Scalar], list[Scalar]]:
    here = _advanced(x, a, k)
    y, p, _ = plant.split(here)
    angles, rates = coordinates("y_", plant.nv), coordinates("v_", plant.nv)
    lagrangian = plant.kinetic(angles, rates) - plant.potential(angles)
    slopes = gradient(lagrangian, angles)
    M = plant.inertia(y)
    yd = _response(plant, y, (), M)(p, False)
    values = {node.value: given for node, given in zip((*angles, *rates), (*y, *yd), strict=True)}
    slopes = substitute(slopes, values)
    efforts, tau, _, lost = plant.efforts(y, yd, (), u, None)
    push = plant.push(y, wrench)
    pd = [s + e + w for s, e, w in zip(slopes, efforts, push, strict=True)]
    rate = [*yd, *pd, *plant.powers(yd, tau, lost, push)]
    change = [r - s for r, s in zip(yd, k, strict=False)]
    rate.append(dot(change, [dot(row, change) for row in M]))
    return rate, _advanced(acc, b, rate)


METHODS: dict[str, Method] = {
    "rk4": Method(_explicit, ((0.0, 1 / 6), (0.5, 1 / 3), (0.5, 1 / 3), (1.0, 1 / 6)), 2.785),
    "euler": Method(_semi_implicit, ((0.0, 1.0),), 2.0),
    "moreau": Method(moreau, ((0.0, 1.0),), 2.0),
    "midpoint": Method(_canonical, ((0.5, 0.0),) * (ITERATIONS - 1) + ((0.5, 1.0),), inf, canonical=True),
}


@dataclass(frozen=True)
class TracedStage:
    """Graphs for one stage, (x, k, acc, u, [a, b]) -> (rate, total), and for the end of a step, x -> finish(x)."""

    x: tuple[Node, ...]
    k: tuple[Node, ...]
    acc: tuple[Node, ...]
    u: tuple[Node, ...]
    ab: tuple[Node, ...]
    rate: tuple[Scalar, ...]
    total: tuple[Scalar, ...]
    finish: tuple[Scalar, ...] | None


def traced_stage(plant: Plant, frames: Sequence[str], method: str) -> TracedStage:
    """Trace one stage of a method. All steppers are compiled from traced stages.

    Constant wrenches follow the inputs u.
    """
    chosen = METHODS[method]
    size = plant.layout.size + int(chosen.canonical)
    x, k, acc = (coordinates(f"{letter}_", size) for letter in ("x", "k", "acc"))
    u, ab = coordinates("u", plant.n), coordinates("ab", 2)
    pushes: dict[str, tuple[Node, ...]] = {f: coordinates(f"w{i + 1}_", 6) for i, f in enumerate(frames)}
    rate, total = chosen.stage(plant, x, k, acc, u, ab[0], ab[1], pushes or None)
    inputs = (*u, *(w for push in pushes.values() for w in push))
    last = tuple(finish(plant, x)) if plant.drifts else None
    return TracedStage(x, k, acc, inputs, ab, tuple(rate), tuple(total), last)


def stepping(model: SimulationModel, method: str, name: str) -> Stepping:
    """Return the traced stage of a method as named functions, for export."""
    t, L = traced_stage(model.plant, model.frames, method), model.layout
    places = {"q": L.q, "theta": L.theta, "qd": L.qd, "thetad": L.thetad, "z": L.z, "balance": L.ledger}
    parts = tuple(StateBlock(x, at.start, at.stop) for x, at in places.items() if at.stop > at.start)
    return one_step(name, (t.x, t.k, t.acc, t.u, t.ab), (t.rate, t.total), METHODS[method].table, t.finish, parts)


def compiled_stepper(
    t: TracedStage, method: str, parameters: Sequence[Node], dtype: str
) -> tuple[CompiledStepping, Kernel | None]:
    """Compile a stepper whose inputs are u and the constants.

    Return the stepper and the compiled function that computes the constants from the parameters (None if there are no
    parameters).
    """
    parts, symbols, scalars = hoist([*t.rate, *t.total], parameters)
    both = scalars[: len(t.rate)], scalars[len(t.rate) :]
    given = (t.x, t.k, t.acc, (*t.u, *symbols), t.ab)
    march = CompiledStepping(one_step(method, given, both, METHODS[method].table, t.finish), dtype)
    if not parts:
        return march, None
    return march, Kernel("constants", vectors(parameters=parameters), vectors(constants=tuple(parts)), dtype)


class Stepper:
    """Compiled stepper for a model and a method. The inputs of the stepper are `u` and constant wrenches."""

    def __init__(self, model: SimulationModel, method: str) -> None:
        self.model, self.name, self.method = model, method, METHODS[method]
        if self.method.canonical and (model.plant.nz or model.plant.drifts):
            what = "bristles or currents" if model.plant.nz else "loops" if model.robot.loops else "ball joints"
            without(model.robot, f"method {method}", what, [None])
        pattern = model.pattern
        symbols = () if pattern.loose is None else pattern.loose.symbols
        found = pattern.kept(
            f"march {method}",
            lambda: compiled_stepper(traced_stage(pattern.plant, model.frames, method), method, symbols, "float64"),
        )
        self.march: CompiledStepping
        self.march, first = found
        self._constants = np.zeros(0) if first is None else first(model.payload)

    def most(self, trajectories: int) -> int:
        """Return the maximum number of steps in one call. Ctrl-C is only handled between compiled calls.

        The number of steps depends on the model and the method but not on measured times, so results do not depend on
        the machine load.
        """
        return max(1, int(_BUDGET / (self._cost * max(_LANES, trajectories))))

    @property
    def _cost(self) -> int:
        return max(1, self.march.operations.total * len(self.method.table) + self.march.finishing.total)

    def __call__(self, x: Array, u: Array, h: float, steps: int) -> Array:
        """Compute the states after each of the K input samples, for x (..., s) and u (..., K, inputs).

        Each sample is held over `steps` steps.
        """
        if self._constants.size:
            more = np.broadcast_to(self._constants, (*u.shape[:-1], self._constants.size))
            u = np.concatenate([u, more], axis=-1)
        leading = np.broadcast_shapes(x.shape[:-1], u.shape[:-2])
        samples = u.shape[-2]
        count = prod(leading)
        block = max(_LANES, int(_BUDGET / (self._cost * samples * steps)))
        with np.errstate(all="ignore"):  # divergence is reported later, with the time and the joint
            if count <= block:
                return self.march(x, u, h, steps)
            many = np.broadcast_to(x, (*leading, x.shape[-1])).reshape(count, -1)
            given = np.broadcast_to(u, (*leading, *u.shape[-2:])).reshape(count, samples, -1)
            some = [slice(i, i + block) for i in range(0, count, block)]
            parts = [self.march(many[part], given[part], h, steps) for part in some]
        return np.concatenate(parts).reshape(*leading, samples, x.shape[-1])

    def inward(self, x: Array) -> Array:
        """Convert a state to the variables of the method. The midpoint rule uses momenta instead of velocities."""
        if not self.method.canonical:
            return x
        L = self.model.layout
        moved = x.copy()
        moved[..., L.yd] = np.einsum("...ij,...j->...i", self._mass(x[..., L.y]), x[..., L.yd])
        return np.concatenate([moved, np.zeros((*x.shape[:-1], 1))], axis=-1)

    def outward(self, x: Array) -> Array:
        """Convert a state from the variables of the method to positions and velocities."""
        if not self.method.canonical:
            return x
        L = self.model.layout
        back = x[..., :-1].copy()
        M = self._mass(x[..., L.y])
        M = np.where(np.linalg.slogdet(M).sign[..., None, None] == 0, np.nan, M)  # reported as a divergent motion
        back[..., L.yd] = np.linalg.solve(M, x[..., L.yd, None])[..., 0]
        return back

    def change(self, x: Array) -> Array:
        """Return ∫ δᵀM δ dt, where δ is the change of ẏ in the last iteration of each step.

        The result is 0 for explicit methods.
        """
        return x[..., -1] if self.method.canonical else np.zeros(x.shape[:-1])

    def _mass(self, y: Array) -> Array:
        result: Array = self.model.mass(np.ascontiguousarray(y))
        return result
