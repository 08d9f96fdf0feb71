"""URDF: links, joints, inertias, limits, friction, mimics, transmissions; loops and springs as in Drake.

T_parent_child(q) = origin · motion(axis, q);  I_link = R I Rᵀ about the mass centre,
with R, p the inertial's own origin and rpy = Rz(yaw) Ry(pitch) Rx(roll). Shapes and meshes are not needed.

Transmissions: τ_joint = N τ_motor, and the reflected rotor inertia is N² Im. Simple ones, one motor to one joint, are
read in the three forms in use: `<transmission>` with `<type>`, the older one with a `type` attribute, and that inside
`<ros2_control>`. URDF has no tag for the rotor's inertia; `<drake:rotor_inertia value="…"/>` and
`<drake:gear_ratio value="…"/>` are the usual ones.

Loops and springs, as Drake writes them; the axis is given in both places, and a loop's own frames have it on z:
    <loop_joint name="l" type="continuous"> <link1 link="a" xyz="…" rpy="…"/> <link2 link="b" …/> <axis xyz="…"/> </loop_joint>
    <force_element name="s"> <linear_spring_damper rest_length="…" stiffness="…" damping="…"> <link1 …/> <link2 …/> …
    <force_element name="t"> <torsional_spring rest_angle="…" stiffness="…"> <joint name="…"/> …

Extensions: materials, sensors, semantic groups and settings of drivers do not act on the motion. Springs, loops and
gravity switches do in the simulator they were written for, though other readers skip them: they cause a warning with
name and line. An unknown tag may be a misspelt one, so it is never treated as harmless.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import Element as Written
from xml.etree.ElementTree import SubElement

from dalembert.errors import shown
from dalembert.finding.finding import Edit, Given, Identifier, JointName, Noun
from dalembert.finding.finding import Element as ElementName
from dalembert.finding.model import (
    PLUGINS,
    SIMULATED,
    UNEXPANDED,
    Assumed,
    Doubtful,
    Impossible,
    Invalid,
    MissingPart,
    NegativeFriction,
    NotAmong,
    NotModelled,
    NotModelledType,
    Part,
    Undefined,
    Understood,
    Unused,
    unrepresentable,
)
from dalembert.formats.description import Description
from dalembert.formats.finding import FindingLog, located
from dalembert.formats.mjcf.compiler import z_to
from dalembert.formats.numeric import BOUNDLESS, rpy, written
from dalembert.formats.xml import Element, number, numbers, once, required, scalar, strange, tagged, unknown
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Joint, Limits, Link, Mimic, Robot
from dalembert.robot.spring import Strut, Tendon
from dalembert.spatial.pose import IDENTITY, Pose, rotation_quaternion, rotation_rpy
from dalembert.spatial.vector import scale
from dalembert.tolerance import ZERO_LENGTH

_RATIO = ("mechanicalReduction", "mechanical_reduction", "drake:gear_ratio")
ROTOR = ("drake:rotor_inertia",)


def transmissions(root: Element, draft: Description) -> None:
    """Give each joint the gear ratio and the rotor inertia of its transmission."""
    driven: set[str] = set()
    for element in root.children:
        if element.tag == "transmission":
            _transmission(element, draft, driven)
        elif element.tag == "ros2_control":
            draft.log.ignore(element.part)
            for inner in element.all("transmission"):
                _transmission(inner, draft, driven)


def _transmission(element: Element, draft: Description, driven: set[str]) -> None:
    log = draft.log
    joints = list(element.all("joint"))
    if len(joints) != 1 or len(list(element.all("actuator"))) > 1:
        log.tell(Unused(element.part, Noun("not one motor and one joint")))
        return
    joint = joints[0].get("name") or ""
    index = draft.index(joint)
    if index is None or not draft.joints[index].moves:
        reason, remedy = Noun("its joint does not move"), Edit(Noun("name a joint that moves"))
        log.tell(Unused(element.part, reason, Identifier(shown(joint)), remedy=remedy))
        return
    if joint in driven:
        log.tell(Unused(element.part, Noun("the first counts"), Identifier(shown(joint))))
        return
    driven.add(joint)
    ratio, rotor = _value(element, _RATIO, draft), _value(element, ROTOR, draft)
    if ratio == 0:
        log.tell(Unused(element.part, Noun("its gear ratio is 0"), Identifier(shown(joint))))
        ratio = None
    if (ratio is None or ratio == 1) and not rotor:
        return
    drive = draft.joints[index].drive or Drive()
    draft.change(index, drive=drive.changed(gear_ratio=1.0 if ratio is None else ratio, rotor_inertia=rotor or 0))


def _value(element: Element, tags: tuple[str, ...], draft: Description) -> float | None:
    """The number of the first of these tags anywhere in the transmission: its text, or its `value`."""
    for part in element.walk():
        if part.tag in tags:
            text = part.get("value") or part.text
            x = number(text)
            if x is None:
                draft.log.tell(Doubtful(part.part, Given(f"'{shown(text)}'"), Noun("a finite number")))
            return x
    return None


KNOWN = (
    "loop_joint",
    "force_element",
    "link",
    "joint",
    "material",
    "gazebo",
    "transmission",
    "ros2_control",
    "dalembert",
    "frame",
)
_IDLE = frozenset(
    ("material", "sensor", "sensors", "frame", "verbose", "mujoco", "plugin",
     # semantic descriptions (SRDF) and settings of drivers
     "group", "group_state", "end_effector", "virtual_joint", "passive_joint", "disable_collisions",
     "enable_collisions", "disable_default_collisions", "link_sphere_approximation", "chain", "capsule",
     "self_collide", "collision_pair", "disabled_collision_pairs", "controller", "hardware", "ros_control",
     "drake:collision_filter_group", "collision_filter_group", "drake:minimal_distance", "drake:acceleration")
)  # fmt: skip
_ACTIVE = frozenset(
    ("spring", "damper", "drake:linear_spring_damper", "drake:linear_bushing_rpy",
     "drake:ball_constraint", "drake:joint", "drake:tendon_constraint", "equality", "constraint")
)  # fmt: skip
_SIMULATED = frozenset(
    (
        "turnGravityOff",
        "gravity",
        "springStiffness",
        "springReference",
        "dampingFactor",
        "kinematic",
        "joint",
        "link",
        "static",
    )
)  # what Gazebo would let change the motion
_OFF = {
    "turnGravityOff": ("false", "0"), "gravity": ("true", "1"), "kinematic": ("false", "0"), "static": ("false", "0"),
}  # fmt: skip


def extension(element: Element, log: FindingLog) -> None:
    """Say what an element of `<robot>` is, or that nobody knows."""
    tag = element.tag
    if tag == "gazebo":
        _gazebo(element, log)
    elif tag.startswith("xacro:"):
        log.ignore(element.part, UNEXPANDED)
    elif tag in _ACTIVE:
        log.ignore(element.part, SIMULATED)
    elif tag in _IDLE:
        log.ignore(element.part)
    else:
        unknown(element, KNOWN, "robot", log)


def _gazebo(element: Element, log: FindingLog) -> None:
    """A simulator's extension: left, with a warning where it would change the motion there."""
    active = [
        x for x in element.children if x.tag in _SIMULATED and x.text.lower() not in _OFF.get(x.tag, ("0", "0.0"))
    ]
    for part in active:
        log.ignore(part.inside("gazebo"), SIMULATED)
    plugins = [x for x in element.children if x.tag == "plugin"]
    for part in plugins:
        log.ignore(part.inside("gazebo"), PLUGINS)
    if not active and not plugins:
        log.ignore(element.part)


