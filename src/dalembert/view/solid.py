"""Simple solids for robots without meshes: housings along joint axes, tubes along common normals, and plates for planar
robots.

Each body has attachment points, which are the axes of other bodies, cut joints, or the end of a branch. The end of a
branch is the most distant frame on the last body, or a point slightly beyond its centre of mass. Body −1 is the ground.
Two joint axes of a link are connected along the first axis, the common normal and the second axis, as in the
Denavit-Hartenberg convention. Links that rotate in a common plane are drawn as plates that are stacked in layers. The
coordinates of solids refer to the body frame, whose z axis is the joint axis. The data fields must match those in the
file `web/payload.ts` of the studio.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.boundary import Array
from dalembert.kinematics.chain import matrix
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body, tree
from dalembert.spatial.rotation import norm
from dalembert.tolerance import AXIS, NO_LENGTH, ROUNDING, SAME_POINT
from dalembert.view.diagram import ORIGIN, loop_ends

GROUND = -1
Solid = dict[str, Any]
_Z = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class Attachment:
    """Point on a body where another body is attached, with the joint `axis` and the attached `body`."""

    point: Array
    axis: Array | None = None
    body: int | None = None


class BodySolids:
    """Solids that represent the bodies of a numeric robot."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.tree = robot, tree(robot)
        self.bodies = self.tree.bodies
        every = range(len(self.bodies))
        self.limbs: dict[int, list[Attachment]] = {i: list(self._limbs(i)) for i in (GROUND, *every)}
        lengths = [0.8 * self._length(i) for i in every]
        if len(robot.links) < 4:
            halves = (half_axes(self.bodies[i].inertia) for i in every if self.floats(i))
            lengths += [2.4 * norm(x) for x in halves if x is not None]
        self.reach = max(lengths, default=0.5) or 0.5
        deepest = max([self._depth(i) for i in every] or [1])
        self.radii = [0.066 * self.reach * (1 - 0.38 * self._depth(i) / deepest) for i in every]
        self.layers = [self._layer(i) for i in every]
        self.solids: list[Solid] = []

    @property
    def thick(self) -> float:
        """Thickness of the plates that represent planar links."""
        return 0.06 * self.reach

    def wide(self, i: int) -> float:
        """Return half the width of the plate that represents a body."""
        return 0.062 * self.reach * (1 - 0.1 * min(4, abs(self.layers[i])))

    def height(self, i: int) -> float:
        """Return the position along the joint axis of the plate that represents a body."""
        return self.layers[i] * 1.12 * self.thick

    def _limbs(self, i: int) -> Iterator[Attachment]:
        """Yield the attachment points of a body: child joints, cut joints, or the end of the branch."""
        for j, body in enumerate(self.bodies):
            if body.parent == i:
                T = matrix(body.placement)
                yield Attachment(T[:3, 3], T[:3, 2], j)
        loops = (loop for loop in self.robot.loops if isinstance(loop, Loop))
        cuts = [cut[:3, 3] for loop in loops for at, cut in loop_ends(loop, self.tree.place) if at == i]
        yield from map(Attachment, cuts)
        if i >= 0 and not cuts and all(body.parent != i for body in self.bodies):
            ends = [matrix(place)[:3, 3] for at, place in self.tree.places.values() if at == i]
            far = max(ends, key=norm, default=ORIGIN)
            yield Attachment(far if norm(far) >= NO_LENGTH else 1.6 * _centre(self.bodies[i]))

    def _length(self, i: int) -> float:
        """Return the distance from the ground to the farthest point of a body, as the sum of joint offsets."""
        total = max((norm(x.point) for x in self.limbs[i] if x.body is None), default=0.0)
        for at in self.tree.ancestors(i):
            body = self.bodies[at]
            total += norm(matrix(body.placement)[:3, 3])
            if body.motion == "slide" and body.link:
                total += self.stroke(at)
        return total

    def floats(self, i: int) -> bool:
        return self.robot.joint(self.bodies[i].name).kind == "free"

    def stroke(self, i: int) -> float:
        """Return the largest absolute limit of a prismatic joint, or half a metre if the joint has no limits."""
        limits = self.robot.dofs[self.bodies[i].coordinate].limits
        ends = [abs(float(x)) for x in (limits.lower, limits.upper) if x is not None and abs(float(x)) < 1e3]
        return max(ends, default=0.5) or 0.5

    def _depth(self, i: int) -> int:
        return sum(bool(self.bodies[j].link) for j in self.tree.ancestors(i))

    def is_flat(self, i: int) -> bool:
        """Return whether a body rotates in the same plane as all previous bodies."""
        body = self.bodies[i]
        if body.motion != "turn":
            return False
        if body.parent < 0:
            children = [x.body for x in self.limbs[i] if x.body is not None]
            return not children or any(map(self._is_parallel, children))  # the body of a pendulum has no children
        return self._is_parallel(i) and self.is_flat(body.parent)

    def _is_parallel(self, i: int) -> bool:
        """Return whether the axis of a body is parallel to the axis of the parent body, without an offset along the
        axis.
        """
        body = self.bodies[i]
        T, carrier = matrix(body.placement), self.bodies[body.parent]
        return body.motion == carrier.motion == "turn" and abs(T[2, 2]) > 1 - AXIS and abs(T[2, 3]) < SAME_POINT

    def _layer(self, i: int) -> int:
        body = self.bodies[i]
        if body.parent < 0 or not self.is_flat(i):
            return 0
        sign = 1 if matrix(body.placement)[2, 2] > 0 else -1
        return sign * (self._layer(body.parent) + 1)

    def build(self) -> list[Solid]:
        for i, body in enumerate(self.bodies):
            if body.link or body.motion != "slide":
                self._joint(i, body)
            if body.link:
                self._link(i, body)
        return self.solids

    def add(self, body: int, kind: str, a: Array, b: Array, radius: float, paint: str = "ceramic", **more: Any) -> None:
        if kind in ("rod", "collar", "box") and norm(b - a) < SAME_POINT * self.reach:
            return
        n = places(self.reach)
        ends = {"from": [round(float(v), n) for v in a], "to": [round(float(v), n) for v in b]}
        sizes = {k: round(x, n) if isinstance(x, float) else x for k, x in {"radius": radius, **more}.items()}
        self.solids.append({"body": body, "kind": kind, "paint": paint, **ends, **sizes})

    def _joint(self, i: int, body: Body) -> None:
        """Add the housing and the collar of a revolute joint, or the sleeve and the rod of a prismatic joint."""
        if self.floats(i):
            return
        r, k = self.radii[i], body.coordinate
        ring = 0.0085 * self.reach
        if body.motion == "slide":
            self._slide(i, body, r, ring)
        elif body.motion == "ball":
            self.add(i, "ball", ORIGIN, ORIGIN, 0.95 * r, "joint", coordinate=k)
        elif self.is_flat(i):
            z, half = self.height(i), 0.5 * self.thick
            low, high = _Z * (z - half - ring), _Z * (z + half + 0.5 * ring)
            self.add(i, "collar", low, high, 0.72 * self.wide(i), "joint", coordinate=k)
        else:
            self.add(i, "collar", -_Z * ring / 2, _Z * ring / 2, 1.035 * r, "joint", coordinate=k)

    def _slide(self, i: int, body: Body, r: float, ring: float) -> None:
        T = matrix(body.placement)
        k = body.coordinate
        stroke = self.stroke(i)
        c, a = T[:3, 3], T[:3, 2]
        if body.parent == GROUND:
            self.add(GROUND, "rod", c - 1.1 * stroke * a, c + 1.1 * stroke * a, 0.3 * r, "rod")
            self.add(i, "box", -_Z * 1.3 * r, _Z * 1.3 * r, 0.95 * r)
            self.add(i, "collar", _Z * 1.3 * r, _Z * (1.3 * r + ring), 0.62 * r, "joint", coordinate=k)
            return
        half = 0.9 * r * a
        self.add(body.parent, "box", c - half, c + half, 0.85 * r)
        self.add(body.parent, "collar", c + half, c + (0.9 * r + ring) * a, 0.66 * r, "joint", coordinate=k)
        self.add(i, "rod", -_Z * (stroke + r), _Z * 0.02 * r, 0.5 * r, "rod")

    def _link(self, i: int, body: Body) -> None:
        r = self.radii[i]
        limbs = self.limbs[i]
        if self.floats(i):
            self._trunk(i, limbs)
        elif self.is_flat(i):
            self._plates(i, limbs)
        else:
            turning = body.motion == "turn"
            reached = max((self._arm(i, limb, r, turning) for limb in limbs), default=0.0)
            if turning and reached < 0.9 * r:
                self.add(i, "rod", -_Z * 0.9 * r, _Z * 0.9 * r, r)

    def _plates(self, i: int, limbs: list[Attachment]) -> None:
        z, a = self.height(i), self.wide(i)
        for limb in limbs:
            p = limb.point
            end = self.wide(limb.body) if limb.body is not None and self.is_flat(limb.body) else 0.86 * a
            flat = np.array([p[0], p[1], 0.0])
            self.add(i, "plate", _Z * z, flat + _Z * z, a, end=float(end), thick=self.thick, normal=[0.0, 0.0, 1.0])
            if limb.body is None and norm(flat) >= SAME_POINT * self.reach:
                low, high = (flat + _Z * (z + share * self.thick) for share in (-0.5, 0.56))
                self.add(i, "rod", low, high, 0.42 * a)
            elif limb.body is not None and not self.is_flat(limb.body):
                self._arm(i, limb, self.radii[i], True)

    def _arm(self, i: int, limb: Attachment, r: float, turning: bool) -> float:
        """Add the tube from the joint of a body to the next joint, and extend the housing to the required length."""
        next_r, slim = (0.8 * r, 0.6) if limb.body is None else (self.radii[limb.body], 0.86)
        first, second = _feet(limb.point, limb.axis, self.reach) if turning else (ORIGIN, limb.point)
        self.add(i, "rod", *_beyond(ORIGIN, first, 0.55 * r), r)
        self.add(i, "rod", first, second, 0.86 * r, end=slim * next_r)
        if limb.body is None:
            self._tip(i, first, limb.point, r)
        else:
            self.add(i, "rod", *_beyond(limb.point, second, 0.55 * next_r), next_r)
        return norm(first)

    def _tip(self, i: int, start: Array, p: Array, r: float) -> None:
        along = p - start
        size = norm(along)
        if size > 0.3 * r:
            self.add(i, "rod", p - 0.25 * r * along / size, p + 0.02 * r * along / size, 0.72 * r, "base")

    def _trunk(self, i: int, limbs: list[Attachment]) -> None:
        """Add the trunk of a floating body, with a length and width that depend on its attachment points."""
        points = np.array([x.point for x in limbs if x.body is not None or self.robot.loops] or [ORIGIN])
        size = np.ptp(points, axis=0)
        if len(points) < 2:
            self._lump(i)
            return
        if self.robot.loops:
            self._platform(i, points)
            return
        k = int(np.argmax(size))
        middle = (points.max(axis=0) + points.min(axis=0)) / 2
        along = np.eye(3)[k] * (0.5 * size[k] + 0.04 * self.reach)
        radius = max(0.42 * float(np.sort(size)[1]), 0.05 * self.reach)
        self.add(i, "rod", middle - along, middle + along, radius)
        for limb in limbs:
            if limb.body is not None:
                r = self.radii[limb.body]
                inner = middle + np.eye(3)[k] * np.clip(limb.point[k] - middle[k], -0.5 * size[k], 0.5 * size[k])
                self.add(i, "rod", inner, limb.point, 0.8 * r)

    def _lump(self, i: int) -> None:
        """Add a disc or cylinder of roughly the size of the inertia ellipsoid, for a body without attached bodies."""
        half = half_axes(self.bodies[i].inertia)
        axes = sorted(0.1 * self.reach * np.eye(3) if half is None else half.T, key=norm)
        a, b, c = (norm(x) + NO_LENGTH for x in axes)
        main, radius = (axes[0], (b + c) / 2) if b * b > a * c else (axes[2], (a + b) / 2)
        at = _centre(self.bodies[i])
        self.add(i, "rod", at - main, at + main, float(radius))

    def _platform(self, i: int, points: Array) -> None:
        """Add rods from the centre of a platform to the ends of the legs."""
        middle, r = points.mean(axis=0), 0.6 * self.radii[i]
        for p in points:
            self.add(i, "rod", middle, p, r)
        far = float(np.linalg.norm(points - middle, axis=1).max())
        normal = np.linalg.svd(points - middle)[2][2]
        self.add(i, "rod", middle - 0.6 * r * normal, middle + 0.6 * r * normal, max(0.62 * far, 1.5 * r))


