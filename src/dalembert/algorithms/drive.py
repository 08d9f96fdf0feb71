"""What the drives add on the link's side: Nᵀ Im N q̈ + friction.  [deluca], [khalil2002, §9.3]

A motor turns at θ̇ = N q̇ + Σ C_j q̇_j, one row of a matrix. A plain drive has N alone and adds N² Im to its own joint;
a coupled one (`Drive.coupling`), as in wrists whose motors sit in the forearm, fills Σ rowᵀ Im row.
Friction is smooth but for sign(q̇), with sign(0) = 0; holding at rest is `simulate`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dalembert.algorithms.sweep import gather, rates
from dalembert.argument import known
from dalembert.graph.scalar import absolute, is_zero, sign
from dalembert.robot.parts import Drive
from dalembert.robot.tree import Body, Tree
from dalembert.spatial.vector import dot

_NONE = Drive()


def rotor_inertias(tree: Tree) -> list[Any]:
    """N² Im of each body's joint."""
    return [(body.drive or _NONE).inertia for body in tree.bodies]


def is_coupled(tree: Tree) -> bool:
    """Whether a motor is turned by several joints, so that rotors couple them."""
    return any(body.drive is not None and body.drive.coupling for body in tree.bodies)


def motor_row(tree: Tree, body: Body, rate: int = 0) -> list[Any]:
    """∂θ/∂q of the body's motor, over the coordinates; a ball has one for each of its rates."""
    drive = body.drive or _NONE
    row: list[Any] = [0] * tree.n
    row[body.rates[rate]] = drive.gear_ratio * body.ratio
    for name, ratio in drive.coupling:
        known(name, [b.name for b in tree.bodies], "joint", owner="robot", owner_name=tree.name, argument="coupling")
        other = next(b for b in tree.bodies if b.name == name)
        row[other.coordinate] = row[other.coordinate] + ratio * other.ratio
    return row


def rotor_matrix(tree: Tree) -> list[list[Any]]:
    """What the rotors add to M: Σ rowᵀ Im row; diagonal unless motors are coupled."""
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
    """A place where surfaces rub: `row` q̇ is the sliding rate, `drive` says how, `static` the level that holds at rest."""

    body: int
    row: tuple[Any, ...]
    drive: Drive
    dry: Any  # Coulomb level
    static: Any
    bristle: bool  # LuGre: never locks, a bristle deflects


def dry_frictions(tree: Tree) -> list[Dry]:
    """Every place of dry friction: one a joint, and one more for a coupled motor's own."""
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
    """The places, those that rub on one coordinate alone as one: what holds a joint and those that mimic it adds up."""
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
    """F = σ0 z + σ1 ż and ż = v − σ0 |v| z / G(v) of a bristle bent by z, G = F(v) sign v.  [canudas1995]"""
    drive = place.drive
    level = drive.sliding(rate, 1, place.dry) - drive.asymmetry
    if not is_zero(drive.asymmetry):
        level = level + drive.asymmetry * sign(rate)
    zd = rate - drive.bristle_stiffness * absolute(rate) * z / level
    return drive.bristle_stiffness * z + drive.bristle_damping * zd, zd


def friction(tree: Tree, qd: Sequence[Any], directions: Sequence[Any] | None = None) -> list[Any]:
    """Friction efforts of the coordinates, on the left: M q̈ + c + g + friction = τ.

    `directions` may stand for the signs of the sliding rates, in the order of `dry_frictions`.
    """
    total = viscous_friction(tree, qd)
    for k, place in enumerate(dry_frictions(tree)):
        rate = dot(place.row, qd)
        effort = place.drive.sliding(rate, None if directions is None else directions[k], place.dry)
        total = [x + a * effort if not is_zero(a) else x for x, a in zip(total, place.row, strict=True)]
    return total


def viscous_friction(tree: Tree, qd: Sequence[Any]) -> list[Any]:
    """b q̇ of the joints, rowᵀ bm θ̇ of the motors, and the offsets."""
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
    """B of viscous friction B q̇, n×n."""
    columns = [viscous_friction(tree, [int(j == k) for j in range(tree.n)]) for k in range(tree.n)]
    still = viscous_friction(tree, [0] * tree.n)
    return [[columns[j][i] - still[i] for j in range(tree.n)] for i in range(tree.n)]


def damping(tree: Tree, qd: Sequence[Any]) -> list[list[Any]]:
    """∂friction/∂q̇ where it exists: viscous coefficients and the slope of the Stribeck curve, n×n."""
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


def loss(tree: Tree, qd: Sequence[Any], directions: Sequence[Any] | None = None) -> Any:
    """Power that friction takes, q̇ᵀ friction."""
    return dot(qd, friction(tree, qd, directions))


def link_side(drive: Drive | None) -> Drive | None:
    """A drive without what is beyond its spring."""
    if drive is None or drive.stiffness is None:
        return drive
    return drive.changed(rotor_inertia=0, motor_damping=0, motor_coulomb=0, stiffness=None, joint_damping=0)


def rotor_only(drive: Drive | None) -> Drive | None:
    """A drive without friction."""
    if drive is None:
        return None
    return Drive(drive.rotor_inertia, drive.gear_ratio, coupling=drive.coupling)
