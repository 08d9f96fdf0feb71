"""URDF: links, joints, inertias, limits, friction, mimics; loops and springs as Drake writes them.

T_parent_child(q) = origin · motion(axis, q);  I_link = R I Rᵀ about the mass centre,
with R, p the inertial's own origin and rpy = Rz(yaw) Ry(pitch) Rx(roll).
Shapes and meshes are never needed.  Extensions of simulators that would change
the dynamics there are warned of by name and line, as other engines skip them.
"""

from __future__ import annotations

import math
from pathlib import Path

from dalembert.errors import BadFile, UnsupportedElement, WrongValue, shown
from dalembert.formats.draft import Draft
from dalembert.formats.finding import Log, Place
from dalembert.formats.number import BOUNDLESS
from dalembert.formats.urdf.bond import READERS
from dalembert.formats.urdf.extension import extension
from dalembert.formats.urdf.transmission import transmissions
from dalembert.formats.xml import Element, numbers, once, required, scalar, strange, unknown
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Limits, Link, Mimic
from dalembert.spatial.pose import IDENTITY, Pose, rotation_quaternion, rotation_rpy
from dalembert.spatial.vector import scale

_KINDS = ("revolute", "continuous", "prismatic", "fixed", "planar", "floating")
_LARGER = {"ball": 3, "spherical": 3, "universal": 2, "cylindrical": 2, "screw": 1}
_LINK_PARTS = ("visual", "collision", "contact", "sensor", "self_collision_checking", "collision_checking", "surface")
_INERTIAL_PARTS = ("origin", "mass", "inertia")
_JOINT_PARTS = ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic")
_JOINT_IDLE = ("safety_controller", "calibration")


def read(root: Element, path: Path, log: Log) -> Draft:
    """The robot of a `<robot>` element, unchecked."""
    name = root.get("name")
    if not name:
        log.warn("<robot> has no name; the file's is taken", root.place, fix="add one")
    draft = Draft(shown(name or path.name.split(".")[0], 200), log, top=Place(shown(path, 200), root.place.line))
    for element in root.children:
        if element.tag == "link":
            _link(element, draft)
        elif element.tag == "joint":
            _joint(element, draft)
        elif element.tag == "dalembert":  # our own export's: what URDF has no word for
            draft.gravity = numbers(element, "gravity", log, default=draft.gravity)
        elif element.tag not in ("transmission", "ros2_control", *READERS):
            extension(element, log)
    _ground(draft)
    for element in root.children:
        if element.tag in READERS:  # they name links
            READERS[element.tag](element, draft)
    transmissions(root, draft)
    return draft


def _ground(draft: Draft) -> None:
    """The link 'world' where joints name it and the file leaves it out, as Drake lets it."""
    on = next((x.name for x in draft.joints if x.parent == "world"), None)
    if on is not None and ("link", "world") not in draft.places:
        place = draft.place("joint", on)
        draft.log.note("no link is named 'world'; it is taken for the ground", place, joint=on)
        draft.add_link(Link("world"), place)


def _link(element: Element, draft: Draft) -> None:
    log, name = draft.log, required(element, "name", draft.log)
    strange(element, frozenset(("name", "type")), log)
    inertia = Inertia()
    seen: set[str] = set()
    for part in element.children:
        if part.tag == "inertial" and part.tag not in seen:
            inertia = _inertial(part, draft, name)
        elif part.tag == "inertial":
            log.warn(f"link '{shown(name)}' has a second <inertial>; the first counts", part.place, link=name)
        elif part.tag in _LINK_PARTS:
            log.leave(f"<{part.tag}>", part.place)
        else:
            unknown(part, ("inertial", *_LINK_PARTS), "link", log)
        seen.add(part.tag)
    if name:
        draft.add_link(Link(name, inertia), element.place)


