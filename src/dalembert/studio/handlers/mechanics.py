"""Requests about kinematics, statics and simulation.

Kinematics and statics include inverse kinematics with all solutions, velocity and force ellipsoids, the workspace,
singularities and mobility. The simulation supports controllers, friction, a push on the tool, and an energy balance.
The controller gains are Kp = ω² diag M and Kd = 2 ω diag M at the goal (critically damped), where ω is the bandwidth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import dalembert as da
from dalembert import finding
from dalembert.errors import DalembertError, SimulationStopped, Unreachable
from dalembert.finding.finding import SCREEN, Argument, Noun, sentence
from dalembert.kinematics.configuration import bounds
from dalembert.kinematics.numerical_inverse import Search
from dalembert.robot.drive import Drive, Friction
from dalembert.robot.model import Robot
from dalembert.simulation.run import Run
from dalembert.studio.handlers import Array, BoundModel, choice, frame, number, numbers, posture
from dalembert.studio.page_options import CONTROLLERS
from dalembert.tolerance import POSE_REACHED, ROUNDING, STEP, TOOL_DIRECTION, TRIAL_RTOL
from dalembert.typeset.interactive_page import Data

_MOST_BRANCHES = 16


def inverse(subject: BoundModel, arguments: Data) -> Data:
    """Solve inverse kinematics for a pose (16 numbers) or a position (3 numbers), and return all solutions.

    Each solution includes the manipulability and a list of the joint limits that are exceeded.
    """
    robot, where = subject.numbers, frame(subject, arguments)
    target = _target(arguments)
    if target.shape == (4, 4) and _directions(robot, where) == robot.nv:
        target = target[:3, 3]  # the position determines the orientation, so both solutions are searched
    found = da.inverse_kinematics(robot, target, frame=where, all=True, search=Search(tries=20))
    return {"branches": [_branch(subject, q, where) for q in found[:_MOST_BRANCHES] if np.isfinite(q).all()]}


def reach(subject: BoundModel, arguments: Data) -> Data:
    """Return the nearest configuration in which the tool reaches a target, for dragging the tool with the mouse.

    If the target cannot be reached, `off` is the remaining distance in m.
    """
    q0 = posture(subject, arguments)
    try:
        q = da.inverse_kinematics(
            subject.numbers, _target(arguments), frame=frame(subject, arguments), q0=q0, search=Search(tries=4)
        )
    except Unreachable as error:
        if "position" not in arguments or error.q is None:
            raise
        return {"q": error.q, "off": error.distance}
    return {"q": q, "off": 0.0}


def geometry(subject: BoundModel, arguments: Data) -> Data:
    """Return the pose, the manipulability and the velocity ellipsoid of the tool.

    `directions` is the number of independent directions in which the tool can move.
    """
    robot = subject.numbers
    q = posture(subject, arguments)
    where = frame(subject, arguments)
    found: Data = {"pose": da.forward_kinematics(robot, q, frame=where)}
    try:
        speed = da.kinematics.velocity_ellipsoid(robot, q, frame=where)
        found |= {
            "manipulability": da.kinematics.manipulability(robot, q, frame=where),
            "velocity": {"axes": speed.axes, "radii": speed.radii},
            "directions": _directions(robot, where),
        }
    except DalembertError as error:
        found["reason"] = sentence(error.finding, SCREEN)
    return found


def workspace(subject: BoundModel, arguments: Data) -> Data:
    """Return sampled points of the workspace of the tool."""
    count = int(number(arguments, "samples", 6000, 100, 40000))
    found = da.kinematics.workspace(subject.numbers, frame=frame(subject, arguments), samples=count)
    return {"points": np.round(found.points, 4), "reach": found.reach}


def singularities(subject: BoundModel, arguments: Data) -> Data:
    """Return the singularities as factors of det J, with an example configuration for each."""
    found = da.kinematics.singularities(subject.numbers, frame=frame(subject, arguments))
    return {"singularities": [{"kind": x.kind, "condition": x.condition, "q": x.q} for x in found]}


def mobility(subject: BoundModel, _: Data) -> Data:
    """Return the number of degrees of freedom, the result of Grübler's formula, and the reasons for any difference."""
    found = da.mechanism.mobility(subject.numbers)
    return {
        "equation": found.equation,
        "formula": found.formula,
        "freedoms": found.full_cycle,
        "agrees": found.agrees,
        "reasons": found.reasons,
    }


def statics(subject: BoundModel, arguments: Data) -> Data:
    """Compute the torques that balance a force on the tool, and the wrench through each joint."""
    robot, q = subject.numbers, posture(subject, arguments)
    force = numbers(arguments, "wrench", 6, [0.0] * 6)
    where = frame(subject, arguments)
    load = {where: force} if where and force.any() else None
    tau = da.statics.static_torque(robot, q, wrench=load)
    alone = da.statics.static_torque(robot, q)
    found: Data = {"tau": tau, "gravity": alone, "external": tau - alone}
    try:
        through = da.statics.link_forces(robot, q, wrench=load)
        found["through"] = [{"joint": x, "wrench": through[x]} for x in through.joints]
    except DalembertError as error:
        found["reason"] = sentence(error.finding, SCREEN)
    return found


def _target(arguments: Data) -> Array:
    if "pose" in arguments:
        return numbers(arguments, "pose", 16).reshape(4, 4)
    return numbers(arguments, "position", 3)


