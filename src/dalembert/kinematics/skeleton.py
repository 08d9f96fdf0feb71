"""A robot's geometry alone: what kinematics needs has no masses, so none need be known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dalembert.errors import UnboundSymbol
from dalembert.graph import Node
from dalembert.kinematics.rotation import Array
from dalembert.robot.derived import kept_as_told
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree


@kept_as_told
def skeleton(robot: Robot) -> Robot:
    """The robot with its lengths and limits, without inertia, drives or gravity."""
    links = tuple(replace(link, inertia=Inertia()) for link in robot.links)
    joints = tuple(replace(joint, drive=None) for joint in robot.joints)
    return replace(robot, links=links, joints=joints, gravity=(0, 0, 0))


def numeric(robot: Robot) -> Robot:
    """The geometry of a robot whose lengths are all numbers."""
    bare = skeleton(robot)
    if bare.parameters:
        names = ", ".join(bare.parameters)
        raise UnboundSymbol(
            f"robot '{robot.name}' has lengths or angles without values: {names}; "
            f"give them with robot.bind({bare.parameters[0]}=…)"
        )
    return bare


def sample_lengths(robot: Robot) -> dict[str, float]:
    """Values for the lengths of a symbolic robot, different and of one size, to draw it or to try a property on."""
    return {name: round(0.6 + 0.4 * (0.618034 * k % 1), 3) for k, name in enumerate(skeleton(robot).parameters)}


@kept_as_told
def sample(robot: Robot) -> Robot:
    """The geometry with numbers: its own, and sample lengths where it has symbols."""
    lengths = sample_lengths(robot)
    return skeleton(robot).bind(**lengths) if lengths else skeleton(robot)


def bounds(robot: Robot) -> tuple[Array, Array]:
    """Lower and upper limits of the coordinates; ±∞ where there are none."""
    limits = [robot.joint(name).limits for name in robot.coordinates]
    lower = [-np.inf if x.lower is None else x.lower for x in limits]
    upper = [np.inf if x.upper is None else x.upper for x in limits]
    return np.array(lower, dtype=float), np.array(upper, dtype=float)


def revolute(robot: Robot) -> Array:
    """Which coordinates are angles."""
    return np.array([robot.joint(name).kind != "prismatic" for name in robot.coordinates], dtype=bool)


def periodic(robot: Robot) -> Array:
    """Which coordinates come back to the same place after a whole turn: not slides, nor leaders of odd mimics."""
    result = revolute(robot)
    for body in tree(robot).bodies:
        if body.prismatic or isinstance(body.ratio, Node) or body.ratio != round(body.ratio):
            result[body.coordinate] = False
    return result
