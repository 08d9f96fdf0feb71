"""How the generators of a ring change with one of its symbols: sin′ = cos·a′, cos′ = −sin·a′, (1/a)′ = −a′/a², √a′ = a′/(2√a) …

Along a ball, R turns with D_k R = R S(e_k), and its unit quaternion with half of q ⊗ (0, e_k):

    D_k w = −½ v_k,   D_k v = ½ (w e_k + v × e_k),   [D_1, D_2] = D_3, cyclic                    [featherstone2008, §4.5]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dalembert.closed.algebra.generator import Poly
from dalembert.errors import WrongValue

if TYPE_CHECKING:
    from dalembert.closed.algebra.ring import Ring


def slopes(ring: Ring, name: str) -> list[tuple[int, Poly | None]]:
    """(i, ∂x_i/∂name) of the symbol itself and each generator that is a function of it, the earliest made first.

    None where that is not an element of the ring; it matters only for what holds such a generator.
    """
    found: list[tuple[int, Poly | None]] = _first(ring, name)
    for i in reversed([i for i, g in enumerate(ring.generators) if not g.is_symbol]):
        g = ring.generators[i]
        inner: Poly | None = ring.zero
        for j, slope in found:
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
        elif g.kind == "root" and (inverse := ring.found("inverse", ring.variables[i])) is not None:
            found.append((i, inverse * inner / 2))
        elif g.kind == "exp":
            found.append((i, ring.variables[i] * inner))
        elif g.kind == "tanh":
            found.append((i, (ring.one - ring.variables[i] * ring.variables[i]) * inner))
        else:
            found.append((i, None))
    return found


def _first(ring: Ring, name: str) -> list[tuple[int, Poly | None]]:
    """What changes at once: the symbol, or the four entries of a quaternion along one of its three directions."""
    direction = next((x for x in ring.coordinates if x.quaternion and name == x.q), None)
    if direction is None:
        if any(name in x.quaternion for x in ring.coordinates):
            raise WrongValue(f"'{name}' is part of a unit quaternion: there is no derivative by it alone")
        return [(ring.index[name], ring.one)]
    w, *v = (ring.symbol(entry) for entry in direction.quaternion)
    k = direction.axis
    i, j = (k + 1) % 3, (k + 2) % 3
    turned = {0: -v[k], 1 + k: w, 1 + i: v[j], 1 + j: -v[i]}
    return [(ring.index[direction.quaternion[entry]], x / 2) for entry, x in turned.items()]
