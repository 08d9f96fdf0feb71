"""How large the closed form of M will be, before it is made.

A turning joint multiplies the terms of the entries of M for all that it carries: about 5 times where its axis is oblique to the
one before (1, s, c, sc, c² of each angle), 3 times at right angles, less where they are parallel and angles are summed; a ball
as two oblique turns, and one that floats, on nothing but slides, as one, since M is in its own axes. Every
inertial symbol of a body multiplies them once more. Measured on chains of 2 to 7 joints the estimate is right within a
factor of 6, which is enough to tell a page from a library.
"""

from __future__ import annotations

from dataclasses import dataclass
from warnings import warn

from dalembert.errors import TooLarge
from dalembert.graph import Node
from dalembert.robot.tree import Tree

LARGEST = 2_000_000  # terms of M; about a gigabyte
_NOTABLE = 400_000  # from which on a word is said: some ten seconds
_BYTES = 700  # a term, with what is needed on the way to it
_CHARACTERS = 30  # of a term, on arms of 3 to 7 joints within a factor of 2
_FILE = 1.5e6  # characters from which on a word is said
_RATES = ("tau", "c", "S", "C", "B", "christoffel")  # quantities that hold every derivative of M
_OBLIQUE, _RIGHT, _PARALLEL = 5.0, 3.0, 1.5


@dataclass(frozen=True)
class Size:
    """About how many terms M has, and how much memory that takes."""

    terms: int

    @property
    def megabytes(self) -> int:
        return round(self.terms * _BYTES / 1e6)

    def __str__(self) -> str:
        return f"about {_rounded(self.terms):,} terms, {_rounded(max(self.megabytes, 1)):,} MB"


def size(tree: Tree) -> Size:
    """The estimate for a tree's M."""
    grown: list[float] = []
    for i, body in enumerate(tree.bodies):
        before = grown[body.parent] if body.parent >= 0 else 0.0
        grown.append(before * _growth(tree, i) if before else _OBLIQUE if body.motion == "ball" else 1.0)
    symbolic = [sum(isinstance(x, Node) for x in body.inertia.parameters) for body in tree.bodies]
    inertial = 1 + max(symbolic, default=0)
    return Size(round(tree.n * inertial * max(grown, default=1.0)))


def check_size(tree: Tree, largest: int) -> None:
    """Raise where M would be too large, warn where it will take a while; say the size, and what to do instead."""
    found = size(tree)
    instead = (
        "use the numbers (da.mass_matrix, da.inverse_dynamics), bind what has values, or take a part of the chain; "
        "da.equations(robot, largest=…) goes on"
    )
    if found.terms > largest:
        raise TooLarge(f"the closed form of M of robot '{tree.name}' would have {found}, above {largest:,}: {instead}")
    if found.terms > _NOTABLE:
        warn(f"the closed form of M of robot '{tree.name}' has {found}; {instead}", UserWarning, stacklevel=3)


def announce(name: str, what: str, terms: int, n: int) -> None:
    """Say how long a quantity is before it is written, where that is a file rather than a page; `terms` are those of M."""
    characters = terms * _CHARACTERS * n ** (what in _RATES)
    if characters > _FILE:
        warn(
            f"{what} of robot '{name}' takes about {_rounded(round(characters / 1e6)):,} MB of text; its values are had in "
            "no time (da.inverse_dynamics, da.mass_matrix), M and g alone are shorter",
            UserWarning,
            stacklevel=3,
        )


def _growth(tree: Tree, i: int) -> float:
    body = tree.bodies[i]
    if body.prismatic:
        return _PARALLEL
    if body.motion == "ball":
        return _OBLIQUE if all(tree.bodies[j].prismatic for j in tree.ancestors(i) if j != i) else _OBLIQUE**2
    along = body.placement.R[2][2]
    if isinstance(along, Node):
        return _OBLIQUE
    return _PARALLEL if abs(abs(along) - 1) < 1e-9 else _RIGHT if abs(along) < 1e-9 else _OBLIQUE


def _rounded(x: int) -> int:
    """Two digits."""
    power = int(10 ** max(len(str(x)) - 2, 0))
    return x // power * power
