"""A robot as URDF.

URDF puts a link's frame on its joint: T_parent_child = origin · motion(q). Where ours
has a pose `after` the motion, a massless link stands on the joint and a fixed
joint leads on to the link itself, whose inertia and children stay as they are.
Frames become massless links.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from dalembert.formats.number import BOUNDLESS, central, numeric, rpy, written, xml_text
from dalembert.formats.urdf.bond import bonds
from dalembert.robot.model import Joint, Limits, Link, Robot
from dalembert.spatial.pose import IDENTITY, Pose


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
