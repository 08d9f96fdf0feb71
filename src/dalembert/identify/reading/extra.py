"""Packages that some formats need, imported when such a file comes."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dalembert.errors import MissingExtra


def package(name: str, what: str) -> Any:
    """The package, or one message that says how to get it and what can be read without."""
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtra(
            f"{what} need the package {name.partition('.')[0]}: pip install 'dalembert[data]'; "
            "without it CSV, NPZ, MATLAB's files up to v7, dicts and data frames are read"
        ) from None
