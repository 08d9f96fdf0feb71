"""Rotations of 3-space in any arithmetic: matrices, unit quaternions, rotation vectors.

R = 1 + sin θ [u] + (1 − cos θ) [u]²   for the unit axis u;   a quaternion (cos θ/2, u sin θ/2).  [craig2005, ch. 2]
"""

from __future__ import annotations

import numpy as np

from dalembert.mobility.number import Arithmetic, Array


def basis(number: Arithmetic, axis: Array) -> Array:
    """A rotation whose third column is along the axis."""
    z = axis / number.length(axis)
    e = number.eye(3)[int(np.argmin(np.abs(z.astype(float))))]
    y = np.cross(z, e)
    y = y / number.length(y)
    return np.array([np.cross(y, z), y, z]).T


def shortest(number: Arithmetic, u: Array, v: Array) -> Array:
    """The shortest rotation that takes the direction of u to that of v."""
    u, v = u / number.length(u), v / number.length(v)
    c = u @ v
    if float(c) < -0.999999:
        half = basis(number, u)[:, 0]
        turn = 2 * np.outer(half, half) - number.eye(3)  # a half turn first, then the rest
        rest: Array = shortest(number, -u, v) @ turn
        return rest
    W = skew(np.cross(u, v))
    R: Array = number.eye(3) + W + (W @ W) / (1 + c)
    return R


def skew(a: Array) -> Array:
    zero = a[0] * 0
    return np.array([[zero, -a[2], a[1]], [a[2], zero, -a[0]], [-a[1], a[0], zero]])


def inverse(T: Array) -> Array:
    back = T.copy()
    back[:3, :3] = T[:3, :3].T
    back[:3, 3] = -T[:3, :3].T @ T[:3, 3]
    return back


def quaternion_product(a: Array, b: Array) -> Array:
    vector = a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])
    return np.concatenate([[a[0] * b[0] - a[1:] @ b[1:]], vector])


def quaternion(R: Array) -> Array:
    """Unit quaternion of a rotation, from the largest of its four squares."""
    t = np.array([np.trace(R), R[0, 0], R[1, 1], R[2, 2]])
    k = int(np.argmax(t))
    if k == 0:
        q = np.array([1 + t[0], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    else:
        i = k - 1
        j, l = (i + 1) % 3, (i + 2) % 3
        q = np.zeros(4)
        q[0] = R[l, j] - R[j, l]
        q[1 + i] = 1 + R[i, i] - R[j, j] - R[l, l]
        q[1 + j] = R[i, j] + R[j, i]
        q[1 + l] = R[i, l] + R[l, i]
    result: Array = q / np.linalg.norm(q)
    return result


def rotation_vector(q: Array) -> Array:
    """Axis times angle of a unit quaternion, the angle at most π."""
    q = q if q[0] >= 0 else -q
    sine = float(np.linalg.norm(q[1:]))
    return 2 * q[1:] if sine < 1e-9 else q[1:] * (2 * np.arctan2(sine, q[0]) / sine)
