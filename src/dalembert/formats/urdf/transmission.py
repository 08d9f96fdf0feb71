"""Transmissions of URDF: τ_joint = N τ_motor, and the rotor felt as N² Im.

Read are simple ones, one motor to one joint, in the three forms in use:
`<transmission>` with `<type>`, the older one with a `type` attribute, and that
inside `<ros2_control>`.  The rotor's inertia has no tag of its own in URDF;
`<drake:rotor_inertia value="…"/>` and `<drake:gear_ratio value="…"/>` are the usual ones.
"""

from __future__ import annotations

from dalembert.errors import shown
from dalembert.formats.draft import Draft
from dalembert.formats.xml import Element, number
from dalembert.robot.drive import Drive

_RATIO = ("mechanicalReduction", "mechanical_reduction", "drake:gear_ratio")
ROTOR = ("drake:rotor_inertia",)


def transmissions(root: Element, draft: Draft) -> None:
    """Give each joint the gear ratio and the rotor inertia of its transmission."""
    driven: dict[str, int] = {}
    for element in root.children:
        if element.tag == "transmission":
            _transmission(element, draft, driven)
        elif element.tag == "ros2_control":
            draft.log.leave("<ros2_control>", element.place)
            for inner in element.all("transmission"):
                _transmission(inner, draft, driven)


def _transmission(element: Element, draft: Draft, driven: dict[str, int]) -> None:
    log, name = draft.log, shown(element.get("name") or "")
    joints = list(element.all("joint"))
    if len(joints) != 1 or len(list(element.all("actuator"))) > 1:
        what = f"<transmission> '{name}' does not join one motor to one joint; it is not modelled"
        log.warn(what, element.place, why="coupled rotors would add inertia between joints")
        return
    joint = joints[0].get("name") or ""
    index = draft.index(joint)
    if index is None or not draft.joints[index].moves:
        which = "is fixed" if index is not None else "does not exist"
        what = f"<transmission> '{name}' drives joint '{shown(joint)}', which {which}; it is unused"
        log.warn(what, element.place, joint=joint, fix="name a joint that moves, or remove it")
        return
    if joint in driven:
        what = (
            f"joint '{shown(joint)}' has a second <transmission>, the first on line {driven[joint]}; the first counts"
        )
        log.warn(what, element.place, joint=joint)
        return
    driven[joint] = element.place.line
    ratio, rotor = _value(element, _RATIO, draft), _value(element, ROTOR, draft)
    if ratio == 0:
        log.warn(f"<transmission> '{name}' has the gear ratio 0; it was not read", element.place, joint=joint)
        ratio = None
    if (ratio is None or ratio == 1) and not rotor:
        return
    drive = draft.joints[index].drive or Drive()
    draft.change(index, drive=drive.changed(gear_ratio=1.0 if ratio is None else ratio, rotor_inertia=rotor or 0))


def _value(element: Element, tags: tuple[str, ...], draft: Draft) -> float | None:
    """The number of the first of these tags anywhere in the transmission: its text, or its `value`."""
    for part in element.walk():
        if part.tag in tags:
            text = part.get("value") or part.text
            x = number(text)
            if x is None:
                draft.log.warn(f"<{part.tag}> holds '{shown(text)}', which is not a number", part.place)
            return x
    return None
