"""The rows of an adaptive run, as they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dalembert.simulate.event import Event
from dalembert.simulate.flow import Flow
from dalembert.simulate.ledger import record
from dalembert.simulate.run import Run

Array = NDArray[Any]


class Trace:
    """Time, state, rate and effort at each of `times`, and the events in between."""

    def __init__(self, times: Array, flow: Flow) -> None:
        self.times, self.flow, self.next = times, flow, 0
        self.kept: list[tuple[Array, Array, Array, Array]] = []
        self.events: list[Event] = []

    def due(self, end: float) -> bool:
        """Whether a sample falls at or before `end`."""
        return self.next < len(self.times) and bool(self.times[self.next] <= end)

    def fill(self, at: Callable[[Any], Array], end: float, side: Literal["left", "right"] = "right") -> None:
        """Take every sample up to `end`, or before it; `at` gives the states of an array of times, one a column."""
        stop = int(np.searchsorted(self.times, end, side=side))
        if stop > self.next:
            times = self.times[self.next : stop]
            self._keep(times, self.flow.finished(np.ascontiguousarray(at(times).T)))
            self.next = stop

    def close(self, t: float, x: Array) -> None:
        """A last row where the run ends, unless one is there."""
        if not self.kept or self.kept[-1][0][-1] < t:
            self._keep(np.array([t]), x[None])

    def _keep(self, times: Array, states: Array) -> None:
        flow = self.flow
        if flow.is_plain:
            u = np.array([flow.input(float(t), x) for t, x in zip(times, states, strict=True)])
            rates, efforts = flow.model.rate.bare(states, u)
        else:
            pairs = [flow.rate(float(t), x, flow.input(float(t), x)) for t, x in zip(times, states, strict=True)]
            rates, efforts = (np.array(part) for part in zip(*pairs, strict=True))
        self.kept.append((times, states, rates, efforts))

    def note(self, time: float, kind: str, joint: str | None, x: Array) -> None:
        L = self.flow.model.layout
        self.events.append(Event(time, kind, joint, tuple(x[L.q].tolist()), tuple(x[L.qd].tolist())))

    def run(self, method: str) -> Run:
        """The record of what there is."""
        model = self.flow.model
        size, n = model.size, model.n
        none = (np.zeros(0), np.zeros((0, size)), np.zeros((0, size)), np.zeros((0, n)))
        t, x, rates, efforts = (np.concatenate(part) for part in zip(none, *self.kept, strict=True))
        energies = model.energies(x)
        return record(model, t, x, rates[:, model.layout.qd], efforts, energies, method, tuple(self.events))
