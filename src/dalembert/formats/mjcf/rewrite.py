"""An MJCF file with other numbers: `<inertial>`, and `armature`, `damping`, `frictionloss` of joints.

A tensor stays as the file gives it, as `fullinertia` or by principal moments and a `quat`. Attributes at an element
go before those of its default class, and an `<inertial>` before the geoms of its body.
"""

from __future__ import annotations

from collections.abc import Callable

from dalembert.errors import WrongValue, shown
from dalembert.formats.difference import Difference
from dalembert.formats.finding import Place
from dalembert.formats.markup import Markup, quoted
from dalembert.formats.mjcf.default import ORIENTATIONS
from dalembert.formats.mjcf.write import central_tensor
from dalembert.formats.number import central, quaternion, written
from dalembert.formats.xml import Element
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia

_FELT: tuple[tuple[str, Callable[[Drive], float]], ...] = (
    ("armature", lambda drive: float(drive.inertia)),
    ("damping", lambda drive: float(drive.viscous)),
    ("frictionloss", lambda drive: float(drive.dry)),
)


def rewrite(page: Markup, found: Difference) -> None:
    """Change what differs."""
    if found.places:
        raise WrongValue(
            f"joint '{shown(next(iter(found.places)))}' stands elsewhere than in its file, where MJCF places bodies and "
            "not joints; write the robot with da.export"
        )
    for name, inertia in found.links.items():
        _inertial(page, _element(page, found, "link", name), name, inertia.numeric())
    for name, joint in found.drives.items():
        element = _element(page, found, "joint", name)
        drive, old = (x.drives[0] or Drive() for x in (joint, found.joint(name)))
        values = {key: felt(drive) for key, felt in _FELT if felt(drive) != felt(old)}
        page.set(element, {key: written([x]) for key, x in values.items()})


def _element(page: Markup, found: Difference, kind: str, name: str) -> Element:
    """The element that a link or joint was read from: of its name, or of the line where one without a name stands."""
    tags = ("body",) if kind == "link" else ("joint", "freejoint")
    place = found.old.place(kind, name) or Place(page.file, 0)
    near = [x for x in page.root.walk() if x.tag in tags and x.place == place]
    fitting = [x for x in near if x.get("name") == name] or [x for x in near if x.get("name") is None]
    if len(fitting) != 1:
        where = "has no element of its own"  # between two joints of a body, or one of many copies
        if place.file != page.file:
            where = f"stands in '{shown(place.file, 200)}'"
        raise WrongValue(
            f"{kind} '{shown(name)}' {where}, which cannot be changed here; give the file it stands in, or write the "
            "robot with da.export"
        )
    return fitting[0]


def _inertial(page: Markup, body: Element, name: str, inertia: Inertia) -> None:
    part = body.first("inertial")
    mass, com, (xx, yy, zz, xy, yz, xz) = central(inertia, name, "MJCF")
    values = {"pos": written(com), "mass": written([mass])}
    if part is None:
        values |= central_tensor(inertia, (xx, yy, zz, xy, xz, yz))
        text = " ".join(f"{key}={quoted(x)}" for key, x in values.items())
        page.add(body, [(0, f"<inertial {text}/>")], first=True)
    elif part.get("fullinertia") is not None:
        page.set(part, values | {"fullinertia": written((xx, yy, zz, xy, xz, yz))})
    else:
        principal = inertia.principal()
        page.drop(part, tuple(x for x in ORIENTATIONS if x != "quat"))
        turn = {"quat": written(quaternion(principal.R))}
        page.set(part, values | turn | {"diaginertia": written(principal.moments)})
