"""Symbols of a kinematic diagram: links, joints, springs, mass centres, ground, world axes and gravity.

Sizes are in points. A link is drawn as a thick line with a thinner line on top, so that it looks like a rod with round
ends. The ends of a cylinder are ellipses with semi-axes r and r |axis · toward|. Cylinders, the ground, the world axes
and gravity are drawn in their true directions.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from dalembert.boundary import Array
from dalembert.drawing.svg import (
    Drawn,
    GlyphRun,
    Label,
    Path,
    Shapes,
    StyledPath,
    across,
    arc,
    circle,
    ellipse,
    head,
    line,
)
from dalembert.spatial.rotation import norm, normal_basis, normalized
from dalembert.tolerance import AXIS, SAME_POINT
from dalembert.view.diagram import ORIGIN, JointSymbol, Outline, Projection, around, extent, level, upward
from dalembert.view.diagram import DrawnBody as Body

EDGE = 0.8  # line width of body outlines in points
_CORNERS = ((1, 1), (-1, 1), (-1, -1), (1, -1))  # corners of a square, in order
Layers: TypeAlias = list[tuple[float, Shapes]]  # depth and shapes of each layer
ALONG = 0.94  # if |axis · toward| is larger, a revolute joint is drawn as a circle


def body(what: Body, seen: Projection, size: float, held: bool, star: bool) -> Layers:
    """Draw a body as a bar, a plate, or bars from the joint (if `star` is true), and return the depth.

    A body of zero length is not drawn if it has a joint symbol. Otherwise, it is drawn as a dot.
    """
    width = 1.15 * size if not seen.flat else 1.7 * size
    data = {"link": what.link}
    points = what.points
    if not held and len(points) < 2:
        at = points[0] if points else what.com if what.com is not None else ORIGIN
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


def _double(
    path: Any, width: float, data: dict[str, str], fill: bool = False, paint: str = "body", name: str = "link"
) -> Shapes:
    """Draw a thick line with a thinner line on top."""
    if width == 0.0:
        return [StyledPath(path, paint, "ink", EDGE, name=name, data=data)]
    edge = StyledPath(path, "ink" if fill else None, "ink", width + 2 * EDGE, cap="round", name="edge")
    return [edge, StyledPath(path, paint if fill else None, paint, width, cap="round", name=name, data=data)]


def mass_centre(at: Array, radius: float) -> Shapes:
    """Draw the symbol of a centre of mass: a disc with alternating quarters."""
    x, y = at
    r = radius
    quarters = [
        (("M", x, y), *arc((x, y), (r, 0), (0, r), k * np.pi / 2, (k + 1) * np.pi / 2, first="L"), ("Z",))
        for k in (1, 3)
    ]
    whole = StyledPath(circle(at, r), "paper", "ink", 0.7, name="com")
    return [whole, *(StyledPath(q, "ink", None, name="com") for q in quarters)]


def joint(hinge: JointSymbol, seen: Projection, size: float) -> Shapes:
    """Draw the symbol of a joint at its position."""
    at = seen(hinge.at)
    match hinge.symbol:
        case "turn":
            return turn(hinge, seen, size)
        case "ball":
            r = 1.05 * size
            lines = [arc(at, (r, 0), (0, 0.35 * r), 0, np.pi), arc(at, (0.35 * r, 0), (0, r), -np.pi / 2, np.pi / 2)]
            return [_housing(circle(at, r), hinge), *(StyledPath(x, None, "quiet", 0.5, name="sign") for x in lines)]
        case "universal":
            r = 0.95 * size
            return [_housing(circle(at, r), hinge), *_cross(at, r, "ink", 0.8)]
    square = line(*(at + 0.6 * size * np.array(v) for v in _CORNERS), closed=True)
    return [StyledPath(square, "ink", None, name="joint", data=hinge.owner)]


def _housing(path: Path, hinge: JointSymbol) -> StyledPath:
    return StyledPath(path, "joint", "ink", 0.8, name="joint", data=hinge.owner)


def _cross(at: Array, r: float, colour: str, width: float) -> Shapes:
    """Draw two oblique lines through a point."""
    ends = r * np.array([[0.707, 0.707], [0.707, -0.707]])
    return [StyledPath(line(at - v, at + v), None, colour, width, name="sign") for v in ends]


def turn(hinge: JointSymbol, seen: Projection, size: float) -> Shapes:
    """Draw a revolute joint as a circle with a dot if the axis points towards the viewer, otherwise as a cylinder."""
    there = seen(hinge.shown)
    facing = float(hinge.axis @ seen.toward)
    if abs(facing) > ALONG:
        dot = StyledPath(circle(there, 0.16 * size + 0.35), "ink", None, name="sign")
        return [_housing(circle(there, size), hinge), dot]
    along = seen.vector(hinge.axis) / seen.scale
    u = normalized(along)
    v = across(u)
    half = 1.2 * size * along
    front = 1.0 if facing >= 0 else -1.0
    near = there + front * half
    far = there - front * half
    out = front * u
    minor = size * abs(facing)
    side = (
        *arc(far, size * v, -minor * out, 0, np.pi),
        *arc(near, -size * v, minor * out, 0, np.pi, first="L"),
        ("Z",),
    )
    shapes = [_housing(side, hinge)]
    if minor > 0.05 * size:
        shapes.append(StyledPath(ellipse(near, size * v, minor * out), "paper", "ink", 0.7, name="cap"))
    return shapes


def box(at: Array, hinge: JointSymbol, seen: Projection, size: float) -> Shapes:
    """Draw a box along a joint axis: three visible faces for a spatial robot, or a rectangle for a planar robot."""
    axis, k = hinge.axis, size / seen.scale
    e, f = (np.cross(seen.toward, axis), seen.toward) if seen.flat else normal_basis(axis)
    halves = [1.5 * k * axis, 1.05 * k * e, 1.05 * k * f]
    shapes = []
    for i, n in enumerate(halves):
        a, b = halves[(i + 1) % 3], halves[(i + 2) % 3]
        side = n if n @ seen.toward > 0 else -n
        if abs(n @ seen.toward) < SAME_POINT * norm(n):
            continue
        corners = line(*(seen(at + side + s * a + t * b) for s, t in _CORNERS), closed=True)
        shapes.append(_housing(corners, hinge))
    return shapes


def slide(hinge: JointSymbol, what: Outline, seen: Projection, size: float) -> Layers:
    """Draw a prismatic joint as a box and a rod from the zero position to the current position.

    The box is part of the parent link, or part of the moving link if the parent link has zero length.
    """
    a, b = hinge.at, hinge.to
    carrier = what.shapes[hinge.carrier] if hinge.carrier >= 0 else None
    on_link = carrier is not None and not carrier.ground and len(carrier.points) > 1
    seat = a if on_link or not hinge.joint else b
    tail = 3.2 * size / seen.scale * hinge.axis
    forth = 1.0 if (b - a) @ hinge.axis >= 0 else -1.0
    rail = line(seen(a - forth * tail), seen(b + (0 if on_link else forth) * tail))
    width = 0.55 * size
    moved = StyledPath(line(seen(a), seen(b)), None, "body", width, name="slide", data=hinge.owner)
    near = seen.depth(seat) + (1e9 if seen.flat else 1.2 * size / seen.scale)
    rod = [*_double(rail, width, {}, paint="paper", name="rail"), moved]
    return [(seen.depth((a + b) / 2), rod), (near, box(seat, hinge, seen, 0.95 * size))]


def spring(a: Array, b: Array, size: float) -> Shapes:
    """Draw a spring as a zigzag line between two points."""
    way, v = b - a, 0.6 * size * across(normalized(b - a))
    turns = max(4, int(norm(way) / 5))
    inner = [a + way * (0.15 + 0.7 * (k + 0.5) / turns) + (v if k % 2 else -v) for k in range(turns)]
    return [StyledPath(line(a, a + 0.15 * way, *inner, b - 0.15 * way, b), None, "quiet", 0.8, name="spring")]


def rod(a: Array, b: Array, size: float) -> Shapes:
    """Draw a massless rod that belongs to a loop."""
    return _double(line(a, b), 0.5 * size, {}, paint="paper", name="rod")


def post(foot: Array, top: Array, seen: Projection, size: float) -> Shapes:
    """Draw the post that supports the first joint, from the ground upwards."""
    if norm(top - foot) * seen.scale < 1:
        return []
    return _double(line(seen(foot), seen(top)), 1.3 * size, {"link": "ground"})


_STROKES = 5.0  # spacing of the ground hatching in points
_FAR = 3.0  # largest height of a drawn post, relative to the robot size


def base(what: Outline, seen: Projection, size: float) -> Shapes:
    """Draw the ground at the base: a foot under each ground joint of a planar robot, or a plate for a spatial robot.

    Floating bodies have no ground symbol.
    """
    held_at = what.shapes[0].points
    if what.floats or not held_at:
        return []
    if seen.flat:
        owners = [(p, next((h for h in what.hinges if norm(h.at - p) <= what.near), None)) for p in held_at]
        return [x for p, own in owners for x in _foot(own, p, what, seen, size)]
    up = upward(what.gravity)
    points = np.array(held_at)
    foot = post_foot(what)
    if foot is not None:
        column = post(foot, points[0], seen, size)
        drop = foot - (1.6 * size / seen.scale if norm(points[0] - foot) <= what.near else 0) * up
        across = extent(seen.vector(what.points))
        return [*plate(drop, up, seen, max(2.9 * size, min(22.0, 0.17 * across)) / seen.scale), *column]
    middle = points.mean(axis=0)
    spread = float(np.linalg.norm(points - middle, axis=1).max())
    level = middle - ((middle - points) @ up).max() * up - 1.4 * size / seen.scale * up
    return plate(level, up, seen, spread + 2.5 * size / seen.scale)


def post_foot(what: Outline) -> Array | None:
    """Return the foot of the post that supports a single joint at the ground.

    The foot is at the world origin. If the joint is beside the origin, the foot is below the joint. If the origin is
    far away, the foot is at the joint. The result is None if the robot has no post.
    """
    base = what.shapes[0].points
    if len(base) != 1 or what.normal is not None:
        return None
    up, p = upward(what.gravity), base[0]
    own = extent(what.points)
    if norm(p) > _FAR * own > 0:
        return p
    height = float(p @ up)
    beside = norm(p) > 2.5 * abs(height) + what.near
    return p - min(0.0, height) * up if beside else ORIGIN


def _foot(hinge: JointSymbol | None, p: Array, what: Outline, seen: Projection, size: float) -> Shapes:
    """Return the ground symbol of a joint of a planar robot, on the side that faces away from the arm."""
    pull = seen.vector(what.gravity)
    down = pull / norm(pull) if norm(pull) > SAME_POINT * seen.scale else np.array([0.0, 1.0])
    if hinge is not None and hinge.symbol == "slide":
        u = seen.vector(hinge.axis) / seen.scale
        v = across(u)
        v = v if v @ down >= -AXIS else -v
        a, b = sorted((seen(hinge.at), seen(hinge.to)), key=lambda x: float(x @ u))
        return hatched(a - 3.2 * size * u + 1.2 * size * v, b + 3.2 * size * u + 1.2 * size * v, v)
    ends = [(x, other - x) for a, b, _ in what.rods for x, other in ((a, b), (b, a))]
    pulled = [away for end, away in ends if norm(end - p) <= what.near]
    if hinge is None and pulled and seen.vector(pulled[0]) @ down > 0:  # a rod hangs from it
        down = -down
    if hinge is not None and hinge.arm is not None and seen.vector(hinge.arm) / seen.scale @ down > 0.75:
        down = -down
    return ground_line(seen(p), down, size)


def ground_line(at: Array, down: Array, size: float) -> Shapes:
    """Draw the foot of a planar joint: two struts that connect it to a ground line with hatching below."""
    v, floor = size * across(down), at + 2.5 * size * down
    legs = [StyledPath(line(at + 0.75 * x, floor + 1.25 * x), None, "ink", 0.8, name="foot") for x in (-v, v)]
    return [*legs, *hatched(floor - 3.2 * v, floor + 3.2 * v, down)]


def hatched(a: Array, b: Array, down: Array) -> Shapes:
    """Draw the ground line with hatching below."""
    way = b - a
    length = norm(way) or 1.0
    u = way / length
    strokes: list[Any] = []
    count = max(2, int(length / _STROKES))
    for k in range(count):
        start = a + u * (k + 0.75) * length / count
        strokes += line(start, start + 4.2 * down - 3.2 * u)
    return [
        StyledPath(line(a, b), None, "ink", 0.9, name="ground"),
        StyledPath(tuple(strokes), None, "ink", 0.6, name="hatch"),
    ]


def plate(foot: Array, normal: Array, seen: Projection, half: float) -> Shapes:
    """Draw the ground of a spatial robot as a plate around the foot, with hatching below the front edges."""
    e, f = level(normal)
    flat = [seen(foot + half * (s * e + t * f)) for s, t in _CORNERS]
    shapes = [StyledPath(line(*flat, closed=True), "paper", "ink", 0.8, name="ground")]
    middle, down = seen(foot), normalized(seen.vector(-normal))
    for a, b in zip(flat, [*flat[1:], flat[0]], strict=True):
        if ((a + b) / 2 - middle) @ down > SAME_POINT:
            left, right = (a, b) if a[0] < b[0] else (b, a)
            shapes += hatched(left, right, down)[1:]
    return shapes


def axes(seen: Projection, at: Array, length: float) -> Drawn:
    """Draw the projected world axes x₀, y₀, z₀, except for an axis that points towards the viewer."""
    shapes, names = [], []
    for letter, unit in zip("xyz", np.eye(3), strict=True):
        v = seen.vector(unit) / seen.scale
        if norm(v) < 0.05:
            continue
        tip = at + length * v
        colour = "ink" if seen.flat else letter
        shapes += [
            StyledPath(line(at, tip), None, colour, 0.7, name="axis", data={"axis": letter}),
            head(tip + 2.0 * v, v, 5.0, colour),
        ]
        text = (GlyphRun(letter, "italic"), GlyphRun("0", "upright", True))
        names.append(Label(text, tip + 2 * v, 1.5, v, 10.0, colour, letter))
    return shapes, names


def weight(what: Outline, seen: Projection, at: Array) -> Drawn:
    """Draw an arrow labelled g in the direction of gravity, starting at `at`.

    If gravity points away from or towards the viewer, the arrow is replaced by ⊗ or ⊙. Nothing is drawn if there is no
    gravity.
    """
    size = norm(what.gravity)
    if size == 0:
        return [], []
    v = seen.vector(what.gravity / size) / seen.scale
    g = (GlyphRun("g", "italic"),)
    if norm(v) < 0.15:
        into = float(what.gravity @ seen.toward) < 0
        inside = _cross(at, 5, "weight", 0.9) if into else [StyledPath(circle(at, 1.4), "weight", None, name="sign")]
        data = {"gravity": "into" if into else "out"}
        ring = StyledPath(circle(at, 5), None, "weight", 0.9, name="gravity", data=data)
        return [ring, *inside], [Label(g, at, 7.0, (1, 0), 10.5, "weight", "gravity")]
    tip = at + 30.0 * v
    shapes = [
        StyledPath(line(at, tip), None, "weight", 1.1, name="gravity", data={"gravity": "true"}),
        head(tip + 2 * normalized(v), v, 6.0, "weight"),
    ]
    return shapes, [Label(g, (at + tip) / 2, 4.0, (1, 0), 10.5, "weight", "gravity")]
