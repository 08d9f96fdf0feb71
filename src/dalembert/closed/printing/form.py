"""The form that equations are printed in: with the robot's own symbols, or, where they are long, with base parameters."""

from __future__ import annotations

from collections.abc import Callable

from dalembert.closed.model.mechanics import Mechanics
from dalembert.errors import WrongValue

_LONG = 60  # terms of an entry of M from which on equations are printed in base parameters
_LONGER = 2  # times as many terms of M, at which they are not: oblique axes keep apart what numbers add up


def is_long(exact: Mechanics) -> bool:
    """Whether equations are too long for a robot's own symbols."""
    return max(len(x) for row in exact.M for x in row) > _LONG and not exact.tree.is_lifted


def chosen(exact: Mechanics, regrouped: Callable[[], Mechanics], group: str | None) -> Mechanics:
    """The equations, or the `regrouped` ones in base parameters, as asked for ("inertia", "base") or as they are shorter."""
    if group not in (None, "inertia", "base"):
        raise WrongValue(f"group is '{group}'; it is 'inertia' or 'base'")
    if group == "inertia" or not (group or is_long(exact)):
        return exact
    base = regrouped()
    return base if group or size(base) < _LONGER * size(exact) else exact


def size(exact: Mechanics) -> int:
    """Terms of M."""
    return sum(len(x) for row in exact.M for x in row)
