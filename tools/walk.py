"""Count the files that a reader has to open to follow one call: those in which a function runs.

    python tools/walk.py                all walks
    python tools/walk.py load latex     some of them
    python tools/walk.py load --list    the files, in the order in which they are entered
    python tools/walk.py --json         for a program
    python tools/walk.py --lower        lower the ceilings that the tests hold

Each walk runs in a fresh process with an empty kernel cache. All its threads count; processes that it starts do not.
Module bodies, class bodies and comprehensions are not functions; a function that runs during an import counts.
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

GROUND = ("algorithms", "graph", "spatial", "codegen")  # codegen: in these walks only tape, LLVM and runtimes
BARS: dict[str, float] = {  # the most files of each walk, and of its upper floors
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
    """The bundled URDF."""
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
    """`dalembert identify` on a log of the bundled arm; `_write_log` has written the log."""
    from dalembert.__main__ import main

    sys.argv = ["dalembert", "identify", str(_arm()), "log.csv"]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise


def _write_log() -> None:
    """Ten seconds of the bundled arm on sinusoids, with links a tenth heavier than in its file and a little noise."""
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
_BEFORE = {"identify": _write_log}  # runs in a process of its own


def entered(walk: Callable[[], None]) -> list[str]:
    """Files of the package, relative to it, in which a function runs during `walk`, in order."""
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
    """`entered` of a walk, in a fresh process with an empty kernel cache."""
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
    """The files that are not on the ground floor."""
    return [x for x in files if x.partition("/")[0] not in GROUND]


def measure(names: list[str] | None = None) -> dict[str, float]:
    """Number of files of each walk, and of each without the ground floor."""
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
