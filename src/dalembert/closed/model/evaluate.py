"""Closed forms compiled: the equations one reads, at the speed of the kernels.

A closed form is written as a graph and goes through the same compiler as the traced
algorithms. Symbols of the robot that have no value become one more argument.
"""

from __future__ import annotations

from typing import Any

from dalembert.closed.model.assembly import Assembly
from dalembert.closed.model.mechanics import parameter_names
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.graph import Scalar, symbol, symbols


def compiled(assembly: Assembly, quantity: str, dtype: str = "float64") -> Kernel:
    """The kernel of a quantity, a function of those of (q, qd, qdd, lambdas, parameters) that it depends on, in this order.

    `lambdas` are the multipliers of loops, one a row of J. `parameters` lists the robot's symbols in the order of `parameter_names`.
    """
    shape, entries = _flat(assembly[quantity])
    used = symbols(entries)
    names = assembly.mechanics.coordinates.names
    given = []
    for label, own in (
        ("q", list(dict.fromkeys(place for x in names for place in x.places))),
        ("qd", [x.qd for x in names]),
        ("qdd", [x.qdd for x in names]),
        ("lambdas", [str(x) for x in assembly.mechanics.multipliers]),
    ):
        if used.intersection(own) or label == "q":
            given.append((label, (len(own),), [symbol(x) for x in own]))
    free = parameter_names(assembly.mechanics)
    if free:
        given.append(("parameters", (len(free),), [symbol(x) for x in free]))
    return Kernel(f"closed_{quantity}", given, [(quantity, shape, entries)], dtype)


def _flat(x: Any) -> tuple[tuple[int, ...], list[Scalar]]:
    """Shape and entries, in C order, of nested lists."""
    if not isinstance(x, list):
        return (), [x]
    parts = [_flat(y) for y in x]
    inner = parts[0][0] if parts else ()
    return (len(parts), *inner), [entry for _, entries in parts for entry in entries]
