"""Choosing actuators: what the joints of a robot ask of their motors along its tasks.

For each joint over the tasks: peak |τ|, RMS τ = √(∫τ² dt / ∫dt), peak |q̇|, peak |τ q̇|, all on the link's side and without
rotor, beside the joint's own limits; then for a motor (Im, continuous and peak torque, top speed) behind a gear N of efficiency η

    τ_m = N Im q̈ + τ / (N η)  (driving; τ η / N when driven back),   θ̇ = N q̇,   duty = (RMS τ_m / continuous)²,   match = N² Im / M_jj

and the same with the best torsion spring, τ_s = −k (q − q_s), or counterweight, a change of the link's first moments.
[siciliano2009, §5.2], [briot]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import inverse_dynamics, mass_matrix, regressor
from dalembert.errors import WrongSize, WrongValue
from dalembert.real import reals
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.size.demand import Fit, JointDemand, Motor, Relief, Sizing

Array = NDArray[Any]
PER_BODY = 10
_GEARS = (30.0, 50.0, 80.0, 100.0, 120.0, 160.0)
_FEWEST = 10  # samples of a task


def size_actuators(
    robot: Robot,
    tasks: Any,
    *,
    motors: Sequence[Motor] = (),
    gears: Sequence[float] = _GEARS,
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
    if not motors and (tuple(gears) != _GEARS or efficiency != 1):
        raise WrongValue("gears and their efficiency are chosen for motors; give motors=[…] too")
    if not samples >= _FEWEST:
        raise WrongValue(f"samples is {samples}; a task is looked at {_FEWEST} times at least")
    robot.only("a choice of actuators", loops=True, springs=True)
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
        power, joint = tau[:, k] * qd[:, k], robot.coordinate(name)
        reliefs = (_spring(q[:, k], tau[:, k], weight), _counterweight(bare, k, (q, qd, qdd), tau[:, k], weight))
        demands.append(
            JointDemand(name, joint.slides, _peak(tau[:, k]), _rms(tau[:, k], weight), _peak(qd[:, k]),
                        _peak(power), float(weight @ power), float(inertia[k]), fits, reliefs, joint.limits)
        )  # fmt: skip
    return Sizing(robot.name, tuple(demands), tau, qd, qdd, tuple(motors))


def _motion(robot: Robot, tasks: Any, samples: int) -> tuple[tuple[Array, Array, Array], Array]:
    """(q, qd, qdd) of all tasks in a row, and each instant's share of the time they take; arrays have equal steps."""
    if isinstance(tasks, tuple) and len(tasks) == 3 and not any(map(callable, tasks)):
        q, qd, qdd = (np.atleast_2d(reals(x, name)) for x, name in zip(tasks, ("q", "qd", "qdd"), strict=True))
        weight = np.ones(len(q))
    else:
        each = [tasks] if callable(tasks) else list(tasks) if isinstance(tasks, (list, tuple)) else []
        if not each or not all(callable(x) for x in each):
            raise WrongValue(
                "tasks are trajectories, or a tuple (q, qd, qdd) of arrays; a run is one as (run.q, run.qd, run.qdd)"
            )
        times, *motions = zip(*(x.sampled(samples) for x in each), strict=True)
        q, qd, qdd = (np.concatenate(part) for part in motions)
        weight = np.concatenate([_trapezoids(t) for t in times])
    shapes = [x.shape for x in (q, qd, qdd)]
    if len({*shapes}) != 1 or q.shape[1:] != (robot.n,):
        raise WrongSize(f"q, qd, qdd of the tasks must be (T, {robot.n}) for robot '{robot.name}', got {shapes}")
    if not all(np.isfinite(x).all() for x in (q, qd, qdd)):
        raise WrongValue("q, qd, qdd of the tasks hold a number that is not finite")
    return (q, qd, qdd), weight / weight.sum()


def _trapezoids(t: Array) -> Array:
    """∫x dt = weights · x."""
    gaps = np.diff(t)
    weights: Array = (np.append(gaps, 0.0) + np.append(0.0, gaps)) / 2
    return weights


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


def _counterweight(robot: Robot, k: int, motion: tuple[Array, Array, Array], tau: Array, weight: Array) -> Relief:
    """The change of the link's first moments (x, y of its frame …) that leaves the least RMS torque at its joint."""
    column = PER_BODY * next(i for i, body in enumerate(tree(robot).bodies) if k in body.rates)
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


def _without_rotor(drive: Any) -> Any:
    if isinstance(drive, tuple):
        return tuple(_without_rotor(x) for x in drive)
    return None if drive is None else drive.changed(rotor_inertia=0)


def _peak(x: ArrayLike) -> float:
    return float(np.abs(x).max(initial=0.0))


def _rms(x: ArrayLike, weight: Array) -> float:
    return float(np.sqrt(weight @ np.square(x)))
