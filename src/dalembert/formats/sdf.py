"""Reader for SDF, the file format of Gazebo, with links and joints, worlds and nested models.

A pose is T_model_x = T_model_relative_to · (x y z, Rz(yaw) Ry(pitch) Rx(roll)). By default, the pose of a link is
relative to its model, and the pose of a joint is relative to its child. The pose of a frame is relative to the frame to
which it is attached. Outside a nested model, names of its parts have the form model::name.

For a joint, T_parent_child(q) = T_parent_joint · motion(axis, q) · T_joint_child. The two constant poses are given at q
= 0. Screws advance by `screw_thread_pitch` metres per turn, or by −1/`thread_pitch` metres per radian. A joint to a
link that already has a parent closes a loop.

A model has a free base unless the model is static or a joint attaches it to the world. Each link without a parent has a
free joint. The frame of a model is attached to its canonical link, by default the first link. Joints and frames in a
world connect models, and refer to their parts by scoped names. Shapes, sensors and plugins are ignored. Elements that
affect the motion and cannot be represented (gearboxes, added mass of fluids, included files) raise an error with name
and line.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from dalembert import finding
from dalembert.finding.finding import Argument, Edit, FileName, Identifier, Location, Noun, Pass
from dalembert.finding.finding import Element as ElementName
from dalembert.formats.numeric import BOUNDLESS
from dalembert.formats.robot_file import (
    LONGEST_NAME,
    MOST_ELEMENTS,
    Description,
    Element,
    FindingLog,
    choice,
    content,
    examine,
    named,
    number,
    parse,
    scalar,
    unit,
)
from dalembert.formats.search_path import SearchPath
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Joint, Limits, Link, Mimic
from dalembert.robot.spring import Tendon
from dalembert.robot.tree import frame_along
from dalembert.spatial.pose import IDENTITY, Pose, rotation_quaternion, rotation_rpy
from dalembert.spatial.vector import EYE, Matrix, Vector, cross, dot, matvec, transpose
from dalembert.tolerance import AXIS

WORLD = "world"


@dataclass
class Frames:
    """Named frames of a file. For each frame, the parent frame and the link to which the frame is attached are
    stored."""

    log: FindingLog
    steps: dict[str, tuple[str, Pose, Location]] = field(default_factory=dict)
    # for each frame, the name of the frame or link to which it is attached
    carriers: dict[str, str] = field(default_factory=dict)
    version: tuple[int, int] = (1, 12)  # of the file: before 1.5, axes were expressed in the model frame
    found: dict[str, Pose] = field(default_factory=lambda: {"": IDENTITY, WORLD: IDENTITY})

    def add(self, name: str, inside: str, pose: Pose, place: Location, carrier: str | None = None) -> None:
        if name in self.steps:
            if self.version >= (1, 7):
                remedy, line = Edit("rename one"), self.steps[name][2].line
                self.log.error(finding.Duplicate(Noun("frame"), Identifier(name), line, at=place, remedy=remedy))
            if carrier is not None:
                return  # before 1.7, a joint could have the name of a link
            self.carriers.pop(name, None)
        self.steps[name] = (inside, pose, place)
        if carrier is not None:
            self.carriers[name] = carrier

    def set_down(self, model: str, frame: str, pose: Pose) -> Pose:
        """Compute the pose of a model from the pose T of one of its frames: T · T_model_frame⁻¹."""
        found, given = IDENTITY, frame
        for _ in range(len(self.steps)):
            if frame == model or frame not in self.steps:
                break
            frame, step, _place = self.steps[frame]
            found = step @ found
        if frame != model:
            self.log.stop(finding.Undefined(_frame(model), Noun("frame"), Identifier(given)))
        return pose @ found.inverse()

    def pose(self, name: str) -> Pose:
        """Compute the pose of a frame relative to the root frame of the file."""
        chain: list[str] = []
        while name not in self.found:
            if name in chain:
                self._circular(name, "relative to itself")
            if name not in self.steps:
                part = _frame(chain[-1], self.steps[chain[-1]][2]) if chain else _frame(name)
                known = tuple(map(Identifier, self.steps))
                self.log.stop(finding.Undefined(part, Noun("frame"), Identifier(name), known))
            chain.append(name)
            name = self.steps[name][0]
        for inner in reversed(chain):
            self.found[inner] = self.found[self.steps[inner][0]] @ self.steps[inner][1]
        return self.found[chain[0]] if chain else self.found[name]

    def _circular(self, name: str, reason: str) -> NoReturn:
        part = _frame(name, self.steps[name][2])
        self.log.stop(finding.Impossible(part, Noun(reason)))

    def link(self, name: str) -> str:
        """Return the link to which a frame is attached, or 'world'."""
        seen: list[str] = []
        while name in self.carriers:
            if name in seen:
                self._circular(name, "attached to itself")
            seen.append(name)
            name = self.carriers[name]
        return name


def _frame(name: str, place: Location | None = None) -> finding.Part:
    return finding.part_of("frame", name, place)


def scoped(scope: str, name: str) -> str:
    """Return a name with its scope. The scoped name is unique in the file."""
    if name == WORLD:
        return WORLD
    if name == "__model__":
        return scope
    name = name.removesuffix("::__model__")
    return f"{scope}::{name}" if scope else name


def written(element: Element, log: FindingLog) -> tuple[str, Pose]:
    """Read an element's `<pose>`, and return the name in `relative_to` and the pose."""
    tag = element.first("pose")
    if tag is None:
        return "", IDENTITY
    inside = tag.get("relative_to") or tag.get("frame") or ""  # the attribute's name before version 1.7
    words = tag.text.split()
    x = [number(word) for word in words]
    kind = choice(tag, "rotation_format")
    needs = 7 if kind == "quat_xyzw" else 6
    if not words:
        return inside, IDENTITY
    if len(x) != needs or None in x:
        log.invalid(tag.part, tag.text, f"{needs} numbers")
        return inside, IDENTITY
    values = [float(y or 0.0) for y in x]
    if needs == 7:
        turned = unit(values[3:], tag, log)
        R = rotation_quaternion(turned[3], *turned[:3]) if turned else IDENTITY.R
        return inside, Pose(R, tuple(values[:3]))
    angles = (
        [math.radians(y) for y in values[3:]] if (tag.get("degrees") or "").lower() in ("true", "1") else values[3:]
    )
    R = rotation_rpy(*angles) if any(angles) else IDENTITY.R
    return inside, Pose(R, tuple(values[:3]))


