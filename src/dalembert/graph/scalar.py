"""Functions such as sin and cos for any kind of scalar: a number, a node, or a number type of another library.

Algorithms are written once, for generic scalars, using only + − · / and the functions in this module.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from dalembert.graph.node import Node, Op, Scalar, build


def number_sign(x: Any) -> float:
    """Return the sign of a number: −1, 0 or 1, or NaN for NaN."""
    return math.nan if x != x else int(x > 0) - int(x < 0)


def number_select(a: Any, b: Any, x: Any, y: Any) -> Any:
    """Return x if a < b, and y otherwise. The result is NaN if a or b is NaN."""
    return math.nan if a != a or b != b else x if a < b else y


def number_minimum(a: Any, b: Any) -> Any:
    """Return the smaller of two numbers, or NaN if either is NaN."""
    return number_select(a, b, a, b)


def number_maximum(a: Any, b: Any) -> Any:
    """Return the larger of two numbers, or NaN if either is NaN."""
    return number_select(a, b, b, a)


def is_zero(x: Any) -> bool:
    """Return whether x is known to be 0. The result is False for a symbol."""
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


def select(a: Scalar, b: Scalar, x: Scalar, y: Scalar) -> Scalar:
    """Return x if a < b, and y otherwise. Both x and y are always evaluated, so neither may divide by 0."""
    return build(Op.SELECT, a, b, x, y)


def minimum(a: Scalar, b: Scalar) -> Scalar:
    """Return the smaller of two numbers or nodes."""
    return build(Op.MIN, a, b)


def maximum(a: Scalar, b: Scalar) -> Scalar:
    """Return the larger of two numbers or nodes."""
    return build(Op.MAX, a, b)


def atan2(y: Scalar, x: Scalar) -> Scalar:
    """Return the angle of the point (x, y) in (−π, π], or 0 at the origin."""
    return math.atan2(y, x) if type(y) is float and type(x) is float else build(Op.ATAN2, y, x)
