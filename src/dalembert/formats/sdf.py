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
from collections.abc import Container
from dataclasses import dataclass, field
from pathlib import Path

from dalembert import finding
from dalembert.finding.finding import Argument, Edit, FileName, Identifier, Location, Noun, Pass
from dalembert.finding.finding import Element as ElementName
from dalembert.formats.robot_file import (
    LONGEST_NAME,
    Description,
    Element,
    FindingLog,
    choice,
    content,
    direction,
    examine,
    named,
    numbers,
    parse,
    scalar,
    true,
    unit,
)
from dalembert.formats.search_path import SearchPath, include
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
    version: tuple[int, int]  # of the file: before 1.5, axes were expressed in the model frame
    steps: dict[str, tuple[str, Pose, Location]] = field(default_factory=dict)
    # for each frame, the name of the frame or link to which it is attached
    carriers: dict[str, str] = field(default_factory=dict)
    found: dict[str, Pose] = field(default_factory=lambda: {WORLD: IDENTITY})

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

    def set_down(self, model: str, frame: str) -> None:
        """Interpret the pose T of a model as the pose of one of its frames: T · T_model_frame⁻¹."""
        inside, pose, place = self.steps[model]
        for inner in self.chain(frame, (model,)):
            pose @= self.steps[inner][1].inverse()
        self.steps[model] = (inside, pose, place)

    def pose(self, name: str) -> Pose:
        """Compute the pose of a frame relative to the root frame of the file."""
        for inner in reversed(self.chain(name, self.found)):
            outer, step, _ = self.steps[inner]
            self.found[inner] = self.found[outer] @ step
        return self.found[name]

    def chain(self, name: str, known: Container[str]) -> list[str]:
        """Return a frame and the frames that contain it, up to the first known frame."""
        chain: list[str] = []
        while name not in known:
            if name in chain:
                self.log.stop(finding.Impossible(self.part(name), Noun("relative to itself")))
            if name not in self.steps:
                part, frames = self.part(chain[-1] if chain else name), tuple(map(Identifier, self.steps))
                self.log.stop(finding.Undefined(part, Noun("frame"), Identifier(name), frames))
            chain.append(name)
            name = self.steps[name][0]
        return chain

    def part(self, name: str) -> finding.Part:
        """Return the name and location of a frame, for messages."""
        return finding.part_of("frame", name, self.steps[name][2] if name in self.steps else None)

    def link(self, name: str) -> str:
        """Return the link to which a frame is attached, or 'world'."""
        seen: list[str] = []
        while name in self.carriers:
            if name in seen:
                self.log.stop(finding.Impossible(self.part(name), Noun("attached to itself")))
            seen.append(name)
            name = self.carriers[name]
        return name


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
    tag = element.child("pose")
    inside = tag.get("relative_to") or tag.get("frame") or ""  # the attribute's name before version 1.7
    if not tag.text:
        return inside, IDENTITY
    x = numbers(element, "pose", log)
    p, turn = x[:3], x[3:]
    needs = 7 if choice(tag, "rotation_format") == "quat_xyzw" else 6
    if len(x) != needs:
        log.error(finding.NumberCount(tag.part, len(x), (needs,)))
        return inside, IDENTITY
    R = IDENTITY.R
    if needs == 7:
        turn = unit(turn, tag, log)
        R = rotation_quaternion(turn[3], *turn[:3]) if turn else R
    elif any(turn):
        R = rotation_rpy(*(math.radians(y) if true(tag, "degrees") else y for y in turn))
    return inside, Pose(R, p)


KINDS = {x: x for x in ("revolute", "continuous", "prismatic", "fixed", "screw", "universal")}
KINDS |= {"revolute2": "universal", "ball": "spherical"}
_CUTS = {
    "revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "weld",
    "universal": "universal", "spherical": "ball",
}  # fmt: skip
_AXES = {"fixed": (), "spherical": (), "universal": ("axis", "axis2")}  # default: one axis


def _turned(kind: str, axes: list[Vector], element: Element, log: FindingLog) -> Matrix:
    """Return a rotation that maps z to the joint axis. For a universal joint, x and y are mapped to the two axes."""
    if not axes:
        return EYE
    if kind != "universal":
        return frame_along(axes[0])
    first, second = axes
    if abs(dot(first, second)) > AXIS:
        log.refuse(element.attribute("axes that are not orthogonal"))
        return EYE
    return transpose((first, second, cross(first, second)))


def _pitch(element: Element, log: FindingLog) -> float:
    """Return the pitch of a screw joint in metres per radian."""
    old = scalar(element, "thread_pitch", log)
    pitch = scalar(element, "screw_thread_pitch", log) / (2 * math.pi) or (-1 / old if old else 0.0)
    if pitch == 0:
        log.error(finding.MissingPart(element.part, ElementName("<screw_thread_pitch>")))
        return 1.0
    return pitch


