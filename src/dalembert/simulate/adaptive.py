"""Adaptive integration from event to event.  [hairer1993, §II.5 and §II.6]

SciPy's DOP853 (order 8, explicit) or Radau (order 5, implicit, for stiff drives) steps the flow of the present mode;
its dense output is searched for the first thing that ends the mode. There the modes are found afresh and the
integration starts again, so that no step ever crosses a jump. A held input starts it again at each sample.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import SimulationStopped
from dalembert.simulate.ask import ask, name_of
from dalembert.simulate.event import first_crossing
from dalembert.simulate.flow import Flow
from dalembert.simulate.gate import Gates
from dalembert.simulate.progress import Progress
from dalembert.simulate.trace import Trace

Array = NDArray[Any]
_MOST_AT_ONCE = 200  # events at one instant: beyond that nothing moves on


class Adaptive:
    """One adaptive run."""

    def __init__(
        self,
        flow: Flow,
        trace: Trace,
        method: str,
        rtol: float,
        atol: float,
        max_step: float,
        users: Sequence[Callable[..., float]],
    ) -> None:
        self.flow, self.trace, self.users = flow, trace, tuple(users)
        self.method, self.max_step, self.gates = method, max_step, Gates(flow.model)
        self.options: dict[str, Any] = {"rtol": rtol, "atol": atol, "max_step": max_step}
        self.reached: tuple[float, Array] = (0.0, np.zeros(flow.model.size))  # the last accepted step
        self.below: list[bool] = []  # where each of `users` is below zero and may rise
        self.steps = self.evaluations = 0
        self.size: float | None = None  # of the last step
        self._idle, self._last = 0, -1.0

    def go(self, x: Array, duration: float, progress: Progress) -> None:
        """From 0 to `duration`, or to a user's terminal event."""
        flow, t = self.flow, 0.0
        self.reached = (t, x)
        period = flow.signal.period if flow.signal.sampled else None
        while t < duration:
            end = duration
            if period is not None:
                index = int(t / period + 1e-9)
                end = min(duration, (index + 1) * period)
                end = duration if duration - end < 1e-9 * period else end
                L = flow.model.layout
                flow.held_input = np.array(flow.signal.at(t, x[L.q], x[L.qd]))
            if len(flow.modes):
                x = flow.renew(t, x)
            self.trace.fill(_still(x), t)
            if t == 0.0:
                self.below = [self._user(k, 0.0, x) < 0 for k in range(len(self.users))]
            t, x, over = self._segment(t, x, end, progress)
            if over:
                break
        self.trace.close(t, x)

    def _segment(self, t: float, x: Array, end: float, progress: Progress) -> tuple[float, Array, bool]:
        """Until `end` with one input law; True if a user's event ended the run."""
        while True:
            solver = self._solver(t, x, end)
            watching = bool(len(self.flow.modes) or self.users or self.gates.count)
            before = self._watch(t, x) if watching else np.empty(0)
            found = None
            while solver.status == "running":
                self._step(solver)
                self.steps += 1
                progress.at(solver.t)
                dense = solver.dense_output() if watching or self.trace.due(solver.t) else None
                if watching and dense is not None:
                    found = first_crossing(self._along(dense), solver.t_old, solver.t, before)
                stop = solver.t if found is None else found[0]
                if self.flow.drifts:
                    with np.errstate(all="ignore"):  # of the rate at a singular configuration
                        self._put_right(solver)
                if dense is not None:
                    # at the end of a held input the next one already acts
                    self.trace.fill(dense, stop, "left" if stop == end else "right")
                if found is not None and dense is not None:
                    t, x = stop, self.flow.finished(dense(stop))
                    break
                self.reached = (float(solver.t), solver.y)
                before = self._watch(solver.t, solver.y) if watching else before
            self.evaluations += solver.nfev
            if found is None:
                return float(solver.t), solver.y, False
            x, over = self._act(t, x, found[1])
            if over or t >= end:
                return t, x, over

    def _solver(self, t: float, x: Array, end: float) -> Any:
        from scipy.integrate import DOP853, Radau

        options = self.options if self.method == "DOP853" else self.options | {"jac": self.flow.jacobian}
        kind = DOP853 if self.method == "DOP853" else Radau
        first = None if self.size is None else min(self.size, end - t)
        with np.errstate(all="ignore"):
            solver = kind(self.flow.quick(), t, x, end, first_step=first, **options)
        self.gates.enter(x)
        return solver

    def _step(self, solver: Any) -> None:
        if self.gates.count:
            solver.max_step = min(self.max_step, self.gates.pace(solver.y, solver.f))
            solver.h_abs = min(solver.h_abs, solver.max_step)
        with np.errstate(all="ignore"):
            message = solver.step()
        if solver.status == "failed" or not np.isfinite(solver.y).all():
            raise self._diverged(solver, message or "the state is not finite")
        if solver.t < solver.t_bound:
            self.size = solver.step_size

    def _put_right(self, solver: Any) -> None:
        """The accepted step, with unit quaternions and closed loops, is where the next one starts."""
        flow, x = self.flow, self.flow.finished(solver.y)
        held = flow.bounds.rows[flow.modes == 0]
        if len(held) and flow.model.loops is not None:  # closing the loops has moved what is held
            yd = flow.model.layout.yd
            x[yd] = flow.held(solver.t, x, flow.input(solver.t, x), flow.modes).project(x[yd], held)
        solver.y = x
        solver.f = solver.fun(solver.t, solver.y)

    def _diverged(self, solver: Any, why: str) -> SimulationStopped:
        model = self.flow.model
        rate = np.abs(np.nan_to_num(self.flow(solver.t, solver.y)[model.layout.yd], nan=math.inf))
        joint = model.names[int(np.argmax(rate))]
        return SimulationStopped(
            f"the motion diverged at t = {solver.t:.6g} s, most at joint '{joint}': {why.lower().rstrip('.')}"
            f"{model.hint}",
            time=float(solver.t), joint=joint,
        )  # fmt: skip

    # ── events ────────────────────────────────────────────────────────────────

    def _user(self, k: int, t: float, x: Array) -> float:
        L, user = self.flow.model.layout, self.users[k]
        given = ask(user, "an event", t, x[L.q], x[L.qd])
        try:
            value = float(given)
        except (TypeError, ValueError):
            value = math.nan
        if not math.isfinite(value):
            raise SimulationStopped(f"the event function '{name_of(user)}' gave {given!r} at t = {t:.6g} s", time=t)
        return value

    def _watch(self, t: float, x: Array) -> Array:
        own = self.flow.watched(t, x) if len(self.flow.modes) else np.empty(0)
        users = [-self._user(k, t, x) if below else self._user(k, t, x) for k, below in enumerate(self.below)]
        return np.concatenate([own, self.gates.watched(x), users])

    def _along(self, dense: Callable[[float], Array]) -> Callable[[float], Array]:
        return lambda t: self._watch(t, self.flow.finished(dense(t)))

    def _act(self, t: float, x: Array, index: int) -> tuple[Array, bool]:
        flow, modes = self.flow, self.flow.modes
        self._guard(t)
        if index >= len(modes) + self.gates.count:
            return self._cross(t, x, index - len(modes) - self.gates.count)
        if index >= len(modes):
            return x, False  # the curve begins here: the next step starts at it
        if index >= flow.friction and modes[index] != 0:
            x = flow.hit(t, x, index)
            self.trace.note(t, "stop", flow.model.robot.coordinates[flow.stops[index - flow.friction][0]], x)
        elif index < flow.friction and modes[index] != 0:
            yd = flow.model.layout.yd
            here = flow.held(t, x, flow.input(t, x), modes)
            x = x.copy()
            held = (modes == 0) | (np.arange(len(modes)) == index)
            x[yd] = here.project(x[yd], flow.bounds.rows[held])
        before = modes.copy()
        x = flow.renew(t, x, index if modes[index] == 0 else None)
        for i in np.flatnonzero(before != flow.modes):
            self._tell(t, x, int(i), before[i], flow.modes[i])
        return x, False

    def _tell(self, t: float, x: Array, i: int, before: float, after: float) -> None:
        flow = self.flow
        if i < flow.friction:
            kind = "stick" if after == 0 else "slip" if before == 0 else "turn"
            self.trace.note(t, kind, flow.model.dry_joints[i], x)
        elif before == 0:
            self.trace.note(t, "leave", flow.model.robot.coordinates[flow.stops[i - flow.friction][0]], x)

    def _cross(self, t: float, x: Array, k: int) -> tuple[Array, bool]:
        user = self.users[k]
        falling = not self.below[k]
        self.below[k] = falling
        direction = getattr(user, "direction", 0)
        if direction and (direction < 0) != falling:
            return x, False
        self.trace.note(t, getattr(user, "__name__", "event"), None, x)
        return x, bool(getattr(user, "terminal", False))

    def _guard(self, t: float) -> None:
        self._idle = self._idle + 1 if t - self._last <= 1e-14 * max(1.0, t) else 0
        self._last = t
        if self._idle > _MOST_AT_ONCE:
            raise SimulationStopped(
                f"the motion does not go on at t = {t:.6g} s: more than {_MOST_AT_ONCE} events at once", time=t
            )


def _still(x: Array) -> Callable[[Array], Array]:
    """A state that stays: the same at all times."""
    return lambda times: np.repeat(x[:, None], len(times), axis=1)