KINDS = {"continuous": "revolute", "revolute": "revolute", "prismatic": "prismatic", "fixed": "weld", "ball": "ball"}
_WORDS = {"revolute": "continuous", "prismatic": "prismatic", "weld": "fixed", "ball": "ball"}


def loop_joint(element: Element, draft: Description) -> None:
    """A `<loop_joint>` as a loop of the draft."""
    name, kind = required(element, "name", draft.log), element.get("type") or ""
    if kind not in KINDS:
        known = tuple(map(Identifier, KINDS))
        draft.log.error(NotModelledType(element.attribute("type"), Given(f"'{shown(kind)}'"), known))
        return
    along = element.first("axis")
    axis = (0.0, 0.0, 1.0) if along is None else numbers(along, "xyz", draft.log, default=(0.0, 0.0, 1.0))
    length = math.hypot(*axis)
    if length < ZERO_LENGTH:
        draft.log.error(_no_direction(element))
        return
    ends = [_end(element, which, name, draft) for which in ("link1", "link2")]
    if not name or None in ends:
        return
    turn = Pose(z_to(scale(1 / length, axis)))
    (first, here), (second, there) = (x for x in ends if x is not None)
    draft.loops.append(Loop(name, KINDS[kind], first, second, here @ turn, there @ turn))


