"""What loops ask of the motion, in closed form: φ(q) = 0, J q̇ = 0.

    M q̈ + c + g = τ + Jᵀλ          J = ∂φ/∂q by the tangent          [featherstone2008, ch. 8]

φ and J are those of `algorithms.constraint`, run on symbols. A row that no motion changes asks nothing of it and is
left out, as the three out of the plane of a planar loop are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from warnings import warn

from dalembert.algorithms.constraint import dense, parts
from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.model.coordinates import Coordinates, positions, velocities
from dalembert.closed.model.driven import seen_from
from dalembert.errors import WrongValue
from dalembert.graph import Scalar
from dalembert.robot.loop import LOOPS, Coupling, Loop
from dalembert.robot.tree import Tree

_CLOSED = 1e-9  # of a gap that no motion closes: what rounded placements leave


@dataclass(frozen=True)
class Closure:
    """One scalar equation of a loop: φ, and its slopes by each coordinate, as expressions of the coordinates x."""

    loop: str
    measure: str  # of φ: length, angle, or none that is known
    phi: Scalar
    slopes: tuple[Scalar, ...]


@dataclass(frozen=True)
class Constraint:
    """The same in the ring."""

    loop: str
    measure: str
    phi: Poly
    slopes: Sequence[Poly]


def closures(tree: Tree, x: Coordinates) -> list[Closure]:
    """Every row of every loop, loop by loop."""
    if not tree.loops:
        return []
    found = parts(tree, positions(tree, x), velocities(x))
    return [
        Closure(loop.name, _measure(loop, k), row.phi, tuple(seen_from(x, tuple(dense(tree, [row])[0]))))
        for loop, rows in zip(tree.loops, found, strict=True)
        for k, row in enumerate(rows)
    ]


def _measure(loop: Loop | Coupling, k: int) -> str:
    """Of row k: positions come first, then axes; a coupling may tie what it likes."""
    if isinstance(loop, Coupling):
        return ""
    where = LOOPS[loop.kind][0]
    return "length" if k < (1 if where == "distance" else len(where)) else "angle"


def constraints(ring: Ring, given: list[Closure]) -> list[Constraint]:
    """The rows that some motion changes."""
    found = []
    for row in given:
        phi, slopes = ring.reduce(ring.poly(row.phi)), tuple(ring.reduce(ring.poly(a)) for a in row.slopes)
        if any(slopes):
            found.append(Constraint(row.loop, row.measure, phi, slopes))
        elif phi and phi.is_constant():
            gap = abs(float(phi.leading_coefficient()))
            if gap > _CLOSED:
                raise WrongValue(f"loop '{row.loop}' stays open by {gap:.3g}, whatever the coordinates")
        elif phi:
            warn(f"loop '{row.loop}' closes only where {phi} = 0, which no motion changes", UserWarning, stacklevel=2)
    return found
