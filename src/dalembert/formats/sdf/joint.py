"""Joints of SDF, as joints of the tree or as the cuts that close its loops.

T_parent_child(q) = T_parent_joint · motion(axis, q) · T_joint_child, all as they stand at q = 0.
Screws advance by `screw_thread_pitch` metres a turn, or by −1/`thread_pitch` metres a radian.
"""

from __future__ import annotations

import math
from typing import Any

from dalembert.errors import BadFile, UnsupportedElement, shown
from dalembert.formats.draft import Draft
from dalembert.formats.finding import PLUGINS, Log
from dalembert.formats.number import BOUNDLESS
from dalembert.formats.sdf.frame import Frames, scoped
from dalembert.formats.xml import Element, number, scalar, spelt, unknown
from dalembert.robot.drive import Drive
from dalembert.robot.joint import Joint, Limits, Mimic
from dalembert.robot.loop import Loop
from dalembert.robot.spring import Tendon
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, Matrix, Vector, cross, dot, matvec, scale, transpose

KINDS = {
    "revolute": "revolute", "continuous": "continuous", "prismatic": "prismatic", "fixed": "fixed", "screw": "screw",
    "universal": "universal", "revolute2": "universal", "ball": "spherical",
}  # fmt: skip
_CUTS = {
    "revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "weld",
    "universal": "universal", "spherical": "ball",
}  # fmt: skip

_PARTS = (
    "pose", "parent", "child", "axis", "axis2", "thread_pitch", "screw_thread_pitch", "drake:rotor_inertia",
    "drake:gear_ratio", "drake:mimic",
)  # fmt: skip
_AXIS = ("xyz", "limit", "dynamics", "mimic", "use_parent_model_frame", "initial_position")
_INSIDE = {
    "axis": _AXIS, "axis2": _AXIS, "limit": ("lower", "upper", "effort", "velocity", "stiffness", "dissipation"),
    "dynamics": ("damping", "friction", "spring_stiffness", "spring_reference"),
    "mimic": ("multiplier", "offset", "reference"),
}  # fmt: skip
_IDLE = ("physics", "sensor", "drake:controller_gains", "gearbox_ratio", "gearbox_reference_body")


def amount(element: Element | None, tag: str, log: Log, default: float = 0.0) -> float:
    """The number in a child element."""
    part = None if element is None else element.first(tag)
    if part is None:
        return default
    if part.text.lower().lstrip("+-") in ("inf", "infinity"):
        return -BOUNDLESS if part.text.startswith("-") else BOUNDLESS
    x = number(part.text)
    if x is None:
        log.error(BadFile, f"<{part.tag}> holds '{shown(part.text)}', which is not a finite number", part.place)
        return default
    return x


def add_joint(element: Element, scope: str, ends: tuple[str, str], frames: Frames, draft: Draft, cut: bool) -> None:
    """A joint between two links, in the tree or as a cut."""
    log, name = draft.log, scoped(scope, element.get("name") or "")
    kind = KINDS.get(element.get("type") or "")
    if kind is None:
        known = ", ".join(KINDS)
        what = f"<joint> '{shown(name)}' is of type '{shown(element.get('type'))}', which is not modelled; known are {known}"
        log.error(UnsupportedElement, what, element.place, joint=name)
        return
    here = frames.pose(f"joint {name}")
    axes = [
        _axis(element, tag, scope, name, frames, log) for tag in ("axis", "axis2") if element.first(tag) is not None
    ]
    _others(element, log)
    turned = Pose(_turned(kind, axes, element, name, log))
    before, behind = (frames.pose(end).inverse() @ here @ turned for end in ends)
    if cut:
        _cut(element, name, kind, ends, before, behind, draft)
        return
    parts = [element.first(tag) for tag in (("axis", "axis2") if kind == "universal" else ("axis",))]
    limits = tuple(_limits(part, kind, log) for part in parts)
    drives = tuple(_drive(part, element, log) for part in parts)
    moves = kind not in ("fixed", "spherical")
    joint = Joint(
        name, kind, ends[0], ends[1], before, (0, 0, 1), behind.inverse(),
        (limits if len(limits) > 1 else limits[0]) if moves else Limits(),
        (drives if len(drives) > 1 else drives[0]) if moves else None,
        mimic=_mimic(parts[0], element, scope, log) if moves and kind != "universal" else None,
        pitch=_pitch(element, name, log) if kind == "screw" else 0,
    )  # fmt: skip
    draft.add_joint(joint, element.place)
    if moves:
        _springs(joint, parts, draft)


def _others(element: Element, log: Log) -> None:
    """Parts of a joint that are not read: sensors and solvers, and what nobody knows."""
    for part in element.children:
        if part.tag in ("axis", "axis2"):
            spelt(part, _INSIDE, log)
        elif part.tag == "plugin":
            log.count(PLUGINS, "<plugin> of a joint", part.place)
        elif part.tag in _IDLE:
            log.leave(f"<{part.tag}> of a joint", part.place)
        elif part.tag not in _PARTS:
            unknown(part, _PARTS, "joint", log)


def _cut(element: Element, name: str, kind: str, ends: tuple[str, str], one: Pose, two: Pose, draft: Draft) -> None:
    if kind not in _CUTS:
        what = f"<joint> '{shown(name)}' closes a loop and is a {kind}, which a loop cannot be"
        draft.log.error(UnsupportedElement, what, element.place, joint=name)
        return
    draft.loops.append(Loop(name, _CUTS[kind], ends[0], ends[1], one, two))
    draft.log.note(f"joint '{shown(name)}' closes a loop: it has no coordinate of its own", element.place, joint=name)


