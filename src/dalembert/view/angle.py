"""The coordinates in a picture: arcs from the zero line to the link, arrows that show which way is positive, ways of slides.

An arc is at + r (cos t · zero + sin t · (axis × zero)) from t = 0 to q, so that it lies in the true plane, starts on the
zero line, ends on the link and has its head where the link moves to.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.closed.printing.tree_writer import typeset
from dalembert.drawing.letter import Letters, symbol, word
from dalembert.drawing.path import Shape, arc, head, line
from dalembert.drawing.place import Name
from dalembert.kinematics.outline import Hinge, Outline
from dalembert.kinematics.rotation import across
from dalembert.robot.model import Robot
from dalembert.view.projection import Projection

Array = NDArray[Any]
_FEW = 4  # joints, up to which angles in space are shown with their zero lines
_LEAST, _MOST = 0.09, 2 * np.pi  # rad: angles that are drawn as arcs
_DASHED = (5.0, 1.6, 1.0, 1.6)


def coordinates(
    robot: Robot, what: Outline, seen: Projection, size: float, labels: Collection[str], chosen: Mapping[str, str]
) -> tuple[list[Shape], list[Name]]:
    """Axes, angles and ways of the joints, with their names."""
    shapes: list[Shape] = []
    names: list[Name] = []
    number = {name: k for k, name in enumerate(robot.coordinates, 1)}
    arcs = seen.flat or len(what.hinges) <= _FEW
    for hinge in what.hinges:
        told = [x for x in hinge.names if x in labels]
        letters: Letters = tuple(y for x in told[:1] for y in symbol(typeset(f"q{number[x]}", {}, chosen)))
        if len(told) > 1:
            letters = (*letters, *word(" … "), *symbol(typeset(f"q{number[told[-1]]}", {}, chosen)))
        if not told:
            continue
        if hinge.symbol == "slide":
            made = way(hinge, seen, size, letters, _side(hinge, what, seen))
        elif hinge.symbol == "turn" and hinge.q is not None and arcs and has_arc(hinge) and _clear(hinge, seen):
            reach = _reach(hinge, what, seen)
            radius = float(np.clip(0.42 * reach, 1.9 * size, 36.0))
            made = angle(hinge, seen, radius, max(radius + 12, 0.55 * reach), letters)
        elif hinge.symbol == "turn":
            made = sense(hinge, seen, size, letters)
        else:
            made = ([], [Name(letters, seen(hinge.at), 1.3 * size, (1, -1), 10.0, "angle", hinge.joint)])
        shapes += made[0]
        names += made[1]
    return shapes, names


def _side(hinge: Hinge, what: Outline, seen: Projection) -> Array:
    """On which side of a slide its way is drawn: below the ground it slides on, above a link, outside in space."""
    if not seen.flat:  # the outer side
        middle = np.mean([seen(h.shown) for h in what.hinges], axis=0)
        return np.asarray(0.5 * (seen(hinge.at) + seen(hinge.to)) - middle + [1.0, -0.2])
    return np.array([0.1, 1.0 if what.shapes[hinge.carrier].ground else -1.0])


def _clear(hinge: Hinge, seen: Projection) -> bool:
    """Whether the plane of an arc is not seen on edge."""
    return abs(float(hinge.axis @ seen.toward)) > 0.2


def _reach(hinge: Hinge, what: Outline, seen: Projection) -> float:
    """How far the moved link, or what slides on it, goes across the axis, in points."""
    ends = [*what.shapes[hinge.moves].points, *(h.to for h in what.hinges if h.carrier == hinge.moves)]
    off = [x - hinge.at for x in ends]
    return max(float(np.linalg.norm(x - (x @ hinge.axis) * hinge.axis)) for x in off) * seen.scale or 40.0


def axis_line(hinge: Hinge, seen: Projection, size: float) -> Shape:
    """The axis of a turn, dash-dotted, beyond its cylinder."""
    half = 2.1 * size / seen.scale * hinge.axis
    ends = line(seen(hinge.shown - half), seen(hinge.shown + half))
    return Shape(ends, None, "quiet", 0.45, (5.0, 1.6, 1.0, 1.6), name="axis", data={"turns": hinge.joint or hinge.cut})


def angle(
    hinge: Hinge, seen: Projection, radius: float, reach: float, letters: Letters
) -> tuple[list[Shape], list[Name]]:
    """A turn's zero line, arc and name; `radius` in points of an arc seen from the front."""
    q = hinge.q
    assert q is not None
    assert hinge.zero is not None
    r = radius / seen.scale
    at, zero = hinge.shown, hinge.zero
    square = np.cross(hinge.axis, zero)
    data = {"angle": hinge.joint}
    centre, a, b = seen(at), seen.vector(r * zero), seen.vector(r * square)
    shapes = [
        Shape(line(centre, seen(at + reach / seen.scale * zero)), None, "quiet", 0.55, _DASHED, name="zero", data=data)
    ]
    if abs(q) < _LEAST:
        return shapes, [Name(letters, centre + 0.75 * a, 2.0, -b, 10.0, "angle", hinge.joint)] if letters else []
    shapes.append(Shape(arc(centre, a, b, 0.0, q), None, "angle", 0.9, name="arc", data=data))
    tip = centre + a * np.cos(q) + b * np.sin(q)
    tangent = np.sign(q) * (b * np.cos(q) - a * np.sin(q))
    back = 4.6 / (float(np.linalg.norm(tangent)) or 1.0)
    before = centre + a * np.cos(q - np.sign(q) * back) + b * np.sin(q - np.sign(q) * back)
    shapes.append(Shape(head(tip, tip - before, 5.0), "angle", None, name="head"))
    middle = a * np.cos(q / 2) + b * np.sin(q / 2)
    return shapes, [Name(letters, centre + middle, 3.0, middle, 10.0, "angle", hinge.joint)] if letters else []


