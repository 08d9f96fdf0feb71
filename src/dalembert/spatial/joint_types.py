"""Table of joint types. A joint is a sequence of elementary motions in the joint frame.

    turn    about z    q is an angle                 rate: angular velocity about z
    slide   along z    q is a length                 rate: velocity along z
    ball    any axis   q is a quaternion, w first    rates: angular velocity in the frame of the moved body

`KINDS` describes every joint in terms of these three motions. To add a joint type, add a row to `KINDS`. In the tree
that the algorithms use, each elementary motion has its own body. Intermediate bodies are massless. `joint` returns the
motion of a body at its coordinates. X is the pose of the body frame in the parent frame. The columns of Φ are unit
motions among [vx vy vz ωx ωy ωz], fixed in the body. All other code uses only X and Φ and does not depend on joint
types. [featherstone2008, §4.4]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from dalembert.graph.scalar import cos, sin
from dalembert.spatial.pose import Pose, rotation_z
from dalembert.spatial.vector import EYE, ZERO, Matrix, Vector, add, dot, matmul, matvec, scale, transpose

COLUMNS = {"turn": (5,), "slide": (2,), "ball": (3, 4, 5)}  # indices of the unit motions in Φ
ENTRIES = {"turn": 1, "slide": 1, "ball": 4}  # number of entries in q


class Step(NamedTuple):
    """Elementary motion of a joint along an axis of the joint frame. `names` lists the names of the rates. A geared
    motion is proportional to the first motion of the joint.
    """

    motion: str
    along: str = "z"
    names: tuple[str, ...] = ("",)
    geared: bool = False


_TURN = ("wx", "wy", "wz")
KINDS: dict[str, tuple[Step, ...]] = {
    "fixed": (),
    "revolute": (Step("turn"),),
    "continuous": (Step("turn"),),
    "prismatic": (Step("slide"),),
    "screw": (Step("turn"), Step("slide", geared=True)),
    "cylindrical": (Step("turn", names=("turn",)), Step("slide", names=("slide",))),
    "universal": (Step("turn", "x", ("x",)), Step("turn", "y", ("y",))),
    "pin_slot": (Step("slide", "x", ("slide",)), Step("turn", "z", ("turn",))),
    "planar": (Step("slide", "x", ("x",)), Step("slide", "y", ("y",)), Step("turn", "z", ("turn",))),
    "spherical": (Step("ball", names=_TURN),),
    "free": (*(Step("slide", a, (f"v{a}",)) for a in "xyz"), Step("ball", names=_TURN)),
}
# rotation matrices that map z to the x, y or z axis
ALONG: dict[str, Matrix] = {"x": ((0, 0, 1), (1, 0, 0), (0, 1, 0)), "y": ((0, 1, 0), (0, 0, 1), (1, 0, 0)), "z": EYE}
UNIT: Matrix = tuple(tuple(int(i == j) for j in range(6)) for i in range(6))


def steps(kind: str, angles: str = "") -> tuple[Step, ...]:
    """Return the elementary motions of a joint. If `angles` is given, a ball joint is replaced by three rotations."""
    if not angles:
        return KINDS[kind]
    turns = tuple(Step("turn", along, (str(k + 1),)) for k, along in enumerate(angles))
    return tuple(step for given in KINDS[kind] for step in (turns if given.motion == "ball" else (given,)))


class OnZ(Protocol):
    """Link data required for a motion along or about z."""

    @property
    def placement(self) -> Pose: ...
    @property
    def motion(self) -> str: ...


@dataclass(frozen=True)
class Motion:
    """Motion of a body for given coordinates: rotation, origin in the parent frame, and columns of Φ.

    The rotation consists of the constant matrix `E` and the joint rotation `turned`. For a rotation about z, `turned`
    is the pair (cosine, sine). For a ball joint, `turned` is a rotation matrix. The fields `p` and `k` contain the
    origin and the indices of the columns.
    """

    E: Matrix
    turned: tuple[Any, ...]
    p: Vector
    k: tuple[int, ...]

    @property
    def Phi(self) -> tuple[tuple[Vector, Vector], ...]:
        """Unit motions as pairs (linear, angular), one per column of Φ."""
        return tuple((UNIT[k][:3], UNIT[k][3:]) for k in self.k)

    def along(self, rate: Sequence[Any]) -> tuple[Vector, Vector]:
        """Compute the velocity Φ q̇ as a pair (linear, angular)."""
        v, w = ZERO, ZERO
        for x, (phi_v, phi_w) in zip(rate, self.Phi, strict=True):
            v, w = add(v, scale(x, phi_v)), add(w, scale(x, phi_w))
        return v, w

    def effort(self, f: Vector, n: Vector) -> Vector:
        """Compute the joint efforts Φᵀ [f, n], one per column of Φ."""
        wrench = (*f, *n)
        return tuple(wrench[k] for k in self.k)

    def down(self, a: Vector) -> Vector:
        """Transform a vector from the parent frame to the body frame: Rᵀ a."""
        a = matvec(transpose(self.E), a)
        if len(self.turned) == 3:
            return matvec(transpose(self.turned), a)
        (c, s), (x, y, z) = self.turned, a
        return (c * x + s * y, c * y - s * x, z)

    def up(self, a: Vector) -> Vector:
        """Transform a vector from the body frame to the parent frame: R a."""
        if len(self.turned) == 3:
            return matvec(self.E, matvec(self.turned, a))
        (c, s), (x, y, z) = self.turned, a
        return matvec(self.E, (c * x - s * y, s * x + c * y, z))

    def up_matrix(self, A: Matrix) -> Matrix:
        """Compute R A Rᵀ. For a rotation about z, only the part of A that rotates by 2θ needs products:

        u = s (Axx − Ayy) + c (Axy + Ayx):  Axx − su,  Ayy + su,  cu − Ayx,  cu − Axy
        """
        if len(self.turned) == 3:
            turned = _congruent(self.turned, A)
        else:
            c, s = self.turned
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
        """Pose of the body frame in the parent frame."""
        if len(self.turned) == 3:
            return Pose(matmul(self.E, self.turned), self.p)
        c, s = self.turned
        return Pose(matmul(self.E, ((c, -s, 0), (s, c, 0), (0, 0, 1))), self.p)


def joint(body: OnZ, q: Sequence[Any]) -> Motion:
    """Compute the motion of a body from its entries of q."""
    E = body.placement.R
    p = body.placement.p
    k = COLUMNS[body.motion]
    if body.motion == "slide":
        return Motion(E, (1, 0), add(p, scale(q[0], tuple(row[2] for row in E))), k)
    if body.motion == "turn":
        return Motion(E, (cos(q[0]), sin(q[0])), p, k)
    return Motion(E, quaternion_rotation(q), p, k)


def shift(motion: str, amount: Any) -> Pose:
    """Return the pose of a constant rotation about z or translation along z."""
    return Pose(EYE, (0, 0, amount)) if motion == "slide" else Pose(rotation_z(amount))


def quaternion_rotation(q: Sequence[Any]) -> Matrix:
    """Compute the rotation matrix of a nonzero quaternion, scalar first.

    The quaternion need not have unit length, because the formula divides by |q|².
    """
    w, x, y, z = q
    s = 2 / (w * w + x * x + y * y + z * z)
    X = s * x
    Y = s * y
    Z = s * z
    xx = x * X
    yy = y * Y
    zz = z * Z
    xy = x * Y
    yz = y * Z
    xz = x * Z
    wx = w * X
    wy = w * Y
    wz = w * Z
    return (
        (1 - (yy + zz), xy - wz, xz + wy),
        (xy + wz, 1 - (xx + zz), yz - wx),
        (xz - wy, yz + wx, 1 - (xx + yy)),
    )


def _congruent(R: Matrix, A: Matrix) -> Matrix:
    """Compute R A Rᵀ. For a symmetric A, the result is symmetric, and each entry is computed only once."""
    AR = matmul(A, transpose(R))
    symmetric = all(A[i][j] is A[j][i] for i in range(3) for j in range(i))
    if not symmetric:
        return matmul(R, AR)
    upper = {(i, j): dot(R[i], [row[j] for row in AR]) for i in range(3) for j in range(i, 3)}
    return tuple(tuple(upper[min(i, j), max(i, j)] for j in range(3)) for i in range(3))
