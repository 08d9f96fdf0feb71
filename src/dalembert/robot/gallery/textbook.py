"""Symbolic robots from lectures and textbooks: serial arms, classical examples and planar linkages."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from dalembert.argument import value
from dalembert.robot.dh import from_dh
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.spatial.pose import IDENTITY, Pose, rotation_rpy
from dalembert.spatial.vector import Vector, negative

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
_DOWN, _WEIGHT = (0, "-g", 0), (0, 0, "-g")  # gravity in a vertical plane, and in space
_FREE = Limits()


def source(family: str) -> str:
    """Return the reference for a family of robots and its equations."""
    return str(tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))[family])


@dataclass(frozen=True)
class Segment:
    """Joint ("R" or "P") and the link that the joint moves.

    `at` is the pose of the joint frame relative to the previous link.
    """

    joint: str
    axis: Vector
    inertia: Inertia
    at: Pose = IDENTITY
    limits: Limits = _FREE
    drive: Drive | None = None


def serial(
    name: str, segments: Sequence[Segment], gravity: Vector, *, tool: Pose | None = None, source: str = ""
) -> Robot:
    """Build the serial arm base – joint1 – link1 – joint2 – …, with the frame `tool` on the last link."""
    links = (Link("base"), *(Link(f"link{i}", s.inertia) for i, s in enumerate(segments, 1)))
    joints = tuple(
        Joint(
            f"joint{i}",
            {"R": "revolute", "P": "prismatic"}[s.joint],
            links[i - 1].name,
            links[i].name,
            s.at,
            s.axis,
            limits=s.limits,
            drive=s.drive,
        )
        for i, s in enumerate(segments, 1)
    )
    frames = () if tool is None else (Frame("tool", links[-1].name, tool),)
    return Robot(name, links, joints, gravity, frames, source)


def at(x: Any = 0, y: Any = 0, z: Any = 0, rpy: Vector = (0, 0, 0)) -> Pose:
    """Create a pose from a position and fixed-axis angles, given as numbers or expressions."""
    return Pose(rotation_rpy(*(value(angle) for angle in rpy)), tuple(value(p) for p in (x, y, z)))


def point(mass: Any, com: Vector = (0, 0, 0)) -> Inertia:
    """Return the inertia of a link that only translates, so that the inertia tensor can be zero."""
    return Inertia.about_com(mass, com, (0,) * 6)


def compact(mass: Any, moment: Any) -> Inertia:
    """Return the inertia of a link with the same moment about every axis through its centre of mass."""
    return Inertia.about_com(mass, (0, 0, 0), (moment, moment, moment, 0, 0, 0))


def slender(mass: Any, distance: Any, moment: Any, axis: str = "x") -> Inertia:
    """Return the inertia of a thin link with its centre of mass at `distance` along its axis.

    `moment` is the moment of inertia about any perpendicular axis through the centre of mass.
    """
    along = "xyz".index(axis)
    com = tuple(distance if i == along else 0 for i in range(3))
    diagonal = tuple(0 if i == along else moment for i in range(3))
    return Inertia.about_com(mass, com, (*diagonal, 0, 0, 0))


@cache
def pendulum() -> Robot:
    """Pendulum with a motor and a gear. The pendulum hangs down at q = 0, and `tool` is its tip.

    Il is the link's moment of inertia about its centre of mass. d is the distance from the joint axis to the centre of
    mass. The x axis is horizontal, and y points up.
    """
    drive = Drive(rotor_inertia="Im", gear_ratio="n", damping="bl", motor_damping="bm")
    link = Segment("R", Z, slender("m", "-d", "Il", axis="y"), drive=drive)
    return serial("pendulum", [link], _DOWN, tool=at(y="-l"), source=source("planar"))


@cache
def pr() -> Robot:
    """Prismatic joint along x whose slider carries a rotating link, in a horizontal plane."""
    segments = [Segment("P", X, point("m1")), Segment("R", Z, slender("m2", "dc2", "I2"))]
    return serial("pr", segments, (0, 0, "-9.81"), source=source("planar"))


@cache
def rp() -> Robot:
    """Rotating link with a prismatic joint along the link, in a vertical plane (y up).

    The centres of mass of the two links are at distances l1 and q2 from the first axis.
    """
    segments = [Segment("R", Z, slender("m1", "l1", "I1")), Segment("P", X, slender("m2", 0, "I2"))]
    return serial("rp", segments, _DOWN, source=source("planar"))


@cache
def planar_2r() -> Robot:
    """2R arm with link lengths l1 and l2 in a vertical plane (y up). The centres of mass are at lc1 and lc2."""
    segments = [
        Segment("R", Z, slender("m1", "lc1", "I1")),
        Segment("R", Z, slender("m2", "lc2", "I2"), at("l1")),
    ]
    return serial("planar_2r", segments, _DOWN, tool=at("l2"), source=source("planar"))


@cache
def planar_3r(l3: Any = None) -> Robot:
    """3R arm in a horizontal plane, with moments of inertia zz_i about the joint axes and first moment mx2.

    The lecture gives no symbol for the length of the third link. `planar_3r(l3="l3")` places the frame `tool` at
    distance l3 from the third joint. The lecture omits m1 and mx1, because these parameters do not affect any torque.
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
    """RPR arm in a vertical plane (y up). The coordinate q2 is the extension of the first link.

    The centre of mass of link 2 is on the axis of joint 3. The centres of mass of links 1 and 3 are at lc1 and lc3.
    """
    segments = [
        Segment("R", Z, slender("m1", "lc1", "I1")),
        Segment("P", X, slender("m2", 0, "I2")),
        Segment("R", Z, slender("m3", "lc3", "I3")),
    ]
    return serial("planar_rpr", segments, _DOWN, tool=at("l3"), source=source("planar"))