def force_element(element: Element, draft: Description) -> None:
    """A `<force_element>` as a spring of the draft: a strut between two places, or a spring at a joint."""
    name = required(element, "name", draft.log)
    if not element.children:
        draft.log.tell(Unused(element.part, Noun("it is empty"), remedy=Edit(Noun("give it a spring"))))
    for part in element.children:
        if part.tag == "torsional_spring":
            _at_joint(part, name, draft)
            continue
        if part.tag != "linear_spring_damper":
            draft.log.error(NotModelled(part.inside(element.tag), remedy=Edit(Noun("remove it"))))
            continue
        ends = [_end(part, which, name, draft) for which in ("link1", "link2")]
        if name and None not in ends:
            (first, here), (second, there) = (x for x in ends if x is not None)
            k, rest, b = (scalar(part, x, draft.log, 0.0) for x in ("stiffness", "rest_length", "damping"))
            draft.springs.append(Strut(name, first, second, here.p, there.p, k, rest, b))


def _at_joint(element: Element, name: str, draft: Description) -> None:
    """τ = −k (q − rest) at a turning joint."""
    part = element.first("joint")
    joint = "" if part is None else required(part, "name", draft.log)
    index, turns = draft.index(joint), ("revolute", "continuous")
    if index is None or draft.joints[index].kind not in turns or draft.joints[index].mimic is not None:
        known = tuple(Identifier(x.name) for x in draft.joints if x.kind in turns and x.mimic is None)
        noun = Noun("independent revolute joint")
        draft.log.error(Undefined(element.part, noun, Identifier(shown(joint)), known))
        return
    k, rest = (scalar(element, x, draft.log, 0.0) for x in ("stiffness", "rest_angle"))
    draft.springs.append(Tendon(name, ((joint, 1),), k, rest))


def _end(element: Element, which: str, name: str, draft: Description) -> tuple[str, Pose] | None:
    end = element.first(which)
    if end is None:
        draft.log.error(MissingPart(element.part, ElementName(f"<{which}>")))
        return None
    link, known = required(end, "link", draft.log), [x.name for x in draft.links]
    other = element.first("link2" if which == "link1" else "link1")
    if link not in known:
        names = tuple(map(Identifier, known))
        draft.log.error(Undefined(element.part, Noun("link"), Identifier(shown(link)), names, at=end.place))
        return None
    if other is not None and other.get("link") == link:
        draft.log.error(Impossible(element.part, Noun("both ends on one link"), Identifier(shown(link)), at=end.place))
        return None
    return link, Pose(rotation_rpy(*numbers(end, "rpy", draft.log)), numbers(end, "xyz", draft.log))


