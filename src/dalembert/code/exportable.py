"""Graphs that `export_code` can export: quantities, integration steps, and control laws.

An exported function consists of parts with named inputs and outputs. The parts share common subexpressions and inputs
with equal names. Each output is named after its quantity, for example `mass_matrix` or
`forward_dynamics_derivatives_by_q`. For robots with loops or contacts, the function also returns the loop checks `gap`,
`drift` and `pivot`, each as the worst value over all parts.

An integration step computes the state x after a time h with constant input u, using a fixed-step method of `simulate`.
The state is x = (q, θ | q̇, θ̇ | bristles) as in `algorithms.state_equation`, without the work integrals. After each
step, `algorithms.state_projection` normalizes the quaternions and closes the loops.

The control laws are the same as in `control`, evaluated with symbols and limited by |τ| ≤ limit:

    gravity_compensation    τ = g(q)                          q, limit
    friction_compensation   τ = F(q̇_d)                       qd_d, dead_zone, limit
    pd_gravity, feed_forward, computed_torque                 q, qd, q_d, qd_d, qdd_d, kp, kd, dead_zone, limit
    momentum_observer       r and state after a period        memory, q, qd, tau, period, gain, dead_zone
    momentum_observer_start state at the first sample         q, qd, tau, dead_zone

The gains, the dead zone and the limits are inputs, so that you can tune them without exporting the code again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.algorithms.drive_efforts import dry_frictions
from dalembert.algorithms.state_equation import Plant
from dalembert.algorithms.state_projection import finish
from dalembert.argument import distinct
from dalembert.boundary import Array
from dalembert.codegen.function import CHECKS, DRIFT, GAP, PIVOT
from dalembert.codegen.tape import ArrayShape, GraphInputs, GraphOutputs
from dalembert.control.joint_space import computed_torque_effort as computed_torque
from dalembert.control.joint_space import feed_forward_effort as feed_forward
from dalembert.control.joint_space import pd_gravity_effort as pd_gravity
from dalembert.control.law import (
    DesiredMotion,
    ModelTerms,
    actuated_mask,
    require_actuated,
    smoothed_friction,
    without_friction,
)
from dalembert.control.observer import momentum_balance, observer_step
from dalembert.dynamics import need_numbers
from dalembert.finding.finding import RobotName
from dalembert.graph import Node, Scalar, substitute, symbol
from dalembert.graph.scalar import maximum, minimum
from dalembert.notation import QUANTITIES
from dalembert.quantity import trace
from dalembert.robot.model import Robot
from dalembert.robot.symbolic import Parametrized
from dalembert.robot.tree import coordinates, regroup, tree, unknowns
from dalembert.simulation.integrator import METHODS
from dalembert.simulation.model import simulation_model
from dalembert.tolerance import GAIN_SQUARED

Input = tuple[str, ArrayShape, tuple[Node, ...]]
PUSH = "wrench "  # prefix of an input name, followed by the frame name


@dataclass(frozen=True)
class QuantityOptions:
    """Options for quantities, as in `compile`."""

    frame: str | None = None
    wrench: tuple[str, ...] = ()
    contacts: tuple[tuple[str, str], ...] = ()
    loose: Parametrized | None = None  # robot with the parameters as symbols

    def loosened(self, robot: Robot) -> Robot:
        """Replace robot parameters by symbols, for integration steps and control laws."""
        if self.loose is None:
            return robot
        if robot.loops:
            raise finding.LoopParameters(RobotName(robot.name)).error()
        return self.loose.robot


@dataclass(frozen=True)
class TracedPart:
    """Traced function: inputs and outputs as (name, shape, scalars in C order), and a description."""

    given: GraphInputs
    wanted: GraphOutputs
    words: str


def part(robot: Robot, name: str, options: QuantityOptions) -> TracedPart:
    """Trace a quantity that is listed in the table of quantities."""
    takes = QUANTITIES[name].takes
    accepted: dict[str, Any] = {x: getattr(options, x) for x in takes}
    loose = options.loose
    traced = trace(robot if loose is None else loose.robot, name, nominal=robot, **accepted)
    given = [(f"{PUSH}{x}" if x in options.wrench and shape == (6,) else x, shape, e) for x, shape, e in traced.inputs]
    wanted = [(_output(name, label), shape, entries) for label, shape, entries in traced.outputs]
    return TracedPart(given, wanted, QUANTITIES[name].words)


def takes(name: str) -> tuple[str, ...]:
    """Return the names of the options that a part accepts."""
    return QUANTITIES[name].takes if name in QUANTITIES else ()


def joined(parts: Sequence[TracedPart]) -> list[tuple[GraphInputs, GraphOutputs]]:
    """Combine the parts of a function. Quantities come first, followed by `gap`, `drift` and `pivot` over all parts."""
    worst: dict[str, Scalar] = {}
    plain: list[tuple[GraphInputs, GraphOutputs]] = []
    for one in parts:
        plain.append((one.given, [x for x in one.wanted if x[0] not in CHECKS]))
        for label, _, (entry,) in [x for x in one.wanted if x[0] in CHECKS]:
            worse = minimum if label == PIVOT else maximum
            worst[label] = worse(worst[label], entry) if label in worst else entry
    distinct([label for _, wanted in plain for label, *_ in wanted], "quantity", "quantities")
    return [*plain, ([], [(label, (), (worst[label],)) for label in CHECKS if label in worst])]


def _output(name: str, label: str) -> str:
    if label in CHECKS:
        return label
    return name if label == "value" else f"{name}_{label}"


def _plant(robot: Robot, options: QuantityOptions) -> Plant:
    """Return the simulation model with symbolic parameters."""
    if options.loose is None:
        return simulation_model(robot, False).plant
    return Plant(regroup(tree(options.loosened(robot))))


def _step(name: str, robot: Robot, options: QuantityOptions) -> TracedPart:
    plant = _plant(robot, options)
    size, moving = plant.layout.size, plant.layout.ledger.start
    x = coordinates("x", moving)
    u = coordinates("u", plant.n)
    h = symbol("h")
    whole: list[Any] = [*x, *[0] * (size - moving)]
    k: list[Any] = [0] * size
    after = whole
    for a, b in METHODS[name].table:
        k, after = METHODS[name].stage(plant, whole, k, after, u, a * h, b * h, None)
    after = finish(plant, after) if plant.drifts else after
    given = [("x", (moving,), x), ("u", (plant.n,), u), ("h", (), (h,))]
    return TracedPart(given, [("x_next", (moving,), tuple(after[:moving]))], f"state after one step of {name}")


def _rate(robot: Robot, options: QuantityOptions) -> TracedPart:
    """Trace the time derivatives of q, q̇, θ, θ̇ and the bristle deflections, without loop-closure correction."""
    plant = _plant(robot, options)
    nq = plant.nq
    nv = plant.n
    elastic = len(plant.elastic)
    q, qd, tau = (unknowns(plant.tree, x) for x in ("q", "qd", "tau"))
    theta, thetad = coordinates("theta", elastic), coordinates("thetad", elastic)
    z = coordinates("z", plant.nz)
    y, yd = (*q, *theta), (*qd, *thetad)
    made = plant.rates(y, yd, z, tau)
    moved = plant.velocity(y, yd)
    given = [("q", q, moved[:nq]), ("qd", qd, made.ydd[:nv]), ("theta", theta, moved[nq:])]
    given += [("thetad", thetad, made.ydd[nv:]), ("z", z, made.zd)]
    inputs = [(name, (len(x),), x) for name, x, _ in given if x] + [("tau", (nv,), tau)]
    outputs = [(f"{name}_rate", (len(x),), tuple(rate)) for name, x, rate in given if x]
    return TracedPart(inputs, outputs, "rates of the state under efforts")


Export = Callable[[Robot, QuantityOptions], TracedPart]
STEPS: dict[str, Export] = {
    "rk4_step": partial(_step, "rk4"),
    "euler_step": partial(_step, "euler"),
    "state_rate": _rate,
}


class TracedModel:
    """Quantities of a robot, evaluated for object arrays of scalars. `guards` collects the loop checks."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.guards: list[tuple[str, ArrayShape, tuple[Scalar, ...]]] = []

    def __call__(self, robot: Robot, name: str, checks: Sequence[str] = CHECKS, **given: Array) -> Array:
        """Trace a quantity for the given scalars and record its loop checks."""
        found = trace(robot, name)
        values = {
            node.value: x for label, _, nodes in found.inputs for node, x in zip(nodes, given[label], strict=True)
        }
        for label, shape, entries in found.outputs:
            if label in checks:
                self.guards.append((label, shape, tuple(substitute(entries, values))))
        _, shape, entries = found.outputs[0]
        return _array(substitute(entries, values)).reshape(shape)

    def wished(self, model: Robot, q: Array, qd: Array, qdd: Array) -> Array:
        """Compute τ for accelerations that may violate loop closure. The velocities q̇ must satisfy loop closure."""
        if model.loops:
            self(model, "independent_map", (DRIFT,), q=q, qd=qd)
        return self(model, "inverse_dynamics", (GAP, PIVOT), q=q, qd=qd, qdd=qdd)

    def borne(self, q: Array) -> Array:
        """Compute the efforts that balance gravity and springs, like `control.law.gravity_effort`."""
        if not self.robot.loops and not self.robot.springs:
            return self(self.robot, "gravity_vector", q=q)
        still = _array([0] * self.robot.nv)
        return self(self.robot.rigid(), "inverse_dynamics", q=q, qd=still, qdd=still)

    def means(self, zone: Node) -> ModelTerms:
        """Return the model terms that control laws use. Friction is always compensated, with the dead zone `zone`."""
        robot = self.robot
        model = without_friction(self.robot)
        whole = tree(self.robot)
        tracker = robot.nq != robot.nv
        return ModelTerms(
            lambda q, qd, qdd: self(model, "inverse_dynamics", q=q, qd=qd, qdd=qdd),
            partial(self.wished, model),
            self.borne,
            lambda q, q_d: self(robot, "difference", q0=q, q1=q_d) if tracker else q_d - q,
            lambda qd: _array(smoothed_friction(whole, list(qd), zone)),
            actuated_mask(robot),
        )


