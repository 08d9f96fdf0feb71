"""Kernels for machines that are not here: the code needs nothing from outside, and on an emulated ARM64 it gives the
interpreter's numbers. `tests/package/emulated.py` runs all tests of kernels on emulated processors."""

import re
import shutil
import subprocess

import llvmlite.binding as llvm
import numpy as np
import pytest
from random_graph import random_graph, reference, symbols

from dalembert.codegen.function import function
from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.codegen.renderers.llvm.program import render
from tolerance import FLOAT32, SAME_ALGORITHM

# triple, processor, bytes of a vector, what the system itself gives every program there
SYSTEMS = {
    "windows": ("x86_64-pc-windows-msvc", "x86-64-v3", 32, {"__chkstk"}),  # large frames touch their pages in order
    "windows-arm": ("aarch64-pc-windows-msvc", "generic", 16, {"__chkstk"}),
    "mac": ("x86_64-apple-macosx", "haswell", 32, set()),
    "mac-arm": ("arm64-apple-macosx", "apple-m1", 16, set()),
    "linux-arm": ("aarch64-unknown-linux-gnu", "generic", 16, set()),
}
DTYPE = {"double": np.float64, "float": np.float32}
LIMIT = {"double": SAME_ALGORITHM, "float": FLOAT32}
TOOLS = ("aarch64-linux-gnu-gcc", "qemu-aarch64")
# the loop called as NumPy calls it, on a batch that comes and goes in files
DRIVER = """
#include <stdio.h>
#include <stdlib.h>
extern void dalembert_loop(char **, long *, long *, void *);
static REAL in[BATCH * 5], out[BATCH * 12];
int main(void) {
  void *memory[2] = {(void *)malloc, (void *)free};
  char *args[2] = {(char *)in, (char *)out};
  long dims[3] = {BATCH, 5, 12}, steps[4] = {5 * sizeof(REAL), 12 * sizeof(REAL), sizeof(REAL), sizeof(REAL)};
  if (fread(in, sizeof(REAL), BATCH * 5, stdin) != BATCH * 5) return 1;
  dalembert_loop(args, dims, steps, memory);
  return fwrite(out, sizeof(REAL), BATCH * 12, stdout) != BATCH * 12;
}
"""


def built(system, real, size):
    """(machine of the system, module) of a graph, and the graph."""
    triple, cpu, width, _ = SYSTEMS[system]
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    given = symbols("q", 5)
    outputs = random_graph(size, given, size)[-12:]
    lanes = Lanes(real, width // np.dtype(DTYPE[real]).itemsize, True)
    machine = llvm.Target.from_triple(triple).create_target_machine(cpu=cpu, opt=2, reloc="pic", codemodel="small")
    kernel = function("kernel", [([("q", (5,), given)], [("y", (12,), outputs)])])
    module = llvm.parse_assembly(render(kernel, lanes).whole)
    module.triple, module.data_layout = triple, str(machine.target_data)
    return machine, module, given, outputs


@pytest.mark.parametrize("real", ["double", "float"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_code_calls_nothing_from_outside(system, real):
    machine, module, *_ = built(system, real, 60)
    text = machine.emit_assembly(module)
    called = set(re.findall(r"\s(?:callq?|bl|jmp|b)\s+\"?([_A-Za-z]\w*)", text))
    own = set(re.findall(r"^\"?([_A-Za-z.$]\w*)\"?:", text, re.MULTILINE))
    assert any("sincos_any" in x for x in called)
    assert called - own <= SYSTEMS[system][3]


@pytest.mark.parametrize("real", ["double", "float"])
def test_an_emulated_arm64_gives_the_interpreters_numbers(real, tmp_path):
    missing = [x for x in TOOLS if shutil.which(x) is None]
    if missing:
        pytest.skip(f"needs {' and '.join(missing)} (packages gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user)")
    machine, module, given, outputs = built("linux-arm", real, 200)
    (tmp_path / "kernel.o").write_bytes(machine.emit_object(module))
    (tmp_path / "main.c").write_text(DRIVER)
    for batch in (1, 7, 96):
        program = tmp_path / f"run{batch}"
        options = ["-static", f"-DREAL={real}", f"-DBATCH={batch}", "main.c", "kernel.o", "-o", program]
        subprocess.run([TOOLS[0], *options], check=True, cwd=tmp_path, timeout=60)
        q = np.random.default_rng(batch).uniform(-1, 1, (batch, 5)).astype(DTYPE[real])
        q[0, :2] *= 1e6 if real == "double" else 1e3  # sines that are reduced the long way
        done = subprocess.run([TOOLS[1], program], input=q.tobytes(), capture_output=True, check=True, timeout=60)
        found = np.frombuffer(done.stdout, DTYPE[real]).reshape(batch, 12)
        expected = reference(outputs, {x.value: q[:, i].astype(float) for i, x in enumerate(given)})
        assert np.abs(found - expected).max() < LIMIT[real] * np.abs(expected).max()
