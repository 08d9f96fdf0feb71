"""How long does a fit of ten minutes at 1 kHz of a seven-axis robot take, and how much memory?  python benchmarks/identification.py

600,000 samples, 1 % of noise; from arrays to parameters with σ, one process, at most two cores.
"""

from __future__ import annotations

import json
import resource
from time import perf_counter, process_time

import numpy as np

import dalembert as da
from dalembert.trajectory.joint_space import fourier_within

METHODS = ("weighted", "robust", "instruments")


def main() -> None:
    robot, rng = da.gallery.panda(), np.random.default_rng(0)
    t = np.arange(600_000) * 1e-3
    q, qd, qdd = fourier_within(robot, 5, 20.0, seed=1).motion(t)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    tau += 0.01 * tau.std(axis=0) * rng.normal(size=tau.shape)
    log = da.identification.Log(t, q, qd, qdd, tau, cutoff=10.0)
    del q, qd, qdd, tau
    found = {}
    for method in METHODS:
        wall, work = perf_counter(), process_time()
        fit = da.identify(robot, log, method=method)
        found[method] = {
            "seconds": round(perf_counter() - wall, 2), "cpu_seconds": round(process_time() - work, 2),
            "error": round(fit.error, 5), "peak_GB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 2),
        }  # fmt: skip
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