def _limits(axis: Element, kind: str, log: FindingLog) -> Limits:
    low, high, speed, effort = (scalar(axis.child("limit"), x, log) for x in Limits.UNITS)
    bounded = [None if kind == "continuous" or abs(x) >= 1e16 else x for x in (low, high)]
    most = [None if x < 0 or x >= 1e16 else x for x in (speed, effort)]
    return Limits(*bounded, *most)


def _drive(axis: Element, element: Element, log: FindingLog) -> Drive | None:
    """Read the drive of a joint: friction, and a rotor and a gear in Drake's notation."""
    damping, friction = (scalar(axis.child("dynamics"), x, log) for x in ("damping", "friction"))
    rotor, ratio = (scalar(element, f"drake:{x}", log) for x in ("rotor_inertia", "gear_ratio"))
    if not (damping or friction or rotor):
        return None
    return Drive(rotor_inertia=rotor, gear_ratio=ratio, damping=damping, coulomb=friction)


def _mimic(axis: Element, element: Element, scope: str, log: FindingLog) -> Mimic | None:
    """Read the coupling of a mimic joint: q = multiplier · (leader − reference) + offset."""
    mimic = axis.first("mimic") or element.first("drake:mimic")
    if mimic is None:
        return None
    k, offset = scalar(mimic, "multiplier", log), scalar(mimic, "offset", log)
    reference = scalar(mimic, "reference", log) if mimic.tag == "mimic" else 0.0
    return Mimic(scoped(scope, mimic.get("joint") or ""), k, offset - k * reference)


def link(element: Element, name: str, log: FindingLog) -> Link:
    """Read a link. A link without gravity becomes a link with full gravity compensation."""
    return Link(name, _inertia(element, log), int(not true(element, "gravity")))


def _inertia(element: Element, log: FindingLog) -> Inertia:
    """Read the inertia of a link. The SDF defaults are a mass of 1 kg and moments of 1 kg m²."""
    inertial = element.child("inertial")
    if element.first("inertial") is None:
        log.assumed(element.part, "1 kg and unit moments", "<inertial>", fix="give the link its inertia")
    if true(inertial, "auto"):
        log.refuse(inertial.attribute("auto"), "give the link its inertia")
    tensor = tuple(scalar(inertial.child("inertia"), x, log) for x in ("ixx", "iyy", "izz", "ixy", "iyz", "ixz"))
    return Inertia(scalar(inertial, "mass", log), (0, 0, 0), tensor).moved(written(inertial, log)[1])


def read(root: Element, path: Path, log: FindingLog, search: SearchPath) -> Description:
    """Read an `<sdf>` element and return its description without checks. `search` locates included models."""
    include(root, path, log, lambda element, files: _included(element, files, search, log))
    examine(root, "sdf", log)
    draft = Description(path.name.split(".")[0], log, top=root.place)
    reader = _Reader(draft, Frames(log, _version(root.get("version") or "")))
    worlds = list(root.all("world"))
    outer = worlds[0] if worlds else root
    for second in (*worlds[1:], *(root.all("model") if worlds else ())):
        log.error(finding.Impossible(second.part, Noun("beside a <world>"), remedy=Edit("keep one of them")))
    draft.gravity = numbers(outer, "gravity", log)
    models = list(outer.all("model"))
    if not models:
        log.stop(finding.NothingDescribed(Noun("model"), at=root.place))
    draft.add_link(Link(WORLD), root.place)
    if len(models) > 1 or any(x.tag in ("joint", "frame") for x in outer.children):
        reader.frames.add("", WORLD, IDENTITY, root.place)
        reader.parts(outer, "", False, WORLD)
    else:
        reader.model(models[0], "", False)
    draft.name = ((outer if len(models) > 1 else models[0]).get("name") or draft.name)[:LONGEST_NAME]
    reader.tree()
    return draft


