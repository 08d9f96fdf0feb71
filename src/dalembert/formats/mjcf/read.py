"""Reader for MJCF, the robot file format of MuJoCo.

The reader supports bodies with hinge, slide, ball and free joints, springs, equalities, default classes, compiler
settings and includes. The inertias of bodies are given in the file or are summed over geoms. Fluids, flexible bodies
and wrapping tendons that exert a force affect the motion but are not modelled. For such elements, the reader raises an
error with name and line, unless the user chooses to ignore them. Elements that are not part of the robot (sensors,
contacts, visual assets) are listed in warnings.

The joints of a body act in sequence, and each joint acts at its anchor a:

    T_parent_body(q) = (pos, quat) · Π_j trans(a_j) · motion(axis_j, q_j − ref_j) · trans(−a_j)

Joint j therefore has `placement` trans(a_j) and `after` trans(−a_j). A body with k joints needs k − 1 massless links
between the joints.

The inertia of a body is given by `<inertial>` or is the sum over its geoms. Geoms are primitive shapes and meshes with
a mass or density. A pose or two end points define their placement. The attribute `fullinertia` lists Ixx Iyy Izz Ixy
Ixz Iyz. `boundinertia` and `balanceinertia` change the principal moments A ≤ B ≤ C: A ← max(A, least), and all moments
become (A+B+C)/3 if A + B < C.
"""

from __future__ import annotations

from dataclasses import replace
from operator import mul
from pathlib import Path
from typing import Any

from dalembert import finding
from dalembert.finding.finding import Identifier, Noun
from dalembert.formats.mjcf.actuator import actuators
from dalembert.formats.mjcf.compiler_and_defaults import (
    ORIENTATIONS,
    SHAPES,
    Defaults,
    Setting,
    expand,
    long_pose,
    pose,
    settings,
    sized_pose,
    together,
)
from dalembert.formats.mjcf.context import Context, Item, contents
from dalembert.formats.mjcf.joint import MovingPart, moving_part, speeds
from dalembert.formats.mjcf.mesh import Meshes, is_mesh, multiplied
from dalembert.formats.mjcf.springs_tendons_equalities import equalities, measured, settled, springs, tendons
from dalembert.formats.robot_file import (
    LONGEST_NAME,
    Description,
    Element,
    FindingLog,
    choice,
    examine,
    numbers,
    scalar,
)
from dalembert.formats.search_path import SearchPath
from dalembert.robot import body
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Frame, Joint, Link
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import Vector, negative, scale


def bodies(worlds: list[Element], context: Context) -> None:
    """Add all bodies in the file to the description as links and joints, with parents first."""
    context.draft.add_link(Link("world"), worlds[0].place if worlds else None)
    stack: list[tuple[Item, str, bool]] = []  # a body, its parent, and whether the parent moves
    for world in reversed(worlds):
        items = contents(Item(world), context)
        _ground(items, context)
        stack.extend((item, "world", False) for item in reversed(items) if item.tag == "body")
    while stack:
        item, parent, carried = stack.pop()
        name, items, moves = _body(item, parent, carried, context)
        stack.extend((inner, name, moves) for inner in reversed(items) if inner.tag == "body")
    if len(context.draft.links) == 1:
        context.log.tell(finding.NoBodies(Noun("body"), at=context.draft.top))
    _separate_frames(context)


def _ground(items: list[Item], context: Context) -> None:
    log = context.log
    for item in items:
        if item.tag in ("joint", "freejoint", "inertial"):
            log.error(finding.Impossible(item.element.part, Noun("on the world")))
        elif item.tag == "geom":
            log.ignore(item.element.part)
        elif item.tag == "site":
            _frame(item, "world", context)


