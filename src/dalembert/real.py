"""Numbers that a person gives: real ones, and not what NumPy would take for some."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue, shown

_NONE = (str, bytes, bool, complex, type(None))  # no real numbers, though NumPy makes some of them


def reals(given: Any, what: str) -> NDArray[np.float64]:
    """An array of real numbers; not of texts, truth values, complex or huge whole numbers, nor one with masked entries."""
    try:
        array = np.asarray(given)
        if array.dtype.kind == "O" and not any(isinstance(x, _NONE) for x in array.flat):
            array = array.astype(float)  # fractions, decimals, numbers of SymPy, also among whole ones
    except (ValueError, TypeError, OverflowError):
        raise WrongValue(f"{what} must be real numbers in rows of one length, got {shown(given)}") from None
    masked = any(map(np.ma.is_masked, given)) if isinstance(given, (list, tuple)) else np.ma.is_masked(given)
    if array.dtype.kind not in "fiu" or masked:
        which = "with masked entries" if masked else f"({array.dtype})"
        raise WrongValue(f"{what} must be real numbers, got {shown(given)} {which}")
    return array.astype(float)


def finite(given: Any, what: str) -> NDArray[np.float64]:
    """An array of real numbers, none of them infinite or NaN."""
    array = reals(given, what)
    if not np.isfinite(array).all():
        raise WrongValue(f"{what} holds a number that is not finite")
    return array
