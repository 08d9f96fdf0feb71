"""Export of robot functions as C99 for controllers, as C++17, as CUDA C, and as a CMake package for ROS 2.

A generated function consists of one assignment per operation, without loops, and uses only local variables. Generated
functions do not allocate memory, use mutable globals or call themselves recursively. Several tasks can call the same
generated function concurrently. The run time is the same for all states within the input range, and repeated runs give
bitwise identical results. Results are also bitwise identical on all machines with IEEE arithmetic, provided that
multiplications and additions are not fused. The suggested compiler flags disable this fusion. The functions `exp`,
`tanh` and `atan2` are taken from the C library.

Each function returns a status, which is 0 or a code for a problem with the inputs or results (`STATUS`). Outputs are
always written, but only after all inputs have been read. A divisor that is a difference of nearly equal numbers is
reported as a nearly singular pivot. Sines and cosines are computed with basic arithmetic (`renderers.minimax`), so that
they are bitwise identical on every machine. For larger angles than 1e5 rad (1e4 rad in single precision), the code
calls the C library. The CUDA C code calls the accurate functions of CUDA.

The C++ target generates a header whose functions take and return `std::array`, with overloads for double and float. The
CUDA C target generates a device function for use in other kernels, and a kernel that calls it with one thread per
state. The kernel operates on arrays of shape (states, entries) in C order. The ROS package contains the C code as a
library with its self-test. With ament, use `colcon build` and `colcon test`. Without ament, use `cmake -B build &&
cmake --build build && ctest --test-dir build`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from dalembert.codegen.function import CHECKS, DRIFT, GAP, PIVOT
from dalembert.codegen.packages.infix import Assignments, Spelling, body
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine, Routines, title
from dalembert.codegen.renderers.minimax import COS, EXACT, NEAREST, SHORT_HALF_PI, SIN, TURNS
from dalembert.codegen.tape import TapeFunction, split, starts
from dalembert.codegen.template import template
from dalembert.graph import Op
from dalembert.tolerance import LOOP_OPEN, LOOP_OPEN_SINGLE, LOOP_PIVOT, LOOP_PIVOT_SINGLE, LOOP_RATE, LOOP_RATE_SINGLE

FLAGS = "-std=c99 -O3 -ffp-contract=off"
STATUS = {
    "OK": "the results can be used",
    "NOT_FINITE": "an input or a result is infinite or not a number",
    "OUT_OF_RANGE": "an input lies outside the range stated below",
    "NEAR_SINGULAR": "a pivot is near zero: the configuration is singular, or nearly",
    "LOOPS_OPEN": "q does not close the loops",
    "RATES_INCONSISTENT": "rates or accelerations violate loop closure",
}
OPEN = {"double": LOOP_OPEN, "float": LOOP_OPEN_SINGLE}
RATE = {"double": LOOP_RATE**2, "float": LOOP_RATE_SINGLE**2}
SINGULAR = {"double": LOOP_PIVOT, "float": LOOP_PIVOT_SINGLE}
_LARGEST = {"double": "1.7976931348623157e308", "float": "3.4028235e38f"}
_LEAST = {"double": 0.0, "float": 1.4e-45}  # smaller constants become zero, because compilers warn about them
_SUFFIX = {"double": "", "float": "f"}
SIZE = {"double": 8, "float": 4}
_CALL = 512  # bytes of stack that a function and its callees need besides its numbers
_CHOICES = {
    Op.SIGN: ("x", "return x > 0 ? (REAL)1 : x < 0 ? (REAL)-1 : x - x;"),
    Op.SELECT: ("abxy", "return a != a ? a : b != b ? b : a < b ? x : y;"),
    Op.MIN: ("ab", "return a != a ? a : b != b ? b : a < b ? a : b;"),
    Op.MAX: ("ab", "return a != a ? a : b != b ? b : a < b ? b : a;"),
}


@dataclass(frozen=True)
class Dialect:
    """Syntax of functions and helper functions in a dialect of C.

    `sincos` contains the names of the library functions for sine and cosine of each type. If `sincos` is empty, a
    helper function computes sines and cosines.
    """

    before: str = "static "
    prefix: str = ""
    sincos: tuple[str, str] | None = None
    first: str = ""
    give: str = "return {0};"


_CPP = Dialect("inline ", first="using namespace inner;", give="return Status({0});")


def spelling(real: str, dialect: Dialect) -> Spelling:
    """Return the syntax of expressions and declarations in C."""
    f, prefix = _SUFFIX[real], dialect.prefix
    functions = {
        **{op: f"{op.value}{f}({{0}})" for op in (Op.SQRT, Op.EXP, Op.TANH)},
        **{op: f"{prefix}{op.value}_({{0}}, {{1}})" for op in (Op.MIN, Op.MAX)},
        Op.SIGN: f"{prefix}sign_({{0}})",
        Op.SELECT: f"{prefix}select_({{0}}, {{1}}, {{2}}, {{3}})",
        Op.ABS: f"fabs{f}({{0}})",
        Op.ATAN2: f"atan2{f}({{0}}, {{1}})",
    }
    sincos = f"{prefix}sincos_" if dialect.sincos is None else dialect.sincos[real == "float"]
    pair = f"{real} {{0}}, {{1}}; {sincos}({{2}}, &{{0}}, &{{1}});"
    return Spelling(f"const {real} {{0}} = {{1}};", functions, lambda x: _number(x, real), pair)


def _number(x: float, real: str) -> str:
    return repr(0.0 if abs(x) < _LEAST[real] else x) + _SUFFIX[real]


def render(routine: Routine, real: str, head: str, dialect: Dialect) -> str:
    """Return the C definition of a function. The helper functions that the definition calls are returned by
    `helpers`."""
    function = routine.function
    made = body(function, spelling(real, dialect))
    lines = [f"    {dialect.first}", *made.lines] if dialect.first else list(made.lines)
    for operand, entries in made.results:
        if operand.name not in CHECKS:
            places = [f"{operand.name}[{k}]" for k in range(operand.columns)] if operand.shape else [f"*{operand.name}"]
            lines += [f"    {place} = {x};" for place, x in zip(places, entries, strict=True)]
    text = "\n".join([*lines, *_status(routine, made, real, dialect)])
    return f"{head}\n{{\n{text}\n}}\n"


def _status(routine: Routine, made: Assignments, real: str, dialect: Dialect) -> list[str]:
    """Return the last statements of a function, which compute its status code. The most serious problem takes
    precedence."""
    f, give = _SUFFIX[real], dialect.give.format
    results = {operand.name: entries for operand, entries in made.results}
    inputs = made.slots[: routine.function.tape.inputs]
    zero = "\n            + ".join(f"({x} - {x})" for x in inputs)
    outside = [_outside(x, *span, real) for x, span in zip(inputs, routine.ranges, strict=True)]
    near = [f"!({x} >= {_number(SINGULAR[real], real)})" for x in results.get(PIVOT, ())]
    near += _divisors(routine.function, made, real)
    numbers = dict.fromkeys(x for name, entries in results.items() if name not in CHECKS for x in entries)
    wild = [f"!(fabs{f}({x}) <= {_LARGEST[real]})" for x in numbers if x[0] in "it"]
    lines = _if_any(outside, give(f"{zero} == 0 ? 2 : 1"))
    for name, most, code in ((GAP, OPEN, 4), (DRIFT, RATE, 5)):
        lines += [f"    if (!({x} <= {_number(most[real], real)})) {give(code)}" for x in results.get(name, ())]
    lines += [*_if_any(near, give(3)), *_if_any(wild, give(1))]
    return [*lines, f"    {give(0)}"]


def _if_any(checks: Sequence[str], then: str) -> list[str]:
    """Combine many checks into a single `if` statement, to avoid one branch per check."""
    whole = "\n        | ".join(checks)
    return [f"    if ({whole}) {{", f"        {then}", "    }"] if checks else []


def _outside(x: str, low: float, high: float, real: str) -> str:
    if low == -high:
        return f"!(fabs{_SUFFIX[real]}({x}) <= {_number(high, real)})"
    least, most = (f"({y})" if y.startswith("-") else y for y in (_number(low, real), _number(high, real)))
    return f"!({x} >= {least}) | !({x} <= {most})"


def _divisors(function: TapeFunction, made: Assignments, real: str) -> list[str]:
    """Return one check per divisor that is a sum or difference. The check compares the divisor with one of its
    terms."""
    tape, f = function.tape, _SUFFIX[real]
    divisors = dict.fromkeys(args[1] for op, args in tape.instructions if op is Op.DIV and args[1] >= tape.first)
    found = []
    for slot in divisors:
        op, args = tape.by_slot[slot]
        if op in (Op.ADD, Op.SUB):
            term = made.slots[args[0]] if args[0] < tape.inputs or args[0] >= tape.first else made.slots[args[1]]
            found.append(f"!(fabs{f}({made.slots[slot]}) > {_number(SINGULAR[real], real)} * fabs{f}({term}))")
    return found


def helpers(routines: Routines, real: str, dialect: Dialect) -> str:
    """Return the helper functions that the given functions call."""
    ops = {op for x in routines for op, _ in x.function.tape.instructions}
    texts = []
    for op, (names, text) in _CHOICES.items():
        if op in ops:
            arguments = ", ".join(f"{real} {x}" for x in names)
            head = f"{dialect.before}{real} {dialect.prefix}{op.value}_({arguments})"
            texts.append(f"{head}\n{{\n    {text.replace('REAL', real)}\n}}\n")
    if dialect.sincos is None and ops & {Op.SIN, Op.COS}:
        series = ([_number(x, real) for x in reversed(terms)] for terms in (SIN[real], COS[real]))
        sine, cosine = (reduce(lambda made, x: f"{x} + r2 * ({made})", x) for x in series)
        reduced = [f"    r = r - k * {_number(x, real)};" for x in SHORT_HALF_PI[real]]
        numbers = {"far": EXACT[real], "nearest": NEAREST[real], "two_over_pi": TURNS, "half": 0.5}
        literals = {name: _number(x, real) for name, x in numbers.items()}
        values = {"real": real, "f": _SUFFIX[real], "reduced": reduced, "sine": sine, "cosine": cosine}
        texts.append(template("sincos.c", dialect=dialect, **literals, **values))
    return "\n".join(texts)


def declaration(routine: Routine, real: str, name: str) -> str:
    """Format the declaration `int name(const double q[6], …, double tau[6])`."""
    given = [f"const {real} {x.name}[{x.columns}]" if x.shape else f"{real} {x.name}" for x in routine.function.inputs]
    wanted = [f"{real} {x.name}[{x.columns}]" if x.shape else f"{real} *{x.name}" for x in routine.shown]
    return f"int {name}({', '.join([*given, *wanted])})"


def package(routines: Routines, model: ModelInfo, options: Options) -> Files:
    """Generate a C header, a C source file and a self-test."""
    word, real = model.word, options.real
    dialect = Dialect(prefix=f"{word}_")
    declared = [declaration(x, real, f"{word}_{x.function.name}") for x in routines]
    codes = [f"#define {word.upper()}_{x} {k} /* {words} */" for k, (x, words) in enumerate(STATUS.items())]
    notes = [f"{_notes(x, real)}{head};\n" for x, head in zip(routines, declared, strict=True)]
    bodies = [render(x, real, head, dialect) for x, head in zip(routines, declared, strict=True)]
    compile_line = f"cc {FLAGS} {word}.c {word}_test.c -lm -o {word}_test && ./{word}_test"
    heading = title(model, routines, real, " *")
    header = template("header.h", title=heading, compile=compile_line, WORD=word.upper(), codes=codes, declared=notes)
    checks = [_check(x, model, options) for x in routines]
    calls = [f"    wrong += test_{x.function.name}();" for x in routines]
    return {
        f"{word}.h": header,
        f"{word}.c": "\n".join(
            [f'#include "{word}.h"\n\n#include <math.h>\n', helpers(routines, real, dialect), *bodies]
        ),
        f"{word}_test.c": test_program("test.c", model, options, checks, calls=calls),
    }


def _notes(routine: Routine, real: str) -> str:
    """Format the comment that describes a function to its users."""
    tape = routine.function.tape
    # upper bound of the stack for any compiler setting: one slot per number of the program
    places = tape.inputs + 2 * len(tape.instructions) + len(tape.outputs) + len(tape.constants)
    lines = [f"{routine.words}.", f"{tape.operations}; at most {_CALL + SIZE[real] * places} bytes of stack."]
    for x, spans in split(routine.ranges, routine.function.inputs):
        stated = [f"{low:g} to {high:g}" for low, high in (spans[:1] if len(set(spans)) == 1 else spans)]
        lines.append(f"Range of {x.name}: {', '.join(stated)}")
    return "/*\n" + "".join(f" * {x}\n" for x in lines) + " */\n"


def _check(routine: Routine, model: ModelInfo, options: Options) -> str:
    """Return the C code that tests a function with its stored sample states."""
    inputs, outputs = starts(routine.function.inputs), starts(routine.shown)
    results = sum(x.columns for x in routine.shown)
    arguments = [f"given[k] + {at}" if x.shape else f"given[k][{at}]" for x, at in inputs]
    arguments += [f"found + {at}" for _, at in outputs]
    tests = [f"{model.word}_{routine.function.name}({', '.join(arguments)}) != 0"]
    tests += [f"!(apart(found + {at}, stored[k] + {at}, {x.columns}) <= {options.tolerance!r})" for x, at in outputs]
    given = [", ".join(f"{x!r}{_SUFFIX[options.real]}" for x in s.inputs) for s in routine.samples]
    stored = [", ".join(map(repr, s.outputs[:results])) for s in routine.samples]
    rows = [",\n".join(f"        {{{row}}}" for row in side) for side in (given, stored)]
    return template(
        "function_test.c",
        model=model,
        routine=routine,
        options=options,
        samples=len(routine.samples),
        outputs=results,
        given=rows[0],
        stored=rows[1],
        condition="\n            || ".join(tests),
    )


def cpp_package(routines: Routines, model: ModelInfo, options: Options) -> Files:
    """Generate a C++ header with inline functions in a namespace named after the model, and its self-test."""
    word, reals = model.word, tuple(_SUFFIX)
    header = template(
        "header.hpp",
        title=title(model, routines, "double or float", "//"),
        model=model,
        codes=[f"    {name.lower()} = {k},  // {words}" for k, (name, words) in enumerate(STATUS.items())],
        helpers=[helpers(routines, real, _CPP) for real in reals],
        functions=[render(x, real, _cpp_head(x, real), _CPP) for x in routines for real in reals],
    )
    checks = [_cpp_check(x, word, options.real) for x in routines]
    return {f"{word}.hpp": header, f"{word}_test.cpp": test_program("test.cpp", model, options, checks)}


def test_program(name: str, model: ModelInfo, options: Options, checks: list[str], **more: list[str]) -> str:
    """Generate a test program that calls each function with its stored sample states."""
    apart = template("apart.c", real=options.real)
    return template(name, model=model, options=options, apart=apart, checks=checks, **more)


def _cpp_head(routine: Routine, real: str) -> str:
    """Format the function head `inline Status name(const std::array<double, 6>& q, …, std::array<double, 6>& tau)`."""
    given = [(f"const std::array<{real}, {x.columns}>&" if x.shape else real, x) for x in routine.function.inputs]
    wanted = [(f"std::array<{real}, {x.columns}>&" if x.shape else f"{real}*", x) for x in routine.shown]
    arguments = ", ".join(f"{kind} {x.name}" for kind, x in [*given, *wanted])
    return f"inline Status {routine.function.name}({arguments})"


def _cpp_check(routine: Routine, word: str, real: str) -> str:
    name, outputs, blocks = routine.function.name, routine.shown, []
    for inputs, stored in routine.cases:
        lines = []
        for x, values in inputs:
            kind = f"std::array<{real}, {x.columns}>" if x.shape else real
            lines.append(f"const {kind} {x.name}{{{', '.join(f'{y!r}{_SUFFIX[real]}' for y in values)}}};")
        lines += [f"std::array<{real}, {x.columns}> {x.name}{{}};" for x in outputs]
        names = [x.name for x, _ in inputs] + [x.name if x.shape else f"{x.name}.data()" for x in outputs]
        lines.append(f"wrong += {word}::{name}({', '.join(names)}) != {word}::Status::ok;")
        for x, values in stored[: len(outputs)]:
            array = f"std::array<double, {x.columns}>{{{', '.join(map(repr, values))}}}"
            lines.append(f'wrong += compare("{name}", {x.name}, {array});')
        blocks.append(block(lines))
    return "\n".join(blocks)


def block(lines: Sequence[str]) -> str:
    """Enclose lines in braces and indent them as a function body."""
    return "    {\n" + "\n".join(f"        {x}" for x in lines) + "\n    }"


def cuda_package(routines: Routines, model: ModelInfo, options: Options) -> Files:
    """Generate a header for nvcc or NVRTC, and a self-test that evaluates all stored states of a function in one
    launch."""
    word, real = model.word, options.real
    dialect = Dialect("static __device__ __forceinline__ ", f"{word}_", ("sincos", "sincosf"))
    use = f"include it in a .cu file; kernels: {', '.join(f'{word}_{x.function.name}_kernel' for x in routines)}"
    run = f"nvcc -O3 {word}_test.cu -o {word}_test && ./{word}_test"
    texts = [title(model, routines, real, "//", use, run), "#pragma once\n", helpers(routines, real, dialect)]
    for x in routines:
        name = f"{word}_{x.function.name}"
        texts += [render(x, real, dialect.before + declaration(x, real, name), dialect), _cuda_kernel(x, name, real)]
    checks = [_cuda_check(x, word) for x in routines]
    return {f"{word}.cuh": "\n".join(texts), f"{word}_test.cu": test_program("test.cu", model, options, checks)}


def _cuda_kernel(routine: Routine, name: str, real: str) -> str:
    """Generate a CUDA kernel in which thread k computes the results for state k."""
    inputs, outputs = routine.function.inputs, routine.shown
    given = [f"const {real} *{x.name}" for x in inputs] + [f"{real} *{x.name}" for x in outputs]
    places = [f"{x.name} + k_ * {x.columns}" if x.shape else f"{x.name}[k_]" for x in inputs]
    places += [f"{x.name} + k_ * {x.columns}" for x in outputs]
    return template("kernel.cu", name=name, parameters=", ".join(given), arguments=", ".join(places))


def _cuda_check(routine: Routine, word: str) -> str:
    """Return the test code that launches the kernel of a function once and checks all results."""
    name, states = routine.function.name, len(routine.samples)
    inputs, outputs = routine.columns

    def listed(rows: list[list[float]]) -> str:
        return ", ".join(repr(x) for values in rows for x in values)

    lines = [f"const auto {x.name} = given(Numbers{{{listed(rows)}}});" for x, rows in inputs]
    lines += [f"const auto {x.name} = given(Numbers({states * x.columns}));" for x, _ in outputs]
    names = ", ".join([str(states), *(x.name for x, _ in [*inputs, *outputs]), "status_"])
    lines += [
        f"const auto status_ = given(std::vector<int>({states}, -1));",
        f"{word}_{name}_kernel<<<1, {states}>>>({names});",
        f'wrong += !done(cudaGetLastError()) + statuses("{name}", status_, {states});',
    ]
    lines += [f'wrong += compare("{name}", {x.name}, std::vector<double>{{{listed(rows)}}});' for x, rows in outputs]
    return block(lines)


def ros_package(routines: Routines, model: ModelInfo, options: Options) -> Files:
    """Generate a ROS package named after the model. The name is in lower case, as ROS requires."""
    model = replace(model, word=model.word.lower())
    word, inner = model.word, package(routines, model, options)
    words = "; ".join(f"{x.function.name}: {x.words}" for x in routines)
    return {
        f"{word}/package.xml": template("package.xml", model=model, words=words),
        f"{word}/CMakeLists.txt": template("CMakeLists.txt", model=model),
        f"{word}/include/{word}/{word}.h": inner[f"{word}.h"],
        f"{word}/src/{word}.c": inner[f"{word}.c"],
        f"{word}/test/{word}_test.c": inner[f"{word}_test.c"],
    }
