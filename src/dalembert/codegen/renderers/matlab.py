"""A function in MATLAB and Octave: vectors in; vectors are columns, matrices and higher arrays as MATLAB indexes them."""

from __future__ import annotations

from dalembert.codegen.function import Function
from dalembert.codegen.renderers.infix import Spelling, body
from dalembert.codegen.tape import Operand
from dalembert.graph import Op

_CLASS = {"double": "double", "float": "single"}
SPELLING = Spelling(
    "{0} = {1};",
    {
        **{op: f"{op.value}({{0}})" for op in (Op.SIN, Op.COS, Op.SQRT, Op.EXP, Op.TANH, Op.SIGN, Op.ABS)},
        Op.MIN: "min_({0}, {1})",
        Op.MAX: "max_({0}, {1})",
        Op.ATAN2: "atan2({0}, {1})",
        Op.SELECT: "select_({0}, {1}, {2}, {3})",
    },
    entry="{0}({1})",
    first=1,
)
_CHOICES = {
    Op.MIN: ("min_", "a, b", "select_(a, b, a, b)"),
    Op.MAX: ("max_", "a, b", "select_(a, b, b, a)"),
}
_SELECT = """function r = select_(a, b, x, y)
    if isnan(a) || isnan(b)
        r = cast(NaN, class(a + b));
    elseif a < b
        r = x;
    else
        r = y;
    end
end
"""


def render(function: Function, real: str = "double") -> str:
    """The text of NAME.m."""
    made, kind = body(function, SPELLING), _CLASS[real]
    results, lines, at = made.results(function.tape), [], 0
    casts = [f"    {x.name} = {kind}({x.name});" for x in function.inputs]
    for x in function.outputs:
        own = "; ".join(results[at : at + x.columns])
        lines.append(f"    {x.name} = {_shaped(f'{kind}([{own}])', x)};")
        at += x.columns
    wanted = ", ".join(x.name for x in function.outputs)
    given = ", ".join(x.name for x in function.inputs)
    text = "\n".join([*casts, *made.lines, *lines])
    return f"function [{wanted}] = {function.name}({given})\n{text}\nend\n{_helpers(function)}"


def _shaped(column: str, operand: Operand) -> str:
    """A column in C order as an array of its own shape."""
    if len(operand.shape) < 2:
        return column
    backwards = ", ".join(map(str, reversed(operand.shape)))
    order = ", ".join(str(k) for k in range(len(operand.shape), 0, -1))
    return f"permute(reshape({column}, [{backwards}]), [{order}])"


def _helpers(function: Function) -> str:
    used = {op for op, _ in function.tape.instructions}
    texts = [f"\nfunction r = {n}({a})\n    r = {v};\nend\n" for op, (n, a, v) in _CHOICES.items() if op in used]
    return "".join(texts) + (f"\n{_SELECT}" if used & {Op.SELECT, *_CHOICES} else "")
