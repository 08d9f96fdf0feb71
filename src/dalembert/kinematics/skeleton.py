"""A robot's geometry alone: what kinematics needs has no masses, so none need be known."""

from __future__ import annotations

from dataclasses import replace

from dalembert.errors import UnboundSymbol
from dalembert.robot.derived import kept_as_told
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot


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
