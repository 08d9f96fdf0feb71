"""Poses as MJCF writes them: pos with quat, axisangle, euler, xyaxes or zaxis."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dalembert.errors import BadFile
from dalembert.formats.draft import Draft
from dalembert.formats.finding import Log
from dalembert.formats.mjcf.default import ORIENTATIONS
from dalembert.formats.mjcf.setting import Setting
from dalembert.formats.xml import Element, numbers
from dalembert.spatial.pose import Pose, rotation_quaternion, rotation_x, rotation_y, rotation_z
from dalembert.spatial.vector import EYE, Matrix, Vector, add, cross, dot, matmul, scale, sub, transpose

_TURN = {"x": rotation_x, "y": rotation_y, "z": rotation_z}
_COUNT = {"quat": 4, "axisangle": 4, "euler": 3, "xyaxes": 6, "zaxis": 3}


def pose(element: Element, setting: Setting, draft: Draft, where: str = "") -> Pose:
    """Position and orientation of a body, frame, geom, site or inertial."""
    p = numbers(element, "pos", draft.log)
    return Pose(rotation(element, setting, draft, where), p)


def long_pose(element: Element, setting: Setting, draft: Draft) -> tuple[Pose, float | None]:
    """The pose of a geom or site, and its half length where `fromto` gives its two ends."""
    if element.get("fromto") is None:
        return pose(element, setting, draft), None
    ends = numbers(element, "fromto", draft.log, sizes=(6,), default=(0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    along = sub(ends[:3], ends[3:])
    R = z_to(unit(along, element, "fromto", draft.log))
    return Pose(R, scale(0.5, add(ends[:3], ends[3:]))), math.hypot(*along) / 2


def rotation(element: Element, setting: Setting, draft: Draft, where: str = "") -> Matrix:
    given = [name for name in ORIENTATIONS if element.get(name) is not None]
    if not given:
        return EYE
    if len(given) > 1:
        what = f"<{element.tag}> gives its orientation twice, as {' and '.join(given)}"
        draft.log.error(BadFile, what, element.place, fix="keep one")
    kind = given[0]
    x = numbers(element, kind, draft.log, sizes=(_COUNT[kind],), default=())
    if not x:
        return EYE
    if kind == "quat":
        w = unit(x, element, kind, draft.log)
        return rotation_quaternion(*w)
    if kind == "axisangle":
        return about(unit(x[:3], element, kind, draft.log), setting.radians(x[3]))
    if kind == "euler":
        angles = [setting.radians(angle) for angle in x]
        if not setting.degrees:
            draft.angles.extend((f"euler of {where or element.tag}", a, element.place) for a in angles if a)
        return euler(angles, setting.sequence)
    if kind == "zaxis":
        return z_to(unit(x, element, kind, draft.log))
    first = unit(x[:3], element, kind, draft.log)
    second = unit(sub(x[3:], scale(dot(first, x[3:]), first)), element, kind, draft.log)
    return transpose((first, second, cross(first, second)))


def unit(x: Sequence[float], element: Element, name: str, log: Log) -> Vector:
    """x at unit length."""
    length = math.hypot(*x)
    if length < 1e-14:
        log.error(BadFile, f"{name} of <{element.tag}> has no direction", element.place)
        return (1.0, *[0.0] * (len(x) - 1))
    return scale(1 / length, x)


def about(axis: Vector, angle: float) -> Matrix:
    """The rotation by an angle about a unit axis."""
    half = angle / 2
    return rotation_quaternion(math.cos(half), *scale(math.sin(half), axis))


def z_to(z: Vector) -> Matrix:
    """The shortest rotation that takes the z axis to the direction z."""
    axis = (-z[1], z[0], 0.0)
    s = math.hypot(*axis)
    if s < 1e-10:
        return EYE if z[2] > 0 else rotation_x(math.pi)
    return about(scale(1 / s, axis), math.atan2(s, z[2]))


def euler(angles: Sequence[float], sequence: str) -> Matrix:
    """Small letters turn about moving axes, capital ones about fixed axes."""
    R = EYE
    for angle, letter in zip(angles, sequence, strict=True):
        turn = _TURN[letter.lower()](angle)
        R = matmul(R, turn) if letter.islower() else matmul(turn, R)
    return R
