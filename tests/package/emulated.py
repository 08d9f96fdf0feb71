"""The kernels' tests on processors that this machine is not, by emulation.

    python tests/package/emulated.py Haswell            AVX2 and fused multiply-add, no AVX-512
    python tests/package/emulated.py Nehalem            SSE4.2, the least that NumPy's wheels run on
    python tests/package/emulated.py /path/to/arm64     a Debian of another architecture in a folder, with Python in /venv

A name is given to `qemu-x86_64 -cpu` (package qemu-user). A folder is a root made by `debootstrap --arch=arm64`, in which
`python3 -m venv /venv` and `/venv/bin/pip install numpy scipy sympy llvmlite pytest …` were run; the system must hand its
programs to `qemu-aarch64-static` (package qemu-user-static, binfmt with the flag F), and this needs root. What the emulated
processor has, as LLVM sees it, is printed first. Some ten minutes of an idle core each.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = [
    "tests/internal/codegen",
    "tests/internal/codegen/test_kernel.py",
    "tests/internal/codegen/test_image.py",
    "tests/internal/codegen/test_interpret.py",
]
EMULATOR = (  # faults of the emulator itself
    "tests/internal/codegen/test_kernel.py::test_a_forked_child_has_threads_of_its_own",  # it aborts where a child starts a thread
    "tests/internal/codegen/test_interpret.py::test_the_slow_road_gives_the_same_numbers",  # NumPy's tanh of every third number is wrong
)
SEEN = (
    "import platform; from dalembert.codegen.runtimes import machine_code; h = machine_code.host(); "
    "print(platform.machine(), h.cpu, 8 * h.vector_bytes, 'bits, fused multiply-add:', h.fma, flush=True)"
)


def main(target: str, *chosen: str) -> None:
    tests = [*(chosen or TESTS), "-p", "no:cacheprovider", *(x for test in EMULATOR for x in ("--deselect", test))]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "DALEMBERT_CACHE": cache, "MPLBACKEND": "Agg"}
        if os.path.isdir(target):
            python = ["chroot", target, "/venv/bin/python"]
            inside = Path(target) / "dalembert"
            subprocess.run(["rm", "-rf", str(inside)], check=True)
            inside.mkdir()
            for part in ("src", "tests", "pyproject.toml"):
                subprocess.run(["cp", "-r", str(ROOT / part), str(inside)], check=True)
            environment |= {"PYTHONPATH": "/dalembert/src", "DALEMBERT_CACHE": "", "HOME": "/root"}
            tests = [f"/dalembert/{x}" if x.startswith("tests/") and x not in EMULATOR else x for x in tests]
            tests += ["--rootdir", "/dalembert", "-c", "/dalembert/pyproject.toml"]
        else:
            python = ["qemu-x86_64", "-cpu", target, sys.executable]
        subprocess.run([*python, "-c", SEEN], check=True, env=environment, cwd=ROOT)
        raise SystemExit(subprocess.run([*python, "-m", "pytest", *tests], env=environment, cwd=ROOT).returncode)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
