"""How the generators of a ring change with one of its symbols: sin′ = cos·a′, cos′ = −sin·a′, (1/a)′ = −a′/a², …"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dalembert.closed.algebra.generator import Poly

if TYPE_CHECKING:
    from dalembert.closed.algebra.ring import Ring


def slopes(ring: Ring, name: str) -> list[tuple[int, Poly | None]]:
    """(i, ∂x_i/∂name) of each generator that is a function of the symbol, the earliest made first.

    None where that is not an element of the ring; it matters only for what holds such a generator.
    """
    found: list[tuple[int, Poly | None]] = []
    for i in reversed([i for i, g in enumerate(ring.generators) if g.kind != "symbol"]):
        g = ring.generators[i]
        inner: Poly | None = ring.zero
        for j, slope in [(ring.index[name], ring.one), *found]:
            part = g.argument.derivative(j)
            if part and inner is not None:
                inner = None if slope is None else inner + part * slope
        if (inner is not None and not inner) or g.kind == "sign":  # sign is constant wherever it has a derivative
            continue
        if inner is None:
            found.append((i, None))
        elif g.kind == "cos":
            found.append((i, -ring.variables[i - 1] * inner))
        elif g.kind == "sin":
            found.append((i, ring.variables[i + 1] * inner))
        elif g.kind == "inverse":
            found.append((i, -ring.variables[i] * ring.variables[i] * inner))
        elif g.kind == "exp":
            found.append((i, ring.variables[i] * inner))
        elif g.kind == "tanh":
            found.append((i, (ring.one - ring.variables[i] * ring.variables[i]) * inner))
        else:
            found.append((i, None))
    return found