_UP = negative(Y)  # a rotation about −y raises x towards z


@cache
def spatial_3r() -> Robot:
    """3R arm with a rotating base and two links in a vertical plane.

    The lengths of links 2 and 3 are l1 and l2.
    """
    segments = [
        Segment("R", Z, compact("m1", "I1")),
        Segment("R", _UP, slender("m2", "lc2", "I2")),
        Segment("R", _UP, slender("m3", "lc3", "I3"), at("l1")),
    ]
    return serial("spatial_3r", segments, _WEIGHT, tool=at("l2"), source=source("arms"))


@cache
def cartesian() -> Robot:
    """Cartesian arm with three prismatic joints along x, y and z."""
    segments = [Segment("P", axis, point(f"m{i}")) for i, axis in enumerate((X, Y, Z), 1)]
    return serial("cartesian", segments, _WEIGHT, source=source("arms"))


@cache
def cylindrical() -> Robot:
    """Cylindrical arm: a rotating column with a vertical and a radial prismatic joint.

    The centre of mass of the arm is at a distance lc3 behind the end of the arm.
    """
    segments = [
        Segment("R", Z, compact("m1", "I1")),
        Segment("P", Z, compact("m2", "I2"), at(z="l1")),
        Segment("P", X, slender("m3", "-lc3", "I3")),
    ]
    return serial("cylindrical", segments, _WEIGHT, source=source("arms"))


@cache
def spherical() -> Robot:
    """Spherical arm: a shoulder at height l1 that rotates and tilts, with a prismatic joint along the arm."""
    segments = [
        Segment("R", Z, compact("m1", "I1")),
        Segment("R", _UP, slender("m2", "lc2", "I2"), at(z="l1")),
        Segment("P", X, slender("m3", "-lc3", "I3")),
    ]
    return serial("spherical", segments, _WEIGHT, source=source("arms"))


@cache
def scara() -> Robot:
    """SCARA: two links that rotate about vertical axes, and a vertical quill.

    The arm is at height d1, and the quill moves down by q3.
    """
    segments = [
        Segment("R", Z, slender("m1", "lc1", "I1"), at(z="d1")),
        Segment("R", Z, slender("m2", "lc2", "I2"), at("l1")),
        Segment("P", negative(Z), compact("m3", "I3"), at("l2")),
    ]
    return serial("scara", segments, _WEIGHT, source=source("arms"))


