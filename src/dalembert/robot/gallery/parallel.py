"""Parallel robots: a platform connected to the base by several legs. The loops are closed at q = 0.

planar_3rrr [gosselin1988]:  |A_i + l1 e(θ_i) − (p + R c_i)| = l2
delta [clavel1988]:          |elbow_i(θ_i) − (p + wrist_i)| = l2, with two rods per arm, so the platform does not rotate
stewart [stewart1965]:       |p + R b_i − a_i| = length_i

Provenance
- The architectures are from the cited papers. We chose all lengths, masses and shapes for table-top robots, with
  rods and plates of uniform density. The values do not describe a commercial robot.

Known errors in public copies
- Many Delta models use massless rods, or lump half of each rod's mass with the arm and half with the platform. In this
  model, the rods are separate bodies.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import cos, pi, sin, sqrt

import numpy as np
from numpy.linalg import norm

from dalembert.robot import body
from dalembert.robot.gallery.textbook import at
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.spatial.pose import Pose

Point = tuple[float, float, float]
THIRD = 2 * pi / 3
_TURNS = tuple(i * THIRD for i in range(3))  # directions of three equal legs


@cache
def planar_3rrr() -> Robot:
    """The 3-RRR robot: three driven cranks, three rods and a triangular platform in a horizontal plane."""
    base, crank, rod, plate, lean = 0.5, 0.25, 0.3, 0.12, 0.9
    links, joints, loops = [Link("ground")], [], []
    for i, turn in enumerate(_TURNS, 1):
        a, c = around(base, turn), around(plate, turn)
        # the elbow is to the left of the line from pivot to platform
        reach = base - plate
        bend = np.arccos((crank**2 + reach**2 - rod**2) / (2 * crank * reach))
        first = float(turn + pi - bend)
        elbow = (a[0] + crank * cos(first), a[1] + crank * sin(first))
        second = float(np.arctan2(c[1] - elbow[1], c[0] - elbow[0]))
        links += [Link(f"crank{i}", _bar(0.6, crank)), Link(f"rod{i}", _bar(0.4, rod))]
        joints += [
            Joint(f"motor{i}", "revolute", "ground", links[-2].name, at(*a, rpy=(0, 0, first))),
            Joint(f"elbow{i}", "revolute", links[-2].name, links[-1].name, at(crank, rpy=(0, 0, second - first))),
        ]
        loops.append(Loop(f"wrist{i}", "revolute", f"rod{i}", "platform", at(rod), at(*c)))
    links.append(Link("platform", body.cylinder(plate, 0.01, mass=lean, axis="z")))
    joints.append(Joint("platform", "planar", "ground", "platform"))
    return _robot("planar_3rrr", links, joints, loops, "motor")


@cache
def delta() -> Robot:
    """The Delta robot: three driven arms, each with two parallel rods. The arms are horizontal at q = 0.

    The platform only translates.
    """
    base, arm, rod, plate, half = 0.2, 0.3, 0.75, 0.06, 0.04
    drop = sqrt(rod**2 - (base + arm - plate) ** 2)
    links, joints, loops = [Link("ground")], [], []
    for i, turn in enumerate(_TURNS, 1):
        outwards = at(*around(base, turn), rpy=(0, 0, turn))  # x outwards, y along the motor axis
        links.append(Link(f"arm{i}", _bar(0.5, arm)))
        joints.append(
            Joint(f"motor{i}", "revolute", "ground", f"arm{i}", outwards, (0, 1, 0), limits=Limits(-0.9, 1.5))
        )
        for side, y in (("a", half), ("b", -half)):
            name = f"rod{i}{side}"
            along = (-(base + arm - plate) / rod, 0.0, -drop / rod)
            links.append(Link(name, _bar(0.1, rod, "z")))
            joints.append(Joint(f"elbow{i}{side}", "universal", f"arm{i}", name, pointed((arm, y, 0.0), along)))
            wrist = at(*around(plate, turn), rpy=(0, 0, turn)) @ at(0, y)
            loops.append(Loop(f"wrist{i}{side}", "ball", name, "platform", at(0, 0, rod), Pose(p=wrist.p)))
    links.append(Link("platform", body.cylinder(plate, 0.02, mass=0.3, axis="z")))
    joints.append(Joint("platform", "free", "ground", "platform", at(0, 0, -drop)))
    return _robot("delta", links, joints, loops, "motor")


@cache
def stewart() -> Robot:
    """Stewart platform with six legs, each with a universal joint, a driven prismatic joint and a ball joint.

    The coordinate of a leg is its extension relative to its length at q = 0.
    """
    base, plate, height, gap = 0.5, 0.3, 0.6, 0.25
    links, joints, loops = [Link("ground")], [], []
    for k, (turn, side) in enumerate(product(_TURNS, (-1, 1)), 1):
        foot = around(base, turn + side * gap)
        hand = around(plate, turn + side * (pi / 3 - gap))
        along = np.array([hand[0] - foot[0], hand[1] - foot[1], height])
        length = float(norm(along))
        lower, upper = f"cylinder{k}", f"piston{k}"
        links += [Link(lower, _bar(1.2, 0.6 * length, "z")), Link(upper, _bar(0.6, -0.6 * length, "z"))]
        unit = along / length
        joints += [
            Joint(f"foot{k}", "universal", "ground", lower, pointed(foot, (unit[0], unit[1], unit[2]))),
            Joint(f"leg{k}", "prismatic", lower, upper, at(0, 0, length), limits=Limits(-0.15, 0.25)),
        ]
        loops.append(Loop(f"hand{k}", "ball", upper, "platform", at(), at(*hand)))
    links.append(Link("platform", body.cylinder(plate, 0.03, mass=5.0, axis="z")))
    joints.append(Joint("platform", "free", "ground", "platform", at(0, 0, height)))
    return _robot("stewart", links, joints, loops, "leg")


def _robot(name: str, links: list[Link], joints: list[Joint], loops: list[Loop], motor: str) -> Robot:
    """Create a parallel robot in which joints whose names begin with `motor` are driven."""
    tool, driven = Frame("tool", "platform"), tuple(x.name for x in joints if x.name.startswith(motor))
    source = __doc__ or ""
    return Robot(name, tuple(links), tuple(joints), frames=(tool,), source=source, loops=tuple(loops), actuated=driven)


def around(radius: float, angle: float) -> Point:
    """Return a point on a circle about the z axis."""
    return (radius * cos(angle), radius * sin(angle), 0.0)


def pointed(p: Point, z: Point) -> Pose:
    """Return a pose whose z axis is a given unit vector and whose x axis is horizontal."""
    x = np.cross((0.0, 0.0, 1.0), z)
    x = x / norm(x)
    R = np.column_stack([x, np.cross(z, x), z])
    return Pose(tuple(map(tuple, R.tolist())), p)


def _bar(mass: float, length: float, axis: str = "x") -> Inertia:
    """Return the inertia of a thin round bar from the origin along an axis. A negative length reverses the direction."""
    middle = tuple(length / 2 if letter == axis else 0.0 for letter in "xyz")
    return body.cylinder(0.01, abs(length), mass=mass, axis=axis, at=Pose(p=middle))
