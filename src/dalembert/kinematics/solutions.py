"""All solutions of inverse kinematics: an array `(k, n)` like any other that shows itself as a table in a notebook.

What is computed with it is a plain array.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.robot.model import Robot
from dalembert.typeset.card import Markup, card

_MOST = 8  # solutions that are drawn


class Solutions(np.ndarray):
    """`robot` is whose they are; parts and results of computations have none and are shown as arrays."""

    robot: Robot | None

    @staticmethod
    def of(robot: Robot, q: np.ndarray[Any, Any]) -> Solutions:
        """The array, knowing its robot."""
        made = q.view(Solutions)
        made.robot = robot
        return made

    def __array_finalize__(self, obj: Any) -> None:
        self.robot = None

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return np.asarray(array)[()] if return_scalar else np.asarray(array)

    def _repr_html_(self) -> str | None:
        robot = self.robot
        if robot is None or self.ndim != 2:
            return None
        return _table(robot, np.asarray(self))


def _table(robot: Robot, q: np.ndarray[Any, Any]) -> str:
    from dalembert.view.draw import draw

    turns = [not robot.coordinate(x).slides for x in robot.coordinates]
    plain = robot.nq == robot.nv
    heads = [f"q{k}" + (" / °" if turns[k - 1] else " / m") if plain else f"q{k}" for k in range(1, robot.nq + 1)]
    rows: list[list[object]] = []
    for i, own in enumerate(q):
        values = np.where(turns, np.rad2deg(own), own) if plain else own
        known = bool(np.isfinite(own).all())
        figure = draw(robot, own, labels=False, frames=False, width=70).html(1.0) if known and i < _MOST else ""
        rows.append([i, Markup(figure), *(f"{x:.4g}".replace("-", "−") for x in values)])
    return card(f"{len(q)} solutions of {robot.name}", heads=["", "", *heads], rows=rows)
