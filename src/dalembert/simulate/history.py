"""The rows of a run of fixed steps, as they come, with what belongs to them: q̈, τ and the energies.

A row is completed soon after it is made, so that a run that is stopped has little left to do, however many trajectories it
has. Rows lie time first, (row, ..., n), in arrays as long as the run will be: nothing is moved at its end.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import SimulationStopped, WrongValue
from dalembert.simulate.fixed import Stepper
from dalembert.simulate.gate import Bristles
from dalembert.simulate.grid import Grid
from dalembert.simulate.ledger import record
from dalembert.simulate.run import Run

Array = NDArray[Any]
_TOGETHER = 4096  # states that wait for one call of the kernels


class History:
    """The rows of trajectories of the shape `batch`; `diverged` is where the first number was not finite."""

    def __init__(self, stepper: Stepper, grid: Grid, batch: tuple[int, ...]) -> None:
        self.stepper, self.grid, model = stepper, grid, stepper.model
        rows = -(-(grid.total + bool(grid.rest)) // grid.every) + 1
        sizes = (model.size, model.n, model.n, 3)
        try:
            self._x, self._qdd, self._tau, self._energies = (np.empty((rows, *batch, size)) for size in sizes)
        except (MemoryError, ValueError):
            need = 8e-9 * rows * prod(batch) * sum(sizes)
            raise WrongValue(
                f"{rows} rows of {prod(batch)} trajectories need {need:.3g} GB; take a longer sample"
            ) from None
        self._waiting: list[tuple[Array, Array]] = []  # states (..., k, s) and inputs (..., k, m) of the rows to come
        self._done = 0  # rows that are complete
        self._end = grid.total + 1  # the step that is not gone beyond
        self._bristles = Bristles(model)
        self.diverged: SimulationStopped | None = None

    def keep(self, row: int, states: Array, inputs: Array) -> None:
        """The rows from `row` on, which follows those that are there."""
        assert row == self._done + sum(x.shape[-2] for x, _ in self._waiting)
        self._waiting.append((states, np.broadcast_to(inputs, (*states.shape[:-1], inputs.shape[-1]))))
        if sum(x[..., 0].size for x, _ in self._waiting) >= _TOGETHER:
            self._complete()

    def run(self, step: int, state: Array, acting: Array, method: str) -> Run:
        """The record up to `step`, where the trajectories are in `state` and the last input was `acting`."""
        last, self._end = -(-step // self.grid.every), step
        # an interrupt may fall between a row and the step that it starts: that row is the last
        self._complete()
        self._done = last
        self.keep(last, state[..., None, :], acting[..., None, :])
        self._complete()
        times = np.array([self._time(k) for k in range(last + 1)])
        x, qdd, tau, energies = (
            np.moveaxis(part[: last + 1], 0, -2) for part in (self._x, self._qdd, self._tau, self._energies)
        )
        return record(self.stepper.model, times, x, qdd, tau, energies, method, ())

    def _complete(self) -> None:
        """What waits becomes rows; an interrupt in between leaves it waiting."""
        if not self._waiting:
            return
        model, L, n = self.stepper.model, self.stepper.model.layout, self.stepper.model.n
        states, inputs = (np.concatenate(part, axis=-2) for part in zip(*self._waiting, strict=True))
        with np.errstate(all="ignore"):
            states = np.ascontiguousarray(self.stepper.outward(states))
            directions = (np.sign(states[..., L.yd] @ model.rows.T),) if len(model.rows) else ()
            wrench = [inputs[..., n + 6 * i : n + 6 * i + 6] for i in range(len(model.frames))]
            rates, efforts = model.rate.bare(states, inputs[..., :n], *directions, *wrench)
            found = (states, rates[..., L.qd], efforts, model.energies.bare(states))
        rows = slice(self._done, self._done + states.shape[-2])
        for part, values in zip((self._x, self._qdd, self._tau, self._energies), found, strict=True):
            np.moveaxis(part[rows], 0, -2)[...] = values
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
        time, joint = self._time(self._done + int(first[-2])), model.motion_names[int(first[-1])]
        which = f" of trajectory {tuple(int(i) for i in first[:-2])}" if len(first) > 2 else ""
        return SimulationStopped(
            f"the motion{which} diverged before t = {time:.6g} s at joint '{joint}'; take a smaller step{model.hint}",
            time=time, joint=joint,
        )  # fmt: skip

    def _unsettled(self, states: Array) -> SimulationStopped | None:
        found = (
            self._bristles.too_quick(states, self.stepper.method.order, self.grid.h) if self._bristles.count else None
        )
        if found is None:
            return None
        row, joint, longest = found
        time = self._time(self._done + row)
        return SimulationStopped(
            f"the bristles of joint '{joint}' settle too quickly for steps of {self.grid.h:g} s from t = {time:.6g} s on; take "
            f"steps below {longest:.2g} s, or DOP853 or Radau, which choose their own",
            time=time, joint=joint,
        )  # fmt: skip
