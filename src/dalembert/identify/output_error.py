"""Output error in closed loop: the log's own servo drives the model along the log's commands, and x makes the torques equal.

    τ_s = kp (u − q_s) − kd q̇_s,   M(x) q̈_s + … = τ_s,   x ← argmin Σ ‖τ − W(q_s, q̇_s, q̈_s) x‖²/σ_j²      [gautier2013]

A simulated motion has no noise, so that nothing shrinks or needs a filter, and as the servo keeps q_s at its command
∂τ_s/∂x is W itself: a few rounds of least squares are Gauss-Newton's method on τ − τ_s(x). What is simulated is the
nearest robot whose links are bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import mass_matrix
from dalembert.errors import NotIdentified, SimulationStopped, UnknownName, WrongValue, did_you_mean
from dalembert.identify.log import Log
from dalembert.identify.servo import gains
from dalembert.robot.model import Robot
from dalembert.simulate.door import simulate

if TYPE_CHECKING:
    from dalembert.identify.fit import Fit

Array = NDArray[np.float64]
REFINEMENTS = ("output",)
_ROUNDS = 8
_SETTLED = 0.05  # of σ: no parameter moves more
_LONGEST = 1e-3  # s: the step of the simulation
_CONSTANTS = 7.0  # time constants of the servo until a start is forgotten, e^−7
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
    told = _gains(fit.given, controller)
    last, moved, found = fit.estimate.x, np.inf, fit
    rounds, runs = 0, list(fit.logs)
    while moved > _SETTLED and rounds < _ROUNDS:
        runs = [_moved(found.robot, log, *told) for log in fit.logs]
        found = again(tuple(_without_sticking(found, run) for run in runs))
        seen = found.estimate.seen & (found.estimate.sigma > 0)
        change = np.abs(found.estimate.x - last)[seen] / found.estimate.sigma[seen]
        moved, last, rounds = float(change.max(initial=0.0)), found.estimate.x, rounds + 1
    return replace(found, logs=fit.logs, gains=fit.gains, refined=_figures(fit, runs, told, rounds, moved))


def _figures(fit: Fit, runs: Sequence[Log], told: tuple[Array, Array], rounds: int, moved: float) -> Refined:
    kp, kd = told
    left = size = 0.0
    off = np.zeros(fit.given.nv)
    for log, run in zip(fit.logs, runs, strict=True):
        assert log.command is not None
        made = kp * (log.command - run.q) - kd * run.qd
        left += float(np.nansum((log.tau - made) ** 2))
        size += float(np.nansum(np.where(np.isnan(made), np.nan, log.tau) ** 2))
        off += np.nansum((log.q - run.q) ** 2, axis=0)
    rms = np.sqrt(off / sum(map(len, runs)))
    position = dict(zip(fit.given.coordinates, rms.tolist(), strict=True))
    return Refined(rounds, float(np.sqrt(left / max(size, 1e-300))), position, moved)


def _gains(robot: Robot, controller: Any) -> tuple[Array, Array]:
    if controller is None:
        raise WrongValue(
            "refine='output' simulates the log's own servo: say controller={'kp': …, 'kd': …} of τ = kp (command − q) − kd q̇, "
            "in N m/rad and N m s/rad at the joints"
        )
    return gains(robot, controller, "controller")


def _moved(robot: Robot, log: Log, kp: Array, kd: Array) -> Log:
    """The log with the motion that the robot makes of its commands; nan in pieces too short to simulate, and until
    the servo has forgotten where it started."""
    if log.command is None:
        raise WrongValue(f"{log.name} has no command: the simulation needs what the servo was asked for")
    q, qd, qdd = (np.full(x.shape, np.nan) for x in (log.q, log.qd, log.qdd))
    for piece in log.pieces:
        if piece.stop - piece.start < 3:
            continue
        t, u = log.t[piece] - log.t[piece][0], log.command[piece]
        h = float(t[-1]) / (len(t) - 1)

        def law(time: float, at: Array, rate: Array, u: Array = u, h: float = h) -> Array:
            k = min(int(time / h), len(u) - 2)
            asked = u[k] + (time / h - k) * (u[k + 1] - u[k])
            return np.asarray(kp * (asked - at) - kd * rate)

        try:
            run = simulate(robot, log.q[piece][0], log.qd[piece][0], duration=float(t[-1]), tau=law, method="moreau",
                           step=min(h, _LONGEST), sample=h, progress=False)  # fmt: skip
        except SimulationStopped as stopped:
            raise NotIdentified(
                f"the model does not follow the commands of {log.name} under this controller: {stopped}; are its gains right?"
            ) from None
        last = min(len(run.t), len(t))
        first = min(int(_settling(robot, log.q[piece][0], kp, kd) / h), last // 2)
        rows = slice(piece.start + first, piece.start + last)
        q[rows], qd[rows], qdd[rows] = run.q[first:last], run.qd[first:last], run.qdd[first:last]
    return replace(log, q=q, qd=qd, qdd=qdd)


def _settling(robot: Robot, q: Array, kp: Array, kd: Array) -> float:
    """Until the error of the start, whose rate is a noisy sample, has died out: by the slowest pole of M ë + kd ė + kp e = 0."""
    M, n = np.asarray(mass_matrix(robot, q)), robot.nv
    Kp, Kd = (np.linalg.solve(M, np.diag(np.broadcast_to(x, n))) for x in (kp, kd))
    poles = np.linalg.eigvals(np.block([[np.zeros((n, n)), np.eye(n)], [-Kp, -Kd]]))
    return float(_CONSTANTS / max(-float(poles.real.max()), 1e-3))


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