KINDS = {
    "revolute": "revolute", "continuous": "continuous", "prismatic": "prismatic", "fixed": "fixed", "screw": "screw",
    "universal": "universal", "revolute2": "universal", "ball": "spherical",
}  # fmt: skip
_CUTS = {
    "revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "weld",
    "universal": "universal", "spherical": "ball",
}  # fmt: skip


def amount(element: Element, tag: str, log: FindingLog) -> float:
    """Parse the number in a child element."""
    part = element.child(tag)
    default = element.rule.children[tag].values[0]
    if element.first(tag) is None:
        return default
    if part.text.lower().lstrip("+-") in ("inf", "infinity"):
        return -BOUNDLESS if part.text.startswith("-") else BOUNDLESS
    x = number(part.text)
    if x is None:
        log.invalid(part.part, part.text, "a finite number")
        return default
    return x


def true(element: Element, tag: str) -> bool:
    """Read the Boolean value in a child element."""
    part = element.first(tag)
    return (element.rule.children[tag].default if part is None else part.text.lower()) in ("true", "1")


def add_joint(
    element: Element, scope: str, ends: tuple[str, str], frames: Frames, draft: Description, cut: bool
) -> None:
    """Add a joint between two links to the description, as a joint of the tree or as a cut joint."""
    log, name = draft.log, scoped(scope, element.get("name") or "")
    if not log.among(element.get("type") or "", KINDS, element, "type", complete=False):
        return
    kind = KINDS[element.get("type") or ""]
    here = frames.pose(f"joint {name}")
    needed = {"fixed": (), "spherical": (), "universal": ("axis", "axis2")}.get(kind, ("axis",))
    for tag in needed:
        if element.first(tag) is None:
            log.error(finding.MissingPart(element.part, ElementName(f"<{tag}>")))
    axes = [_axis(element, tag, scope, name, frames, log) for tag in needed]
    turned = Pose(_turned(kind, axes, element, name, log))
    before, behind = (frames.pose(end).inverse() @ here @ turned for end in ends)
    if cut:
        _cut(element, name, kind, ends, before, behind, draft)
        return
    moving = [element.child(tag) for tag in needed or ("axis",)]
    limits = tuple(_limits(axis, kind, log) for axis in moving)
    drives = tuple(_drive(axis, element, log) for axis in moving)
    moves = kind not in ("fixed", "spherical")
    joint = Joint(
        name,
        kind,
        ends[0],
        ends[1],
        before,
        (0, 0, 1),
        behind.inverse(),
        (limits if len(limits) > 1 else limits[0]) if moves else Limits(),
        (drives if len(drives) > 1 else drives[0]) if moves else None,
        mimic=_mimic(moving[0], element, scope, log) if moves and kind != "universal" else None,
        pitch=_pitch(element, name, log) if kind == "screw" else 0,
    )
    draft.add_joint(joint, element.place)
    if moves:
        _springs(joint, moving, draft)


