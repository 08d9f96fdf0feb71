"""Which rates of a robot with loops tell the others, and the closures that do, in blocks that can be solved apart.

J_d q̇_d + J_i u = 0,   J_d block by block, each square with a determinant that is not 0 everywhere      [wehage1982]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from dalembert.closed.algebra.cofactor import minor
from dalembert.closed.algebra.generator import Poly
from dalembert.closed.model.mechanics import Mechanics
from dalembert.errors import WrongSize, WrongValue
from dalembert.mechanism import independent_coordinates

LARGEST_BLOCK = 3  # closures that are solved together
_MOST_CHOICES = 200  # sets of coordinates that are tried


@dataclass(frozen=True)
class Block:
    """Closures that are solved together for as many dependent rates."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    determinant: Poly


def chosen(exact: Mechanics, names: Sequence[str] | None) -> tuple[tuple[int, ...], list[Block]]:
    """The independent coordinates and the blocks that tell the others: as named, the actuated, or the first that can."""
    robot, free = exact.robot, exact.n - len(exact.constraints)
    if free < 1:
        raise WrongValue(
            f"the loops of robot '{robot.name}' are {len(exact.constraints)} equations for {exact.n} rates: they hold more "
            "than they need, and no choice of rows is the same everywhere; use da.independent_map for numbers"
        )
    if names is not None:
        if len(names) != free:
            raise WrongSize(f"robot '{robot.name}' has {free} independent rates, got {len(names)}: {', '.join(names)}")
        own = tuple(robot.coordinate(name).qd for name in names)
        return own, _blocks(exact, own)
    if len(robot.actuated) == free:
        own = tuple(robot.coordinate(name).qd for name in robot.actuated)
    elif not robot.parameters:
        own = tuple(robot.coordinate(name).qd for name in independent_coordinates(robot))
    else:
        own = ()
    if len(own) == free:
        return own, _blocks(exact, own)
    why: WrongValue | None = None
    for tried, own in enumerate(combinations(range(exact.n), free)):
        try:
            return own, _blocks(exact, own)
        except WrongValue as error:
            why = why or error
        if tried > _MOST_CHOICES:
            break
    raise why or WrongValue(f"no rates of robot '{robot.name}' tell the others")


def _blocks(exact: Mechanics, own: Sequence[int]) -> list[Block]:
    """J_d taken apart; raises where a part is not square, too large, or singular everywhere."""
    J = [row.slopes for row in exact.constraints]
    left = [k for k in range(exact.n) if k not in own]
    found = []
    while left:
        columns, rows = {left[0]}, set[int]()
        while True:
            more = {r for r, row in enumerate(J) if any(row[k] for k in columns)}
            wider = {k for k in left for r in more if J[r][k]} | columns
            if more == rows and wider == columns:
                break
            rows, columns = more, wider
        found.append(_block(exact, J, tuple(sorted(rows)), tuple(sorted(columns))))
        left = [k for k in left if k not in columns]
    return found


def _block(exact: Mechanics, J: Sequence[Sequence[Poly]], rows: tuple[int, ...], columns: tuple[int, ...]) -> Block:
    told = ", ".join(exact.robot.coordinates[k] for k in columns)
    if len(rows) != len(columns) or len(rows) > LARGEST_BLOCK:
        raise WrongValue(
            f"{len(rows)} closures of robot '{exact.robot.name}' tell the rates of {told}; a closed form is written where "
            f"each block is square and has at most {LARGEST_BLOCK}: use da.independent_map for numbers"
        )
    determinant = minor(exact.ring, J, rows, columns)
    if not determinant:
        raise WrongValue(f"the loops of robot '{exact.robot.name}' do not tell the rates of {told} by the others")
    return Block(rows, columns, determinant)
