"""Springs with dampers, which act on coordinates, between points, or at ball joints.

    tendon        L = Σ r q              effort  −r F        F = k x + b L̇ + a L̈
    strut         L = Σ |p_(i+1) − p_i|  force   F along the line from point to point
    ball spring   θ = log(rest⁻¹ ⊗ q)    moments −(k θ + b ω), expressed in the body frame

The potential energy is U = ½ k x² with x = L − L0. A spring with a slack range s has x = 0 for L0 ≤ L ≤ L0 + s, and x =
L − L0 − s for L > L0 + s. The armature a adds ½ a L̇² to the kinetic energy. A spring at a revolute or prismatic joint
is modelled as a tendon whose length depends on the coordinate of this joint.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from dalembert.argument import check_part, checked_vector, convert, filled, in_range, pairs, value
from dalembert.graph import Node
from dalembert.spatial.vector import ZERO, Vector
from dalembert.typeset.notebook_display import Displayed


@dataclass(frozen=True)
class Tendon(Displayed):
    """Spring and damper that act on coordinates, with length L = Σ r q.

    Parameters
    ----------
    name : str
    arms : sequence of (str, number)
        Pairs (coordinate, moment arm r), where r is the change in length per rad or m.
    stiffness, damping : number or str
        Stiffness and damping, in N/m and N s/m if L is a length.
    rest, slack : number or str
        Rest length, and the range above the rest length in which the tendon is slack.
    armature : number or str
        Inertia a that adds ½ a L̇² to the kinetic energy.
    """

    name: str
    arms: tuple[tuple[str, Any], ...]
    stiffness: Any = 0
    rest: Any = 0
    damping: Any = 0
    slack: Any = 0
    armature: Any = 0

    def __post_init__(self) -> None:
        what = f"arms of tendon '{self.name}'"
        arms = filled(pairs(self.arms, what, "pairs of a coordinate and an arm"), what)
        object.__setattr__(self, "arms", tuple((name, value(r, f"arm of '{self.name}'")) for name, r in arms))
        _check(self)


@dataclass(frozen=True)
class Strut(Displayed):
    """Spring and damper between two points of a robot.

    Parameters
    ----------
    name : str
    first, second : str
        Links or frames at the ends.
    first_point, second_point : sequence of 3 numbers
        Positions of the end points, expressed in the frames `first` and `second` [m].
    stiffness, damping : number or str
        Stiffness and damping, in N/m and N s/m.
    rest, slack : number or str
        Rest length, and the range above the rest length in which the strut is slack [m].
    armature : number or str
        Inertia a that adds ½ a L̇² to the kinetic energy [kg].
    via : sequence of (str, 3 numbers)
        Intermediate points, each given by a link or frame and a position relative to this link or frame.
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "first_point": "m",
        "second_point": "m",
        "stiffness": "N/m",
        "rest": "m",
        "damping": "N s/m",
        "slack": "m",
        "armature": "kg",
    }

    name: str
    first: str
    second: str
    first_point: Vector = ZERO
    second_point: Vector = ZERO
    stiffness: Any = 0
    rest: Any = 0
    damping: Any = 0
    slack: Any = 0
    armature: Any = 0
    via: tuple[tuple[str, Vector], ...] = ()

    def __post_init__(self) -> None:
        convert(self, f"of strut '{self.name}'", _point, "first_point", "second_point")
        what = f"via of strut '{self.name}'"
        found = pairs(self.via, what, "pairs of a link or frame and a point")
        object.__setattr__(self, "via", tuple((name, _point(p, what)) for name, p in found))
        check_part(bool(self.via) or self.first != self.second, "strut", self.name, "two places", self.first)
        _check(self)

    @property
    def path(self) -> tuple[tuple[str, Vector], ...]:
        """Points of the strut from the first end to the second end, as pairs (link or frame, point)."""
        return ((self.first, self.first_point), *self.via, (self.second, self.second_point))


@dataclass(frozen=True)
class BallSpring(Displayed):
    """Spring and damper at a ball joint. `rest` is the quaternion (w first) at which the spring torque is zero."""

    name: str
    joint: str
    stiffness: Any = 0
    rest: tuple[Any, ...] = (1, 0, 0, 0)
    damping: Any = 0

    def __post_init__(self) -> None:
        rest = checked_vector(self.rest, 4, f"rest of ball spring '{self.name}'")
        turned = any(isinstance(x, Node) or x for x in rest)
        check_part(turned, "ball spring", self.name, "a rest quaternion", (0, 0, 0, 0))
        object.__setattr__(self, "rest", rest)
        convert(self, f"of '{self.name}'", value, "stiffness", "damping")


Spring = Tendon | Strut | BallSpring


def _point(p: Any, what: str) -> Vector:
    return checked_vector(p, 3, what)


def _check(spring: Tendon | Strut) -> None:
    convert(spring, f"of '{spring.name}'", value, "stiffness", "rest", "damping")
    convert(spring, f"of '{spring.name}'", lambda x, what: in_range(x, what, 0), "slack", "armature")
