"""Elements of a ring as numbers, at one state that is like no other: to show how far two sides are apart."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring

STATE = "q_k = 0.3 k, q̇_k = 1/k, q̈_k = 0.5 k"
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sin": math.sin, "cos": math.cos, "root": math.sqrt, "inverse": lambda x: 1 / x, "exp": math.exp,
    "tanh": math.tanh, "abs": abs, "sign": lambda x: math.copysign(1.0, x),
}  # fmt: skip


def at_a_state(ring: Ring, elements: Sequence[Poly]) -> list[float] | None:
    """The values of elements at the state; None if they hold symbols without a value."""
    known = {"pi": math.pi}
    for k, x in enumerate(ring.coordinates, 1):
        known |= {x.q: 0.3 * k, x.qd: 1 / k, x.qdd: 0.5 * k}
    values: list[float | None] = [None] * len(ring.generators)
    for i in reversed(range(len(values))):  # a function's argument holds only later generators
        g = ring.generators[i]
        inner = known.get(g.name) if g.is_symbol else _value(g.argument, values)
        with suppress(ValueError, ZeroDivisionError, OverflowError):  # no value there
            values[i] = inner if inner is None or g.is_symbol else _FUNCTIONS[g.kind](inner)
    found = [_value(p, values) for p in elements]
    return None if None in found else [x for x in found if x is not None]


def _value(p: Poly, values: Sequence[float | None]) -> float | None:
    total = 0.0
    for monomial, k in p.to_dict().items():
        product = int(k.p) / int(k.q)
        for i, power in enumerate(monomial):
            if power:
                x = values[i]
                if x is None:
                    return None
                product *= x ** int(power)
        total += product
    return total
