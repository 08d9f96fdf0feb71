"""Springs with dampers, between coordinates or between places.

    tendon   L = Σ r q            effort  −r (k (L − L0) + b L̇)    U = ½ k (L − L0)²
    strut    L = |p2 − p1|        force   k (L − L0) + b L̇ along the line between the two places

A spring at a joint is a tendon over that joint alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert.errors import WrongSize, WrongValue
from dalembert.robot import entry
from dalembert.robot.value import value
from dalembert.spatial.vector import ZERO, Vector


@dataclass(frozen=True)
class Tendon:
    """`arms` lists (coordinate, r), r the moment arm: how much longer the tendon gets for each rad or m."""

    name: str
    arms: tuple[tuple[str, Any], ...]
    stiffness: Any = 0
    rest: Any = 0
    damping: Any = 0

    def __post_init__(self) -> None:
        arms = self.arms.items() if isinstance(self.arms, Mapping) else self.arms
        found = [tuple(x) for x in arms]
        if not found or not all(len(x) == 2 and isinstance(x[0], str) for x in found):
            raise WrongSize(f"arms of tendon '{self.name}' is a list of pairs (coordinate, arm), got {self.arms!r}")
        object.__setattr__(self, "arms", tuple((name, value(r, f"arm of '{self.name}'")) for name, r in found))
        _check(self)


@dataclass(frozen=True)
class Strut:
    """`first` and `second` name links or frames; its ends are points in them."""

    name: str
    first: str
    second: str
    first_point: Vector = ZERO
    second_point: Vector = ZERO
    stiffness: Any = 0
    rest: Any = 0
    damping: Any = 0

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise WrongValue(f"strut '{self.name}' joins '{self.first}' to itself; it needs two places")
        for which in ("first_point", "second_point"):
            point = entry.vector(getattr(self, which), 3, f"{which} of strut '{self.name}'")
            object.__setattr__(self, which, point)
        _check(self)


def _check(spring: Tendon | Strut) -> None:
    for which in ("stiffness", "rest", "damping"):
        object.__setattr__(spring, which, value(getattr(spring, which), f"{which} of '{spring.name}'"))
