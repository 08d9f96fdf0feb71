"""Export as Python functions, which use NumPy and broadcast over the leading dimensions of their arguments."""

from __future__ import annotations

from dalembert.codegen.packages.infix import Spelling, body
from dalembert.codegen.packages.target import Numbers, ProgrammingLanguage
from dalembert.codegen.tape import TapeFunction
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
    """Render `def name(q, qd): …`, a Python function whose result is an array or a tuple of arrays."""
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
    for x, own in made.results:
        lines.append(f"    {x.name} = np.empty((*leading_, {x.columns}), dtype={kind})")
        lines += [f"    {x.name}[..., {k}] = {value}" for k, value in enumerate(own)]
    ends = [f"{x.name}.reshape((*leading_{''.join(f', {k}' for k in x.shape)},))" for x in function.outputs]
    return f"def {function.name}({', '.join(given)}):\n" + "\n".join(lines) + f"\n    return {', '.join(ends)}\n\n"


def _check(name: str, inputs: Numbers, outputs: Numbers, kind: str) -> list[str]:
    given = ", ".join(str(values if x.shape else values[0]) for x, values in inputs)
    call = f"model.{name}({given})"
    stored = [values for _, values in outputs]
    return [f"compare({name!r}, {f'({call},)' if len(outputs) == 1 else call}, {stored})"]


LANGUAGE = ProgrammingLanguage(
    ".py", "#", "python {word}_test.py", _TYPE, render, _check, lambda *_: "import numpy as np\n\n"
)