def bonds(root: Written, robot: Robot) -> None:
    """Write loops and springs, or raise what there is no word for."""
    for loop in robot.loops:
        if isinstance(loop, Coupling) or loop.kind not in _WORDS:
            raise unrepresentable("URDF", ("loop", loop.name))
        element = SubElement(root, "loop_joint", name=loop.name, type=_WORDS[loop.kind])
        _ends(element, (loop.first, loop.first_placement), (loop.second, loop.second_placement))
        SubElement(element, "axis", xyz="0 0 1")
    turning = {joint.name for joint in robot.joints if joint.kind in ("revolute", "continuous")}
    for spring in robot.springs:
        if isinstance(spring, Tendon) and len(spring.arms) == 1 and spring.arms[0][0] in turning:
            _torsional(root, spring)
            continue
        if not isinstance(spring, Strut) or spring.via or spring.slack != 0 or spring.armature != 0:
            raise unrepresentable("URDF", ("spring", spring.name))
        element = SubElement(root, "force_element", name=spring.name)
        law = {"rest_length": spring.rest, "stiffness": spring.stiffness, "damping": spring.damping}
        inner = SubElement(element, "linear_spring_damper", {key: written([x]) for key, x in law.items()})
        _ends(inner, (spring.first, Pose(p=spring.first_point)), (spring.second, Pose(p=spring.second_point)))


def _torsional(root: Written, spring: Tendon) -> None:
    """A tendon over one turning joint, arm r: k r² at the angle L0/r."""
    ((name, r),) = spring.arms
    if spring.damping != 0 or spring.slack != 0 or spring.armature != 0 or r == 0:
        raise unrepresentable("URDF", ("spring", spring.name))
    law = {"stiffness": written([spring.stiffness * r * r]), "rest_angle": written([spring.rest / r])}
    element = SubElement(SubElement(root, "force_element", name=spring.name), "torsional_spring", law)
    SubElement(element, "joint", name=name)


def _ends(element: Written, *ends: tuple[str, Pose]) -> None:
    for k, (link, pose) in enumerate(ends, 1):
        SubElement(element, f"link{k}", link=link, xyz=written(pose.p), rpy=written(rpy(pose.R)))


READERS: dict[str, Callable[[Element, Description], None]] = {"loop_joint": loop_joint, "force_element": force_element}


_KINDS = ("revolute", "continuous", "prismatic", "fixed", "planar", "floating")
_LARGER = ("ball", "spherical", "universal", "cylindrical", "screw")
_LINK_PARTS = ("visual", "collision", "contact", "sensor", "self_collision_checking", "collision_checking", "surface")
_INERTIAL_PARTS = ("origin", "mass", "inertia")
_JOINT_PARTS = ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic")
_JOINT_IDLE = ("safety_controller", "calibration")


def read(root: Element, path: Path, log: FindingLog) -> Description:
    """The robot of a `<robot>` element, unchecked."""
    name = root.get("name")
    if not name:
        log.tell(Assumed(root.part, (ElementName("name"),), Noun("the file's name"), remedy=Edit(Noun("add it"))))
    draft = Description(
        shown(name or path.name.split(".")[0], 200), log, top=located(shown(path, 200), root.place.line or 0)
    )
    for element in root.children:
        if element.tag == "link":
            _link(element, draft)
        elif element.tag == "joint":
            _joint(element, draft)
        elif element.tag == "dalembert":  # our own export's: what URDF has no word for
            draft.gravity = numbers(element, "gravity", log, default=draft.gravity)
        elif element.tag not in ("transmission", "ros2_control", *READERS):
            extension(element, log)
    _ground(draft)
    for element in root.children:
        if element.tag in READERS:  # they name links
            READERS[element.tag](element, draft)
    transmissions(root, draft)
    return draft


def _ground(draft: Description) -> None:
    """The link 'world' where joints name it and the file leaves it out, as Drake lets it."""
    on = next((x.name for x in draft.joints if x.parent == "world"), None)
    if on is not None and ("link", "world") not in draft.places:
        at = draft.place("joint", on)
        draft.log.tell(
            Understood(Part(ElementName("joint"), Identifier(shown(on)), None, at), Noun("the ground is 'world'"))
        )
        draft.add_link(Link("world"), at)


def _link(element: Element, draft: Description) -> None:
    log, name = draft.log, required(element, "name", draft.log)
    strange(element, frozenset(("name", "type")), log)
    inertia = Inertia()
    seen: set[str] = set()
    for part in element.children:
        if part.tag == "inertial" and part.tag not in seen:
            inertia = _inertial(part, element, draft)
        elif part.tag == "inertial":
            log.tell(Unused(_of(part, element), Noun("the first counts")))
        elif part.tag in _LINK_PARTS:
            log.ignore(part.part)
        else:
            unknown(part, ("inertial", *_LINK_PARTS), "link", log)
        seen.add(part.tag)
    if name:
        draft.add_link(Link(name, inertia), element.place)


