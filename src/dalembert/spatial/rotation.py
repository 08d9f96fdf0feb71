"""Functions that rotate arrays of vectors and compute the error between two poses.

rot(h, θ) x = x cos θ + h × x sin θ + h (hᵀx)(1 − cos θ)                     Rodrigues
θ with rot(h, θ) a = b:  atan2(h·(a × b), a·b − (h·a)(h·b))                  first subproblem [murray1994, §3.3]
log R = θ n,  2 n sin θ = vee(R − Rᵀ),  1 + 2 cos θ = tr R
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.tolerance import ROUNDING, TINY

Array = NDArray[Any]


def norm(x: Any) -> float:
    """Compute the norm |x| of a single vector."""
    return float(np.linalg.norm(x))


def normalized(x: Array) -> Array:
    """Normalize a vector: x / |x|. The zero vector remains zero."""
    return x / (norm(x) or 1.0)


def dot(a: Array, b: Array) -> Array:
    result: Array = np.einsum("...i,...i->...", a, b)
    return result


def matvec(A: Array, x: Array) -> Array:
    """Compute A x for matrices `(…, 3, 3)` and vectors `(…, 3)`."""
    result: Array = np.einsum("...ij,...j->...i", A, x)
    return result


def cross(a: Array, b: Array) -> Array:
    x = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    y = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    z = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return np.stack([x, y, z], axis=-1)


def normal_basis(h: Array) -> tuple[Array, Array]:
    """Return two unit vectors that form a right-handed frame with h."""
    least = np.eye(3)[np.argmin(np.abs(h), axis=-1)]
    e = cross(h, least)
    e = e / np.linalg.norm(e, axis=-1, keepdims=True)
    return e, cross(h, e)


def rotate(h: Array, angle: Array, x: Array) -> Array:
    """Compute rot(h, θ) x for a unit vector h. All arguments can have leading axes."""
    c, s = np.cos(angle)[..., None], np.sin(angle)[..., None]
    return np.asarray(c * x + s * cross(h, x) + (1 - c) * dot(h, x)[..., None] * h)


def rotation(h: Array, angle: Array) -> Array:
    """Compute the rotation matrices rot(h, θ), `(…, 3, 3)`."""
    columns = rotate(h[..., None, :], np.asarray(angle)[..., None], np.eye(3))
    return np.swapaxes(columns, -1, -2)


def angle_from(h: Array, a: Array, b: Array) -> Array:
    """Return the angle θ of the rotation about h that brings a closest to b. If a or b lies on the axis, θ is 0."""
    y = dot(h, cross(a, b))
    x = dot(a, b) - dot(h, a) * dot(h, b)
    least = ROUNDING * np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return np.where(np.hypot(x, y) > least, np.arctan2(y, x), 0.0)


def angle_about(h: Array, R: Array) -> Array:
    """Return the angle θ of a rotation R about h."""
    return np.asarray(np.arctan2(dot(h, vee(R)), np.trace(R, axis1=-2, axis2=-1) - 1))


def vee(R: Array) -> Array:
    """Return the vector associated with the skew-symmetric matrix R − Rᵀ."""
    return np.stack([R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]], axis=-1)


def log(R: Array) -> Array:
    """Compute the rotation vectors θ n, `(…, 3)`, with θ ≤ π.

    The computation uses a row of 4 q qᵀ, where q = (cos θ/2, n sin θ/2) is the unit quaternion. The first row is
    (1 + tr R, vee R). It vanishes at θ = π.
    """
    scalar, v = np.asarray(1 + np.trace(R, axis1=-2, axis2=-1)), vee(R)
    far = scalar < 1
    if np.any(far):
        scalar[far], v[far] = _longest_row(R[far], scalar[far], v[far])
    sine = np.linalg.norm(v, axis=-1)
    angle = 2 * np.arctan2(sine, scalar)
    return np.asarray((angle / np.maximum(sine, TINY))[..., None] * v)


def _longest_row(R: Array, scalar: Array, v: Array) -> tuple[Array, Array]:
    """Return the row of 4 q qᵀ with the largest norm for rotations `(B, 3, 3)`, with cos θ/2 ≥ 0."""
    Q = np.empty((len(R), 4, 4))
    Q[:, 0, 0], Q[:, 0, 1:], Q[:, 1:, 0] = scalar, v, v
    Q[:, 1:, 1:] = R + np.swapaxes(R, -1, -2) + (2 - scalar)[:, None, None] * np.eye(3)
    longest = np.argmax(np.diagonal(Q, axis1=-2, axis2=-1), axis=-1)
    q = np.take_along_axis(Q, longest[:, None, None], axis=-2)[:, 0]
    q = np.where(q[:, :1] < 0, -q, q)
    return q[:, 0], q[:, 1:]


def pose_error(target: Array, T: Array) -> Array:
    """Compute the pose error [Δp, log(R_target Rᵀ)], `(…, 6)`, a small twist from T to the target in world axes."""
    turned = target[..., :3, :3] @ np.swapaxes(T[..., :3, :3], -1, -2)
    return np.concatenate([target[..., :3, 3] - T[..., :3, 3], log(turned)], axis=-1)


def displaced(T: Array, twist: Array) -> Array:
    """Displace T by [Δp, θ n], `(…, 6)`, where both vectors are in world axes. `displaced` is the inverse of
    `pose_error`."""
    angle = np.linalg.norm(twist[..., 3:], axis=-1)
    moved = np.zeros((*np.broadcast_shapes(T.shape[:-2], angle.shape), 4, 4)) + T
    moved[..., :3, :3] = rotation(twist[..., 3:] / np.maximum(angle, TINY)[..., None], angle) @ T[..., :3, :3]
    moved[..., :3, 3] += twist[..., :3]
    return moved


def wrapped(angle: Array) -> Array:
    """Wrap an angle to the interval (−π, π]."""
    result: Array = -np.remainder(np.pi - angle, 2 * np.pi) + np.pi
    return result
