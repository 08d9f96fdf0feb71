"""A function in Julia: vectors in, tuples out, which the compiler keeps in registers; a matrix is row by row."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.function import TapeFunction
from dalembert.codegen.packages.infix import Spelling, body
from dalembert.codegen.packages.target import Options, ProgrammingLanguage, Routine, pieces
from dalembert.graph import Op

_TYPE = {"double": "Float64", "float": "Float32"}


def spelling(real: str) -> Spelling:
    """How Julia writes it; a Float32 has an f where others have an e."""
    functions = {op: f"{op.value}({{0}})" for op in (Op.SQRT, Op.EXP, Op.TANH, Op.ABS, Op.SIGN)}
    functions |= {Op.MIN: "min({0}, {1})", Op.MAX: "max({0}, {1})", Op.ATAN2: "atan({0}, {1})"}
    functions |= {Op.SELECT: "ifelse(isnan({0}) | isnan({1}), oftype({0}, NaN), ifelse({0} < {1}, {2}, {3}))"}

    def number(x: float) -> str:
        text = repr(x)
        return text if real == "double" else text.replace("e", "f") if "e" in text else f"{text}f0"

    return Spelling("{0} = {1}", functions, number, "({0}, {1}) = sincos({2})", first=1)


def render(function: TapeFunction, real: str = "double") -> str:
    """`function name(q, qd) … end`; each output is a tuple, or a number where it is one."""
    made = body(function, spelling(real))
    results, values, at = made.results(function.tape), [], 0
    for x in function.outputs:
        own = results[at : at + x.columns]
        values.append(f"({', '.join(own)},)" if x.shape else own[0])
        at += x.columns
    given = ", ".join(x.name for x in function.inputs)
    lines = "\n".join(made.lines)
    return f"function {function.name}({given})\n{lines}\n    return {', '.join(values)}\nend\n"


def _head(functions: Sequence[TapeFunction], real: str) -> str:
    return ""


def _check(routine: Routine, options: Options) -> str:
    made, kind = routine.function, _TYPE[options.real]
    lines = []
    for inputs, outputs in pieces(routine):
        given = ", ".join(
            f"{kind}{x}" if y.shape else f"{kind}({x[0]!r})" for x, y in zip(inputs, made.inputs, strict=True)
        )
        call = f"{made.name}({given})"
        stored = ", ".join(f"Float64{x}" for x in outputs)
        lines.append(f'compare("{made.name}", {f"({call},)" if len(outputs) == 1 else call}, ({stored},))')
    return "\n".join(lines)


def _around(word: str, options: Options, checks: str) -> str:
    return f"""include("{word}.jl")

wrong = 0

function compare(name, found, stored)
    for (x, y) in zip(found, stored)
        off = maximum(abs.(collect(Float64, x) .- y)) / max(1.0, maximum(abs.(y)))
        if !(off <= {options.tolerance!r})
            println("{word}: ", name, " is off by ", off)
            global wrong += 1
        end
    end
end

{checks}
println(wrong == 0 ? "{word}: all self-tests passed" : "{word}: self-tests FAILED")
exit(wrong == 0 ? 0 : 1)
"""


LANGUAGE = ProgrammingLanguage(".jl", "#", "julia {word}_test.jl", render, _head, _check, _around)