def _body(item: Item, parent: str, carried: bool, context: Context) -> tuple[str, list[Item], bool]:
    """Add the link and joints of a body. Return the name of the body, its elements, and whether the body moves."""
    element, draft = item.element, context.draft
    given = element.get("name")
    name = context.replicated(given, item.suffix) if given else draft.free_name("link", "body")
    items = contents(item, context)
    moves = carried or any(x.tag in ("joint", "freejoint") for x in items)
    gravcomp = scalar(element, "gravcomp", draft.log) if moves else 0.0
    if gravcomp and context.left("gravcomp", element):
        gravcomp = 0.0
    place = item.at @ pose(element, context.setting, draft)
    context.poses[name] = context.poses[parent] @ place
    moved = _chain(name, place, parent, items, element, context)
    context.resting[name] = context.resting[parent] @ place @ moved
    inertials, geoms = ([x for x in items if x.tag == tag] for tag in ("inertial", "geom"))
    draft.add_link(Link(name, body_inertia(inertials, geoms, context, name, moves), gravcomp), element.place)
    for x in items:
        if x.tag == "site":
            _frame(x, name, context)
    return name, items, moves


def _chain(name: str, place: Pose, parent: str, items: list[Item], element: Element, context: Context) -> Pose:
    """Add the joints between a parent link and a body, with massless links between these joints.

    Return the displacement of the body if all springs are at rest.
    """
    draft = context.draft
    parts = [moving_part(x, context, name) for x in items if x.tag in ("joint", "freejoint")]
    free = next((part for part in parts if part.kind == "free"), None)
    if free is not None and (parent != "world" or len(parts) > 1):
        named = finding.part_of("<joint>", free.name, free.place)
        draft.log.error(finding.Impossible(named, Noun("a free joint below the world"), Identifier(name)))
    if not parts:
        fixed = draft.free_name("joint", f"{name}_fixed")
        draft.add_joint(Joint(fixed, "fixed", parent, name, place), element.place)
    for k, part in enumerate(parts):
        child = name
        if k < len(parts) - 1:
            child = draft.free_name("link", f"{name}/{part.name}")
            draft.add_link(Link(child), part.place)
        draft.add_joint(_joint(part, place, parent, child), part.place)
        parent, place = child, IDENTITY
    moved = IDENTITY
    for part in parts:
        moved = moved @ part.displaced(context.rests.get(part.name, 0.0) - context.refs.get(part.name, 0.0))
    return moved


def _joint(part: MovingPart, place: Pose, parent: str, child: str) -> Joint:
    if part.kind == "free":  # the coordinates are the body's pose in the world, independent of the pose in the file
        return Joint(part.name, "free", parent, child, drive=part.drive)
    anchored = any(part.anchor)
    placement = place @ Pose(p=part.anchor) if anchored else place
    after = Pose(p=negative(part.anchor)) if anchored else IDENTITY
    return Joint(part.name, part.kind, parent, child, placement @ part.start, part.axis, after, part.limits, part.drive)


def _frame(item: Item, link: str, context: Context) -> None:
    """Add the frame of a site."""
    site = context.defaults.applied(item.element, item.childclass)
    name = site.get("name")
    if not name:
        context.log.ignore(site.part)
        return
    place = item.at @ long_pose(site, context.setting, context.draft)[0]
    name = context.replicated(name, item.suffix)
    context.sites[name] = (link, place)
    context.draft.frames.append(Frame(name, link, place))


def _separate_frames(context: Context) -> None:
    """Rename frames that have the same name as a link. In MJCF, a body and a site can have the same name."""
    draft = context.draft
    taken = {link.name for link in draft.links}
    for k, frame in enumerate(draft.frames):
        name = frame.name
        while name in taken:
            name = f"{name}_site"
        if name != frame.name:
            part = finding.part_of("<site>", frame.name)
            draft.log.tell(finding.Understood(part, Noun("renamed"), Identifier(name)))
            draft.frames[k] = replace(frame, name=name)
        taken.add(name)


