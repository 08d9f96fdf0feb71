"""What a robot stands on and in: the ground at its base, the axes of the world, and weight, each along its true direction."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.drawing.letter import Run
from dalembert.drawing.path import Shape, circle, head, line
from dalembert.drawing.place import Name
from dalembert.kinematics.outline import Hinge, Outline
from dalembert.view.projection import Projection
from dalembert.view.sign import post

Array = NDArray[Any]
_AXES = "xyz"
_FAR = 3.0  # sizes of the robot, up to which its post is drawn


def base(what: Outline, seen: Projection, size: float) -> list[Shape]:
    """The ground at the base: feet under joints in the plane, a plate in space; nothing under what floats."""
    held_at = what.shapes[0].points
    if what.floats or not held_at:
        return []
    held = [h for h in what.hinges if any(np.linalg.norm(h.at - p) <= what.near for p in held_at)]
    if seen.flat:
        shapes: list[Shape] = []
        for p in held_at:
            own = next((h for h in held if np.linalg.norm(h.at - p) <= what.near), None)
            shapes += _foot(own, p, what, seen, size)
        return shapes
    up, points, foot = upwards(what), np.array(held_at), post_foot(what)
    if foot is not None:
        column = post(foot, points[0], seen, size)
        drop = foot - (1.6 * size / seen.scale if np.linalg.norm(points[0] - foot) <= what.near else 0) * up
        across = float(np.ptp(seen.vector(what.points), axis=0).max())
        return [*plate(drop, up, seen, max(2.9 * size, min(22.0, 0.17 * across)) / seen.scale), *column]
    middle = points.mean(axis=0)
    spread = float(np.linalg.norm(points - middle, axis=1).max())
    level = middle - ((middle - points) @ up).max() * up - 1.4 * size / seen.scale * up
    return plate(level, up, seen, spread + 2.5 * size / seen.scale)


def upwards(what: Outline) -> Array:
    pull = float(np.linalg.norm(what.gravity))
    return -what.gravity / pull if pull > 0 else np.array([0.0, 0.0, 1.0])


def post_foot(what: Outline) -> Array | None:
    """Where the post of the one joint that the ground carries stands: at the world's origin; below the joint itself where
    that lies beside it, and at the joint where it lies too far off for a picture. None where there is no post."""
    base = what.shapes[0].points
    if len(base) != 1 or what.normal is not None:
        return None
    up, p = upwards(what), base[0]
    own = float(np.ptp(what.points, axis=0).max())
    if np.linalg.norm(p) > _FAR * own > 0:
        return p
    height = float(p @ up)
    beside = np.linalg.norm(p) > 2.5 * abs(height) + what.near
    return p - min(0.0, height) * up if beside else np.zeros(3)


def _foot(hinge: Hinge | None, p: Array, what: Outline, seen: Projection, size: float) -> list[Shape]:
    """The ground under a joint of the plane, on the side away from the arm."""
    pull = seen.vector(what.gravity)
    down = pull / np.linalg.norm(pull) if np.linalg.norm(pull) > 1e-6 * seen.scale else np.array([0.0, 1.0])
    if hinge is not None and hinge.symbol == "slide":
        u = seen.vector(hinge.axis) / seen.scale
        across = np.array([-u[1], u[0]])
        across = across if across @ down >= -1e-9 else -across
        a, b = sorted((seen(hinge.at), seen(hinge.to)), key=lambda x: float(x @ u))
        return hatched(a - 3.2 * size * u + 1.2 * size * across, b + 3.2 * size * u + 1.2 * size * across, across)
    pulled = [
        b - a if np.linalg.norm(a - p) <= what.near else a - b for a, b, _ in what.rods if _ends_at(p, a, b, what)
    ]
    if hinge is None and pulled and seen.vector(pulled[0]) @ down > 0:  # a rod hangs from it
        down = -down
    if hinge is not None and hinge.arm is not None and seen.vector(hinge.arm) / seen.scale @ down > 0.75:
        down = -down
    return stand(seen(p), down, size)


def _ends_at(p: Array, a: Array, b: Array, what: Outline) -> bool:
    return bool(min(np.linalg.norm(a - p), np.linalg.norm(b - p)) <= what.near)


def stand(at: Array, down: Array, size: float) -> list[Shape]:
    """A foot under a joint in the plane: two struts to a line that is hatched below."""
    d = np.asarray(down, dtype=float)
    v = np.array([-d[1], d[0]])
    floor = at + 2.5 * size * d
    legs = [
        Shape(line(at + s * 0.75 * size * v, floor + s * 1.25 * size * v), None, "ink", 0.8, name="foot")
        for s in (-1, 1)
    ]
    return [*legs, *hatched(floor - 3.2 * size * v, floor + 3.2 * size * v, d)]


def hatched(a: Array, b: Array, down: Array, step: float = 5.0) -> list[Shape]:
    """The line of the ground with strokes on its far side."""
    way = b - a
    length = float(np.linalg.norm(way)) or 1.0
    u = way / length
    strokes: list[Any] = []
    count = max(2, int(length / step))
    for k in range(count):
        start = a + u * (k + 0.75) * length / count
        strokes += line(start, start + 4.2 * down - 3.2 * u)
    return [
        Shape(line(a, b), None, "ink", 0.9, name="ground"),
        Shape(tuple(strokes), None, "ink", 0.6, name="hatch"),
    ]


def plate(foot: Array, normal: Array, seen: Projection, half: float) -> list[Shape]:
    """The ground in space: a plate about the foot, hatched below its near edges."""
    k = int(np.argmax(np.abs(normal)))
    e = np.eye(3)[(k + 1) % 3]
    e = e - (e @ normal) * normal
    e /= np.linalg.norm(e)
    f = np.cross(normal, e)
    corners = [foot + half * (s * e + t * f) for s, t in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    flat = [seen(x) for x in corners]
    shapes = [Shape(line(*flat, closed=True), "paper", "ink", 0.8, name="ground")]
    middle = seen(foot)
    down = seen.vector(-normal)
    down = down / (float(np.linalg.norm(down)) or 1.0)
    for a, b in zip(flat, [*flat[1:], flat[0]], strict=True):
        if ((a + b) / 2 - middle) @ down > 1e-6:
            left, right = (a, b) if a[0] < b[0] else (b, a)
            shapes += hatched(left, right, down)[1:]
    return shapes


def axes(seen: Projection, at: Array, length: float) -> tuple[list[Shape], list[Name]]:
    """x₀ y₀ z₀ as they are on the paper; one that points at the reader is not there."""
    shapes, names = [], []
    for k, letter in enumerate(_AXES):
        v = seen.vector(np.eye(3)[k]) / seen.scale
        if np.linalg.norm(v) < 0.05:
            continue
        tip = at + length * v
        colour = "ink" if seen.flat else letter
        shapes += [
            Shape(line(at, tip), None, colour, 0.7, name="axis", data={"axis": letter}),
            Shape(head(tip + 2.0 * v, v, 5.0), colour, None, name="head"),
        ]
        text = (Run(letter, "italic"), Run("0", "upright", True))
        names.append(Name(text, tip + 2 * v, 1.5, v, 10.0, colour, letter))
    return shapes, names


def weight(what: Outline, seen: Projection, at: Array, length: float = 30.0) -> tuple[list[Shape], list[Name]]:
    """An arrow g along true gravity from `at`; ⊗ or ⊙ where it points from or at the reader; nothing where there is none."""
    size = float(np.linalg.norm(what.gravity))
    if size == 0:
        return [], []
    v = seen.vector(what.gravity / size) / seen.scale
    g = (Run("g", "italic"),)
    data = {"gravity": "true"}
    if np.linalg.norm(v) < 0.15:
        into = float(what.gravity @ seen.toward) < 0
        cross = [np.array([0.707, 0.707]), np.array([0.707, -0.707])]
        inside = [Shape(line(at - 5 * x, at + 5 * x), None, "weight", 0.9, name="sign") for x in cross]
        dot = [Shape(circle(at, 1.4), "weight", None, name="sign")]
        ring = Shape(circle(at, 5), None, "weight", 0.9, name="gravity", data={"gravity": "into" if into else "out"})
        return [ring, *(inside if into else dot)], [Name(g, at, 7.0, (1, 0), 10.5, "weight", "gravity")]
    tip = at + length * v
    shapes = [
        Shape(line(at, tip), None, "weight", 1.1, name="gravity", data=data),
        Shape(head(tip + 2 * v / np.linalg.norm(v), v, 6.0), "weight", None, name="head"),
    ]
    return shapes, [Name(g, (at + tip) / 2, 4.0, (1, 0), 10.5, "weight", "gravity")]
