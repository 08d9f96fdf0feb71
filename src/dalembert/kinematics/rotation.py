"""Rotations of arrays of vectors, and the error between two poses.

rot(h, θ) x = x cos θ + h × x sin θ + h (hᵀx)(1 − cos θ)                     Rodrigues
θ with rot(h, θ) a = b:  atan2(h·(a × b), a·b − (h·a)(h·b))                  first subproblem [murray1994, §3.3]
log R = θ n,  2 n sin θ = vee(R − Rᵀ),  1 + 2 cos θ = tr R
"""

from __future__ import annotations

import numpy as np

from dalembert.boundary import Array as Array
from dalembert.tolerance import ROUNDING, SMALL_ANGLE


def dot(a: Array, b: Array) -> Array:
    result: Array = np.einsum("...i,...i->...", a, b)
    return result


def matvec(A: Array, x: Array) -> Array:
    """A x, for matrices `(…, 3, 3)` and vectors `(…, 3)`."""
    result: Array = np.einsum("...ij,...j->...i", A, x)
    return result


def cross(a: Array, b: Array) -> Array:
    x = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    y = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    z = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return np.stack([x, y, z], axis=-1)


def normal_basis(h: Array) -> tuple[Array, Array]:
    """Two unit vectors that make a right-handed frame with h."""
    least = np.eye(3)[np.argmin(np.abs(h), axis=-1)]
    e = cross(h, least)
    e = e / np.linalg.norm(e, axis=-1, keepdims=True)
    return e, cross(h, e)


def rotate(h: Array, angle: Array, x: Array) -> Array:
    """rot(h, θ) x, for unit h; all may carry leading axes."""
    c, s = np.cos(angle)[..., None], np.sin(angle)[..., None]
    return np.asarray(c * x + s * cross(h, x) + (1 - c) * dot(h, x)[..., None] * h)


def rotation(h: Array, angle: Array) -> Array:
    """rot(h, θ) as matrices, `(…, 3, 3)`."""
    shape = np.broadcast_shapes(h.shape[:-1], np.shape(angle))
    columns = [rotate(h, angle, e) * np.ones((*shape, 1)) for e in np.eye(3)]
    return np.stack(columns, axis=-1)


def angle_from(h: Array, a: Array, b: Array) -> Array:
    """θ that brings a nearest to b about h; 0 where a or b lies on the axis."""
    y = dot(h, cross(a, b))
    x = dot(a, b) - dot(h, a) * dot(h, b)
    return np.where(np.hypot(x, y) > ROUNDING, np.arctan2(y, x), 0.0)


def angle_about(h: Array, R: Array) -> Array:
    """θ of a rotation R about h."""
    return np.asarray(np.arctan2(dot(h, vee(R)), np.trace(R, axis1=-2, axis2=-1) - 1))


def vee(R: Array) -> Array:
    """The vector of R − Rᵀ."""
    return np.stack([R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]], axis=-1)


def log(R: Array) -> Array:
    """θ n of rotations, `(…, 3)`; accurate for small angles and up to π."""
    w, trace = vee(R), np.trace(R, axis1=-2, axis2=-1)
    sine = np.linalg.norm(w, axis=-1)
    angle = np.arctan2(sine, trace - 1)
    near = sine < SMALL_ANGLE
    factor = np.where(near & (trace > 1), 0.5 + angle**2 / 12, angle / np.where(near, 1.0, sine))
    result: Array = factor[..., None] * w
    half = near & (trace < 1)
    if np.any(half):
        result[half] = _half_turn(R[half], angle[half])
    return result


def _half_turn(R: Array, angle: Array) -> Array:
    """θ n near θ = π, from the symmetric part: (R + Rᵀ)/2 = cos θ E + (1 − cos θ) n nᵀ."""
    c = np.cos(angle)[..., None, None]
    outer = ((R + np.swapaxes(R, -1, -2)) / 2 - c * np.eye(3)) / (1 - c)
    k = np.argmax(np.diagonal(outer, axis1=-2, axis2=-1), axis=-1)
    n = np.take_along_axis(outer, k[..., None, None], axis=-1)[..., 0]
    n = n / np.linalg.norm(n, axis=-1, keepdims=True)
    sign = np.where(dot(n, vee(R)) < 0, -1.0, 1.0)
    result: Array = (sign * angle)[..., None] * n
    return result


def pose_error(target: Array, T: Array) -> Array:
    """[Δp, log(R_target Rᵀ)], `(…, 6)`: the small twist, in world axes, that takes T to the target."""
    turned = target[..., :3, :3] @ np.swapaxes(T[..., :3, :3], -1, -2)
    return np.concatenate([target[..., :3, 3] - T[..., :3, 3], log(turned)], axis=-1)


def wrapped(angle: Array) -> Array:
    """The same angle in (−π, π]."""
    result: Array = -np.remainder(np.pi - angle, 2 * np.pi) + np.pi
    return result