def geom_inertia(geom: Element, context: Context) -> Inertia:
    """Compute the inertia of a geom in the body frame.

    The inertia is zero if the geom has no mass or if its group is excluded.
    """
    log, kind = context.log, geom.get("type") or "sphere"
    low, high = numbers(context.setting.compiler, "inertiagrouprange", log)
    mass = None if geom.get("mass") is None else scalar(geom, "mass", log)
    density = scalar(geom, "density", log)
    weightless = mass == 0 or (mass is None and density == 0)
    if kind in ("plane", "hfield") or not low <= scalar(geom, "group", log) <= high or weightless:
        return Inertia()
    if geom.get("type") == "sdf":
        log.refuse(geom.attribute("type"), "give the link its inertia")
        return Inertia()
    which, weight = ("density", density) if mass is None else ("mass", mass)
    if is_mesh(geom):
        return _mesh(geom, kind, context, **{which: weight})
    if geom.get("shellinertia") == "true":
        log.refuse(geom.attribute("shellinertia"))
    if not log.among(kind, SHAPES, geom, "type"):
        return Inertia()
    place, size = sized_pose(geom, kind, context.setting, context.draft)
    if len(size) < len(SHAPES[kind]) or any(x <= 0 for x in size[: len(SHAPES[kind])]):
        log.invalid(geom.attribute("size"), geom.get("size") or "", "positive sizes")
    elif weight < 0:
        log.invalid(geom.attribute(which), weight, "a non-negative number")
    else:
        return _solid(kind, size, **{which: weight}, at=place)
    return Inertia()


def _mesh(geom: Element, kind: str, context: Context, **weight: float) -> Inertia:
    """Compute the inertia of a mesh, or of the primitive shape fitted to the mesh."""
    solid, place = context.meshes.solid(geom), pose(geom, context.setting, context.draft)
    if solid is not None and kind == "mesh":
        density = weight["density"] if "density" in weight else weight["mass"] / solid.volume
        return multiplied(solid.inertia, density).moved(place)
    if solid is None or not context.log.among(kind, SHAPES, geom, "type"):
        return Inertia()
    at, size = solid.fitted(kind, context.setting.true("fitaabb"))
    return _solid(kind, scale(scalar(geom, "fitscale", context.log), size), **weight, at=place @ at)


def _solid(kind: str, size: Vector, **weight: Any) -> Inertia:
    """Compute the inertia of a shape from its radii and half lengths. The axis of a round shape is z."""
    axis = {"axis": "z"} if kind in ("capsule", "cylinder") else {}
    made: Inertia = getattr(body, kind)(*map(mul, SHAPES[kind], size), **axis, **weight)
    return made


def body_inertia(inertials: list[Item], geoms: list[Item], context: Context, body: str, moves: bool) -> Inertia:
    """Compute the inertia of a body as defined in the file. Meshes of a static body are not read."""
    setting, log = context.setting, context.log
    if len(inertials) > 1:
        part = finding.part_of("<inertial>", None, inertials[1].element.place)
        log.error(finding.Impossible(part, Noun("given twice"), Identifier(body)))
    applied = [replace(x, element=context.defaults.applied(x.element, x.childclass)) for x in geoms]
    source = choice(setting.compiler, "inertiafromgeom")
    low, high = numbers(setting.compiler, "inertiagrouprange", log)
    chosen = any(low <= scalar(x.element, "group", log) <= high for x in applied)
    if (source == "true" and chosen) or (source != "false" and not inertials):
        total = Inertia()
        for x in applied:
            if not moves and setting.number("settotalmass") <= 0 and is_mesh(x.element):
                log.ignore(x.element.part)
            else:
                total += geom_inertia(x.element, context).moved(x.at)
    else:
        total = _inertial(inertials[0], context, body) if inertials else Inertia()
        for x in applied:
            log.ignore(x.element.part)
    return bounded(total, setting)


