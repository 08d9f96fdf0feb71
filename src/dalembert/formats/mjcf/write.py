"""Write a robot to a new MJCF file, or change an existing file.

The pose of a body is D₀ = P₁A₁ P₂A₂ …, the product of the poses of its joints at q = 0. The anchor and axis of each
joint are expressed in the frame with this pose: T = D₀ · Π_j D_j⁻¹ motion(q_j) D_j = Π_j P_j motion(q_j) A_j,   D_j =
A_j P_(j+1) A_(j+1) … A massless link between two joints does not become a body, and both joints belong to the next
body. Frames become sites, and mimic joints become joint equalities. The drive of a joint is written as the total
armature N² Im, the total damping b + N² bm, and frictionloss. MJCF has no attribute for speed limits of joints, so the
writer stores each limit as a custom number.

Loops become `connect` or `weld` equalities between sites, or joint equalities. Springs become joint springs or tendon
springs. A tendon over one joint with moment arm r becomes a spring of this joint, with stiffness k r², rest angle L0/r
and damping b r².

MuJoCo requires principal moments 0 ≤ A ≤ B ≤ C ≤ A + B for every body. MuJoCo requires that every joint moves a body,
possibly rigidly attached, whose mass m and moment A exceed 1e-15. Ranges must not be empty, and only the ground can
have the name 'world'. The writer raises an error if MuJoCo would reject the file.

`rewrite` changes `<inertial>`, and `armature`, `damping` and `frictionloss` of joints. An inertia tensor is written in
the form in which the file stores it: `fullinertia`, or principal moments and a `quat`. New attributes override the
defaults of the element's class, and a new `<inertial>` overrides the geoms of its body.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement

from dalembert import finding
from dalembert.errors import DalembertError
from dalembert.finding.finding import Call, FileName, Function, Identifier, Noun
from dalembert.formats.file_changes import Difference, Markup
from dalembert.formats.mjcf.compiler_and_defaults import ORIENTATIONS, Attributes
from dalembert.formats.mjcf.joint import SPEED
from dalembert.formats.numeric import BOUNDLESS, check_held, numeric, quaternion, weight, written, xml_text
from dalembert.formats.robot_file import DEEPEST, limits_of, located
from dalembert.formats.robot_file import Element as FileElement
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.joint import joints_below
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import DefaultActuation, Joint, Link, Robot
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import matvec, transpose
from dalembert.tolerance import LEAST_INERTIA, ROUNDING


def acceptable(robot: Robot) -> None:
    """Raise an error for each property of a numeric robot that MuJoCo would reject."""
    for link in robot.links:
        if not link.inertia.is_zero:
            a, b, c = link.inertia.principal().moments
            real = link.inertia.mass >= 0 and min(a, a + b - c) >= -slack(link.inertia)
            check_held(real, "MJCF", "unphysical inertia of link", link.name)
        check_held(link.name != "world" or link.name == robot.root, "MJCF", "link", "world")
    below = joints_below(robot.joints)
    for joint in robot.joints:
        if joint.moves:
            low = joint.limits.lower
            high = joint.limits.upper
            effort = joint.limits.effort
            check_held(low is None or high is None or low < high, "MJCF", "empty range of joint", joint.name)
            check_held(effort is None or effort > 0, "MJCF", "effort limit of joint", joint.name)
            check_held(_heavy(robot, joint.child, below), "MJCF", "massless link", joint.child)


def slack(inertia: Inertia) -> float:
    """Return the rounding error of a moment of inertia.

    The error grows with the distance between the centre of mass and the frame.
    """
    return ROUNDING * max(abs(float(x)) for x in inertia.tensor)


def _heavy(robot: Robot, name: str, below: dict[str, list[Joint]]) -> bool:
    """Check whether a link, or a link fixed to it, has mass and moments of inertia."""
    stack = [name]
    while stack:
        name = stack.pop()
        inertia = robot.link(name).inertia
        if not inertia.is_zero and inertia.mass > LEAST_INERTIA and inertia.principal().moments[0] > LEAST_INERTIA:
            return True
        stack.extend(j.child for j in below[name] if not j.moves)
    return False


_TAGS = {"ball": "connect", "weld": "weld"}


def closed(root: Element, robot: Robot, elements: dict[str, Element]) -> None:
    """Write loops and springs. Raise an error for a loop or spring that MJCF cannot represent."""
    for loop in robot.loops:
        if isinstance(loop, Coupling):
            SubElement(_section(root, "equality"), "joint", _polynomial(loop))
        else:
            check_held(loop.kind in _TAGS, "MJCF", f"{loop.kind} loop", loop.name)
            one, two = _sites(robot, elements, loop.name, loop.ends)
            SubElement(_section(root, "equality"), _TAGS[loop.kind], name=loop.name, site1=one, site2=two)
    for spring in robot.springs:
        _spring(root, robot, elements, spring)


def _section(root: Element, tag: str) -> Element:
    found = root.find(tag)
    return SubElement(root, tag) if found is None else found


def _sites(robot: Robot, elements: dict[str, Element], name: str, ends: Sequence[tuple[str, Pose]]) -> list[str]:
    """Add sites for the ends of a loop or the points of a strut, and return their names."""
    frames = {frame.name: frame for frame in robot.frames}
    made = []
    for k, (end, place) in enumerate(ends, 1):
        link = end
        if end in frames:
            link, place = frames[end].link, frames[end].placement @ place
        site = f"{name}/{k}"
        SubElement(elements[link], "site", name=site, pos=written(place.p), quat=written(quaternion(place.R)))
        made.append(site)
    return made


def _polynomial(loop: Coupling) -> Attributes:
    """Convert the coupling 0 = q1 − Σ a_k q2^k to a joint equality. Raise an error for any other coupling."""
    for follower in loop.coordinates:
        own = [factor for factor, powers in loop.terms if powers == ((follower, 1),)]
        rest = [(factor, powers) for factor, powers in loop.terms if powers != ((follower, 1),)]
        names = {name for _, powers in rest for name, _ in powers}
        plain = all(len(powers) <= 1 and all(power <= 4 for _, power in powers) for _, powers in rest)
        if len(own) == 1 and own[0] != 0 and plain and follower not in names and len(names) <= 1:
            a = [0.0] * 5
            for factor, powers in rest:
                a[powers[0][1] if powers else 0] -= factor / own[0]
            leader = {"joint2": names.pop()} if names else {}
            return {"name": loop.name, "joint1": follower, **leader, "polycoef": written(a)}
    raise finding.unrepresentable("MJCF", ("coupling", loop.name))


def _spring(root: Element, robot: Robot, elements: dict[str, Element], spring: Spring) -> None:
    if isinstance(spring, BallSpring):
        _at_ball(root, spring)
        return
    law = {key: written([getattr(spring, key)]) for key in ("stiffness", "damping", "armature")}
    law["name"] = spring.name
    if isinstance(spring, Tendon) and len(spring.arms) == 1 and spring.slack == 0 and spring.armature == 0:
        (name, r) = spring.arms[0]
        joint = _stiffened(_named_joint(root, name, "hinge", "slide"), spring, r * r)
        joint.set("springref", written([spring.rest / r]))
        return
    check_held(spring.rest >= 0, "MJCF", "negative rest length of spring", spring.name)
    law["springlength"] = written([spring.rest, spring.rest + spring.slack])
    section = _section(root, "tendon")
    if isinstance(spring, Tendon):
        element = SubElement(section, "fixed", law)
        for name, r in spring.arms:
            check_held(_named_joint(root, name, "hinge", "slide") is not None, "MJCF", "spring", spring.name)
            SubElement(element, "joint", joint=name, coef=written([r]))
        return
    element = SubElement(section, "spatial", law)
    for site in _sites(robot, elements, spring.name, [(end, Pose(p=point)) for end, point in spring.path]):
        SubElement(element, "site", site=site)


def _at_ball(root: Element, spring: BallSpring) -> None:
    """Write the spring of a ball joint. In MJCF, its rest orientation must be the quaternion (1, 0, 0, 0)."""
    joint, (w, *v) = _named_joint(root, spring.joint, "ball"), spring.rest
    upright = joint is not None and w and not any(v)
    check_held(bool(upright), "MJCF", "ball spring", spring.name)
    _stiffened(joint, spring, 1)


def _stiffened(joint: Element | None, spring: Tendon | BallSpring, share: float) -> Element:
    """Add the spring to a joint element that has no spring yet, and return the element."""
    if joint is None or joint.get("stiffness") is not None:
        raise finding.unrepresentable("MJCF", ("second spring", spring.name))
    joint.set("stiffness", written([spring.stiffness * share]))
    joint.set("damping", written([float(joint.get("damping") or 0) + spring.damping * share]))
    return joint


def _named_joint(root: Element, name: str, *kinds: str) -> Element | None:
    return next((x for x in root.iter("joint") if x.get("name") == name and x.get("type") in kinds), None)


_WORDS = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slide", "spherical": "ball", "free": "free"}


def text(robot: Robot) -> str:
    """Format the robot as an MJCF document. Symbols without a value raise an error."""
    robot = numeric(robot, "MJCF")
    for link in robot.links:
        weight(link.inertia, link.name, "MJCF")  # raises an error for moments without a mass
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
    waiting: dict[str, list[Joint]] = {}  # joints whose child is a hidden link
    for joint in robot.joints:
        chain = [*waiting.get(joint.parent, ()), joint]
        depth[joint.child] = depth[joint.parent] + 1
        if joint.child in hidden:
            waiting[joint.child], elements[joint.child] = chain, elements[joint.parent]
        else:
            elements[joint.child] = _moving(elements[joint.parent], chain, robot.link(joint.child))
    check_held(max(depth.values()) < DEEPEST, "MJCF", "long chain of robot", robot.name)
    for frame in robot.frames:
        SubElement(elements[frame.link], "site", {"name": frame.name, **_place(frame.placement)})
    _equalities(root, robot)
    closed(root, robot, elements)
    _speeds(root, robot)
    return xml_text(root)


def _hidden(robot: Robot) -> set[str]:
    """Return the massless links whose only purpose is to connect two joints."""
    used = {frame.link for frame in robot.frames}
    used |= {x for loop in robot.loops if isinstance(loop, Loop) for x, _ in loop.ends}
    used |= {x for spring in robot.springs if isinstance(spring, Strut) for x, _ in spring.path}
    before = {j.child for j in robot.joints if j.moves}
    below = joints_below(robot.joints)
    empty = (name for name in before - used if robot.link(name).inertia.is_zero)
    return {name for name in empty if len(below[name]) == 1 and below[name][0].moves}


def _merged(robot: Robot, hidden: set[str]) -> Robot:
    """Return the robot without hidden links, to check only the bodies that the file will contain."""
    parent = {j.child: j.parent for j in robot.joints}
    joints = []
    for joint in robot.joints:
        start = joint.parent
        while start in hidden:
            start = parent[start]
        if joint.child not in hidden:
            joints.append(replace(joint, parent=start, mimic=None))
    links = tuple(x for x in robot.links if x.name not in hidden)
    return replace(robot, links=links, joints=tuple(joints), loops=(), springs=(), actuated=DefaultActuation())


def _moving(parent: Element, chain: list[Joint], link: Link) -> Element:
    """Add the body at the end of a chain of joints."""
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
        SubElement(body, "inertial", _weight(inertia, name) | central_tensor(inertia))
    return body


def _weight(inertia: Inertia, name: str) -> Attributes:
    mass, com = weight(inertia, name, "MJCF")
    return {"pos": written(com), "mass": written([mass])}


def _full(inertia: Inertia) -> Attributes:
    xx, yy, zz, xy, yz, xz = inertia.central().tensor
    return {"fullinertia": written((xx, yy, zz, xy, xz, yz))}


def central_tensor(inertia: Inertia) -> Attributes:
    """Format the central inertia tensor as attributes. Rods and plates use principal moments to avoid rounding errors."""
    principal = inertia.principal()
    a, b, c = principal.moments
    if min(a, a + b - c) > slack(inertia):
        return _full(inertia)
    a = max(a, 0.0)
    moments = (a, max(b, a), min(c, a + b))
    return {"diaginertia": written(moments), "quat": written(quaternion(principal.R))}


def _place(place: Pose) -> Attributes:
    return {"pos": written(place.p), "quat": written(quaternion(place.R))}


def _same_frame(joint: Joint, rest: Pose) -> None:
    """Raise an error if the coordinates of a ball or free joint have a different meaning in MJCF."""
    entries = zip(sum(rest.R, ()), sum(IDENTITY.R, ()), strict=True)
    turned = any(abs(x - y) > ROUNDING for x, y in entries)
    moved = joint.kind == "free" and (joint.placement != IDENTITY or any(rest.p))
    own = not turned and not moved and tuple(joint.axis) == (0, 0, 1)
    check_held(own, "MJCF", f"frame of {joint.kind} joint", joint.name)


def _joint(joint: Joint, rest: Pose) -> Element:
    """Write a joint in the frame of its body. `rest` is the pose of the body after the joint motion."""
    kind, back = _WORDS[joint.kind], rest.inverse()
    axis = matvec(transpose(rest.R), joint.axis)
    element = Element("joint", name=joint.name, type=kind, pos=written(back.p), axis=written(axis))
    if kind in ("ball", "free"):
        _same_frame(joint, rest)
        del element.attrib["axis"]
        if kind == "free":
            del element.attrib["pos"]
    limits = limits_of(joint)[0]
    drive = joint.drives[0] if joint.drives else None
    if limits.lower is not None or limits.upper is not None:
        low = -BOUNDLESS if limits.lower is None else limits.lower
        element.set("limited", "true")
        element.set("range", written((low, BOUNDLESS if limits.upper is None else limits.upper)))
    if limits.effort is not None:
        element.set("actuatorfrclimited", "true")
        element.set("actuatorfrcrange", written((-limits.effort, limits.effort)))
    if drive is not None:
        element.attrib |= {name: x for name, x in _felt(drive).items() if x != "0"}
    return element


def _felt(drive: Drive) -> Attributes:
    """Format the drive of a joint as attributes."""
    return {name: written([getattr(drive, which)]) for name, which in _FELT.items()}


def _equalities(root: Element, robot: Robot) -> None:
    for joint in robot.joints:
        if (mimic := joint.mimic) is not None:
            law = written((mimic.offset, mimic.multiplier, 0, 0, 0))
            SubElement(_section(root, "equality"), "joint", joint1=joint.name, joint2=mimic.joint, polycoef=law)


def _speeds(root: Element, robot: Robot) -> None:
    for joint in robot.joints:
        if joint.moves and joint.limits.velocity is not None:
            speed = written([joint.limits.velocity])
            SubElement(_section(root, "custom"), "numeric", name=SPEED + joint.name, data=speed)


_FELT = {"armature": "inertia", "damping": "viscous", "frictionloss": "dry"}  # attributes in MJCF and fields of a drive


def _elsewhere(page: Markup, reason: str, name: str) -> DalembertError:
    return finding.NotWrittenBack(
        FileName(page.file), Noun(reason), Identifier(name), Call(Function("export"), instead=True)
    ).error()


def rewrite(page: Markup, found: Difference) -> None:
    """Change the values in the file that differ from the robot."""
    if found.places:
        raise _elsewhere(page, "moved joint", next(iter(found.places)))
    for name, inertia in found.links.items():
        _inertial(page, _element(page, found, "link", name), name, inertia.numeric())
    for name, joint in found.drives.items():
        element = _element(page, found, "joint", name)
        drive, old = (x.drives[0] or Drive() for x in (joint, found.joint(name)))
        page.set(element, {key: x for key, x in _felt(drive).items() if x != _felt(old)[key]})


def _element(page: Markup, found: Difference, kind: str, name: str) -> FileElement:
    """Find the element of a link or joint by its name, or by its line if the element has no name."""
    tags = ("body",) if kind == "link" else ("joint", "freejoint")
    place = found.old.place(kind, name) or located(page.file)
    near = [x for x in page.root.walk() if x.tag in tags and x.place == place]
    fitting = [x for x in near if x.get("name") == name] or [x for x in near if x.get("name") is None]
    if len(fitting) != 1:
        own = place.file == page.file  # several joints of a body, or copies of a body
        raise _elsewhere(page, "no element of its own" if own else "part of another file", name)
    return fitting[0]


def _inertial(page: Markup, body: FileElement, name: str, inertia: Inertia) -> None:
    part = body.first("inertial")
    values = _weight(inertia, name)
    if part is None:
        values |= central_tensor(inertia)
    elif part.get("fullinertia") is not None:
        values |= _full(inertia)
    else:
        principal = inertia.principal()
        page.drop(part, tuple(x for x in ORIENTATIONS if x != "quat"))
        values |= {"quat": written(quaternion(principal.R)), "diaginertia": written(principal.moments)}
    page.put(body, "inertial", values, first=True)
