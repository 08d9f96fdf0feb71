"""Control laws as graphs: the laws of `control`, run on symbols, with the limits of the motors.

    gravity_compensation    τ = g(q)                          q, limit
    friction_compensation   τ = F(q̇_d)                       qd_d, dead_zone, limit
    pd_gravity, feed_forward, computed_torque                 q, qd, q_d, qd_d, qdd_d, kp, kd, dead_zone, limit
    momentum_observer       r and its memory after a period   memory, q, qd, tau, period, gain, dead_zone
    momentum_observer_start the memory at the first sample    q, qd, tau, dead_zone

Gains, dead zone and limits are inputs, one a coordinate where they belong to one: tuning compiles nothing. |τ| ≤ limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.drive import dry_frictions
from dalembert.code.part import Asked, Part
from dalembert.codegen.packages.target import CHECKS, GAP, PIVOT, TEAR
from dalembert.compilation import need_numbers
from dalembert.control.computed_torque import efforts as computed_torque
from dalembert.control.feed_forward import efforts as feed_forward
from dalembert.control.friction import smooth, softened
from dalembert.control.goal import driven, need_drives, need_tree
from dalembert.control.means import Means, Wanted
from dalembert.control.observer import balance, observed
from dalembert.control.pd_gravity import efforts as pd_gravity
from dalembert.graph import Node, Scalar, substitute, symbol
from dalembert.graph.scalar import maximum, minimum
from dalembert.quantity import coordinates, trace
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[Any]
Given = tuple[str, tuple[int, ...], tuple[Node, ...]]
_NONE = 1e-18  # 1/s²: the square of a gain below which it counts as none


class Traced:
    """A model's quantities on object arrays of scalars; `guards` collects what loops tell of themselves."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.guards: list[tuple[str, tuple[int, ...], tuple[Scalar, ...]]] = []

    def __call__(self, robot: Robot, name: str, checks: Sequence[str] = CHECKS, **given: Array) -> Array:
        """The quantity where its inputs are the given scalars, guarded by its own checks."""
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
        """τ of accelerations that may not go together with the loops; of q̇ it is asked that they do."""
        if model.loops:
            self(model, "independent_map", (TEAR,), q=q, qd=qd)
        return self(model, "inverse_dynamics", (GAP, PIVOT), q=q, qd=qd, qdd=qdd)

    def borne(self, q: Array) -> Array:
        """The efforts that bear the weight: see `control.goal.weight`."""
        if not self.robot.loops and not self.robot.springs:
            return self(self.robot, "gravity_vector", q=q)
        still = _array([0] * self.robot.nv)
        return self(self.robot.rigid(), "inverse_dynamics", q=q, qd=still, qdd=still)

    def means(self, zone: Node) -> Means:
        """What laws ask for; friction is always given back by its dead zone."""
        robot, model, whole = self.robot, smooth(self.robot), tree(self.robot)
        tracker = robot.nq != robot.nv
        return Means(
            lambda q, qd, qdd: self(model, "inverse_dynamics", q=q, qd=qd, qdd=qdd),
            partial(self.wished, model),
            self.borne,
            lambda q, q_d: self(robot, "difference", q0=q, q1=q_d) if tracker else q_d - q,
            lambda qd: _array(softened(whole, list(qd), zone)),
            driven(robot),
        )


def _law(efforts: Callable[..., Array], name: str) -> Callable[[Robot, Asked], Part]:
    """A law of a posture or a trajectory with gains."""

    def build(robot: Robot, asked: Asked) -> Part:
        robot = _ready(robot, asked)
        if name != "pd_gravity":
            need_drives(robot, name.replace("_", " "))
        given = [_configuration(robot, "q"), _vector(robot, "qd"), _configuration(robot, "q_d")]
        given += [_vector(robot, x) for x in ("qd_d", "qdd_d", "kp", "kd")]
        q, qd, q_d, qd_d, qdd_d, kp, kd = (_array(x[2]) for x in given)
        traced = Traced(robot)
        tau = efforts(traced.means(_ZONE), q, qd, (q_d, qd_d, qdd_d), np.diag(kp), np.diag(kd))
        if name == "pd_gravity":
            del given[4]  # it wants no acceleration
        return _part(robot, given, name, tau, traced, asked, zone=True)

    return build


def _computed_torque(known: Means, q: Array, qd: Array, wanted: Wanted, Kp: Array, Kd: Array) -> Array:
    """The law of diagonal gains that are symbols: Λ = kp/kd, and 0 where kd is, as a pseudo-inverse has it."""
    kp, kd = np.diag(Kp), np.diag(Kd)
    return computed_torque(known, q, qd, wanted, Kp, Kd, np.diag(kp * kd / (kd * kd + _NONE)))


