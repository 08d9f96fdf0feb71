"""A URDF file with other numbers: `<inertial>`, `<dynamics>`, `<origin>` of joints and rotors of transmissions.

An inertial keeps the axes of its own origin, R of its rpy: the tensor is written as Rᵀ I R about the mass centre.
"""

from __future__ import annotations

from dalembert.formats.difference import Difference
from dalembert.formats.draft import Draft
from dalembert.formats.finding import Log
from dalembert.formats.markup import Markup, quoted
from dalembert.formats.number import central, rpy, written
from dalembert.formats.urdf.read import origin_pose
from dalembert.formats.urdf.transmission import ROTOR
from dalembert.formats.xml import Element
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint
from dalembert.spatial.pose import IDENTITY
from dalembert.spatial.vector import Matrix, transpose

_DRAKE = "https://drake.mit.edu"


def rewrite(page: Markup, found: Difference) -> None:
    """Change what differs."""
    named = {(x.tag, x.get("name")): x for x in reversed(page.root.children)}
    for name, inertia in found.links.items():
        _inertial(page, named["link", name], name, inertia.numeric())
    for name, joint in found.places.items():
        _origin(page, named["joint", name], joint)
    fresh: list[tuple[int, str]] = []
    for name, joint in found.drives.items():
        drive = joint.drives[0] or Drive()
        old = found.joint(name).drives[0] or Drive()
        if (drive.viscous, drive.dry) != (old.viscous, old.dry):
            _dynamics(page, named["joint", name], drive)
        if drive.inertia != old.inertia:
            fresh += _rotor(page, name, drive)
    if fresh:
        page.add(page.root, fresh)
    if b"drake:" in b"".join(x[2] for x in page.changes) and page.root.get("xmlns:drake") is None:
        page.set(page.root, {"xmlns:drake": _DRAKE})


def _inertial(page: Markup, link: Element, name: str, inertia: Inertia) -> None:
    part = link.first("inertial")
    origin = None if part is None else part.first("origin")
    R: Matrix = IDENTITY.R
    if part is not None:
        R = origin_pose(part, Draft("", Log(lenient=True)), "").R
    mass, com, _ = central(inertia, name, "URDF")
    xx, yy, zz, xy, yz, xz = inertia.central().rotated(transpose(R)).tensor
    entries = {"ixx": xx, "ixy": xy, "ixz": xz, "iyy": yy, "iyz": yz, "izz": zz}
    given = {
        "origin": {"xyz": written(com)},
        "mass": {"value": written([mass])},
        "inertia": {key: written([x]) for key, x in entries.items()},
    }
    if part is None:
        given["origin"]["rpy"] = "0 0 0"
        lines = [(1, _element(tag, values)) for tag, values in given.items()]
        page.add(link, [(0, "<inertial>"), *lines, (0, "</inertial>")], first=True)
        return
    lines = []
    for tag, values in given.items():
        own = origin if tag == "origin" else part.first(tag)
        if own is None:
            lines.append((0, _element(tag, values)))
        else:
            page.set(own, values)
    if lines:
        page.add(part, lines)


def _origin(page: Markup, element: Element, joint: Joint) -> None:
    values = {"xyz": written(joint.placement.p), "rpy": written(rpy(joint.placement.R))}
    origin = element.first("origin")
    if origin is None:
        page.add(element, [(0, _element("origin", values))], first=True)
    else:
        page.drop(origin, ("quat_xyzw",))
        page.set(origin, values)


def _dynamics(page: Markup, element: Element, drive: Drive) -> None:
    values = {"damping": drive.viscous, "friction": drive.dry}
    part = element.first("dynamics")
    if part is None:
        page.add(element, [(0, _element("dynamics", {key: written([x]) for key, x in values.items()}))])
    else:
        page.set(part, {key: written([x]) for key, x in values.items() if x != 0 or part.get(key) is not None})


def _rotor(page: Markup, name: str, drive: Drive) -> list[tuple[int, str]]:
    """Change the rotor of the joint's transmission, or the lines of one that is to be added."""
    Im = written([drive.inertia / drive.gear_ratio**2])
    for element in page.root.walk():
        if element.tag != "transmission" or [x.get("name") for x in element.all("joint")] != [name]:
            continue
        part = next((x for x in element.walk() if x.tag in ROTOR), None)
        if part is not None:
            page.set(part, {"value": Im})
        else:
            page.add(element.first("actuator") or element, [(0, _element(ROTOR[0], {"value": Im}))])
        return []
    ratio = written([drive.gear_ratio])
    return [
        (0, f"<transmission name={quoted(name + '_transmission')}>"),
        (1, "<type>transmission_interface/SimpleTransmission</type>"),
        (1, f"<joint name={quoted(name)}/>"),
        (1, f"<actuator name={quoted(name + '_motor')}>"),
        (2, f"<mechanicalReduction>{ratio}</mechanicalReduction>"),
        (2, _element(ROTOR[0], {"value": Im})),
        (1, "</actuator>"),
        (0, "</transmission>"),
    ]


def _element(tag: str, values: dict[str, str]) -> str:
    return f"<{tag} {' '.join(f'{key}={quoted(x)}' for key, x in values.items())}/>"
