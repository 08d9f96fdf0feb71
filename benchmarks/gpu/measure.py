"""How much of a GPU's memory bandwidth do the kernels use, and what does the same graph reach in JAX?

    python benchmarks/gpu/measure.py [--robots FOLDER] [--output FILE] [--jax SECONDS]

States a second through the public functions on CuPy arrays, in both layouts, and the bytes of arguments and results as a
share of a plain copy's (read + written). Kernel and copy take turns: a GPU that computes for long draws more power than it
may and lowers its clock, and then both are measured in the same state. `sustained_share` is the kernel alone, after seconds
without a pause. Errors are against the CPU's float64 kernels. JAX gets the same tape, an operation a `jax.numpy` call,
jitted, one row a coordinate. Robots come from example-robot-data, or as TOML files of this library from a folder. Needs
CuPy; JAX only for the comparison.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import cupy as cp
import numpy as np

import dalembert as da
from dalembert.quantity import trace
from dalembert.simulation import Solver

HERE = Path(__file__).resolve().parent
ROBOTS = {"ur5": "ur5_robot.urdf", "xarm7": "xarm7.urdf", "talos": "talos_reduced.urdf"}
# many joints: their programs are long, and are measured for inverse and forward dynamics alone
LONG = {
    "go1": "go1.urdf",
    "human": "human.urdf",
    "alex": "alex_psyonic_hands.urdf",
    "g1": "g1_29dof_with_hand_rev_1_0.urdf",
}
FREE = ("go1",)  # robots with a free base
QUANTITIES = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "inverse_dynamics_derivatives")
LAYOUTS = ("(n, B)", "(B, n)")
BYTES = 4 << 30  # of arguments and results in one call: many times the cache
MOST = 1 << 25  # states
CHECKED = 1003
STEPS, TRAJECTORIES, STEP = 200, 1 << 21, 1e-3


def robot(name: str, folder: Path | None) -> da.Robot:
    if folder is not None:
        return da.load(folder / f"{name}.toml").rigid()
    sys.path.insert(0, str(HERE.parent))
    from versus_pinocchio import robots_folder

    model = da.load(next(robots_folder().rglob((ROBOTS | LONG)[name]))).rigid()
    return model.floating() if name in FREE else model


def turn(call: Any, queued: int = 30) -> float:
    """Time of a call on the GPU, of several queued behind another one, so that it never waits for Python."""
    start, end = cp.cuda.Event(), cp.cuda.Event()
    call()
    start.record()
    for _ in range(queued):
        call()
    end.record()
    end.synchronize()
    return float(cp.cuda.get_elapsed_time(start, end)) / 1e3 / queued


def in_turns(call: Any, turns: int = 8) -> tuple[float, float]:
    """Median time of a call, and bytes a second of a device-to-device copy (read and written) in turns with it."""
    a = cp.ones(1 << 29, cp.float32)
    b = cp.empty_like(a)
    for _ in range(3):
        call()
        cp.copyto(b, a)
    found = [(turn(lambda: cp.copyto(b, a)), turn(call)) for _ in range(turns)]
    return median(x for _, x in found), 2 * a.nbytes / median(x for x, _ in found)


def sustained(call: Any, least: float = 2.0) -> float:
    """Median time of a call when there is no pause, after the first half."""
    started, found = time.perf_counter(), []
    while time.perf_counter() - started < least:
        found.append(turn(call))
    return median(found[len(found) // 2 :])


def laid(x: Any, layout: str) -> Any:
    return cp.asfortranarray(x) if layout == "(n, B)" else cp.ascontiguousarray(x)


def kernel(model: da.Robot, quantity: str, dtype: str, layout: str) -> dict[str, Any]:
    """One kernel: right first, then timed."""
    compiled, reference = da.compile(model, quantity, target="cuda", dtype=dtype), da.compile(model, quantity)
    rng = np.random.default_rng(0)
    given = [rng.uniform(-3, 3, (CHECKED, shape[0])).astype(dtype) for _, shape, _ in compiled.inputs]
    found = compiled(*(laid(cp.asarray(x), layout) for x in given))
    expected = reference(*(x.astype("float64") for x in given))
    pairs = zip(*(x if isinstance(x, tuple) else (x,) for x in (found, expected)), strict=True)
    error = max(float(np.max(np.abs(x.get() - y)) / np.max(np.abs(y))) for x, y in pairs)
    numbers = sum(int(np.prod(shape)) for side in (compiled.inputs, compiled.outputs) for _, shape, _ in side)
    size = numbers * np.dtype(dtype).itemsize
    n = min(BYTES // size, MOST) // 4096 * 4096
    generator = cp.random.default_rng(1)
    shapes = [(shape[0], n) if layout == "(n, B)" else (n, shape[0]) for _, shape, _ in compiled.inputs]
    arrays = [generator.uniform(-3, 3, shape, dtype=dtype) for shape in shapes]
    arrays = [x.T if layout == "(n, B)" else x for x in arrays]
    out = compiled(*arrays)
    taken, copy = in_turns(lambda: compiled(*arrays, out=out))
    hot = sustained(lambda: compiled(*arrays, out=out))
    return {
        "quantity": quantity,
        "dtype": dtype,
        "layout": layout,
        "states": n,
        "states_per_second": n / taken,
        "copy_bytes_per_second": copy,
        "share_of_copy": n * size / taken / copy,
        "sustained_share": n * size / hot / copy,
        "error": error,
        "operations": str(compiled.operations),
    }


def march(model: da.Robot, dtype: str = "float32") -> dict[str, Any]:
    """RK4 steps, STEPS of them fused into one launch."""
    n = len(model.coordinates)
    stepper = da.code.gpu_stepper(model, "rk4", dtype)
    rng = np.random.default_rng(2)
    q, qd, tau = (rng.uniform(-1, 1, (200, n)) for _ in range(3))
    found = stepper(*(cp.asarray(x, dtype) for x in (q, qd, tau)), STEP, 20)
    run = da.simulate(model, q, qd, duration=20 * STEP, method=Solver("rk4", step=STEP), tau=tau)
    pairs = ((found[0].get(), run.q[:, -1]), (found[1].get(), run.qd[:, -1]))
    error = max(float(np.max(np.abs(x - y)) / np.max(np.abs(y))) for x, y in pairs)
    generator = cp.random.default_rng(1)
    arrays = [generator.uniform(-1, 1, (n, TRAJECTORIES), dtype=dtype).T for _ in range(3)]
    stepper(*arrays, STEP, STEPS)
    taken = median(turn(lambda: stepper(*arrays, STEP, STEPS), 2) for _ in range(5))
    return {"dtype": dtype, "steps_per_second": STEPS * TRAJECTORIES / taken, "error": error}


def in_jax(model: da.Robot, quantity: str, n: int) -> dict[str, Any]:
    """The same tape in jax.numpy, float32, one row a coordinate."""
    import jax
    from tape_jax import function

    traced = trace(model, quantity)
    call = jax.jit(function(traced))
    key = jax.random.PRNGKey(0)
    arrays = [jax.random.uniform(key, (shape[0], n), minval=-3.0, maxval=3.0) for _, shape, _ in traced.inputs]
    started = time.perf_counter()
    call(*arrays).block_until_ready()
    compiled = time.perf_counter() - started
    found = []
    for _ in range(10):
        started = time.perf_counter()
        for _ in range(10):
            last = call(*arrays)
        last.block_until_ready()
        found.append((time.perf_counter() - started) / 10)
    return {"states_per_second": n / median(found), "compile_seconds": compiled, "device": str(jax.devices()[0])}


def beside(name: str, quantity: str, states: int, options: argparse.Namespace) -> dict[str, Any]:
    """JAX in a process of its own, which may take too long to compile."""
    folder = ["--robots", str(options.robots)] if options.robots else []
    command = [sys.executable, __file__, *folder, "--one", name, quantity, str(states)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.jax, check=True)
        result: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    except subprocess.TimeoutExpired:
        return {"missing": f"not compiled within {options.jax:g} s"}
    except subprocess.CalledProcessError as error:
        return {"missing": error.stderr.strip().splitlines()[-1][:200] if error.stderr.strip() else "failed"}
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", type=Path)
    parser.add_argument("--output", type=Path, default=HERE / "results.json")
    parser.add_argument(
        "--jax", type=float, default=60.0, help="seconds that JAX may take for a kernel; 0 leaves it out"
    )
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        name, quantity, states = options.one
        print(json.dumps(in_jax(robot(name, options.robots), quantity, int(states))))
        return
    properties = cp.cuda.runtime.getDeviceProperties(0)
    results: dict[str, Any] = {"gpu": properties["name"].decode(), "robots": {}}
    print(results["gpu"])
    for name in (*ROBOTS, *LONG):
        model = robot(name, options.robots)
        rows = results["robots"][name] = {"kernels": [], "march": [], "jax": {}}
        for quantity in QUANTITIES[: 2 if name in LONG else 3 if name == "talos" else 4]:
            for dtype in (
                ("float32", "float64")
                if quantity.endswith("ward_dynamics") or quantity == "inverse_dynamics"
                else ("float32",)
            ):
                for layout in LAYOUTS:
                    row = kernel(model, quantity, dtype, layout)
                    rows["kernels"].append(row)
                    shares = f"{100 * row['share_of_copy']:6.1f} % (sustained {100 * row['sustained_share']:.1f} %)"
                    speed = f"{row['states_per_second'] / 1e9:7.2f} G/s {shares}"
                    print(f"{name:6} {quantity:29} {dtype} {layout} {speed}  error {row['error']:.0e}", flush=True)
        for dtype in ("float32", "float64") if name in ("ur5", "xarm7") else ():
            rows["march"].append(march(model, dtype))
            row = rows["march"][-1]
            print(
                f"{name:6} rk4 {dtype} {row['steps_per_second'] / 1e9:.2f} G steps/s  error {row['error']:.0e}",
                flush=True,
            )
        options.output.write_text(json.dumps(results, indent=1) + "\n")
    cp.get_default_memory_pool().free_all_blocks()
    for name in ROBOTS if options.jax else ():
        for quantity in QUANTITIES[: 2 if name != "talos" else 1]:
            found = beside(name, quantity, 1 << 22, options)
            results["robots"][name]["jax"][quantity] = found
            print(f"{name:6} {quantity:29} JAX {found}", flush=True)
            options.output.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
