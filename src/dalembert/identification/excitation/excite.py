"""`excite`: a trajectory within all limits whose log identifies the dynamic parameters.  [swevers1997], [gautier1992]

The coefficients X of q(t) = Φ(t) X minimise

    f(W) + ρ Σ (fraction of a limit beyond 1)²,   ρ increasing,   by quasi-Newton steps with exact derivatives   [nocedal2006]

The search uses slightly narrower limits. If the result still exceeds a limit on a grid twenty times finer, the motion is scaled
down about the middle posture, which reduces speeds and accelerations too.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from threading import Event, Lock
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert import argument
from dalembert.argument import choice, integer, real
from dalembert.boundary import RobotLike, as_robot
from dalembert.codegen.runtimes.threads import cpus
from dalembert.dynamics import compile, inverse_dynamics, inverse_dynamics_derivatives, need_numbers
from dalembert.finding.argument import Requires, TooMany, WrongShape
from dalembert.finding.finding import (
    Argument,
    Function,
    Given,
    Identifier,
    JointName,
    Measure,
    Noun,
    Pass,
    RobotName,
    Unit,
)
from dalembert.finding.fit import CannotHoldPosture, JointHardlyMoves, NoClearPosture, UndrivenJoint, WeaklyExcited
from dalembert.finding.log import LogNote
from dalembert.identification.blas_threads import one_thread
from dalembert.identification.excitation import objective
from dalembert.identification.excitation.constraints import RADIUS, Bounds, Clearance, bounds_of, clearance_of
from dalembert.identification.excitation.objective import FRICTIONS, Observation, observation
from dalembert.identification.excitation.trajectory import Excitation, ExcitingCurve
from dalembert.identification.log import Log
from dalembert.progress import Progress
from dalembert.robot.model import Robot
from dalembert.tolerance import ROUNDING

Array = NDArray[np.float64]
FINER = 20
_WEIGHTS = (10.0, 100.0, 1000.0)  # ρ
_INSIDE = 0.02  # share of a limit that is left while searching
_NEAR = 0.01  # m, the same of distances
_SHRINK = 0.985
_POSTURES = 2000


@final
@dataclass(frozen=True, eq=False)
class ExcitationProblem:
    robot: Robot
    curve: ExcitingCurve
    bounds: Bounds
    shown: Observation
    clear: Clearance | None
    kind: str
    known: Array | None = None  # WᵀW/N of logs that there are already, by their duration over the path's

    @cached_property
    def phi(self) -> tuple[Array, Array, Array]:
        return self.curve.at(self.curve.grid)

    @cached_property
    def fine(self) -> tuple[Array, Array, Array]:
        return self.curve.at(self.fine_times)

    @property
    def fine_times(self) -> Array:
        return np.linspace(0.0, self.curve.duration, FINER * (len(self.curve.grid) - 1) + 1)

    @property
    def size(self) -> tuple[int, int]:
        return self.phi[0].shape[1], self.robot.nv

    @property
    def middle(self) -> Array:
        return (self.bounds.lower + self.bounds.upper) / 2

    @property
    def half(self) -> Array:
        return (self.bounds.upper - self.bounds.lower) / 2

    # ── what is to be small ───────────────────────────────────────────────────

    def cost(self, x: Array, weight: float) -> tuple[float, Array]:
        """(f + ρ · excess, its derivative) at coefficients in units of half the range of each joint."""
        X = x.reshape(self.size) * self.half
        q, qd, qdd = (P @ X for P in self.phi)
        W = self.shown.rows(q, qd, qdd, smooth=True)
        f, G = objective.value(self.kind, W.reshape(-1, W.shape[-1]), 0.0 if self.known is None else self.known)
        by = list(self.shown.pulled(q, qd, qdd, G.reshape(W.shape)))
        weight /= len(q)
        pairs = ((q - self.middle, self.half), (qd, self.bounds.velocity), (qdd, self.bounds.acceleration))
        for k, (y, most) in enumerate(pairs):
            over = _over(y, most * (1 - _INSIDE))
            f += weight * float(np.sum(over**2))
            by[k] = by[k] + 2 * weight * over * np.sign(y) / (most * (1 - _INSIDE))
        if np.isfinite(self.bounds.effort).any():
            most = self.bounds.effort * (1 - _INSIDE)
            tau = np.asarray(inverse_dynamics(self.robot, q, qd, qdd))
            over = _over(tau, most)
            if over.any():
                f += weight * float(np.sum(over**2))
                slope = 2 * weight * over * np.sign(tau) / most
                by = [
                    y + np.einsum("ti,tij->tj", slope, D)
                    for y, D in zip(by, inverse_dynamics_derivatives(self.robot, q, qd, qdd), strict=True)
                ]
        if self.clear is not None:
            extra, slope = self.clear.penalty(q, _NEAR)
            f += weight * extra / _NEAR**2
            by[0] = by[0] + weight * slope / _NEAR**2
        grad = sum(P.T @ y for P, y in zip(self.phi, by, strict=True)) * self.half
        return f, np.asarray(grad).ravel()

    # ── limits ────────────────────────────────────────────────────────────────

    def shares(self, X: Array) -> dict[str, Array]:
        """The largest share of each limit that is used on the fine grid, a number a joint; distances as 1 − gap."""
        q, qd, qdd = (P @ X for P in self.fine)
        tau = np.asarray(inverse_dynamics(self.robot, q, qd, qdd))
        over = self.curve.between
        found = {
            "position": np.abs(q - self.middle).max(axis=0) * over / self.half,
            "speed": np.abs(qd).max(axis=0) * over / self.bounds.velocity,
            "acceleration": np.abs(qdd).max(axis=0) * over / self.bounds.acceleration,
            "effort": np.abs(tau).max(axis=0) / self.bounds.effort,
        }
        if self.clear is not None:
            found["distance"] = 1 - self.clear.left(q).min(axis=0).min(axis=1)
        return found

    def within(self, X: Array) -> Array:
        """The same path with every limit held between its samples too: it moves less, where it has to."""
        X = X.copy()
        X[0] = np.clip(X[0], self.bounds.lower, self.bounds.upper)
        for _ in range(600):
            shares = self.shares(X)
            worst = max(float(x.max()) for x in shares.values())
            if worst <= 1:
                return X
            X[1:] *= min(_SHRINK, 1.0 if not np.isfinite(worst) else max(0.5, _SHRINK / worst**0.5))
        X[1:] = 0.0
        return X

    def postures(self, rng: np.random.Generator) -> Array:
        """Return postures that can be held within the effort limits and clear of obstacles."""
        q = self.middle + 0.9 * self.half * rng.uniform(-1, 1, (_POSTURES, self.robot.nv))
        still = np.zeros_like(q)
        share = np.abs(np.asarray(inverse_dynamics(self.robot, q, still, still))) / self.bounds.effort
        gap = np.full((len(q), 1), np.inf) if self.clear is None else self.clear.left(q).reshape(len(q), -1)
        good = (share.max(axis=1) < 0.95) & (gap.min(axis=1) > 0)
        if good.any():
            return np.asarray(q[good])
        least = share.min(axis=0)
        if (share.max(axis=1) >= 0.95).all():
            k = int(np.argmax(least)) if least.max() >= 0.95 else int(np.argmax(share[np.argmin(share.max(axis=1))]))
            need = float(share.max(axis=1).min() * self.bounds.effort[k])
            joint, limit = JointName(self.robot.coordinates[k]), float(self.bounds.effort[k])
            remedy = Pass(Argument("effort"), Given(f"{{'{joint}': {1.1 * need:.3g}}}"))
            raise CannotHoldPosture(joint, RobotName(self.robot.name), need, limit, remedy).error()
        assert self.clear is not None
        best = int(np.argmax(gap.min(axis=1)))
        line, obstacle = divmod(int(np.argmin(gap[best])), len(self.clear.obstacles))
        overlap = Measure(-float(gap[best].min()), Unit("m"))
        raise NoClearPosture(
            Identifier(self.clear.name(line)),
            self.clear.obstacles[obstacle],
            overlap,
            _POSTURES,
            Pass(Argument("radius")),
        ).error()

    # ── paths ─────────────────────────────────────────────────────────────────

    def random(self, rng: np.random.Generator) -> Array:
        """A path within all limits, at random."""
        X = np.zeros(self.size)
        options = self.postures(rng)
        X[0] = options[rng.integers(len(options))]
        X[1:] = rng.normal(size=(self.size[0] - 1, self.size[1]))
        q, qd, qdd = (P[:, 1:] @ X[1:] for P in self.phi)
        room = np.minimum(
            (self.bounds.upper - X[0]) / np.maximum(q.max(axis=0), ROUNDING),
            (X[0] - self.bounds.lower) / np.maximum(-q.min(axis=0), ROUNDING),
        )
        for y, most in ((qd, self.bounds.velocity), (qdd, self.bounds.acceleration)):
            room = np.minimum(room, most / np.maximum(np.abs(y).max(axis=0), ROUNDING))
        X[1:] *= 0.9 * room
        return self.within(X)

    def best(self, rng: np.random.Generator, iterations: int, tick: Callable[[], None]) -> tuple[Array, float, Array]:
        """(X, criterion, X of the random path it began with)."""
        from scipy.optimize import minimize

        begin = self.random(rng)
        x = (begin / self.half).ravel()
        for weight in _WEIGHTS:
            x = minimize(
                self.cost, x, (weight,), method="L-BFGS-B", jac=True, callback=lambda _: tick(),
                options={"maxiter": iterations, "maxcor": 20},
            ).x  # fmt: skip
        found = self.within(x.reshape(self.size) * self.half)
        options = [(self.value(X), i, X) for i, X in enumerate((found, begin))]
        f, _, X = min(options, key=lambda y: y[:2])
        return X, f, begin

    def rows(self, X: Array) -> Array:
        """W of the path, (N, r), with signs as they are."""
        W = self.shown.rows(*(P @ X for P in self.phi))
        return W.reshape(-1, W.shape[-1])

    def value(self, X: Array) -> float:
        return (
            float(np.log(objective.condition(self.rows(X), self.known)))
            if self.kind == "condition"
            else objective.value("d", self.rows(X), 0.0 if self.known is None else self.known)[0]
        )


def _over(y: Array, most: Array) -> Array:
    """Share of a limit beyond 1."""
    return np.asarray(np.maximum(np.abs(y) / most - 1, 0.0))


CURVES = ("fourier", "spline")
_BINDS, _SMALL, _WEAK = 0.9, 0.02, 1e4
_SAMPLES = 20_000_000
_SOME = 2000  # samples of a log that is known


def excite(
    robot: RobotLike,
    *,
    duration: float = 10.0,
    kind: str = "fourier",
    size: int | None = None,
    criterion: str = "condition",
    position: Any = None,
    velocity: Any = None,
    acceleration: Any = None,
    effort: Any = None,
    friction: str = "viscous+coulomb+offset",
    floor: float | None = None,
    capsules: Any = None,
    radius: Any = RADIUS,
    clearance: float = 0.02,
    restarts: int = 4,
    iterations: int = 60,
    periods: int = 1,
    rate: float = 100.0,
    known: Any = None,
    seed: int = 0,
    progress: bool | None = None,
) -> Excitation:
    """Return a trajectory from rest to rest that excites the inertial parameters and the friction, within every limit.

    Parameters
    ----------
    robot : Robot, str or path
    duration : float
        Of one period [s].
    kind : {"fourier", "spline"}
    size : int, optional
        Number of harmonics (5) or of spline segments (12).
    criterion : {"condition", "d"}
        Minimise the condition number of the regressor, or the volume of the confidence ellipsoid.
    position : mapping joint → (lower, upper) or array (n, 2), optional
    velocity, acceleration, effort : float, array (n,) or mapping joint → float, optional
        Limits; by default those of the robot, inf for none.
    friction : str
        Columns of each joint besides the base parameters: viscous, coulomb, offset, rotor, joined with "+".
    floor : float, optional
        Height of a floor [m] that the links stay above.
    capsules : sequence of (one end, other end, radius), optional
        Obstacles [m]. Links are capsules of `radius` around the segments between their frames.
    radius : float or mapping link → float
        Radius of the links [m].
    clearance : float
        Distance to keep from obstacles [m].
    restarts, iterations : int
        Searches from random trajectories, in parallel, and the iterations of each; the best result is returned.
    periods : int
        Number of periods (Fourier only).
    rate : float
        Sampling rate of the result [Hz].
    known : Log or sequence of Log, optional
        Logs that exist already: the trajectory excites what they do not.
    seed : int
        The same seed gives the same trajectory.
    progress : bool, optional
        Show a progress bar; by default on a terminal.

    Returns
    -------
    Excitation

    Examples
    --------
    >>> path = da.identification.excite("ur5", duration=5.0)
    >>> path.to_csv("path.csv")
    """
    robot = as_robot(robot)
    robot.only("excite", springs=True)
    need_numbers(robot)
    if len(robot.actuated) < robot.nv or not robot.nv:
        idle = next((JointName(x) for x in robot.coordinates if x not in robot.actuated), None)
        raise UndrivenJoint(Function("excite"), idle, RobotName(robot.name)).error()
    duration, rate = real(duration, "duration", above=0, unit="s"), real(rate, "rate", above=0, unit="Hz")
    choice(kind, "kind", CURVES)
    choice(criterion, "criterion", objective.CRITERIA)
    restarts, iterations = integer(restarts, "restarts", lower=1), integer(iterations, "iterations", lower=1)
    periods, seed = integer(periods, "periods", lower=1), integer(seed, "seed", lower=0)
    if kind == "spline" and periods > 1:
        raise Requires(Argument("periods"), Argument("kind"), Given("'fourier'")).error()
    count = round(min(duration * periods * rate * robot.nv, 1e18))
    if count > _SAMPLES:
        raise TooMany(Noun("numbers"), count, _SAMPLES, Argument("rate")).error()
    fourier = kind == "fourier"
    size = (5 if fourier else 12) if size is None else integer(size, "size", lower=2 if fourier else 4, upper=100)
    terms = () if friction in (None, "", "none") else tuple(dict.fromkeys(x.strip() for x in friction.split("+")))
    for x in terms:
        argument.known(x, FRICTIONS, "friction model", argument="friction")
    limits = bounds_of(robot, position=position, velocity=velocity, acceleration=acceleration, effort=effort)
    curve = ExcitingCurve(kind, duration, size)
    rng = np.random.default_rng(seed)
    some = rng.uniform(limits.lower, limits.upper, (50, robot.nv))
    clear = clearance_of(robot, floor, capsules, radius, clearance, some)
    with one_thread():
        shown = observation(robot, terms, limits)
        problem = ExcitationProblem(robot, curve, limits, shown, clear, criterion, _known(shown, known, duration))
        problem.postures(rng)
        found = _searched(problem, restarts, iterations, seed, progress)
        X, _, _ = min(found, key=lambda x: x[1])
        return _excitation(problem, X, [x[2] for x in found], periods, rate, seed)


def _known(shown: Observation, logs: Any, duration: float) -> Array | None:
    """WᵀW/N of logs, each by its duration over the path's."""
    if logs is None:
        return None
    total = np.zeros((len(shown.kept),) * 2)
    for log in [logs] if isinstance(logs, Log) else list(logs):
        argument.instance(log, "known", Log, "a log")
        if log.q.shape[1] != shown.robot.nq:
            raise WrongShape(
                Argument("known"), log.q.shape, (("N", shown.robot.nq),), RobotName(shown.robot.name)
            ).error()
        some = log.rows(np.unique(np.linspace(0, len(log) - 1, _SOME).astype(np.intp)))
        good = np.isfinite(some.q).all(1) & np.isfinite(some.qd).all(1) & np.isfinite(some.qdd).all(1)
        W = shown.rows(some.q[good], some.qd[good], some.qdd[good]).reshape(-1, len(shown.kept))
        total += float(log.t[-1] - log.t[0]) / duration * W.T @ W / max(len(W), 1)
    return total


