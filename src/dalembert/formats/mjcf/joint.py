"""Joints of MJCF (hinge, slide, ball and free) and the actuators that drive them.

Armature is inertia reflected to the joint, Ia; damping b, frictionloss fc and stiffness k act as
τ = … + Ia q̈ + b q̇ + fc sign(q̇) + k (q − springref).
A ball turns about its anchor, with a quaternion as q; a free body has its position and quaternion in the world as q,
whatever pose the file draws.

Actuators are inputs τ. Their own armature and damping, reflected through the gear as N² Im and N² bm, are part of the
robot, and the largest effort N F of those that drive a joint is its limit. The weight that `gravcomp` carries is not part
of τ here. MuJoCo counts it among the efforts of joints with `actuatorgravcomp`, with the same motion, but carries nothing
there in a file without actuators.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dalembert import finding
from dalembert.finding.finding import (
    CARRIED,
    INPUTS,
    NO_EFFECT,
    SERVOS,
    SIMULATED,
    Edit,
    Identifier,
    JointName,
    Location,
    Noun,
)
from dalembert.finding.finding import Element as ElementName
from dalembert.formats.mjcf.compiler import ACTUATORS, about, ignoring
from dalembert.formats.mjcf.context import Context, Item
from dalembert.formats.numeric import BOUNDLESS
from dalembert.formats.robot_file import Element, direction, numbers, scalar, strange, unknown
from dalembert.robot.joint import Drive
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
    place: Location

    def displaced(self, q: float) -> Pose:
        """The body moved by q about or along this joint's axis; a ball or free joint stays."""
        if q == 0 or self.kind not in ("revolute", "prismatic"):
            return IDENTITY
        if self.kind == "prismatic":
            return Pose(p=scale(q, self.axis))
        return Pose(p=self.anchor) @ Pose(about(self.axis, q)) @ Pose(p=negative(self.anchor))


def moving_part(item: Item, context: Context, body: str) -> MovingPart | None:
    """The joint of an element; None if it is rejected in a lenient reading."""
    log = context.draft.log
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
    if joint.tag == "freejoint":  # has no defaults
        joint = item.element
        if joint.get("align") == "true" or (context.setting.align and joint.get("align") != "false"):
            log.tell(finding.Understood(joint.part, Noun("moves the body's own frame")))
    anchored = kind in ("hinge", "ball")  # a slide's anchor has no effect
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
    ref, rest = (scalar(joint, x, log, 0.0) for x in ("ref", "springref"))
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
    """A joint's spring; one given by its time constant is measured when all masses are known."""
    if not context.setting.springs:
        return
    damper = numbers(joint, "springdamper", context.draft.log, sizes=(2,), default=(0.0, 0.0))
    stiffness = linear(joint, "stiffness", context)
    if not (stiffness or any(damper)) or context.left("springs", joint):
        return
    elastic(joint, "springs", context)
    if all(x > 0 for x in damper):
        context.measured[name] = damper
    elif any(damper):
        part, got = joint.attribute("springdamper"), joint.get("springdamper")
        context.draft.log.invalid(part, got, "a time constant and a damping ratio")
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
    damping = linear(joint, "damping", context) if setting.dampers else 0.0
    armature = scalar(joint, "armature", log, 0.0)
    friction = scalar(joint, "frictionloss", log, 0.0) if setting.friction else 0.0
    for what, x in (("damping", damping), ("armature", armature), ("frictionloss", friction)):
        if x < 0:
            log.tell(finding.NegativeFriction(JointName(name), ElementName(what), x, at=joint.place))
    if not (damping or armature or friction):
        return None
    return Drive(rotor_inertia=armature, damping=damping, coulomb=friction)


def elastic(element: Element, effect: str, context: Context) -> None:
    """Reject a spring that yields: its rest position moves when it is stretched too far."""
    if scalar(element, "springyield", context.draft.log, 0.0) > 0:
        context.draft.log.error(finding.NotModelled(element.attribute("springyield"), remedy=ignoring(effect)))


def linear(element: Element, which: str, context: Context) -> float:
    """A coefficient that may be a polynomial; only its first, linear one is modelled."""
    first, *higher = numbers(element, which, context.draft.log, sizes=(1, 2, 3), default=(0.0,))
    if any(higher):
        remedy = Edit(Noun("keep its first number"))
        context.draft.log.error(finding.NotModelled(element.attribute(f"polynomial {which}"), remedy=remedy))
    return first


