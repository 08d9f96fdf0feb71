"""Friction of a drive on the link side: Coulomb, viscous, static, Stribeck and LuGre friction.

    τ = … + b v + F(v) + offset
    F(v) = [fc + (fs − fc) e^−(v/vs)²] sign v + asymmetry · sign² v

The coefficient b is `damping`. F is the Coulomb friction fc with the Stribeck curve, which starts at the static
friction fs. `asymmetry` is half the difference between forward and backward friction, and must not exceed the Coulomb
friction. At rest, F takes any value up to fs that holds the joint. The static friction fs has an effect only if it
exceeds the Coulomb friction. [deluca], [briot], [khalil2002, §9.3], [armstrong1994]

In simulations, LuGre friction with the bristle parameters σ0 and σ1 replaces F. At constant speed, LuGre friction
equals F. [canudas1995] `robot.parts.Drive` adds the friction of the motor: b + N² bm and fc + |N| fcm.
`algorithms.drive` contains the friction terms of a whole robot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from dalembert.argument import in_range, value
from dalembert.graph import Node
from dalembert.graph.scalar import exp, sign


@dataclass(frozen=True)
class Friction:
    """Friction of a drive on the link side. `static` has an effect only if it exceeds the Coulomb friction."""

    UNITS: ClassVar[Mapping[str, str]] = {
        "damping": "N m s/rad, N s/m",
        "coulomb": "N m, N",
        "static": "N m, N",
        "stribeck_velocity": "rad/s, m/s",
        "asymmetry": "N m, N",
        "offset": "N m, N",
        "bristle_stiffness": "N m/rad, N/m",
        "bristle_damping": "N m s/rad, N s/m",
    }

    damping: Any = 0
    coulomb: Any = 0
    static: Any = 0
    stribeck_velocity: Any = 0
    asymmetry: Any = 0
    offset: Any = 0
    bristle_stiffness: Any = None
    bristle_damping: Any = 0

    def __post_init__(self) -> None:
        never_negative = ("static", "stribeck_velocity", "bristle_damping")
        check_values(self, {x: x for x in self.UNITS}, never_negative, positive=("bristle_stiffness",))

    def sliding(self, rate: Any, level: Any, direction: Any = None) -> Any:
        """Compute the friction F(v) for a given Coulomb friction, with sign(0) = 0. `direction` replaces sign v."""
        s = sign(rate) if direction is None else direction
        held = self.held(level)
        if number_of(self.stribeck_velocity) != 0 and held is not level:
            level = level + (held - level) * exp(-((rate / self.stribeck_velocity) ** 2))
        return level * s + self.asymmetry * (s * s)

    def held(self, level: Any) -> Any:
        """Return the largest friction at rest, which is the larger of static and Coulomb friction.

        A symbol counts as the larger value.
        """
        if isinstance(self.static, Node) or isinstance(level, Node):
            return level if number_of(self.static) == 0 else self.static
        return self.static if self.static > level else level


def number_of(x: Any) -> Any:
    """Return x if it is a number, or None for a symbol and for a missing value."""
    return None if isinstance(x, Node) else x


def check_values(
    part: Any, names: Mapping[str, str], never_negative: Sequence[str] = (), positive: Sequence[str] = ()
) -> None:
    """Convert the fields of a part of a drive to numbers or symbols, and check their bounds.

    Error messages refer to the fields by `names`.
    """
    for entry in fields(part):
        x, name = getattr(part, entry.name), names[entry.name]
        if x is not None or entry.default is not None:
            bounded = entry.name in (*never_negative, *positive)
            number = in_range(x, name, 0, strict=entry.name in positive) if bounded else value(x, name)
            object.__setattr__(part, entry.name, number)
