"""Open chains: the arms of the lecture, [tang]. Without loops the formula is always right: F = Σf."""

from __future__ import annotations

from typing import Any

from dalembert.mobility.joint import Joint
from dalembert.mobility.mechanism import Mechanism

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def cartesian() -> Mechanism:
    """Three slides at right angles."""
    return _chain("cartesian", [("P", (0, 0, 0), X), ("P", (0, 0, 1), Y), ("P", (0, 1, 1), Z)])


def cylindrical_arm() -> Mechanism:
    """A turn and a slide about the vertical, then a slide outwards."""
    return _chain("cylindrical_arm", [("R", (0, 0, 0), Z), ("P", (0, 0, 1), Z), ("P", (0, 0, 2), X)])


def spherical_arm() -> Mechanism:
    """Two turns, then a slide outwards."""
    return _chain("spherical_arm", [("R", (0, 0, 0), Z), ("R", (0, 0, 1), Y), ("P", (1, 0, 1), X)])


def scara() -> Mechanism:
    """Three vertical hinges and a vertical slide."""
    chain = [("R", (0, 0, 1), Z), ("R", (1, 0, 1), Z), ("P", (2, 0, 1), Z), ("R", (2, 0, 0), Z)]
    return _chain("scara", chain)


def articulated() -> Mechanism:
    """Six hinges: waist, shoulder, elbow and a wrist."""
    chain = [("R", (0, 0, 0), Z), ("R", (0, 0, 1), Y), ("R", (1, 0, 1), Y)]
    chain += [("R", (2, 0, 1), X), ("R", (2, 0, 1), Y), ("R", (2, 0, 1), Z)]
    return _chain("articulated", chain)


def _chain(name: str, steps: list[tuple[str, Any, Any]]) -> Mechanism:
    bodies = ("ground", *(f"link{k + 1}" for k in range(len(steps))))
    joints = []
    for k, (letter, point, axis) in enumerate(steps):
        kind = {"R": "revolute", "P": "prismatic"}[letter]
        joints.append(Joint(kind, bodies[k], bodies[k + 1], point, axis, name=f"joint{k + 1}"))
    return Mechanism(name, tuple(joints), bodies, output=bodies[-1], source="[tang]")
