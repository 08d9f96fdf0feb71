"""Robot as the algorithms see it: bodies with one elementary motion each, with its axis along z.

Links connected by fixed joints are combined exactly into one body. A joint becomes a body for each of its rotations,
translations and balls, all massless except the last. The frame of each body is at its motion with z along the axis. The motion
is then a rotation about z, a translation along z or a ball, and right angles are exact.

Regrouping moves inertia that has no effect on a joint to the body before it [gautier1990], [khalil2002, §9.4]. M, c and g
stay the same, with fewer parameters and fewer operations.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dalembert.argument import check_part, known
from dalembert.graph import Node, evaluate, symbol
from dalembert.graph.scalar import is_zero
from dalembert.graph.walk import symbols
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Joint, Robot, cached
from dalembert.robot.parts import Drive
from dalembert.robot.spring import BallSpring, Spring
from dalembert.spatial.joint import ALONG, COLUMNS, ENTRIES, shift
from dalembert.spatial.pose import IDENTITY, Pose, snap
from dalembert.spatial.vector import Matrix, Vector, matmul, scale, transpose
from dalembert.tolerance import WHOLE_AXIS, ZERO_LENGTH


@dataclass(frozen=True)
class Body:
    """Moving body: T_parent_body = placement · (rotation about z | translation along z | ball) by ratio · its entries of q."""

    name: str  # of its joint
    link: str  # that it carries; "" between the motions of one joint
    parent: int  # index of the body that carries it, −1 for the ground
    placement: Pose
    motion: str  # turn, slide or ball
    inertia: Inertia  # in the body's frame
    coordinate: int  # place of its first rate in q̇
    place: int  # of its first entry in q
    ratio: Any = 1
    drive: Drive | None = None
    lifted: Inertia = Inertia()  # the part of its mass and first moments whose weight is carried from outside

    @property
    def prismatic(self) -> bool:
        return self.motion == "slide"

    @property
    def rates(self) -> range:
        """Positions in q̇."""
        return range(self.coordinate, self.coordinate + len(COLUMNS[self.motion]))

    @property
    def entries(self) -> range:
        """Positions in q."""
        return range(self.place, self.place + ENTRIES[self.motion])


@dataclass(frozen=True, eq=False)
class Tree:
    """Bodies, parents first. `places` gives each link and frame as (body, pose in it)."""

    name: str
    bodies: tuple[Body, ...]
    nq: int
    nv: int
    gravity: Vector
    places: dict[str, tuple[int, Pose]]
    last: str  # the default frame
    coordinates: tuple[str, ...]
    loops: tuple[Loop | Coupling, ...] = ()
    springs: tuple[Spring, ...] = ()
    actuated: tuple[int, ...] = ()  # places in τ

    @property
    def n(self) -> int:
        """Number of rates, `nv`."""
        return self.nv

    def place(self, frame: str | None) -> tuple[int, Pose]:
        name = self.last if frame is None else frame
        return self.places[known(name, self.places, "frame", owner="robot", owner_name=self.name)]

    def at(self, coordinate: str) -> tuple[int, int]:
        """Index in q̇ and index in q of a rotation or translation."""
        k = self.coordinates.index(coordinate)
        return k, self.bodies[self.moved_by(k)].place

    def moved_by(self, k: int) -> int:
        """Return the index of the first body that the rate k moves relative to its parent."""
        return next(i for i, body in enumerate(self.bodies) if k in body.rates)

    def ancestors(self, i: int) -> tuple[int, ...]:
        """Return body i and its ancestors, towards the ground."""
        chain = []
        while i >= 0:
            chain.append(i)
            i = self.bodies[i].parent
        return tuple(chain)

    def common(self, first: str, second: str) -> int:
        """Return the deepest common ancestor of both frames, −1 for the ground."""
        above = set(self.ancestors(self.place(first)[0]))
        return next((k for k in self.ancestors(self.place(second)[0]) if k in above), -1)

    @property
    def is_plain(self) -> bool:
        """Whether every body has coordinates of its own: no joint mimics another and no translation is geared to a rotation."""
        return sum(len(body.rates) for body in self.bodies) == self.nv

    @property
    def is_armoured(self) -> bool:
        """Whether springs have inertia along their length, so that M contains more than bodies and rotors."""
        return any(not isinstance(x, BallSpring) and not is_zero(x.armature) for x in self.springs)

    @property
    def is_lifted(self) -> bool:
        """Whether the weight of some link is compensated."""
        return any(not body.lifted.is_zero for body in self.bodies)

    @property
    def symbols(self) -> tuple[str, ...]:
        """Names of the entries of q, with the numbers of the rates: q1, q2 …, qw4 qx4 qy4 qz4, q7."""
        names = [""] * self.nq
        for body in self.bodies:
            k = body.coordinate + 1
            own = [f"q{k}"] if body.motion != "ball" else [f"q{letter}{k}" for letter in "wxyz"]
            for place, name in zip(body.entries, own, strict=True):
                names[place] = name
        return tuple(names)


def unknowns(tree: Tree, name: str) -> tuple[Node, ...]:
    """Return the symbols of a vector: q has an additional entry for each ball, other vectors have one entry per velocity."""
    if name in ("q0", "q1"):
        return tuple(symbol(f"{name}_{x}") for x in tree.symbols)
    return tuple(symbol(x) for x in tree.symbols) if name == "q" else coordinates(name, tree.nv)


def coordinates(name: str, size: int) -> tuple[Node, ...]:
    """Return the symbols name1 … name<size>."""
    return tuple(symbol(f"{name}{i + 1}") for i in range(size))


@cached
def tree(robot: Robot) -> Tree:
    """Return the bodies of a robot."""
    places: dict[str, tuple[int, Pose]] = {robot.root: (-1, IDENTITY)}
    bodies: list[Body] = []
    for joint in robot.joints:
        carrier, pose = places[joint.parent]
        pose = pose @ joint.placement
        if joint.moves:
            bodies += _bodies(robot, joint, carrier, pose, len(bodies))
            last = matmul(axis_frame(joint), ALONG[joint.steps[-1].along])  # the last motion's axis is on z
            carrier, pose = len(bodies) - 1, Pose(transpose(last))
        pose = pose @ joint.after
        pose = Pose(snap(pose.R), pose.p)
        places[joint.child] = (carrier, pose)
        link = robot.link(joint.child)
        if carrier >= 0 and not link.inertia.is_zero:
            body, moved = bodies[carrier], link.inertia.moved(pose)
            bodies[carrier] = replace(body, inertia=body.inertia + moved)
            if not is_zero(link.gravcomp):
                up = Inertia(link.gravcomp * moved.mass, scale(link.gravcomp, moved.ms))
                bodies[carrier] = replace(bodies[carrier], lifted=body.lifted + up)
    for frame in robot.frames:
        carrier, pose = places[frame.link]
        places[frame.name] = (carrier, pose @ frame.placement)
    driven = tuple(robot.coordinate(name).qd for name in robot.actuated)
    return Tree(
        robot.name, tuple(bodies), robot.nq, robot.nv, robot.gravity, places, _tip(robot), robot.coordinates,
        robot.loops, robot.springs, driven,
    )  # fmt: skip


def _tip(robot: Robot) -> str:
    """Return the default frame: `tool`, else the end of the longest moving chain.

    The chain is the one with the most moving joints from the ground, or the first of equal ones in the file. It includes fixed
    joints after the last moving joint; at a branch, the first one in the file. Payloads are ignored.
    """
    if any(frame.name == "tool" for frame in robot.frames):
        return "tool"
    moving = {robot.root: 0}
    after: dict[str, str] = {}
    carried = {link.name for link in robot.links if link.payload}
    for joint in [x for x in robot.joints if x.child not in carried]:
        moving[joint.child] = moving[joint.parent] + bool(joint.moves)
        after.setdefault(joint.parent, joint.child)
    tip = max(moving, key=lambda link: moving[link])
    while tip in after:
        tip = after[tip]
    return tip


def _bodies(robot: Robot, joint: Joint, carrier: int, pose: Pose, size: int) -> list[Body]:
    """Return a body for each elementary motion of a joint at `pose` on body `carrier`."""
    ratio, offset, leader = leader_of(robot, joint)
    place, coordinate = leader.first
    found: list[Body] = []
    pose = pose @ Pose(axis_frame(joint))
    for step, drive in zip(joint.steps, joint.drives, strict=True):
        gear = joint.pitch if step.geared else 1
        shifted = IDENTITY if is_zero(offset) else shift(step.motion, gear * offset)
        at = pose @ Pose(ALONG[step.along]) @ shifted
        at = Pose(snap(at.R), at.p)
        body = Body(joint.name, "", carrier, at, step.motion, Inertia(), coordinate, place, ratio * gear, drive)
        found.append(body)
        carrier, pose = size + len(found) - 1, Pose(transpose(ALONG[step.along]))
        if joint.mimic is None and not any(motion.geared for motion in joint.steps):
            place, coordinate = place + len(body.entries), coordinate + len(body.rates)
    found[-1] = replace(found[-1], link=joint.child)
    return found


def leader_of(robot: Robot, joint: Joint) -> tuple[Any, Any, Joint]:
    """Return (ratio, offset, leader) of a joint that may mimic another one, directly or indirectly."""
    ratio: Any = 1
    offset: Any = 0
    while joint.mimic is not None:
        offset = offset + ratio * joint.mimic.offset
        ratio = ratio * joint.mimic.multiplier
        joint = robot.joint(joint.mimic.joint)
    return ratio, offset, joint


_AXIS_FRAMES: dict[tuple[int, ...], Matrix] = {
    (1, 0, 0): ALONG["x"],
    (0, 1, 0): ALONG["y"],
    (0, 0, 1): ALONG["z"],
    (-1, 0, 0): ((0, 0, -1), (0, 1, 0), (1, 0, 0)),
    (0, -1, 0): ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    (0, 0, -1): ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
}


def axis_frame(joint: Joint) -> Matrix:
    """Return a rotation with the joint's axis as third column."""
    check_part(not symbols(joint.axis), "joint", joint.name, "an axis of numbers")
    axis = evaluate(joint.axis, {})
    length = math.hypot(*axis)
    check_part(length >= ZERO_LENGTH, "joint", joint.name, "an axis", (0, 0, 0))
    return frame_along([a / length for a in axis])


