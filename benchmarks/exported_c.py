"""How fast is exported C beside Pinocchio's C++ on this machine, a call a state?

The C of `da.export_code` is compiled by gcc as its header says, without a flag for this processor (Pinocchio's wheel is
built for any x86-64 too), and called once for each of 4096 states from a loop in another file; Pinocchio's `rneaInParallel`
and `abaInParallel` loop over the same states with one thread. Both take turns of the same length; medians are compared.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
from versus_pinocchio import BATCH, ROBOTS, interleaved, one_core, robots_folder

import dalembert as da
from dalembert.codegen.packages.c import FLAGS

QUANTITIES = {"inverse_dynamics": "rneaInParallel", "forward_dynamics": "abaInParallel"}
LOOP = """#include "{name}.h"
int many(long count, const double *a, const double *b, const double *c, double *out)
{{
    long k;
    int status = 0;
    for (k = 0; k < count; k++) status |= {name}_{quantity}(a + {n} * k, b + {n} * k, c + {n} * k, out + {n} * k);
    return status;
}}
"""


def measure(extra: str = "") -> list[dict[str, Any]]:
    """A row a robot and quantity."""
    if shutil.which("gcc") is None:
        raise SystemExit("this benchmark compiles C: gcc is missing")
    one_core()
    rows = []
    for name in ("ur5", "talos"):
        path = next(robots_folder().rglob(ROBOTS[name]))
        robot, model = da.load(path).rigid(), pin.buildModelFromUrdf(str(path))
        rng = np.random.default_rng(0)
        states = [rng.uniform(-1, 1, (BATCH, robot.n)) for _ in range(3)]
        transposed = [np.asfortranarray(x.T) for x in states]
        pool = pin.ModelPool(model, 1)
        for quantity, rival in QUANTITIES.items():
            call = _library(robot, name, quantity, extra)
            out, result = np.empty((BATCH, robot.n)), np.empty((robot.n, BATCH), order="F")
            theirs = getattr(pin, rival)
            pointers = [x.ctypes.data_as(ctypes.c_void_p) for x in (*states, out)]
            row = interleaved(
                lambda call=call, pointers=pointers: call(BATCH, *pointers),
                lambda theirs=theirs, pool=pool, given=transposed, result=result: theirs(1, pool, *given, result),
            )
            assert call(BATCH, *pointers) == 0
            theirs(1, pool, *transposed, result)
            off = float(np.abs(out - result.T).max() / np.abs(result).max())
            rows.append({"robot": name, "quantity": quantity, "flags": f"{FLAGS} {extra}".strip(), "off": off, **row})
    return rows


def _library(robot: da.Robot, name: str, quantity: str, extra: str) -> Any:
    folder = Path(tempfile.mkdtemp())
    da.export_code(robot, quantity, "c", folder, name=name)
    (folder / "many.c").write_text(LOOP.format(name=name, quantity=quantity, n=robot.n))
    command = ["gcc", *FLAGS.split(), *extra.split(), "-shared", "-fPIC", f"{name}.c", "many.c", "-lm", "-o", "many.so"]
    subprocess.run(command, cwd=folder, check=True)
    found = ctypes.CDLL(str(folder / "many.so")).many
    found.argtypes = [ctypes.c_long] + [ctypes.c_void_p] * 4
    return found


if __name__ == "__main__":
    for extra in ("", "-ffp-contract=fast -march=native"):
        for row in measure(extra):
            print(
                f"{row['robot']:6} {row['quantity']:18} {row['ours_s'] / BATCH * 1e9:7.1f} ns a state beside "
                f"{row['theirs_s'] / BATCH * 1e9:7.1f} ns: {row['ratio']:.1f}x (equal to {row['off']:.0e}); {row['flags']}"
            )
