"""The compiler keeps nothing: memory does not grow with the number of kernels."""

import gc
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from dalembert.codegen.runtimes import machine_code

GROWTH = 10  # kB a compile; passes that are not given back took 100


def source(k):
    lines = [f"  %y{i + 1} = fadd double %y{i}, {float(k + i)}" for i in range(40)]
    return "\n".join(["define double @f(double %y0) {", *lines, "  ret double %y40", "}"])


def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_compiling_loses_no_memory():
    for k in range(60):
        machine_code.compile_object(source(k), machine_code.host())
    before = resident()
    for k in range(100):
        machine_code.compile_object(source(100 + k), machine_code.host())
    assert resident() - before < 100 * GROWTH


def test_threads_compile_what_one_does():
    expected = [machine_code.compile_object(source(k), machine_code.host()) for k in range(16)]
    with ThreadPoolExecutor(8) as pool:
        assert (
            list(pool.map(lambda k: machine_code.compile_object(source(k), machine_code.host()), range(16))) == expected
        )
