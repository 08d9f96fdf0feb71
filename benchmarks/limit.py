"""How near are the kernels to what this core can do at all, and what does a state cost as things grow?

peak         12 independent chains x ← a·x + b on vectors held in registers, written as our kernels are; best of all turns
bandwidth    a ← b + s·c, rendered as a kernel, or a plain copy, whichever moves more; arrays far above the last cache,
             bytes read + written, best of all turns
arithmetic   operations of the tape a second over the peak; a batch that lies in the cache
memory       bytes of arguments and results a second over the bandwidth; a batch far above the cache

A product, a sum, a division or a root counts as one operation, a sine with its cosine as the products and sums of the
program that computes them; a fused product and sum are two. One core, float64 and float32, medians. Then the time of a
state against batch size, joints of a chain, and threads.
"""

from __future__ import annotations

import ctypes
import os
import re
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

import limit_shown
import numpy as np
from versus_pinocchio import ROBOTS, robots_folder

import dalembert as da
from dalembert.codegen.renderers.llvm.ir import Lanes, Writer, attributes
from dalembert.codegen.runtimes import machine_code, threads
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.graph import symbol

QUANTITIES = ("inverse_dynamics", "forward_dynamics", "mass_matrix")
DTYPES = {"float64": "double", "float32": "float"}
CACHED, FAR = 4096, 256 << 20  # states of a batch in the cache; bytes of one far above it
CHAINS, UNROLLED, LOOPS = 12, 8, 20_000
BATCHES = tuple(int(4**k) for k in range(10)) + (1_000_000,)
JOINTS = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
TURNS, TURN = 15, 0.01
Array = np.ndarray[Any, Any]


def seconds(call: Callable[[], object], turns: int = TURNS) -> list[float]:
    """Seconds a call of each turn, which is about `TURN` long; what it reads was brought near before."""
    call()
    start = time.perf_counter()
    call()
    times = max(1, round(TURN / (time.perf_counter() - start)))
    found = []
    for _ in range(turns):
        start = time.perf_counter()
        for _ in range(times):
            call()
        found.append((time.perf_counter() - start) / times)
    return found


def peak(real: str) -> float:
    """Operations a second of products and sums that wait for nothing but themselves."""
    v = machine_code.host().lanes(real)
    function = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p)
    engine = machine_code.Engine(machine_code.compile_object(_chains(v), machine_code.host()), "chains")
    call, out = function(engine.address), np.empty(16, np.float64)
    return 2 * v.width * CHAINS * UNROLLED * LOOPS / min(seconds(lambda: call(LOOPS, out.ctypes.data), 100))


def _chains(v: Lanes) -> str:
    """`@chains(n, out)`: n turns of a loop, then the sum of the chains, so that none can be left out."""
    w = Writer(v)
    w.do("br label %loop")
    w.label("loop")
    w.do("%i = phi i64 [ 0, %0 ], [ %j, %loop ]")
    for k in range(CHAINS):
        w.do(f"%x{k} = phi {v.type} [ {v.splat(k)}, %0 ], [ %y{k}, %loop ]")
    chains = [f"%x{k}" for k in range(CHAINS)]
    for _ in range(UNROLLED):
        chains = [w.fused(x, v.splat(0.75), v.splat(0.5)) for x in chains]
    for k, x in enumerate(chains):
        w.do(f"%y{k} = bitcast {v.type} {x} to {v.type}")
    w.do("%j = add i64 %i, 1")
    w.do("br i1 " + w.let("icmp ult i64 %j, %n") + ", label %loop, label %done")
    w.label("done")
    total = chains[0]
    for x in chains[1:]:
        total = w.let(f"fadd {v.type} {total}, {x}")
    w.do(f"store {v.type} {total}, ptr %out, align {v.size}")
    w.do("ret void")
    fma = f"declare {v.type} @llvm.fma.{v.suffix}({v.type}, {v.type}, {v.type})"
    return "\n\n".join([fma, w.text("void @chains(i64 %n, ptr %out)"), attributes(False)])


def bandwidth(dtype: str) -> float:
    """Bytes a second, read and written: three numbers a state, or two of a copy."""
    b, c = symbol("b"), symbol("c")
    triad = Kernel("triad", [("b", (1,), [b]), ("c", (1,), [c])], [("a", (1,), [b + 3 * c])], dtype)
    count = FAR // 3 // triad.dtype.itemsize
    given, out = [np.ones((count, 1), dtype) for _ in range(2)], np.empty((count, 1), dtype)
    copied = 2 * out.nbytes / min(seconds(lambda: np.copyto(out, given[0])))
    return max(copied, 3 * out.nbytes / min(seconds(lambda: triad(*given, out=out))))


