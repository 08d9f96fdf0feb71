"""A robot as MJCF.

A body stands at placement · after, and its joint's anchor and axis are seen from there:
T = P A · (A⁻¹ motion(q) A) = P motion(q) A.  Frames become sites, mimics joint equalities,
a drive its sums at the joint: armature N² Im, damping b + N² bm, frictionloss.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from dalembert.errors import WrongValue
from dalembert.formats.number import central, numeric, quaternion, written, xml_text
from dalembert.formats.xml import DEEPEST
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Robot
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import matvec, transpose


def text(robot: Robot) -> str:
    """The document; symbols without a value raise."""
    robot = numeric(robot, "MJCF")
    root = Element("mujoco", model=robot.name)
    SubElement(root, "compiler", angle="radian", inertiafromgeom="false", autolimits="false")
    SubElement(root, "option", gravity=written(robot.gravity))
    world = SubElement(root, "worldbody")
    elements = {robot.root: world}
    depth = {robot.root: 3}
    ground = robot.link(robot.root)
    if robot.root != "world" or not ground.inertia.is_zero:
        elements[robot.root] = _body(world, robot.root, IDENTITY, ground.inertia)
    for joint in robot.joints:
        body = _body(
            elements[joint.parent], joint.child, joint.placement @ joint.after, robot.link(joint.child).inertia
        )
        if joint.moves:
            body.insert(0, _joint(joint))
        elements[joint.child] = body
        depth[joint.child] = depth[joint.parent] + 1
    if max(depth.values()) >= DEEPEST:
        raise WrongValue(f"MJCF nests one body in another, at most {DEEPEST} deep; export this chain to .urdf or .toml")
    for frame in robot.frames:
        SubElement(elements[frame.link], "site", {"name": frame.name, **_place(frame.placement)})
    _equalities(root, robot)
    return xml_text(root)


def _body(parent: Element, name: str, place: Pose, inertia: Inertia) -> Element:
    body = SubElement(parent, "body", {"name": name, **_place(place)})
    if not inertia.is_zero:
        mass, com, (xx, yy, zz, xy, yz, xz) = central(inertia, name, "MJCF")
        tensor = written((xx, yy, zz, xy, xz, yz))
        SubElement(body, "inertial", pos=written(com), mass=written([mass]), fullinertia=tensor)
    return body


def _place(place: Pose) -> dict[str, str]:
    return {"pos": written(place.p), "quat": written(quaternion(place.R))}


def _joint(joint: Joint) -> Element:
    kind = "slide" if joint.kind == "prismatic" else "hinge"
    back = joint.after.inverse()
    axis = matvec(transpose(joint.after.R), joint.axis)
    element = Element("joint", name=joint.name, type=kind, pos=written(back.p), axis=written(axis))
    limits, drive = joint.limits, joint.drive
    if limits.lower is not None and limits.upper is not None:
        element.set("limited", "true")
        element.set("range", written((limits.lower, limits.upper)))
    if limits.effort is not None:
        element.set("actuatorfrclimited", "true")
        element.set("actuatorfrcrange", written((-limits.effort, limits.effort)))
    if drive is not None:
        for name, x in (("armature", drive.inertia), ("damping", drive.viscous), ("frictionloss", drive.dry)):
            if x != 0:
                element.set(name, written([x]))
    return element


def _equalities(root: Element, robot: Robot) -> None:
    followers = [(j.name, j.mimic) for j in robot.joints if j.mimic is not None]
    section = SubElement(root, "equality") if followers else None
    for name, mimic in followers:
        if section is not None:
            law = written((mimic.offset, mimic.multiplier, 0, 0, 0))
            SubElement(section, "joint", joint1=name, joint2=mimic.joint, polycoef=law)
