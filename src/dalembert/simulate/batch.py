"""Runs of fixed steps, one trajectory or thousands: inputs in, a compiled march, a record out.

Inputs known in advance go in at once, and the whole run is one call. A function of (t, q, qd) is asked once a control
period, for all trajectories together, and a call marches them through it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import SimulationStopped, WrongValue
from dalembert.simulate.fixed import CONVERGED, Stepper
from dalembert.simulate.ledger import record
from dalembert.simulate.limit import Envelope
from dalembert.simulate.model import Model
from dalembert.simulate.progress import Progress
from dalembert.simulate.run import Run
from dalembert.simulate.signal import Signal, Wrenches

Array = NDArray[Any]


class Grid:
    """`steps` of `h` make a written state, `hold` of them an input's period, every `thin`-th is a row of the result."""

    def __init__(self, duration: float, step: float, sample: float, signal: Signal) -> None:
        total = max(1, round(duration / step))
        self.h = duration / total
        rows = max(1, round(sample / self.h))
        period = step if signal.function is not None and signal.period is None else signal.period
        if period is None:
            self.steps, self.hold, self.thin = rows, 1, 1
        else:
            if period < step * (1 - 1e-9):
                raise WrongValue(
                    f"control_period {period:g} s is shorter than the step {step:g} s; the input cannot change within a step"
                )
            held = round(period / self.h)
            if abs(held * self.h - period) > 1e-6 * period:
                raise WrongValue(f"control_period {period:g} s is not a whole number of steps of {self.h:g} s")
            self.steps = max(k for k in range(1, min(rows, held) + 1) if held % k == 0)
            self.hold, self.thin = held // self.steps, max(1, round(rows / self.steps))
        self.count = max(1, total // self.steps)

    def time(self, index: int) -> float:
        """When the index-th written state is."""
        return index * self.steps * self.h


def march(model: Model, signal: Signal, pushes: Wrenches, x: Array, method: str, grid: Grid, bar: Progress) -> Run:
    """The run from the states x (..., size)."""
    stepper, envelope = Stepper(model, method), Envelope(model.robot)
    limited = not (envelope.is_open or model.plant.electric)
    stopped: SimulationStopped | None = None
    if signal.function is None and pushes.constant is not None and not limited:
        inputs = _known(signal, grid, pushes.constant)
        states = stepper(stepper.inward(x), inputs, grid.h, grid.steps)
    else:
        states, inputs, stopped = _asked(stepper, signal, pushes, x, envelope if limited else None, grid, bar)
    history = np.concatenate([stepper.inward(x)[..., None, :], states], axis=-2)
    rows = np.arange(0, history.shape[-2], grid.thin)
    inputs = np.concatenate([inputs, inputs[..., -1:, :]], axis=-2)  # what acts at the last state is not asked for
    times = np.array([grid.time(int(i)) for i in rows])
    error = stopped or _divergence(model, history, grid)
    if error is None and stepper.unconverged(history[..., -1, :], grid.time(grid.count)) > CONVERGED:
        error = SimulationStopped(
            f"the midpoint iteration does not converge with step {grid.h:g} s; take a smaller one"
        )
    run = _recorded(model, stepper, times, history[..., rows, :], inputs[..., rows, :], method)
    run.statistics["steps"] = (history.shape[-2] - 1) * grid.steps
    if error is not None:
        error.run = run
        raise error
    return run


def _known(signal: Signal, grid: Grid, wrench: tuple[Array, ...]) -> Array:
    """All inputs of a run, (..., count, inputs): efforts, then wrenches."""
    if signal.constant is not None:
        u: Array = np.broadcast_to(signal.constant, (grid.count, len(signal.constant)))
    else:
        assert signal.samples is not None
        u = np.repeat(signal.samples, grid.hold, axis=-2)[..., : grid.count, :]
    pushed = [np.broadcast_to(w, (*u.shape[:-1], 6)) for w in wrench]
    return np.concatenate([u, *pushed], axis=-1)


def _asked(
    stepper: Stepper, signal: Signal, pushes: Wrenches, x: Array, envelope: Envelope | None, grid: Grid, bar: Progress
) -> tuple[Array, Array, SimulationStopped | None]:
    """States and inputs of a run whose inputs depend on the state, and why it stopped early, if it did."""
    model = stepper.model
    n, nv = model.n, model.nv
    state = stepper.inward(x)
    states, inputs = [np.zeros((*state.shape[:-1], 0, state.shape[-1]))], []
    stopped: SimulationStopped | None = None
    for start in range(0, grid.count, grid.hold):
        now = stepper.outward(state)
        q, qd, t = now[..., :n], now[..., nv : nv + n], grid.time(start)
        try:
            u = np.broadcast_to(signal.at(t, q, qd), q.shape)
            pushed = [np.broadcast_to(w, (*q.shape[:-1], 6)) for w in pushes.at(t, q, qd)]
        except SimulationStopped as reason:
            stopped = reason
            break
        u = u if envelope is None else envelope(u, qd)
        held = np.concatenate([u, *pushed], axis=-1)[..., None, :]
        held = np.repeat(held, min(grid.hold, grid.count - start), axis=-2)
        marched = stepper(state, held, grid.h, grid.steps)
        states.append(marched)
        inputs.append(held)
        state = marched[..., -1, :]
        bar.at(t)
        if not np.isfinite(state).any():
            break
    if not inputs:
        inputs = [np.zeros((*x.shape[:-1], 1, stepper.march.inputs))]
    return np.concatenate(states, axis=-2), np.concatenate(inputs, axis=-2), stopped


def _recorded(model: Model, stepper: Stepper, times: Array, history: Array, inputs: Array, method: str) -> Run:
    n, nv = model.n, model.nv
    with np.errstate(all="ignore"):
        states = np.ascontiguousarray(stepper.outward(history))
        inputs = np.broadcast_to(inputs, (*states.shape[:-1], inputs.shape[-1]))
        directions = (np.sign(states[..., nv : 2 * nv] @ model.rows.T),) if len(model.rows) else ()
        wrench = [inputs[..., n + 6 * i : n + 6 * i + 6] for i in range(len(model.frames))]
        rates, efforts = model.rate.ufunc(states, inputs[..., :n], *directions, *wrench)
        return record(model, times, states, rates, efforts, method, ())


def _divergence(model: Model, history: Array, grid: Grid) -> SimulationStopped | None:
    bad = ~np.isfinite(history[..., : 2 * model.nv])
    if not bad.any():
        return None
    where = np.argwhere(bad)
    first = where[np.argmin(where[:, -2])]
    names = [*model.robot.coordinates, *(b.name for b in model.plant.elastic)]
    time, joint = grid.time(int(first[-2])), names[int(first[-1]) % model.nv]
    which = f" of trajectory {tuple(int(i) for i in first[:-2])}" if len(first) > 2 else ""
    message = f"the motion{which} diverged before t = {time:.6g} s at joint '{joint}'; take a smaller step"
    return SimulationStopped(message, time=time, joint=joint)
