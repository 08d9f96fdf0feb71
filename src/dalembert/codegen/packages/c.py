"""C99 for controllers: `NAME.h`, `NAME.c` and `NAME_test.c`.

A function is one assignment per operation, without loops and with no memory but its own variables. There is no
allocation, no mutable global and no recursion: a function may be called from several tasks at once, takes the same time
for every state within its range, and gives the same bits in every run. The bits are also the same on every machine with
IEEE arithmetic if multiplications and additions are not fused, which the compile line requests; `exp`, `tanh` and
`atan2` are those of the C library.

The return value is the status: 0, or what is wrong with the inputs or the results (`STATUS`). Outputs are always
written, after all inputs are read. A divisor that is a difference and keeps none of its digits is a near-singular pivot.
Sines and cosines are computed in plain arithmetic (`renderers.sine`), so that they have the same bits on every machine;
beyond 1e5 rad (float: 1e4) the C library's are used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from dalembert.codegen.function import TapeFunction
from dalembert.codegen.packages.infix import Assignments, Spelling, body, number
from dalembert.codegen.packages.target import CHECKS, GAP, PIVOT, TEAR, Files, ModelInfo, Options, Routine, title
from dalembert.codegen.renderers.sine import FAR, NEAREST, TWO_OVER_PI, parts, polynomials
from dalembert.codegen.tape import Operand
from dalembert.graph import Op
from dalembert.tolerance import (
    LOOP_OPEN,
    LOOP_OPEN_SINGLE,
    LOOP_PIVOT,
    LOOP_PIVOT_SINGLE,
    LOOP_RATE,
    LOOP_RATE_SINGLE,
)

STATUS = {
    "OK": "the results can be used",
    "NOT_FINITE": "an input or a result is infinite or no number",
    "OUT_OF_RANGE": "an input lies outside the range stated below",
    "NEAR_SINGULAR": "a pivot is near zero: the configuration is singular, or nearly",
    "LOOPS_OPEN": "q does not close the loops",
    "LOOPS_TORN": "rates or accelerations would open the loops",
}
OPEN = {"double": LOOP_OPEN, "float": LOOP_OPEN_SINGLE}
TORN = {"double": LOOP_RATE**2, "float": LOOP_RATE_SINGLE**2}
SINGULAR = {"double": LOOP_PIVOT, "float": LOOP_PIVOT_SINGLE}
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
    """How C writes it; helpers are named with `prefix`, and `sincos` is the name of the sine and cosine."""
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
    function: TapeFunction,
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

    Other languages that read C pass how they start (`head` and a `first` line) and what returns the status (`give`).
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


def declaration(function: TapeFunction, real: str, *, name: str | None = None) -> str:
    """`int name(const double q[6], …, double tau[6])`."""
    given = [f"const {real} {x.name}[{x.columns}]" if x.shape else f"{real} {x.name}" for x in function.inputs]
    wanted = [f"{real} {x.name}[{x.columns}]" if x.shape else f"{real} *{x.name}" for x in shown(function)]
    return f"int {name or function.name}({', '.join([*given, *wanted])})"


def shown(function: TapeFunction) -> list[Operand]:
    """Return the outputs that are arguments; the status reports gap, tear and pivot."""
    return [x for x in function.outputs if x.name not in CHECKS]


def helpers(
    functions: Sequence[TapeFunction], real: str, *, prefix: str = "", before: str = "static ", sincos: bool = True
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
    function: TapeFunction, made: Assignments, real: str, ranges: Sequence[tuple[float, float]] | None, give: str
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


def _named(function: TapeFunction, made: Assignments) -> list[tuple[str, str]]:
    """(expression, output) of each output of the tape."""
    names = [x.name for x in function.outputs for _ in range(x.columns)]
    return list(zip(made.results(function.tape), names, strict=True))


def _outside(x: str, low: float, high: float, say: Spelling, f: str) -> str:
    if low == -high:
        return f"!(fabs{f}({x}) <= {say.number(high)})"
    return f"!({x} >= {number(low, say)}) | !({x} <= {number(high, say)})"


def _divisors(function: TapeFunction, made: Assignments, real: str) -> list[str]:
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


FLAGS = "-std=c99 -O3 -ffp-contract=off"
_CALL = 512  # bytes of stack that a function and those it calls need besides its numbers
_SIZE = {"double": 8, "float": 4}


def package(routines: Sequence[Routine], model: ModelInfo, options: Options) -> Files:
    """Header, source, self-test."""
    word = model.word
    return {
        f"{word}.h": header(routines, model, options),
        f"{word}.c": source(routines, model, options),
        f"{word}_test.c": test(routines, model, options),
    }


def compile_line(word: str) -> str:
    """How the self-test is built and run."""
    return f"cc {FLAGS} {word}.c {word}_test.c -lm -o {word}_test && ./{word}_test"


def header(routines: Sequence[Routine], model: ModelInfo, options: Options) -> str:
    """Declarations, and what a user has to know."""
    word, real = model.word, options.real
    guard = f"{word.upper()}_H"
    codes = "\n".join(
        f"#define {word.upper()}_{name} {k} /* {words} */" for k, (name, words) in enumerate(STATUS.items())
    )
    lines = [
        *title(model, routines, real),
        "",
        compile_line(word),
        "",
        "The line forbids to fuse a*b + c, so that every machine computes the same bits; -ffp-contract=fast is quicker and",
        "as exact. Do not use -ffast-math: not-finite numbers would pass unnoticed.",
        "Functions are reentrant, allocate nothing and contain no loop over data. Matrices are row by row. An output may",
        "lie where an input lies. Outputs are always written; use them if the value returned is 0.",
    ]
    text = "\n".join(f" * {x}".rstrip() for x in lines)
    declared = "\n".join(_declared(x, word, real) for x in routines)
    return f"""/*
{text}
 */
