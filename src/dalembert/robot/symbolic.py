"""Numbers of a robot replaced by symbols: by name, to be given later, or all of them, for readable equations.

`loosen` replaces chosen numbers; each keeps the value it has now beside it:

gravity                      gx, gy, gz
LINK                         m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz, in which the dynamics is linear, at the link's origin
LINK.mass, .com, .inertia    as files give them, the tensor about the centre of mass; each is changed alone
JOINT.origin, .after         where the joint sits in its parent, and the link's frame after it (DH tables): 3 lengths each
JOINT.damping, …             a value of the joint's drive, by its plain name
SYMBOL                       a symbol of the robot, which has no value

`symbolic` replaces all. Moving link i gets its ten inertial parameters m_i, mx_i my_i mz_i, xx_i xy_i yy_i xz_i yz_i zz_i
(about the link frame's origin, with the links fixed to it lumped in); lengths become a_i (along x) and d_i (along y or
z), gravity g. i counts bodies, one for each turn, slide and ball. Where loops are cut, lengths are those of the body that
carries the cut; rods become r_k, pitches p_i, springs k_j, L_j and b_j. Right angles become exact; other angles, gears
and moment arms stay numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from dalembert.argument import filled, known, listed
from dalembert.finding.argument import Repeated
from dalembert.finding.finding import Argument, Element, Identifier, Noun, RobotName
from dalembert.finding.model import NotAvailable, Part
from dalembert.graph import Node, Scalar, evaluate, symbol, symbols
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import ENTRIES, Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Joint, Link, Robot
from dalembert.robot.number import require
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.pose import Pose, snap
from dalembert.spatial.vector import Vector

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
_AXES = ("x", "y", "z")
_OF_LINKS = ("mass", "com", "inertia")
_OF_JOINTS = {"origin": "placement", "after": "after"}


class Parametrized(NamedTuple):
    """The robot with symbols in place of the chosen numbers; the symbols in order, and what each was (None: nothing)."""

    robot: Robot
    symbols: tuple[Node, ...]
    values: tuple[float | None, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(str(x.value) for x in self.symbols)

    @property
    def operand(self) -> tuple[str, tuple[int, ...], tuple[Node, ...]]:
        """The input that holds them: name, shape and symbols."""
        return "parameters", (len(self.symbols),), self.symbols


class _Choice(NamedTuple):
    """Numbers under one name: of which link, joint or of the robot, which part of it, their labels and values."""

    owner: str
    part: str
    labels: tuple[str, ...]
    values: tuple[Scalar | None, ...]


def parametrize(robot: Robot, names: Iterable[str]) -> Parametrized:
    """The robot with the named numbers as symbols."""
    now: dict[str, float | None] = {}
    new: dict[tuple[str, str], tuple[Node, ...]] = {}
    for name in listed(names, "parameters"):
        choice = _choice(robot, name)
        same = {"ten": ("ten", *_OF_LINKS), **{x: (x, "ten") for x in _OF_LINKS}}.get(choice.part, (choice.part,))
        if any((choice.owner, part) in new for part in same):
            raise Repeated(Noun("parameter"), Identifier(name), Argument("parameters")).error()
        new[choice.owner, choice.part] = tuple(symbol(label) for label in choice.labels)
        now |= {label: _number(x) for label, x in zip(choice.labels, choice.values, strict=True)}
    for link in robot.links:
        alone = (link.name, "mass") in new and (link.name, "com") not in new
        require(not alone or not is_zero(link.inertia.mass), "link", link.name, "a mass or a centre of mass")
    filled(now, "parameters")
    loose = replace(
        robot,
        gravity=new.get(("", "gravity"), robot.gravity),
        links=tuple(_link(x, _parts(new, x.name)) for x in robot.links),
        joints=tuple(_joint(x, _parts(new, x.name)) for x in robot.joints),
    )
    return Parametrized(loose, tuple(symbol(x) for x in now), tuple(now.values()))


def _choice(robot: Robot, name: Any) -> _Choice:
    """The meaning of a name; links and joints may have dots in their own."""
    links, joints = {x.name: x for x in robot.links}, {x.name: x for x in robot.joints}
    names = [*robot.parameters, "gravity", *links, *(f"{x}.{y}" for x in links for y in _OF_LINKS)]
    names += [f"{x}.{y}" for x in joints for y in (*_OF_JOINTS, *SCALARS)]
    known(name, names, "parameter", owner="robot", owner_name=robot.name)
    require(names.count(name) == 1, "parameter", name, "one meaning")
    whole, _, part = name.rpartition(".")
    if name in robot.parameters:
        return _Choice("", f"symbol {name}", (name,), (None,))
    if name == "gravity":
        return _Choice("", name, tuple(f"gravity.{x}" for x in _AXES), robot.gravity)
    if name in links:
        return _Choice(name, "ten", tuple(f"{name}.{x}" for x in TEN), links[name].inertia.parameters)
    if whole in links and part in _OF_LINKS:
        own = links[whole].inertia
        ends, values = {
            "mass": ((name,), (own.mass,)),
            "com": (tuple(f"{name}.{x}" for x in _AXES), own.com),
            "inertia": (tuple(f"{name}.{x}" for x in ENTRIES), own.central().tensor),
        }[part]
        return _Choice(whole, part, ends, values)
    if part in _OF_JOINTS:
        place: Pose = getattr(joints[whole], _OF_JOINTS[part])
        return _Choice(whole, part, tuple(f"{name}.{x}" for x in _AXES), place.p)
    return _Choice(whole, part, (name,), (_drive_value(joints[whole], part),))


def _drive_value(joint: Joint, part: str) -> Scalar:
    require(not isinstance(joint.drive, tuple), "joint", joint.name, "one drive for all motions")
    now: Scalar = getattr(joint.drive or Drive(), part)
    require(now is not None, "joint", joint.name, "a drive with the parameter")
    require(part != "stribeck_velocity" or not is_zero(now), "joint", joint.name, "a Stribeck velocity")
    return now


def _parts(new: Mapping[tuple[str, str], Sequence[Node]], owner: str) -> dict[str, Sequence[Node]]:
    return {part: nodes for (name, part), nodes in new.items() if name == owner}


def _link(link: Link, new: Mapping[str, Sequence[Node]]) -> Link:
    own = link.inertia
    if "ten" in new:
        return replace(link, inertia=Inertia.from_parameters(tuple(new["ten"])))
    if not any(x in new for x in _OF_LINKS):
        return link
    mass = new["mass"][0] if "mass" in new else own.mass
    com = tuple(new["com"]) if "com" in new else own.com
    tensor = tuple(new["inertia"]) if "inertia" in new else own.central().tensor
    return replace(link, inertia=Inertia.about_com(mass, com, tensor))


def _joint(joint: Joint, new: Mapping[str, Sequence[Node]]) -> Joint:
    origin, after = (new.get(part, getattr(joint, own).p) for part, own in _OF_JOINTS.items())
    if set(_OF_JOINTS) & set(new):
        placement, end = replace(joint.placement, p=tuple(origin)), replace(joint.after, p=tuple(after))
        joint = replace(joint, placement=placement, after=end)
    driven = {part: nodes[0] for part, nodes in new.items() if part in SCALARS}
    return replace(joint, drive=(joint.drive or Drive()).changed(**driven)) if driven else joint


def _number(x: Scalar | None) -> float | None:
    """The value, if it has one; a rotation or an offset of π has."""
    return None if x is None or symbols([x]) else float(evaluate([x], {})[0])


_PARAMETERS = ("m", "mx", "my", "mz", "xx", "xy", "yy", "xz", "yz", "zz")


def symbolic(robot: Robot, *, drives: bool = False) -> Robot:
    """The robot in symbols. Drives are left out, or with `drives=True` become Ia_i, fv_i, fc_i on the link's side."""
    return _Naming(robot, drives).robot


