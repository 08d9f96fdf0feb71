"""A robot as MJCF.

A body stands at D₀ = P₁A₁ P₂A₂ …, the poses of its joints at q = 0, and each joint's anchor and axis are seen from there:
T = D₀ · Π_j D_j⁻¹ motion(q_j) D_j = Π_j P_j motion(q_j) A_j,   D_j = A_j P_(j+1) A_(j+1) …
A link without mass between two joints is no body: both joints belong to the next one. Frames become sites, mimics
joint equalities, a drive its sums at the joint: armature N² Im, damping b + N² bm, frictionloss. MJCF has no word for the
largest speed of a joint, which is kept as a custom number.
"""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement

from dalembert.errors import WrongValue
from dalembert.formats.mjcf.accept import acceptable, slack
from dalembert.formats.mjcf.closing import closed
from dalembert.formats.mjcf.joint import SPEED
from dalembert.formats.number import BOUNDLESS, central, numeric, quaternion, written, xml_text
from dalembert.formats.xml import DEEPEST
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Joint, Link, Robot, Unsaid
from dalembert.robot.spring import Strut
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import matvec, transpose

_WORDS = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slide", "spherical": "ball", "free": "free"}


def text(robot: Robot) -> str:
    """The document; symbols without a value raise."""
    robot = numeric(robot, "MJCF")
    for link in robot.links:
        central(link.inertia, link.name, "MJCF")  # raises for moments without a mass
    hidden = _hidden(robot)
    acceptable(_merged(robot, hidden))
    root = Element("mujoco", model=robot.name)
    SubElement(root, "compiler", angle="radian", inertiafromgeom="false", autolimits="false")
    SubElement(root, "option", gravity=written(robot.gravity))
    world = SubElement(root, "worldbody")
    elements = {robot.root: world}
    depth = {robot.root: 3}
    ground = robot.link(robot.root)
    floats = ground.inertia.is_zero and any(j.kind == "free" and j.parent == robot.root for j in robot.joints)
    if not floats and (robot.root != "world" or not ground.inertia.is_zero):
        elements[robot.root] = _body(world, ground, IDENTITY)
    waiting: dict[str, list[Joint]] = {}  # joints before a hidden link
    for joint in robot.joints:
        chain = [*waiting.get(joint.parent, ()), joint]
        depth[joint.child] = depth[joint.parent] + 1
        if joint.child in hidden:
            waiting[joint.child], elements[joint.child] = chain, elements[joint.parent]
        else:
            elements[joint.child] = _moving(elements[joint.parent], chain, robot.link(joint.child))
    if max(depth.values()) >= DEEPEST:
        raise WrongValue(f"MJCF nests one body in another, at most {DEEPEST} deep; export this chain to .urdf or .toml")
    for frame in robot.frames:
        SubElement(elements[frame.link], "site", {"name": frame.name, **_place(frame.placement)})
    _equalities(root, robot)
    closed(root, robot, elements)
    _speeds(root, robot)
    return xml_text(root)


def _hidden(robot: Robot) -> set[str]:
    """Links without mass that stand between two joints and carry nothing else."""
    used = {frame.link for frame in robot.frames} | {
        x for loop in robot.loops if isinstance(loop, Loop) for x in (loop.first, loop.second)
    }
    used |= {x for spring in robot.springs if isinstance(spring, Strut) for x, _ in spring.path}
    before = {j.child for j in robot.joints if j.moves}
    below: dict[str, list[Joint]] = {}
    for joint in robot.joints:
        below.setdefault(joint.parent, []).append(joint)
    return {
        name for name in before - used
        if robot.link(name).inertia.is_zero and len(below.get(name, ())) == 1 and below[name][0].moves
    }  # fmt: skip


