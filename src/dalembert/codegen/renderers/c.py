"""A function in C99: one assignment an operation, no loop, no memory but its own variables.

The value returned is the status: 0, or what is wrong with the inputs or the results (`STATUS`). Outputs are written in
any case, after all inputs are read. A divisor that is a difference and keeps none of its digits is a near-singular pivot.
Sines and cosines are computed in plain arithmetic (`renderers.sine`), so that they are the same bits on every machine;
beyond 1e5 rad (float: 1e4) the C library's are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dalembert.codegen.function import Function
from dalembert.codegen.packages.target import CHECKS, GAP, PIVOT, TEAR
from dalembert.codegen.renderers.infix import Body, Spelling, body, number
from dalembert.codegen.renderers.sine import FAR, NEAREST, TWO_OVER_PI, parts, polynomials
from dalembert.codegen.tape import Operand
from dalembert.graph import Op

STATUS = {
    "OK": "the results can be used",
    "NOT_FINITE": "an input or a result is infinite or no number",
    "OUT_OF_RANGE": "an input lies outside the range stated below",
    "NEAR_SINGULAR": "a pivot is near zero: the configuration is singular, or nearly",
    "LOOPS_OPEN": "q does not close the loops",
    "LOOPS_TORN": "rates or accelerations would open the loops",
}
OPEN, TORN = {"double": 1e-6, "float": 1e-5}, {"double": 1e-12, "float": 1e-8}
SINGULAR = {"double": 1e-11, "float": 1e-6}
_LARGEST = {"double": "1.7976931348623157e308", "float": "3.4028235e38f"}
_LEAST = {"double": 0.0, "float": 1.4e-45}  # constants below it are zero, and compilers warn of them
_SUFFIX = {"double": "", "float": "f"}
_CHOICES = {
    "sign_": "return x > 0 ? (REAL)1 : x < 0 ? (REAL)-1 : x - x;",
    "select_": "return a != a ? a : b != b ? b : a < b ? x : y;",
    "min_": "return a != a ? a : b != b ? b : a < b ? a : b;",
    "max_": "return a != a ? a : b != b ? b : a < b ? b : a;",
}
_ARGUMENTS = {"sign_": "x", "select_": "abxy", "min_": "ab", "max_": "ab"}


def spelling(real: str, prefix: str, sincos: str = "") -> Spelling:
    """How C writes it; helpers are named with `prefix`, `sincos` stands for the one written here."""
    f = _SUFFIX[real]
    functions = {
        **{op: f"{op.value}{f}({{0}})" for op in (Op.SQRT, Op.EXP, Op.TANH)},
        **{op: f"{prefix}{op.value}_({{0}}, {{1}})" for op in (Op.MIN, Op.MAX)},
        Op.SIGN: f"{prefix}sign_({{0}})",
        Op.SELECT: f"{prefix}select_({{0}}, {{1}}, {{2}}, {{3}})",
        Op.ABS: f"fabs{f}({{0}})",
        Op.ATAN2: f"atan2{f}({{0}}, {{1}})",
    }
    pair = f"{real} {{0}}, {{1}}; {sincos or prefix + 'sincos_'}({{2}}, &{{0}}, &{{1}});"
    return Spelling(
        f"const {real} {{0}} = {{1}};", functions, lambda x: repr(0.0 if abs(x) < _LEAST[real] else x) + f, pair
    )


def render(
    function: Function,
    real: str = "double",
    *,
    name: str | None = None,
    ranges: Sequence[tuple[float, float]] | None = None,
    prefix: str = "",
    sincos: str = "",
    head: str | None = None,
    give: str = "return {0};",
    first: str = "",
) -> str:
    """The definition of the function; `helpers` has what it calls.

    Other languages that read C say how they start (`head` and a `first` line) and what `give`s the status.
    """
    made = body(function, spelling(real, prefix, sincos))
    results = made.results(function.tape)
    lines, at = [], 0
    for operand in function.outputs:
        if operand.name not in CHECKS:
            for k in range(operand.columns):
                place = f"{operand.name}[{k}]" if operand.shape else f"*{operand.name}"
                lines.append(f"    {place} = {results[at + k]};")
        at += operand.columns
    head = head or declaration(function, real, name=name)
    ended = _status(function, made, real, ranges, give)
    text = "\n".join([*([f"    {first}"] if first else []), *made.lines, *lines, *ended])
    return f"{head}\n{{\n{text}\n}}\n"


def declaration(function: Function, real: str, *, name: str | None = None) -> str:
    """`int name(const double q[6], …, double tau[6])`."""
    given = [f"const {real} {x.name}[{x.columns}]" if x.shape else f"{real} {x.name}" for x in function.inputs]
    wanted = [f"{real} {x.name}[{x.columns}]" if x.shape else f"{real} *{x.name}" for x in shown(function)]
    return f"int {name or function.name}({', '.join([*given, *wanted])})"


def shown(function: Function) -> list[Operand]:
    """The outputs that are arguments: gap, tear and pivot are told by the status."""
    return [x for x in function.outputs if x.name not in CHECKS]


def helpers(
    functions: Sequence[Function], real: str, *, prefix: str = "", before: str = "static ", sincos: bool = True
) -> str:
    """The small functions that these need, and no other."""
    ops = {op for x in functions for op, _ in x.tape.instructions}
    needed = [x for op in (Op.SIGN, Op.SELECT, Op.MIN, Op.MAX) if op in ops for x in (f"{op.value}_",)]
    texts = []
    for name in needed:
        arguments = ", ".join(f"{real} {x}" for x in _ARGUMENTS[name])
        texts.append(
            f"{before}{real} {prefix}{name}({arguments})\n{{\n    {_CHOICES[name].replace('REAL', real)}\n}}\n"
        )
    if sincos and ops & {Op.SIN, Op.COS}:
        texts.append(_sincos(real, prefix, before))
    return "\n".join(texts)


def _sincos(real: str, prefix: str, before: str) -> str:
    """Sine and cosine together, without a branch but for large angles."""
    f, text = _SUFFIX[real], spelling(real, "").number
    s, c = (_horner(x, text) for x in polynomials(real))
    reduced = "\n".join(f"    r = r - k * {text(x)};" for x in parts(real))
    return f"""{before}void {prefix}sincos_({real} x, {real} *s, {real} *c)
{{
    static const {real} turn[4][2] = {{{{1, 0}}, {{0, 1}}, {{-1, 0}}, {{0, -1}}}};
    {real} k, r, r2, a, b;
    const {real} *t;
    if (!(fabs{f}(x) <= {text(FAR[real])})) {{
        *s = sin{f}(x);
        *c = cos{f}(x);
        return;
    }}
    k = (x * {text(TWO_OVER_PI)} + {text(NEAREST[real])}) - {text(NEAREST[real])};
    t = turn[(unsigned)(int)k & 3u];
    r = x;
{reduced}
    r2 = r * r;
    a = r + r * r2 * ({s});
    b = 1 - r2 * {text(0.5)} + r2 * r2 * ({c});
    *s = a * t[0] + b * t[1];
    *c = b * t[0] - a * t[1];
}}
"""


def _horner(coefficients: Sequence[float], text: Callable[[float], str]) -> str:
    *rest, made = (text(x) for x in coefficients)
    for x in reversed(rest):
        made = f"{x} + r2 * ({made})"
    return made


def _status(
    function: Function, made: Body, real: str, ranges: Sequence[tuple[float, float]] | None, give: str
) -> list[str]:
    """The lines that end a function: what is wrong, the worst first."""
    say, f = spelling(real, ""), _SUFFIX[real]
    lines = []
    inputs = made.slots[: function.tape.inputs]
    checks = [_outside(x, low, high, say, f) for x, (low, high) in zip(inputs, ranges or (), strict=bool(ranges))]
    if checks:
        zero = "\n            + ".join(f"({x} - {x})" for x in inputs)
        lines += [f"    if ({_any(checks)}) {{", f"        {give.format(f'{zero} == 0 ? 2 : 1')}", "    }"]
    loose = [result for result, name in _named(function, made) if name == GAP]
    lines += [f"    if (!({x} <= {say.number(OPEN[real])})) {give.format(4)}" for x in loose]
    torn = [result for result, name in _named(function, made) if name == TEAR]
    lines += [f"    if (!({x} <= {say.number(TORN[real])})) {give.format(5)}" for x in torn]
    near = [f"!({result} >= {say.number(SINGULAR[real])})" for result, name in _named(function, made) if name == PIVOT]
    near += _divisors(function, made, real)
    lines += [f"    if ({_any(near)}) {{", f"        {give.format(3)}", "    }"] if near else []
    results = dict.fromkeys(x for x, name in _named(function, made) if name not in CHECKS and x[0] in "it")
    wild = [f"!(fabs{f}({x}) <= {_LARGEST[real]})" for x in results]
    lines += [f"    if ({_any(wild)}) {{", f"        {give.format(1)}", "    }"] if wild else []
    return [*lines, f"    {give.format(0)}"]


def _named(function: Function, made: Body) -> list[tuple[str, str]]:
    """(expression, output) of each output of the tape."""
    names = [x.name for x in function.outputs for _ in range(x.columns)]
    return list(zip(made.results(function.tape), names, strict=True))


def _outside(x: str, low: float, high: float, say: Spelling, f: str) -> str:
    if low == -high:
        return f"!(fabs{f}({x}) <= {say.number(high)})"
    return f"!({x} >= {number(low, say)}) | !({x} <= {number(high, say)})"


def _divisors(function: Function, made: Body, real: str) -> list[str]:
    """A divisor that is a sum or a difference, against one of its terms."""
    tape, f = function.tape, _SUFFIX[real]
    divisors = dict.fromkeys(args[1] for op, args in tape.instructions if op is Op.DIV and args[1] >= tape.first)
    found = []
    for slot in divisors:
        op, args = tape.instructions[slot - tape.first]
        if op in (Op.ADD, Op.SUB):
            term = made.slots[args[0]] if args[0] < tape.inputs or args[0] >= tape.first else made.slots[args[1]]
            least = spelling(real, "").number(SINGULAR[real])
            found.append(f"!(fabs{f}({made.slots[slot]}) > {least} * fabs{f}({term}))")
    return found


def _any(checks: Sequence[str]) -> str:
    """One test of many, without a branch for each."""
    return "\n        | ".join(checks)
