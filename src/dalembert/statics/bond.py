"""What loops, struts and carried weight put on the links: wrenches at link and frame origins, in world axes.

A cut gives w to its second frame and −w to its first, at the same point; a strut pulls both ends along its line; a
carried weight is −gravcomp · m · gravity at the link's centre of mass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import forward_kinematics, inverse_dynamics, jacobian
from dalembert.errors import UnsupportedElement
from dalembert.graph.scalar import is_zero
from dalembert.mechanism import loop_forces
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.spring import Strut
from dalembert.robot.tree import tree
from dalembert.statics.holding import wrench_array

Array = NDArray[Any]


def bond_wrenches(robot: Robot, state: Sequence[Array], wrench: Mapping[str, ArrayLike] | None) -> dict[str, Array]:
    """Outside wrenches with those of the bonds added, by link or frame; `state` is (q, q̇, q̈)."""
    q, qd, qdd = state
    total: dict[str, Array] = {frame: wrench_array(frame, w) for frame, w in (wrench or {}).items()}
    cuts = [loop for loop in robot.loops if isinstance(loop, Loop)]

    def push(frame: str, point: Array, force: Array, moment: Array) -> None:
        arm = point - forward_kinematics(robot, q, frame)[..., :3, 3]
        w = np.concatenate([force, moment + np.cross(arm, force)], axis=-1)
        total[frame] = total[frame] + w if frame in total else w

    if cuts:
        tau = inverse_dynamics(robot, q, qd, qdd, wrench=wrench)
        borne = loop_forces(robot, q, qd, tau, wrench=wrench)
        for loop in cuts:
            w, point = borne[loop.name], _point(robot, q, loop.second, loop.second_placement.p)
            push(loop.second, point, w[..., :3], w[..., 3:])
            push(loop.first, point, -w[..., :3], -w[..., 3:])
    for spring in robot.springs:
        if isinstance(spring, Strut):
            for frame, point, force in _strut_forces(robot, spring, q, qd):
                push(frame, point, force, np.zeros_like(force))
    for link in robot.links:
        if not is_zero(link.gravcomp) and not is_zero(link.inertia.mass):
            weight = np.array([float(x) for x in robot.gravity]) * float(link.inertia.mass)
            point = _point(robot, q, link.name, link.inertia.com)
            up = np.broadcast_to(-float(link.gravcomp) * weight, point.shape)
            push(link.name, point, up, np.zeros_like(up))
    return total


def _strut_forces(robot: Robot, spring: Strut, q: Array, qd: Array) -> list[tuple[str, Array, Array]]:
    """(link or frame, point, force) of each place a strut runs through: its tension along the line to either side."""
    if not is_zero(spring.armature):
        raise UnsupportedElement(f"link forces are not there for strut '{spring.name}', which has an armature")
    places = [_point_motion(robot, q, qd, *end) for end in spring.path]
    lines = [b[0] - a[0] for a, b in pairwise(places)]
    lengths = [np.linalg.norm(r, axis=-1, keepdims=True) for r in lines]
    along = [r / length for r, length in zip(lines, lengths, strict=True)]
    rate = sum(
        np.sum((b[1] - a[1]) * u, axis=-1, keepdims=True) for (a, b), u in zip(pairwise(places), along, strict=True)
    )
    stretch = sum(lengths) - float(spring.rest)
    taut = np.where(stretch < 0, stretch, np.maximum(stretch - float(spring.slack), 0))
    tension = float(spring.stiffness) * taut + float(spring.damping) * rate
    found = []
    for k, ((frame, _), (point, _)) in enumerate(zip(spring.path, places, strict=True)):
        after = along[k] if k < len(along) else 0
        before = along[k - 1] if k else 0
        found.append((frame, point, tension * (after - before)))
    return found


def _point(robot: Robot, q: Array, frame: str, at: Any) -> Array:
    pose = forward_kinematics(robot, q, frame)
    place = np.array([float(x) for x in at])
    found: Array = pose[..., :3, 3] + pose[..., :3, :3] @ place
    return found


def _point_motion(robot: Robot, q: Array, qd: Array, frame: str, at: Any) -> tuple[Array, Array]:
    point = _point(robot, q, frame, at)
    if tree(robot).place(frame)[0] < 0:
        return point, np.zeros_like(point)
    twist = np.squeeze(jacobian(robot, q, frame) @ qd[..., None], axis=-1)
    lever = point - forward_kinematics(robot, q, frame)[..., :3, 3]
    return point, twist[..., :3] + np.cross(twist[..., 3:], lever)
