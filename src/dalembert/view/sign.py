"""Links and joints as textbooks draw them, in points: bars with round ends, circles and cylinders that turn, boxes that slide.

A bar is a thick line between its two ends with a thinner one over it: seen from any side the outline of a rod with round
ends. A cylinder has its true axis; its ends are ellipses with half axes r and r |axis · toward|.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.drawing.path import Shape, arc, circle, ellipse, line
from dalembert.kinematics.outline import Hinge, Outline, around
from dalembert.kinematics.outline import Shape as Body
from dalembert.kinematics.rotation import across
from dalembert.view.projection import Projection

Array = NDArray[Any]
EDGE = 0.8  # points: the line around a body
ALONG = 0.94  # an axis that points at the reader more than this is seen as a circle


def body(what: Body, seen: Projection, size: float, held: bool, star: bool) -> list[tuple[float, list[Shape]]]:
    """A body and how near it is: a bar, a plate, or bars from its joint (`star`); what a joint holds and has no length is
    nothing beside the joint, what nothing holds is a blob."""
    width = 1.15 * size if not seen.flat else 1.7 * size
    data = {"link": what.link}
    points = [np.asarray(x) for x in what.points]
    if not held and len(points) < 2:
        at = points[0] if points else what.com if what.com is not None else np.zeros(3)
        return [(seen.depth(at), _double(ellipse(seen(at), (2.4 * size, 0), (0, 1.6 * size)), 0.0, data))]
    if len(points) > 2 and not star:
        corners = line(*(seen(x) for x in around(points)), closed=True)
        depth = float(np.mean([seen.depth(x) for x in points]))
        return [(depth, _double(corners, width if seen.flat else 0.5 * width, data, fill=True))]
    found = []
    for end in points[1:]:
        d = float(np.mean([seen.depth(points[0]), seen.depth(end)]))
        found.append((d, _double(line(seen(points[0]), seen(end)), width, data)))
    return found


def _double(path: Any, width: float, data: dict[str, str], fill: bool = False) -> list[Shape]:
    if width == 0.0:
        return [Shape(path, "body", "ink", EDGE, name="link", data=data)]
    edge = Shape(path, "ink" if fill else None, "ink", width + 2 * EDGE, cap="round", name="edge")
    return [edge, Shape(path, "body" if fill else None, "body", width, cap="round", name="link", data=data)]


def mass_centre(at: Array, radius: float) -> list[Shape]:
    """A disc in quarters."""
    x, y = at
    r = radius
    quarters = [
        (("M", x, y), *arc((x, y), (r, 0), (0, r), k * np.pi / 2, (k + 1) * np.pi / 2, first="L"), ("Z",))
        for k in (1, 3)
    ]
    whole = Shape(circle(at, r), "paper", "ink", 0.7, name="com")
    return [whole, *(Shape(q, "ink", None, name="com") for q in quarters)]


def joint(hinge: Hinge, seen: Projection, size: float) -> list[Shape]:
    """The symbol of a joint at its place."""
    data = {"joint": hinge.joint} if hinge.joint else {"cut": hinge.cut}
    match hinge.symbol:
        case "turn":
            return turn(hinge.shown, hinge.axis, seen, size, data)
        case "slide":
            return []  # its box and rod are drawn with its way
        case "ball":
            at = seen(hinge.at)
            r = 1.05 * size
            lines = [arc(at, (r, 0), (0, 0.35 * r), 0, np.pi), arc(at, (0.35 * r, 0), (0, r), -np.pi / 2, np.pi / 2)]
            return [
                Shape(circle(at, r), "joint", "ink", 0.8, name="joint", data=data),
                *(Shape(x, None, "quiet", 0.5, name="sign") for x in lines),
            ]
        case "universal":
            at, r = seen(hinge.at), 0.95 * size
            bars = [line(at - v, at + v) for v in (r * np.array([0.707, 0.707]), r * np.array([0.707, -0.707]))]
            return [
                Shape(circle(at, r), "joint", "ink", 0.8, name="joint", data=data),
                *(Shape(x, None, "ink", 0.8, name="sign") for x in bars),
            ]
    at, r = seen(hinge.at), 0.6 * size
    square = line(*(at + r * np.array(v) for v in ((1, 1), (-1, 1), (-1, -1), (1, -1))), closed=True)
    return [Shape(square, "ink", None, name="joint", data=data)]


def turn(at: Array, axis: Array, seen: Projection, size: float, data: dict[str, str]) -> list[Shape]:
    """A circle with a point seen along its axis, else a cylinder."""
    there = seen(at)
    facing = float(axis @ seen.toward)
    if abs(facing) > ALONG:
        return [
            Shape(circle(there, size), "joint", "ink", 0.8, name="joint", data=data),
            Shape(circle(there, 0.16 * size + 0.35), "ink", None, name="sign"),
        ]
    along = seen.vector(axis) / seen.scale
    u = along / np.linalg.norm(along)
    v = np.array([-u[1], u[0]])
    half = 1.2 * size * along
    near, far = (there + half, there - half) if facing >= 0 else (there - half, there + half)
    out = u if facing >= 0 else -u  # from far to near
    minor = size * abs(facing)
    side = (
        *arc(far, size * v, -minor * out, 0, np.pi),
        *arc(near, -size * v, minor * out, 0, np.pi, first="L"),
        ("Z",),
    )
    shapes = [Shape(side, "joint", "ink", 0.8, name="joint", data=data)]
    if minor > 0.05 * size:
        shapes.append(Shape(ellipse(near, size * v, minor * out), "paper", "ink", 0.7, name="cap"))
    return shapes


def box(at: Array, axis: Array, seen: Projection, size: float, data: dict[str, str]) -> list[Shape]:
    """A box along an axis: three faces in space, a rectangle in the plane."""
    e, f = (np.asarray(x) for x in across(axis))
    if seen.flat:
        f = seen.toward
        e = np.cross(f, axis)
    k = size / seen.scale
    halves = [1.5 * k * axis, 1.05 * k * e, 1.05 * k * f]
    shapes = []
    for i, n in enumerate(halves):
        a, b = halves[(i + 1) % 3], halves[(i + 2) % 3]
        side = n if n @ seen.toward > 0 else -n
        if abs(n @ seen.toward) < 1e-6 * np.linalg.norm(n):
            continue
        corners = [at + side + s * a + t * b for s, t in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        shapes.append(
            Shape(line(*(seen(x) for x in corners), closed=True), "joint", "ink", 0.8, name="joint", data=data)
        )
    return shapes


def slide(hinge: Hinge, what: Outline, seen: Projection, size: float) -> list[tuple[float, list[Shape]]]:
    """A rod from where a slide is at zero to where it stands; the box sits on the link that carries it, or, where that has
    no length, is what slides."""
    data = {"joint": hinge.joint} if hinge.joint else {"cut": hinge.cut}
    a, b = hinge.at, hinge.to
    carrier = what.shapes[hinge.carrier] if hinge.carrier >= 0 else None
    on_link = carrier is not None and not carrier.ground and len(carrier.points) > 1
    seat = a if on_link or not hinge.joint else b
    tail = 3.2 * size / seen.scale * hinge.axis
    forth = 1.0 if (b - a) @ hinge.axis >= 0 else -1.0
    rail = line(seen(a - forth * tail), seen(b + (0 if on_link else forth) * tail))
    depth = (seen.depth(a) + seen.depth(b)) / 2
    width = 0.55 * size
    rod = [
        Shape(rail, None, "ink", width + 1.6, cap="round", name="edge"),
        Shape(rail, None, "paper", width, cap="round", name="rail"),
        Shape(line(seen(a), seen(b)), None, "body", width, name="slide", data=data),
    ]
    return [
        (depth, rod),
        (
            seen.depth(seat) + (1e9 if seen.flat else 1.2 * size / seen.scale),
            box(seat, hinge.axis, seen, 0.95 * size, data),
        ),
    ]


def spring(a: Array, b: Array, width: float) -> Shape:
    """A zigzag from end to end."""
    way = b - a
    length = float(np.linalg.norm(way))
    if length < 1e-9:
        return Shape(line(a, b), None, "quiet", 0.8, name="spring")
    u = way / length
    v = np.array([-u[1], u[0]])
    turns = max(4, int(length / 5))
    inner = [a + way * (0.15 + 0.7 * (k + 0.5) / turns) + (width if k % 2 else -width) * v for k in range(turns)]
    return Shape(line(a, a + 0.15 * way, *inner, b - 0.15 * way, b), None, "quiet", 0.8, name="spring")


def rod(a: Array, b: Array, size: float) -> list[Shape]:
    """A massless rod of a loop."""
    path = line(a, b)
    return [
        Shape(path, None, "ink", 0.5 * size + 1.6, cap="round", name="edge"),
        Shape(path, None, "paper", 0.5 * size, cap="round", name="rod"),
    ]


def post(foot: Array, top: Array, seen: Projection, size: float) -> list[Shape]:
    """What carries the first joint, from the ground up."""
    if np.linalg.norm(top - foot) * seen.scale < 1:
        return []
    return _double(line(seen(foot), seen(top)), 1.3 * size, {"link": "ground"})


def ellipsoid(centre: Array, A: Array, colour: str, seen: Projection) -> list[Shape]:
    """The outline of c + √A u, |u| ≤ 1: on the paper P A Pᵀ; and the two sections that hold its longest axis."""
    w, V = np.linalg.eigh(A)
    axes = V * np.sqrt(np.maximum(w, 0.0))
    rings = [ellipse(seen(centre), *(seen.vector(axes[:, k]) for k in pair)) for pair in ((2, 1), (2, 0))]
    P = np.stack([seen.right, -seen.up])
    low, U = np.linalg.eigh(P @ A @ P.T)
    rim = ellipse(seen(centre), *(seen.scale * U * np.sqrt(np.maximum(low, 0.0))).T)
    return [
        *(Shape(x, None, colour, 0.4, name="section") for x in rings),
        Shape(rim, None, colour, 0.9, name="ellipsoid"),
    ]
