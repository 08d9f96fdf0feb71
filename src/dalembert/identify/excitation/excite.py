"""`excite`: a motion within all limits whose log shows the dynamic parameters. [swevers1997], [gautier1992]"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event, Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.codegen.runtimes.split import cpus
from dalembert.compilation import compile, need_numbers
from dalembert.dynamics import inverse_dynamics
from dalembert.errors import UnknownName, WrongValue, did_you_mean
from dalembert.identify.excitation import criterion as criteria
from dalembert.identify.excitation.bounds import bounds_of
from dalembert.identify.excitation.clearance import RADIUS, clearance_of
from dalembert.identify.excitation.curve import Curve
from dalembert.identify.excitation.observation import FRICTIONS, Observation, observation
from dalembert.identify.excitation.path import Excitation
from dalembert.identify.excitation.search import Problem
from dalembert.identify.log import Log
from dalembert.identify.thread import one_thread
from dalembert.robot.model import Robot
from dalembert.simulate.progress import Progress

Array = NDArray[np.float64]
CURVES = ("fourier", "spline")
_BINDS, _SMALL, _WEAK = 0.9, 0.02, 1e4
_SAMPLES = 20_000_000
_SOME = 2000  # samples of a log that is known


def excite(
    robot: Robot,
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
    """A path from rest to rest that shows the inertial parameters and the friction of a robot, within every limit.

    duration      of one period [s]; `periods` of them follow each other (Fourier)
    kind, size    "fourier" of so many harmonics (5), or "spline" of so many pieces (12)
    criterion     "condition" of the regressor, or "d": the volume of the confidence ellipsoid
    position      {joint: (lower, upper)} or (n, 2); velocity, acceleration, effort: one number, n, or {joint: number};
                  where not given, the robot's own; inf for none
    friction      columns of each joint besides the base parameters: of viscous, coulomb, offset, rotor, joined with +
    floor         height of a floor [m] the links stay above
    capsules      [(one end, other end, radius)] the links keep away from; links have `radius` (or {link: radius}) about
                  the lines between their frames, and `clearance` more is kept
    known         a `Log`, or several, that there are already: the path shows what they do not
    restarts      searches from different random paths, side by side; the best is given. The same seed, the same path.
    """
    _check(robot, duration=duration, kind=kind, criterion=criterion, rate=rate)
    counts = {"restarts": restarts, "iterations": iterations, "periods": periods, "seed": seed}
    for what, x in counts.items():
        if (
            isinstance(x, bool)
            or not isinstance(x, (int, np.integer))
            or not (0 if what == "seed" else 1) <= x <= 10**9
        ):
            raise WrongValue(f"{what} is a whole number from {0 if what == 'seed' else 1} on, got {x!r}")
    if kind == "spline" and periods > 1:
        raise WrongValue("a spline does not end where it began, so it cannot be repeated; take kind='fourier'")
    if duration * periods * rate * robot.nv > _SAMPLES:
        raise WrongValue(
            f"{duration * periods:g} s at {rate:g} Hz are {duration * periods * rate:.2g} samples of {robot.nv} joints, "
            f"more than {_SAMPLES:.0e} numbers; lower the rate"
        )
    terms = _friction(friction)
    limits = bounds_of(robot, position=position, velocity=velocity, acceleration=acceleration, effort=effort)
    curve = Curve(kind, float(duration), _size(kind, size))
    rng = np.random.default_rng(seed)
    some = rng.uniform(limits.lower, limits.upper, (50, robot.nv))
    clear = clearance_of(robot, floor, capsules, radius, clearance, some)
    with one_thread():
        shown = observation(robot, terms, limits)
        problem = Problem(robot, curve, limits, shown, clear, criterion, _known(shown, known, duration))
        problem.postures(rng)
        found = _searched(problem, restarts, iterations, seed, progress)
        X, _, _ = min(found, key=lambda x: x[1])
        return _told(problem, X, [x[2] for x in found], periods, rate, seed)


def _known(shown: Observation, logs: Any, duration: float) -> Array | None:
    """WᵀW/N of logs, each by its duration over the path's."""
    if logs is None:
        return None
    total = np.zeros((len(shown.kept),) * 2)
    for log in [logs] if isinstance(logs, Log) else list(logs):
        if not isinstance(log, Log) or log.q.shape[1] != shown.robot.nq:
            raise WrongValue(f"known is a Log of robot '{shown.robot.name}', or several; got {type(log).__name__}")
        some = log.rows(np.unique(np.linspace(0, len(log) - 1, _SOME).astype(np.intp)))
        good = np.isfinite(some.q).all(1) & np.isfinite(some.qd).all(1) & np.isfinite(some.qdd).all(1)
        W = shown.rows(some.q[good], some.qd[good], some.qdd[good]).reshape(-1, len(shown.kept))
        total += float(log.t[-1] - log.t[0]) / duration * W.T @ W / max(len(W), 1)
    return total


