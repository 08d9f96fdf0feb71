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
from dalembert.formats.mjcf.joint import linear
from dalembert.formats.robot_file import Element, choice, numbers, scalar
from dalembert.robot.drive import Drive
from dalembert.robot.model import Limits

_SERVOS = frozenset(("position", "velocity", "intvelocity", "pid", "orientation", "muscle", "dcmotor", "plugin"))


def actuators(root: Element, context: Context) -> None:
    """Read the section `<actuator>`."""
    found = [copy for section in root.all("actuator") for x in section.children for copy in context.copies_of(x)]
    efforts: dict[int, list[float | None]] = {}
    rule = root.rule.inner("actuator").inner("general")  # of an actuator with all attributes of the others
    for given in found:
        element = context.defaults.applied(replace(given, rule=rule), tag="actuator")
        index = _actuator(element, context)
        if index is not None:
            efforts.setdefault(index, []).append(_largest(element, context))
    for index, parts in efforts.items():
        limits = context.draft.joints[index].limits
        most = [x for x in parts if x is not None]
        if isinstance(limits, Limits) and limits.effort is None and len(most) == len(parts):
            context.draft.change(index, limits=replace(limits, effort=sum(most)))
    if any(link.gravcomp != 0 for link in context.draft.links):
        _carrying(bool(found) and context.setting.acts("actuation"), context)


def _carrying(driven: bool, context: Context) -> None:
    for joint, place in context.carrying.items():
        part = finding.part_of("actuatorgravcomp", None, place, finding.part_of("<joint>", joint))
        if driven:
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


def _actuator(element: Element, context: Context) -> int | None:
    """Read an actuator, and return the index of the joint that it drives, or None if there is no such single-axis
    joint."""
    log = context.log
    if element.tag not in ACTUATORS:
        return None
    pulls = element.tag in _SERVOS or element.get("biastype") not in (None, "none")
    log.ignore(element.inside("actuator"), SERVOS if pulls else INPUTS)
    joint = element.get("joint") or element.get("jointinparent") or ""
    index = context.draft.index(joint)
    if joint and index is None:
        known = tuple(Identifier(x.name) for x in context.draft.joints if x.moves)
        log.tell(finding.Undefined(element.part, Noun("joint"), Identifier(joint), known, "warning"))
    if index is not None and context.draft.joints[index].nv != 1:
        index = None
    _rotor(element, index, context)
    return index


def _rotor(element: Element, index: int | None, context: Context) -> None:
    """Add the armature and damping of an actuator to the drive of its joint."""
    log = context.log
    armature = scalar(element, "armature", log)
    damping = linear(element, "damping", context) if context.setting.acts("damper", "passive") else 0.0
    if not (armature or damping):
        return
    if index is None:
        which = "armature" if armature else "damping"
        log.refuse(element.attribute(which), "remove it")
        return
    if gear := _gear(element, context):
        drive = context.draft.joints[index].drive or Drive()
        rotor = drive.inertia / gear**2 + armature  # total rotor inertia Ia + N² Im, and total damping b + N² bm
        motor = drive.gear_ratio**2 * drive.motor_damping / gear**2 + damping
        context.draft.change(index, drive=Drive(rotor, gear, drive.damping, drive.coulomb, motor))
