"""Tendons of MJCF: a fixed one has the length L = Σ coef q, a spatial one between two sites the distance of the two.

With stiffness k and damping b it pulls with −k (L − L0) − b L̇; L0 is `springlength`, or the length where the joints' springs rest.
Tendons that wrap, or have a slack range, are refused where they pull.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from dalembert.errors import BadFile, UnsupportedElement, did_you_mean, shown
from dalembert.formats.mjcf.context import Context
from dalembert.formats.mjcf.joint import linear
from dalembert.formats.xml import Element, numbers, required, scalar
from dalembert.robot.spring import Strut, Tendon
from dalembert.spatial.vector import sub

_REFUSED = ("frictionloss", "armature")


@dataclass(frozen=True)
class Line:
    """A fixed tendon: its arms, and its length as drawn and at the springs' rest."""

    arms: tuple[tuple[str, float], ...]
    drawn: float
    rest: float


def tendons(root: Element, context: Context) -> dict[str, Line]:
    """The section `<tendon>`: springs of the draft; fixed tendons by name, for equalities."""
    lines: dict[str, Line] = {}
    for section in root.all("tendon"):
        for given in section.children:
            element = context.defaults.applied(given, tag="tendon")
            name = element.get("name") or f"tendon{len(lines) + len(context.draft.springs) + 1}"
            line = _line(element, context) if element.tag == "fixed" else None
            if line is not None and line.arms:
                lines[name] = line
            _spring(element, name, line, context)
            context.draft.log.leave(f"<{shown(element.tag)}> in <tendon>", element.place)
    return lines


def _line(element: Element, context: Context) -> Line:
    arms: dict[str, float] = {}
    for part in element.all("joint"):
        joint, coefficient = required(part, "joint", context.draft.log), scalar(part, "coef", context.draft.log, 1.0)
        index = context.draft.index(joint)
        if index is None:
            what = f"<fixed> tendon names joint '{shown(joint)}', which does not exist"
            known = [x.name for x in context.draft.joints if x.moves]
            context.draft.log.error(BadFile, what + did_you_mean(joint, known), part.place)
            continue
        arms[joint] = arms.get(joint, 0.0) + coefficient
    drawn = sum(r * context.refs.get(joint, 0.0) for joint, r in arms.items())
    rest = sum(r * context.rests.get(joint, 0.0) for joint, r in arms.items())
    return Line(tuple((joint, r) for joint, r in arms.items() if r), drawn, rest)


def _spring(element: Element, name: str, line: Line | None, context: Context) -> None:
    log = context.draft.log
    for which in _REFUSED:
        if any(numbers(element, which, log, sizes=(1, 2, 3), default=())) and not context.left("tendons", element):
            what = f"<{shown(element.tag)}> tendon '{shown(name)}' has {which}, which is not modelled"
            log.error(UnsupportedElement, what, element.place, fix=f"remove {which}, or load with ignore=['tendons']")
    stiffness = linear(element, "stiffness", name, context) if context.setting.springs else 0.0
    damping = linear(element, "damping", name, context) if context.setting.dampers else 0.0
    if not (stiffness or damping) or context.left("tendons", element):
        return
    length = numbers(element, "springlength", log, sizes=(1, 2), default=(-1.0,))
    if len(length) == 2 and length[0] != length[1]:
        what = f"tendon '{shown(name)}' is slack between the lengths {length[0]:g} and {length[1]:g}, which is not modelled"
        log.error(UnsupportedElement, what, element.place, fix="give one springlength, or load with ignore=['tendons']")
    if line is not None:
        if line.arms:
            rest = line.rest if length[0] < 0 else length[0]
            context.draft.springs.append(Tendon(_free(name, context), line.arms, stiffness, rest, damping))
        return
    sites = [part.get("site") or "" for part in element.children]
    if len(sites) != 2 or any(part.tag != "site" for part in element.children):
        what = f"<{shown(element.tag)}> tendon '{shown(name)}' pulls along a path that is no straight line, which is not modelled"
        log.error(
            UnsupportedElement, what, element.place, fix="remove stiffness and damping, or load with ignore=['tendons']"
        )
        return
    _strut(element, name, (sites[0], sites[1]), stiffness, length[0], damping, context)


def _strut(
    element: Element, name: str, sites: tuple[str, str], stiffness: float, rest: float, damping: float, context: Context
) -> None:
    for site in sites:
        if site not in context.sites:
            what = f"tendon '{shown(name)}' names site '{shown(site)}', which does not exist"
            context.draft.log.error(BadFile, what + did_you_mean(site, context.sites), element.place)
            return
    (a, here), (b, there) = (context.sites[site] for site in sites)
    if a == b:
        return  # between places of one body it does nothing
    if rest < 0:
        ends = [(context.resting[link] @ place).p for link, place in ((a, here), (b, there))]
        rest = math.hypot(*sub(ends[0], ends[1]))
    spring = Strut(_free(name, context), a, b, here.p, there.p, stiffness, rest, damping)
    context.draft.springs.append(spring)


def _free(wish: str, context: Context) -> str:
    taken, name, k = {x.name for x in context.draft.springs}, wish, 2
    while name in taken:
        name, k = f"{wish}_{k}", k + 1
    return name


def settled(context: Context) -> None:
    """Springs over joints that follow others, told in the coordinates those follow: q = m q' + o."""
    joints = {joint.name: joint for joint in context.draft.joints}
    for k, spring in enumerate(context.draft.springs):
        if not isinstance(spring, Tendon):
            continue
        arms: dict[str, float] = {}
        rest = spring.rest
        for given, r in spring.arms:
            name = given
            while (mimic := joints[name].mimic) is not None:
                rest, r, name = rest - r * mimic.offset, r * mimic.multiplier, mimic.joint
            arms[name] = arms.get(name, 0.0) + r
        context.draft.springs[k] = Tendon(spring.name, tuple(arms.items()), spring.stiffness, rest, spring.damping)
