"""Findings: messages of the program as typed values. Errors, warnings and proved statements have a finding as an
attribute, for example `error.finding`.

The classes are imported on first use, because most programs do not report any message.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

_MODULES = ("finding", "argument", "model", "mechanism", "motion", "equation", "log", "fit", "code", "page")


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return __dir__()
    if not name.startswith("_"):
        for home in _MODULES:
            module = import_module(f"{__name__}.{home}")
            found = vars(module).get(name)
            if getattr(found, "__module__", None) == module.__name__:
                setattr(sys.modules[__name__], name, found)
                return found
    return object.__getattribute__(sys.modules[__name__], name)  # raises AttributeError


def __dir__() -> list[str]:
    modules = [import_module(f"{__name__}.{home}") for home in _MODULES]
    return sorted(
        name
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and not name.startswith("_")
    )
