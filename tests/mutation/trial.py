"""One trial: a changed file in a copy of the tree, the tests that run the changed lines, the likeliest first, until one fails.

The process that makes the trials has the large libraries loaded and forks for each, so that a trial costs little more
than its tests. A test that takes ten times as long as it should, and half a minute more, has noticed the change too.
Hypothesis draws the same examples every time and does not look for the smallest.
"""

from __future__ import annotations

import compileall
import contextlib
import importlib
import json
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from change import AREAS, ROOT, SOURCE, Mutant
from hypothesis import Phase, settings

HEAVY = (
    "numpy", "scipy.optimize", "scipy.integrate", "scipy.linalg", "scipy.spatial", "sympy", "flint", "llvmlite.binding",
    "matplotlib.pyplot", "mpmath", "rich", "cyclopts", "xacro", "pinocchio", "mujoco",
)  # fmt: skip
_START = 0.1  # seconds that any test takes
DEFAULTS = "tests/contract/test_surface.py"  # which runs no line of what it asks for the options of
AT_IMPORT = "at import"  # in place of the name of a test: the change stops all tests before the first one
FIRST = 8.0  # seconds of tests in the first round: most changes are noticed there


@dataclass(frozen=True)
class Verdict:
    """`kind` is "caught", "timed out" or "survived"; `test` the one that noticed; `ran` the tests that did not."""

    kind: str
    test: str
    ran: int
    seconds: float


class Map:
    """Which tests run which lines, with their times, as `record` found it."""

    def __init__(self, folder: Path) -> None:
        self.seconds: dict[str, float] = {}
        self.lines: dict[str, dict[str, set[int]]] = {}
        for part in sorted(folder.glob("*.json"), key=lambda x: x.stat().st_mtime):
            for test, told in json.loads(part.read_text()).items():
                if not test or not told["passed"]:
                    continue
                self.seconds[test] = told["seconds"]
                self.lines[test] = {path: set(lines) for path, lines in told["lines"].items()}

    def tests(self, mutant: Mutant) -> list[str]:
        """Those that can see a change: its lines, or, of what runs at import, its file and importers.

        Quick ones first, and those that are about its file rather than pass through it.
        """
        if mutant.outside:
            files = {mutant.path, *_importers(mutant.path)}
            found = [x for x, told in self.lines.items() if files & told.keys()]
            if mutant.before.startswith("def "):
                self.seconds[DEFAULTS], self.lines[DEFAULTS] = 1.0, {}
                found.append(DEFAULTS)
        else:
            first = mutant.lines[0] - (
                mutant.before == "continue"
            )  # which the compiler may leave out: the line before it
            wanted = set(range(first, mutant.lines[1] + 1))
            found = [x for x, told in self.lines.items() if wanted & told.get(mutant.path, set())]
        return sorted(found, key=lambda x: (self.seconds[x] + _START) * self._elsewhere(x, mutant.path))

    def _elsewhere(self, test: str, path: str) -> float:
        """How many lines a test runs for each one of a file."""
        lines = self.lines[test]
        return sum(map(len, lines.values())) / max(1, len(lines.get(path, ())))


def _importers(path: str) -> list[str]:
    name = re.escape(path.removesuffix(".py").replace("/", "."))
    files = [p for area in AREAS.values() for p in (SOURCE / "dalembert" / area).rglob("*.py")]
    return [str(p.relative_to(SOURCE)) for p in files if re.search(rf"^from {name} import", p.read_text(), re.M)]


