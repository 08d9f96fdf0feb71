"""Planar linkages of every course on mechanisms, in a vertical plane (y up); the crank is driven.

four_bar [norton2012]:      l1 e(q1) + l2 e(q1 + q2) = (l4, 0) + l3 e(q3),  e(q) = (cos q, sin q)
slider_crank [norton2012]:  l1 e(q1) + l2 e(q1 + q2) = (q3, 0)
five_bar [briot2015]:       l1 e(q1) + l2 e(q1 + q2) = (l5, 0) + l3 e(q3) + l4 e(q3 + q4)

The links are thin: m_i, centre of mass at lc_i along the link, I_i about it. Each is cut at its last turning joint.
Lengths are symbols, so no posture is closed at q = 0: `da.assemble(robot.bind(…), q)` closes from a guess, and without
one from a start of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from dalembert.robot.gallery.serial import at, point, slender
from dalembert.robot.inertia import Inertia
from dalembert.robot.joint import Joint
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Link, Robot
from dalembert.spatial.pose import Pose

_DOWN = (0, "-g", 0)


@cache
def four_bar() -> Robot:
    """Crank l1, coupler l2, rocker l3, ground l4; one freedom. `tool` is the coupler's far end."""
    links = [_rod(1), _rod(2), _rod(3)]
    joints = [("ground", at()), ("link1", at("l1")), ("ground", at("l4"))]
    return _linkage("four_bar", links, joints, ("link3", at("l3")), ("link2", at("l2")), ("joint1",))


@cache
def slider_crank() -> Robot:
    """Crank l1, connecting rod l2, and a slider of mass m3 along x; one freedom."""
    links = [_rod(1), _rod(2), point("m3")]
    joints = [("ground", at()), ("link1", at("l1")), ("ground", at())]
    return _linkage("slider_crank", links, joints, ("link3", at()), ("link2", at("l2")), ("joint1",), slides=(3,))


@cache
def five_bar() -> Robot:
    """Two driven cranks l1 and l3, l5 apart, and two rods l2 and l4 that meet at `tool`; two freedoms."""
    links = [_rod(1), _rod(2), _rod(3), _rod(4)]
    joints = [("ground", at()), ("link1", at("l1")), ("ground", at("l5")), ("link3", at("l3"))]
    return _linkage("five_bar", links, joints, ("link2", at("l2")), ("link4", at("l4")), ("joint1", "joint3"))


def _rod(i: int) -> Inertia:
    return slender(f"m{i}", f"lc{i}", f"I{i}")


def _linkage(
    name: str,
    bodies: Sequence[Inertia],
    joints: Sequence[tuple[str, Pose]],
    first: tuple[str, Pose],
    second: tuple[str, Pose],
    driven: tuple[str, ...],
    slides: tuple[int, ...] = (),
) -> Robot:
    """Links on turning joints (or slides along x), closed by a turning joint between places on two of them."""
    links = (Link("ground"), *(Link(f"link{i}", body) for i, body in enumerate(bodies, 1)))
    moving = []
    for i, (parent, place) in enumerate(joints, 1):
        kind: tuple[str, Any] = ("prismatic", (1, 0, 0)) if i in slides else ("revolute", (0, 0, 1))
        moving.append(Joint(f"joint{i}", kind[0], parent, f"link{i}", place, kind[1]))
    tool = Frame("tool", "link2", at("l2"))
    loop = Loop("closure", "revolute", first[0], second[0], first[1], second[1])
    return Robot(name, links, tuple(moving), _DOWN, (tool,), __doc__ or "", loops=(loop,), actuated=driven)
