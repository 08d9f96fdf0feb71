"""What a robot carries: bodies that were attached and may change. Robots that differ in them share their kernels."""

from __future__ import annotations

from dataclasses import replace

from dalembert.errors import UnknownName, WrongValue, did_you_mean
from dalembert.graph import symbols
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Link, Robot
from dalembert.spatial.pose import IDENTITY


def attach(robot: Robot, frame: str, inertia: Inertia, name: str) -> Robot:
    """The robot with a body fixed at a link or frame, from where `inertia` is seen."""
    if not isinstance(inertia, Inertia):
        raise WrongValue(f"a payload is an Inertia, da.Inertia.about_com(mass, com, tensor); got {inertia!r}")
    if name == "gravity":
        raise WrongValue("'gravity' is no name for a payload: as a parameter it means gravity")
    if not symbols(inertia.parameters):
        inertia.checked(f"payload '{name}'")
    place = next((x for x in robot.frames if x.name == frame), None)
    link, placement = (robot.link(frame).name, IDENTITY) if place is None else (place.link, place.placement)
    mount = Joint(f"{name}_mount", "fixed", link, name, placement)
    return replace(robot, links=(*robot.links, Link(name, inertia, payload=True)), joints=(*robot.joints, mount))


def detach(robot: Robot, name: str) -> Robot:
    """The robot without the body of this name."""
    if not any(x.name == name and x.payload for x in robot.links):
        carried = [x.name for x in robot.links if x.payload]
        raise UnknownName(f"robot '{robot.name}' carries no '{name}'{did_you_mean(str(name), carried)}")
    hanging = next((x.child for x in robot.joints if x.parent == name), None)
    if hanging is not None:
        raise WrongValue(f"'{hanging}' is attached to '{name}'; detach that first")
    links = tuple(x for x in robot.links if x.name != name)
    return replace(robot, links=links, joints=tuple(x for x in robot.joints if x.child != name))
