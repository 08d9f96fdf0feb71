"""Differentiation of expression graphs. The derivatives are themselves graphs.

    Forward mode:  ẏ = Σ ∂y/∂a_i ȧ_i, with one sweep per direction.
    Reverse mode:  ā_i += ȳ ∂y/∂a_i, with one sweep per output  [griewank2008, ch. 3].

In forward mode, a selection propagates the rate of the selected value only. In reverse mode, a selection passes its
weight to the selected value only. The derivative of the other value has no effect, even if it is infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dalembert.graph.node import Node, Op, Scalar
from dalembert.graph.scalar import cos, exp, select, sign, sin
from dalembert.graph.walk import topological


def _angle_partials(node: Node) -> tuple[Scalar, Scalar]:
    y, x = node.args
    square = x * x + y * y
    return x / square, -y / square


# ∂node/∂argument, for each argument of an operation that is not a choice
_PARTIALS: dict[Op, Callable[[Node], tuple[Scalar, ...]]] = {
    Op.ADD: lambda node: (1, 1),
    Op.SUB: lambda node: (1, -1),
    Op.MUL: lambda node: (node.args[1], node.args[0]),
    Op.DIV: lambda node: (1 / node.args[1], -node / node.args[1]),
    Op.NEG: lambda node: (-1,),
    Op.SIN: lambda node: (cos(node.args[0]),),
    Op.COS: lambda node: (-sin(node.args[0]),),
    Op.SQRT: lambda node: (1 / (2 * node),),
    Op.ABS: lambda node: (sign(node.args[0]),),
    Op.EXP: lambda node: (exp(node.args[0]),),
    Op.TANH: lambda node: (1 - node * node,),
    Op.ATAN2: _angle_partials,
    Op.SIGN: lambda node: (0,),  # the sign is constant wherever it has a derivative
    **dict.fromkeys((Op.CONST, Op.SYMBOL, Op.PI), lambda node: ()),
}


def _choice(node: Node) -> tuple[Node, Node, Node, Node] | None:
    """Return the operands a, b, x, y of a selection, whose value is x if a < b, and y otherwise."""
    if node.op is Op.SELECT:
        a, b, x, y = node.args
        return a, b, x, y
    if node.op is Op.MIN or node.op is Op.MAX:
        a, b = node.args
        return (a, b, a, b) if node.op is Op.MIN else (a, b, b, a)
    return None


def forward(outputs: Sequence[Scalar], direction: dict[Node, Scalar]) -> list[Scalar]:
    """Compute the directional derivative of the outputs. `direction` contains the rate of each symbol that varies."""
    dot: dict[Node, Scalar] = dict(direction)
    for node in topological(outputs):
        if node in direction:
            continue
        choice = _choice(node)
        if choice is not None:
            a, b, x, y = choice
            dot[node] = select(a, b, dot[x], dot[y])
            continue
        rate: Scalar = 0
        for argument, slope in zip(node.args, _PARTIALS[node.op](node), strict=True):
            moving = dot[argument]
            if type(moving) is Node or moving != 0:
                rate = rate + slope * moving
        dot[node] = rate
    return [dot[x] if type(x) is Node else 0 for x in outputs]


def jacobian(outputs: Sequence[Scalar], variables: Sequence[Node]) -> list[list[Scalar]]:
    """Compute the Jacobian ∂outputs/∂variables in forward mode, with one row per output."""
    columns = [forward(outputs, {v: 1}) for v in variables]
    return [list(row) for row in zip(*columns, strict=True)]


def gradient(output: Scalar, variables: Sequence[Node]) -> list[Scalar]:
    """Compute the gradient ∂output/∂variables in reverse mode, with a single sweep for all variables."""
    if type(output) is not Node:
        return [0] * len(variables)
    bar: dict[Node, Scalar] = {output: 1}
    for node in reversed(topological([output])):
        weight = bar.get(node, 0)
        choice = _choice(node)
        if choice is not None:
            a, b, x, y = choice
            bar[x] = bar.get(x, 0) + select(a, b, weight, 0)
            bar[y] = bar.get(y, 0) + select(a, b, 0, weight)
            continue
        for argument, slope in zip(node.args, _PARTIALS[node.op](node), strict=True):
            bar[argument] = bar.get(argument, 0) + weight * slope
    return [bar.get(v, 0) for v in variables]
