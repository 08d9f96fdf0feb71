"""A robot as a textbook draws it: `draw(robot)`, in its plane where it moves in one, else in space.

Every point is where forward kinematics puts it: the file states the projection (`data-right`, `data-up`, `data-scale`,
`data-origin`), and each link, joint, axis, zero line and arc says whose it is.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.closed.printing.tree_writer import typeset
from dalembert.drawing.letter import Letters, symbol, word
from dalembert.drawing.path import Shape, circle, line, span
from dalembert.drawing.place import Name, Placed, placed
from dalembert.drawing.sheet import Sheet, lettered
from dalembert.errors import WrongValue, shown
from dalembert.formats.visual import Visual
from dalembert.formats.visual import visuals as read_visuals
from dalembert.kinematics.outline import Hinge, Outline, outline
from dalembert.kinematics.schematic import schematic
from dalembert.robot.model import Robot
from dalembert.view import angle, ground, sign, surface
from dalembert.view.naming import bodies_named, lengths_named
from dalembert.view.projection import Projection, plane, space

Array = NDArray[Any]
_FEW = 4  # joints, up to which angles in space are shown with their zero lines
_MARGIN = 4.0  # points of paper around everything


@dataclass(frozen=True)
class Wish:
    """What to show: names of these coordinates, frames, mass centres; in a sheet of about this size, in points."""

    labels: tuple[str, ...]
    frames: bool = True
    named: bool = True
    size: tuple[float, float] = (150.0, 165.0)


def draw(
    robot: Robot,
    q: ArrayLike | None = None,
    path: str | os.PathLike[str] | None = None,
    *,
    frame: str | None = None,
    frames: bool = True,
    labels: bool | Collection[str] = True,
    view: tuple[float, float] | None = None,
    flat: bool | None = None,
    width: float = 214.0,
    visuals: str | os.PathLike[str] | None = None,
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
) -> Sheet:
    """The robot at q (default: a bent posture; lengths that are symbols get sample values), in points.

    `path` keeps it as .svg, .png or .pdf. `view` is elevation and azimuth in degrees of a spatial picture, which `flat=False`
    makes of a planar robot too. `labels` names coordinates and lengths, or the coordinates listed; `width` is that of
    the sheet, about. `visuals` is the URDF or MJCF file the robot was loaded from: its links are then drawn with the
    shapes and meshes it names, those of `package://NAME/…` in the folders of `packages`.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"a picture needs a Robot first, got {type(robot).__name__}")
    if not 40 <= width <= 2000:
        raise WrongValue(f"width is {shown(width)}; a picture is 40 to 2000 points wide")
    what = schematic(robot, q, frame)
    drawn = outline(robot, what.q, frame)
    told = tuple(robot.actuated if robot.loops else robot.coordinates) if labels is True else tuple(labels or ())
    for name in told:
        robot.coordinate(name)
    beside = 24.0 + 44.0 * frames + 14.0 * bool(labels)  # points that names, axes and weight take, about
    wish = Wish(told, frames, bool(labels), (max(0.35 * width, width - beside), 0.9 * width))
    shown_as = read_visuals(visuals, packages) if visuals is not None else ()
    poses = surface.poses(robot, what.q, {x.link for x in shown_as}) if shown_as else {}
    in_plane = False if shown_as else flat
    sheet = figure(robot, drawn, wish, view, in_plane, surfaces=(shown_as, poses))
    over = sheet.box[2] - width
    if over > 0.05 * width:
        wish = replace(wish, size=(max(0.35 * width, wish.size[0] - over), 0.95 * width))
        sheet = figure(robot, drawn, wish, view, in_plane, surfaces=(shown_as, poses))
    if path is not None:
        sheet.save(path)
    return sheet


def figure(
    robot: Robot,
    what: Outline,
    wish: Wish,
    view: tuple[float, float] | None = None,
    flat: bool | None = None,
    solids: Collection[tuple[Array, Array, str]] = (),
    surfaces: tuple[tuple[Visual, ...], Mapping[str, Array]] = ((), {}),
) -> Sheet:
    """The picture of an outline; `solids` are ellipsoids (centre, A, colour), the points c + √A u with |u| ≤ 1."""
    in_plane = what.normal is not None and flat is not False and view is None
    seen = _fitted(plane(what.normal) if in_plane and what.normal is not None else space(what, view), what, wish.size)
    size = _symbol_size(what, seen)
    shapes = _bodies(robot, what, seen, size)
    faces = surface.surfaces(*surfaces, seen)
    if faces:
        shapes = [*(x for x in ground.base(what, seen, size) if x.name in ("ground", "hatch")), *faces]
    marks, names = _coordinates(robot, what, seen, size, wish)
    shapes = [
        *([] if seen.flat else [_axis(h, seen, size) for h in what.hinges if h.symbol == "turn"]),
        *shapes,
        *marks,
    ]
    shapes += [x for solid in solids for x in sign.ellipsoid(*solid, seen)]
    if wish.named:
        more, said = lengths_named(robot, what, seen, size)
        shapes += more
        names += said
        more, said = bodies_named(robot, what, seen, size)
        shapes += more
        names += said
    if wish.frames:
        more, said = _frames(what, seen, size, wish, span([x.path for x in shapes]) if shapes else (0, 0, 0, 0))
        shapes += more
        names += said
    spots = placed(names, shapes)
    shapes, spots = _weighed(what, seen, shapes, spots, wish)
    every = [*shapes, *(y for x in spots for y in lettered(x))]
    left, top, right, bottom = span([x.path for x in every])
    edge = max([x.width / 2 for x in shapes if x.stroke], default=0.0) + _MARGIN
    box = (left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge)
    return Sheet(f"{shown(robot.name)}, drawn", tuple(every), box, seen.facts())


