"""Robots of lectures and textbooks, with their symbols: serial arms, dynamics classics and planar linkages."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from dalembert.argument import value
from dalembert.robot.dh import from_dh
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.robot.parts import Drive
from dalembert.spatial.pose import IDENTITY, Pose, rotation_rpy
from dalembert.spatial.vector import Vector, negative

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
_FREE = Limits()


def source(family: str) -> str:
    """Return the source of a family of robots, with its equations."""
    return str(tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))[family])


@dataclass(frozen=True)
class Segment:
    """Joint ("R" or "P") and the link that it moves; `at` is the pose of the joint in the previous link."""

    joint: str
    axis: Vector
    inertia: Inertia
    at: Pose = IDENTITY
    limits: Limits = _FREE
    drive: Drive | None = None


def serial(
    name: str, segments: Sequence[Segment], gravity: Vector, *, tool: Pose | None = None, source: str = ""
) -> Robot:
    """Return the arm base – joint1 – link1 – joint2 – …, with the frame `tool` on the last link."""
    links = (Link("base"), *(Link(f"link{i}", s.inertia) for i, s in enumerate(segments, 1)))
    joints = tuple(
        Joint(f"joint{i}", {"R": "revolute", "P": "prismatic"}[s.joint], links[i - 1].name, links[i].name,
              s.at, s.axis, limits=s.limits, drive=s.drive)
        for i, s in enumerate(segments, 1)
    )  # fmt: skip
    frames = () if tool is None else (Frame("tool", links[-1].name, tool),)
    return Robot(name, links, joints, gravity, frames, source)


def at(x: Any = 0, y: Any = 0, z: Any = 0, rpy: Vector = (0, 0, 0)) -> Pose:
    """Return a pose from a position and fixed-axis angles, given as numbers or text."""
    return Pose(rotation_rpy(*(value(angle) for angle in rpy)), tuple(value(p) for p in (x, y, z)))


def point(mass: Any, com: Vector = (0, 0, 0)) -> Inertia:
    """Return a link that only translates, so its tensor has no effect."""
    return Inertia.about_com(mass, com, (0,) * 6)


def compact(mass: Any, moment: Any, com: Vector = (0, 0, 0)) -> Inertia:
    """Return a link with the same moment about every axis through its centre of mass."""
    return Inertia.about_com(mass, com, (moment, moment, moment, 0, 0, 0))


def slender(mass: Any, distance: Any, moment: Any, axis: str = "x") -> Inertia:
    """Return a thin link with its centre of mass at `distance` along its axis and `moment` about any perpendicular axis there."""
    along = "xyz".index(axis)
    com = tuple(distance if i == along else 0 for i in range(3))
    diagonal = tuple(0 if i == along else moment for i in range(3))
    return Inertia.about_com(mass, com, (*diagonal, 0, 0, 0))


@cache
def pendulum() -> Robot:
    """A pendulum with a motor and a gear. It hangs down at q = 0, and `tool` is its tip.

    Il is the link's moment of inertia about its centre of mass, and d is the distance of this point from the axis.
    The x axis is horizontal, and y points up.
    """
    drive = Drive(rotor_inertia="Im", gear_ratio="n", damping="bl", motor_damping="bm")
    link = Segment("R", Z, slender("m", "-d", "Il", axis="y"), drive=drive)
    return serial("pendulum", [link], (0, "-g", 0), tool=at(y="-l"), source=source("planar"))


@cache
def pr() -> Robot:
    """A prismatic joint along x that carries a rotating link, in a horizontal plane."""
    segments = [Segment("P", X, point("m1")), Segment("R", Z, slender("m2", "dc2", "I2"))]
    return serial("pr", segments, (0, 0, "-9.81"), source=source("planar"))


@cache
def rp() -> Robot:
    """A rotating link with a prismatic joint along it, in a vertical plane (y up).

    The centres of mass of the two links are at the distances l1 and q2 from the first axis.
    """
    segments = [Segment("R", Z, slender("m1", "l1", "I1")), Segment("P", X, slender("m2", 0, "I2"))]
    return serial("rp", segments, (0, "-g", 0), source=source("planar"))


@cache
def planar_2r() -> Robot:
    """Two links of lengths l1 and l2 in a vertical plane (y up), with centres of mass at lc1 and lc2."""
    segments = [
        Segment("R", Z, slender("m1", "lc1", "I1")),
        Segment("R", Z, slender("m2", "lc2", "I2"), at("l1")),
    ]
    return serial("planar_2r", segments, (0, "-g", 0), tool=at("l2"), source=source("planar"))


@cache
def planar_3r(l3: Any = None) -> Robot:
    """Three links in a horizontal plane, with moments of inertia zz_i about the joint axes and first moment mx2.

    The lecture does not name the length of the third link. `planar_3r(l3="l3")` places the frame `tool` at this distance.
    m1 and mx1 do not affect any torque, so the lecture omits them.
    """
    segments = [
        Segment("R", Z, Inertia(0, (0, 0, 0), (0, "zz1", "zz1", 0, 0, 0))),
        Segment("R", Z, Inertia("m2", ("mx2", 0, 0), (0, "zz2", "zz2", 0, 0, 0)), at("l1")),
        Segment("R", Z, Inertia("m3", (0, 0, 0), (0, "zz3", "zz3", 0, 0, 0)), at("l2")),
    ]
    tool = None if l3 is None else at(l3)
    return serial("planar_3r", segments, (0, 0, "-9.81"), tool=tool, source=source("planar"))


@cache
def planar_rpr() -> Robot:
    """A revolute, a prismatic and a revolute joint in a vertical plane (y up); q2 is the extension of the first link.

    The centre of mass of link 2 is on the axis of joint 3. Those of links 1 and 3 are at lc1 and lc3.
    """
    segments = [
        Segment("R", Z, slender("m1", "lc1", "I1")),
        Segment("P", X, slender("m2", 0, "I2")),
        Segment("R", Z, slender("m3", "lc3", "I3")),
    ]
    return serial("planar_rpr", segments, (0, "-g", 0), tool=at("l3"), source=source("planar"))


_WEIGHT = (0, 0, "-g")
_UP = negative(Y)  # turning about −y raises x towards z


@cache
def spatial_3r() -> Robot:
    """A rotating base and two links in a vertical plane; l1 and l2 are the lengths of links 2 and 3."""
    segments = [
        Segment("R", Z, compact("m1", "I1")),
        Segment("R", _UP, slender("m2", "lc2", "I2")),
        Segment("R", _UP, slender("m3", "lc3", "I3"), at("l1")),
    ]
    return serial("spatial_3r", segments, _WEIGHT, tool=at("l2"), source=source("arms"))


@cache
def cartesian() -> Robot:
    """Three prismatic joints along x, y and z."""
    segments = [Segment("P", axis, point(f"m{i}")) for i, axis in enumerate((X, Y, Z), 1)]
    return serial("cartesian", segments, _WEIGHT, source=source("arms"))


@cache
def cylindrical() -> Robot:
    """A rotating column with a vertical and a radial prismatic joint; the arm's centre of mass is lc3 behind its end."""
    segments = [
        Segment("R", Z, compact("m1", "I1")),
        Segment("P", Z, compact("m2", "I2"), at(z="l1")),
        Segment("P", X, slender("m3", "-lc3", "I3")),
    ]
    return serial("cylindrical", segments, _WEIGHT, source=source("arms"))


