"""CUDA C: a device function for use inside other kernels, and a kernel of it with one thread a state.

Arrays of the kernel are (states, entries), row by row. Sines and cosines are CUDA's own, accurate ones. `NAME_test.cu` is
the self-test, which runs the kernels on a GPU: all stored states of a function at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.function import TapeFunction
from dalembert.codegen.packages import c
from dalembert.codegen.packages.c import apart
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine, pieces, title

_SINCOS = {"double": "sincos", "float": "sincosf"}


def package(routines: Sequence[Routine], model: ModelInfo, options: Options) -> Files:
    """One header for nvcc or NVRTC, and its self-test."""
    word, real, functions = model.word, options.real, [x.function for x in routines]
    use = f"include it in a .cu file; kernels: {', '.join(f'{word}_{x.name}_kernel' for x in functions)}"
    run = f"nvcc -O3 {word}_test.cu -o {word}_test && ./{word}_test"
    heading = "\n".join(f"// {x}" for x in [*title(model, routines, real), use, run])
    before = "static __device__ __forceinline__ "
    helpers = c.helpers(functions, real, prefix=f"{word}_", before=before, sincos=False)
    bodies = "\n".join(_definition(x, word, real, before) for x in routines)
    header = f"{heading}\n#pragma once\n\n{helpers}\n{bodies}"
    return {f"{word}.cuh": header, f"{word}_test.cu": _test(routines, model, options)}


def _definition(routine: Routine, word: str, real: str, before: str) -> str:
    made, name = routine.function, f"{word}_{routine.function.name}"
    head = before + c.declaration(made, real, name=name)
    function = c.render(made, real, ranges=routine.ranges, prefix=f"{word}_", sincos=_SINCOS[real], head=head)
    return f"{function}\n{_kernel(made, name, real)}"


def _kernel(function: TapeFunction, name: str, real: str) -> str:
    """Thread k computes state k."""
    outputs = c.shown(function)
    given = [f"const {real} *{x.name}" for x in function.inputs] + [f"{real} *{x.name}" for x in outputs]
    reads = [f"{x.name} + k_ * {x.columns}" if x.shape else f"{x.name}[k_]" for x in function.inputs]
    writes = [f"{x.name} + k_ * {x.columns}" for x in outputs]
    return f"""extern "C" __global__ void {name}_kernel(long long states_, {", ".join(given)}, int *status_)
{{
    const long long k_ = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (k_ < states_) {{
        status_[k_] = {name}({", ".join([*reads, *writes])});
    }}
}}
"""


def _test(routines: Sequence[Routine], model: ModelInfo, options: Options) -> str:
    """A program that runs each kernel over its stored states."""
    word = model.word
    checks = "\n".join(_check(x, word, options.real) for x in routines)
    return f"""#include "{word}.cuh"

#include <math.h>
#include <stdio.h>
#include <vector>

using Numbers = std::vector<{options.real}>;

static bool done(cudaError_t code)
{{
    if (code != cudaSuccess) printf("{word}: %s\\n", cudaGetErrorString(code));
    return code == cudaSuccess;
}}

template <class T>
static T* given(const std::vector<T>& values)
{{
    T* there = nullptr;
    const std::size_t bytes = values.size() * sizeof(T);
    done(cudaMalloc(&there, bytes)) && done(cudaMemcpy(there, values.data(), bytes, cudaMemcpyHostToDevice));
    return there;
}}

{apart(options.real)}
static int compare(const char* name, const {options.real}* there, const std::vector<double>& stored)
{{
    Numbers found(stored.size());
    if (!done(cudaMemcpy(found.data(), there, found.size() * sizeof({options.real}), cudaMemcpyDeviceToHost))) return 1;
    const double off = apart(found.data(), stored.data(), static_cast<int>(stored.size()));
    if (off <= {options.tolerance!r}) return 0;
    printf("{word}: %s is off by %g\\n", name, off);
    return 1;
}}

static int statuses(const char* name, const int* there, std::size_t states)
{{
    std::vector<int> found(states, -1);
    int wrong = !done(cudaMemcpy(found.data(), there, states * sizeof(int), cudaMemcpyDeviceToHost));
    for (int status : found) wrong += status != 0;
    if (wrong) printf("{word}: %s gives a status other than 0\\n", name);
    return wrong;
}}

int main()
{{
    int wrong = 0, devices = 0;
    if (!done(cudaGetDeviceCount(&devices)) || devices == 0) {{
        printf("{word}: the self-test needs a GPU\\n");
        return 1;
    }}
{checks}
    printf("{word}: %s\\n", wrong ? "self-tests FAILED" : "all self-tests passed");
    return wrong != 0;
}}
"""


def _check(routine: Routine, word: str, real: str) -> str:
    """One launch of the kernel of a function, and all that it gives."""
    made, samples = routine.function, pieces(routine)
    inputs, outputs, states = made.inputs, c.shown(made), len(samples)

    def row(kind: str, rows: list[list[float]]) -> str:
        return f"{kind}{{{', '.join(repr(x) for values in rows for x in values)}}}"

    lines = [
        f"const auto {x.name} = given({row('Numbers', [s[0][k] for s in samples])});" for k, x in enumerate(inputs)
    ]
    lines += [f"const auto {x.name} = given(Numbers({states * x.columns}));" for x in outputs]
    names = ", ".join([str(states), *(x.name for x in [*inputs, *outputs]), "status_"])
    lines += [
        f"const auto status_ = given(std::vector<int>({states}, -1));",
        f"{word}_{made.name}_kernel<<<1, {states}>>>({names});",
        f'wrong += !done(cudaGetLastError()) + statuses("{made.name}", status_, {states});',
        *(
            f'wrong += compare("{made.name}", {x.name}, {row("std::vector<double>", [s[1][k] for s in samples])});'
            for k, x in enumerate(outputs)
        ),
    ]
    return "    {\n" + "\n".join(f"        {x}" for x in lines) + "\n    }"
