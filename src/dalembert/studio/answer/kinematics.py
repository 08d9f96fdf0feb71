"""Geometry and force: the ways to reach a pose, how fast and how strong the tool is there, what it cannot do."""

from __future__ import annotations

from typing import Any

import numpy as np

import dalembert as da
from dalembert.errors import DalembertError, Unreachable
from dalembert.kinematics.configuration import bounds
from dalembert.studio.answer.subject import Array, Subject, frame, number, numbers, posture

_MOST_BRANCHES = 16


def inverse(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """Every way to reach a pose (16 numbers) or a position (3), each with its manipulability and what is against it."""
    robot, where = subject.numbers, frame(subject, told)
    target = _target(told)
    if target.shape == (4, 4) and _directions(robot, where) == robot.nv:
        target = target[:3, 3]  # its direction follows from its place: a two-link arm has two ways, not one
    found = da.inverse_kinematics(robot, target, frame=where, all=True, tries=20)
    q0 = posture(subject, told)
    branches = [_branch(subject, q, where) for q in found[:_MOST_BRANCHES] if np.isfinite(q).all()]
    nearest = min(range(len(branches)), key=lambda k: _far(branches[k]["q"], q0)) if branches else -1
    return {"branches": branches, "nearest": nearest, "closed": len(found) <= _MOST_BRANCHES}


def reach(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """The posture nearest to the present one that brings the tool there, asked while the tool is dragged; to a position out
    of reach as near as it gets, and how far `off` that is."""
    q0 = posture(subject, told)
    try:
        q = da.inverse_kinematics(subject.numbers, _target(told), frame=frame(subject, told), q0=q0, tries=4)
    except Unreachable as error:
        if "position" not in told or error.q is None:
            raise
        return {"q": error.q, "off": error.distance}
    return {"q": q, "off": 0.0}


def geometry(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """Pose of the tool, manipulability and the ellipsoids at a posture; directions in which it can move at all."""
    robot, q, where = subject.numbers, posture(subject, told), frame(subject, told)
    found: dict[str, Any] = {"pose": da.forward_kinematics(robot, q, frame=where)}
    try:
        speed, force = da.velocity_ellipsoid(robot, q, frame=where), da.force_ellipsoid(robot, q, frame=where)
        found |= {
            "manipulability": da.manipulability(robot, q, frame=where),
            "velocity": {"axes": speed.axes, "radii": speed.radii},
            "force": {"axes": force.axes, "radii": force.radii},
            "directions": _directions(robot, where),
        }
    except DalembertError as error:
        found["reason"] = str(error)
    return found


def workspace(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """Points the tool can reach."""
    count = int(number(told, "samples", 6000, 100, 40000))
    found = da.workspace(subject.numbers, frame=frame(subject, told), samples=count)
    return {"points": np.round(found.points, 4), "reach": found.reach}


def singularities(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """Where the tool loses a direction: the factors of det J, with a posture of each."""
    found = da.singularities(subject.numbers, frame=frame(subject, told))
    return {
        "singularities": [{"kind": x.kind, "condition": str(x.condition), "q": x.q, "words": str(x)} for x in found]
    }


def mobility(subject: Subject, _: dict[str, Any]) -> dict[str, Any]:
    """Freedoms by Grübler's formula, in truth, and why they differ."""
    found = da.mobility(subject.numbers)
    return {
        "equation": found.equation, "formula": found.formula, "freedoms": found.full_cycle, "agrees": found.agrees,
        "reasons": list(found.reasons), "words": found.explain(),
    }  # fmt: skip


def statics(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """Torques that hold a force at the tool, and what passes through each joint."""
    robot, q = subject.numbers, posture(subject, told)
    force = numbers(told, "wrench", 6, [0.0] * 6)
    where = frame(subject, told)
    load = {where: force} if where and force.any() else None
    tau = da.static_torque(robot, q, wrench=load)
    alone = da.static_torque(robot, q)
    found: dict[str, Any] = {"tau": tau, "gravity": alone, "external": tau - alone}
    try:
        through = da.link_forces(robot, q, wrench=load)
        found["through"] = [{"joint": x, "wrench": through[x]} for x in through.joints]
    except DalembertError as error:
        found["reason"] = str(error)
    return found


def assemble(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """The posture with closed loops nearest to what was asked for."""
    return {"q": da.assemble(subject.numbers, posture(subject, told))}


def _target(told: dict[str, Any]) -> Array:
    if "pose" in told:
        return numbers(told, "pose", 16).reshape(4, 4)
    return numbers(told, "position", 3)


def _directions(robot: da.Robot, where: str | None) -> int:
    """Independent directions of the tool's point at postures without anything special: 2 of an arm that stays in a plane."""
    lower, upper = (np.clip(x, -1.0, 1.0) for x in bounds(robot))
    q = lower + (upper - lower) * np.random.default_rng(0).uniform(0.1, 0.9, (3, robot.nq))
    return int(max(np.linalg.matrix_rank(da.jacobian(robot, x, frame=where)[:3], tol=1e-6) for x in q))


def _branch(subject: Subject, q: Array, where: str | None) -> dict[str, Any]:
    robot = subject.numbers
    lower, upper = bounds(robot)
    beyond = [k + 1 for k in range(robot.nq) if not lower[k] - 1e-9 <= q[k] <= upper[k] + 1e-9]
    return {"q": q, "manipulability": da.manipulability(robot, q, frame=where), "beyond": beyond}


def _far(q: Array, q0: Array) -> float:
    return float(np.abs((np.asarray(q) - q0 + np.pi) % (2 * np.pi) - np.pi).sum())
