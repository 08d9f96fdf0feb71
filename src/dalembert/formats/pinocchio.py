"""Conversion of states and velocities between the coordinates of this library and those of Pinocchio.

                 here                                             Pinocchio
    ball         q = (w, x, y, z)                                 (x, y, z, w)
    free         q = (p, w, x, y, z), rates (ṗ, ω)                (p, x, y, z, w), (v, ω),  v = Rᵀṗ,  v̇ = Rᵀp̈ − ω × v
    planar       q = (x, y, θ), rates (ẋ, ẏ, θ̇)                   (x, y, cos θ, sin θ), (v, θ̇),  v = Rᵀ(ẋ, ẏ), axis z
    continuous   q = θ                                            (cos θ, sin θ)

In both libraries, the angular velocity ω is expressed in the body frame. The matrix A converts velocities: v = A q̇.
Therefore, efforts are converted by τ = Aᵀτ_p, and mass matrices by M = AᵀM_p A. The conversion requires only NumPy. If
a Pinocchio model is given, joints are matched by name, and the conversion uses the model's joint order. Pinocchio reads
mimic joints as independent joints. The conversion computes the coordinates of mimic joints from their leaders.
[carpentier2019]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import Numbers, check_part, instance, known
from dalembert.finding.finding import Argument, RobotName
from dalembert.robot.model import Joint, Robot
from dalembert.robot.tree import leader_of
from dalembert.spatial.joint_types import quaternion_rotation
from dalembert.spatial.vector import Matrix
from dalembert.tolerance import GEOMETRY

Array = NDArray[np.float64]
ROOT = "root_joint"  # Pinocchio's name for the free-flyer joint under a robot read from a file


def pinocchio_state(
    robot: Robot, q: Numbers, qd: Numbers | None = None, qdd: Numbers | None = None, *, model: Any = None
) -> tuple[Array, Array, Array]:
    """Convert a state to Pinocchio's coordinates.

    Parameters
    ----------
    robot : Robot
    q : array_like, shape (..., nq)
        Configuration, in rad and m.
    qd, qdd : array_like, shape (..., nv), optional
        Velocities and accelerations. Default: zero.
    model : pinocchio.Model, optional
        Model that determines the order of the joints. Default: the order of `robot`.

    Returns
    -------
    q, v, a : array
        Configuration, velocity and acceleration in Pinocchio's coordinates.

    Examples
    --------
    >>> import dalembert as da
    >>> q, v, a = da.interop.pinocchio_state(da.gallery.quadruped(), da.neutral(da.gallery.quadruped()))
    >>> print(q[:7])  # position, then the quaternion as Pinocchio orders it: x, y, z, w
    [0. 0. 0. 0. 0. 0. 1.]
    """
    places, size, rates = _places(robot, model)
    here, qd, qdd = _together(robot, (q, robot.nq, "q"), (qd, robot.nv, "qd"), (qdd, robot.nv, "qdd"))
    result = np.zeros((*here.shape[:-1], size))
    for place in places:
        result[..., place.q] = _entries(place, place.own(here))
    A = _rates(places, here, rates, robot.nv)
    v = _moved(A, qd)
    return result, v, _moved(A, qdd) - _late(places, v)


def from_pinocchio_state(
    robot: Robot, q: Numbers, v: Numbers | None = None, a: Numbers | None = None, *, model: Any = None
) -> tuple[Array, Array, Array]:
    """Convert a state from Pinocchio's coordinates.

    Parameters
    ----------
    robot : Robot
    q, v, a : array_like
        Configuration, velocity and acceleration as Pinocchio defines them. `v` and `a` are zero by default.
    model : pinocchio.Model, optional
        Model that determines the order of the joints. Default: the order of `robot`.

    Returns
    -------
    q : array, shape (..., nq)
        Configuration. Angles that Pinocchio stores as cosine and sine lie between −π and π.
    qd, qdd : array, shape (..., nv)

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.quadruped()
    >>> q, v, a = da.interop.pinocchio_state(robot, da.neutral(robot))
    >>> print(da.interop.from_pinocchio_state(robot, q, v, a)[0][:7])
    [0. 0. 0. 1. 0. 0. 0.]
    """
    places, size, rates = _places(robot, model)
    there, v, a = _together(robot, (q, size, "q"), (v, rates, "v"), (a, rates, "a"))
    leaders = [place for place in places if not place.follows]
    result = np.zeros((*there.shape[:-1], robot.nq))
    for place in leaders:
        result[..., place.q_here] = _read(place, there[..., place.q])
    back = _rates(leaders, result, rates, robot.nv).swapaxes(-1, -2)  # the rows of leaders are orthonormal
    return result, _moved(back, v), _moved(back, a + _late(places, v))


def pinocchio_rates(robot: Robot, q: Numbers, *, model: Any = None) -> Array:
    """Compute the matrix A with v = A q̇ for Pinocchio's velocity v.

    Parameters
    ----------
    robot : Robot
    q : array_like, shape (..., nq)
        Configuration, in rad and m.
    model : pinocchio.Model, optional
        Model that determines the order of the joints. Default: the order of `robot`.

    Returns
    -------
    array, shape (..., model.nv, robot.nv)

    Examples
    --------
    >>> import dalembert as da
    >>> A = da.interop.pinocchio_rates(da.gallery.ur5(), [0.0] * 6)
    >>> print(A.shape)
    (6, 6)
    """
    places, _, rates = _places(robot, model)
    return _rates(places, _rows(q, robot.nq, "q", robot), rates, robot.nv)


@dataclass(frozen=True)
class _Place:
    """Indices of the entries of a joint in q and in the velocity vector. `split` is True if Pinocchio stores the angle
    as cosine and sine."""

    kind: str
    q_here: slice
    qd_here: slice
    q: slice
    v: slice
    split: bool
    ratio: float = 1.0
    offset: float = 0.0
    follows: bool = False

    def own(self, q: Array) -> Array:
        """Return the coordinates of the joint."""
        return self.ratio * q[..., self.q_here] + self.offset


def _places(robot: Robot, model: Any) -> tuple[list[_Place], int, int]:
    """List the indices for each joint, and return the sizes of Pinocchio's q and v."""
    instance(robot, "robot", Robot, "a robot")
    found, q, v = [], 0, 0
    for joint in robot.joints:
        if not joint.moves or (joint.mimic is not None and model is None):
            continue
        ratio, offset, leader = leader_of(robot, joint)
        kind = joint.kind if not joint.angles else "angles"
        split = kind in ("continuous", "planar")
        size = joint.nq + split
        if model is not None:
            other = _other(robot, joint, model)
            q = other.idx_q
            v = other.idx_v
            split = other.nq - other.nv == 1 and kind not in ("free", "spherical")
            size = other.nq
            check_part(other.nv == joint.nv, "joint", joint.name, "as many rates as Pinocchio's joint", other.nv)
            if kind == "planar":
                _check_plane(robot, joint, model, other.id)
        q_here, qd_here = leader.first
        here = slice(q_here, q_here + joint.nq), slice(qd_here, qd_here + joint.nv)
        spans = slice(q, q + size), slice(v, v + joint.nv)
        found.append(_Place(kind, *here, *spans, split, float(ratio), float(offset), joint.mimic is not None))
        q, v = q + size, v + joint.nv
    return (found, q, v) if model is None else (found, model.nq, model.nv)