_SERVOS = frozenset(("position", "velocity", "intvelocity", "pid", "orientation", "muscle", "dcmotor", "plugin"))


def actuators(root: Element, context: Context) -> None:
    """The section `<actuator>`."""
    found = [copy for section in root.all("actuator") for x in section.children for copy in context.copies_of(x)]
    efforts: dict[int, list[float | None]] = {}
    for given in found:
        element = context.defaults.applied(given, tag="actuator")
        index = _actuator(element, context)
        if index is not None:
            efforts.setdefault(index, []).append(_largest(element, context))
    for index, parts in efforts.items():
        limits = context.draft.joints[index].limits
        most = [x for x in parts if x is not None]
        if isinstance(limits, Limits) and limits.effort is None and len(most) == len(parts):
            context.draft.change(index, limits=replace(limits, effort=sum(most)))
    if any(link.gravcomp != 0 for link in context.draft.links):
        _carrying(bool(found) and context.setting.actuators, context)


def _carrying(driven: bool, context: Context) -> None:
    for joint, place in context.carrying.items():
        owner = finding.Part(ElementName("<joint>"), Identifier(joint))
        part = finding.Part(ElementName("actuatorgravcomp"), None, owner, place)
        if driven:
            context.draft.log.ignore(part, CARRIED)
            continue
        context.draft.log.error(finding.NotModelled(part, remedy=ignoring("gravcomp")))


def _largest(element: Element, context: Context) -> float | None:
    """The largest effort |N F| of an actuator; None where nothing bounds it."""
    log, ranges = context.draft.log, ("force", "ctrl") if element.tag == "motor" else ("force",)
    found = []
    for which in ranges:
        bounds = numbers(element, f"{which}range", log, sizes=(2,), default=())
        text = element.get(f"{which}limited") or "auto"
        if bounds and (text == "true" or (text == "auto" and context.setting.autolimits)):
            found.append(max(abs(x) for x in bounds))
    gear = numbers(element, "gear", log, sizes=(1, 2, 3, 4, 5, 6), default=(1.0,))[0]
    return abs(gear) * min(found) if found else None


def _actuator(element: Element, context: Context) -> int | None:
    """Read an actuator; the joint of one freedom that it drives, if it does."""
    log = context.draft.log
    if element.tag not in ACTUATORS:
        unknown(element, ACTUATORS, "actuator", log)
        return None
    pulls = element.tag in _SERVOS or element.get("biastype") not in (None, "none")
    log.ignore(element.inside("actuator"), SERVOS if pulls else INPUTS)
    joint = element.get("joint") or element.get("jointinparent") or ""
    index = context.draft.index(joint)
    if joint and index is None:
        known = tuple(Identifier(x.name) for x in context.draft.joints if x.moves)
        log.tell(finding.UndefinedIgnored(element.part, Noun("joint"), Identifier(joint), known))
    if index is not None and context.draft.joints[index].nv != 1:
        index = None
    _rotor(element, index, context)
    return index


def _rotor(element: Element, index: int | None, context: Context) -> None:
    """Armature and damping of an actuator at its joint."""
    log = context.draft.log
    armature = scalar(element, "armature", log, 0.0)
    damping = linear(element, "damping", context) if context.setting.dampers else 0.0
    if not (armature or damping):
        return
    if index is None:
        which = "armature" if armature else "damping"
        log.error(finding.NotModelled(element.attribute(which), remedy=Edit(Noun("remove it"))))
        return
    gear = numbers(element, "gear", log, sizes=(1, 2, 3, 4, 5, 6), default=(1.0,))[0]
    if gear:
        drive = context.draft.joints[index].drive or Drive()
        context.draft.change(index, drive=_geared(drive, gear, armature, damping))


def _geared(drive: Drive, N: float, Im: float, bm: float) -> Drive:
    """A joint's drive with one more rotor behind the gear N: Ia + N² Im, b + N² bm."""
    rotor = drive.inertia / N**2 + Im
    motor = drive.gear_ratio**2 * drive.motor_damping / N**2 + bm
    return Drive(rotor, N, drive.damping, drive.coulomb, motor)
