"""Lazy namespaces, and the metaclass of findings.

A package lists its public names with their modules, and each name is imported on first use:

__all__, __getattr__, __dir__ = namespace(__name__, {"dalembert.statics.capacity": ("load_capacity",)})
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, dataclass_transform


def namespace(
    package: str, names: Mapping[str, Sequence[str]], modules: Mapping[str, str] | None = None
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__all__`, `__getattr__` and `__dir__` of a package.

    Parameters
    ----------
    package : str
        Name of the package.
    names : mapping
        Public names, grouped by the modules that define them.
    modules : mapping, optional
        Modules that are available under a public name.
    """
    home = {name: module for module, listed in names.items() for name in listed}
    modules = modules or {}
    listed = sorted([*home, *modules])

    def attribute(name: str) -> Any:
        if name in modules:
            found: Any = import_module(modules[name])
        elif name in home:
            found = getattr(import_module(home[name]), name)
        else:
            import difflib

            near = difflib.get_close_matches(name, listed, n=1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise AttributeError(f"module '{package}' has no attribute '{name}'{hint}", name=name)
        setattr(sys.modules[package], name, found)
        return found

    return listed, attribute, lambda: listed


@dataclass_transform(frozen_default=True)
class Kind(type):
    """Metaclass of the classes for findings, remedies and parts of findings.

    The metaclass makes each class a frozen dataclass and stores class keywords as class attributes.
    """

    def __new__(
        cls, name: str, bases: tuple[type, ...], body: dict[str, Any], kw_only: bool = False, **own: Any
    ) -> Any:
        from dataclasses import dataclass

        kind = super().__new__(cls, name, bases, body | own)
        return dataclass(frozen=True, kw_only=kw_only, eq=False, repr=False)(kind)
