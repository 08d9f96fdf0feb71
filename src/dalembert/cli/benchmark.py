"""Benchmarks for `dalembert bench`, and the demonstration for `make demo`.

The time per state is the minimum over several rounds and excludes the compile time. The demonstration runs the main
functions on a robot file and a symbolic robot.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import dalembert as da
from dalembert.kinematics.configuration import display_configuration
from dalembert.tolerance import NEGLIGIBLE

_ROUNDS, _SECONDS = 7, 0.05


def timing(robot: da.Robot, states: int) -> list[dict[str, Any]]:
    """Measure the time per state, the operation count and the compile time of inverse and forward dynamics."""
    still = np.zeros((states, robot.nv))  # the time does not depend on the state
    arguments = (np.tile(display_configuration(robot), (states, 1)), still, still)
    rows = []
    for name in ("inverse_dynamics", "forward_dynamics"):
        kernel = da.compile(robot, name)
        out = np.empty((states, robot.nv))
        kernel(*arguments, out=out)
        best = min(_round(kernel, arguments, out) for _ in range(_ROUNDS))
        rows.append(
            {
                "quantity": name,
                "nanoseconds": best / states * 1e9,
                "operations": kernel.operations.total,
                "compile_seconds": kernel.compile_seconds,
            }
        )
    return rows


def _round(kernel: Any, arguments: Any, out: Any) -> float:
    calls, start = 0, perf_counter()
    while calls < 1 or perf_counter() - start < _SECONDS:
        kernel(*arguments, out=out)
        calls += 1
    return (perf_counter() - start) / calls


def listed(rows: list[dict[str, Any]]) -> str:
    """Format the results of `timing`, with one quantity per line."""
    lines = [f"{x['quantity']:20} {x['nanoseconds']:8.1f} ns per state   {x['operations']} operations" for x in rows]
    return "\n".join(lines)


STATES = 100_000


def main() -> None:
    """Print a robot, the equations of a symbolic robot, computation times, and numerical checks."""
    robot, symbolic = da.load(Path(str(files("dalembert") / "assets" / "arm.urdf"))), da.gallery.planar_2r()
    print(robot, "", sep="\n")
    equations = da.equations(symbolic)
    print(f"{symbolic.name}: symbols {', '.join(symbolic.parameters)}")
    for name in "Mcg":
        print(equations.text(name))
    print("", f"{STATES:,} states of '{robot.name}'", listed(timing(robot, STATES)), sep="\n")
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, size=(3, STATES, robot.n))
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    friction = tau - da.inverse_dynamics(robot.rigid(), q, qd, qdd)
    parts = np.einsum("bij,bj->bi", da.mass_matrix(robot, q), qdd) + da.coriolis_vector(robot, q, qd)
    parts += da.gravity_vector(robot, q) + friction
    _report("τ = M q̈ + c + g + friction", np.abs(parts - tau).max() / np.abs(tau).max())
    back = da.forward_dynamics(robot, q, qd, tau)
    _report("forward(inverse(q̈)) = q̈", np.abs(back - qdd).max() / np.abs(qdd).max())


def _report(claim: str, error: float) -> None:
    right = error < NEGLIGIBLE
    print(f"{'✓' if right else '✗'} {claim}: largest relative difference {error:.1e}")
    if not right:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
