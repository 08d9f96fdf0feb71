"""What springs, their dampers and armatures bring into closed forms, as `algorithms.spring` defines them.

tendon   L = Σ r q                U = ½ k (L − L0)²       efforts  r k (L − L0), and friction  r b L̇, on the left
strut    L² = |p_2 − p_1|²        the same with r = ∂L/∂q: L is a root that the ring adjoins, 1/L its inverse
         T += ½ a L̇², so M += a rᵀr, of its armature
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dalembert.algorithms.spring import spring_efforts, spring_energy, stretches
from dalembert.closed.model.coordinates import Coordinates, accelerations, positions, velocities
from dalembert.closed.model.driven import seen_from
from dalembert.errors import UnsupportedElement
from dalembert.graph import Scalar
from dalembert.graph.scalar import is_zero
from dalembert.robot.spring import BallSpring, Strut, Tendon
from dalembert.robot.tree import Tree


def check_springs(tree: Tree) -> None:
    """Refuse what the ring cannot hold: the logarithm of a ball, springs that are slack in between; dampers are fine."""
    for spring in tree.springs:
        if is_zero(spring.stiffness):
            continue
        if isinstance(spring, BallSpring):
            why = f"spring '{spring.name}' at a ball: its angle is a logarithm of the coordinates"
        elif not is_zero(spring.slack):
            why = f"spring '{spring.name}', slack over a range: its force has corners"
        else:
            continue
        raise UnsupportedElement(
            f"an exact closed form is not there for robot '{tree.name}', which has {why}, and neither a polynomial nor a "
            "root; tendons and struts that are taut everywhere have one"
        )


def elastic_energy(tree: Tree, x: Coordinates) -> Scalar:
    """Σ ½ k (L − L0)²."""
    stiff = replace(tree, springs=tuple(spring for spring in tree.springs if not is_zero(spring.stiffness)))
    energy: Scalar = spring_energy(stiff, positions(tree, x)) if stiff.springs else 0
    return energy


def elastic_efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    """Σ r k (L − L0), on the left."""
    return _efforts(tree, x, damping=0, armature=0)


def damper_efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    """Σ r b L̇, on the left."""
    return _efforts(tree, x, stiffness=0, armature=0)


def armature(tree: Tree, x: Coordinates, *, constant: bool = False) -> dict[tuple[int, int], Scalar]:
    """Σ a rᵀr, for i ≤ j, zeros left out; `constant`: of tendons alone."""
    kinds = Tendon if constant else (Tendon, Strut)
    heavy = tuple(x for x in tree.springs if isinstance(x, kinds) and not is_zero(x.armature))
    total: dict[tuple[int, int], Scalar] = {}
    for stretch in stretches(replace(tree, springs=heavy), positions(tree, x), velocities(x)):
        row = seen_from(x, tuple(stretch.slopes))
        for i, a in enumerate(row):
            for j, b in enumerate(row[i:], i):
                if not any(is_zero(factor) for factor in (stretch.armature, a, b)):
                    total[i, j] = total.get((i, j), 0) + stretch.armature * a * b
    return total


def armature_efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    """Σ r a L̈, on the left."""
    heavy = tuple(
        replace(spring, stiffness=0, damping=0)
        for spring in tree.springs
        if isinstance(spring, (Tendon, Strut)) and not is_zero(spring.armature)
    )
    if not heavy:
        return [0] * len(x.names)
    part = replace(tree, springs=heavy)
    return seen_from(x, tuple(spring_efforts(part, positions(tree, x), velocities(x), accelerations(x))))


def _efforts(tree: Tree, x: Coordinates, **without: Any) -> list[Scalar]:
    """Of springs some of whose numbers are 0; a ball's has no armature."""
    kept = [replace(spring, **{k: v for k, v in without.items() if hasattr(spring, k)}) for spring in tree.springs]
    part = replace(tree, springs=tuple(x for x in kept if not (is_zero(x.stiffness) and is_zero(x.damping))))
    if not part.springs:
        return [0] * len(x.names)
    return seen_from(x, tuple(spring_efforts(part, positions(tree, x), velocities(x))))
