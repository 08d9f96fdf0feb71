"""The controller under which a log was recorded: servo efforts for logs without torques, and a control law for simulation.

    τ = kp (u − q) − kd q̇                         position servo, u the commanded position, within the effort limit
    τ = kp (u − q) + ki ∫(u − q) dt − kd q̇        or any law of (t, q, q̇), held over `period` if it is sampled

A joint that reverses sticks or creeps. Its dry friction is then anything up to its level, whatever the sign of q̇, so such
samples are left out of a servo log.

Linearized at a posture, the closed loop is M v̇ + B v = −kp e − kd v − ki ∫e. Its eigenvalues (sampled if the law is) tell
whether the loop is stable; the slowest gives the time that an initial error takes to decay.  [astrom1997, §3]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import function, known, mapping, real, shaped
from dalembert.control.joint_space import pid
from dalembert.dynamics import inverse_dynamics_derivatives, mass_matrix
from dalembert.finding.finding import Argument, Given, Identifier, PassEntry, RobotName
from dalembert.finding.fit import CommandMissing
from dalembert.finding.log import SingleAxisJointsOnly
from dalembert.identification.log import Log
from dalembert.robot.model import Robot
from dalembert.tolerance import GRADIENT_STEP, RANK, SAMPLE_MULTIPLE, TINY

GAINS = ("kp", "kd")
_CREEPS = 0.1  # of a joint's usual speed


def with_servo(robot: Robot, log: Log, servo: Mapping[str, Any]) -> Log:
    """Return the log with the efforts of its servos; nan where an effort limit is reached or a joint creeps."""
    kp, kd = servo_gains(robot, servo, "servo", GAINS)
    if log.command is None:
        raise CommandMissing(
            Identifier(log.name), PassEntry(Argument("columns"), Identifier("command"), Given("[…]"))
        ).error()
    tau = kp * (log.command - log.q) - kd * log.qd
    for k, name in enumerate(robot.coordinates):
        most = robot.coordinate(name).limits.effort
        if name not in robot.actuated:
            tau[:, k] = 0.0
        elif most is not None and most > 0:
            tau[np.abs(tau[:, k]) > most, k] = np.nan
        if name in robot.actuated:
            speed = np.abs(log.qd[:, k])
            tau[speed < _CREEPS * np.sqrt(np.nanmean(speed**2)), k] = np.nan
    return replace(log, tau=tau, removed=None)


def servo_gains(robot: Robot, gains: Any, argument: str, names: Sequence[str]) -> list[Any]:
    """Return the gains with these names, each a number or one per coordinate; 0 where one is not given."""
    for name in mapping(gains, argument):
        known(name, names, "key", argument=argument)
    if robot.nq != robot.nv:
        raise SingleAxisJointsOnly(Argument(argument), RobotName(robot.name)).error()
    n = robot.nv
    return [shaped(gains.get(x, 0.0), f"{argument}['{x}']", (), (n,), robot=robot.name) for x in names]


Array = NDArray[np.float64]
Law = Callable[[float, Array, Array], Array]
LAWS = ("kp", "ki", "kd", "law", "period")
_NOTED = 20  # samples from which the integral of the start is taken


@final
@dataclass(frozen=True, eq=False)
class Controller:
    """`law` makes a law of a path and of ∫e at its start; `period` between its samples [s], None where it acts at all times."""

    law: Callable[[Any, Array], Law]
    period: float | None
    kp: Any = None  # of a servo, for ∫e at the start
    ki: Any = None
    kd: Any = None

    def began(self, t: Array, q: Array, qd: Array, tau: Array, command: Array) -> Array:
        """∫e at the start, which the first efforts of a log tell: ki ∫e = τ − kp e + kd q̇; (n,)."""
        n = q.shape[1]
        if self.ki is None or not np.any(self.ki):
            return np.zeros(n)
        some = slice(0, _NOTED)
        e = command[some] - q[some]
        since = np.vstack([np.zeros(n), np.cumsum(e[1:] * np.diff(t[some])[:, None], axis=0)])
        ki = np.broadcast_to(np.asarray(self.ki, float), (n,))
        left = (tau[some] - self.kp * e + self.kd * qd[some]) / np.where(ki > 0, ki, np.inf) - since
        return np.asarray(np.nan_to_num(np.nanmean(left, axis=0)))


def controller_of(robot: Robot, controller: Any) -> Controller:
    """Return the controller that a mapping of gains or a function of the path describes."""
    if callable(controller):
        controller = {"law": controller}
    names = ("law", "period") if "law" in mapping(controller, "controller") else LAWS
    for name in controller:
        known(name, names, "key", argument="controller")
    period = controller.get("period")
    period = None if period is None else real(period, "controller['period']", above=0, unit="s")
    if "law" in controller:
        made = function(controller["law"], "controller['law']", ("path",))
        if robot.nq != robot.nv:
            raise SingleAxisJointsOnly(Argument("controller"), RobotName(robot.name)).error()
        return Controller(lambda path, start: made(path), period)
    only = {name: x for name, x in controller.items() if name != "period"}
    kp, ki, kd = servo_gains(robot, only, "controller", ("kp", "ki", "kd"))
    if np.any(ki):
        return Controller(
            lambda path, start: pid(robot, PositionOnlyPath(path), kp, ki, kd, gravity=False, start=start),
            period,
            kp,
            ki,
            kd,
        )
    return Controller(lambda path, start: lambda t, q, qd: np.asarray(kp * (path.place(t) - q) - kd * qd), period)


@final
class CommandPath:
    """The commands as a path: t -> (q, qd, qdd), cubic between samples."""

    def __init__(self, t: Array, command: Array) -> None:
        from scipy.interpolate import CubicSpline

        self.n = command.shape[1]
        self._t, self._c = t, np.ascontiguousarray(np.moveaxis(CubicSpline(t, command).c, 1, 0))  # (piece, power, n)
        self._h = float(t[-1] - t[0]) / (len(t) - 1)
        self._even = bool(np.abs(np.diff(t) - self._h).max() < SAMPLE_MULTIPLE * self._h)

    def _at(self, t: float) -> tuple[Array, float]:
        t = min(max(t, float(self._t[0])), float(self._t[-1]))
        k = int((t - self._t[0]) / self._h) if self._even else int(np.searchsorted(self._t, t, "right")) - 1
        k = min(max(k, 0), len(self._c) - 1)
        return self._c[k], t - float(self._t[k])

    def place(self, t: float) -> Array:
        (a, b, c, d), x = self._at(t)
        return np.asarray(((a * x + b) * x + c) * x + d)

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        (a, b, c, d), x = self._at(t)
        return ((a * x + b) * x + c) * x + d, (3 * a * x + 2 * b) * x + c, 6 * a * x + 2 * b


@final
class PositionOnlyPath:
    """A path with zero rates, for servos that receive positions only."""

    def __init__(self, path: Any) -> None:
        self.path, self.n = path, path.n
        self._zero = np.zeros(path.n)

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        return self.path.place(t), self._zero, self._zero


def slowest(robot: Robot, q: Array, controller: Controller, period: float | None) -> float:
    """The slowest exponent [1/s] of an error at a posture under the law: below 0 where it dies out. The integral of a servo is
    left out: a log tells where it starts."""
    n, still = robot.nv, np.zeros(robot.nv)
    place = CommandPath(np.array([0.0, 1.0]), np.vstack([q, q]))

    def law(at: Array, rate: Array, after: float = 0.0) -> Array:
        made = controller.law(place, still)
        function(made, "controller", ("t", "q", "qd"))
        first = shaped(made(0.0, at, rate), "controller", (n,), robot=robot.name)
        return np.asarray(made(after, at, rate)) - first if after else first

    rest = law(q, still)
    kp = np.column_stack([rest - law(q + x, still) for x in GRADIENT_STEP * np.eye(n)]) / GRADIENT_STEP
    kd = np.column_stack([rest - law(q, x) for x in GRADIENT_STEP * np.eye(n)]) / GRADIENT_STEP
    ki = np.zeros((n, n))
    if period is not None and controller.ki is None:
        ki = np.column_stack([-law(q + x, still, 1.0) for x in GRADIENT_STEP * np.eye(n)]) / GRADIENT_STEP
    M = np.asarray(mass_matrix(robot, q))
    B = np.asarray(inverse_dynamics_derivatives(robot, q, still, still)[1])
    kept = bool(np.abs(ki).max() > RANK * max(float(np.abs(kp).max()), TINY))
    return _exponent(M, B, kp, kd, ki if kept else None, period)


def _exponent(M: Array, B: Array, kp: Array, kd: Array, ki: Array | None, period: float | None) -> float:
    """max Re λ of x = (e, v, ∫e); of a sampled law ln |λ|/T of the step that holds its efforts."""
    from scipy.linalg import expm

    n, one, zero = len(M), np.eye(len(M)), np.zeros_like(M)
    plant = np.block([[zero, one], [zero, -np.linalg.solve(M, B)]])
    effort = np.vstack([zero, np.linalg.inv(M)])
    back = np.hstack([kp, kd])
    if period is None:
        return float(np.linalg.eigvals(plant - effort @ back).real.max())
    held = expm(period * np.block([[plant, effort], [np.zeros((n, 3 * n))]]))
    step, push = held[: 2 * n, : 2 * n], held[: 2 * n, 2 * n :]
    if ki is None:
        whole = step - push @ back
    else:
        whole = np.block([[step - push @ back, -push @ ki], [period * one, zero, one]])
    return float(np.log(np.abs(np.linalg.eigvals(whole)).max()) / period)