def _included(
    element: Element, files: tuple[Path, ...], search: SearchPath, log: FindingLog
) -> tuple[list[Element], Path]:
    """Return the model to which an `<include>` refers, with the changes that the `<include>` makes, and its file.

    If `merge` is true, the parts of the model are returned instead of the model.
    """
    examine(element, "sdf", log)
    uri = element.child("uri").text
    file = search.find(uri, element.place.file)
    file = None if file is None else _newest(file, log)
    if file is None or file.resolve() in files:
        reason = Noun("it includes itself" if file else "not in the folders of the file")
        remedy = None if file else Pass(Argument("root"))
        log.error(finding.IncludedModel(element.part, FileName(uri), reason, remedy=remedy))
        return [], files[-1]
    document = parse(content(file, log), str(file), log)
    model = document.first("model")
    if model is None:
        return [], file  # a light or an actor
    if _version(document.get("version") or "") < (1, 5):
        for axis in model.walk():
            if axis.tag in ("axis", "axis2") and axis.first("use_parent_model_frame") is None:
                axis.children.append(Element("use_parent_model_frame", {}, axis.place, text="1"))
    changed = {x.tag: x for x in element.children if x.tag in ("pose", "static")}
    model.children = [*changed.values(), *(x for x in model.children if x.tag not in changed)]
    model.attributes |= {x.tag: x.text for x in element.children if x.tag in ("name", "placement_frame")}
    return model.children if true(element, "merge") else [model], file.resolve()


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
        frame = scoped(outer, inside) if inside else outer
        self.frames.add(scope, frame if scope else WORLD, pose, element.place)
        self.parts(element, scope, static or true(element, "static"), "__model__")
        first = next((x.get("name") or "" for tag in ("link", "model") for x in element.all(tag)), None)
        canonical = element.get("canonical_link") or first
        if canonical is not None:
            self.frames.carriers[scope] = scoped(scope, canonical)
        if (placed := element.get("placement_frame")) is not None:
            self.frames.set_down(scope, scoped(scope, placed))

    def parts(self, element: Element, scope: str, static: bool, ground: str) -> None:
        """Read the parts of a model or world. Frames are attached to `ground` by default."""
        for part in element.children:
            if part.tag == "link":
                self.link(part, scope, static)
            elif part.tag == "joint":
                self.joint(part, scope)
            elif part.tag == "frame":
                self.frame(part, scope, ground)
            elif part.tag == "model":
                self.model(part, scoped(scope, named(part, self.log)), static)

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
        child = element.child("child").text
        self.frames.add(f"joint {name}", scoped(scope, inside or child), pose, element.place)
        self.frames.add(name, f"joint {name}", Pose(), element.place, scoped(scope, child))
        self.joints.append((element, scope))

    def frame(self, element: Element, scope: str, ground: str) -> None:
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
            self.connect(element, scope, ends, ends[1] in placed)
            placed.add(ends[1])
        for name in self.named:
            carrier = self.frames.link(name)
            if self.log.defined(carrier, links, self.frames.part(name), "link or frame") and name not in links:
                place = self.frames.pose(carrier).inverse() @ self.frames.pose(name)
                self.draft.frames.append(Frame(name, carrier, place))

    def connect(self, element: Element, scope: str, ends: tuple[str, str], cut: bool) -> None:
        """Add a joint between two links to the description, as a joint of the tree or as a cut joint."""
        log, name = self.log, scoped(scope, element.get("name") or "")
        if not log.among(element.get("type") or "", KINDS, element, "type", complete=False):
            return
        kind = KINDS[element.get("type") or ""]
        needed = _AXES.get(kind, ("axis",))
        for tag in needed:
            if element.first(tag) is None:
                log.error(finding.MissingPart(element.part, ElementName(f"<{tag}>")))
        moving = [element.child(tag) for tag in needed]
        turned = _turned(kind, [self.axis(part, scope, name) for part in moving], element, log)
        here = self.frames.pose(f"joint {name}") @ Pose(turned)
        before, behind = (self.frames.pose(end).inverse() @ here for end in ends)
        if cut:
            if log.among(kind, _CUTS, element, complete=False):
                self.draft.loops.append(Loop(name, _CUTS[kind], *ends, before, behind))
                log.tell(finding.Understood(element.part, Noun("closes a loop")))
            return
        limits = tuple(_limits(axis, kind, log) for axis in moving)
        drives = tuple(_drive(axis, element, log) for axis in moving)
        single = len(moving) == 1
        joint = Joint(
            name,
            kind,
            *ends,
            before,
            after=behind.inverse(),
            limits=limits[0] if single else limits or Limits(),
            drive=drives[0] if single else drives or None,
            mimic=_mimic(moving[0], element, scope, log) if single else None,
            pitch=_pitch(element, log) if kind == "screw" else 0,
        )
        self.draft.add_joint(joint, element.place)
        for axis, coordinate in zip(moving, joint.coordinates, strict=False):
            k, rest = (scalar(axis.child("dynamics"), f"spring_{x}", log) for x in ("stiffness", "reference"))
            if k:
                self.draft.springs.append(Tendon(f"{coordinate.name}_spring", ((coordinate.name, 1),), k, rest))

    def axis(self, axis: Element, scope: str, name: str) -> Vector:
        """Read a joint axis, and return a unit vector in the joint frame."""
        given, old = direction(axis, "xyz", self.log), axis.first("use_parent_model_frame")
        inside = axis.child("xyz").get("expressed_in") or ""
        if not inside and (self.frames.version < (1, 5) if old is None else true(axis, "use_parent_model_frame")):
            inside = "__model__"
        if not inside:
            return given
        R = self.frames.pose(f"joint {name}").R
        return matvec(transpose(R), matvec(self.frames.pose(scoped(scope, inside)).R, given))

    def ends(self, element: Element, scope: str) -> tuple[str, str]:
        """Return the two links that a joint connects."""
        known = [x.name for x in self.draft.links]
        found = []
        for role in ("parent", "child"):
            name = self.frames.link(scoped(scope, element.child(role).text))
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
