"""C++17: one header, `std::array` in and out, overloads for double and float, nothing to link.

The bodies are those of `packages.c`; the header is all there is, `NAME_test.cpp` its self-test.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.function import TapeFunction
from dalembert.codegen.packages import c
from dalembert.codegen.packages.c import apart
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine, pieces, title

FLAGS = "-std=c++17 -O3 -ffp-contract=off"
_REALS = ("double", "float")


def package(routines: Sequence[Routine], model: ModelInfo, options: Options) -> Files:
    """Header and self-test."""
    return {
        f"{model.word}.hpp": header(routines, model),
        f"{model.word}_test.cpp": test(routines, model, options),
    }


def header(routines: Sequence[Routine], model: ModelInfo) -> str:
    """All functions, inline, in a namespace of the model's name."""
    word, functions = model.word, [x.function for x in routines]
    run = f"g++ {FLAGS} {word}_test.cpp -o {word}_test && ./{word}_test"
    notes = "Each function gives a Status; outputs are always written, and can be used where it is ok."
    heading = "\n".join(f"// {x}" for x in [*title(model, routines, "double or float"), run, notes])
    codes = "\n".join(f"    {name.lower()} = {k},  // {words}" for k, (name, words) in enumerate(c.STATUS.items()))
    helpers = "\n".join(c.helpers(functions, real, before="inline ") for real in _REALS)
    bodies = "\n".join(_definition(x, real) for x in routines for real in _REALS)
    return f"""{heading}
#pragma once

#include <array>
#include <cmath>

namespace {word} {{

enum class Status : int {{
{codes}
}};

namespace inner {{
using namespace std;

{helpers}
}}  // namespace inner

{bodies}
}}  // namespace {word}
"""


def _definition(routine: Routine, real: str) -> str:
    """The C body within a function of C++."""
    made = routine.function
    head = f"inline Status {made.name}({_arguments(made, real)})"
    return c.render(
        made, real, ranges=routine.ranges, head=head, give="return Status({0});", first="using namespace inner;"
    )


def _arguments(function: TapeFunction, real: str) -> str:
    given = [
        f"const std::array<{real}, {x.columns}>& {x.name}" if x.shape else f"{real} {x.name}" for x in function.inputs
    ]
    wanted = [
        f"std::array<{real}, {x.columns}>& {x.name}" if x.shape else f"{real}* {x.name}" for x in c.shown(function)
    ]
    return ", ".join([*given, *wanted])


def test(routines: Sequence[Routine], model: ModelInfo, options: Options) -> str:
    """A program that calls each function with stored states."""
    checks = "\n".join(_check(x, model.word, options) for x in routines)
    return f"""#include "{model.word}.hpp"

#include <math.h>
#include <stdio.h>

{apart(options.real)}
template <class Array, class Stored>
static int compare(const char* name, const Array& found, const Stored& stored)
{{
    const double off = apart(found.data(), stored.data(), static_cast<int>(stored.size()));
    if (off <= {options.tolerance!r}) return 0;
    printf("{model.word}: %s is off by %g\\n", name, off);
    return 1;
}}

int main()
{{
    int wrong = 0;
{checks}
    printf("{model.word}: %s\\n", wrong ? "self-tests FAILED" : "all self-tests passed");
    return wrong != 0;
}}
"""


def _check(routine: Routine, word: str, options: Options) -> str:
    made, real, blocks = routine.function, options.real, []
    outputs = c.shown(made)
    for inputs, stored in pieces(routine):
        lines = []
        for x, values in zip(made.inputs, inputs, strict=True):
            kind = f"std::array<{real}, {x.columns}>" if x.shape else real
            lines.append(f"        const {kind} {x.name}{{{', '.join(_real(y, real) for y in values)}}};")
        for x in outputs:
            lines.append(f"        std::array<{real}, {x.columns}> {x.name}{{}};")
        names = [x.name for x in made.inputs] + [x.name if x.shape else f"{x.name}.data()" for x in outputs]
        lines.append(f"        wrong += {word}::{made.name}({', '.join(names)}) != {word}::Status::ok;")
        for x, values in zip(outputs, stored, strict=False):
            array = f"std::array<double, {x.columns}>{{{', '.join(map(repr, values))}}}"
            lines.append(f'        wrong += compare("{made.name}", {x.name}, {array});')
        blocks.append("    {\n" + "\n".join(lines) + "\n    }")
    return "\n".join(blocks)


def _real(x: float, real: str) -> str:
    return repr(x) if real == "double" else f"{x!r}f"