def _law(efforts: Callable[..., Array], name: str, robot: Robot, options: QuantityOptions) -> TracedPart:
    """Trace a control law that holds a posture or follows a trajectory. The gains are also traced."""
    robot = _ready(robot, options)
    if name != "pd_gravity":
        require_actuated(robot, name.replace("_", " "))
    given = [_configuration(robot, "q"), _vector(robot, "qd"), _configuration(robot, "q_d")]
    given += [_vector(robot, x) for x in ("qd_d", "qdd_d", "kp", "kd")]
    q, qd, q_d, qd_d, qdd_d, kp, kd = (_array(x[2]) for x in given)
    traced = TracedModel(robot)
    tau = efforts(traced.means(_ZONE), q, qd, (q_d, qd_d, qdd_d), np.diag(kp), np.diag(kd))
    if name == "pd_gravity":
        del given[4]  # PD control does not use desired accelerations
    return _limited(robot, given, name, tau, traced, zone=True)


def _computed_torque(known: ModelTerms, q: Array, qd: Array, wanted: DesiredMotion, Kp: Array, Kd: Array) -> Array:
    """Compute the efforts of computed-torque control for diagonal symbolic gains, where Λ = kp/kd (0 if kd = 0)."""
    kp, kd = np.diag(Kp), np.diag(Kd)
    return computed_torque(known, q, qd, wanted, Kp, Kd, np.diag(kp * kd / (kd * kd + GAIN_SQUARED)))


