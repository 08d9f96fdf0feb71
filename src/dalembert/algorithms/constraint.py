"""Constraints imposed by loops and contacts: φ(q) = 0,  J q̇ = 0,  J q̈ = −J̇q̇.

A cut joint connects frame A to frame B. All vectors are expressed relative to the body C, the deepest common ancestor
of both frames, so the motion of C has no effect. With r = p_B − p_A, a direction u fixed in A and a direction v fixed
in B:

    u · r      u·ṙ + (ω_A × u)·r            u·r̈ + 2 (ω_A × u)·ṙ + ü·r
    u · v      (ω_B − ω_A)·(v × u)          u·v̈ + 2 (ω_A × u)·(ω_B × v) + ü·v,   ü = U_A u
    ½(r² − l²)/l      r·ṙ / l               (ṙ·ṙ + r·r̈) / l

The three columns are φ, J q̇ and J q̈ + J̇q̇. The term J̇q̇ equals the third column evaluated at q̈ = 0. Conditions for
coincident points are expressed along constant axes, which include the z axis of A if that axis is constant. With this
choice of axes, the redundant rows of a planar mechanism are exactly zero. [featherstone2008, ch. 8]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from dalembert import finding
from dalembert.algorithms.frame import Seen
from dalembert.algorithms.sweep import joints, rates
from dalembert.finding.finding import Identifier, LinkName
from dalembert.graph import Node
from dalembert.graph.scalar import sqrt
from dalembert.robot.loop import LOOPS, Coupling, Loop
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, ZERO, Matrix, Vector, add, cross, dot, scale, sub, transpose

Wrench = tuple[Vector, Vector]
CONTACTS = {"point": "ball", "surface": "weld"}


def rows(tree: Tree, q: Sequence[Any], qd: Sequence[Any], contacts: Mapping[str, str] | None = None) -> list[Row]:
    """Return all scalar constraints, with loops first and contacts second. The residual φ of a contact is 0."""
    return [row for part in parts(tree, q, qd, contacts) for row in part]


def parts(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], contacts: Mapping[str, str] | None = None
) -> list[list[Row]]:
    """Return the scalar constraints of each loop and contact."""
    X, rate = joints(tree, q), rates(tree, qd)
    found: list[list[Row]] = []
    for loop in tree.loops:
        found.append(_coupled(tree, loop, q, qd) if isinstance(loop, Coupling) else _cut(tree, loop, X, rate, qd))
    for frame, kind in (contacts or {}).items():
        found.append(_held(tree, frame, kind, X, rate, qd))
    return found


def closure(tree: Tree, q: Sequence[Any]) -> list[Any]:
    """Compute φ(q), the loop-closure residuals in m and rad."""
    return [row.phi for row in rows(tree, q, [0] * tree.nv)]


def loop_jacobian(tree: Tree, q: Sequence[Any]) -> list[list[Any]]:
    """Compute the constraint Jacobian J(q) = ∂φ/∂q on the tangent space, with one row for each row of `closure`."""
    return dense(tree, rows(tree, q, [0] * tree.nv))


def dense(tree: Tree, found: Sequence[Row]) -> list[list[Any]]:
    """Convert sparse constraint rows to the dense matrix J."""
    return [[row.slopes.get(k, 0) for k in range(tree.nv)] for row in found]


class Row(NamedTuple):
    """Scalar constraint, with the residual φ, its derivatives with respect to the velocities, and J̇q̇.

    `Row` also contains the wrench on B for a unit multiplier, expressed in the frame of C.
    """

    phi: Any
    slopes: dict[int, Any]
    bias: Any
    arm: Wrench = (ZERO, ZERO)


@dataclass(frozen=True)
class Pair:
    """Frames A and B of a cut joint, and the quantities required by its constraints."""

    a: Seen
    b: Seen
    qd: Sequence[Any]

    @cached_property
    def r(self) -> Vector:
        return sub(self.b.pose.p, self.a.pose.p)

    @cached_property
    def rd(self) -> Vector:
        """Time derivative ṙ of the vector from A to B."""
        total: Vector = ZERO
        for sign, seen in ((1, self.b), (-1, self.a)):
            for k, linear, _ in seen.columns:
                total = add(total, scale(sign * self.qd[k], linear))
        return total

    @cached_property
    def rdd(self) -> Vector:
        return sub(self.b.acceleration, self.a.acceleration)

    def slopes_along(self, axis: Vector) -> dict[int, Any]:
        """Return the derivatives axis · ∂r/∂q, one per rate."""
        slopes: dict[int, Any] = {}
        for sign, seen in ((1, self.b), (-1, self.a)):
            for k, linear, _ in seen.columns:
                slopes[k] = slopes.get(k, 0) + sign * dot(axis, linear)
        return slopes

    def constant(self, axis: Vector) -> Row:
        """Return the constraint axis · r for a constant axis."""
        return Row(dot(axis, self.r), self.slopes_along(axis), dot(axis, self.rdd), (axis, ZERO))

    def moving(self, i: int) -> Row:
        """Return the constraint u · r for axis i of A."""
        u = self.a.axis(i)
        value, slopes, bias, arm = self.constant(u)
        lever = cross(u, self.r)
        for k, _, angular in self.a.columns:
            slopes[k] = slopes.get(k, 0) + dot(angular, lever)
        swing = 2 * dot(cross(self.a.w, u), self.rd)
        return Row(value, slopes, bias + swing + dot(self.a.turned(i), self.r), arm)

    def angle(self, i: int, j: int) -> Row:
        """Return the constraint u · v for axis i of A and axis j of B."""
        u, v = self.a.axis(i), self.b.axis(j)
        lever = cross(v, u)
        slopes: dict[int, Any] = {}
        for sign, seen in ((1, self.b), (-1, self.a)):
            for k, _, angular in seen.columns:
                slopes[k] = slopes.get(k, 0) + sign * dot(angular, lever)
        swing = 2 * dot(cross(self.a.w, u), cross(self.b.w, v))
        bias = dot(u, self.b.turned(j)) + swing + dot(self.a.turned(i), v)
        return Row(dot(u, v), slopes, bias, (ZERO, lever))

    def distance(self, length: Any) -> Row:
        """Return the constraint ½ (r² − l²) / l, which fixes the distance between two points."""
        slopes = {k: x / length for k, x in self.slopes_along(self.r).items()}
        value = (dot(self.r, self.r) - length * length) / (2 * length)
        bias = (dot(self.rd, self.rd) + dot(self.r, self.rdd)) / length
        return Row(value, slopes, bias, (scale(1 / length, self.r), ZERO))


def _cut(tree: Tree, loop: Loop, X: Sequence[Motion], rate: Sequence[Vector], qd: Sequence[Any]) -> list[Row]:
    ends = ((loop.first, loop.first_placement), (loop.second, loop.second_placement))
    pair = seen_pair(tree, loop.name, ends, X, rate, qd)
    where, alignment = LOOPS[loop.kind]
    if where == "distance":
        return [pair.distance(loop.length)]
    if where == "xyz":
        found = [pair.constant(axis) for axis in _axes(pair.a.pose.R)]
    else:
        found = [pair.moving("xyz".index(letter)) for letter in where]
    if alignment == "axis":
        found += [pair.angle(0, 2), pair.angle(1, 2)]
    elif alignment == "square":
        found.append(pair.angle(0, 1))
    elif alignment == "whole":
        found += [_half(pair.angle(i, j), pair.angle(j, i)) for i, j in ((2, 1), (0, 2), (1, 0))]
    return found


def seen_pair(
    tree: Tree,
    name: str,
    ends: Sequence[tuple[str, Pose]],
    X: Sequence[Motion],
    rate: Sequence[Vector],
    qd: Sequence[Any],
) -> Pair:
    """Express two frames, each given as (link or frame, pose), relative to their deepest common ancestor."""
    (i, at_a), (j, at_b) = (tree.place(frame) for frame, _ in ends)
    if i == j:
        raise finding.LoopOnOneBody(Identifier(name), (LinkName(ends[0][0]), LinkName(ends[1][0]))).error()
    root = tree.common(ends[0][0], ends[1][0])
    a, b = Seen(tree, X, rate, i, at_a @ ends[0][1], root), Seen(tree, X, rate, j, at_b @ ends[1][1], root)
    return Pair(a, b, qd)


def _held(
    tree: Tree, frame: str, kind: str, X: Sequence[Motion], rate: Sequence[Vector], qd: Sequence[Any]
) -> list[Row]:
    """Return the constraints that fix a frame in the world, expressed along the world axes."""
    i, place = tree.place(frame)
    if i < 0:
        raise finding.contradiction("contact frame", frame, "a joint that moves it")
    foot = Seen(tree, X, rate, i, place, -1)
    ground = Seen(tree, X, rate, -1, Pose(EYE, ZERO), -1)
    pair = Pair(ground, foot, qd)
    found = [pair.constant(axis)._replace(phi=0) for axis in EYE]
    if CONTACTS[kind] == "weld":
        spin = foot.up(foot.motion.wd)
        for i, axis in enumerate(EYE):
            slopes: dict[int, Any] = {}
            for k, _, angular in foot.columns:
                slopes[k] = slopes.get(k, 0) + dot(axis, angular)
            found.append(Row(0, slopes, spin[i], (ZERO, axis)))
    return found


def _coupled(tree: Tree, loop: Coupling, q: Sequence[Any], qd: Sequence[Any]) -> list[Row]:
    """Return the constraint of a coupling, φ = Σ factor · Π q^power, with its derivatives and q̇ᵀ (∂²φ/∂q²) q̇."""
    at = {name: (place, k) for name in loop.coordinates for k, place in [tree.at(name)]}
    value: Any = 0
    slopes: dict[int, Any] = {}
    bias: Any = 0
    for factor, powers in loop.terms:
        names = [name for name, power in powers for _ in range(power)]
        value = value + factor * _product(q[at[name][0]] for name in names)
        for i, name in enumerate(names):
            others = names[:i] + names[i + 1 :]
            k = at[name][1]
            slopes[k] = slopes.get(k, 0) + factor * _product(q[at[x][0]] for x in others)
            for j, other in enumerate(others):
                rest = _product(q[at[x][0]] for x in others[:j] + others[j + 1 :])
                bias = bias + factor * rest * (qd[k] * qd[at[other][1]])
    return [Row(value, slopes, bias)]


def _product(factors: Any) -> Any:
    result: Any = 1
    for x in factors:
        result = result * x
    return result


def _half(a: Row, b: Row) -> Row:
    """Return the constraint (a − b)/2 for two constraints a and b."""
    slopes = {k: (a.slopes.get(k, 0) - b.slopes.get(k, 0)) / 2 for k in (*a.slopes, *b.slopes)}
    moment = tuple((x - y) / 2 for x, y in zip(a.arm[1], b.arm[1], strict=True))
    return Row((a.phi - b.phi) / 2, slopes, (a.bias - b.bias) / 2, (ZERO, moment))


def _axes(R: Matrix) -> Matrix:
    """Return constant axes that include the z axis of R if that axis is constant; otherwise return the axes of the
    ancestor."""
    z = tuple(row[2] for row in R)
    if any(isinstance(x, Node) for x in z):
        return EYE
    if any(isinstance(x, Node) for row in R for x in row):
        k = min(range(3), key=lambda i: abs(z[i]))
        x = cross(EYE[k], z)
        x = scale(1 / sqrt(dot(x, x)), x)
        return (x, cross(z, x), z)
    return transpose(R)
