"""Measurements on this machine: the time per state of a compiled kernel (`bench`), and the demo of `make demo`.

Time per state is the minimum over several rounds, compile time excluded. The demo runs the main job end to end, on a robot
file and on a symbolic robot.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import dalembert as da
from dalembert.kinematics.configuration import display_configuration
from dalembert.tolerance import NEGLIGIBLE

_ROUNDS, _SECONDS = 7, 0.05


def timing(robot: da.Robot, states: int) -> list[dict[str, Any]]:
    """Return rows of quantity, nanoseconds per state, operations and compile time in seconds."""
    rng = np.random.default_rng(0)
    rates = rng.uniform(-1.0, 1.0, (3, states, robot.nv))
    q = da.integrate(robot, da.neutral(robot), rates[0]) if robot.nq != robot.nv else rates[0]
    if robot.loops:
        q, rates = np.tile(display_configuration(robot), (states, 1)), 0 * rates
    arguments = (q, rates[1], rates[2])
    rows = []
    for name in ("inverse_dynamics", "forward_dynamics"):
        kernel = da.compile(robot, name)
        out = np.empty((states, robot.nv))
        kernel(*arguments, out=out)
        best = min(_round(kernel, arguments, out) for _ in range(_ROUNDS))
        rows.append(
            {"quantity": name, "nanoseconds": best / states * 1e9, "operations": kernel.operations.total,
             "compile_seconds": kernel.compile_seconds}
        )  # fmt: skip
    return rows


def _round(kernel: Any, arguments: Any, out: Any) -> float:
    calls, start = 0, perf_counter()
    while calls < 1 or perf_counter() - start < _SECONDS:
        kernel(*arguments, out=out)
        calls += 1
    return (perf_counter() - start) / calls


STATES = 100_000


def main() -> None:
    console = Console(width=110)
    robot = da.load(Path(str(files("dalembert") / "assets" / "arm.urdf")))
    console.rule("[bold]a robot file")
    console.print(_describe(robot))
    console.rule("[bold]a robot of symbols")
    _show_symbolic(console, da.gallery.planar_2r())
    console.rule(f"[bold]{STATES:,} states of '{robot.name}'")
    _run(console, robot)


def _describe(robot: da.Robot) -> Table:
    table = Table(title=f"{robot.name}: {robot.n} coordinates, {len(robot.links)} links")
    for column in ("joint", "kind", "moves", "range", "mass of the link, kg"):
        table.add_column(column)
    for joint in robot.joints:
        low, high = joint.limits.lower, joint.limits.upper
        span = f"{low:.2f} … {high:.2f}" if low is not None and high is not None else "free"
        mass = f"{float(robot.link(joint.child).inertia.mass):.2f}"
        table.add_row(joint.name, joint.kind, f"{joint.parent} → {joint.child}", span if joint.moves else "", mass)
    return table


def _show_symbolic(console: Console, robot: da.Robot) -> None:
    console.print(f"{robot.name}: symbols {', '.join(robot.parameters)}")
    equations = da.equations(robot)
    for i in range(robot.n):
        for j in range(i, robot.n):
            console.print(f"  M{i + 1}{j + 1} = {equations.M[i, j]}", highlight=False)
    for name in "cg":
        for i, entry in enumerate(getattr(equations, name)):
            console.print(f"  {name}{i + 1}  = {entry}", highlight=False)


def _run(console: Console, robot: da.Robot) -> None:
    table = Table(title="times")
    for column in ("quantity", "operations per state", "time to first use, s", "states per second", "ns per state"):
        table.add_column(column, justify="right")
    for row in timing(robot, STATES):
        speed = (f"{1e9 / row['nanoseconds']:,.0f}", f"{row['nanoseconds']:.1f}")
        table.add_row(row["quantity"], str(row["operations"]), f"{row['compile_seconds']:.3f}", *speed)
    console.print(table)
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, size=(3, STATES, robot.n))
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    friction = tau - da.inverse_dynamics(robot.rigid(), q, qd, qdd)
    parts = np.einsum("bij,bj->bi", da.mass_matrix(robot, q), qdd) + da.coriolis_vector(robot, q, qd)
    parts += da.gravity_vector(robot, q) + friction
    _report(console, "τ = M q̈ + c + g + friction", np.abs(parts - tau).max() / np.abs(tau).max())
    back = da.forward_dynamics(robot, q, qd, tau)
    _report(console, "forward(inverse(q̈)) = q̈", np.abs(back - qdd).max() / np.abs(qdd).max())


def _report(console: Console, claim: str, error: float) -> None:
    right = error < NEGLIGIBLE
    console.print(f"{'✓' if right else '✗'} {claim}: largest relative difference {error:.1e}")
    if not right:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
