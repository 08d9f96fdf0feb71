"""Asking a user's function of (t, q, qd): a controller, a wrench, an event.

It gets copies, so that it may use its arguments as it likes; what it raises stops the run, which is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import SimulationStopped, WrongValue, shown

Array = NDArray[Any]


def is_askable(function: Callable[..., Any], what: str) -> None:
    """Raise `WrongValue` where a function cannot be called with (t, q, qd)."""
    try:
        call = signature(function)
    except (TypeError, ValueError):  # compiled functions may not say
        return
    try:
        call.bind(0.0, None, None)
    except TypeError as reason:
        raise WrongValue(
            f"{what} must be a function of (t, q, qd); '{name_of(function)}{call}' cannot be called so: {reason}"
        ) from None


def ask(function: Callable[..., Any], what: str, t: float, q: Array, qd: Array) -> Any:
    """What the function gives at a state."""
    try:
        return function(t, np.array(q), np.array(qd))
    except SimulationStopped:
        raise
    except Exception as error:
        message = f"{what}: '{name_of(function)}' raised {type(error).__name__} at t = {t:.6g} s: {shown(error, 200)}"
        raise SimulationStopped(message, time=t) from error


def name_of(function: Callable[..., Any]) -> str:
    """What to call it in a message."""
    return str(getattr(function, "__name__", type(function).__name__))
