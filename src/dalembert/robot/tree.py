"""The robot as the algorithms see it: bodies with one moving joint each, axis on z.

Fixed joints are lumped into the body that carries them, exactly. Each body's
frame sits on its joint with z along the axis, so that every joint is a rotation
about z or a translation along z, and right angles are exact.

`regroup` moves inertia that a joint cannot feel to the body before it
[gautier1990], [khalil2002, §9.4]: M, c and g stay the same, with fewer
parameters and so fewer operations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from dalembert.errors import UnknownName, WrongValue, did_you_mean
from dalembert.graph import Node, evaluate
from dalembert.graph.walk import symbols
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Robot
from dalembert.spatial.pose import IDENTITY, Pose, rotation_z, snap
from dalembert.spatial.vector import EYE, Matrix, Vector, transpose


@dataclass(frozen=True)
class Body:
    """A moving body: T_parent_body = placement · (rotation about z | translation along z) by ratio·q[coordinate]."""

    name: str  # of its joint
    link: str
    parent: int  # index of the body that carries it, −1 for the ground
    placement: Pose
    prismatic: bool
    inertia: Inertia  # in the body's frame
    coordinate: int
    ratio: Any = 1
    drive: Drive | None = None


@dataclass(frozen=True, eq=False)
class Tree:
    """Bodies, parents first. `places` gives each link and frame as (body, pose in it)."""

    name: str
    bodies: tuple[Body, ...]
    n: int
    gravity: Vector
    places: dict[str, tuple[int, Pose]]
    last: str  # the default frame

    def place(self, frame: str | None) -> tuple[int, Pose]:
        name = self.last if frame is None else frame
        if not isinstance(name, str) or name not in self.places:
            raise UnknownName(
                f"robot '{self.name}' has no link or frame '{name}'{did_you_mean(str(name), self.places)}"
            )
        return self.places[name]

    def ancestors(self, i: int) -> tuple[int, ...]:
        """Body i and those that carry it, towards the ground."""
        chain = []
        while i >= 0:
            chain.append(i)
            i = self.bodies[i].parent
        return tuple(chain)

    @property
    def is_plain(self) -> bool:
        """Every body has a coordinate of its own, that is, no joint mimics another."""
        return len(self.bodies) == self.n


@lru_cache(maxsize=64)
def tree(robot: Robot) -> Tree:
    """The bodies of a robot."""
    coordinates = {name: k for k, name in enumerate(robot.coordinates)}
    places: dict[str, tuple[int, Pose]] = {robot.root: (-1, IDENTITY)}
    bodies: list[Body] = []
    for joint in robot.joints:
        carrier, pose = places[joint.parent]
        pose = pose @ joint.placement
        if joint.moves:
            ratio, offset, leader = _drive_coordinate(robot, joint)
            axis = _axis_frame(joint)
            placement = pose @ Pose(axis) @ _shift(joint, offset)
            placement = Pose(snap(placement.R), placement.p)
            carrier, pose = len(bodies), Pose(transpose(axis))
            bodies.append(
                Body(joint.name, joint.child, places[joint.parent][0], placement, joint.kind == "prismatic",
                     Inertia(), coordinates[leader], ratio, joint.drive)
            )  # fmt: skip
        pose = pose @ joint.after
        pose = Pose(snap(pose.R), pose.p)
        places[joint.child] = (carrier, pose)
        inertia = robot.link(joint.child).inertia
        if carrier >= 0 and not inertia.is_zero:
            body = bodies[carrier]
            bodies[carrier] = replace(body, inertia=body.inertia + inertia.moved(pose))
    last = robot.joints[-1].child if robot.joints else robot.root
    last = "tool" if any(frame.name == "tool" for frame in robot.frames) else last
    for frame in robot.frames:
        carrier, pose = places[frame.link]
        places[frame.name] = (carrier, pose @ frame.placement)
    return Tree(robot.name, tuple(bodies), robot.n, robot.gravity, places, last)


def regroup(tree: Tree) -> Tree:
    """The same dynamics with the fewest inertial parameters that joint-by-joint grouping reaches.

    What a revolute joint cannot feel is the axisymmetric part {m, (0, 0, mz), diag(Iyy, Iyy, 0)};
    what a prismatic joint cannot feel is the tensor.
    """
    bodies = list(tree.bodies)
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        m, (mx, my, mz), (xx, yy, zz, xy, yz, xz) = body.inertia.mass, body.inertia.ms, body.inertia.tensor
        if body.prismatic:
            unfelt = Inertia(0, (0, 0, 0), body.inertia.tensor)
            kept = Inertia(m, (mx, my, mz), (0,) * 6)
            unfelt = unfelt.moved(Pose(body.placement.R))
        else:
            unfelt = Inertia(m, (0, 0, mz), (yy, yy, 0, 0, 0, 0)).moved(body.placement)
            kept = Inertia(0, (mx, my, 0), (xx - yy, 0, zz, xy, yz, xz))
        bodies[i] = replace(body, inertia=kept)
        if body.parent >= 0:
            carrier = bodies[body.parent]
            bodies[body.parent] = replace(carrier, inertia=carrier.inertia + unfelt)
    return replace(tree, bodies=tuple(bodies))


def _drive_coordinate(robot: Robot, joint: Joint) -> tuple[Any, Any, str]:
    """(ratio, offset, leader) of a joint that may mimic another, through any number of steps."""
    ratio: Any = 1
    offset: Any = 0
    while joint.mimic is not None:
        offset = offset + ratio * joint.mimic.offset
        ratio = ratio * joint.mimic.multiplier
        joint = robot.joint(joint.mimic.joint)
    return ratio, offset, joint.name


def _shift(joint: Joint, amount: Any) -> Pose:
    if not isinstance(amount, Node) and amount == 0:
        return IDENTITY
    return Pose(EYE, (0, 0, amount)) if joint.kind == "prismatic" else Pose(rotation_z(amount))


_AXIS_FRAMES: dict[tuple[int, ...], Matrix] = {
    (1, 0, 0): ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    (0, 1, 0): ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    (0, 0, 1): EYE,
    (-1, 0, 0): ((0, 0, -1), (0, 1, 0), (1, 0, 0)),
    (0, -1, 0): ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    (0, 0, -1): ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
}


def _axis_frame(joint: Joint) -> Matrix:
    """A rotation whose third column is the joint's axis, sparse where the axis allows."""
    if symbols(joint.axis):
        raise WrongValue(f"axis of joint '{joint.name}' holds a symbol; an axis is made of numbers")
    axis = evaluate(joint.axis, {})
    length = math.hypot(*axis)
    if length < 1e-12:
        raise WrongValue(f"joint '{joint.name}' has axis (0, 0, 0); it needs a direction")
    x, y, z = (a / length for a in axis)
    whole = tuple(round(a) for a in (x, y, z))
    if max(abs(a - w) for a, w in zip((x, y, z), whole, strict=True)) <= 1e-11 and whole in _AXIS_FRAMES:
        return _AXIS_FRAMES[whole]
    # the shortest rotation that takes z (or −z, for accuracy) to the axis
    s = 1.0 if z >= 0 else -1.0
    k = 1 / (1 + s * z)
    return ((1 - x * x * k, -s * x * y * k, x), (-x * y * k, s * (1 - y * y * k), y), (-s * x, -y, z))
