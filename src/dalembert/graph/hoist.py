"""Separation of the subexpressions of a graph that depend only on some inputs and need not be computed for every state.

Let p be the inputs that change rarely. Then y(x, p) = z(x, c) with c = c(p), where c contains the largest
subexpressions of y that depend only on p, without duplicates. In z, each of these subexpressions is replaced by a
symbol.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dalembert.graph.node import Node, Op, Scalar, build, symbol
from dalembert.graph.walk import topological


def hoist(outputs: Sequence[Scalar], seldom: Collection[Node]) -> tuple[list[Node], list[Node], list[Scalar]]:
    """Return the hoisted subexpressions c(p), their symbols, and the outputs expressed in terms of these symbols."""
    order = topological(outputs)
    seldom = set(seldom)
    still: dict[Node, bool] = {}  # whether a node depends on p, and otherwise only on constants
    plain: set[Node] = set()  # depends only on constants
    for node in order:
        if node in seldom:
            still[node] = True
            continue
        if not node.args:
            still[node] = False
            if node.op is not Op.SYMBOL:
                plain.add(node)
            continue
        known = all(still[a] or a in plain for a in node.args)
        still[node] = known and any(still[a] for a in node.args)
        if known and not still[node]:
            plain.add(node)
    wanted = dict.fromkeys(a for node in order if not still[node] for a in node.args if still[a])
    wanted |= dict.fromkeys(x for x in outputs if type(x) is Node and still[x])
    parts = list(wanted)
    names = [symbol(f"c{k}.") for k in range(1, len(parts) + 1)]  # other names do not end with a period
    new: dict[Node, Scalar] = dict(zip(parts, names, strict=True))
    for node in order:
        if node not in new and not still[node]:
            new[node] = build(node.op, *(new[a] for a in node.args)) if node.args else node
    return parts, names, [new[x] if type(x) is Node else x for x in outputs]
