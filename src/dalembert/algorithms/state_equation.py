"""Robot model for simulation: the state vector and its time derivative.

x = (y, ẏ, z, w)    y = (q, θ of the elastic joints),   z = bristles and currents,   w = the energy balance

    M(q) q̈ + c + g + friction + springs + K(q − θ) + D(q̇ − θ̇) = τ_rigid + Σ Jᵀw + Jᵀλ,   J q̈ = −J̇q̇ of the loops
    B θ̈ + friction_m + K(θ − q) + D(θ̇ − q̇) = τ_elastic
    τ_rigid − friction − springs + K(θ − q) + D(θ̇ − q̇)      efforts along q
    τ_elastic − friction_m − K(θ − q) − D(θ̇ − q̇)             efforts along θ
    ż = v − σ0 |v| z / G(v),  F = σ0 z + σ1 ż                 of bristles  [canudas1995]
    L di/dt = V − R i − k_t θ̇m,  τ = N k_t i                  of DC motors
        ẇ = (power of the motors, power lost in friction, power of external wrenches)

`Layout` defines the position of each part in x. Use `x[..., layout.qd]` for an array and `x[layout.qd]` for a list of
symbols. The energy balance w contains the work of motors, the friction loss, the work of external wrenches and, for
robots with loops, the energy change due to the projection after each step.

ẏ has nv entries. For robots with ball joints, ẏ differs from dy/dt, which `tangent.rate` computes. The angle θ is the
motor angle on the link side of the gear. [spong1987], [deluca]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from dalembert import finding
from dalembert.algorithms.drive_efforts import (
    Dry,
    Limit,
    check_motors,
    dc_efforts,
    dry_frictions,
    has_current,
    limited,
    link_side,
    lugre,
    rotor_matrix,
    rotor_only,
    together,
    viscous_friction,
    viscous_matrix,
)
from dalembert.algorithms.energy import kinetic_energy, potential_energy
from dalembert.algorithms.forward import closed_dynamics, forward_dynamics
from dalembert.algorithms.inverse import external, mass_matrix
from dalembert.algorithms.multiplier import Rank
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.spring_efforts import armature_matrix, spring_efforts, spring_energy, stretches
from dalembert.algorithms.tangent import rate as tangent_rate
from dalembert.finding.finding import JointName
from dalembert.graph import Node
from dalembert.graph.scalar import absolute, is_zero
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.spring import BallSpring, Spring
from dalembert.robot.tree import Body, Tree
from dalembert.spatial.vector import add, dot, sub

Wrench = Mapping[str, Sequence[Any]]


class Layout(NamedTuple):
    """Positions of the parts of the state vector x, in order."""

    q: slice
    theta: slice
    qd: slice
    thetad: slice
    z: slice
    ledger: slice  # motors, friction, external; with loops, projection

    @staticmethod
    def of(*sizes: int) -> Layout:
        """Return the state layout for parts of given sizes."""
        ends = (0, *accumulate(sizes))
        return Layout(*map(slice, ends, ends[1:]))

    @property
    def y(self) -> slice:
        return slice(0, self.theta.stop)

    @property
    def yd(self) -> slice:
        return slice(self.qd.start, self.thetad.stop)

    @property
    def motion(self) -> slice:
        """Positions of y and ẏ in the state vector x."""
        return slice(0, self.yd.stop)

    @property
    def lost(self) -> int:
        """Index of the friction and impact losses in the energy balance."""
        return int(self.ledger.start) + 1

    @property
    def projected(self) -> int:
        """Index of the projection energy in the energy balance."""
        return int(self.ledger.start) + 3

    @property
    def size(self) -> int:
        """Number of entries of the state vector x."""
        return int(self.ledger.stop)


class Rates(NamedTuple):
    """Parts of the time derivative of the state."""

    ydd: list[Any]
    zd: list[Any]
    ledger: list[Any]
    tau: list[Any]  # efforts of the motors at the coordinates
    determined: Any = 1  # 0 if the loops do not determine the motion


@dataclass(frozen=True, eq=False)
class Plant:
    """Simulation model of a tree with drives, springs and loops."""

    tree: Tree
    electric: bool = False  # the inputs are voltages of DC motors, not efforts
    rank: Rank = Rank()  # rank properties of the loops
    limits: tuple[Limit, ...] = ()  # motor limits, which restrict the inputs

    def __post_init__(self) -> None:
        for body in self.tree.bodies:
            drive = body.drive
            if drive is None or drive.stiffness is None:
                continue
            if body.motion == "ball":
                raise finding.contradiction("joint", body.name, "one coordinate to be elastic")
            if drive.coupling or body.ratio != 1:
                raise finding.contradiction("elastic joint", body.name, "an uncoupled motor")
            if not isinstance(drive.inertia, Node) and drive.inertia == 0:
                raise finding.NoRotorInertia(JointName(body.name)).error()
        if self.electric:
            check_motors(self.tree)

    @cached_property
    def elastic(self) -> tuple[Body, ...]:
        """Bodies with elastic joints, in the order of θ."""
        return tuple(b for b in self.tree.bodies if b.drive is not None and b.drive.stiffness is not None)

    @property
    def rotors(self) -> tuple[Any, ...]:
        """Rotor inertias B of elastic joints, reflected to the link side, N² Im."""
        return tuple(b.drive.inertia for b in self.elastic if b.drive is not None)

    @property
    def dampers(self) -> tuple[Any, ...]:
        """Viscous friction of each elastic joint's motor, reflected to the link side, N² b."""
        drives = [b.drive for b in self.elastic if b.drive is not None]
        return tuple(x.gear_ratio * x.gear_ratio * x.motor_damping for x in drives)

    @property
    def n(self) -> int:
        """Number of velocity coordinates of the links."""
        return self.tree.nv

    @property
    def nq(self) -> int:
        """Number of entries of q."""
        return self.tree.nq

    @property
    def nv(self) -> int:
        """Number of velocity coordinates of the links and elastic motors."""
        return self.tree.nv + len(self.elastic)

    @cached_property
    def links(self) -> Tree:
        """Tree whose drives contain only the components on the link side, without the rotors of elastic joints."""
        return replace(self.tree, bodies=tuple(replace(b, drive=link_side(b.drive)) for b in self.tree.bodies))

    @cached_property
    def armatures(self) -> tuple[Spring, ...]:
        """Copies of the springs that contain only the armatures."""
        heavy = [x for x in self.tree.springs if not isinstance(x, BallSpring) and not is_zero(x.armature)]
        return tuple(replace(x, stiffness=0, damping=0) for x in heavy)

    @cached_property
    def places(self) -> tuple[Dry, ...]:
        """All dry-friction elements, with rows for the coordinates y."""
        tail = (0,) * len(self.elastic)
        found = [replace(d, row=(*d.row, *tail)) for d in together(dry_frictions(self.links))]
        for j, body in enumerate(self.elastic):
            drive = body.drive or Drive()
            if drive.motor_coulomb != 0:
                row = tuple(int(k == self.n + j) for k in range(self.nv))
                level = absolute(drive.gear_ratio) * drive.motor_coulomb
                found.append(Dry(self.tree.bodies.index(body), row, Drive(coulomb=level), level, level, bristle=False))
        return tuple(found)

    @property
    def dry(self) -> tuple[Dry, ...]:
        """Dry-friction elements that can stick."""
        return tuple(d for d in self.places if not d.bristle)

    @property
    def bristles(self) -> tuple[Dry, ...]:
        """LuGre friction elements of all joints and motors."""
        return tuple(d for d in self.places if d.bristle)

    @cached_property
    def currents(self) -> tuple[Body, ...]:
        """Motors whose current is a state variable."""
        return tuple(b for b in self.tree.bodies if has_current(b)) if self.electric else ()

    @property
    def nz(self) -> int:
        """Number of state variables z: bristles and motor currents."""
        return len(self.bristles) + len(self.currents)

    @cached_property
    def layout(self) -> Layout:
        """Layout of the state vector x."""
        soft = len(self.elastic)
        return Layout.of(self.nq, soft, self.n, soft, self.nz, 3 + bool(self.tree.loops))

    @property
    def drifts(self) -> bool:
        """Whether quaternions or loops require a correction after each step."""
        return bool(self.tree.loops) or any(body.motion == "ball" for body in self.tree.bodies)

    def split(self, x: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
        """Split a state vector into (y, ẏ, z)."""
        return x[self.layout.y], x[self.layout.yd], x[self.layout.z]

    def rates(
        self, y: Any, yd: Any, z: Any, u: Any, directions: Sequence[Any] | None = None, wrench: Wrench | None = None
    ) -> Rates:
        """Compute the accelerations and the other state derivatives for given inputs.

        If given, `directions` replaces the signs of the sliding velocities.
        """
        efforts, tau, zd, lost = self.efforts(y, yd, z, u, directions)
        push = self.push(y, wrench)[: self.n]
        bodies = tuple(replace(b, drive=rotor_only(b.drive)) for b in self.links.bodies)
        bare = replace(self.links, bodies=bodies, springs=self.armatures)
        free = [a + b for a, b in zip(efforts[: self.n], push, strict=True)]
        q, qd = y[: self.nq], yd[: self.n]
        if self.tree.loops:
            solved = closed_dynamics(bare, q, qd, free, None, None, self.rank)[1]
            qdd, determined = solved.x, solved.determined
        else:
            qdd, determined = forward_dynamics(bare, q, qd, free), 1
        thdd = [e / b for e, b in zip(efforts[self.n :], self.rotors, strict=True)]
        return Rates([*qdd, *thdd], zd, self.powers(yd, tau, lost, push), tau, determined)

    def powers(self, yd: Any, tau: Any, lost: Any, push: Any) -> list[Any]:
        """Compute the rates of the energy balance: the powers of motors, friction and wrenches. The motor of an elastic
        joint rotates at the velocity θ̇.

        Projections take place between steps and contribute no power.
        """
        moved = list(yd[: self.n])
        for j, body in enumerate(self.elastic):
            moved[body.coordinate] = yd[self.n + j]
        return [dot(tau, moved), lost, dot(push[: self.n], yd[: self.n]), *[0] * bool(self.tree.loops)]

    def velocity(self, y: Any, yd: Any) -> list[Any]:
        """Compute the time derivative dy/dt."""
        return [*tangent_rate(self.tree, y[: self.nq], yd[: self.n]), *yd[self.n :]]

    def inertia(self, y: Any) -> list[list[Any]]:
        """Compute the mass matrix of all coordinates y."""
        return self._with_motors(mass_matrix(self.links, y[: self.nq]), self.rotors)

    @cached_property
    def viscous(self) -> list[list[Any]]:
        """Matrix B of the viscous friction B ẏ for all coordinates y, without the dampers of springs."""
        return self._with_motors(viscous_matrix(self.links), self.dampers)

    def _with_motors(self, A: Sequence[Sequence[Any]], own: Sequence[Any]) -> list[list[Any]]:
        """Extend a matrix for the links by diagonal entries for the motors of elastic joints."""
        rows = [[*row, *[0] * len(own)] for row in A]
        return rows + [[x if k == self.n + j else 0 for k in range(self.nv)] for j, x in enumerate(own)]

    def force(
        self, y: Any, yd: Any, z: Any, u: Any, directions: Sequence[Any], wrench: Wrench | None = None
    ) -> list[Any]:
        """Compute the right-hand side of M ÿ = f: all efforts except inertial and constraint forces."""
        efforts, *_ = self.efforts(y, yd, z, u, directions)
        q, qd = y[: self.nq], yd[: self.n]
        bias = rnea(self.links, q, qd, [0] * self.n)
        if self.armatures:
            bias = list(add(bias, spring_efforts(replace(self.tree, springs=self.armatures), q, qd)))
        push = self.push(y, wrench)
        moved = [e - b + p for e, b, p in zip(efforts[: self.n], bias, push[: self.n], strict=True)]
        return [*moved, *efforts[self.n :]]

    def push(self, y: Any, wrench: Wrench | None) -> list[Any]:
        """Compute the efforts Σ Jᵀw of external wrenches for all coordinates y."""
        bodies = tuple(replace(b, lifted=Inertia()) for b in self.tree.bodies)  # the bias contains gravcomp
        found = external(replace(self.tree, bodies=bodies), y[: self.nq], wrench) if wrench else [0] * self.n
        return [*found, *[0] * len(self.elastic)]

    def efforts(
        self, y: Any, yd: Any, z: Any, u: Any, directions: Sequence[Any] | None
    ) -> tuple[list[Any], list[Any], list[Any], Any]:
        """Compute the total efforts of motors, springs and friction for the coordinates y, the motor efforts, the rates
        ż, and the power loss."""
        n, soft = self.n, {body.coordinate: j for j, body in enumerate(self.elastic)}
        tau, current_rates = _motors(self, yd, z, u)
        spring, heat = _springs(self, y, yd)
        rubbing, bristle_rates = _friction(self, yd, z, directions)
        total = [-f for f in rubbing]
        lost = dot(rubbing, yd) + heat
        for stretch in stretches(self.tree, y[: self.nq], yd[:n]) if self.tree.springs else ():
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

    def kinetic(self, y: Any, yd: Any) -> Any:
        """Compute the kinetic energy T of links, rotors and armatures."""
        qd = yd[: self.n]
        total = (
            kinetic_energy(self.tree, y[: self.nq], qd)
            + dot(qd, [dot(row, qd) for row in rotor_matrix(self.links)]) / 2
        )
        if self.armatures:
            total = total + dot(qd, [dot(row, qd) for row in armature_matrix(self.tree, y[: self.nq])]) / 2
        for j, rotor in enumerate(self.rotors):
            total = total + rotor * yd[self.n + j] * yd[self.n + j] / 2
        return total

    def potential(self, y: Any) -> Any:
        """Compute the potential energy U due to gravity."""
        return potential_energy(self.tree, y[: self.nq])

    def stored(self, y: Any) -> Any:
        """Compute the elastic energy: ½ K(θ − q)² of the elastic joints plus ½ k (L − L0)² of the springs."""
        total: Any = spring_energy(self.tree, y[: self.nq]) if self.tree.springs else 0
        for j, body in enumerate(self.elastic):
            total = total + (body.drive or Drive()).spring.energy(y[self.nq + j] - y[body.place])
        return total


def _springs(plant: Plant, y: Any, yd: Any) -> tuple[list[Any], Any]:
    """Compute the effort K(θ − q) + D(θ̇ − q̇) of each elastic joint, and the power that its damper dissipates."""
    forces, heat = [], 0
    for j, body in enumerate(plant.elastic):
        drive, k = body.drive or Drive(), body.coordinate
        slip = yd[plant.n + j] - yd[k]
        stretch = y[plant.nq + j] - y[body.place]
        forces.append(drive.spring.effort(stretch, slip))
        heat = heat + drive.joint_damping * slip * slip
    return forces, heat


def _friction(plant: Plant, yd: Any, z: Any, directions: Sequence[Any] | None) -> tuple[list[Any], list[Any]]:
    total = viscous_friction(plant.links, yd[: plant.n])
    total += [damper * rate for damper, rate in zip(plant.dampers, yd[plant.n :], strict=True)]
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
    """Compute the efforts of the motors, one per coordinate, and the rates of the motor currents."""
    qd, soft = yd[: plant.n], {body.coordinate: yd[plant.n + j] for j, body in enumerate(plant.elastic)}
    given = limited(plant.tree, plant.limits, plant.electric, qd, soft, u)
    return dc_efforts(plant.tree, qd, soft, given, z[len(plant.bristles) :]) if plant.electric else (given, [])
