"""Table of simplification rules. `RULES[op]` lists the rules for an operation in the order in which they are applied.

Each rule is an identity in real arithmetic for all values of its operands, without assumptions. Signs are moved
outwards, because the next operation can absorb a NEG at the root of a sum or product at no cost. Commutative operands
are sorted by a structural key, so that equal expressions become the same node. The identity atan2(−y, x) = −atan2(y, x)
is not a rule, because it does not hold for y = 0, x < 0.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dalembert import finding
from dalembert.finding.finding import Noun
from dalembert.graph.node import PI, RULES, Node, Op, Scalar, build, const, intern
from dalembert.graph.scalar import number_maximum, number_minimum, number_select

# the nodes of 0, 1 and −1: a lookup is faster than a comparison of exact numbers
_UNITS = {const(kind(unit)): unit for unit in (0, 1, -1) for kind in (int, float)}


def fold(operation: Callable[[Any], Scalar]) -> Callable[[Node], Scalar | None]:
    """Return the rule that evaluates an operation on a number."""

    def folded(a: Node) -> Scalar | None:
        """Evaluate the operation if its operand is a number."""
        return operation(a.value) if a.op is Op.CONST else None

    return folded


def fold_pair(operation: Callable[[Any, Any], Scalar]) -> Callable[[Node, Node], Scalar | None]:
    """Return the rule that evaluates an operation on two numbers."""

    def folded(a: Node, b: Node) -> Scalar | None:
        """Evaluate the operation if both operands are numbers."""
        return operation(a.value, b.value) if a.op is Op.CONST and b.op is Op.CONST else None

    return folded


def sorted_pair(op: Op) -> Callable[[Node, Node], Scalar]:
    """Return the rule that sorts commutative operands. This rule must be the last in its list."""

    def order(a: Node, b: Node) -> Scalar:
        """Sort commutative operands: a ∘ b = b ∘ a, with constants first."""
        if b.op is Op.CONST or (a.op is not Op.CONST and a.key > b.key):  # pairs of numbers are already evaluated
            a, b = b, a
        return intern(op, (a, b))

    return order


# ── sums ──────────────────────────────────────────────────────────────────────


def _add_zero(a: Node, b: Node) -> Scalar | None:
    """Simplify sums with zero: 0 + b = b, a + 0 = a."""
    if _UNITS.get(a) == 0:
        return b
    return a if _UNITS.get(b) == 0 else None


def _add_negative(a: Node, b: Node) -> Scalar | None:
    """Simplify sums of negated operands: (−a) + (−b) = −(a + b), a + (−b) = a − b, (−a) + b = b − a."""
    if a.op is Op.NEG:
        return -(a.args[0] + b.args[0]) if b.op is Op.NEG else b - a.args[0]
    return a - b.args[0] if b.op is Op.NEG else None


def _sub_zero(a: Node, b: Node) -> Scalar | None:
    """Simplify differences with zero or equal operands: a − 0 = a, 0 − b = −b, a − a = 0."""
    if _UNITS.get(b) == 0:
        return a
    if _UNITS.get(a) == 0:
        return -b
    return 0 if a is b else None


def _sub_negative(a: Node, b: Node) -> Scalar | None:
    """Simplify differences of negated operands: (−a) − (−b) = b − a, a − (−b) = a + b, (−a) − b = −(a + b)."""
    if b.op is Op.NEG:
        return b.args[0] - a.args[0] if a.op is Op.NEG else a + b.args[0]
    return -(a.args[0] + b) if a.op is Op.NEG else None


def _sub_order(a: Node, b: Node) -> Scalar | None:
    """Replace a − b by −(b − a) for one of the two orders of a and b."""
    return intern(Op.NEG, (intern(Op.SUB, (b, a)),)) if a.key > b.key else None


# ── products ──────────────────────────────────────────────────────────────────


def _mul_unit(a: Node, b: Node) -> Scalar | None:
    """Simplify products with 0 and ±1: 0·b = 0, 1·b = b, (−1)·b = −b, also for the right operand."""
    unit, other = _UNITS.get(a), b
    if unit is None:
        unit, other = _UNITS.get(b), a
    return None if unit is None else 0 if unit == 0 else other if unit == 1 else -other


def _mul_negative(a: Node, b: Node) -> Scalar | None:
    """Simplify products with negated operands: (−a)·b = −(a·b), a·(−b) = −(a·b)."""
    if a.op is Op.NEG:
        return -(a.args[0] * b)
    return -(a * b.args[0]) if b.op is Op.NEG else None


def _mul_number(a: Node, b: Node) -> Scalar | None:
    """Simplify products with numbers k, l: (−k)·b = −(k·b) and k·(l·b) = (k·l)·b."""
    if b.op is Op.CONST:
        a, b = b, a
    if a.op is not Op.CONST:
        return None
    if (a.value if type(a.value) is float else a.value.numerator) < 0:  # fractions are slow to compare
        return -build(Op.MUL, -a.value, b)
    if b.op is Op.MUL and b.args[0].op is Op.CONST:
        return build(Op.MUL, a.value * b.args[0].value, b.args[1])
    return None


def _divide(a: Any, b: Any) -> Any:
    if b == 0:
        raise finding.UndefinedOperation(Noun("a divisor of zero"), float(a)).error()
    return a / b


def _div_unit(a: Node, b: Node) -> Scalar | None:
    """Simplify quotients: 0/b = 0, a/a = 1, and a/k = (1/k)·a for an exact number k."""
    if a.op is Op.CONST and a.value == 0:
        return 0
    if b.op is Op.CONST and (type(b.value) is Fraction or b.value in (1.0, -1.0)):
        return build(Op.MUL, _divide(Fraction(1), Fraction(b.value)), a)
    return 1 if a is b else None


def _div_negative(a: Node, b: Node) -> Scalar | None:
    """Simplify quotients with negated operands: (−a)/b = a/(−b) = −(a/b)."""
    if a.op is Op.NEG:
        return -(a.args[0] / b)
    return -(a / b.args[0]) if b.op is Op.NEG else None


# ── one operand ───────────────────────────────────────────────────────────────


def _neg(a: Node) -> Scalar | None:
    """Simplify negations: −(−a) = a."""
    return a.args[0] if a.op is Op.NEG else None


def _parity(op: Op, *, odd: bool) -> Callable[[Node], Scalar | None]:
    def parity(a: Node) -> Scalar | None:
        """Apply f(−a) = ±f(a) for an even or odd function f."""
        if a.op is not Op.NEG:
            return None
        return -build(op, a.args[0]) if odd else build(op, a.args[0])

    return parity


def _fold_float(function: Callable[[float], float], at_zero: int) -> Callable[[Node], Scalar | None]:
    return fold(lambda x: at_zero if x == 0 else function(float(x)))


def _turns(a: Node) -> Fraction | None:
    """Return the rational factor r if a = r·π."""
    if a is PI:
        return Fraction(1)
    if a.op is Op.MUL and a.args[1] is PI and type(a.args[0].value) is Fraction:
        return a.args[0].value
    return None


# sin(r·π) for the angles whose sine is rational; cos(r·π) = sin((r + 1/2)·π)
_SINE = {Fraction(k, 6): v for k, v in ((0, 0), (1, Fraction(1, 2)), (3, 1), (5, Fraction(1, 2)))}
_SINE |= {r + 1: -v for r, v in _SINE.items()}


def _right_angle(shift: Fraction) -> Callable[[Node], Scalar | None]:
    def exact(a: Node) -> Scalar | None:
        """Evaluate sine and cosine exactly at multiples of π/6 where the result is rational."""
        turns = _turns(a)
        return None if turns is None else _SINE.get((turns + shift) % 2)

    return exact


def _sqrt_number(a: Node) -> Scalar | None:
    """Evaluate √k: exactly if k is the square of a rational number, and as a float if k is a float."""
    if a.op is not Op.CONST:
        return None
    if a.value < 0:
        raise finding.UndefinedOperation(Noun("negative root"), float(a.value)).error()
    if type(a.value) is float:
        return math.sqrt(a.value)
    root = Fraction(math.isqrt(a.value.numerator), math.isqrt(a.value.denominator))
    return root if root * root == a.value else None


def _sign(x: float | Fraction) -> int:
    return (x > 0) - (x < 0)


# ── choices and angles ──────────────────────────────────────────────────────────


def _select_known(a: Node, b: Node, x: Node, y: Node) -> Scalar | None:
    """Simplify a selection: x if k < l, and y otherwise, for numbers k and l. The condition a < a is always false. If
    both options are x, the result is x."""
    if a is b:
        return _value(y)
    if a.op is Op.CONST and b.op is Op.CONST:
        chosen = number_select(a.value, b.value, x, y)
        return _value(chosen) if isinstance(chosen, Node) else chosen
    return _value(x) if x is y else None


def _select_negative(a: Node, b: Node, x: Node, y: Node) -> Scalar | None:
    """Simplify signs in a selection: replace −a < −b by b < a, −a < k by −k < a, and k < −b by b < −k. Factor out a
    minus sign that both values share."""
    if {a.op, b.op} in ({Op.NEG}, {Op.NEG, Op.CONST}):
        return build(Op.SELECT, build(Op.NEG, b), build(Op.NEG, a), x, y)
    if x.op is Op.NEG and y.op is Op.NEG:
        return build(Op.NEG, build(Op.SELECT, a, b, x.args[0], y.args[0]))
    return None


def _bound(op: Op, other: Op, number: Callable[[Any, Any], Any]) -> tuple[Callable[[Node, Node], Scalar | None], ...]:
    def known(a: Node, b: Node) -> Scalar | None:
        """Simplify nested minima: min(a, a) = a, min(a, min(a, b)) = min(a, b) and min(k, min(l, b)) = min(min(k, l),
        b) for numbers k, l."""
        if a is b:
            return _value(a)
        for x, y in ((a, b), (b, a)):
            if y.op is op and x in y.args:
                return y
            if y.op is op and x.op is Op.CONST and y.args[0].op is Op.CONST:
                return build(op, number(x.value, y.args[0].value), y.args[1])
        return None

    def negative(a: Node, b: Node) -> Scalar | None:
        """Simplify minima of negated operands: min(−a, −b) = −max(a, b)."""
        return build(Op.NEG, build(other, a.args[0], b.args[0])) if a.op is Op.NEG and b.op is Op.NEG else None

    return fold_pair(number), known, negative, sorted_pair(op)


def _value(node: Node) -> Scalar:
    """Replace a node that represents a number by that number."""
    return node.value if node.op is Op.CONST else node


def _angle(y: Any, x: Any) -> Scalar:
    """Evaluate the angle of a constant point: a multiple of π/4 if y = 0, x = 0 or |y| = |x| exactly, otherwise a
    float."""
    up, right = _sign(y), _sign(x)
    if float not in (type(y), type(x)) and (up * right == 0 or abs(y) == abs(x)):
        return Fraction(_EIGHTHS[up, right], 4) * PI
    return math.atan2(float(y), float(x))


_EIGHTHS = {(0, 0): 0, (0, 1): 0, (1, 1): 1, (1, 0): 2, (1, -1): 3, (0, -1): 4, (-1, -1): -3, (-1, 0): -2, (-1, 1): -1}


def _angle_axis(y: Node, x: Node) -> Scalar | None:
    """Replace atan2(y, 0) by π/2·sign y and atan2(0, x) by π for x < 0 and by 0 otherwise."""
    if x.op is Op.CONST and x.value == 0:
        return PI / 2 * build(Op.SIGN, y)
    return build(Op.SELECT, x, 0, PI, 0) if y.op is Op.CONST and y.value == 0 else None


RULES.update(
    {
        Op.ADD: (fold_pair(operator.add), _add_zero, _add_negative, sorted_pair(Op.ADD)),
        Op.SUB: (fold_pair(operator.sub), _sub_zero, _sub_negative, _sub_order),
        Op.MUL: (fold_pair(operator.mul), _mul_unit, _mul_negative, _mul_number, sorted_pair(Op.MUL)),
        Op.DIV: (fold_pair(_divide), _div_unit, _div_negative),
        Op.NEG: (fold(operator.neg), _neg),
        Op.SIN: (_fold_float(math.sin, 0), _parity(Op.SIN, odd=True), _right_angle(Fraction(0))),
        Op.COS: (_fold_float(math.cos, 1), _parity(Op.COS, odd=False), _right_angle(Fraction(1, 2))),
        Op.SQRT: (_sqrt_number,),
        Op.SIGN: (fold(_sign), _parity(Op.SIGN, odd=True)),
        Op.ABS: (fold(abs), _parity(Op.ABS, odd=False)),
        Op.EXP: (_fold_float(math.exp, 1),),
        Op.TANH: (_fold_float(math.tanh, 0), _parity(Op.TANH, odd=True)),
        Op.SELECT: (_select_known, _select_negative),
        Op.MIN: _bound(Op.MIN, Op.MAX, number_minimum),
        Op.MAX: _bound(Op.MAX, Op.MIN, number_maximum),
        Op.ATAN2: (fold_pair(_angle), _angle_axis),
    }
)
