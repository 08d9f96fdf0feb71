"""What springs and their dampers add on the left: M q̈ + c + g + friction + springs = τ.

tendon   L = Σ r q           efforts  r (k (L − L0) + b L̇)
strut    L = |p2 − p1|       efforts  (∂L/∂q) (k (L − L0) + b L̇)
U = ½ k (L − L0)², loss b L̇².
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dalembert.algorithms.constraint import Pair, seen_pair
from dalembert.algorithms.sweep import joints, rates
from dalembert.graph.scalar import is_zero, sqrt
from dalembert.robot.spring import Strut, Tendon
from dalembert.robot.tree import Tree
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import dot


class Stretch(NamedTuple):
    """A spring at a state: L − L0, ∂L/∂q over the rates, L̇."""

    spring: Tendon | Strut
    length: Any
    slopes: list[Any]
    rate: Any

    @property
    def force(self) -> Any:
        return self.spring.stiffness * self.length + self.spring.damping * self.rate

    @property
    def energy(self) -> Any:
        return self.spring.stiffness * self.length * self.length / 2

    @property
    def loss(self) -> Any:
        return self.spring.damping * self.rate * self.rate


def stretches(tree: Tree, q: Sequence[Any], qd: Sequence[Any]) -> list[Stretch]:
    """Every spring of the robot at a state."""
    found = []
    for spring in tree.springs:
        slopes: list[Any] = [0] * tree.nv
        if isinstance(spring, Tendon):
            length: Any = -spring.rest
            for name, arm in spring.arms:
                k, place = tree.at(name)
                length, slopes[k] = length + arm * q[place], slopes[k] + arm
        else:
            pair = _ends(tree, spring, q, qd)
            distance = sqrt(dot(pair.r, pair.r))
            for k, slope in pair.slopes_along(pair.r).items():
                slopes[k] = slope / distance
            length = distance - spring.rest
        found.append(Stretch(spring, length, slopes, dot(slopes, qd)))
    return found


def spring_efforts(tree: Tree, q: Sequence[Any], qd: Sequence[Any]) -> list[Any]:
    """Σ (∂L/∂q) force, one entry a rate."""
    total: list[Any] = [0] * tree.nv
    for stretch in stretches(tree, q, qd):
        total = [t if is_zero(a) else t + a * stretch.force for t, a in zip(total, stretch.slopes, strict=True)]
    return total


def spring_energy(tree: Tree, q: Sequence[Any]) -> Any:
    """Σ ½ k (L − L0)²."""
    total: Any = 0
    for stretch in stretches(tree, q, [0] * tree.nv):
        total = total + stretch.energy
    return total


def _ends(tree: Tree, strut: Strut, q: Sequence[Any], qd: Sequence[Any]) -> Pair:
    ends = ((strut.first, Pose(p=strut.first_point)), (strut.second, Pose(p=strut.second_point)))
    return seen_pair(tree, strut.name, ends, joints(tree, q), rates(tree, qd), qd)
