"""Inputs of a simulation over time: torques or voltages, and external wrenches.

An input is None (zero), numbers (constant), an array of samples (held over the control period, T_c ≥ T_s), or a function
of (t, q, qd). For a batch, an array of the batch's own shape gives one constant per trajectory, unless a control period
is given: then it holds samples. The result of a function is checked at every call, and the error names the joint.

User functions (controllers, wrenches, events) receive copies of q and qd, so they may modify their arguments. An exception
in a user function stops the run; the rows computed so far are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import finite, reals
from dalembert.errors import SimulationStopped, WrongSize, WrongValue, shown
from dalembert.robot.model import Robot

Array = NDArray[Any]


def is_askable(function: Callable[..., Any], what: str) -> None:
    """Raise `WrongValue` where a function cannot be called with (t, q, qd)."""
    try:
        call = signature(function)
    except (TypeError, ValueError):  # compiled functions may not say
        return
    try:
        call.bind(0.0, None, None)
    except TypeError as reason:
        raise WrongValue(
            f"{what} must be a function of (t, q, qd); '{name_of(function)}{call}' cannot be called so: {reason}"
        ) from None


def ask(function: Callable[..., Any], what: str, t: float, q: Array, qd: Array) -> Any:
    """What the function gives at a state."""
    try:
        return function(t, np.array(q), np.array(qd))
    except SimulationStopped:
        raise
    except Exception as error:
        message = f"{what}: '{name_of(function)}' raised {type(error).__name__} at t = {t:.6g} s: {shown(error, 200)}"
        raise SimulationStopped(message, time=t) from error


def name_of(function: Callable[..., Any]) -> str:
    """What to call it in a message."""
    return str(getattr(function, "__name__", type(function).__name__))


class Signal:
    """u(t, q, qd) of n entries; one of `constant` (..., n), `samples` (..., K, n) and `function` is given."""

    def __init__(
        self, robot: Robot, given: Any, period: float | None, duration: float, what: str, batch: tuple[int, ...]
    ) -> None:
        self.robot, self.what, self.period = robot, what, period
        self.function: Callable[..., Any] | None = None
        self.samples: Array | None = None
        self.constant: Array | None = None
        n = robot.n
        if given is None:
            self.constant = np.zeros(n)
        elif callable(given):
            is_askable(given, what)
            self.function = given
            if getattr(given, "sampled", False) and period is None:
                raise WrongValue(
                    f"this controller remembers; give simulate its control_period (s), got none for {what}"
                )
        else:
            array = _numbers(given, what)
            if array.shape[-1:] != (n,):
                raise WrongSize(
                    f"{what} has shape {array.shape}; robot '{robot.name}' needs {n} entries, (n,) or (K, n)"
                )
            if array.ndim == 1 or (batch and period is None and array.shape[:-1] == batch):
                self.constant = array
            else:
                if not _fits(array.shape[:-2], batch) or not array.size:
                    raise WrongSize(
                        f"{what} has shape {array.shape}; it needs ({n},), samples (K, {n}) or, one set for each of the "
                        f"{batch or 1} trajectories, (…, K, {n})"
                    )
                self.samples = array
                self.period = duration / array.shape[-2] if period is None else period
                if array.shape[-2] * self.period < duration * (1 - 1e-9):
                    raise WrongSize(
                        f"{what} has {array.shape[-2]} samples of {self.period:g} s, which end before the run of {duration:g} s"
                    )

    @property
    def sampled(self) -> bool:
        """Held between samples."""
        return self.period is not None

    def at(self, t: float, q: Array, qd: Array) -> Array:
        """The input at a time, checked."""
        if self.constant is not None:
            return self.constant
        if self.samples is not None:
            assert self.period is not None  # samples come with their period
            index = min(int(t / self.period + 1e-9), self.samples.shape[-2] - 1)
            return self.samples[..., index, :]
        assert self.function is not None
        return self._checked(ask(self.function, self.what, t, q, qd), t, qd.shape)

    def _checked(self, value: Any, t: float, shape: tuple[int, ...]) -> Array:
        try:
            u = reals(value, self.what)  # a copy: a controller may use one array again and again
        except WrongValue as error:
            raise SimulationStopped(f"at t = {t:.6g} s {error}", time=t) from None
        if u.shape != shape and u.shape != shape[-1:]:
            raise SimulationStopped(f"{self.what} at t = {t:.6g} s has shape {u.shape}; it needs {shape}", time=t)
        if not np.isfinite(u).all():
            bad = int(np.argwhere(~np.isfinite(np.broadcast_to(u, shape)))[0][-1])
            name = self.robot.coordinates[bad]
            number = np.broadcast_to(u, shape)[..., bad].ravel()
            raise SimulationStopped(
                f"{self.what} of joint '{name}' is {number[~np.isfinite(number)][0]} at t = {t:.6g} s",
                time=t,
                joint=name,
            )
        return u


class Wrenches:
    """Outside wrenches {frame: [force, moment]}, each constant or a function of (t, q, qd)."""

    def __init__(self, given: Mapping[str, Any] | None, batch: tuple[int, ...] = ()) -> None:
        if given is not None and not isinstance(given, Mapping):
            raise WrongValue(f"wrench maps frames to [force, moment], got {given!r}")
        self.given, self.batch = dict(given or {}), batch
        for frame, w in self.given.items():
            if callable(w):
                is_askable(w, f"wrench on '{frame}'")
        self.constant: tuple[Array, ...] | None = None
        if not any(callable(w) for w in self.given.values()):
            self.constant = tuple(self._six(frame, w, 0.0, start=True) for frame, w in self.given.items())

    @property
    def frames(self) -> tuple[str, ...]:
        return tuple(self.given)

    def at(self, t: float, q: Array, qd: Array) -> tuple[Array, ...]:
        """The wrenches at a time, in the order of `frames`."""
        if self.constant is not None:
            return self.constant
        return tuple(
            self._six(f, ask(w, f"wrench on '{f}'", t, q, qd) if callable(w) else w, t, start=False)
            for f, w in self.given.items()
        )

    def _six(self, frame: str, value: Any, t: float, start: bool) -> Array:
        try:
            w = (_numbers if start else finite)(value, f"wrench on '{frame}'")
        except WrongValue as error:
            raise error if start else SimulationStopped(f"{error}, at t = {t:.6g} s", time=t) from None
        if w.shape[-1:] != (6,) or not np.isfinite(w).all():
            message = f"wrench on '{frame}' at t = {t:.6g} s must be 6 finite numbers [force, moment], got {value!r}"
            raise WrongSize(message) if start else SimulationStopped(message, time=t)
        if not _fits(w.shape[:-1], self.batch):
            message = f"wrench on '{frame}' at t = {t:.6g} s has shape {w.shape}; it needs (6,)"
            message += f", or one for each of the {self.batch} trajectories" if self.batch else ""
            raise WrongSize(message) if start else SimulationStopped(message, time=t)
        return w


def _fits(shape: tuple[int, ...], batch: tuple[int, ...]) -> bool:
    """Whether an array of this leading shape is one for each trajectory, or the same for some."""
    try:
        return np.broadcast_shapes(shape, batch) == batch
    except ValueError:
        return False


def _numbers(value: Any, what: str) -> Array:
    try:
        return finite(value, what)
    except WrongValue as error:
        raise WrongValue(f"{error}; it may also be a function of (t, q, qd)") from None
