"""How fast are simulations beside Pinocchio's batch forward dynamics, and how well is energy kept?

10 000 UR5 trajectories of 1000 RK4 steps, marched in compiled code on all cores, beside the time that Pinocchio's
`abaInParallel` needs for the same number of evaluations (40 million) with the same threads: it is run on the batch of
10 000 states and its median is multiplied by 4000, since it takes no integration of its own. A 10 s adaptive run of a
2R; the energy of a frictionless PUMA 560 falling for 60 s.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pinocchio as pin
from versus_pinocchio import robots_folder

import dalembert as da
from dalembert import Drive
from dalembert.simulation.integrator import Stepper
from dalembert.simulation.model import simulation_model
from dalembert.simulation.simulate import Solver, simulate

TRAJECTORIES, STEPS, ROUNDS = 10_000, 1000, 5


def batch() -> dict[str, Any]:
    """Both sides in turns, `ROUNDS` times."""
    path = next(robots_folder().rglob("ur5_robot.urdf"))
    robot = da.load(path).rigid()
    rng = np.random.default_rng(0)
    q, qd, tau = (rng.uniform(-s, s, (TRAJECTORIES, robot.n)) for s in (1.0, 0.5, 5.0))
    model = simulation_model(robot, False)
    stepper = Stepper(model, "rk4")
    x, u = model.start(q, qd), tau[:, None, :]
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    rival = pin.buildModelFromUrdf(str(path))
    pool = pin.ModelPool(rival, threads)
    order = [robot.coordinates.index(rival.names[i]) for i in range(1, rival.njoints)]
    Q, V, A = (np.asfortranarray(y[:, order].T) for y in (q, qd, tau))
    out = np.asfortranarray(np.zeros((rival.nv, TRAJECTORIES)))
    ours, theirs = [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        stepper(x, u, 1e-4, STEPS)
        middle = time.perf_counter()
        for _ in range(5):
            pin.abaInParallel(threads, pool, Q, V, A, out)
        ours.append(middle - start)
        theirs.append((time.perf_counter() - middle) / 5 * 4 * STEPS)
    evaluations = 4 * STEPS * TRAJECTORIES
    return {
        "trajectories": TRAJECTORIES,
        "steps": STEPS,
        "threads": threads,
        "compile_s": stepper.march.compile_seconds,
        "ours_s": float(np.median(ours)),
        "theirs_s": float(np.median(theirs)),
        "ours_ns_per_evaluation": float(np.median(ours)) / evaluations * 1e9,
        "ratio": float(np.median(theirs) / np.median(ours)),
        "ratio_low": float(min(theirs) / max(ours)),
    }


def single() -> dict[str, Any]:
    """Ten seconds of a falling 2R at the default tolerances."""
    numbers = {"m1": 1.0, "m2": 1.0, "l1": 1.0, "l2": 1.0, "lc1": 0.5, "lc2": 0.5, "I1": 0.1, "I2": 0.1, "g": 9.81}
    robot = da.gallery.planar_2r().bind(**numbers)
    simulate(robot, [0.1, 0.2], duration=0.1)
    runs = [simulate(robot, [0.1, 0.2], duration=10.0) for _ in range(9)]
    seconds = [run.statistics["seconds"] for run in runs]
    return {"median_s": float(np.median(seconds)), "best_s": min(seconds), "residual": runs[0].residual}


def energy() -> dict[str, Any]:
    """Relative change of the energy over 60 s."""
    puma = da.gallery.puma560()
    free = replace(
        puma,
        joints=tuple(
            replace(j, drive=Drive(j.drive.rotor_inertia, j.drive.gear_ratio)) for j in puma.joints if j.drive
        ),
    )
    start = [0.1, 0.3, -0.2, 0.4, 0.5, 0.6]
    report = {}
    for method, step in (("DOP853", None), ("midpoint", 1e-3), ("rk4", 1e-3)):
        run = simulate(free, start, duration=60.0, method=Solver(method, step=step))
        error = (run.energy - run.energy[0]) / run.kinetic.max()
        report[method] = {
            "worst": float(np.abs(error).max()),
            "trend": float(np.polyfit(run.t, error, 1)[0] * 60),
            "seconds": run.statistics["seconds"],
        }
    return report


def main() -> dict[str, Any]:
    return {"batch": batch(), "single": single(), "energy": energy()}
