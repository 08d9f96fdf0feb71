"""The gate runs the same random examples every time; at a desk each run draws new ones."""

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
