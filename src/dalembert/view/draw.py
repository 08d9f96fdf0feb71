"""A robot as a textbook draws it: `draw(robot)`, in its plane where it moves in one, else in space.

Every point is where forward kinematics puts it: the file states the projection (`data-right`, `data-up`, `data-scale`,
`data-origin`), and each link, joint, axis, zero line and arc says whose it is.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.drawing.letter import word
from dalembert.drawing.path import Shape, circle, line, moved, span
from dalembert.drawing.place import Name, Placed, placed
from dalembert.drawing.sheet import Sheet, lettered
from dalembert.errors import WrongValue, shown
from dalembert.formats.finding import Log
from dalembert.formats.visual import Visual
from dalembert.formats.visual import visuals as read_visuals
from dalembert.kinematics.outline import Outline, outline
from dalembert.kinematics.posture import stance
from dalembert.robot.model import Robot
from dalembert.view import angle, ground, sign, surface
from dalembert.view.corner import corner
from dalembert.view.naming import bodies_named, lengths_named
from dalembert.view.projection import Projection, plane, space
from dalembert.view.surface import Surfaces

Array = NDArray[Any]
_SAID = 6  # notes that are told one by one
_CROWD, _NAMED = 40, 20  # names from which on they are thinned out, to about so many
_TRIES = 3  # pictures made to come near the width asked for
_NONE = Surfaces()
_MARGIN = 4.0  # points of paper around everything


@dataclass(frozen=True)
class Wish:
    """What to show: names of these coordinates, frames, mass centres; in a sheet of about this size, in points."""

    labels: tuple[str, ...]
    frames: bool = True
    named: bool = True
    size: tuple[float, float] = (150.0, 165.0)
    symbols: Mapping[str, str] = field(default_factory=dict)  # letters of one's own: {"q": "theta"}


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
    symbols: Mapping[str, str] | None = None,
) -> Sheet:
    """The robot at q (default: a bent posture; lengths that are symbols get sample values), in points.

    `path` keeps it as .svg, .png or .pdf. `view` is elevation and azimuth in degrees of a spatial picture, which `flat=False`
    makes of a planar robot too. `labels` names coordinates (of very many every few) and lengths, or those listed; `width` is that of
    the sheet, about. `visuals` is the URDF or MJCF file the robot was loaded from: its links are then drawn with the
    shapes and meshes it names, those of `package://NAME/…` in the folders of `packages`. `symbols`: letters of one's own,
    {"q": "theta"}, as equations take them.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"a picture needs a Robot first, got {type(robot).__name__}")
    if not 40 <= width <= 2000:
        raise WrongValue(f"width is {shown(width)}; a picture is 40 to 2000 points wide")
    state = stance(robot, q, frame)
    drawn = outline(robot, state, frame)
    told = _thinned(robot.actuated if robot.loops else robot.coordinates) if labels is True else tuple(labels or ())
    for name in told:
        robot.coordinate(name)
    beside = 24.0 + 44.0 * frames + 14.0 * bool(labels)  # points that names, axes and weight take, about
    wish = Wish(told, frames, bool(labels), (max(0.35 * width, width - beside), 0.9 * width), symbols or {})
    log = Log()
    shown_as = read_visuals(visuals, packages, log) if visuals is not None else ()
    surfaces = surface.surfaces(robot, state, shown_as) if shown_as else _NONE
    in_plane = False if shown_as else flat
    sheet = figure(robot, drawn, wish, view, in_plane, surfaces=surfaces)
    for _ in range(_TRIES):
        over = sheet.box[2] - width
        if abs(over) < 0.04 * width or (over < 0 and sheet.box[3] > width):
            break
        wish = replace(wish, size=(max(0.35 * width, wish.size[0] - over), 0.95 * width))
        sheet = figure(robot, drawn, wish, view, in_plane, surfaces=surfaces)
    sheet = replace(sheet, notes=_notes(robot, shown_as, log))
    if sheet.notes:
        warnings.warn("; ".join(sheet.notes), stacklevel=2)
    if path is not None:
        sheet.save(path)
    return sheet


