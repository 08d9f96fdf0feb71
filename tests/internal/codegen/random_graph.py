"""Graphs to compile, and kernels of them for this processor and for lesser ones."""

import functools
import math
import platform

import numpy as np

from dalembert.codegen.function import function
from dalembert.codegen.renderers.llvm.program import LOOP, render
from dalembert.codegen.runtimes import machine_code
from dalembert.codegen.runtimes.ufunc import signature, ufunc
from dalembert.graph import evaluate, symbol
from dalembert.graph.scalar import absolute, atan2, cos, exp, maximum, minimum, select, sign, sin, sqrt, tanh

REAL = {"float64": "double", "float32": "float"}


@functools.cache
def targets():
    """This machine, and the same with shorter vectors and without fused multiplication."""
    own = machine_code.host()
    found = {"host": own}
    if platform.machine() == "x86_64":
        found["sse2"] = machine_code.Target("x86-64", "", 16, False)
        if own.vector_bytes == 64:
            found["avx2"] = machine_code.Target("x86-64-v3", "", 32, True)
    return found


def compiled(inputs, outputs, dtype="float64", target="host"):
    """A ufunc; operands are (name, core shape, scalars)."""
    chosen = targets()[target]
    kernel = function("kernel", [(inputs, outputs)])
    code = machine_code.compile_object(render(kernel, chosen.lanes(REAL[dtype])).whole, chosen)
    linked = machine_code.link(code) if machine_code.can_link() else None
    if linked is None:
        memory = machine_code.Engine(code, LOOP)
        address = memory.address
    else:
        memory = machine_code.Image(linked[0])
        address = memory.start + linked[1][LOOP]
    return ufunc(address, "kernel", signature(kernel), (len(inputs), len(outputs)), np.dtype(dtype), memory)


def symbols(name, count):
    return [symbol(f"{name}{i + 1}") for i in range(count)]


def random_graph(seed, given, operations):
    """A graph of every operation whose values stay of order one, so that errors can be compared."""
    rng = np.random.default_rng(seed)
    nodes = list(given)
    unary = (sin, cos, tanh, lambda x: exp(-absolute(x)), lambda x: sqrt(1 + x * x), lambda x: 1 / (1 + x * x))
    while len(nodes) < operations:
        i, j, k = rng.integers(max(0, len(nodes) - 40), len(nodes), 3)
        kind = rng.integers(14)
        if kind < 8:
            number = round(float(rng.normal()), 3)
            sums = (
                nodes[i] * number + nodes[j],
                nodes[i] - nodes[j],
                nodes[i] * nodes[j] - nodes[k],
                -nodes[i] - nodes[k],
            )
            nodes.append(sin(sums[kind % 4]) if kind < 4 else sums[kind % 4] * 0.5)
        elif kind == 8:
            nodes.append(sign(nodes[i] + 3) * absolute(nodes[j]) - tanh(nodes[k]))
        elif kind == 9:
            nodes.append(atan2(nodes[i], 1 + nodes[j] * nodes[j]))
        elif kind == 10:
            a, b, c = nodes[i], nodes[j], nodes[k]
            # no jump where a = b: there the rounding of a kernel may choose the other side
            nodes.append(minimum(a, b) - maximum(b, c) + select(a, b, (b - a) * c, (a - b) * b))
        else:
            nodes.append(unary[rng.integers(len(unary))](nodes[i]))
    return nodes


def reference(outputs, values):
    """The interpreter's answer in double precision, state by state."""
    states = [dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)]
    return np.array([evaluate(outputs, state, functions=math) for state in states])
