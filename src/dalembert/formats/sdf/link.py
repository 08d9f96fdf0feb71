"""Links of SDF: what they weigh, and what of them would change the motion and cannot be held."""

from __future__ import annotations

from dalembert.errors import UnsupportedElement, shown
from dalembert.formats.finding import PLUGINS, SIMULATED, UNREAD, Log
from dalembert.formats.sdf.frame import written
from dalembert.formats.sdf.joint import amount
from dalembert.formats.xml import Element, once, spelt, unknown
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Link

_IDLE = (
    "visual", "collision", "sensor", "projector", "audio_sink", "audio_source", "battery", "light", "material",
    "particle_emitter", "self_collide", "must_be_base_link", "contact",
)  # fmt: skip
_READ = ("inertial", "pose", "gravity")
_ACTIVE = ("enable_wind", "velocity_decay")
_INSIDE = {
    "inertial": ("mass", "pose", "inertia", "density", "fluid_added_mass"),
    "inertia": ("ixx", "iyy", "izz", "ixy", "iyz", "ixz"),
}


def link(element: Element, name: str, log: Log) -> Link:
    """The link of an element; one without gravity is carried."""
    once(element, ("inertial", "pose"), f"link '{shown(name)}'", log)
    carried = False
    for part in element.children:
        if part.tag == "gravity":
            carried = carried or part.text.lower() not in ("true", "1")
        elif part.tag == "kinematic" or part.tag == "drake:deformable_properties":
            if part.text.lower() not in ("false", "0"):
                what = f"link '{shown(name)}' has <{part.tag}>, which acts on the motion and is not modelled"
                log.error(UnsupportedElement, what, part.place, link=name, fix="remove it")
        elif part.tag in _ACTIVE:
            idle = all(x.text.lower() in ("false", "0", "0.0") for x in (part.children or [part]))
            log.count(UNREAD if idle else SIMULATED, f"<{part.tag}>", part.place)
        elif part.tag == "plugin":
            log.count(PLUGINS, "<plugin> of a link", part.place)
        elif part.tag in _IDLE:
            log.leave(f"<{part.tag}>", part.place)
        elif part.tag not in _READ:
            unknown(part, (*_READ, *_IDLE, *_ACTIVE), "link", log)
    return Link(name, _inertia(element, name, log), int(carried))


def _inertia(element: Element, name: str, log: Log) -> Inertia:
    """What a link weighs; 1 kg and unit moments where SDF leaves them out."""
    inertial = element.first("inertial")
    if inertial is None:
        what = f"link '{shown(name)}' has no <inertial>; it counts as 1 kg with unit moments, as SDF says"
        log.warn(what, element.place, link=name, fix="give it its inertia")
        return Inertia(1.0, (0, 0, 0), (1.0, 1.0, 1.0, 0, 0, 0))
    if inertial.get("auto") in ("true", "1"):
        what = f"<inertial auto='true'> of link '{shown(name)}' asks for the inertia of shapes, which is not modelled"
        log.error(UnsupportedElement, what, inertial.place, link=name, fix="give it its mass and inertia")
    spelt(inertial, _INSIDE, log)
    added = inertial.first("fluid_added_mass")
    if added is not None and any(x.text not in ("0", "0.0") for x in added.children):
        what = f"link '{shown(name)}' has <fluid_added_mass>, which is not modelled"
        log.error(UnsupportedElement, what, added.place, link=name, fix="remove it")
    tensor = inertial.first("inertia")
    entries = [amount(tensor, x, log, 1.0 if x[1] == x[2] else 0.0) for x in ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")]
    pose = written(inertial, log)[1]
    return Inertia(amount(inertial, "mass", log, 1.0), (0, 0, 0), tuple(entries)).moved(pose)
