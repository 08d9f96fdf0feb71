"""Inputs of a simulation over time: torques or voltages, and external wrenches.

An input is None (zero), a constant, an array of samples, or a function of (t, q, qd). Samples are held for one control
period, which must not be shorter than a fixed step. `Inputs` selects whether efforts or voltages drive the motors. For
a batch, an array with the batch shape contains one constant per trajectory, or samples if a control period is given.
The result of each function call is checked.

User functions (controllers, wrenches, events) receive copies of q and qd, which they can modify. If a user function
raises an exception, the run stops, and the rows computed so far are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, check_shape, choice, exclusive, finite, function, mapping, real, reals
from dalembert.boundary import Array
from dalembert.errors import Problem, SimulationStopped, WrongSize, WrongValue, shown
from dalembert.finding.finding import (
    Argument,
    External,
    Finding,
    Identifier,
    JointName,
    Pass,
    RobotName,
    Shape,
    seconds,
)
from dalembert.robot.model import Robot
from dalembert.tolerance import SAME_TIME

PARAMETERS = ("t", "q", "qd")  # of a user's function
InputFunction: TypeAlias = "Callable[[float, Array, Array], Any]"


@dataclass(frozen=True, eq=False)
class Inputs:
    """Motor inputs of a simulation: efforts or voltages, sampling period, and motor limits.

    Parameters
    ----------
    tau : array_like or callable, optional
        Joint efforts, as in `simulate`.
    voltage : array_like or callable, optional
        Voltages of DC motors in V, in the same forms as `tau`. Pass either `voltage` or `tau`.
    control_period : float, optional
        Period in s at which `tau` or `voltage` is sampled; the value is held between samples.
    limits : {"name", "keep"}
        In both cases, `run.exceeded` lists exceeded limits. With "keep", the motors also respect the effort and
        velocity limits of the joints: efforts are clipped, and a motor does not accelerate a joint beyond its velocity
        limit. Position limits do not affect motors. The limits of the drives are always enforced.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.control.pid("ur5", [0.0] * 6, kp=100.0, ki=50.0, kd=20.0)
    >>> run = da.simulate("ur5", [0.0] * 6, duration=0.1, tau=da.simulation.Inputs(law, control_period=1e-3))
    >>> print(f"{abs(run.q).max():.6f} rad from the target after {run.t[-1]} s")
    0.000000 rad from the target after 0.1 s
    """

    tau: Numbers | InputFunction | None = None
    voltage: Numbers | InputFunction | None = None
    control_period: float | None = None
    limits: str = "name"

    def __post_init__(self) -> None:
        exclusive("tau", self.tau is not None, voltage=self.electric)
        if self.control_period is not None:
            real(self.control_period, "control_period", above=0, unit="s")
        choice(self.limits, "limits", ("name", "keep"))

    @property
    def electric(self) -> bool:
        """Whether the inputs are motor voltages."""
        return self.voltage is not None


def call_user(function: Callable[..., Any], argument: str, t: float, q: Array, qd: Array) -> Any:
    """Call a user function with t and with copies of q and qd."""
    try:
        return function(t, np.array(q), np.array(qd))
    except SimulationStopped:
        raise
    except Exception as error:
        name = str(getattr(function, "__name__", type(function).__name__))
        kind, message = Identifier(type(error).__name__), External(shown(error, 200))
        failed = finding.UserFunctionFailed(Argument(argument), Identifier(name), kind, message, seconds(t))
        raise stopped(failed, t) from error


class Signal:
    """Signal u(t, q, qd) with n entries, defined by `function` or by `samples` (..., K, n).

    A constant is a single sample without a period.
    """

    def __init__(self, robot: Robot, inputs: Inputs, duration: float, batch: tuple[int, ...] = ()) -> None:
        argument, given = ("voltage", inputs.voltage) if inputs.electric else ("tau", inputs.tau)
        period = None if inputs.control_period is None else float(inputs.control_period)
        self.robot, self.argument, self.period = robot, argument, period
        self.function: Callable[..., Any] | None = None
        n = robot.n
        self.samples = np.zeros((1, n))
        if callable(given):
            self.function = function(given, argument, PARAMETERS)
            if getattr(given, "sampled", False) and period is None:
                raise finding.LawNeedsPeriod(Argument(argument), Pass(Argument("control_period"))).error()
        elif given is not None:
            array = finite(given, argument)
            constant = array.ndim == 1 or (batch and period is None and array.shape[:-1] == batch)
            if array.shape[-1:] != (n,) or not (constant or (array.size and fits(array.shape[:-2], batch))):
                shapes: tuple[Shape, ...] = ((n,), ("K", n), *((batch + (n,), batch + ("K", n)) if batch else ()))
                raise finding.WrongShape(Argument(argument), array.shape, shapes, RobotName(robot.name)).error()
            self.samples = array[..., None, :] if constant else array
            count = self.samples.shape[-2]
            if not constant:
                self.period = period = period or duration / count
                if count * period < duration * (1 - SAME_TIME):
                    raise finding.SamplesEndEarly(Argument(argument), count, seconds(period), seconds(duration)).error()

    @property
    def held(self) -> bool:
        """Whether inputs are constant or held between samples."""
        return self.function is None or self.period is not None

    def at(self, t: float, q: Array, qd: Array) -> Array:
        """Return the input at the given time. The results of user functions are checked."""
        if self.function is not None:
            return self._checked(call_user(self.function, self.argument, t, q, qd), t, qd.shape)
        index = 0 if self.period is None else int(t / self.period + SAME_TIME)
        return self.samples[..., min(index, self.samples.shape[-2] - 1), :]

    def _checked(self, value: Any, t: float, shape: tuple[int, ...]) -> Array:
        try:  # `reals` makes a copy, because a controller can reuse an array
            u = reals(value, self.argument)
            if u.shape != shape:
                check_shape(u.shape, self.argument, *dict.fromkeys((shape, shape[-1:])))
        except (WrongValue, WrongSize) as error:
            raise bad_value(error.finding, t) from None
        if not np.isfinite(u).all():
            bad = np.argwhere(~np.isfinite(np.broadcast_to(u, shape)))[0][-1]
            name = self.robot.coordinates[bad]
            raise bad_value(finding.NotFinite(Argument(self.argument), joint=JointName(name)), t, name)
        return u


class Wrenches:
    """External wrenches {frame: [force, moment]}, each constant or a function of (t, q, qd)."""

    def __init__(self, given: Mapping[str, Any] | None, batch: tuple[int, ...] = ()) -> None:
        self.given, self.batch = dict(mapping(given or {}, "wrench")), batch
        functions = [f for f, w in self.given.items() if callable(w)]
        for frame in functions:
            function(self.given[frame], _argument(frame), PARAMETERS)
        self.constant: tuple[Array, ...] | None = None
        if not functions:
            self.constant = tuple(self._wrench(frame, w) for frame, w in self.given.items())

    @property
    def frames(self) -> tuple[str, ...]:
        return tuple(self.given)

    def at(self, t: float, q: Array, qd: Array) -> tuple[Array, ...]:
        """Return the wrenches at the given time, in the order of `frames`."""
        if self.constant is not None:
            return self.constant
        values = ((f, call_user(w, _argument(f), t, q, qd) if callable(w) else w) for f, w in self.given.items())
        try:
            return tuple(self._wrench(f, w) for f, w in values)
        except (WrongValue, WrongSize) as error:
            raise bad_value(error.finding, t) from None

    def _wrench(self, frame: str, value: Any) -> Array:
        w = finite(value, _argument(frame))
        if w.shape[-1:] != (6,) or not fits(w.shape[:-1], self.batch):
            shapes: tuple[Shape, ...] = ((6,), *(((*self.batch, 6),) if self.batch else ()))
            check_shape(w.shape, _argument(frame), *shapes)
        return w


def _argument(frame: str) -> str:
    return f"wrench['{frame}']"


def stopped(cause: Problem, t: float, joint: str | None = None) -> SimulationStopped:
    """Create the error for a simulation that stopped at the given time because of a problem."""
    return SimulationStopped(cause, time=float(t), joint=joint)


def bad_value(cause: Finding, t: float, joint: str | None = None) -> SimulationStopped:
    """Create the error for a run in which a user function returned an invalid value."""
    return stopped(finding.BadValueAt(cause, seconds(t)), t, joint)


def fits(shape: tuple[int, ...], batch: tuple[int, ...]) -> bool:
    """Check whether an array with this leading shape broadcasts to one entry per trajectory."""
    try:
        return np.broadcast_shapes(shape, batch) == batch
    except ValueError:
        return False
