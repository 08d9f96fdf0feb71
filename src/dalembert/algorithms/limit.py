"""What a motor can give: |τ| ≤ N τ_max,  |τ| ≤ P_max / |q̇|,  and nothing that speeds it up beyond its top speed.

Near the top speed the torque falls in proportion over the last 2 %, so that the envelope is continuous. A DC motor's
amplifier keeps the same limits by its voltage: V is moved until the torque it settles at, k_t (V − k_t θ̇)/R, is allowed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dalembert.algorithms.drive import motor_row
from dalembert.graph import Node
from dalembert.graph.scalar import absolute, is_zero, maximum, minimum, select
from dalembert.robot.parts import Drive
from dalembert.robot.tree import Tree
from dalembert.spatial.vector import dot
from dalembert.tolerance import POWER_SPEED

TAPER = 0.02  # of the top speed


class Envelope(NamedTuple):
    """Limits on the link's side of the gear; None where there is none."""

    torque: Any = None
    speed: Any = None
    power: Any = None

    def within(self, torque: Any, speed: Any) -> Envelope:
        """Also below another torque and speed, whatever their signs."""
        torque, speed = (None if x is None else absolute(x) for x in (torque, speed))
        return Envelope(_lesser(self.torque, torque), _lesser(self.speed, speed), self.power)

    def __call__(self, tau: Any, rate: Any) -> Any:
        """The effort that is available when τ is commanded."""
        fast = absolute(rate)
        most = self.torque if self.power is None else _lesser(self.torque, self.power / maximum(fast, POWER_SPEED))
        given = tau if most is None else maximum(-most, minimum(tau, most))
        if self.speed is None:
            return given
        left = 0 if is_zero(self.speed) else (self.speed - fast) / (TAPER * self.speed)
        return select(0, given * rate, given * maximum(0, minimum(left, 1)), given)


class Limit(NamedTuple):
    """The envelope of a coordinate, and the body whose motor it is."""

    coordinate: int
    body: int
    envelope: Envelope


def envelope(drive: Drive) -> Envelope:
    """The limits of a motor, as its link feels them."""
    N = absolute(drive.gear_ratio)
    torque = None if drive.torque_limit is None else N * drive.torque_limit
    speed = None if drive.speed_limit is None or is_zero(N) else drive.speed_limit / N
    return Envelope(*(finite(x) for x in (torque, speed, drive.power_limit)))


def finite(x: Any) -> Any:
    """A limit, None where it is infinite."""
    return x if isinstance(x, Node) or x is None or abs(x) < math.inf else None


def limited(
    tree: Tree, limits: Sequence[Limit], electric: bool, qd: Sequence[Any], soft: Mapping[int, Any], u: Sequence[Any]
) -> list[Any]:
    """The inputs u, efforts or voltages, within the limits; `soft` has θ̇ of elastic joints."""
    found = list(u)
    for k, i, allowed in limits:
        if not electric:
            found[k] = allowed(u[k], soft.get(k, qd[k]))
            continue
        body = tree.bodies[i]
        drive, row = body.drive or Drive(), motor_row(tree, body)
        if drive.resistance is None or is_zero(drive.gear_ratio) or is_zero(drive.torque_constant):
            continue  # no motor, or one whose voltage does nothing
        spin = row[k] * soft[k] if k in soft else dot(row, qd)
        back, scale = drive.torque_constant * spin, drive.gear_ratio * drive.torque_constant / drive.resistance
        found[k] = back + allowed((u[k] - back) * scale, spin / drive.gear_ratio) / scale
    return found


def _lesser(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else minimum(a, b)
