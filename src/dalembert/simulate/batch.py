"""Runs of fixed steps, one trajectory or thousands: inputs in, compiled marches, a record out.

Inputs known in advance go in many samples at once. A function of (t, q, qd) is asked once a control period, or once a
step, for all trajectories together, and a call marches them through it. Only the rows of the result are kept.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import SimulationInterrupted, SimulationStopped
from dalembert.simulate.fixed import Stepper
from dalembert.simulate.grid import Grid
from dalembert.simulate.history import History
from dalembert.simulate.model import Model
from dalembert.simulate.progress import Progress
from dalembert.simulate.run import Run
from dalembert.simulate.signal import Signal, Wrenches

Array = NDArray[Any]
_FROM_NOTHING = 0.4  # of the energy that moved: more than any step that makes sense adds from one row to the next
_STILL = 1e-9  # of U: where nothing moves, its roundings are all there is
_CONVERGED = 1e-9  # of rates: what the last iteration of the midpoint rule may still change


def grid_of(duration: float, step: float, sample: float | None, signal: Signal, pushes: Wrenches) -> Grid:
    """The grid that a run's inputs ask for."""
    asked = signal.function is not None and signal.period is None
    return Grid(duration, step, sample, step if asked else signal.period, pushes.constant is None)


def march(model: Model, signal: Signal, pushes: Wrenches, x: Array, method: str, grid: Grid, bar: Progress) -> Run:
    """The run from the states x (..., size)."""
    walk = March(Stepper(model, method), signal, pushes, x, grid)
    error: SimulationStopped | None = None
    try:
        walk.go(bar)
    except SimulationStopped as reason:
        error = reason
    except KeyboardInterrupt:
        error = SimulationInterrupted(f"interrupted at t = {grid.time(walk.step):.6g} s", time=grid.time(walk.step))
    run = walk.run(method)
    error = error or walk.history.diverged
    if error is None and _unconverged(run, walk.stepper.change(walk.state)):
        error = SimulationStopped(
            f"the midpoint iteration does not converge with step {grid.h:g} s; take a smaller one"
        )
    if method == "rk4":  # others miss as much in their first step from rest
        error = error or _energy_from_nothing(model, run)
    run.statistics.update(steps=walk.step, step=grid.h)
    if error is not None:
        error.run = run
        raise error
    return run


class March:
    """One run, `step` steps done; `state` is where it is."""

    def __init__(self, stepper: Stepper, signal: Signal, pushes: Wrenches, x: Array, grid: Grid) -> None:
        self.stepper, self.signal, self.pushes, self.grid = stepper, signal, pushes, grid
        self.state, self.step = stepper.inward(x), 0
        self._effort: Array | None = None  # what a function gave, until it is asked again
        self._acting: Array | None = None  # the last input
        self.history = History(stepper, grid, x.shape[:-1])

    def go(self, bar: Progress) -> None:
        """To the end."""
        grid = self.grid
        while self.step < grid.total and np.isfinite(self.state).any():
            u, steps = self._inputs()
            self._advance(u, grid.h, steps)
            bar.at(grid.time(self.step))
        if grid.rest:
            self._advance(self._inputs()[0], grid.rest, 1)

    def _advance(self, u: Array, h: float, steps: int) -> None:
        """March through the samples u (..., k, m), and keep the rows that lie at their starts."""
        grid = self.grid
        made = self.stepper(self.state, u, h, steps)
        starts = self.step + steps * np.arange(u.shape[-2])
        due = np.flatnonzero(starts % grid.every == 0)
        if len(due):
            begun = np.concatenate([self.state[..., None, :], made[..., :-1, :]], axis=-2)
            self.history.keep(int(starts[due[0]]) // grid.every, begun[..., due, :], u[..., due, :])
        self.state, self._acting, self.step = made[..., -1, :], u[..., -1, :], self.step + steps * u.shape[-2]

    def _inputs(self) -> tuple[Array, int]:
        """The inputs of the samples to come, efforts, then wrenches, and how many steps a sample is."""
        signal, grid, L = self.signal, self.grid, self.stepper.model.layout
        count, steps = self._stretch()
        now, t = self.stepper.outward(self.state), grid.time(self.step)
        q, qd = now[..., L.q], now[..., L.qd]
        if signal.function is not None:
            assert grid.hold is not None  # a function has its period, or the step
            if self._effort is None or self.step % grid.hold == 0:
                self._effort = np.broadcast_to(signal.at(t, q, qd), qd.shape)
            u = self._effort[..., None, :]
        elif signal.samples is not None:
            assert grid.hold is not None
            index = (self.step + steps * np.arange(count)) // grid.hold
            u = signal.samples[..., np.minimum(index, signal.samples.shape[-2] - 1), :]
        else:
            assert signal.constant is not None
            u = signal.constant[..., None, :]
        pushed = [w[..., None, :] for w in self.pushes.at(t, q, qd)]
        leading = np.broadcast_shapes(u.shape[:-2], *(w.shape[:-2] for w in pushed))
        parts = [np.broadcast_to(a, (*leading, count, a.shape[-1])) for a in (u, *pushed)]
        return np.concatenate(parts, axis=-1), steps

    def _stretch(self) -> tuple[int, int]:
        """(samples, steps of each) that one call may take from here: to the next thing that must be asked, or a while."""
        grid, most = self.grid, self.stepper.most(prod(self.state.shape[:-1]))
        left = max(1, grid.total - self.step)
        into = self.step % grid.together
        if into or most < grid.together or left < grid.together:
            return 1, min(grid.together - into, most, left)
        if self.pushes.constant is None:
            return 1, 1  # asked at every step
        if self.signal.function is not None and grid.hold is not None:
            left = min(left, grid.hold - self.step % grid.hold)
        return min(left, most) // grid.together, grid.together

    def run(self, method: str) -> Run:
        """The record so far, the last state among its rows; what acts there is not asked for."""
        last = np.zeros(self.stepper.inputs) if self._acting is None else self._acting
        return self.history.run(self.step, self.state, last, method)


def _unconverged(run: Run, change: Array) -> bool:
    """Whether the mean change of the rates by the last iteration is large beside the rates, both as energies."""
    energy = np.max(run.kinetic + _STILL**2 * np.abs(run.potential), axis=-1)
    return bool(np.any(change > _CONVERGED**2 * 2 * energy * run.t[-1]))


def _energy_from_nothing(model: Model, run: Run) -> SimulationStopped | None:
    """Of mechanisms: beside a singular configuration a step may be far too long, and still end finite and closed."""
    if not model.robot.loops or len(run.t) < 2:
        return None
    parts = (run.kinetic, run.potential - run.potential[..., :1], run.elastic, run.work, run.loss, run.external)
    moved = np.maximum.accumulate(np.max(np.abs(parts), axis=0), axis=-1) + _STILL * np.abs(run.potential)
    jump = np.abs(np.diff(run.balance, axis=-1))
    torn = jump > _FROM_NOTHING * moved[..., 1:]
    if not torn.any():
        return None
    *which, k = (int(i) for i in np.argwhere(torn)[0])
    name = f" of trajectory {tuple(which)}" if which else ""
    return SimulationStopped(
        f"the energy{name} changes by {jump[(*which, k)]:.3g} J out of nothing between t = {run.t[k]:.6g} and "
        f"{run.t[k + 1]:.6g} s; take a smaller step{model.hint}",
        time=float(run.t[k]),
    )