def _cut(
    element: Element, name: str, kind: str, ends: tuple[str, str], one: Pose, two: Pose, draft: Description
) -> None:
    if not draft.log.among(kind, _CUTS, element, complete=False):
        return
    draft.loops.append(Loop(name, _CUTS[kind], ends[0], ends[1], one, two))
    draft.log.tell(finding.Understood(element.part, Noun("closes a loop")))


def _axis(element: Element, tag: str, scope: str, name: str, frames: Frames, log: FindingLog) -> Vector:
    """Read a joint axis, and return a unit vector in the joint frame."""
    part = element.child(tag)
    xyz, old = part.child("xyz"), part.first("use_parent_model_frame")
    axis = unit(vector(xyz, part, log), element, log, f"<{tag}>") or (0.0, 0.0, 1.0)
    inside = xyz.get("expressed_in") or ""
    if not inside and (frames.version < (1, 5) if old is None else true(part, "use_parent_model_frame")):
        inside = "__model__"
    if not inside:
        return axis
    R = frames.pose(f"joint {name}").R
    return matvec(transpose(R), matvec(frames.pose(scoped(scope, inside)).R, axis))


def _turned(kind: str, axes: list[Vector], element: Element, name: str, log: FindingLog) -> Matrix:
    """Return a rotation that maps z to the joint axis. For a universal joint, x and y are mapped to the two axes."""
    if kind in ("fixed", "spherical"):
        return EYE
    first = axes[0] if axes else (0.0, 0.0, 1.0)
    if kind == "universal":
        second = axes[1] if len(axes) > 1 else (0.0, 0.0, 0.0)
        if len(axes) < 2 or abs(dot(first, second)) > AXIS:
            log.refuse(element.attribute("axes that are not orthogonal"))
            return EYE
        return transpose((first, second, cross(first, second)))
    return frame_along(first)


def _pitch(element: Element, name: str, log: FindingLog) -> float:
    """Return the pitch of a screw joint in metres per radian."""
    if element.first("screw_thread_pitch") is not None:
        pitch = amount(element, "screw_thread_pitch", log) / (2 * math.pi)
    else:
        old = amount(element, "thread_pitch", log)
        pitch = -1 / old if old else 0.0
    if pitch == 0:
        log.error(finding.MissingPart(element.part, ElementName("<screw_thread_pitch>")))
        return 1.0
    return pitch


def _limits(axis: Element, kind: str, log: FindingLog) -> Limits:
    limit = axis.child("limit")
    low, high, speed, effort = (amount(limit, x, log) for x in ("lower", "upper", "velocity", "effort"))
    bounded = [None if kind == "continuous" or abs(x) >= 1e16 else x for x in (low, high)]
    most = [None if x < 0 or x >= 1e16 else x for x in (speed, effort)]
    return Limits(*bounded, *most)


def _drive(axis: Element, element: Element, log: FindingLog) -> Drive | None:
    """Read the drive of a joint: friction, and a rotor and a gear in Drake's notation."""
    dynamics = axis.child("dynamics")
    damping, friction = amount(dynamics, "damping", log), amount(dynamics, "friction", log)
    rotor, ratio = amount(element, "drake:rotor_inertia", log), amount(element, "drake:gear_ratio", log)
    if not (damping or friction or rotor):
        return None
    return Drive(rotor_inertia=rotor, gear_ratio=ratio, damping=damping, coulomb=friction)


