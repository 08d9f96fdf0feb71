"""Optimization of trajectories that excite the dynamic parameters of a robot within all limits. [swevers1997],
[gautier1992]

The coefficients X of the trajectory q(t) = Φ(t) X minimise the cost

    f(W) + ρ Σ max(u − 1, 0)²,   u: ratio of a quantity to its limit                                       [nocedal2006]

by quasi-Newton steps with exact derivatives and an increasing penalty weight ρ. During the search, the limits are
tightened slightly. If the result exceeds a limit on a grid that is twenty times finer, the amplitude of the motion is
reduced.

The singular values of the observation matrix W determine the quality of a trajectory. The criteria are:

    W = [Y_b(q, q̇, q̈)  q̇  sign q̇  1],   rows scaled by joint efforts, columns by sizes at random states

d          −log det(WᵀW/N) / r, r parameters: volume of the confidence ellipsoid   [swevers1997]
condition  log(s_max/s_min), smoothed by norms of order 2P: ½ (log Σ s^{2P} + log Σ s^{−2P}) / P     [gautier1992]

The regressor Y is linear in q̈ and quadratic in q̇. A forward difference in q̈ and a central difference in q̇ are
therefore exact for any step size. Derivatives with respect to q use a central difference with a small step. In
derivatives, tanh(q̇/v₀) replaces sign q̇.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from threading import Event
from typing import Any, final

import numpy as np
from numpy.linalg import eigh, eigvalsh, svd

from dalembert import argument, finding
from dalembert.argument import choice, integer, options, real
from dalembert.boundary import RobotLike, as_robot
from dalembert.codegen.runtimes.threads import cpus
from dalembert.dynamics import compile, inverse_dynamics, inverse_dynamics_derivatives, need_numbers
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
from dalembert.identification.excitation_limits import Bounds, Clearance, JointBounds, Obstacles
from dalembert.identification.exciting_trajectory import BETWEEN, FINER, Excitation, ExcitingCurve
from dalembert.identification.filtering import Array, Indices, Notes
from dalembert.identification.least_squares import one_thread, pivoted
from dalembert.identification.linear_model import TEN, basis
from dalembert.identification.log import Log
from dalembert.progress import Progress
from dalembert.robot.model import Robot
from dalembert.tolerance import FEW_ROUNDINGS, GRADIENT_STEP, RANK, ROUNDING, TINY

_WEIGHTS = (10.0, 100.0, 1000.0)  # ρ
_INSIDE = 0.02  # safety margin as a fraction of each limit
_NEAR = 0.01  # m, additional clearance during the search
_SHRINK = 0.985
_POSTURES = 2000


@final
@dataclass(frozen=True, eq=False)
class ExcitationProblem:
    robot: Robot
    curve: ExcitingCurve
    bounds: JointBounds
    shown: Observation
    clear: Clearance | None
    kind: str
    known: Array | None = None  # WᵀW/N of existing logs, weighted by duration

    @cached_property
    def phi(self) -> tuple[Array, Array, Array]:
        return self.curve.at(self.curve.grid)

    @cached_property
    def fine(self) -> tuple[Array, Array, Array]:
        return self.curve.at(np.linspace(0.0, self.curve.duration, FINER * (len(self.curve.grid) - 1) + 1))

    @property
    def size(self) -> tuple[int, int]:
        return self.phi[0].shape[1], self.robot.nv

    @property
    def middle(self) -> Array:
        return (self.bounds.lower + self.bounds.upper) / 2

    @property
    def half(self) -> Array:
        return (self.bounds.upper - self.bounds.lower) / 2

    @property
    def limits(self) -> tuple[Array, ...]:
        """Limits for each joint: distance from the centre of the position range, speed, acceleration and effort."""
        return self.half, self.bounds.velocity, self.bounds.acceleration, self.bounds.effort

    # ── cost ────────────────────────────────────────────────────────────────

    def cost(self, x: Array, weight: float) -> tuple[float, Array]:
        """Compute the penalized criterion and its gradient.

        The coefficients x are relative to half the position range of each joint. `weight` is the penalty weight ρ.
        """
        X = x.reshape(self.size) * self.half
        q, qd, qdd = (P @ X for P in self.phi)
        W = self.shown.rows(q, qd, qdd, smooth=True)
        f, G = criterion_value(self.kind, W.reshape(-1, W.shape[-1]), self.known)
        by = self.shown.pulled(q, qd, qdd, G.reshape(W.shape))
        weight /= len(q)
        tau = inverse_dynamics(self.robot, q, qd, qdd)
        for k, (y, limit) in enumerate(zip((q - self.middle, qd, qdd, tau), self.limits, strict=True)):
            most = limit * (1 - _INSIDE)
            over = np.maximum(np.abs(y) / most - 1, 0.0)
            f += weight * float(np.sum(over**2))
            slope = 2 * weight * over * np.sign(y) / most
            if k < 3:
                by[k] += slope
            elif over.any():
                by += [np.einsum("ti,tij->tj", slope, D) for D in inverse_dynamics_derivatives(self.robot, q, qd, qdd)]
        if self.clear is not None:
            extra, slope = self.clear.penalty(q, _NEAR)
            f += weight * extra / _NEAR**2
            by[0] += weight * slope / _NEAR**2
        grad = sum(P.T @ y for P, y in zip(self.phi, by, strict=True)) * self.half
        return f, np.asarray(grad).ravel()

    # ── limits ────────────────────────────────────────────────────────────────

    def shares(self, X: Array) -> dict[str, Array]:
        """Compute the largest ratio of each quantity to its limit, per joint, on the fine time grid.

        For the distance to an obstacle, the ratio is 1 − distance.
        """
        q, qd, qdd = (P @ X for P in self.fine)
        tau = inverse_dynamics(self.robot, q, qd, qdd)
        names = ("position", "speed", "acceleration", "effort")
        sizes = (np.abs(x).max(axis=0) for x in (BETWEEN * (q - self.middle), BETWEEN * qd, BETWEEN * qdd, tau))
        found = {name: size / limit for name, size, limit in zip(names, sizes, self.limits, strict=True)}
        if self.clear is not None:
            found["distance"] = 1 - self.clear.left(q).min(axis=0).min(axis=1)
        return found

    def within(self, X: Array) -> Array:
        """Reduce the amplitude of the trajectory until every limit is respected, including between samples."""
        X = X.copy()
        X[0] = np.clip(X[0], self.bounds.lower, self.bounds.upper)
        for _ in range(600):
            worst = max(float(x.max()) for x in self.shares(X).values())
            if worst <= 1:
                return X
            X[1:] *= max(0.5, _SHRINK / worst**0.5)
        X[1:] = 0.0
        return X

    def postures(self, rng: np.random.Generator) -> Array:
        """Sample random postures that avoid the obstacles and can be held within the effort limits."""
        q = self.middle + 0.9 * self.half * rng.uniform(-1, 1, (_POSTURES, self.robot.nv))
        still = np.zeros_like(q)
        share = np.abs(inverse_dynamics(self.robot, q, still, still)) / self.bounds.effort
        gap = np.full((len(q), 1), np.inf) if self.clear is None else self.clear.left(q).reshape(len(q), -1)
        highest = share.max(axis=1)
        good = (highest < 0.95) & (gap.min(axis=1) > 0)
        if good.any():
            return np.asarray(q[good])
        if highest.min() >= 0.95:
            k = np.argmax(share[np.argmin(highest)])  # the weakest joint in the best posture
            joint, limit = JointName(self.robot.coordinates[k]), float(self.bounds.effort[k])
            need = float(highest.min()) * limit
            remedy = Pass(Argument("effort"), Given(f"{{'{joint}': {1.1 * need:.3g}}}"))
            raise finding.CannotHoldPosture(joint, RobotName(self.robot.name), need, limit, remedy).error()
        assert self.clear is not None
        best = np.argmax(gap.min(axis=1))
        line, obstacle = divmod(int(np.argmin(gap[best])), len(self.clear.obstacles))
        overlap = Measure(-float(gap[best].min()), Unit("m"))
        raise finding.NoClearPosture(
            Identifier(self.clear.name(line)),
            self.clear.obstacles[obstacle],
            overlap,
            _POSTURES,
            Pass(Argument("radius")),
        ).error()

    # ── paths ─────────────────────────────────────────────────────────────────

    def random(self, rng: np.random.Generator) -> Array:
        """Generate a random trajectory within all limits."""
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
        """Search for the best trajectory, starting from a random trajectory.

        Return the coefficients X, the criterion, and the initial random coefficients.
        """
        from scipy.optimize import minimize

        begin = self.random(rng)
        x = (begin / self.half).ravel()
        for weight in _WEIGHTS:
            x = minimize(
                self.cost,
                x,
                (weight,),
                method="L-BFGS-B",
                jac=True,
                callback=lambda _: tick(),
                options={"maxiter": iterations, "maxcor": 20},
            ).x
        found = self.within(x.reshape(self.size) * self.half)
        options = [(self.value(X), i, X) for i, X in enumerate((found, begin))]
        f, _, X = min(options, key=lambda y: y[:2])
        return X, f, begin

    def rows(self, X: Array) -> Array:
        """Compute the observation matrix W of a trajectory, (N, r), with the exact sign of the velocities."""
        W = self.shown.rows(*(P @ X for P in self.phi))
        return W.reshape(-1, W.shape[-1])

    def value(self, X: Array) -> float:
        """Compute the criterion for a trajectory, with the exact sign of the velocities."""
        if self.kind == "condition":
            return condition_number(self.rows(X), self.known)
        return criterion_value(self.kind, self.rows(X), self.known)[0]


_BINDS, _SMALL, _WEAK = 0.9, 0.02, 1e4
_SAMPLES = 20_000_000
_SOME = 2000  # samples taken from an existing log


@final
@dataclass(frozen=True)
class TrajectorySearch:
    """Options for the trajectory optimization in `excite`.

    Parameters
    ----------
    criterion : {"condition", "d"}
        Quantity to minimise: the condition number of the regressor ("condition") or the volume of the confidence
        ellipsoid ("d").
    size : int
        Number of harmonics.
    restarts, iterations : int
        Number of searches from random trajectories, and the number of iterations per search. The best result is used.
    seed : int
        Seed of the random trajectories.
    progress : bool, optional
        Whether to show a progress bar. By default, the bar is shown if standard error is a terminal.

    Examples
    --------
    >>> search = da.identification.TrajectorySearch(criterion="d", restarts=8)
    >>> path = da.identification.excite("ur5", search=search)
    """

    criterion: str = "condition"
    size: int = 5
    restarts: int = 4
    iterations: int = 60
    seed: int = 0
    progress: bool | None = None

    def __post_init__(self) -> None:
        choice(self.criterion, "criterion", CRITERIA)
        integer(self.size, "size", lower=2, upper=100)
        for name, lower in (("restarts", 1), ("iterations", 1), ("seed", 0)):
            integer(getattr(self, name), name, lower=lower)


def excite(
    robot: RobotLike,
    *,
    duration: float = 10.0,
    periods: int = 1,
    rate: float = 100.0,
    bounds: Bounds | None = None,
    obstacles: Obstacles | None = None,
    known: Any = None,
    search: TrajectorySearch | None = None,
) -> Excitation:
    """Optimize a rest-to-rest trajectory that excites inertial parameters and friction within all limits.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    duration : float
        Duration of one period [s].
    periods : int
        Number of periods.
    rate : float
        Sampling rate of the result [Hz].
    bounds : Bounds, optional
        Limits on positions, speeds, accelerations and efforts. By default, the limits of the robot apply.
    obstacles : Obstacles, optional
        Floor and capsules that the robot must avoid.
    known : Log or sequence of Log, optional
        Existing logs. The trajectory is optimized to excite the parameters that are not excited in these logs.
    search : TrajectorySearch, optional
        Criterion, number of harmonics, and numbers of searches and iterations.

    Returns
    -------
    Excitation

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> path = da.identification.excite(robot, duration=5.0)
    >>> path.to_csv("path.csv").name
    'path.csv'
    """
    robot = as_robot(robot)
    robot.only("excite", springs=True)
    need_numbers(robot)
    if len(robot.actuated) < robot.nv or not robot.nv:
        idle = next((JointName(x) for x in robot.coordinates if x not in robot.actuated), None)
        raise finding.CoordinateNotActuated(Function("excite"), RobotName(robot.name), idle).error()
    bounds = options(bounds, "bounds", Bounds)
    obstacles = options(obstacles, "obstacles", Obstacles)
    search = options(search, "search", TrajectorySearch)
    duration, rate = real(duration, "duration", above=0, unit="s"), real(rate, "rate", above=0, unit="Hz")
    periods = integer(periods, "periods", lower=1)
    argument.at_most(min(duration * periods * rate * robot.nv, 1e18), _SAMPLES, "numbers", "rate")
    limits = bounds.of(robot)
    rng = np.random.default_rng(search.seed)
    clear = obstacles.around(robot, rng.uniform(limits.lower, limits.upper, (50, robot.nv)))
    with one_thread():
        shown = observation(robot, limits)
        before, curve = _known(shown, known, duration), ExcitingCurve(duration, search.size)
        problem = ExcitationProblem(robot, curve, limits, shown, clear, search.criterion, before)
        problem.postures(rng)
        found = _searched(problem, search)
        X, _, _ = min(found, key=lambda x: x[1])
        return _excitation(problem, X, [x[2] for x in found], periods, rate, search.seed)


def _known(shown: Observation, logs: Any, duration: float) -> Array | None:
    """Compute WᵀW/N for existing logs, each weighted by the ratio of log duration to trajectory duration."""
    if logs is None:
        return None
    total = np.zeros((len(shown.kept),) * 2)
    for log in [logs] if isinstance(logs, Log) else list(logs):
        own: Log = argument.instance(log, "known", Log, "a log").of(shown.robot)
        some = own.spread(_SOME)
        W = shown.rows(*(x[some.complete] for x in (some.q, some.qd, some.qdd))).reshape(-1, len(shown.kept))
        total += (log.t[-1] - log.t[0]) / duration * W.T @ W / max(len(W), 1)
    return total


def _searched(problem: ExcitationProblem, search: TrajectorySearch) -> list[tuple[Array, float, Array]]:
    """Run the searches in parallel threads.

    Compiled functions and linear algebra release the GIL.
    """
    for quantity in ("regressor", "inverse_dynamics", "inverse_dynamics_derivatives"):
        compile(problem.robot, quantity)
    stop, done = Event(), deque[None]()

    def tick() -> None:
        done.append(None)
        if stop.is_set():
            raise KeyboardInterrupt

    def one(k: int) -> tuple[Array, float, Array]:
        return problem.best(np.random.default_rng([search.seed, k]), search.iterations, tick)

    total = len(_WEIGHTS) * search.iterations * search.restarts
    with Progress(total, search.progress, "searching") as bar, ThreadPoolExecutor(cpus()) as pool:
        waiting = [pool.submit(one, k) for k in range(search.restarts)]
        try:
            left = set(waiting)
            while left:
                left -= wait(left, 0.1, FIRST_COMPLETED).done
                bar.at(len(done))
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
    used, condition = problem.shares(X), condition_number(problem.rows(X), problem.known)
    return Excitation(
        robot=problem.robot, trajectory=way, t=t, q=q, qd=qd, qdd=qdd,
        tau=inverse_dynamics(problem.robot, q, qd, qdd),
        criterion=problem.kind, value=problem.value(X), condition=condition,
        random=tuple(condition_number(problem.rows(x), problem.known) for x in starts),
        parameters=problem.shown.names, limits=problem.bounds, used=used, seed=seed,
        notes=(*problem.bounds.notes, *_notes(problem, X, used, condition)),
    )  # fmt: skip


def _notes(problem: ExcitationProblem, X: Array, used: dict[str, Array], condition: float) -> Notes:
    """Return notes that explain why a trajectory excites some parameters poorly."""
    found: Notes = []
    for k in np.flatnonzero(np.ptp(problem.fine[0] @ X, axis=0) < _SMALL * 2 * problem.half):
        tight = tuple(
            Noun("effort channel" if x == "effort" else x)
            for x in ("speed", "acceleration", "effort")
            if used[x][k] > _BINDS
        )
        found.append(finding.JointHardlyMoves(JointName(problem.robot.coordinates[k]), tight))
    return [*found, finding.WeaklyExcited(condition)] if condition > _WEAK else found


CRITERIA = ("condition", "d")
_ORDER = 6  # P


def criterion_value(kind: str, W: Array, known: Array | None = None) -> tuple[float, Array]:
    """Compute the criterion of W (N, r) and its derivative with respect to W.

    `known` is WᵀW/N of other logs.
    """
    A = W.T @ W / len(W) + (0.0 if known is None else known)
    size, V = eigh(A)
    size = np.maximum(size, FEW_ROUNDINGS * max(size[-1], TINY))
    if kind == "d":
        f, slope = -float(np.mean(np.log(size))), -1 / size / len(size)
    else:
        up, down = (size / size[-1]) ** _ORDER, (size[0] / size) ** _ORDER
        f = 0.5 * float(np.log(up.sum()) / _ORDER + np.log(size[-1]) + np.log(down.sum()) / _ORDER - np.log(size[0]))
        slope = 0.5 * (up / up.sum() - down / down.sum()) / size
    return f, 2 / len(W) * W @ ((V * slope) @ V.T)


def condition_number(W: Array, known: Array | None = None) -> float:
    """Compute the condition number s_max/s_min of W, combined with other logs.

    The condition number is infinite if a parameter is not excited.
    """
    if known is not None:
        s = np.sqrt(np.maximum(eigvalsh(W.T @ W / len(W) + known)[::-1], 0.0))
    else:
        s = svd(W, compute_uv=False)
    return float(s[0] / s[-1]) if s[-1] > FEW_ROUNDINGS * s[0] else float("inf")


_STATES = 200
_SMOOTH = 0.02  # width v₀ of the smoothed sign, relative to the speed limit


@final
@dataclass(frozen=True, eq=False)
class Observation:
    """Scaled observation matrix of base parameters and friction.

    `kept` selects independent columns. Each column is divided by its root mean square (`size`), and each row by the
    joint effort (`effort`). The regressor of the base parameters is Y_b = Y · `links`.
    """

    robot: Robot
    links: Array
    names: tuple[str, ...]
    kept: Indices
    size: Array
    effort: Array
    smooth: Array

    def rows(self, q: Array, qd: Array, qdd: Array, *, smooth: bool = False) -> Array:
        """Compute the observation matrix W, (T, n, r)."""
        W = _columns(self.robot, self.links, q, qd, qdd, self.smooth if smooth else None)
        return W[..., self.kept] / self.size / self.effort[:, None]

    def pulled(self, q: Array, qd: Array, qdd: Array, G: Array) -> Array:
        """Compute the derivatives of Σ G·W with respect to q, q̇ and q̈, (3, T, n)."""
        n, base = q.shape[1], self.links.shape[1]
        whole = np.zeros((*G.shape[:2], base + 3 * n))
        whole[..., self.kept] = G / self.size / self.effort[:, None]
        K, Y = whole[..., :base] @ self.links.T, compile(self.robot, "regressor")

        def total(*state: Array) -> Array:
            return np.asarray(np.einsum("tik,tik->t", Y(*state), K))

        by, here = np.zeros((3, *q.shape)), total(q, qd, qdd)
        for j, e in enumerate(np.eye(n)):
            h = GRADIENT_STEP * e
            by[0, :, j] = (total(q + h, qd, qdd) - total(q - h, qd, qdd)) / (2 * GRADIENT_STEP)
            by[1, :, j] = (total(q, qd + e, qdd) - total(q, qd - e, qdd)) / 2
            by[2, :, j] = total(q, qd, qdd + e) - here
        viscous, coulomb, _ = np.einsum("tifi->fti", whole[..., base:].reshape(*G.shape[:2], 3, n))
        by[1] += viscous + coulomb / (self.smooth * np.cosh(np.clip(qd / self.smooth, -50, 50)) ** 2)
        return by


def _columns(robot: Robot, links: Array, q: Array, qd: Array, qdd: Array, smooth: Array | None) -> Array:
    """Assemble the matrix [Y_b  q̇  sign q̇  1], (T, n, columns).

    Each block of friction columns has one column per joint.
    """
    Y = compile(robot, "regressor")(q, qd, qdd)
    sign = np.sign(qd) if smooth is None else np.tanh(qd / smooth)
    blocks = [x[..., None] * np.eye(q.shape[-1]) for x in (qd, sign, np.ones_like(qd))]
    return np.concatenate([Y @ links, *blocks], axis=-1)


def observation(robot: Robot, bounds: JointBounds) -> Observation:
    """Select independent columns, and determine column scales and joint efforts from random states within the
    limits."""
    rng = np.random.default_rng(0)
    n, base = robot.nv, basis(robot, rotors=False)
    links = base.columns(np.eye(TEN * base.bodies), np.zeros(0))
    speed = np.where(np.isfinite(bounds.velocity), bounds.velocity, bounds.upper - bounds.lower)
    fast = np.where(np.isfinite(bounds.acceleration), bounds.acceleration, 4 * speed)
    q = rng.uniform(bounds.lower, bounds.upper, (_STATES, n))
    qd, qdd = (x * rng.uniform(-1, 1, (_STATES, n)) for x in (speed, fast))
    W = _columns(robot, links, q, qd, qdd, None)
    tau = np.abs(inverse_dynamics(robot, q, qd, qdd)).max(axis=0)
    effort = np.where(np.isfinite(bounds.effort), bounds.effort, np.where(tau > RANK, tau, 1.0))
    flat = (W / effort[:, None]).reshape(-1, W.shape[-1])
    size = np.sqrt(np.mean(flat**2, axis=0))
    felt = np.flatnonzero(size > ROUNDING * size.max(initial=TINY))
    _, _, order, rank = pivoted(flat[:, felt] / size[felt])
    kept = np.sort(felt[order[:rank]])
    friction = (f"{kind} of {joint}" for kind in ("viscous", "coulomb", "offset") for joint in robot.coordinates)
    names = (*base.names, *friction)
    return Observation(robot, links, tuple(names[k] for k in kept), kept, size[kept], effort, _SMOOTH * speed)
