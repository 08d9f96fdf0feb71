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
from dalembert.formats.mjcf.context import Context, Item
from dalembert.formats.numeric import BOUNDLESS
from dalembert.formats.robot_file import Element, choice, direction, numbers, scalar
from dalembert.robot.drive import Drive
from dalembert.robot.model import Limits
from dalembert.spatial.pose import IDENTITY, Pose, about
from dalembert.spatial.vector import ZERO, Vector, add, matvec, negative, scale

KINDS = {"hinge": "revolute", "slide": "prismatic", "ball": "spherical", "free": "free"}
SPEED = "dalembert/velocity/"  # prefix of custom numbers with speed limits; the joint name follows


@dataclass(frozen=True)
class MovingPart:
    """Anchor and axis of a joint in the frame of its body, and the pose at zero joint position."""

    name: str
    kind: str
    anchor: Vector = ZERO
    axis: Vector = (0, 0, 1)
    start: Pose = IDENTITY  # displacement by −ref
    limits: Limits = Limits()
    drive: Drive | None = None
    place: Location | None = None

    def motion(self, q: float) -> Pose:
        """Return the motion of the joint by q relative to its anchor. Ball and free joints return the identity."""
        if q == 0 or self.kind not in ("revolute", "prismatic"):
            return IDENTITY
        return Pose(p=scale(q, self.axis)) if self.kind == "prismatic" else Pose(about(self.axis, q))

    def displaced(self, q: float) -> Pose:
        """Return the displacement of the body if the joint moves by q."""
        return Pose(p=self.anchor) @ self.motion(q) @ Pose(p=negative(self.anchor))


def moving_part(item: Item, context: Context, body: str) -> MovingPart:
    """Read a joint."""
    log = context.log
    free = item.element.tag == "freejoint"  # it has no defaults
    joint = item.element if free else context.defaults.applied(item.element, item.childclass)
    text = joint.get("name")
    name = context.replicated(text, item.suffix) if text else context.draft.free_name("joint", f"{body}_joint")
    context.draft.reserved.add(("joint", name))
    if free:
        if joint.get("align") == "true" or (context.setting.true("alignfree") and joint.get("align") != "false"):
            log.tell(finding.Understood(joint.part, Noun("moves the body's own frame")))
        return MovingPart(name, "free", place=joint.place)
    kind = KINDS[choice(joint, "type")]
    if joint.get("actuatorgravcomp") == "true":
        context.carrying[name] = joint.place
    anchored = kind in ("revolute", "spherical")  # the anchor of a slide joint has no effect
    anchor = add(matvec(item.at.R, numbers(joint, "pos", log)), item.at.p) if anchored else ZERO
    _spring(joint, name, context)
    part = MovingPart(name, kind, anchor, drive=_drive(joint, name, context), place=joint.place)
    if kind in ("spherical", "free"):
        if any(numbers(joint, "range", log)):
            bounded = kind == "spherical" and joint.get("limited") != "false"
            log.ignore(joint.attribute("range"), SIMULATED if bounded else NO_EFFECT)
        return part
    axis = matvec(item.at.R, direction(joint, "axis", log))
    turns = kind == "revolute"
    ref, rest = (context.setting.coordinate(scalar(joint, x, log), turns) for x in ("ref", "springref"))
    context.refs[name], context.rests[name] = ref, rest
    part = replace(part, axis=axis, limits=_limits(joint, turns, context))
    return replace(part, start=part.motion(-ref))


def _spring(joint: Element, name: str, context: Context) -> None:
    """Read the spring of a joint. The stiffness for `springdamper` is computed later, after all masses are known."""
    if not context.setting.acts("spring", "passive"):
        return
    damper = numbers(joint, "springdamper", context.log)
    stiffness = passive(joint, "stiffness", "spring", context)
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


def _limits(joint: Element, turns: bool, context: Context) -> Limits:
    log, setting = context.log, context.setting
    low, high = numbers(joint, "range", log)
    limited = choice(joint, "limited")
    if limited == "auto":
        limited = "true" if setting.true("autolimits") and (low, high) != (0, 0) else "false"
    effort = numbers(joint, "actuatorfrcrange", log)
    used = effort and joint.get("actuatorfrclimited") != "false"
    most = max(abs(x) for x in effort) if used else None
    bounds = (setting.coordinate(x, turns) for x in (low, high))
    lower, upper = (None if limited != "true" or abs(x) >= BOUNDLESS else x for x in bounds)
    return Limits(lower, upper, None, most)


def speeds(root: Element, context: Context) -> None:
    """Read the speed limits of joints, which the writer stores as custom numbers."""
    for section in root.all("custom"):
        for element in section.all("numeric"):
            _, prefix, name = (element.get("name") or "").rpartition(SPEED)
            joint = context.draft.joint(name)
            if joint is not None and prefix:
                speed = scalar(element, "data", context.log)
                context.draft.change(name, limits=replace(joint.limits, velocity=speed))


def _drive(joint: Element, name: str, context: Context) -> Drive | None:
    log, setting = context.log, context.setting
    damping = passive(joint, "damping", "damper", context)
    armature = scalar(joint, "armature", log)
    friction = scalar(joint, "frictionloss", log) if setting.acts("frictionloss", "constraint") else 0.0
    log.not_negative(name, joint.place, damping=damping, armature=armature, frictionloss=friction)
    if not (damping or armature or friction):
        return None
    return Drive(rotor_inertia=armature, damping=damping, coulomb=max(friction, 0.0))


def elastic(element: Element, effect: str, context: Context) -> None:
    """Raise an error for a spring with `springyield`, whose rest position moves if the spring is stretched too far."""
    if scalar(element, "springyield", context.log) > 0:
        context.log.effect(element.attribute("springyield"), effect)


def passive(element: Element, which: str, flag: str, context: Context) -> float:
    """Return the linear coefficient of a passive force, or 0 if a flag disables the force.

    Nonlinear terms are not modelled and raise an error.
    """
    if not context.setting.acts(flag, "passive"):
        return 0.0
    first, *higher = numbers(element, which, context.log)
    if any(higher):
        remedy = Edit("keep its first number")
        context.log.refuse(element.attribute(f"polynomial {which}"), remedy)
    return first
