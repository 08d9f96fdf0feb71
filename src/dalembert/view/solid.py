"""A robot without meshes as clean solids: housings along the axes, tubes along common normals, plates in a plane.

Two joint axes of a link are joined as Denavit and Hartenberg measure them: along the first axis to the foot of the common
normal, across, and along the second axis. Links that turn in one plane are plates in layers. Everything is in the frame
of its body, whose z is its axis; −1 is the ground. `web/payload.ts` of the studio has the same fields.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.robot.tree import Body
from dalembert.view.anatomy import GROUND, NEAR, Anatomy, Array, Limb, centre, half_axes, matrix

Solid = dict[str, Any]
_Z = np.array([0.0, 0.0, 1.0])


class Builder:
    """Makes the solids of a robot, body after body."""

    def __init__(self, anatomy: Anatomy) -> None:
        self.anatomy, self.tree, self.robot = anatomy, anatomy.tree, anatomy.robot
        self.limbs, self.radii, self.reach = anatomy.limbs, anatomy.radii, anatomy.reach
        self.solids: list[Solid] = []

    def build(self) -> list[Solid]:
        for i, body in enumerate(self.tree.bodies):
            if body.link or body.motion != "slide":
                self._joint(i, body)
            if body.link:
                self._link(i, body)
        return self.solids

    def add(self, body: int, kind: str, a: Array, b: Array, radius: float, paint: str = "ceramic", **more: Any) -> None:
        if kind in ("rod", "collar", "cone", "box") and np.linalg.norm(b - a) < NEAR * self.reach:
            return
        n = places(self.reach)
        made = {
            "body": body,
            "kind": kind,
            "paint": paint,
            "from": [round(float(v), n) for v in a],
            "to": [round(float(v), n) for v in b],
            "radius": round(radius, n),
        }
        self.solids.append(made | {k: round(x, n) if isinstance(x, float) else x for k, x in more.items()})

    def _joint(self, i: int, body: Body) -> None:
        """Housing and collar of a joint, or the sleeve and rod of a slide."""
        if self.anatomy.floats(i):
            return
        r, k = self.radii[i], body.coordinate
        ring = 0.0085 * self.reach
        if body.motion == "slide":
            self._slide(i, body, r, ring)
        elif body.motion == "ball":
            self.add(i, "ball", np.zeros(3), np.zeros(3), 0.95 * r, "joint", coordinate=k)
        elif self.anatomy.is_flat(i):
            z = self.anatomy.height(i)
            thick = self.anatomy.thick
            self.add(
                i,
                "collar",
                _Z * (z - 0.5 * thick - ring),
                _Z * (z + 0.5 * thick + 0.5 * ring),
                0.72 * self.anatomy.wide(i),
                "joint",
                coordinate=k,
            )
        else:
            self.add(i, "collar", -_Z * ring / 2, _Z * ring / 2, 1.035 * r, "joint", coordinate=k)

    def _slide(self, i: int, body: Body, r: float, ring: float) -> None:
        T, k, stroke = matrix(body.placement), body.coordinate, self.anatomy.stroke(i)
        c, a = T[:3, 3], T[:3, 2]
        if body.parent == GROUND:
            self.add(GROUND, "rod", c - 1.1 * stroke * a, c + 1.1 * stroke * a, 0.3 * r, "rod")
            self.add(i, "box", -_Z * 1.3 * r, _Z * 1.3 * r, 0.95 * r)
            self.add(i, "collar", _Z * 1.3 * r, _Z * (1.3 * r + ring), 0.62 * r, "joint", coordinate=k)
            return
        self.add(body.parent, "box", c - 0.9 * r * a, c + 0.9 * r * a, 0.85 * r)
        self.add(body.parent, "collar", c + 0.9 * r * a, c + (0.9 * r + ring) * a, 0.66 * r, "joint", coordinate=k)
        self.add(i, "rod", -_Z * (stroke + r), _Z * 0.0 + _Z * 0.02 * r, 0.5 * r, "rod")

    def _link(self, i: int, body: Body) -> None:
        r = self.radii[i]
        limbs = self.limbs[i]
        if self.anatomy.floats(i):
            self._trunk(i, limbs)
            return
        turning = body.motion == "turn"
        if turning and self.anatomy.is_flat(i):
            self._plates(i, limbs)
            return
        reached = 0.0
        for limb in limbs:
            reached = max(reached, self._arm(i, limb, r, turning))
        if turning and reached < 0.9 * r:
            self.add(i, "rod", -_Z * 0.9 * r, _Z * 0.9 * r, r)

    def _plates(self, i: int, limbs: list[Limb]) -> None:
        z, a = self.anatomy.height(i), self.anatomy.wide(i)
        for limb in limbs:
            p = limb.point
            end = (
                self.anatomy.wide(limb.body) if limb.body is not None and self.anatomy.is_flat(limb.body) else 0.86 * a
            )
            if np.linalg.norm(p[:2]) < NEAR * self.reach and abs(p[2]) < NEAR * self.reach:
                p = np.array([0.0, 0.0, 0.0])
            flat = np.array([p[0], p[1], 0.0])
            self.add(
                i, "plate", _Z * z, flat + _Z * z, a, end=float(end), thick=self.anatomy.thick, normal=[0.0, 0.0, 1.0]
            )
            if limb.body is None and np.linalg.norm(flat) > 0:
                self.add(
                    i,
                    "rod",
                    flat + _Z * (z - 0.5 * self.anatomy.thick),
                    flat + _Z * (z + 0.56 * self.anatomy.thick),
                    0.42 * a,
                )
            elif limb.body is not None and not self.anatomy.is_flat(limb.body):
                self._arm(i, limb, self.radii[i], True)

    def _arm(self, i: int, limb: Limb, r: float, turning: bool) -> float:
        """From a body's joint to where the next begins; how far the own housing reaches."""
        next_r = self.radii[limb.body] if limb.body is not None else 0.8 * r
        ball = limb.body is not None and self.tree.bodies[limb.body].motion == "ball"
        slim = 0.6 if limb.body is None or ball else 0.86
        first, second = _feet(limb.point, limb.axis, self.reach) if turning else (np.zeros(3), _foot(limb))
        self.add(i, "rod", *_beyond(np.zeros(3), first, 0.55 * r), r)
        self.add(i, "rod", first, second, 0.86 * r, end=slim * next_r)
        if limb.body is not None and not ball:
            self.add(i, "rod", *_beyond(limb.point, second, 0.55 * next_r), next_r)
        elif limb.body is None and np.linalg.norm(limb.point) > 0.2 * r:
            self._tip(i, first, limb.point, r)
        return float(np.linalg.norm(first))

    def _tip(self, i: int, start: Array, p: Array, r: float) -> None:
        along = p - start
        size = float(np.linalg.norm(along))
        if size > 0.3 * r:
            self.add(i, "rod", p - 0.25 * r * along / size, p + 0.02 * r * along / size, 0.72 * r, "base")

    def _trunk(self, i: int, limbs: list[Limb]) -> None:
        """A body that floats: as long and as wide as what hangs on it."""
        points = np.array([x.point for x in limbs if x.body is not None or self.robot.loops] or [np.zeros(3)])
        size = np.ptp(points, axis=0)
        if len(points) < 2 or size.max() < 0.05 * self.reach:
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
        """A body alone: a disc or a roll about as large as its ellipsoid of inertia."""
        half = half_axes(self.tree.bodies[i])
        if half is None:
            half = 0.1 * self.reach * np.eye(3)
        order = np.argsort(np.linalg.norm(half, axis=0))
        a, b, c = np.linalg.norm(half, axis=0)[order] + 1e-9
        main, radius = (half[:, order[0]], (b + c) / 2) if b * b > a * c else (half[:, order[2]], (a + b) / 2)
        at = centre(self.tree.bodies[i])
        self.add(i, "rod", at - main, at + main, float(radius))

    def _platform(self, i: int, points: Array) -> None:
        """Held by legs: a star from its middle to where they end."""
        middle, r = points.mean(axis=0), 0.6 * self.radii[i]
        for p in points:
            self.add(i, "rod", middle, p, r)
        far = float(np.linalg.norm(points - middle, axis=1).max())
        normal = np.linalg.svd(points - middle)[2][2]
        self.add(i, "rod", middle - 0.6 * r * normal, middle + 0.6 * r * normal, max(0.62 * far, 1.5 * r))