def has_arc(hinge: Hinge) -> bool:
    return hinge.zero is not None and hinge.q is not None and abs(hinge.q) <= _MOST


def sense(hinge: Hinge, seen: Projection, size: float, letters: Letters) -> tuple[list[Shape], list[Name]]:
    """A curved arrow about the axis on the reader's side, in the positive sense."""
    e, f = (np.asarray(x) for x in across(hinge.axis))
    if np.cross(e, f) @ hinge.axis < 0:
        e, f = f, e
    facing = abs(float(hinge.axis @ seen.toward))
    nearest = float(np.arctan2(f @ seen.toward, e @ seen.toward)) if facing < 0.999 else np.pi / 2
    half = np.deg2rad(75 + 60 * facing)
    r = 1.5 * size / seen.scale
    centre, a, b = seen(hinge.shown), seen.vector(r * e), seen.vector(r * f)
    start, end = nearest - half, nearest + half
    path = arc(centre, a, b, start, end)
    tip = centre + a * np.cos(end) + b * np.sin(end)
    back = end - 4.6 / (1.5 * size)
    before = centre + a * np.cos(back) + b * np.sin(back)
    data = {"sense": hinge.joint}
    shapes = [
        Shape(path, None, "angle", 0.9, name="sense", data=data),
        Shape(head(tip, tip - before, 4.6), "angle", None, name="head"),
    ]
    return shapes, [Name(letters, tip, 2.5, tip - centre, 10.0, "angle", hinge.joint)] if letters else []


def way(hinge: Hinge, seen: Projection, size: float, letters: Letters, side: Array) -> tuple[list[Shape], list[Name]]:
    """The way of a slide beside it, from zero to where it stands, or an arrow that shows the positive sense."""
    a, b = seen(hinge.at), seen(hinge.to)
    u = seen.vector(hinge.axis) / seen.scale
    length = float(np.linalg.norm(u))
    if length < 0.1:
        return [], [Name(letters, b, 1.6 * size, (1, -1), 10.0, "angle", hinge.joint)] if letters else []
    u = u / length
    v = np.array([-u[1], u[0]])
    v = v if v @ side >= 0 else -v
    off = (1.6 * size + (7 if v[1] > 0 else 16)) * v
    data = {"way": hinge.joint}
    shown = float(np.linalg.norm(b - a)) > 9
    start, end = (a + off, b + off) if shown else (b + off - 9 * u, b + off + 9 * u)
    shapes = [Shape(line(start, end), None, "angle", 0.9, name="way" if shown else "sense", data=data)]
    if shown:
        shapes += [Shape(line(x + 0.6 * off, x + off + 3 * v), None, "angle", 0.45, name="tick") for x in (a, b)]
    shapes.append(Shape(head(end, end - start, 5.0), "angle", None, name="head"))
    return shapes, [Name(letters, (start + end) / 2, 3.0, v, 10.0, "angle", hinge.joint)] if letters else []
