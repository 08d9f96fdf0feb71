"""A robot with its numbers replaced by symbols, for equations one can read.

Moving link i gets its ten inertial parameters m_i, mx_i my_i mz_i, xx_i xy_i yy_i xz_i yz_i zz_i
(about the link frame's origin, with what is fixed to the link lumped in), lengths become a_i (along x)
and d_i (along y or z), gravity g. Right angles become exact; other angles stay numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dalembert.graph import Node, Scalar, symbol, symbols
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Link, Robot
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
        self.robot = replace(
            robot, links=links, joints=tuple(joints), frames=frames, gravity=self.gravity(robot.gravity)
        )

    def link(self, link: Link, i: int | None, bodies: Tree) -> Link:
        """A moving link takes all that its body carries; what is fixed to it or to the ground keeps nothing."""
        if i is None:
            return Link(link.name)
        back = bodies.places[link.name][1].inverse()
        lumped = bodies.bodies[i].inertia.moved(back).parameters
        m, x, y, z, xx, xy, yy, xz, yz, zz = (
            self.name(f"{letters}{i + 1}", number) for letters, number in zip(_PARAMETERS, lumped, strict=True)
        )
        return Link(link.name, Inertia(m, (x, y, z), (xx, yy, zz, xy, yz, xz)))

    def joint(self, joint: Joint, i: int, drives: bool) -> Joint:
        drive = None
        if drives and joint.drive is not None:
            drive = Drive(
                rotor_inertia=self.name(f"Ia{i}", joint.drive.inertia),
                damping=self.name(f"fv{i}", joint.drive.viscous),
                coulomb=self.name(f"fc{i}", joint.drive.dry),
            )
        return replace(joint, placement=self.pose(joint.placement, i), after=self.pose(joint.after, i), drive=drive)

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
    entries: list[Sequence[Any]] = [robot.gravity]
    for pose in poses:
        entries += [pose.p, *pose.R]
    return set().union(*(symbols(x) for x in entries))
