"""Geoms of MJCF as inertias: primitive shapes and meshes by mass or density, placed by pose or by their two ends."""

from __future__ import annotations

from typing import Any

from dalembert.errors import BadFile, UnsupportedElement, shown
from dalembert.formats.draft import Draft
from dalembert.formats.mjcf.default import ORIENTATIONS
from dalembert.formats.mjcf.mesh import Meshes
from dalembert.formats.mjcf.pose import long_pose, pose
from dalembert.formats.mjcf.setting import Setting
from dalembert.formats.xml import Element, numbers, scalar, strange
from dalembert.robot import body
from dalembert.robot.inertia import Inertia
from dalembert.spatial.pose import Pose

_SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}
_KNOWN = frozenset(
    (*ORIENTATIONS, "name", "class", "type", "pos", "size", "fromto", "mass", "density", "group", "mesh",
     "shellinertia",
     # of contact, pictures and fluids
     "adhesion", "castshadow", "conaffinity", "condim", "contype", "fitscale", "fluidcoef", "fluidshape", "friction",
     "gap", "hfield", "margin", "material", "priority", "rgba", "solimp", "solmix", "solref", "surfacevel", "user")
)  # fmt: skip
_LONG = ("capsule", "cylinder", "ellipsoid", "box")


def geom_inertia(geom: Element, setting: Setting, draft: Draft, meshes: Meshes, owner: str) -> Inertia:
    """What a geom adds to its body, in the body's frame; nothing where it has no mass or another group."""
    log, kind = draft.log, geom.get("type") or "sphere"
    strange(geom, _KNOWN, log)
    low, high = setting.groups
    mass = None if geom.get("mass") is None else scalar(geom, "mass", log, 0.0)
    density = scalar(geom, "density", log, 1000.0)
    if kind in ("plane", "hfield") or not low <= scalar(geom, "group", log, 0.0) <= high:
        return Inertia()
    if mass == 0 or (mass is None and density == 0):
        return Inertia()
    if geom.get("type") == "sdf":
        what = f"<geom type='sdf'> of body '{shown(owner)}' is made by a plugin, which is not modelled"
        log.error(UnsupportedElement, what, geom.place, link=owner, fix="give the body an <inertial>")
        return Inertia()
    if is_mesh(geom):
        return _mesh(geom, mass, density, setting, draft, meshes)
    if geom.get("shellinertia") == "true":
        log.error(UnsupportedElement, "<geom shellinertia='true'> is not modelled", geom.place, link=owner)
    if kind not in _SIZES:
        log.error(BadFile, f"<geom> has type '{shown(kind)}'; known are {', '.join(_SIZES)}", geom.place, link=owner)
        return Inertia()
    place, size = _placed(geom, kind, setting, draft, owner)
    if size is None:
        return Inertia()
    weight = density if mass is None else mass
    if weight < 0:
        log.error(BadFile, f"<geom> of body '{shown(owner)}' has negative mass or density", geom.place, link=owner)
        return Inertia()
    return _solid(kind, size, **{"density" if mass is None else "mass": weight}, at=place)


def _mesh(geom: Element, mass: float | None, density: float, setting: Setting, draft: Draft, meshes: Meshes) -> Inertia:
    """The inertia of a mesh, or of the primitive fitted to it."""
    solid, place, kind = meshes.solid(geom), pose(geom, setting, draft), geom.get("type") or "sphere"
    if solid is None:
        return Inertia()
    if kind == "mesh":
        return solid.weighing(mass, density).moved(place)
    if kind not in _SIZES:
        draft.log.error(BadFile, f"<geom> has type '{shown(kind)}'; known are {', '.join(_SIZES)}", geom.place)
        return Inertia()
    at, size = solid.fitted(kind, setting.around)
    k = scalar(geom, "fitscale", draft.log, 1.0)
    weight = {"density": density} if mass is None else {"mass": mass}
    return _solid(kind, tuple(k * x for x in size), **weight, at=place @ at)


def is_mesh(geom: Element) -> bool:
    """Whether the shape is a mesh, or fitted to one."""
    return geom.get("type") in ("mesh", "sdf") or geom.get("mesh") is not None


def _placed(
    geom: Element, kind: str, setting: Setting, draft: Draft, owner: str
) -> tuple[Pose, tuple[float, ...] | None]:
    """Pose and full size of a geom; `fromto` gives both its axis and its length."""
    needs = _SIZES[kind]
    size = numbers(geom, "size", draft.log, sizes=(1, 2, 3), default=())
    place, half = long_pose(geom, setting, draft) if kind in _LONG else (pose(geom, setting, draft), None)
    if half is not None:
        size = (*size[:1] * (needs - 1), half) if size else ()
    if len(size) < needs or any(x <= 0 for x in size[:needs]):
        what = f"{kind} of body '{shown(owner)}' needs {needs} positive size{'s' if needs > 1 else ''}"
        draft.log.error(BadFile, what, geom.place, link=owner)
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
