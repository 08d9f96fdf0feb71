"""Output error in closed loop: the log's own controller drives the model along the log's commands, and x makes the torques equal.

    τ_s = law(t, q_s, q̇_s),   M(x) q̈_s + … = τ_s,   x ← argmin Σ ‖τ − W(q_s, q̇_s, q̈_s) x‖²/σ_j²                 [gautier2013]

A simulated motion has no noise, so that nothing shrinks or needs a filter, and as the controller keeps q_s at its command
∂τ_s/∂x is W itself: a few rounds of least squares are Gauss-Newton's method on τ − τ_s(x). What is simulated is the
nearest robot whose links are bodies. Under a law that acts at all times steps are adaptive, with events where dry friction turns, and a
bounded number of them; beyond that, and under sampled laws, steps are fixed and hold dry friction, of first order and so
short that it does not matter. q̈_s is the acceleration that τ_s makes: a held effort jumps, and rows belong to what is after the jump.

The controller under which a log was recorded: servo efforts for logs without torques, and a control law for simulation.

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
from functools import partial
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import function, known, mapping, real, shaped
from dalembert.control.joint_space import pid
from dalembert.dynamics import forward_dynamics, inverse_dynamics_derivatives, mass_matrix
from dalembert.errors import SimulationStopped
from dalembert.finding.finding import (
    Argument,
    Finding,
    Given,
    Identifier,
    JointName,
    Measure,
    PassEntry,
    Unit,
)
from dalembert.identification.log import Log
from dalembert.progress import Progress
from dalembert.robot.model import Robot
from dalembert.simulation.inputs import Inputs
from dalembert.simulation.run import Run
from dalembert.simulation.simulate import Recording, Solver, simulate
from dalembert.tolerance import (
    AT_REST_SPEED,
    GRADIENT_STEP,
    HELD_STEP,
    RANK,
    SAMPLE_MULTIPLE,
    SIMULATION_RTOL,
    SIMULATION_SETTLED,
    SIMULATION_STEP,
    SLOWEST_POLE,
    TINY,
)

Array = NDArray[np.float64]
ROUNDS = 8
_CALLS = 250_000  # of the law in an adaptive run: some ten seconds
_CONSTANTS = 7.0  # time constants of the loop until a start is forgotten, e^−7
_FEW = 5  # samples of a piece, for its spline
_GROWS = 10.0  # 1/s
ASTRAY = 0.2  # of the distance between motion and command, and
NOISY = 3.0  # times the noise of positions
_WORSE = 1.5  # simulated torques over those of the measured motion: the controller was another


@final
@dataclass(frozen=True, eq=False)
class Refined:
    """`torque`: ‖τ − τ_s‖/‖τ‖ of the last simulation, and what least squares on the measured motion left, `measured`; `position`: rms
    of q − q_s by coordinate; `moved`: how far the last round moved a parameter, in σ; `least_squares`: the parameters before;
    `astray`: coordinates that the simulation leads elsewhere than the log, by how much of what the log itself is off its command."""

    rounds: int
    torque: float
    position: dict[str, float]
    moved: float
    measured: float
    least_squares: dict[str, float]
    astray: dict[str, float]

    @property
    def warnings(self) -> tuple[Finding, ...]:
        found: list[Finding] = []
        if self.moved > SIMULATION_SETTLED:
            found.append(finding.RefinementNotSettled(self.rounds, self.moved))
        found += [finding.ControllerDiffers(JointName(name), x) for name, x in self.astray.items()]
        if not self.astray and self.torque > max(_WORSE * self.measured, 0.01):
            found.append(finding.ControllerDiffers(None, self.torque, self.measured))
        return tuple(found)


@final
class ClosedLoop:
    """Logs and the controller that they were recorded under; simulates any robot in their place."""

    def __init__(self, logs: Sequence[Log], controller: Controller) -> None:
        self.logs, self.controller = logs, controller
        self.duration = float(sum(log.t[-1] - log.t[0] for log in logs))
        self._stiff: set[tuple[int, int]] = set()  # pieces that need too many adaptive steps
        for log in logs:
            command_of(log)

    def runs(self, robot: Robot, bar: Progress, rounds: int) -> list[tuple[Log, Array]]:
        """Each log with the motion that the robot makes of its commands, and the efforts of its controller; nan in pieces too short to
        simulate, and until the controller has forgotten where it started."""
        done, found = rounds * self.duration, []
        for k, log in enumerate(self.logs):
            made = {name: np.full(log.qd.shape, np.nan) for name in ("q", "qd", "qdd", "tau")}
            for piece in log.pieces:
                if piece.stop - piece.start < _FEW:
                    continue
                run, first = self._piece(robot, log, piece, (k, piece.start), partial(_shown, bar, done))
                done += float(log.t[piece][-1] - log.t[piece][0])
                own = {name: np.asarray(getattr(run, name)) for name in made}
                last = min(len(own["q"]), piece.stop - piece.start)
                own["qdd"] = _acceleration(robot, own)
                for name, x in made.items():
                    x[piece.start + first : piece.start + last] = own[name][first:last]
            found.append((replace(log, q=made["q"], qd=made["qd"], qdd=made["qdd"]), made["tau"]))
        return found

    def _piece(
        self, robot: Robot, log: Log, piece: slice, key: tuple[int, int], at: Callable[[float], None]
    ) -> tuple[Run, int]:
        """A segment of the log simulated, and from which sample on its start is forgotten."""
        t, q, qd, command = log.t[piece] - log.t[piece][0], log.q[piece], log.qd[piece], command_of(log)[piece]
        h, path = float(t[-1]) / (len(t) - 1), CommandPath(t, command)
        start = self.controller.began(t, q, qd, log.tau[piece], command)
        held = self.controller.period
        if held is None and getattr(self.controller.law(path, start), "sampled", False):
            held = h
        grows = slowest(robot, q[0], self.controller, held)
        if grows > _GROWS:
            every = None if held is None else Measure(held, Unit("s"))
            raise finding.ControllerUnstable(Identifier(log.name), Measure(1 / grows, Unit("s")), every).error()
        forgotten = min(int(_CONSTANTS / max(-grows, SLOWEST_POLE) / h), len(t) // 2)

        def run(solver: Solver, most: int | None = None, period: float | None = None) -> Run:
            law = Inputs(CountedLaw(self.controller.law(path, start), at, most), control_period=period)
            rows = Recording(h, progress=False)
            return simulate(robot, q[0], qd[0], duration=float(t[-1]), tau=law, method=solver, sample=rows)

        try:
            if held is None and key not in self._stiff:
                try:
                    return run(Solver(rtol=SIMULATION_RTOL, atol=1e-2 * SIMULATION_RTOL), _CALLS), forgotten
                except SimulationStopped:
                    self._stiff.add(key)
            step = min(h, SIMULATION_STEP if held is None else HELD_STEP)
            return run(Solver("moreau", step), period=held), forgotten
        except SimulationStopped as error:
            raise finding.ControllerUnstable(Identifier(log.name), cause=error.finding).error() from error


def _shown(bar: Progress, done: float, t: float) -> None:
    bar.at(done + t)


@final
class CountedLaw:
    """A law whose calls are counted, and which shows how far a run has come."""

    def __init__(self, law: Law, at: Callable[[float], None], most: int | None) -> None:
        self.law, self.at, self.most, self.calls = law, at, most, 0
        self.sampled = getattr(law, "sampled", False)

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        self.calls += 1
        if self.calls % 256 == 0:
            self.at(t)
        if self.most is not None and self.calls > self.most:
            raise finding.StepsExceeded(self.most).error(time=t)
        return self.law(t, q, qd)


def _acceleration(robot: Robot, own: dict[str, Array]) -> Array:
    """Return the accelerations that the efforts cause, except where a joint sticks."""
    moves = (np.abs(own["qd"]) > AT_REST_SPEED).all(axis=1)
    qdd = np.array(own["qdd"])
    qdd[moves] = forward_dynamics(robot, *(own[x][moves] for x in ("q", "qd", "tau")))
    return qdd


GAINS = ("kp", "kd")
_CREEPS = 0.1  # of a joint's usual speed


def with_servo(robot: Robot, log: Log, servo: Mapping[str, Any]) -> Log:
    """Return the log with the efforts of its servos; nan where an effort limit is reached or a joint creeps."""
    kp, kd = servo_gains(robot, servo, "servo", GAINS)
    tau = kp * (command_of(log) - log.q) - kd * log.qd
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


def command_of(log: Log) -> Array:
    """Return the commanded positions of a log that must have them."""
    if log.command is None:
        remedy = PassEntry(Argument("columns"), Identifier("command"), Given("[…]"))
        raise finding.CommandMissing(Identifier(log.name), remedy).error()
    return log.command


def servo_gains(robot: Robot, gains: Any, argument: str, names: Sequence[str]) -> list[Any]:
    """Return the gains with these names, each a number or one per coordinate; 0 where one is not given."""
    for name in mapping(gains, argument):
        known(name, names, "key", argument=argument)
    n = robot.nv
    return [shaped(gains.get(x, 0.0), f"{argument}['{x}']", (), (n,), robot=robot.name) for x in names]


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
