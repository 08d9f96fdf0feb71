"""Single loops in space: those that the formula counts right, and those that move against it."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan, cos, sin, tan
from typing import Any

import numpy as np

from dalembert.errors import WrongValue
from dalembert.mobility.joint import Joint, cylindrical, prismatic, revolute, screw, spherical
from dalembert.mobility.mechanism import Mechanism


def hooke() -> Mechanism:
    """Two shafts through a cross: a spherical four-bar, all axes through one point."""
    directions = ((1, 0, 0), (0, 0, 1), (0, 1, 0), ("4/5", 0, "3/5"))
    return _ring("hooke", ("ground", "fork1", "cross", "fork2"), [((0, 0, 0), u) for u in directions], "fork2")


def bennett(a: float = 1.0, b: float = 1.5, twist: float = 0.6, angle: float = 1.1) -> Mechanism:
    """Bennett's 4R: sides a, b, a, b with twists α, β, α, β where sin α / a = sin β / b; `angle` is of the first joint.

    tan θ1/2 · tan θ2/2 = sin ½(β + α) / sin ½(β − α),  θ3 = −θ1,  θ4 = −θ2.
    """
    sine = b * sin(twist) / a
    if not 0 < abs(sine) <= 1 or a == b:
        raise WrongValue(f"no Bennett linkage has a = {a}, b = {b}, twist = {twist}: it needs a ≠ b, 0 < |b sin α| ≤ a")
    other = asin(sine)
    second = 2 * atan(sin((other + twist) / 2) / sin((other - twist) / 2) / tan(angle / 2))
    sides = [(angle, a, twist), (second, b, other), (-angle, a, twist), (-second, b, other)]
    return _ring("bennett", ("ground", "link1", "link2", "link3"), _axes(sides), "link2", source="[bennett1903]")


def goldberg(a: float = 1.0, b: float = 1.5, c: float = 0.7, twist: float = 0.6, angle: float = 1.1) -> Mechanism:
    """Goldberg's 5R: two Bennett linkages with sides a, b and c, b, a link b in common and then left out.

    Side a of the first is drawn out beyond joint 1 by c. The second one's far corner is joint 1, half turned about a
    line n across the middle of its other diagonal, such that joint 4 keeps its axis.
    """
    joints = bennett(a, b, twist, angle).joints
    P1, P2, P3, P4 = (np.array(j.point, dtype=float) for j in joints)
    _, u2, u3, u4 = (np.array(j.axis, dtype=float) for j in joints)
    P5 = P1 + c * (P1 - P2) / a
    middle, along = (P5 + P4) / 2, (P4 - P5) / np.linalg.norm(P4 - P5)
    _, _, (_, x, y) = np.linalg.svd(along[None])
    w = P1 - middle
    # (far − P4)·u4 = K + C cos 2φ + S sin 2φ = 0 for n = x cos φ + y sin φ
    C, S = (w @ x) * (u4 @ x) - (w @ y) * (u4 @ y), (w @ x) * (u4 @ y) + (w @ y) * (u4 @ x)
    K = (w @ x) * (u4 @ x) + (w @ y) * (u4 @ y) - w @ u4 + (middle - P4) @ u4
    if c <= 0 or abs(K) > np.hypot(C, S):
        raise WrongValue(f"no Goldberg linkage has a = {a}, b = {b}, c = {c}, twist = {twist} at angle = {angle}")
    phi = (np.arctan2(S, C) + np.arccos(-K / np.hypot(C, S))) / 2
    n = np.cos(phi) * x + np.sin(phi) * y
    far = middle + 2 * n * (n @ w) - w
    corners = [(P5, np.cross(P1 - P5, far - P5)), (P2, u2), (P3, u3), (P4, u4), (far, np.cross(P4 - far, P5 - far))]
    bodies = ("ground", *(f"link{k}" for k in range(1, 5)))
    axes = [(tuple(p.tolist()), tuple(u.tolist())) for p, u in corners]
    return _ring("goldberg", bodies, axes, "link2", source="[goldberg1943]")


def bricard(kind: str = "trihedral") -> Mechanism:
    """Bricard's movable 6R loops: `trihedral` (on the edges of a cube), `line-symmetric` or `plane-symmetric`."""
    x, y, z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    if kind == "trihedral":
        axes: list[Any] = [
            ((1, 1, 0), z),
            ((0, 1, 0), y),
            ((0, 1, 1), x),
            ((0, 0, 1), z),
            ((1, 0, 1), y),
            ((1, 0, 0), x),
        ]
    elif kind == "line-symmetric":
        half = [((3, 1, 0), (1, 2, 3)), ((2, 3, 1), (2, -1, 1)), ((-1, 2, 2), (1, 1, -2))]
        # a half turn about z takes each axis to the opposite one
        axes = [*half, *(((-p[0], -p[1], p[2]), (-u[0], -u[1], u[2])) for p, u in half)]
    elif kind == "plane-symmetric":
        half = [((3, 1, 0), (1, 2, 3)), ((2, 3, 1), (2, -1, 1))]
        # axes 1 and 4 lie in the mirror y = 0, which swaps 2 with 6 and 3 with 5
        mirrored = [((p[0], -p[1], p[2]), (u[0], -u[1], u[2])) for p, u in reversed(half)]
        axes = [((4, 0, 1), (1, 0, 2)), *half, ((-2, 0, 2), (2, 0, -1)), *mirrored]
    else:
        raise WrongValue(f"kind is '{kind}'; Bricard's loops are 'trihedral', 'line-symmetric' and 'plane-symmetric'")
    bodies = ("ground", *(f"link{k}" for k in range(1, 6)))
    return _ring(f"bricard {kind}", bodies, axes, "link3", source="[bricard1927]")