def frame_along(axis: Sequence[float]) -> Matrix:
    """Return a rotation whose third column is a unit vector, with zeros where the vector permits."""
    x, y, z = axis
    whole = tuple(round(a) for a in (x, y, z))
    if max(abs(a - w) for a, w in zip((x, y, z), whole, strict=True)) <= WHOLE_AXIS and whole in _AXIS_FRAMES:
        return _AXIS_FRAMES[whole]
    # the shortest rotation that takes z (or −z, for accuracy) to the axis
    s = 1.0 if z >= 0 else -1.0
    k = 1 / (1 + s * z)
    return ((1 - x * x * k, -s * x * y * k, x), (-x * y * k, s * (1 - y * y * k), y), (-s * x, -y, z))


def regroup(shape: Tree, flat: bool = False) -> Tree:
    """Return a tree with the same dynamics and the smallest number of inertial parameters by joint-by-joint grouping.

    The part of an inertia without effect on a joint is moved to the parent: for a rotation the axisymmetric part
    {m, (0, 0, mz), diag(J, J, 0)}, for a translation the tensor, for a ball the point mass at its centre. J is Iyy, which
    removes one entry. With `flat`, J is ∫z² dm, which leaves a plate across the axis, Izz = Ixx + Iyy, whose moments need fewer
    products.
    """
    bodies = list(shape.bodies)
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        m, (mx, my, mz), (xx, yy, zz, xy, yz, xz) = body.inertia.mass, body.inertia.ms, body.inertia.tensor
        if body.motion == "slide":
            unfelt = Inertia(0, (0, 0, 0), body.inertia.tensor)
            kept = Inertia(m, (mx, my, mz), (0,) * 6)
            unfelt = unfelt.moved(Pose(body.placement.R))
        elif body.motion == "turn":
            Ixx, Iyy = _plate(body.inertia) if flat else (xx - yy, 0)
            spread = yy - Iyy
            unfelt = Inertia(m, (0, 0, mz), (spread, spread, 0, 0, 0, 0)).moved(body.placement)
            kept = Inertia(0, (mx, my, 0), (Ixx, Iyy, zz, xy, yz, xz))
        else:
            unfelt = Inertia(m).moved(body.placement)
            kept = Inertia(0, (mx, my, mz), body.inertia.tensor)
        bodies[i] = replace(body, inertia=kept)
        if body.parent >= 0:
            carrier = bodies[body.parent]
            bodies[body.parent] = replace(carrier, inertia=carrier.inertia + unfelt)
    return replace(shape, bodies=tuple(bodies))


@cached
def regrouped(robot: Robot, flat: bool = False) -> Tree:
    """Return the regrouped tree of the robot, from which its dynamics is traced."""
    return regroup(tree(robot), flat)


def _plate(inertia: Inertia) -> tuple[Any, Any]:
    """Return (Ixx, Iyy) of a plate that affect a rotation about z, if other motions than the plate's spin occur."""
    (mx, my, _), (xx, yy, zz, xy, *_) = inertia.ms, inertia.tensor
    apart = xx - yy
    if is_zero(apart) or is_zero(zz - apart) or all(is_zero(x) for x in (mx, my, xy)):
        return apart, 0
    Ixx = (apart + zz) / 2
    return Ixx, zz - Ixx
