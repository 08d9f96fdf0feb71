"""Numbers that a person gives: real ones, and not what NumPy would take for some."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue, shown


def reals(given: Any, what: str) -> NDArray[np.float64]:
    """An array of real numbers; not of texts, truth values, complex or huge whole numbers, nor one with masked entries."""
    try:
        array = np.asarray(given)
        if array.dtype.kind == "O" and not any(isinstance(x, (str, bytes, bool, int, complex)) for x in array.flat):
            array = array.astype(float)  # fractions, decimals, numbers of SymPy
    except (ValueError, TypeError):
        raise WrongValue(f"{what} is no array of numbers: {shown(given)}") from None
    if array.dtype.kind not in "fiu" or np.ma.is_masked(given):
        which = "with masked entries" if np.ma.is_masked(given) else f"({array.dtype})"
        raise WrongValue(f"{what} must be real numbers, got {shown(given)} {which}")
    return array.astype(float)