def _mimic(axis: Element, element: Element, scope: str, log: FindingLog) -> Mimic | None:
    """Read the coupling of a mimic joint: q = multiplier · (leader − reference) + offset."""
    mimic, drake = axis.first("mimic"), element.first("drake:mimic")
    if mimic is None and drake is not None:
        k, offset = scalar(drake, "multiplier", log), scalar(drake, "offset", log)
        return Mimic(scoped(scope, drake.get("joint") or ""), k, offset)
    if mimic is None:
        return None
    k, offset, reference = (amount(mimic, x, log) for x in ("multiplier", "offset", "reference"))
    return Mimic(scoped(scope, mimic.get("joint") or ""), k, offset - k * reference)


def _springs(joint: Joint, parts: list[Any], draft: Description) -> None:
    for part, coordinate in zip(parts, joint.coordinates, strict=False):
        dynamics = part.child("dynamics")
        stiffness = amount(dynamics, "spring_stiffness", draft.log)
        if stiffness:
            rest = amount(dynamics, "spring_reference", draft.log)
            draft.springs.append(Tendon(f"{coordinate.name}_spring", ((coordinate.name, 1),), stiffness, rest))


def link(element: Element, name: str, log: FindingLog) -> Link:
    """Read a link. A link without gravity becomes a link with full gravity compensation."""
    return Link(name, _inertia(element, log), int(not true(element, "gravity")))


def _inertia(element: Element, log: FindingLog) -> Inertia:
    """Read the inertia of a link. The SDF defaults are a mass of 1 kg and moments of 1 kg m²."""
    inertial = element.first("inertial")
    if inertial is None:
        log.assumed(element.part, "1 kg and unit moments", "<inertial>", fix="give the link its inertia")
        return Inertia(1.0, (0, 0, 0), (1.0, 1.0, 1.0, 0, 0, 0))
    if inertial.get("auto") in ("true", "1"):
        log.refuse(inertial.attribute("auto"), "give the link its inertia")
    tensor = inertial.child("inertia")
    entries = tuple(amount(tensor, x, log) for x in ("ixx", "iyy", "izz", "ixy", "iyz", "ixz"))
    return Inertia(amount(inertial, "mass", log), (0, 0, 0), entries).moved(written(inertial, log)[1])


def read(root: Element, path: Path, log: FindingLog) -> Description:
    """Read an `<sdf>` element and return its description without checks."""
    examine(root, "sdf", log)
    draft = Description(path.name.split(".")[0], log, top=root.place)
    reader = _Reader(draft, Frames(log, version=_version(root.get("version") or "")))
    worlds = list(root.all("world"))
    outer = worlds[0] if worlds else root
    for second in (*worlds[1:], *(root.all("model") if worlds else ())):
        log.error(finding.Impossible(second.part, Noun("beside a <world>"), remedy=Edit("keep one of them")))
    draft.gravity = vector(outer.child("gravity"), outer, log)
    models = list(outer.all("model"))
    tied = len(models) > 1 or any(x.tag in ("joint", "frame") for x in outer.children)
    draft.add_link(Link(WORLD), root.place)
    for element in outer.children:
        if element.tag == "model":
            reader.model(element, named(element, log) if tied else "", False)
        elif element.tag == "joint":
            reader.joint(element, "")
        elif element.tag == "frame":
            reader.frame(element, "", WORLD)
    if not models:
        log.stop(finding.NothingDescribed(Noun("model"), at=root.place))
    draft.name = ((outer if len(models) > 1 else models[0]).get("name") or draft.name)[:LONGEST_NAME]
    reader.tree()
    return draft


def include(root: Element, path: Path, search: SearchPath, log: FindingLog) -> None:
    """Replace every `<include>` with the model in its file. Each element stores the file and line from which it was
    read."""
    total = 0
    stack: list[tuple[Element, tuple[Path, ...]]] = [(root, (path.resolve(),))]
    while stack:
        element, files = stack.pop()
        pending = [(child, files) for child in reversed(element.children)]
        element.children = []
        while pending:
            child, above = pending.pop()
            if child.tag != "include":
                element.children.append(child)
                stack.append((child, above))
                continue
            model, file = _included(child, above, search, log)
            if model is None:
                continue
            total += sum(1 for _ in model.walk())
            log.limit(total, MOST_ELEMENTS, "elements", child.place)
            merged = child.get("merge") in ("true", "1")
            parts = model.children if merged else [model]
            pending.extend((part, (*above, file)) for part in reversed(parts))


