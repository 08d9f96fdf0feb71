"""Loop-closure errors φ, their Jacobian J, and the errors r that the search for closed configurations minimizes.

The errors r are divided by the mechanism's size. For cut joints that align axes, φ contains sines of angles, which are
also zero after half a turn. Therefore, r contains the rotation vector e = θ n instead, where n is the axis of the
rotation from frame A to frame B. For a single axis, n = z_A × z_B / sin θ. Since d½θ²/dt = e · (ω_B − ω_A), the rows of
ω_B − ω_A are used as derivatives of e. For a cut joint that is flipped by half a turn, the error is π.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.linalg import norm

from dalembert import finding
from dalembert.algorithms.constraint import CONTACTS, Pair, dense, rows, seen_pair
from dalembert.algorithms.sweep import joints, rates, world_poses
from dalembert.algorithms.tangent import neutral
from dalembert.boundary import Array as Array
from dalembert.codegen.runtimes.kernel import Kernel, vectors
from dalembert.finding.finding import Identifier, Measure, RobotName, Unit
from dalembert.graph import Node, evaluate
from dalembert.robot.loop import LOOPS, Coupling, Loop
from dalembert.robot.tree import Tree, unknowns
from dalembert.spatial.rotation import log
from dalembert.spatial.vector import dot, matmul, transpose
from dalembert.tolerance import LOOP_OPEN, ROUNDING, TINY


class Aligned(NamedTuple):
    """Cut joint that aligns axes: index of its first alignment row in φ, number of alignment rows, and frames."""

    row: int
    size: int  # 2 for the z axes, 3 for all axes
    pair: Pair


@dataclass(frozen=True, eq=False)
class Closure:
    """Loop-closure and contact equations of a kinematic tree, evaluated numerically."""

    tree: Tree
    contacts: tuple[tuple[str, str], ...] = ()

    @cached_property
    def system(self) -> Kernel:
        """Compiled function that maps q to φ and J."""
        tree, q = self.tree, unknowns(self.tree, "q")
        found = rows(tree, q, [0] * tree.nv, dict(self.contacts))
        self._check_constants([row.phi for row in found])
        J = [x for row in dense(tree, found) for x in row]
        phi = [row.phi for row in found]
        m = len(found)
        return Kernel("loops", vectors(q=q), [("phi", (m,), phi), ("J", (m, tree.nv), J)])

    @cached_property
    def accelerations(self) -> Kernel:
        """Compiled function that maps q, q̇ and q̈ to J q̈ + J̇q̇."""
        tree = self.tree
        q, qd, qdd = (unknowns(tree, name) for name in ("q", "qd", "qdd"))
        found = rows(tree, q, qd, dict(self.contacts))
        late = [sum((x * qdd[k] for k, x in row.slopes.items()), row.bias) for row in found]
        return Kernel("late", vectors(q=q, qd=qd, qdd=qdd), vectors(value=late))

    def _check_constants(self, phi: list[Any]) -> None:
        """Raise an error if a row of φ is constant but not zero."""
        for row, x in enumerate(phi):
            if not isinstance(x, Node) and abs(x) > LOOP_OPEN * self.size:
                raise finding.ContradictoryLoop(RobotName(self.tree.name), *self.gap_of(row, abs(float(x)))).error()

    @cached_property
    def turned(self) -> Kernel:
        """Compiled function that maps q to R and W of each cut joint that aligns axes.

        R is the orientation of frame B in frame A. W maps q̇ to ω_B − ω_A, expressed in frame A.
        """
        tree, k = self.tree, len(self._aligned)
        R: list[Any] = []
        W: list[Any] = []
        for cut in self._aligned:
            A, B = cut.pair.a.pose.R, cut.pair.b.pose.R
            R += [x for row in matmul(transpose(A), B) for x in row]
            for i in range(3):
                slopes: dict[int, Any] = {}
                for sign, seen in ((1, cut.pair.b), (-1, cut.pair.a)):
                    for rate, _, angular in seen.columns:
                        slopes[rate] = slopes.get(rate, 0) + sign * dot(cut.pair.a.axis(i), angular)
                W += [slopes.get(rate, 0) for rate in range(tree.nv)]
        return Kernel("turned", vectors(q=unknowns(tree, "q")), [("R", (k, 3, 3), R), ("W", (k, 3, tree.nv), W)])

    @cached_property
    def _aligned(self) -> list[Aligned]:
        tree = self.tree
        q = unknowns(self.tree, "q")
        still = [0] * self.tree.nv
        X, rate = joints(tree, q), rates(tree, still)
        found, row = [], 0
        for loop in tree.loops:
            lengths, angles, others = _row_counts(loop)
            if angles > 1 and isinstance(loop, Loop):
                found.append(Aligned(row + lengths, angles, seen_pair(tree, loop.name, loop.ends, X, rate, still)))
            row += lengths + angles + others
        return found

    @cached_property
    def spots(self) -> Array:
        """Positions of joints and cut joints in the world frame at the neutral configuration, `(k, 3)`."""
        tree = self.tree
        poses = world_poses(tree, joints(tree, neutral(tree)))
        found = [pose.p for pose in poses]
        for loop in tree.loops:
            if isinstance(loop, Loop):
                for frame, own in loop.ends:
                    i, place = tree.place(frame)
                    found.append((poses[i] @ place @ own if i >= 0 else place @ own).p)
        return np.array([evaluate(p, {}) for p in found]).reshape(-1, 3)

    @cached_property
    def size(self) -> float:
        """Size of the mechanism at the neutral configuration."""
        return extent(self.spots)[1]

    @cached_property
    def columns(self) -> Array:
        """Scale of each velocity coordinate: the mechanism's size for translations, and 1 for rotations."""
        slides = {k for body in self.tree.bodies if body.prismatic for k in body.rates}
        turns = {k for body in self.tree.bodies if not body.prismatic for k in body.rates}
        return np.array([self.size if k in slides - turns else 1.0 for k in range(self.tree.nv)])

    @cached_property
    def labels(self) -> list[tuple[str, str]]:
        """Loop or contact to which each row of φ belongs, and the unit of the row: m, rad, or 1 for a coupling."""
        counts = [(loop.name, _row_counts(loop)) for loop in self.tree.loops]
        counts += [(frame, (3, 3 if CONTACTS[kind] == "weld" else 0, 0)) for frame, kind in self.contacts]
        units = ("m", "rad", "1")
        return [(name, unit) for name, each in counts for unit, k in zip(units, each, strict=True) for _ in range(k)]

    @cached_property
    def scales(self) -> Array:
        """Scale factors for the rows of φ, which divide lengths by the mechanism's size."""
        couplings = {loop.name: 1 / self._strength(loop) for loop in self.tree.loops if isinstance(loop, Coupling)}
        plain = {"m": 1 / self.size, "rad": 1.0}
        return np.array([plain.get(unit, couplings.get(name, 1.0)) for name, unit in self.labels])

    def _strength(self, loop: Coupling) -> float:
        sizes = [TINY]
        for factor, powers in loop.terms:
            units = [self.columns[self.tree.coordinates.index(name)] ** power for name, power in powers]
            sizes.append(abs(float(evaluate([factor], {})[0])) * float(np.prod(units)) if powers else 0.0)
        return max(sizes)

    def gap_of(self, row: int, value: float, per: str = "") -> tuple[Identifier, Measure]:
        """Return the loop to which a row of φ belongs, and the value of this row with its unit."""
        name, unit = self.labels[row]
        return Identifier(name), Measure(value, Unit(unit + per))

    def errors(self, q: Array) -> tuple[Array, Array]:
        """Compute the errors r and their derivatives for each row of q `(k, nq)`.

        Angles are in rad, and lengths are divided by the mechanism's size.
        """
        phi, J = self.system(q)
        r, slopes = phi * self.scales, J * self.scales[:, None] * self.columns
        if self._aligned:
            R, W = self.turned(q)
            for at, cut in enumerate(self._aligned):
                e = _tilt(R[:, at]) if cut.size == 2 else log(R[:, at])
                # the rows of axes contain x_A · z_B and y_A · z_B, which rotate about y and −x
                which, sign = ((1, 0), (1, -1)) if cut.size == 2 else ((0, 1, 2), (1, 1, 1))
                for place, (i, s) in enumerate(zip(which, sign, strict=True)):
                    r[:, cut.row + place] = s * e[:, i]
                    slopes[:, cut.row + place] = s * W[:, at, i] * self.columns
        return r, slopes


