"""Projection from the world to the paper: x = o + s (right · p), y = o − s (up · p), in points, y down; `toward` points at the reader.

Planar robots are seen along the normal of their plane, with world axes to the right and upwards if they lie in it. Other
robots are seen from the side and slightly above, with up opposite to gravity; among many directions, the one with the largest
distance between joints is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.kinematics.rotation import normal_basis
from dalembert.tolerance import AXIS
from dalembert.view.diagram import Outline

Array = NDArray[Any]
_ELEVATIONS = (22.0, 16.0, 27.0)
_AZIMUTHS = (-60.0, -45.0, -75.0, -30.0, -105.0, -120.0, -135.0, -150.0, 60.0, 45.0, 120.0, 135.0)


@dataclass(frozen=True, eq=False)
class Projection:
    """`right`, `up` and `toward` are a right-handed triple of unit vectors."""

    right: Array
    up: Array
    toward: Array
    scale: float = 1.0
    origin: tuple[float, float] = (0.0, 0.0)
    flat: bool = False

    def __call__(self, p: Array) -> Array:
        """Points `(…, 3)` on the paper."""
        return np.asarray(self.origin) + self.vector(p)

    def vector(self, v: Array) -> Array:
        return self.scale * np.stack([v @ self.right, -(v @ self.up)], axis=-1)

    def depth(self, p: Array) -> float:
        """Larger is nearer to the reader."""
        return float(p @ self.toward)

    def facts(self) -> dict[str, str]:
        """For readers of the file."""
        rows = {name: " ".join(f"{x:.17g}" for x in getattr(self, name)) for name in ("right", "up", "origin")}
        return {**rows, "scale": f"{self.scale:.17g}"}


def plane(normal: Array) -> Projection:
    """Seen along the normal of a plane: the world axes that lie in it to the right and upwards."""
    k = int(np.argmax(np.abs(normal)))
    if abs(normal[k]) > 1 - AXIS:
        right, up = np.eye(3)[[i for i in range(3) if i != k]]
    else:
        right, up = (np.asarray(x) for x in normal_basis(normal))
    return Projection(right, up, np.cross(right, up), flat=True)


def space(what: Outline, view: tuple[float, float] | None = None) -> Projection:
    """Seen at an elevation and azimuth in degrees, chosen where none is given."""
    pull = float(np.linalg.norm(what.gravity))
    up = -what.gravity / pull if pull > 0 else np.array([0.0, 0.0, 1.0])
    if view is not None:
        return seen(up, *view)
    held = [h.shown for h in what.hinges] or [*what.points] or [np.zeros(3)]  # of nothing that is held, the origin
    held = [*held, *(x.points[k] for x in what.shapes for k in x.ends)]
    points = _distinct(np.array(held).reshape(-1, 3), what.near)
    tried = [seen(up, e, a) for e in _ELEVATIONS for a in _AZIMUTHS]
    worth = [_clearness(x, points, what) - 0.01 * k for k, x in enumerate(tried)]
    return tried[int(np.argmax(worth))]


def seen(up: Array, elevation: float, azimuth: float) -> Projection:
    """At an elevation and azimuth in degrees, the azimuth counted about `up` from the world axis after it."""
    e, a = np.deg2rad(elevation), np.deg2rad(azimuth)
    k = int(np.argmax(np.abs(up)))
    first = np.eye(3)[(k + 1) % 3]
    first = first - (first @ up) * up
    first /= np.linalg.norm(first)
    second = np.cross(up, first)
    toward = np.cos(e) * (np.cos(a) * first + np.sin(a) * second) + np.sin(e) * up
    right = np.cross(up, toward)
    right /= np.linalg.norm(right)
    return Projection(right, np.cross(toward, right), toward)


def _clearness(seen: Projection, points: Array, what: Outline) -> float:
    """How far apart the joints are on paper, how long their links, and how few axes point at the reader."""
    flat = seen.vector(points)
    size = float(np.ptp(points, axis=0).max()) or 1.0
    apart = np.linalg.norm(flat[:, None] - flat, axis=-1) / size
    near = apart[np.triu_indices(len(points), 1)]
    bars = [(a, b) for x in what.shapes for a, b in zip(x.points[:-1], x.points[1:], strict=True)]
    long = [float(np.linalg.norm(b - a)) for a, b in bars]
    flat_long = [float(np.linalg.norm(seen.vector(b - a))) for a, b in bars]
    shown = sum(min(x, 0.95 * y) for x, y in zip(flat_long, long, strict=True)) / (sum(long) or 1.0)
    facing = [abs(float(h.axis @ seen.toward)) > 0.85 for h in what.hinges if h.symbol == "turn"]
    room = 6 * float(np.minimum(near, 0.2).mean() + np.minimum(near, 0.12).min()) if len(near) else 0.0
    return room + 4.0 * shown - 0.4 * float(np.mean(facing or [False]))


def _distinct(points: Array, near: float) -> Array:
    kept: list[Array] = []
    for p in points:
        if all(np.linalg.norm(p - x) > near for x in kept):
            kept.append(p)
    return np.array(kept[:40]).reshape(-1, 3)
