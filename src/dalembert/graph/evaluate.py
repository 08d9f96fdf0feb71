"""Reference interpreter: a simple but slow evaluator of expression graphs.

Every backend is tested against this interpreter. `evaluate` supports any arithmetic with operators and a module of
functions: floats with `math`, arrays with `numpy`, or 50 digits with `mpmath.mp`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dalembert import finding
from dalembert.finding.finding import SymbolName
from dalembert.graph.node import Node, Op, Scalar
from dalembert.graph.scalar import number_maximum, number_minimum, number_select, number_sign
from dalembert.graph.walk import topological


def meaning(functions: Any) -> dict[Op, Any]:
    """Map each operation to its function in the arithmetic of a module."""
    where = getattr(functions, "where", None)

    def select(a: Any, b: Any, x: Any, y: Any) -> Any:
        return where((a != a) | (b != b), math.nan, where(a < b, x, y)) if where else number_select(a, b, x, y)

    return {
        **{op: getattr(functions, op.value, None) for op in (Op.SIN, Op.COS, Op.SQRT, Op.EXP, Op.TANH, Op.ATAN2)},
        Op.ADD: operator.add,
        Op.SUB: operator.sub,
        Op.MUL: operator.mul,
        Op.DIV: operator.truediv,
        Op.NEG: operator.neg,
        Op.ABS: abs,
        Op.SIGN: getattr(functions, "sign", number_sign),
        Op.SELECT: select,
        Op.MIN: getattr(functions, "minimum", number_minimum),
        Op.MAX: getattr(functions, "maximum", number_maximum),
    }


_FLOATS = meaning(math)


def evaluate(
    outputs: Iterable[Scalar],
    values: Mapping[str, Any],
    *,
    functions: Any = math,
    number: Callable[[Any], Any] = float,
) -> list[Any]:
    """Evaluate the outputs of a graph for given values of the symbols.

    `functions` must provide sin, cos, sqrt, exp, tanh, atan2 and pi. If the module has no `sign`, `minimum`, `maximum`
    or `where`, the interpreter uses comparisons instead. `number` converts constants of the graph to the number type of
    the arithmetic.
    """
    known = _FLOATS if functions is math else meaning(functions)
    result: dict[Node, Any] = {}
    outputs = list(outputs)
    for node in topological(outputs):
        op, args = node.op, node.args
        if args:
            function = known[op]
            if len(args) == 2:  # the usual case
                result[node] = function(result[args[0]], result[args[1]])
            else:
                result[node] = function(*[result[a] for a in args])
        elif op is Op.CONST:
            result[node] = number(node.value)
        elif op is Op.SYMBOL:
            if node.value not in values:
                raise finding.UnboundInputs((SymbolName(node.value),)).error()
            result[node] = values[node.value]
        else:
            result[node] = functions.pi
    return [result[x] if type(x) is Node else number(x) for x in outputs]