def _inertial(element: Element, draft: Draft, name: str) -> Inertia:
    log = draft.log
    pose = origin_pose(element, draft, f"inertial of link '{shown(name)}'")
    mass, tensor = element.first("mass"), element.first("inertia")
    if mass is None or mass.get("value") is None:
        what = f"<inertial> of link '{shown(name)}' has no mass"
        log.warn(what, element.place, link=name, why="it counts as 0", fix='add <mass value="…"/>')
    if tensor is None:
        what = f"<inertial> of link '{shown(name)}' has no <inertia>"
        log.warn(what, element.place, link=name, why="the link counts as a point mass", fix="add its six entries")
    m = 0.0 if mass is None else scalar(mass, "value", log, 0.0)
    entries = [0.0] * 6
    if tensor is not None:
        letters = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
        strange(tensor, frozenset(letters), log)
        absent = [x for x in letters if tensor.get(x) is None]
        if absent:
            what = f"<inertia> of link '{shown(name)}' lacks {', '.join(absent)}"
            log.warn(what, tensor.place, link=name, why="what is absent counts as 0")
        entries = [scalar(tensor, x, log, 0.0) for x in letters]
    for part in element.children:
        if part.tag not in _INERTIAL_PARTS:
            unknown(part, _INERTIAL_PARTS, "inertial", log)
    once(element, _INERTIAL_PARTS, f"<inertial> of link '{shown(name)}'", log)
    return Inertia(m, (0, 0, 0), tuple(entries)).moved(pose)


def _joint(element: Element, draft: Draft) -> None:
    log, name = draft.log, required(element, "name", draft.log)
    strange(element, frozenset(("name", "type")), log)
    kind = _kind(element, name, log)
    ends = {}
    for role in ("parent", "child"):
        end = element.first(role)
        if end is None:
            log.error(BadFile, f"joint '{shown(name)}' has no <{role}>", element.place, joint=name)
        ends[role] = "" if end is None else required(end, "link", log)
    for part in element.children:
        if part.tag in _JOINT_IDLE:
            log.leave(f"<{part.tag}>", part.place)
        elif part.tag not in _JOINT_PARTS:
            unknown(part, (*_JOINT_PARTS, *_JOINT_IDLE), "joint", log)
    once(element, _JOINT_PARTS, f"joint '{shown(name)}'", log)
    if not (name and ends["parent"] and ends["child"]):
        return
    moves, single = kind != "fixed", kind not in ("fixed", "free", "planar")
    joint = Joint(
        name, kind, ends["parent"], ends["child"], origin_pose(element, draft, f"joint '{shown(name)}'"),
        _axis(element, name, log) if moves and kind != "free" else (0.0, 0.0, 1.0),
        limits=_limits(element, kind, name, log) if single else Limits(),
        drive=_drive(element, name, log) if moves else None,
        mimic=_mimic(element, kind, name, log) if single or not moves else None,
    )  # fmt: skip
    draft.add_joint(joint, element.place)


def _kind(element: Element, name: str, log: Log) -> str:
    """One of ours; 'fixed' stands in for another one in a lenient reading."""
    kind = element.get("type") or ""
    if kind in _KINDS:
        return "free" if kind == "floating" else kind
    known = f"known are {', '.join(_KINDS)}"
    if kind.lower() in _LARGER:
        n = _LARGER[kind.lower()]
        freedom = f"{n} degree{'s' if n > 1 else ''} of freedom"
        what = f"<joint> '{shown(name)}' is of type '{kind}' ({freedom}), which is not modelled; {known}"
        fix = "replace it by single joints in a row, or by a fixed one"
        log.error(UnsupportedElement, what, element.place, joint=name, fix=fix)
    else:
        said = f"has type '{shown(kind)}'" if kind else "has no type"
        log.error(BadFile, f"<joint> '{shown(name)}' {said}; {known}", element.place, joint=name)
    return "fixed"


