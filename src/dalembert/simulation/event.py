"""Events of a run: a joint sticks, slips or meets its stop, or a user's function crosses zero; and how they are located."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dalembert.tolerance import EPSILON
from dalembert.typeset.notebook import Displayed

Array = NDArray[Any]
_INSIDE = np.array(
    [0.2, 0.4, 0.6, 0.8, 1.0]
)  # parts of a step that are checked: a crossing and its return may lie inside
_ITERATIONS = 200  # a function that jumps takes a hundred halvings and more
_HALVINGS = 40  # how near the start a rise is looked for


@dataclass(frozen=True)
class Event(Displayed):
    """Something that happened during a run.

    Attributes
    ----------
    time : float
        Time in s.
    kind : str
        "stick", "slip", "turn" (friction changes sides), "stop", "leave", or the name of a user's event function.
    joint : str or None
        Coordinate that it concerns.
    q, qd : tuple of float
        State at that time.
    """

    UNITS: ClassVar[Mapping[str, str]] = {"time": "s", "q": "rad, m", "qd": "rad/s, m/s"}

    time: float
    kind: str
    joint: str | None
    q: tuple[float, ...]
    qd: tuple[float, ...]


def first_crossing(
    watch: Callable[[float], Array], start: float, end: float, before: Array
) -> tuple[float, int] | None:
    """(time, index) of the first of several functions to fall below zero in (start, end]; None if none does.

    `before` are the values at the start; one that starts at zero and does not rise falls at once.
    """
    left, values = start, before
    for part in _INSIDE:
        right = start + part * (end - start)
        after = watch(right)
        fallen = np.flatnonzero((after < 0) & ((values >= 0) | (after < values)))
        if len(fallen):
            times = [(_root(watch, int(k), left, right), int(k)) for k in fallen]
            time, index = min(times)
            return time, index
        left, values = right, after
    return None


def _root(watch: Callable[[float], Array], k: int, left: float, right: float) -> float:
    """Where the k-th function, negative at `right`, falls below zero; `left` if it is positive nowhere."""
    from scipy.optimize import brentq

    def value(t: float) -> float:
        return float(watch(t)[k])

    inside = (left + (right - left) / 2**halving for halving in range(1, _HALVINGS))
    above = next((t for t in inside if value(t) > 0), None)
    if above is None:
        return left
    return float(brentq(value, above, right, xtol=EPSILON, rtol=EPSILON, maxiter=_ITERATIONS))
