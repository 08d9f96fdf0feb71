"""`simulate`: direct dynamics in time.  [deluca]

Given τ(t) and (q, q̇) at 0, find q(t): M q̈ + c + g + friction = τ + Jᵀw, drives, elastic joints, stick and slip
included; with the energy ledger of the run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import SimulationStopped, UnknownName, WrongSize, WrongValue, did_you_mean
from dalembert.robot.model import Robot
from dalembert.simulate.adaptive import Adaptive, Trace
from dalembert.simulate.batch import Grid, march
from dalembert.simulate.fixed import METHODS
from dalembert.simulate.flow import Flow
from dalembert.simulate.ledger import record
from dalembert.simulate.model import Model, model_of
from dalembert.simulate.progress import Progress
from dalembert.simulate.run import Run
from dalembert.simulate.signal import Signal, Wrenches

Array = NDArray[Any]
ADAPTIVE = ("DOP853", "Radau")
_SAMPLES = 1000
_MOST_ROWS = 1e8


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
    step: float = 1e-3,
    control_period: float | None = None,
    sample: float | None = None,
    restitution: float | None = None,
    events: Sequence[Callable[..., float]] = (),
    theta0: ArrayLike | None = None,
    thetad0: ArrayLike | None = None,
    rtol: float = 1e-10,
    atol: float = 1e-12,
    max_step: float = math.inf,
    progress: bool | None = None,
) -> Run:
    """The motion from (q0, qd0) over `duration` seconds.

    tau            None, (n,) numbers, (K, n) samples, or a function of (t, q, qd), on the link's side of the gears;
                   `voltage` in its place drives DC motors. Sampled at `control_period` it is held in between.
    wrench         {frame: [force, moment] or a function of (t, q, qd)}, at the frame's origin, in world axes.
    method         "DOP853" (default) or "Radau", adaptive, with `rtol` and `atol`; "rk4", "euler" (semi-implicit) or
                   "midpoint" (implicit, symplectic) or "moreau" (dry friction that holds) with fixed `step`, compiled;
                   "rk4" for a batch of q0 (..., n).
    sample         seconds between rows of the result; 1000 rows unless told.
    restitution    0 to 1: joint limits are stops that joints bounce off; without it limits are not looked at.
    theta0         where the motors of elastic joints start, on the link's side; where their links do, unless told.
    events         functions of (t, q, qd) whose zeros are found; attributes `terminal` and `direction` as in SciPy.

    A controller that returns NaN or a wrong shape, or a motion that diverges, raises `SimulationStopped`, whose `run`
    holds everything until then.
    """
    started = perf_counter()
    start, rate = _state(robot, q0, qd0)
    batch = start.ndim > 1
    name = _method(method, batch)
    _positive(duration=duration, step=step, rtol=rtol, atol=atol)
    if control_period is not None:
        _positive(control_period=control_period)
    if sample is not None:
        _positive(sample=sample)
        if duration / sample > _MOST_ROWS:
            raise WrongValue(
                f"{duration / sample:.1e} rows are asked for; take a longer sample, up to {_MOST_ROWS:.0e} fit"
            )
    if restitution is not None:
        _check_stops(robot, start, restitution)
    for event in events:
        if not callable(event):
            raise WrongValue(f"events are functions of (t, q, qd), got {event!r}")
    if voltage is not None and tau is not None:
        raise WrongValue("give tau or voltage, not both")
    electric = voltage is not None
    signal = Signal(robot, voltage if electric else tau, control_period, duration, "voltage" if electric else "tau")
    pushes = Wrenches(wrench)
    model = model_of(robot, electric, pushes.frames)
    x = model.start(start, rate)
    _motors(model, x, theta0, thetad0)
    with Progress(duration, progress) as bar:
        if name in ADAPTIVE:
            flow = Flow(model, signal, pushes, restitution)
            run = _adaptive(flow, x, name, duration, sample, events, (rtol, atol, max_step), bar)
        else:
            if events or restitution is not None:
                raise WrongValue(f"method '{name}' has fixed steps and finds no events or stops; use DOP853 or Radau")
            run = march(
                model, signal, pushes, x, name, Grid(duration, step, sample or duration / _SAMPLES, signal), bar
            )
    run.statistics["seconds"] = perf_counter() - started
    return run


def _adaptive(
    flow: Flow, x: Array, method: str, duration: float, sample: float | None, events: Sequence[Any],
    tolerances: tuple[float, float, float], bar: Progress,
) -> Run:  # fmt: skip
    trace = Trace(_times(duration, sample), flow)
    walk = Adaptive(flow, trace, method, *tolerances, events)
    stopped: SimulationStopped | None = None
    try:
        walk.go(x, duration, bar)
    except SimulationStopped as reason:
        stopped = reason
    size, n = flow.model.size, flow.model.n
    shapes = ((trace.x, size), (trace.rate, size), (trace.tau, n))
    states, rates, efforts = (np.concatenate([np.zeros((0, width)), *kept]) for kept, width in shapes)
    count = len(states)
    run = record(flow.model, trace.times[:count], states, rates, efforts, method, tuple(trace.events))
    run.statistics.update(steps=walk.steps, evaluations=walk.evaluations)
    if stopped is not None:
        stopped.run = run
        raise stopped
    return run


def _times(duration: float, sample: float | None) -> Array:
    if sample is None:
        return np.linspace(0.0, duration, _SAMPLES + 1)
    count = math.floor(duration / sample + 1e-9)
    return np.arange(count + 1) * sample


def _state(robot: Robot, q0: ArrayLike, qd0: ArrayLike | None) -> tuple[Array, Array]:
    if not isinstance(robot, Robot):
        raise WrongValue(f"simulate needs a Robot first, got {type(robot).__name__}")
    arrays = []
    for what, given in (("q0", q0), ("qd0", np.zeros(robot.n) if qd0 is None else qd0)):
        try:
            array = np.asarray(given, dtype=float)
        except (TypeError, ValueError):
            raise WrongValue(f"{what} must be numbers, got {given!r}") from None
        if array.shape[-1:] != (robot.n,):
            raise WrongSize(f"{what} has shape {array.shape}; robot '{robot.name}' needs {robot.n} entries")
        if not np.isfinite(array).all():
            bad = robot.coordinates[int(np.argwhere(~np.isfinite(array))[0][-1])]
            raise WrongValue(f"{what} of joint '{bad}' is not finite")
        arrays.append(array)
    try:
        q, qd = np.broadcast_arrays(*arrays)
    except ValueError:
        raise WrongSize(f"q0 {arrays[0].shape} and qd0 {arrays[1].shape} do not broadcast together") from None
    return np.array(q), np.array(qd)


def _check_stops(robot: Robot, q0: Array, restitution: float) -> None:
    if not 0 <= restitution <= 1:
        raise WrongValue(f"restitution is {restitution}; it lies between 0 and 1")
    for k, name in enumerate(robot.coordinates):
        limits = robot.joint(name).limits
        low, high = (math.inf * s if x is None else x for x, s in ((limits.lower, -1), (limits.upper, 1)))
        if not ((q0[..., k] >= low - 1e-9) & (q0[..., k] <= high + 1e-9)).all():
            raise WrongValue(f"q0 of joint '{name}' lies beyond its stops, [{low:g}, {high:g}]")


def _motors(model: Model, x: Array, theta0: ArrayLike | None, thetad0: ArrayLike | None) -> None:
    """Put the motors of elastic joints where they start."""
    n, nv = model.n, model.nv
    for what, given, place in (("theta0", theta0, slice(n, nv)), ("thetad0", thetad0, slice(nv + n, 2 * nv))):
        if given is None:
            continue
        values = np.asarray(given, dtype=float)
        if values.shape[-1:] != (nv - n,) or not np.isfinite(values).all():
            raise WrongSize(f"{what} has shape {values.shape}; robot '{model.robot.name}' has {nv - n} elastic joints")
        x[..., place] = values


def _method(method: str | None, batch: bool) -> str:
    if method is None:
        return "rk4" if batch else "DOP853"
    known = (*ADAPTIVE, *METHODS)
    if method not in known:
        raise UnknownName(f"there is no method '{method}'{did_you_mean(method, known)}")
    if batch and method in ADAPTIVE:
        raise WrongValue(f"method '{method}' runs one trajectory; a batch of them needs {', '.join(METHODS)}")
    return method


def _positive(**given: float) -> None:
    for name, x in given.items():
        if not (isinstance(x, (int, float)) and x > 0 and math.isfinite(x)):
            raise WrongValue(f"{name} is {x!r}; it must be a positive number")
