"""Fixed random examples under CI, sampled cases by default, and a garbage collector that leaves finished tests alone."""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("gate", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("gate")


def pytest_sessionstart() -> None:
    """Nothing that is made while tests are collected can be thrown away."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Modules, tests and their robots stay to the end: the garbage collector need not look through them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def looked_through_once() -> Iterator[None]:
    """So does what the tests of a module leave behind, in caches of the library and of others."""
    yield
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run every case of the tests that are sampled by default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep k cases, evenly spread, of a test marked `sampled(k)`; `make test-all` runs every case."""
    if config.getoption("--all"):
        return
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled"):
            cases.setdefault(item.nodeid.split("[")[0], []).append(item)
    dropped = set()
    for group in cases.values():
        marker = group[0].get_closest_marker("sampled")
        assert marker is not None
        keep = marker.args[0]
        kept = {round((2 * k + 1) * len(group) / (2 * keep) - 0.5) for k in range(keep)} if keep else set()
        dropped.update(item.nodeid for k, item in enumerate(group) if k not in kept)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in dropped])
    items[:] = [item for item in items if item.nodeid not in dropped]
