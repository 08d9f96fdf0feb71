"""The rules of choices and angles: select, min, max and atan2, entered into the same table.

As in `graph.rule`, each is an identity of real arithmetic. atan2(−y, x) = −atan2(y, x) is not: at y = 0, x < 0 both
are π.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dalembert.graph.node import PI, RULES, Node, Op, Scalar, build
from dalembert.graph.rule import fold_pair, sorted_pair
from dalembert.graph.scalar import number_maximum, number_minimum, number_select


def _select_known(a: Node, b: Node, x: Node, y: Node) -> Scalar | None:
    """x where k < l is known to hold, else y; a < a never holds; x where both sides are x."""
    if a is b:
        return _value(y)
    if a.op is Op.CONST and b.op is Op.CONST:
        chosen = number_select(a.value, b.value, x, y)
        return _value(chosen) if isinstance(chosen, Node) else chosen
    return _value(x) if x is y else None


def _select_negative(a: Node, b: Node, x: Node, y: Node) -> Scalar | None:
    """−a < −b is b < a, −a < k is −k < a, k < −b is b < −k; −x where a < b, else −y, is −(x where a < b, else y)."""
    if {a.op, b.op} in ({Op.NEG}, {Op.NEG, Op.CONST}):
        return build(Op.SELECT, build(Op.NEG, b), build(Op.NEG, a), x, y)
    if x.op is Op.NEG and y.op is Op.NEG:
        return build(Op.NEG, build(Op.SELECT, a, b, x.args[0], y.args[0]))
    return None


def _bound(op: Op, other: Op, number: Callable[[Any, Any], Any]) -> tuple[Callable[[Node, Node], Scalar | None], ...]:
    def known(a: Node, b: Node) -> Scalar | None:
        """min(a, a) = a, min(a, min(a, b)) = min(a, b) and min(k, min(l, b)) = min(min(k, l), b) for numbers k, l."""
        if a is b:
            return _value(a)
        for x, y in ((a, b), (b, a)):
            if y.op is op and x in y.args:
                return y
            if y.op is op and x.op is Op.CONST and y.args[0].op is Op.CONST:
                return build(op, number(x.value, y.args[0].value), y.args[1])
        return None

    def negative(a: Node, b: Node) -> Scalar | None:
        """min(−a, −b) = −max(a, b)."""
        return build(Op.NEG, build(other, a.args[0], b.args[0])) if a.op is Op.NEG and b.op is Op.NEG else None

    return fold_pair(number), known, negative, sorted_pair(op)


def _value(node: Node) -> Scalar:
    """A node that stands for a number is that number."""
    return node.value if node.op is Op.CONST else node


def _angle_number(y: Node, x: Node) -> Scalar | None:
    """The angle of a known point: a multiple of π/4 where y = 0, x = 0 or |y| = |x| exactly, else a float."""
    if y.op is not Op.CONST or x.op is not Op.CONST:
        return None
    up, right = ((k.value > 0) - (k.value < 0) for k in (y, x))
    if float not in (type(y.value), type(x.value)) and (up * right == 0 or abs(y.value) == abs(x.value)):
        return Fraction(_EIGHTHS[up, right], 4) * PI
    return math.atan2(float(y.value), float(x.value))


_EIGHTHS = {(0, 0): 0, (0, 1): 0, (1, 1): 1, (1, 0): 2, (1, -1): 3, (0, -1): 4, (-1, -1): -3, (-1, 0): -2, (-1, 1): -1}


def _angle_axis(y: Node, x: Node) -> Scalar | None:
    """atan2(y, 0) = π/2·sign y;  atan2(0, x) is π where x < 0, else 0."""
    if x.op is Op.CONST and x.value == 0:
        return PI / 2 * build(Op.SIGN, y)
    return build(Op.SELECT, x, 0, PI, 0) if y.op is Op.CONST and y.value == 0 else None


RULES.update(
    {
        Op.SELECT: (_select_known, _select_negative),
        Op.MIN: _bound(Op.MIN, Op.MAX, number_minimum),
        Op.MAX: _bound(Op.MAX, Op.MIN, number_maximum),
        Op.ATAN2: (_angle_number, _angle_axis),
    }
)
