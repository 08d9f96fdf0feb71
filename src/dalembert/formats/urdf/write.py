"""A robot as URDF, new or as changes to a URDF file.

URDF puts a link's frame on its joint: T_parent_child = origin · motion(q). If ours has a pose `after` the motion, a
massless link is placed on the joint and a fixed joint connects it to the link itself, whose inertia and children stay the
same. Frames become massless links.

`rewrite` changes `<inertial>`, `<dynamics>`, `<origin>` of joints and rotors of transmissions. An inertial keeps the axes
of its own origin, R of its rpy: the tensor is written as Rᵀ I R about the mass centre.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from dalembert.formats.description import Description
from dalembert.formats.difference import Difference
from dalembert.formats.finding import FindingLog
from dalembert.formats.numeric import BOUNDLESS, central, numeric, rpy, written, xml_text
from dalembert.formats.urdf.read import ROTOR, bonds, origin_pose
from dalembert.formats.xml import Element as FileElement
from dalembert.formats.xml import Markup, quoted
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Limits, Link, Robot
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import Matrix, transpose


def text(robot: Robot) -> str:
    """The document; symbols without a value raise."""
    robot = numeric(robot, "URDF")
    root = Element("robot", name=robot.name)
    if tuple(robot.gravity) != (0, 0, -9.81):
        SubElement(root, "dalembert", gravity=written(robot.gravity))  # URDF has no word for it
    taken = {link.name for link in robot.links} | {joint.name for joint in robot.joints}
    for link in robot.links:
        _link(root, link)
    for joint in robot.joints:
        _joint(root, joint, taken)
    for frame in robot.frames:
        if frame.name not in {link.name for link in robot.links}:
            SubElement(root, "link", name=frame.name)
            _fixed(root, _free(f"{frame.name}_frame", taken), frame.link, frame.name, frame.placement)
    for joint in robot.joints:
        _transmission(root, joint)
    bonds(root, robot)
    return xml_text(root)


def _link(root: Element, link: Link) -> None:
    element = SubElement(root, "link", name=link.name)
    if link.inertia.is_zero:
        return
    mass, com, (xx, yy, zz, xy, yz, xz) = central(link.inertia, link.name, "URDF")
    inertial = SubElement(element, "inertial")
    SubElement(inertial, "origin", xyz=written(com), rpy="0 0 0")
    SubElement(inertial, "mass", value=written([mass]))
    entries = {"ixx": xx, "ixy": xy, "ixz": xz, "iyy": yy, "iyz": yz, "izz": zz}
    SubElement(inertial, "inertia", {name: written([x]) for name, x in entries.items()})


def _joint(root: Element, joint: Joint, taken: set[str]) -> None:
    if not joint.moves:
        _fixed(root, joint.name, joint.parent, joint.child, joint.placement @ joint.after)
        return
    child = joint.child
    if not _is_identity(joint.after):
        child = _free(f"{joint.child}_axis", taken)
        SubElement(root, "link", name=child)
        _fixed(root, _free(f"{joint.name}_after", taken), child, joint.child, joint.after)
    kind = "floating" if joint.kind == "free" else joint.kind
    element = _placed(root, joint.name, kind, joint.parent, child, joint.placement)
    SubElement(element, "axis", xyz=written(joint.axis))
    if joint.nv == 1:
        _limit(element, joint.kind, joint.limits)
    drive = joint.drives[0]
    if drive is not None and (drive.viscous or drive.dry):
        SubElement(element, "dynamics", damping=written([drive.viscous]), friction=written([drive.dry]))
    if joint.mimic is not None:
        factor, offset = written([joint.mimic.multiplier]), written([joint.mimic.offset])
        SubElement(element, "mimic", joint=joint.mimic.joint, multiplier=factor, offset=offset)


def _fixed(root: Element, name: str, parent: str, child: str, place: Pose) -> None:
    _placed(root, name, "fixed", parent, child, place)


def _placed(root: Element, name: str, kind: str, parent: str, child: str, place: Pose) -> Element:
    element = SubElement(root, "joint", name=name, type=kind)
    SubElement(element, "parent", link=parent)
    SubElement(element, "child", link=child)
    SubElement(element, "origin", xyz=written(place.p), rpy=written(rpy(place.R)))
    return element


def _limit(element: Element, kind: str, limits: Limits) -> None:
    """URDF wants every limit of a revolute or prismatic joint named; those there are none of are named boundless."""
    if kind == "continuous" and limits.velocity is None and limits.effort is None:
        return
    lower = -BOUNDLESS if limits.lower is None else limits.lower
    given = {"lower": lower, "upper": limits.upper, "effort": limits.effort, "velocity": limits.velocity}
    if kind == "continuous":
        given = {name: given[name] for name in ("effort", "velocity")}
    SubElement(element, "limit", {name: written([BOUNDLESS if x is None else x]) for name, x in given.items()})


def _transmission(root: Element, joint: Joint) -> None:
    drive = joint.drives[0] if joint.nv == 1 else None
    if drive is None or (drive.rotor_inertia == 0 and drive.gear_ratio == 1):
        return
    if root.get("xmlns:drake") is None:
        root.set("xmlns:drake", "https://drake.mit.edu")
    element = SubElement(root, "transmission", name=f"{joint.name}_transmission")
    SubElement(element, "type").text = "transmission_interface/SimpleTransmission"
    SubElement(element, "joint", name=joint.name)
    actuator = SubElement(element, "actuator", name=f"{joint.name}_motor")
    SubElement(actuator, "mechanicalReduction").text = written([drive.gear_ratio])
    SubElement(actuator, "drake:rotor_inertia", value=written([drive.rotor_inertia]))
    SubElement(actuator, "drake:gear_ratio", value=written([drive.gear_ratio]))


def _is_identity(pose: Pose) -> bool:
    return pose.R == IDENTITY.R and pose.p == IDENTITY.p


def _free(wish: str, taken: set[str]) -> str:
    name, k = wish, 2
    while name in taken:
        name, k = f"{wish}_{k}", k + 1
    taken.add(name)
    return name


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


def _inertial(page: Markup, link: FileElement, name: str, inertia: Inertia) -> None:
    part = link.first("inertial")
    origin = None if part is None else part.first("origin")
    R: Matrix = IDENTITY.R
    if part is not None:
        R = origin_pose(part, Description("", FindingLog(lenient=True)), part.part).R
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


def _origin(page: Markup, element: FileElement, joint: Joint) -> None:
    values = {"xyz": written(joint.placement.p), "rpy": written(rpy(joint.placement.R))}
    origin = element.first("origin")
    if origin is None:
        page.add(element, [(0, _element("origin", values))], first=True)
    else:
        page.drop(origin, ("quat_xyzw",))
        page.set(origin, values)


def _dynamics(page: Markup, element: FileElement, drive: Drive) -> None:
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