def symbol_values(robot: Robot, *, drives: bool = False) -> dict[str, Scalar]:
    """What each symbol of `symbolic(robot)` stands for: `symbolic(robot).bind(**symbol_values(robot))` moves alike."""
    return _Naming(robot, drives).values


class _Naming:
    """One walk over a robot that gives every number its name and remembers the value."""

    def __init__(self, robot: Robot, drives: bool) -> None:
        self.values: dict[str, Scalar] = {}
        self.taken = _geometry_symbols(robot)
        self.links = robot.links
        bodies = tree(robot)
        carriers = {body.link: i for i, body in enumerate(bodies.bodies)}
        joints = []
        for joint in robot.joints:
            i = bodies.places[joint.parent][0] + 2  # a_i lies between joints i − 1 and i
            i = carriers[joint.child] + 1 if joint.moves else i
            joints.append(self.joint(joint, i, drives))
        links = tuple(self.link(link, carriers.get(link.name), bodies) for link in robot.links)
        frames = tuple(
            replace(frame, placement=self.pose(frame.placement, bodies.places[frame.link][0] + 2))
            for frame in robot.frames
        )
        loops = tuple(self.loop(loop, k, bodies) for k, loop in enumerate(robot.loops, 1))
        springs = tuple(self.spring(spring, k, bodies) for k, spring in enumerate(robot.springs, 1))
        self.robot = replace(
            robot, links=links, joints=tuple(joints), frames=frames, gravity=self.gravity(robot.gravity), loops=loops,
            springs=springs,
        )  # fmt: skip

    def loop(self, loop: Loop | Coupling, k: int, bodies: Tree) -> Loop | Coupling:
        if isinstance(loop, Coupling):
            return loop
        first, second = (
            self.pose(pose, bodies.places[end][0] + 2)
            for end, pose in ((loop.first, loop.first_placement), (loop.second, loop.second_placement))
        )
        length = None if loop.length is None else self.length(f"r{k}", loop.length)
        return replace(loop, first_placement=first, second_placement=second, length=length)

    def spring(self, spring: Spring, k: int, bodies: Tree) -> Spring:
        named = {"stiffness": f"k{k}", "damping": f"b{k}"}
        if not isinstance(spring, BallSpring):
            named |= {"rest": f"L{k}", "slack": f"s{k}", "armature": f"Ja{k}"}
        spring = replace(spring, **{which: self.length(name, getattr(spring, which)) for which, name in named.items()})
        if not isinstance(spring, Strut):
            return spring

        def point(link: str, p: Vector) -> Vector:
            return self.pose(Pose(p=p), bodies.places[link][0] + 2).p

        first, second = point(spring.first, spring.first_point), point(spring.second, spring.second_point)
        via = tuple((link, point(link, p)) for link, p in spring.via)
        return replace(spring, first_point=first, second_point=second, via=via)

    def link(self, link: Link, i: int | None, bodies: Tree) -> Link:
        """A moving link takes all that its body carries; what is fixed to it or to the ground keeps nothing."""
        if i is None:
            return Link(link.name)
        back = bodies.places[link.name][1].inverse()
        lumped = bodies.bodies[i].inertia.moved(back).parameters
        m, x, y, z, xx, xy, yy, xz, yz, zz = (
            self.name(f"{letters}{i + 1}", number) for letters, number in zip(_PARAMETERS, lumped, strict=True)
        )
        return Link(link.name, Inertia(m, (x, y, z), (xx, yy, zz, xy, yz, xz)), self.carried(i, bodies))

    def carried(self, i: int, bodies: Tree) -> Any:
        """The share of a body's weight that is carried, one for all links that are fixed to each other."""
        here = [x for x in self.links if bodies.places[x.name][0] == i and not x.inertia.is_zero]
        shares = {x.gravcomp for x in here} or {0}
        if len(shares) > 1:
            links = tuple(Part(Element("link"), Identifier(x.name)) for x in here)
            raise NotAvailable(Identifier("symbolic"), RobotName(self.robot.name), links).error()
        return shares.pop()

    def joint(self, joint: Joint, i: int, drives: bool) -> Joint:
        given = joint.drive if isinstance(joint.drive, tuple) else (joint.drive,)
        first = i - len(joint.steps) + 1  # i is that of the body the joint moves last
        named = tuple(self.drive(drive, first + k) if drives else None for k, drive in enumerate(given))
        return replace(
            joint,
            placement=self.pose(joint.placement, i),
            after=self.pose(joint.after, i),
            drive=named if isinstance(joint.drive, tuple) else named[0],
            pitch=self.length(f"p{i}", joint.pitch),
        )

    def drive(self, drive: Drive | None, i: int) -> Drive | None:
        if drive is None:
            return None
        return Drive(
            rotor_inertia=self.name(f"Ia{i}", drive.inertia),
            damping=self.name(f"fv{i}", drive.viscous),
            coulomb=self.name(f"fc{i}", drive.dry),
        )

    def pose(self, pose: Pose, i: int) -> Pose:
        x, y, z = pose.p
        both = not is_zero(y) and not is_zero(z)
        names = (f"a{i}", f"dy{i}" if both else f"d{i}", f"dz{i}" if both else f"d{i}")
        return Pose(snap(pose.R), tuple(self.length(n, p) for n, p in zip(names, (x, y, z), strict=True)))

    def length(self, name: str, number: Any) -> Any:
        """A named length, positive, with its sign before it; zero stays zero and a symbol stays itself."""
        if isinstance(number, Node):
            return number
        if number == 0:
            return 0
        return self.name(name, number) if number > 0 else -self.name(name, -number)

    def gravity(self, gravity: Vector) -> Vector:
        along = [x for x in gravity if not is_zero(x)]
        names = ("g",) * 3 if len(along) == 1 else ("gx", "gy", "gz")
        return tuple(self.length(name, x) for name, x in zip(names, gravity, strict=True))

    def name(self, name: str, number: Any) -> Any:
        """The symbol for a number, told from others of the same name by a count."""
        free, count = name, 2
        while free in self.taken:
            free, count = f"{name}_{count}", count + 1
        self.taken.add(free)
        self.values[free] = number
        return symbol(free)


def _geometry_symbols(robot: Robot) -> set[str]:
    """Symbols that stay: those in poses and gravity."""
    poses = [pose for j in robot.joints for pose in (j.placement, j.after)] + [f.placement for f in robot.frames]
    entries: list[Sequence[Any]] = [robot.gravity, [j.pitch for j in robot.joints], [x.gravcomp for x in robot.links]]
    for loop in robot.loops:
        if isinstance(loop, Loop):
            poses += [loop.first_placement, loop.second_placement]
            entries.append([loop.length])
        else:
            entries.append([factor for factor, _ in loop.terms])
    for spring in robot.springs:
        entries.append([x for x in vars(spring).values() if not isinstance(x, (str, tuple))])
        if isinstance(spring, Tendon):
            entries.append([r for _, r in spring.arms])
        elif isinstance(spring, Strut):
            entries += [point for _, point in spring.path]
        else:
            entries.append(spring.rest)
    for pose in poses:
        entries += [pose.p, *pose.R]
    return set().union(*(symbols(x) for x in entries))
