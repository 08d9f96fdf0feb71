"""The one door for joint types: a body at coordinate q gives (X, k).

X places the body's frame in its parent's: E · Rz(θ), origin p.
k names the unit motion Φ = e_k of the joint among [vx vy vz ωx ωy ωz]: 5 turns about z, 2 slides along z.
Everything above works with X and k and never asks what a joint is.   [featherstone2008, §4.4]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from dalembert.graph.scalar import cos, sin
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import Matrix, Vector, add, matmul, matvec, scale, transpose

UNIT: Matrix = tuple(tuple(int(i == j) for j in range(6)) for i in range(6))


class OnZ(Protocol):
    """What a joint needs to know of a body."""

    @property
    def placement(self) -> Pose: ...
    @property
    def prismatic(self) -> bool: ...


@dataclass(frozen=True)
class Motion:
    """A joint at a coordinate: constant rotation `E`, then (c, s) about z; origin at `p` in the parent."""

    E: Matrix
    c: Any
    s: Any
    p: Vector
    k: int

    @property
    def Phi(self) -> tuple[Vector, Vector]:
        """Unit motion as (linear, angular)."""
        return UNIT[self.k][:3], UNIT[self.k][3:]

    def down(self, a: Vector) -> Vector:
        """Components of a parent's vector in the body: Rzᵀ Eᵀ a."""
        x, y, z = matvec(transpose(self.E), a)
        return (self.c * x + self.s * y, self.c * y - self.s * x, z)

    def up(self, a: Vector) -> Vector:
        """Components of a body's vector in the parent: E Rz a."""
        x, y, z = a
        return matvec(self.E, (self.c * x - self.s * y, self.s * x + self.c * y, z))

    def up_matrix(self, A: Matrix) -> Matrix:
        """E Rz A Rzᵀ Eᵀ. About z only the part of A that turns by 2θ needs products:
        with u = s (Axx − Ayy) + c (Axy + Ayx):  Axx − su,  Ayy + su,  cu − Ayx,  cu − Axy."""
        c, s = self.c, self.s
        (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = A
        u = s * (xx - yy) + c * (xy + yx)
        su, cu = s * u, c * u
        turned = (
            (xx - su, cu - yx, c * xz - s * yz),
            (cu - xy, yy + su, s * xz + c * yz),
            (c * zx - s * zy, s * zx + c * zy, zz),
        )
        return matmul(matmul(self.E, turned), transpose(self.E))

    def pose(self) -> Pose:
        """The body's frame in its parent's."""
        c, s = self.c, self.s
        return Pose(matmul(self.E, ((c, -s, 0), (s, c, 0), (0, 0, 1))), self.p)


def joint(body: OnZ, q: Any) -> Motion:
    """The motion of a body's joint at coordinate q."""
    E, p = body.placement.R, body.placement.p
    if body.prismatic:
        return Motion(E, 1, 0, add(p, scale(q, tuple(row[2] for row in E))), 2)
    return Motion(E, cos(q), sin(q), p, 5)
