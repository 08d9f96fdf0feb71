"""Frame relative to an ancestor body: pose, Jacobian columns, velocity, and acceleration at q̈ = 0.

A unit motion [φ_v, φ_ω] with lever arm d = p − p_j has the Jacobian column [R φ_v + R φ_ω × d, R φ_ω]. [craig2005, ch.
5] Lever arms are summed from the frame to the root to avoid a loss of precision far from the origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dalembert.algorithms.rnea import BodyMotion, at_rest, moved
from dalembert.algorithms.sweep import base_acceleration, columns
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import EYE, ZERO, Vector, add, cross, matvec, scale


@dataclass(frozen=True)
class Seen:
    """Frame on body i relative to the body `root`, which is treated as stationary.

    Vectors are expressed in the frame of `root`.
    """

    tree: Tree
    X: Sequence[Motion]
    rate: Sequence[Vector]
    i: int
    place: Pose
    root: int

    @cached_property
    def path(self) -> tuple[int, ...]:
        """Bodies on the path from the child of the root to body i."""
        chain = []
        for j in self.tree.ancestors(self.i):
            if j == self.root:
                break
            chain.append(j)
        return tuple(reversed(chain))

    @cached_property
    def poses(self) -> list[Pose]:
        found: list[Pose] = []
        for j in self.path:
            found.append((found[-1] if found else IDENTITY) @ self.X[j].pose())
        return found

    @cached_property
    def pose(self) -> Pose:
        return (self.poses[-1] if self.path else IDENTITY) @ self.place

    @cached_property
    def columns(self) -> list[tuple[int, Vector, Vector]]:
        """Jacobian columns (rate, velocity of the origin, angular velocity) for each unit motion on the path."""
        found: list[tuple[int, Vector, Vector]] = []
        lever = matvec(self.poses[-1].R, self.place.p) if self.path else ZERO
        for step in reversed(range(len(self.path))):
            j, R = self.path[step], self.poses[step].R
            for c in columns(self.tree, self.X, j):
                axis = matvec(R, c.phi[1])
                linear = add(matvec(R, c.phi[0]), cross(axis, lever))
                found.append((c.k, scale(c.ratio, linear), scale(c.ratio, axis)))
            before = self.poses[step - 1].R if step else EYE
            lever = add(matvec(before, self.X[j].p), lever)
        return found

    @cached_property
    def motion(self) -> BodyMotion:
        """Compute the motion of body i at q̈ = 0, expressed in the body frame.

        Gravity is included if `root` is the ground.
        """
        here = at_rest(base_acceleration(self.tree) if self.root < 0 else ZERO)
        for j in self.path:
            here = moved(here, self.X[j], self.rate[j], (0,) * len(self.rate[j]))
        return here

    def up(self, a: Vector) -> Vector:
        """Transform a vector from the frame of body i to the frame of the root."""
        return matvec(self.poses[-1].R, a) if self.path else a

    @cached_property
    def w(self) -> Vector:
        return self.up(self.motion.w)

    @cached_property
    def acceleration(self) -> Vector:
        """Acceleration of the frame origin."""
        return self.up(add(self.motion.vd, matvec(self.motion.U, self.place.p)))

    def axis(self, k: int) -> Vector:
        return tuple(row[k] for row in self.pose.R)

    def turned(self, k: int) -> Vector:
        """Return the second derivative ü of axis k of the frame."""
        return self.up(matvec(self.motion.U, tuple(row[k] for row in self.place.R)))