def _other(robot: Robot, joint: Joint, model: Any) -> Any:
    """Return the joint with the same name in the Pinocchio model. A free joint on the ground corresponds to Pinocchio's
    root joint."""
    name = joint.name
    if not model.existJointName(name) and joint.kind == "free" and joint.parent == robot.root:
        name = ROOT
    if not model.existJointName(name):
        known(name, list(model.names), "joint", owner="Pinocchio model")
    return model.joints[model.getJointId(name)]


def _check_plane(robot: Robot, joint: Joint, model: Any, other: int) -> None:
    """Raise an error if Pinocchio's planar joint has a different plane.

    Pinocchio's URDF reader always uses z as the normal.
    """
    R = np.array(joint.placement.R, dtype=float)
    here, link = R @ np.array(joint.axis, dtype=float), joint.parent
    while link != robot.root:
        parent = next(x for x in robot.joints if x.child == link)
        here = np.array(parent.placement.R, dtype=float) @ np.array(parent.after.R, dtype=float) @ here
        link = parent.parent
    there = np.array([0.0, 0.0, 1.0])
    while other > 0:
        there, other = model.jointPlacements[other].rotation @ there, model.parents[other]
    same = bool(np.abs(here - there).max() <= GEOMETRY)
    check_part(same, "joint", joint.name, "the plane of Pinocchio's joint", tuple(map(float, joint.axis)))


