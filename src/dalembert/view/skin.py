"""The shapes that a robot's file shows, as pieces of a picture in 3D: triangles in the frames of its bodies.

A picture has at most 120 000 triangles, so that any browser draws it; where a file has more, vertices of small cells
become one. `web/payload.ts` of the studio has the same fields.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import numpy as np

from dalembert.formats.visual import Visual
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.view.anatomy import matrix
from dalembert.view.solid import Solid
from dalembert.view.surface import coarser

MOST = 120_000  # triangles of a picture
_FINEST = 400  # cells along a piece


def skin(robot: Robot, shapes: tuple[Visual, ...], most: int = MOST, grain: float = 0.0) -> list[Solid]:
    """Pieces for the bodies that carry the shapes, about `most` triangles in all; `robot` has numbers only. Vertices lie on a grid of `grain` metres, a
    power of two, where a file is to be small."""
    places = tree(robot).places
    known = [x for x in shapes if x.link in places and len(x.triangles) and np.isfinite(x.vertices).all()]
    count = sum(len(x.triangles) for x in known)
    return [_piece(x, *places[x.link], max(40, most * len(x.triangles) // count), grain) for x in known]


def _piece(x: Visual, body: int, place: Any, most: int, grain: float) -> Solid:
    T = matrix(place)
    vertices, triangles = coarser(x.vertices, x.triangles, most, _FINEST)
    moved = vertices @ T[:3, :3].T + T[:3, 3]
    moved = np.round(moved / grain) * grain if grain else moved
    return {
        "body": body, "kind": "mesh", "paint": "ceramic", "from": [0, 0, 0], "to": [0, 0, 0], "radius": 0,
        "vertices": _packed(moved, "<f4"), "triangles": _packed(triangles, "<u4"),
    }  # fmt: skip


def _packed(x: Any, kind: str) -> str:
    return b64encode(np.ascontiguousarray(x, dtype=kind).tobytes()).decode()