def _feet(c: Array, a: Array | None, reach: float) -> tuple[Array, Array]:
    """Where the common normal of z and the line c + t a stands on either."""
    zero = np.zeros(3)
    if a is None:
        along = np.array([0.0, 0.0, c[2]])
        return (zero, c) if np.linalg.norm(c[:2]) > 0.15 * abs(c[2]) else (along, c)
    n = np.cross(_Z, a)
    if np.linalg.norm(n) < 1e-6:
        return zero, np.array([c[0], c[1], 0.0])
    s, t = np.linalg.lstsq(np.column_stack([_Z, -a]), c, rcond=None)[0]
    if max(abs(s), abs(t)) > 1.2 * np.linalg.norm(c) + NEAR * reach:
        return zero, c
    return s * _Z, c + t * a


def _foot(limb: Limb) -> Array:
    return limb.point


def _beyond(start: Array, end: Array, more: float) -> tuple[Array, Array]:
    """A housing goes a little past the tube that leaves it."""
    size = float(np.linalg.norm(end - start))
    return (start, end) if size < 1e-12 else (start, end + (end - start) * more / size)


def places(reach: float) -> int:
    """Places after the point that a length needs in a picture of this size."""
    return max(5, 5 - int(np.floor(np.log10(reach)))) if reach > 0 else 5
