"""Which test runs which line: a plugin of pytest that keeps, for every test, the lines of the areas it went through.

    PYTHONPATH=src:tests/mutation RECORD=folder python -m pytest -p record tests

Each process writes one file `folder/PID.json`: for every test its time in seconds, whether it passed, and the lines
it ran, {test: {"seconds": …, "passed": …, "lines": {file: [line, …]}}}. Lines that run at import belong to the test
"". Needs the package coverage.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest
from change import AREAS, SOURCE

FOLDER = Path(os.environ["RECORD"])
IMPORT = ""
_recorder = coverage.Coverage(
    data_file=None, config_file=False, include=[str(SOURCE / "dalembert" / x / "*") for x in AREAS.values()]
)
_seconds: dict[str, float] = {}
_failed: set[str] = set()
_recorder.start()
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores Ctrl-C, and tests send it


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _recorder.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        _recorder.switch_context(IMPORT)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration
    if not report.passed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    _recorder.stop()
    data = _recorder.get_data()
    found: dict[str, dict[str, list[int]]] = {}
    for file in sorted(data.measured_files()):
        path = str(Path(file).relative_to(SOURCE))
        for line, tests in data.contexts_by_lineno(file).items():
            for test in tests:
                found.setdefault(test, {}).setdefault(path, []).append(line)
    whole = {
        test: {"seconds": _seconds.get(test, 0.0), "passed": test not in _failed, "lines": lines}
        for test, lines in found.items()
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{os.getpid()}.json").write_text(json.dumps(whole))
