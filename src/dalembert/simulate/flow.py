"""The rate of the state between events, in one mode: which joints slide and where to, which are held.

ẋ = f(t, x; modes),   modes ∈ {−1, 0, +1} for friction,  0 (touched) or 1 (free) for stops
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue
from dalembert.simulate.model import Model
from dalembert.simulate.signal import Signal, Wrenches
from dalembert.simulate.stick import Bounds, Held, excess, free_motion, settle

Array = NDArray[Any]
STILL = 1e-12  # m/s or rad/s, relative to the fastest joint: a place this slow is at rest
_SLOPE = 1e-6  # step of differences, near the cube root of the rounding
SOFT_LANDING = 1e-6  # rebound speed below which a joint stays on its stop


class Flow:
    """A model with what acts on it, and its present modes."""

    def __init__(self, model: Model, signal: Signal, wrenches: Wrenches, restitution: float | None) -> None:
        self.model, self.signal, self.wrenches = model, signal, wrenches
        self.restitution = restitution
        self.friction = len(model.rows)
        self.bounds, self.stops = self._bounds(restitution is not None)
        self.modes = np.ones(len(self.bounds.rows))
        self.held_input: Array | None = signal.constant
        self._rate, L = model.rate.bare, model.layout
        self._q, self._qd, self._yd = L.q, L.qd, L.yd
        self._finish = None if model.finish is None else model.finish.ufunc
        self.is_plain = not self.friction and not wrenches.given and not self.stops

    def _bounds(self, stopped: bool) -> tuple[Bounds, list[tuple[int, float, bool]]]:
        """Friction places first, then the stops as (coordinate, where, upper)."""
        model = self.model
        stops: list[tuple[int, float, bool]] = []
        if stopped:
            for k, name in enumerate(model.robot.coordinates):
                own = model.robot.coordinate(name)
                for at, upper in ((own.limits.lower, False), (own.limits.upper, True)):
                    if at is not None and np.isfinite(at) and own.motion != "ball":
                        stops.append((k, float(at), upper))
            if not stops:
                raise WrongValue(f"robot '{model.robot.name}' has no joint limits, so there is no stop to meet")
        self._place = [model.robot.coordinate(model.robot.coordinates[k]).q.start for k, _, _ in stops]
        rows = np.eye(model.nv)[[k for k, _, _ in stops]]
        low = [0.0 if upper else -np.inf for _, _, upper in stops]
        high = [np.inf if upper else 0.0 for _, _, upper in stops]
        friction = model.static
        return (
            Bounds(
                np.vstack([model.rows, rows]),
                np.concatenate([model.asymmetry - friction, low]),
                np.concatenate([model.asymmetry + friction, high]),
            ),
            stops,
        )

    # ── the rate ──────────────────────────────────────────────────────────────

    def input(self, t: float, x: Array) -> Array:
        """The inputs now: held since the last sample, or asked for."""
        held = self.held_input
        return self.signal.at(t, *self._seen(x)) if held is None else held

    def _seen(self, x: Array) -> tuple[Array, Array]:
        """(q, q̇) as a user's function is asked: what a step tries may leave loops a little open, which dynamics refuses."""
        near = self.finished(x)
        return near[self._q], near[self._qd]

    def quick(self) -> Callable[[float, Array], Array]:
        """The same as calling it, without looking at what cannot change while an input is held."""
        if not self.is_plain or self.held_input is None:
            return self
        rate, u = self._rate, self.held_input
        return lambda t, x: rate(x, u)[0]

    @property
    def drifts(self) -> bool:
        """Whether a step leaves quaternions or loops to put right."""
        return self._finish is not None

    def finished(self, x: Array) -> Array:
        """A state, or rows of them, with unit quaternions and closed loops.

        Where the loops do not tell how the mechanism moves, it passes a singular configuration, and goes on as it came:
        what was integrated is off by a tolerance.
        """
        if self._finish is None:
            return x
        with np.errstate(all="ignore"):
            closed = np.asarray(self._finish(x))
        return np.where(np.isfinite(closed).all(axis=-1, keepdims=True), closed, x)

    def __call__(self, t: float, x: Array) -> Array:
        u = self.input(t, x)
        if self.is_plain:
            rate: Array = self._rate(x, u)[0]
            return rate
        return self.rate(t, x, u)[0]

    def jacobian(self, t: float, x: Array) -> Array:
        """∂ẋ/∂x in the present modes, exact but for what a user's function adds, which is asked for differences."""
        L, u = self.model.layout, self.input(t, x)
        held, rows = self.held(t, x, u, self.modes), self.bounds.rows[self.modes == 0]
        ydd = self.rate(t, x, u)[0][L.yd]
        borne = (held.whole(rows)[2],) if len(held.J) else ()
        by_x, by_u, *by_w = self.model.slope.bare(x, u, *self._extra(t, x), ydd, *borne)
        if self.held_input is None:
            by_x[:, L.motion] += by_u @ self._slope(lambda state: self.input(t, state), x)
        if self.wrenches.constant is None:
            pushes = self._slope(lambda s: np.concatenate(self.wrenches.at(t, *self._seen(s))), x)
            by_x[:, L.motion] += by_w[0] @ pushes
        J = np.zeros((L.size, L.size))
        turned, moved, late, rest = np.split(by_x, np.cumsum([L.y.stop, self.model.nv, len(held.J)]))
        J[L.y, : L.z.stop] = turned
        J[L.yd, : L.z.stop] = held.free(moved, rows, np.vstack([np.zeros((len(rows), moved.shape[1])), late]))
        J[L.z.start :, : L.z.stop] = rest
        return J

    def _slope(self, function: Callable[[Array], Array], x: Array) -> Array:
        """∂function/∂(y, ẏ) by central differences of fixed relative size."""
        columns = []
        for i in range(self.model.layout.motion.stop):
            step = np.zeros(len(x))
            step[i] = _SLOPE * max(1.0, abs(x[i]))
            columns.append((function(x + step) - function(x - step)) / (2 * step[i]))
        return np.array(columns).T

    def rate(self, t: float, x: Array, u: Array) -> tuple[Array, Array]:
        """(ẋ, efforts of the motors) in the present modes."""
        rate, tau = self._rate(x, u, *self._extra(t, x))
        held = np.flatnonzero(self.modes == 0)
        if len(held):
            rate[self._yd] = self.held(t, x, u, self.modes).motion(self.bounds.rows[held])[0]
        return rate, tau

    def _extra(self, t: float, x: Array, modes: Array | None = None) -> tuple[Array, ...]:
        chosen = self.modes if modes is None else modes
        directions = (chosen[: self.friction],) if self.friction else ()
        return (*directions, *self.wrenches.at(t, *self._seen(x)))

    def held(self, t: float, x: Array, u: Array, modes: Array) -> Held:
        """M and M ÿ with the friction of the places that slide, and the loops."""
        M, force, *loops = self.model.held.bare(x, u, *self._extra(t, x, modes))
        J, late = loops or (np.empty((0, self.model.nv)), np.empty(0))
        return Held(M, force, J, late)

    # ── what is watched, and what follows ─────────────────────────────────────

    def watched(self, t: float, x: Array) -> Array:
        """One value for each place and stop, positive while its mode lasts."""
        rates = self.bounds.rows @ x[self._yd]
        values = np.empty(len(self.modes))
        held = np.flatnonzero(self.modes == 0)
        if len(held):
            F = self.held(t, x, self.input(t, x), self.modes).motion(self.bounds.rows[held])[1]
            values[held] = -excess(F, self.bounds, held)
        for i in np.flatnonzero(self.modes != 0):
            if i < self.friction:
                values[i] = self.modes[i] * rates[i]
            else:
                _, at, upper = self.stops[i - self.friction]
                where = x[self._place[i - self.friction]]
                values[i] = at - where if upper else where - at
        return values

    def renew(self, t: float, x: Array, let_go: int | None = None) -> Array:
        """Find the modes afresh at a state, as after an event; the state with what is held at rest made exact.

        `let_go` is the one whose force has just reached its bound, to a rounding either way.
        """
        yd = x[self._yd]
        rates = self.bounds.rows @ yd
        still = np.abs(rates) <= STILL * max(1.0, float(np.abs(yd).max(initial=0.0)))
        modes = np.where(still, 0.0, np.sign(rates))
        for i, (_, at, _) in enumerate(self.stops, self.friction):
            touching = abs(x[self._place[i - self.friction]] - at) <= 1e-12 * max(1.0, abs(at))
            modes[i] = 0.0 if touching and still[i] else 1.0
        if not (modes == 0).any():
            self.modes = modes
            return x
        u = self.input(t, x)
        here = self.held(t, x, u, modes)
        if let_go is not None:
            held = np.flatnonzero(modes == 0)
            F = here.motion(self.bounds.rows[held])[1][np.flatnonzero(held == let_go)[0]]
            modes[let_go] = 1.0 if F - self.bounds.high[let_go] > self.bounds.low[let_go] - F else -1.0
        self.modes = settle(lambda m: self.held(t, x, u, m), modes, self.bounds)
        x = x.copy()
        x[self._yd] = here.project(yd, self.bounds.rows[self.modes == 0])
        return x

    def hit(self, t: float, x: Array, index: int) -> Array:
        """The state after meeting a stop: q̇⁺ = q̇ − M⁻¹Dᵀ (1 + e)(D q̇)/(D M⁻¹Dᵀ); what is lost goes to the ledger.

        Where there are loops M⁻¹ is what they leave of it.
        """
        row = self.bounds.rows[index]
        held = self.held(t, x, self.input(t, x), np.ones_like(self.modes))
        M = held.M
        before = x[self._yd]
        speed = row @ before
        e = self.restitution if abs(speed) * (self.restitution or 0.0) > SOFT_LANDING else 0.0
        response = free_motion(M, row, held.J) if len(held.J) else np.linalg.solve(M, row)
        after = before - response * (1 + (e or 0.0)) * speed / (row @ response)
        if not e:
            after = held.project(after, row[None, :])
        x = x.copy()
        x[self._yd] = after
        x[self._place[index - self.friction]] = self.stops[index - self.friction][1]
        x[self.model.layout.lost] += 0.5 * (before @ M @ before - after @ M @ after)
        return x
