"""Exact kinematics of the bodies: partial velocities, frames and the gravity field.

Vectors of a body are expressed in a *carrier* frame, which does not rotate with the joints in a group of parallel axes.
Within such a group, the rotation of the body relative to the carrier is Rz(φ) C, where φ is the sum of the group's
angles and C is constant. Only sines and cosines of φ therefore occur (c1, c12, c123), and positions are linear in these
functions. With the vector d from the parent's origin to the origin of the body,

    v_k = v'_k + ω'_k × d + Φ_v,   ω_k = ω'_k + Φ_ω                    [deluca], [khalil2002]

are the columns of the body's Jacobian, one for each coordinate that moves the body. The carrier of a ball joint is the
body itself, rotated relative to the parent by a unit quaternion,

    R = E + 2 w S(v) + 2 S(v)²,   w² + vᵀv = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dalembert.closed.algebra.ring import Poly, Ring
from dalembert.closed.model.coordinates import Coordinates, displacement, seats
from dalembert.robot.tree import Tree
from dalembert.spatial.pose import Pose, rotation_quaternion
from dalembert.spatial.vector import EYE, ZERO, Matrix, Vector, add, cross, matmul, matvec, scale, transpose


@dataclass(frozen=True)
class PartialMotion:
    """Motion of a body, expressed in the carrier frame. The entries are polynomials of the ring."""

    sine: Poly  # sine of φ
    cosine: Poly
    C: Matrix
    v: dict[int, Vector]  # partial velocities of the origin, by coordinate
    w: dict[int, Vector]  # partial angular velocities
    gravity: Vector
    potential: Poly  # −gravity · position of the origin
    d: Vector  # position of the origin relative to the parent's origin, in the parent's carrier frame


class Kinematics:
    """Exact kinematics of all bodies of a tree in the coordinates x."""

    def __init__(self, tree: Tree, x: Coordinates, ring: Ring) -> None:
        self.tree, self.x, self.ring = tree, x, ring
        self.exact, self.reduce = ring.exact, ring.reduced
        self.seats = seats(tree, x)

    @cached_property
    def motions(self) -> tuple[PartialMotion, ...]:
        """Motions of the bodies in the order of the tree, parents first."""
        ring = self.ring
        still = self.exact(EYE)
        g = self.exact(self.tree.gravity)
        zero = self.exact(ZERO)
        ground = PartialMotion(ring.zero, ring.one, still, {}, {}, g, ring.zero, zero)
        result: list[PartialMotion] = []
        for i, body in enumerate(self.tree.bodies):
            result.append(self._step(i, result[body.parent] if body.parent >= 0 else ground))
        return tuple(result)

    def _step(self, i: int, before: PartialMotion) -> PartialMotion:
        """Compute the motion of body i from the motion of its parent."""
        ring = self.ring
        body = self.tree.bodies[i]
        seat = self.seats[i]
        q, slopes = displacement(self.tree, self.x, i)
        C = self.reduce(matmul(before.C, self.exact(body.placement.R)))
        axis = tuple(row[2] for row in C)
        d = matvec(before.C, self.exact(body.placement.p))
        if body.prismatic:
            d = add(d, scale(ring.poly(q), axis))
            axis = self.turned(before, axis)
        d = self.turned(before, self.reduce(d))
        v = dict(before.v)
        for k, w_k in before.w.items():
            v[k] = self.reduce(add(v.get(k, ZERO), cross(w_k, d)))
        w, gravity = dict(before.w), before.gravity
        if seat.fresh:
            back = transpose(self.ball(i)) if body.motion == "ball" else EYE

            def moved_into(x: Vector) -> Vector:
                x = self._unturned(before, C, x)
                return x if back is EYE else self.reduce(matvec(back, x))

            v, w = ({k: moved_into(x) for k, x in each.items()} for each in (v, w))
            gravity = moved_into(gravity)
        if body.motion == "ball":
            own = dict(zip(slopes, self.exact(EYE), strict=True))
        else:
            along = axis if body.prismatic else self.exact((0, 0, seat.sense))
            own = {k: scale(ring.poly(slope), along) for k, slope in slopes.items()}
        moved = v if body.prismatic else w
        for k, part in own.items():
            moved[k] = self.reduce(add(moved.get(k, ZERO), part))
            v.setdefault(k, self.exact(ZERO))
        sine, cosine = ring.sincos(ring.zero if seat.angle is None else ring.poly(seat.angle))
        potential = before.potential - ring.dot(before.gravity, d)
        return PartialMotion(sine, cosine, self.exact(EYE) if seat.fresh else C, v, w, gravity, potential, d)

    # ── frames ────────────────────────────────────────────────────────────────

    @cached_property
    def poses(self) -> tuple[Pose, ...]:
        """Pose of each body frame in the world, as polynomials of the ring."""
        return tuple(Pose(self.reduce(matmul(E, self._body_axes(i))), p) for i, (E, p) in enumerate(self._carriers))

    @cached_property
    def _carriers(self) -> tuple[tuple[Matrix, Vector], ...]:
        """Orientation of each body's carrier frame in the world, and position of the body's origin."""
        result: list[tuple[Matrix, Vector]] = []
        for i, body in enumerate(self.tree.bodies):
            E, p = result[body.parent] if body.parent >= 0 else (self.exact(EYE), self.exact(ZERO))
            p = self.reduce(add(p, matvec(E, self.motions[i].d)))
            if self.seats[i].fresh:
                R = self._body_axes(body.parent) if body.parent >= 0 else self.exact(EYE)
                E = self.reduce(matmul(self.reduce(matmul(E, R)), self.exact(body.placement.R)))
            if body.motion == "ball":
                E = self.reduce(matmul(E, self.ball(i)))
            result.append((E, p))
        return tuple(result)

    def place(self, frame: str | None) -> Pose:
        """Return the exact pose of a link or frame in the world."""
        i, pose = self.tree.place(frame)
        local = Pose(self.exact(pose.R), self.exact(pose.p))
        if i < 0:
            return local
        whole = self.poses[i] @ local
        return Pose(self.reduce(whole.R), self.reduce(whole.p))

    def jacobian(self, frame: str | None) -> tuple[list[Vector], list[Vector]]:
        """Return the Jacobian columns (v_k) and (ω_k) of a frame's origin, expressed in the world frame."""
        i, pose = self.tree.place(frame)
        zero = self.exact(ZERO)
        if i < 0:
            return [zero] * len(self.x.names), [zero] * len(self.x.names)
        motion, E = self.motions[i], self._carriers[i][0]
        d = self.turned(motion, self.reduce(matvec(motion.C, self.exact(pose.p))))
        v, w = [], []
        for k in range(len(self.x.names)):
            turning = motion.w.get(k, zero)
            v.append(self.reduce(matvec(E, self.reduce(add(motion.v.get(k, zero), cross(turning, d))))))
            w.append(self.reduce(matvec(E, turning)))
        return v, w

    def ball(self, i: int) -> Matrix:
        """Return the rotation matrix for the unit quaternion of ball joint i."""
        w, x, y, z = (self.ring.symbol(x) for x in self.x.names[self.tree.bodies[i].coordinate].quaternion)
        R: Matrix = self.reduce(rotation_quaternion(w, x, y, z))
        return R

    # ── vectors of elements ───────────────────────────────────────────────────

    def in_body(self, i: int, x: Vector) -> Vector:
        """Transform a vector from the carrier frame of body i to the body frame."""
        return self._unturned(self.motions[i], self.motions[i].C, x)

    def turned(self, motion: PartialMotion, x: Vector) -> Vector:
        """Rotate a vector by Rz(φ), where φ is the angle of the body relative to its carrier."""
        (s, c), (along, across, up) = (motion.sine, motion.cosine), x
        return (*self.reduce((c * along - s * across, s * along + c * across)), up)

    def _unturned(self, motion: PartialMotion, C: Matrix, x: Vector) -> Vector:
        """Return (Rz(φ) C)ᵀ x, the vector x expressed in the body frame."""
        (s, c), (along, across, up) = (motion.sine, motion.cosine), x
        back: Vector = (*self.reduce((c * along + s * across, c * across - s * along)), up)
        result: Vector = self.reduce(matvec(transpose(C), back))
        return result

    def _body_axes(self, i: int) -> Matrix:
        """Return the rotation matrix Rz(φ) C of body i relative to its carrier."""
        motion = self.motions[i]
        return transpose(tuple(self.turned(motion, column) for column in transpose(motion.C)))