def _entries(place: _Place, own: Array) -> Array:
    """Convert a joint's coordinates to Pinocchio's coordinates."""
    if place.kind in ("free", "spherical"):
        turn = own[..., -4:]
        unit = turn / np.linalg.norm(turn, axis=-1, keepdims=True)
        return np.concatenate([own[..., :-4], np.roll(unit, -1, axis=-1)], axis=-1)
    if place.split:
        return np.concatenate([own[..., :-1], np.cos(own[..., -1:]), np.sin(own[..., -1:])], axis=-1)
    return own


def _read(place: _Place, other: Array) -> Array:
    """Convert a joint's coordinates from Pinocchio's coordinates."""
    if place.kind in ("free", "spherical"):
        return np.concatenate([other[..., :-4], np.roll(other[..., -4:], 1, axis=-1)], axis=-1)
    if place.split:
        return np.concatenate([other[..., :-2], np.arctan2(other[..., -1:], other[..., -2:-1])], axis=-1)
    return other


def _rates(places: list[_Place], q: Array, rows: int, columns: int) -> Array:
    """Compute the matrix A.

    The block of a joint is Rᵀ for the linear velocity of a free or planar joint, and the identity for other velocities.
    """
    A = np.zeros((*q.shape[:-1], rows, columns))
    for place in places:
        v = place.v.start
        qd = place.qd_here.start
        own = place.own(q)
        for k in range(place.v.stop - v):
            A[..., v + k, qd + k] += place.ratio
        R: Matrix = ()
        if place.kind == "free":
            R = quaternion_rotation(tuple(np.moveaxis(own[..., 3:], -1, 0)))
        elif place.kind == "planar":
            c, s = np.cos(own[..., 2]), np.sin(own[..., 2])
            R = ((c, -s), (s, c))
        for i, row in enumerate(R):
            for j, entry in enumerate(row):
                A[..., v + j, qd + i] = entry
    return A


def _late(places: list[_Place], v: Array) -> Array:
    """Compute ω × v for each free or planar joint, a term that Pinocchio's acceleration does not contain."""
    late = np.zeros_like(v)
    for place in places:
        k, own = place.v.start, v[..., place.v]
        if place.kind == "free":
            late[..., k : k + 3] = np.cross(own[..., 3:], own[..., :3])
        elif place.kind == "planar":
            x, y, w = np.moveaxis(own, -1, 0)
            late[..., k] = -w * y
            late[..., k + 1] = w * x
    return late


def _moved(A: Array, x: Array) -> Array:
    return np.asarray(np.einsum("...ij,...j->...i", A, x))


def _together(robot: Robot, *given: tuple[Numbers | None, int, str]) -> tuple[Array, ...]:
    """Convert arguments to arrays of the given sizes, and broadcast the arrays to the same leading shape.

    Error messages contain the argument names.
    """
    rows = [_rows(*x, robot) for x in given]
    lead = np.broadcast_shapes(*(x.shape[:-1] for x in rows))
    return tuple(np.broadcast_to(x, (*lead, x.shape[-1])) for x in rows)


def _rows(given: Numbers | None, size: int, name: str, robot: Robot) -> Array:
    x = np.asarray(0.0 if given is None else given, dtype=float)
    if x.ndim == 0 and x == 0:
        return np.zeros(size)
    if x.ndim == 0 or x.shape[-1] != size:
        raise finding.WrongShape(Argument(name), x.shape, (("...", size),), RobotName(robot.name)).error()
    return x
