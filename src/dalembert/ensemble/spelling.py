"""What a task is, in words that are the same whenever it is the same: so a folder knows whose results it holds.

Functions are told by their code, what they close over and their defaults; numbers and arrays by their digits; distributions and
other objects by their class and contents. What a function reads of its module is not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from types import CodeType
from typing import Any

import numpy as np

_DEEPEST = 12


def digest(x: Any) -> str:
    """A digest of the spelling."""
    return sha256(spelled(x).encode()).hexdigest()


def spelled(x: Any, depth: int = 0) -> str:
    if depth > _DEEPEST:
        return "…"

    def inside(*parts: Any) -> str:
        return "(" + ",".join(spelled(y, depth + 1) for y in parts) + ")"

    if x is None or isinstance(x, (bool, int, float, complex, str, bytes)):
        return f"{type(x).__name__} {x!r}"
    if isinstance(x, np.generic):
        return f"{x.dtype} {x.item()!r}"
    if isinstance(x, np.ndarray):
        return f"array {x.dtype} {x.shape} {sha256(np.ascontiguousarray(x).tobytes()).hexdigest()}"
    if isinstance(x, CodeType):
        return "code" + inside(x.co_code, x.co_names, x.co_consts, x.co_varnames, x.co_freevars)
    if isinstance(x, (tuple, list)):
        return type(x).__name__ + inside(*x)
    if isinstance(x, (set, frozenset)):
        return "set(" + ",".join(sorted(spelled(y, depth + 1) for y in x)) + ")"
    if isinstance(x, Mapping):
        return "map" + inside(*(part for pair in x.items() for part in pair))
    if hasattr(x, "__code__"):
        cells = tuple(cell.cell_contents for cell in x.__closure__ or ())
        return "function" + inside(x.__code__, cells, x.__defaults__, x.__kwdefaults__)
    kind = type(x)
    contents = getattr(x, "__dict__", None)
    if (callable(x) and contents is None) or isinstance(x, type):
        return f"{getattr(x, '__module__', '')}.{getattr(x, '__qualname__', kind.__qualname__)}"
    parts = {k: v for k, v in sorted((contents or {}).items()) if not k.startswith("__") and "random_state" not in k}
    if hasattr(x, "dist") and hasattr(x, "kwds"):  # a frozen distribution of SciPy's
        parts = {"name": x.dist.name, "args": x.args, "kwds": x.kwds}
    if hasattr(x, "func") and hasattr(x, "keywords"):  # a partial
        parts = {"func": x.func, "args": x.args, "keywords": x.keywords}
    return f"{kind.__module__}.{kind.__qualname__}" + inside(parts)
