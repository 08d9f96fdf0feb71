"""A robot as a mechanism: its joints where they stand at q = 0. An open chain has no loops, and F = Σf."""

from __future__ import annotations

from dalembert.algorithms.sweep import joints, world_poses
from dalembert.errors import UnboundSymbol, WrongValue
from dalembert.mobility.joint import Joint
from dalembert.mobility.mechanism import Mechanism
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.spatial.vector import matvec


def from_robot(robot: Robot) -> Mechanism:
    """Links and joints of a robot; fixed joints make one body of the links they join."""
    if any(joint.mimic is not None for joint in robot.joints):
        name = next(joint.name for joint in robot.joints if joint.mimic is not None)
        raise WrongValue(f"joint '{name}' mimics another: a gear between joints, which the formula does not count")
    if robot.parameters:
        raise UnboundSymbol(f"robot '{robot.name}' has symbols without values; give them with robot.bind(…)")
    bodies = tree(robot)
    poses = world_poses(bodies, joints(bodies, [0] * bodies.n))
    named = (robot.root, *(body.link for body in bodies.bodies))
    made = []
    for body, pose in zip(bodies.bodies, poses, strict=True):
        kind = "prismatic" if body.prismatic else "revolute"
        axis = matvec(pose.R, (0, 0, 1))
        made.append(Joint(kind, named[body.parent + 1], body.link, pose.p, axis, name=body.name))
    return Mechanism(robot.name, tuple(made), named, output=named[-1] if made else "")
