"""A robot with its numbers replaced by symbols, for equations one can read.

Moving link i gets its ten inertial parameters m_i, mx_i my_i mz_i, xx_i xy_i yy_i xz_i yz_i zz_i
(about the link frame's origin, with what is fixed to the link lumped in), lengths become a_i (along x)
and d_i (along y or z), gravity g. i counts bodies, one for each turn, slide and ball. Where loops are cut, lengths are
those of the body that carries the cut; rods become r_k, pitches p_i, springs k_j, L_j and b_j.
Right angles become exact; other angles, gears and moment arms stay numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dalembert.errors import UnsupportedElement
from dalembert.graph import Node, Scalar, symbol, symbols
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Joint, Link, Robot
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.pose import Pose, snap
from dalembert.spatial.vector import Vector

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
            names = ", ".join(f"'{x.name}'" for x in here)
            raise UnsupportedElement(
                f"links {names} are fixed to each other, and different shares of their weight are carried (gravcomp): "
                "one link in symbols cannot stand for them"
            )
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
