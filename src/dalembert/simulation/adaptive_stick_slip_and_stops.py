"""Adaptive integration of hybrid dynamics from event to event. [hairer1993, §II.5 and §II.6]

    ẋ = f(t, x; modes),   modes ∈ {−1, 0, +1} for friction (sliding direction, 0 sticks),  0 (contact) or 1 (free) for stops

SciPy's DOP853 (order 8, explicit) or Radau (order 5, implicit, for stiff drives) integrates the equations of motion in
the current modes. The integrator searches the dense output for the first event at which a mode ends. At each such
event, the modes are updated and the integration restarts, so no step crosses a discontinuity. If the input is sampled,
the integration restarts at each sample. The recorded states are interpolated by the dense output.

Each friction element slides (direction ±1) or sticks (0), and each stop is free or in contact. The constraint Jacobian
D has one row for each sticking element and each stop in contact:

    M ÿ = force − Dᵀ F,   D ÿ = 0,   |F − asymmetry| ≤ fs for a sticking element,   F ≤ 0 for a stop in contact

The accelerations are ÿ = Z (ZᵀMZ)⁻¹ Zᵀ force, where Z is a basis of the null space of D. The acceleration of a sticking
joint is exactly zero, so the joint cannot creep. Loops add the constraints J ÿ = −J̇q̇, which are always active and
have unlimited forces. With loops, ÿ = p + Z (ZᵀMZ)⁻¹ Zᵀ (force − M p), where p is the smallest acceleration ÿ that
satisfies the loop constraints. A constraint is released when its force exceeds the bound. A released constraint becomes
active again if the joint would otherwise accelerate against the release direction. The iteration ends when all modes
are consistent with the forces and accelerations (Gauss' principle with friction). [leine2004, ch. 4]

The Stribeck curve (fs − fc) e^−(v/vs)² is significant only at speeds of a few times vs or less. If vs is small, a joint
passes this speed range within milliseconds, and a long integration step would skip it. An adaptive step therefore ends
when |v| falls to about `STRIBECK_RANGE` times vs. Below this speed, each step changes v by at most vs/2. The length of
the step that reaches the Stribeck range is predicted as t = (|v| − (STRIBECK_RANGE − 1/2) vs)/|v̇|. A step that ends
more than vs inside the Stribeck range is repeated, because stages of the dense output can lie in this range even if the
final state is correct.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, Literal, NamedTuple

import numpy as np

from dalembert import finding
from dalembert.argument import real
from dalembert.boundary import Array
from dalembert.errors import SimulationStopped
from dalembert.finding.finding import Argument, External, Function, JointName, Noun, RobotName, given, seconds
from dalembert.graph.scalar import is_zero
from dalembert.kinematics.configuration import bounds, entries
from dalembert.progress import Progress
from dalembert.simulation.inputs import Signal, Wrenches, bad_value, call_user, stopped
from dalembert.simulation.model import SimulationModel, rows_of
from dalembert.simulation.run import Event, Run, record
from dalembert.tolerance import (
    DIFFERENCE_STEP,
    EPSILON,
    FEW_ROUNDINGS,
    RANK,
    REST_SPEED,
    ROUNDING,
    SAME_TIME,
    SOFT_LANDING,
)

_INSIDE = np.array([0.2, 0.4, 0.6, 0.8, 1.0])  # fractions of a step at which event values are checked
_ITERATIONS = 200  # discontinuous functions require more than a hundred halvings
_HALVINGS = 40  # number of interval halvings in the search for a positive value
_MOST_CHANGES = 20  # largest number of mode changes per row at one instant


@dataclass(frozen=True)
class ConstrainedDynamics:
    """Mass matrix M, force M ÿ and loop constraints J ÿ = bias in a given state."""

    M: Array
    force: Array
    J: Array
    bias: Array

    def motion(self, rows: Array) -> tuple[Array, Array]:
        """Compute the accelerations ÿ and the constraint forces F that satisfy M ÿ = force − DᵀF + Jᵀλ."""
        D = np.vstack([rows, self.J])
        ydd = np.zeros(len(self.M))
        if len(self.J):
            ydd = np.linalg.lstsq(D, np.concatenate([np.zeros(len(rows)), self.bias]), rcond=RANK)[0]
        ydd = ydd + free_motion(self.M, self.force - self.M @ ydd, D)
        return ydd, np.linalg.lstsq(D.T, self.force - self.M @ ydd, rcond=RANK)[0][: len(rows)]

    def reversal(self, ydd: Array, rows: Array, directions: Array) -> Array:
        """Compute the forces that would prevent constraint rows from accelerating against their release directions.

        The force of a constraint is negative if the motion accelerates in the release direction.
        """
        mobility = np.einsum("ij,ji->i", rows, free_motion(self.M, rows.T, self.J))
        moves = mobility > RANK * mobility.max(initial=0.0)  # loops can block the motion of a constraint row
        return np.where(moves, -directions * (rows @ ydd) / np.where(moves, mobility, 1.0), -1.0)

    def project(self, yd: Array, rows: Array) -> Array:
        """Remove the velocity components along the constraints while preserving loop closure."""
        return project(self.M, yd, np.vstack([rows, self.J]))


@dataclass(frozen=True)
class ForceBounds:
    """Constraints on ẏ for all friction elements and stops, with the admissible range of each constraint force."""

    rows: Array
    low: Array
    high: Array

    @cached_property
    def scale(self) -> Array:
        """Largest friction force of each friction element, or 1 for stops and for elements without friction."""
        largest = np.maximum(np.abs(self.low), np.abs(self.high))
        return np.where(np.isfinite(largest) & (largest > 0), largest, 1.0)


def free_motion(M: Array, force: Array, rows: Array) -> Array:
    """Compute the accelerations ÿ = Z (ZᵀMZ)⁻¹ Zᵀ force, where Z is a basis of the null space of the constraints."""
    Z = _null_space(rows)
    return np.asarray(Z @ np.linalg.solve(Z.T @ M @ Z, Z.T @ force)) if Z.shape[1] else np.zeros_like(force)


def bound_violation(F: Array, bounds: ForceBounds, held: Array) -> Array:
    """Compute how far each constraint force exceeds its range, relative to its scale. Negative values indicate forces
    within the range."""
    low, high = bounds.low[held], bounds.high[held]
    beyond = np.maximum(F - high, low - F) / bounds.scale[held]
    return np.asarray(beyond - ROUNDING)  # a released element must move in its release direction


def consistent_modes(
    dynamics_at: Callable[[Array], ConstrainedDynamics],
    modes: Array,
    resting: Array,
    bounds: ForceBounds,
    let_go: int | None = None,
) -> Array:
    """Determine modes (0 for held, ±1 for released) that are consistent with the constraint forces and accelerations.

    A held constraint is released if its force exceeds the admissible range. A released constraint is held again if
    releasing other constraints has reversed its acceleration. The constraint with the largest violation changes first.

    The function `dynamics_at` maps modes to the constrained dynamics. Only constraints in `resting` can change mode.
    `let_go` is the index of a constraint whose force has just reached its bound, up to rounding errors.
    """
    modes = modes.copy()
    for change in range(_MOST_CHANGES * len(modes)):
        held, released = np.flatnonzero(modes == 0), np.flatnonzero(resting & (modes != 0))
        dynamics = dynamics_at(modes)
        ydd, F = dynamics.motion(bounds.rows[held])
        wrong = np.zeros(len(modes))
        wrong[held] = bound_violation(F, bounds, held)
        reversed_by = dynamics.reversal(ydd, bounds.rows[released], modes[released])
        wrong[released] = reversed_by / bounds.scale[released] - ROUNDING
        if let_go is not None and change == 0:
            wrong[let_go] = np.inf
        k = int(np.argmax(wrong))
        if wrong[k] <= 0:
            break
        modes[k] = 0.0 if modes[k] else np.sign(F[held == k][0] - (bounds.low[k] + bounds.high[k]) / 2)
    return modes


def project(M: Array, yd: Array, rows: Array) -> Array:
    """Project a velocity, in the metric of M, onto the null space of the constraints."""
    if not len(rows):
        return yd
    return free_motion(M, M @ yd, rows)


def _null_space(rows: Array) -> Array:
    """Return a basis of the null space of the constraints.

    The basis consists of unit vectors if every constraint row contains a single coordinate.
    """
    return _null_space_of(rows.tobytes(), rows.shape)


@lru_cache(maxsize=256)
def _null_space_of(content: bytes, shape: tuple[int, int]) -> Array:
    rows = np.frombuffer(content).reshape(shape)
    if (np.count_nonzero(rows, axis=1) == 1).all():
        free = np.setdiff1d(np.arange(shape[1]), np.argmax(rows != 0, axis=1))
        return np.eye(shape[1])[:, free]
    from scipy.linalg import null_space

    return np.asarray(null_space(rows, rcond=RANK))


STRIBECK_RANGE = 6.5  # the remaining factor e^−42 is below rounding errors
_FINE = 0.5


class StribeckResolution:
    """Step-size limits for friction elements with a Stribeck curve."""

    def __init__(self, model: SimulationModel) -> None:
        places = [d for d in model.plant.places if not is_zero(d.drive.stribeck_velocity)]
        self.count, self._yd = len(places), model.layout.yd
        self.rows = rows_of(places, model.nv)
        self.width = np.array([float(d.drive.stribeck_velocity) for d in places])
        self._side: Array  # sliding direction outside the curve at the start of a step; 0 inside

    def _speed(self, x: Array) -> Array:
        """Return the velocities v of the friction elements (or their rates of change), divided by vs."""
        return np.asarray((self.rows @ x[self._yd]) / self.width)

    def longest_step(self, x: Array, rate: Array) -> float:
        """Return the longest step that resolves the Stribeck curves from this state."""
        v, change = self._speed(x), self._speed(rate)
        self._side = np.where(np.abs(v) <= STRIBECK_RANGE, 0.0, np.sign(v))
        approach = np.where(self._side == 0, np.abs(change), -self._side * change)
        distance = np.where(self._side == 0, _FINE, np.abs(v) - STRIBECK_RANGE + _FINE)
        steps = distance[approach > 0] / approach[approach > 0]
        return float(steps.min(initial=np.inf))

    def is_skipped(self, x: Array) -> bool:
        """Check whether a step began outside a Stribeck range and ended too deep inside it."""
        depth = STRIBECK_RANGE - self._side * self._speed(x)
        return bool(((self._side != 0) & (depth > 2 * _FINE)).any())


class Stop(NamedTuple):
    """Coordinate limit that acts as a stop: its indices in q̇ and q, its position, and its side (−1 for lower, 1 for
    upper)."""

    rate: int
    entry: int
    at: float
    side: int


class HybridDynamics:
    """Simulation model together with its inputs and current modes."""

    def __init__(self, model: SimulationModel, signal: Signal, wrenches: Wrenches, restitution: float | None) -> None:
        self.model, self.signal, self.wrenches = model, signal, wrenches
        self.restitution = restitution or 0.0
        self.friction = len(model.rows)
        self.bounds, self.stops = self._bounds(restitution is not None)
        self.modes = np.ones(len(self.bounds.rows))
        self.held_input: Array | None = None
        self._rate, L = model.rate.bare, model.layout
        self._q, self._qd, self._yd = L.q, L.qd, L.yd
        self._projection = model.finish.ufunc if model.plant.drifts else None
        self.is_plain = not self.friction and not wrenches.given and not self.stops

    def _bounds(self, stopped: bool) -> tuple[ForceBounds, list[Stop]]:
        """Compute the bounds on the forces of friction elements and stops."""
        model, robot = self.model, self.model.robot
        stops: list[Stop] = []
        if stopped:
            limits, places = bounds(robot), entries(robot)
            each = [
                Stop(k, i, float(x[i]), s) for x, s in zip(limits, (-1, 1), strict=True) for k, i in enumerate(places)
            ]
            stops = [stop for stop in each if stop.entry >= 0 and np.isfinite(stop.at)]
            if not stops:
                raise finding.RobotHasNo(RobotName(robot.name), Noun("joint limits"), Function("restitution")).error()
        rows = np.eye(model.nv)[[stop.rate for stop in stops]]
        upper = np.array([stop.side > 0 for stop in stops], dtype=bool)
        low = np.concatenate([model.asymmetry - model.static, np.where(upper, 0.0, -np.inf)])
        high = np.concatenate([model.asymmetry + model.static, np.where(upper, np.inf, 0.0)])
        return ForceBounds(np.vstack([model.rows, rows]), low, high), stops

    # ── the rate ──────────────────────────────────────────────────────────────

    def input(self, t: float, x: Array) -> Array:
        """Return the inputs at time t: the values held since the last sample, or the result of a user function."""
        held = self.held_input
        return self.signal.at(t, *self._seen(x)) if held is None else held

    def _seen(self, x: Array) -> tuple[Array, Array]:
        """Return (q, q̇) as arguments of a user function.

        In trial steps, loops can have small closure errors. These errors are corrected first, because the dynamics
        functions reject loops that are not closed.
        """
        near = self.projected(x)
        return near[self._q], near[self._qd]

    def projected(self, x: Array) -> Array:
        """Project states so that quaternions have unit length and loops are closed.

        In a singular configuration, the loops do not determine the motion, and the state is returned unchanged. The
        error of an unchanged state is within the tolerance.
        """
        if self._projection is None:
            return x
        with np.errstate(all="ignore"):
            closed = np.asarray(self._projection(x))
        return np.where(np.isfinite(closed).all(axis=-1, keepdims=True), closed, x)

    def __call__(self, t: float, x: Array) -> Array:
        u = self.input(t, x)
        return np.asarray(self._rate(x, u)[0]) if self.is_plain else self.rate(t, x, u)[0]

    def jacobian(self, t: float, x: Array) -> Array:
        """Compute ∂ẋ/∂x in the current modes by central differences.

        The Jacobian columns for the energy balance are zero, because the state derivative does not depend on these
        entries.
        """
        J = np.zeros((len(x), len(x)))
        for i in range(self.model.layout.ledger.start):
            step = np.zeros(len(x))
            step[i] = DIFFERENCE_STEP * max(1.0, abs(x[i]))
            J[:, i] = (self(t, x + step) - self(t, x - step)) / (2 * step[i])
        return J

    def rate(self, t: float, x: Array, u: Array) -> tuple[Array, Array]:
        """Compute ẋ and the motor efforts in the current modes."""
        rate, tau = self._rate(x, u, *self._extra(t, x, self.modes))
        held = np.flatnonzero(self.modes == 0)
        if len(held):
            rate[self._yd] = self.held(t, x, u, self.modes).motion(self.bounds.rows[held])[0]
        return rate, tau

    def _extra(self, t: float, x: Array, modes: Array) -> tuple[Array, ...]:
        directions = (modes[: self.friction],) if self.friction else ()
        return (*directions, *self.wrenches.at(t, *self._seen(x)))

    def held(self, t: float, x: Array, u: Array, modes: Array) -> ConstrainedDynamics:
        """Compute M, the force M ÿ including sliding friction, and the loop constraints in the current modes."""
        M, force, *loops = self.model.held.bare(x, u, *self._extra(t, x, modes))
        J, bias = loops or (np.empty((0, self.model.nv)), np.empty(0))
        return ConstrainedDynamics(M, force, J, bias)

    # ── events and their consequences ─────────────────────────────────────────────

    def event_values(self, t: float, x: Array) -> Array:
        """Return one value per friction element and stop that remains positive until the current mode ends."""
        values: Array = self.modes * (self.bounds.rows @ x[self._yd])
        values[self.friction :] = [stop.side * (stop.at - x[stop.entry]) for stop in self.stops]
        held = np.flatnonzero(self.modes == 0)
        if len(held):
            F = self.held(t, x, self.input(t, x), self.modes).motion(self.bounds.rows[held])[1]
            values[held] = -bound_violation(F, self.bounds, held)
        return values

    def update_modes(self, t: float, x: Array, ended: int | None = None) -> Array:
        """Update the modes at a state, for example after an event.

        Return the state in which sticking elements and stops in contact have zero velocity.

        `ended` is the index of the friction element or stop whose mode has just ended.
        """
        yd = x[self._yd]
        rates = self.bounds.rows @ yd
        still = np.abs(rates) <= REST_SPEED * np.abs(yd).max(initial=1.0)
        if ended is not None and ended < self.friction:
            still[ended] = True  # up to rounding errors
        modes = np.where(still, 0.0, np.sign(rates))
        for i, stop in enumerate(self.stops, self.friction):
            touching = abs(x[stop.entry] - stop.at) <= ROUNDING * max(1.0, abs(stop.at))
            modes[i] = 0.0 if touching and still[i] else 1.0
        if not (modes == 0).any():
            self.modes = modes
            return x
        u = self.input(t, x)
        resting, here = modes == 0, self.held(t, x, u, modes)
        let_go = ended if ended is not None and self.modes[ended] == 0 else None
        self.modes = consistent_modes(lambda m: self.held(t, x, u, m), modes, resting, self.bounds, let_go)
        x = x.copy()
        x[self._yd] = here.project(yd, self.bounds.rows[resting])
        return x

    def stop_name(self, index: int) -> str:
        """Return the name of the coordinate for the stop with the given mode index."""
        return self.model.robot.coordinates[self.stops[index - self.friction].rate]

    def impact(self, t: float, x: Array, index: int) -> Array:
        """Compute the state after an impact at a stop, q̇⁺ = P q̇ − e (q̇ − P q̇).

        The projection P removes the velocity into the stop, P q̇ = q̇ − M⁻¹Dᵀ (D q̇)/(D M⁻¹Dᵀ). The energy lost in the
        impact is added to the energy balance. For robots with loops, M⁻¹ is restricted to the motions that satisfy loop
        closure.
        """
        row = self.bounds.rows[index]
        held = self.held(t, x, self.input(t, x), np.ones_like(self.modes))
        before = x[self._yd]
        e = self.restitution if abs(row @ before) * self.restitution > SOFT_LANDING else 0.0
        along = held.project(before, row[None])
        after = along - e * (before - along)
        x = x.copy()
        x[self._yd] = after
        stop = self.stops[index - self.friction]
        x[stop.entry] = stop.at
        x[self.model.layout.lost] += 0.5 * (before @ held.M @ before - after @ held.M @ after)
        return x


class AdaptiveRecorder:
    """Recorder for events and for the times, states, state derivatives and efforts at the entries of `times`."""

    def __init__(self, times: Array, hybrid: HybridDynamics) -> None:
        self.times, self.hybrid, self.next = times, hybrid, 0
        self.kept: list[tuple[Array, Array, Array, Array]] = []
        self.events: list[Event] = []

    def due(self, end: float) -> bool:
        """Check whether the next sample time is at or before `end`."""
        return self.next < len(self.times) and bool(self.times[self.next] <= end)

    def fill(self, at: Callable[[Any], Array], end: float, side: Literal["left", "right"] = "right") -> None:
        """Record all samples up to `end`. With side="left", samples at `end` are not recorded.

        The function `at` maps an array of times to states, with one column per time.
        """
        stop = int(np.searchsorted(self.times, end, side=side))
        if stop > self.next:
            times = self.times[self.next : stop]
            self._keep(times, self.hybrid.projected(np.ascontiguousarray(at(times).T)))
            self.next = stop

    def close(self, t: float, x: Array) -> None:
        """Record the state at the end time, unless it is already recorded."""
        if not self.kept or self.kept[-1][0][-1] < t:
            self._keep(np.array([t]), x[None])

    def _keep(self, times: Array, states: Array) -> None:
        hybrid = self.hybrid
        if hybrid.is_plain:
            u = np.array([hybrid.input(float(t), x) for t, x in zip(times, states, strict=True)])
            rates, efforts = hybrid.model.rate.bare(states, u)
        else:
            pairs = [hybrid.rate(float(t), x, hybrid.input(float(t), x)) for t, x in zip(times, states, strict=True)]
            rates, efforts = (np.array(part) for part in zip(*pairs, strict=True))
        self.kept.append((times, states, rates, efforts))

    def note(self, time: float, kind: str, joint: str | None, x: Array) -> None:
        L = self.hybrid.model.layout
        self.events.append(Event(time, kind, joint, tuple(x[L.q].tolist()), tuple(x[L.qd].tolist())))

    def run(self, method: str) -> Run:
        """Create the run from the recorded states."""
        model = self.hybrid.model
        size, n = model.size, model.n
        none = (np.zeros(0), np.zeros((0, size)), np.zeros((0, size)), np.zeros((0, n)))
        t, x, rates, efforts = (np.concatenate(part) for part in zip(none, *self.kept, strict=True))
        energies = model.energies(x)
        return record(model, t, x, rates[:, model.layout.qd], efforts, energies, method, tuple(self.events))


def first_crossing(
    watch: Callable[[float], Array], start: float, end: float, before: Array
) -> tuple[float, int] | None:
    """Find the first event function that falls below zero in (start, end]. Return (time, index), or None.

    `before` contains the values of the functions at the start. If a function starts at zero and does not increase, it
    is assumed to fall below zero at the start.
    """
    left, values = start, before
    for part in _INSIDE:
        right = start + part * (end - start)
        after = watch(right)
        fallen = np.flatnonzero((after < 0) & ((values >= 0) | (after < values)))
        if len(fallen):
            return min((_root(watch, int(k), left, right), int(k)) for k in fallen)
        left, values = right, after
    return None


def _root(watch: Callable[[float], Array], k: int, left: float, right: float) -> float:
    """Find the time at which the k-th event function falls below zero, given that it is negative at `right`.

    Return `left` if the function is never positive.
    """
    from scipy.optimize import brentq

    def value(t: float) -> float:
        return float(watch(t)[k])

    inside = (left + (right - left) / 2**halving for halving in range(1, _HALVINGS))
    above = next((t for t in inside if value(t) > 0), None)
    if above is None:
        return left
    return float(brentq(value, above, right, xtol=EPSILON, rtol=EPSILON, maxiter=_ITERATIONS))


_MOST_AT_ONCE = 200  # largest number of events at one instant


class AdaptiveIntegration:
    """Adaptive integration of one run."""

    def __init__(
        self,
        hybrid: HybridDynamics,
        trace: AdaptiveRecorder,
        method: str,
        tolerances: dict[str, float],
        max_step: float,
        users: Sequence[Callable[..., float]],
    ) -> None:
        self.hybrid, self.trace, self.users = hybrid, trace, tuple(users)
        self.method, self.max_step, self.stribeck = method, max_step, StribeckResolution(hybrid.model)
        self.options: dict[str, Any] = {**tolerances, "max_step": max_step}
        self.reached: tuple[float, Array] = (0.0, np.zeros(hybrid.model.size))  # the last accepted step
        self.signs: list[int] = []  # −1 for each user function below zero, otherwise 1
        self.steps = self.evaluations = 0
        self.size: float | None = None  # size of the last step
        self._idle, self._last = 0, -math.inf  # number of events at one instant, time of the last event

    @property
    def time(self) -> float:
        """End time of the last accepted step."""
        return self.reached[0]

    def run(self) -> Run:
        """Create the run from the states recorded so far."""
        run = self.trace.run(self.method)
        run.statistics.update(steps=self.steps, evaluations=self.evaluations)
        return run

    def fault(self, run: Run) -> None:
        """Return None, because an adaptive run that completes is always valid."""

    def go(self, x: Array, duration: float, progress: Progress) -> None:
        """Integrate from 0 to `duration`, or until a terminal user event.

        An interrupted run ends at its last accepted step.
        """
        try:
            self._go(x, duration, progress)
        except KeyboardInterrupt:
            with suppress(SimulationStopped, KeyboardInterrupt):  # the controller can raise another error
                self.trace.close(*self.reached)
            raise

    def _go(self, x: Array, duration: float, progress: Progress) -> None:
        hybrid, t = self.hybrid, 0.0
        self.reached = (t, x)
        period, L = hybrid.signal.period, hybrid.model.layout
        while t < duration:
            end = duration
            if period is not None:
                index = int(t / period + SAME_TIME)
                end = min(duration, (index + 1) * period)
                end = duration if duration - end < SAME_TIME * period else end
            if hybrid.signal.held:
                hybrid.held_input = np.array(hybrid.signal.at(t, x[L.q], x[L.qd]))
            if len(hybrid.modes):
                x = hybrid.update_modes(t, x)
            self.trace.fill(partial(_still, x), t)
            if t == 0.0:
                self.signs = [-1 if self._user(k, 0.0, x) < 0 else 1 for k in range(len(self.users))]
            t, x, over = self._segment(t, x, end, progress)
            if over:
                break
        self.trace.close(t, x)

    def _segment(self, t: float, x: Array, end: float, progress: Progress) -> tuple[float, Array, bool]:
        """Integrate until `end` for a single input function.

        Return the time, the state, and whether a user event ended the run.
        """
        while True:
            solver = self._solver(t, x, end)
            watching = bool(len(self.hybrid.modes) or self.users)
            found = None
            while solver.status == "running":
                before = self._event_values(solver.t, solver.y) if watching else np.empty(0)
                self._step(solver)
                if self.stribeck.count and self.stribeck.is_skipped(solver.y):
                    self.evaluations += solver.nfev
                    self.size = solver.step_size / 2
                    solver = self._solver(solver.t_old, solver.y_old, end)
                    continue
                self.steps += 1
                progress.at(solver.t)
                dense = solver.dense_output() if watching or self.trace.due(solver.t) else None
                if watching and dense is not None:
                    found = first_crossing(self._along(dense), solver.t_old, solver.t, before)
                stop = solver.t if found is None else found[0]
                if self.hybrid.model.plant.drifts:
                    with np.errstate(all="ignore"):  # warnings at a singular configuration
                        self._project(solver)
                if dense is not None:
                    # at the end of a sample, the next input sample already acts
                    self.trace.fill(dense, stop, "left" if stop == end else "right")
                if found is not None and dense is not None:
                    t, x = stop, self.hybrid.projected(dense(stop))
                    break
                self.reached = (float(solver.t), solver.y)
            self.evaluations += solver.nfev
            if found is None:
                return float(solver.t), solver.y, False
            x, over = self._act(t, x, found[1])
            if over or t >= end:
                return t, x, over

    def _solver(self, t: float, x: Array, end: float) -> Any:
        from scipy.integrate import DOP853, Radau

        kind, more = (DOP853, {}) if self.method == "DOP853" else (Radau, {"jac": self._jacobian})
        first = None if self.size is None else min(self.size, end - t)
        with np.errstate(all="ignore"):
            return kind(self.hybrid, t, x, end, first_step=first, **self.options, **more)

    def _jacobian(self, t: float, x: Array) -> Array:
        J = self.hybrid.jacobian(t, x)
        if not np.isfinite(J).all():  # otherwise, SciPy would raise a less specific error
            raise self._diverged(t, x, None)
        return J

    def _step(self, solver: Any) -> None:
        if self.stribeck.count:
            solver.max_step = min(self.max_step, self.stribeck.longest_step(solver.y, solver.f))
            solver.h_abs = min(solver.h_abs, solver.max_step)
        with np.errstate(all="ignore"):
            message = solver.step()
        if solver.status == "failed" or not np.isfinite(solver.y).all():
            raise self._diverged(solver.t, solver.y, message)
        if solver.t < solver.t_bound:
            self.size = solver.step_size

    def _project(self, solver: Any) -> None:
        """Project the accepted state so that quaternions have unit length and loops are closed.

        The next step starts at the projected state.
        """
        hybrid, x = self.hybrid, self.hybrid.projected(solver.y)
        held = hybrid.bounds.rows[hybrid.modes == 0]
        if len(held) and hybrid.model.loops is not None:  # closing the loops has moved sticking elements or stops
            yd = hybrid.model.layout.yd
            x[yd] = hybrid.held(solver.t, x, hybrid.input(solver.t, x), hybrid.modes).project(x[yd], held)
        solver.y = x
        solver.f = solver.fun(solver.t, solver.y)

    def _diverged(self, t: float, x: Array, why: str | None) -> SimulationStopped:
        model = self.hybrid.model
        rate = np.abs(np.nan_to_num(self.hybrid(t, x)[model.layout.yd], nan=math.inf))
        joint = model.names[np.argmax(rate)]
        loops, reason = bool(model.robot.loops), None if why is None else External(why)
        found = finding.MotionDiverged(seconds(t), JointName(joint), loops, reason=reason)
        return stopped(found, t, joint)

    # ── events ────────────────────────────────────────────────────────────────

    def _user(self, k: int, t: float, x: Array) -> float:
        L, user = self.hybrid.model.layout, self.users[k]
        found = call_user(user, "events", t, x[L.q], x[L.qd])
        try:
            return real(float(found), "events")
        except (TypeError, ValueError):
            raise bad_value(finding.NotReal(Argument("events"), given(found)), t) from None

    def _event_values(self, t: float, x: Array) -> Array:
        own = self.hybrid.event_values(t, x) if len(self.hybrid.modes) else np.empty(0)
        users = [sign * self._user(k, t, x) for k, sign in enumerate(self.signs)]
        return np.concatenate([own, users])

    def _along(self, dense: Callable[[float], Array]) -> Callable[[float], Array]:
        return lambda t: self._event_values(t, self.hybrid.projected(dense(t)))

    def _act(self, t: float, x: Array, index: int) -> tuple[Array, bool]:
        hybrid, modes = self.hybrid, self.hybrid.modes
        self._guard(t)
        if index >= len(modes):
            return self._cross(t, x, index - len(modes))
        if index >= hybrid.friction and modes[index] != 0:
            x = hybrid.impact(t, x, index)
            self.trace.note(t, "stop", hybrid.stop_name(index), x)
        x = hybrid.update_modes(t, x, index)
        for i in np.flatnonzero(modes != hybrid.modes):
            self._note_change(t, x, int(i), modes[i], hybrid.modes[i])
        return x, False

    def _note_change(self, t: float, x: Array, i: int, before: float, after: float) -> None:
        hybrid = self.hybrid
        if i < hybrid.friction:
            kind = "stick" if after == 0 else "slip" if before == 0 else "turn"
            self.trace.note(t, kind, hybrid.model.dry_joints[i], x)
        elif before == 0:
            self.trace.note(t, "leave", hybrid.stop_name(i), x)

    def _cross(self, t: float, x: Array, k: int) -> tuple[Array, bool]:
        user = self.users[k]
        self.signs[k] = -self.signs[k]
        if getattr(user, "direction", 0) * self.signs[k] < 0:
            return x, False
        self.trace.note(t, getattr(user, "__name__", "event"), None, x)
        return x, bool(getattr(user, "terminal", False))

    def _guard(self, t: float) -> None:
        self._idle = self._idle + 1 if t - self._last <= FEW_ROUNDINGS * max(1.0, t) else 0
        self._last = t
        if self._idle > _MOST_AT_ONCE:
            raise stopped(finding.StuckInEvents(seconds(t), _MOST_AT_ONCE), t)


def _still(x: Array, times: Array) -> Array:
    """Repeat a constant state for each of the given times."""
    return np.repeat(x[:, None], len(times), axis=1)
