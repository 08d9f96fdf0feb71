"""What a motor can give: |τ| ≤ N τ_max,  |τ| ≤ P_max / |q̇|,  and nothing that speeds it up beyond its top speed.

Near the top speed the torque falls in proportion over the last 2 %, so that the envelope is continuous.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot

Array = NDArray[Any]
_TAPER = 0.02


class Envelope:
    """The limits of a robot's drives at its coordinates; infinite where none is given."""

    def __init__(self, robot: Robot) -> None:
        drives = [robot.joint(name).drive or Drive() for name in robot.coordinates]
        ratio = np.array([abs(float(d.gear_ratio)) for d in drives])
        self.torque = _given(drives, "torque_limit") * ratio
        with np.errstate(divide="ignore"):
            self.speed = _given(drives, "speed_limit") / ratio
        self.power = _given(drives, "power_limit")
        self.is_open = bool(np.isinf(self.torque).all() and np.isinf(self.speed).all() and np.isinf(self.power).all())

    def __call__(self, tau: Array, qd: Array) -> Array:
        """The effort that the motors really give."""
        if self.is_open:
            return tau
        speed = np.abs(qd)
        with np.errstate(divide="ignore", invalid="ignore"):
            most = np.minimum(self.torque, np.where(speed > 0, self.power / speed, np.inf))
            left = np.where(np.isinf(self.speed), 1.0, np.clip((self.speed - speed) / (_TAPER * self.speed), 0.0, 1.0))
        clipped: Array = np.clip(tau, -most, most)
        return np.where(clipped * qd > 0, clipped * left, clipped)


def _given(drives: list[Drive], name: str) -> Array:
    return np.array([np.inf if getattr(d, name) is None else float(getattr(d, name)) for d in drives])