@cache
def spherical() -> Robot:
    """A shoulder at height l1 that rotates and tilts, with a prismatic joint along the arm."""
    segments = [
        Segment("R", Z, compact("m1", "I1")),
        Segment("R", _UP, slender("m2", "lc2", "I2"), at(z="l1")),
        Segment("P", X, slender("m3", "-lc3", "I3")),
    ]
    return serial("spherical", segments, _WEIGHT, source=source("arms"))


@cache
def scara() -> Robot:
    """Two links that rotate about vertical axes at height d1, and a vertical quill that moves down by q3."""
    segments = [
        Segment("R", Z, slender("m1", "lc1", "I1"), at(z="d1")),
        Segment("R", Z, slender("m2", "lc2", "I2"), at("l1")),
        Segment("P", negative(Z), compact("m3", "I3"), at("l2")),
    ]
    return serial("scara", segments, _WEIGHT, source=source("arms"))


@cache
def articulated() -> Robot:
    """Six revolute joints with a spherical wrist. The arm is stretched along x at q = 0; `tool` is d6 beyond the wrist.

    The frames follow modified DH. The shoulder is at height d1, and a2 and d4 are the lengths of upper arm and forearm.
    """
    rows = [
        _row(1, 0, 0, "d1", (0, 0, 0), ("I1", "I1", "I1")),
        _row(2, "pi/2", 0, 0, ("lc2", 0, 0), (0, "I2", "I2")),
        _row(3, 0, "a2", 0, (0, "-lc3", 0), ("I3", 0, "I3")) | {"theta": "pi/2"},
        _row(4, "pi/2", 0, "d4", (0, 0, 0), ("I4", "I4", "I4")),
        _row(5, "-pi/2", 0, 0, (0, 0, 0), ("I5", "I5", "I5")),
        _row(6, "pi/2", 0, 0, (0, 0, "lc6"), ("I6", "I6", "I6")),
    ]
    return from_dh(rows, "modified", name="articulated", gravity=_WEIGHT, tool=at(z="d6"), source=source("arms"))


