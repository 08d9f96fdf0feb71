"""C99 for controllers: `NAME.h`, `NAME.c` and `NAME_test.c`.

No allocation, no global that changes, no recursion, no loop that depends on data: a function may be called from several
tasks at once, takes the same time for every state within its range, and gives the same bits in every run. Bits are also
the same on every machine with IEEE arithmetic where multiplications and additions are not fused, which the compile line
asks for; what calls `exp`, `tanh` or `atan2` has those of its C library.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from dalembert.codegen.function import Function
from dalembert.codegen.packages.target import Files, Model, Options, Routine
from dalembert.codegen.packages.text import title
from dalembert.codegen.renderers import c

FLAGS = "-std=c99 -O3 -ffp-contract=off"
_CALL = 512  # bytes of stack that a function and those it calls need besides its numbers
_SIZE = {"double": 8, "float": 4}


def package(routines: Sequence[Routine], model: Model, options: Options) -> Files:
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


def header(routines: Sequence[Routine], model: Model, options: Options) -> str:
    """Declarations, and what a user has to know."""
    word, real = model.word, options.real
    guard = f"{word.upper()}_H"
    codes = "\n".join(
        f"#define {word.upper()}_{name} {k} /* {words} */" for k, (name, words) in enumerate(c.STATUS.items())
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


def source(routines: Sequence[Routine], model: Model, options: Options) -> str:
    """Definitions."""
    word, real = model.word, options.real
    functions = [x.function for x in routines]
    small = c.helpers(functions, real, prefix=f"{word}_")
    bodies = "\n".join(
        c.render(x.function, real, name=f"{word}_{x.function.name}", ranges=x.ranges, prefix=f"{word}_")
        for x in routines
    )
    return f'#include "{word}.h"\n\n#include <math.h>\n\n{small}\n{bodies}'


def test(routines: Sequence[Routine], model: Model, options: Options) -> str:
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
    return f"""/* how far x is from what was stored, relative to the largest entry; an entry that is no number stays one */
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


def stack(function: Function, real: str) -> int:
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
        + f"\n */\n{c.declaration(made, real, name=f'{word}_{made.name}')};\n"
    )


def _check(routine: Routine, word: str, real: str, tolerance: float) -> str:
    made, samples = routine.function, routine.samples
    outputs = c.shown(made)
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