def _directions(robot: da.Robot, where: str | None) -> int:
    """Return the number of independent directions in which the tool can move at random configurations, such as 2 for a
    planar arm."""
    lower, upper = (np.clip(x, -1.0, 1.0) for x in bounds(robot))
    q = lower + (upper - lower) * np.random.default_rng(0).uniform(0.1, 0.9, (3, robot.nq))
    return int(max(np.linalg.matrix_rank(da.jacobian(robot, x, frame=where)[:3], tol=TOOL_DIRECTION) for x in q))


def _branch(subject: BoundModel, q: Array, where: str | None) -> Data:
    robot = subject.numbers
    lower, upper = bounds(robot)
    beyond = [k + 1 for k in range(robot.nq) if not lower[k] - POSE_REACHED <= q[k] <= upper[k] + POSE_REACHED]
    return {"q": q, "manipulability": da.kinematics.manipulability(robot, q, frame=where), "beyond": beyond}


FRICTIONS = ("own", "none", "viscous", "coulomb")
_ROWS = 601


def simulate(subject: BoundModel, arguments: Data) -> Data:
    """Simulate a motion, and return t, q, qd, tau and the energy balance as samples for plots and the 3D view."""
    run, stopped = simulated(subject, arguments)
    balance = {
        "kinetic": run.kinetic,
        "potential": run.potential - run.potential[0],
        "motors": run.work,
        "friction": run.loss,
        "push": run.external,
        "elastic": run.elastic,
    }
    shown = {name: x for name, x in balance.items() if name in ("kinetic", "potential") or np.abs(x).max() > ROUNDING}
    return {
        "t": run.t,
        "q": run.q,
        "qd": run.qd,
        "tau": run.tau,
        "balance": shown,
        "residual": run.residual,
        "method": run.method,
        "seconds": run.statistics.get("seconds", 0.0),
        "stopped": stopped,
        "exceeded": [
            [x.joint, x.quantity, x.limit.value, x.value.value, x.value.unit, x.time.value] for x in run.exceeded
        ],
    }


def simulated(subject: BoundModel, arguments: Data) -> tuple[Run, str]:
    """Simulate the requested motion. Return the run, and the reason if the simulation stopped early."""
    plant = with_friction(subject.numbers, arguments)
    q0, qd0 = posture(subject, arguments), numbers(arguments, "qd", plant.nv, [0.0] * plant.nv)
    duration = number(arguments, "duration", 3.0, 0.1, 30.0)
    goal = numbers(arguments, "goal", plant.nq, q0.tolist())
    tau = controller(subject.numbers, arguments, goal, q0)
    push, where = push_of(subject, arguments)
    wrench = None if push is None else {where: push}
    solver = da.simulation.Solver(rtol=TRIAL_RTOL, atol=TRIAL_RTOL / 100, max_step=0.02)
    recording = da.simulation.Recording(duration / (_ROWS - 1), progress=False)
    stopped = ""
    try:
        run = da.simulate(plant, q0, qd0, duration=duration, tau=tau, wrench=wrench, method=solver, sample=recording)
    except SimulationStopped as error:
        run, stopped = error.run, sentence(error.finding, SCREEN)
        if run is None or len(run.t) < 2:
            raise
    return run, stopped


def with_friction(robot: Robot, arguments: Data) -> Robot:
    """Return the robot with the friction that the user selected."""
    kind = choice(arguments, "friction", FRICTIONS, "own")
    if kind == "own":
        return robot
    size = number(arguments, "friction_size", 1.0, 0.0, 1e4)
    chosen = {"none": Friction(), "viscous": Friction(damping=size), "coulomb": Friction(coulomb=size)}[kind]

    def changed(drive: Any) -> Any:
        if isinstance(drive, tuple):
            return tuple(changed(x) for x in drive)
        own = drive or Drive()
        motor, friction = replace(own.motor, damping=0, coulomb=0), replace(chosen, offset=own.friction.offset)
        return Drive(motor=motor, gear=own.gear, friction=friction, spring=own.spring)

    joints = tuple(
        replace(j, drive=changed(j.drive)) if j.kind not in ("fixed", "free") and j.mimic is None else j
        for j in robot.joints
    )
    return replace(robot, joints=joints)


def controller(robot: Robot, arguments: Data, goal: Array, q0: Array) -> Any:
    """Create the selected controller with gains for the requested bandwidth."""
    kind = choice(arguments, "controller", CONTROLLERS, "none")
    if kind == "none":
        return None
    if kind == "hold":
        return da.statics.static_torque(robot, q0)
    w = number(arguments, "bandwidth", 5.0, 0.1, 60.0)
    inertia = np.diag(da.mass_matrix(robot, goal))
    kp, kd = np.diag(w * w * inertia), np.diag(2 * w * inertia)
    if kind == "computed_torque":
        return da.control.computed_torque(robot, goal, w * w, 2 * w)
    if kind == "pd_gravity":
        return da.control.pd_gravity(robot, goal, kp, kd)
    return da.control.pd_gravity(replace(robot.rigid(), gravity=(0.0, 0.0, 0.0)), goal, kp, kd)


def push_of(subject: BoundModel, arguments: Data) -> tuple[Callable[..., Array] | None, str]:
    """Return a force that acts on the tool during a time interval, or None if the request specifies no force."""
    force = numbers(arguments, "push", 3, [0.0, 0.0, 0.0])
    if not force.any():
        return None, ""
    start, length = number(arguments, "push_start", 0.5, 0.0, 30.0), number(arguments, "push_length", 0.15, STEP, 30.0)
    wrench = np.concatenate([force, np.zeros(3)])
    where = frame(subject, arguments)
    if where is None:
        raise finding.MissingArgument(Argument("frame"), Noun("frame of push")).error()
    return (lambda t, q, qd: wrench if start <= t < start + length else 0 * wrench), where
