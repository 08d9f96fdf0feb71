"""Selection of actuators: compute the joint requirements of tasks, and select motors, springs or counterweights.

For each joint, the requirements over all tasks are the peak |τ|, the RMS τ = √(∫τ² dt / ∫dt), the peak |q̇| and the
peak |τ q̇|. These requirements refer to the output side of the gear, exclude the rotor inertia, and are compared with
the joint limits. A motor has a rotor inertia Im, a continuous torque, a peak torque and a top speed. For a gear with
ratio N and efficiency η, the motor requirements are

    τ_m = N Im q̈ + τ / (N η)  (driving; τ η / N when back-driven),   θ̇ = N q̇
    duty = (RMS τ_m / continuous)²,   match = N² Im / M_jj

The joint torque that remains for the motor is also computed with the best torsion spring, τ_s = −k (q − q_s), and with
the best counterweight. A counterweight changes the first moments of the link. [siciliano2009, §5.2], [briot]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from dalembert import finding
from dalembert.argument import instance, integer, listed, real, reals, shaped
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.control.law import with_drive_entries
from dalembert.drawing import chart
from dalembert.dynamics import inverse_dynamics, mass_matrix, regressor
from dalembert.finding.finding import Argument, Noun, given
from dalembert.robot.model import Limits, Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import LIMIT_REACHED, ROUNDING
from dalembert.typeset.label import columns, label
from dalembert.typeset.notebook_display import Displayed, card
from dalembert.typeset.palette import INK, JOINTS, LIMIT


@dataclass(frozen=True)
class Motor(Displayed):
    """Motor from a catalogue. All values refer to the motor shaft.

    Parameters
    ----------
    name : str
        Name in the catalogue.
    rotor_inertia : float
        Rotor inertia in kg m².
    continuous_torque, peak_torque : float
        Continuous and peak torque in N m.
    top_speed : float
        Maximum speed in rad/s.
    mass : float
        Mass in kg; 0 if unknown.
    """

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
            real(getattr(self, field), field, above=0, unit=self.UNITS[field])
        real(self.rotor_inertia, "rotor_inertia", lower=0, unit="kg m²")


@dataclass(frozen=True)
class MotorFit(Displayed):
    """Combination of a motor and a gear for one joint.

    Attributes
    ----------
    motor : str
        Name of the motor.
    gear : float
        Gear ratio N.
    peak : float
        Required peak motor torque, divided by the peak torque of the motor.
    duty : float
        Squared ratio of the required RMS motor torque to the continuous torque.
    speed : float
        Required motor speed, divided by the top speed of the motor.
    match : float
        Inertia ratio: reflected rotor inertia N² Im, divided by the mean inertia of the load.
    size : float
        Motor mass in kg, or the continuous torque in N m if the mass is unknown.
    load : float
        Largest ratio of peak torque, RMS torque or speed to the corresponding limit of the motor.
    fits : bool
        Whether the motor is suitable, that is, `load` is at most 1.
    """

    motor: str
    gear: float
    peak: float
    duty: float
    speed: float
    match: float
    size: float

    @property
    def fits(self) -> bool:
        return max(self.peak, self.duty, self.speed) <= 1.0

    @property
    def load(self) -> float:
        return max(self.peak, float(np.sqrt(self.duty)), self.speed)


@dataclass(frozen=True)
class Relief(Displayed):
    """RMS and peak joint torque that remain for the motor with a spring or a counterweight."""

    kind: str
    rms: float
    peak: float
    setting: dict[str, float]


@dataclass(frozen=True)
class JointDemand(Displayed):
    """Requirements of the tasks for one joint, with candidate motors, springs and counterweights.

    Attributes
    ----------
    joint : str
        Name of the joint.
    slides : bool
        Whether the joint is prismatic. If true, torques are replaced by forces in N, and speeds are in m/s.
    peak_torque, rms_torque, peak_speed : float
        Peak and RMS torque at the gear output, excluding the rotor inertia, and maximum speed.
    peak_power, mean_power : float
        Peak absolute mechanical power and mean mechanical power, in W. The mean is negative if the load drives the
        joint.
    inertia : float
        Mean inertia of the links about the joint, in kg m² or kg.
    fits : tuple of MotorFit
        All combinations of motors and gears.
    reliefs : tuple of Relief
        RMS and peak joint torque that remain for the motor with a spring or a counterweight.
    limits : Limits
        Limits of the joint in the robot model.
    travel : tuple of float
        Smallest and largest position, in rad or m.
    """

    joint: str
    slides: bool
    peak_torque: float
    rms_torque: float
    peak_speed: float
    peak_power: float
    mean_power: float
    inertia: float
    fits: tuple[MotorFit, ...]
    reliefs: tuple[Relief, ...]
    limits: Limits = Limits()
    travel: tuple[float, float] = (0.0, 0.0)

    @property
    def exceeds(self) -> tuple[str, ...]:
        """Names of the joint limits that the tasks exceed: "effort", "velocity", "position"."""
        own, (lowest, highest) = self.limits, self.travel
        pairs = [("effort", self.peak_torque, own.effort), ("velocity", self.peak_speed, own.velocity)]
        found = [what for what, peak, most in pairs if most is not None and peak > abs(most) * (1 + LIMIT_REACHED)]
        beyond = max(
            own.lower - lowest if own.lower is not None else 0, highest - own.upper if own.upper is not None else 0
        )
        return (*found, "position") if beyond > LIMIT_REACHED else tuple(found)

    @property
    def best(self) -> MotorFit | None:
        """Smallest suitable motor with the gear ratio that minimises `load`, or None if no motor is suitable."""
        good = [fit for fit in self.fits if fit.fits]
        return min(good, key=lambda fit: (fit.size, fit.load)) if good else None


_UNITS = {"torque": "N m, N", "speed": "rad/s, m/s", "power": "W", "inertia": "kg m², kg", "effort": "N m, N", "RMS": "N m, N",
          "velocity": "rad/s, m/s"}  # fmt: skip
_SIDE_BY_SIDE = 5  # largest number of joints in a printed table


def _head(name: str) -> str:
    """Return the name of a table column, followed by the unit if there is one."""
    unit = next((_UNITS[word] for word in name.split() if word in _UNITS), "")
    return f"{name} / {unit}" if unit else name


@dataclass(frozen=True, eq=False)
class Sizing(Displayed):
    """Requirements of the tasks for all joints.

    `tau`, `qd` and `qdd` (T, n) are the efforts, velocities and accelerations of the tasks.
    """

    robot: str
    joints: tuple[JointDemand, ...]
    tau: Array
    qd: Array
    qdd: Array
    motors: tuple[Motor, ...]

    def table(self) -> list[dict[str, Any]]:
        """Return a table with one row per joint."""
        rows = []
        for d in self.joints:
            best = d.best
            row: dict[str, Any] = {
                "joint": d.joint, "peak torque": d.peak_torque, "RMS torque": d.rms_torque, "peak speed": d.peak_speed,
                "peak power": d.peak_power, "mean power": d.mean_power, "load inertia": d.inertia,
            }  # fmt: skip
            if self.motors:
                none = {"motor": "none fits", "gear": None, "duty": None, "match": None}
                row |= none if best is None else {x: getattr(best, x) for x in none}
            for relief in d.reliefs:
                row[f"RMS with {relief.kind}"] = relief.rms
            if any(x.limits != Limits() for x in self.joints):
                row |= {"effort limit": d.limits.effort, "velocity limit": d.limits.velocity}
                row["exceeded"] = ", ".join(d.exceeds) or "none"
            rows.append(row)
        return rows

    def _repr_html_(self) -> str:
        rows = self.table()
        return card(
            f"Actuators of {self.robot}",
            heads=[_head(x) for x in rows[0]],
            rows=[[_short(x) for x in row.values()] for row in rows],
        )

    def __str__(self) -> str:
        rows, tables = self.table(), []
        for k in range(0, len(rows), _SIDE_BY_SIDE):
            head, *body = zip(*(map(_short, row.values()) for row in rows[k : k + _SIDE_BY_SIDE]), strict=True)
            names = [_head(x) for x in rows[0]]
            tables.append(columns((names[0], *head), tuple((x, *row) for x, row in zip(names[1:], body, strict=True))))
        return "\n\n".join(tables)

    def plot(self, path: str | Path | None = None) -> Any:
        """Plot torque against speed for each joint, with the limits of the selected motor at the gear output."""
        count = len(self.joints)
        across = min(3, count)
        figure = chart.figure(160.0 * across, 150.0 * -(-count // across))
        axes = chart.grid(figure, count, across)
        for k, (axis, demand) in enumerate(zip(axes, self.joints, strict=True)):
            tau = self.tau[:, k]
            best = demand.best
            rms = demand.rms_torque
            if best is not None:
                motor = next(m for m in self.motors if m.name == best.motor)
                tau = tau + best.gear**2 * motor.rotor_inertia * self.qdd[:, k]
                speed = motor.top_speed / best.gear
                rms = best.gear * motor.continuous_torque * np.sqrt(best.duty)
                corners = np.array([[-speed, -1], [speed, -1], [speed, 1], [-speed, 1], [-speed, -1]])
                levels = ((motor.peak_torque, "-", "motor: peak"), (motor.continuous_torque, "--", "motor: continuous"))
                for level, style, which in levels:
                    box = corners * [1, level * best.gear]
                    axis.plot(*box.T, style, color=LIMIT, linewidth=0.9, label=which)
                chosen = f": {label(best.motor)}, N = {best.gear:g}"
            else:
                chosen = ": none fits" if self.motors else ""
            axis.set_title(label(demand.joint, k + 1) + chosen, **chart.lettering())
            chart.tidy(axis)
            axis.plot(self.qd[:, k], tau, linewidth=1.0, color=JOINTS[0][0], label="task")
            axis.plot(0, rms, "o", markersize=4, color=INK, label="task: RMS torque")
            axis.set_xlabel("speed / (m/s)" if demand.slides else "speed / (rad/s)", **chart.lettering())
            axis.set_ylabel("force / N" if demand.slides else "torque / N m", **chart.lettering())
        every = {name: line for axis in axes for line, name in zip(*axis.get_legend_handles_labels(), strict=True)}
        figure.legend(every.values(), every, loc="outside lower left", ncols=len(every), frameon=False,
                      prop=chart.letters(), labelcolor=INK)  # fmt: skip
        return chart.finished(figure, path)


def _short(x: Any) -> str:
    return "" if x is None else f"{x:.4g}" if isinstance(x, float) else str(x)


PER_BODY = 10
_GEARS = (30.0, 50.0, 80.0, 100.0, 120.0, 160.0)
_FEWEST = 10  # smallest number of samples of a task


def size_actuators(
    robot: RobotLike,
    tasks: Any,
    *,
    motors: Sequence[Motor] = (),
    gears: Sequence[float] = _GEARS,
    efficiency: float = 1.0,
    samples: int = 2000,
) -> Sizing:
    """Compute the joint requirements of tasks, and select motors that meet these requirements.

    Several trajectories form one duty cycle: RMS torques and duties are averages over the whole cycle. To size motors
    for separate cycles, call the function once per cycle. Rotor inertias in the robot model are ignored, because the
    motors have not been selected yet. Drive friction is included. The masses of the selected motors are not added to
    the robot.

    For a gear ratio N and an efficiency η, a joint torque τ requires the motor torque τ / (N η) when driving and τ η /
    N when braking.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot without ball joints.
    tasks : Trajectory, list of Trajectory, or tuple of arrays (q, qd, qdd)
        Motions of one duty cycle. Arrays have shape (T, n) and are sampled at equal time steps.
    motors : sequence of Motor
        Catalogue of motors.
    gears : sequence of float
        Gear ratios to try with each motor. Default: 30, 50, 80, 100, 120, 160.
    efficiency : float
        Efficiency η of the gears, in (0, 1].
    samples : int
        Number of time steps in each trajectory.

    Returns
    -------
    Sizing
        Requirements, motors, springs and counterweights for each joint.

    Examples
    --------
    >>> import dalembert as da
    >>> way = da.trajectory.quintic([0.0] * 6, [1.0] * 6, 2.0)
    >>> sizing = da.design.size_actuators(da.gallery.ur5(), way)
    >>> for joint in sizing.joints[:3]:
    ...     print(f"{joint.joint}: peak {joint.peak_torque:.1f} N·m, RMS {joint.rms_torque:.1f} N·m")
    joint1: peak 5.0 N·m, RMS 3.0 N·m
    joint2: peak 53.8 N·m, RMS 38.2 N·m
    joint3: peak 15.6 N·m, RMS 8.9 N·m
    """
    robot = as_robot(robot)
    efficiency = real(efficiency, "efficiency", above=0, upper=1)
    gears = [real(g, "gears", above=0) for g in listed(gears, "gears", "a list of gear ratios")]
    motors = [instance(m, "motors", Motor, "a list of Motor") for m in listed(motors, "motors", "a list of Motor")]
    if not motors and (tuple(gears) != _GEARS or efficiency != 1):
        raise finding.Requires(Argument("gears" if efficiency == 1 else "efficiency"), Argument("motors")).error()
    samples = integer(samples, "samples", lower=_FEWEST)
    robot.only("a choice of actuators", loops=True, springs=True)
    (q, qd, qdd), weight = _motion(robot, tasks, samples)
    bare = with_drive_entries(robot, rotor_inertia=0)
    tau = inverse_dynamics(bare, q, qd, qdd)
    inertia = weight @ np.diagonal(mass_matrix(bare, q), axis1=-2, axis2=-1)
    demands = []
    for k, joint in enumerate(robot.dofs):
        path = q[:, k]
        speed = qd[:, k]
        effort = tau[:, k]
        own = float(inertia[k])
        fits = tuple(_fit(m, g, efficiency, effort, speed, qdd[:, k], own, weight) for m in motors for g in gears)
        power = effort * speed
        mean = float(weight @ power) if abs(weight @ power) > ROUNDING * _peak(power) else 0.0
        reliefs = (_spring(path, effort, weight), _counterweight(bare, k, (q, qd, qdd), effort, weight))
        demands.append(
            JointDemand(joint.name, joint.slides, _peak(effort), _rms(effort, weight), _peak(speed),
                        _peak(power), mean, own, fits, reliefs, joint.limits,
                        (float(path.min()), float(path.max())))
        )  # fmt: skip
    return Sizing(robot.name, tuple(demands), tau, qd, qdd, tuple(motors))


def _motion(robot: Robot, tasks: Any, samples: int) -> tuple[tuple[Array, Array, Array], Array]:
    """Return the concatenated (q, qd, qdd) of all tasks, and the integration weight of each row.

    Arrays are assumed to be sampled at equal time steps.
    """
    if isinstance(tasks, tuple) and len(tasks) == 3 and not any(map(callable, tasks)):
        q, qd, qdd = (np.atleast_2d(reals(x, name)) for x, name in zip(tasks, ("q", "qd", "qdd"), strict=True))
        weight = np.ones(len(q))
    else:
        each = [tasks] if callable(tasks) else list(tasks) if isinstance(tasks, (list, tuple)) else []
        if not each or not all(callable(x) for x in each):
            raise finding.WrongType(Argument("tasks"), Noun("tasks"), given(type(tasks).__name__)).error()
        times, *motions = zip(*(x.sampled(samples) for x in each), strict=True)
        q, qd, qdd = (np.concatenate(part) for part in motions)
        weight = np.concatenate([_trapezoids(t) for t in times])
    q, qd, qdd = (
        shaped(x, f"tasks: {name}", (len(q), robot.n), robot=robot.name)
        for x, name in ((q, "q"), (qd, "qd"), (qdd, "qdd"))
    )
    return (q, qd, qdd), weight / weight.sum()


def _trapezoids(t: Array) -> Array:
    """Compute the weights of the trapezoidal rule, such that ∫x dt ≈ weights · x."""
    weights: Array = (np.diff(t, append=t[-1]) + np.diff(t, prepend=t[0])) / 2
    return weights


def _fit(
    motor: Motor, gear: float, efficiency: float, tau: Array, qd: Array, qdd: Array, inertia: float, weight: Array
) -> MotorFit:
    driving = tau * qd >= 0
    through = np.where(driving, tau / (gear * efficiency), tau * efficiency / gear)
    torque = through + gear * motor.rotor_inertia * qdd
    return MotorFit(
        motor.name,
        gear,
        _peak(torque) / motor.peak_torque,
        (_rms(torque, weight) / motor.continuous_torque) ** 2,
        gear * _peak(qd) / motor.top_speed,
        gear**2 * motor.rotor_inertia / inertia if inertia > 0 else np.inf,
        motor.mass or motor.continuous_torque,
    )


def _spring(q: Array, tau: Array, weight: Array) -> Relief:
    """Compute the torsion spring that minimises the remaining RMS torque.

    The spring torque −k (q − q_s) with k ≥ 0 is fitted to the joint torques of the tasks.
    """
    k, level = _least(np.column_stack([-q, np.ones_like(q)]), tau, weight)
    if k <= 0:  # the torque increases with q, so a spring would increase the load
        return Relief("spring", _rms(tau, weight), _peak(tau), {"stiffness": 0.0})
    left = tau - (level - k * q)
    return Relief("spring", _rms(left, weight), _peak(left), {"stiffness": float(k), "rest": float(level / k)})


def _counterweight(robot: Robot, k: int, motion: tuple[Array, Array, Array], tau: Array, weight: Array) -> Relief:
    """Compute the counterweight that minimises the remaining RMS torque at a joint.

    The counterweight changes the link's first moments, expressed in the link frame.
    """
    column = PER_BODY * tree(robot).moved_by(k)
    Y = regressor(robot, *motion)[:, k, column + 1 : column + 4]
    change = _least(Y, -tau, weight)
    left = tau + Y @ change
    return Relief(
        "counterweight", _rms(left, weight), _peak(left), dict(zip(("mx", "my", "mz"), map(float, change), strict=True))
    )


def _least(A: Array, b: Array, weight: Array) -> Array:
    """Compute x that minimises ∫(A x − b)² dt."""
    root = np.sqrt(weight)
    x: Array = np.linalg.lstsq(A * root[:, None], b * root, rcond=None)[0]
    return x


def _peak(x: Array) -> float:
    return float(np.abs(x).max(initial=0.0))


def _rms(x: Array, weight: Array) -> float:
    return float(np.sqrt(weight @ np.square(x)))