def _fitted(seen: Projection, what: Outline, size: tuple[float, float]) -> Projection:
    """Scaled so that every point lies on a sheet of this size."""
    points = np.concatenate([what.points, *([x.com[None] for x in what.shapes if x.com is not None])])
    if not len(points):
        points = np.zeros((1, 3))
    if not what.floats:
        points = np.concatenate([points, np.zeros((1, 3))]) if ground.has_post(what) else points
    flat = np.stack([points @ seen.right, points @ seen.up], axis=-1)
    extent = np.ptp(flat, axis=0)
    scale = min(s / x if x > 1e-9 else np.inf for s, x in zip(size, extent, strict=True))
    return replace(seen, scale=float(scale) if np.isfinite(scale) else 60.0)


def _symbol_size(what: Outline, seen: Projection) -> float:
    """The radius of joints, in points: a third of the distance of the nearest two, within bounds."""
    at = np.array([seen(h.shown) for h in what.hinges]).reshape(-1, 2)
    apart = np.linalg.norm(at[:, None] - at, axis=-1)
    near = np.sort(apart[np.triu_indices(len(at), 1)])
    near = near[near > 4.0]
    least = float(np.percentile(near, 10)) if len(near) else 60.0
    top = 6.6 if seen.flat else 9.0
    return float(np.clip(0.36 * least, 4.4 if len(at) < 9 else 3.0, top if len(at) < 9 else 5.5))


def _bodies(robot: Robot, what: Outline, seen: Projection, size: float) -> list[Shape]:
    """Ground, links and joints, far ones first."""
    layers: list[tuple[float, list[Shape]]] = []
    for body in what.shapes[1:]:
        held = _hinged(what, body)
        layers += sign.body(body, seen, size, held, star=not robot.loops and held)
    for a, b, elastic in what.rods:
        depth = (seen.depth(a) + seen.depth(b)) / 2
        layers.append(
            (depth, [sign.spring(seen(a), seen(b), 0.6 * size)] if elastic else sign.rod(seen(a), seen(b), size))
        )
    lift = 1.6 * size / seen.scale
    for hinge in what.hinges:
        made = sign.joint(hinge, seen, size)
        if hinge.symbol == "slide":
            layers += sign.slide(hinge, what, seen, size)
        elif made:
            layers.append((seen.depth(hinge.shown) + (1e9 if seen.flat else lift), made))
    centres = [
        (1e8, sign.mass_centre(seen(x.com), 0.68 * size))
        for x in what.shapes[1:]
        if x.com is not None and (seen.flat or x.centre is not None) and _shows_centre(x, what, seen, size)
    ]
    floor = ground.base(what, seen, size)
    return [*floor, *(y for _, x in sorted([*layers, *centres], key=lambda z: z[0]) for y in x)]


def _hinged(what: Outline, body: Any) -> bool:
    """Whether a joint holds a body."""
    k = next(k for k, x in enumerate(what.shapes) if x is body)
    return any(h.moves == k for h in what.hinges)


def _shows_centre(body: Any, what: Outline, seen: Projection, size: float) -> bool:
    """A mass centre is drawn where it is not under a joint."""
    there = seen(body.com)
    return len(what.hinges) <= 6 and all(np.linalg.norm(there - seen(h.shown)) > 1.9 * size for h in what.hinges)


