"""Tree of bodies for the dynamics algorithms. Each body has one elementary motion about or along its z axis.

Links connected by fixed joints are combined into one body, without loss of accuracy. A joint becomes one body for each
of its elementary motions, and all these bodies except the last are massless. The frame of each body is located at its
joint, with the z axis along the joint axis. The motion is therefore a rotation about z, a translation along z or a ball
rotation. Right angles are represented exactly.

Regrouping transfers inertia that does not affect a joint to the parent body [gautier1990], [khalil2002, §9.4].
Regrouping does not change M, c and g in the equations of motion, but reduces the numbers of parameters and operations.
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
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Joint, Robot, cached
from dalembert.robot.spring import BallSpring, Spring
from dalembert.spatial.joint_types import ALONG, COLUMNS, ENTRIES, shift
from dalembert.spatial.pose import IDENTITY, Pose, snap
from dalembert.spatial.vector import Matrix, Vector, matmul, scale, transpose
from dalembert.tolerance import WHOLE_AXIS, ZERO_LENGTH


@dataclass(frozen=True)
class Body:
    """Moving body with T_parent_body = placement · motion.

    The motion is a rotation about z, a translation along z or a ball rotation.

    The joint displacement is `ratio` times the corresponding entries of q.
    """

    name: str  # name of the joint
    link: str  # link that the body carries; "" between the motions of one joint
    parent: int  # index of the parent body, −1 for the ground
    placement: Pose
    motion: str  # turn, slide or ball
    inertia: Inertia  # expressed in the body frame
    coordinate: int  # index of the first velocity in q̇
    place: int  # index of the first entry in q
    ratio: Any = 1
    drive: Drive | None = None
    lifted: Inertia = Inertia()  # mass and first moments whose weight is compensated

    @property
    def prismatic(self) -> bool:
        return self.motion == "slide"

    @property
    def rates(self) -> range:
        """Indices of the body's velocities in q̇."""
        return range(self.coordinate, self.coordinate + len(COLUMNS[self.motion]))

    @property
    def entries(self) -> range:
        """Indices of the body's entries in q."""
        return range(self.place, self.place + ENTRIES[self.motion])


@dataclass(frozen=True, eq=False)
class Tree:
    """Tree of bodies, ordered so that parents come first.

    `places` maps each link and frame to (body, pose relative to the body).
    """

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
    actuated: tuple[int, ...] = ()  # indices in τ

    @property
    def n(self) -> int:
        """Number of velocities: an alias of `nv`."""
        return self.nv

    def place(self, frame: str | None) -> tuple[int, Pose]:
        name = self.last if frame is None else frame
        return self.places[known(name, self.places, "frame", owner="robot", owner_name=self.name)]

    def at(self, coordinate: str) -> tuple[int, int]:
        """Return the index in q̇ and the index in q of a rotation or translation."""
        k = self.coordinates.index(coordinate)
        return k, self.bodies[self.moved_by(k)].place

    def moved_by(self, k: int) -> int:
        """Return the index of the first body that moves relative to its parent body due to velocity k."""
        return next(i for i, body in enumerate(self.bodies) if k in body.rates)

    def ancestors(self, i: int) -> tuple[int, ...]:
        """Return the indices of body i and all its ancestors, ordered from body i to the ground."""
        chain = []
        while i >= 0:
            chain.append(i)
            i = self.bodies[i].parent
        return tuple(chain)

    def common(self, first: str, second: str) -> int:
        """Return the index of the last common ancestor body of two frames, or −1 for the ground."""
        above = set(self.ancestors(self.place(first)[0]))
        return next((k for k in self.ancestors(self.place(second)[0]) if k in above), -1)

    @property
    def is_plain(self) -> bool:
        """Whether the tree is free of mimic joints and screw joints."""
        return sum(len(body.rates) for body in self.bodies) == self.nv

    @property
    def is_armoured(self) -> bool:
        """Whether at least one spring has an armature, which adds a term to M."""
        return any(not isinstance(x, BallSpring) and not is_zero(x.armature) for x in self.springs)

    @property
    def is_lifted(self) -> bool:
        """Whether gravity compensation acts on at least one link."""
        return any(not body.lifted.is_zero for body in self.bodies)

    @property
    def symbols(self) -> tuple[str, ...]:
        """Symbols for the entries of q, numbered like the velocities: q1, q2, q3, qw4, qx4, qy4, qz4, q7."""
        names = [""] * self.nq
        for body in self.bodies:
            k = body.coordinate + 1
            own = [f"q{k}"] if body.motion != "ball" else [f"q{letter}{k}" for letter in "wxyz"]
            for place, name in zip(body.entries, own, strict=True):
                names[place] = name
        return tuple(names)