def extent(points: Array) -> tuple[Array, float]:
    """Return the centre of points `(k, 3)` and the largest distance of a point from the centre, or 1 if all points
    coincide."""
    if not len(points):
        return np.zeros(3), 1.0
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    size = float(np.max(norm(points - middle, axis=1)))
    return middle, size if size > ROUNDING * (1 + float(np.abs(middle).max())) else 1.0


def _row_counts(loop: Loop | Coupling) -> tuple[int, int, int]:
    """Count the rows of a loop that are lengths, the rows that are angles, and all other rows."""
    if isinstance(loop, Coupling):
        return 0, 0, 1
    where, alignment = LOOPS[loop.kind]
    return 1 if where == "distance" else len(where), {"": 0, "axis": 2, "square": 1, "whole": 3}[alignment], 0


def _tilt(R: Array) -> Array:
    """Compute the rotation vectors θ n of the smallest rotations from z of the first frame to z of the second frame."""
    n = np.stack([-R[:, 1, 2], R[:, 0, 2], np.zeros(len(R))], axis=1)
    sine = norm(n, axis=1)
    n[sine == 0] = (1.0, 0.0, 0.0)
    angle = np.arctan2(sine, R[:, 2, 2])
    tilt: Array = n * np.where(sine > 0, angle / np.where(sine > 0, sine, 1), angle)[:, None]
    return tilt
