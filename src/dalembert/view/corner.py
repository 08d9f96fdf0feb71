"""Where what belongs to no point of a robot stands, its axes and weight: in an empty corner of the picture, else beside it.

Of all places of a grid where the block meets nothing that is drawn or said, the one that makes the sheet grow least; of
equals, the nearest to the corner it would best stand in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.drawing.path import Shape, corners
from dalembert.drawing.place import marks, meet

Array = NDArray[Any]
_STEP, _ROOM = 4.0, 7.0  # points: of the grid, and between the block and all else
_GROWN, _FAR = 1.0, 0.12  # what a point of growth costs, and one of distance from the corner


def corner(
    block: tuple[float, ...],
    shapes: Sequence[Shape],
    boxes: Sequence[Any],
    drawn: tuple[float, ...],
    at: tuple[int, int],
) -> Array:
    """How far to move a block (left, top, right, bottom); `at` is the corner of `drawn` it would best stand in: (1, -1) is
    right and above."""
    left, top, right, bottom = drawn
    wide, tall = block[2] - block[0], block[3] - block[1]
    points = marks(shapes)[:, :2]
    filled = [
        corners(x.path) for x in shapes if x.fill and x.path and x.path[-1][0] == "Z" and _is_large(x, wide, tall)
    ]
    x, y = np.meshgrid(
        np.arange(left, right + _ROOM + _STEP, _STEP), np.arange(top, max(bottom, top) + _ROOM + _STEP, _STEP)
    )
    grown = np.maximum(0.0, x + wide - right) + np.maximum(0.0, y + tall - bottom)
    far = np.hypot(x - (right - wide if at[0] > 0 else left), y - (bottom - tall if at[1] > 0 else top))
    for k in np.argsort((_GROWN * grown + _FAR * far).ravel(), kind="stable"):
        u, v = float(x.ravel()[k]), float(y.ravel()[k])
        if _is_free((u, v, u + wide, v + tall), points, boxes, filled):
            return np.array([u - block[0], v - block[1]])
    return np.array([right + _ROOM - block[0], top - block[1]])


def _is_large(shape: Shape, wide: float, tall: float) -> bool:
    size = np.ptp(corners(shape.path), axis=0)
    return bool(size[0] > wide and size[1] > tall)


def _is_free(where: tuple[float, ...], points: Array, boxes: Sequence[Any], filled: list[Array]) -> bool:
    x0, y0, x1, y1 = where
    inside = (points[:, 0] > x0 - _ROOM) & (points[:, 0] < x1 + _ROOM)
    inside &= (points[:, 1] > y0 - _ROOM) & (points[:, 1] < y1 + _ROOM)
    if inside.any() or any(meet(where, box, _ROOM) for box in boxes):
        return False
    return not any(_holds(rim, (x0 + x1) / 2, (y0 + y1) / 2) for rim in filled)


def _holds(rim: Array, x: float, y: float) -> bool:
    """Whether a closed line goes round a point."""
    a, b = rim, np.roll(rim, -1, axis=0)
    across = (a[:, 1] > y) != (b[:, 1] > y)
    rise = np.where(across, b[:, 1] - a[:, 1], 1.0)
    return bool(np.count_nonzero(across & (x < a[:, 0] + (y - a[:, 1]) / rise * (b[:, 0] - a[:, 0]))) % 2)
