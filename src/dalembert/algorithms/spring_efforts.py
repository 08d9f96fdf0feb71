"""Efforts of springs, dampers and armatures on the left-hand side of the equations of motion: M q̈ + c + g + friction +
springs = τ.

tendon        L = Σ r q               efforts  r F
strut         L = Σ |p_(i+1) − p_i|   efforts  (∂L/∂q) F,    F = k x + b L̇ + a (∂L/∂q q̈ + J̇q̇)
ball spring   θ = log(rest⁻¹ ⊗ q)     efforts  k θ + b ω

A spring stores the energy U = ½ k x² and dissipates the power b L̇². The extension x is L − L0, or 0 if the spring is
slack. An armature adds a rᵀr to M and a rᵀṙ to S, with r = ∂L/∂q.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dalembert import finding
from dalembert.algorithms.constraint import seen_pair
from dalembert.algorithms.sweep import joints, rates
from dalembert.algorithms.tangent import logarithm, normalised, product, rate
from dalembert.graph.diff import forward
from dalembert.graph.scalar import is_zero, maximum, select, sqrt
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.robot.tree import Tree
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import dot, sub


class Stretch(NamedTuple):
    """Deformation of a spring in a given state: x, the row r = ∂L/∂q, L̇ = r q̇, and L̈ at q̈ = 0."""

    spring: Spring
    x: Any
    slopes: list[Any]
    rate: Any
    bias: Any = 0

    @property
    def armature(self) -> Any:
        return 0 if isinstance(self.spring, BallSpring) else self.spring.armature

    @property
    def force(self) -> Any:
        return self.spring.stiffness * self.x + self.spring.damping * self.rate

    def pull(self, qdd: Sequence[Any] | None = None) -> Any:
        """Compute the force of a spring, including its armature. If no accelerations are given, q̈ = 0."""
        if is_zero(self.armature):
            return self.force
        return self.force + self.armature * (self.bias if qdd is None else dot(self.slopes, qdd) + self.bias)

    @property
    def energy(self) -> Any:
        return self.spring.stiffness * self.x * self.x / 2

    @property
    def loss(self) -> Any:
        return self.spring.damping * self.rate * self.rate


def stretches(tree: Tree, q: Sequence[Any], qd: Sequence[Any]) -> list[Stretch]:
    """Compute the deformation of every spring of the robot. The spring of a ball joint has three deformations, one per
    rate."""
    found: list[Stretch] = []
    for spring in tree.springs:
        if isinstance(spring, Tendon):
            found.append(_tendon(tree, spring, q, qd))
        elif isinstance(spring, Strut):
            found.append(_strut(tree, spring, q, qd))
        else:
            found += _ball(tree, spring, q, qd)
    return found


def _tendon(tree: Tree, spring: Tendon, q: Sequence[Any], qd: Sequence[Any]) -> Stretch:
    slopes: list[Any] = [0] * tree.nv
    length: Any = -spring.rest
    for name, arm in spring.arms:
        k, place = tree.at(name)
        length, slopes[k] = length + arm * q[place], slopes[k] + arm
    return Stretch(spring, _taut(length, spring.slack), slopes, dot(slopes, qd))


def _strut(tree: Tree, spring: Strut, q: Sequence[Any], qd: Sequence[Any]) -> Stretch:
    slopes: list[Any] = [0] * tree.nv
    length: Any = -spring.rest
    bias: Any = 0
    X, own = joints(tree, q), rates(tree, qd)
    for ends in zip(spring.path, spring.path[1:], strict=False):
        (i, at_a), (j, at_b) = (tree.place(frame) for frame, _ in ends)
        if i == j and spring.via:  # both points belong to the same rigid body
            stretch = sub((at_b @ Pose(p=ends[1][1])).p, (at_a @ Pose(p=ends[0][1])).p)
            length = length + sqrt(dot(stretch, stretch))
            continue
        pair = seen_pair(tree, spring.name, [(frame, Pose(p=point)) for frame, point in ends], X, own, qd)
        distance = sqrt(dot(pair.r, pair.r))
        if is_zero(distance):
            raise finding.contradiction("strut", spring.name, "ends apart")
        for k, slope in pair.slopes_along(pair.r).items():
            slopes[k] = slopes[k] + slope / distance
        length = length + distance
        if not is_zero(spring.armature):
            along = dot(pair.r, pair.rd) / distance
            bias = bias + (dot(pair.rd, pair.rd) + dot(pair.r, pair.rdd) - along * along) / distance
    return Stretch(spring, _taut(length, spring.slack), slopes, dot(slopes, qd), bias)


def _ball(tree: Tree, spring: BallSpring, q: Sequence[Any], qd: Sequence[Any]) -> list[Stretch]:
    body = next(b for b in tree.bodies if b.name == spring.joint and b.motion == "ball")
    w, x, y, z = normalised(spring.rest)
    turn = logarithm(product((w, -x, -y, -z), normalised([q[k] for k in body.entries])))
    rows = [[int(j == k) for j in range(tree.nv)] for k in body.rates]
    return [Stretch(spring, x, row, qd[k]) for x, row, k in zip(turn, rows, body.rates, strict=True)]


def _taut(length: Any, slack: Any) -> Any:
    """Return the extension L − L0, or 0 if the spring is slack."""
    return length if is_zero(slack) else select(length, 0, length, maximum(length - slack, 0))


def spring_efforts(tree: Tree, q: Sequence[Any], qd: Sequence[Any], qdd: Sequence[Any] | None = None) -> list[Any]:
    """Compute the spring efforts Σ rᵀ F, one per velocity coordinate. If no accelerations are given, q̈ = 0."""
    total: list[Any] = [0] * tree.nv
    for stretch in stretches(tree, q, qd):
        force = stretch.pull(qdd)
        total = [t if is_zero(a) else t + a * force for t, a in zip(total, stretch.slopes, strict=True)]
    return total


def spring_energy(tree: Tree, q: Sequence[Any]) -> Any:
    """Compute the energy Σ ½ k x² of all springs."""
    total: Any = 0
    for stretch in stretches(tree, q, [0] * tree.nv):
        total = total + stretch.energy
    return total


def armature_matrix(tree: Tree, q: Sequence[Any]) -> list[list[Any]]:
    """Compute the contribution Σ a rᵀr of the spring armatures to the mass matrix M."""
    heavy = [x for x in stretches(tree, q, [0] * tree.nv) if not is_zero(x.armature)]
    return _sum(tree, [(x.armature, x.slopes, x.slopes) for x in heavy])


def armature_coriolis(tree: Tree, q: Sequence[Any], qd: Sequence[Any]) -> list[list[Any]]:
    """Compute the contribution Σ a rᵀṙ of the spring armatures to S, such that Ṁ − 2S is skew-symmetric. The argument q
    must contain symbols."""
    heavy = [x for x in stretches(tree, q, [0] * tree.nv) if not is_zero(x.armature)]
    moved = {x: v for x, v in zip(q, rate(tree, q, qd), strict=True) if not is_zero(v)}
    return _sum(tree, [(x.armature, x.slopes, forward(x.slopes, moved)) for x in heavy])


def _sum(tree: Tree, terms: Sequence[tuple[Any, Sequence[Any], Sequence[Any]]]) -> list[list[Any]]:
    total: list[list[Any]] = [[0] * tree.nv for _ in range(tree.nv)]
    for a, left, right in terms:
        for i, x in enumerate(left):
            for j, y in enumerate(right):
                if not (is_zero(x) or is_zero(y)):
                    total[i][j] = total[i][j] + a * x * y
    return total
