"""The gate runs the same random examples every time; at a desk each run draws new ones."""

import gc
import os

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
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
