"""PTX: a kernel a function, `NAME_FUNCTION.ptx`, that the driver of a GPU loads; neither nvcc nor a CUDA toolkit is needed.

    NAME_FUNCTION(p0, s0, t0, p1, s1, t1, …, n)

takes of each operand, inputs before outputs, the place on the GPU, the bytes from entry to entry and from state to state, and
then the number of states. `NAME.h` has what a launch needs, `NAME_test.c` makes one and compares it with stored states. With
`layout="rows"` an operand is (states, entries), with "columns" (entries, states).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dalembert.argument import choice
from dalembert.codegen.packages.c import apart, shown
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine, pieces, title
from dalembert.codegen.renderers.ptx import program
from dalembert.codegen.renderers.ptx.plan import COLUMNS, ROWS, Plan, choose

_SIZE = {"double": 8, "float": 4}
_CAPABILITY = 86  # whose blocks have least to share: what is laid out for it runs on all since compute capability 8.0


def package(routines: Sequence[Routine], model: ModelInfo, options: Options) -> Files:
    """A kernel for each function, a header, a self-test."""
    layout = choice(options.more.get("layout", ROWS), "layout", (ROWS, COLUMNS))
    kernels: Files = {}
    launches = []
    for x in routines:
        name = f"{model.word}_{x.function.name}"
        made, plan = _rendered(x, name, options.real, layout)
        kernels[f"{name}.ptx"] = program.assemble(made.source, "sm_80")
        launches.append((name, plan.block, made.shared))
    word = model.word
    return {
        f"{word}.h": _header(routines, model, options, layout, launches),
        f"{word}_test.c": _test(routines, model, options, layout),
        **kernels,
    }


def _rendered(routine: Routine, name: str, real: str, layout: str) -> tuple[program.Rendered, Plan]:
    """Render the kernel without status outputs: a state that cannot be computed gives NaN."""
    function = routine.function
    inputs, outputs = list(function.inputs), shown(function)
    count = sum(x.columns for x in outputs)
    tape = replace(function.tape, outputs=function.tape.outputs[:count])
    plan = choose(tape, inputs, outputs, real, (layout,) * len(inputs + outputs), _CAPABILITY)
    return program.render(tape, inputs, outputs, real, plan, name), plan


def _header(
    routines: Sequence[Routine], model: ModelInfo, options: Options, layout: str, launches: list[tuple[str, int, int]]
) -> str:
    word, real, size = model.word, options.real, _SIZE[options.real]
    lie = {
        ROWS: f"(states, entries), row by row: s = {size}, t = {size} * entries; they begin at a multiple of 16 bytes.",
        COLUMNS: f"(entries, states), row by row: s = {size} * states, t = {size}.",
    }
    lines = [
        *title(model, routines, real),
        "",
        f"cc {word}_test.c -ldl -lm -o {word}_test && ./{word}_test",
        "",
        "A kernel takes of each operand in order its place on the GPU (CUdeviceptr), the bytes s from entry to entry and t from",
        "state to state (int64_t), then the number of states (int32_t). Operands are",
        lie[layout],
        "Launch ceil(states / THREADS) blocks of THREADS threads with SHARED bytes of shared memory. What cannot be computed",
        "is not a number.",
    ]
    lines += [
        f"{x.function.name}: " + ", ".join(f"{y.name} {y.columns}" for y in [*x.function.inputs, *shown(x.function)])
        for x in routines
    ]
    text = "\n".join(f" * {x}".rstrip() for x in lines)
    numbers = "\n".join(
        f"#define {name.upper()}_THREADS {block}\n#define {name.upper()}_SHARED {shared}"
        for name, block, shared in launches
    )
    return f"/*\n{text}\n */\n#ifndef {word.upper()}_H\n#define {word.upper()}_H\n\n{numbers}\n\n#endif\n"


def _test(routines: Sequence[Routine], model: ModelInfo, options: Options, layout: str) -> str:
    """A program that runs each kernel over its stored states, through the driver alone."""
    word = model.word
    checks = "\n".join(_check(x, word, options, layout) for x in routines)
    return f"""#include "{word}.h"

#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t Place;
typedef {options.real} Real;

static int (*load)(void **, const void *), (*find)(void **, void *, const char *), (*allow)(void *, int, int);
static int (*make)(Place *, size_t), (*put)(Place, const void *, size_t), (*get)(void *, Place, size_t);
static int (*run)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);