def _axis(element: Element, tag: str, scope: str, name: str, frames: Frames, log: Log) -> Vector:
    """A unit axis in the joint's frame."""
    part = element.first(tag)
    xyz = None if part is None else part.first("xyz")
    words = (0.0, 0.0, 1.0) if xyz is None else tuple(number(word) for word in xyz.text.split())
    found = [float(x) for x in words if x is not None]
    length = math.hypot(*found) if len(found) == 3 == len(words) else 0.0
    if length < 1e-12:
        log.error(BadFile, f"<{tag}> of joint '{shown(name)}' is no direction", element.place, joint=name)
        return (0.0, 0.0, 1.0)
    axis: Vector = tuple(found) if length == 1 else scale(1 / length, tuple(found))
    inside = "" if xyz is None else xyz.get("expressed_in") or ""
    old = part.first("use_parent_model_frame") if part is not None else None
    if not inside and (frames.old if old is None else old.text.lower() in ("true", "1")):
        inside = "__model__"
    if not inside:
        return axis
    R = frames.pose(f"joint {name}").R
    return matvec(transpose(R), matvec(frames.pose(scoped(scope, inside)).R, axis))


def _turned(kind: str, axes: list[Vector], element: Element, name: str, log: Log) -> Matrix:
    """A frame whose z is the axis; of a universal joint, x and y are its two."""
    if kind in ("fixed", "spherical"):
        return EYE
    first = axes[0] if axes else (0.0, 0.0, 1.0)
    if kind == "universal":
        second = axes[1] if len(axes) > 1 else (0.0, 0.0, 0.0)
        if len(axes) < 2 or abs(dot(first, second)) > 1e-9:
            what = f"<joint> '{shown(name)}' needs two axes at right angles to each other"
            log.error(UnsupportedElement, what, element.place, joint=name)
            return EYE
        return transpose((first, second, cross(first, second)))
    if tuple(first) == (0, 0, 1):
        return EYE
    least = min(range(3), key=lambda k: abs(first[k]))
    x = cross(first, EYE[least])
    x = scale(1 / math.hypot(*x), x)
    return transpose((x, cross(first, x), first))


def _pitch(element: Element, name: str, log: Log) -> float:
    """Metres a radian."""
    if element.first("screw_thread_pitch") is not None:
        pitch = amount(element, "screw_thread_pitch", log) / (2 * math.pi)
    else:
        old = amount(element, "thread_pitch", log)
        pitch = -1 / old if old else 0.0
    if pitch == 0:
        log.error(BadFile, f"<joint> '{shown(name)}' is a screw without a pitch", element.place, joint=name)
        return 1.0
    return pitch


def _limits(axis: Element | None, kind: str, log: Log) -> Limits:
    limit = None if axis is None else axis.first("limit")
    if limit is None:
        return Limits()
    low, high = amount(limit, "lower", log, -BOUNDLESS), amount(limit, "upper", log, BOUNDLESS)
    speed, effort = amount(limit, "velocity", log, -1.0), amount(limit, "effort", log, -1.0)
    bounded = [None if kind == "continuous" or abs(x) >= 1e16 else x for x in (low, high)]
    most = [None if x < 0 or x >= 1e16 else x for x in (speed, effort)]
    return Limits(bounded[0], bounded[1], most[0], most[1])


def _drive(axis: Element | None, element: Element, log: Log) -> Drive | None:
    """Friction, and the rotor behind its gear as Drake writes it."""
    dynamics = None if axis is None else axis.first("dynamics")
    damping, friction = amount(dynamics, "damping", log), amount(dynamics, "friction", log)
    rotor, ratio = amount(element, "drake:rotor_inertia", log), amount(element, "drake:gear_ratio", log, 1.0)
    if not (damping or friction or rotor):
        return None
    return Drive(rotor_inertia=rotor, gear_ratio=ratio, damping=damping, coulomb=friction)


def _mimic(axis: Element | None, element: Element, scope: str, log: Log) -> Mimic | None:
    """q = multiplier · (leader − reference) + offset."""
    mimic = None if axis is None else axis.first("mimic")
    drake = element.first("drake:mimic")
    if mimic is None and drake is not None:
        k, offset = scalar(drake, "multiplier", log, 1.0), scalar(drake, "offset", log, 0.0)
        return Mimic(scoped(scope, drake.get("joint") or ""), k, offset)
    if mimic is None:
        return None
    k, offset, reference = (
        amount(mimic, x, log, d) for x, d in (("multiplier", 1.0), ("offset", 0.0), ("reference", 0.0))
    )
    return Mimic(scoped(scope, mimic.get("joint") or ""), k, offset - k * reference)


def _springs(joint: Joint, parts: list[Any], draft: Draft) -> None:
    for part, coordinate in zip(parts, joint.coordinates, strict=False):
        dynamics = None if part is None else part.first("dynamics")
        stiffness = amount(dynamics, "spring_stiffness", draft.log)
        if stiffness:
            rest = amount(dynamics, "spring_reference", draft.log)
            draft.springs.append(Tendon(f"{coordinate.name}_spring", ((coordinate.name, 1),), stiffness, rest))