def _gravity(robot: Robot, options: QuantityOptions) -> TracedPart:
    robot = _ready(robot, options)
    traced, q = TracedModel(robot), _configuration(robot, "q")
    tau = actuated_mask(robot) * traced.borne(_array(q[2]))
    return _limited(robot, [q], "gravity_compensation", tau, traced)


def _friction(robot: Robot, options: QuantityOptions) -> TracedPart:
    robot = _ready(robot, options)
    qd = _vector(robot, "qd_d")
    tau = actuated_mask(robot) * _array(smoothed_friction(tree(robot), qd[2], _ZONE))
    return _limited(robot, [qd], "friction_compensation", tau, TracedModel(robot), zone=True)


def _observer(start: bool, robot: Robot, options: QuantityOptions) -> TracedPart:
    robot = _ready(robot, options)
    robot.only("the momentum observer", balls=True)
    n, traced = robot.nv, TracedModel(robot)
    given = [_configuration(robot, "q"), _vector(robot, "qd"), _vector(robot, "tau")]
    q, qd, tau = (_array(x[2]) for x in given)
    M, S = traced(robot, "mass_matrix", q=q), traced(robot, "coriolis_matrix", q=q, qd=qd)
    rub = _array(smoothed_friction(tree(robot), list(qd), _ZONE))
    p, known = momentum_balance(M, S, traced(robot, "gravity_vector", q=q), rub, qd, tau)
    zone = _zone(robot)
    if start:
        outputs = [("memory_next", (3 * n,), (*p, *known, *[0] * n))]
        return TracedPart([*given, *zone], outputs, "memory of the momentum observer at its first sample")
    memory, gain = ("memory", (3 * n,), coordinates("memory", 3 * n)), _vector(robot, "gain")
    period = ("period", (), (symbol("period"),))
    expected, known_before, r = _array(memory[2]).reshape(3, n)
    expected, r = observer_step(p, known, (expected, known_before, r), _array(period[2] * n), _array(gain[2]))
    outputs = [("residual", (n,), tuple(r)), ("memory_next", (3 * n,), (*expected, *known, *r))]
    given = [memory, *given, period, gain, *zone]
    return TracedPart(given, outputs, "efforts from outside, by the momentum observer")


