"""What acts along y besides inertia, gravity and the loops: motors, springs and friction, and the power that they take.

    τ_rigid − friction − springs + K(θ − q) + D(θ̇ − q̇)      along q
    τ_elastic − friction_m − K(θ − q) − D(θ̇ − q̇)             along θ
    ż = v − σ0 |v| z / G(v),  F = σ0 z + σ1 ż                 of bristles  [canudas1995]
    L di/dt = V − R i − k_t θ̇m,  τ = N k_t i                  of DC motors

Elastic joints as in [spong1987].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dalembert.algorithms.drive import lugre, viscous_friction
from dalembert.algorithms.limit import limited
from dalembert.algorithms.motor import dc_efforts
from dalembert.algorithms.spring import stretches
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import Drive
from dalembert.spatial.vector import dot, sub

if TYPE_CHECKING:
    from dalembert.algorithms.plant import Plant


def efforts(
    plant: Plant, y: Any, yd: Any, z: Any, u: Any, directions: Sequence[Any] | None
) -> tuple[list[Any], list[Any], list[Any], Any]:
    """Efforts at y of motors, springs and friction; the motors' own; ż; and the power lost."""
    n, soft = plant.n, {body.coordinate: j for j, body in enumerate(plant.elastic)}
    tau, current_rates = _motors(plant, yd, z, u)
    spring, heat = _springs(plant, y, yd)
    rubbing, bristle_rates = _friction(plant, yd, z, directions)
    total = [-f for f in rubbing]
    lost = dot(rubbing, yd) + heat
    for stretch in stretches(plant.tree, y[: plant.nq], yd[:n]) if plant.tree.springs else ():
        pull = [a * stretch.force for a in stretch.slopes]
        total, lost = [*sub(total[:n], pull), *total[n:]], lost + stretch.loss
    for k in range(n):
        if k in soft:
            j = n + soft[k]
            total[k] = total[k] + spring[soft[k]]
            total[j] = total[j] + tau[k] - spring[soft[k]]
        else:
            total[k] = total[k] + tau[k]
    return total, tau, [*bristle_rates, *current_rates], lost


def _springs(plant: Plant, y: Any, yd: Any) -> tuple[list[Any], Any]:
    """K(θ − q) + D(θ̇ − q̇) of each elastic joint, and the power its damper takes."""
    forces, heat = [], 0
    for j, body in enumerate(plant.elastic):
        drive, k = body.drive or Drive(), body.coordinate
        slip = yd[plant.n + j] - yd[k]
        stretch = y[plant.nq + j] - y[body.place]
        forces.append(drive.spring.effort(stretch, slip))
        heat = heat + drive.joint_damping * slip * slip
    return forces, heat


def _friction(plant: Plant, yd: Any, z: Any, directions: Sequence[Any] | None) -> tuple[list[Any], list[Any]]:
    total = [*viscous_friction(plant.links, yd[: plant.n])]
    for j, body in enumerate(plant.elastic):
        drive = body.drive or Drive()
        total.append(drive.gear_ratio * drive.gear_ratio * drive.motor_damping * yd[plant.n + j])
    bristle_rates = []
    slides, bristles = 0, 0
    for place in plant.places:
        rate = dot(place.row, yd)
        if place.bristle:
            effort, zd = lugre(place, rate, z[bristles])
            bristle_rates.append(zd)
            bristles += 1
        else:
            effort = place.drive.sliding(rate, None if directions is None else directions[slides], place.dry)
            slides += 1
        total = [x if is_zero(a) else x + a * effort for x, a in zip(total, place.row, strict=True)]
    return total, bristle_rates


def _motors(plant: Plant, yd: Any, z: Any, u: Any) -> tuple[list[Any], list[Any]]:
    """Efforts of the motors at the coordinates, and the rates of their currents."""
    qd, soft = yd[: plant.n], {body.coordinate: yd[plant.n + j] for j, body in enumerate(plant.elastic)}
    given = limited(plant.tree, plant.limits, plant.electric, qd, soft, u)
    return dc_efforts(plant.tree, qd, soft, given, z[len(plant.bristles) :]) if plant.electric else (given, [])