def _of(part: Element, owner: Element) -> Part:
    return Part(tagged(part.tag), None, owner.part, part.place)


def _inertial(element: Element, link: Element, draft: Description) -> Inertia:
    log, own = draft.log, _of(element, link)
    pose = origin_pose(element, draft, own)
    mass, tensor = element.first("mass"), element.first("inertia")
    if mass is None or mass.get("value") is None:
        log.tell(Assumed(own, (ElementName("<mass>"),), Noun("it counts as 0"), remedy=Edit(Noun("add it"))))
    if tensor is None:
        log.tell(Assumed(own, (ElementName("<inertia>"),), Noun("a point mass"), remedy=Edit(Noun("add it"))))
    m = 0.0 if mass is None else scalar(mass, "value", log, 0.0)
    entries = [0.0] * 6
    if tensor is not None:
        letters = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
        strange(tensor, frozenset(letters), log)
        absent = tuple(ElementName(x) for x in letters if tensor.get(x) is None)
        if absent:
            log.tell(Assumed(_of(tensor, link), absent, Noun("they count as 0")))
        entries = [scalar(tensor, x, log, 0.0) for x in letters]
    for part in element.children:
        if part.tag not in _INERTIAL_PARTS:
            unknown(part, _INERTIAL_PARTS, "inertial", log)
    once(element, _INERTIAL_PARTS, log)
    return Inertia(m, (0, 0, 0), tuple(entries)).moved(pose)


def _joint(element: Element, draft: Description) -> None:
    log, name = draft.log, required(element, "name", draft.log)
    strange(element, frozenset(("name", "type")), log)
    kind = _kind(element, log)
    ends = {}
    for role in ("parent", "child"):
        end = element.first(role)
        if end is None:
            log.error(MissingPart(element.part, ElementName(f"<{role}>")))
        ends[role] = "" if end is None else required(end, "link", log)
    for part in element.children:
        if part.tag in _JOINT_IDLE:
            log.ignore(part.part)
        elif part.tag not in _JOINT_PARTS:
            unknown(part, (*_JOINT_PARTS, *_JOINT_IDLE), "joint", log)
    once(element, _JOINT_PARTS, log)
    if not (name and ends["parent"] and ends["child"]):
        return
    moves, single = kind != "fixed", kind not in ("fixed", "free", "planar")
    joint = Joint(
        name, kind, ends["parent"], ends["child"], origin_pose(element, draft, element.part),
        _axis(element, log) if moves and kind != "free" else (0.0, 0.0, 1.0),
        limits=_limits(element, kind, log) if single else Limits(),
        drive=_drive(element, name, log) if moves else None,
        mimic=_mimic(element, kind, log) if single or not moves else None,
    )  # fmt: skip
    draft.add_joint(joint, element.place)


def _kind(element: Element, log: FindingLog) -> str:
    """One of ours; 'fixed' replaces another one in a lenient reading."""
    kind = element.get("type") or ""
    if kind in _KINDS:
        return "free" if kind == "floating" else kind
    known, part = tuple(map(Identifier, _KINDS)), element.attribute("type")
    if kind.lower() in _LARGER:
        remedy = Edit(Noun("use single joints in a row"))
        log.error(NotModelledType(part, Given(f"'{shown(kind)}'"), known, remedy=remedy))
    elif kind:
        log.error(NotAmong(part, Given(f"'{shown(kind)}'"), known))
    else:
        log.error(MissingPart(element.part, ElementName("type")))
    return "fixed"


