"""What springs, their dampers and armatures bring into closed forms, as `algorithms.spring` defines them.

tendon   L = Σ r q       U = ½ k (L − L0)²       efforts  r k (L − L0), and friction  r b L̇, on the left
         T += ½ a L̇², so M += a rᵀr, constant, of its armature
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dalembert.algorithms.spring import spring_efforts, spring_energy, stretches
from dalembert.closed.model.coordinates import Coordinates, positions, velocities
from dalembert.closed.model.driven import seen_from
from dalembert.errors import UnsupportedElement
from dalembert.graph import Scalar
from dalembert.graph.scalar import is_zero
from dalembert.robot.spring import BallSpring, Strut
from dalembert.robot.tree import Tree


def check_springs(tree: Tree) -> None:
    """Refuse what is no polynomial: lengths of struts, the logarithm of a ball, springs that are slack in between."""
    for spring in tree.springs:
        if isinstance(spring, Strut):
            why = f"strut '{spring.name}': its length is a root of the coordinates"
        elif isinstance(spring, BallSpring):
            why = f"spring '{spring.name}' at a ball: its angle is a logarithm of the coordinates"
        elif not is_zero(spring.slack):
            why = f"spring '{spring.name}', slack over a range: its force has corners"
        else:
            continue
        raise UnsupportedElement(
            f"an exact closed form is not there for robot '{tree.name}', which has {why}, not a polynomial; a tendon over "
            "coordinates, taut everywhere, is one"
        )


def elastic_energy(tree: Tree, x: Coordinates) -> Scalar:
    """Σ ½ k (L − L0)²."""
    energy: Scalar = spring_energy(tree, positions(tree, x)) if tree.springs else 0
    return energy


def elastic_efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    """Σ r k (L − L0), on the left."""
    return _efforts(tree, x, damping=0, armature=0)


def damper_efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    """Σ r b L̇, on the left."""
    return _efforts(tree, x, stiffness=0, armature=0)


def armature(tree: Tree, x: Coordinates) -> dict[tuple[int, int], Scalar]:
    """Σ a rᵀr, for i ≤ j, zeros left out."""
    total: dict[tuple[int, int], Scalar] = {}
    for stretch in stretches(tree, positions(tree, x), velocities(x)):
        row = seen_from(x, tuple(stretch.slopes))
        for i, a in enumerate(row):
            for j, b in enumerate(row[i:], i):
                if not any(is_zero(factor) for factor in (stretch.armature, a, b)):
                    total[i, j] = total.get((i, j), 0) + stretch.armature * a * b
    return total


def _efforts(tree: Tree, x: Coordinates, **without: Any) -> list[Scalar]:
    if not tree.springs:
        return [0] * len(x.names)
    part = replace(tree, springs=tuple(replace(spring, **without) for spring in tree.springs))
    return seen_from(x, tuple(spring_efforts(part, positions(tree, x), velocities(x))))
