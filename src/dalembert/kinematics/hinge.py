"""Joints of a picture: what sign they have, where it stands on the axis, and for a turn its zero line and its arm.

arm = Rot(axis, q) zero, both square to the axis; the arm points where the link goes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dalembert.kinematics.rotation import Array
from dalembert.robot.tree import Body


@dataclass(frozen=True, eq=False)
class Hinge:
    """A joint, or the place where a loop was cut."""

    symbol: str  # turn, slide, universal, ball, weld
    at: Array
    axis: Array
    to: Array  # where a slide stands; `at` for all others
    names: tuple[str, ...] = ()  # of its coordinates
    joint: str = ""  # "" of a cut
    cut: str = ""  # the loop's name
    q: float | None = None  # of a single turn or slide
    moves: int = -2  # the shape that it moves, and the one that carries it
    carrier: int = -1
    zero: Array | None = None  # of a turn whose arm stands off its axis
    arm: Array | None = None
    seat: Array | None = None  # where its sign stands on the axis, if not at its origin

    @property
    def shown(self) -> Array:
        """Where its sign stands."""
        return self.at if self.seat is None else self.seat


@dataclass(frozen=True, eq=False)
class Shape:
    """A rigid body: the points it reaches, its own joint first; `centre` where it is shown by its mass centre alone."""

    points: tuple[Array, ...]
    ground: bool = False
    centre: Array | None = None
    link: str = ""
    com: Array | None = None  # its mass centre, where it has mass
    ends: dict[int, str] = field(default_factory=dict)  # which points are frames, by name
    lengths: dict[int, tuple[Any, ...]] = field(default_factory=dict)  # to which points a symbol leads


_CLOSE = 0.17  # of a robot's size: joints nearer than this crowd each other


def turned(hinge: Hinge, shapes: list[Shape], every: list[Hinge], least: float) -> Hinge:
    """A turn with its zero line: where the point of its link farthest from the axis stands, and where it would at q = 0.

    A link without length is shown by the slide it carries, or by its mass centre.
    """
    if hinge.symbol != "turn" or hinge.q is None or hinge.moves < 0:
        return hinge
    own = shapes[hinge.moves]
    slides = [h.axis for h in every if h.carrier == hinge.moves and h.symbol == "slide"]
    for off in ([x - hinge.at for x in own.points], slides, [own.com - hinge.at] if own.com is not None else []):
        across = [x - (x @ hinge.axis) * hinge.axis for x in off]
        far = max(across, key=lambda x: float(np.linalg.norm(x)), default=np.zeros(3))
        size = float(np.linalg.norm(far))
        if size > least:
            u = far / size
            zero = np.cos(hinge.q) * u - np.sin(hinge.q) * np.cross(hinge.axis, u)
            return replace(hinge, arm=u, zero=zero)
    return hinge


def seated(hinge: Hinge, shapes: list[Shape], every: list[Hinge], least: float) -> Hinge:
    """Where two joints stand close, a turn along the link before it is shown in the middle of that link, and one along
    its own link in the middle of that: an axis is a line, and its sign may stand anywhere on it. Where the link before
    runs beside the axis at a small angle, the sign goes back a little only, so as to stay on the link."""
    if hinge.symbol != "turn" or not hinge.joint:
        return hinge
    before, own = shapes[hinge.carrier], shapes[hinge.moves]
    size = float(np.ptp([h.at for h in every], axis=0).max())
    near = _CLOSE * size
    others = [h for h in every if h.joint != hinge.joint]
    if not any(np.linalg.norm(h.at - hinge.at) <= near for h in others):
        return hinge
    start = np.zeros(3) if before.ground else before.points[0]
    if _lies_along(hinge.at - start, hinge.axis, least) and (not before.ground or len(before.points) == 1):
        return replace(hinge, seat=(start + hinge.at) / 2)
    back = float((hinge.at - start) @ hinge.axis)
    if (
        not before.ground
        and abs(back) > near
        and np.linalg.norm(hinge.at - start - back * hinge.axis) < 0.3 * abs(back)
    ):
        return replace(hinge, seat=hinge.at - np.sign(back) * min(0.5 * abs(back), 1.2 * near) * hinge.axis)
    ends = [x for x in own.points[1:] if _lies_along(x - hinge.at, hinge.axis, least)]
    return replace(hinge, seat=(hinge.at + ends[0]) / 2) if ends else hinge


def sign_of(steps: list[Body]) -> str:
    motions = [body.motion for body in steps]
    if motions == ["slide"]:
        return "slide"
    if "ball" in motions or motions.count("turn") == 3:
        return "ball"
    return "universal" if motions.count("turn") == 2 else "turn" if "turn" in motions else "slide"


def axis_of(steps: list[tuple[int, Body]], poses: list[Array]) -> Array:
    """The direction of a joint: of its first turn, else of its first slide."""
    turns = [i for i, body in steps if body.motion == "turn"]
    return poses[turns[0] if turns else steps[0][0]][:3, 2]


def _lies_along(way: Array, axis: Array, least: float) -> bool:
    size = float(np.linalg.norm(way))
    return size > least and float(np.linalg.norm(np.cross(way, axis))) < 1e-6 * size