def _centre(body: Body) -> Array:
    """Return the centre of mass in the body frame."""
    return np.array(body.inertia.numeric().com)


def half_axes(inertia: Inertia) -> Array | None:
    """Compute the semi-axes, as columns, of the solid ellipsoid with the mass and central inertia tensor of a body.

    Return None if the body has no mass.

    The principal moments of an ellipsoid are A = m (b² + c²)/5 and so on, so a² = 5 (B + C − A)/(2m).
    """
    body = inertia.numeric()
    if body.mass <= 0:
        return None
    found = body.principal()
    moments = np.array(found.moments)
    squares = 2.5 * (moments.sum() - 2 * moments) / body.mass
    return np.asarray(np.array(found.R) * np.sqrt(np.maximum(squares, 0.0)))


def _feet(c: Array, a: Array | None, reach: float) -> tuple[Array, Array]:
    """Return the end points of the common normal between the z axis and the line c + t a."""
    zero = ORIGIN
    if a is None:
        return (zero if norm(c[:2]) > 0.15 * abs(c[2]) else c[2] * _Z), c
    n = np.cross(_Z, a)
    if norm(n) < SAME_POINT:
        return zero, np.array([c[0], c[1], 0.0])
    s, t = np.linalg.lstsq(np.column_stack([_Z, -a]), c, rcond=None)[0]
    if max(abs(s), abs(t)) > 1.2 * norm(c) + SAME_POINT * reach:
        return zero, c
    return s * _Z, c + t * a


def _beyond(start: Array, end: Array, more: float) -> tuple[Array, Array]:
    """Return the distance by which a housing extends beyond the attached tube."""
    size = norm(end - start)
    return (start, end) if size < ROUNDING else (start, end + (end - start) * more / size)


def places(reach: float) -> int:
    """Return the number of decimal places for lengths in a drawing of this size."""
    return max(5, 5 - int(np.floor(np.log10(reach))))
