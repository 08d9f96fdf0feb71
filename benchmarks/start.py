"""How quick is the start? Each figure from fresh processes: import, first call, first call from the cache, memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from versus_pinocchio import ROBOTS, robots_folder

IMPORT = "import time; t = time.perf_counter(); import dalembert; print(time.perf_counter() - t)"
FIRST = """
import json, sys, time
import numpy as np, dalembert as da
robot = da.load(sys.argv[1]).rigid()
da.inverse_dynamics  # public names are imported on first use; that belongs to the import
state = np.zeros((3, robot.n))
t = time.perf_counter()
getattr(da, sys.argv[2])(robot, *state)
print(json.dumps({"seconds": time.perf_counter() - t}))
"""
MEMORY = """
import resource, sys
import numpy as np, dalembert as da
robot = da.load(sys.argv[1]).rigid()
q = np.zeros((2_000_000, robot.n)); out = np.zeros_like(q)
da.inverse_dynamics(robot, q[:8], q[:8], q[:8])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
da.inverse_dynamics(robot, q, q, q, out=out)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def _python(code: str, *arguments: str, cache: str) -> str:
    environment = os.environ | {"DALEMBERT_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout


def main() -> dict[str, Any]:
    folder = robots_folder()
    paths = {name: str(next(folder.rglob(file))) for name, file in ROBOTS.items()}
    with tempfile.TemporaryDirectory() as cache:
        report: dict[str, Any] = {"import_s": min(float(_python(IMPORT, cache=cache)) for _ in range(5))}
        for name, quantity in (("ur5", "inverse_dynamics"), ("talos", "forward_dynamics")):
            runs = [json.loads(_python(FIRST, paths[name], quantity, cache=cache))["seconds"] for _ in range(4)]
            report[f"{name}_{quantity}"] = {"first_s": runs[0], "cached_s": min(runs[1:])}
        report["batch_memory_mb"] = float(_python(MEMORY, paths["ur5"], cache=cache))
    return report
