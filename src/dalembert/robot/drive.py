"""What drives a joint: motor, gear, friction, elasticity.

On the link's side of the gear, with Ia = N² Im the rotor felt there (an equivalent mass at a prismatic joint,
where N is in rad/m), and the motor turning at θ̇ = N q̇ + Σ C_j q̇_j:

    τ = … + N² Im q̈ + (b + N² bm) q̇ + F(q̇) + offset
    F(v) = [fc + |N| fcm + (fs − fc − |N| fcm) e^−(v/vs)²] sign v + asymmetry · sign² v

F is Coulomb friction of both sides with the Stribeck curve down from the static level fs; `asymmetry` is half of
what friction forwards exceeds friction backwards, so never more than the Coulomb friction. At rest F is whatever holds
the joint, up to fs.  [deluca], [briot], [khalil2002, §9.3], [armstrong1994]

An elastic joint has the spring `stiffness` K and damper `joint_damping` D between link and rotor,
M q̈ + c + g + K(q − θ) = 0,  Bθ̈ + K(θ − q) = τ  with θ on the link's side and B = N² Im.  [spong1987]
LuGre friction, σ0 and σ1 of the bristles, replaces F in simulations.  [canudas1995]
A DC motor has R, L and k_t:  L di/dt + R i + k_t θ̇ = V,  τm = k_t i.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from dalembert.errors import WrongValue
from dalembert.graph import Node
from dalembert.graph.scalar import absolute, exp, sign
from dalembert.robot.value import value

_NEVER_NEGATIVE = (
    "motor_coulomb", "static", "stribeck_velocity", "stiffness", "joint_damping", "bristle_stiffness", "bristle_damping",
    "resistance", "inductance", "torque_limit", "speed_limit", "power_limit",
)  # fmt: skip


@dataclass(frozen=True, repr=False)
class Drive:
    """All efforts on the link's side of the gear unless the name says motor; limits are the motor's own.

    `static` counts only where it exceeds the Coulomb friction. None stands for a part that is not there: no spring,
    no bristles, no electric circuit, no limit. `coupling` lists (joint, C): other joints that turn this motor.
    """

    rotor_inertia: Any = 0
    gear_ratio: Any = 1
    damping: Any = 0
    coulomb: Any = 0
    motor_damping: Any = 0
    motor_coulomb: Any = 0
    static: Any = 0
    stribeck_velocity: Any = 0
    asymmetry: Any = 0
    offset: Any = 0
    stiffness: Any = None
    joint_damping: Any = 0
    bristle_stiffness: Any = None
    bristle_damping: Any = 0
    resistance: Any = None
    inductance: Any = 0
    torque_constant: Any = None
    torque_limit: Any = None
    speed_limit: Any = None
    power_limit: Any = None
    coupling: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        for field in fields(self):
            given = getattr(self, field.name)
            if field.name == "coupling":
                object.__setattr__(self, "coupling", _pairs(given))
            elif given is not None or field.default is not None:
                object.__setattr__(self, field.name, value(given, field.name))
        for name in _NEVER_NEGATIVE:
            x = getattr(self, name)
            if x is not None and not isinstance(x, Node) and x < 0:
                raise WrongValue(f"{name} of a drive is {x}; it cannot be negative")
        for name in ("stiffness", "resistance", "bristle_stiffness"):
            if _number(getattr(self, name)) == 0:
                raise WrongValue(f"{name} of a drive is 0; leave it out, or give it a positive value")
        if (self.resistance is None) != (self.torque_constant is None):
            raise WrongValue("a DC motor needs both resistance and torque_constant")
        apart = self.stiffness is not None or self.coupling  # the motor rubs at a place of its own
        lean, most = _number(self.asymmetry), _number(self.coulomb if apart else self.dry)
        if lean is not None and most is not None and abs(lean) > most:
            raise WrongValue(
                f"asymmetry of a drive is {lean}, but its Coulomb friction is {most}: friction would push the joint one way; "
                f"give a coulomb of {abs(lean)} or more, or an offset for a constant effort"
            )

    def __repr__(self) -> str:
        named = [(f.name, getattr(self, f.name)) for f in fields(self) if getattr(self, f.name) != f.default]
        return f"Drive({', '.join(f'{name}={x}' for name, x in named)})"

    @property
    def inertia(self) -> Any:
        """Ia = N² Im, what the link's side feels of the rotor."""
        return self.gear_ratio * self.gear_ratio * self.rotor_inertia

    @property
    def viscous(self) -> Any:
        """b + N² bm, what the link's side feels of all viscous friction."""
        return self.damping + self.gear_ratio * self.gear_ratio * self.motor_damping

    @property
    def dry(self) -> Any:
        """fc + |N| fcm, what the link's side feels of all Coulomb friction."""
        return self.coulomb + (absolute(self.gear_ratio) * self.motor_coulomb if self.motor_coulomb != 0 else 0)

    def sliding(self, rate: Any, direction: Any = None, dry: Any = None) -> Any:
        """F(q̇) of a joint that slides; sign(0) = 0. `direction` may stand for sign(q̇), `dry` for the Coulomb level."""
        s = sign(rate) if direction is None else direction
        level = self.dry if dry is None else dry
        if _number(self.stribeck_velocity) != 0:
            level = level + (self.static - level) * exp(-((rate / self.stribeck_velocity) ** 2))
        return level * s + self.asymmetry * (s * s)

    @property
    def is_dry(self) -> bool:
        """Whether any friction acts at rest."""
        return any(_number(x) != 0 for x in (self.coulomb, self.motor_coulomb, self.static, self.asymmetry))


def _pairs(given: Any) -> tuple[tuple[str, Any], ...]:
    """(joint, ratio) of each joint that turns the motor too."""
    listed = not isinstance(given, (str, Mapping)) and hasattr(given, "__iter__")
    pairs = list(given) if listed else [given]
    if not all(isinstance(x, (tuple, list)) and len(x) == 2 and isinstance(x[0], str) for x in pairs):
        raise WrongValue(f"coupling of a drive is a list of pairs (joint, ratio), got {given!r}")
    return tuple((joint, value(ratio, f"coupling with '{joint}'")) for joint, ratio in pairs)


def _number(x: Any) -> Any:
    """The number, or None for a symbol and for what is not there."""
    return None if isinstance(x, Node) else x


SCALARS = tuple(field.name for field in fields(Drive) if field.name != "coupling")
