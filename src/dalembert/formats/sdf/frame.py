"""Poses of SDF: each element stands in some frame of its model, and all are traced back to one.

T_model_x = T_model_relative_to · (x y z, Rz(yaw) Ry(pitch) Rx(roll)). A link stands in its model unless told, a frame in
what it is attached to, a joint in its child. Names inside a nested model are written model::name from outside.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from dalembert.errors import BadFile, did_you_mean, shown
from dalembert.formats.finding import Log, Place
from dalembert.formats.xml import Element, number
from dalembert.spatial.pose import IDENTITY, Pose, rotation_quaternion, rotation_rpy

WORLD = "world"


@dataclass
class Frames:
    """Every named frame of a file: what it stands in, and the link that carries it."""

    log: Log
    steps: dict[str, tuple[str, Pose, Place]] = field(default_factory=dict)
    carriers: dict[str, str] = field(default_factory=dict)  # a frame to what it is attached to
    old: bool = False  # before version 1.5, when axes were seen from the model
    found: dict[str, Pose] = field(default_factory=lambda: {"": IDENTITY, WORLD: IDENTITY})

    def add(self, name: str, inside: str, pose: Pose, place: Place, carrier: str | None = None) -> None:
        self.steps[name] = (inside, pose, place)
        if carrier is not None:
            self.carriers[name] = carrier

    def set_down(self, model: str, frame: str, pose: Pose) -> Pose:
        """The pose of a model that is given as the pose of one of the frames in it: T · T_model_frame⁻¹."""
        found, given = IDENTITY, frame
        for _ in range(len(self.steps)):
            if frame == model or frame not in self.steps:
                break
            frame, step, _place = self.steps[frame]
            found = step @ found
        if frame != model:
            self.log.stop(BadFile, f"placement_frame '{shown(given)}' is no frame of its model")
        return pose @ found.inverse()

    def pose(self, name: str) -> Pose:
        """A frame seen from the whole file's frame."""
        chain: list[str] = []
        while name not in self.found:
            if name in chain:
                self.log.stop(BadFile, f"frame '{shown(name)}' stands in itself", self.steps[name][2])
            if name not in self.steps:
                at = self.steps[chain[-1]][2] if chain else None
                self.log.stop(BadFile, f"no frame is named '{shown(name)}'{did_you_mean(name, self.steps)}", at)
            chain.append(name)
            name = self.steps[name][0]
        for inner in reversed(chain):
            self.found[inner] = self.found[self.steps[inner][0]] @ self.steps[inner][1]
        return self.found[chain[0]] if chain else self.found[name]

    def link(self, name: str) -> str:
        """The link that carries a frame, or 'world'."""
        seen: list[str] = []
        while name in self.carriers:
            if name in seen:
                self.log.stop(BadFile, f"frame '{shown(name)}' is attached to itself", self.steps[name][2])
            seen.append(name)
            name = self.carriers[name]
        return name


def scoped(scope: str, name: str) -> str:
    """A name seen from the whole file."""
    if name == WORLD:
        return WORLD
    if name == "__model__":
        return scope
    name = name.removesuffix("::__model__")
    return f"{scope}::{name}" if scope else name


def written(element: Element, log: Log) -> tuple[str, Pose]:
    """(the name in `relative_to`, the pose) of an element's `<pose>`."""
    tag = element.first("pose")
    if tag is None:
        return "", IDENTITY
    inside = tag.get("relative_to") or tag.get("frame") or ""  # its name before version 1.7
    words = tag.text.split()
    x = [number(word) for word in words]
    kind = tag.get("rotation_format") or "euler_rpy"
    needs = 7 if kind == "quat_xyzw" else 6
    if not words:
        return inside, IDENTITY
    if len(x) != needs or None in x:
        log.error(BadFile, f"<pose> holds '{shown(tag.text)}', where {needs} numbers are needed", tag.place)
        return inside, IDENTITY
    values = [float(y or 0.0) for y in x]
    if needs == 7:
        size = math.hypot(*values[3:])
        if size < 1e-12:
            log.error(BadFile, "<pose> holds a quaternion of length 0", tag.place)
            return inside, IDENTITY
        qx, qy, qz, qw = (y / size for y in values[3:])
        return inside, Pose(rotation_quaternion(qw, qx, qy, qz), tuple(values[:3]))
    angles = [math.radians(y) for y in values[3:]] if tag.get("degrees") in ("true", "1") else values[3:]
    R = rotation_rpy(*angles) if any(angles) else IDENTITY.R
    return inside, Pose(R, tuple(values[:3]))
