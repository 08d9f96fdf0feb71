"""Order, symbols and substitution: what every reader of a graph needs.

No recursion: a graph may be thousands of operations deep.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dalembert.graph.node import Node, Op, Scalar, build


def topological(outputs: Iterable[Scalar], weight: Mapping[Node, int] | None = None) -> list[Node]:
    """Every node the outputs depend on, operands before operations, depth first; of two operands the heavier first."""
    order: list[Node] = []
    seen: set[Node] = set()
    stack: list[Any] = [x for x in reversed([*outputs]) if type(x) is Node]
    while stack:
        node = stack.pop()
        if node is None:  # the operands of the node below it are done
            order.append(stack.pop())
        elif node not in seen:
            seen.add(node)
            args: Sequence[Node] = node.args
            if not args:
                order.append(node)
                continue
            if weight is not None and len(args) > 1:
                args = sorted(args, key=weight.__getitem__, reverse=True)
            stack += (node, None)
            stack += [a for a in reversed(args) if a not in seen]
    return order


def symbols(outputs: Iterable[Scalar]) -> set[str]:
    """Names of the symbols the outputs depend on."""
    return {node.value for node in topological(outputs) if node.op is Op.SYMBOL}


def substitute(outputs: Iterable[Scalar], values: Mapping[str, Scalar]) -> list[Scalar]:
    """The outputs with symbols replaced, rebuilt through the rules."""
    outputs = list(outputs)
    new: dict[Node, Any] = {}
    for node in topological(outputs):
        if node.op is Op.SYMBOL:
            new[node] = values.get(node.value, node)
        elif not node.args:
            new[node] = node
        else:
            new[node] = build(node.op, *(new[a] for a in node.args))
    return [new[x] if type(x) is Node else x for x in outputs]