class Bench:
    """A copy of the tree in which changes are tried."""

    def __init__(self, folder: Path, tests: Map, budget: float) -> None:
        self.copy, self.map, self.budget = folder / "tree", tests, budget
        left = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", ".mutation")
        shutil.copytree(ROOT, self.copy, ignore=left)
        os.environ |= {"PYTHONPATH": str(self.copy / "src"), "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg"}
        sys.path[:0] = [str(self.copy / "src"), str(self.copy / "tests")]
        sys.dont_write_bytecode = True
        for part in ("src", "tests"):  # once; a changed file is newer than what was compiled of it
            compileall.compile_dir(self.copy / part, quiet=2)
        for name in HEAVY:
            with contextlib.suppress(ImportError):
                importlib.import_module(name)

    def trial(self, mutant: Mutant, tests: Sequence[str] = ()) -> Verdict:
        """Try a change, with the tests that run it unless others are named, and put the file back."""
        changed = self.copy / "src" / mutant.path
        start, whole, before = time.monotonic(), changed.read_bytes(), changed.stat()
        try:
            changed.write_text(mutant.text)
            ran = 0
            for some in [list(tests)] if tests else self._rounds(self.map.tests(mutant)):
                kind, test = self.run(some)
                if test == AT_IMPORT:
                    changed.write_bytes(whole)
                    if self.run(some)[1] == AT_IMPORT:
                        raise SystemExit(f"without any change, these tests do not start: {some}")
                if kind != "survived":
                    return Verdict(kind, test, ran, time.monotonic() - start)
                ran += len(some)
            return Verdict("survived", "", ran, time.monotonic() - start)
        finally:
            changed.write_bytes(whole)
            os.utime(changed, ns=(before.st_atime_ns, before.st_mtime_ns))

    def _rounds(self, tests: Sequence[str]) -> Iterable[list[str]]:
        """The first few tests, then the others, as far as the budget goes."""
        total, rounds = 0.0, ([], [])  # type: tuple[float, tuple[list[str], list[str]]]
        for test in tests:
            if total + self.map.seconds[test] < self.budget or not rounds[0]:
                total += self.map.seconds[test]
                rounds[total > FIRST].append(test)
        return [x for x in rounds if x]

    def run(self, tests: Sequence[str]) -> tuple[str, str]:
        """("survived" | "caught" | "timed out", the test) of a forked process that runs the tests."""
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            self._child(tests, write)
        os.close(write)
        os.set_blocking(read, False)
        told, test, since, kind = b"", "", time.monotonic(), ""
        while not kind:
            with contextlib.suppress(BlockingIOError):
                while more := os.read(read, 65536):
                    told += more
            lines = told.decode().split("\n")[:-1]
            if lines and lines[-1] != test:
                test, since = lines[-1], time.monotonic()
            limit = 10 * self.map.seconds.get(test, 30.0) + 30.0
            if time.monotonic() - since > limit:
                kind = "timed out"
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                kind = "survived" if os.waitstatus_to_exitcode(status) == 0 else "caught"
                child = 0
            elif not kind:
                time.sleep(0.05)
        if child:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
        with contextlib.suppress(BlockingIOError):
            while more := os.read(read, 65536):
                told += more
        os.close(read)
        return kind, (told.decode().split("\n")[-2:-1] or [AT_IMPORT])[0] if kind != "survived" else ""

    def _child(self, tests: Sequence[str], write: int) -> None:
        code = 70
        try:
            os.setsid()
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores Ctrl-C
            os.chdir(self.copy)
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
            settings.register_profile(
                "trial", derandomize=True, deadline=None, database=None, phases=(Phase.explicit, Phase.generate)
            )
            options = [
                "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile=trial", "--assert=plain",
                f"--kernels={self.copy.parent / 'kernels'}",
            ]  # fmt: skip
            files = sorted({x.split("::")[0] for x in tests})
            files = [x for x in files if Path(x).exists()]  # tests may have gone since they were recorded
            result = int(pytest.main([*options, *files], plugins=[_Order(tests, write)])) if files else 0
            code = 0 if result == pytest.ExitCode.NO_TESTS_COLLECTED else result
        finally:
            os._exit(code)


class _Order:
    """Keep the tests asked for, by name or by file, in their order, and say of each that it starts."""

    def __init__(self, tests: Sequence[str], write: int) -> None:
        self.rank, self.write = {x: k for k, x in enumerate(tests)}, write

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        rank = {x: self.rank.get(x.nodeid, self.rank.get(x.nodeid.split("::")[0])) for x in items}
        items[:] = sorted((x for x in items if rank[x] is not None), key=lambda x: rank[x])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        os.write(self.write, nodeid.encode() + b"\n")
