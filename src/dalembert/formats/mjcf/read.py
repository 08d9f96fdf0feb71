"""MJCF: MuJoCo's robot files.

Bodies with hinge, slide, ball and free joints, springs, equalities, inertias given or summed over geoms, default
classes, compiler settings, includes, attached models. What acts on the motion and is not modelled (fluids, bodies that bend, tendons that
wrap and pull) is refused by name and line, or left out on request; what is no part of the robot (actuators, sensors,
contacts, pictures) is listed.
"""

from __future__ import annotations

from pathlib import Path

from dalembert.errors import UnsupportedElement, shown
from dalembert.formats.draft import Draft
from dalembert.formats.finding import Log, Place
from dalembert.formats.mjcf.actuator import actuators
from dalembert.formats.mjcf.attach import Attacher
from dalembert.formats.mjcf.body import bodies
from dalembert.formats.mjcf.context import Context
from dalembert.formats.mjcf.default import Defaults
from dalembert.formats.mjcf.equality import equalities
from dalembert.formats.mjcf.inertia import scaled
from dalembert.formats.mjcf.joint import speeds
from dalembert.formats.mjcf.mesh import Meshes
from dalembert.formats.mjcf.setting import settings
from dalembert.formats.mjcf.spring import measured, springs
from dalembert.formats.mjcf.tendon import settled, tendons
from dalembert.formats.xml import Element, unknown

_READ = ("compiler", "option", "default", "worldbody", "equality", "tendon", "actuator", "deformable", "asset")
_IDLE = ("size", "statistic", "visual", "extension", "contact", "sensor", "custom", "keyframe")


def read(
    root: Element, path: Path, log: Log, folders: tuple[Path, ...] = (), ignored: frozenset[str] = frozenset()
) -> Draft:
    """The robot of a `<mujoco>` element, unchecked. Includes are read from its folder and the ones named."""
    Attacher(log, folders).attach(root, path)
    setting = settings(root, log, "fluid" in ignored)
    name = root.get("model") or path.name.split(".")[0]
    draft = Draft(shown(name, 200), log, setting.gravity, top=Place(shown(path, 200), root.place.line))
    defaults = Defaults(log)
    for section in root.all("default"):
        defaults.add(section)
    draft.reserved = _names(root)
    meshes = Meshes(log, (path.absolute().parent, *folders), setting.mesh_folder, setting.strip)
    meshes.add(root, defaults)
    context = Context(setting, defaults, draft, meshes, ignored=ignored)
    bodies(list(root.all("worldbody")), context)
    scaled(context)
    lines = tendons(root, context)
    actuators(root, context)
    measured(context)
    springs(context)
    equalities(root, lines, context)
    settled(context)
    speeds(root, context)
    for element in root.children:
        if element.tag in _IDLE:
            log.leave(f"<{element.tag}>", element.place)
        elif element.tag == "deformable":
            _deformable(element, context)
        elif element.tag not in _READ:
            unknown(element, (*_READ, *_IDLE), "mujoco", log)
    return draft


def _names(root: Element) -> set[tuple[str, str]]:
    """Names the file gives, which parts without a name must keep clear of."""
    kinds = {"body": "link", "joint": "joint"}
    return {(kinds[x.tag], x.attributes["name"]) for x in root.walk() if x.tag in kinds and "name" in x.attributes}


def _deformable(section: Element, context: Context) -> None:
    log = context.draft.log
    for element in section.children:
        if element.tag == "skin":
            log.leave("<skin>", element.place)
        elif not context.left("flex", element):
            log.error(UnsupportedElement, f"<{shown(element.tag)}> bends, which is not modelled", element.place)