def _row(i: int, alpha: Any, a: Any, d: Any, com: Vector, moments: Vector) -> dict[str, Any]:
    inertia = (*moments, 0, 0, 0)
    return {"joint": "R", "alpha": alpha, "a": a, "d": d, "mass": f"m{i}", "com": com, "inertia": inertia}


@cache
def cart_pole() -> Robot:
    """A driven cart on a rail along x with a pole that rotates freely and is upright at q2 = 0 (y up).

    The cart has mass mc and the pole mass mp. The pole's centre of mass is at distance l from the hinge, and I is its
    moment of inertia about this point.
    """
    segments = [Segment("P", X, point("mc")), Segment("R", Z, slender("mp", "l", "I", axis="y"))]
    robot = serial("cart_pole", segments, (0, "-g", 0), tool=at(y="2*l"), source=source("classics"))
    return replace(robot, actuated=("joint1",))


@cache
def spinning_top() -> Robot:
    """A symmetric top on its tip, described by Euler angles: precession φ, nutation θ and spin ψ about z, x and z.

    I1 and I3 are the moments of inertia about the tip, across and along the axis. The centre of mass is at distance l
    from the tip.
    """
    body = Inertia("m", (0, 0, "m*l"), ("I1", "I1", "I3", 0, 0, 0))
    names = ("precession", "nutation", "spin")
    joint = Joint("tip", "spherical", "ground", "top", angles="zxz", names=names)
    return Robot("spinning_top", (Link("ground"), Link("top", body)), (joint,), (0, 0, "-g"), source=source("classics"))


@cache
def free_body() -> Robot:
    """A free rigid body with its frame at the centre of mass along the principal axes: q = [p, quaternion]."""
    body = Inertia.about_com("m", (0, 0, 0), ("Ixx", "Iyy", "Izz", 0, 0, 0))
    joint = Joint("root", "free", "ground", "body")
    return Robot("free_body", (Link("ground"), Link("body", body)), (joint,), (0, 0, "-g"), source=source("classics"))


_DOWN = (0, "-g", 0)


@cache
def four_bar() -> Robot:
    """A four-bar linkage: crank l1, coupler l2, rocker l3 and ground l4. `tool` is the end of the coupler."""
    links = [_rod(1), _rod(2), _rod(3)]
    joints = [("ground", at()), ("link1", at("l1")), ("ground", at("l4"))]
    return _linkage("four_bar", links, joints, ("link3", at("l3")), ("link2", at("l2")), ("joint1",))


@cache
def slider_crank() -> Robot:
    """A crank l1, a connecting rod l2 and a slider of mass m3 along x, with one degree of freedom."""
    links = [_rod(1), _rod(2), point("m3")]
    joints = [("ground", at()), ("link1", at("l1")), ("ground", at())]
    return _linkage("slider_crank", links, joints, ("link3", at()), ("link2", at("l2")), ("joint1",), slides=(3,))


@cache
def five_bar() -> Robot:
    """Two driven cranks l1 and l3 at distance l5, and two rods l2 and l4 that meet at `tool`."""
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
    """Return links on revolute joints (or slides along x), closed by a revolute joint between frames on two of them."""
    links = (Link("ground"), *(Link(f"link{i}", body) for i, body in enumerate(bodies, 1)))
    moving = []
    for i, (parent, place) in enumerate(joints, 1):
        kind: tuple[str, Any] = ("prismatic", (1, 0, 0)) if i in slides else ("revolute", (0, 0, 1))
        moving.append(Joint(f"joint{i}", kind[0], parent, f"link{i}", place, kind[1]))
    tool = Frame("tool", "link2", at("l2"))
    loop = Loop("closure", "revolute", first[0], second[0], first[1], second[1])
    return Robot(name, links, tuple(moving), _DOWN, (tool,), source("linkages"), loops=(loop,), actuated=driven)
