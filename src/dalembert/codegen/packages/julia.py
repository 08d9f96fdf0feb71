"""Export as Julia functions, which take vectors and return tuples. Matrices are flattened in row-major order."""

from __future__ import annotations

from dalembert.codegen.packages.infix import Spelling, body
from dalembert.codegen.packages.target import Numbers, ProgrammingLanguage
from dalembert.codegen.tape import TapeFunction
from dalembert.graph import Op

_TYPE = {"double": "Float64", "float": "Float32"}


def spelling(real: str) -> Spelling:
    """Return the syntax of Julia, in which the exponent of a Float32 literal starts with f instead of e."""
    functions = {op: f"{op.value}({{0}})" for op in (Op.SQRT, Op.EXP, Op.TANH, Op.ABS, Op.SIGN)}
    functions |= {Op.MIN: "min({0}, {1})", Op.MAX: "max({0}, {1})", Op.ATAN2: "atan({0}, {1})"}
    functions |= {Op.SELECT: "ifelse(isnan({0}) | isnan({1}), oftype({0}, NaN), ifelse({0} < {1}, {2}, {3}))"}

    def number(x: float) -> str:
        text = repr(x)
        return text if real == "double" else text.replace("e", "f") if "e" in text else f"{text}f0"

    return Spelling("{0} = {1}", functions, number, "({0}, {1}) = sincos({2})", first=1)


def render(function: TapeFunction, real: str = "double") -> str:
    """Render `function name(q, qd) … end`.

    An output with a single entry is a number; all other outputs are tuples.
    """
    made = body(function, spelling(real))
    values = ", ".join(f"({', '.join(own)},)" if x.shape else own[0] for x, own in made.results)
    given, lines = ", ".join(x.name for x in function.inputs), "\n".join(made.lines)
    return f"function {function.name}({given})\n{lines}\n    return {values}\nend\n"


def _check(name: str, inputs: Numbers, outputs: Numbers, kind: str) -> list[str]:
    given = ", ".join(f"{kind}{values}" if x.shape else f"{kind}({values[0]!r})" for x, values in inputs)
    call = f"{name}({given})"
    stored = ", ".join(f"Float64{values}" for _, values in outputs)
    return [f'compare("{name}", {f"({call},)" if len(outputs) == 1 else call}, ({stored},))']


LANGUAGE = ProgrammingLanguage(".jl", "#", "julia {word}_test.jl", _TYPE, render, _check)