CONTROLLERS: dict[str, Export] = {
    "gravity_compensation": _gravity,
    "friction_compensation": _friction,
    "pd_gravity": partial(_law, pd_gravity, "pd_gravity"),
    "feed_forward": partial(_law, feed_forward, "feed_forward"),
    "computed_torque": partial(_law, _computed_torque, "computed_torque"),
    "momentum_observer": partial(_observer, False),
    "momentum_observer_start": partial(_observer, True),
}
_ZONE = symbol("dead_zone")


def _ready(robot: Robot, options: QuantityOptions) -> Robot:
    """Return the robot model for which a control law is traced."""
    given = () if options.loose is None else options.loose.names
    need_numbers(robot, [x for x in robot.parameters if x not in given])
    return options.loosened(robot)


def _limited(
    robot: Robot, given: Sequence[Input], name: str, tau: Array, traced: TracedModel, *, zone: bool = False
) -> TracedPart:
    """Limit the efforts of a control law to the motor limits."""
    limit = _vector(robot, "limit")
    within = [maximum(-m, minimum(m, x)) for m, x in zip(limit[2], np.broadcast_to(tau, robot.nv), strict=True)]
    outputs = [(name, (robot.nv,), tuple(within)), *traced.guards]
    inputs = [*given, *(_zone(robot) if zone else []), limit]
    return TracedPart(inputs, outputs, f"efforts of {name.replace('_', ' ')}")


def _zone(robot: Robot) -> list[Input]:
    """Return the input for the dead zone of friction, if the robot has friction."""
    return [("dead_zone", (), (_ZONE,))] if dry_frictions(tree(robot)) else []


def _configuration(robot: Robot, label: str) -> Input:
    names = tree(robot).symbols
    return label, (robot.nq,), tuple(symbol(x if label == "q" else f"{label}_{x}") for x in names)


def _vector(robot: Robot, label: str) -> Input:
    return label, (robot.nv,), coordinates(label, robot.nv)


def _array(x: Sequence[Any]) -> Array:
    return np.array(list(x), dtype=object)
