"""Inertia of MJCF's bodies: `<inertial>`, or the sum of their geoms.

Geoms are primitive shapes and meshes by mass or density, placed by a pose or by their two ends.
fullinertia lists Ixx Iyy Izz Ixy Ixz Iyz. Bounds and balancing act on the principal moments (A, B, C):
A ← max(A, least), and (A+B+C)/3 for all three if A + B < C.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dalembert.finding.finding import Edit, Identifier, Noun
from dalembert.finding.finding import Element as ElementName
from dalembert.finding.model import Assumed, Impossible, NotModelled, Part
from dalembert.formats.description import Description
from dalembert.formats.mjcf.compiler import ORIENTATIONS, Setting, long_pose, pose
from dalembert.formats.mjcf.context import Context, Item
from dalembert.formats.mjcf.mesh import Meshes
from dalembert.formats.xml import Element, numbers, scalar, strange
from dalembert.robot import body
from dalembert.robot.inertia import Inertia
from dalembert.spatial.pose import Pose

_SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}
_GEOM_KNOWN = frozenset(
    (*ORIENTATIONS, "name", "class", "type", "pos", "size", "fromto", "mass", "density", "group", "mesh",
     "shellinertia",
     # of contact, pictures and fluids
     "adhesion", "castshadow", "conaffinity", "condim", "contype", "fitscale", "fluidcoef", "fluidshape", "friction",
     "gap", "hfield", "margin", "material", "priority", "rgba", "solimp", "solmix", "solref", "surfacevel", "user")
)  # fmt: skip
_LONG = ("capsule", "cylinder", "ellipsoid", "box")


def geom_inertia(geom: Element, setting: Setting, draft: Description, meshes: Meshes, owner: str) -> Inertia:
    """What a geom adds to its body, in the body's frame; nothing where it has no mass or another group."""
    log, kind = draft.log, geom.get("type") or "sphere"
    strange(geom, _GEOM_KNOWN, log)
    low, high = setting.groups
    mass = None if geom.get("mass") is None else scalar(geom, "mass", log, 0.0)
    density = scalar(geom, "density", log, 1000.0)
    if kind in ("plane", "hfield") or not low <= scalar(geom, "group", log, 0.0) <= high:
        return Inertia()
    if mass == 0 or (mass is None and density == 0):
        return Inertia()
    if geom.get("type") == "sdf":
        log.error(NotModelled(geom.attribute("type"), remedy=Edit(Noun("give the link its inertia"))))
        return Inertia()
    if is_mesh(geom):
        return _mesh(geom, mass, density, setting, draft, meshes)
    if geom.get("shellinertia") == "true":
        log.error(NotModelled(geom.attribute("shellinertia")))
    if not log.among(kind, _SIZES, geom.attribute("type")):
        return Inertia()
    place, size = _placed(geom, kind, setting, draft, owner)
    if size is None:
        return Inertia()
    which, weight = ("density", density) if mass is None else ("mass", mass)
    if weight < 0:
        log.invalid(geom.attribute(which), weight, "a non-negative number")
        return Inertia()
    return _solid(kind, size, **{which: weight}, at=place)


def _mesh(
    geom: Element, mass: float | None, density: float, setting: Setting, draft: Description, meshes: Meshes
) -> Inertia:
    """The inertia of a mesh, or of the primitive fitted to it."""
    solid, place, kind = meshes.solid(geom), pose(geom, setting, draft), geom.get("type") or "sphere"
    if solid is None:
        return Inertia()
    if kind == "mesh":
        return solid.weighing(mass, density).moved(place)
    if not draft.log.among(kind, _SIZES, geom.attribute("type")):
        return Inertia()
    at, size = solid.fitted(kind, setting.around)
    k = scalar(geom, "fitscale", draft.log, 1.0)
    weight = {"density": density} if mass is None else {"mass": mass}
    return _solid(kind, tuple(k * x for x in size), **weight, at=place @ at)


def is_mesh(geom: Element) -> bool:
    """Whether the shape is a mesh, or fitted to one."""
    return geom.get("type") in ("mesh", "sdf") or geom.get("mesh") is not None


def _placed(
    geom: Element, kind: str, setting: Setting, draft: Description, owner: str
) -> tuple[Pose, tuple[float, ...] | None]:
    """Pose and full size of a geom; `fromto` gives both its axis and its length."""
    needs = _SIZES[kind]
    size = numbers(geom, "size", draft.log, sizes=(1, 2, 3), default=())
    place, half = long_pose(geom, setting, draft) if kind in _LONG else (pose(geom, setting, draft), None)
    if half is not None:
        size = (*size[:1] * (needs - 1), half) if size else ()
    if len(size) < needs or any(x <= 0 for x in size[:needs]):
        draft.log.invalid(geom.attribute("size"), geom.get("size") or "", "positive sizes")
        return place, None
    return place, size


def _solid(kind: str, size: tuple[float, ...], **weight: Any) -> Inertia:
    """A shape from its radii and half lengths; round ones stand along z."""
    if kind == "box":
        return body.box(*(2 * x for x in size[:3]), **weight)
    if kind == "sphere":
        return body.sphere(size[0], **weight)
    if kind == "ellipsoid":
        return body.ellipsoid(*size[:3], **weight)
    long = body.cylinder if kind == "cylinder" else body.capsule
    return long(size[0], 2 * size[1], axis="z", **weight)


_INERTIAL_KNOWN = frozenset((*ORIENTATIONS, "pos", "mass", "diaginertia", "fullinertia"))


def body_inertia(inertials: list[Item], geoms: list[Item], context: Context, body: str, moves: bool) -> Inertia:
    """What the file says a body weighs; meshes are no matter on one that stands still."""
    setting, log = context.setting, context.draft.log
    if len(inertials) > 1:
        part = Part(ElementName("<inertial>"), None, None, inertials[1].element.place)
        log.error(Impossible(part, Noun("given twice"), Identifier(body)))
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
                log.ignore(x.element.part)
            else:
                total += geom_inertia(x.element, context.setting, context.draft, context.meshes, body).moved(x.at)
    else:
        total = _inertial(inertials[0], context, body) if inertials else Inertia()
        for x in applied:
            log.ignore(x.element.part)
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
    element, log = item.element, context.draft.log
    strange(element, _INERTIAL_KNOWN, log)
    for name in ("pos", "mass"):
        if element.get(name) is None:
            owner = Part(ElementName("<body>"), Identifier(body))
            part = Part(ElementName("<inertial>"), None, owner, element.place)
            log.tell(Assumed(part, (ElementName(name),), Noun("it counts as 0")))
    place = item.at @ pose(element, context.setting, context.draft)
    mass = scalar(element, "mass", log, 0.0)
    if element.get("fullinertia") is not None:
        xx, yy, zz, xy, xz, yz = numbers(element, "fullinertia", log, sizes=(6,), default=(0.0,) * 6)
        _one_frame(element, context)
    else:
        (xx, yy, zz), xy, xz, yz = numbers(element, "diaginertia", log), 0.0, 0.0, 0.0
    return Inertia(mass, (0, 0, 0), (xx, yy, zz, xy, yz, xz)).moved(place)


def _one_frame(element: Element, context: Context) -> None:
    turned = [x for x in (*ORIENTATIONS, "diaginertia") if element.get(x) is not None]
    if turned:
        found = Impossible(element.attribute("fullinertia"), Noun("beside another one"), Identifier(turned[0]))
        context.draft.log.error(found)


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
