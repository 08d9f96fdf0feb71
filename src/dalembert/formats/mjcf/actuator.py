"""Actuators of MJCF: inputs, τ. Only their own armature and damping, felt through the gear as N² Im and N² bm, are part
of the robot."""

from __future__ import annotations

from dalembert.errors import UnsupportedElement, shown
from dalembert.formats.mjcf.context import Context
from dalembert.formats.mjcf.default import ACTUATORS
from dalembert.formats.mjcf.joint import linear
from dalembert.formats.xml import Element, numbers, scalar, unknown
from dalembert.robot.drive import Drive


def actuators(root: Element, context: Context) -> None:
    """The section `<actuator>`."""
    for section in root.all("actuator"):
        for element in [copy for x in section.children for copy in context.copies_of(x)]:
            _actuator(context.defaults.applied(element, tag="actuator"), context)


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
