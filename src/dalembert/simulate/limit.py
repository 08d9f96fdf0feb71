"""The limits of a robot's motors in a simulation: those of its drives, and of its joints where they are kept."""

from __future__ import annotations

from dalembert.algorithms.limit import Envelope, Limit, envelope, finite
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree


def motor_limits(robot: Robot, tree: Tree, joints: bool) -> tuple[Limit, ...]:
    """The envelopes of the robot's coordinates that have one; with `joints` those of `Limits` count too."""
    found = []
    for k, name in enumerate(robot.coordinates):
        own = robot.coordinate(name)
        given = envelope(own.drive or Drive())
        if joints:
            effort, velocity = (finite(x) for x in (own.limits.effort, own.limits.velocity))
            given = given.within(effort, velocity)
        if given != Envelope():
            main = next(i for i, b in enumerate(tree.bodies) if k in b.rates and robot.joint(b.name).mimic is None)
            found.append(Limit(k, main, given))
    return tuple(found)
