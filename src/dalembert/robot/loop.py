"""Loops and couplings: constraints that close kinematic loops at cut joints, and constraints between coordinates.

    ball          positions coincide
    revolute      positions and z axes coincide
    weld          positions and all axes coincide
    prismatic     the second frame translates along z of the first and does not rotate
    cylindrical   z axes are on one line
    planar        the second frame moves in the xy plane of the first and rotates about its z axis
    universal     positions coincide, and y of the second frame is perpendicular to x of the first
    rod           the distance between the origins is `length`

A coupling is a polynomial of coordinates that must be zero. Couplings describe gears, tendons and cams.
[featherstone2008, ch. 8]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dalembert.argument import (
    check_part,
    checked_entries,
    checked_pose,
    choice,
    convert,
    filled,
    in_range,
    integer,
    pairs,
    value,
)
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.typeset.notebook_display import Displayed

# constraints of each kind: coordinates of the second origin in the first frame, and axis alignments
LOOPS: dict[str, tuple[str, str]] = {
    "ball": ("xyz", ""),
    "revolute": ("xyz", "axis"),
    "weld": ("xyz", "whole"),
    "prismatic": ("xy", "whole"),
    "cylindrical": ("xy", "axis"),
    "planar": ("z", "axis"),
    "universal": ("xyz", "square"),
    "rod": ("distance", ""),
}


@dataclass(frozen=True)
class Loop(Displayed):
    """Cut joint that closes a loop between two links or frames.

    Parameters
    ----------
    name : str
    kind : {"ball", "revolute", "weld", "prismatic", "cylindrical", "planar", "universal", "rod"}
    first, second : str
        Links or frames that the cut joint connects.
    first_placement, second_placement : Pose
        Poses of the cut joint relative to `first` and `second`.
    length : number or str, optional
        Length of a rod [m].
    """

    name: str
    kind: str
    first: str
    second: str
    first_placement: Pose = IDENTITY
    second_placement: Pose = IDENTITY
    length: Any = None

    def __post_init__(self) -> None:
        choice(self.kind, f"kind of loop '{self.name}'", LOOPS)
        check_part(self.first != self.second, "loop", self.name, "two places", self.first)
        convert(self, f"of loop '{self.name}'", checked_pose, "first_placement", "second_placement")
        check_part((self.length is not None) == (self.kind == "rod"), "loop", self.name, "a length of a rod", self.kind)
        if self.length is not None:
            length = in_range(self.length, f"length of loop '{self.name}'", 0, strict=True, unit="m")
            object.__setattr__(self, "length", length)

    @property
    def ends(self) -> tuple[tuple[str, Pose], tuple[str, Pose]]:
        """Pairs (link or frame, placement) for the two sides of the cut joint."""
        return (self.first, self.first_placement), (self.second, self.second_placement)


@dataclass(frozen=True)
class Coupling(Displayed):
    """Polynomial of coordinates that must be zero, 0 = Σ factor · Π q^power.

    Couplings describe gears, tendons and cams.

    The attribute `terms` is a sequence of terms (factor, ((coordinate, power), …)).
    """

    name: str
    terms: tuple[tuple[Any, tuple[tuple[str, int], ...]], ...]

    def __post_init__(self) -> None:
        found = []
        what = f"terms of coupling '{self.name}'"
        for term in self.terms:
            factor, powers = checked_entries(term, 2, what)
            named = pairs(powers, what, "pairs of a factor and powers")
            powers = tuple((name, integer(power, what, lower=1, upper=12)) for name, power in named)
            found.append((value(factor, f"coupling '{self.name}'"), powers))
        object.__setattr__(self, "terms", tuple(found))
        filled(self.coordinates, what)

    @staticmethod
    def linear(name: str, factors: Mapping[str, Any], constant: Any = 0) -> Coupling:
        """Create the linear coupling 0 = Σ factor · q + constant."""
        terms = [(a, ((coordinate, 1),)) for coordinate, a in factors.items()]
        return Coupling(name, (*terms, (constant, ())))

    @staticmethod
    def polynomial(name: str, follower: str, leader: str, coefficients: Sequence[Any]) -> Coupling:
        """Create the coupling q(follower) = a0 + a1 x + a2 x² + … with x = q(leader)."""
        terms = [(-value(a, name), ((leader, k),) if k else ()) for k, a in enumerate(coefficients)]
        return Coupling(name, ((1, ((follower, 1),)), *terms))

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coupled coordinates."""
        return tuple(dict.fromkeys(name for _, powers in self.terms for name, _ in powers))
