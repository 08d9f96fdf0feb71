"""What a tab is about: a robot, and values of its symbols where it has some.

Equations keep the symbols; numbers, pictures and motions are of the robot with values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongSize, WrongValue, shown
from dalembert.kinematics.configuration import standing
from dalembert.robot.model import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Subject:
    """`robot` may have symbols, `numbers` has none."""

    robot: Robot
    values: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.robot.name

    @cached_property
    def numbers(self) -> Robot:
        return self.robot.bind(**self.values) if self.values else self.robot


def numbers(told: Mapping[str, Any], key: str, size: int, default: Sequence[float] | None = None) -> Array:
    """A vector among the arguments of a question."""
    given = told.get(key, default)
    if not isinstance(given, (list, tuple)) or len(given) != size:
        said = f"{len(given)} entries" if isinstance(given, (list, tuple)) else shown(given)
        raise WrongSize(f"{key} needs {size} numbers, got {said}")
    if not all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in given):
        raise WrongValue(f"{key} needs {size} numbers")
    found = np.array(given, dtype=float)
    if not np.isfinite(found).all():
        raise WrongValue(f"{key} holds a number that is not finite")
    return found


def number(told: Mapping[str, Any], key: str, default: float, least: float, most: float) -> float:
    """A number among the arguments, within a range."""
    given = told.get(key, default)
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not least <= given <= most:
        raise WrongValue(f"{key} is a number from {least:g} to {most:g}, got {shown(given)}")
    return float(given)


def choice(told: Mapping[str, Any], key: str, known: Sequence[str], default: str) -> str:
    given = told.get(key, default)
    if given not in known:
        raise WrongValue(f"{key} is one of {', '.join(known)}, got {shown(given)}")
    return str(given)


def posture(subject: Subject, told: Mapping[str, Any], key: str = "q") -> Array:
    """q of the question, or no motion with loops closed."""
    return numbers(told, key, subject.robot.nq, standing(subject.numbers).tolist())


def rates(subject: Subject, told: Mapping[str, Any], key: str) -> Array:
    return numbers(told, key, subject.robot.nv, [0.0] * subject.robot.nv)


def frame(subject: Subject, told: Mapping[str, Any]) -> str | None:
    given = told.get("frame")
    if given is not None and not isinstance(given, str):
        raise WrongValue(f"frame is the name of a link or frame, got {shown(given)}")
    return given or None
