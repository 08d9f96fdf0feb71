"""Fixed-step integration of one trajectory or a batch: time grid, compiled steps and recorded states.

The option `step` is the upper bound for h. The actual step size h is reduced if necessary, so that the control period
is a multiple of h. Without a control period, the sampling interval is a multiple of h; without a sampling interval, the
duration is. The states are recorded at multiples of the sampling interval and at the end. The inputs change at
multiples of the control period. If the duration is not a multiple of h, the last step is shorter.

Inputs that are known in advance are passed to the compiled code in blocks of many samples. A function of (t, q, qd) is
called once per control period, or once per step, for all trajectories together. The states are stored in preallocated
arrays with time as the first axis, (row, ..., n). The accelerations q̈, the efforts τ and the energies are computed
soon after each state, so that a run can be interrupted with little delay.

The deflection z of a friction bristle obeys ż = v − σ0 |v| z / G(v) and approaches its steady state at the rate σ0 |v|
/ G(v). A fixed step h is stable if h σ0 |v| / G ≤ 2, or ≤ 2.78 for rk4 [hairer1996, §IV.2]. With longer steps, z
diverges and the simulation stops.
"""

from __future__ import annotations

import math
from math import prod

import numpy as np

from dalembert import finding
from dalembert.argument import at_most, real
from dalembert.boundary import Array
from dalembert.errors import SimulationStopped
from dalembert.finding.finding import Argument, JointName, Measure, Pass, Unit, seconds
from dalembert.progress import Progress
from dalembert.simulation.inputs import Signal, Wrenches, stopped
from dalembert.simulation.integrator import Stepper
from dalembert.simulation.model import SimulationModel, rows_of
from dalembert.simulation.run import Run, record
from dalembert.tolerance import ENERGY_CREATED, ENERGY_ROUNDING, MIDPOINT_CONVERGED, SAME_TIME, SAMPLE_MULTIPLE

ROWS = 1000  # default number of recorded states
MOST_STEPS = 1e11


class Grid:
    """Time grid of a run.

    A run consists of `total` steps of length `h` in s and a last step of length `rest` in s. States are recorded every
    `every` steps, and the input changes every `hold` steps. Compiled functions return states after every `together`
    steps.
    """

    def __init__(self, duration: float, step: float, sample: float | None, period: float | None, always: bool) -> None:
        """Create the time grid.

        `period` is the sampling period of the input, or None for a constant input. If `always` is true, a user function
        is called at each step.
        """
        if period is not None and period < step * (1 - SAME_TIME):
            real(period, "control_period", lower=step, unit="s")
        whole = period or sample or duration
        at_most(duration / step, MOST_STEPS, "steps", "step")
        self.duration = duration
        self.h = whole / max(1, math.ceil(whole / step - SAME_TIME))
        self.total = math.floor(duration / self.h + SAME_TIME)
        self.rest = duration - self.total * self.h
        if self.rest < SAME_TIME * self.h:
            self.rest = 0.0
        self.every = max(1, round(self.total / ROWS)) if sample is None else self._steps(sample)
        self.hold = self.every if period is None else round(period / self.h)
        self.together = 1 if always else math.gcd(self.every, self.hold)

    def _steps(self, sample: float) -> int:
        count = max(1, round(sample / self.h))
        if abs(count * self.h - sample) > SAMPLE_MULTIPLE * sample:
            raise finding.NotMultiple(Argument("sample"), seconds(sample), seconds(self.h)).error()
        return count

    def time(self, step: int) -> float:
        """Return the start time of a step, limited to the end time."""
        return self.duration if step > self.total or (step == self.total and not self.rest) else step * self.h


_TOGETHER = 4096  # states per call of the compiled functions


def unstable_bristle(model: SimulationModel, x: Array, limit: float) -> tuple[int, str, float] | None:
    """Find the first state in x (..., rows, size) in which a friction bristle approaches its steady state too fast.

    Return (row index, joint, rate σ0 |v| / G), or None if all rates are below the limit.
    """
    found = []
    for place in model.plant.bristles:
        stiffness, dry, lean = (float(a) for a in (place.drive.bristle_stiffness, place.dry, place.drive.asymmetry))
        with np.errstate(all="ignore"):  # suppress warnings for a diverging motion
            v = x[..., model.layout.yd] @ rows_of([place], model.nv)[0]
            quickest = stiffness * np.abs(v) / (dry + lean * np.sign(v))
        quickest = quickest.reshape(-1, v.shape[-1]).max(axis=0)
        beyond = np.flatnonzero(quickest > limit)
        if len(beyond):
            found.append((int(beyond[0]), model.plant.tree.bodies[place.body].name, float(quickest[beyond[0]])))
    return min(found, default=None)