def origin_pose(element: Element, draft: Description, owner: Part) -> Pose:
    origin = element.first("origin")
    if origin is None:
        return IDENTITY
    strange(origin, frozenset(("xyz", "rpy", "quat_xyzw")), draft.log)
    p = numbers(origin, "xyz", draft.log)
    if origin.get("quat_xyzw") is not None:
        x, y, z, w = numbers(origin, "quat_xyzw", draft.log, sizes=(4,), default=(0.0, 0.0, 0.0, 1.0))
        size = math.hypot(x, y, z, w)
        if size < ZERO_LENGTH:
            draft.log.error(_no_direction(origin, "quat_xyzw"))
            return Pose(p=p)
        return Pose(rotation_quaternion(w / size, x / size, y / size, z / size), p)
    rpy = numbers(origin, "rpy", draft.log)
    draft.angles.extend((Part(ElementName("rpy"), None, owner, origin.place), angle) for angle in rpy if angle)
    return Pose(rotation_rpy(*rpy), p) if any(rpy) else Pose(p=p)


def _no_direction(element: Element, name: str = "axis") -> Invalid:
    return Invalid(element.attribute(name), Given("0"), Noun("a direction"))


def _axis(element: Element, log: FindingLog) -> tuple[float, ...]:
    """The axis at unit length; x if none is given, as URDF specifies."""
    axis = element.first("axis")
    if axis is None:
        return (1.0, 0.0, 0.0)
    strange(axis, frozenset(("xyz",)), log)
    xyz = numbers(axis, "xyz", log, default=(1.0, 0.0, 0.0))
    length = math.hypot(*xyz)
    if length < ZERO_LENGTH:
        log.error(_no_direction(element))
        return (1.0, 0.0, 0.0)
    return xyz if length == 1 else scale(1 / length, xyz)


def _limits(element: Element, kind: str, log: FindingLog) -> Limits:
    limit = element.first("limit")
    if limit is None:
        if kind != "continuous":
            log.tell(Assumed(element.part, (ElementName("<limit>"),), Noun("no bounds")))
        return Limits()
    found: dict[str, float | None] = {}
    for which in ("lower", "upper", "velocity", "effort"):
        text = (limit.get(which) or "").strip().lower().lstrip("+-")
        x = None if limit.get(which) is None or text in ("inf", "infinity") else scalar(limit, which, log, BOUNDLESS)
        found[which] = None if x is None or abs(x) >= BOUNDLESS else x
    if kind == "continuous":
        found["lower"] = found["upper"] = None
    elif (
        found["lower"] is None and found["upper"] is None and limit.get("lower") is None and limit.get("upper") is None
    ):
        bounds = (ElementName("lower"), ElementName("upper"))
        log.tell(Assumed(_of(limit, element), bounds, Noun("no bounds")))
    absent = tuple(ElementName(which) for which in ("effort", "velocity") if limit.get(which) is None)
    if kind != "continuous" and absent:
        log.tell(Assumed(_of(limit, element), absent, Noun("no bounds"), remedy=Edit(Noun("add it"))))
    strange(limit, frozenset(("lower", "upper", "velocity", "effort")), log)
    return Limits(**found)


def _drive(element: Element, name: str, log: FindingLog) -> Drive | None:
    dynamics = element.first("dynamics")
    if dynamics is None:
        return None
    strange(dynamics, frozenset(("damping", "friction")), log)
    damping, friction = scalar(dynamics, "damping", log, 0.0), scalar(dynamics, "friction", log, 0.0)
    for parameter, x in (("damping", damping), ("friction", friction)):
        if x < 0:
            log.tell(NegativeFriction(JointName(shown(name)), ElementName(parameter), x, at=dynamics.place))
    return Drive(damping=damping, coulomb=friction) if damping or friction else None


def _mimic(element: Element, kind: str, log: FindingLog) -> Mimic | None:
    mimic = element.first("mimic")
    if mimic is None:
        return None
    if kind == "fixed":
        log.tell(Unused(_of(mimic, element), Noun("the joint is fixed")))
        return None
    leader = required(mimic, "joint", log)
    strange(mimic, frozenset(("joint", "multiplier", "offset")), log)
    return Mimic(leader, scalar(mimic, "multiplier", log, 1.0), scalar(mimic, "offset", log, 0.0)) if leader else None
