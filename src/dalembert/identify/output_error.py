"""Output error in closed loop: the log's own controller drives the model along the log's commands, and x makes the torques equal.

    τ_s = law(t, q_s, q̇_s),   M(x) q̈_s + … = τ_s,   x ← argmin Σ ‖τ − W(q_s, q̇_s, q̈_s) x‖²/σ_j²                 [gautier2013]

A simulated motion has no noise, so that nothing shrinks or needs a filter, and as the controller keeps q_s at its command
∂τ_s/∂x is W itself: a few rounds of least squares are Gauss-Newton's method on τ − τ_s(x). What is simulated is the
nearest robot whose links are bodies, adaptively, with events where dry friction turns; where that does not come through, with fixed
steps that hold it, of first order; so too under laws that remember and are sampled, at the log's rate. Between samples the command is a cubic spline.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import mass_matrix
from dalembert.errors import (
    NotIdentified,
    SimulationStopped,
    UnknownName,
    UnsupportedElement,
    WrongSize,
    WrongValue,
    did_you_mean,
)
from dalembert.identify.log import Log
from dalembert.identify.servo import gains
from dalembert.robot.model import Robot
from dalembert.simulate.door import simulate
from dalembert.simulate.run import Run

if TYPE_CHECKING:
    from dalembert.identify.fit import Fit

Array = NDArray[np.float64]
Law = Callable[[float, Array, Array], Array]
Controller = Callable[[Any], Law]
REFINEMENTS = ("output",)
_ROUNDS = 8
_SETTLED = 0.05  # of σ: no parameter moves more
_LONGEST = 5e-4  # s: of fixed steps
_RIGHT = 1e-6  # relative error of a step
_CONSTANTS = 7.0  # time constants of the servo until a start is forgotten, e^−7
_FEW = 5  # samples of a piece, for its spline
_GROWS = 10.0  # 1/s
_NUDGE = 1e-5  # rad, rad/s: of the law's derivatives
_STUCK = 1e-6  # rad/s, m/s: friction of a joint that holds is anything up to its level


@final
@dataclass(frozen=True, eq=False)
class Refined:
    """`torque`: ‖τ − τ_s‖/‖τ‖ of the last simulation; `position`: rms of q − q_s by coordinate;
    `moved`: how far the last round moved a parameter, in σ."""

    rounds: int
    torque: float
    position: dict[str, float]
    moved: float


def refined(fit: Fit, again: Callable[[tuple[Log, ...]], Fit], controller: Any) -> Fit:
    """The fit of a motion that it simulates itself; `again` fits logs as the first time."""
    law = _law(fit.given, controller)
    last, moved, found = fit.estimate.x, np.inf, fit
    rounds, runs = 0, [(log, log.tau) for log in fit.logs]
    while moved > _SETTLED and rounds < _ROUNDS:
        runs = [_moved(found.robot, log, law) for log in fit.logs]
        found = again(tuple(_without_sticking(found, run) for run, _ in runs))
        seen = found.estimate.seen & (found.estimate.sigma > 0)
        change = np.abs(found.estimate.x - last)[seen] / found.estimate.sigma[seen]
        moved, last, rounds = float(change.max(initial=0.0)), found.estimate.x, rounds + 1
    return replace(found, logs=fit.logs, gains=fit.gains, refined=_figures(fit, runs, rounds, moved))


def _figures(fit: Fit, runs: Sequence[tuple[Log, Array]], rounds: int, moved: float) -> Refined:
    left = size = 0.0
    off = np.zeros(fit.given.nv)
    for log, (run, made) in zip(fit.logs, runs, strict=True):
        left += float(np.nansum((log.tau - made) ** 2))
        size += float(np.nansum(np.where(np.isnan(made), np.nan, log.tau) ** 2))
        off += np.nansum((log.q - run.q) ** 2, axis=0)
    rms = np.sqrt(off / sum(len(run) for run, _ in runs))
    position = dict(zip(fit.given.coordinates, rms.tolist(), strict=True))
    return Refined(rounds, float(np.sqrt(left / max(size, 1e-300))), position, moved)


def _law(robot: Robot, controller: Any) -> Controller:
    """A function of the path asked for that gives the controller, a function of (t, q, q̇)."""
    if controller is None:
        raise WrongValue(
            "refine='output' simulates the log's own controller: say controller={'kp': …, 'kd': …} of τ = kp (command − q) − kd q̇, "
            "in N m/rad and N m s/rad at the joints, or a function of the path, "
            "controller=lambda path: control.pid(robot, path, kp, ki, kd)"
        )
    if robot.nq != robot.nv:
        raise UnsupportedElement(
            f"refine='output' is not there for robot '{robot.name}', which has balls or free bodies"
        )
    if callable(controller):
        made: Controller = controller
        return made
    kp, kd = gains(robot, controller, "controller")
    return lambda path: lambda t, q, qd: np.asarray(kp * (path(t)[0] - q) - kd * qd)


def _moved(robot: Robot, log: Log, controller: Controller) -> tuple[Log, Array]:
    """The log with the motion that the robot makes of its commands, and the efforts of its controller; nan in pieces too short to
    simulate, and until the controller has forgotten where it started."""
    if log.command is None:
        raise WrongValue(f"{log.name} has no command: the simulation needs what the servo was asked for")
    made = {name: np.full(log.qd.shape, np.nan) for name in ("q", "qd", "qdd", "tau")}
    for piece in log.pieces:
        if piece.stop - piece.start < _FEW:
            continue
        t = log.t[piece] - log.t[piece][0]
        path = Asked(t, log.command[piece])
        settling = _settling(robot, log.q[piece][0], controller(path))
        if settling < 0:
            raise NotIdentified(
                f"the controller does not hold the robot of {log.name} at its command; are its gains right?"
            )
        run = _run(robot, log, piece, controller, path)
        h = float(t[-1]) / (len(t) - 1)
        last = min(len(run.t), len(t))
        first = min(int(settling / h), last // 2)
        for name, x in made.items():
            x[piece.start + first : piece.start + last] = np.asarray(getattr(run, name))[first:last]
    return replace(log, q=made["q"], qd=made["qd"], qdd=made["qdd"]), made["tau"]


def _run(robot: Robot, log: Log, piece: slice, controller: Controller, path: Asked) -> Run:
    length = float(log.t[piece][-1] - log.t[piece][0])
    h = length / (piece.stop - piece.start - 1)
    stopped: SimulationStopped | None = None
    held = getattr(controller(path), "sampled", False)
    fixed: dict[str, Any] = {"method": "moreau", "step": min(h, _LONGEST), "control_period": h if held else None}
    for how in (fixed,) if held else ({"rtol": _RIGHT, "atol": _RIGHT * 1e-2}, fixed):
        law = controller(path)
        options: dict[str, Any] = {"sample": h, "progress": False, **how}
        try:
            return simulate(robot, log.q[piece][0], log.qd[piece][0], duration=length, tau=law, **options)
        except SimulationStopped as error:
            stopped = error
    raise NotIdentified(
        f"the model does not follow the commands of {log.name} under this controller: {stopped}; are its gains right?"
    )


@final
class Asked:
    """The commands as a path: t -> (q, qd, qdd)."""

    def __init__(self, t: Array, command: Array) -> None:
        from scipy.interpolate import CubicSpline

        self.n = command.shape[1]
        self._spline, self._end = CubicSpline(t, command), float(t[-1])

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        at = min(max(t, 0.0), self._end)
        q, qd, qdd = (np.asarray(self._spline(at, k)) for k in range(3))
        return q, qd, qdd


def _settling(robot: Robot, q: Array, law: Law) -> float:
    """Until the error of the start, whose rate is a noisy sample, has died out: by the slowest pole of M ë + kd ė + kp e = 0, with
    kp and kd as the law shows them; a law that remembers takes a second at least. Below 0 where it grows."""
    if not callable(law):
        raise WrongValue(
            f"controller gives {law!r} of a path; it must give a function of (t, q, qd), such as control.pid(…)"
        )
    M, n, still = np.asarray(mass_matrix(robot, q)), robot.nv, np.zeros(robot.nv)
    rest = np.asarray(law(0.0, q, still))
    if rest.shape != (n,):
        raise WrongSize(f"the controller gives {rest.shape} efforts, robot '{robot.name}' needs ({n},)")
    kp = np.column_stack([rest - law(0.0, q + x, still) for x in _NUDGE * np.eye(n)]) / _NUDGE
    kd = np.column_stack([rest - law(0.0, q, x) for x in _NUDGE * np.eye(n)]) / _NUDGE
    Kp, Kd = np.linalg.solve(M, kp), np.linalg.solve(M, kd)
    poles = np.linalg.eigvals(np.block([[np.zeros((n, n)), np.eye(n)], [-Kp, -Kd]]))
    if poles.real.max() > _GROWS:
        return -1.0
    settled = float(_CONSTANTS / max(-float(poles.real.max()), 1e-3))
    return max(settled, 1.0) if getattr(law, "sampled", False) else settled


def _without_sticking(fit: Fit, log: Log) -> Log:
    """Efforts of joints that hold are left out where the log also has them moving: their friction is no function of q̇."""
    holds = np.abs(log.qd) < _STUCK
    rubs = np.array(
        [f"fc{k + 1}" in fit.design.letters or f"fc{k + 1}+" in fit.design.letters for k in range(fit.given.nv)]
    )
    return replace(log, tau=np.where(holds & rubs & ~holds.all(0), np.nan, log.tau))


def refinement(name: str | None) -> str | None:
    """What was asked for, if it is known."""
    if name is not None and name not in REFINEMENTS:
        raise UnknownName(f"refine '{name}' is not known{did_you_mean(str(name), REFINEMENTS)}")
    return name
