"""Coordinates replaced in an element of a ring: q_k → a linear form, through every sine and cosine of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dalembert.closed.algebra.generator import Finer, Generator, Missing, Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.errors import WrongValue


class Unwritable(Exception):
    """The result is not an element of the ring."""


def substitution(ring: Ring, images: Mapping[str, Poly]) -> Callable[[Poly], Poly]:
    """The map of the ring to itself that sends each named symbol to its image and keeps the others."""
    table: list[Poly | None] = [None] * len(ring.generators)
    for i in reversed(range(len(ring.generators))):  # a function's argument holds only later generators
        table[i] = _image(ring, ring.generators[i], i, images, table)

    def apply(p: Poly) -> Poly:
        used = [i for i, e in enumerate(p.degrees()) if e]
        if any(table[i] is None for i in used):
            raise Unwritable
        moved = [i for i in used if table[i] is not ring.variables[i]]
        if not moved:
            return p
        return ring.reduce(p.compose(*[x if x is not None else ring.zero for x in table], ctx=ring.context))

    return apply


def _image(ring: Ring, g: Generator, i: int, images: Mapping[str, Poly], table: list[Poly | None]) -> Poly | None:
    if g.is_symbol:
        return images.get(g.name, ring.variables[i])
    used = [j for j, e in enumerate(g.argument.degrees()) if e]
    if all(table[j] is ring.variables[j] for j in used):
        return ring.variables[i]
    if any(table[j] is None for j in used):
        return None
    argument = g.argument.compose(*[x if x is not None else ring.zero for x in table], ctx=ring.context)
    try:
        if g.kind in ("sin", "cos"):
            return ring.sincos(argument)[g.kind == "cos"]
        return ring.find(g.kind, argument)
    except (Missing, Finer, WrongValue):
        return None
