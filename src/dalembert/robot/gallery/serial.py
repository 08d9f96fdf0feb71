"""Serial arms whose frames are those of a drawing, not of a DH table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.robot.value import value
from dalembert.spatial.pose import IDENTITY, Pose, rotation_rpy
from dalembert.spatial.vector import Vector

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
_FREE = Limits()


@dataclass(frozen=True)
class Segment:
    """A joint ("R" or "P") and the link it moves; `at` is the joint's place in the link before."""

    joint: str
    axis: Vector
    inertia: Inertia
    at: Pose = IDENTITY
    limits: Limits = _FREE
    drive: Drive | None = None


def serial(
    name: str, segments: Sequence[Segment], gravity: Vector, *, tool: Pose | None = None, source: str = ""
) -> Robot:
    """The arm base – joint1 – link1 – joint2 – …, with the frame `tool` on the last link."""
    links = (Link("base"), *(Link(f"link{i}", s.inertia) for i, s in enumerate(segments, 1)))
    joints = tuple(
        Joint(f"joint{i}", {"R": "revolute", "P": "prismatic"}[s.joint], links[i - 1].name, links[i].name,
              s.at, s.axis, limits=s.limits, drive=s.drive)
        for i, s in enumerate(segments, 1)
    )  # fmt: skip
    frames = () if tool is None else (Frame("tool", links[-1].name, tool),)
    return Robot(name, links, joints, gravity, frames, source)


def at(x: Any = 0, y: Any = 0, z: Any = 0, rpy: Vector = (0, 0, 0)) -> Pose:
    """A place given by position and fixed-axis angles, numbers or texts."""
    return Pose(rotation_rpy(*(value(angle) for angle in rpy)), tuple(value(p) for p in (x, y, z)))


def point(mass: Any, com: Vector = (0, 0, 0)) -> Inertia:
    """A link that only translates: its tensor does not matter."""
    return Inertia.about_com(mass, com, (0,) * 6)


def compact(mass: Any, moment: Any, com: Vector = (0, 0, 0)) -> Inertia:
    """A link with the same moment about every axis through its centre of mass."""
    return Inertia.about_com(mass, com, (moment, moment, moment, 0, 0, 0))


def slender(mass: Any, distance: Any, moment: Any, axis: str = "x") -> Inertia:
    """A thin link: centre of mass at `distance` along its axis, `moment` about any line across it there."""
    along = "xyz".index(axis)
    com = tuple(distance if i == along else 0 for i in range(3))
    diagonal = tuple(0 if i == along else moment for i in range(3))
    return Inertia.about_com(mass, com, (*diagonal, 0, 0, 0))
