"""Kinematic diagram of a robot, and its projection onto the drawing plane. Bodies are drawn as bars or plates, and
joints as symbols.

A body is drawn from its joint to all attached joints, including cut joints. The last body of a branch extends to a
frame or to the centre of mass. Free and planar joints have no symbol. A cut joint is drawn like any other joint. A
joint angle q is drawn between a zero line and an arm, where arm = Rot(axis, q) zero. Both are normal to the axis, and
the arm points along the link.

The projection is x = o + s (right · p), y = o − s (up · p), in points, with y pointing down. The vector `toward` points
towards the viewer. Planar robots are viewed along the normal of the plane of motion. World axes that lie in this plane
point to the right and upwards. Other robots are viewed from the side and slightly above, with gravity pointing down.
The view direction with the largest distance between joints is selected from many candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby, pairwise
from typing import Any, TypeAlias

import numpy as np

from dalembert.algorithms.sweep import joints, world_poses
from dalembert.graph import evaluate, symbols
from dalembert.graph.scalar import is_zero
from dalembert.kinematics.chain import matrix, sample_lengths
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.spring import Strut
from dalembert.robot.tree import Body, Tree, tree
from dalembert.spatial.rotation import Array, norm, normal_basis, normalized
from dalembert.spatial.vector import Vector
from dalembert.tolerance import AXIS, FEW_ROUNDINGS, HIDDEN, NO_LENGTH, ROUNDING, SAME_POINT


@dataclass(frozen=True, eq=False)
class JointSymbol:
    """Symbol of a joint or a cut joint."""

    symbol: str  # turn, slide, universal, ball, weld
    at: Array
    axis: Array
    to: Array  # position of a prismatic joint; `at` for all others
    names: tuple[str, ...] = ()  # names of the coordinates
    joint: str = ""  # name of the joint; "" for a cut joint
    cut: str = ""  # name of the loop
    q: float | None = None  # coordinate of a revolute or prismatic joint
    moves: int = -2  # index of the moved body; `carrier` is the index of the carrying body
    carrier: int = -1
    zero: Array | None = None  # zero line of a revolute joint whose arm is not on the axis
    arm: Array | None = None
    seat: Array | None = None  # position of the symbol on the axis, if not at the joint origin

    @property
    def shown(self) -> Array:
        """Position at which the symbol is drawn."""
        return self.at if self.seat is None else self.seat

    @property
    def owner(self) -> dict[str, str]:
        """Name of the joint or loop that the symbol represents, stored in the file."""
        return {"joint": self.joint} if self.joint else {"cut": self.cut}


@dataclass(frozen=True, eq=False)
class BodyPoint:
    """Point of a body at which a joint, a spring or a frame is attached."""

    at: Array
    offset: Vector = ()  # symbolic entries of the offset from the body origin
    frame: str = ""


@dataclass(frozen=True, eq=False)
class DrawnBody:
    """Rigid body with its connections, of which the first is its joint.

    `centre` is None unless the body is represented only by its centre of mass.
    """

    connections: tuple[BodyPoint, ...]
    ground: bool = False
    centre: Array | None = None
    link: str = ""
    com: Array | None = None  # centre of mass, if the body has mass

    @property
    def points(self) -> tuple[Array, ...]:
        return tuple(x.at for x in self.connections)


ORIGIN = np.zeros(3)
_CLOSE = 0.17  # fraction of the robot size; joints at a smaller distance are too close
Reached: TypeAlias = dict[int, list[BodyPoint]]  # points of each body


def turned(hinge: JointSymbol, shapes: list[DrawnBody], every: list[JointSymbol], least: float) -> JointSymbol:
    """Add the zero line and the arm, between which the angle is drawn, to the symbol of a revolute joint.

    The arm points from the axis to the farthest point of the link. For a link of zero length, the arm points along the
    next prismatic joint or towards the centre of mass.
    """
    if hinge.symbol != "turn" or hinge.q is None or hinge.moves < 0:
        return hinge
    own = shapes[hinge.moves]
    slides = [h.axis for h in every if h.carrier == hinge.moves and h.symbol == "slide"]
    for off in ([x - hinge.at for x in own.points], slides, [own.com - hinge.at] if own.com is not None else []):
        across = [x - (x @ hinge.axis) * hinge.axis for x in off]
        far = max(across, key=norm, default=ORIGIN)
        size = norm(far)
        if size > least:
            u = far / size
            zero = np.cos(hinge.q) * u - np.sin(hinge.q) * np.cross(hinge.axis, u)
            return replace(hinge, arm=u, zero=zero)
    return hinge


def seated(hinge: JointSymbol, shapes: list[DrawnBody], every: list[JointSymbol], least: float) -> JointSymbol:
    """Move joint symbols that are too close to each other.

    The symbol of a revolute joint can be anywhere on the joint axis. If the axis coincides with the previous link, the
    symbol moves to the middle of this link. If the axis coincides with the moving link, the symbol moves to the middle
    of the moving link. If the angle between link and axis is small, the symbol moves only a short distance, so that it
    remains on the link.
    """
    if hinge.symbol != "turn" or not hinge.joint:
        return hinge
    before, own = shapes[hinge.carrier], shapes[hinge.moves]
    size = extent([h.at for h in every])
    near = _CLOSE * size
    others = [h for h in every if h.joint != hinge.joint]
    if not any(norm(h.at - hinge.at) <= near for h in others):
        return hinge
    start = ORIGIN if before.ground else before.points[0]
    if _lies_along(hinge.at - start, hinge.axis, least) and (not before.ground or len(before.points) == 1):
        return replace(hinge, seat=(start + hinge.at) / 2)
    back = float((hinge.at - start) @ hinge.axis)
    if not before.ground and abs(back) > near and norm(hinge.at - start - back * hinge.axis) < 0.3 * abs(back):
        return replace(hinge, seat=hinge.at - np.sign(back) * min(0.5 * abs(back), 1.2 * near) * hinge.axis)
    ends = [x for x in own.points[1:] if _lies_along(x - hinge.at, hinge.axis, least)]
    return replace(hinge, seat=(hinge.at + ends[0]) / 2) if ends else hinge


def sign_of(steps: list[Body]) -> str:
    """Select the symbol of a joint by its number of rotations."""
    motions = [body.motion for body in steps]
    turns = 3 if "ball" in motions else motions.count("turn")
    return ("slide", "turn", "universal", "ball")[turns]


def axis_of(steps: list[tuple[int, Body]], poses: list[Array]) -> Array:
    """Return the direction of a joint: the axis of the first rotation, or of the first translation if there is no
    rotation.
    """
    turns = [i for i, body in steps if body.motion == "turn"]
    return poses[turns[0] if turns else steps[0][0]][:3, 2]


def _lies_along(way: Array, axis: Array, least: float) -> bool:
    size = norm(way)
    return size > least and norm(np.cross(way, axis)) < SAME_POINT * size


_SYMBOLS = {  # symbol for each kind of loop cut or joint motion
    "ball": "ball", "rod": "ball", "universal": "universal", "weld": "weld", "planar": "slide", "prismatic": "slide",
    "cylindrical": "turn", "revolute": "turn",
}  # fmt: skip
_MOST = 12  # largest number of frames drawn per body
_BESIDE = 0.05  # fraction of the robot size; joints at a larger distance are drawn separately
_OTHER = 0.4  # sample value of other symbols, for example distances to mass centres


@dataclass(frozen=True, eq=False)
class Outline:
    """Geometry of a mechanism at a configuration. `rods` contains the ends of massless rods and springs."""

    shapes: tuple[DrawnBody, ...]
    hinges: tuple[JointSymbol, ...]
    rods: tuple[tuple[Array, Array, bool], ...]  # two end points, and whether the rod is a spring
    gravity: Array = field(default_factory=lambda: np.zeros(3))
    floats: bool = False
    near: float = NO_LENGTH  # points at a smaller distance coincide

    @property
    def points(self) -> Array:
        found = [x for shape in self.shapes for x in shape.points]
        found += [x for hinge in self.hinges for x in (hinge.at, hinge.to)]
        return np.array(found).reshape(-1, 3)

    @property
    def bars(self) -> list[tuple[Array, ...]]:
        """End points of the links that connect two points."""
        return [x.points for x in self.shapes if len(x.points) == 2 and not x.ground]

    @property
    def bend(self) -> float:
        """Sine of the smallest angle between two bars, or 1 if there are fewer than two bars."""
        ways = [normalized(b - a) for a, b in self.bars]
        return min((norm(np.cross(u, v)) for u, v in combinations(ways, 2)), default=1.0)

    @property
    def crossings(self) -> int:
        """Number of pairs of bars that cross when viewed along the thinnest direction of the mechanism."""
        off = self.points - self.points.mean(axis=0)
        plane = np.linalg.svd(off, full_matrices=False)[2][:2]
        return sum(_cross(*(plane @ x for x in (*a, *b))) for a, b in combinations(self.bars, 2))

    @property
    def stacked(self) -> bool:
        """Whether joints of a planar robot occlude each other, for example in adjacent fingers."""
        n = self.normal
        if n is None:
            return False
        at = np.array([h.at for h in self.hinges])
        size = extent(self.points)
        off = at[:, None] - at
        aside = off @ n
        flat = np.linalg.norm(off - aside[..., None] * n, axis=-1)
        return bool(np.any((flat < HIDDEN * size) & (np.abs(aside) > _BESIDE * size)))

    @property
    def normal(self) -> Array | None:
        """Normal of the plane of motion.

        Revolute axes are parallel and prismatic axes are perpendicular to this normal.

        The normal is None for spatial robots.
        """
        if self.floats or any(h.symbol in ("ball", "universal") for h in self.hinges):
            return None
        turning = [h.axis for h in self.hinges if h.symbol == "turn"]
        sliding = [h.axis for h in self.hinges if h.symbol == "slide"]
        if not turning:
            return None
        n = turning[0]
        flat = all(norm(np.cross(n, a)) < AXIS for a in turning) and all(abs(n @ a) < AXIS for a in sliding)
        return n * np.sign(n[np.argmax(np.abs(n))]) if flat else None


def body_poses(bodies: Tree, q: Array) -> list[Array]:
    """Return the 4×4 poses of the bodies in the world. The last entry is the pose of the ground, which is body −1."""
    return [*(matrix(x) for x in world_poses(bodies, joints(bodies, q.tolist()))), np.eye(4)]


def upward(gravity: Any) -> Array:
    """Return the direction opposite to gravity, or z if there is no gravity."""
    pull = np.array(evaluate(gravity, {}), dtype=float)
    size = norm(pull)
    return -pull / size if size else np.array([0.0, 0.0, 1.0])


def outline(robot: Robot, q: Array, frame: str | None = None) -> Outline:
    """Compute the geometry of a robot for a drawing.

    Symbolic lengths, masses and mass centres are replaced by sample values.
    """
    given = robot.bind(**_samples(robot))
    bodies, named = tree(given), tree(robot)
    poses = body_poses(bodies, q)
    near = _near(bodies, poses)
    reached: Reached = {-1: []}
    hinges = []
    for name, group in groupby(enumerate(bodies.bodies), key=lambda x: x[1].name):
        steps = list(group)
        (first, root), (last, moved) = steps[0], steps[-1]
        joint, reached[last] = given.joint(name), []
        if joint.kind in ("free", "planar"):
            continue
        at, end = (poses[root.parent] @ matrix(root.placement))[:3, 3], poses[last][:3, 3]
        reached[root.parent].append(BodyPoint(at, _symbols(named.bodies[first].placement.p)))
        reached[last].append(BodyPoint(end))
        single = len(steps) == 1 and moved.motion != "ball"
        hinges.append(
            JointSymbol(
                sign_of([b for _, b in steps]),
                at,
                axis_of(steps, poses),
                end,
                tuple(x.name for x in joint.coordinates),
                name,
                q=float(evaluate([moved.ratio], {})[0]) * float(q[moved.place]) if single else None,
                moves=last,
                carrier=root.parent,
            )
        )
    hinges += _cuts(given, robot, bodies, poses, reached)
    rods = tuple(_rods(given, bodies.place, poses, reached))
    shapes = _shapes(given, bodies, named, poses, reached, frame, near)
    order = {i: k for k, i in enumerate(reached)}
    ordered = [replace(h, moves=order.get(h.moves, -2), carrier=order.get(h.carrier, -1)) for h in hinges]
    placed = [seated(turned(h, shapes, ordered, near), shapes, ordered, near) for h in ordered]
    pull = np.array(evaluate(given.gravity, {}), dtype=float)
    return Outline(tuple(shapes), tuple(placed), rods, pull, not reached[-1], near)


def _near(bodies: Tree, poses: list[Array]) -> float:
    """Return the distance below which points are considered equal: 1e-9 of the robot size, or the rounding error."""
    placed = [(poses[i] @ matrix(place))[:3, 3] for i, place in bodies.places.values()]
    points = np.array([*placed, *(T[:3, 3] for T in poses[:-1])]).reshape(-1, 3)
    if not len(points):
        return 0.0
    return float(max(NO_LENGTH * extent(points), FEW_ROUNDINGS * np.abs(points).max()))


def _samples(robot: Robot) -> dict[str, float]:
    """Return sample values for symbols: lengths of similar size, and 1 for masses."""
    masses = symbols(link.inertia.mass for link in robot.links)
    return dict.fromkeys(robot.parameters, _OTHER) | dict.fromkeys(masses, 1.0) | sample_lengths(robot)


def _shapes(
    robot: Robot,
    bodies: Tree,
    named: Tree,
    poses: list[Array],
    reached: Reached,
    frame: str | None,
    near: float,
) -> list[DrawnBody]:
    """Return the shapes of all bodies, starting with the ground.

    The last body of a branch extends to the end of the branch.
    """
    carried = {body.parent for body in bodies.bodies}
    bound = {bodies.place(x)[0] for loop in robot.loops if isinstance(loop, Loop) for x in (loop.first, loop.second)}
    for i, name in _ends(bodies, reached, carried, frame, near):
        there = (poses[i] @ matrix(bodies.places[name][1]))[:3, 3]
        if all(norm(there - x.at) > near for x in reached[i]):
            reached[i].append(BodyPoint(there, _symbols(named.places[name][1].p), name))
    shapes = []
    for i, points in reached.items():
        kept = tuple(points[k] for k in _apart([x.at for x in points], near))
        if i < 0:
            shapes.append(DrawnBody(kept, True, link=robot.root))
            continue
        body = bodies.bodies[i]
        com, centre = _centre(body, poses[i]), None
        free = robot.joint(body.name).kind in ("free", "planar")  # the body has no joint symbol
        bare = len(kept) < 2 and (i not in carried or (free and len(kept) == 1)) and i not in bound
        if bare and com is not None and all(norm(com - x.at) > near for x in kept):
            kept, centre = (*kept, BodyPoint(com)), com
        shapes.append(DrawnBody(kept, False, centre, body.link, com))
    return shapes


def _ends(bodies: Tree, reached: Reached, carried: set[int], frame: str | None, near: float) -> list[tuple[int, str]]:
    """Return the frame at the end of each branch: the requested frame, or the frame farthest from the joint.

    For a body without a joint, return all frames that are not at the body origin.
    """
    off = {name: norm(matrix(place)[:3, 3]) for name, (i, place) in bodies.places.items() if i in reached and i >= 0}
    requested = bodies.last if frame is None else frame
    own, _ = bodies.place(requested)
    found = [(own, requested)] if off.get(requested, 0.0) > near else []
    for i in dict.fromkeys(bodies.places[name][0] for name in off):
        if i in carried or len(reached[i]) > 1:
            continue
        names = [x for x in off if bodies.places[x][0] == i and off[x] > near]
        if not reached[i]:
            found += [(i, x) for x in names[:_MOST] if x != requested]
        elif names and (i, requested) not in found:
            found.append((i, max(names, key=lambda x: off[x])))
    return found


def _cross(a: Array, b: Array, c: Array, d: Array) -> bool:
    """Return whether the segments a–b and c–d cross in their interiors."""
    M = np.array([b - a, c - d]).T
    if abs(np.linalg.det(M)) < ROUNDING * float(np.prod(np.linalg.norm(M, axis=0))):
        return False
    return bool(np.all(np.abs(np.linalg.solve(M, c - a) - 0.5) < 0.5 - SAME_POINT))


def _symbols(p: Vector) -> Vector:
    """Return the entries of an offset vector that contain symbols."""
    return tuple(x for x in p if symbols([x]))


def _cuts(given: Robot, robot: Robot, bodies: Tree, poses: list[Array], reached: Reached) -> Iterator[JointSymbol]:
    """Return a joint symbol for each cut joint. Both connected bodies extend to this symbol."""
    cuts = ([x for x in y.loops if isinstance(x, Loop)] for y in (given, robot))
    for loop, named in zip(*cuts, strict=True):
        places = (named.first_placement, named.second_placement)
        for k, ((i, cut), pose) in enumerate(zip(loop_ends(loop, bodies.place), places, strict=True)):
            end = poses[i] @ cut
            at = end[:3, 3]
            reached[i].append(BodyPoint(at, _symbols(pose.p)))
            if k == 0 or loop.kind == "rod":
                yield JointSymbol(_SYMBOLS[loop.kind], at, end[:3, 2], at, cut=loop.name)


def loop_ends(loop: Loop, place: Callable[[str], Any]) -> Iterator[tuple[int, Array]]:
    """Return the two bodies that a loop connects, and the pose of the cut joint relative to each body."""
    for name, own in ((loop.first, loop.first_placement), (loop.second, loop.second_placement)):
        i, at = place(name)
        yield i, matrix(at) @ matrix(own)


def _rods(
    robot: Robot, place: Callable[[str], Any], poses: list[Array], reached: Reached
) -> Iterator[tuple[Array, Array, bool]]:
    for loop in robot.loops:
        if isinstance(loop, Loop) and loop.kind == "rod":
            a, b = ((poses[i] @ cut)[:3, 3] for i, cut in loop_ends(loop, place))
            yield a, b, False
    for spring in robot.springs:
        if isinstance(spring, Strut):
            points = []
            for name, point in spring.path:
                i, at = place(name)
                points.append((poses[i] @ matrix(at) @ [*map(float, evaluate(point, {})), 1.0])[:3])
                reached[i].append(BodyPoint(points[-1]))
            yield from ((a, b, True) for a, b in pairwise(points))


def _apart(points: list[Any], near: float) -> list[int]:
    """Return a mask of the points that do not coincide with a previous point."""
    found: list[int] = []
    for k, point in enumerate(points):
        if all(norm(point - points[j]) > near for j in found):
            found.append(k)
    return found


def _centre(body: Body, pose: Array) -> Array | None:
    if is_zero(body.inertia.mass):
        return None
    return np.asarray((pose @ [*body.inertia.numeric().com, 1.0])[:3])


def around(points: Iterable[Array]) -> Array:
    """Sort the points of a plate along its boundary."""
    every = np.array(list(points))
    off = every - every.mean(axis=0)
    e, f = np.linalg.svd(off)[2][:2]
    return every[np.argsort(np.arctan2(off @ f, off @ e))]


_ELEVATIONS = (22.0, 16.0, 27.0)
_AZIMUTHS = (-60.0, -45.0, -75.0, -30.0, -105.0, -120.0, -135.0, -150.0, 60.0, 45.0, 120.0, 135.0)


@dataclass(frozen=True, eq=False)
class Projection:
    """Projection onto the drawing plane. `right`, `up` and `toward` form a right-handed triple of unit vectors."""

    right: Array
    up: Array
    toward: Array
    scale: float = 1.0
    origin: tuple[float, float] = (0.0, 0.0)
    flat: bool = False

    def __call__(self, p: Array) -> Array:
        """Project points `(…, 3)` onto the drawing plane."""
        return np.asarray(self.origin) + self.vector(p)

    def vector(self, v: Array) -> Array:
        return self.scale * np.stack([v @ self.right, -(v @ self.up)], axis=-1)

    def depth(self, p: Array) -> float:
        """Return the depths of points. Larger values are closer to the viewer."""
        return float(p @ self.toward)

    def facts(self) -> dict[str, str]:
        """Parameters of the projection, stored in the file."""
        rows = {name: " ".join(f"{x:.17g}" for x in getattr(self, name)) for name in ("right", "up", "origin")}
        return {**rows, "scale": f"{self.scale:.17g}"}


def plane(normal: Array) -> Projection:
    """Return the projection along the normal of a plane.

    World axes that lie in the plane point to the right and upwards.
    """
    k = int(np.argmax(np.abs(normal)))
    if abs(normal[k]) > 1 - AXIS:
        right, up = np.eye(3)[[i for i in range(3) if i != k]]
    else:
        right, up = normal_basis(normal)
    return Projection(right, up, np.cross(right, up), flat=True)


def space(what: Outline, view: tuple[float, float] | None = None) -> Projection:
    """Return the projection at an elevation and azimuth in degrees.

    By default, a suitable direction is selected automatically.
    """
    up = upward(what.gravity)
    if view is not None:
        return seen(up, *view)
    held = [h.shown for h in what.hinges] or [*what.points] or [ORIGIN]  # for an empty diagram, the origin
    held = [*held, *(x.at for shape in what.shapes for x in shape.connections if x.frame)]
    points = np.array([held[k] for k in _apart(held, what.near)[:40]]).reshape(-1, 3)
    tried = [seen(up, e, a) for e in _ELEVATIONS for a in _AZIMUTHS]
    worth = [_spread(x, points, what) - 0.01 * k for k, x in enumerate(tried)]
    return tried[int(np.argmax(worth))]


def seen(up: Array, elevation: float, azimuth: float) -> Projection:
    """Return the projection at an elevation and azimuth in degrees.

    The azimuth is measured about `up`, starting from the next world axis in cyclic order (x if `up` is z).
    """
    e, a = np.deg2rad(elevation), np.deg2rad(azimuth)
    first, second = level(up)
    toward = np.cos(e) * (np.cos(a) * first + np.sin(a) * second) + np.sin(e) * up
    right = normalized(np.cross(up, toward))
    return Projection(right, np.cross(toward, right), toward)


def level(up: Array) -> tuple[Array, Array]:
    """Return two unit vectors perpendicular to `up`.

    The first vector is close to the next world axis in cyclic order (x if `up` is z).
    """
    axis = np.eye(3)[(int(np.argmax(np.abs(up))) + 1) % 3]
    first = normalized(axis - (axis @ up) * up)
    return first, np.cross(up, first)


def extent(points: Any) -> float:
    """Return the longest side of the bounding box of points."""
    return float(np.ptp(points, axis=0).max())


def distances(points: Array) -> Array:
    """Return the distances between all pairs of points."""
    apart: Array = np.linalg.norm(points[:, None] - points, axis=-1)
    return apart[np.triu_indices(len(points), 1)]


def _spread(seen: Projection, points: Array, what: Outline) -> float:
    """Score a view direction.

    A good direction separates the joints, shows links at full length, and is parallel to few axes.
    """
    near = distances(seen.vector(points)) / (extent(points) or 1.0)
    bars = [b - a for x in what.shapes for a, b in pairwise(x.points)]
    shown = sum(min(norm(seen.vector(x)), 0.95 * norm(x)) for x in bars) / (sum(map(norm, bars)) or 1.0)
    facing = [abs(float(h.axis @ seen.toward)) > 0.85 for h in what.hinges if h.symbol == "turn"]
    room = 6 * float(np.minimum(near, 0.2).mean() + np.minimum(near, 0.12).min()) if len(near) else 0.0
    return room + 4.0 * shown - 0.4 * float(np.mean(facing or [False]))