def operations(kernel: Kernel) -> float:
    """Of one state, the sines and cosines by their own program."""
    body = re.search(r"@sincos\(.*?\n}", kernel.source, re.DOTALL)
    sine = 2 * body[0].count("@llvm.fma") + len(re.findall(r"= f(?:mul|add|sub) ", body[0])) if body else 0
    count = kernel.operations
    return count.total + count.other + sine * count.sincos


def states(kernel: Kernel, batch: int) -> tuple[list[Array], Any]:
    """Arguments and results of a batch."""
    rng = np.random.default_rng(0)
    given = [rng.uniform(-1.5, 1.5, (batch, *shape)).astype(kernel.dtype) for _, shape, _ in kernel.inputs]
    return given, kernel(*given)


def cost(kernel: Kernel, batch: int) -> float:
    """Seconds of a state in a batch; one alone is called as a user calls it."""
    given, out = states(kernel, batch)
    if batch == 1:
        one = [x[0] for x in given]
        return median(seconds(lambda: kernel(*one)))
    return median(seconds(lambda: kernel(*given, out=out))) / batch


def shares(robot: da.Robot, quantity: str, dtype: str, most: float, widest: float) -> dict[str, Any]:
    kernel = da.compile(robot, quantity, dtype=dtype)
    size = kernel.dtype.itemsize * sum(len(entries) for _, _, entries in (*kernel.inputs, *kernel.outputs))
    near, far = cost(kernel, CACHED), cost(kernel, FAR // size)
    work = operations(kernel)
    return {
        "operations": work,
        "bytes": size,
        "cached_ns": 1e9 * near,
        "far_ns": 1e9 * far,
        "arithmetic": work / near / most,
        "memory": size / far / widest,
    }


def chain(n: int) -> da.Robot:
    """A serial arm of n turning joints, each axis across the one before, each link with a full tensor of inertia."""
    link = {"mass": 1.0, "com": (-0.1, 0.02, 0.03), "inertia": (0.02, 0.03, 0.025, 0.001, -0.002, 0.003)}
    rows = [
        {"joint": "R", "a": 0.2, "alpha": ("pi/2", "-pi/2")[i % 2], "d": 0.05, "theta": 0.0} | link for i in range(n)
    ]
    return da.from_dh(rows)


def use_processors(count: int) -> None:
    """This process to so many processors, and a fresh pool of threads on them."""
    os.sched_setaffinity(0, sorted(EVERYWHERE)[-count:])
    threads._pool.cache_clear()


EVERYWHERE = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))


def against(kernels: dict[str, Kernel], batches: Iterable[int]) -> dict[str, Any]:
    return {name: [1e9 * cost(kernel, batch) for batch in batches] for name, kernel in kernels.items()}


def main() -> dict[str, Any]:
    robots = {name: da.load(next(robots_folder().rglob(file))).rigid() for name, file in ROBOTS.items()}
    use_processors(1)
    report: dict[str, Any] = {"kernels": []}
    for dtype, real in DTYPES.items():
        most, widest = peak(real), bandwidth(dtype)
        report[dtype] = {"operations_per_second": most, "bytes_per_second": widest}
        for name, robot in robots.items():
            for quantity in QUANTITIES:
                row = shares(robot, quantity, dtype, most, widest)
                report["kernels"].append({"robot": name, "quantity": quantity, "dtype": dtype} | row)
    both = {f"{x} {q}": da.compile(robots[x], q) for x in ROBOTS for q in QUANTITIES[:2]}
    report["batch"] = {"sizes": BATCHES, "ns": against(both, BATCHES)}
    report["joints"] = {"counts": JOINTS, "ns": {}}
    for quantity in QUANTITIES[:2]:
        report["joints"]["ns"][quantity] = [1e9 * cost(da.compile(chain(n), quantity), CACHED) for n in JOINTS]
    counts = sorted({1, 2, len(EVERYWHERE)} & set(range(1, len(EVERYWHERE) + 1)))
    report["threads"] = {"counts": counts, "ns": {name: [] for name in both}}
    for count in counts:
        use_processors(count)
        for name, (ns,) in against(both, BATCHES[-1:]).items():
            report["threads"]["ns"][name].append(ns)
    limit_shown.keep(report)
    return report
