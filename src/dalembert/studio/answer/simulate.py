"""Motion in time with what the page's own kernels do not have: controllers, friction, a push, and the energy ledger.

Gains come from one number, the bandwidth ω: Kp = ω² diag M, Kd = 2 ω diag M of the goal, critically damped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import dalembert as da
from dalembert.errors import DalembertError, SimulationStopped
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot
from dalembert.simulate.run import Run
from dalembert.studio.answer.subject import Array, Subject, choice, frame, number, numbers, posture, rates

CONTROLLERS = ("none", "hold", "pd", "pd_gravity", "computed_torque")
FRICTIONS = ("own", "none", "viscous", "coulomb")
_ROWS = 601


def simulate(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """A run: t, q, qd, tau and the ledger, sampled for plots and the 3D view."""
    run, stopped = moved(subject, told)
    ledger = {
        "kinetic": run.kinetic, "potential": run.potential - run.potential[0], "motors": run.work,
        "friction": run.loss, "push": run.external, "elastic": run.elastic,
    }  # fmt: skip
    shown = {name: x for name, x in ledger.items() if name in ("kinetic", "potential") or np.abs(x).max() > 1e-12}
    return {
        "t": run.t, "q": run.q, "qd": run.qd, "tau": run.tau, "ledger": shown, "residual": run.residual,
        "method": run.method, "seconds": run.statistics.get("seconds", 0.0), "stopped": stopped,
        "exceeded": [str(x) for x in run.exceeded][:6],
    }  # fmt: skip


def moved(subject: Subject, told: dict[str, Any]) -> tuple[Run, str]:
    """The motion that was asked for, and why it stopped early, if it did."""
    plant = rubbing(subject.numbers, told)
    q0, qd0 = posture(subject, told), rates(subject, told, "qd")
    duration = number(told, "duration", 3.0, 0.1, 30.0)
    goal = numbers(told, "goal", plant.nq, q0.tolist())
    tau = law(subject.numbers, told, goal, q0)
    push, where = pushed(subject, told)
    told_too: dict[str, Any] = {"wrench": {where: push}} if push is not None else {}
    stopped = ""
    try:
        run = da.simulate(plant, q0, qd0, duration=duration, tau=tau, sample=duration / (_ROWS - 1), method=None,
                          rtol=1e-8, atol=1e-10, max_step=0.02, progress=False, **told_too)  # fmt: skip
    except SimulationStopped as error:
        run, stopped = error.run, str(error)
        if run is None or len(run.t) < 2:
            raise
    return run, stopped


def rubbing(robot: Robot, told: dict[str, Any]) -> Robot:
    """The robot with the friction that was chosen in place of its own."""
    kind = choice(told, "friction", FRICTIONS, "own")
    if kind == "own":
        return robot
    size = number(told, "friction_size", 1.0, 0.0, 1e4)
    rub = {"none": {}, "viscous": {"damping": size}, "coulomb": {"coulomb": size}}[kind]
    clean: dict[str, Any] = {"damping": 0, "coulomb": 0, "motor_damping": 0, "motor_coulomb": 0, "static": 0,
                             "stribeck_velocity": 0, "asymmetry": 0, "bristle_stiffness": None, "bristle_damping": 0}  # fmt: skip

    def changed(drive: Any) -> Any:
        if isinstance(drive, tuple):
            return tuple(changed(x) for x in drive)
        return (drive or Drive()).changed(**{**clean, **rub})

    joints = tuple(
        replace(j, drive=changed(j.drive)) if j.kind not in ("fixed", "free") and j.mimic is None else j
        for j in robot.joints
    )
    return replace(robot, joints=joints)


def law(robot: Robot, told: dict[str, Any], goal: Array, q0: Array) -> Any:
    """The controller that was chosen, with its gains."""
    kind = choice(told, "controller", CONTROLLERS, "none")
    if kind == "none":
        return None
    if kind == "hold":
        return da.static_torque(robot, q0)
    w = number(told, "bandwidth", 5.0, 0.1, 60.0)
    inertia = np.diag(da.mass_matrix(robot, goal))
    kp, kd = np.diag(w * w * inertia), np.diag(2 * w * inertia)
    if kind == "computed_torque":
        return da.control.computed_torque(robot, goal, w * w, 2 * w)
    if kind == "pd_gravity":
        return da.control.pd_gravity(robot, goal, kp, kd)
    return da.control.pd_gravity(replace(robot.rigid(), gravity=(0.0, 0.0, 0.0)), goal, kp, kd)


def pushed(subject: Subject, told: dict[str, Any]) -> tuple[Callable[..., Array] | None, str]:
    """A force on the tool between two times; None where there is none."""
    force = numbers(told, "push", 3, [0.0, 0.0, 0.0])
    if not force.any():
        return None, ""
    start, length = number(told, "push_start", 0.5, 0.0, 30.0), number(told, "push_length", 0.15, 1e-3, 30.0)
    wrench = np.concatenate([force, np.zeros(3)])
    where = frame(subject, told)
    if where is None:
        raise DalembertError("a push needs the frame that is pushed")
    return (lambda t, q, qd: wrench if start <= t < start + length else 0 * wrench), where
