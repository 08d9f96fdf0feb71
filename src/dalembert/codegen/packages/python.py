"""A function in Python with NumPy: arrays of any leading shape, broadcast; one array operation an operation."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.function import TapeFunction
from dalembert.codegen.packages.infix import Spelling, body
from dalembert.codegen.packages.target import Options, ProgrammingLanguage, Routine, pieces
from dalembert.graph import Op

_TYPE = {"double": "float64", "float": "float32"}
SPELLING = Spelling(
    "{0} = {1}",
    {
        **{op: f"np.{op.value}({{0}})" for op in (Op.SIN, Op.COS, Op.SQRT, Op.EXP, Op.TANH, Op.SIGN, Op.ABS)},
        Op.MIN: "np.minimum({0}, {1})",
        Op.MAX: "np.maximum({0}, {1})",
        Op.ATAN2: "np.arctan2({0}, {1})",
        Op.SELECT: "np.where(np.isnan({0}) | np.isnan({1}), np.nan, np.where({0} < {1}, {2}, {3}))",
    },
    entry="{0}[..., {1}]",
)


def render(function: TapeFunction, real: str = "double") -> str:
    """`def name(q, qd): …`, which gives an array, or a tuple of them."""
    made = body(function, SPELLING)
    given, kind = [x.name for x in function.inputs], f"np.{_TYPE[real]}"
    lines = []
    for x in function.inputs:
        lines.append(f"    {x.name} = np.asarray({x.name}, dtype={kind})")
        if x.shape:
            lines.append(f"    if {x.name}.shape[-1:] != ({x.columns},):")
            lines.append(f'        raise ValueError("{x.name} needs {x.columns} entries")')
    shapes = ", ".join(f"{x.name}.shape[:-1]" if x.shape else f"{x.name}.shape" for x in function.inputs)
    lines.append(f"    leading_ = np.broadcast_shapes({shapes})")
    lines += made.lines
    results, at = made.results(function.tape), 0
    for x in function.outputs:
        lines.append(f"    {x.name} = np.empty((*leading_, {x.columns}), dtype={kind})")
        lines += [f"    {x.name}[..., {k}] = {results[at + k]}" for k in range(x.columns)]
        at += x.columns
    ends = [f"{x.name}.reshape((*leading_{''.join(f', {k}' for k in x.shape)},))" for x in function.outputs]
    return f"def {function.name}({', '.join(given)}):\n" + "\n".join(lines) + f"\n    return {', '.join(ends)}\n\n"


def _head(functions: Sequence[TapeFunction], real: str) -> str:
    return "import numpy as np\n\n"


def _check(routine: Routine, options: Options) -> str:
    made = routine.function
    one = len(made.outputs) == 1
    lines = []
    for inputs, outputs in pieces(routine):
        given = ", ".join(str(x if y.shape else x[0]) for x, y in zip(inputs, made.inputs, strict=True))
        call = f"model.{made.name}({given})"
        lines.append(f"compare({made.name!r}, {f'({call},)' if one else call}, {outputs})")
    return "\n".join(lines)


def _around(word: str, options: Options, checks: str) -> str:
    return f"""import sys

import numpy as np

import {word} as model

wrong = 0


def compare(name, found, stored):
    global wrong
    for x, y in zip(found, stored):
        off = np.abs(np.ravel(x) - y).max() / max(1.0, np.abs(y).max())
        if not off <= {options.tolerance!r}:
            print(f"{word}: {{name}} is off by {{off:.1e}}")
            wrong += 1


{checks}
print("{word}: all self-tests passed" if not wrong else f"{word}: {{wrong}} of the self-tests FAILED")
sys.exit(wrong != 0)
"""


LANGUAGE = ProgrammingLanguage(".py", "#", "python {word}_test.py", render, _head, _check, _around)
