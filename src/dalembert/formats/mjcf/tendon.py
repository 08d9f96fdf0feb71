"""Tendons of MJCF: a fixed one has the length L = Σ coef q, a spatial one the length of the line from site to site.

With stiffness k, damping b and armature a it pulls with −k (L − L0) − b L̇ − a L̈; L0 is `springlength`, where two of
them bound the range in which it is slack, or the length where the joints' springs rest. Tendons that wrap around geoms or
run over pulleys are refused where they pull.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise

from dalembert.errors import BadFile, UnsupportedElement, did_you_mean, shown
from dalembert.formats.finding import SIMULATED
from dalembert.formats.mjcf.context import Context
from dalembert.formats.mjcf.joint import elastic, linear
from dalembert.formats.xml import Element, numbers, required, scalar, strange, unknown
from dalembert.robot.spring import Strut, Tendon
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import Vector, sub

_KNOWN = frozenset(
    ("name", "class", "stiffness", "damping", "armature", "frictionloss", "springlength", "springyield",
     # of pictures, limits and actuators
     "group", "limited", "range", "margin", "material", "rgba", "width", "user", "solreflimit", "solimplimit",
     "solreffriction", "solimpfriction", "actuatorfrclimited", "actuatorfrcrange")
)  # fmt: skip


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
        for given in [copy for x in section.children for copy in context.copies_of(x)]:
            element = context.defaults.applied(given, tag="tendon")
            if element.tag not in ("fixed", "spatial"):
                unknown(element, ("fixed", "spatial"), "tendon", context.draft.log)
                continue
            strange(element, _KNOWN, context.draft.log)
            name = element.get("name") or f"tendon{len(lines) + len(context.draft.springs) + 1}"
            line = _line(element, context) if element.tag == "fixed" else None
            if line is not None and line.arms:
                lines[name] = line
            before = len(context.draft.springs)
            _spring(element, name, line, context)
            bounded = element.get("range") is not None and element.get("limited") != "false"
            if bounded:
                context.draft.log.count(SIMULATED, f"range of a <{element.tag}> tendon", element.place)
            elif len(context.draft.springs) == before:
                context.draft.log.leave(f"<{element.tag}> in <tendon>", element.place)
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
    stiffness = linear(element, "stiffness", name, context) if context.setting.springs else 0.0
    damping = linear(element, "damping", name, context) if context.setting.dampers else 0.0
    armature = scalar(element, "armature", log, 0.0)
    rubs = scalar(element, "frictionloss", log, 0.0) != 0 and context.setting.friction
    if not (stiffness or damping or armature or rubs) or context.left("tendons", element):
        return
    if stiffness:
        elastic(element, f"tendon '{shown(name)}'", "tendons", context)
    length = numbers(element, "springlength", log, sizes=(1, 2), default=(-1.0,))
    law = {"stiffness": stiffness, "damping": damping, "armature": armature, "slack": length[-1] - length[0]}
    if law["slack"] < 0 or armature < 0:
        log.error(BadFile, f"tendon '{shown(name)}' has a negative armature or springlength range", element.place)
        return
    if rubs and (line.arms if line is not None else len({x[0] for x in _path(element, name, context)}) > 1):
        what = f"<{shown(element.tag)}> tendon '{shown(name)}' has frictionloss, which is not modelled"
        log.error(UnsupportedElement, what, element.place, fix="remove frictionloss, or load with ignore=['tendons']")
    if line is not None:
        if line.arms:
            rest = line.rest if length[0] == -1 else length[0]  # −1 is MuJoCo's word for the length drawn
            context.draft.springs.append(Tendon(context.spring_name(name), line.arms, rest=rest, **law))
        return
    if len(element.children) < 2 or any(part.tag != "site" for part in element.children):
        what = f"<{shown(element.tag)}> tendon '{shown(name)}' pulls along a path that is no straight line, which is not modelled"
        fix = "remove stiffness, damping and armature, or load with ignore=['tendons']"
        log.error(UnsupportedElement, what, element.place, fix=fix)
        return
    path = _path(element, name, context)
    if len({link for link, _ in path}) < 2:
        return  # between places of one body it does nothing
    rest = length[0]
    if rest < 0:
        at = [(context.resting[link] @ Pose(p=point)).p for link, point in path]
        rest = sum(math.hypot(*sub(a, b)) for a, b in pairwise(at))
    (first, here), *via, (second, there) = path
    context.draft.springs.append(
        Strut(context.spring_name(name), first, second, here, there, rest=rest, via=tuple(via), **law)
    )


def _path(element: Element, name: str, context: Context) -> list[tuple[str, Vector]]:
    """(body, point) of the sites that a spatial tendon runs through."""
    found: list[tuple[str, Vector]] = []
    for part in element.all("site"):
        site = part.get("site") or ""
        if site not in context.sites:
            what = f"tendon '{shown(name)}' names site '{shown(site)}', which does not exist"
            context.draft.log.error(BadFile, what + did_you_mean(site, context.sites), element.place)
            return []
        link, place = context.sites[site]
        found.append((link, place.p))
    return found


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
            while name in joints and (mimic := joints[name].mimic) is not None:
                rest, r, name = rest - r * mimic.offset, r * mimic.multiplier, mimic.joint
            arms[name] = arms.get(name, 0.0) + r
        context.draft.springs[k] = replace(spring, arms=tuple(arms.items()), rest=rest)
