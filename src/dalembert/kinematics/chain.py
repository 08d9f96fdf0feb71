"""Kinematic model: the geometry of a robot without masses, and the joint screws from the ground to a frame.

T(q) = e^{ξ₁q₁} … e^{ξₙqₙ} T(0),   the screw ξ rotates about the line (o, h) or translates along h   [murray1994, §3.2]

The formula for T(q) is the product of exponentials. With G = T T(0)⁻¹, the loop e^{ξ₁q₁} … e^{ξₙqₙ} = G can be opened
at any joint. Moving the first joint to the end gives e^{ξ₂q₂} … e^{ξₙqₙ} e^{ξ₁'q₁} = G with ξ₁' = Ad(G⁻¹) ξ₁. The
solver can therefore find a structure at any position along the arm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert import finding
from dalembert.algorithms.sweep import joints, world_poses
from dalembert.algorithms.tangent import neutral
from dalembert.boundary import RobotLike, as_robot
from dalembert.dynamics import need_numbers
from dalembert.finding.finding import FrameName, Identifier, LinkName, RobotName
from dalembert.graph import evaluate
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling
from dalembert.robot.model import Robot, cached, cached_with_source
from dalembert.robot.tree import tree
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotation import Array, cross, dot, matvec, rotate, rotation
from dalembert.tolerance import PARALLEL_AXES, RANK


@cached_with_source
def geometry(robot: Robot) -> Robot:
    """Return a copy of the robot with its lengths and joint limits, but without inertias, drives and gravity."""
    links = tuple(replace(link, inertia=Inertia()) for link in robot.links)
    joints = tuple(replace(joint, drive=None) for joint in robot.joints)
    return replace(robot, links=links, joints=joints, gravity=(0, 0, 0))


def numeric(robot: RobotLike) -> Robot:
    """Return the geometry of a robot. Raise an error if a length is a symbol."""
    bare = geometry(as_robot(robot))
    need_numbers(bare, function="kinematics")
    return bare


def sample_lengths(robot: Robot) -> dict[str, float]:
    """Choose distinct sample values of similar size for symbolic lengths, for drawing a robot or testing a property."""
    return {name: round(0.6 + 0.4 * (0.618034 * k % 1), 3) for k, name in enumerate(geometry(robot).parameters)}


@cached_with_source
def sample(robot: Robot) -> Robot:
    """Return the geometry of a robot, with symbols replaced by sample lengths."""
    lengths = sample_lengths(robot)
    return geometry(robot).bind(**lengths) if lengths else geometry(robot)


@dataclass(frozen=True)
class Screw:
    """Screw of a joint in its home position: direction `h` of the joint axis and a point `o` on the axis, `(…, 3)`."""

    prismatic: bool
    h: Array
    o: Array

    def move(self, q: Array, x: Array) -> Array:
        """Move the point x by e^{ξq}."""
        if self.prismatic:
            return np.asarray(x + q[..., None] * self.h)
        return self.o + rotate(self.h, q, x - self.o)

    @property
    def wide(self) -> Screw:
        """Add a leading axis for candidates to the arrays of the screw, if the screw varies with the pose."""
        h, o = (x[..., None, :] if x.ndim > 1 else x for x in (self.h, self.o))
        return Screw(self.prismatic, h, o)

    def under(self, R: Array, p: Array) -> Screw:
        """Transform the screw by the displacement x → R x + p."""
        return Screw(self.prismatic, matvec(R, self.h), matvec(R, self.o) + p)


@dataclass(frozen=True, eq=False)
class Chain:
    """Chain of joints.

    `coordinates[i]` is the velocity coordinate of screw i (a ball joint has three), and `entries` are indices into q.
    """

    screws: tuple[Screw, ...]
    coordinates: tuple[int, ...]
    entries: tuple[int, ...]
    home: Array  # T(0), 4×4
    serial: bool  # each screw has one entry of q
    length: float  # length of the arm, which is equivalent to one radian

    def __len__(self) -> int:
        return len(self.screws)

    def at(self, q: Array) -> list[Screw]:
        """Compute the screws of the joints at a configuration q, `(n,)`."""
        result: list[Screw] = []
        R, p = np.eye(3), np.zeros(3)
        for screw, k in zip(self.screws, self.entries, strict=True):
            here = screw.under(R, p)
            result.append(here)
            if screw.prismatic:
                p = p + q[k] * here.h
            else:
                turned = rotation(here.h, q[k])
                R, p = turned @ R, turned @ (p - here.o) + here.o
        return result

    def opened(self, start: int, R: Array, p: Array) -> list[Screw]:
        """List the screws of the loop, beginning with joint `start`.

        The joints before `start` come last, moved by G⁻¹ = (R, p)⁻¹.
        """
        back = np.swapaxes(R, -1, -2)
        wrapped = [s.under(back, -matvec(back, p)) for s in self.screws[:start]]
        return [*self.screws[start:], *wrapped]


@cached
def chain(robot: Robot, frame: str | None = None) -> Chain:
    """Return the chain of a numeric robot from the ground to a link or frame. The chain is cached in the robot."""
    shape = tree(robot)
    last, place = shape.place(frame)
    on_way = shape.ancestors(last)[::-1]
    poses = world_poses(shape, joints(shape, [float(x) for x in neutral(shape)]))
    screws, reach, before = [], 0.0, np.zeros(3)
    for i in on_way:
        T, body = matrix(poses[i]), shape.bodies[i]
        axes, here = (0, 1, 2) if body.motion == "ball" else (2,), T[:3, 3]
        screws += [Screw(body.prismatic, T[:3, k].copy(), here.copy()) for k in axes]
        reach += float(np.linalg.norm(here - before))
        before = here
    home = matrix(poses[last] @ place if last >= 0 else place)
    reach += float(np.linalg.norm(home[:3, 3] - before))
    bodies = [shape.bodies[i] for i in on_way]
    coordinates = tuple(k for body in bodies for k in body.rates)
    entries = tuple(k for body in bodies for k in body.entries)
    serial = len(set(coordinates)) == len(coordinates) and all(x.motion != "ball" and x.ratio == 1 for x in bodies)
    return Chain(tuple(screws), coordinates, entries, home, serial, reach or 1.0)


def moving_chain(robot: Robot, frame: str | None = None) -> Chain:
    """Return the chain to a frame. Raise an error if no joint moves the frame or if loops constrain its joints."""
    check_moves(robot, frame)
    found = chain(robot, frame)
    bound = _bound(robot, {robot.coordinates[k] for k in found.coordinates})
    if bound:
        raise finding.BoundByLoops(RobotName(robot.name), FrameName(frame or tree(robot).last), bound).error()
    return found


def _bound(robot: Robot, names: set[str]) -> tuple[Identifier, ...]:
    """List the loops and couplings that contain at least one of the given coordinates."""
    shape, found = tree(robot), []
    for loop in robot.loops:
        if isinstance(loop, Coupling):
            held = set(loop.coordinates)
        else:
            ways = [set(shape.ancestors(shape.place(x)[0])) for x in (loop.first, loop.second)]
            held = {robot.coordinates[k] for i in ways[0] ^ ways[1] for k in shape.bodies[i].rates}
        if held & names:
            found.append(Identifier(loop.name))
    return tuple(found)


def check_moves(robot: Robot, frame: str | None = None) -> None:
    """Raise an error if no joint moves the frame, because such a frame has no Jacobian and no workspace."""
    shape = tree(robot)
    if shape.place(frame)[0] < 0:
        links = tuple(LinkName(body.link) for body in shape.bodies[:12])
        raise finding.FixedFrame(RobotName(robot.name), FrameName(frame or shape.last), links).error()


def common_point(screws: Sequence[Screw]) -> tuple[Array, float]:
    """Compute the point nearest to all joint axes, and the largest distance of this point from an axis.

    The point x solves Σ (E − h hᵀ)(x − o) = 0. If the equation has infinitely many solutions (one axis, or parallel
    axes), the function returns the solution nearest to the point o of the first axis.
    """
    P = [np.eye(3) - np.outer(s.h, s.h) for s in screws]
    first = screws[0].o
    A, b = sum(P), sum(p @ (s.o - first) for p, s in zip(P, screws, strict=True))
    x = np.linalg.pinv(A, rcond=RANK) @ b + first
    return x, max(float(np.linalg.norm(p @ (x - s.o))) for p, s in zip(P, screws, strict=True))


def parallel(screws: Sequence[Screw], within: float) -> bool:
    """Check whether all joint axes have the same direction, up to sign."""
    return all(float(np.linalg.norm(cross(screws[0].h, s.h))) <= within for s in screws[1:])


def common_normal(a: Screw, b: Screw) -> tuple[Array, Array]:
    """Compute the end points of the common normal to two axes.

    For parallel axes, the normal passes through the point of axis a.
    """
    n = cross(a.h, b.h)
    square = dot(n, n)
    safe = np.where(square > PARALLEL_AXES, square, 1.0)
    d = b.o - a.o
    u = np.where(square > PARALLEL_AXES, dot(cross(d, b.h), n) / safe, 0.0)
    on_a = a.o + u[..., None] * a.h
    return on_a, b.o + dot(on_a - b.o, b.h)[..., None] * b.h


def matrix(pose: Pose) -> Array:
    """Convert a pose to a 4×4 matrix of floats."""
    return np.array([evaluate(list(row), {}) for row in pose.matrix()], dtype=float)
