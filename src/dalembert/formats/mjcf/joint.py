"""Joints of MJCF: hinge, slide, ball and free, with armature, damping, dry friction and springs.

Armature is inertia felt at the joint, Ia; damping b, frictionloss fc and stiffness k act as
τ = … + Ia q̈ + b q̇ + fc sign(q̇) + k (q − springref).  A ball turns about its anchor, q a quaternion; a free body
has its position and quaternion in the world as q, whatever the file draws.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from dalembert.errors import BadFile, UnsupportedElement, shown
from dalembert.formats.finding import SIMULATED, UNREAD, Place
from dalembert.formats.mjcf.context import Context, Item
from dalembert.formats.mjcf.pose import about
from dalembert.formats.number import BOUNDLESS
from dalembert.formats.xml import Element, numbers, scalar, strange
from dalembert.robot.drive import Drive
from dalembert.robot.model import Limits
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import ZERO, Vector, add, matvec, negative, scale

_KNOWN = frozenset(
    ("name", "align", "class", "type", "pos", "axis", "range", "limited", "ref", "armature", "damping", "frictionloss",
     "stiffness", "springref", "springdamper", "springyield", "margin", "group", "user", "solreflimit", "solimplimit",
     "solreffriction", "solimpfriction", "actuatorfrcrange", "actuatorfrclimited", "actuatorgravcomp")
)  # fmt: skip


KINDS = {"hinge": "revolute", "slide": "prismatic", "ball": "spherical", "free": "free"}
SPEED = "dalembert/velocity/"  # of a custom number: the largest speed of the joint named behind it


@dataclass(frozen=True)
class MovingPart:
    """A joint in its body's frame: where it turns, about what, and from where it counts."""

    name: str
    kind: str
    anchor: Vector
    axis: Vector
    start: Pose  # motion by −ref
    limits: Limits
    drive: Drive | None
    place: Place

    def displaced(self, q: float) -> Pose:
        """The body moved by q about or along this joint's axis; a ball or free joint stays."""
        if q == 0 or self.kind not in ("revolute", "prismatic"):
            return IDENTITY
        if self.kind == "prismatic":
            return Pose(p=scale(q, self.axis))
        return Pose(p=self.anchor) @ Pose(about(self.axis, q)) @ Pose(p=negative(self.anchor))


def moving_part(item: Item, context: Context, body: str) -> MovingPart | None:
    """The joint of an element; None in a lenient reading of one that is refused."""
    log = context.draft.log
    joint = context.defaults.applied(item.element, item.childclass)
    name = (
        context.replicated(joint.get("name") or "", item.suffix)
        if joint.get("name")
        else context.draft.free_name("joint", f"{body}_joint")
    )
    context.draft.reserved.add(("joint", name))
    kind = "free" if joint.tag == "freejoint" else joint.get("type") or "hinge"
    if kind not in KINDS:
        log.error(
            BadFile, f"<joint> '{shown(name)}' has type '{shown(kind)}'; known are {', '.join(KINDS)}", joint.place
        )
        return None
    strange(joint, _KNOWN, log)
    if joint.get("actuatorgravcomp") == "true":
        context.carrying[name] = joint.place
    if joint.tag == "freejoint":  # has no defaults
        joint = item.element
        if joint.get("align") == "true" or (context.setting.align and joint.get("align") != "false"):
            what = f"free joint '{shown(name)}' moves the body's own frame, where MuJoCo would move its principal one"
            log.note(what, joint.place, joint=name)
    if kind in ("ball", "free"):
        _spring(joint, name, kind, context)
        anchor = add(matvec(item.at.R, numbers(joint, "pos", log)), item.at.p) if kind == "ball" else ZERO
        if numbers(joint, "range", log, sizes=(2,), default=(0.0, 0.0)) != (0.0, 0.0):
            bounded = kind == "ball" and joint.get("limited") != "false"
            log.count(SIMULATED if bounded else UNREAD, f"range of a {kind} joint", joint.place)
        return MovingPart(
            name, KINDS[kind], anchor, (0, 0, 1), IDENTITY, Limits(), _drive(joint, name, context), joint.place
        )
    axis = _axis(joint, name, item, context)
    hinge = kind == "hinge"
    ref = scalar(joint, "ref", log, 0.0)
    ref = context.setting.radians(ref) if hinge else ref
    context.refs[name] = ref
    rest = scalar(joint, "springref", log, 0.0)
    context.rests[name] = context.setting.radians(rest) if hinge else rest
    _spring(joint, name, kind, context)
    start = IDENTITY
    if ref:
        start = Pose(about(axis, -ref)) if hinge else Pose(p=scale(-ref, axis))
    # a slide's anchor has no effect
    anchor = add(matvec(item.at.R, numbers(joint, "pos", log)), item.at.p) if hinge else ZERO
    limits = _limits(joint, hinge, context)
    return MovingPart(
        name,
        ("revolute" if hinge else "prismatic"),
        anchor,
        axis,
        start,
        limits,
        _drive(joint, name, context),
        joint.place,
    )


