"""Closed-loop output-error identification: refine a fit with simulations of the controlled robot.

    τ_s = law(t, q_s, q̇_s),   M(x) q̈_s + … = τ_s,   x ← argmin Σ ‖τ − W(q_s, q̇_s, q̈_s) x‖²/σ_j²                 [gautier2013]

The simulated motion has no noise, so the estimates are not biased and no filter is required. The controller keeps q_s
near the command, so the derivative ∂τ_s/∂x is approximately W. A few least-squares iterations are therefore equivalent
to Gauss-Newton iterations on τ − τ_s(x). The simulated robot has the nearest physically consistent link inertias.

For a continuous control law, the integration steps are adaptive, with events where dry friction reverses. If too many
steps are required, or if the control law is sampled, the steps are fixed and dry friction is constant during each step.
Fixed steps are only first-order accurate, but they are so short that the error is negligible. The acceleration q̈_s is
computed from τ_s. A sampled effort is discontinuous at each sample, where the value after the discontinuity is used.

The controller defines the servo efforts for logs without torques, and the control law for the simulation:

    τ = kp (u − q) − kd q̇                         position servo, u the commanded position, within the effort limit
    τ = kp (u − q) + ki ∫(u − q) dt − kd q̇        or any law of (t, q, q̇), with optional sampling period

A joint can stick or creep when it reverses direction. Dry friction in a sticking joint can have any value up to the
Coulomb level, regardless of the sign of q̇. Samples with sticking or creeping joints are therefore omitted from a servo
log.

Linearized at a posture, the closed loop is M v̇ + B v = −kp e − kd v − ki ∫e. The eigenvalues of the closed loop (in
discrete time if the law is sampled) show whether the loop is stable. The slowest eigenvalue determines how quickly an
initial error decays.  [astrom1997, §3]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, final

import numpy as np

from dalembert import finding
from dalembert.argument import function, mapping, real, shaped
from dalembert.control.joint_space import pid
from dalembert.dynamics import forward_dynamics, inverse_dynamics_derivatives, mass_matrix
from dalembert.errors import SimulationStopped
from dalembert.finding.finding import Argument, Given, Identifier, Measure, PassEntry, Unit
from dalembert.identification.filtering import Array
from dalembert.identification.fit import Fit, Refined
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
    SIMULATION_RTOL,
    SIMULATION_SETTLED,
    SIMULATION_STEP,
    SLOWEST_POLE,
    TINY,
)

_ROUNDS = 8
_CALLS = 250_000  # largest number of control-law calls in an adaptive run, about ten seconds
_CONSTANTS = 7.0  # time constants until the initial error has decayed to e^−7
_FEW = 5  # smallest number of samples of a segment, for spline interpolation
_GROWS = 10.0  # 1/s
_ASTRAY = 0.2  # fraction of the tracking error
_NOISY = 3.0  # multiple of the position noise


def refined(fit: Fit, again: Callable[[tuple[Log, ...]], Fit], controller: Any, progress: bool | None = None) -> Fit:
    """Refine a fit by least squares on the simulated motion of the identified robot.

    The function `again` repeats the original fit with other logs.
    """
    loop = ClosedLoop(fit.logs, controller_of(fit.given, controller))
    last, moved, found, rounds = fit.estimate.x, np.inf, fit, 0
    runs = [(log, log.tau) for log in fit.logs]
    with Progress(_ROUNDS * loop.duration, progress, "simulating the log") as bar:
        while moved > SIMULATION_SETTLED and rounds < _ROUNDS:
            runs = loop.runs(found.robot, bar, rounds)
            found = again(tuple(_without_sticking(found, run) for run, _ in runs))
            seen = found.estimate.seen & (found.estimate.sigma > 0)
            change = np.abs(found.estimate.x - last)[seen] / found.estimate.sigma[seen]
            moved, last, rounds = float(change.max(initial=0.0)), found.estimate.x, rounds + 1
    return replace(found, logs=fit.logs, gains=fit.gains, refined=_figures(fit, runs, rounds, moved))


def _figures(fit: Fit, runs: Sequence[tuple[Log, Array]], rounds: int, moved: float) -> Refined:
    """Compute the deviations of the last simulation from the logs."""
    edge = np.full((2, fit.given.nq), np.nan)
    rows = [(x.q, np.diff(x.q, 2, axis=0, append=edge), command_of(x), x.tau) for x in fit.logs]
    q, bent, command, tau = map(np.concatenate, zip(*rows, strict=True))
    made, efforts = np.concatenate([run.q for run, _ in runs]), np.concatenate([x for _, x in runs])
    simulated = np.isfinite(efforts)
    left, size = (float(np.nansum(x[simulated] ** 2)) for x in (tau - efforts, tau))
    known = np.isfinite(made)
    off, way, noise = (np.nansum(np.where(known, x, np.nan) ** 2, axis=0) for x in (q - made, command - q, bent))
    share = np.sqrt(off / np.where(way > 0, way, np.inf))
    lost = (share > _ASTRAY) & (off > _NOISY**2 * noise / 6)
    names = fit.given.coordinates
    rms = np.sqrt(off / max(int(known.all(1).sum()), 1))
    astray = {names[k]: float(share[k]) for k in np.flatnonzero(lost)}
    position = dict(zip(names, rms.tolist(), strict=True))
    return Refined(rounds, float(np.sqrt(left / max(size, TINY))), position, moved, fit.error, astray)


def _without_sticking(fit: Fit, log: Log) -> Log:
    """Omit the efforts of joints that stick in the log or in the simulation, because friction is then not a function of
    q̇."""
    holds = np.abs(log.qd) < AT_REST_SPEED
    rubs = np.isin(np.arange(fit.given.nv), [term.k for term in fit.design.terms if term.kind == "fc"])
    return replace(log, tau=np.where(holds & rubs & ~holds.all(0), np.nan, log.tau))


@final
class ClosedLoop:
    """Logs recorded in closed loop, together with the controller.

    The same controller can be applied to the simulation of any robot.
    """

    def __init__(self, logs: Sequence[Log], controller: Controller) -> None:
        self.logs, self.controller = logs, controller
        self.duration = float(sum(log.t[-1] - log.t[0] for log in logs))
        self._stiff: set[tuple[int, int]] = set()  # segments that require too many adaptive steps

    def runs(self, robot: Robot, bar: Progress, rounds: int) -> list[tuple[Log, Array]]:
        """Simulate the robot under the commands of each log.

        Return each log with the simulated motion, and the controller efforts. Samples are nan in segments that are too
        short to simulate, and while an initial error decays.
        """
        done, found = rounds * self.duration, []
        for k, log in enumerate(self.logs):
            made = {name: np.full(log.qd.shape, np.nan) for name in ("q", "qd", "qdd", "tau")}
            for piece in log.pieces:
                if piece.stop - piece.start < _FEW:
                    continue
                shown = partial(lambda before, t: bar.at(before + t), done)
                run, first = self._piece(robot, log, piece, (k, piece.start), shown)
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
        """Simulate a segment of the log.

        Return the simulation, and the index of the first sample after the initial error has decayed.
        """
        t = log.t[piece] - log.t[piece][0]
        q = log.q[piece]
        qd = log.qd[piece]
        command = command_of(log)[piece]
        h, path = float(t[-1]) / (len(t) - 1), CommandPath.through(t, command)
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
            law, calls = self.controller.law(path, start), count(1)

            def counted(t: float, q: Array, qd: Array) -> Array:
                """Report the progress of the simulation, and raise an error if the law is called too often."""
                number = next(calls)
                if number % 256 == 0:
                    at(t)
                if most is not None and number > most:
                    raise finding.StepsExceeded(most).error(time=t)
                return law(t, q, qd)

            inputs, rows = Inputs(counted, control_period=period), Recording(h, progress=False)
            return simulate(robot, q[0], qd[0], duration=float(t[-1]), tau=inputs, method=solver, sample=rows)

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


def _acceleration(robot: Robot, own: dict[str, Array]) -> Array:
    """Compute the accelerations from the efforts, except where a joint sticks."""
    moves = (np.abs(own["qd"]) > AT_REST_SPEED).all(axis=1)
    qdd = np.array(own["qdd"])
    qdd[moves] = forward_dynamics(robot, *(own[x][moves] for x in ("q", "qd", "tau")))
    return qdd


GAINS = ("kp", "kd")
_CREEPS = 0.1  # fraction of a joint's usual speed


def with_servo(robot: Robot, log: Log, servo: Mapping[str, Any]) -> Log:
    """Return the log with the efforts of the position servos.

    Efforts are nan where an effort limit is reached or a joint creeps.
    """
    mapping(servo, "servo", GAINS)
    kp, kd = servo_gains(robot, servo, "servo", GAINS)
    tau = kp * (command_of(log) - log.q) - kd * log.qd
    for k, c in enumerate(robot.dofs):
        if c.name not in robot.actuated:
            tau[:, k] = 0.0
            continue
        speed, most = np.abs(log.qd[:, k]), c.limits.effort
        lost = speed < _CREEPS * np.sqrt(np.nanmean(speed**2))
        tau[lost | (np.abs(tau[:, k]) > (most if most and most > 0 else np.inf)), k] = np.nan
    return replace(log, tau=tau, removed=None)


def command_of(log: Log) -> Array:
    """Return the commanded positions of a log, or raise an error if the log has no commands."""
    if log.command is None:
        remedy = PassEntry(Argument("columns"), Identifier("command"), Given("[…]"))
        raise finding.CommandMissing(Identifier(log.name), remedy).error()
    return log.command


def servo_gains(robot: Robot, gains: Any, argument: str, names: Sequence[str]) -> list[Any]:
    """Return the servo gains with the given names.

    Each gain is one number or one value per coordinate. Omitted gains are 0.
    """
    return [shaped(gains.get(x, 0.0), f"{argument}['{x}']", (), (robot.nv,), robot=robot.name) for x in names]


Law = Callable[[float, Array, Array], Array]
LAWS = ("kp", "ki", "kd", "law", "period")
_NOTED = 20  # number of samples that determine the initial integral


@final
@dataclass(frozen=True, eq=False)
class Controller:
    """Controller of a recorded log.

    `law` creates a control law from a commanded path and the initial integral ∫e. `period` is the sampling period [s],
    or None for a continuous law.
    """

    law: Callable[[Any, Array], Law]
    period: float | None
    kp: Any = None  # servo gains, for the initial ∫e
    ki: Any = None
    kd: Any = None

    def began(self, t: Array, q: Array, qd: Array, tau: Array, command: Array) -> Array:
        """Estimate the initial integral ∫e of a log from the first efforts, ki ∫e = τ − kp e + kd q̇, (n,)."""
        n = q.shape[1]
        if self.ki is None or not np.any(self.ki):
            return np.zeros(n)
        some = slice(0, _NOTED)
        e = command[some] - q[some]
        since = np.vstack([np.zeros(n), np.cumsum(e[1:] * np.diff(t[some])[:, None], axis=0)])
        left = (tau[some] - self.kp * e + self.kd * qd[some]) / np.where(self.ki > 0, self.ki, np.inf) - since
        return np.asarray(np.nan_to_num(np.nanmean(left, axis=0)))


def controller_of(robot: Robot, controller: Any) -> Controller:
    """Create a controller from a mapping of gains or from a function of the commanded path."""
    if callable(controller):
        controller = {"law": controller}
    controller = mapping(controller, "controller")
    mapping(controller, "controller", ("law", "period") if "law" in controller else LAWS)
    period = controller.get("period")
    period = None if period is None else real(period, "controller['period']", above=0, unit="s")
    if "law" in controller:
        made = function(controller["law"], "controller['law']", ("path",))
        return Controller(lambda path, start: made(path), period)
    kp, ki, kd = servo_gains(robot, controller, "controller", ("kp", "ki", "kd"))

    def servo(path: CommandPath, start: Array) -> Law:
        if np.any(ki):
            still = np.zeros(robot.nv)
            return pid(robot, lambda t: (path.place(t), still, still), kp, ki, kd, gravity=False, start=start)
        return lambda t, q, qd: np.asarray(kp * (path.place(t) - q) - kd * qd)

    return Controller(servo, period, kp, ki, kd)


@final
@dataclass(frozen=True, eq=False)
class CommandPath:
    """Commanded path t → (q, q̇, q̈), interpolated by a cubic spline."""

    curve: Any

    @classmethod
    def through(cls, t: Array, command: Array) -> CommandPath:
        from scipy.interpolate import CubicSpline

        return cls(CubicSpline(t, command))

    @property
    def n(self) -> int:
        return int(self.curve.c.shape[2])

    def place(self, t: float, derivative: int = 0) -> Array:
        """Evaluate the path or a derivative of the path. The time is clamped to the ends of the path."""
        return np.asarray(self.curve(min(max(t, self.curve.x[0]), self.curve.x[-1]), derivative))

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        return self.place(t), self.place(t, 1), self.place(t, 2)


def slowest(robot: Robot, q: Array, controller: Controller, period: float | None) -> float:
    """Compute the exponent [1/s] of the slowest-decaying tracking error at a posture.

    The exponent is negative if the closed loop is stable. The integral term of a servo is omitted, because the log
    determines its initial value.
    """
    n, still = robot.nv, np.zeros(robot.nv)
    place = CommandPath.through(np.array([0.0, 1.0]), np.vstack([q, q]))

    def law(at: Array, rate: Array, after: float = 0.0) -> Array:
        made = controller.law(place, still)
        function(made, "controller", ("t", "q", "qd"))
        first = shaped(made(0.0, at, rate), "controller", (n,), robot=robot.name)
        return np.asarray(made(after, at, rate)) - first if after else first

    def slopes(falling: Callable[[Array], Array]) -> Array:
        return np.column_stack([falling(x) for x in GRADIENT_STEP * np.eye(n)]) / GRADIENT_STEP

    rest, ki = law(q, still), np.zeros((n, n))
    kp, kd = slopes(lambda x: rest - law(q + x, still)), slopes(lambda x: rest - law(q, x))
    if period is not None and controller.ki is None:
        ki = slopes(lambda x: -law(q + x, still, 1.0))
    M = mass_matrix(robot, q)
    B = inverse_dynamics_derivatives(robot, q, still, still)[1]
    kept = bool(np.abs(ki).max() > RANK * max(np.abs(kp).max(), TINY))
    return _exponent(M, B, kp, kd, ki if kept else None, period)


def _exponent(M: Array, B: Array, kp: Array, kd: Array, ki: Array | None, period: float | None) -> float:
    """Compute max Re λ over the eigenvalues λ of the closed loop with the state x = (e, v, ∫e).

    For a sampled law, the result is max ln |λ|/T of the discrete step, with constant efforts during the period T.
    """
    from scipy.signal import cont2discrete

    one, zero = np.eye(len(M)), np.zeros_like(M)
    plant = np.block([[zero, one], [zero, -np.linalg.solve(M, B)]])
    effort = np.vstack([zero, np.linalg.inv(M)])
    back = np.hstack([kp, kd])
    if period is None:
        return float(np.linalg.eigvals(plant - effort @ back).real.max())
    step, push, *_ = cont2discrete((plant, effort, back, zero), period)
    if ki is None:
        whole = step - push @ back
    else:
        whole = np.block([[step - push @ back, -push @ ki], [period * one, zero, one]])
    return float(np.log(np.abs(np.linalg.eigvals(whole)).max()) / period)
