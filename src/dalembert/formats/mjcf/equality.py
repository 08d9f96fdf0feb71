"""Equalities of MJCF, held exactly where MuJoCo holds them softly.

    joint     q1 − ref1 = Σ a_k (q2 − ref2)^k       first degree: a mimic; otherwise a coupling
    tendon    L1 − L1₀ = Σ a_k (L2 − L2₀)^k         of fixed tendons, first degree: a coupling
    connect   two points coincide                   a ball
    weld      two frames coincide                   a weld
The places of connect and weld are those of the file, or of the bodies as drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dalembert.errors import BadFile, UnsupportedElement, did_you_mean, shown
from dalembert.formats.finding import SOFT
from dalembert.formats.mjcf.context import Context
from dalembert.formats.mjcf.tendon import Line
from dalembert.formats.xml import Element, numbers, required, strange
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Mimic
from dalembert.spatial.pose import Pose, rotation_quaternion
from dalembert.spatial.vector import EYE

_KNOWN = frozenset(
    ("name", "class", "active", "solref", "solimp", "torquescale", "body1", "body2", "site1", "site2", "anchor", "relpose",
     "joint1", "joint2", "tendon1", "tendon2", "polycoef", "flex", "cell")
)  # fmt: skip


def equalities(root: Element, lines: dict[str, Line], context: Context) -> None:
    """The section `<equality>`."""
    log = context.draft.log
    for section in root.all("equality"):
        for given in [copy for x in section.children for copy in context.copies_of(x)]:
            element = context.defaults.applied(given, tag="equality")
            strange(element, _KNOWN, log)
            if element.get("active") == "false" or not context.setting.equalities:
                log.leave(f"inactive <{shown(element.tag)}> in <equality>", element.place)
            elif context.left("equalities", element):
                continue
            elif element.tag == "joint":
                _joint(element, context)
            elif element.tag == "tendon":
                _tendon(element, lines, context)
            elif element.tag in ("connect", "weld"):
                _bodies(element, context)
            else:
                what = f"<{shown(element.tag)}> in <equality> ties bodies together, which is not modelled"
                fix = "remove it, set active='false', or load with ignore=['equalities']"
                log.error(UnsupportedElement, what, element.place, fix=fix)


def _coefficients(element: Element, context: Context) -> tuple[float, ...]:
    given = numbers(element, "polycoef", context.draft.log, sizes=(1, 2, 3, 4, 5), default=())
    return (*given, *(0.0, 1.0, 0.0, 0.0, 0.0)[len(given) :])


def _joint(element: Element, context: Context) -> None:
    draft, log = context.draft, context.draft.log
    name, leader = required(element, "joint1", log), element.get("joint2")
    for end in (name, leader):
        if end and draft.index(end) is None:
            log.error(BadFile, f"<joint> in <equality> names joint '{shown(end)}', which does not exist", element.place)
            return
    index = draft.index(name)
    if index is None:
        return
    a = _coefficients(element, context)
    ref, other = context.refs.get(name, 0.0), context.refs.get(leader or "", 0.0)
    if leader and a[1] != 0 and not any(a[2:]) and draft.joints[index].mimic is None and not _tied(name, context):
        draft.change(index, mimic=Mimic(leader, a[1], ref + a[0] - a[1] * other))
        log.note(f"joint '{shown(name)}' follows '{shown(leader)}' exactly, where MuJoCo would be soft", element.place)
        return
    shifted = _shifted(a, other) if leader else [a[0]]
    terms = [(1.0, ((name, 1),)), (-ref - shifted[0], ())]
    terms += [(-x, ((leader, k),)) for k, x in enumerate(shifted) if k and x and leader]
    draft.loops.append(Coupling(_free(element.get("name") or f"{name}_equality", context), tuple(terms)))
    log.count(SOFT, "<joint> in <equality>", element.place)


def _tied(name: str, context: Context) -> bool:
    """Whether a coupling speaks of this joint already: it then keeps a coordinate of its own."""
    return any(isinstance(x, Coupling) and name in x.coordinates for x in context.draft.loops)


def _shifted(a: Sequence[float], x0: float) -> list[float]:
    """Coefficients of Σ a_k (x − x0)^k in powers of x."""
    return [sum(a[k] * math.comb(k, i) * (-x0) ** (k - i) for k in range(i, len(a))) for i in range(len(a))]


def _tendon(element: Element, lines: dict[str, Line], context: Context) -> None:
    a, log = _coefficients(element, context), context.draft.log
    names = [x for x in (element.get("tendon1"), element.get("tendon2")) if x]
    if not names or any(x not in lines for x in names) or any(a[2:]):
        what = "<tendon> in <equality> is not of first degree between fixed tendons, which is not modelled"
        log.error(UnsupportedElement, what, element.place, fix="remove it, or load with ignore=['equalities']")
        return
    factors: dict[str, float] = {}
    constant = -a[0]
    for name, factor in zip(names, (1.0, -a[1]), strict=False):
        constant -= factor * lines[name].drawn
        for joint, r in lines[name].arms:
            factors[joint] = factors.get(joint, 0.0) + factor * r
    context.draft.loops.append(
        Coupling.linear(_free(element.get("name") or f"{names[0]}_equality", context), factors, constant)
    )
    log.count(SOFT, "<tendon> in <equality>", element.place)


def _bodies(element: Element, context: Context) -> None:
    """connect and weld, of bodies or of sites."""
    draft, log = context.draft, context.draft.log
    if element.get("site1") is not None:
        ends = [_site(element, which, context) for which in ("site1", "site2")]
        if None in ends:
            return
        (one, here), (two, there) = (x for x in ends if x is not None)
    else:
        one, two = element.get("body1") or "", element.get("body2") or "world"
        for body in (one, two):
            if body not in context.poses:
                hint = did_you_mean(body, context.poses)
                log.error(
                    BadFile,
                    f"<{element.tag}> in <equality> names body '{shown(body)}', which does not exist{hint}",
                    element.place,
                )
                return
        here, there = _drawn(element, one, two, context)
    if one == two:
        log.leave(f"<{element.tag}> within one body", element.place)
        return
    kind = "ball" if element.tag == "connect" else "weld"
    name = _free(element.get("name") or f"{one}_{two}", context)
    draft.loops.append(Loop(name, kind, one, two, here, there))
    log.count(SOFT, f"<{element.tag}> in <equality>", element.place)


def _site(element: Element, which: str, context: Context) -> tuple[str, Pose] | None:
    site = element.get(which) or ""
    if site not in context.sites:
        what = f"<{element.tag}> in <equality> names site '{shown(site)}', which does not exist"
        context.draft.log.error(BadFile, what + did_you_mean(site, context.sites), element.place)
        return None
    return context.sites[site]


def _drawn(element: Element, one: str, two: str, context: Context) -> tuple[Pose, Pose]:
    """The cut's frames in both bodies: from the file where it says so, otherwise as the bodies are drawn."""
    log = context.draft.log
    between = context.poses[one].inverse() @ context.poses[two]  # the second body seen from the first
    anchor = numbers(element, "anchor", log)
    if element.tag == "connect":
        return Pose(p=anchor), Pose(p=(between.inverse() @ Pose(p=anchor)).p)
    given = numbers(element, "relpose", log, sizes=(7,), default=(0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    length = math.hypot(*given[3:])
    if length > 0:  # where the anchor stands in the first body, and how the second is turned there
        return Pose(rotation_quaternion(*(x / length for x in given[3:])), given[:3]), Pose(EYE, anchor)
    return Pose(between.R, (between @ Pose(p=anchor)).p), Pose(EYE, anchor)


def _free(wish: str, context: Context) -> str:
    taken, name, k = {x.name for x in context.draft.loops}, wish, 2
    while name in taken:
        name, k = f"{wish}_{k}", k + 1
    return name
