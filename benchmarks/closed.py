"""How fast are exact equations beside SymPy's LagrangesMethod? Same robots, same process, one core, JSON out.

planar_3r: M, c and g as SymPy objects; SymPy forms Lagrange's equations and simplifies M.
puma560, panda: their geometry with symbolic lengths and all inertial parameters symbols: M, every Christoffel
symbol and g; then all Christoffel symbols as SymPy objects; then the base parameters. SymPy needs minutes for
these, so it is not run on them. Every run starts from a new robot: nothing is kept from one to the next.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import sympy as sp
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

from dalembert import Robot, gallery
from dalembert.closed.equations import equations
from dalembert.closed.model.base_parameters import base_parameters
from dalembert.closed.model.mechanics import mechanics

ROUNDS = 7
MEMORY = """
import resource, sys
from dalembert.closed.equations import equations
from dalembert.robot import gallery
eq = equations(getattr(gallery, sys.argv[1])().rigid().symbolic())
eq.M, eq.christoffel, eq.g, eq.base_parameters
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def timed(make: Callable[[], Robot], work: Callable[[Robot], Any], rounds: int = ROUNDS) -> dict[str, float]:
    """Median, fastest and slowest of several runs, each on a robot made for it."""
    seconds = []
    for _ in range(rounds):
        robot = make()
        start = time.perf_counter()
        work(robot)
        seconds.append(time.perf_counter() - start)
    return {"median_s": statistics.median(seconds), "low_s": min(seconds), "high_s": max(seconds)}


def computed(robot: Robot) -> None:
    exact = mechanics(robot)
    _ = exact.M, exact.christoffel, exact.g


def planar_3r() -> dict[str, Any]:
    def work(robot: Robot) -> None:
        eq = equations(robot)
        _ = eq.M, eq.c, eq.g

    ours = timed(lambda: replace(gallery.planar_3r()), work)
    theirs = sympy_planar_3r()
    return {"ours": ours, "sympy": theirs, "ratio": theirs["total_s"] / ours["median_s"]}


def sympy_planar_3r() -> dict[str, float]:
    """The same arm by Lagrange's equations in SymPy: M simplified, c and g from the rest."""
    zz, m2, m3, mx2, l1, l2 = sp.symbols("zz1:4"), *sp.symbols("m2 m3 mx2 l1 l2")
    q, t = dynamicsymbols("q1:4"), dynamicsymbols._t
    start = time.perf_counter()
    angle = [q[0], q[0] + q[1], q[0] + q[1] + q[2]]
    joint2 = sp.Matrix([l1 * sp.cos(angle[0]), l1 * sp.sin(angle[0])])
    joint3 = joint2 + sp.Matrix([l2 * sp.cos(angle[1]), l2 * sp.sin(angle[1])])
    v2, v3, w = joint2.diff(t), joint3.diff(t), [a.diff(t) for a in angle]
    moment = sp.Matrix([-mx2 * sp.sin(angle[1]), mx2 * sp.cos(angle[1])]) * w[1]  # ω × ms
    T = sum(z * x**2 for z, x in zip(zz, w, strict=True)) / 2
    T += m2 * v2.dot(v2) / 2 + m3 * v3.dot(v3) / 2 + v2.dot(moment)
    method = LagrangesMethod(T, list(q))
    method.form_lagranges_equations()
    formed = time.perf_counter()
    M = sp.simplify(method.mass_matrix)
    forcing = method.forcing
    done = time.perf_counter()
    return {
        "form_s": formed - start,
        "total_s": done - start,
        "operations": int(sp.count_ops(M) + sp.count_ops(forcing)),
    }


def arm(name: str) -> dict[str, Any]:
    geometry = getattr(gallery, name)().rigid()
    make = geometry.symbolic
    n = geometry.n
    report: dict[str, Any] = {"symbols": len(make().parameters), "computed": timed(make, computed)}

    def written(robot: Robot) -> None:
        assert sum(len(row) for C_k in equations(robot).christoffel for row in C_k) == n**3

    report["christoffel_as_sympy"] = timed(make, written, 3)
    report["base"] = timed(make, lambda robot: base_parameters(mechanics(robot)), 3)
    report["base_parameters"] = len(base_parameters(mechanics(make())))
    done = subprocess.run([sys.executable, "-c", MEMORY, name], capture_output=True, text=True, check=True)
    report["memory_mb"] = float(done.stdout)
    return report


def main(out: Path | None = None) -> dict[str, Any]:
    """Measure, write JSON to `out` if given, and return the figures."""
    report = {"planar_3r": planar_3r(), "puma560": arm("puma560"), "panda": arm("panda")}
    if out is not None:
        Path(out).write_text(json.dumps(report, indent=1) + "\n")
    return report


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
