"""The symbols of a robot in its picture: lengths beside their links, distances of mass centres, masses and moments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.closed.printing.tree_writer import typeset
from dalembert.drawing.letter import Letters, listed, symbol, word
from dalembert.drawing.path import Shape, head, line
from dalembert.drawing.place import Name
from dalembert.graph import Node, evaluate, symbols
from dalembert.graph.text import to_text
from dalembert.kinematics.outline import Outline
from dalembert.robot.model import Robot
from dalembert.view.projection import Projection

Array = NDArray[Any]
_BELOW = 4.6  # radii of a joint: a foot and its hatching
_FEW = 3  # links with mass, up to which their symbols are written


def lengths_named(
    robot: Robot, what: Outline, seen: Projection, size: float, chosen: Mapping[str, str]
) -> tuple[list[Shape], list[Name]]:
    """The symbol of each offset, beside the middle of the link it measures."""
    shapes: list[Shape] = []
    names = []
    for shape in what.shapes:
        start = np.zeros(3) if shape.ground else shape.points[0] if shape.points else None
        for k, offsets in shape.lengths.items():
            if start is None or np.linalg.norm(shape.points[k] - start) * seen.scale < 8:
                continue
            a, b = seen(start), seen(shape.points[k])
            share = 0.7 if shape.com is not None and seen.flat else 0.5
            u = (b - a) / (float(np.linalg.norm(b - a)) or 1.0)
            if shape.ground and seen.flat:  # no bar is there to stand beside
                down = np.array([-u[1], u[0]]) * (1 if u[0] > 0 or (u[0] == 0 and u[1] < 0) else -1)
                off = _BELOW * size * down
                shapes += measure(a, b, off)
                names.append(Name(listed([written(x, chosen) for x in offsets]), (a + b) / 2 + off, 2.0, down, 10.0))
                continue
            side = _away(shape, what, seen, u)
            names.append(
                Name(listed([written(x, chosen) for x in offsets]), a + share * (b - a), 0.95 * size, side, 10.0)
            )
    return shapes, names


def bodies_named(
    robot: Robot, what: Outline, seen: Projection, size: float, chosen: Mapping[str, str]
) -> tuple[list[Shape], list[Name]]:
    """Of a planar arm of few links: the distance of each mass centre, mass and moment, where they are symbols."""
    heavy = [x for x in what.shapes[1:] if x.com is not None]
    if not seen.flat or len(heavy) > _FEW or robot.loops:
        return [], []
    shapes: list[Shape] = []
    names: list[Name] = []
    for shape in heavy:
        if not shape.link or not shape.points or shape.com is None:
            continue
        inertia = robot.link(shape.link).inertia
        a, c = seen(shape.points[0]), seen(shape.com)
        if np.linalg.norm(c - a) < 2.5 * size:
            continue
        u = (c - a) / np.linalg.norm(c - a)
        left = _away(shape, what, seen, u)
        distance = [x for x in (_distance(y, inertia.mass, chosen) for y in inertia.ms) if x]
        if len(distance) == 1:
            off = (1.0 * size + 9) * left
            shapes += measure(a, c, off)
            names.append(Name(distance[0], (a + c) / 2 + off, 2.0, left, 10.0))
        mass = set(symbols([inertia.mass])) if isinstance(inertia.mass, Node) else set()
        moment = {x for y in inertia.parameters if isinstance(y, Node) for x in symbols([y])}
        moment -= {x for y in (inertia.mass, *inertia.ms) if isinstance(y, Node) for x in symbols([y])}
        said = [symbol(typeset(x, {}, chosen)) for x in [*sorted(mass), *sorted(moment)]]
        if said:
            names.append(Name(listed(said), c, 0.9 * size, -left, 10.0))
    return shapes, names


def _away(shape: Any, what: Outline, seen: Projection, u: Array) -> Array:
    """The side of a link that its own angle is not on; u is its direction on the paper."""
    left = np.array([u[1], -u[0]])
    hinge = next((h for h in what.hinges if h.moves >= 0 and what.shapes[h.moves] is shape), None)
    if hinge is None or hinge.zero is None:
        return left
    zero = seen.vector(hinge.zero)
    return left if zero @ left <= 0 else -left


def written(x: Any, chosen: Mapping[str, str]) -> Letters:
    """A symbol, or a product or quotient of numbers and symbols, as formulas have it; another expression as text."""
    parts = re.split(r"([*/])", to_text(x).lstrip("-"))
    if not all(f in "*/" or f.isidentifier() or f.replace(".", "").isdigit() for f in parts):
        return word(to_text(x).replace("*", " "))
    kept = [f for f in parts if f != "*"]
    return tuple(run for f in kept for run in (symbol(typeset(f, {}, chosen)) if f.isidentifier() else word(f)))


def _distance(ms: Any, mass: Any, chosen: Mapping[str, str]) -> Letters:
    """The one symbol d with ms = m d, or the quotient as it stands; nothing where there is a number."""
    if not isinstance(ms, Node) or not symbols([ms]):
        return ()
    own = symbols([mass]) if isinstance(mass, Node) else set()
    rest = sorted(symbols([ms]) - own)
    if not rest:
        return ()
    tried = {x: 1.37 + 0.61 * k for k, x in enumerate(sorted(symbols([ms]) | own))}
    value = abs(evaluate([ms], tried)[0] / (evaluate([mass], tried)[0] if own else float(mass)))
    if len(rest) == 1 and abs(value / tried[rest[0]] - round(value / tried[rest[0]])) < 1e-9:
        times = round(value / tried[rest[0]])
        return (*(word(times) if times != 1 else ()), *symbol(typeset(rest[0], {}, chosen)))
    return written(ms / mass, chosen)


def measure(a: Array, b: Array, off: Array) -> list[Shape]:
    """A line with two arrows beside what it measures."""
    start, end = a + off, b + off
    u = (end - start) / (float(np.linalg.norm(end - start)) or 1.0)
    out = off / (float(np.linalg.norm(off)) or 1.0)
    ticks = [Shape(line(x + 0.6 * off, x + off + 2.5 * out), None, "quiet", 0.45, name="tick") for x in (a, b)]
    heads = [Shape(head(p, d, 4.0), "quiet", None, name="head") for p, d in ((end, u), (start, -u))]
    return [*ticks, Shape(line(start, end), None, "quiet", 0.5, name="dimension"), *heads]
