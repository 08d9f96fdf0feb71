"""SDF: Gazebo's robot files, of links and joints; worlds and nested models.

A model stands free unless a joint ties it to the world or it is static: each link without a parent gets a free joint.
A joint to a link that has a parent already closes a loop. A model stands for its canonical link, the first unless it
names another; joints and frames of a world tie models together, whose names are then scoped. Shapes, sensors and plugins are left; what would act on the
motion and cannot be held (gearboxes, added mass of fluids, included files) is refused by name and line.
"""

from __future__ import annotations

from pathlib import Path

from dalembert.errors import BadFile, UnsupportedElement, shown
from dalembert.formats.draft import Draft
from dalembert.formats.finding import PLUGINS, Log, Place
from dalembert.formats.sdf.frame import WORLD, Frames, scoped, written
from dalembert.formats.sdf.joint import add_joint
from dalembert.formats.sdf.link import link
from dalembert.formats.xml import Element, number, required, unknown
from dalembert.robot.model import Frame, Joint, Link
from dalembert.spatial.pose import Pose

_MODEL_IDLE = ("self_collide", "allow_auto_disable", "enable_wind", "gripper")
_WORLD_IDLE = (
    "light", "scene", "physics", "plugin", "gui", "spherical_coordinates", "magnetic_field", "atmosphere", "audio",
    "wind", "road", "state", "population", "gravity",
)  # fmt: skip
_ACTIVE = (
    "drake:joint", "drake:linear_spring_damper", "drake:linear_bushing_rpy", "drake:ball_constraint",
    "drake:weld_constraint", "drake:distance_constraint", "drake:tendon_constraint",
)  # fmt: skip


def read(root: Element, path: Path, log: Log) -> Draft:
    """The robot of an `<sdf>` element, unchecked."""
    draft = Draft(path.name.split(".")[0], log, top=Place(shown(path, 200), root.place.line))
    reader = _Reader(draft, Frames(log, old=_before(root.get("version") or "", (1, 5))))
    worlds = list(root.all("world"))
    outer = worlds[0] if worlds else root
    for second in (*worlds[1:], *(root.all("model") if worlds else ())):
        log.error(BadFile, f"<{second.tag}> stands beside a <world>", second.place, fix="keep one of them in the file")
    if outer.first("gravity") is not None:
        draft.gravity = tuple(_numbers(outer.first("gravity"), log)) or draft.gravity
    models = list(outer.all("model"))
    tied = len(models) > 1 or any(x.tag in ("joint", "frame") for x in outer.children)
    draft.add_link(Link(WORLD), root.place)
    for element in outer.children:
        if element.tag == "include":
            reader.included(element)
        elif element.tag == "model":
            reader.model(element, required(element, "name", log) if tied else "", False)
        elif element.tag == "joint":
            reader.joint(element, "")
        elif element.tag == "frame":
            reader.frame(element, "", WORLD)
        elif element.tag not in ("world", *_WORLD_IDLE):
            unknown(element, ("model", "world", "include", "joint", "frame"), outer.tag, log)
    if not models:
        log.stop(BadFile, "the file describes no model", root.place)
    draft.name = shown((outer if len(models) > 1 else models[0]).get("name") or draft.name, 200)
    reader.tree()
    return draft


def _before(version: str, other: tuple[int, int]) -> bool:
    """Whether a file says that it is older."""
    major, _, minor = version.partition(".")
    return major.isdecimal() and minor.isdecimal() and len(version) < 9 and (int(major), int(minor)) < other


