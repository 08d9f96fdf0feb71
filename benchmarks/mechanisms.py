"""How fast are floating bases and loops beside Pinocchio's C++ on this machine?

Floating bases: batches of 4096 through `rneaInParallel` and `abaInParallel` with one thread, as in `versus_pinocchio`.
Loops: Pinocchio's `constraintDynamics`, one state a call, since it has no batch; ours takes batches of 4096.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

import dalembert as da

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from versus_pinocchio import BATCH, interleaved, one_core, per_state, robots_folder

from pinocchio_tree import Constrained, allowed

FLOATING = {"go1": "go1.urdf", "anymal": "anymal.urdf", "g1": "g1_29dof_rev_1_0.urdf", "talos": "talos_reduced.urdf"}


def floating(name: str) -> dict[str, Any] | None:
    path = next(robots_folder().rglob(FLOATING[name]), None)
    if path is None:
        return None
    robot = da.load(path).rigid().floating()
    model = pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
    pool = pin.ModelPool(model, 1)
    rng = np.random.default_rng(0)
    q, qd, u = (np.ascontiguousarray(rng.uniform(-1.5, 1.5, size=(BATCH, n))) for n in (robot.nq, robot.nv, robot.nv))
    Q = np.asfortranarray(np.array([pin.randomConfiguration(model) for _ in range(BATCH)]).T)
    V, A = (np.asfortranarray(rng.uniform(-1.5, 1.5, size=(model.nv, BATCH))) for _ in range(2))
    out, theirs = np.empty_like(qd), np.asfortranarray(np.zeros((model.nv, BATCH)))
    report: dict[str, Any] = {"n": robot.nv}
    for what, function, rival in (
        ("inverse_dynamics", da.inverse_dynamics, pin.rneaInParallel),
        ("forward_dynamics", da.forward_dynamics, pin.abaInParallel),
    ):
        kernel = da.compile(robot, what)
        row: dict[str, Any] = per_state(
            interleaved(
                lambda f=function: f(robot, q, qd, u, out=out),
                lambda r=rival: r(1, pool, Q, V, A, theirs),
            )
        )
        report[what] = row | {"operations": kernel.operations.total}
    return report


def looped(name: str) -> dict[str, Any]:
    """Forward dynamics with loops at closed configurations; Pinocchio takes one state a call, ours the batch."""
    robot = getattr(da.gallery, name)().rigid()
    size = 256
    start = da.assemble(robot)
    rng = np.random.default_rng(0)
    q = np.array([da.assemble(robot, da.integrate(robot, start, 0.1 * allowed(robot, start, k))) for k in range(size)])
    qd = np.array([allowed(robot, x, k) for k, x in enumerate(q)])
    tau = rng.normal(size=(size, robot.nv))
    rival = Constrained(robot)
    constraints = rival.loops()
    datas = pin.StdVec_RigidConstraintData()
    for constraint in constraints:
        datas.append(constraint.createData())
    pin.initConstraintDynamics(rival.model, rival.data, constraints, datas)
    settings = pin.ProximalSettings(1e-12, 1e-8, 10)
    there = [rival.q(x) for x in q]

    def theirs() -> None:
        for k in range(size):
            pin.constraintDynamics(rival.model, rival.data, there[k], qd[k], tau[k], constraints, datas, settings)

    kernel = da.compile(robot, "forward_dynamics")
    times = BATCH // size
    many = tuple(np.tile(x, (times, 1)) for x in (q, qd, tau))
    both = interleaved(lambda: da.forward_dynamics(robot, *many), theirs, 20)
    scaled = {"ours_s": both["ours_s"] / times, **{k: both[k] * times for k in ("ratio", "ratio_low", "ratio_high")}}
    row: dict[str, Any] = per_state({**both, **scaled}, size)
    last = pin.constraintDynamics(rival.model, rival.data, there[0], qd[0], tau[0], constraints, datas, settings)
    ours = da.forward_dynamics(robot, q[0], qd[0], tau[0])
    difference = float(np.abs(ours - last).max() / np.abs(last).max())
    return row | {"n": robot.nv, "operations": kernel.operations.total, "difference": difference}


def main() -> dict[str, Any]:
    one_core()
    found = {name: floating(name) for name in FLOATING}
    return {
        "floating": {name: row for name, row in found.items() if row is not None},
        "loops": {name: looped(name) for name in ("stewart", "delta")},
    }
