"""Joints of MJCF files: hinge, slide, ball and free.

The armature Ia is the rotor inertia reflected to the joint. With damping b, frictionloss fc and stiffness k, the joint
effort is τ = … + Ia q̈ + b q̇ + fc sign(q̇) + k (q − springref). A ball joint rotates about its anchor, and its
coordinates are a quaternion. The coordinates of a free body are its position and quaternion in the world frame,
independent of the pose in the file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dalembert import finding
from dalembert.finding.finding import NO_EFFECT, SIMULATED, Edit, Location, Noun
from dalembert.formats.mjcf.compiler_and_defaults import ignoring
from dalembert.formats.mjcf.context import Context, Item
from dalembert.formats.numeric import BOUNDLESS
from dalembert.formats.robot_file import Element, direction, numbers, scalar, strange, words
from dalembert.robot.drive import Drive
from dalembert.robot.model import Limits
from dalembert.spatial.pose import IDENTITY, Pose, about
from dalembert.spatial.vector import ZERO, Vector, add, matvec, negative, scale

_KNOWN = words(
    "name align class type pos axis range limited ref armature damping frictionloss stiffness springref "
    "springdamper springyield margin group user solreflimit solimplimit solreffriction solimpfriction "
    "actuatorfrcrange actuatorfrclimited actuatorgravcomp"
)


KINDS = {"hinge": "revolute", "slide": "prismatic", "ball": "spherical", "free": "free"}
SPEED = "dalembert/velocity/"  # prefix of custom numbers with speed limits; the joint name follows


@dataclass(frozen=True)
class MovingPart:
    """Joint in the frame of its body: anchor, axis, and the pose at zero joint position."""

    name: str
    kind: str
    anchor: Vector
    axis: Vector
    start: Pose  # displacement by −ref
    limits: Limits
    drive: Drive | None
    place: Location

    def displaced(self, q: float) -> Pose:
        """Return the body displacement caused by a displacement q of this joint.

        Ball and free joints return the identity.
        """
        if q == 0 or self.kind not in ("revolute", "prismatic"):
            return IDENTITY
        if self.kind == "prismatic":
            return Pose(p=scale(q, self.axis))
        return Pose(p=self.anchor) @ Pose(about(self.axis, q)) @ Pose(p=negative(self.anchor))


def moving_part(item: Item, context: Context, body: str) -> MovingPart | None:
    """Read a joint. Report an unknown type as an error, and return None if the log is lenient."""
    log = context.log
    joint = context.defaults.applied(item.element, item.childclass)
    text = joint.get("name")
    name = context.replicated(text, item.suffix) if text else context.draft.free_name("joint", f"{body}_joint")
    context.draft.reserved.add(("joint", name))
    kind = "free" if joint.tag == "freejoint" else joint.get("type") or "hinge"
    if not log.among(kind, KINDS, joint, "type"):
        return None
    strange(joint, _KNOWN, log)
    if joint.get("actuatorgravcomp") == "true":
        context.carrying[name] = joint.place
    if joint.tag == "freejoint":  # a freejoint has no defaults
        joint = item.element
        if joint.get("align") == "true" or (context.setting.align and joint.get("align") != "false"):
            log.tell(finding.Understood(joint.part, Noun("moves the body's own frame")))
    anchored = kind in ("hinge", "ball")  # the anchor of a slide joint has no effect
    anchor = add(matvec(item.at.R, numbers(joint, "pos", log)), item.at.p) if anchored else ZERO
    if kind in ("ball", "free"):
        _spring(joint, name, context)
        if numbers(joint, "range", log, sizes=(2,), default=(0.0, 0.0)) != (0.0, 0.0):
            bounded = kind == "ball" and joint.get("limited") != "false"
            log.ignore(joint.attribute("range"), SIMULATED if bounded else NO_EFFECT)
        drive = _drive(joint, name, context)
        return MovingPart(name, KINDS[kind], anchor, (0, 0, 1), IDENTITY, Limits(), drive, joint.place)
    axis = matvec(item.at.R, direction(joint, "axis", log, (0.0, 0.0, 1.0)))
    hinge = kind == "hinge"
    ref, rest = (scalar(joint, x, log) for x in ("ref", "springref"))
    if hinge:
        ref, rest = context.setting.radians(ref), context.setting.radians(rest)
    context.refs[name], context.rests[name] = ref, rest
    _spring(joint, name, context)
    start = IDENTITY
    if ref:
        start = Pose(about(axis, -ref)) if hinge else Pose(p=scale(-ref, axis))
    limits, drive = _limits(joint, hinge, context), _drive(joint, name, context)
    return MovingPart(name, KINDS[kind], anchor, axis, start, limits, drive, joint.place)


def _spring(joint: Element, name: str, context: Context) -> None:
    """Read the spring of a joint. The stiffness of a `springdamper` is computed later, when all masses are known."""
    if not context.setting.springs:
        return
    damper = numbers(joint, "springdamper", context.log, sizes=(2,), default=(0.0, 0.0))
    stiffness = linear(joint, "stiffness", context)
    if not (stiffness or any(damper)) or context.left("springs", joint):
        return
    elastic(joint, "springs", context)
    if all(x > 0 for x in damper):
        context.measured[name] = damper
    elif any(damper):
        part, got = joint.attribute("springdamper"), joint.get("springdamper")
        context.log.invalid(part, got, "a time constant and a damping ratio")
    elif stiffness:
        context.stiff[name] = stiffness


def _limits(joint: Element, hinge: bool, context: Context) -> Limits:
    log, setting = context.log, context.setting
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
    """Read the speed limits of joints, which the writer stores as custom numbers."""
    for section in root.all("custom"):
        for element in section.all("numeric"):
            name = (element.get("name") or "").removeprefix(SPEED)
            index = context.draft.index(name)
            if index is not None and (element.get("name") or "").startswith(SPEED):
                speed = scalar(element, "data", context.log)
                limits = replace(context.draft.joints[index].limits, velocity=speed)
                context.draft.change(index, limits=limits)


def _drive(joint: Element, name: str, context: Context) -> Drive | None:
    log, setting = context.log, context.setting
    damping = linear(joint, "damping", context) if setting.dampers else 0.0
    armature = scalar(joint, "armature", log)
    friction = scalar(joint, "frictionloss", log) if setting.friction else 0.0
    log.not_negative(name, joint.place, damping=damping, armature=armature, frictionloss=friction)
    if not (damping or armature or friction):
        return None
    return Drive(rotor_inertia=armature, damping=damping, coulomb=max(friction, 0.0))


def elastic(element: Element, effect: str, context: Context) -> None:
    """Raise an error for a spring with `springyield`, whose rest position moves if the spring is stretched too far."""
    if scalar(element, "springyield", context.log) > 0:
        context.log.refuse(element.attribute("springyield"), ignoring(effect))


def linear(element: Element, which: str, context: Context) -> float:
    """Return the linear coefficient of an attribute. Raise an error for higher orders, which are not modelled."""
    first, *higher = numbers(element, which, context.log, sizes=(1, 2, 3), default=(0.0,))
    if any(higher):
        remedy = Edit("keep its first number")
        context.log.refuse(element.attribute(f"polynomial {which}"), remedy)
    return first