def _gravity(robot: Robot, asked: Asked) -> Part:
    robot = _ready(robot, asked)
    traced, q = Traced(robot), _configuration(robot, "q")
    return _part(robot, [q], "gravity_compensation", driven(robot) * traced.borne(_array(q[2])), traced, asked)


def _friction(robot: Robot, asked: Asked) -> Part:
    robot = _ready(robot, asked)
    qd = _vector(robot, "qd_d")
    tau = driven(robot) * _array(softened(tree(robot), qd[2], _ZONE))
    return _part(robot, [qd], "friction_compensation", tau, Traced(robot), asked, zone=True)


def _observer(start: bool) -> Callable[[Robot, Asked], Part]:
    def build(robot: Robot, asked: Asked) -> Part:
        robot = _ready(robot, asked)
        need_tree(robot, "the momentum observer")
        robot.only("the momentum observer", balls=True)
        n, traced = robot.nv, Traced(robot)
        given = [_configuration(robot, "q"), _vector(robot, "qd"), _vector(robot, "tau")]
        q, qd, tau = (_array(x[2]) for x in given)
        M, S = traced(robot, "mass_matrix", q=q), traced(robot, "coriolis_matrix", q=q, qd=qd)
        rub = _array(softened(tree(robot), list(qd), _ZONE))
        p, known = balance(M, S, traced(robot, "gravity_vector", q=q), rub, qd, tau)
        zone = _zone(robot)
        if start:
            outputs = [("memory_next", (3 * n,), (*p, *known, *[0] * n))]
            return Part([*given, *zone, *asked.more], outputs, "memory of the momentum observer at its first sample")
        memory, gain = ("memory", (3 * n,), coordinates("memory", 3 * n)), _vector(robot, "gain")
        period = ("period", (), (symbol("period"),))
        last = tuple(_array(memory[2][k * n : (k + 1) * n]) for k in range(3))
        expected, r = observed(p, known, (last[0], last[1], last[2]), _array(period[2] * n), _array(gain[2]))
        outputs = [("residual", (n,), tuple(r)), ("memory_next", (3 * n,), (*expected, *known, *r))]
        return Part(
            [memory, *given, period, gain, *zone, *asked.more],
            outputs,
            "efforts from outside, by the momentum observer",
        )

    return build


CONTROLLERS: dict[str, Callable[[Robot, Asked], Part]] = {
    "gravity_compensation": _gravity,
    "friction_compensation": _friction,
    "pd_gravity": _law(pd_gravity, "pd_gravity"),
    "feed_forward": _law(feed_forward, "feed_forward"),
    "computed_torque": _law(_computed_torque, "computed_torque"),
    "momentum_observer": _observer(start=False),
    "momentum_observer_start": _observer(start=True),
}
_ZONE = symbol("dead_zone")


def _ready(robot: Robot, asked: Asked) -> Robot:
    """The robot that a law is traced on."""
    given = () if asked.loose is None else asked.loose.names
    need_numbers(robot, [x for x in robot.parameters if x not in given])
    return asked.loosened(robot)


def _part(
    robot: Robot, given: Sequence[Given], name: str, tau: Array, traced: Traced, asked: Asked, *, zone: bool = False
) -> Part:
    """The law within the motors' limits."""
    limit = _vector(robot, "limit")
    within = [maximum(-m, minimum(m, x)) for m, x in zip(limit[2], np.broadcast_to(tau, robot.nv), strict=True)]
    outputs = [(name, (robot.nv,), tuple(within)), *traced.guards]
    inputs = [*given, *(_zone(robot) if zone else []), limit, *asked.more]
    return Part(inputs, outputs, f"efforts of {name.replace('_', ' ')}")


def _zone(robot: Robot) -> list[Given]:
    """The dead zone of friction, where something rubs."""
    return [("dead_zone", (), (_ZONE,))] if dry_frictions(tree(robot)) else []


def _configuration(robot: Robot, label: str) -> Given:
    names = tree(robot).symbols
    return label, (robot.nq,), tuple(symbol(x if label == "q" else f"{label}_{x}") for x in names)


def _vector(robot: Robot, label: str) -> Given:
    return label, (robot.nv,), coordinates(label, robot.nv)


def _array(x: Sequence[Any]) -> Array:
    found = np.empty(len(x), dtype=object)
    found[:] = list(x)
    return found
