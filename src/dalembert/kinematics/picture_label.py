"""Where names stand in a picture: beside what they name, and no two on each other.

Each label is a box in the plane of the picture. In the order given each takes, of the places around its anchor, the nearest
whose box meets no other label and as few of the drawn points as can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.kinematics.rotation import Array

_TURNS = np.linspace(0, 2 * np.pi, 16, endpoint=False) + np.pi / 4
_RINGS = (1.0, 1.6, 2.3, 3.2, 4.4)


@dataclass(frozen=True, eq=False)
class Label:
    """A name, the point it belongs to and its width, in units of the picture."""

    text: str
    anchor: Array  # in the plane
    width: float


def placed(
    labels: Sequence[Label], marks: Array, height: float, fixed: Sequence[tuple[Array, float]] = ()
) -> list[Array]:
    """The middle of each label, in the plane; `marks` are points that should stay visible, `fixed` other labels."""
    taken = list(fixed)
    for label in labels:
        best, least = label.anchor, np.inf
        for ring in _RINGS:
            for turn in _TURNS:
                reach = np.array([0.5 * label.width + 0.45 * height, 0.95 * height])
                middle = label.anchor + ring * reach * np.array([np.cos(turn), np.sin(turn)])
                meets = sum(_meet(middle, label.width, x, width, height) for x, width in taken)
                hidden = _hidden(marks, middle, label.width, height)
                cost = 100.0 * meets + hidden + 0.6 * ring - 0.1 * np.sin(turn)
                if cost < least:
                    best, least = middle, cost
        taken.append((best, label.width))
    return [middle for middle, _ in taken[len(fixed) :]]


def _meet(a: Array, width: float, b: Array, other: float, height: float) -> bool:
    apart = np.abs(a - b)
    return bool(apart[0] < 0.5 * (width + other) + 0.1 * height and apart[1] < 1.05 * height)


def _hidden(marks: Array, middle: Array, width: float, height: float) -> int:
    if not len(marks):
        return 0
    apart = np.abs(marks - middle)
    return int(np.sum((apart[:, 0] < 0.5 * width + 0.3 * height) & (apart[:, 1] < 0.7 * height)))
