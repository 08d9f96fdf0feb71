"""What a task asks of the joints of a robot, which motors can give it, and what springs and counterweights leave of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue
from dalembert.robot.model import Limits
from dalembert.typeset.card import Displayed, card

Array = NDArray[Any]


@dataclass(frozen=True)
class Motor(Displayed):
    """A motor of a catalogue, SI units at its shaft."""

    UNITS: ClassVar[Mapping[str, str]] = {
        "rotor_inertia": "kg m²",
        "continuous_torque": "N m",
        "peak_torque": "N m",
        "top_speed": "rad/s",
        "mass": "kg",
    }

    name: str
    rotor_inertia: float
    continuous_torque: float
    peak_torque: float
    top_speed: float
    mass: float = 0.0

    def __post_init__(self) -> None:
        for field in ("continuous_torque", "peak_torque", "top_speed"):
            if not getattr(self, field) > 0:
                raise WrongValue(f"{field} of motor '{self.name}' is {getattr(self, field)}; it must be positive")
        if self.rotor_inertia < 0:
            raise WrongValue(f"rotor_inertia of motor '{self.name}' is negative")


@dataclass(frozen=True)
class Fit(Displayed):
    """A motor behind a gear at one joint; `load` is the largest of its three ratios, below 1 where it fits."""

    motor: str
    gear: float
    peak: float  # peak torque asked / peak torque
    duty: float  # (RMS torque asked / continuous torque)²
    speed: float  # top speed asked / top speed
    match: float  # N² Im / inertia of the load
    size: float  # of the motor: its mass, or its continuous torque where no mass is given

    @property
    def fits(self) -> bool:
        return max(self.peak, self.duty, self.speed) <= 1.0

    @property
    def load(self) -> float:
        return max(self.peak, float(np.sqrt(self.duty)), self.speed)


@dataclass(frozen=True)
class Relief(Displayed):
    """What a spring or a counterweight at a joint would leave of its RMS and peak torque."""

    kind: str
    rms: float
    peak: float
    setting: dict[str, float]


@dataclass(frozen=True)
class JointDemand(Displayed):
    """What the task asks of one joint, and what could give it."""

    joint: str
    slides: bool
    peak_torque: float
    rms_torque: float
    peak_speed: float
    peak_power: float
    mean_power: float
    inertia: float  # mean M_jj of the links, what a rotor is matched with
    fits: tuple[Fit, ...]
    reliefs: tuple[Relief, ...]
    limits: Limits = Limits()  # the robot's own

    @property
    def exceeds(self) -> tuple[str, ...]:
        """Which of the joint's own limits the task breaks: "effort", "velocity"."""
        pairs = (("effort", self.peak_torque, self.limits.effort), ("velocity", self.peak_speed, self.limits.velocity))
        return tuple(what for what, asked, most in pairs if most is not None and asked > abs(most) * (1 + 1e-9))

    @property
    def best(self) -> Fit | None:
        """The smallest motor that fits, with the gear that loads it least; None where none fits."""
        good = [fit for fit in self.fits if fit.fits]
        return min(good, key=lambda fit: (fit.size, fit.load)) if good else None


_HEADS = {
    "peak torque": "peak torque / N m, N", "RMS torque": "RMS torque / N m, N", "peak speed": "peak speed / rad/s, m/s",
    "peak power": "peak power / W", "mean power": "mean power / W", "load inertia": "load inertia / kg m², kg",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Sizing(Displayed):
    """The demands of all joints; `tau`, `qd`, `qdd` are those of the task, (T, n)."""

    robot: str
    joints: tuple[JointDemand, ...]
    tau: Array
    qd: Array
    qdd: Array
    motors: tuple[Motor, ...]

    def table(self) -> list[dict[str, Any]]:
        """One row a joint."""
        rows = []
        for d in self.joints:
            best = d.best
            row: dict[str, Any] = {
                "joint": d.joint, "peak torque": d.peak_torque, "RMS torque": d.rms_torque, "peak speed": d.peak_speed,
                "peak power": d.peak_power, "mean power": d.mean_power, "load inertia": d.inertia,
            }  # fmt: skip
            if self.motors:
                row |= {
                    "motor": "none fits" if best is None else best.motor,
                    "gear": None if best is None else best.gear,
                }
                row |= {"duty": None if best is None else best.duty, "match": None if best is None else best.match}
            for relief in d.reliefs:
                row[f"RMS with {relief.kind}"] = relief.rms
            if any(x.limits.effort is not None or x.limits.velocity is not None for x in self.joints):
                row |= {"effort limit": d.limits.effort, "velocity limit": d.limits.velocity}
                row["exceeded"] = ", ".join(d.exceeds) or "none"
            rows.append(row)
        return rows

    def _repr_html_(self) -> str:
        rows = self.table()
        return card(
            f"Actuators of {self.robot}",
            heads=[_HEADS.get(x, x) for x in rows[0]],
            rows=[[_short(x) for x in row.values()] for row in rows],
        )

    def __str__(self) -> str:
        rows = self.table()
        heads = list(rows[0])
        text = [[_short(row[h]) for h in heads] for row in rows]
        widths = [max(len(h), *(len(line[i]) for line in text)) for i, h in enumerate(heads)]
        lines = [[h.ljust(w) for h, w in zip(heads, widths, strict=True)]]
        lines += [[x.ljust(w) for x, w in zip(line, widths, strict=True)] for line in text]
        return "\n".join("  ".join(line).rstrip() for line in lines)

    def plot(self, path: str | Path | None = None) -> Any:
        """Torque against speed of each joint, with the envelope of its chosen motor on the link's side."""
        from dalembert.size.plot import plot_sizing

        return plot_sizing(self, path)


def _short(x: Any) -> str:
    return "" if x is None else f"{x:.4g}" if isinstance(x, float) else str(x)