class FixedStepRecorder:
    """Recorder for the states of trajectories with the batch shape `batch`.

    `diverged` is the error for the first state that is unstable or not finite; otherwise it is None.
    """

    def __init__(self, stepper: Stepper, grid: Grid, batch: tuple[int, ...]) -> None:
        self.stepper, self.grid, model = stepper, grid, stepper.model
        rows = -(-(grid.total + bool(grid.rest)) // grid.every) + 1
        width = model.size + 2 * model.n + 3
        try:
            self._rows = np.empty((rows, *batch, width))  # states, accelerations, efforts and energies
        except (MemoryError, ValueError):
            needed = Measure(rows * prod(batch) * width * 8 / 10**9, Unit("GB"))
            raise finding.NotEnoughMemory(rows, prod(batch), needed, Pass(Argument("sample"))).error() from None
        self._waiting: list[tuple[Array, Array]] = []  # states (..., k, s) and inputs (..., k, m) to be completed
        self._done = 0  # number of complete rows
        self._end = grid.total + 1  # the last step
        self.diverged: SimulationStopped | None = None

    def keep(self, states: Array, inputs: Array) -> None:
        """Store the states of the next rows."""
        self._waiting.append((states, np.broadcast_to(inputs, (*states.shape[:-1], inputs.shape[-1]))))
        if len(self._waiting) * prod(states.shape[:-1]) >= _TOGETHER:
            self._complete()

    def run(self, step: int, state: Array, acting: Array) -> Run:
        """Create the run up to `step` from the recorded states, the current states `state` and the last input
        `acting`."""
        last, self._end = -(-step // self.grid.every), step
        self.keep(state[..., None, :], acting[..., None, :])
        self._complete()
        times = np.array([self._time(k) for k in range(last + 1)])
        model = self.stepper.model
        rows = np.moveaxis(self._rows[: last + 1], 0, -2)
        widths = [model.size, model.n, model.n]
        x, qdd, tau, energies = np.split(rows, np.cumsum(widths), axis=-1)
        return record(model, times, x, qdd, tau, energies, self.stepper.name, ())

    def _complete(self) -> None:
        """Compute accelerations, efforts and energies for the queued states.

        If the computation is interrupted, the states stay in the queue.
        """
        if not self._waiting:
            return
        model = self.stepper.model
        L = self.stepper.model.layout
        n = self.stepper.model.n
        states, inputs = (np.concatenate(part, axis=-2) for part in zip(*self._waiting, strict=True))
        with np.errstate(all="ignore"):
            states = np.ascontiguousarray(self.stepper.outward(states))
            directions = (np.sign(states[..., L.yd] @ model.rows.T),) if len(model.rows) else ()
            wrench = [inputs[..., n + 6 * i : n + 6 * i + 6] for i in range(len(model.frames))]
            rates, efforts = model.rate.bare(states, inputs[..., :n], *directions, *wrench)
            found = np.concatenate([states, rates[..., L.qd], efforts, model.energies.bare(states)], axis=-1)
        rows = slice(self._done, self._done + states.shape[-2])
        self._rows[rows] = np.moveaxis(found, -2, 0)
        self.diverged = self.diverged or self._unsettled(states) or self._divergence(states)
        self._waiting, self._done = [], rows.stop

    def _time(self, row: int) -> float:
        return self.grid.time(min(row * self.grid.every, self._end))

    def _divergence(self, states: Array) -> SimulationStopped | None:
        model = self.stepper.model
        bad = ~np.isfinite(states[..., model.layout.motion])
        if not bad.any():
            return None
        where = np.argwhere(bad)
        first = where[np.argmin(where[:, -2])]
        time = self._time(self._done + int(first[-2]))
        joint = model.motion_names[first[-1]]
        which = tuple(int(i) for i in first[:-2])
        loops = bool(model.robot.loops)
        found = finding.MotionDiverged(seconds(time), JointName(joint), loops, seconds(self.grid.h), which)
        return stopped(found, time, joint)

    def _unsettled(self, states: Array) -> SimulationStopped | None:
        stable, h = self.stepper.method.stable, self.grid.h
        found = unstable_bristle(self.stepper.model, states, stable / h)
        if found is None:
            return None
        row, joint, rate = found
        time = self._time(self._done + row)
        cause = finding.UnstableBristles(JointName(joint), seconds(time), seconds(h), seconds(stable / rate))
        return stopped(cause, time, joint)


class FixedStepIntegration:
    """Fixed-step integration of a run. `state` is the state after `step` steps."""

    def __init__(self, stepper: Stepper, signal: Signal, wrenches: Wrenches, x: Array, grid: Grid) -> None:
        self.stepper, self.signal, self.wrenches, self.grid = stepper, signal, wrenches, grid
        self.state, self.step = stepper.inward(x), 0
        self._effort: Array | None = None  # result of the last call of a user function
        self._acting = np.zeros(stepper.model.n + 6 * len(wrenches.frames))  # the last input
        self.history = FixedStepRecorder(stepper, grid, x.shape[:-1])

    def go(self, bar: Progress) -> None:
        """Integrate until the end of the run."""
        grid = self.grid
        while self.step < grid.total and np.isfinite(self.state).any():
            u, steps = self._inputs()
            self._advance(u, grid.h, steps)
            bar.at(grid.time(self.step))
        if grid.rest:
            self._advance(self._inputs()[0], grid.rest, 1)

    def _advance(self, u: Array, h: float, steps: int) -> None:
        """Integrate over the input samples u (..., k, m), recording the state at the start of each sample."""
        grid = self.grid
        made = self.stepper(self.state, u, h, steps)
        starts = self.step + steps * np.arange(u.shape[-2])
        due = np.flatnonzero(starts % grid.every == 0)
        if len(due):
            begun = np.concatenate([self.state[..., None, :], made[..., :-1, :]], axis=-2)
            self.history.keep(begun[..., due, :], u[..., due, :])
        self.state, self._acting, self.step = made[..., -1, :], u[..., -1, :], self.step + steps * u.shape[-2]

    def _inputs(self) -> tuple[Array, int]:
        """Return the inputs for the next samples (efforts, then wrenches) and the number of steps for each sample."""
        signal = self.signal
        grid = self.grid
        L = self.stepper.model.layout
        count, steps = self._stretch()
        now, t = self.stepper.outward(self.state), grid.time(self.step)
        q, qd = now[..., L.q], now[..., L.qd]
        if signal.function is not None:
            if self._effort is None or self.step % grid.hold == 0:
                self._effort = np.broadcast_to(signal.at(t, q, qd), qd.shape)
            u = self._effort[..., None, :]
        else:
            index = (self.step + steps * np.arange(count)) // grid.hold
            u = signal.samples[..., np.minimum(index, signal.samples.shape[-2] - 1), :]
        pushed = [w[..., None, :] for w in self.wrenches.at(t, q, qd)]
        leading = np.broadcast_shapes(u.shape[:-2], *(w.shape[:-2] for w in pushed))
        parts = [np.broadcast_to(a, (*leading, count, a.shape[-1])) for a in (u, *pushed)]
        return np.concatenate(parts, axis=-1), steps

    def _stretch(self) -> tuple[int, int]:
        """Return (samples, steps per sample) of the next compiled call.

        The compiled call ends when a user function has to be called.
        """
        grid = self.grid
        most = self.stepper.most(prod(self.state.shape[:-1]))
        left = max(1, grid.total - self.step)
        into = self.step % grid.together
        if into or most < grid.together or left < grid.together:
            return 1, min(grid.together - into, most, left)
        if self.wrenches.constant is None:
            return 1, 1  # evaluated at every step
        if self.signal.function is not None:
            left = min(left, grid.hold - self.step % grid.hold)
        return min(left, most) // grid.together, grid.together

    @property
    def time(self) -> float:
        """Start time of the next step."""
        return self.grid.time(self.step)

    def run(self) -> Run:
        """Create the run recorded so far, including the last state. No user function is evaluated for the last
        state."""
        run = self.history.run(self.step, self.state, self._acting)
        run.statistics.update(steps=self.step, step=self.grid.h)
        return run

    def fault(self, run: Run) -> SimulationStopped | None:
        """Return an error if the completed run is invalid, or None."""
        if self.history.diverged is None and _unconverged(run, self.stepper.change(self.state)):
            return stopped(finding.MidpointNotConverged(seconds(self.grid.h)), 0.0)
        checked = run.method == "rk4"  # other methods have errors of similar size in the first step from rest
        return self.history.diverged or (_energy_from_nothing(self.stepper.model, run) if checked else None)


def _unconverged(run: Run, change: Array) -> bool:
    """Check whether the iteration of the midpoint rule failed to converge, based on the energy of the last velocity
    corrections."""
    energy = np.max(run.kinetic + ENERGY_ROUNDING**2 * np.abs(run.potential), axis=-1)
    return bool(np.any(change > MIDPOINT_CONVERGED**2 * 2 * energy * run.t[-1]))


def _energy_from_nothing(model: SimulationModel, run: Run) -> SimulationStopped | None:
    """Return an error if the energy of a mechanism jumps between recorded states, and otherwise None.

    Near a singularity, a step that is too long can still result in a finite state with closed loops.
    """
    if not model.robot.loops or len(run.t) < 2:
        return None
    parts = (run.kinetic, run.potential - run.potential[..., :1], run.elastic, run.work, run.loss, run.external)
    moved = np.maximum.accumulate(np.max(np.abs(parts), axis=0), axis=-1) + ENERGY_ROUNDING * np.abs(run.potential)
    jump = np.abs(np.diff(run.balance, axis=-1))
    opening = jump > ENERGY_CREATED * moved[..., 1:]
    if not opening.any():
        return None
    *which, k = (int(i) for i in np.argwhere(opening)[0])
    change = Measure(float(jump[(*which, k)]), Unit("J"))
    start = seconds(run.t[k])
    end = seconds(run.t[k + 1])
    return stopped(finding.EnergyJump(change, start, end, tuple(which)), run.t[k])