def _check(robot: Robot, *, duration: float, kind: str, criterion: str, rate: float) -> None:
    if not isinstance(robot, Robot):
        raise WrongValue(f"excite needs a Robot first, got {type(robot).__name__}")
    robot.only("excite", springs=True)
    need_numbers(robot)
    if len(robot.actuated) < robot.nv or not robot.nv:
        idle = next((x for x in robot.coordinates if x not in robot.actuated), "")
        raise WrongValue(f"excite drives every joint; '{idle}' of robot '{robot.name}' is not actuated")
    for what, x in (("duration", duration), ("rate", rate)):
        if isinstance(x, bool) or not isinstance(x, (int, float)) or not 0 < x < 1e6:
            raise WrongValue(f"{what} is a positive number, got {x!r}")
    for what, name, known in (("kind", kind, CURVES), ("criterion", criterion, criteria.KINDS)):
        if name not in known:
            raise UnknownName(f"{what} '{name}' is not known{did_you_mean(str(name), known)}")


def _size(kind: str, size: int | None) -> int:
    if size is None:
        return 5 if kind == "fourier" else 12
    least = 2 if kind == "fourier" else 4
    if isinstance(size, bool) or not isinstance(size, int) or not least <= size <= 100:
        raise WrongValue(f"size of a {kind} path is a whole number from {least} to 100, got {size!r}")
    return size


def _friction(given: str) -> tuple[str, ...]:
    if given in (None, "", "none"):
        return ()
    terms = tuple(dict.fromkeys(x.strip() for x in str(given).split("+")))
    for x in terms:
        if x not in FRICTIONS:
            raise UnknownName(f"friction '{x}' is not known{did_you_mean(x, FRICTIONS)}; join several with +")
    return terms


def _searched(
    problem: Problem, restarts: int, iterations: int, seed: int, progress: bool | None
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


def _told(problem: Problem, X: Array, starts: list[Array], periods: int, rate: float, seed: int) -> Excitation:
    way = problem.curve.trajectory(X, periods)
    count = max(round(way.duration * rate), 2)
    t, q, qd, qdd = way.sampled(count)
    W, used = problem.rows(X), problem.shares(X)
    condition = criteria.condition(W, problem.known)
    value = (
        condition
        if problem.kind == "condition"
        else criteria.value("d", W, 0.0 if problem.known is None else problem.known)[0]
    )
    return Excitation(
        robot=problem.robot, trajectory=way, t=t, q=q, qd=qd, qdd=qdd,
        tau=np.asarray(inverse_dynamics(problem.robot, q, qd, qdd)),
        criterion=problem.kind, value=value, condition=condition,
        random=tuple(criteria.condition(problem.rows(x), problem.known) for x in starts),
        parameters=problem.shown.names, limits=problem.bounds, used=used, seed=seed,
        notes=(*problem.bounds.notes, *_notes(problem, X, used, condition)),
    )  # fmt: skip


def _notes(problem: Problem, X: Array, used: dict[str, Array], condition: float) -> list[str]:
    """What holds the path back, where it is weak."""
    said, names = [], problem.robot.coordinates
    for k in np.flatnonzero(np.ptp(problem.fine[0] @ X, axis=0) < _SMALL * 2 * problem.half):
        tight = [what for what in ("speed", "acceleration", "effort") if used[what][k] > _BINDS]
        said.append(
            f"joint '{names[k]}' hardly moves, held by {' and '.join(tight) or 'other joints and obstacles'}: a longer "
            "duration or wider limits would help"
        )
    if condition > _WEAK:
        said.append(
            f"condition {condition:.2g}: some parameters are hardly seen within these limits; a longer path, more harmonics "
            "(size=…) or more restarts may help"
        )
    return said
