"""A ring grows by what scalars need: angles that are no combination of its own, roots, inverses, functions, layer by layer.

Q[x] → Q[x][s, c]/(s² + c² − 1) → …        each generator with its relation, see `generator`        [cox2015, ch. 5]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dalembert.closed.algebra.angle import Combination, form
from dalembert.closed.algebra.from_graph import read
from dalembert.closed.algebra.generator import Finer, Generator, Missing, Poly
from dalembert.errors import WrongValue
from dalembert.graph import Node, Scalar

if TYPE_CHECKING:
    from dalembert.closed.algebra.ring import Ring


def grown(ring: Ring, scalars: list[Scalar], *, finer: bool = True) -> Ring:
    """Adjoin what the scalars need, layer by layer, until all can be read."""
    left = [x for x in dict.fromkeys(scalars) if type(x) is Node]
    while left:
        known: dict[Node, Poly] = {}
        lacking: list[tuple[Node, Missing]] = []
        try:
            for x in left:
                try:
                    read(ring, x, known)
                except Missing as missing:
                    lacking.append((x, missing))
        except Finer as finer_:
            if not finer:
                raise WrongValue(
                    f"an angle is 1/{finer_.parts} of one of the robot's; only whole multiples can be compared"
                ) from None
            ring = _refined(ring, finer_.parts)
            left = [x for x in dict.fromkeys(scalars) if type(x) is Node]
            continue
        if lacking:
            ring = ring.over([*ring.made, *_independent(ring, [missing for _, missing in lacking])])
        left = [x for x, _ in lacking]
    return ring


def _independent(ring: Ring, lacking: list[Missing]) -> list[Generator]:
    """What to adjoin at once: of angles, only those that are no combination of earlier ones."""
    chosen: dict[str, Generator] = {}
    basis = [form(angle) for _, _, angle in ring.angles]
    for missing in lacking:
        first = missing.generators[0]
        if first.name in chosen:
            continue
        if first.kind == "cos":
            vector = form(first.argument)
            if chosen and Combination(basis).of(vector) is not None:
                continue  # it is read with the ring that has them
            basis.append(vector)
        chosen.update((g.name, g) for g in missing.generators)
    return list(chosen.values())


def _refined(ring: Ring, parts: int) -> Ring:
    """The same ring over angles divided by a whole number."""
    made = []
    for g in ring.made:
        if g.kind in ("sin", "cos"):
            g = Missing((g.kind,), g.argument / parts).generators[0]
        elif not g.is_symbol:
            continue  # it will be made again
        made.append(g)
    return ring.over(made)