def _thinned(names: Sequence[str]) -> tuple[str, ...]:
    """All of them, or every second, third … from the first on, so that they do not hide what they name."""
    return tuple(names[:: -(-len(names) // _NAMED)]) if len(names) > _CROWD else tuple(names)


def _notes(robot: Robot, shapes: tuple[Visual, ...], log: Log) -> tuple[str, ...]:
    """What is not drawn as its file shows it."""
    links = {x.name for x in robot.links}
    strange = sorted({x.link for x in shapes} - links)
    more = (
        [f"shapes of {', '.join(map(shown, strange[:4]))} are not drawn: the robot has no such links"]
        if strange
        else []
    )
    said = [*log.warnings, *more]
    return (*said[:_SAID], f"and {len(said) - _SAID} more like these") if len(said) > _SAID else tuple(said)


def figure(
    robot: Robot,
    what: Outline,
    wish: Wish,
    view: tuple[float, float] | None = None,
    flat: bool | None = None,
    solids: Collection[tuple[Array, Array, str]] = (),
    surfaces: Surfaces = _NONE,
) -> Sheet:
    """The picture of an outline; `solids` are ellipsoids (centre, A, colour), the points c + √A u with |u| ≤ 1."""
    in_plane = what.normal is not None and flat is not False and view is None and (flat or not what.stacked)
    seen = _fitted(plane(what.normal) if in_plane and what.normal is not None else space(what, view), what, wish.size)
    size = _symbol_size(what, seen)
    shapes = _bodies(robot, what, seen, size, surfaces)
    marks, names = angle.coordinates(robot, what, seen, size, wish.labels, wish.symbols)
    shapes = [
        *([] if seen.flat else [angle.axis_line(h, seen, size) for h in what.hinges if h.symbol == "turn"]),
        *shapes,
        *marks,
    ]
    shapes += [x for solid in solids for x in sign.ellipsoid(*solid, seen)]
    if wish.named:
        more, said = lengths_named(robot, what, seen, size, wish.symbols)
        shapes += more
        names += said
        more, said = bodies_named(robot, what, seen, size, wish.symbols)
        shapes += more
        names += said
    at_home = seen.flat and not what.floats and _is_near(what)  # the axes stand at their origin
    if wish.frames:
        more, said = _ends(what, seen, size, wish)
        shapes += more
        names += said
    if wish.frames and at_home:
        points = np.array([seen(x) for x in what.points]).reshape(-1, 2)
        length = float(np.clip(0.32 * np.ptp(points, axis=0).max(), 24.0, 52.0))
        more, said = ground.axes(seen, seen(np.zeros(3)), length)
        shapes += more
        names += said
    spots = placed(names, shapes)
    if wish.frames:
        if not at_home:
            shapes, spots = _aside(ground.axes(seen, np.zeros(2), 20.0), shapes, spots, (1, 1))
        shapes, spots = _aside(ground.weight(what, seen, np.zeros(2)), shapes, spots, (1, -1))
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
    foot = None if what.floats else np.zeros(3) if seen.flat and _is_near(what) else ground.post_foot(what)
    if foot is not None:
        points = np.concatenate([points, foot[None]])
    flat = np.stack([points @ seen.right, points @ seen.up], axis=-1)
    extent = np.ptp(flat, axis=0)
    scale = min(s / x if x > what.near else np.inf for s, x in zip(size, extent, strict=True))
    scale = float(scale) if np.isfinite(scale) else 60.0
    return replace(seen, scale=scale, origin=tuple((-scale * flat.mean(axis=0) * [1, -1]).tolist()))


def _is_near(what: Outline) -> bool:
    """Whether the world's origin, where the axes of a planar robot stand, is near enough to be drawn with it."""
    reach = float(np.ptp(what.points, axis=0).max()) if len(what.points) else 0.0
    return bool(len(what.points)) and bool(np.linalg.norm(what.points, axis=1).min() <= 3 * reach)


def _symbol_size(what: Outline, seen: Projection) -> float:
    """The radius of joints, in points: a third of the distance of the nearest two, within bounds."""
    at = np.array([seen(h.shown) for h in what.hinges]).reshape(-1, 2)
    apart = np.linalg.norm(at[:, None] - at, axis=-1)
    near = np.sort(apart[np.triu_indices(len(at), 1)])
    near = near[near > 4.0]
    least = float(np.percentile(near, 10)) if len(near) else 60.0
    top = 6.6 if seen.flat else 9.0
    low = min(4.4 if len(at) < 9 else 3.0, 0.045 * float(np.ptp(at, axis=0).max()) or 4.4) if len(at) > 1 else 4.4
    return float(np.clip(0.36 * least, low, top if len(at) < 9 else 5.5))


def _bodies(robot: Robot, what: Outline, seen: Projection, size: float, surfaces: Surfaces) -> list[Shape]:
    """Ground, links and joints, far ones first; links that have shapes of their own as these, without their joints."""
    hidden = surfaces.covered
    layers: list[tuple[float, list[Shape]]] = [(d, [x]) for d, x in surface.faces(surfaces, seen)]
    for body in what.shapes[1:]:
        if body.link in hidden:
            continue
        held = _hinged(what, body)
        layers += sign.body(body, seen, size, held, star=not robot.loops and held)
    for a, b, elastic in what.rods:
        depth = (seen.depth(a) + seen.depth(b)) / 2
        layers.append(
            (depth, [sign.spring(seen(a), seen(b), 0.6 * size)] if elastic else sign.rod(seen(a), seen(b), size))
        )
    lift = 1.6 * size / seen.scale
    for hinge in what.hinges:
        if hinge.moves >= 0 and what.shapes[hinge.moves].link in hidden:
            continue
        made = sign.joint(hinge, seen, size)
        if hinge.symbol == "slide":
            layers += sign.slide(hinge, what, seen, size)
        elif made:
            layers.append((seen.depth(hinge.shown) + (1e9 if seen.flat else lift), made))
    centres = [
        (1e8, sign.mass_centre(seen(x.com), 0.68 * size))
        for x in what.shapes[1:]
        if x.com is not None
        and not hidden
        and (seen.flat or x.centre is not None)
        and _shows_centre(x, what, seen, size)
    ]
    floor = [
        x for x in ground.base(what, seen, size) if x.name in ("ground", "hatch", "foot") or robot.root not in hidden
    ]
    return [*floor, *(y for _, x in sorted([*layers, *centres], key=lambda z: z[0]) for y in x)]


def _hinged(what: Outline, body: Any) -> bool:
    """Whether a joint holds a body."""
    k = next(k for k, x in enumerate(what.shapes) if x is body)
    return any(h.moves == k for h in what.hinges)


def _shows_centre(body: Any, what: Outline, seen: Projection, size: float) -> bool:
    """A mass centre is drawn where it is not under a joint."""
    there = seen(body.com)
    return len(what.hinges) <= 6 and all(np.linalg.norm(there - seen(h.shown)) > 1.9 * size for h in what.hinges)


def _ends(what: Outline, seen: Projection, size: float, wish: Wish) -> tuple[list[Shape], list[Name]]:
    """Points and names of the frames at the ends of branches."""
    shapes: list[Shape] = []
    names: list[Name] = []
    points = np.array([seen(x) for x in what.points]).reshape(-1, 2) if len(what.points) else np.zeros((1, 2))
    for shape in what.shapes[1:]:
        for k, name in shape.ends.items():
            end = seen(shape.points[k])
            shapes.append(Shape(circle(end, 1.6 if seen.flat else 1.3), "ink", None, name="end", data={"frame": name}))
            if len(what.shapes) < 12 and wish.named:
                names.append(Name(word(name), end, 1.1 * size + 1, end - points.mean(axis=0), 9.0, "quiet", name))
    return shapes, names


def _aside(
    made: tuple[list[Shape], list[Name]], shapes: list[Shape], spots: list[Placed], at: tuple[int, int]
) -> tuple[list[Shape], list[Placed]]:
    """A block that belongs to no point of the robot, with its names, in an empty corner."""
    block, names = made
    if not block:
        return shapes, spots
    boxes = [x.box for x in spots]
    own = [x.box for x in placed(names, block)]
    left, top, right, bottom = (np.array([span([x.path for x in block]), *own])[:, k] for k in range(4))
    around = (left.min(), top.min(), right.max(), bottom.max())
    drawn = span([*(x.path for x in shapes), *(line(b[:2], b[2:]) for b in boxes)]) if shapes else (0.0, 0.0, 0.0, 0.0)
    x, y = corner(around, shapes, boxes, drawn, at)
    block = [replace(s, path=moved(s.path, x, y)) for s in block]
    names = [replace(n, anchor=np.asarray(n.anchor) + [x, y]) for n in names]
    return [*shapes, *block], [*spots, *placed(names, [*shapes, *block], boxes)]