static int begin(void)
{{
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW), *context;
    int (*init)(unsigned), (*device)(int *, int), (*retain)(void **, int), (*current)(void *), gpu;
    if (!cuda) return 0;
    *(void **)&init = dlsym(cuda, "cuInit");
    *(void **)&device = dlsym(cuda, "cuDeviceGet");
    *(void **)&retain = dlsym(cuda, "cuDevicePrimaryCtxRetain");
    *(void **)&current = dlsym(cuda, "cuCtxSetCurrent");
    *(void **)&load = dlsym(cuda, "cuModuleLoadData");
    *(void **)&find = dlsym(cuda, "cuModuleGetFunction");
    *(void **)&allow = dlsym(cuda, "cuFuncSetAttribute");
    *(void **)&make = dlsym(cuda, "cuMemAlloc_v2");
    *(void **)&put = dlsym(cuda, "cuMemcpyHtoD_v2");
    *(void **)&get = dlsym(cuda, "cuMemcpyDtoH_v2");
    *(void **)&run = dlsym(cuda, "cuLaunchKernel");
    return !init(0) && !device(&gpu, 0) && !retain(&context, gpu) && !current(context);
}}

static void *kernel(const char *path, const char *name, int shared)
{{
    static char text[1 << 24];
    void *module, *found;
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[length] = 0;
    if (!length || load(&module, text) || find(&found, module, name) || allow(found, 8, shared)) return NULL;
    return found;
}}

static Place given(const Real *values, size_t count)
{{
    Place there = 0;
    if (make(&there, count * sizeof(Real)) || put(there, values, count * sizeof(Real))) exit(1);
    return there;
}}

{apart(options.real)}
static int compare(const char *name, Place there, const double *stored, size_t count)
{{
    double off;
    Real *found = malloc(count * sizeof(Real));
    if (!found || get(found, there, count * sizeof(Real))) exit(1);
    off = apart(found, stored, (int)count);
    free(found);
    if (off <= {options.tolerance!r}) return 0;
    printf("{word}: %s is off by %g\\n", name, off);
    return 1;
}}

int main(void)
{{
    int wrong = 0;
    if (!begin()) {{
        printf("{word}: the self-test needs an NVIDIA GPU and its driver\\n");
        return 1;
    }}
{checks}
    printf("{word}: %s\\n", wrong ? "self-tests FAILED" : "all self-tests passed");
    return wrong != 0;
}}
"""


def _check(routine: Routine, word: str, options: Options, layout: str) -> str:
    """One launch over all stored states of a function, and all that it gives."""
    function, samples = routine.function, pieces(routine)
    name, size, states = f"{word}_{function.name}", _SIZE[options.real], len(samples)
    inputs, outputs = function.inputs, shown(function)

    def numbers(rows: list[list[float]]) -> str:
        turned = rows if layout == ROWS else list(zip(*rows, strict=True))
        return ", ".join(repr(float(x)) for row in turned for x in row)

    lines = [f'void *kernel_ = kernel("{name}.ptx", "{name}", {name.upper()}_SHARED);']
    lines += [
        f"static const Real {x.name}_in[] = {{{numbers([s[0][k] for s in samples])}}};" for k, x in enumerate(inputs)
    ]
    lines += [
        f"static const double {x.name}_out[] = {{{numbers([s[1][k] for s in samples])}}};"
        for k, x in enumerate(outputs)
    ]
    lines += [f"static const Real {x.name}_nothing[{states * x.columns}];" for x in outputs]
    places = []
    for x, word_ in [*((x, "in") for x in inputs), *((x, "nothing") for x in outputs)]:
        s, t = (size, size * x.columns) if layout == ROWS else (size * states, size)
        lines.append(f"Place {x.name}_{word_}_at = given({x.name}_{word_}, {states * x.columns});")
        lines.append(f"int64_t {x.name}_{word_}_s = {s}, {x.name}_{word_}_t = {t};")
        places += [f"&{x.name}_{word_}_{part}" for part in ("at", "s", "t")]
    lines += [
        f"int32_t states_ = {states};",
        f"void *arguments_[] = {{{', '.join(places)}, &states_}};",
        f"unsigned blocks_ = ({states} + {name.upper()}_THREADS - 1) / {name.upper()}_THREADS;",
        f"if (!kernel_ || run(kernel_, blocks_, 1, 1, {name.upper()}_THREADS, 1, 1, {name.upper()}_SHARED, NULL, arguments_, NULL)) {{",
        f'    printf("{word}: {function.name} cannot be run\\n");',
        "    wrong++;",
        "}",
    ]
    lines += [
        f'wrong += compare("{function.name}", {x.name}_nothing_at, {x.name}_out, {states * x.columns});'
        for x in outputs
    ]
    return "    {\n" + "\n".join(f"        {x}" for x in lines) + "\n    }"
