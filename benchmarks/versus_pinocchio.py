"""How fast are the kernels beside Pinocchio's C++ on this machine?

One process, one core, C-contiguous (4096, n) float64 arrays through the public functions; Pinocchio's batch calls
`rneaInParallel` and `abaInParallel` with one thread. Both take turns of the same length; medians are compared.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

import dalembert as da

BATCH, ROUNDS, TURN = 4096, 40, 0.01
ROBOTS = {"ur5": "ur5_robot.urdf", "xarm7": "xarm7.urdf", "talos": "talos_reduced.urdf"}
Array = np.ndarray[Any, Any]


def robots_folder() -> Path:
    for parent in Path(pin.__file__).resolve().parents:
        for folder in (parent / "share", parent / "cmeel.prefix" / "share"):
            if (folder / "example-robot-data" / "robots").is_dir():
                return folder / "example-robot-data" / "robots"
    raise SystemExit("example-robot-data is not installed beside Pinocchio; run `make bench`")


def one_core() -> None:
    """Pin this process to one core, so that neither side uses threads."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[-1]})


def interleaved(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = ROUNDS) -> dict[str, float]:
    """Median seconds a call of each, measured in turns, and the ratio with its quartiles.

    A turn is one untimed call, which brings the arrays back into the caches, then calls for about `TURN` seconds.
    """
    calls = [max(1, round(TURN / min(seconds(f, 1) for _ in range(5)))) for f in (ours, theirs)]
    a, b = np.empty(rounds), np.empty(rounds)
    for k in range(rounds):
        ours()
        a[k] = seconds(ours, calls[0])
        theirs()
        b[k] = seconds(theirs, calls[1])
    low, high = np.percentile(b / a, (25, 75))
    return {
        "ours_s": float(np.median(a)),
        "theirs_s": float(np.median(b)),
        "ratio": float(np.median(b) / np.median(a)),
        "ratio_low": float(low),
        "ratio_high": float(high),
    }


def seconds(call: Callable[[], object], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - start) / times


def per_state(result: dict[str, float], batch: int = BATCH) -> dict[str, float]:
    ns = {"ours_ns": result["ours_s"] / batch * 1e9, "theirs_ns": result["theirs_s"] / batch * 1e9}
    return ns | {k: result[k] for k in ("ratio", "ratio_low", "ratio_high")}


def measure(name: str) -> dict[str, Any]:
    path = next(robots_folder().rglob(ROBOTS[name]))
    robot = da.load(path).rigid()
    model = pin.buildModelFromUrdf(str(path))
    order = [robot.coordinates.index(model.names[i]) for i in range(1, model.njoints)]
    pool = pin.ModelPool(model, 1)
    data = model.createData()
    rng = np.random.default_rng(0)
    q, qd, u = (np.ascontiguousarray(x) for x in rng.uniform(-1.5, 1.5, size=(3, BATCH, robot.n)))
    Q, V, A = (np.asfortranarray(x[:, order].T) for x in (q, qd, u))
    out, theirs = np.empty_like(q), np.asfortranarray(np.zeros((model.nv, BATCH)))
    report: dict[str, Any] = {"n": robot.n}
    for what, function, rival in (
        ("inverse_dynamics", da.inverse_dynamics, pin.rneaInParallel),
        ("forward_dynamics", da.forward_dynamics, pin.abaInParallel),
    ):
        start = time.perf_counter()
        da.compile(robot, what)
        first = time.perf_counter() - start
        row: dict[str, Any] = per_state(
            interleaved(
                lambda f=function: f(robot, q, qd, u, out=out),
                lambda r=rival: r(1, pool, Q, V, A, theirs),
            )
        )
        agree = np.abs(out[:, order].T - theirs).max() / np.abs(theirs).max()
        row |= {"operations": _operations(robot, what), "first_s": first, "difference": float(agree)}
        row["fortran_over_c"] = _layouts(robot, function, q, qd, u)
        row["float32_over_float64"] = _single(robot, function, q, qd, u)
        row["one_call"] = _one_call(robot, function, rival is pin.rneaInParallel, model, data, q, qd, u, order)
        report[what] = row
    report["mass_matrix"] = _loop(robot, da.mass_matrix, lambda i: pin.crba(model, data, Q[:, i]), (q,))
    report["inverse_dynamics_derivatives"] = _loop(
        robot,
        da.inverse_dynamics_derivatives,
        lambda i: pin.computeRNEADerivatives(model, data, Q[:, i], V[:, i], A[:, i]),
        (q, qd, u),
    )
    return report


def _layouts(robot: da.Robot, function: Callable[..., Array], *state: Array) -> float:
    """Time of Fortran-ordered arrays over that of row-major ones."""
    turned = [np.asfortranarray(x) for x in state]
    out, out_f = np.empty_like(state[0]), np.empty_like(turned[0], order="F")
    both = interleaved(lambda: function(robot, *state, out=out), lambda: function(robot, *turned, out=out_f))
    return both["ratio"]


def _single(robot: da.Robot, function: Callable[..., Array], *state: Array) -> float:
    """Speed of float32 over that of float64."""
    short = [x.astype(np.float32) for x in state]
    out, out32 = np.empty_like(state[0]), np.empty_like(short[0])
    return interleaved(lambda: function(robot, *short, out=out32), lambda: function(robot, *state, out=out))["ratio"]


def _one_call(
    robot: da.Robot,
    function: Callable[..., Array],
    inverse: bool,
    model: Any,
    data: Any,
    q: Array,
    qd: Array,
    u: Array,
    order: list[int],
) -> dict[str, float]:
    """One state from Python: our call beside Pinocchio's, 2000 calls a round."""
    a = (q[0].copy(), qd[0].copy(), u[0].copy())
    b = tuple(x[order].copy() for x in a)
    rival = pin.rnea if inverse else pin.aba

    def ours() -> None:
        for _ in range(2000):
            function(robot, *a)

    def theirs() -> None:
        for _ in range(2000):
            rival(model, data, *b)

    both = interleaved(ours, theirs, 15)
    return {"ours_us": both["ours_s"] / 2e-3, "theirs_us": both["theirs_s"] / 2e-3, "time_ratio": 1 / both["ratio"]}


def _loop(
    robot: da.Robot, function: Callable[..., Any], rival: Callable[[int], object], state: tuple[Array, ...]
) -> dict[str, Any]:
    """Quantities that Pinocchio computes one state a call; ours takes the batch."""
    size = 512
    part = tuple(np.ascontiguousarray(x[:size]) for x in state)

    def theirs() -> None:
        for i in range(size):
            rival(i)

    out = function(robot, *part)
    row: dict[str, Any] = per_state(interleaved(lambda: function(robot, *part, out=out), theirs, 20), size)
    return row | {"operations": _operations(robot, function.__name__)}


def _operations(robot: da.Robot, quantity: str) -> int:
    """Multiplications and additions per state, as `dalembert count` prints them."""
    count = da.code.count(robot, quantity)
    return count.mul + count.add


def main() -> dict[str, Any]:
    one_core()
    return {name: measure(name) for name in ROBOTS}