def unknowns(tree: Tree, name: str) -> tuple[Node, ...]:
    """Return the symbols for a vector.

    Vectors have one entry per velocity, and q has an additional entry for each ball joint.
    """
    if name in ("q0", "q1"):
        return tuple(symbol(f"{name}_{x}") for x in tree.symbols)
    return tuple(symbol(x) for x in tree.symbols) if name == "q" else coordinates(name, tree.nv)


def coordinates(name: str, size: int) -> tuple[Node, ...]:
    """Return the symbols name1 … name<size>."""
    return tuple(symbol(f"{name}{i + 1}") for i in range(size))


@cached
def tree(robot: Robot) -> Tree:
    """Build the body tree of a robot."""
    places: dict[str, tuple[int, Pose]] = {robot.root: (-1, IDENTITY)}
    bodies: list[Body] = []
    for joint in robot.joints:
        carrier, pose = places[joint.parent]
        pose = pose @ joint.placement
        if joint.moves:
            bodies += _bodies(robot, joint, carrier, pose, len(bodies))
            last = matmul(axis_frame(joint), ALONG[joint.steps[-1].along])  # the axis of the last motion is z
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
        robot.name,
        tuple(bodies),
        robot.nq,
        robot.nv,
        robot.gravity,
        places,
        _tip(robot),
        robot.coordinates,
        robot.loops,
        robot.springs,
        driven,
    )


def _tip(robot: Robot) -> str:
    """Return the name of the default frame, which is `tool` or the end of the longest moving chain.

    The longest chain has the largest number of moving joints from the ground. If several chains are equally long, the
    first chain in the file is used. The chain includes fixed joints after the last moving joint. At a branch, the chain
    follows the joint that comes first in the file. Payloads are ignored.
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
    """Create a body for each elementary motion of a joint that is at `pose` relative to body `carrier`."""
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
    """Return (ratio, offset, leader) for a joint, following chains of mimic joints."""
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
    """Return a rotation matrix whose third column is the direction of the joint axis."""
    check_part(not symbols(joint.axis), "joint", joint.name, "an axis of numbers")
    axis = evaluate(joint.axis, {})
    length = math.hypot(*axis)
    check_part(length >= ZERO_LENGTH, "joint", joint.name, "an axis", (0, 0, 0))
    return frame_along([a / length for a in axis])


def frame_along(axis: Sequence[float]) -> Matrix:
    """Return a rotation matrix whose third column is the given unit vector, with exact zeros where possible."""
    x, y, z = axis
    whole = tuple(round(a) for a in (x, y, z))
    if max(abs(a - w) for a, w in zip((x, y, z), whole, strict=True)) <= WHOLE_AXIS and whole in _AXIS_FRAMES:
        return _AXIS_FRAMES[whole]
    # the shortest rotation from z (or −z, for accuracy) to the axis
    s = 1.0 if z >= 0 else -1.0
    k = 1 / (1 + s * z)
    return ((1 - x * x * k, -s * x * y * k, x), (-x * y * k, s * (1 - y * y * k), y), (-s * x, -y, z))


def regroup(shape: Tree, flat: bool = False) -> Tree:
    """Regroup the inertial parameters of a tree, starting with the last joint.

    The result is a tree with the same dynamics and the smallest possible number of inertial parameters.

    The part of an inertia that does not affect a joint is transferred to the parent body. For a rotation, this part is
    the axisymmetric inertia {m, (0, 0, mz), diag(J, J, 0)}. For a translation, this part is the inertia tensor. For a
    ball joint, this part is a point mass at the centre of the joint. By default, J is Iyy, which removes one entry of
    the tensor. If `flat` is true, J is ∫z² dm. The remaining inertia is then equivalent to that of a plate normal to
    the axis, Izz = Ixx + Iyy. This form requires fewer multiplications.
    """
    bodies = list(shape.bodies)
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        m = body.inertia.mass
        (mx, my, mz) = body.inertia.ms
        (xx, yy, zz, xy, yz, xz) = body.inertia.tensor
        if body.motion == "slide":
            unfelt = Inertia(0, (0, 0, 0), body.inertia.tensor).moved(Pose(body.placement.R))
            kept = Inertia(m, (mx, my, mz))
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
    """Return the regrouped body tree, from which the equations of motion are generated."""
    return regroup(tree(robot), flat)


def _plate(inertia: Inertia) -> tuple[Any, Any]:
    """Return the moments (Ixx, Iyy) of a plate that has the same effect on a joint with rotation about z."""
    (mx, my, _), (xx, yy, zz, xy, *_) = inertia.ms, inertia.tensor
    apart = xx - yy
    if is_zero(apart) or is_zero(zz - apart) or all(is_zero(x) for x in (mx, my, xy)):
        return apart, 0
    Ixx = (apart + zz) / 2
    return Ixx, zz - Ixx
