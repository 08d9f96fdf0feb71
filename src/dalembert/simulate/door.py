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
from dalembert.simulate.fixed import CONVERGED, METHODS, Stepper
from dalembert.simulate.flow import Flow
from dalembert.simulate.ledger import record
from dalembert.simulate.limit import Envelope
from dalembert.simulate.model import Model, model_of
from dalembert.simulate.progress import Progress
from dalembert.simulate.run import Run
from dalembert.simulate.signal import Signal, Wrenches

Array = NDArray[Any]
ADAPTIVE = ("DOP853", "Radau")
_SAMPLES = 1000


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
                   "midpoint" (implicit, symplectic) with fixed `step`, compiled; "rk4" for a batch of q0 (..., n).
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
    if restitution is not None and not 0 <= restitution <= 1:
        raise WrongValue(f"restitution is {restitution}; it lies between 0 and 1")
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
            run = _fixed(model, signal, pushes, x, name, duration, sample, step, bar)
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
    run.statistics.update(steps=walk.steps, evaluations=flow.evaluations)
    if stopped is not None:
        stopped.run = run
        raise stopped
    return run


def _fixed(
    model: Model, signal: Signal, pushes: Wrenches, x: Array, method: str, duration: float, sample: float | None, step: float,
    bar: Progress,
) -> Run:  # fmt: skip
    stepper = Stepper(model, method)
    grid = _Grid(duration, step, sample, signal)
    envelope = Envelope(model.robot)
    wrench = pushes.constant
    asks = signal.function is not None or wrench is None or not (envelope.is_open or model.plant.electric)
    stopped: SimulationStopped | None = None
    state = stepper.inward(x)
    states, inputs = [state[..., None, :]], []
    if not asks:
        u = _known(signal, grid, x.shape[:-1], wrench or ())
        marched = stepper(state, u, grid.h, grid.steps)
        states.append(marched[..., grid.thin - 1 :: grid.thin, :])
        inputs.append(u[..., :: grid.thin, : model.n])
    else:
        n, nv = model.n, model.nv
        for index in range(grid.samples):
            t = index * grid.steps * grid.h
            now = stepper.outward(state)
            q, qd = now[..., :n], now[..., nv : nv + n]
            try:
                u = envelope(np.broadcast_to(signal.at(t, q, qd), q.shape), qd) if not model.plant.electric else np.broadcast_to(signal.at(t, q, qd), q.shape)
                push = [np.broadcast_to(w, (*q.shape[:-1], 6)) for w in pushes.at(t, q, qd)]
            except SimulationStopped as reason:
                stopped = reason
                break
            if index % grid.thin == 0:
                inputs.append(np.array(u)[..., None, :])
            state = stepper(state, np.concatenate([u, *push], axis=-1)[..., None, :], grid.h, grid.steps)[..., 0, :]
            if (index + 1) % grid.thin == 0:
                states.append(state[..., None, :])
            bar.at(t)
            if not np.isfinite(state).any():
                break
    history = np.concatenate(states, axis=-2)
    return _finish(model, stepper, grid, signal, pushes, history, inputs, method, stopped)


def _finish(
    model: Model, stepper: Stepper, grid: _Grid, signal: Signal, pushes: Wrenches, history: Array, inputs: list[Array],
    method: str, stopped: SimulationStopped | None,
) -> Run:  # fmt: skip
    count = history.shape[-2]
    leading = history.shape[:-2]
    times = np.arange(count) * grid.thin * grid.steps * grid.h
    error = stopped or _divergence(model, history, times)
    if error is None and stepper.unconverged(history[..., -1, :], float(times[-1])) > CONVERGED:
        error = SimulationStopped(f"the midpoint iteration does not converge with step {grid.h:g} s; take a smaller one", time=0.0)
    with np.errstate(all="ignore"):
        states = stepper.outward(history)
        given = [np.broadcast_to(a, (*leading, *a.shape[-2:])) for a in inputs] or [np.zeros((*leading, 1, model.n))]
        u = np.concatenate(given, axis=-2)
        u = np.concatenate([u, u[..., -1:, :]], axis=-2)[..., :count, :]
        directions = (np.sign(states[..., model.nv : 2 * model.nv] @ model.rows.T),) if len(model.rows) else ()
        n, nv = model.n, model.nv
        wrench = pushes.constant
        if wrench is None:
            wrench = tuple(
                np.stack(w, axis=-2)
                for w in zip(*(pushes.at(float(t), states[..., i, :n], states[..., i, nv : nv + n]) for i, t in enumerate(times)), strict=True)
            )
        rates, efforts = model.rate.ufunc(states, u, *directions, *wrench)
        run = record(model, times, states, rates, efforts, method, ())
    run.statistics["steps"] = grid.samples * grid.steps
    if error is not None:
        error.run = run
        raise error
    return run


class _Grid:
    """Steps, samples of the input, and rows of the result, each a whole number of the one before."""

    def __init__(self, duration: float, step: float, sample: float | None, signal: Signal) -> None:
        period = signal.period
        if signal.function is not None and period is None:
            period = step
        total = max(1, round(duration / step))
        self.h = duration / total
        if sample is None:
            sample = max(step, duration / _SAMPLES)
        if period is not None and period < step * (1 - 1e-9):
            raise WrongValue(f"control_period {period:g} s is shorter than the step {step:g} s; the input cannot change within a step")
        rows = max(1, round(sample / self.h))
        self.steps = rows if period is None else max(1, round(period / self.h))
        if period is not None and abs(self.steps * self.h - period) > 1e-6 * period:
            raise WrongValue(f"control_period {period:g} s is not a whole number of steps of {self.h:g} s")
        self.thin = max(1, round(rows / self.steps))
        self.samples = max(1, total // self.steps)
        self.samples = max(self.thin, self.samples // self.thin * self.thin)


def _known(signal: Signal, grid: _Grid, leading: tuple[int, ...], wrench: tuple[Array, ...]) -> Array:
    """All inputs of a run whose torques are known before it starts."""
    if signal.constant is not None:
        u = np.broadcast_to(signal.constant, (grid.samples, len(signal.constant)))
    else:
        assert signal.samples is not None
        u = signal.samples[..., : grid.samples, :]
    pushes = [np.broadcast_to(w, (*u.shape[:-1], 6)) for w in wrench]
    return np.concatenate([u, *pushes], axis=-1) if pushes else u


def _divergence(model: Model, history: Array, times: Array) -> SimulationStopped | None:
    bad = ~np.isfinite(history[..., : 2 * model.nv])
    if not bad.any():
        return None
    where = np.argwhere(bad)
    first = where[np.argmin(where[:, -2])]
    row, column = int(first[-2]), int(first[-1]) % model.nv
    names = [*model.robot.coordinates, *(b.name for b in model.plant.elastic)]
    which = f" of trajectory {tuple(int(i) for i in first[:-2])}" if len(first) > 2 else ""
    time = float(times[row])
    return SimulationStopped(f"the motion{which} diverged before t = {time:.6g} s at joint '{names[column]}'; take a smaller step", time=time, joint=names[column])


def _times(duration: float, sample: float | None) -> Array:
    if sample is None:
        return np.linspace(0.0, duration, _SAMPLES + 1)
    _positive(sample=sample)
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
