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
    level: dict[Node, int] = {}  # 0: a node depends only on constants, 1: also on p, 2: also on other inputs
    for node in order:
        if node in seldom:
            level[node] = 1
        elif node.args:
            level[node] = max(level[a] for a in node.args)
        else:
            level[node] = 2 if node.op is Op.SYMBOL else 0
    wanted = dict.fromkeys(a for node in order if level[node] == 2 for a in node.args if level[a] == 1)
    wanted |= dict.fromkeys(x for x in outputs if type(x) is Node and level[x] == 1)
    parts = list(wanted)
    names = [symbol(f"c{k}.") for k in range(1, len(parts) + 1)]  # other names do not end with a period
    new: dict[Node, Scalar] = dict(zip(parts, names, strict=True))
    for node in order:
        if node not in new and level[node] != 1:
            new[node] = build(node.op, *(new[a] for a in node.args)) if node.args else node
    return parts, names, [new[x] if type(x) is Node else x for x in outputs]