def _searched(
    problem: ExcitationProblem, restarts: int, iterations: int, seed: int, progress: bool | None
) -> list[tuple[Array, float, Array]]:
    """Each restart in a thread of its own: kernels and linear algebra run without the interpreter's lock."""
    for quantity in ("regressor", "inverse_dynamics", "inverse_dynamics_derivatives"):
        compile(problem.robot, quantity)
    stop, lock, done = Event(), Lock(), [0]

    def tick() -> None:
        with lock:
            done[0] += 1
        if stop.is_set():
            raise KeyboardInterrupt

    def one(k: int) -> tuple[Array, float, Array]:
        return problem.best(np.random.default_rng([seed, k]), iterations, tick)

    with Progress(3 * iterations * restarts, progress, "searching") as bar, ThreadPoolExecutor(cpus()) as pool:
        waiting = [pool.submit(one, k) for k in range(restarts)]
        try:
            left = set(waiting)
            while left:
                left -= wait(left, 0.1, FIRST_COMPLETED).done
                bar.at(done[0])
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        return [x.result() for x in waiting]


def _excitation(
    problem: ExcitationProblem, X: Array, starts: list[Array], periods: int, rate: float, seed: int
) -> Excitation:
    way = problem.curve.trajectory(X, periods)
    count = max(round(way.duration * rate), 2)
    t, q, qd, qdd = way.sampled(count)
    W, used = problem.rows(X), problem.shares(X)
    condition = objective.condition(W, problem.known)
    value = (
        condition
        if problem.kind == "condition"
        else objective.value("d", W, 0.0 if problem.known is None else problem.known)[0]
    )
    return Excitation(
        robot=problem.robot, trajectory=way, t=t, q=q, qd=qd, qdd=qdd,
        tau=np.asarray(inverse_dynamics(problem.robot, q, qd, qdd)),
        criterion=problem.kind, value=value, condition=condition,
        random=tuple(objective.condition(problem.rows(x), problem.known) for x in starts),
        parameters=problem.shown.names, limits=problem.bounds, used=used, seed=seed,
        notes=(*problem.bounds.notes, *_notes(problem, X, used, condition)),
    )  # fmt: skip


def _notes(problem: ExcitationProblem, X: Array, used: dict[str, Array], condition: float) -> list[LogNote]:
    """What limits a weak trajectory."""
    found: list[LogNote] = []
    for k in np.flatnonzero(np.ptp(problem.fine[0] @ X, axis=0) < _SMALL * 2 * problem.half):
        tight = tuple(
            Noun("effort channel" if x == "effort" else x)
            for x in ("speed", "acceleration", "effort")
            if used[x][k] > _BINDS
        )
        found.append(JointHardlyMoves(JointName(problem.robot.coordinates[k]), tight))
    return [*found, WeaklyExcited(condition)] if condition > _WEAK else found
