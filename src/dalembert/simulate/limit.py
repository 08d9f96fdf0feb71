"""What a motor can give: |τ| ≤ N τ_max,  |τ| ≤ P_max / |q̇|,  and nothing that speeds it up beyond its top speed.

Near the top speed the torque falls in proportion over the last 2 %, so that the envelope is continuous. A DC motor's
amplifier keeps the same limits by its voltage: V is moved until the torque it settles at, k_t (V − k_t θ̇)/R, is allowed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.drive import motor_row
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot
from dalembert.simulate.model import Model

Array = NDArray[Any]
_TAPER = 0.02


class Envelope:
    """The limits of a robot's drives at its coordinates, with `joints` those of its joints too; infinite where none is."""

    def __init__(self, robot: Robot, joints: bool = False) -> None:
        drives = [robot.coordinate(name).drive or Drive() for name in robot.coordinates]
        ratio = np.array([abs(float(d.gear_ratio)) for d in drives])
        self.torque = _given(drives, "torque_limit") * ratio
        with np.errstate(divide="ignore"):
            self.speed = _given(drives, "speed_limit") / ratio
        self.power = _given(drives, "power_limit")
        if joints:
            limits = [robot.coordinate(name).limits for name in robot.coordinates]
            self.torque = np.minimum(self.torque, np.abs(_given(limits, "effort")))
            self.speed = np.minimum(self.speed, np.abs(_given(limits, "velocity")))

    @property
    def is_open(self) -> bool:
        """Whether nothing is limited."""
        return self.is_steady and bool(np.isinf(self.torque).all())

    @property
    def is_steady(self) -> bool:
        """Whether the limits are the same at every speed."""
        return bool(np.isinf(self.speed).all() and np.isinf(self.power).all())

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


class Limiter:
    """What becomes of the inputs u of a model whose coordinates and motors move at ẏ."""

    def __init__(self, model: Model, joints: bool) -> None:
        self.envelope, self.electric = Envelope(model.robot, joints), model.plant.electric
        n, width = model.n, model.layout.yd.stop - model.layout.yd.start
        self.rows = np.eye(n, width)  # rates on the link's side: q̇, or θ̇ of an elastic joint
        for j, body in enumerate(model.plant.elastic):
            self.rows[body.coordinate] = np.eye(width)[n + j]
        if self.electric:
            own = [b for b in model.plant.tree.bodies if model.robot.joint(b.name).mimic is None]
            main = [next(b for b in own if k in b.rates) for k in range(n)]
            drives = [body.drive or Drive() for body in main]
            self.k = np.array([float(d.torque_constant or 0) for d in drives])
            self.R = np.array([np.inf if d.resistance is None else float(d.resistance) for d in drives])
            self.gear = np.array([float(d.gear_ratio) for d in drives])
            self.spins = np.array([[float(a) for a in motor_row(model.plant.tree, body)] for body in main]) @ self.rows

    @property
    def is_open(self) -> bool:
        return self.envelope.is_open

    @property
    def is_steady(self) -> bool:
        """Whether an input can be limited without looking at the motion."""
        return self.envelope.is_open or (self.envelope.is_steady and not self.electric)

    def __call__(self, u: Array, yd: Array) -> Array:
        if self.envelope.is_open:
            return u
        if not self.electric:
            return self.envelope(u, yd @ self.rows.T)
        back = self.k * (yd @ self.spins.T)
        scale = self.gear * self.k / self.R
        effort = self.envelope((u - back) * scale, (yd @ self.spins.T) / self.gear)
        result: Array = back + np.divide(effort, scale, out=np.zeros_like(effort), where=scale != 0)
        return result


def _given(owners: Any, name: str) -> Array:
    return np.array([np.inf if getattr(x, name) is None else float(getattr(x, name)) for x in owners])
