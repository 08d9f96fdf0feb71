"""The limits an exciting path keeps: the robot's own, or given, one number or one a joint.

lower ≤ q ≤ upper,   |q̇| ≤ velocity,   |q̈| ≤ acceleration,   |τ| ≤ effort
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import UnknownName, WrongSize, WrongValue, did_you_mean
from dalembert.kinematics.chain import chain
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
TURN, SPEED = float(np.pi), {"turn": float(np.pi), "slide": 1.0}  # where nothing is said: rad; rad/s and m/s


@final
@dataclass(frozen=True, eq=False)
class Bounds:
    """Limits of each coordinate, `(n,)` each, inf where there is none; `notes` says what was assumed."""

    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    effort: Array
    notes: tuple[str, ...] = ()


def bounds_of(robot: Robot, *, position: Any, velocity: Any, acceleration: Any, effort: Any) -> Bounds:
    """The limits asked for; where one is not given that of the robot, and where it has none a usual one, which is noted."""
    own = [robot.coordinate(name).limits for name in robot.coordinates]
    slides = np.array([robot.coordinate(name).slides for name in robot.coordinates], dtype=bool)
    notes: list[str] = []
    low, high = (np.array([_number(getattr(x, which)) for x in own]) for which in ("lower", "upper"))
    if position is not None:
        low, high = _ranges(robot, position, low, high)
    span = np.where(slides, 0.5 * chain(robot).length, TURN)
    free = ~np.isfinite(low) | ~np.isfinite(high)
    if free.any():
        notes.append(f"{_names(robot, free)}: no limits of position; a turn, or the arm's length for slides, was taken")
    low, high = (
        np.where(np.isfinite(low), low, np.where(np.isfinite(high), high - 2 * span, -span)),
        np.where(np.isfinite(high), high, np.where(np.isfinite(low), low + 2 * span, span)),
    )
    for k in np.flatnonzero(~(low < high)):
        raise WrongValue(
            f"joint '{robot.coordinates[k]}' has no range to move in: lower {low[k]:g}, upper {high[k]:g}; give "
            f"position={{'{robot.coordinates[k]}': (lower, upper)}}"
        )
    speed = _each(robot, velocity, "velocity", [x.velocity for x in own])
    if velocity is None and not np.isfinite(speed).all():
        notes.append(f"{_names(robot, ~np.isfinite(speed))}: no limit of speed; π rad/s, 1 m/s for slides, was taken")
        speed = np.where(np.isfinite(speed), speed, np.where(slides, SPEED["slide"], SPEED["turn"]))
    if effort is None and (idle := np.array([x.effort is not None and x.effort <= 0 for x in own])).any():
        notes.append(f"{_names(robot, idle)}: an effort limit of 0 was taken for none; give effort=…")
    most = _each(robot, acceleration, "acceleration", [None] * robot.nv)
    return Bounds(low, high, speed, most, _each(robot, effort, "effort", [x.effort for x in own]), tuple(notes))


def _number(x: float | None) -> float:
    return np.nan if x is None else float(x)


def _names(robot: Robot, which: NDArray[np.bool_]) -> str:
    found = [robot.coordinates[k] for k in np.flatnonzero(which)]
    return ", ".join(found[:4]) + (", …" if len(found) > 4 else "")


def _each(robot: Robot, given: Any, what: str, own: list[float | None]) -> Array:
    """One positive number a coordinate; inf for none."""
    found = np.array([np.inf if x is None or x <= 0 else float(x) for x in own])
    if isinstance(given, Mapping):
        for name, x in given.items():
            found[_place(robot, name)] = _positive(x, what, name)
    elif given is not None:
        try:
            array = np.asarray(given, dtype=float)
        except (TypeError, ValueError):
            raise WrongValue(f"{what} limits are numbers, got {given!r}") from None
        if array.shape not in ((), (robot.nv,)):
            raise WrongSize(f"{what} has shape {array.shape}; robot '{robot.name}' needs one number or {robot.nv}")
        found = np.array(
            [_positive(x, what, n) for x, n in zip(np.broadcast_to(array, robot.nv), robot.coordinates, strict=True)]
        )
    return found


def _positive(x: Any, what: str, name: str) -> float:
    if isinstance(x, bool) or not isinstance(x, (int, float, np.number)) or not float(x) > 0:
        raise WrongValue(f"the {what} limit of joint '{name}' must be positive, got {x!r}")
    return float(x)


def _place(robot: Robot, name: Any) -> int:
    if name not in robot.coordinates:
        raise UnknownName(f"robot '{robot.name}' has no joint '{name}'{did_you_mean(str(name), robot.coordinates)}")
    return robot.coordinates.index(name)


def _ranges(robot: Robot, given: Any, low: Array, high: Array) -> tuple[Array, Array]:
    """(lower, upper) from a mapping joint → (lower, upper), or an array (n, 2)."""
    low, high = low.copy(), high.copy()
    if isinstance(given, Mapping):
        rows = [(_place(robot, name), pair) for name, pair in given.items()]
    else:
        rows = list(enumerate(given)) if hasattr(given, "__iter__") else []
        if len(rows) != robot.nv:
            raise WrongSize(f"position is a mapping joint → (lower, upper), or {robot.nv} such pairs; got {given!r}")
    for k, pair in rows:
        try:
            low[k], high[k] = (float(x) for x in pair)
        except (TypeError, ValueError):
            raise WrongValue(f"the range of joint '{robot.coordinates[k]}' is (lower, upper), got {pair!r}") from None
        if np.isnan(low[k]) or np.isnan(high[k]):
            raise WrongValue(f"the range of joint '{robot.coordinates[k]}' holds a number that is not finite")
    return low, high
