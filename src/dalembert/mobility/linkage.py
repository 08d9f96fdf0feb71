"""Names of single loops that move by their dimensions alone.

    Sarrus 1853     two chains of parallel axes: planar groups G_u and G_v share one translation  (also other chains
                    whose groups meet)
    Bennett 1903    4R, the only movable one in space:  a1 = a3, a2 = a4, no offsets,  a1/sin α1 = a2/sin α2
    Bricard         6R: line-symmetric, plane-symmetric, or trihedral (axes at right angles in turn,
                    a1² + a3² + a5² = a2² + a4² + a6²)

An axis is a point p and a direction u; a loop is recognised by its axes at a generic position.
[sarrus1853], [bennett1903], [bricard1927], [herve1978]
"""

from __future__ import annotations

from itertools import product

import numpy as np

from dalembert.mobility.graph import Circuit
from dalembert.mobility.group import group, meet
from dalembert.mobility.network import Array, Network

_CLOSE = 1e-6


def recognise(parts: Network, S: Array, loop: Circuit) -> str:
    """What is known of a dependent loop."""
    columns = [c for j in loop.joints for c in parts.joints[j].rates]
    shared = _chains(parts, S, loop)
    if shared:
        return shared
    kinds = [parts.joints[j].kind for j in loop.joints]
    if any(kind != "revolute" for kind in kinds):
        return "a paradoxical loop, movable by its dimensions"
    axes = [_axis(S[:, c]) for c in columns]
    if len(axes) == 4:
        return (
            "a Bennett linkage, opposite sides equal and lengths as the sines of twists"
            if _bennett(axes)
            else "a 4R loop"
        )
    if len(axes) == 6:
        found = [name for name, test in _BRICARD.items() if test(axes)]
        return f"a Bricard linkage, {' and '.join(found)}" if found else "a movable 6R loop of special dimensions"
    return f"a movable {len(axes)}R loop of special dimensions"


def _chains(parts: Network, S: Array, loop: Circuit) -> str:
    """Two chains that make up the loop and whose groups are smaller than space, with what they share."""
    size = len(loop.joints)
    for i in range(size):
        for count in range(2, size // 2 + 1):
            one = [loop.joints[(i + k) % size] for k in range(count)]
            two = [loop.joints[(i + k) % size] for k in range(count, size)]
            a, b = (group(S[:, [c for j in chain for c in parts.joints[j].rates]]) for chain in (one, two))
            if a.dimension < 6 and b.dimension < 6:
                common = meet(a.algebra, b.algebra).shape[1]
                if common:
                    name = "a Sarrus linkage: " if _is_sarrus(parts, loop, a.planar and b.planar) else ""
                    return f"{name}its two chains allow {a.name} and {b.name}, which share {common}"
    return ""


def _is_sarrus(parts: Network, loop: Circuit, planar: bool) -> bool:
    kinds = {parts.joints[j].kind for j in loop.joints}
    return planar and kinds == {"revolute"} and len(loop.joints) == 6


Axis = tuple[Array, Array]  # p, u


def _axis(screw: Array) -> Axis:
    """Point nearest the origin and direction of a turn [v, ω] = [p × u, u]."""
    return np.cross(screw[3:], screw[:3]), screw[3:]


def _normal(one: Axis, two: Axis) -> tuple[Array, Array, float, float]:
    """Feet of the common normal on two axes, its length and the sine of the twist; skew or crossing axes."""
    (p, u), (q, v) = one, two
    c = u @ v
    w = q - p
    det = 1 - c * c
    s, t = ((w @ u) - c * (w @ v)) / det, (c * (w @ u) - (w @ v)) / det
    a, b = p + s * u, q + t * v
    return a, b, float(np.linalg.norm(b - a)), float(np.sqrt(det))


def _lengths(axes: list[Axis]) -> list[tuple[float, float]] | None:
    """(length, sine of twist) of each side of a loop without offsets; None if it has offsets or parallel axes."""
    if any(abs(u @ v) > 1 - _CLOSE for (_, u), (_, v) in zip(axes, axes[1:] + axes[:1], strict=True)):
        return None
    sides = [_normal(axes[i], axes[(i + 1) % len(axes)]) for i in range(len(axes))]
    if any(np.linalg.norm(sides[i - 1][1] - sides[i][0]) > _CLOSE for i in range(len(axes))):
        return None
    return [(a, s) for _, _, a, s in sides]


def _bennett(axes: list[Axis]) -> bool:
    sides = _lengths(axes)
    if sides is None:
        return False
    (a1, s1), (a2, s2), (a3, s3), (a4, s4) = sides
    return max(abs(a1 - a3), abs(a2 - a4), abs(s1 - s3), abs(s2 - s4), abs(a1 * s2 - a2 * s1)) < _CLOSE


def _trihedral(axes: list[Axis]) -> bool:
    sides = _lengths(axes)
    if sides is None or any(abs(s - 1) > _CLOSE for _, s in sides):
        return False
    squares = [a * a for a, _ in sides]
    return abs(sum(squares[::2]) - sum(squares[1::2])) < _CLOSE


def _line_symmetric(axes: list[Axis]) -> bool:
    """A half turn takes each axis to the opposite one: R = 2 n nᵀ − 1, so u + R u is along n."""
    return _symmetric([(axes[i], axes[i + 3]) for i in range(3)], half_turn=True)


def _plane_symmetric(axes: list[Axis]) -> bool:
    """A mirror keeps two opposite axes and swaps the others in pairs: R = 1 − 2 n nᵀ, so u − R u is along n."""
    for i in range(3):
        pairs = [(axes[i], axes[i]), (axes[i + 3], axes[i + 3])]
        pairs += [(axes[(i + k) % 6], axes[(i - k) % 6]) for k in (1, 2)]
        if _symmetric(pairs, half_turn=False):
            return True
    return False


def _symmetric(pairs: list[tuple[Axis, Axis]], half_turn: bool) -> bool:
    sign = 1 if half_turn else -1
    for senses in product((1, -1), repeat=len(pairs)):
        along = np.array([u + sign * sense * v for ((_, u), (_, v)), sense in zip(pairs, senses, strict=True)])
        _, values, Vt = np.linalg.svd(along)
        if values[0] < _CLOSE or values[1] > _CLOSE:
            continue
        n = Vt[0]
        R = sign * (2 * np.outer(n, n) - np.eye(3))
        if all(
            np.linalg.norm(R @ u - sense * v) < _CLOSE for ((_, u), (_, v)), sense in zip(pairs, senses, strict=True)
        ) and _placed(pairs, R):
            return True
    return False


def _placed(pairs: list[tuple[Axis, Axis]], R: Array) -> bool:
    """Whether x → R (x − c) + c takes each axis to its partner for some c: (R p + (1 − R) c − q) × v = 0."""
    rows, right = [], []
    for (p, _), (q, v) in pairs:
        across = np.eye(3) - np.outer(v, v)
        rows.append(across @ (np.eye(3) - R))
        right.append(across @ (q - R @ p))
    A, b = np.concatenate(rows), np.concatenate(right)
    c = np.linalg.lstsq(A, b, rcond=1e-9)[0]
    return bool(np.linalg.norm(A @ c - b) < _CLOSE)


_BRICARD = {"line-symmetric": _line_symmetric, "plane-symmetric": _plane_symmetric, "trihedral": _trihedral}