def sarrus() -> Mechanism:
    """A plate that rises straight on two folding chains with axes at right angles: exact linear motion from hinges."""
    x, y = (1, 0, 0), (0, 1, 0)
    axes = [((0, 1, 0), x), ((0, 2, 1), x), ((0, 1, 2), x), ((1, 0, 2), y), ((2, 0, 1), y), ((1, 0, 0), y)]
    bodies = ("ground", "flap1", "flap2", "plate", "flap3", "flap4")
    return _ring("sarrus", bodies, axes, "plate", source="[sarrus1853]")


def rssr() -> Mechanism:
    """The spatial four-bar of door closers: two cranks and a rod with ball joints, which spins idly."""
    joints = (
        revolute("ground", "crank", (0, 0, 0), (0, 0, 1)),
        spherical("crank", "rod", (1, 0, 0)),
        spherical("rod", "rocker", (3, 1, 2)),
        revolute("ground", "rocker", (3, 0, 0), (1, 2, 0)),
    )
    return Mechanism("rssr", joints, output="rocker")


def rccc() -> Mechanism:
    """The general spatial four-bar with one revolute and three cylindrical joints."""
    joints = (
        revolute("ground", "crank", (0, 0, 0), (0, 0, 1)),
        cylindrical("crank", "coupler", (2, 0, 1), (0, 1, 2)),
        cylindrical("coupler", "rocker", (3, 3, 1), (1, -1, 1)),
        cylindrical("ground", "rocker", (0, 4, 1), (2, 1, 1)),
    )
    return Mechanism("rccc", joints, output="rocker", driven=("ground-crank",))


def screw_press() -> Mechanism:
    """A screw in the frame pushes a guided ram: revolute ram joint, screw, slide, all on one axis."""
    z = (0, 0, 1)
    joints = (
        screw("ground", "spindle", (0, 0, 2), z, "1/100"),
        revolute("spindle", "ram", (0, 0, 1), z),
        prismatic("ground", "ram", (1, 0, 1), z),
    )
    return Mechanism("screw_press", joints, output="ram", driven=("ground-spindle",))


def seven_r() -> Mechanism:
    """A loop of seven hinges in general position: what the spatial formula is made for."""
    axes = [
        ((0, 0, 0), (0, 0, 1)), ((2, 0, 0), (1, 1, 0)), ((3, 2, 1), (0, 1, 2)), ((2, 4, 2), (1, 0, -1)),
        ((0, 5, 1), (2, 1, 1)), ((-2, 3, 0), (1, -2, 1)), ((-2, 1, -1), (0, 2, -1)),
    ]  # fmt: skip
    bodies = ("ground", *(f"link{k}" for k in range(1, 7)))
    return _ring("seven_r", bodies, axes, "link3")


def _ring(name: str, bodies: Sequence[str], axes: Sequence[Any], output: str, source: str = "") -> Mechanism:
    """Hinges in a ring: joint k between bodies k and k + 1; the first is driven."""
    size = len(bodies)
    joints: list[Joint] = []
    for k, (point, axis) in enumerate(axes):
        joints.append(revolute(bodies[k], bodies[(k + 1) % size], point, axis))
    return Mechanism(name, tuple(joints), tuple(bodies), output=output, source=source, driven=(joints[0].name,))


def _axes(sides: Sequence[tuple[float, float, float]]) -> list[tuple[Any, Any]]:
    """Axes of a loop from (θ, length, twist) of its sides: each frame is Rz(θ) Tx(a) Rx(α) after the one before."""
    T = np.eye(4)
    axes = []
    for theta, a, alpha in sides:
        axes.append((tuple(T[:3, 3].tolist()), tuple(T[:3, 2].tolist())))
        c, s, ca, sa = cos(theta), sin(theta), cos(alpha), sin(alpha)
        T = T @ np.array([[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, 0], [0, 0, 0, 1]])
    return axes
