"""Actuators of MJCF: inputs, τ. Only their own armature and damping, felt through the gear as N² Im and N² bm, are part
of the robot.

The weight that `gravcomp` carries is no part of τ here. MuJoCo counts it among the efforts of joints with
`actuatorgravcomp`, with the same motion, but carries nothing there in a file without actuators."""

from __future__ import annotations

from dalembert.errors import UnsupportedElement, shown
from dalembert.formats.finding import CARRIED
from dalembert.formats.mjcf.context import Context
from dalembert.formats.mjcf.default import ACTUATORS
from dalembert.formats.mjcf.joint import linear
from dalembert.formats.xml import Element, numbers, scalar, unknown
from dalembert.robot.drive import Drive


def actuators(root: Element, context: Context) -> None:
    """The section `<actuator>`."""
    found = [copy for section in root.all("actuator") for x in section.children for copy in context.copies_of(x)]
    for element in found:
        _actuator(context.defaults.applied(element, tag="actuator"), context)
    if any(link.gravcomp != 0 for link in context.draft.links):
        _carrying(bool(found) and context.setting.actuators, context)


def _carrying(driven: bool, context: Context) -> None:
    for joint, place in context.carrying.items():
        if driven:
            context.draft.log.count(CARRIED, "actuatorgravcomp of <joint>", place)
            continue
        what = f"joint '{shown(joint)}' has actuatorgravcomp and the file no actuator, so that weight is carried at other joints alone"
        fix = "remove actuatorgravcomp, or load with ignore=['gravcomp']"
        context.draft.log.error(UnsupportedElement, f"{what}, which is not modelled", place, joint=joint, fix=fix)


def _actuator(element: Element, context: Context) -> None:
    log, name = context.draft.log, shown(element.get("name") or "")
    if element.tag not in ACTUATORS:
        unknown(element, ACTUATORS, "actuator", log)
        return
    log.leave(f"<{element.tag}> in <actuator>", element.place)
    armature = scalar(element, "armature", log, 0.0)
    damping = linear(element, "damping", name, context) if context.setting.dampers else 0.0
    if not (armature or damping):
        return
    joint = element.get("joint") or element.get("jointinparent") or ""
    index = context.draft.index(joint)
    if index is None or context.draft.joints[index].nv != 1:
        what = f"<{element.tag}> '{name}' has armature or damping and acts on no single joint, which is not modelled"
        log.error(UnsupportedElement, what, element.place, fix="remove armature and damping")
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