def _coordinates(
    robot: Robot, what: Outline, seen: Projection, size: float, wish: Wish
) -> tuple[list[Shape], list[Name]]:
    """Axes, angles and ways of the joints, with their names."""
    shapes: list[Shape] = []
    names: list[Name] = []
    number = {name: k for k, name in enumerate(robot.coordinates, 1)}
    arcs = seen.flat or len(what.hinges) <= _FEW
    for hinge in what.hinges:
        told = [x for x in hinge.names if x in wish.labels]
        letters: Letters = tuple(y for x in told[:1] for y in symbol(typeset(f"q{number[x]}", {})))
        if len(told) > 1:
            letters = (*letters, *word(" … "), *symbol(typeset(f"q{number[told[-1]]}", {})))
        if not told:
            continue
        if hinge.symbol == "slide":
            made = angle.way(hinge, seen, size, letters, _side(hinge, what, seen))
        elif hinge.symbol == "turn" and hinge.q is not None and arcs and angle.has_arc(hinge) and _clear(hinge, seen):
            reach = _reach(hinge, what, seen)
            radius = float(np.clip(0.42 * reach, 1.9 * size, 36.0))
            made = angle.angle(hinge, seen, radius, max(radius + 12, 0.55 * reach), letters)
        elif hinge.symbol == "turn":
            made = angle.sense(hinge, seen, size, letters)
        else:
            made = ([], [Name(letters, seen(hinge.at), 1.3 * size, (1, -1), 10.0, "angle", hinge.joint)])
        shapes += made[0]
        names += made[1]
    return shapes, names


def _side(hinge: Hinge, what: Outline, seen: Projection) -> Array:
    """On which side of a slide its way is drawn: below the ground it slides on, above a link, to the right in space."""
    if not seen.flat:
        return np.array([1.0, -0.2])
    return np.array([0.1, 1.0 if what.shapes[hinge.carrier].ground else -1.0])


def _clear(hinge: Hinge, seen: Projection) -> bool:
    """Whether the plane of an arc is not seen on edge."""
    return abs(float(hinge.axis @ seen.toward)) > 0.2


def _reach(hinge: Hinge, what: Outline, seen: Projection) -> float:
    """How far the moved link, or what slides on it, goes across the axis, in points."""
    ends = [*what.shapes[hinge.moves].points, *(h.to for h in what.hinges if h.carrier == hinge.moves)]
    off = [x - hinge.at for x in ends]
    return max(float(np.linalg.norm(x - (x @ hinge.axis) * hinge.axis)) for x in off) * seen.scale or 40.0


def _axis(hinge: Hinge, seen: Projection, size: float) -> Shape:
    """The axis of a turn, dash-dotted, beyond its cylinder."""
    half = 2.1 * size / seen.scale * hinge.axis
    ends = line(seen(hinge.shown - half), seen(hinge.shown + half))
    return Shape(ends, None, "quiet", 0.45, (5.0, 1.6, 1.0, 1.6), name="axis", data={"turns": hinge.joint or hinge.cut})


def _frames(
    what: Outline, seen: Projection, size: float, wish: Wish, drawn: tuple[float, ...]
) -> tuple[list[Shape], list[Name]]:
    """The world's axes at its origin, or, in space and where the robot floats, in a corner; names of frames at ends."""
    points = np.array([seen(x) for x in what.points]).reshape(-1, 2) if len(what.points) else np.zeros((1, 2))
    if seen.flat and not what.floats:
        at, length = seen(np.zeros(3)), float(np.clip(0.32 * np.ptp(points, axis=0).max(), 24.0, 52.0))
    else:
        length = 20.0
        ways = np.array([seen.vector(x) for x in np.eye(3)]) * length / seen.scale
        low = max(drawn[3], drawn[1] + 78.0)  # below the arrow of weight, which stands at the right too
        at = np.array([drawn[2] + 10.0 - ways[:, 0].min(initial=0.0), low - ways[:, 1].max(initial=0.0)])
    shapes, names = ground.axes(seen, at, length)
    for shape in what.shapes[1:]:
        for k, name in shape.ends.items():
            end = seen(shape.points[k])
            shapes.append(Shape(circle(end, 1.6 if seen.flat else 1.3), "ink", None, name="end", data={"frame": name}))
            if len(what.shapes) < 12 and wish.named:
                names.append(Name(word(name), end, 1.1 * size + 1, end - points.mean(axis=0), 9.0, "quiet", name))
    return shapes, names


def _weighed(
    what: Outline, seen: Projection, shapes: list[Shape], spots: list[Placed], wish: Wish
) -> tuple[list[Shape], list[Placed]]:
    """The arrow of weight in the emptiest corner beside the drawing."""
    if not wish.frames:
        return shapes, spots
    robot = [x for x in shapes if "axis" not in x.data and x.name != "head"]
    _, top, right, _ = span([x.path for x in robot]) if robot else (0.0, 0.0, 1.0, 1.0)
    boxes = [x.box for x in spots]
    right = max([right, *(b[2] for b in boxes if b[1] < top + 56 and b[3] > top)])
    at = np.array([right + 14.0, top + 6.0])
    arrow, names = ground.weight(what, seen, at)
    if arrow:
        low = span([x.path for x in arrow])
        slip = np.array([max(0.0, right + 8.0 - low[0]), max(0.0, top - low[1])])
        arrow, names = ground.weight(what, seen, at + slip)
    return [*shapes, *arrow], [*spots, *placed(names, [*shapes, *arrow], boxes)]
