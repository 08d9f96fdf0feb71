"""Sensors of a robot: encoders and torque sensors.

encoder   q̂ = r round(q / r), sampled every T; velocities are finite differences of q̂, as in a controller
          r = 2π / counts at a revolute joint, 1 / counts at a prismatic joint, 2π / (counts N) on a motor shaft
torque    τ̂ = gain · τ + bias + noise, where the noise is normal with standard deviation σ
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dalembert.argument import counted, finite, nonzero, real, shaped
from dalembert.boundary import Array, without
from dalembert.robot.model import Robot
from dalembert.typeset.notebook_display import Displayed


@dataclass(frozen=True)
class Encoder(Displayed):
    """Position encoder.

    Parameters
    ----------
    counts : float
        Counts per revolution for a revolute joint, or per metre for a prismatic joint. With `gear`, counts per
        revolution of the motor.
    period : float
        Sampling period in s.
    gear : float or tuple, optional
        Gear ratio (rad/rad, or rad/m for a prismatic joint) if the encoder is mounted on the motor. None means that the
        encoder is mounted at the joint.
    offset : float or tuple
        Constant offset in rad or m.

    Examples
    --------
    >>> from dalembert.simulation import Encoder
    >>> Encoder(counts=4, period=1e-3).read([0.8], [False])
    array([1.57079633])
    """

    UNITS: ClassVar[Mapping[str, str]] = {"counts": "1/turn, 1/m", "period": "s", "offset": "rad, m"}

    counts: float
    period: float
    gear: float | tuple[float | None, ...] | None = None
    offset: float | tuple[float, ...] = 0.0

    def __post_init__(self) -> None:
        real(self.counts, "counts", above=0)
        real(self.period, "period", above=0, unit="s")
        if isinstance(self.gear, (list, np.ndarray)):
            object.__setattr__(self, "gear", tuple(self.gear))
        gears = self.gear if isinstance(self.gear, tuple) else (self.gear,)
        for x in finite([x for x in gears if x is not None], "gear"):
            nonzero(x, "gear")
        finite(self.offset, "offset")

    def read(self, q: Array, slides: Sequence[bool]) -> Array:
        """Round positions to integer encoder counts. `slides` is true for prismatic joints."""
        gears = self.gear if isinstance(self.gear, tuple) else (self.gear,) * len(slides)
        counted(gears, "gear", len(slides), "joints")
        turn = [
            1.0 if slide and N is None else 2 * np.pi / abs(N or 1.0) for slide, N in zip(slides, gears, strict=True)
        ]
        unit = np.array(turn) / self.counts
        return np.round((q + shaped(self.offset, "offset", (), (len(slides),))) / unit) * unit


@dataclass(frozen=True)
class TorqueSensor(Displayed):
    """Torque sensor: gain · τ + bias + noise.

    Parameters
    ----------
    noise : float or tuple
        Standard deviation of the noise in N·m or N.
    bias : float or tuple
        Constant offset in N·m or N.
    gain : float or tuple
        Gain of the sensor, which is 1 for an ideal sensor.
    """

    UNITS: ClassVar[Mapping[str, str]] = {"noise": "N m, N", "bias": "N m, N"}

    noise: float | tuple[float, ...] = 0.0
    bias: float | tuple[float, ...] = 0.0
    gain: float | tuple[float, ...] = 1.0

    def __post_init__(self) -> None:
        for name in ("bias", "gain"):
            finite(getattr(self, name), name)
        real(finite(self.noise, "noise").min(), "noise", lower=0)

    def read(self, tau: Array, rng: np.random.Generator) -> Array:
        """Compute the measured efforts, with noise from `rng`."""
        given = ((self.noise, "noise"), (self.bias, "bias"), (self.gain, "gain"))
        noise, bias, gain = (shaped(x, name, (), (tau.shape[-1],)) for x, name in given)
        return gain * tau + bias + noise * rng.standard_normal(tau.shape)


def sliding(robot: Robot) -> list[bool]:
    """Return a mask of the prismatic coordinates in q. Raise an error for ball joints, for which encoders are not
    supported."""
    found = list(robot.dofs)
    without(robot, "Encoder", "ball joints", (c.name for c in found if c.motion == "ball"))
    return [c.slides for c in found]


def backward_difference(q: Array, t: Array) -> Array:
    """Compute velocities by backward differences. The first velocity is set equal to the second."""
    if len(t) < 2:
        return np.zeros_like(q)
    slope = np.diff(q, axis=-2) / np.diff(t)[:, None]
    return np.concatenate([slope[..., :1, :], slope], axis=-2)
