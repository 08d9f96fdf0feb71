"""sin, cos, … of any scalar: a number, a node, or a number of another library.

Algorithms are written once, on plain scalars; these functions are the only
ones they need besides + − · /.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from dalembert.graph.node import Node, Op, Scalar, build


def number_sign(x: Any) -> float:
    """−1, 0 or 1; NaN for NaN."""
    return math.nan if x != x else int(x > 0) - int(x < 0)


def is_zero(x: Any) -> bool:
    """Whether x is known to be 0; a symbol is not."""
    return not isinstance(x, Node) and bool(x == 0)


_FLOAT: dict[Op, Callable[[float], float]] = {
    Op.SIN: math.sin,
    Op.COS: math.cos,
    Op.SQRT: math.sqrt,
    Op.SIGN: number_sign,
    Op.ABS: abs,
    Op.EXP: math.exp,
    Op.TANH: math.tanh,
}


def _function(op: Op) -> Callable[[Scalar], Scalar]:
    number = _FLOAT[op]

    def apply(x: Scalar) -> Scalar:
        # exact numbers go through the rules, so that sin(0) is 0 and √4 is 2
        return number(x) if type(x) is float else build(op, x)

    apply.__name__ = op.value
    apply.__doc__ = f"{op.value} of a number or a node."
    return apply


sin = _function(Op.SIN)
cos = _function(Op.COS)
sqrt = _function(Op.SQRT)
sign = _function(Op.SIGN)
exp = _function(Op.EXP)
tanh = _function(Op.TANH)
absolute = _function(Op.ABS)
