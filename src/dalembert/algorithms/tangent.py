"""Displacements on the tangent space: q ⊕ dq is p + dp for rotations and translations, and R·exp(dω) for ball joints.
The inverse operation is q1 ⊖ q0.

exp(dω) is the quaternion (cos θ/2, sin(θ/2)/θ · dω), θ = |dω|. The inverse of exp is 2 atan2(|v|, w)/|v| · v, computed
with w ≥ 0 to obtain the smaller rotation angle. Near θ = 0, these quotients are replaced by series expansions. The
rates of a quaternion are q̇ = ½ q ⊗ (0, ω), with ω in the body frame. [sola2018]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.graph.diff import forward
from dalembert.graph.scalar import atan2, cos, is_zero, select, sin, sqrt
from dalembert.robot.tree import Tree
from dalembert.tolerance import SERIES_SQUARED


def neutral(tree: Tree) -> list[int]:
    """Return the neutral configuration q: zeros, and unit quaternions for ball joints."""
    q = [0] * tree.nq
    for body in tree.bodies:
        if body.motion == "ball":
            q[body.place] = 1
    return q


def integrate(tree: Tree, q: Sequence[Any], dq: Sequence[Any]) -> list[Any]:
    """Compute q ⊕ dq with unit quaternions."""
    moved = list(q)
    for body in tree.bodies:
        if body.motion == "ball":
            turned = product([q[k] for k in body.entries], exponential([dq[k] for k in body.rates]))
            moved[body.place : body.place + 4] = normalised(turned)
        else:
            moved[body.place] = q[body.place] + dq[body.coordinate]
    return moved


def difference(tree: Tree, q0: Sequence[Any], q1: Sequence[Any]) -> list[Any]:
    """Compute the displacement q1 ⊖ q0, for which q0 ⊕ (q1 ⊖ q0) = q1. For ball joints, the shorter rotation is
    used."""
    dq: list[Any] = [0] * tree.nv
    for body in tree.bodies:
        if body.motion == "ball":
            w, x, y, z = normalised([q0[k] for k in body.entries])
            between = product((w, -x, -y, -z), normalised([q1[k] for k in body.entries]))
            dq[body.coordinate : body.coordinate + 3] = logarithm(between)
        else:
            dq[body.coordinate] = q1[body.place] - q0[body.place]
    return dq


def rate(tree: Tree, q: Sequence[Any], qd: Sequence[Any]) -> list[Any]:
    """Compute dq/dt, with nq entries, from the velocities."""
    result: list[Any] = [0] * tree.nq
    for body in tree.bodies:
        if body.motion == "ball":
            spin = product([q[k] for k in body.entries], (0, *(qd[k] for k in body.rates)))
            result[body.place : body.place + 4] = [x / 2 for x in spin]
        else:
            result[body.place] = qd[body.coordinate]
    return result


def slopes(tree: Tree, outputs: Sequence[Any], q: Sequence[Any]) -> list[list[Any]]:
    """Compute ∂outputs/∂q on the tangent space, with one column per rate. The argument q must contain symbols."""
    columns = []
    for k in range(tree.nv):
        moved = rate(tree, q, [int(j == k) for j in range(tree.nv)])
        columns.append(forward(outputs, {x: v for x, v in zip(q, moved, strict=True) if not is_zero(v)}))
    return [list(row) for row in zip(*columns, strict=True)]


def product(a: Sequence[Any], b: Sequence[Any]) -> tuple[Any, ...]:
    """Compute the product a ⊗ b of two quaternions, scalar first."""
    w, x, y, z = a
    s, i, j, k = b
    return (
        w * s - x * i - y * j - z * k,
        w * i + x * s + y * k - z * j,
        w * j - x * k + y * s + z * i,
        w * k + x * j - y * i + z * s,
    )


def exponential(turn: Sequence[Any]) -> tuple[Any, ...]:
    """Compute the unit quaternion for the rotation vector `turn`."""
    square = _square(turn)
    angle = sqrt(select(square, SERIES_SQUARED, 1, square))
    near_c, near_s = 1 - square / 8 + square * square / 384, (1 - square / 24 + square * square / 1920) / 2
    w = select(square, SERIES_SQUARED, near_c, cos(angle / 2))
    s = select(square, SERIES_SQUARED, near_s, sin(angle / 2) / angle)
    return (w, *(s * x for x in turn))


def logarithm(q: Sequence[Any]) -> tuple[Any, ...]:
    """Compute the rotation vector of a unit quaternion. The rotation angle is at most π."""
    w, *v = q
    square = _square(v)
    size = sqrt(select(square, SERIES_SQUARED, 1, square))
    side = select(w, 0, -1, 1)
    near = (2 + square / 3 + 3 * square * square / 20) * side
    s = select(square, SERIES_SQUARED, near, 2 * side * atan2(size, side * w) / size)
    return tuple(s * x for x in v)


def normalised(q: Sequence[Any]) -> tuple[Any, ...]:
    length = sqrt(_square(q))
    return tuple(x / length for x in q)


def _square(a: Sequence[Any]) -> Any:
    total: Any = 0
    for x in a:
        total = total + x * x
    return total
