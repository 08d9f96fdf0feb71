"""Fixed random examples and sampled cases by default, one kernel cache per run, and a garbage collector that leaves
finished tests alone."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import settings

import plain_kernels

settings.register_profile("fixed", derandomize=True, deadline=None)

CACHE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Every process of a run shares one new cache of kernels: the developer's own is neither used nor changed."""
    if not config.getoption("--all"):
        settings.load_profile("fixed")
        plain_kernels.install()
    if config.getoption("--plain-language"):
        import plain_language

        plain_language.install()
    if hasattr(config, "workerinput"):  # workers and child processes inherit the variable
        return
    kept = config.getoption("--kernels")
    os.environ["DALEMBERT_CACHE"] = kept or tempfile.mkdtemp(prefix="dalembert-tests-")
    if not kept:
        config.stash[CACHE] = os.environ["DALEMBERT_CACHE"]


def pytest_unconfigure(config: pytest.Config) -> None:
    if CACHE in config.stash:
        shutil.rmtree(config.stash[CACHE], ignore_errors=True)


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
    parser.addoption(
        "--kernels", metavar="FOLDER", help="keep compiled kernels here for the next run (default: nowhere)"
    )
    parser.addoption(
        "--plain-language", action="store_true", help="show findings as kinds and fields, without sentences"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep k cases of a test marked `sampled(k)`, none of one with a browser otherwise; `make test-all` runs every case."""
    if config.getoption("--all"):
        return
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled") or "chromium" in getattr(item, "fixturenames", ()):
            groups.setdefault(item.nodeid.split("[")[0], []).append(item)
    dropped = set()
    for group in groups.values():
        marker = group[0].get_closest_marker("sampled")
        kept = _spread(group, marker.args[0] if marker else 0)
        dropped.update(item.nodeid for k, item in enumerate(group) if k not in kept)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in dropped])
    items[:] = [item for item in items if item.nodeid not in dropped]


def _spread(group: list[pytest.Item], most: int) -> set[int]:
    """The places of the cases that together show the most pairs of parameter values; evenly spread where all show the same."""
    indices = [item.callspec.indices.items() if hasattr(item, "callspec") else () for item in group]
    pairs = [set(product(x, x)) for x in indices]
    order = [round((2 * k + 1) * len(group) / (2 * most) - 0.5) for k in range(most)]
    order += [k for k in range(len(group)) if k not in order]
    kept: set[int] = set()
    seen: set[object] = set()
    for _ in range(min(most, len(group))):
        best = max((k for k in order if k not in kept), key=lambda k: len(pairs[k] - seen))
        kept.add(best)
        seen |= pairs[best]
    return kept
