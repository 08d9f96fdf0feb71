"""Output error in closed loop: the log's own controller drives the model along the log's commands, and x makes the torques equal.

    τ_s = law(t, q_s, q̇_s),   M(x) q̈_s + … = τ_s,   x ← argmin Σ ‖τ − W(q_s, q̇_s, q̈_s) x‖²/σ_j²                 [gautier2013]

A simulated motion has no noise, so that nothing shrinks or needs a filter, and as the controller keeps q_s at its command
∂τ_s/∂x is W itself: a few rounds of least squares are Gauss-Newton's method on τ − τ_s(x). What is simulated is the
nearest robot whose links are bodies. Under a law that acts at all times steps are adaptive, with events where dry friction turns, and a
bounded number of them; beyond that, and under sampled laws, steps are fixed and hold dry friction, of first order and so
short that it does not matter. q̈_s is the acceleration that τ_s makes: a held effort jumps, and rows belong to what is after the jump.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import forward_dynamics
from dalembert.errors import SimulationStopped
from dalembert.finding.finding import (
    Argument,
    External,
    Finding,
    Given,
    Identifier,
    JointName,
    Measure,
    PassEntry,
    Unit,
)
from dalembert.finding.fit import (
    CommandMissing,
    ControllerDiffers,
    ControllerUnstable,
    RefinementNotSettled,
    StepsExceeded,
)
from dalembert.identification.controller import CommandPath, Controller, Law, slowest
from dalembert.identification.log import Log
from dalembert.progress import Progress
from dalembert.robot.model import Robot
from dalembert.simulation.inputs import Inputs
from dalembert.simulation.run import Run
from dalembert.simulation.simulate import Recording, Solver, simulate
from dalembert.tolerance import (
    AT_REST_SPEED,
    HELD_STEP,
    SIMULATION_RTOL,
    SIMULATION_SETTLED,
    SIMULATION_STEP,
    SLOWEST_POLE,
)

Array = NDArray[np.float64]
REFINEMENTS = ("output",)
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
            found.append(RefinementNotSettled(self.rounds, self.moved))
        found += [ControllerDiffers(JointName(name), x) for name, x in self.astray.items()]
        if not self.astray and self.torque > max(_WORSE * self.measured, 0.01):
            found.append(ControllerDiffers(None, self.torque, self.measured))
        return tuple(found)


@final
class ClosedLoop:
    """Logs and the controller that they were recorded under; simulates any robot in their place."""

    def __init__(self, logs: Sequence[Log], controller: Controller) -> None:
        self.logs, self.controller = logs, controller
        self.duration = float(sum(log.t[-1] - log.t[0] for log in logs))
        self._stiff: set[tuple[int, int]] = set()  # pieces that asked for too many adaptive steps
        for log in logs:
            if log.command is None:
                raise CommandMissing(
                    Identifier(log.name), PassEntry(Argument("columns"), Identifier("command"), Given("[…]"))
                ).error()

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
        assert log.command is not None
        t, q, qd, command = log.t[piece] - log.t[piece][0], log.q[piece], log.qd[piece], log.command[piece]
        h, path = float(t[-1]) / (len(t) - 1), CommandPath(t, command)
        start = self.controller.began(t, q, qd, log.tau[piece], command)
        held = self.controller.period
        if held is None and getattr(self.controller.law(path, start), "sampled", False):
            held = h
        grows = slowest(robot, q[0], self.controller, held)
        if grows > _GROWS:
            every = None if held is None else Measure(held, Unit("s"))
            raise ControllerUnstable(Identifier(log.name), Measure(1 / grows, Unit("s")), every).error()
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
            cause = error.finding if isinstance(error.finding, Finding) else External(error.finding)
            raise ControllerUnstable(Identifier(log.name), cause=cause).error() from error


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
            raise StepsExceeded(self.most).error(time=t)
        return self.law(t, q, qd)


def _acceleration(robot: Robot, own: dict[str, Array]) -> Array:
    """Return the accelerations that the efforts cause, except where a joint sticks."""
    moves = (np.abs(own["qd"]) > AT_REST_SPEED).all(axis=1)
    qdd = np.array(own["qdd"])
    qdd[moves] = forward_dynamics(robot, *(own[x][moves] for x in ("q", "qd", "tau")))
    return qdd