def _merged(robot: Robot, hidden: set[str]) -> Robot:
    """The robot with each hidden link's joint left out: what is asked of bodies is asked of those that are written."""
    parent = {j.child: j.parent for j in robot.joints}
    joints = []
    for joint in robot.joints:
        start = joint.parent
        while start in hidden:
            start = parent[start]
        if joint.child not in hidden:
            joints.append(replace(joint, parent=start, mimic=None))
    links = tuple(x for x in robot.links if x.name not in hidden)
    return replace(robot, links=links, joints=tuple(joints), loops=(), springs=(), actuated=Unsaid())


def _moving(parent: Element, chain: list[Joint], link: Link) -> Element:
    """The body at the end of a chain of joints."""
    rest, parts = IDENTITY, []
    for joint in reversed(chain):
        rest = joint.after @ rest
        if joint.moves:
            parts.append(_joint(joint, rest))
        rest = joint.placement @ rest
    body = _body(parent, link, rest)
    for part in parts:
        body.insert(0, part)
    return body


def _body(parent: Element, link: Link, place: Pose) -> Element:
    name, inertia = link.name, link.inertia
    body = SubElement(parent, "body", {"name": name, **_place(place)})
    if link.gravcomp != 0:
        body.set("gravcomp", written([link.gravcomp]))
    if not inertia.is_zero:
        mass, com, (xx, yy, zz, xy, yz, xz) = central(inertia, name, "MJCF")
        SubElement(
            body,
            "inertial",
            {"pos": written(com), "mass": written([mass]), **central_tensor(inertia, (xx, yy, zz, xy, xz, yz))},
        )
    return body


def central_tensor(inertia: Inertia, entries: tuple[float, ...]) -> dict[str, str]:
    """The central tensor; that of a rod or a plate by its principal moments, which rounding would spoil otherwise."""
    principal = inertia.principal()
    a, b, c = principal.moments
    if min(a, a + b - c) > slack(inertia):
        return {"fullinertia": written(entries)}
    a = max(a, 0.0)
    moments = (a, max(b, a), min(c, a + b))
    return {"diaginertia": written(moments), "quat": written(quaternion(principal.R))}


def _place(place: Pose) -> dict[str, str]:
    return {"pos": written(place.p), "quat": written(quaternion(place.R))}


def _same_frame(joint: Joint, rest: Pose) -> None:
    """A ball's quaternion turns the body's own axes in MJCF, a free body's place is that in the world."""
    turned = any(abs(x - y) > 1e-12 for a, b in zip(rest.R, IDENTITY.R, strict=True) for x, y in zip(a, b, strict=True))
    moved = joint.kind == "free" and (joint.placement != IDENTITY or any(rest.p))
    if turned or moved or tuple(joint.axis) != (0, 0, 1):
        raise WrongValue(
            f"joint '{joint.name}' ({joint.kind}) is turned or moved against its link's frame, which MJCF cannot hold; "
            "export to .toml"
        )


def _joint(joint: Joint, rest: Pose) -> Element:
    """A joint seen from its body, which stands at `rest` behind the motion."""
    kind, back = _WORDS[joint.kind], rest.inverse()
    axis = matvec(transpose(rest.R), joint.axis)
    element = Element("joint", name=joint.name, type=kind, pos=written(back.p), axis=written(axis))
    if kind in ("ball", "free"):
        _same_frame(joint, rest)
        del element.attrib["axis"]
        if kind == "free":
            del element.attrib["pos"]
    limits = joint.limits[0] if isinstance(joint.limits, tuple) else joint.limits
    drive = joint.drives[0] if joint.drives else None
    if limits.lower is not None or limits.upper is not None:
        low = -BOUNDLESS if limits.lower is None else limits.lower
        element.set("limited", "true")
        element.set("range", written((low, BOUNDLESS if limits.upper is None else limits.upper)))
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


def _speeds(root: Element, robot: Robot) -> None:
    fast = [(j.name, j.limits.velocity) for j in robot.joints if j.moves and j.limits.velocity is not None]
    section = SubElement(root, "custom") if fast else None
    for name, speed in fast:
        if section is not None:
            SubElement(section, "numeric", name=SPEED + name, data=written([speed]))
