"""A package that answers calls as the function it is named after.

`da.mobility(mechanism)` is public, and `dalembert.mobility` is also the package that holds it; Python binds the
package to the name as soon as any part of it is imported. So the package itself is made callable.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import getdoc, signature
from types import ModuleType
from typing import Any


def namesake(package: str, function: Callable[..., Any]) -> None:
    """Let calls of `package` go to `function`."""

    class Namesake(ModuleType):
        __call__ = staticmethod(function)
        __wrapped__ = staticmethod(function)  # for signatures

    module = sys.modules[package]
    module.__class__ = Namesake
    # help() of a module prints its docstring: the call first, then what the package holds
    module.__doc__ = f"{function.__name__}{signature(function)}\n\n{getdoc(function)}\n\n{module.__doc__ or ''}"