def origin_pose(element: Element, draft: Draft, where: str) -> Pose:
    origin = element.first("origin")
    if origin is None:
        return IDENTITY
    strange(origin, frozenset(("xyz", "rpy", "quat_xyzw")), draft.log)
    p = numbers(origin, "xyz", draft.log)
    if origin.get("quat_xyzw") is not None:
        x, y, z, w = numbers(origin, "quat_xyzw", draft.log, sizes=(4,), default=(0.0, 0.0, 0.0, 1.0))
        size = math.hypot(x, y, z, w)
        if size < 1e-12:
            draft.log.error(BadFile, f"quat_xyzw of {where} is zero", origin.place)
            return Pose(p=p)
        return Pose(rotation_quaternion(w / size, x / size, y / size, z / size), p)
    rpy = numbers(origin, "rpy", draft.log)
    draft.angles.extend((f"rpy of {where}", angle, origin.place) for angle in rpy if angle)
    return Pose(rotation_rpy(*rpy), p) if any(rpy) else Pose(p=p)


def _axis(element: Element, name: str, log: Log) -> tuple[float, ...]:
    """The axis at unit length; x where none is given, as URDF says."""
    axis = element.first("axis")
    if axis is None:
        return (1.0, 0.0, 0.0)
    strange(axis, frozenset(("xyz",)), log)
    xyz = numbers(axis, "xyz", log, default=(1.0, 0.0, 0.0))
    length = math.hypot(*xyz)
    if length < 1e-12:
        log.error(WrongValue, f"joint '{shown(name)}' has axis (0, 0, 0); it needs a direction", axis.place, joint=name)
        return (1.0, 0.0, 0.0)
    return xyz if length == 1 else scale(1 / length, xyz)


def _limits(element: Element, kind: str, name: str, log: Log) -> Limits:
    limit = element.first("limit")
    if limit is None:
        if kind != "continuous":
            what = f"{kind} joint '{shown(name)}' has no <limit>"
            log.warn(what, element.place, joint=name, why="URDF asks for one, and some readers refuse the file")
        return Limits()
    found: dict[str, float | None] = {}
    for which in ("lower", "upper", "velocity", "effort"):
        text = (limit.get(which) or "").strip().lower().lstrip("+-")
        x = None if limit.get(which) is None or text in ("inf", "infinity") else scalar(limit, which, log, BOUNDLESS)
        found[which] = None if x is None or abs(x) >= BOUNDLESS else x
    if kind == "continuous":
        found["lower"] = found["upper"] = None
    elif (
        found["lower"] is None and found["upper"] is None and limit.get("lower") is None and limit.get("upper") is None
    ):
        what = f"<limit> of {kind} joint '{shown(name)}' has neither lower nor upper"
        log.warn(what, limit.place, joint=name, why="some readers take both as 0, so that the joint cannot move")
    absent = [which for which in ("effort", "velocity") if limit.get(which) is None]
    if kind != "continuous" and absent:
        what = f"<limit> of {kind} joint '{shown(name)}' has no {' and no '.join(absent)}"
        why = "URDF asks for both; some readers refuse the file, others take 0"
        log.warn(what, limit.place, joint=name, why=why, fix="add it")
    strange(limit, frozenset(("lower", "upper", "velocity", "effort")), log)
    return Limits(**found)


def _drive(element: Element, name: str, log: Log) -> Drive | None:
    dynamics = element.first("dynamics")
    if dynamics is None:
        return None
    strange(dynamics, frozenset(("damping", "friction")), log)
    damping, friction = scalar(dynamics, "damping", log, 0.0), scalar(dynamics, "friction", log, 0.0)
    if damping < 0 or friction < 0:
        what = f"joint '{shown(name)}' has negative friction (damping {damping:g}, friction {friction:g})"
        log.warn(what, dynamics.place, joint=name, why="the joint would gain energy from it")
    return Drive(damping=damping, coulomb=friction) if damping or friction else None


def _mimic(element: Element, kind: str, name: str, log: Log) -> Mimic | None:
    mimic = element.first("mimic")
    if mimic is None:
        return None
    if kind == "fixed":
        log.warn(f"joint '{shown(name)}' is fixed; its <mimic> was not read", mimic.place, joint=name)
        return None
    leader = required(mimic, "joint", log)
    strange(mimic, frozenset(("joint", "multiplier", "offset")), log)
    return Mimic(leader, scalar(mimic, "multiplier", log, 1.0), scalar(mimic, "offset", log, 0.0)) if leader else None
