"""What a picture has to know of a robot's bodies: what hangs on each, how large it is, which of them turn in one plane.

A limb is a point of a body where another begins, with its axis; where a loop is cut; or the end of a last body: the
farthest of its frames, or a little beyond its mass centre. −1 is the ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.graph import evaluate
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body, tree

Array = NDArray[Any]
GROUND = -1
NEAR = 1e-6  # of the reach: what is no length


@dataclass(frozen=True, eq=False)
class Limb:
    """A point of a body; `axis` and `body` of what begins there."""

    point: Array
    axis: Array | None = None
    body: int | None = None


class Anatomy:
    """The bodies of a robot whose numbers are known."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.tree = robot, tree(robot)
        every = range(len(self.tree.bodies))
        self.limbs: dict[int, list[Limb]] = {i: list(self._limbs(i)) for i in (GROUND, *every)}
        alone = [
            2.4 * float(np.linalg.norm(x))
            for i in every
            if self.floats(i)
            for x in (half_axes(self.tree.bodies[i]),)
            if x is not None
        ]
        lengths = [0.8 * self._length(i) for i in every] + (alone if len(self.robot.links) < 4 else [])
        self.reach = max(lengths, default=0.5) or 0.5
        deepest = max([self._depth(i) for i in every] or [1])
        self.radii = [0.066 * self.reach * (1 - 0.38 * self._depth(i) / deepest) for i in every]
        self.layers = [self._layer(i) for i in every]

    @property
    def thick(self) -> float:
        """Of plates."""
        return 0.06 * self.reach

    def wide(self, i: int) -> float:
        """Half the width of a plate."""
        return 0.062 * self.reach * (1 - 0.1 * min(4, abs(self.layers[i])))

    def height(self, i: int) -> float:
        """Where the plate of a body lies along its axis."""
        return self.layers[i] * 1.12 * self.thick

    def _limbs(self, i: int) -> Iterator[Limb]:
        """Children, loops' ends and, of a last body, its farthest frame or its mass centre."""
        for j, body in enumerate(self.tree.bodies):
            if body.parent == i:
                T = matrix(body.placement)
                yield Limb(T[:3, 3], T[:3, 2] if body.motion != "ball" else None, j)
        found = False
        for loop in self.robot.loops:
            if isinstance(loop, Loop):
                for name, own in ((loop.first, loop.first_placement), (loop.second, loop.second_placement)):
                    at, place = self.tree.place(name)
                    if at == i:
                        found = True
                        yield Limb((matrix(place) @ matrix(own))[:3, 3])
        if i < 0 or found or any(body.parent == i for body in self.tree.bodies):
            return
        ends = [matrix(place)[:3, 3] for at, place in self.tree.places.values() if at == i]
        far = max(ends, key=lambda p: float(np.linalg.norm(p)), default=np.zeros(3))
        if np.linalg.norm(far) < 1e-9:
            far = 1.6 * centre(self.tree.bodies[i])
        yield Limb(far)

    def _length(self, i: int) -> float:
        """From the ground, along the offsets, to the farthest point of a body."""
        own = max([float(np.linalg.norm(x.point)) for x in self.limbs[i] if x.body is None] or [0.0])
        total, at = own, i
        while at >= 0:
            body = self.tree.bodies[at]
            total += (
                float(np.linalg.norm(matrix(body.placement)[:3, 3])) if body.parent >= 0 or not self.floats(at) else 0
            )
            total += self.stroke(at) if body.motion == "slide" and body.link and not self.floats(at) else 0.0
            at = body.parent
        return total

    def floats(self, i: int) -> bool:
        return self.robot.joint(self.tree.bodies[i].name).kind == "free"

    def stroke(self, i: int) -> float:
        """How far a slide goes: its limit, or half a metre."""
        limits = self.robot.coordinate(self.robot.coordinates[self.tree.bodies[i].coordinate]).limits
        ends = [abs(float(x)) for x in (limits.lower, limits.upper) if x is not None and abs(float(x)) < 1e3]
        return max(ends, default=0.5) or 0.5

    def _depth(self, i: int) -> int:
        count = 0
        while i >= 0:
            count += bool(self.tree.bodies[i].link)
            i = self.tree.bodies[i].parent
        return count

    def is_flat(self, i: int) -> bool:
        """Whether a body turns in the plane in which all before it turn."""
        body = self.tree.bodies[i]
        if body.motion != "turn":
            return False
        if body.parent < 0:
            return self._alone(i) or any(self._is_parallel(x.body) for x in self.limbs[i] if x.body is not None)
        return self._is_parallel(i) and self.is_flat(body.parent)

    def _is_parallel(self, i: int) -> bool:
        """Whether the axis of a body is parallel to its carrier's, and no offset along it."""
        body = self.tree.bodies[i]
        T, carrier = matrix(body.placement), self.tree.bodies[body.parent]
        return body.motion == carrier.motion == "turn" and abs(T[2, 2]) > 1 - 1e-9 and abs(T[2, 3]) < NEAR

    def _alone(self, i: int) -> bool:
        """A pendulum: nothing hangs on it."""
        return all(x.body is None for x in self.limbs[i])

    def _layer(self, i: int) -> int:
        body = self.tree.bodies[i]
        if not self.is_flat(i):
            return 0
        if body.parent < 0:
            return 0
        sign = 1 if matrix(body.placement)[2, 2] > 0 else -1
        return sign * (self._layer(body.parent) + 1)


def matrix(pose: Any) -> Array:
    """4×4 of a pose of numbers."""
    return np.array([evaluate(list(row), {}) for row in pose.matrix()], dtype=float)


def centre(body: Body) -> Array:
    """Of mass, in the body's frame."""
    mass, *ms = (float(x) for x in evaluate([body.inertia.mass, *body.inertia.ms], {}))
    return np.array(ms) / mass if mass else np.zeros(3)


def half_axes(body: Body) -> Array | None:
    """Half axes, as columns, of the solid ellipsoid with a body's mass and central tensor."""
    mass, xx, yy, zz, xy, yz, xz = (float(x) for x in evaluate([body.inertia.mass, *body.inertia.tensor], {}))
    if mass <= 0:
        return None
    c = centre(body)
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - mass * (c @ c * np.eye(3) - np.outer(c, c))
    size, axes = np.linalg.eigh(tensor)
    squares = np.maximum(2.5 * (size.sum() - 2 * size) / mass, 0)
    return np.asarray(axes * np.sqrt(squares))
