"""Choosing actuators: what the joints of a robot ask of their motors along its tasks.

For each joint over the tasks: peak |τ|, RMS τ = √(∫τ² dt / ∫dt), peak |q̇|, peak |τ q̇|, all on the link's side and without
rotor, beside the joint's own limits; then for a motor (Im, continuous and peak torque, top speed) behind a gear N of efficiency η

    τ_m = N Im q̈ + τ / (N η)  (driving; τ η / N when driven back),   θ̇ = N q̇,   duty = (RMS τ_m / continuous)²,   match = N² Im / M_jj

and the same with the best torsion spring, τ_s = −k (q − q_s), or counterweight, a change of the link's first moments.
[siciliano2009, §5.2], [briot]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import inverse_dynamics, mass_matrix, regressor
from dalembert.errors import WrongSize, WrongValue
from dalembert.robot.drive import Drive
from dalembert.robot.model import Limits, Robot

Array = NDArray[Any]
PER_BODY = 10


@dataclass(frozen=True)
class Motor:
    """A motor of a catalogue, SI units at its shaft."""

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
class Fit:
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
class Relief:
    """What a spring or a counterweight at a joint would leave of its RMS and peak torque."""

    kind: str
    rms: float
    peak: float
    setting: dict[str, float]


@dataclass(frozen=True)
class JointDemand:
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


@dataclass(frozen=True, eq=False)
class Sizing:
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
        from matplotlib.figure import Figure

        columns = min(3, len(self.joints))
        rows = -(-len(self.joints) // columns)
        figure = Figure(figsize=(4.2 * columns, 3.4 * rows), layout="constrained")
        axes = np.atleast_1d(figure.subplots(rows, columns)).ravel()
        for axis in axes[len(self.joints) :]:
            axis.set_visible(False)
        for k, (axis, demand) in enumerate(zip(axes, self.joints, strict=False)):
            tau, best = self.tau[:, k], demand.best
            if best is not None:
                motor = next(m for m in self.motors if m.name == best.motor)
                tau = tau + best.gear**2 * motor.rotor_inertia * self.qdd[:, k]
                speed = motor.top_speed / best.gear
                for level, style, label in (
                    (motor.peak_torque, "-", "peak"),
                    (motor.continuous_torque, "--", "continuous"),
                ):
                    box = np.array([[-speed, -1], [speed, -1], [speed, 1], [-speed, 1], [-speed, -1]]) * [
                        1,
                        level * best.gear,
                    ]
                    axis.plot(*box.T, style, color="0.4", linewidth=0.9, label=label)
                axis.set_title(f"{demand.joint}: {best.motor}, N = {best.gear:g}", fontsize="medium")
            else:
                axis.set_title(demand.joint if not self.motors else f"{demand.joint}: none fits", fontsize="medium")
            axis.plot(self.qd[:, k], tau, linewidth=1.1, label="task")
            axis.plot(0, demand.rms_torque, "o", markersize=4, color="C3", label="RMS")
            axis.set(
                xlabel="speed (m/s)" if demand.slides else "speed (rad/s)",
                ylabel="force (N)" if demand.slides else "torque (N m)",
            )
            axis.grid(True, alpha=0.3)
        axes[0].legend(fontsize="small")
        if path is not None:
            figure.savefig(path, dpi=130)
        return figure


def size_actuators(
    robot: Robot,
    tasks: Any,
    *,
    motors: Sequence[Motor] = (),
    gears: Sequence[float] = (30.0, 50.0, 80.0, 100.0, 120.0, 160.0),
    efficiency: float = 1.0,
    samples: int = 2000,
) -> Sizing:
    """What `tasks` ask of the joints: a trajectory, several of them, or a tuple of arrays (q, qd, qdd), (T, n) each.

    Rotor inertias of the robot's own drives are left out (the motor is to be chosen), their friction stays.
    """
    if not 0 < efficiency <= 1:
        raise WrongValue(f"efficiency is {efficiency}; it lies in (0, 1]")
    if any(not g > 0 for g in gears):
        raise WrongValue("gear ratios must be positive")
    (q, qd, qdd), weight = _motion(robot, tasks, samples)
    bare = replace(robot, joints=tuple(replace(j, drive=_without_rotor(j.drive)) for j in robot.joints))
    tau = inverse_dynamics(bare, q, qd, qdd)
    inertia = weight @ np.diagonal(mass_matrix(bare, q), axis1=-2, axis2=-1)
    demands = []
    for k, name in enumerate(robot.coordinates):
        fits = tuple(
            _fit(m, g, efficiency, tau[:, k], qd[:, k], qdd[:, k], float(inertia[k]), weight)
            for m in motors
            for g in gears
        )
        power, joint = tau[:, k] * qd[:, k], robot.joint(name)
        reliefs = (_spring(q[:, k], tau[:, k], weight), _counterweight(bare, k, name, (q, qd, qdd), tau[:, k], weight))
        demands.append(
            JointDemand(name, joint.kind == "prismatic", _peak(tau[:, k]), _rms(tau[:, k], weight), _peak(qd[:, k]),
                        _peak(power), float(weight @ power), float(inertia[k]), fits, reliefs, joint.limits)
        )  # fmt: skip
    return Sizing(robot.name, tuple(demands), tau, qd, qdd, tuple(motors))


def _motion(robot: Robot, tasks: Any, samples: int) -> tuple[tuple[Array, Array, Array], Array]:
    """(q, qd, qdd) of all tasks in a row, and each instant's share of the time they take; arrays have equal steps."""
    if isinstance(tasks, tuple) and len(tasks) == 3 and not callable(tasks[0]):
        arrays = [np.atleast_2d(np.asarray(x, dtype=float)) for x in tasks]
        weight = np.ones(len(arrays[0]))
    else:
        each = [tasks] if callable(tasks) else list(tasks)
        if not each or not all(callable(x) for x in each):
            raise WrongValue("tasks are trajectories, or a tuple (q, qd, qdd) of arrays")
        times, *motions = zip(*(x.sampled(samples) for x in each), strict=True)
        arrays = [np.concatenate(part) for part in motions]
        weight = np.concatenate([_trapezoids(t) for t in times])
    if len({x.shape for x in arrays}) != 1 or arrays[0].shape[-1] != robot.n:
        raise WrongSize(
            f"q, qd, qdd of the tasks must be (T, {robot.n}) for robot '{robot.name}', got {[x.shape for x in arrays]}"
        )
    return (arrays[0], arrays[1], arrays[2]), weight / weight.sum()