def _included(
    element: Element, files: tuple[Path, ...], search: SearchPath, log: FindingLog
) -> tuple[Element | None, Path]:
    """Return the model to which an `<include>` refers, with the changes that the `<include>` makes, and its file."""
    examine(element, "sdf", log)
    uri = element.child("uri").text
    file = search.find(uri, element.place.file)
    file = None if file is None else _newest(file, log)
    if file is None or file.resolve() in files:
        reason = Noun("it includes itself" if file else "not in the folders of the file")
        remedy = None if file else Pass(Argument("root"))
        log.error(finding.IncludedModel(element.part, FileName(uri), reason, remedy=remedy))
        return None, files[0]
    document = parse(content(file, log), str(file), log)
    model = document.first("model")
    if model is None:
        return None, file  # a light or an actor
    if _version(document.get("version") or "") < (1, 5):
        for axis in model.walk():
            if axis.tag in ("axis", "axis2") and axis.first("use_parent_model_frame") is None:
                axis.children.append(Element("use_parent_model_frame", {}, axis.place, text="1"))
    changed = {x.tag: x for x in element.children if x.tag in ("pose", "static")}
    model.children = [*changed.values(), *(x for x in model.children if x.tag not in changed)]
    for name in ("name", "placement_frame"):
        if (given := element.first(name)) is not None:
            model.attributes[name] = given.text
    return model, file.resolve()


def _newest(path: Path, log: FindingLog) -> Path | None:
    """Return the path of a model file. A model is a folder, in which `model.config` lists the file for each SDF
    version."""
    if not path.is_dir():
        return path if path.is_file() else None
    config = path / "model.config"
    if not config.is_file():
        return None
    named = list(parse(content(config, log), str(config), log).all("sdf"))
    newest = max(named, key=lambda x: _version(x.get("version") or ""), default=None)
    return None if newest is None else path / Path(newest.text).name


