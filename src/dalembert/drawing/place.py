"""Where names stand: beside what they name, no two on each other, and as little of the drawing under them as can be.

Each name is a box. In the order given each takes, of the places around its anchor, the nearest that meets no other box; the
rings of places go on outwards until there is one, so that there always is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.drawing.letter import Letters, box
from dalembert.drawing.path import Shape, along

Array = NDArray[Any]
GAP = 1.6  # points between boxes, at least
_ELSEWHERE = 3.0  # cost of a place that is nearer to what another name is of
_TURNS = np.linspace(0, 2 * np.pi, 24, endpoint=False)


@dataclass(frozen=True, eq=False)
class Name:
    """Letters, the point they belong to, how far from it they start, and the side where they would best stand."""

    letters: Letters
    anchor: Any
    off: float = 4.0
    side: Any = (0.0, 0.0)
    size: float = 10.0
    colour: str = "ink"
    of: str = ""  # what it names


@dataclass(frozen=True, eq=False)
class Placed:
    """A name with the start of its baseline and its box: left, top, right, bottom."""

    name: Name
    x: float
    y: float
    box: tuple[float, float, float, float]

    @property
    def leader(self) -> tuple[Array, Array] | None:
        """From a name that stands far off to what it names."""
        anchor = np.asarray(self.name.anchor, dtype=float)
        nearest = np.clip(anchor, self.box[:2], self.box[2:])
        off = float(np.linalg.norm(anchor - nearest))
        return (anchor, nearest + (anchor - nearest) * min(1.0, 1.5 / off)) if off > self.name.off + 9 else None


def placed(names: Sequence[Name], shapes: Sequence[Shape], taken: Sequence[tuple[float, ...]] = ()) -> list[Placed]:
    """Every name at its place; `taken` are boxes that are there already."""
    drawn = marks(shapes)
    boxes = [tuple(x) for x in taken]
    anchors = np.array([x.anchor for x in names], dtype=float).reshape(-1, 2)
    found = []
    for k, name in enumerate(names):
        made = _place(name, drawn, boxes, np.delete(anchors, k, axis=0))
        boxes.append(made.box)
        found.append(made)
    return found


def meet(a: Any, b: Any, gap: float = 0.0) -> bool:
    """Whether two boxes overlap or come nearer than `gap`."""
    return bool(a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap)


def _place(name: Name, drawn: Array, boxes: list[Any], others: Array) -> Placed:
    left, top, right, bottom = box(name.letters, name.size)
    half = np.array([(right - left) / 2, (bottom - top) / 2])
    anchor, side = np.asarray(name.anchor, dtype=float), np.asarray(name.side, dtype=float)
    side = side / (float(np.linalg.norm(side)) or 1.0)
    best: tuple[float, Any] | None = None
    for ring in count():
        off = name.off + 3.5 * ring
        for turn in _TURNS:
            u = np.array([np.cos(turn), np.sin(turn)])
            middle = anchor + u * (off + float(np.abs(u) @ half))
            where = (*(middle - half), *(middle + half))
            if any(meet(where, x, GAP) for x in boxes):
                continue
            cost = 2.2 * ring + 2.5 * (1 - float(u @ side)) + 1.3 * _hidden(drawn, where)
            cost += _ELSEWHERE * _nearer(where, anchor, others)
            if best is None or cost < best[0]:
                best = (cost, middle)
        if best is not None and 2.2 * ring > best[0]:
            break
    assert best is not None
    (x0, y0), (x1, y1) = (best[1] - half).tolist(), (best[1] + half).tolist()
    return Placed(name, x0 - left, y0 - top, (x0, y0, x1, y1))


def _nearer(where: Any, anchor: Array, others: Array) -> float:
    """How many things of other names are nearer to a box than its own."""
    off = np.linalg.norm(others - np.clip(others, where[:2], where[2:]), axis=1)
    own = float(np.linalg.norm(anchor - np.clip(anchor, where[:2], where[2:])))
    return float(np.count_nonzero((off < own) & (np.linalg.norm(others - anchor, axis=1) > 1e-6)))


def _hidden(drawn: Array, where: Any) -> float:
    """How much of the drawing is under a box; what is filled weighs more."""
    inside = (drawn[:, 0] > where[0] - 1) & (drawn[:, 0] < where[2] + 1)
    inside &= (drawn[:, 1] > where[1] - 1) & (drawn[:, 1] < where[3] + 1)
    return float(drawn[inside, 2].sum())


def marks(shapes: Sequence[Shape]) -> Array:
    """Points of what is drawn, with weights: thick strokes as lines side by side."""
    found = [np.zeros((0, 3))]
    for shape in shapes:
        points = along(shape.path)
        if not len(points):
            continue
        weight = 1.0 if shape.stroke or shape.fill else 0.0
        found.append(np.column_stack([points, np.full(len(points), weight)]))
        if shape.width > 3 and shape.stroke:
            way = np.gradient(points, axis=0)
            across = np.column_stack([-way[:, 1], way[:, 0]]) / (np.linalg.norm(way, axis=1, keepdims=True) + 1e-12)
            for share in (-0.5, -0.2, 0.2, 0.5):
                aside = points + share * shape.width * across
                found.append(np.column_stack([aside, np.full(len(points), weight)]))
    return np.concatenate(found)
