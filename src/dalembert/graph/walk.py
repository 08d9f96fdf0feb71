"""Traversal of expression graphs: topological order, symbols and substitution.

The functions avoid recursion, because graphs can be thousands of operations deep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dalembert.graph.node import Node, Op, Scalar, build


def topological(outputs: Iterable[Scalar]) -> list[Node]:
    """Return all nodes that the outputs depend on, in depth-first order, with operands before operations."""
    done: dict[Node, None] = {}  # in the order of completion
    stack = [x for x in reversed([*outputs]) if type(x) is Node]
    push = stack.append
    while stack:
        node = stack.pop()
        if node in done:
            continue
        waits = False
        for a in reversed(node.args):
            if a not in done:
                if not waits:
                    waits = True
                    push(node)
                push(a)
        if not waits:
            done[node] = None
    return [*done]


def symbols(outputs: Iterable[Scalar]) -> set[str]:
    """Return the names of the symbols that the outputs depend on."""
    return {node.value for node in topological(outputs) if node.op is Op.SYMBOL}


def substitute(outputs: Iterable[Scalar], values: Mapping[str, Scalar]) -> list[Scalar]:
    """Replace symbols in the outputs. The resulting expressions are simplified by the rules."""
    return rebuilt(outputs, lambda leaf: values.get(leaf.value, leaf) if leaf.op is Op.SYMBOL else leaf)


def rebuilt(outputs: Iterable[Scalar], change: Callable[[Node], Scalar]) -> list[Scalar]:
    """Apply `change` to the symbols and constants of the outputs. The resulting expressions are simplified."""
    outputs = list(outputs)
    new: dict[Node, Any] = {}
    for node in topological(outputs):
        new[node] = build(node.op, *(new[a] for a in node.args)) if node.args else change(node)
    return [new[x] if type(x) is Node else x for x in outputs]