def _axis(joint: Element, name: str, item: Item, context: Context) -> Vector:
    axis = numbers(joint, "axis", context.draft.log, default=(0.0, 0.0, 1.0))
    length = math.hypot(*axis)
    if length < 1e-12:
        what = f"joint '{shown(name)}' has axis (0, 0, 0); it needs a direction"
        context.draft.log.error(BadFile, what, joint.place, joint=name)
        return (0.0, 0.0, 1.0)
    return matvec(item.at.R, axis if length == 1 else scale(1 / length, axis))


def _spring(joint: Element, name: str, kind: str, context: Context) -> None:
    """A joint's spring; one given by its time constant is measured when all masses are known."""
    if not context.setting.springs:
        return
    damper = numbers(joint, "springdamper", context.draft.log, sizes=(2,), default=(0.0, 0.0))
    stiffness = linear(joint, "stiffness", name, context)
    if not (stiffness or any(damper)) or context.left("springs", joint):
        return
    elastic(joint, f"joint '{shown(name)}'", "springs", context)
    if all(x > 0 for x in damper):
        context.measured[name] = damper
    elif any(damper):
        what = f"springdamper of joint '{shown(name)}' needs a time constant and a damping ratio above 0"
        context.draft.log.error(BadFile, what, joint.place, joint=name)
    elif stiffness:
        context.stiff[name] = stiffness


def _limits(joint: Element, hinge: bool, context: Context) -> Limits:
    log, setting = context.draft.log, context.setting
    low, high = numbers(joint, "range", log, sizes=(2,), default=(0.0, 0.0))
    limited = joint.get("limited") or "auto"
    if limited == "auto":
        limited = "true" if setting.autolimits and (low, high) != (0, 0) else "false"
    if hinge:
        low, high = setting.radians(low), setting.radians(high)
    effort = numbers(joint, "actuatorfrcrange", log, sizes=(2,), default=())
    used = effort and joint.get("actuatorfrclimited") != "false"
    most = max(abs(x) for x in effort) if used else None
    lower, upper = (None if limited != "true" or abs(x) >= BOUNDLESS else x for x in (low, high))
    return Limits(lower, upper, None, most)


def speeds(root: Element, context: Context) -> None:
    """The largest speeds that our own export kept as custom numbers."""
    for section in root.all("custom"):
        for element in section.all("numeric"):
            name = (element.get("name") or "").removeprefix(SPEED)
            index = context.draft.index(name)
            if index is not None and (element.get("name") or "").startswith(SPEED):
                speed = scalar(element, "data", context.draft.log, 0.0)
                limits = replace(context.draft.joints[index].limits, velocity=speed)
                context.draft.change(index, limits=limits)


def _drive(joint: Element, name: str, context: Context) -> Drive | None:
    log, setting = context.draft.log, context.setting
    damping = linear(joint, "damping", name, context) if setting.dampers else 0.0
    armature = scalar(joint, "armature", log, 0.0)
    friction = scalar(joint, "frictionloss", log, 0.0) if setting.friction else 0.0
    for what, x in (("damping", damping), ("armature", armature), ("frictionloss", friction)):
        if x < 0:
            log.warn(f"joint '{shown(name)}' has negative {what} ({x:g})", joint.place, joint=name)
    if not (damping or armature or friction):
        return None
    return Drive(rotor_inertia=armature, damping=damping, coulomb=friction)


def elastic(element: Element, owner: str, effect: str, context: Context) -> None:
    """Refuse a spring that yields: its rest moves on when it is stretched too far."""
    if scalar(element, "springyield", context.draft.log, 0.0) > 0:
        what, fix = f"spring of {owner} has a springyield, which is not modelled", f"ignore=['{effect}']"
        context.draft.log.error(UnsupportedElement, what, element.place, fix=f"remove it, or load with {fix}")


def linear(element: Element, which: str, name: str, context: Context) -> float:
    """A coefficient that may be a polynomial; only its first, linear one is modelled."""
    first, *higher = numbers(element, which, context.draft.log, sizes=(1, 2, 3), default=(0.0,))
    if any(higher):
        what = f"{which} of '{shown(name)}' is a polynomial, which is not modelled"
        context.draft.log.error(UnsupportedElement, what, element.place, fix="keep its first number")
    return first
