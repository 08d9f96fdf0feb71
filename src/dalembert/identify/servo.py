"""Logs of position servos without torques:  τ = kp (u − q) − kd q̇,  u the position asked for, within the joint's effort limit.

A joint that turns back sticks or creeps: its dry friction is then anything up to its level, whatever the sign of q̇. These samples tell
nothing of armature and friction, and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.errors import UnknownName, UnsupportedElement, WrongSize, WrongValue, did_you_mean
from dalembert.identify.log import Log
from dalembert.robot.model import Robot

GAINS = ("kp", "kd")
_CREEPS = 0.1  # of a joint's usual speed


def with_servo(robot: Robot, log: Log, servo: Mapping[str, Any]) -> Log:
    """The log with the efforts that its servos made; where the limit of an effort is reached or a joint creeps, nothing is known."""
    kp, kd = gains(robot, servo, "servo")
    if log.command is None:
        raise WrongValue(f"{log.name} has no command: a servo's effort is kp (command − q) − kd q̇")
    tau = kp * (log.command - log.q) - kd * log.qd
    for k, name in enumerate(robot.coordinates):
        most = robot.coordinate(name).limits.effort
        if name not in robot.actuated:
            tau[:, k] = 0.0
        elif most is not None and most > 0:
            tau[np.abs(tau[:, k]) > most, k] = np.nan
        if name in robot.actuated:
            speed = np.abs(log.qd[:, k])
            tau[speed < _CREEPS * np.sqrt(np.nanmean(speed**2)), k] = np.nan
    return replace(log, tau=tau, removed=None)


def gains(robot: Robot, given: Any, what: str) -> tuple[Any, Any]:
    """(kp, kd), each a number or one a coordinate."""
    if not isinstance(given, Mapping):
        raise WrongValue(f"{what} maps gains, {{'kp': …, 'kd': …}}; got {given!r}")
    for name in given:
        if name not in GAINS:
            raise UnknownName(f"{what} has '{name}'{did_you_mean(str(name), GAINS)}")
    if robot.nq != robot.nv:
        raise UnsupportedElement(f"servos are not there for robot '{robot.name}', which has balls or free bodies")
    kp, kd = (_gain(robot, given.get(name, 0.0), name) for name in GAINS)
    return kp, kd


def _gain(robot: Robot, given: Any, name: str) -> Any:
    gain = np.asarray(given, float)
    if gain.shape not in ((), (robot.nv,)):
        raise WrongSize(f"{name} has shape {gain.shape}, robot '{robot.name}' needs one number or {robot.nv}")
    return gain
