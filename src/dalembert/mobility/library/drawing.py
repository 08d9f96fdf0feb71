"""Points for drawing mechanisms: polar coordinates, and where two bars meet."""

from __future__ import annotations

from math import cos, hypot, sin, sqrt
from typing import Any

Point = tuple[float, float]


def polar(centre: tuple[float, float], radius: float, angle: float) -> Point:
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def meeting(p: Point, r: float, q: Point, s: float) -> tuple[Point, Point]:
    """Ends of a bar of length r from p and one of length s from q: the same point, left of pq, where they can meet."""
    d = hypot(q[0] - p[0], q[1] - p[1])
    along = (d * d + r * r - s * s) / (2 * d) if d else 0.0
    ux, uy = ((q[0] - p[0]) / d, (q[1] - p[1]) / d) if d else (1.0, 0.0)
    if d and r * r >= along * along:
        height = sqrt(r * r - along * along)
        point = (p[0] + along * ux - height * uy, p[1] + along * uy + height * ux)
        return point, point
    return (p[0] + r * ux, p[1] + r * uy), (q[0] - s * ux, q[1] - s * uy)


def apart(a: Point, b: Point) -> dict[str, Any]:
    """The option of a joint whose halves are drawn at two points."""
    return {} if a == b else {"point_b": b}