class _Reader:
    """The links, joints and frames of all models, then the tree they make."""

    def __init__(self, draft: Draft, frames: Frames) -> None:
        self.draft, self.frames, self.log = draft, frames, draft.log
        self.joints: list[tuple[Element, str]] = []
        self.named: list[str] = []  # frames the file names
        self.still: set[str] = set()  # links of static models

    def model(self, element: Element, scope: str, static: bool) -> None:
        """A model and those nested in it."""
        inside, pose = written(element, self.log)
        outer = scope.rpartition("::")[0]
        if scope:
            self.frames.add(scope, scoped(outer, inside) if inside else outer, pose, element.place)
        else:
            self.frames.found[""] = pose
        word = element.first("static")
        static = static or (word is not None and word.text.lower() in ("true", "1"))
        for part in element.children:
            if part.tag == "link":
                self.link(part, scope, static)
            elif part.tag == "joint":
                self.joint(part, scope)
            elif part.tag == "frame":
                self.frame(part, scope)
            elif part.tag == "model":
                self.model(part, scoped(scope, required(part, "name", self.log)), static)
            elif part.tag == "include":
                self.included(part)
            elif part.tag in _ACTIVE:
                what = f"<{part.tag}> of model '{shown(element.get('name'))}' acts on the motion and is not modelled"
                self.log.error(UnsupportedElement, what, part.place, fix="remove it")
            elif part.tag == "plugin":
                self.log.count(PLUGINS, "<plugin> of a model", part.place)
            elif part.tag in _MODEL_IDLE:
                self.log.leave(f"<{part.tag}>", part.place)
            elif part.tag not in ("pose", "static"):
                unknown(part, ("link", "joint", "frame", "model", "include"), "model", self.log)
        first = next((x.get("name") or "" for tag in ("link", "model") for x in element.all(tag)), None)
        canonical = element.get("canonical_link") or first
        if canonical is not None:
            self.frames.carriers[scope] = scoped(scope, canonical)
        self.set_down(element, scope)

    def set_down(self, element: Element, scope: str) -> None:
        """A model whose pose is that of one of its frames."""
        frame = element.get("placement_frame")
        if frame is None:
            return
        if scope:
            inside, pose, place = self.frames.steps[scope]
            self.frames.add(scope, inside, self.frames.set_down(scope, scoped(scope, frame), pose), place)
        else:
            self.frames.found[""] = self.frames.set_down("", frame, self.frames.found[""])

    def link(self, element: Element, scope: str, static: bool) -> None:
        given = required(element, "name", self.log)
        if given == WORLD:
            what = "a link is named 'world', which SDF keeps for the ground"
            self.log.error(BadFile, what, element.place, link=given, fix="rename it, or remove it if it is the ground")
        name = scoped(scope, given)
        inside, pose = written(element, self.log)
        self.frames.add(name, scoped(scope, inside or "__model__"), pose, element.place)
        self.draft.add_link(link(element, name, self.log), element.place)
        if static:
            self.still.add(name)

    def included(self, element: Element) -> None:
        uri = element.first("uri")
        what = f"<include> of '{shown(uri.text if uri else '')}': other files are not fetched, and what they describe is missing"
        self.log.error(UnsupportedElement, what, element.place, fix="put the model into the file, or remove it")

    def joint(self, element: Element, scope: str) -> None:
        name = scoped(scope, required(element, "name", self.log))
        inside, pose = written(element, self.log)
        child = _end(element, "child")
        self.frames.add(f"joint {name}", scoped(scope, inside or child), pose, element.place)
        self.frames.add(name, f"joint {name}", Pose(), element.place, scoped(scope, child))
        self.joints.append((element, scope))

    def frame(self, element: Element, scope: str, ground: str = "__model__") -> None:
        name = scoped(scope, required(element, "name", self.log))
        inside, pose = written(element, self.log)
        carrier = element.get("attached_to") or ground
        self.frames.add(name, scoped(scope, inside or carrier), pose, element.place, scoped(scope, carrier))
        self.named.append(name)

    def tree(self) -> None:
        """Joints from what stands on the ground outwards; what stands nowhere floats; the rest are loops."""
        links = [x.name for x in self.draft.links]
        pending = [(e, s, self.ends(e, s)) for e, s in self.joints]
        pending = [x for x in pending if x[2][1] != ""]
        children = {ends[1] for _, _, ends in pending}
        placed = {WORLD}
        for name in links[1:]:
            if name in self.still or name not in children:
                self.ground(name, "fixed" if name in self.still else "free")
                placed.add(name)
        while pending:
            ready = next((x for x in pending if x[2][0] in placed), None)
            if ready is None:  # a ring of joints that stands nowhere: it floats by the first of its links
                name = pending[0][2][0]
                self.ground(name, "free")
                placed.add(name)
                continue
            pending.remove(ready)
            element, scope, ends = ready
            add_joint(element, scope, ends, self.frames, self.draft, ends[1] in placed)
            placed.add(ends[1])
        for name in self.named:
            carrier = self.frames.link(name)
            if carrier not in links:
                what = f"frame '{shown(name)}' is attached to '{shown(carrier)}', which is no link or frame"
                self.log.error(BadFile, what, self.frames.steps[name][2])
            elif name not in links:
                place = self.frames.pose(carrier).inverse() @ self.frames.pose(name)
                self.draft.frames.append(Frame(name, carrier, place))

    def ends(self, element: Element, scope: str) -> tuple[str, str]:
        """The links a joint is between."""
        known = {x.name for x in self.draft.links}
        found = []
        for role in ("parent", "child"):
            name = self.frames.link(scoped(scope, _end(element, role)))
            if name not in known:
                what = f"joint '{shown(element.get('name'))}' names '{shown(_end(element, role))}' as its {role}, which is no link or frame"
                self.log.error(BadFile, what, element.place, joint=element.get("name") or "")
                return "", ""
            found.append(name)
        if found[1] in (WORLD, found[0]):
            which = "the world as its child" if found[1] == WORLD else f"link '{shown(found[1])}' as parent and child"
            self.log.error(BadFile, f"joint '{shown(element.get('name'))}' has {which}", element.place)
            return "", ""
        return found[0], found[1]

    def ground(self, name: str, kind: str) -> None:
        """A link on the ground, or floating; a free joint counts from the world's origin."""
        place = self.frames.pose(name) if kind == "fixed" else Pose()
        joint = self.draft.free_name("joint", f"{name}_{kind}")
        self.draft.add_joint(Joint(joint, kind, WORLD, name, place), self.draft.place("link", name))


def _end(element: Element, role: str) -> str:
    part = element.first(role)
    return "" if part is None else part.text.strip()


def _numbers(element: Element | None, log: Log) -> list[float]:
    words = element.text.split() if element is not None else []
    found = [x for x in map(number, words) if x is not None]
    if (len(found) != 3 or len(words) != 3) and element is not None:
        log.error(BadFile, f"<{element.tag}> holds '{shown(element.text)}', where 3 numbers are needed", element.place)
        return []
    return found
