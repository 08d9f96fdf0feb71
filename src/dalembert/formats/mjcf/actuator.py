"""Read the actuators of an MJCF file, which contribute to the drives and limits of joints.

Actuators generate the joint efforts τ. The gear reflects the armature and damping of an actuator as N² Im and N² bm,
which are added to the drive of the joint. The sum of the largest actuator efforts |N F| at a joint becomes the effort
limit of this joint. In this library, τ does not include the compensation by `gravcomp`. For joints with
`actuatorgravcomp`, MuJoCo includes gravity compensation in the actuator efforts, which does not affect the motion.
However, MuJoCo does not compensate gravity at such joints if the file contains no actuators.
"""

from __future__ import annotations

from dataclasses import replace

from dalembert import finding
from dalembert.finding.finding import CARRIED, INPUTS, SERVOS, Identifier, Noun
from dalembert.formats.mjcf.compiler_and_defaults import ACTUATORS
from dalembert.formats.mjcf.context import Context
from dalembert.formats.mjcf.joint import passive
from dalembert.formats.robot_file import Element, choice, numbers, scalar
from dalembert.robot.drive import Drive
from dalembert.robot.model import Joint

_SERVOS = frozenset(("position", "velocity", "intvelocity", "pid", "orientation", "muscle", "dcmotor", "plugin"))


def actuators(root: Element, context: Context) -> None:
    """Read the section `<actuator>`."""
    found = [copy for section in root.all("actuator") for x in section.children for copy in context.copies_of(x)]
    efforts: dict[str, list[float | None]] = {}
    rule = root.rule.inner("actuator").inner("general")  # of an actuator with all attributes of the others
    for given in found:
        element = context.defaults.applied(replace(given, rule=rule), tag="actuator")
        joint = _actuator(element, context)
        if joint is not None:
            efforts.setdefault(joint.name, []).append(_largest(element, context))
    for joint in list(context.draft.joints):
        parts = efforts.get(joint.name, [None])
        most = [x for x in parts if x is not None]
        if joint.limits.effort is None and len(most) == len(parts):
            context.draft.change(joint.name, limits=replace(joint.limits, effort=sum(most)))
    lifted = any(link.gravcomp != 0 for link in context.draft.links)
    for name, place in context.carrying.items() if lifted else ():
        part = finding.part_of("actuatorgravcomp", None, place, finding.part_of("<joint>", name))
        if found and context.setting.acts("actuation"):
            context.log.ignore(part, CARRIED)
        else:
            context.log.effect(part, "gravcomp")


def _largest(element: Element, context: Context) -> float | None:
    """Return the largest effort |N F| of an actuator, or None if the effort is not limited."""
    log, ranges = context.log, ("force", "ctrl") if element.tag == "motor" else ("force",)
    found = []
    for which in ranges:
        bounds = numbers(element, f"{which}range", log)
        text = choice(element, f"{which}limited")
        if bounds and (text == "true" or (text == "auto" and context.setting.true("autolimits"))):
            found.append(max(abs(x) for x in bounds))
    return abs(_gear(element, context)) * min(found) if found else None


def _gear(element: Element, context: Context) -> float:
    return numbers(element, "gear", context.log)[0]


def _actuator(element: Element, context: Context) -> Joint | None:
    """Read an actuator, and return the joint that it drives, or None if there is no such single-axis joint."""
    log = context.log
    if element.tag not in ACTUATORS:
        return None
    pulls = element.tag in _SERVOS or element.get("biastype") not in (None, "none")
    log.ignore(element.inside("actuator"), SERVOS if pulls else INPUTS)
    name = element.get("joint") or element.get("jointinparent")
    joint = context.draft.joint(name)
    if name and joint is None:
        known = tuple(map(Identifier, context.draft.moving))
        log.tell(finding.Undefined(element.part, Noun("joint"), Identifier(name), known, "warning"))
    joint = joint if joint is not None and joint.nv == 1 else None
    _rotor(element, joint, context)
    return joint


def _rotor(element: Element, joint: Joint | None, context: Context) -> None:
    """Add the armature and damping of an actuator to the drive of its joint."""
    log = context.log
    armature = scalar(element, "armature", log)
    damping = passive(element, "damping", "damper", context)
    if not (armature or damping):
        return
    if joint is None:
        which = "armature" if armature else "damping"
        log.refuse(element.attribute(which), "remove it")
        return
    if gear := _gear(element, context):
        drive = joint.drive or Drive()
        rotor = drive.inertia / gear**2 + armature  # total rotor inertia Ia + N² Im, and total damping b + N² bm
        motor = drive.gear_ratio**2 * drive.motor_damping / gear**2 + damping
        context.draft.change(joint.name, drive=Drive(rotor, gear, drive.damping, drive.coulomb, motor))
