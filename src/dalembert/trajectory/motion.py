"""A trajectory q(t): a function t -> (q, qd, qdd) of arrays (n,) or, for t of shape (T,), (T, n).  [siciliano2009, ch. 4]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import WrongSize, WrongValue
from dalembert.robot.model import Robot
from dalembert.typeset.card import Displayed

Array = NDArray[Any]
Derivatives = tuple[Array, Array, Array]  # of order 0, 1 and 2


@dataclass(frozen=True)
class Trajectory(Displayed):
    """`at(t)` gives q, qd, qdd; before 0 and after `duration` a motion from rest to rest stands still."""

    UNITS: ClassVar[Mapping[str, str]] = {"duration": "s"}

    duration: float
    n: int
    kind: str
    motion: Callable[[Array], Derivatives]

    def __call__(self, t: ArrayLike) -> Derivatives:
        time = np.asarray(t, dtype=float)
        q, qd, qdd = self.motion(np.atleast_1d(time))
        return (q[0], qd[0], qdd[0]) if time.ndim == 0 else (q, qd, qdd)

    def sampled(self, count: int = 1000) -> tuple[Array, Array, Array, Array]:
        """(t, q, qd, qdd) at `count` + 1 equal steps."""
        t = np.linspace(0.0, self.duration, count + 1)
        return (t, *self(t))

    def check(self, robot: Robot, count: int = 2000) -> Trajectory:
        """Itself, or `WrongValue` naming the joint and time where it leaves the robot's limits."""
        if robot.nq != self.n or robot.nv != self.n:
            raise WrongSize(f"the trajectory has {self.n} joints, robot '{robot.name}' has {robot.nv}")
        t, q, qd, _ = self.sampled(count)
        for k, name in enumerate(robot.coordinates):
            limits = robot.coordinate(name).limits
            for what, values, low, high in (
                ("position", q[:, k], limits.lower, limits.upper),
                ("velocity", qd[:, k], None if limits.velocity is None else -limits.velocity, limits.velocity),
            ):
                over = np.full(len(t), -np.inf)
                over = np.maximum(over, low - values if low is not None else over)
                over = np.maximum(over, values - high if high is not None else over)
                worst = int(np.argmax(over))
                if over[worst] > 1e-9:
                    bounds = f"[{-np.inf if low is None else low:g}, {np.inf if high is None else high:g}]"
                    raise WrongValue(
                        f"{what} of joint '{name}' is {values[worst]:.4g} at t = {t[worst]:.4g} s, outside {bounds}"
                    )
        return self


def moving(t: Array, duration: float) -> Array:
    """Whether t lies within the motion; outside it stands still."""
    return np.asarray((t >= 0) & (t <= duration))


def check_duration(duration: float) -> None:
    """Raise `WrongValue` for a duration that is no time."""
    if not (np.isfinite(duration) and duration > 0):
        raise WrongValue(f"a trajectory's duration must be positive, got {duration}")
