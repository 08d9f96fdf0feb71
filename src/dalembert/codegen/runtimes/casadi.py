"""A function as expressions of CasADi: every operation of the tape is an SX node.

CasADi's derivatives, its C generator and its solvers see every operation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dalembert.codegen.function import Function, identifiers
from dalembert.codegen.runtimes.differentiable import missing_package
from dalembert.graph import Op


def render(function: Function) -> Any:
    """A `casadi.Function` with the function's inputs and outputs: columns for vectors, matrices, and stacks of them by rows."""
    casadi = _casadi()
    meaning = _meaning(casadi)
    given = [casadi.SX.sym(x.name, *_size(x.shape)) for x in function.inputs]
    slots: list[Any] = [s[i, j] for s in given for i in range(s.size1()) for j in range(s.size2())]
    slots += [casadi.SX(x) for x in function.tape.constants]
    for op, args in function.tape.instructions:
        slots.append(meaning[op](*(slots[i] for i in args)))
    results, at = [], 0
    for operand in function.outputs:
        rows, columns = _size(operand.shape)
        entries = [slots[k] for k in function.tape.outputs[at : at + operand.columns]]
        at += operand.columns
        results.append(casadi.reshape(casadi.vertcat(*entries), columns, rows).T)
    words = identifiers([x.name for x in (*function.inputs, *function.outputs)], ["null", "jac", "hess"])
    names = [[words[x.name] for x in side] for side in (function.inputs, function.outputs)]
    return casadi.Function(identifiers([function.name])[function.name], given, results, *names)


def _size(shape: tuple[int, ...]) -> tuple[int, int]:
    """Rows and columns: CasADi has matrices only."""
    if len(shape) == 3:
        return shape[0] * shape[1], shape[2]
    return (*shape, 1, 1)[0], (*shape, 1, 1)[1]


def _meaning(casadi: Any) -> dict[Op, Callable[..., Any]]:
    return {
        Op.ADD: lambda a, b: a + b,
        Op.SUB: lambda a, b: a - b,
        Op.MUL: lambda a, b: a * b,
        Op.DIV: lambda a, b: a / b,
        Op.NEG: lambda a: -a,
        Op.SIN: casadi.sin,
        Op.COS: casadi.cos,
        Op.SQRT: casadi.sqrt,
        Op.SIGN: casadi.sign,
        Op.ABS: casadi.fabs,
        Op.EXP: casadi.exp,
        Op.TANH: casadi.tanh,
        Op.SELECT: lambda a, b, x, y: casadi.if_else(a < b, x, y),
        Op.MIN: casadi.fmin,
        Op.MAX: casadi.fmax,
        Op.ATAN2: casadi.atan2,
    }


def _casadi() -> Any:
    try:
        import casadi
    except ImportError:
        raise missing_package("casadi") from None
    return casadi
