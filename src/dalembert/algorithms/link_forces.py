"""Force and moment at every joint, computed for each link separately, in world axes. [tang], [luh1980]

f_j = m (a_c − gravity) − f_out + Σ f_k
n_j = I ω̇ + ω × I ω + (c − o_j) × m (a_c − gravity) − n_out + Σ (n_k + (o_k − o_j) × f_k)

The parent of joint j exerts f_j and n_j on the child link, about the joint's origin o_j. The index k runs over the
child joints of the link. Fixed joints are included. A strut exerts equal and opposite forces on its two ends, along the
line between them. Gravity compensation exerts the force −gravcomp · m · gravity at the link's centre of mass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from dalembert.algorithms.rnea import at_rest, body_wrench, outward
from dalembert.algorithms.spring_efforts import stretches
from dalembert.algorithms.sweep import base_acceleration, joints, rates, world_poses
from dalembert.graph.scalar import is_zero, sqrt
from dalembert.robot.model import Robot
from dalembert.robot.spring import Strut
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import ZERO, Vector, add, cross, dot, matvec, scale, sub


class Load(NamedTuple):
    """Force and moment on the child link of a joint, about the joint's origin, and the direction of the joint's
    motion."""

    f: Vector
    n: Vector
    origin: Vector
    axis: Vector  # (0, 0, 0) for a fixed joint


def link_forces(
    robot: Robot,
    q: Sequence[Any],
    qd: Sequence[Any],
    qdd: Sequence[Any],
    wrench: Mapping[str, Sequence[Any]] | None = None,
) -> list[Load]:
    """Compute the load on each joint, in the order of `robot.joints`. `wrench` contains external wrenches, as in
    `rnea`."""
    bodies = tree(robot)
    X = joints(bodies, q)
    poses = world_poses(bodies, X)
    sweep = outward(bodies, X, rates(bodies, qd), rates(bodies, qdd))
    origins = [_origin(robot, bodies, poses, j) for j in range(len(robot.joints))]
    below = {joint.child: j for j, joint in enumerate(robot.joints)}
    loads: list[tuple[Vector, Vector]] = []
    for joint, (origin, _) in zip(robot.joints, origins, strict=True):
        i, place = bodies.places[joint.child]
        move = sweep[i] if i >= 0 else at_rest(base_acceleration(bodies))
        pose = poses[i] if i >= 0 else IDENTITY
        F, N = (matvec(pose.R, x) for x in body_wrench(robot.link(joint.child).inertia.moved(place), move))
        loads.append((F, add(N, cross(sub(pose.p, origin), F))))

    def push(frame: str, point: Vector, force: Vector, moment: Vector = ZERO) -> None:
        """Return an external wrench that acts at a point of a frame, in world axes."""
        j = below.get(_link_of(robot, frame))
        if j is not None:  # otherwise, the wrench acts on the ground
            f, n = loads[j]
            loads[j] = sub(f, force), sub(n, add(moment, cross(sub(point, origins[j][0]), force)))

    def seen(frame: str, own: Vector = ZERO) -> Vector:
        i, place = bodies.place(frame)
        return ((poses[i] if i >= 0 else IDENTITY) @ place @ Pose(p=own)).p

    for frame, w in (wrench or {}).items():
        push(frame, seen(frame), tuple(w[:3]), tuple(w[3:]))
    for link in robot.links:
        if not is_zero(link.gravcomp) and not is_zero(link.inertia.mass):
            push(link.name, seen(link.name, link.inertia.com), scale(-link.gravcomp * link.inertia.mass, robot.gravity))
    for strut in stretches(bodies, q, qd) if bodies.springs else ():
        path = strut.spring.path if isinstance(strut.spring, Strut) else ()
        ends = [(frame, seen(frame, own)) for frame, own in path]
        for (one, a), (other, b) in pairwise(ends):
            r = sub(b, a)
            pull = scale(strut.pull(qdd) / sqrt(dot(r, r)), r)
            push(one, a, pull)
            push(other, b, scale(-1, pull))
    for j in reversed(range(len(loads))):
        carrier = below.get(robot.joints[j].parent)
        if carrier is not None:
            (f, n), (f0, n0) = loads[j], loads[carrier]
            lever = sub(origins[j][0], origins[carrier][0])
            loads[carrier] = add(f0, f), add(n0, add(n, cross(lever, f)))
    return [Load(f, n, origin, axis) for (f, n), (origin, axis) in zip(loads, origins, strict=True)]


def _origin(robot: Robot, bodies: Tree, poses: Sequence[Pose], j: int) -> tuple[Vector, Vector]:
    """Return the origin and the axis of a joint in the world frame. The axis is constant in the moving frame."""
    joint = robot.joints[j]
    i, place = bodies.places[joint.child]
    if joint.moves:
        return poses[i].p, tuple(row[2] for row in poses[i].R) if joint.nv == 1 else ZERO
    i, place = bodies.places[joint.parent]
    return ((poses[i] if i >= 0 else IDENTITY) @ place @ joint.placement).p, ZERO


def _link_of(robot: Robot, frame: str) -> str:
    return next((x.link for x in robot.frames if x.name == frame), frame)
