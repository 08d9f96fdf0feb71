"""Read the settings, default classes, poses and includes of an MJCF file.

If an attribute of `<compiler>` or `<option>` occurs several times, the last value is used.

The attributes of an element override the defaults of its class. A class inherits from the class that contains it. The
root class is `main`. In an attached model, the root class is `main` with the prefix of that model. The class of an
element is its attribute `class`, or the `childclass` of the nearest enclosing body or frame.

A pose consists of `pos` and one of `quat`, `axisangle`, `euler`, `xyaxes` and `zaxis`.

An `<include>` is replaced by the children of the root element in the included file. The reader searches for this file
first in the folder of the main file, and then in the folder of the including file. As in MuJoCo, a file can be included only once. Models
that an `<attach>` refers to are not read.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from dalembert import finding
from dalembert.finding.finding import Edit, Identifier, Noun
from dalembert.finding.finding import Element as ElementName
from dalembert.formats.robot_file import (
    MOST_ELEMENTS,
    Description,
    Element,
    FindingLog,
    choice,
    content,
    examine,
    numbers,
    parse,
    scalar,
    schema,
    true,
    unit,
)
from dalembert.formats.search_path import SearchPath, include
from dalembert.spatial.pose import Pose, about, rotation_quaternion, rotation_x, rotation_y, rotation_z, z_to
from dalembert.spatial.vector import EYE, Matrix, Vector, add, cross, dot, matmul, scale, sub, transpose


@dataclass(frozen=True)
class Setting:
    """Settings that determine how numbers are interpreted: `<compiler>`, and the disabled flags."""

    compiler: Element
    sequence: str
    off: frozenset[str]
    log: FindingLog

    def true(self, name: str) -> bool:
        return true(self.compiler, name)

    def number(self, name: str) -> float:
        return scalar(self.compiler, name, self.log)

    def acts(self, *flags: str) -> bool:
        """Check whether all of the given flags are enabled."""
        return self.off.isdisjoint(flags)

    def radians(self, angle: float) -> float:
        return math.radians(angle) if choice(self.compiler, "angle") == "degree" else angle

    def coordinate(self, x: float, turns: bool) -> float:
        """Convert the coordinate of a joint to radians, if the joint turns."""
        return self.radians(x) if turns else x


Attributes = dict[str, str]
MOST_FILES = 200


def expand(root: Element, main: Path, log: FindingLog, search: SearchPath) -> None:
    """Replace every `<include>` with the content of its file."""
    known = {main.resolve()}

    def read(element: Element, _: tuple[Path, ...]) -> tuple[list[Element], Path]:
        examine(element, "mjcf", log, strict=True)
        name = element.get("file") or ""
        path = search.find(name, element.place.file) if name else None
        if path is None:
            log.stop(search.outside(element, name))
        if path.resolve() in known:
            log.stop(finding.Impossible(element.part, Noun("included twice"), Identifier(name)))
        known.add(path.resolve())
        log.limit(math.inf if len(known) > MOST_FILES else 0, MOST_ELEMENTS, "elements", element.place)
        return parse(content(path, log), str(path), log).children, path

    include(root, main, log, read)


def settings(root: Element, log: FindingLog) -> Setting:
    """Read the settings that apply to a whole file."""
    compiler, option = together(root, "compiler"), together(root, "option")
    sequence = compiler.get("eulerseq") or "xyz"
    if len(sequence) != 3 or set(sequence.lower()) - set("xyz"):
        log.invalid(compiler.attribute("eulerseq"), sequence, "three axes")
        sequence = "xyz"
    off = {name for flag in option.all("flag") for name, word in flag.attributes.items() if word == "disable"}
    return Setting(compiler, sequence, frozenset(off), log)


def together(root: Element, tag: str) -> Element:
    """Merge all sections with the same tag into one element."""
    whole = Element(tag, {}, root.place, rule=root.rule.inner(tag))
    for element in root.all(tag):
        whole.attributes |= element.attributes
        whole.children += element.children
        whole.place = element.place
    return whole


ORIENTATIONS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
ACTUATORS = frozenset(schema("mjcf").rule("mujoco", "actuator").children)


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
            elif name in self.classes and element is not section:
                remedy, noun = Edit("rename one"), Noun("default class")
                self.log.error(finding.Duplicate(noun, Identifier(name), at=element.place, remedy=remedy))
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
        return replace(element, attributes=attributes)


def overlaid(under: Attributes, over: Attributes) -> Attributes:
    """Override the attributes in `under` with those in `over`.

    An orientation in `over` replaces the orientation in `under`, even if the forms differ.
    """
    if any(name in over for name in ORIENTATIONS):
        under = {name: text for name, text in under.items() if name not in ORIENTATIONS}
    return {**under, **over}


def _key(tag: str) -> str:
    """Return the tag under which defaults are stored. All actuators share one set of defaults, and all tendons share
    another."""
    return "actuator" if tag in ACTUATORS else tag


_TURN = {"x": rotation_x, "y": rotation_y, "z": rotation_z}


def pose(element: Element, setting: Setting, draft: Description) -> Pose:
    """Read the position and orientation of a body, frame, geom, site or inertial."""
    p = numbers(element, "pos", draft.log)
    return Pose(rotation(element, setting, draft), p)


def long_pose(element: Element, setting: Setting, draft: Description) -> tuple[Pose, float]:
    """Read the pose of a geom or site, and its half length if `fromto` defines its two ends, or else 0."""
    if element.get("fromto") is None:
        return pose(element, setting, draft), 0.0
    ends = numbers(element, "fromto", draft.log) or (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    along = sub(ends[:3], ends[3:])
    R = z_to(_unit(along, element, "fromto", draft.log))
    return Pose(R, scale(0.5, add(ends[:3], ends[3:]))), math.hypot(*along) / 2


# factors that convert the size of a geom, with radii and half lengths, to the arguments of `robot.body`
SHAPES = {"sphere": (1,), "capsule": (1, 2), "cylinder": (1, 2), "ellipsoid": (1, 1, 1), "box": (2, 2, 2)}


def sized_pose(geom: Element, kind: str, setting: Setting, draft: Description) -> tuple[Pose, Vector]:
    """Read the pose and the size of a geom. The attribute `fromto` defines both its axis and its half length."""
    size, needs = numbers(geom, "size", draft.log), len(SHAPES[kind])
    if needs == 1 or geom.get("fromto") is None:
        return pose(geom, setting, draft), size
    place, half = long_pose(geom, setting, draft)
    return place, (*size[:1] * (needs - 1), half) if size else ()


def rotation(element: Element, setting: Setting, draft: Description) -> Matrix:
    given = [name for name in ORIENTATIONS if element.get(name) is not None]
    if not given:
        return EYE
    if len(given) > 1:
        remedy = Edit("keep one of them")
        draft.log.error(finding.Impossible(element.part, Noun("two orientations"), Identifier(given[1]), remedy=remedy))
    kind = given[0]
    x = numbers(element, kind, draft.log)
    if not x:
        return EYE
    if kind == "quat":
        return rotation_quaternion(*_unit(x, element, kind, draft.log))
    if kind == "euler":
        angles = [setting.radians(angle) for angle in x]
        if setting.radians(1) == 1:
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