@cache
def articulated() -> Robot:
    """Articulated arm with six revolute joints and a spherical wrist. At q = 0, the arm is stretched along the x axis.

    The frames follow the modified DH convention. The shoulder is at height d1. The lengths of the upper arm and the
    forearm are a2 and d4. `tool` is at distance d6 from the wrist.
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
    """Cart-pole: a driven cart on a rail along x, and a passive pole that points upwards at q2 = 0 (y up).

    The cart has mass mc, and the pole has mass mp. The pole's centre of mass is at distance l from the hinge. I is the
    pole's moment of inertia about its centre of mass.
    """
    segments = [Segment("P", X, point("mc")), Segment("R", Z, slender("mp", "l", "I", axis="y"))]
    robot = serial("cart_pole", segments, _DOWN, tool=at(y="2*l"), source=source("classics"))
    return replace(robot, actuated=("joint1",))


@cache
def spinning_top() -> Robot:
    """Symmetric top that spins on its tip, described by Euler angles.

    The angles are precession φ, nutation θ and spin ψ about z, x and z.

    I1 and I3 are the moments of inertia about axes through the tip, perpendicular to the symmetry axis and along it.
    The centre of mass is at distance l from the tip.
    """
    body = Inertia("m", (0, 0, "m*l"), ("I1", "I1", "I3", 0, 0, 0))
    names = ("precession", "nutation", "spin")
    joint = Joint("tip", "spherical", "ground", "top", angles="zxz", names=names)
    return Robot("spinning_top", (Link("ground"), Link("top", body)), (joint,), _WEIGHT, source=source("classics"))


@cache
def free_body() -> Robot:
    """Free rigid body with q = [position, quaternion].

    The frame is at the centre of mass and is aligned with the principal axes.
    """
    body = Inertia.about_com("m", (0, 0, 0), ("Ixx", "Iyy", "Izz", 0, 0, 0))
    joint = Joint("root", "free", "ground", "body")
    return Robot("free_body", (Link("ground"), Link("body", body)), (joint,), _WEIGHT, source=source("classics"))


@cache
def four_bar() -> Robot:
    """Four-bar linkage with crank l1, coupler l2, rocker l3 and ground l4. `tool` is the end of the coupler."""
    links = [_rod(1), _rod(2), _rod(3)]
    joints = [("ground", at()), ("link1", at("l1")), ("ground", at("l4"))]
    return _linkage("four_bar", links, joints, ("link3", at("l3")), ("link2", at("l2")), ("joint1",))


@cache
def slider_crank() -> Robot:
    """Slider-crank mechanism with crank l1, connecting rod l2, and a slider of mass m3 that moves along x."""
    links = [_rod(1), _rod(2), point("m3")]
    joints = [("ground", at()), ("link1", at("l1")), ("ground", at())]
    return _linkage("slider_crank", links, joints, ("link3", at()), ("link2", at("l2")), ("joint1",), slides=(3,))


@cache
def five_bar() -> Robot:
    """Five-bar linkage with two driven cranks l1 and l3 at a distance l5, and two rods l2 and l4.

    The two rods are connected at the frame `tool`.
    """
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
    """Build a linkage with revolute joints, closed by a revolute joint between two frames.

    The joints in `slides` are prismatic joints along x.
    """
    links = (Link("ground"), *(Link(f"link{i}", body) for i, body in enumerate(bodies, 1)))
    moving = []
    for i, (parent, place) in enumerate(joints, 1):
        kind: tuple[str, Any] = ("prismatic", (1, 0, 0)) if i in slides else ("revolute", (0, 0, 1))
        moving.append(Joint(f"joint{i}", kind[0], parent, f"link{i}", place, kind[1]))
    tool = Frame("tool", "link2", at("l2"))
    loop = Loop("closure", "revolute", first[0], second[0], first[1], second[1])
    return Robot(name, links, tuple(moving), _DOWN, (tool,), source("linkages"), loops=(loop,), actuated=driven)
