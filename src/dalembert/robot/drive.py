"""Drives of joints: motor, gear, friction and elasticity.

On the link side of the gear, the rotor has the reflected inertia Ia = N² Im. At a prismatic joint, Ia is an equivalent
mass, and N is in rad/m. With the motor speed θ̇ = N q̇ + Σ C_j q̇_j, the effort is

    τ = … + N² Im q̈ + (b + N² bm) q̇ + F(q̇) + offset
    F(v) = [fc + (fs − fc) e^−(v/vs)²] sign v + asymmetry · sign² v

F is the Coulomb friction fc with the Stribeck curve, which starts at the static friction fs. The total Coulomb friction
of the joint and the motor is fc + |N| fcm. The `asymmetry` is half the difference between forward and backward
friction, and must not exceed the Coulomb friction. At rest, F takes any value up to fs that keeps the joint at rest.
The static friction fs has an effect only if it exceeds the Coulomb friction. [deluca], [briot], [khalil2002, §9.3],
[armstrong1994] If the bristle parameters σ0 and σ1 are given, simulations use LuGre friction instead of F. At constant
speed, the LuGre friction force equals F. [canudas1995] The module `algorithms.drive_efforts` computes the friction of
all joints.

An elastic joint has a spring with `stiffness` K and a damper with `joint_damping` D between link and rotor,
M q̈ + c + g + K(q − θ) = 0,  Bθ̈ + K(θ − q) = τ  with θ on the link side and B = N² Im.  [spong1987]
A DC motor has resistance R, inductance L and torque constant k_t:  L di/dt + R i + k_t θ̇ = V,  τm = k_t i.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from dalembert import finding
from dalembert.argument import in_range, instance, known, pairs, value
from dalembert.finding.finding import Argument
from dalembert.graph import Node
from dalembert.graph.scalar import absolute, exp, sign
from dalembert.typeset.notebook_display import Displayed


@dataclass(frozen=True, repr=False)
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
        never_negative = ("coulomb", "static", "stribeck_velocity", "bristle_damping")
        _check_values(self, never_negative, positive=("bristle_stiffness",))

    def sliding(self, rate: Any, level: Any, direction: Any = None) -> Any:
        """Compute the friction F(v) for a given Coulomb friction, with sign(0) = 0.

        If `direction` is given, it is used instead of sign v.
        """
        s = sign(rate) if direction is None else direction
        held = self.held(level)
        if _number_of(self.stribeck_velocity) != 0 and held is not level:
            level = level + (held - level) * exp(-((rate / self.stribeck_velocity) ** 2))
        return level * s + self.asymmetry * (s * s)

    def held(self, level: Any) -> Any:
        """Return the largest friction at rest: the maximum of static and Coulomb friction.

        Symbols are assumed to be larger than numbers.
        """
        if isinstance(self.static, Node) or isinstance(level, Node):
            return level if _number_of(self.static) == 0 else self.static
        return self.static if self.static > level else level


def _number_of(x: Any) -> Any:
    """Return x if it is a number, otherwise None."""
    return None if isinstance(x, Node) else x


def _check_values(part: Any, never_negative: Sequence[str], positive: Sequence[str]) -> None:
    """Convert the fields of a drive component to numbers or symbols, and check that they are in range.

    In error messages, the fields are called by the names of the drive's arguments.
    """
    names = _NAMES[type(part).__name__.lower()]
    for entry in fields(part):
        x, name = getattr(part, entry.name), names[entry.name]
        if x is not None or entry.default is not None:
            bounded = entry.name in (*never_negative, *positive)
            number = in_range(x, name, 0, strict=entry.name in positive) if bounded else value(x, name)
            object.__setattr__(part, entry.name, number)


@dataclass(frozen=True, repr=False)
class Motor:
    """Motor of a drive, with values on the motor side of the gear.

    A motor has a rotor inertia, friction, and optionally the circuit of a DC motor.
    """

    inertia: Any = 0
    damping: Any = 0
    coulomb: Any = 0
    resistance: Any = None
    inductance: Any = 0
    torque_constant: Any = None
    torque_limit: Any = None
    speed_limit: Any = None
    power_limit: Any = None

    def __post_init__(self) -> None:
        never_negative = ("coulomb", "inductance", "torque_limit", "speed_limit", "power_limit")
        _check_values(self, never_negative, positive=("resistance",))
        if (self.resistance is None) != (self.torque_constant is None):
            names = (Argument("resistance"), Argument("torque_constant"))
            given_one, missing = names if self.torque_constant is None else names[::-1]
            raise finding.Requires(given_one, missing).error()

    def drop(self, voltage: Any, spin: Any) -> Any:
        """Compute the voltage across resistance and inductance, V − k_t θ̇."""
        return voltage - self.torque_constant * spin

    def current(self, voltage: Any, spin: Any) -> Any:
        """Compute the motor current for zero inductance, (V − k_t θ̇)/R."""
        return self.drop(voltage, spin) / self.resistance

    def current_rate(self, voltage: Any, spin: Any, current: Any) -> Any:
        """Compute the derivative of the current, di/dt = (V − k_t θ̇ − R i)/L."""
        return (self.drop(voltage, spin) - self.resistance * current) / self.inductance


@dataclass(frozen=True, repr=False)
class Gear:
    """Gear of a drive, θ̇ = ratio · q̇ + Σ C_j q̇_j.

    `coupling` is a sequence of pairs (joint, C) for other joints that rotate the motor.
    """

    ratio: Any = 1
    coupling: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "ratio", value(self.ratio, "gear_ratio"))
        object.__setattr__(self, "coupling", _pairs(self.coupling))

    def felt(self, x: Any) -> Any:
        """Convert a motor inertia or motor damping x to the link side of the gear: N² x."""
        return self.ratio * self.ratio * x


@dataclass(frozen=True, repr=False)
class Spring:
    """Spring and damper between the link and the rotor of an elastic joint. The joint is rigid if `stiffness` is None."""

    UNITS: ClassVar[Mapping[str, str]] = {"stiffness": "N m/rad, N/m", "damping": "N m s/rad, N s/m"}

    stiffness: Any = None
    damping: Any = 0

    def __post_init__(self) -> None:
        _check_values(self, ("damping",), positive=("stiffness",))

    def effort(self, stretch: Any, rate: Any) -> Any:
        """Compute the effort on the link, K (θ − q) + D (θ̇ − q̇)."""
        return self.stiffness * stretch + self.damping * rate

    def energy(self, stretch: Any) -> Any:
        """Compute the potential energy ½ K (θ − q)²."""
        return self.stiffness * stretch * stretch / 2


_PARTS: dict[str, type[Any]] = {"motor": Motor, "gear": Gear, "friction": Friction, "spring": Spring}
# argument of a drive, in order → component with this value, and name of the value in the component
_PLACES = {
    "rotor_inertia": ("motor", "inertia"),
    "gear_ratio": ("gear", "ratio"),
    "damping": ("friction", "damping"),
    "coulomb": ("friction", "coulomb"),
    "motor_damping": ("motor", "damping"),
    "motor_coulomb": ("motor", "coulomb"),
    "static": ("friction", "static"),
    "stribeck_velocity": ("friction", "stribeck_velocity"),
    "asymmetry": ("friction", "asymmetry"),
    "offset": ("friction", "offset"),
    "stiffness": ("spring", "stiffness"),
    "joint_damping": ("spring", "damping"),
    "bristle_stiffness": ("friction", "bristle_stiffness"),
    "bristle_damping": ("friction", "bristle_damping"),
    "resistance": ("motor", "resistance"),
    "inductance": ("motor", "inductance"),
    "torque_constant": ("motor", "torque_constant"),
    "torque_limit": ("motor", "torque_limit"),
    "speed_limit": ("motor", "speed_limit"),
    "power_limit": ("motor", "power_limit"),
    "coupling": ("gear", "coupling"),
}
SCALARS = tuple(name for name in _PLACES if name != "coupling")
_NAMES = {part: {own: name for name, (home, own) in _PLACES.items() if home == part} for part in _PARTS}


@dataclass(frozen=True, init=False, repr=False)
class Drive(Displayed):
    """Drive of a joint: motor, gear, friction and an optional spring.

    All arguments are optional numbers or symbols, and are available as attributes. Alternatively, you can pass the
    components `motor`, `gear`, `friction` and `spring`. All efforts except motor efforts are on the link side of the
    gear.

    Parameters
    ----------
    rotor_inertia : number or str
        Inertia of the rotor about its axis [kg m²].
    gear_ratio : number or str
        Motor speed divided by joint speed. Default: 1.
    damping, coulomb : number or str
        Viscous [N m s/rad, N s/m] and Coulomb friction [N m, N] of the joint.
    motor_damping, motor_coulomb : number or str
        Viscous and Coulomb friction at the motor shaft.
    static, stribeck_velocity : number or str
        Static friction [N m, N] and Stribeck velocity [rad/s, m/s].
    asymmetry, offset : number or str
        Half the difference between forward and backward Coulomb friction, and a constant effort [N m, N].
    stiffness, joint_damping : number or str
        Stiffness [N m/rad, N/m] and damping [N m s/rad, N s/m] of an elastic joint.
    bristle_stiffness, bristle_damping : number or str
        Parameters of the LuGre friction model.
    resistance, inductance, torque_constant : number or str
        Resistance, inductance and torque constant of a DC motor [Ω, H, N m/A].
    torque_limit, speed_limit, power_limit : number or str
        Limits on the motor [N m, rad/s, W].
    coupling : sequence of (str, number)
        Other joints that rotate this motor, with their ratios.

    Examples
    --------
    >>> import dalembert as da
    >>> drive = da.Drive(rotor_inertia=2e-4, gear_ratio=100, coulomb=3.0)
    >>> print(f"reflected inertia: {drive.inertia:.1f} kg m²")
    reflected inertia: 2.0 kg m²
    """

    motor: Motor
    gear: Gear
    friction: Friction
    spring: Spring

    def __init__(self, *given: Any, **named: Any) -> None:
        parts = {x: instance(named.pop(x, kind()), x, kind, f"a {kind.__name__}") for x, kind in _PARTS.items()}
        if len(given) > len(_PLACES):
            raise TypeError(f"a drive has {len(_PLACES)} values, got {len(given)}")
        named = dict(zip(_PLACES, given, strict=False)) | named
        for name in named:
            known(name, _PLACES, "field", owner="drive")
        for part, old in parts.items():
            own = {field: named[name] for field, name in _NAMES[part].items() if name in named}
            object.__setattr__(self, part, replace(old, **own) if own else old)
        most = self._rubbing
        in_range(self.friction.asymmetry, "asymmetry", None if most is None else -most, most)
        self._check_alone()

    def __getattr__(self, name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"a drive has no '{name}'")
        part, own = _PLACES[name]
        return getattr(object.__getattribute__(self, part), own)

    def changed(self, **named: Any) -> Drive:
        """Return a copy of the drive with the given values changed."""
        return Drive(motor=self.motor, gear=self.gear, friction=self.friction, spring=self.spring, **named)

    def mapped(self, function: Callable[[Any], Any]) -> Drive:
        """Return a copy of the drive with `function` applied to each of its values."""
        return Drive(**{name: function(getattr(self, name)) for name in _PLACES})

    @property
    def _rubbing(self) -> Any:
        """Coulomb friction at the joint, or None if it is a symbol."""
        apart = self.spring.stiffness is not None or self.gear.coupling  # motor friction acts separately
        return _number_of(self.friction.coulomb if apart else self.dry)

    def _check_alone(self) -> None:
        """Raise an error if a value is given without another required value."""
        pairs = (
            ("inductance", "resistance"),
            ("joint_damping", "stiffness"),
            ("bristle_damping", "bristle_stiffness"),
        )
        for name, other in pairs:
            if _number_of(getattr(self, name)) != 0 and getattr(self, other) is None:
                raise finding.Requires(Argument(name), Argument(other)).error()
        if self.bristle_stiffness is not None:
            self._check_bristles()

    def _check_bristles(self) -> None:
        """Check that LuGre friction is positive and that static friction has a Stribeck velocity."""
        most = self._rubbing
        if most is not None:
            in_range(most, "coulomb", 0, strict=True)
            in_range(self.friction.asymmetry, "asymmetry", -most, most, strict=True)
        curved, static = _number_of(self.friction.stribeck_velocity) != 0, _number_of(self.friction.static)
        if not curved and static is not None and most is not None and static > most:
            raise finding.Requires(Argument("static"), Argument("stribeck_velocity")).error()

    def __repr__(self) -> str:
        plain = Drive()
        named = [f"{x}={getattr(self, x)}" for x in _PLACES if getattr(self, x) != getattr(plain, x)]
        return f"Drive({', '.join(named)})"

    @property
    def inertia(self) -> Any:
        """Inertia of the rotor reflected to the link side, Ia = N² Im."""
        return self.gear.felt(self.motor.inertia)

    @property
    def viscous(self) -> Any:
        """Total viscous friction on the link side, b + N² bm."""
        return self.friction.damping + self.gear.felt(self.motor.damping)

    @property
    def dry(self) -> Any:
        """Total Coulomb friction on the link side, fc + |N| fcm."""
        own = self.motor.coulomb
        return self.friction.coulomb + (absolute(self.gear.ratio) * own if own != 0 else 0)

    def sliding(self, rate: Any, direction: Any = None, dry: Any = None) -> Any:
        """Compute the dry friction F(q̇) of a moving joint. `dry` replaces the Coulomb friction."""
        return self.friction.sliding(rate, self.dry if dry is None else dry, direction)

    @property
    def is_dry(self) -> bool:
        """Whether the drive has dry friction at zero velocity."""
        return any(_number_of(x) != 0 for x in (self.coulomb, self.motor_coulomb, self.static, self.asymmetry))


def _pairs(coupling: Any) -> tuple[tuple[str, Any], ...]:
    """Return pairs (joint, ratio) for the other joints that rotate the motor."""
    found = pairs(coupling, "coupling", "pairs of a joint and a ratio")
    return tuple((joint, value(ratio, f"coupling with '{joint}'")) for joint, ratio in found)