def _trapezoids(t: Array) -> Array:
    """∫x dt = weights · x."""
    gaps = np.diff(t)
    return (np.append(gaps, 0.0) + np.append(0.0, gaps)) / 2


def _fit(
    motor: Motor, gear: float, efficiency: float, tau: Array, qd: Array, qdd: Array, inertia: float, weight: Array
) -> Fit:
    driving = tau * qd >= 0
    through = np.where(driving, tau / (gear * efficiency), tau * efficiency / gear)
    torque = through + gear * motor.rotor_inertia * qdd
    return Fit(
        motor.name, gear, _peak(torque) / motor.peak_torque, (_rms(torque, weight) / motor.continuous_torque) ** 2,
        gear * _peak(qd) / motor.top_speed, gear**2 * motor.rotor_inertia / inertia if inertia > 0 else np.inf,
        motor.mass or motor.continuous_torque,
    )  # fmt: skip


def _spring(q: Array, tau: Array, weight: Array) -> Relief:
    """The torsion spring that leaves the least RMS torque: the line τ ≈ −k (q − q_s) with k ≥ 0 through the task."""
    k, level = _least(np.column_stack([-q, np.ones_like(q)]), tau, weight)
    if k <= 0:  # the torque rises with q: a spring would add to it
        return Relief("spring", _rms(tau, weight), _peak(tau), {"stiffness": 0.0})
    left = tau - (level - k * q)
    return Relief("spring", _rms(left, weight), _peak(left), {"stiffness": float(k), "rest": float(level / k)})


def _counterweight(
    robot: Robot, k: int, name: str, motion: tuple[Array, Array, Array], tau: Array, weight: Array
) -> Relief:
    """The change of the link's first moments (x, y of its frame …) that leaves the least RMS torque at its joint."""
    bodies = [j for j in robot.joints if j.moves]
    column = PER_BODY * next(i for i, j in enumerate(bodies) if j.name == name)
    Y = regressor(robot, *motion)[:, k, column + 1 : column + 4]
    change = _least(Y, -tau, weight)
    left = tau + Y @ change
    return Relief(
        "counterweight", _rms(left, weight), _peak(left), dict(zip(("mx", "my", "mz"), map(float, change), strict=True))
    )


def _least(A: Array, b: Array, weight: Array) -> Array:
    """x of the least ∫(A x − b)² dt."""
    root = np.sqrt(weight)
    x: Array = np.linalg.lstsq(A * root[:, None], b * root, rcond=None)[0]
    return x


def _without_rotor(drive: Drive | None) -> Drive | None:
    return None if drive is None else replace(drive, rotor_inertia=0)


def _peak(x: ArrayLike) -> float:
    return float(np.abs(x).max(initial=0.0))


def _rms(x: ArrayLike, weight: Array) -> float:
    return float(np.sqrt(weight @ np.square(x)))


def _short(x: Any) -> str:
    return "" if x is None else f"{x:.4g}" if isinstance(x, float) else str(x)
