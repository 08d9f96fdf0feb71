"""Derivatives of a graph, as graphs.

Forward mode:  ẏ = Σ ∂y/∂a_i ȧ_i, one sweep a direction.
Reverse mode:  ā_i += ȳ ∂y/∂a_i, one sweep an output  [griewank2008, ch. 3].
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.graph.node import Node, Op, Scalar
from dalembert.graph.scalar import cos, exp, sign, sin
from dalembert.graph.walk import topological


def partials(node: Node) -> tuple[Scalar, ...]:
    """∂node/∂argument, for each argument."""
    op, args = node.op, node.args
    if op is Op.ADD:
        return 1, 1
    if op is Op.SUB:
        return 1, -1
    if op is Op.MUL:
        return args[1], args[0]
    if op is Op.DIV:
        return 1 / args[1], -node / args[1]
    if op is Op.NEG:
        return (-1,)
    if op is Op.SIN:
        return (cos(args[0]),)
    if op is Op.COS:
        return (-sin(args[0]),)
    if op is Op.SQRT:
        return (1 / (2 * node),)
    if op is Op.ABS:
        return (sign(args[0]),)
    if op is Op.EXP:
        return (exp(args[0]),)
    if op is Op.TANH:
        return (1 - node * node,)
    return (0,) * len(args)  # sign is constant wherever it has a derivative


def forward(outputs: Sequence[Scalar], direction: dict[Node, Scalar]) -> list[Scalar]:
    """Directional derivative of the outputs; `direction` gives the rate of each symbol that moves."""
    dot: dict[Node, Scalar] = dict(direction)
    for node in topological(outputs):
        if node in direction:
            continue
        rate: Scalar = 0
        for argument, slope in zip(node.args, partials(node), strict=True):
            moving = dot[argument]
            if type(moving) is Node or moving != 0:
                rate = rate + slope * moving
        dot[node] = rate
    return [dot[x] if type(x) is Node else 0 for x in outputs]


def jacobian(outputs: Sequence[Scalar], variables: Sequence[Node]) -> list[list[Scalar]]:
    """∂outputs/∂variables, row per output, by forward mode."""
    columns = [forward(outputs, {v: 1}) for v in variables]
    return [list(row) for row in zip(*columns, strict=True)]


def gradient(output: Scalar, variables: Sequence[Node]) -> list[Scalar]:
    """∂output/∂variables by reverse mode: one sweep for all variables."""
    if type(output) is not Node:
        return [0] * len(variables)
    bar: dict[Node, Scalar] = {output: 1}
    for node in reversed(topological([output])):
        weight = bar.get(node, 0)
        for argument, slope in zip(node.args, partials(node), strict=True):
            bar[argument] = bar.get(argument, 0) + weight * slope
    return [bar.get(v, 0) for v in variables]
