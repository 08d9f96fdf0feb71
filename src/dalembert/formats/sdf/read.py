"""SDF: Gazebo's robot files, of links and joints; worlds and nested models.

A model stands free unless a joint ties it to the world or it is static: each link without a parent gets a free joint.
A joint to a link that has a parent already closes a loop. Shapes, sensors and plugins are left; what would act on the
motion and cannot be held (gearboxes, added mass of fluids, included files) is refused by name and line.
"""

from __future__ import annotations

from pathlib import Path

from dalembert.errors import BadFile, UnsupportedElement, shown
from dalembert.formats.draft import Draft
from dalembert.formats.finding import Log, Place
from dalembert.formats.sdf.frame import WORLD, Frames, scoped, written
from dalembert.formats.sdf.joint import add_joint, amount
from dalembert.formats.xml import Element, once, required, unknown
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Frame, Joint, Link
from dalembert.spatial.pose import Pose

_LINK_IDLE = (
    "visual", "collision", "sensor", "projector", "audio_sink", "audio_source", "battery", "light", "material",
    "particle_emitter", "plugin", "self_collide", "enable_wind", "velocity_decay", "must_be_base_link",
)  # fmt: skip
_MODEL_IDLE = ("plugin", "self_collide", "allow_auto_disable", "enable_wind", "gripper")
_WORLD_IDLE = (
    "light", "scene", "physics", "plugin", "gui", "spherical_coordinates", "magnetic_field", "atmosphere", "audio",
    "wind", "road", "state", "population", "gravity", "frame",
)  # fmt: skip


def read(root: Element, path: Path, log: Log) -> Draft:
    """The robot of an `<sdf>` element, unchecked."""
    draft = Draft(path.name.split(".")[0], log, top=Place(shown(path, 200), root.place.line))
    frames = Frames(log)
    reader = _Reader(draft, frames)
    outer = root.first("world") or root
    if outer.first("gravity") is not None:
        draft.gravity = tuple(_numbers(outer.first("gravity"), log)) or draft.gravity
    models = list(outer.all("model"))
    if not models:
        log.stop(BadFile, "the file describes no model", root.place)
    draft.name = shown((outer if len(models) > 1 else models[0]).get("name") or draft.name, 200)
    draft.add_link(Link(WORLD), root.place)
    for model in models:
        scope = required(model, "name", log) if len(models) > 1 else ""
        reader.model(model, scope, False)
    for element in outer.children:
        if element.tag == "include":
            reader.included(element)
        elif element.tag not in ("model", "world", *_WORLD_IDLE):
            unknown(element, ("model", "world", "include"), outer.tag, log)
    reader.tree()
    return draft


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
            elif part.tag in _MODEL_IDLE:
                self.log.leave(f"<{part.tag}>", part.place)
            elif part.tag not in ("pose", "static"):
                unknown(part, ("link", "joint", "frame", "model", "include"), "model", self.log)

    def included(self, element: Element) -> None:
        uri = element.first("uri")
        what = f"<include> of '{shown(uri.text if uri else '')}': other files are not fetched, and what they describe is missing"
        self.log.error(UnsupportedElement, what, element.place, fix="put the model into the file, or remove it")

    def link(self, element: Element, scope: str, static: bool) -> None:
        name = scoped(scope, required(element, "name", self.log))
        once(element, ("inertial", "pose"), f"link '{shown(name)}'", self.log)
        inside, pose = written(element, self.log)
        self.frames.add(name, scoped(scope, inside or "__model__"), pose, element.place)
        weightless = False
        for part in element.children:
            if part.tag in ("gravity", "kinematic"):
                on = part.text.lower() in ("true", "1")
                weightless = weightless or (part.tag == "gravity" and not on)
                if part.tag == "kinematic" and on:
                    self.log.error(
                        UnsupportedElement, f"link '{shown(name)}' is kinematic, which is not modelled", part.place
                    )
            elif part.tag in _LINK_IDLE:
                self.log.leave(f"<{part.tag}>", part.place)
            elif part.tag not in ("inertial", "pose"):
                unknown(part, ("inertial", "pose", *_LINK_IDLE), "link", self.log)
        self.draft.add_link(Link(name, self.inertia(element, name), int(weightless)), element.place)
        if static:
            self.still.add(name)

    def inertia(self, element: Element, name: str) -> Inertia:
        """What a link weighs; 1 kg and unit moments where SDF leaves them out."""
        inertial = element.first("inertial")
        if inertial is None:
            what = f"link '{shown(name)}' has no <inertial>; it counts as 1 kg with unit moments, as SDF says"
            self.log.warn(what, element.place, link=name, fix="give it its inertia")
            return Inertia(1.0, (0, 0, 0), (1.0, 1.0, 1.0, 0, 0, 0))
        if inertial.get("auto") in ("true", "1"):
            what = (
                f"<inertial auto='true'> of link '{shown(name)}' asks for the inertia of shapes, which is not modelled"
            )
            self.log.error(UnsupportedElement, what, inertial.place, link=name)
        added = inertial.first("fluid_added_mass")
        if added is not None and any(x.text not in ("0", "0.0") for x in added.children):
            what = f"link '{shown(name)}' has <fluid_added_mass>, which is not modelled"
            self.log.error(UnsupportedElement, what, added.place, link=name)
        tensor = inertial.first("inertia")
        entries = [
            amount(tensor, x, self.log, 1.0 if x[1] == x[2] else 0.0)
            for x in ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
        ]
        pose = written(inertial, self.log)[1]
        return Inertia(amount(inertial, "mass", self.log, 1.0), (0, 0, 0), tuple(entries)).moved(pose)

    def joint(self, element: Element, scope: str) -> None:
        name = scoped(scope, required(element, "name", self.log))
        inside, pose = written(element, self.log)
        child = _end(element, "child")
        self.frames.add(f"joint {name}", scoped(scope, inside or child), pose, element.place)
        self.frames.add(name, f"joint {name}", Pose(), element.place, scoped(scope, child))
        self.joints.append((element, scope))

    def frame(self, element: Element, scope: str) -> None:
        name = scoped(scope, required(element, "name", self.log))
        inside, pose = written(element, self.log)
        carrier = element.get("attached_to") or "__model__"
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
            place = self.frames.pose(carrier).inverse() @ self.frames.pose(name)
            if carrier in links and name not in links:
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
        if found[1] == WORLD:
            self.log.error(BadFile, f"joint '{shown(element.get('name'))}' has the world as its child", element.place)
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
    try:
        found = [float(x) for x in words]
    except ValueError:
        found = []
    if len(found) != 3 and element is not None:
        log.error(BadFile, f"<{element.tag}> holds '{shown(element.text)}', where 3 numbers are needed", element.place)
        return []
    return found
