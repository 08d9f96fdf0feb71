"""What springs, their dampers and carried weight bring into closed forms, as `algorithms.spring` defines them.

tendon   L = Σ r q       U = ½ k (L − L0)²       efforts  r k (L − L0), and friction  r b L̇, on the left
"""

from __future__ import annotations

from dataclasses import replace

from dalembert.algorithms.spring import spring_efforts, spring_energy
from dalembert.closed.model.coordinates import Coordinates, positions, velocities
from dalembert.closed.model.driven import seen_from
from dalembert.errors import UnsupportedElement
from dalembert.graph import Scalar
from dalembert.robot.spring import Strut
from dalembert.robot.tree import Tree


def check_springs(tree: Tree) -> None:
    """Refuse what is no polynomial: the length of a strut is a root of the coordinates."""
    for spring in tree.springs:
        if isinstance(spring, Strut):
            raise UnsupportedElement(
                f"an exact closed form is not there for robot '{tree.name}', which has strut '{spring.name}': its length "
                "is a root of the coordinates, not a polynomial of their sines; a tendon over coordinates is one"
            )


def elastic_energy(tree: Tree, x: Coordinates) -> Scalar:
    """Σ ½ k (L − L0)²."""
    energy: Scalar = spring_energy(tree, positions(tree, x)) if tree.springs else 0
    return energy


def elastic_efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    """Σ r k (L − L0), on the left."""
    return _efforts(replace(tree, springs=tuple(replace(s, damping=0) for s in tree.springs)), x)


def damper_efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    """Σ r b L̇, on the left."""
    return _efforts(replace(tree, springs=tuple(replace(s, stiffness=0) for s in tree.springs)), x)


def _efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    if not tree.springs:
        return [0] * len(x.names)
    return seen_from(x, tuple(spring_efforts(tree, positions(tree, x), velocities(x))))
