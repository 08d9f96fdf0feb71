"""Self-tests of exported code: input ranges, sample states with results, and a sample simulation.

Sample states are deterministic. Entry k of state j is sin(1.7 k + 0.9 j), scaled and shifted to the input range.
Repeated exports of a model therefore generate identical files. For robots with loops, q satisfies loop closure.

The graph interpreter evaluates the samples. Rounding the inputs changes the results by half a unit in the last place
times the condition number of the function. No implementation can achieve a smaller error. If this rounding error
exceeds the usual tolerance, for example in redundantly constrained loops, it is used as the tolerance. In single
precision, results near a singular configuration have few correct digits. The candidate states with the smallest
single-precision errors are stored, and these errors are treated as rounding errors. If the error exceeds the tolerance
for half of the states, export in single precision raises an error.

An exported simulation is tested with a stored run of ten steps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.argument import known
from dalembert.boundary import Array
from dalembert.codegen.packages.target import TOLERANCE, ExportedSimulation, StoredRun, StoredSample, plain
from dalembert.codegen.runtimes.kernel import PARAMETERS
from dalembert.errors import NotAssembled
from dalembert.finding.finding import Argument, Given, Measure, Pass, RobotName
from dalembert.graph import Node, Scalar, evaluate
from dalembert.kinematics.configuration import bounds, display_configuration
from dalembert.mechanism.loops import assemble, project
from dalembert.robot.model import Robot
from dalembert.robot.symbolic import Parametrized
from dalembert.simulation.integrator import METHODS, Stepper, stepping
from dalembert.simulation.model import simulation_model
from dalembert.tolerance import DEAD_ZONE

Range = tuple[float, float]
RUN_STEPS = 10
_SIZES = tuple(10.0**-k for k in (3, 4, 5, 6))  # s; the first feasible step is used
ANGLE = 1e4  # rad or m; argument reduction is still accurate for sums of ten such angles
LARGE = 1e6  # range of any other input
_CONFIGURATIONS = ("q", "q0", "q1", "q_d")
_LIMITS = {"qd": "velocity", "qd_d": "velocity", "tau": "effort", "u": "effort"}
_OWN: dict[str, Range] = {
    "restitution": (0.0, 1.0),
    "h": (0.0, 1.0),
    "period": (0.0, 1.0),
    "dead_zone": (DEAD_ZONE, LARGE),
    **dict.fromkeys(("kp", "kd", "gain", "limit"), (0.0, LARGE)),
}
_MODEST = {
    "h": _SIZES[0],
    "period": _SIZES[0],
    "kp": 100.0,
    "kd": 20.0,
    "gain": 50.0,
    "limit": 200.0,
}  # largest absolute values of states
_ELSE = 1.3


def ranges(robot: Robot, label: str, size: int, *, limits: bool = False) -> list[Range]:
    """Return the smallest and largest value of each entry of an input. If `limits` is true, the range is restricted to
    the joint limits."""
    free = (-LARGE, LARGE)
    if label in _OWN:
        return [_OWN[label]] * size
    if label == "x":
        return ranges(robot, "q", robot.nq, limits=limits) + [free] * (size - robot.nq)
    if label in _CONFIGURATIONS:
        lower, upper = bounds(robot, limits)
        return [(max(float(a), -ANGLE), min(float(b), ANGLE)) for a, b in zip(lower, upper, strict=True)]
    if limits and label in _LIMITS and size == robot.nv:
        found = [getattr(dof.limits, _LIMITS[label]) for dof in robot.dofs]
        return [free if x is None or not x < LARGE else (-float(x), float(x)) for x in found]
    return [free] * size


def states(robot: Robot, label: str, spans: Sequence[Range], count: int, seed: int) -> Array:
    """Generate `count` values of an input within its range, as an array (count, entries)."""
    wave = [[math.sin(1.7 * (k + 1) + 0.9 * j + seed) for k in range(len(spans))] for j in range(1, count + 1)]
    lower, upper = np.reshape(spans, (-1, 2)).T
    half = np.minimum((upper - lower) / 2, _MODEST.get(label, _ELSE))
    middle = np.clip(0.0, lower + half, upper - half)
    values: Array = middle + 0.95 * half * np.array(wave)
    if label in (*_CONFIGURATIONS, "x"):
        values[:, : robot.nq] = [_closed(robot, q) for q in values[:, : robot.nq]]
    return values


def _closed(robot: Robot, guess: Array) -> Array:
    """Normalize the quaternions of an initial guess, and close the loops."""
    q = np.array(guess)
    for places in robot.balls.values():
        q[places] = q[places] / np.linalg.norm(q[places])
    if not robot.loops:
        return q
    with suppress(NotAssembled):
        return assemble(robot, q)
    return display_configuration(robot)


COUNT = 4
_MARGIN = 8.0  # factor for rounding errors within the program
_TRIES = 8  # candidate states per stored state of a mechanism
_LAST = {"double": 2.0**-53, "float": 2.0**-24}


def stored(
    robot: Robot,
    nodes: Mapping[str, Sequence[Node]],
    spans: Mapping[str, Sequence[Range]],
    outputs: Sequence[Sequence[Scalar]],
    real: str,
    loose: Parametrized | None,
) -> tuple[tuple[StoredSample, ...], float]:
    """Return sample states with results, and the tolerance relative to the largest entry of each output.

    The states lie within the input ranges. For robots with loops, the loops determine the motion at these states.
    """
    tried = _TRIES * COUNT if robot.loops else COUNT
    drawn = {x: states(robot, x, span, tried, seed) for seed, (x, span) in enumerate(spans.items())}
    if robot.loops and {"q", "qd"} <= set(drawn):
        qd, qdd = drawn["qd"], drawn.get("qdd", drawn["qd"].copy())
        for j, q in enumerate(drawn["q"]):
            qd[j], qdd[j] = project(robot, q, qd[j], qdd[j])
    if robot.loops and "x" in drawn:
        L = simulation_model(robot, False).layout
        for x in drawn["x"]:
            x[L.qd] = project(robot, x[L.q], x[L.qd])
    if loose is not None:  # parameters near the nominal values
        now = np.array([1.0 if x is None else x for x in loose.values])
        drawn[PARAMETERS] = now * (1 + 0.02 * drawn[PARAMETERS])
    if real == "float":  # the stored values are the inputs
        drawn = {x: values.astype(np.float32) for x, values in drawn.items()}
    entries = [node.value for part in nodes.values() for node in part]
    single = real == "float" and bool(robot.loops)
    found: list[tuple[float, StoredSample]] = []  # effect of rounding, and sample
    for j in range(tried):
        numbers = [float(v) for x in nodes for v in drawn[x][j]]
        moved = [v * (1 + _LAST[real] * math.copysign(1, math.sin(1.7 * k))) for k, v in enumerate(numbers)]
        try:
            sample, other = (_evaluated(entries, x, outputs) for x in (numbers, moved))
        except ZeroDivisionError:  # the loops do not determine the state after the step
            if not robot.loops:
                raise
            continue
        rounded = [other, _single(entries, numbers, outputs)] if single else [other]
        off = max(x for y in rounded for x in map(_apart, sample, y))
        found.append((off, StoredSample(tuple(numbers), tuple(x for part in sample for x in part))))
        if len(found) == COUNT and not single:
            break
    if not found:
        raise finding.NoSampleState(RobotName(robot.name), tried).error()
    found.sort(key=lambda x: x[0])
    median = found[len(found) // 2][0]
    if single and not median <= TOLERANCE["float"]:
        remedy = Pass(Argument("dtype"), Given("'float64'"))
        raise finding.PrecisionTooLow(RobotName(robot.name), Measure(median), remedy).error()
    best = found[:COUNT]
    return tuple(x for _, x in best), _MARGIN * best[-1][0]


def _evaluated(
    entries: Sequence[str], numbers: Sequence[Any], outputs: Sequence[Sequence[Scalar]], **arithmetic: Any
) -> list[list[float]]:
    values = dict(zip(entries, numbers, strict=True))
    flat = iter(evaluate([x for part in outputs for x in part], values, **arithmetic))
    return [[float(next(flat)) for _ in part] for part in outputs]


def _single(entries: Sequence[str], numbers: Sequence[float], outputs: Sequence[Sequence[Scalar]]) -> list[list[float]]:
    """Evaluate every operation in single precision, like the exported program."""
    with np.errstate(all="ignore"):
        return _evaluated(entries, list(map(np.float32, numbers)), outputs, functions=np, number=np.float32)


def _apart(a: Sequence[float], b: Sequence[float]) -> float:
    off = [abs(x - y) for x, y in zip(a, b, strict=True)]
    return math.inf if any(map(math.isnan, off)) else max(off) / max(1.0, *map(abs, a))


def exported_simulation(robot: Robot, name: str, method: str, wrench: Sequence[str] = ()) -> ExportedSimulation:
    """Return the simulation of a robot with a fixed-step method.

    The inputs of the simulation are the efforts, followed by the wrenches on frames.
    """
    explicit = [x for x, m in METHODS.items() if not m.canonical]
    known(method, explicit, "method", argument=name)
    model = simulation_model(robot, False, tuple(wrench))
    made = stepping(model, method, name)
    L, x = model.layout, np.zeros(made.states)
    for label, place, seed in (("q", L.q, 0), ("qd", L.qd, 1)):
        size = place.stop - place.start
        x[place] = states(robot, label, ranges(robot, label, size), 1, seed)[0]
    if robot.loops:  # the initial velocities must satisfy the loop constraints
        x[L.qd] = project(robot, x[L.q], x[L.qd])
    x[L.theta] = [x[body.place] for body in model.plant.elastic]
    u = states(robot, "tau", ranges(robot, "tau", made.inputs), 1, 2)[0]
    march_on = Stepper(model, method)
    runs: tuple[StoredRun, ...] = ()
    for h in _SIZES:
        with np.errstate(all="ignore"):  # if a step is too large, the final state is not finite
            end = march_on(x, u[None], h, RUN_STEPS)[-1]
        if np.isfinite(end).all():
            runs = (StoredRun(tuple(map(float, x)), tuple(map(float, u)), h, RUN_STEPS, tuple(map(float, end))),)
            break
    held = ", ".join(["efforts", *(f"wrench on {x}" for x in wrench)])
    words = f"the state after steps of h seconds by {method}, with u ({held}) held"
    return ExportedSimulation(made, plain(words, 200), runs)
