"""Reader and writer of URDF: links, joints, inertias, limits, friction, mimics, transmissions, loops and springs.

T_parent_child(q) = origin · motion(axis, q);  I_link = R I Rᵀ about the centre of mass

R is the rotation of the `<inertial>` origin, and rpy means Rz(yaw) Ry(pitch) Rx(roll). Shapes are not read.

With a transmission, τ_joint = N τ_motor, and the reflected rotor inertia is N² Im. The reader supports simple
transmissions from one motor to one joint in three forms: `<transmission>` with `<type>`, the older form with a `type`
attribute, and the form inside `<ros2_control>`. URDF has no tag for the rotor inertia. The usual tags are
`<drake:rotor_inertia value="…"/>` and `<drake:gear_ratio value="…"/>`.

Loops and springs use Drake's notation. The axis of a loop joint applies to both link frames, and the frames of a loop
have z along this axis:

    <loop_joint name="l" type="continuous"> <link1 link="a" xyz="…" rpy="…"/> <link2 link="b" …/> <axis xyz="…"/> </loop_joint>
    <force_element name="s"> <linear_spring_damper rest_length="…" stiffness="…" damping="…"> <link1 …/> <link2 …/> …
    <force_element name="t"> <torsional_spring rest_angle="…" stiffness="…"> <joint name="…"/> …

Extensions such as materials, sensors, semantic groups and driver settings do not affect the motion. Simulator-specific
springs, loops and gravity switches affect the motion only in that simulator. The reader skips these parts with a
warning that gives the name and line. An unknown tag may be misspelt and also causes a warning.

In URDF, the frame of a link is at its joint: T_parent_child = origin · motion(q). If a joint has a pose `after` the
motion, the writer adds a massless link at the joint. A fixed joint connects this massless link to the original link,
whose inertia and children remain the same. Frames become massless links.

`rewrite` changes `<inertial>`, `<dynamics>`, the `<origin>` of joints, and transmission rotors. The writer does not
change the orientation of an `<inertial>`. The inertia tensor is written as Rᵀ I R about the centre of mass.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element as Written
from xml.etree.ElementTree import SubElement

from dalembert import finding
from dalembert.finding.finding import Edit, Identifier, Noun, given
from dalembert.formats.numeric import BOUNDLESS, check_held, numeric, rpy, weight, written, xml_text
from dalembert.formats.robot_file import (
    LONGEST_NAME,
    Description,
    Element,
    FindingLog,
    direction,
    examine,
    named,
    number,
    numbered,
    numbers,
    scalar,
    unit,
)
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Joint, Limits, Link, Mimic, Robot
from dalembert.robot.spring import Strut, Tendon
from dalembert.spatial.pose import IDENTITY, Pose, rotation_quaternion, rotation_rpy, z_to
from dalembert.spatial.vector import Matrix, Vector, transpose

if TYPE_CHECKING:
    from dalembert.formats.file_changes import Difference, Markup


_RATIO = ("mechanicalReduction", "mechanical_reduction", "drake:gear_ratio")
ROTOR = ("drake:rotor_inertia",)
_DRAKE = "https://drake.mit.edu"


def transmissions(root: Element, draft: Description) -> None:
    """Set the gear ratio and the rotor inertia of each joint from its transmission."""
    driven: set[str] = set()
    controls = list(root.all("ros2_control"))
    for owner in (root, *controls):
        for element in owner.all("transmission"):
            _transmission(element, draft, driven)
    for owner in controls:
        for element in owner.all("joint"):
            _commanded(element, draft)


def _commanded(element: Element, draft: Description) -> None:
    """Reject mimic settings in `<ros2_control>` that differ from the `<mimic>` elements of the joints."""
    joint = draft.joint(element.get("name"))
    own = None if joint is None else joint.mimic
    given = {part.get("name"): part for part in element.all("param")}
    if element.get("mimic") == "false" and own is not None:
        draft.log.refuse(element.attribute("mimic"), "remove it")
    if "mimic" in given and (own is None or own.joint != given["mimic"].text):
        draft.log.refuse(given["mimic"].of(element), "write it as <mimic> of the joint")


def _transmission(element: Element, draft: Description, driven: set[str]) -> None:
    log = draft.log
    joints = list(element.all("joint"))
    if len(joints) != 1 or len(list(element.all("actuator"))) > 1:
        log.tell(finding.Unused(element.part, Noun("not one motor and one joint")))
        return
    name = joints[0].get("name") or ""
    joint = draft.joint(name)
    if joint is None or not joint.moves:
        reason, remedy = Noun("its joint does not move"), Edit("name a joint that moves")
        log.tell(finding.Unused(element.part, reason, Identifier(name), remedy=remedy))
        return
    if name in driven:
        log.tell(finding.Unused(element.part, Noun("the first counts"), Identifier(name)))
        return
    driven.add(name)
    ratio, rotor = _value(element, _RATIO, draft), _value(element, ROTOR, draft)
    if ratio == 0:
        log.tell(finding.Unused(element.part, Noun("its gear ratio is 0"), Identifier(name)))
    if rotor or ratio not in (None, 0, 1):
        draft.change(name, drive=(joint.drive or Drive()).changed(gear_ratio=ratio or 1.0, rotor_inertia=rotor or 0))


def _value(element: Element, tags: tuple[str, ...], draft: Description) -> float | None:
    """Return the number in the first given tag that a transmission contains, from its text or its `value`."""
    for part in element.walk():
        if part.tag in tags:
            text = part.get("value") or part.text
            x = number(text)
            if x is None:
                draft.log.tell(finding.Invalid(part.part, given(text), Noun("a finite number"), "warning"))
            return x
    return None


# type of a <loop_joint> → kind of loop; the writer uses the first of two types with the same kind
LOOPS = {"continuous": "revolute", "revolute": "revolute", "prismatic": "prismatic", "fixed": "weld", "ball": "ball"}
_WRITTEN_LOOPS = {kind: word for word, kind in reversed(LOOPS.items())}


def loop_joint(element: Element, draft: Description) -> None:
    """Add a `<loop_joint>` to the description as a loop."""
    name, kind = named(element, draft.log), element.get("type") or ""
    if not draft.log.among(kind, LOOPS, element, "type", complete=False):
        return
    turn = Pose(z_to(direction(element.child("axis"), "xyz", draft.log)))
    ends = _bond_ends(element, draft)
    if name and ends:
        (first, here), (second, there) = ends
        draft.loops.append(Loop(name, LOOPS[kind], first, second, here @ turn, there @ turn))


def force_element(element: Element, draft: Description) -> None:
    """Add a `<force_element>` to the description, as a strut between two points or as a spring at a joint."""
    name = named(element, draft.log)
    if not element.children:
        draft.log.tell(finding.Unused(element.part, Noun("it is empty"), remedy=Edit("give it a spring")))
    for part in element.all("torsional_spring"):
        _at_joint(part, name, draft)
    for part in element.all("linear_spring_damper"):
        ends = _bond_ends(part, draft)
        if name and ends:
            (first, here), (second, there) = ends
            k, rest, b = (scalar(part, x, draft.log) for x in ("stiffness", "rest_length", "damping"))
            draft.springs.append(Strut(name, first, second, here.p, there.p, k, rest, b))


def _at_joint(element: Element, name: str, draft: Description) -> None:
    """Add the spring τ = −k (q − rest) at a revolute joint to the description."""
    joint = element.child("joint").get("name") or ""
    known = [x.name for x in draft.joints if x.kind in ("revolute", "continuous") and x.mimic is None]
    if not draft.log.defined(joint, known, element.part, "independent revolute joint"):
        return
    k, rest = (scalar(element, x, draft.log) for x in ("stiffness", "rest_angle"))
    draft.springs.append(Tendon(name, ((joint, 1),), k, rest))


def _bond_ends(element: Element, draft: Description) -> list[tuple[str, Pose]]:
    """Return the links and the poses at the two ends of a loop or spring, or an empty list if they are invalid."""
    log, known = draft.log, [x.name for x in draft.links]
    parts = [element.child("link1"), element.child("link2")]
    links = [part.get("link") or "" for part in parts]
    if not all(log.defined(link, known, element.part, "link") for link in links):
        return []
    if links[0] == links[1]:
        log.error(finding.Impossible(element.part, Noun("both ends on one link"), Identifier(links[0])))
        return []
    poses = (Pose(rotation_rpy(*numbers(x, "rpy", log)), numbers(x, "xyz", log)) for x in parts)
    return list(zip(links, poses, strict=True))


def bonds(root: Written, robot: Robot) -> None:
    """Write loops and springs. Raise an error for a loop or spring that URDF cannot represent."""
    for loop in robot.loops:
        if not isinstance(loop, Loop) or loop.kind not in _WRITTEN_LOOPS:
            raise finding.unrepresentable("URDF", ("loop", loop.name))
        element = SubElement(root, "loop_joint", name=loop.name, type=_WRITTEN_LOOPS[loop.kind])
        _ends(element, *loop.ends)
        SubElement(element, "axis", xyz="0 0 1")
    turning = {joint.name for joint in robot.joints if joint.kind in ("revolute", "continuous")}
    for spring in robot.springs:
        if isinstance(spring, Tendon) and len(spring.arms) == 1 and spring.arms[0][0] in turning:
            _torsional(root, spring)
            continue
        if not isinstance(spring, Strut) or spring.via or spring.slack or spring.armature:
            raise finding.unrepresentable("URDF", ("spring", spring.name))
        element = SubElement(root, "force_element", name=spring.name)
        law = {"rest_length": spring.rest, "stiffness": spring.stiffness, "damping": spring.damping}
        inner = SubElement(element, "linear_spring_damper", {key: written([x]) for key, x in law.items()})
        _ends(inner, *((link, Pose(p=point)) for link, point in spring.path))


def _torsional(root: Written, spring: Tendon) -> None:
    """Write a tendon over one revolute joint as a torsional spring.

    For a moment arm r, the spring has stiffness k r² and rest angle L0/r.
    """
    ((name, r),) = spring.arms
    plain = not (spring.damping or spring.slack or spring.armature) and r != 0
    check_held(plain, "URDF", "spring", spring.name)
    law = {"stiffness": written([spring.stiffness * r * r]), "rest_angle": written([spring.rest / r])}
    element = SubElement(SubElement(root, "force_element", name=spring.name), "torsional_spring", law)
    SubElement(element, "joint", name=name)


def _ends(element: Written, *ends: tuple[str, Pose]) -> None:
    for k, (link, pose) in enumerate(ends, 1):
        SubElement(element, f"link{k}", {"link": link, **_place(pose)})


# type of a <joint> → kind of joint
KINDS = {x: x for x in ("revolute", "continuous", "prismatic", "fixed", "planar")} | {"floating": "free"}
_WRITTEN = {kind: word for word, kind in KINDS.items()}
_LARGER = ("ball", "spherical", "universal", "cylindrical", "screw")


def read(root: Element, path: Path, log: FindingLog) -> Description:
    """Read a `<robot>` element and return its description without checks."""
    examine(root, "urdf", log)
    name = root.get("name")
    if not name:
        log.assumed(root.part, "the file's name", "name", fix="add it")
    draft = Description((name or path.name.split(".")[0])[:LONGEST_NAME], log, top=root.place)
    for element in root.all("link"):
        _link(element, draft)
    for element in root.all("joint"):
        _joint(element, draft)
    for element in root.all("dalembert"):  # element of our own export for properties without a URDF element
        draft.gravity = numbers(element, "gravity", log)
    _ground(draft)
    for element in root.all("loop_joint"):
        loop_joint(element, draft)
    for element in root.all("force_element"):
        force_element(element, draft)
    transmissions(root, draft)
    return draft


def _ground(draft: Description) -> None:
    """Add the link 'world' if joints refer to it and the file does not define it, as in Drake."""
    on = next((x.name for x in draft.joints if x.parent == "world"), None)
    if on is not None and ("link", "world") not in draft.places:
        at = draft.place("joint", on)
        part = finding.part_of("joint", on, at)
        draft.log.tell(finding.Understood(part, Noun("the ground is 'world'")))
        draft.add_link(Link("world"), at)


def _link(element: Element, draft: Description) -> None:
    name, part = named(element, draft.log), element.first("inertial")
    inertia = Inertia() if part is None else _inertial(part, element, draft)
    if name:
        draft.add_link(Link(name, inertia), element.place)


def _inertial(element: Element, link: Element, draft: Description) -> Inertia:
    log = draft.log
    pose = origin_pose(element, draft, link)
    mass, tensor = element.first("mass"), element.first("inertia")
    if mass is None or mass.get("value") is None:
        log.assumed(element.of(link), "it counts as 0", "<mass>", fix="add it")
    if tensor is None:
        log.assumed(element.of(link), "a point mass", "<inertia>", fix="add it")
    m = scalar(element.child("mass"), "value", log)
    letters = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
    if tensor is not None and (absent := [x for x in letters if tensor.get(x) is None]):
        log.assumed(tensor.of(link), "they count as 0", *absent)
    entries = tuple(scalar(element.child("inertia"), x, log) for x in letters)
    return Inertia(m, (0, 0, 0), entries).moved(pose)


def _joint(element: Element, draft: Description) -> None:
    log, name = draft.log, named(element, draft.log)
    kind = _kind(element, log)
    ends = {role: element.child(role).get("link") or "" for role in ("parent", "child")}
    if not (name and ends["parent"] and ends["child"]):
        return
    moves, single = kind != "fixed", kind not in ("fixed", "free", "planar")
    joint = Joint(
        name,
        kind,
        ends["parent"],
        ends["child"],
        origin_pose(element, draft),
        _axis(element, log) if moves and kind != "free" else (0.0, 0.0, 1.0),
        limits=_limits(element, kind, log) if single else Limits(),
        drive=_drive(element, name, log) if moves else None,
        mimic=_mimic(element, kind, log) if single or not moves else None,
    )
    draft.add_joint(joint, element.place)


def _kind(element: Element, log: FindingLog) -> str:
    """Return the kind of a joint. If the kind is unknown, report an error, and return 'fixed' if the log is lenient."""
    kind = element.get("type") or ""
    if kind.lower() in _LARGER:
        remedy = Edit("use single joints in a row")
        part = element.attribute("type")
        log.error(finding.NotModelledType(part, given(kind), tuple(map(Identifier, KINDS)), remedy=remedy))
    elif kind:
        log.among(kind, KINDS, element, "type")
    return KINDS.get(kind, "fixed")


def origin_pose(element: Element, draft: Description, link: Element | None = None) -> Pose:
    """Return the pose of an `<origin>`. If the element has no name, `link` is the link that contains it."""
    origin = element.first("origin")
    if origin is None:
        return IDENTITY
    p = numbers(origin, "xyz", draft.log)
    if origin.get("quat_xyzw") is not None:
        quaternion = numbers(origin, "quat_xyzw", draft.log)
        turned = unit(quaternion, origin, draft.log, "quat_xyzw")
        return Pose(rotation_quaternion(turned[3], *turned[:3]), p) if turned else Pose(p=p)
    rpy = numbers(origin, "rpy", draft.log)
    if not any(rpy):
        return Pose(p=p)

    def part() -> finding.Part:
        owner = element.part if link is None else element.of(link)
        return finding.part_of("rpy", None, origin.place, owner)

    draft.angles.extend((part, angle) for angle in rpy if angle)
    return Pose(rotation_rpy(*rpy), p)


def _axis(element: Element, log: FindingLog) -> Vector:
    """Return the joint axis as a unit vector."""
    axis = element.first("axis")
    if axis is None or axis.get("xyz") is None:
        log.assumed(element.part, "the axis is x", "<axis>", fix="add it")
    return direction(element.child("axis"), "xyz", log)


def _limits(element: Element, kind: str, log: FindingLog) -> Limits:
    limit = element.first("limit")
    if limit is None:
        if kind != "continuous":
            log.assumed(element.part, "no bounds", "<limit>")
        return Limits()
    values = (scalar(limit, which, log) for which in Limits.UNITS)
    limits = Limits(*(None if abs(x) >= BOUNDLESS else x for x in values))
    if kind == "continuous":
        return replace(limits, lower=None, upper=None)
    if limit.get("lower") is None and limit.get("upper") is None:
        log.assumed(limit.of(element), "no bounds", "lower", "upper")
    if absent := [which for which in ("effort", "velocity") if limit.get(which) is None]:
        log.assumed(limit.of(element), "no bounds", *absent, fix="add it")
    return limits


def _drive(element: Element, name: str, log: FindingLog) -> Drive | None:
    dynamics = element.first("dynamics")
    if dynamics is None:
        return None
    damping, friction = scalar(dynamics, "damping", log), scalar(dynamics, "friction", log)
    log.not_negative(name, dynamics.place, damping=damping, friction=friction)
    return Drive(damping=damping, coulomb=max(friction, 0.0)) if damping or friction else None


def _mimic(element: Element, kind: str, log: FindingLog) -> Mimic | None:
    mimic = element.first("mimic")
    if mimic is None:
        return None
    if kind == "fixed":
        log.tell(finding.Unused(mimic.of(element), Noun("the joint is fixed")))
        return None
    leader = mimic.get("joint")
    return Mimic(leader, scalar(mimic, "multiplier", log), scalar(mimic, "offset", log)) if leader else None


def text(robot: Robot) -> str:
    """Format the robot as a URDF document. Symbols without a value raise an error."""
    robot = numeric(robot, "URDF")
    root = Written("robot", name=robot.name)
    if tuple(robot.gravity) != (0, 0, -9.81):
        SubElement(root, "dalembert", gravity=written(robot.gravity))  # URDF has no element for gravity
    taken = {link.name for link in robot.links} | {joint.name for joint in robot.joints}
    for link in robot.links:
        element = SubElement(root, "link", name=link.name)
        if not link.inertia.is_zero:
            element.append(_inertial_element(link.inertia, link.name))
    for joint in robot.joints:
        _write_joint(root, joint, taken)
    for frame in robot.frames:
        if frame.name not in {link.name for link in robot.links}:
            SubElement(root, "link", name=frame.name)
            _placed(root, _free(f"{frame.name}_frame", taken), "fixed", frame.link, frame.name, frame.placement)
    for joint in robot.joints:
        _write_transmission(root, joint)
    bonds(root, robot)
    return xml_text(root)


def _inertial_values(inertia: Inertia, name: str, R: Matrix) -> dict[str, dict[str, str]]:
    """Return the attributes for each child of an `<inertial>` whose axes have the orientation R."""
    mass, com = weight(inertia, name, "URDF")
    xx, yy, zz, xy, yz, xz = inertia.central().rotated(transpose(R)).tensor
    entries = {"ixx": xx, "ixy": xy, "ixz": xz, "iyy": yy, "iyz": yz, "izz": zz}
    tensor = {key: written([x]) for key, x in entries.items()}
    return {"origin": {"xyz": written(com)}, "mass": {"value": written([mass])}, "inertia": tensor}


def _inertial_element(inertia: Inertia, name: str) -> Written:
    element, values = Written("inertial"), _inertial_values(inertia, name, IDENTITY.R)
    values["origin"]["rpy"] = "0 0 0"
    element.extend(Written(tag, attributes) for tag, attributes in values.items())
    return element


def _write_joint(root: Written, joint: Joint, taken: set[str]) -> None:
    if not joint.moves:
        _placed(root, joint.name, "fixed", joint.parent, joint.child, joint.placement @ joint.after)
        return
    child = joint.child
    if joint.after != IDENTITY:
        child = _free(f"{joint.child}_axis", taken)
        SubElement(root, "link", name=child)
        _placed(root, _free(f"{joint.name}_after", taken), "fixed", child, joint.child, joint.after)
    element = _placed(root, joint.name, _WRITTEN[joint.kind], joint.parent, child, joint.placement)
    SubElement(element, "axis", xyz=written(joint.axis))
    if joint.nv == 1:
        _write_limit(element, joint.kind, joint.limits)
    drive = joint.drives[0]
    if drive is not None and (drive.viscous or drive.dry):
        SubElement(element, "dynamics", _dynamics(drive))
    if joint.mimic is not None:
        factor, offset = written([joint.mimic.multiplier]), written([joint.mimic.offset])
        SubElement(element, "mimic", joint=joint.mimic.joint, multiplier=factor, offset=offset)


def _placed(root: Written, name: str, kind: str, parent: str, child: str, place: Pose) -> Written:
    element = SubElement(root, "joint", name=name, type=kind)
    SubElement(element, "parent", link=parent)
    SubElement(element, "child", link=child)
    SubElement(element, "origin", _place(place))
    return element


def _place(pose: Pose) -> dict[str, str]:
    return {"xyz": written(pose.p), "rpy": written(rpy(pose.R))}


def _dynamics(drive: Drive) -> dict[str, str]:
    return {"damping": written([drive.viscous]), "friction": written([drive.dry])}


def _write_limit(element: Written, kind: str, limits: Limits) -> None:
    """Write the limits of a joint. URDF requires all limits, so a missing limit is written as a very large number."""
    given = {"effort": limits.effort, "velocity": limits.velocity}
    if kind != "continuous":
        given = {"lower": -BOUNDLESS if limits.lower is None else limits.lower, "upper": limits.upper} | given
    elif not any(given.values()):
        return
    SubElement(element, "limit", {name: written([BOUNDLESS if x is None else x]) for name, x in given.items()})


def _write_transmission(root: Written, joint: Joint) -> None:
    drive = joint.drives[0] if joint.nv == 1 else None
    if drive is None or (drive.rotor_inertia == 0 and drive.gear_ratio == 1):
        return
    if root.get("xmlns:drake") is None:
        root.set("xmlns:drake", _DRAKE)
    root.append(_transmission_of(joint.name, drive.rotor_inertia, drive.gear_ratio))


def _transmission_of(joint: str, rotor: float, ratio: float) -> Written:
    element = Written("transmission", name=f"{joint}_transmission")
    SubElement(element, "type").text = "transmission_interface/SimpleTransmission"
    SubElement(element, "joint", name=joint)
    actuator = SubElement(element, "actuator", name=f"{joint}_motor")
    SubElement(actuator, "mechanicalReduction").text = written([ratio])
    SubElement(actuator, ROTOR[0], value=written([rotor]))
    SubElement(actuator, "drake:gear_ratio", value=written([ratio]))
    return element


def _free(wish: str, taken: set[str]) -> str:
    name = numbered(wish, taken.__contains__)
    taken.add(name)
    return name


def rewrite(page: Markup, found: Difference) -> None:
    """Change the values in the file that differ from the robot."""
    named = {(x.tag, x.get("name")): x for x in reversed(page.root.children)}
    for name, inertia in found.links.items():
        _rewrite_inertial(page, named["link", name], name, inertia.numeric())
    for name, joint in found.places.items():
        _rewrite_origin(page, named["joint", name], joint)
    fresh: list[Written] = []
    for name, joint in found.drives.items():
        drive = joint.drives[0] or Drive()
        old = found.joint(name).drives[0] or Drive()
        new, before = _dynamics(drive), _dynamics(old)
        if new != before:
            page.put(named["joint", name], "dynamics", {key: x for key, x in new.items() if x != before[key]})
        if drive.inertia != old.inertia:
            fresh += _rewrite_rotor(page, name, drive)
    page.add(page.root, *fresh)
    if b"drake:" in b"".join(x[2] for x in page.changes) and page.root.get("xmlns:drake") is None:
        page.set(page.root, {"xmlns:drake": _DRAKE})


def _rewrite_inertial(page: Markup, link: Element, name: str, inertia: Inertia) -> None:
    part = link.first("inertial")
    if part is None:
        page.add(link, _inertial_element(inertia, name), first=True)
        return
    R = origin_pose(part, Description("", FindingLog(lenient=True))).R
    new = []
    for tag, values in _inertial_values(inertia, name, R).items():
        own = part.first(tag)
        if own is None:
            new.append(Written(tag, values))
        else:
            page.set(own, values)
    page.add(part, *new)


def _rewrite_origin(page: Markup, element: Element, joint: Joint) -> None:
    origin = element.first("origin")
    if origin is not None:
        page.drop(origin, ("quat_xyzw",))
    page.put(element, "origin", _place(joint.placement), first=True)


def _rewrite_rotor(page: Markup, name: str, drive: Drive) -> list[Written]:
    """Change the rotor inertia of a joint's transmission, or return a new transmission that the caller must add."""
    Im = drive.inertia / drive.gear_ratio**2
    for element in page.root.walk():
        if element.tag != "transmission" or [x.get("name") for x in element.all("joint")] != [name]:
            continue
        part = next((x for x in element.walk() if x.tag in ROTOR), None)
        if part is not None:
            page.set(part, {"value": written([Im])})
        else:
            page.add(element.first("actuator") or element, Written(ROTOR[0], value=written([Im])))
        return []
    return [_transmission_of(name, Im, drive.gear_ratio)]
