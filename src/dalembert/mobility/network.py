"""Network of bodies and joints: spanning tree, independent loops, unit screws and loop equations.

A mechanism with n bodies and j joints has L = j − n + 1 independent loops, one for each joint outside a spanning tree.
[hunt1978, ch. 2]

The velocities satisfy one equation for each loop,

    Σ ± S_k ẋ_k = 0,   S_k = [v, ω]

The unit screws S_k are expressed in world axes at the centre of all joints. The matrix C for these 6 L equations has a
column for each degree of freedom of each joint, including cut joints. The null space of C contains the instantaneous
motions of the mechanism. [davies1981], [hunt1978, ch. 12]

Lengths are divided by the size of the mechanism, so that rotations and translations are comparable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from dalembert.algorithms.sweep import columns, joints, world_poses
from dalembert.boundary import Array
from dalembert.dynamics import need_numbers
from dalembert.graph import Scalar, evaluate
from dalembert.kinematics.chain import matrix
from dalembert.mechanism.assembly import Assembly, assembly
from dalembert.mechanism.closure import extent
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.joint_types import COLUMNS, KINDS, Step
from dalembert.spatial.pose import IDENTITY, Pose


@dataclass(frozen=True)
class Circuit:
    """Closed path through the joints of a mechanism.

    The sign of a joint is +1 if the path leads from body a to body b of the joint, and −1 otherwise.
    """

    joints: tuple[int, ...]
    signs: tuple[int, ...]


class JointGraph:
    """Spanning tree and independent loops of a graph whose nodes are numbered bodies and whose edges are joints.

    Body 0 is the ground.

    The spanning tree has the smallest sum of `weights`. If joints have equal weights, joints closer to the ground are
    preferred.
    """

    def __init__(self, bodies: int, ends: Sequence[tuple[int, int]], weights: Sequence[float] | None = None) -> None:
        self.bodies, self.ends = bodies, tuple(ends)
        weight = [0.0] * len(self.ends) if weights is None else list(weights)
        at: list[list[int]] = [[] for _ in range(bodies)]
        for j, (a, b) in enumerate(self.ends):
            at[a].append(j)
            at[b].append(j)
        self.parent: dict[int, tuple[int, int]] = {}  # body: (joint, previous body)
        self.order = [0]  # bodies, parents first
        # Prim's algorithm
        near = [(weight[j], 0, j, 0) for j in at[0]]
        near.sort()
        while near:
            _, depth, j, body = heappop(near)
            other = self.ends[j][0] + self.ends[j][1] - body
            if other == 0 or other in self.parent:
                continue
            self.parent[other] = (j, body)
            self.order.append(other)
            for k in at[other]:
                heappush(near, (weight[k], depth + 1, k, other))
        tree = {j for j, _ in self.parent.values()}
        self.chords = tuple(j for j in range(len(self.ends)) if j not in tree)

    @property
    def connected(self) -> bool:
        return len(self.order) == self.bodies

    def path(self, body: int) -> list[tuple[int, int]]:
        """Return pairs (joint, sign) for the path from the ground to a body."""
        steps = []
        while body != 0:
            j, before = self.parent[body]
            steps.append((j, 1 if self.ends[j][0] == before else -1))
            body = before
        return steps[::-1]

    @cached_property
    def loops(self) -> tuple[Circuit, ...]:
        """Independent loops, one for each joint outside the tree.

        A loop leads from the ground to body a of the joint, through the joint, and back from body b.
        """
        found = []
        for j in self.chords:
            out, back = self.path(self.ends[j][0]), self.path(self.ends[j][1])
            while out and back and out[0] == back[0]:
                out, back = out[1:], back[1:]
            steps = [*out, (j, 1), *((k, -sign) for k, sign in reversed(back))]
            found.append(Circuit(tuple(k for k, _ in steps), tuple(sign for _, sign in steps)))
        return tuple(found)


_JOINT = {"ball": "spherical", "weld": "fixed"}  # joint kinds that differ from the loop kind


class NetworkJoint(NamedTuple):
    """Tree joint or cut joint between two numbered bodies. `rates` contains the indices of its degrees of freedom."""

    name: str
    kind: str
    ends: tuple[int, int]
    rates: tuple[int, ...]
    loop: Loop | None = None


@dataclass(frozen=True, eq=False)
class Network:
    """Bodies of a robot, beginning with the ground, and their joints. Links connected by fixed joints form one body."""

    robot: Robot

    @property
    def name(self) -> str:
        return self.robot.name

    @cached_property
    def tree(self) -> Tree:
        return tree(self.robot)

    @cached_property
    def assembly(self) -> Assembly:
        return assembly(self.tree)

    @cached_property
    def _carriers(self) -> dict[int, int]:
        """Index of the body to which each link in the tree belongs."""
        found = {-1: 0}
        for joint in self.robot.joints:
            if joint.moves:
                found[self.tree.place(joint.child)[0]] = len(found)
        return found

    @cached_property
    def bodies(self) -> tuple[str, ...]:
        """Names of the bodies. Each body is named after the child link of its joint."""
        return (self.robot.root, *(joint.child for joint in self.robot.joints if joint.moves))

    @cached_property
    def joints(self) -> tuple[NetworkJoint, ...]:
        """Joints of the tree, followed by the cut joints."""
        found: list[NetworkJoint] = []
        for joint in self.robot.joints:
            if joint.moves:
                ends = (self._number(joint.parent), self._number(joint.child))
                found.append(NetworkJoint(joint.name, joint.kind, ends, tuple(c.qd for c in joint.coordinates)))
        place = self.tree.nv
        for loop in self.robot.loops:
            if isinstance(loop, Loop):
                ends = (self._number(loop.first), self._number(loop.second))
                size = sum(len(COLUMNS[step.motion]) for step in _steps(loop.kind)) + 2 * (loop.kind == "rod")
                rates = tuple(range(place, place + size))
                found.append(NetworkJoint(loop.name, _JOINT.get(loop.kind, loop.kind), ends, rates, loop))
                place += size
        return tuple(found)

    def _number(self, frame: str) -> int:
        return self._carriers[self.tree.place(frame)[0]]

    @cached_property
    def graph(self) -> JointGraph:
        return JointGraph(len(self.bodies), [member.ends for member in self.joints])

    def rates(self, joints: Iterable[int]) -> list[int]:
        """Return the indices of the degrees of freedom of the given joints."""
        return [k for j in joints for k in self.joints[j].rates]

    @property
    def freedoms(self) -> int:
        """Number of degrees of freedom Σ f over all joints."""
        return sum(len(member.rates) for member in self.joints)

    @property
    def loops(self) -> int:
        """Number of independent loops, L = j − n + 1."""
        return len(self.joints) - len(self.bodies) + 1

    @property
    def couplings(self) -> int:
        """Number of couplings, such as gears. Each coupling adds one equation."""
        return sum(isinstance(loop, Coupling) for loop in self.robot.loops)

    @cached_property
    def output(self) -> int:
        """Index of the body to which the frame `tool` belongs.

        If this frame does not exist, the result is the index of the last body of an open chain, or 0 for a mechanism
        with loops.
        """
        if any(frame.name == "tool" for frame in self.robot.frames):
            return self._number("tool")
        return 0 if self.loops or self.couplings or not self.joints else self._number(self.tree.last)

    # ── positions and velocities ──────────────────────────────────────────────

    def _at(self, poses: Sequence[Pose], frame: str, own: Pose) -> Pose:
        i, place = self.tree.place(frame)
        return (poses[i] if i >= 0 else IDENTITY) @ place @ own

    def _cut(self, poses: Sequence[Pose], loop: Loop) -> tuple[Pose, Pose]:
        return self._at(poses, loop.first, loop.first_placement), self._at(poses, loop.second, loop.second_placement)

    def screws(self, q: Array) -> Array:
        """Compute the matrix S of unit screws, 6 × Σf.

        Each column is the twist [v, ω] of the second body of a joint relative to its first body.
        """
        X = joints(self.tree, [float(x) for x in q])
        poses = world_poses(self.tree, X)
        middle, size = extent(self.assembly.closure.spots)
        S = np.zeros((6, self.freedoms))
        for i, pose in enumerate(poses):
            T = matrix(pose)
            R, p = T[:3, :3], (T[:3, 3] - middle) / size
            for c in columns(self.tree, X, i):
                v, w = R @ np.array(c.phi[0], dtype=float), R @ np.array(c.phi[1], dtype=float)
                ratio = float(evaluate([c.ratio], {})[0]) / (size if self._advances(i) else 1)
                S[:, c.k] += ratio * np.concatenate([v + np.cross(p, w), w])
        for member in self.joints:
            if member.loop is not None and member.rates:
                a, b = self._cut(poses, member.loop)
                S[:, list(member.rates)] = _cut_screws(member.loop, a, b, middle, size)
        return S

    def _advances(self, i: int) -> bool:
        """Check whether a rotational coordinate also translates a body, for example in a screw joint."""
        return self.tree.bodies[i].prismatic and any(
            not body.prismatic and body.coordinate == self.tree.bodies[i].coordinate for body in self.tree.bodies
        )

    def matrix(self, S: Array, graph: JointGraph | None = None, kept: Sequence[int] | None = None) -> Array:
        """Assemble the matrix C of the loop equations, 6 L × Σf.

        `graph` and `kept` restrict the matrix to a part of the mechanism.
        """
        graph = self.graph if graph is None else graph
        C = np.zeros((6 * len(graph.loops), self.freedoms))
        for row, loop in enumerate(graph.loops):
            for k, sign in zip(loop.joints, loop.signs, strict=True):
                rates = list(self.joints[k if kept is None else kept[k]].rates)
                C[6 * row : 6 * row + 6, rates] = sign * S[:, rates]
        return C

    def coupled(self, q: Array) -> Array:
        """Return the coupling equations, c × Σf."""
        names = {loop.name for loop in self.robot.loops if isinstance(loop, Coupling)}
        rows = np.zeros((len(names), self.freedoms))
        if names:
            at = [k for k, (label, _) in enumerate(self.assembly.closure.labels) if label in names]
            rows[:, : self.tree.nv] = self.assembly.closure.errors(q[None])[1][0][at]
        return rows

    def twists(self, S: Array, body: int) -> Array:
        """Compute the twist of a body relative to the ground per unit velocity of each joint, along the tree, 6 × Σf."""
        W = np.zeros((6, self.freedoms))
        for j, sign in self.graph.path(body):
            rates = list(self.joints[j].rates)
            W[:, rates] = sign * S[:, rates]
        return W

    def slopes(self, q: Array) -> Array:
        """Compute the Jacobian of the loops with respect to the tree coordinates.

        Lengths are divided by the mechanism's size.
        """
        if not self.robot.loops:
            return np.zeros((0, self.tree.nv))
        J: Array = self.assembly.closure.errors(q[None])[1][0]
        return J


def shortest_decimal(x: Scalar) -> Scalar:
    """Convert a float to the fraction that equals its shortest decimal representation."""
    return Fraction(repr(x)) if type(x) is float else x


class RobotDescription(ABC):
    """Description of a robot, from which the robot can be built with floats or with exact numbers."""

    @property
    @abstractmethod
    def robot(self) -> Robot: ...

    @property
    @abstractmethod
    def exact(self) -> Robot: ...


def network(robot: Robot) -> Network:
    """Return the network of a numeric robot. A mimic joint is represented by a separate joint with a coupling."""
    need_numbers(robot, function="mobility")
    followers = [joint for joint in robot.joints if joint.mimic is not None]
    if not followers:
        return Network(robot)
    free = replace(robot, joints=tuple(replace(joint, mimic=None) for joint in robot.joints))
    gears = []
    for joint in followers:
        assert joint.mimic is not None
        own, leader = (free.joint(name).coordinates[0].name for name in (joint.name, joint.mimic.joint))
        gears.append(
            Coupling.linear(f"{joint.name} mimics", {own: 1, leader: -joint.mimic.multiplier}, -joint.mimic.offset)
        )
    return Network(replace(free, loops=(*free.loops, *gears)))


def _cut_screws(loop: Loop, a: Pose, b: Pose, middle: Array, size: float) -> Array:
    """Compute the unit screws of a cut joint between frames A and B. The second rotation axis is fixed in frame B."""
    A, B = matrix(a), matrix(b)
    p = (B[:3, 3] - middle) / size
    motions: list[tuple[str, Array]] = []
    for step in _steps(loop.kind):
        if step.motion == "ball":
            motions += [("turn", u) for u in np.eye(3)]
        else:
            again = step.motion == "turn" and any(motion == "turn" for motion, _ in motions)
            motions.append((step.motion, (B if again else A)[:3, "xyz".index(step.along)]))
    if loop.kind == "rod":
        motions += [("slide", u) for u in np.linalg.svd((B - A)[None, :3, 3])[2][1:]]
    turns = [np.concatenate([np.cross(p, u), u] if motion == "turn" else [u, np.zeros(3)]) for motion, u in motions]
    return np.array(turns).T


def _steps(kind: str) -> tuple[Step, ...]:
    """Return the elementary motions that a cut joint of this kind allows. A rod allows two translations in addition."""
    return KINDS["spherical" if kind == "rod" else _JOINT.get(kind, kind)]
