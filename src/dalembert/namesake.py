"""A package that answers calls as the function it is named after.

`da.mobility(mechanism)` is public, and `dalembert.mobility` is also the package that holds it; Python binds the
package to the name as soon as any part of it is imported. So the package itself is made callable.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def namesake(package: str, function: Callable[..., Any]) -> None:
    """Let calls of `package` go to `function`."""

    class Namesake(ModuleType):
        __call__ = staticmethod(function)
        __wrapped__ = staticmethod(function)  # for help() and signatures

    sys.modules[package].__class__ = Namesake
