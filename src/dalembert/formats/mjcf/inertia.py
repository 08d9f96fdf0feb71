"""Inertia of MJCF's bodies: `<inertial>`, or the sum of their geoms.

fullinertia lists Ixx Iyy Izz Ixy Ixz Iyz. Bounds and balancing act on the principal
moments (A, B, C): A ← max(A, least), and (A+B+C)/3 for all three where A + B < C.
"""

from __future__ import annotations

from dataclasses import replace

from dalembert.errors import BadFile, shown
from dalembert.formats.mjcf.context import Context, Item
from dalembert.formats.mjcf.default import ORIENTATIONS
from dalembert.formats.mjcf.geom import geom_inertia, is_mesh
from dalembert.formats.mjcf.pose import pose
from dalembert.formats.mjcf.setting import Setting
from dalembert.formats.xml import Element, numbers, scalar, strange
from dalembert.robot.inertia import Inertia
from dalembert.spatial.pose import Pose

_KNOWN = frozenset((*ORIENTATIONS, "pos", "mass", "diaginertia", "fullinertia"))


def body_inertia(inertials: list[Item], geoms: list[Item], context: Context, body: str, moves: bool) -> Inertia:
    """What the file says a body weighs; meshes are no matter on one that stands still."""
    setting, log = context.setting, context.draft.log
    if len(inertials) > 1:
        log.error(BadFile, f"body '{shown(body)}' has two <inertial>", inertials[1].element.place, link=body)
    applied = [replace(x, element=context.defaults.applied(x.element, x.childclass)) for x in geoms]
    if setting.from_geoms == "auto":
        use_geoms = not inertials
    else:
        low, high = setting.groups
        chosen = any(low <= scalar(x.element, "group", log, 0.0) <= high for x in applied)
        use_geoms = setting.from_geoms == "true" and (chosen or not inertials)
    if use_geoms:
        total = Inertia()
        for x in applied:
            if not moves and setting.total_mass <= 0 and is_mesh(x.element):
                log.leave("<geom> on a body that does not move", x.element.place)
            else:
                total += geom_inertia(x.element, context.of(x).setting, context.draft, context.meshes, body).moved(x.at)
    else:
        total = _inertial(inertials[0], context, body) if inertials else Inertia()
        for x in applied:
            log.leave("<geom>", x.element.place)
    return bounded(total, setting)


def scaled(context: Context) -> None:
    """All masses and tensors multiplied, where the file sets the total mass."""
    draft, total = context.draft, context.setting.total_mass
    mass = sum(float(link.inertia.mass) for link in draft.links)
    if total <= 0 or mass <= 0:
        return
    k = total / mass
    for i, link in enumerate(draft.links):
        x = link.inertia
        same = Inertia(k * x.mass, tuple(k * y for y in x.ms), tuple(k * y for y in x.tensor))
        draft.links[i] = replace(link, inertia=same)


def _inertial(item: Item, context: Context, body: str) -> Inertia:
    element, log, context = item.element, context.draft.log, context.of(item)
    strange(element, _KNOWN, log)
    for name in ("pos", "mass"):
        if element.get(name) is None:
            what = f"<inertial> of body '{shown(body)}' has no {name}"
            log.warn(what, element.place, link=body, why="it counts as 0")
    place = item.at @ pose(element, context.setting, context.draft, f"inertial of body '{shown(body)}'")
    mass = scalar(element, "mass", log, 0.0)
    if element.get("fullinertia") is not None:
        xx, yy, zz, xy, xz, yz = numbers(element, "fullinertia", log, sizes=(6,), default=(0.0,) * 6)
        _one_frame(element, context, body)
    else:
        (xx, yy, zz), xy, xz, yz = numbers(element, "diaginertia", log), 0.0, 0.0, 0.0
    return Inertia(mass, (0, 0, 0), (xx, yy, zz, xy, yz, xz)).moved(place)


def _one_frame(element: Element, context: Context, body: str) -> None:
    turned = [x for x in (*ORIENTATIONS, "diaginertia") if element.get(x) is not None]
    if turned:
        what = f"<inertial> of body '{shown(body)}' has fullinertia and {turned[0]}; only one is meaningful"
        context.draft.log.error(BadFile, what, element.place, link=body)


def bounded(inertia: Inertia, setting: Setting) -> Inertia:
    """The inertia after boundmass, boundinertia and balanceinertia."""
    if not (setting.least_mass > 0 or setting.least_inertia > 0 or setting.balance):
        return inertia
    mass, principal = max(inertia.mass, setting.least_mass), inertia.principal()
    a, b, c = (max(x, setting.least_inertia) for x in principal.moments)
    if setting.balance and a + b < c:
        a = b = c = (a + b + c) / 3
    central = Inertia(mass, (0, 0, 0), (a, b, c, 0, 0, 0)).moved(Pose(principal.R))
    return central.moved(Pose(p=inertia.com))
