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
from versus_pinocchio import BATCH, ROBOTS, interleaved, one_core, per_state, robots_folder

import dalembert as da
from dalembert.codegen.packages.c import FLAGS

NATIVE = "-ffp-contract=fast -march=native"  # beside the header's own flags, to see what they cost
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


def main() -> list[dict[str, Any]]:
    """A row a robot, quantity and choice of flags."""
    if shutil.which("gcc") is None:
        raise SystemExit("this benchmark compiles C, and gcc is missing; the others need no compiler")
    one_core()
    return [row for extra in ("", NATIVE) for name in ("ur5", "talos") for row in measure(name, extra)]


def measure(name: str, extra: str) -> list[dict[str, Any]]:
    """Inverse and forward dynamics of a robot beside Pinocchio's."""
    path = next(robots_folder().rglob(ROBOTS[name]))
    robot, model = da.load(path).rigid(), pin.buildModelFromUrdf(str(path))
    order = [robot.coordinates.index(model.names[i]) for i in range(1, model.njoints)]
    states = [np.ascontiguousarray(x) for x in np.random.default_rng(0).uniform(-1.5, 1.5, (3, BATCH, robot.n))]
    turned = [np.asfortranarray(x[:, order].T) for x in states]
    pool, rows = pin.ModelPool(model, 1), []
    for quantity, rival in QUANTITIES.items():
        call, theirs = _library(robot, name, quantity, extra), getattr(pin, rival)
        out, result = np.empty((BATCH, robot.n)), np.empty((robot.n, BATCH), order="F")
        pointers = [x.ctypes.data_as(ctypes.c_void_p) for x in (*states, out)]
        row: dict[str, Any] = per_state(
            interleaved(
                lambda call=call, pointers=pointers: call(BATCH, *pointers),
                lambda theirs=theirs, result=result: theirs(1, pool, *turned, result),
            )
        )
        row |= {"status": call(BATCH, *pointers), "flags": f"{FLAGS} {extra}".strip(), "robot": name}
        row |= {
            "quantity": quantity,
            "difference": float(np.abs(out[:, order].T - result).max() / np.abs(result).max()),
        }
        rows.append(row)
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
    for row in main():
        print(
            f"{row['robot']:6} {row['quantity']:18} {row['ours_ns']:7.1f} ns a state beside {row['theirs_ns']:7.1f} ns: "
            f"{row['ratio']:.1f}x (equal to {row['difference']:.0e}, status {row['status']}); {row['flags']}"
        )
