"""`simulate`: forward dynamics in time.  [deluca]

    M q̈ + c + g + friction + springs = τ + Σ Jᵀw + Jᵀλ

Given τ(t) and (q, q̇) at t = 0, find q(t), with drives, elastic joints, stick and slip, and the energy balance of the run.
Quaternions have unit length and loops are closed at every step. This file checks the arguments and the initial state
(array sizes, unit quaternions, closed loops, J q̇ = 0) and hands the run to `adaptive` or to `fixed_step`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.argument import finite, reals
from dalembert.errors import (
    DalembertError,
    NotAssembled,
    SimulationInterrupted,
    SimulationStopped,
    SingularConfiguration,
    UnknownName,
    WrongSize,
    WrongValue,
    did_you_mean,
)
from dalembert.mechanism.closure import OPEN
from dalembert.mechanism.consistency import check_rates
from dalembert.progress import Progress
from dalembert.robot.model import Robot
from dalembert.simulation.adaptive import AdaptiveIntegration, Flow, Trace
from dalembert.simulation.fixed_step import MOST_STEPS, ROWS, grid_of, march
from dalembert.simulation.inputs import Signal, Wrenches, is_askable
from dalembert.simulation.integrator import METHODS
from dalembert.simulation.model import SimulationModel, model_of
from dalembert.simulation.run import Run

Array = NDArray[Any]
_SINGULAR = 1e-9  # of J's largest singular value: below it, a row of the loops holds nothing


def given_state(robot: Robot, q0: ArrayLike, qd0: ArrayLike | None) -> tuple[Array, Array]:
    """q0 (..., nq) and qd0 (..., nv), of one leading shape; quaternions of unit length."""
    if not isinstance(robot, Robot):
        raise WrongValue(f"simulate needs a Robot first, got {type(robot).__name__}")
    q = _numbers(robot, q0, "q0", robot.nq)
    qd = _numbers(robot, np.zeros(robot.nv) if qd0 is None else qd0, "qd0", robot.nv)
    leading = _together(q, qd)
    q = np.array(np.broadcast_to(q, (*leading, robot.nq)))
    for c in (robot.coordinate(name) for name in robot.coordinates):
        if c.motion == "ball":
            longest = np.abs(q[..., c.q]).max(axis=-1, keepdims=True)  # whose square may be too small or too large
            if not (longest > 0).all():
                raise WrongValue(f"the quaternion of '{c.name}' in q0 is zero; no turn is (1, 0, 0, 0)")
            turn = q[..., c.q] / longest
            q[..., c.q] = turn / np.linalg.norm(turn, axis=-1, keepdims=True)
    return q, np.array(np.broadcast_to(qd, (*leading, robot.nv)))


def check_loops(model: SimulationModel, q: Array, qd: Array) -> None:
    """Raise where q0 leaves loops open or is singular, or qd0 tears them."""
    if model.loops is None:
        return
    name, closure, generic = model.robot.name, model.loops.closure, model.loops.generic
    many = q.reshape(-1, q.shape[-1])
    apart, slopes = closure.errors(many)
    gap = np.abs(apart).max(axis=0, initial=0.0)
    if gap.max(initial=0.0) > OPEN:
        worst = int(np.argmax(gap))
        raise NotAssembled(
            f"q0 leaves loop '{closure.labels[worst]}' of robot '{name}' open by "
            f"{gap[worst] / closure.scales[worst]:.3g}{closure.units[worst]}; close it with da.assemble(robot, q0)"
        )
    sizes = np.linalg.svd(slopes, compute_uv=False)
    if generic.known.full and generic.rank and (sizes[:, generic.rank - 1] <= _SINGULAR * sizes[:, 0]).any():
        raise SingularConfiguration(
            f"robot '{name}' starts in a singular configuration: there its loops do not tell how it moves; go a little "
            "away from it"
        )
    check_rates(model.loops, many, qd.reshape(-1, qd.shape[-1]), names=("q0", "qd0"))


def _numbers(robot: Robot, given: ArrayLike, what: str, size: int) -> Array:
    array = reals(given, what)
    if array.shape[-1:] != (size,):
        hint = ""
        if what == "q0" and robot.nq != robot.nv and array.shape[-1:] == (robot.nv,):
            ball = next(c.name for c in map(robot.coordinate, robot.coordinates) if c.motion == "ball")
            hint = f": a ball has a quaternion, w first ('{ball.rpartition('.')[0] or ball}'); start from da.neutral(robot)"
        raise WrongSize(f"{what} has shape {array.shape}; robot '{robot.name}' needs {size} entries{hint}")
    if not array.size:
        raise WrongSize(f"{what} has shape {array.shape}: there is no trajectory to follow")
    if not np.isfinite(array).all():
        k = int(np.argwhere(~np.isfinite(array))[0][-1])
        found = (
            c for c in map(robot.coordinate, robot.coordinates) if (k == c.qd if what == "qd0" else _holds(c.q, k))
        )
        raise WrongValue(f"{what} of joint '{next(found).name}' is not finite")
    return array


def _holds(places: slice, k: int) -> bool:
    return int(places.start) <= k < int(places.stop)


def _together(q: Array, qd: Array) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(q.shape[:-1], qd.shape[:-1])
    except ValueError:
        raise WrongSize(f"q0 {q.shape} and qd0 {qd.shape} do not broadcast together") from None


ADAPTIVE = ("DOP853", "Radau")
_STEP, _RTOL, _ATOL = 1e-3, 1e-10, 1e-12  # unless told
_MOST_ROWS = 1e8
_UNSEEN = 0.02  # s: the longest adaptive step where a function of time acts; nothing of that width is stepped over


def simulate(
    robot: Robot,
    q0: ArrayLike,
    qd0: ArrayLike | None = None,
    *,
    duration: float,
    tau: Any = None,
    voltage: Any = None,
    wrench: Mapping[str, Any] | None = None,
    method: str | None = None,
    step: float = _STEP,
    control_period: float | None = None,
    sample: float | None = None,
    restitution: float | None = None,
    events: Sequence[Callable[..., float]] = (),
    theta0: ArrayLike | None = None,
    thetad0: ArrayLike | None = None,
    rtol: float = _RTOL,
    atol: float = _ATOL,
    max_step: float | None = None,
    limits: str = "name",
    progress: bool | None = None,
) -> Run:
    """The motion from q0 (nq,) and qd0 (nv,) over `duration` seconds; loops must be closed at q0 and stay so with qd0.

    tau            None, (n,) numbers, (K, n) samples, or a function of (t, q, qd), on the link's side of the gears;
                   `voltage` in its place drives DC motors. Sampled at `control_period` it is held in between.
                   For a batch (B, n) of q0 also (B, n), one constant each, or (B, K, n).
    wrench         {frame: [force, moment] or a function of (t, q, qd)}, at the frame's origin, in world axes.
    method         "DOP853" (default) or "Radau", adaptive, with `rtol` and `atol`; "rk4", "euler" (semi-implicit) or
                   "midpoint" (implicit, symplectic) or "moreau" (dry friction that holds) with fixed steps, compiled;
                   "rk4" for a batch of q0 (..., n).
    step           the longest fixed step; it is shortened until it divides the control period, the sampling or the run.
    sample         seconds between rows of the result, the end is one too; about 1000 rows unless told.
    max_step       the longest adaptive step; 20 ms unless told where functions of time act, so that no pulse is missed.
    limits         "name": `run.exceeded` lists where joints went beyond their `Limits`; "keep": motors give no more than
                   `Limits.effort` and nothing that speeds a joint beyond `Limits.velocity`. Drives' limits always act.
    restitution    0 to 1: position limits are stops that joints bounce off.
    theta0         where the motors of elastic joints start, on the link's side; where their links do, unless told.
    events         functions of (t, q, qd) whose zeros are found; attributes `terminal` and `direction` as in SciPy.

    A controller that returns NaN or a wrong shape, or raises, Ctrl-C, and a motion that diverges raise
    `SimulationStopped`, whose `run` holds everything until then.
    """
    started = perf_counter()
    start, rate = given_state(robot, q0, qd0)
    name = _method(method, start.ndim > 1)
    duration, step, rtol, atol = (
        _positive(what, x) for what, x in (("duration", duration), ("step", step), ("rtol", rtol), ("atol", atol))
    )
    control_period = None if control_period is None else _positive("control_period", control_period)
    sample = None if sample is None else _positive("sample", sample)
    if sample is not None and duration / sample > _MOST_ROWS:
        raise WrongValue(
            f"{duration / sample:.1e} rows are asked for; take a longer sample, up to {_MOST_ROWS:.0e} fit"
        )
    _check_own(name, step, rtol, atol)
    if restitution is not None:
        restitution = _check_stops(robot, start, restitution)
    if not callable(events) and not isinstance(events, (list, tuple)):
        raise WrongValue(f"events is a list of functions of (t, q, qd), got {events!r}")
    for event in (events,) if callable(events) else events:
        if not callable(event):
            raise WrongValue(f"events are functions of (t, q, qd), got {event!r}")
        if event is events:
            raise WrongValue("events is a list of functions of (t, q, qd); put this one into brackets")
        is_askable(event, "an event")
    if voltage is not None and tau is not None:
        raise WrongValue("give tau or voltage, not both")
    if limits not in ("name", "keep"):
        raise WrongValue(f"limits is {limits!r}; it is 'name' or 'keep'")
    what, given = ("tau", tau) if voltage is None else ("voltage", voltage)
    signal = Signal(robot, given, control_period, duration, what, start.shape[:-1])
    pushes = Wrenches(wrench, start.shape[:-1])
    model = model_of(robot, voltage is not None, pushes.frames, limits == "keep")
    check_loops(model, start, rate)
    x = model.start(start, rate)
    _motors(model, x, theta0, thetad0)
    if model.finish is not None:
        x = np.asarray(model.finish(x))
        x[..., model.layout.ledger] = 0.0
    with Progress(duration, progress) as bar:
        if name in ADAPTIVE:
            asked = (signal.function is not None and not signal.sampled) or pushes.constant is None or bool(events)
            longest = _longest(max_step, duration, asked)
            flow = Flow(model, signal, pushes, restitution)
            walk = AdaptiveIntegration(flow, Trace(_times(duration, sample), flow), name, rtol, atol, longest, events)
            run = _walked(walk, x, duration, bar)
        else:
            if events or restitution is not None:
                raise WrongValue(f"method '{name}' has fixed steps and finds no events or stops; use DOP853 or Radau")
            step = min(step, _longest(max_step, duration, False))
            grid = grid_of(duration, step, sample, signal, pushes)
            run = march(model, signal, pushes, x, name, grid, bar)
    run.statistics["seconds"] = perf_counter() - started
    return run


def _walked(walk: AdaptiveIntegration, x: Array, duration: float, bar: Progress) -> Run:
    stopped: SimulationStopped | None = None
    try:
        walk.go(x, duration, bar)
    except SimulationStopped as reason:
        stopped = reason
    except KeyboardInterrupt:
        stopped = SimulationInterrupted(f"interrupted at t = {walk.reached[0]:.6g} s", time=walk.reached[0])
        with suppress(SimulationStopped, KeyboardInterrupt):  # a controller may not answer any more
            walk.trace.close(*walk.reached)
    run = walk.trace.run(walk.method)
    run.statistics.update(steps=walk.steps, evaluations=walk.evaluations)
    if stopped is not None:
        stopped.run = run
        raise stopped
    return run


def _times(duration: float, sample: float | None) -> Array:
    if sample is None:
        return np.linspace(0.0, duration, ROWS + 1)
    times = np.arange(math.floor(duration / sample + 1e-9) + 1) * sample
    return np.append(times, duration) if times[-1] < duration - 1e-9 * sample else np.minimum(times, duration)


def _longest(max_step: float | None, duration: float, asked: bool) -> float:
    """The longest adaptive step."""
    if max_step is None:
        return _UNSEEN if asked else math.inf
    longest = math.inf if max_step == math.inf else _positive("max_step", max_step)
    if duration / longest > MOST_STEPS:
        raise WrongValue(f"max_step is {longest:g} s: more than {MOST_STEPS:.0e} steps; take a longer one")
    return longest


def _check_own(method: str, step: float, rtol: float, atol: float) -> None:
    """Options that the method does not have are as they are when not given."""
    if method in ADAPTIVE and step != _STEP:
        raise WrongValue(
            f"step is for fixed steps ({', '.join(METHODS)}), and '{method}' chooses its own; give max_step, or such a method"
        )
    if method not in ADAPTIVE and (rtol, atol) != (_RTOL, _ATOL):
        raise WrongValue(f"rtol and atol are for {' and '.join(ADAPTIVE)}, and '{method}' has fixed steps; give step")


def _check_stops(robot: Robot, q0: Array, given: float) -> float:
    """The restitution, a number, of a robot that is within its stops."""
    restitution = _number(given)
    if restitution is None or not 0 <= restitution <= 1:
        raise WrongValue(f"restitution is {given!r}; it lies between 0 and 1, the same for all stops")
    for name in robot.coordinates:
        own = robot.coordinate(name)
        low, high = (math.inf * s if x is None else x for x, s in ((own.limits.lower, -1), (own.limits.upper, 1)))
        place = q0[..., own.q.start]
        if own.motion == "ball":
            if own.limits.upper is not None:
                raise WrongValue(
                    f"restitution makes stops of limits, and '{name}' belongs to a ball, whose range ({own.limits.upper:g}) "
                    "cannot be one; take its limits away, or leave restitution out: run.exceeded then tells where it went beyond"
                )
        elif not ((place >= low - 1e-9) & (place <= high + 1e-9)).all():
            raise WrongValue(f"q0 of joint '{name}' lies beyond its stops, [{low:g}, {high:g}]")
    return restitution


def _motors(model: SimulationModel, x: Array, theta0: ArrayLike | None, thetad0: ArrayLike | None) -> None:
    """Put the motors of elastic joints where they start."""
    L = model.layout
    for what, given, place in (("theta0", theta0, L.theta), ("thetad0", thetad0, L.thetad)):
        if given is None:
            continue
        try:
            x[..., place] = values = finite(given, what)
        except DalembertError:
            raise
        except ValueError:
            raise WrongSize(f"{what} is {given!r}; robot '{model.robot.name}' has {L.elastic} elastic joints") from None
        if values.shape[-1:] != (L.elastic,):
            raise WrongSize(
                f"{what} has shape {values.shape}; robot '{model.robot.name}' has {L.elastic} elastic joints"
            )


def _method(method: str | None, batch: bool) -> str:
    if method is None:
        return "rk4" if batch else "DOP853"
    known = (*ADAPTIVE, *METHODS)
    if method not in known:
        raise UnknownName(f"there is no method '{method}'{did_you_mean(str(method), known)}")
    if batch and method in ADAPTIVE:
        raise WrongValue(f"method '{method}' runs one trajectory; a batch of them needs {', '.join(METHODS)}")
    return method


def _positive(name: str, x: Any) -> float:
    given = _number(x)
    if given is None or not given > 0:
        raise WrongValue(f"{name} is {x!r}; it must be a positive number")
    return given


def _number(x: Any) -> float | None:
    """The finite number, NumPy's too; None where it is no such."""
    given = x.item() if isinstance(x, (np.generic, np.ndarray)) and x.size == 1 else x
    plain = isinstance(given, (int, float)) and not isinstance(given, bool) and abs(given) < math.inf
    return float(given) if plain and abs(given) <= sys.float_info.max else None
