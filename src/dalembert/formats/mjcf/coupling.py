"""What ties MJCF's joints together: equalities, tendons, actuators.

A joint equality of first degree is a mimic: q1 − ref1 = a0 + a1 (q2 − ref2).
An actuator is an input, τ; only its own armature and damping, felt through the
gear as N² Im and N² bm, are part of the robot. What else would act on the
joints by itself is refused.
"""

from __future__ import annotations

from dalembert.errors import BadFile, UnsupportedElement, shown
from dalembert.formats.mjcf.context import Context
from dalembert.formats.mjcf.default import ACTUATORS
from dalembert.formats.mjcf.joint import linear
from dalembert.formats.xml import Element, numbers, required, scalar, unknown
from dalembert.robot.drive import Drive
from dalembert.robot.model import Mimic

_ELASTIC = ("stiffness", "damping", "frictionloss", "armature")


def couplings(root: Element, context: Context) -> None:
    """The sections `<equality>`, `<tendon>` and `<actuator>`."""
    for section in root.all("equality"):
        for element in section.children:
            _equality(context.defaults.applied(element, tag="equality"), context)
    for section in root.all("tendon"):
        for element in section.children:
            _tendon(context.defaults.applied(element, tag="tendon"), context)
    for section in root.all("actuator"):
        for element in section.children:
            _actuator(context.defaults.applied(element, tag="actuator"), context)


def _equality(element: Element, context: Context) -> None:
    log = context.draft.log
    if element.get("active") == "false" or not context.setting.equalities:
        log.leave(f"inactive <{shown(element.tag)}> in <equality>", element.place)
        return
    if element.tag != "joint":
        what = f"<{shown(element.tag)}> in <equality> ties bodies together, which is not modelled"
        log.error(UnsupportedElement, what, element.place, fix="remove it, or set active='false'")
        return
    name = required(element, "joint1", log)
    index, leader = context.draft.index(name), element.get("joint2")
    given = numbers(element, "polycoef", log, sizes=(1, 2, 3, 4, 5), default=())
    a0, a1, *higher = (*given, *(0.0, 1.0, 0.0, 0.0, 0.0)[len(given) :])
    if index is None:
        log.error(BadFile, f"<joint> in <equality> names joint '{shown(name)}', which does not exist", element.place)
        return
    if not leader or any(higher) or a1 == 0:
        why = "of higher degree" if any(higher) else "that holds a joint still"
        what = f"<joint> in <equality> on '{shown(name)}' is a constraint {why}, which is not modelled"
        log.error(UnsupportedElement, what, element.place, joint=name, fix="remove it, or set active='false'")
        return
    if context.draft.joints[index].mimic is not None:
        what = f"joint '{shown(name)}' is tied to two others, which is not modelled"
        log.error(UnsupportedElement, what, element.place, joint=name)
        return
    if context.draft.index(leader) is None:
        log.error(BadFile, f"<joint> in <equality> names joint '{shown(leader)}', which does not exist", element.place)
        return
    offset = context.refs.get(name, 0.0) + a0 - a1 * context.refs.get(leader, 0.0)
    context.draft.change(index, mimic=Mimic(leader, a1, offset))
    log.note(f"joint '{shown(name)}' follows '{shown(leader)}' exactly, where MuJoCo would be soft", element.place)


def _tendon(element: Element, context: Context) -> None:
    log = context.draft.log
    for which in _ELASTIC:
        if any(numbers(element, which, log, sizes=(1, 2, 3), default=())):
            what = f"<{shown(element.tag)}> tendon '{shown(element.get('name'))}' has {which}, which is not modelled"
            log.error(UnsupportedElement, what, element.place, fix=f"remove {which}")
    log.leave(f"<{shown(element.tag)}> in <tendon>", element.place)


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
    if index is None:
        what = f"<{element.tag}> '{name}' has armature or damping and acts on no joint, which is not modelled"
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
