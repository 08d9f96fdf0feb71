"""DC motors under a voltage:  L di/dt = V − R i − k_t θ̇m,   τ = N k_t i;   without inductance i = (V − k_t θ̇m)/R.  [deluca]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dalembert import finding
from dalembert.algorithms.drive import motor_row
from dalembert.robot.tree import Body, Tree
from dalembert.spatial.vector import dot


def check_motors(tree: Tree) -> None:
    """Raise where an actuated coordinate has no DC motor, or a ball has one."""
    known = {body.coordinate for body in dc_motors(tree)}
    for body in dc_motors(tree):
        if body.motion == "ball":
            raise finding.contradiction("joint", body.name, "one coordinate for a motor")
    for k in sorted(set(tree.actuated) - known):
        raise finding.contradiction("coordinate", tree.coordinates[k], "a DC motor")


def dc_motors(tree: Tree) -> tuple[Body, ...]:
    """The bodies that one drives."""
    return tuple(b for b in tree.bodies if b.drive is not None and b.drive.resistance is not None)


def has_current(body: Body) -> bool:
    """Whether the motor's current is a state."""
    return body.drive is not None and body.drive.resistance is not None and body.drive.inductance != 0


def dc_efforts(
    tree: Tree, qd: Sequence[Any], soft: Mapping[int, Any], u: Sequence[Any], currents: Sequence[Any]
) -> tuple[list[Any], list[Any]]:
    """Efforts of the motors at the coordinates, and the rates of their currents; `soft` has θ̇ of elastic joints."""
    tau: list[Any] = [0] * tree.nv
    current_rates: list[Any] = []
    for body in dc_motors(tree):
        drive, k, row = body.drive, body.coordinate, motor_row(tree, body)
        assert drive is not None
        spin = row[k] * soft[k] if k in soft else dot(row, qd)
        drop = u[k] - drive.torque_constant * spin
        if has_current(body):
            current = currents[len(current_rates)]
            current_rates.append((drop - drive.resistance * current) / drive.inductance)
        else:
            current = drop / drive.resistance
        tau = [t + a * drive.torque_constant * current for t, a in zip(tau, row, strict=True)]
    return tau, current_rates
