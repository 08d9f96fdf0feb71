"""Count the source files in which a function runs during a typical call, called a walk.

    python tools/walk.py                count the files of all walks
    python tools/walk.py load latex     count the files of some walks
    python tools/walk.py load --list    list the files in the order of the first call
    python tools/walk.py --json         print JSON
    python tools/walk.py --lower        lower the ceilings in tests/style/census.json

Each walk runs in a new process with an empty kernel cache. Functions in all threads of this process count, but not
those in child processes. Module bodies, class bodies and comprehensions do not count. Functions that run during an
import count.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from census import ROOT, lower, table

GROUND = ("algorithms", "graph", "spatial", "codegen")  # of codegen, these walks enter only tape, LLVM and runtimes
BARS: dict[str, float] = {  # largest accepted number of files of each walk, in total and without GROUND
    "load": 16,
    "inverse dynamics": 45,
    "latex": 55,
    "simulate": 55,
    "identify": 70,
    "inverse dynamics, upper floors": 12,
    "latex, upper floors": 30,
    "simulate, upper floors": 22,
}
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def _arm() -> Path:
    """Return the path of the bundled URDF file."""
    return next((ROOT / "src").rglob("arm.urdf"))


def load() -> None:
    import dalembert as da

    da.load(_arm())


def inverse_dynamics() -> None:
    import dalembert as da

    robot = da.load(_arm())
    zero = [0.0] * robot.nv
    da.inverse_dynamics(robot, zero, zero, zero)


def latex() -> None:
    import dalembert as da

    da.equations(da.gallery.planar_2r()).latex()


def simulate() -> None:
    import dalembert as da

    robot = da.gallery.ur5()
    zero = [0.0] * robot.nv
    law = da.control.pd_gravity(robot, zero, 100.0, 20.0)
    da.simulate(robot, zero, duration=0.1, tau=law)


def identify() -> None:
    """Run `dalembert identify` on the log that `_write_log` wrote."""
    from dalembert.__main__ import main

    sys.argv = ["dalembert", "identify", str(_arm()), "log.csv"]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise


def _write_log() -> None:
    """Write a log of ten seconds of sinusoidal motion of the bundled arm.

    The torques are 10 % larger than those of the model, with a little noise.
    """
    import numpy as np

    import dalembert as da

    robot = da.load(_arm())
    t = np.arange(0, 10, 0.01)[:, None]
    w = 2 * np.pi * 0.1 * np.arange(1, 6)
    a = np.random.default_rng(1).normal(scale=0.3, size=(robot.nv, 5)) / w
    q = sum(a[:, k] * np.sin(w[k] * t + k) for k in range(5))
    qd = sum(a[:, k] * w[k] * np.cos(w[k] * t + k) for k in range(5))
    qdd = sum(-a[:, k] * w[k] ** 2 * np.sin(w[k] * t + k) for k in range(5))
    tau = 1.1 * da.inverse_dynamics(robot, q, qd, qdd)
    tau += 0.01 * np.abs(tau).max(0) * np.random.default_rng(0).normal(size=tau.shape)
    names = ["t", *(f"{x}{k + 1}" for x in ("q", "qd", "tau") for k in range(robot.nv))]
    np.savetxt("log.csv", np.hstack([t, q, qd, tau]), delimiter=",", header=",".join(names), comments="")


WALKS: dict[str, Callable[[], None]] = {
    "load": load,
    "inverse dynamics": inverse_dynamics,
    "latex": latex,
    "simulate": simulate,
    "identify": identify,
}
_BEFORE = {"identify": _write_log}  # runs in a separate process


def entered(walk: Callable[[], None]) -> list[str]:
    """List the files of the package in which a function runs during `walk`, in order of the first call."""
    package = str(ROOT / "src" / "dalembert") + os.sep
    seen: dict[CodeType, None] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            seen.setdefault(frame.f_code)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    files = {
        os.path.abspath(code.co_filename): None
        for code in seen
        if code.co_flags & inspect.CO_OPTIMIZED and code.co_name not in _COMPREHENSIONS
    }
    return [Path(x.removeprefix(package)).as_posix() for x in files if x.startswith(package)]


def files_of(name: str) -> list[str]:
    """Run a walk in a new process with an empty kernel cache, and list its files."""
    with tempfile.TemporaryDirectory() as folder:
        for step in ["before", "walk"] if name in _BEFORE else ["walk"]:
            environment = {
                **os.environ,
                "DALEMBERT_CACHE": str(Path(folder) / f"cache-{step}"),
                "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tools")]),
            }
            command = [sys.executable, str(Path(__file__).resolve()), "--inside", step, name]
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(f"walk '{name}' failed:\n{done.stderr}")
        return [str(x) for x in json.loads((Path(folder) / "files.json").read_text())]


def _inside(step: str, name: str) -> None:
    if step == "before":
        _BEFORE[name]()
    else:
        Path("files.json").write_text(json.dumps(entered(WALKS[name])))


def upper(files: list[str]) -> list[str]:
    """Return the files outside the packages of `GROUND`."""
    return [x for x in files if x.partition("/")[0] not in GROUND]


def measure(names: list[str] | None = None) -> dict[str, float]:
    """Count the files of each walk, in total and without the packages of `GROUND`."""
    found = {name: files_of(name) for name in names or WALKS}
    return {
        **{name: len(files) for name, files in found.items()},
        **{f"{name}, upper floors": len(upper(files)) for name, files in found.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Count the files in which a function runs during a call.")
    parser.add_argument("walks", nargs="*", metavar="WALK", help=f"some of: {', '.join(WALKS)}; default: all")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--list", action="store_true", help="list the files of each walk")
    parser.add_argument("--lower", action="store_true", help="lower the ceilings of tests/style/census.json")
    parser.add_argument("--inside", choices=["before", "walk"], help=argparse.SUPPRESS)
    given = parser.parse_args()
    if unknown := set(given.walks) - set(WALKS):
        parser.error(f"unknown walk {min(unknown)!r}; expected one of: {', '.join(WALKS)}")
    if given.inside:
        _inside(given.inside, given.walks[0])
    elif given.list:
        for name in given.walks or WALKS:
            print(f"{name}:", *files_of(name), sep="\n  ")
    elif given.lower:
        lower("walks", measure(given.walks), BARS)
    else:
        figures = measure(given.walks)
        print(json.dumps(figures, indent=2) if given.json else table(figures, BARS))


if __name__ == "__main__":
    main()
