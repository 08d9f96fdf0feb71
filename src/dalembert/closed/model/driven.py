"""What drives bring into closed forms: rotors and friction, as `algorithms.drive` defines them.

A rotor turns at θ̇ = row · q̇ and has the energy ½ Im θ̇². A motor that turns with its own joint alone
has row = N there, so that Ia = N² Im is what the joint feels.   [deluca], [khalil2002, §9.3]
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.algorithms.drive import friction, motor_row
from dalembert.closed.model.coordinates import Coordinates, velocities
from dalembert.graph import Node, Scalar
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree


@dataclass(frozen=True)
class Rotor:
    """Inertia `value` that turns at Σ row[k] q̇_k: Ia at the speed of its joint, or Im at that of a coupled motor.

    One row, or three for a ball.
    """

    body: int
    value: Scalar
    rows: tuple[tuple[Scalar, ...], ...]

    @property
    def entries(self) -> tuple[Scalar, ...]:
        return tuple(x for row in self.rows for x in row)


def rotors(tree: Tree) -> list[Rotor]:
    """The rotors of a tree that have inertia."""
    found = []
    for i, body in enumerate(tree.bodies):
        drive = body.drive
        if drive is None or is_zero(drive.rotor_inertia):
            continue
        if drive.coupling:
            each = range(len(body.rates))
            found.append(Rotor(i, drive.rotor_inertia, tuple(tuple(motor_row(tree, body, rate)) for rate in each)))
        else:
            rows = tuple(tuple(body.ratio if k == rate else 0 for k in range(tree.n)) for rate in body.rates)
            found.append(Rotor(i, drive.inertia, rows))
    return found


def elastic_joints(robot: Robot) -> tuple[str, ...]:
    """Coordinates whose drive has a spring."""
    drives = {name: robot.coordinate(name).drive for name in robot.coordinates}
    return tuple(name for name, drive in drives.items() if drive is not None and drive.stiffness is not None)


def seen_from(x: Coordinates, row: tuple[Scalar, ...]) -> list[Scalar]:
    """A row over the joint coordinates, over the coordinates x: row · A."""
    result: list[Scalar] = [0] * len(x.names)
    for a, entries in zip(row, x.matrix, strict=True):
        for k, b in enumerate(entries):
            if not is_zero(a) and not is_zero(b):
                result[k] = result[k] + a * b
    return result


def friction_efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    """Friction of the drives for each coordinate of x, as expressions of their velocities: Aᵀ F(A ẋ)."""
    if all(body.drive is None for body in tree.bodies):
        return [0] * len(x.names)
    return seen_from(x, tuple(friction(tree, velocities(x))))


def is_zero(x: Scalar) -> bool:
    return not isinstance(x, Node) and x == 0
