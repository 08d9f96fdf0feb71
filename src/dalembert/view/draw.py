"""Textbook drawings of robots: implementation of `draw(robot)`. Planar robots are drawn in the plane of motion, and all
other robots in 3D.

Forward kinematics determines the position of every point. The file contains the projection (`data-right`, `data-up`,
`data-scale`, `data-origin`). In the file, each link, joint, axis, zero line and arc is labelled with the name of the
object that it represents.

An angle is drawn as the arc at + r (cos t · zero + sin t · (axis × zero)), t = 0 to q, in the plane of rotation. The
arc starts on the zero line and ends on the link, and its arrowhead shows the positive direction. Displacements of
prismatic joints are drawn as straight arrows.

Lengths are written next to their links. Distances to centres of mass, masses and moments of inertia are written for
planar arms. The world axes and gravity are drawn in or next to a corner of the drawing. Among all grid positions
without overlap, the program selects those that enlarge the drawing least. Of these, it selects the position nearest to
the preferred corner.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.argument import FilePath, Packages, instance, real
from dalembert.boundary import Array, RobotLike, StateLike, as_frame, as_q, as_robot
from dalembert.closed.printing.display import typeset
from dalembert.drawing.svg import (
    Box,
    Drawing,
    Drawn,
    Label,
    Letters,
    PlacedLabel,
    Shapes,
    StyledPath,
    across,
    arc,
    circle,
    head,
    inside,
    lettered,
    line,
    listed,
    marks,
    meet,
    moved,
    placed,
    span,
    symbol,
    word,
)
from dalembert.errors import DalembertWarning, shown
from dalembert.finding.finding import LinkName
from dalembert.formats.robot_file import FindingLog
from dalembert.formats.visual import Visual
from dalembert.formats.visual import visuals as read_visuals
from dalembert.graph import evaluate, symbols
from dalembert.graph.node import to_text
from dalembert.robot.model import Robot
from dalembert.spatial.rotation import norm, normal_basis, normalized
from dalembert.tolerance import NEGLIGIBLE
from dalembert.view import mesh, schematic
from dalembert.view.diagram import ORIGIN, JointSymbol, Outline, Projection, distances, extent, outline, plane, space
from dalembert.view.mesh import Surfaces
from dalembert.view.posture import stance

_STEP, _ROOM = 4.0, 7.0  # points: grid spacing, and distance from other objects
_GROWN, _FAR = 1.0, 0.12  # cost per point of picture growth, and per point of distance from the corner


def corner(
    block: Box,
    shapes: Sequence[StyledPath],
    boxes: Sequence[Any],
    drawn: Box,
    at: tuple[int, int],
) -> Array:
    """Compute the displacement that moves a block (left, top, right, bottom) to a corner of the drawing.

    For example, `at` = (1, -1) selects the upper right corner.
    """
    left, top, right, bottom = drawn
    wide, tall = block[2] - block[0], block[3] - block[1]
    points = marks(shapes)[:, :2]
    columns = np.arange(left, right + _ROOM + _STEP, _STEP)
    rows = np.arange(top, bottom + _ROOM + _STEP, _STEP)
    x, y = (grid.ravel() for grid in np.meshgrid(columns, rows))
    grown = np.maximum(0.0, x + wide - right) + np.maximum(0.0, y + tall - bottom)
    far = np.hypot(x - (right - wide if at[0] > 0 else left), y - (bottom - tall if at[1] > 0 else top))
    for k in np.argsort(_GROWN * grown + _FAR * far, kind="stable"):
        u, v = float(x[k]), float(y[k])
        where = (u, v, u + wide, v + tall)
        if not (inside(points, where, _ROOM).any() or any(meet(where, box, _ROOM) for box in boxes)):
            return np.array([u - block[0], v - block[1]])
    return np.array([right + _ROOM - block[0], top - block[1]])


Spelled = Mapping[str, str]  # letters that replace the usual symbols
Spot = tuple[Any, float, Any]  # label position of a coordinate: point, distance from the point, and side
_FEW_JOINTS = 4  # up to this number of joints, angles in space are drawn with zero lines
_LEAST, _MOST = 0.09, 2 * np.pi  # rad, range of angles that are drawn as arcs
_DASHED = (5.0, 1.6, 1.0, 1.6)


def coordinates(
    robot: Robot, what: Outline, seen: Projection, size: float, labels: Collection[str], chosen: Spelled
) -> Drawn:
    """Draw and label the axes, angles and displacements of the joints."""
    shapes: Shapes = []
    names: list[Label] = []
    number = {name: k for k, name in enumerate(robot.coordinates, 1)}
    arcs = seen.flat or len(what.hinges) <= _FEW_JOINTS
    for hinge in what.hinges:
        labelled = [symbol(typeset(f"q{number[x]}", {}, chosen)) for x in hinge.names if x in labels]
        if not labelled:
            continue
        drawn: Shapes = []
        spot: Spot = (seen(hinge.at), 1.3 * size, (1, -1))
        if hinge.symbol == "slide":
            drawn, spot = way(hinge, seen, size, _side(hinge, what, seen))
        elif hinge.symbol == "turn" and arcs and _has_arc(hinge, seen):
            reach = _reach(hinge, what, seen)
            radius = float(np.clip(0.42 * reach, 1.9 * size, 36.0))
            drawn, spot = angle(hinge, seen, radius, max(radius + 12, 0.55 * reach))
        elif hinge.symbol == "turn":
            drawn, spot = sense(hinge, seen, size)
        letters: Letters = (*labelled[0], *(word(" … ") + labelled[-1] if len(labelled) > 1 else ()))
        shapes += drawn
        names.append(Label(letters, *spot, 10.0, "angle", hinge.joint))
    return shapes, names


def _side(hinge: JointSymbol, what: Outline, seen: Projection) -> Array:
    """Return the side on which to draw a displacement arrow: below the ground, above a link, or, in 3D, outside."""
    if not seen.flat:  # on the outer side
        middle = np.mean([seen(h.shown) for h in what.hinges], axis=0)
        return np.asarray(0.5 * (seen(hinge.at) + seen(hinge.to)) - middle + [1.0, -0.2])
    return np.array([0.1, 1.0 if what.shapes[hinge.carrier].ground else -1.0])


def _has_arc(hinge: JointSymbol, seen: Projection) -> bool:
    """Return whether the angle of a joint can be drawn, which is impossible if its plane is viewed edge-on."""
    there = hinge.zero is not None and hinge.q is not None and abs(hinge.q) <= _MOST
    return there and abs(float(hinge.axis @ seen.toward)) > 0.2


def _reach(hinge: JointSymbol, what: Outline, seen: Projection) -> float:
    """Return the extent of the moving link perpendicular to the axis, in points."""
    ends = [*what.shapes[hinge.moves].points, *(h.to for h in what.hinges if h.carrier == hinge.moves)]
    off = [x - hinge.at for x in ends]
    return max(norm(x - (x @ hinge.axis) * hinge.axis) for x in off) * seen.scale or 40.0


def axis_line(hinge: JointSymbol, seen: Projection, size: float) -> StyledPath:
    """Draw the axis of a revolute joint as a dash-dotted line beyond its cylinder."""
    half = 2.1 * size / seen.scale * hinge.axis
    ends = line(seen(hinge.shown - half), seen(hinge.shown + half))
    return StyledPath(ends, None, "quiet", 0.45, _DASHED, name="axis", data={"turns": hinge.joint or hinge.cut})


def angle(hinge: JointSymbol, seen: Projection, radius: float, reach: float) -> tuple[Shapes, Spot]:
    """Draw the zero line and the arc of a rotation. `radius` is in points and refers to the front view of the arc."""
    q = hinge.q
    assert q is not None
    assert hinge.zero is not None
    r = radius / seen.scale
    at, zero = hinge.shown, hinge.zero
    square = np.cross(hinge.axis, zero)
    data = {"angle": hinge.joint}
    centre = seen(at)
    a = seen.vector(r * zero)
    b = seen.vector(r * square)
    shapes = [
        StyledPath(
            line(centre, seen(at + reach / seen.scale * zero)), None, "quiet", 0.55, _DASHED, name="zero", data=data
        )
    ]
    if abs(q) < _LEAST:
        return shapes, (centre + 0.75 * a, 2.0, -b)
    tangent = np.sign(q) * (b * np.cos(q) - a * np.sin(q))
    back = np.sign(q) * 4.6 / (norm(tangent) or 1.0)
    shapes += _arrow((centre, a, b), (0.0, q), back, 5.0, "arc", data)[0]
    middle = a * np.cos(q / 2) + b * np.sin(q / 2)
    return shapes, (centre + middle, 3.0, middle)


def _arrow(
    ellipse: tuple[Array, Array, Array], between: tuple[float, float], back: float, size: float, name: str, data: Any
) -> tuple[Shapes, Array]:
    """Return an arc c + a cos t + b sin t with an arrowhead, and the end point of the arc.

    The arrowhead covers the last part of the arc, of angle `back`.
    """
    c, a, b = ellipse
    start, end = between
    tip, before = (c + a * np.cos(t) + b * np.sin(t) for t in (end, end - back))
    curve = StyledPath(arc(c, a, b, start, end), None, "angle", 0.9, name=name, data=data)
    return [curve, head(tip, tip - before, size, "angle")], tip


def sense(hinge: JointSymbol, seen: Projection, size: float) -> tuple[Shapes, Spot]:
    """Draw a curved arrow about the axis in the positive direction of rotation, on the side that faces the viewer."""
    e, f = normal_basis(hinge.axis)
    facing = abs(float(hinge.axis @ seen.toward))
    nearest = float(np.arctan2(f @ seen.toward, e @ seen.toward)) if facing < 0.999 else np.pi / 2
    half = np.deg2rad(75 + 60 * facing)
    r = 1.5 * size / seen.scale
    centre = seen(hinge.shown)
    a = seen.vector(r * e)
    b = seen.vector(r * f)
    between, data = (nearest - half, nearest + half), {"sense": hinge.joint}
    shapes, tip = _arrow((centre, a, b), between, 4.6 / (1.5 * size), 4.6, "sense", data)
    return shapes, (tip, 2.5, tip - centre)


def way(hinge: JointSymbol, seen: Projection, size: float, side: Array) -> tuple[Shapes, Spot]:
    """Draw the displacement of a prismatic joint from zero to its position, or an arrow in the positive direction."""
    a, b = seen(hinge.at), seen(hinge.to)
    u = seen.vector(hinge.axis) / seen.scale
    length = norm(u)
    if length < 0.1:
        return [], (b, 1.6 * size, (1, -1))
    u = u / length
    v = across(u)
    v = v if v @ side >= 0 else -v
    off = (1.6 * size + (7 if v[1] > 0 else 16)) * v
    data = {"way": hinge.joint}
    shown = norm(b - a) > 9
    start, end = (a + off, b + off) if shown else (b + off - 9 * u, b + off + 9 * u)
    shapes = [StyledPath(line(start, end), None, "angle", 0.9, name="way" if shown else "sense", data=data)]
    if shown:
        shapes += [StyledPath(line(x + 0.6 * off, x + off + 3 * v), None, "angle", 0.45, name="tick") for x in (a, b)]
    shapes.append(head(end, end - start, 5.0, "angle"))
    return shapes, ((start + end) / 2, 3.0, v)


_BELOW = 4.6  # height of a foot with hatching, in joint radii
_FEW_LINKS = 3  # up to this number of links with mass, mass symbols are drawn


def lengths_named(what: Outline, seen: Projection, size: float, chosen: Spelled) -> Drawn:
    """Write the symbol of each link offset next to the middle of the link."""
    shapes: Shapes = []
    names = []
    for shape in what.shapes:
        start = ORIGIN if shape.ground else shape.points[0] if shape.points else None
        for point in shape.connections:
            if not point.offset or start is None or norm(point.at - start) * seen.scale < 8:
                continue
            a, b = seen(start), seen(point.at)
            letters, u = listed([written(x, chosen) for x in point.offset]), normalized(b - a)
            if shape.ground and seen.flat:  # the ground has no bar
                down = across(u) * (1 if u[0] > 0 or (u[0] == 0 and u[1] < 0) else -1)
                off = _BELOW * size * down
                shapes += measure(a, b, off)
                names.append(Label(letters, (a + b) / 2 + off, 2.0, down))
                continue
            share = 0.75 if shape.com is not None and seen.flat else 0.5
            names.append(Label(letters, a + share * (b - a), size + 2.5, _away(shape, what, seen, u)))
    return shapes, names


def bodies_named(robot: Robot, what: Outline, seen: Projection, size: float, chosen: Spelled) -> Drawn:
    """Draw symbolic masses, moments of inertia and distances to centres of mass for the links of a planar arm."""
    heavy = [x for x in what.shapes[1:] if x.com is not None]
    if not seen.flat or len(heavy) > _FEW_LINKS:
        return [], []
    shapes: Shapes = []
    names: list[Label] = []
    for shape in heavy:
        if not shape.link or not shape.points or shape.com is None:
            continue
        inertia = robot.link(shape.link).inertia
        a, c = seen(shape.points[0]), seen(shape.com)
        if norm(c - a) < 2.5 * size:
            continue
        left = _away(shape, what, seen, normalized(c - a))
        distance = [x for x in (_distance(y, inertia.mass, chosen) for y in inertia.ms) if x]
        if len(distance) == 1:
            off = (1.0 * size + 9) * left
            shapes += measure(a, c, off)
            names.append(Label(distance[0], (a + c) / 2 + off, 2.0, left))
        mass = symbols([inertia.mass])
        moment = symbols(inertia.parameters) - symbols([inertia.mass, *inertia.ms])
        text = [symbol(typeset(x, {}, chosen)) for x in [*sorted(mass), *sorted(moment)]]
        if text:
            names.append(Label(listed(text), c, size + 2.0, -left))
    return shapes, names


def _away(shape: Any, what: Outline, seen: Projection, u: Array) -> Array:
    """Return the side of a link that is opposite to its drawn angle.

    `u` is the direction of the link in the drawing.
    """
    left = -across(u)
    hinge = next((h for h in what.hinges if h.moves >= 0 and what.shapes[h.moves] is shape), None)
    if hinge is None or hinge.zero is None:
        return left
    zero = seen.vector(hinge.zero)
    return left if zero @ left <= 0 else -left


def written(x: Any, chosen: Spelled) -> Letters:
    """Format a symbol, or a product or quotient of numbers and symbols, as a formula.

    Format other expressions as text.
    """
    parts = re.split(r"([*/])", to_text(x).lstrip("-"))
    if not all(f in "*/" or f.isidentifier() or f.replace(".", "").isdigit() for f in parts):
        return word(to_text(x).replace("*", " "))
    kept = [f for f in parts if f != "*"]
    return tuple(run for f in kept for run in (symbol(typeset(f, {}, chosen)) if f.isidentifier() else word(f)))


def _distance(ms: Any, mass: Any, chosen: Spelled) -> Letters:
    """Return the symbol d with ms = m d, or the quotient ms/m. The result is empty if `ms` contains no symbols."""
    rest = sorted(symbols([ms]) - symbols([mass]))
    if not rest:
        return ()
    tried = {x: 1.37 + 0.61 * k for k, x in enumerate(sorted(symbols([ms, mass])))}
    ratio = abs(evaluate([ms / mass], tried)[0]) / tried[rest[0]]
    if len(rest) == 1 and abs(ratio - round(ratio)) < NEGLIGIBLE:
        times = round(ratio)
        return (*(word(times) if times != 1 else ()), *symbol(typeset(rest[0], {}, chosen)))
    return written(ms / mass, chosen)


def measure(a: Array, b: Array, off: Array) -> Shapes:
    """Draw a dimension line with an arrow at each end."""
    start, end = a + off, b + off
    u = normalized(end - start)
    out = normalized(off)
    ticks = [StyledPath(line(x + 0.6 * off, x + off + 2.5 * out), None, "quiet", 0.45, name="tick") for x in (a, b)]
    heads = [head(end, u, 4.0, "quiet"), head(start, -u, 4.0, "quiet")]
    return [*ticks, StyledPath(line(start, end), None, "quiet", 0.5, name="dimension"), *heads]


_CROWD, _NAMED = 40, 20  # above the first number of names, only about the second number is drawn
_TRIES = 4  # number of attempts to match the requested width
_NONE = Surfaces()
_MARGIN = 4.0  # margin in points


@dataclass(frozen=True)
class DrawStyle:
    """Style of a drawing: labels, frames and viewing direction.

    Parameters
    ----------
    labels : bool or collection of str
        Whether to label coordinates and lengths, or the names of the coordinates to label. If the number of coordinates
        is very large, only some are labelled.
    frames : bool
        Whether to draw the world axes and gravity.
    view : (float, float), optional
        Elevation and azimuth of a 3D drawing, in degrees.
    flat : bool, optional
        If False, a planar robot is drawn in 3D.
    symbols : mapping
        Letters that replace the usual symbols: ``{"q": "theta"}``.
    """

    labels: bool | Collection[str] = True
    frames: bool = True
    view: tuple[float, float] | None = None
    flat: bool | None = None
    symbols: Mapping[str, str] = field(default_factory=dict)


USUAL = DrawStyle()


def draw(
    robot: RobotLike,
    q: StateLike | None = None,
    path: FilePath | None = None,
    *,
    frame: str | None = None,
    style: DrawStyle = USUAL,
    width: float = 214.0,
    visuals: FilePath | None = None,
    packages: Packages | None = None,
    degrees: bool = False,
) -> Drawing:
    """Draw a robot as in a textbook: in the plane of motion if the robot is planar, otherwise in 3D.

    Parameters
    ----------
    robot : Robot, str or path
    q : array (nq,) or mapping from joint names, optional
        Configuration. The default is a configuration with bent joints. Symbolic lengths are replaced by sample values.
    path : str or path, optional
        Write the drawing to this file: .svg, .png or .pdf.
    frame : str, optional
        Link or frame that is drawn as the tool.
    style : DrawStyle
        Labels, world axes, viewing direction and letters.
    width : float
        Approximate width of the drawing in points, between 40 and 2000.
    visuals : str or path, optional
        URDF or MJCF file of the robot. Links are drawn with the shapes and meshes in this file.
    packages : mapping, optional
        Directories of ROS packages, for meshes given as ``package://NAME/…``.
    degrees : bool
        Whether the angles in `q` are in degrees.

    Returns
    -------
    Drawing
        Drawing that notebooks display and that `Drawing.save` writes to a file.

    Examples
    --------
    >>> import dalembert as da
    >>> drawing = da.draw("planar_2r", [30, 45], degrees=True, width=200)
    >>> bare = da.draw("ur5", style=da.view.DrawStyle(labels=False, view=(20, 35)))
    >>> drawing.svg()[:4]
    '<svg'
    """
    robot = as_robot(robot)
    frame, width = as_frame(robot, frame), real(width, "width", lower=40, upper=2000, unit="pt")
    style = instance(style, "style", DrawStyle, "a DrawStyle")
    q = None if q is None else as_q(robot, q, degrees=degrees)
    state = stance(robot, q, frame)
    drawn = outline(robot, state, frame)
    beside = 24.0 + 44.0 * style.frames + 14.0 * bool(style.labels)  # points for names, axes and gravity
    size = (max(0.35 * width, width - beside), 0.9 * width)
    log = FindingLog()
    shown_as = read_visuals(visuals, packages, log) if visuals is not None else ()
    surfaces = mesh.surfaces(robot, state, shown_as) if shown_as else _NONE
    style = replace(style, flat=False) if shown_as else style
    for _ in range(_TRIES):
        sheet = figure(robot, drawn, style, size, surfaces)
        over = sheet.box[2] - width
        if abs(over) < 0.04 * width or (over < 0 and sheet.box[3] > width):
            break
        size = (max(0.35 * width, size[0] - over), 0.95 * width)
    if left := _left_out(robot, shown_as, log):
        sheet = replace(sheet, notes=left.causes)
        warnings.warn(DalembertWarning(left), stacklevel=2)
    if path is not None:
        sheet.save(path)
    return sheet


def _labelled(robot: Robot, labels: bool | Collection[str]) -> tuple[str, ...]:
    """Return the coordinates to label.

    If the number of coordinates is very large, some are skipped at regular intervals.
    """
    if labels is not True:
        return tuple(robot.coordinate(name).name for name in labels or ())
    names = robot.actuated if robot.loops and robot.n > _FEW_LINKS else robot.coordinates
    return names[:: -(-len(names) // _NAMED)] if len(names) > _CROWD else names


def _left_out(robot: Robot, shapes: tuple[Visual, ...], log: FindingLog) -> finding.NotDrawn | None:
    """Return warnings about shapes in the robot file that are not drawn exactly."""
    strange = sorted({x.link for x in shapes} - {x.name for x in robot.links})
    unknown = (finding.StrangeShapes(tuple(map(LinkName, strange[:4]))),) if strange else ()
    causes = (*log.warnings, *unknown)
    return finding.NotDrawn(causes) if causes else None


def figure(robot: Robot, what: Outline, style: DrawStyle, size: tuple[float, float], surfaces: Surfaces) -> Drawing:
    """Draw the outline of a robot."""
    in_plane = style.flat is not False and style.view is None and (style.flat or not what.stacked)
    flat = plane(what.normal) if in_plane and what.normal is not None else space(what, style.view)
    seen = _fitted(flat, what, size)
    radius, letters = _symbol_size(what, seen), style.symbols
    axes = [] if seen.flat else [axis_line(h, seen, radius) for h in what.hinges if h.symbol == "turn"]
    parts: list[Drawn] = [
        ([*axes, *_bodies(robot, what, seen, radius, surfaces)], []),
        coordinates(robot, what, seen, radius, _labelled(robot, style.labels), letters),
    ]
    if style.labels:
        parts.append(lengths_named(what, seen, radius, letters))
        parts.append(bodies_named(robot, what, seen, radius, letters))
    at_home = seen.flat and not what.floats and _is_near(what)  # the axes are drawn at the world origin
    if style.frames:
        parts.append(_ends(what, seen, radius, bool(style.labels)))
    if style.frames and at_home:
        length = float(np.clip(0.32 * extent(seen(what.points)), 24.0, 52.0))
        parts.append(schematic.axes(seen, seen(ORIGIN), length))
    shapes = [x for drawn, _ in parts for x in drawn]
    names = [x for _, named in parts for x in named]
    spots = placed(names, shapes)
    if style.frames:
        if not at_home:
            shapes, spots = _aside(schematic.axes(seen, np.zeros(2), 20.0), shapes, spots, (1, 1))
        shapes, spots = _aside(schematic.weight(what, seen, np.zeros(2)), shapes, spots, (1, -1))
    every = [*shapes, *(y for x in spots for y in lettered(x))]
    left, top, right, bottom = span([x.path for x in every])
    edge = max([x.width / 2 for x in shapes if x.stroke], default=0.0) + _MARGIN
    box = (left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge)
    return Drawing(f"{shown(robot.name)}, drawn", tuple(every), box, seen.facts())


def _fitted(seen: Projection, what: Outline, size: tuple[float, float]) -> Projection:
    """Scale the projection so that all points fit into a drawing of the given size."""
    points = [*what.points, *(x.com for x in what.shapes if x.com is not None)] or [ORIGIN]
    foot = None if what.floats else ORIGIN if seen.flat and _is_near(what) else schematic.post_foot(what)
    flat = seen.vector(np.array(points if foot is None else [*points, foot]))
    sides = np.ptp(flat, axis=0)
    scale = min(s / x if x > what.near else np.inf for s, x in zip(size, sides, strict=True))
    scale = float(scale) if np.isfinite(scale) else 60.0
    return replace(seen, scale=scale, origin=tuple((-scale * flat.mean(axis=0)).tolist()))


def _is_near(what: Outline) -> bool:
    """Return whether the world origin is close enough to the robot to be drawn."""
    points = what.points
    return len(points) > 0 and min(map(norm, points)) <= 3 * extent(points)


def _symbol_size(what: Outline, seen: Projection) -> float:
    """Return the radius of joint symbols in points: a third of the smallest joint distance, within bounds."""
    at = seen(np.array([h.shown for h in what.hinges]).reshape(-1, 3))
    near = distances(at)
    near = near[near > 4.0]
    least = float(np.percentile(near, 10)) if len(near) else 60.0
    top = 6.6 if seen.flat else 9.0
    low = min(4.4 if len(at) < 9 else 3.0, 0.045 * extent(at) or 4.4) if len(at) > 1 else 4.4
    return float(np.clip(0.36 * least, low, top if len(at) < 9 else 5.5))


def _bodies(robot: Robot, what: Outline, seen: Projection, size: float, surfaces: Surfaces) -> Shapes:
    """Draw the ground, the links and the joints from back to front.

    Links with shapes from the robot file are drawn without joint symbols.
    """
    hidden = surfaces.covered
    layers: list[tuple[float, Shapes]] = [(d, [x]) for d, x in mesh.faces(surfaces, seen)]
    for k, body in enumerate(what.shapes):
        if k and body.link not in hidden:
            held = any(h.moves == k for h in what.hinges)
            layers += schematic.body(body, seen, size, held, star=not robot.loops and held)
    for a, b, elastic in what.rods:
        drawn = schematic.spring if elastic else schematic.rod
        layers.append((seen.depth((a + b) / 2), drawn(seen(a), seen(b), size)))
    lift = 1.6 * size / seen.scale
    for hinge in what.hinges:
        if hinge.moves >= 0 and what.shapes[hinge.moves].link in hidden:
            continue
        if hinge.symbol == "slide":
            layers += schematic.slide(hinge, what, seen, size)
        else:
            near = seen.depth(hinge.shown) + (1e9 if seen.flat else lift)
            layers.append((near, schematic.joint(hinge, seen, size)))
    for body in what.shapes[1:] if not hidden else ():
        if body.com is not None and (seen.flat or body.centre is not None):
            there = seen(body.com)
            if _is_clear(there, what, seen, size):
                layers.append((1e8, schematic.mass_centre(there, 0.68 * size)))
    floor = schematic.base(what, seen, size)
    if robot.root in hidden:
        floor = [x for x in floor if x.name in ("ground", "hatch", "foot")]
    return [*floor, *(x for _, layer in sorted(layers, key=lambda z: z[0]) for x in layer)]


def _is_clear(there: Array, what: Outline, seen: Projection, size: float) -> bool:
    """Return whether a centre of mass is visible, that is, not covered by a joint symbol."""
    return len(what.hinges) <= 6 and all(norm(there - seen(h.shown)) > 1.9 * size for h in what.hinges)


def _ends(what: Outline, seen: Projection, size: float, named: bool) -> Drawn:
    """Draw the origins and names of the frames at the ends of branches."""
    shapes: Shapes = []
    names: list[Label] = []
    points = seen(what.points)
    for shape in what.shapes[1:]:
        for point in shape.connections:
            if not (name := point.frame):
                continue
            end = seen(point.at)
            dot = circle(end, 1.6 if seen.flat else 1.3)
            shapes.append(StyledPath(dot, "ink", None, name="end", data={"frame": name}))
            if len(what.shapes) < 12 and named:
                names.append(Label(word(name), end, 1.1 * size + 1, end - points.mean(axis=0), 9.0, "quiet", name))
    return shapes, names


def _aside(
    made: Drawn, shapes: Shapes, spots: list[PlacedLabel], at: tuple[int, int]
) -> tuple[Shapes, list[PlacedLabel]]:
    """Draw a block of shapes and labels, such as the world axes, in an empty corner."""
    block, names = made
    if not block:
        return shapes, spots
    boxes = [x.box for x in spots]
    own = np.array([span([x.path for x in block]), *(x.box for x in placed(names, block))])
    left, top = own[:, :2].min(axis=0)
    right, bottom = own[:, 2:].max(axis=0)
    around = (left, top, right, bottom)
    drawn = span([*(x.path for x in shapes), *(line(b[:2], b[2:]) for b in boxes)]) if shapes else (0.0, 0.0, 0.0, 0.0)
    x, y = corner(around, shapes, boxes, drawn, at)
    block = [replace(s, path=moved(s.path, x, y)) for s in block]
    names = [replace(n, anchor=np.asarray(n.anchor) + [x, y]) for n in names]
    return [*shapes, *block], [*spots, *placed(names, [*shapes, *block], boxes)]
