"""Efforts of drives on the link side of the gear: Nᵀ Im N q̈ + friction.  [deluca], [khalil2002, §9.3]

The motor speed is θ̇ = N q̇ + Σ C_j q̇_j = row · q̇. A drive without coupling has only a gear ratio N and adds N² Im to
the inertia of its joint. A coupled drive (`Drive.coupling`) adds the matrix rowᵀ Im row to M. Coupled drives are used,
for example, in robot wrists whose motors are mounted in the forearm. Friction is smooth except for sign(q̇), with
sign(0) = 0. Sticking joints are handled by `simulate`.

A DC motor with voltage V satisfies L di/dt = V − R i − k_t θ̇m, τ = N k_t i. Without inductance, i = (V − k_t θ̇m)/R.
[deluca]

A motor satisfies |τ| ≤ N τ_max and |τ| ≤ P_max / |q̇|, and produces no torque that accelerates it beyond its top speed.

Within 2 % of the top speed, the torque limit decreases linearly to zero, so the envelope is continuous. For a DC motor,
the voltage V is limited so that the steady-state torque k_t (V − k_t θ̇)/R stays within the same limits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from dalembert import finding
from dalembert.algorithms.sweep import gather, rates
from dalembert.argument import known
from dalembert.graph import Node
from dalembert.graph.scalar import absolute, is_zero, maximum, minimum, select, sign
from dalembert.robot.drive import Drive
from dalembert.robot.tree import Body, Tree
from dalembert.spatial.vector import dot
from dalembert.tolerance import POWER_SPEED

_NONE = Drive()


def rotor_inertias(tree: Tree) -> list[Any]:
    """Return the reflected rotor inertia N² Im for the joint of each body."""
    return [(body.drive or _NONE).inertia for body in tree.bodies]


def is_coupled(tree: Tree) -> bool:
    """Return whether the rotor of any motor couples several joints."""
    return any(body.drive is not None and body.drive.coupling for body in tree.bodies)


def motor_row(tree: Tree, body: Body, rate: int = 0) -> list[Any]:
    """Return the row ∂θ/∂q for the motor of a body. A ball joint has one row per rate."""
    drive = body.drive or _NONE
    row: list[Any] = [0] * tree.n
    row[body.rates[rate]] = drive.gear_ratio * body.ratio
    for name, ratio in drive.coupling:
        known(name, [b.name for b in tree.bodies], "joint", owner="robot", owner_name=tree.name, argument="coupling")
        other = next(b for b in tree.bodies if b.name == name)
        row[other.coordinate] = row[other.coordinate] + ratio * other.ratio
    return row


def rotor_matrix(tree: Tree) -> list[list[Any]]:
    """Compute the contribution Σ rowᵀ Im row of the rotors to M. The matrix is diagonal if no motor is coupled."""
    total: list[list[Any]] = [[0] * tree.n for _ in range(tree.n)]
    for body in tree.bodies:
        if body.drive is None or is_zero(body.drive.rotor_inertia):
            continue
        for row in (motor_row(tree, body, rate) for rate in range(len(body.rates))):
            places = [k for k in range(tree.n) if not is_zero(row[k])]
            for i in places:
                for j in places:
                    total[i][j] = total[i][j] + row[i] * row[j] * body.drive.rotor_inertia
    return total


@dataclass(frozen=True)
class Dry:
    """Dry friction that opposes the sliding velocity `row` · q̇.

    `drive` contains the friction law, and `static` is the largest friction force or torque at rest.
    """

    body: int
    row: tuple[Any, ...]
    drive: Drive
    dry: Any  # Coulomb friction
    static: Any
    bristle: bool  # LuGre friction, which never sticks because a bristle deflects


def dry_frictions(tree: Tree) -> list[Dry]:
    """Return all dry-friction elements of a tree: one per joint, and one per coupled motor that has friction."""
    places: list[Dry] = []
    for i, body in enumerate(tree.bodies):
        drive = body.drive
        if drive is None or not drive.is_dry:
            continue
        rows = [tuple(body.ratio if k == rate else 0 for k in range(tree.n)) for rate in body.rates]
        own = rows[0]
        bristle = drive.bristle_stiffness is not None
        if not drive.coupling:
            level = drive.friction.held(drive.dry)
            places += [Dry(i, row, drive, drive.dry, level, bristle) for row in rows]
            continue
        if not (is_zero(drive.coulomb) and is_zero(drive.static)):
            places.append(Dry(i, own, drive, drive.coulomb, drive.friction.held(drive.coulomb), bristle))
        if not is_zero(drive.motor_coulomb):
            plain = Drive(motor_coulomb=drive.motor_coulomb)
            level = drive.motor_coulomb
            places.append(Dry(i, tuple(motor_row(tree, body)), plain, level, level, bristle=False))
    return places


def together(places: Sequence[Dry]) -> list[Dry]:
    """Combine dry-friction elements that act on the same coordinate only.

    The friction of a joint is added to the friction of its mimic joints.
    """
    merged: list[Dry] = []
    where: dict[int, int] = {}
    for place in places:
        turned = [k for k, a in enumerate(place.row) if not is_zero(a)]
        if len(turned) != 1 or place.bristle or not is_zero(place.drive.stribeck_velocity):
            merged.append(place)
            continue
        k = turned[0]
        a, unit = absolute(place.row[k]), tuple(int(j == k) for j in range(len(place.row)))
        lean = place.row[k] * place.drive.asymmetry
        dry, static = a * place.dry, a * place.static
        if k in where:
            other = merged[where[k]]
            dry, static, lean = other.dry + dry, other.static + static, other.drive.asymmetry + lean
            merged[where[k]] = Dry(other.body, unit, Drive(coulomb=dry, asymmetry=lean), dry, static, bristle=False)
        else:
            where[k] = len(merged)
            merged.append(Dry(place.body, unit, Drive(coulomb=dry, asymmetry=lean), dry, static, bristle=False))
    return merged


def lugre(place: Dry, rate: Any, z: Any) -> tuple[Any, Any]:
    """Compute the LuGre friction F = σ0 z + σ1 ż and the rate ż = v − σ0 |v| z / G(v) of the bristle deflection z,
    where G = F(v) sign v. [canudas1995]"""
    drive = place.drive
    level = drive.sliding(rate, 1, place.dry) - drive.asymmetry
    if not is_zero(drive.asymmetry):
        level = level + drive.asymmetry * sign(rate)
    zd = rate - drive.bristle_stiffness * absolute(rate) * z / level
    return drive.bristle_stiffness * z + drive.bristle_damping * zd, zd


def friction(tree: Tree, qd: Sequence[Any], directions: Sequence[Any] | None = None) -> list[Any]:
    """Compute the friction efforts for all coordinates, on the left-hand side of M q̈ + c + g + friction = τ.

    If given, `directions` replaces the signs of the sliding velocities, in the order of `dry_frictions`.
    """
    total = viscous_friction(tree, qd)
    for k, place in enumerate(dry_frictions(tree)):
        rate = dot(place.row, qd)
        effort = place.drive.sliding(rate, None if directions is None else directions[k], place.dry)
        total = [x + a * effort if not is_zero(a) else x for x, a in zip(total, place.row, strict=True)]
    return total


def viscous_friction(tree: Tree, qd: Sequence[Any]) -> list[Any]:
    """Compute the viscous friction b q̇ of the joints and rowᵀ bm θ̇ of the motors, including the constant offsets."""
    efforts = []
    for body, own in zip(tree.bodies, rates(tree, qd), strict=True):
        drive = body.drive or _NONE
        damping = drive.damping if drive.coupling else drive.viscous
        efforts.append([damping * rate + drive.offset for rate in own])
    total = gather(tree, efforts)
    for body in tree.bodies:
        if body.drive is not None and body.drive.coupling:
            row = motor_row(tree, body)
            effort = body.drive.motor_damping * dot(row, qd)
            total = [x + a * effort for x, a in zip(total, row, strict=True)]
    return total


def viscous_matrix(tree: Tree) -> list[list[Any]]:
    """Compute the n×n matrix B for the viscous friction B q̇."""
    columns = [viscous_friction(tree, [int(j == k) for j in range(tree.n)]) for k in range(tree.n)]
    still = viscous_friction(tree, [0] * tree.n)
    return [[columns[j][i] - still[i] for j in range(tree.n)] for i in range(tree.n)]


def damping(tree: Tree, qd: Sequence[Any]) -> list[list[Any]]:
    """Compute the n×n matrix ∂friction/∂q̇ wherever this derivative exists. The matrix contains the viscous
    coefficients and the slope of the Stribeck curve."""
    slope = viscous_matrix(tree)
    for place in dry_frictions(tree):
        vs = place.drive.stribeck_velocity
        if is_zero(vs):
            continue
        rate = dot(place.row, qd)
        above = place.drive.sliding(rate, 1, place.dry) - place.drive.asymmetry - place.dry  # (fs − fc) e^−(v/vs)²
        steep = -2 * above * absolute(rate) / (vs * vs)  # d(above)/dv · sign v
        for i, a in enumerate(place.row):
            for j, b in enumerate(place.row):
                if not (is_zero(a) or is_zero(b)):
                    slope[i][j] = slope[i][j] + a * b * steep
    return slope


def link_side(drive: Drive | None) -> Drive | None:
    """Return a copy of a drive that contains only the components on the link side of its spring."""
    if drive is None or drive.stiffness is None:
        return drive
    return drive.changed(rotor_inertia=0, motor_damping=0, motor_coulomb=0, stiffness=None, joint_damping=0)


def rotor_only(drive: Drive | None) -> Drive | None:
    """Return a copy of a drive without friction."""
    if drive is None:
        return None
    return Drive(drive.rotor_inertia, drive.gear_ratio, coupling=drive.coupling)


def check_motors(tree: Tree) -> None:
    """Raise an error if an actuated coordinate has no DC motor, or if a ball joint has a DC motor."""
    known = {body.coordinate for body in dc_motors(tree)}
    for body in dc_motors(tree):
        if body.motion == "ball":
            raise finding.contradiction("joint", body.name, "one coordinate for a motor")
    for k in sorted(set(tree.actuated) - known):
        raise finding.contradiction("coordinate", tree.coordinates[k], "a DC motor")


def dc_motors(tree: Tree) -> tuple[Body, ...]:
    """Return the bodies that are driven by DC motors."""
    return tuple(b for b in tree.bodies if b.drive is not None and b.drive.resistance is not None)


def has_current(body: Body) -> bool:
    """Return whether the current of a motor is a state variable."""
    return body.drive is not None and body.drive.resistance is not None and body.drive.inductance != 0


def dc_efforts(
    tree: Tree, qd: Sequence[Any], soft: Mapping[int, Any], u: Sequence[Any], currents: Sequence[Any]
) -> tuple[list[Any], list[Any]]:
    """Compute the efforts of DC motors, one per coordinate, and the rates of the motor currents. `soft` contains the
    motor velocities θ̇ of elastic joints."""
    tau: list[Any] = [0] * tree.nv
    current_rates: list[Any] = []
    for body in dc_motors(tree):
        drive = body.drive
        k = body.coordinate
        row = motor_row(tree, body)
        assert drive is not None
        spin = row[k] * soft[k] if k in soft else dot(row, qd)
        current = drive.motor.current(u[k], spin)
        if has_current(body):
            current = currents[len(current_rates)]
            current_rates.append(drive.motor.current_rate(u[k], spin, current))
        tau = [t + a * drive.torque_constant * current for t, a in zip(tau, row, strict=True)]
    return tau, current_rates


TAPER = 0.02  # fraction of the top speed


class Envelope(NamedTuple):
    """Motor limits on the link side of the gear. None means no limit."""

    torque: Any = None
    speed: Any = None
    power: Any = None

    def within(self, torque: Any, speed: Any) -> Envelope:
        """Tighten the envelope by an additional torque limit and speed limit. Only the magnitudes of these limits are
        used."""
        torque, speed = (None if x is None else absolute(x) for x in (torque, speed))
        return Envelope(_lesser(self.torque, torque), _lesser(self.speed, speed), self.power)

    def __call__(self, tau: Any, rate: Any) -> Any:
        """Return the effort that the motor can produce when τ is commanded."""
        fast = absolute(rate)
        most = self.torque if self.power is None else _lesser(self.torque, self.power / maximum(fast, POWER_SPEED))
        given = tau if most is None else maximum(-most, minimum(tau, most))
        if self.speed is None:
            return given
        left = 0 if is_zero(self.speed) else (self.speed - fast) / (TAPER * self.speed)
        return select(0, given * rate, given * maximum(0, minimum(left, 1)), given)


class Limit(NamedTuple):
    """Motor envelope of a coordinate, and the body that the motor drives."""

    coordinate: int
    body: int
    envelope: Envelope


def envelope(drive: Drive) -> Envelope:
    """Return the motor limits on the link side of the gear."""
    N = absolute(drive.gear_ratio)
    torque = None if drive.torque_limit is None else N * drive.torque_limit
    speed = None if drive.speed_limit is None or is_zero(N) else drive.speed_limit / N
    return Envelope(*(finite(x) for x in (torque, speed, drive.power_limit)))


def finite(x: Any) -> Any:
    """Return the limit, or None if the limit is infinite."""
    return x if isinstance(x, Node) or x is None or abs(x) < math.inf else None


def limited(
    tree: Tree, limits: Sequence[Limit], electric: bool, qd: Sequence[Any], soft: Mapping[int, Any], u: Sequence[Any]
) -> list[Any]:
    """Limit the inputs u (efforts or voltages) to values that the motors permit. `soft` contains the motor velocities
    θ̇ of elastic joints."""
    found = list(u)
    for k, i, allowed in limits:
        if not electric:
            found[k] = allowed(u[k], soft.get(k, qd[k]))
            continue
        body = tree.bodies[i]
        drive, row = body.drive or Drive(), motor_row(tree, body)
        if drive.resistance is None or is_zero(drive.gear_ratio) or is_zero(drive.torque_constant):
            continue  # no motor, or a motor whose voltage has no effect
        spin = row[k] * soft[k] if k in soft else dot(row, qd)
        back, scale = drive.torque_constant * spin, drive.gear_ratio * drive.torque_constant / drive.resistance
        found[k] = back + allowed((u[k] - back) * scale, spin / drive.gear_ratio) / scale
    return found


def _lesser(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else minimum(a, b)
