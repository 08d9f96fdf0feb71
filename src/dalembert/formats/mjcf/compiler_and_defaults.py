"""Settings of an MJCF file that determine how numbers are interpreted, default classes, poses and includes.

If an attribute of `<compiler>` or `<option>` occurs several times, the last value is used.

The attributes of an element override the defaults of its class. A class inherits from the class that contains it. The
root class is `main`. In an attached model, the root class is `main` with the prefix of that model. An element belongs
to the class that it names, or to the `childclass` of the nearest enclosing body or frame.

A pose consists of `pos` and one of `quat`, `axisangle`, `euler`, `xyaxes` and `zaxis`.

An `<include>` is replaced by the children of the root element in the included file. The reader searches for this file
first in the folder of the main file, and then in the folder of the including file. The reader only reads files in the
main file's folder, its subfolders and the folders in `packages`. As in MuJoCo, a file can be included only once. Models
that an `<attach>` refers to are not read.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from os.path import isfile
from pathlib import Path

from dalembert import finding
from dalembert.finding.finding import IGNORED, Edit, FileName, Given, Identifier, Noun, Pass, PassEntry
from dalembert.finding.finding import Argument as ArgumentName
from dalembert.finding.finding import Element as ElementName
from dalembert.formats.robot_file import (
    MOST_ELEMENTS,
    Description,
    Element,
    FindingLog,
    content,
    number,
    numbers,
    parse,
    required,
    scalar,
    strange,
    unit,
    within,
    words,
)
from dalembert.spatial.pose import Pose, about, rotation_quaternion, rotation_x, rotation_y, rotation_z, z_to
from dalembert.spatial.vector import EYE, Matrix, Vector, add, cross, dot, matmul, scale, sub, transpose

_KNOWN = words(
    "angle autolimits balanceinertia boundinertia boundmass coordinate eulerseq inertiafromgeom inertiagrouprange "
    "settotalmass "
    # no effect on the dynamics
    "alignfree assetdir conflict convexhull discardvisual exactmeshinertia fitaabb fusestatic meshdir passthrough "
    "savecanonical savecompiled saveinertial strippath texturedir usethread"
)
_OPTION = words(
    "gravity density viscosity "
    # no effect on the dynamics: settings of the solver, and wind without a fluid
    "actuatorgroupdisable apirate ccd_iterations ccd_tolerance collision cone impratio integrator iterations "
    "jacobian ls_iterations ls_tolerance magnetic mpr_iterations mpr_tolerance noslip_iterations noslip_tolerance "
    "o_friction o_margin o_solimp o_solref sdf_initpoints sdf_iterations sleep_tolerance solver timestep "
    "tolerance wind"
)

_FLAG = words(
    "gravity spring damper passive frictionloss constraint equality actuation "
    # no effect on the dynamics
    "autoreset clampctrl contact diagexact energy eulerdamp filterparent fwdinv invdiscrete ipc island limit "
    "midphase multiccd nativeccd override refsafe sensor sensornoise sleep speculative warmstart"
)


@dataclass(frozen=True)
class Setting:
    """Settings of a file that determine how numbers are interpreted."""

    degrees: bool = True
    sequence: str = "xyz"
    autolimits: bool = True
    from_geoms: str = "auto"  # or "true", "false"
    groups: tuple[float, float] = (0, 5)
    balance: bool = False
    least_mass: float = 0
    least_inertia: float = 0
    total_mass: float = -1
    gravity: Vector = (0, 0, -9.81)
    springs: bool = True
    dampers: bool = True
    friction: bool = True
    equalities: bool = True
    actuators: bool = True
    mesh_folder: str = ""
    strip: bool = False  # remove the folders from file names
    around: bool = False  # fit primitives to the bounding box of a mesh
    align: bool = False  # move the frame of a free body to its principal axes

    def radians(self, angle: float) -> float:
        return math.radians(angle) if self.degrees else angle


Attributes = dict[str, str]
MOST_FILES = 200


def include(root: Element, main: Path, log: FindingLog, folders: tuple[Path, ...] = ()) -> None:
    """Replace every `<include>` with the content of its file. Each element keeps its original file and line."""
    allowed = (main.absolute().parent, *folders)
    read = {main.resolve()}
    total = sum(1 for _ in root.walk())
    stack: list[tuple[Element, Path]] = [(root, main)]
    while stack:
        element, file = stack.pop()
        pending = [(child, file) for child in reversed(element.children)]
        element.children = []
        while pending:
            child, where = pending.pop()
            if child.tag == "attach":
                log.refuse(child.part, "put the model into the file")
            if child.tag != "include":
                element.children.append(child)
                stack.append((child, where))
                continue
            path = _path(child, main, where, allowed, read, log)
            document = parse(content(path, log), str(path), log)
            total += sum(1 for _ in document.walk())
            log.limit(total if len(read) <= MOST_FILES else math.inf, MOST_ELEMENTS, "elements", child.place)
            pending.extend((inner, path) for inner in reversed(document.children))


def _path(
    element: Element, main: Path, file: Path, allowed: tuple[Path, ...], read: set[Path], log: FindingLog
) -> Path:
    """Find the file that an `<include>` refers to."""
    name = required(element, "file", log)
    candidates = [main.absolute().parent / name, file.absolute().parent / name]
    path = next((x for x in candidates if isfile(x)), candidates[0])
    if not name or not within(path, allowed):
        log.stop(outside(element, name))
    if path.resolve() in read:
        log.stop(finding.Impossible(element.part, Noun("included twice"), Identifier(name)))
    read.add(path.resolve())
    return path


def outside(element: Element, name: str) -> finding.Inaccessible:
    """Return the message for a file outside the folders that the reader can access."""
    remedy = Pass(ArgumentName("packages"))
    reason = Noun("outside the folders that may be read")
    return finding.Inaccessible(element.part, FileName(name), reason, remedy=remedy)


def settings(root: Element, log: FindingLog, dry: bool = False) -> Setting:
    """Read the settings for a whole file. If `dry` is True, the fluid is ignored."""
    option = together(root, "option")
    strange(option, _OPTION, log)
    _fluid(option, log, dry)
    off = {name for name, word in _flags(option, log).items() if word == "disable"}
    gravity = numbers(option, "gravity", log, default=(0.0, 0.0, -9.81))
    compiler = together(root, "compiler")
    strange(compiler, _KNOWN, log)
    if compiler.get("coordinate") not in (None, "local"):
        log.refuse(compiler.attribute("coordinate"))
    sequence = compiler.get("eulerseq") or "xyz"
    if len(sequence) != 3 or set(sequence.lower()) - set("xyz"):
        log.invalid(compiler.attribute("eulerseq"), sequence, "three axes")
        sequence = "xyz"

    def true(name: str, default: str = "false") -> bool:
        return _choice(compiler, name, ("true", "false"), default, log) == "true"

    low, high = numbers(compiler, "inertiagrouprange", log, sizes=(2,), default=(0.0, 5.0))
    return Setting(
        degrees=_choice(compiler, "angle", ("degree", "radian"), "degree", log) == "degree",
        sequence=sequence,
        autolimits=true("autolimits", "true"),
        from_geoms=_choice(compiler, "inertiafromgeom", ("true", "false", "auto"), "auto", log),
        groups=(low, high),
        balance=true("balanceinertia"),
        least_mass=scalar(compiler, "boundmass", log),
        least_inertia=scalar(compiler, "boundinertia", log),
        total_mass=scalar(compiler, "settotalmass", log, -1.0),
        mesh_folder=compiler.get("meshdir") or compiler.get("assetdir") or "",
        strip=true("strippath"),
        around=true("fitaabb"),
        align=true("alignfree"),
        gravity=(0.0, 0.0, 0.0) if "gravity" in off else gravity,
        springs=not off & {"spring", "passive"},
        dampers=not off & {"damper", "passive"},
        friction=not off & {"frictionloss", "constraint"},
        equalities=not off & {"equality", "constraint"},
        actuators="actuation" not in off,
    )


def _flags(option: Element, log: FindingLog) -> Attributes:
    found: Attributes = {}
    for flag in option.all("flag"):
        strange(flag, _FLAG, log)
        found |= {name: _choice(flag, name, ("enable", "disable"), "enable", log) for name in flag.attributes}
    return found


def _fluid(option: Element, log: FindingLog, dry: bool) -> None:
    for name in ("density", "viscosity"):
        if number(option.get(name) or "0") == 0:
            continue
        if dry:
            log.ignore(option.attribute(name), IGNORED)
        else:
            log.refuse(option.attribute(name), ignoring("fluid"))


def ignoring(effect: str) -> PassEntry:
    """Return the suggestion to ignore an effect."""
    return PassEntry(ArgumentName("ignore"), value=Given(effect))


def together(root: Element, tag: str) -> Element:
    """Merge all sections with the same tag into one element."""
    whole = Element(tag, {}, root.place)
    for element in root.all(tag):
        whole.attributes |= element.attributes
        whole.children += element.children
        whole.place = element.place
    return whole


def _choice(element: Element, name: str, words: tuple[str, ...], default: str, log: FindingLog) -> str:
    word = element.get(name) or default
    return word if log.among(word, words, element, name) else default


ORIENTATIONS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
ACTUATORS = words(
    "general motor position velocity intvelocity orientation pid damper cylinder muscle adhesion dcmotor plugin"
)


@dataclass
class Defaults:
    """Default attributes of each class, by tag."""

    log: FindingLog
    classes: dict[str, dict[str, Attributes]] = field(default_factory=lambda: {"main": {}})

    def add(self, section: Element) -> None:
        """Read a `<default>` section in the file."""
        stack = [(section, "main")]
        while stack:
            element, parent = stack.pop()
            name = element.get("class")
            if not name:
                if element is not section:
                    self.log.error(finding.MissingPart(element.part, ElementName("class")))
                name = "main"
            inherited = {} if element is section else self.classes.get(parent, {})
            table = self.classes.setdefault(name, dict(inherited))
            for child in element.children:
                if child.tag != "default":
                    key = _key(child.tag)
                    table[key] = overlaid(table.get(key, {}), child.attributes)
            stack.extend((child, name) for child in reversed(element.children) if child.tag == "default")

    def applied(self, element: Element, childclass: str = "", tag: str = "") -> Element:
        """Return the element with missing attributes set to the defaults of its class."""
        name = element.get("class") or childclass or "main"
        if not self.log.defined(name, self.classes, element.part, "default class"):
            return element
        attributes = overlaid(self.classes[name].get(tag or _key(element.tag), {}), element.attributes)
        return Element(element.tag, attributes, element.place, element.children, element.text)


def overlaid(under: Attributes, over: Attributes) -> Attributes:
    """Override the attributes in `under` with those in `over`.

    An orientation in `over` replaces any other form of orientation.
    """
    if any(name in over for name in ORIENTATIONS):
        under = {name: text for name, text in under.items() if name not in ORIENTATIONS}
    return {**under, **over}


def _key(tag: str) -> str:
    """Return the tag under which defaults are stored. All actuators share one set of defaults, as do all tendons."""
    return "actuator" if tag in ACTUATORS else tag


_TURN = {"x": rotation_x, "y": rotation_y, "z": rotation_z}
_COUNT = {"quat": 4, "axisangle": 4, "euler": 3, "xyaxes": 6, "zaxis": 3}


def pose(element: Element, setting: Setting, draft: Description) -> Pose:
    """Read the position and orientation of a body, frame, geom, site or inertial."""
    p = numbers(element, "pos", draft.log)
    return Pose(rotation(element, setting, draft), p)


def long_pose(element: Element, setting: Setting, draft: Description) -> tuple[Pose, float | None]:
    """Read the pose of a geom or site, and its half length if `fromto` defines its two ends."""
    if element.get("fromto") is None:
        return pose(element, setting, draft), None
    ends = numbers(element, "fromto", draft.log, sizes=(6,), default=(0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    along = sub(ends[:3], ends[3:])
    R = z_to(_unit(along, element, "fromto", draft.log))
    return Pose(R, scale(0.5, add(ends[:3], ends[3:]))), math.hypot(*along) / 2


def rotation(element: Element, setting: Setting, draft: Description) -> Matrix:
    given = [name for name in ORIENTATIONS if element.get(name) is not None]
    if not given:
        return EYE
    if len(given) > 1:
        remedy = Edit("keep one of them")
        draft.log.error(finding.Impossible(element.part, Noun("two orientations"), Identifier(given[1]), remedy=remedy))
    kind = given[0]
    x = numbers(element, kind, draft.log, sizes=(_COUNT[kind],), default=())
    if not x:
        return EYE
    if kind == "quat":
        return rotation_quaternion(*_unit(x, element, kind, draft.log))
    if kind == "euler":
        angles = [setting.radians(angle) for angle in x]
        if not setting.degrees:
            draft.angles.extend((partial(element.attribute, "euler"), a) for a in angles if a)
        return euler(angles, setting.sequence)
    first = _unit(x[:3], element, kind, draft.log)
    if kind == "axisangle":
        return about(first, setting.radians(x[3]))
    if kind == "zaxis":
        return z_to(first)
    second = _unit(sub(x[3:], scale(dot(first, x[3:]), first)), element, kind, draft.log)
    return transpose((first, second, cross(first, second)))


def _unit(x: Sequence[float], element: Element, name: str, log: FindingLog) -> Vector:
    return unit(x, element, log, name) or (1.0, *[0.0] * (len(x) - 1))


def euler(angles: Sequence[float], sequence: str) -> Matrix:
    """Return the rotation matrix of Euler angles.

    Lower-case letters denote moving axes, and capital letters denote fixed axes.
    """
    R = EYE
    for angle, letter in zip(angles, sequence, strict=True):
        turn = _TURN[letter.lower()](angle)
        R = matmul(R, turn) if letter.islower() else matmul(turn, R)
    return R