def _version(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    numeric = major.isdecimal() and minor.isdecimal() and len(text) < 9
    return (int(major), int(minor)) if numeric else (1, 12)


class _Reader:
    """Reader that collects the links, joints and frames of all models, and then builds the tree."""

    def __init__(self, draft: Description, frames: Frames) -> None:
        self.draft, self.frames, self.log = draft, frames, draft.log
        self.joints: list[tuple[Element, str]] = []
        self.named: list[str] = []  # frames named in the file
        self.still: set[str] = set()  # links of static models

    def model(self, element: Element, scope: str, static: bool) -> None:
        """Read a model and its nested models."""
        inside, pose = written(element, self.log)
        outer = scope.rpartition("::")[0]
        if scope:
            self.frames.add(scope, scoped(outer, inside) if inside else outer, pose, element.place)
        else:
            self.frames.found[""] = pose
        static = static or true(element, "static")
        for part in element.children:
            if part.tag == "link":
                self.link(part, scope, static)
            elif part.tag == "joint":
                self.joint(part, scope)
            elif part.tag == "frame":
                self.frame(part, scope)
            elif part.tag == "model":
                self.model(part, scoped(scope, named(part, self.log)), static)
        first = next((x.get("name") or "" for tag in ("link", "model") for x in element.all(tag)), None)
        canonical = element.get("canonical_link") or first
        if canonical is not None:
            self.frames.carriers[scope] = scoped(scope, canonical)
        self.set_down(element, scope)

    def set_down(self, element: Element, scope: str) -> None:
        """Set the pose of a model from the pose of one of its frames."""
        frame = element.get("placement_frame")
        if frame is None:
            return
        if scope:
            inside, pose, place = self.frames.steps[scope]
            pose = self.frames.set_down(scope, scoped(scope, frame), pose)
            self.frames.steps[scope] = (inside, pose, place)
        else:
            self.frames.found[""] = self.frames.set_down("", frame, self.frames.found[""])

    def link(self, element: Element, scope: str, static: bool) -> None:
        given = named(element, self.log)
        if given == WORLD:
            self.log.error(finding.Impossible(element.part, Noun("reserved for the ground"), remedy=Edit("rename it")))
        name = scoped(scope, given)
        inside, pose = written(element, self.log)
        self.frames.add(name, scoped(scope, inside or "__model__"), pose, element.place)
        self.draft.add_link(link(element, name, self.log), element.place)
        if static:
            self.still.add(name)

    def joint(self, element: Element, scope: str) -> None:
        name = scoped(scope, named(element, self.log))
        inside, pose = written(element, self.log)
        child = _end(element, "child")
        self.frames.add(f"joint {name}", scoped(scope, inside or child), pose, element.place)
        self.frames.add(name, f"joint {name}", Pose(), element.place, scoped(scope, child))
        self.joints.append((element, scope))

    def frame(self, element: Element, scope: str, ground: str = "__model__") -> None:
        name = scoped(scope, named(element, self.log))
        inside, pose = written(element, self.log)
        carrier = element.get("attached_to") or ground
        self.frames.add(name, scoped(scope, inside or carrier), pose, element.place, scoped(scope, carrier))
        self.named.append(name)

    def tree(self) -> None:
        """Build the tree, beginning at the ground.

        Links that are not connected to the ground have a free base, and additional joints close loops.
        """
        links = [x.name for x in self.draft.links]
        pending = [(ends, element, scope) for element, scope in self.joints if (ends := self.ends(element, scope))[1]]
        children = {ends[1] for ends, _, _ in pending}
        placed = {WORLD}
        for name in links[1:]:
            if name in self.still or name not in children:
                self.ground(name, "fixed" if name in self.still else "free")
                placed.add(name)
        while pending:
            ready = next((x for x in pending if x[0][0] in placed), None)
            if ready is None:  # a ring of joints without a connection to the ground; the first link floats
                ready = pending[0]
                self.ground(ready[0][0], "free")
                placed.add(ready[0][0])
            pending.remove(ready)
            ends, element, scope = ready
            add_joint(element, scope, ends, self.frames, self.draft, ends[1] in placed)
            placed.add(ends[1])
        for name in self.named:
            carrier = self.frames.link(name)
            part = _frame(name, self.frames.steps[name][2])
            if self.log.defined(carrier, links, part, "link or frame") and name not in links:
                place = self.frames.pose(carrier).inverse() @ self.frames.pose(name)
                self.draft.frames.append(Frame(name, carrier, place))

    def ends(self, element: Element, scope: str) -> tuple[str, str]:
        """Return the two links that a joint connects."""
        known = [x.name for x in self.draft.links]
        found = []
        for role in ("parent", "child"):
            name = self.frames.link(scoped(scope, _end(element, role)))
            if not self.log.defined(name, known, element.part, "link or frame"):
                return "", ""
            found.append(name)
        if found[1] in (WORLD, found[0]):
            reason = Noun("the world as its child" if found[1] == WORLD else "both ends on one link")
            self.log.error(finding.Impossible(element.part, reason, Identifier(found[1])))
            return "", ""
        return found[0], found[1]

    def ground(self, name: str, kind: str) -> None:
        """Connect a link to the ground by a fixed or free joint.

        The coordinates of a free joint refer to the world origin.
        """
        place = self.frames.pose(name) if kind == "fixed" else Pose()
        joint = self.draft.free_name("joint", f"{name}_{kind}")
        self.draft.add_joint(Joint(joint, kind, WORLD, name, place), self.draft.place("link", name))


def _end(element: Element, role: str) -> str:
    part = element.first(role)
    return "" if part is None else part.text.strip()


def vector(element: Element, owner: Element, log: FindingLog) -> Vector:
    """Parse the numbers in the text of a child element. Return the default if the child is missing."""
    entry, words = owner.rule.children[element.tag], element.text.split()
    found = tuple(x for word in words if (x := number(word)) is not None)
    if words and len(found) == len(words) and len(found) in entry.sizes:
        return found
    if element in owner.children:
        log.invalid(element.part, element.text, f"{entry.sizes[0]} numbers")
    return entry.values