def scaled(context: Context) -> None:
    """Scale all masses and inertia tensors if the file specifies the total mass."""
    draft, total = context.draft, context.setting.number("settotalmass")
    mass = sum(float(link.inertia.mass) for link in draft.links)
    if total <= 0 or mass <= 0:
        return
    for i, link in enumerate(draft.links):
        draft.links[i] = replace(link, inertia=multiplied(link.inertia, total / mass))


def _inertial(item: Item, context: Context, body: str) -> Inertia:
    element, log = item.element, context.log
    for name in ("pos", "mass"):
        if element.get(name) is None:
            part = finding.part_of("<inertial>", None, element.place, finding.part_of("<body>", body))
            log.assumed(part, "it counts as 0", name)
    place = item.at @ pose(element, context.setting, context.draft)
    mass = scalar(element, "mass", log)
    if element.get("fullinertia") is not None:
        xx, yy, zz, xy, xz, yz = numbers(element, "fullinertia", log)
        turned = [x for x in (*ORIENTATIONS, "diaginertia") if element.get(x) is not None]
        if turned:
            part, reason = element.attribute("fullinertia"), Noun("beside another one")
            log.error(finding.Impossible(part, reason, Identifier(turned[0])))
    else:
        (xx, yy, zz), xy, xz, yz = numbers(element, "diaginertia", log), 0.0, 0.0, 0.0
    return Inertia(mass, (0, 0, 0), (xx, yy, zz, xy, yz, xz)).moved(place)


def bounded(inertia: Inertia, setting: Setting) -> Inertia:
    """Apply boundmass, boundinertia and balanceinertia to an inertia."""
    least_mass, least = setting.number("boundmass"), setting.number("boundinertia")
    balance = setting.true("balanceinertia")
    if not (least_mass > 0 or least > 0 or balance):
        return inertia
    mass, principal = max(inertia.mass, least_mass), inertia.principal()
    a, b, c = (max(x, least) for x in principal.moments)
    if balance and a + b < c:
        a = b = c = (a + b + c) / 3
    central = Inertia(mass, (0, 0, 0), (a, b, c, 0, 0, 0)).moved(Pose(principal.R))
    return central.moved(Pose(p=inertia.com))


def read(root: Element, path: Path, log: FindingLog, search: SearchPath) -> Description:
    """Read a `<mujoco>` element, and return its description without checks.

    `search` locates included files and meshes.
    """
    context = opened(root, path, log, search)
    bodies(list(root.all("worldbody")), context)
    scaled(context)
    lines = tendons(root, context)
    actuators(root, context)
    measured(context)
    springs(context)
    equalities(root, lines, context)
    settled(context)
    speeds(root, context)
    return context.draft


def opened(root: Element, path: Path, log: FindingLog, search: SearchPath) -> Context:
    """Expand the includes of a file, read its settings, defaults and meshes, and return its context."""
    expand(root, path, log, search)
    examine(root, "mjcf", log, strict=True)
    setting = settings(root, log)
    name = root.get("model") or path.name.split(".")[0]
    weightless = not setting.acts("gravity")
    gravity = (0.0, 0.0, 0.0) if weightless else numbers(together(root, "option"), "gravity", log)
    draft = Description(name[:LONGEST_NAME], log, gravity, top=root.place, reserved=_names(root))
    defaults = Defaults(log)
    for section in root.all("default"):
        defaults.add(section)
    meshes_in = setting.compiler.get("meshdir") or setting.compiler.get("assetdir") or ""
    meshes = Meshes(log, search, meshes_in, setting.true("strippath"))
    meshes.add(root, defaults)
    return Context(setting, defaults, draft, meshes)


def _names(root: Element) -> set[tuple[str, str]]:
    """Return all body and joint names in the file, from which generated names must differ."""
    kinds = {"body": "link", "joint": "joint"}
    return {(kinds[x.tag], x.attributes["name"]) for x in root.walk() if x.tag in kinds and "name" in x.attributes}
