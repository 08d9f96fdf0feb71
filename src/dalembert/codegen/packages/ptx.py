"""Export as PTX, with one file `NAME_FUNCTION.ptx` per function. The GPU driver loads PTX directly, without the CUDA
toolkit.

    NAME_FUNCTION(p0, s0, t0, p1, s1, t1, …, n)

For each operand, inputs before outputs, the kernel takes three arguments: the address on the GPU, the stride in bytes
between entries, and the stride between states. The last argument n is the number of states. `NAME.h` defines the launch
constants. `NAME_test.c` launches each kernel and compares the results with the stored results. With `layout="rows"`,
operands have the shape (states, entries), and with `layout="columns"`, (entries, states).
"""

from __future__ import annotations

from dataclasses import replace

from dalembert.argument import choice
from dalembert.codegen.packages import c
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine, Routines, title
from dalembert.codegen.renderers.ptx import program
from dalembert.codegen.renderers.ptx.plan import COLUMNS, ROWS, Plan, choose
from dalembert.codegen.tape import TapeFunction
from dalembert.codegen.template import template

_CAPABILITY = 86  # has the least shared memory per block: the layout fits all from capability 8.0


def package(routines: Routines, model: ModelInfo, options: Options) -> Files:
    """Generate a kernel for each function, a header and a self-test."""
    layout = choice(options.more.get("layout", ROWS), "layout", (ROWS, COLUMNS))
    kernels: Files = {}
    launches = []
    for x in routines:
        name = f"{model.word}_{x.function.name}"
        made, plan = _rendered(x, name, options.real, layout)
        kernels[f"{name}.ptx"] = program.assemble(made.source, "sm_80")
        launches.append((name, plan.block, made.shared))
    word, real = model.word, options.real
    checks = [_check(x, word, options, layout) for x in routines]
    test = c.test_program("ptx_test.c", model, options, checks)
    return {f"{word}.h": _header(routines, model, real, layout, launches), f"{word}_test.c": test, **kernels}


def _rendered(routine: Routine, name: str, real: str, layout: str) -> tuple[program.Rendered, Plan]:
    """Render the kernel without status outputs. The outputs are NaN for states whose results cannot be computed."""
    function, outputs = routine.function, tuple(routine.shown)
    tape = replace(function.tape, outputs=function.tape.outputs[: sum(x.columns for x in outputs)])
    kernel = TapeFunction(name, tape, function.inputs, outputs)
    plan = choose(kernel, real, (layout,) * len(kernel.operands), _CAPABILITY)
    return program.render(kernel, real, plan), plan


def _header(routines: Routines, model: ModelInfo, real: str, layout: str, launches: list[tuple[str, int, int]]) -> str:
    size = c.SIZE[real]
    lie = {
        ROWS: f"(states, entries), row by row: s = {size}, t = {size} * entries; they begin at a multiple of 16 bytes.",
        COLUMNS: f"(entries, states), row by row: s = {size} * states, t = {size}.",
    }
    operands = [
        f" * {x.function.name}: " + ", ".join(f"{y.name} {y.columns}" for y in [*x.function.inputs, *x.shown])
        for x in routines
    ]
    numbers = [
        f"#define {name.upper()}_THREADS {block}\n#define {name.upper()}_SHARED {shared}"
        for name, block, shared in launches
    ]
    lines = {"title": title(model, routines, real, " *"), "operands": operands, "numbers": numbers}
    return template("ptx.h", model=model, WORD=model.word.upper(), layout=lie[layout], **lines)


def _check(routine: Routine, word: str, options: Options, layout: str) -> str:
    """Return the test code that launches a kernel once for all stored states and checks all results."""
    size, states = c.SIZE[options.real], len(routine.samples)
    name = f"{word}_{routine.function.name}"
    inputs, outputs = routine.columns

    def numbers(rows: list[list[float]]) -> str:
        turned = rows if layout == ROWS else list(zip(*rows, strict=True))
        return ", ".join(repr(float(x)) for row in turned for x in row)

    lines = [f'void *kernel_ = kernel("{name}.ptx", "{name}", {name.upper()}_SHARED);']
    lines += [f"static const Real {x.name}_in[] = {{{numbers(rows)}}};" for x, rows in inputs]
    lines += [f"static const double {x.name}_out[] = {{{numbers(rows)}}};" for x, rows in outputs]
    lines += [f"static const Real {x.name}_nothing[{states * x.columns}];" for x, _ in outputs]
    places = []
    for x, array in [(x, f"{x.name}_in") for x, _ in inputs] + [(x, f"{x.name}_nothing") for x, _ in outputs]:
        s, t = (size, size * x.columns) if layout == ROWS else (size * states, size)
        lines.append(f"Place {array}_at = given({array}, {states * x.columns});")
        lines.append(f"int64_t {array}_s = {s}, {array}_t = {t};")
        places += [f"&{array}_{part}" for part in ("at", "s", "t")]
    names = {"word": word, "name": routine.function.name, "NAME": name.upper()}
    lines += template("launch.c", **names, states=states, places=", ".join(places)).splitlines()
    lines += [
        f'wrong += compare("{routine.function.name}", {x.name}_nothing_at, {x.name}_out, {states * x.columns});'
        for x, _ in outputs
    ]
    return c.block(lines)
