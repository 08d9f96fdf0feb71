"""What a picture shows of a mechanism: rigid bodies as the points where others are attached, joints and cuts as symbols.

A body with two such points is a bar, with more a plate. A free joint
is no joint to be drawn: what floats has nothing that holds it. Where a loop is cut there is a joint as any other. The
last body of a branch reaches to the farthest of its frames, or to its mass centre if it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

import numpy as np

from dalembert.algorithms.sweep import joints, world_poses
from dalembert.graph import evaluate
from dalembert.graph.scalar import is_zero
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.skeleton import sample_lengths
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.spring import Strut
from dalembert.robot.tree import Body, tree

_SYMBOLS = {  # of a cut, and of the motions of a joint
    "ball": "ball", "rod": "ball", "universal": "universal", "weld": "weld", "planar": "slide", "prismatic": "slide",
    "cylindrical": "turn", "revolute": "turn",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Hinge:
    """A joint, or the place where a loop was cut."""

    symbol: str  # turn, slide, universal, ball, weld
    at: Array
    axis: Array
    to: Array  # where a slide stands; `at` for all others
    names: tuple[str, ...] = ()  # of its coordinates


@dataclass(frozen=True, eq=False)
class Shape:
    """A rigid body: the points it reaches; `centre` where it is shown by its mass centre alone."""

    points: tuple[Array, ...]
    ground: bool = False
    centre: Array | None = None


@dataclass(frozen=True, eq=False)
class Outline:
    """A mechanism at a configuration; `rods` are massless lines, springs and rods of loops, from end to end."""

    shapes: tuple[Shape, ...]
    hinges: tuple[Hinge, ...]
    rods: tuple[tuple[Array, Array, bool], ...]  # and whether it is a spring

    @property
    def points(self) -> Array:
        found = [x for shape in self.shapes for x in shape.points]
        return np.array([*found, *(x for hinge in self.hinges for x in (hinge.at, hinge.to))])

    @property
    def crossings(self) -> int:
        """How often bars cross each other, seen along the direction in which the mechanism is thinnest."""
        bars = [x.points for x in self.shapes if len(x.points) == 2 and not x.ground]
        off = self.points - self.points.mean(axis=0)
        plane = np.linalg.svd(off, full_matrices=False)[2][:2]
        return sum(_cross(*(plane @ x for x in (*a, *b))) for k, a in enumerate(bars) for b in bars[k + 1 :])


def outline(robot: Robot, q: Array) -> Outline:
    """The geometry of a robot whose lengths are numbers; masses may be symbols."""
    given = robot.bind(**{**dict.fromkeys(robot.parameters, 0.5), **sample_lengths(robot)})
    bodies = tree(given)
    poses = [_matrix(x) for x in world_poses(bodies, joints(bodies, q.tolist()))]

    def seen(i: int) -> Array:
        return poses[i] if i >= 0 else np.eye(4)

    reached: dict[int, list[Array]] = {-1: []}
    hinges = []
    for name, group in groupby(enumerate(bodies.bodies), key=lambda x: x[1].name):
        steps = list(group)
        (first, root), (last, _) = steps[0], steps[-1]
        at = seen(root.parent) @ _matrix(root.placement)
        reached[last] = []
        if given.joint(name).kind == "free":
            continue
        reached[root.parent].append(at[:3, 3])
        reached[last].append(poses[last][:3, 3])
        named = tuple(given.joint(name).coordinates)
        hinges.append(
            Hinge(
                _symbol([b for _, b in steps]),
                at[:3, 3],
                poses[first][:3, 2],
                poses[last][:3, 3],
                tuple(x.name for x in named),
            )
        )
    hinges += _cuts(given, bodies.place, seen, reached)
    rods = tuple(_rods(given, bodies.place, seen, reached))
    carried = {body.parent for body in bodies.bodies}
    bound = {bodies.place(x)[0] for loop in given.loops if isinstance(loop, Loop) for x in (loop.first, loop.second)}
    for i, place in bodies.places.values():
        if i >= 0 and i not in carried and len(reached[i]) < 2 and any(map(bool, evaluate(list(place.p), {}))):
            reached[i].append((seen(i) @ _matrix(place))[:3, 3])
    shapes = [Shape(tuple(_apart(reached[-1])), ground=True)]
    for i in (i for i in reached if i >= 0):
        points = _apart(reached[i])
        last = len(points) < 2 and i not in carried and i not in bound
        centre = _centre(bodies.bodies[i], seen(i)) if last else None
        shapes.append(Shape(tuple(_apart(points + [centre])) if centre is not None else tuple(points), False, centre))
    return Outline(tuple(shapes), tuple(hinges), rods)


def _cross(a: Array, b: Array, c: Array, d: Array) -> bool:
    """Whether the line from a to b meets that from c to d, ends left out."""
    M = np.array([b - a, c - d]).T
    if abs(np.linalg.det(M)) < 1e-12:
        return False
    return bool(np.all(np.abs(np.linalg.solve(M, c - a) - 0.5) < 0.5 - 1e-6))


def _symbol(steps: list[Body]) -> str:
    motions = [body.motion for body in steps]
    if motions == ["slide"]:
        return "slide"
    if "ball" in motions or motions.count("turn") == 3:
        return "ball"
    return "universal" if motions.count("turn") == 2 else "turn" if "turn" in motions else "slide"


def _cuts(
    robot: Robot, place: Callable[[str], Any], seen: Callable[[int], Array], reached: dict[int, list[Array]]
) -> Iterator[Hinge]:
    """A joint wherever a loop was cut; its two bodies reach there."""
    for loop in (x for x in robot.loops if isinstance(x, Loop)):
        ends = []
        for name, own in ((loop.first, loop.first_placement), (loop.second, loop.second_placement)):
            i, at = place(name)
            ends.append(seen(i) @ _matrix(at) @ _matrix(own))
            reached[i].append(ends[-1][:3, 3])
        for end in ends if loop.kind == "rod" else ends[:1]:
            yield Hinge(_SYMBOLS[loop.kind], end[:3, 3], end[:3, 2], end[:3, 3])


def _rods(
    robot: Robot, place: Callable[[str], Any], seen: Callable[[int], Array], reached: dict[int, list[Array]]
) -> Iterator[tuple[Array, Array, bool]]:
    for loop in robot.loops:
        if isinstance(loop, Loop) and loop.kind == "rod":
            pairs = ((loop.first, loop.first_placement), (loop.second, loop.second_placement))
            a, b = ((seen(i) @ _matrix(at) @ _matrix(own))[:3, 3] for (i, at), own in ((place(n), o) for n, o in pairs))
            yield a, b, False
    for spring in robot.springs:
        if isinstance(spring, Strut):
            points = []
            for name, point in spring.path:
                i, at = place(name)
                points.append((seen(i) @ _matrix(at) @ [*map(float, evaluate(list(point), {})), 1.0])[:3])
                reached[i].append(points[-1])
            yield from ((a, b, True) for a, b in pairwise(points))


def _apart(points: list[Array]) -> list[Array]:
    """Points that do not coincide, the first of each kept."""
    found: list[Array] = []
    for point in points:
        if all(np.linalg.norm(point - x) > 1e-9 for x in found):
            found.append(point)
    return found


def _centre(body: Body, pose: Array) -> Array | None:
    if is_zero(body.inertia.mass):
        return None
    *moments, mass = (float(x) for x in evaluate([*body.inertia.ms, body.inertia.mass], {}))
    return np.asarray((pose @ [*(x / mass for x in moments), 1.0])[:3])


def _matrix(pose: Any) -> Array:
    return np.array([evaluate(list(row), {}) for row in pose.matrix()], dtype=float)


def around(points: Iterable[Array]) -> Array:
    """Points of a plate in the order of its rim."""
    every = np.array(list(points))
    off = every - every.mean(axis=0)
    e, f = np.linalg.svd(off)[2][:2]
    return np.asarray(every[np.argsort(np.arctan2(off @ f, off @ e))])
