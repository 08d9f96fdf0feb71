"""Loops are cuts: the tree stays, and a loop says what must coincide where it was cut, or how coordinates go together.

    ball          positions coincide
    revolute      positions and z axes coincide
    weld          everything coincides
    prismatic     the second frame slides along z of the first, without turning
    cylindrical   z axes lie on one line
    planar        the second frame's origin and turning stay in the plane of x and y of the first
    universal     positions coincide, y of the second is square to x of the first
    rod           origins stay `length` apart

A coupling is a polynomial of coordinates that stays zero: gears, tendons, cams.  [featherstone2008, ch. 8]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dalembert.argument import choice
from dalembert.finding.argument import Empty, NotInteger, OutOfRange, WrongType
from dalembert.finding.finding import Argument, Measure, Noun, Unit, given
from dalembert.finding.model import contradiction
from dalembert.graph import Node
from dalembert.robot.number import checked_pose, value
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.typeset.notebook import Displayed

# what a kind holds: coordinates of the second origin in the first frame, and whether axes or everything is aligned
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
    """`first` and `second` name links or frames; the cut's own frames are placed in them."""

    name: str
    kind: str
    first: str
    second: str
    first_placement: Pose = IDENTITY
    second_placement: Pose = IDENTITY
    length: Any = None

    def __post_init__(self) -> None:
        choice(self.kind, f"kind of loop '{self.name}'", LOOPS)
        if self.first == self.second:
            raise contradiction("loop", self.name, "two places", self.first)
        for which in ("first_placement", "second_placement"):
            what = f"{which} of loop '{self.name}'"
            object.__setattr__(self, which, checked_pose(getattr(self, which), what))
        if (self.kind == "rod") != (self.length is not None):
            raise contradiction("loop", self.name, "a length of a rod", self.kind)
        if self.length is not None:
            object.__setattr__(self, "length", value(self.length, f"length of loop '{self.name}'"))
            if not isinstance(self.length, Node) and not self.length > 0:
                length = Measure(float(self.length), Unit("m"))
                raise OutOfRange(Argument(f"length of loop '{self.name}'"), length, 0, strict=True).error()


@dataclass(frozen=True)
class Coupling(Displayed):
    """0 = Σ factor · Π q^power; `terms` lists (factor, ((coordinate, power), …))."""

    name: str
    terms: tuple[tuple[Any, tuple[tuple[str, int], ...]], ...]

    def __post_init__(self) -> None:
        found = []
        what = Argument(f"terms of coupling '{self.name}'")
        for term in self.terms:
            if not isinstance(term, (tuple, list)) or len(term) != 2:
                raise WrongType(what, Noun("pairs of a factor and powers"), given(term)).error()
            factor, powers = term
            powers = tuple((str(name), power) for name, power in powers)
            if any(type(power) is not int or not 1 <= power <= 12 for _, power in powers):
                raise NotInteger(what, given(powers), 1, 12).error()
            found.append((value(factor, f"coupling '{self.name}'"), powers))
        object.__setattr__(self, "terms", tuple(found))
        if not any(powers for _, powers in self.terms):
            raise Empty(what).error()

    @staticmethod
    def linear(name: str, factors: Mapping[str, Any], constant: Any = 0) -> Coupling:
        """0 = Σ factor · q + constant."""
        terms = [(a, ((coordinate, 1),)) for coordinate, a in factors.items()]
        return Coupling(name, (*terms, (constant, ())))

    @staticmethod
    def polynomial(name: str, follower: str, leader: str, coefficients: Sequence[Any]) -> Coupling:
        """q(follower) = a0 + a1 x + a2 x² + …, x = q(leader)."""
        terms = [(-value(a, name), ((leader, k),) if k else ()) for k, a in enumerate(coefficients)]
        return Coupling(name, ((1, ((follower, 1),)), *terms))

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates it ties together."""
        return tuple(dict.fromkeys(name for _, powers in self.terms for name, _ in powers))