#ifndef {guard}
#define {guard}

#ifdef __cplusplus
extern "C" {{
#endif

{codes}

{declared}
#ifdef __cplusplus
}}
#endif
#endif
"""


def source(routines: Sequence[Routine], model: ModelInfo, options: Options) -> str:
    """Definitions."""
    word, real = model.word, options.real
    functions = [x.function for x in routines]
    small = helpers(functions, real, prefix=f"{word}_")
    bodies = "\n".join(
        render(x.function, real, name=f"{word}_{x.function.name}", ranges=x.ranges, prefix=f"{word}_") for x in routines
    )
    return f'#include "{word}.h"\n\n#include <math.h>\n\n{small}\n{bodies}'


def test(routines: Sequence[Routine], model: ModelInfo, options: Options) -> str:
    """A program that calls each function with stored states; it leaves with 0 where all agree."""
    word, real = model.word, options.real
    checks = "\n".join(_check(x, word, real, options.tolerance) for x in routines)
    calls = "\n".join(f"    wrong += test_{x.function.name}();" for x in routines)
    return f"""#include "{word}.h"

#include <math.h>
#include <stdio.h>

{apart(real)}
{checks}
int main(void)
{{
    int wrong = 0;
{calls}
    printf(wrong ? "{word}: %d of the self-tests FAILED\\n" : "{word}: all self-tests passed\\n", wrong);
    return wrong != 0;
}}
"""


def apart(real: str) -> str:
    """The comparison of self-tests, in C and in C++."""
    return f"""/* how far x is from what was stored, relative to the largest entry; NaN stays NaN */
static double apart(const {real} *x, const double *stored, int n)
{{
    double most = 1, off = 0;
    int k;
    for (k = 0; k < n; k++) {{
        const double error = fabs(x[k] - stored[k]);
        if (fabs(stored[k]) > most) most = fabs(stored[k]);
        if (off == off && !(error <= off)) off = error;
    }}
    return off / most;
}}
"""


def stack(function: TapeFunction, real: str) -> int:
    """Bytes of stack that are never exceeded, however it is compiled: every number of the program has a place."""
    tape = function.tape
    places = tape.inputs + 2 * len(tape.instructions) + len(tape.outputs) + len(tape.constants)
    return _CALL + _SIZE[real] * places


def spans(routine: Routine) -> list[str]:
    """The stated range of each input, in words."""
    lines, at = [], 0
    for x in routine.function.inputs:
        own = routine.ranges[at : at + x.columns]
        at += x.columns
        low, high = min((a for a, _ in own), default=-inf), max((b for _, b in own), default=inf)
        if all(pair == own[0] for pair in own):
            lines.append(f"{x.name}: {low:g} to {high:g}")
        else:
            lines.append(f"{x.name}: " + ", ".join(f"{a:g} to {b:g}" for a, b in own))
    return lines


def _declared(routine: Routine, word: str, real: str) -> str:
    made = routine.function
    lines = [
        f"{routine.words}.",
        f"{made.tape.operations}; at most {stack(made, real)} bytes of stack.",
        *(f"Range of {x}" for x in spans(routine)),
    ]
    return (
        "/*\n"
        + "\n".join(f" * {x}" for x in lines)
        + f"\n */\n{declaration(made, real, name=f'{word}_{made.name}')};\n"
    )


def _check(routine: Routine, word: str, real: str, tolerance: float) -> str:
    made, samples = routine.function, routine.samples
    outputs = shown(made)
    inputs = sum(x.columns for x in made.inputs)
    results = sum(x.columns for x in outputs)
    given = ",\n".join("        {" + ", ".join(_real(x, real) for x in s.inputs) + "}" for s in samples)
    wanted = ",\n".join("        {" + ", ".join(map(repr, s.outputs[:results])) + "}" for s in samples)
    arguments, tests, at = [], [], 0
    for x in made.inputs:
        arguments.append(f"given[k] + {at}" if x.shape else f"given[k][{at}]")
        at += x.columns
    at = 0
    for x in outputs:
        arguments.append(f"found + {at}")
        tests.append(f"!(apart(found + {at}, stored[k] + {at}, {x.columns}) <= {tolerance!r})")
        at += x.columns
    condition = "\n            || ".join([f"{word}_{made.name}({', '.join(arguments)}) != 0", *tests])
    return f"""static int test_{made.name}(void)
{{
    static const {real} given[{len(samples)}][{inputs}] = {{
{given}
    }};
    static const double stored[{len(samples)}][{results}] = {{
{wanted}
    }};
    {real} found[{results}];
    int k, wrong = 0;
    for (k = 0; k < {len(samples)}; k++) {{
        if ({condition}) {{
            printf("{word}_{made.name}: state %d is wrong\\n", k);
            wrong++;
        }}
    }}
    return wrong;
}}
"""


def _real(x: float, real: str) -> str:
    return repr(x) if real == "double" else f"{x!r}f"
