"""CUDA C: a device function for use inside other kernels, and a kernel of it with one thread a state.

Arrays of the kernel are (states, entries), row by row. Sines and cosines are CUDA's own, accurate ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.function import Function
from dalembert.codegen.packages.target import Files, Model, Options, Routine
from dalembert.codegen.packages.text import title
from dalembert.codegen.renderers import c

_SINCOS = {"double": "sincos", "float": "sincosf"}


def package(routines: Sequence[Routine], model: Model, options: Options) -> Files:
    """One header for nvcc or NVRTC."""
    word, real, functions = model.word, options.real, [x.function for x in routines]
    run = f"include it in a .cu file: nvcc -O3 yours.cu; kernels: {', '.join(f'{word}_{x.name}_kernel' for x in functions)}"
    told = "\n".join(f"// {x}" for x in [*title(model, routines, real), run])
    before = "static __device__ __forceinline__ "
    helpers = c.helpers(functions, real, prefix=f"{word}_", before=before, sincos=False)
    bodies = "\n".join(_definition(x, word, real, before) for x in routines)
    return {f"{word}.cuh": f"{told}\n#pragma once\n\n{helpers}\n{bodies}"}


def _definition(routine: Routine, word: str, real: str, before: str) -> str:
    made, name = routine.function, f"{word}_{routine.function.name}"
    head = before + c.declaration(made, real, name=name)
    function = c.render(made, real, ranges=routine.ranges, prefix=f"{word}_", sincos=_SINCOS[real], head=head)
    return f"{function}\n{_kernel(made, name, real)}"


def _kernel(function: Function, name: str, real: str) -> str:
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
