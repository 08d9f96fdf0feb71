"""The arms that textbooks name after the space they sweep, z up, with symbolic lengths.

spatial_3r [tang]:  r = l1 c2 + l2 c23,  x = r c1,  y = r s1,  z = l1 s2 + l2 s23
cartesian:          x = q1,  y = q2,  z = q3
cylindrical:        x = q3 c1,  y = q3 s1,  z = l1 + q2
spherical:          x = q3 c2 c1,  y = q3 c2 s1,  z = l1 + q3 s2
scara:              x = l1 c1 + l2 c12,  y = l1 s1 + l2 s12,  z = d1 − q3
articulated:        wrist at r = a2 c2 + d4 c23,  z = d1 + a2 s2 + d4 s23;  axes 4, 5, 6 meet there

Angles of elevation are positive upwards. m_i is the mass of link i, lc_i the distance of its
centre of mass, I_i its moment of inertia there: thin links have it about the two axes across
them, compact ones (columns, slides, wrist) about every axis.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from dalembert.robot.dh import from_dh
from dalembert.robot.gallery.serial import Segment, X, Y, Z, at, compact, point, serial, slender
from dalembert.robot.model import Robot
from dalembert.spatial.vector import Vector, negative

_WEIGHT = (0, 0, "-g")
_UP = negative(Y)  # turning about −y raises x towards z


@cache
def spatial_3r() -> Robot:
    """A turning base and two links in a vertical plane; l1 and l2 are the lengths of links 2 and 3."""
    segments = [
        Segment("R", Z, compact("m1", "I1")),
        Segment("R", _UP, slender("m2", "lc2", "I2")),
        Segment("R", _UP, slender("m3", "lc3", "I3"), at("l1")),
    ]
    return serial("spatial_3r", segments, _WEIGHT, tool=at("l2"), source=__doc__ or "")


@cache
def cartesian() -> Robot:
    """Three slides, along x, y and z."""
    segments = [Segment("P", axis, point(f"m{i}")) for i, axis in enumerate((X, Y, Z), 1)]
    return serial("cartesian", segments, _WEIGHT, source=__doc__ or "")


@cache
def cylindrical() -> Robot:
    """A column that turns, a slide up and down it, and one outwards, whose centre of mass is lc3 behind its end."""
    segments = [
        Segment("R", Z, compact("m1", "I1")),
        Segment("P", Z, compact("m2", "I2"), at(z="l1")),
        Segment("P", X, slender("m3", "-lc3", "I3")),
    ]
    return serial("cylindrical", segments, _WEIGHT, source=__doc__ or "")


@cache
def spherical() -> Robot:
    """A shoulder at height l1 that turns and tilts, and a slide outwards."""
    segments = [
        Segment("R", Z, compact("m1", "I1")),
        Segment("R", _UP, slender("m2", "lc2", "I2"), at(z="l1")),
        Segment("P", X, slender("m3", "-lc3", "I3")),
    ]
    return serial("spherical", segments, _WEIGHT, source=__doc__ or "")


@cache
def scara() -> Robot:
    """Two links that turn about vertical axes at height d1, and a quill that goes down by q3."""
    segments = [
        Segment("R", Z, slender("m1", "lc1", "I1"), at(z="d1")),
        Segment("R", Z, slender("m2", "lc2", "I2"), at("l1")),
        Segment("P", negative(Z), compact("m3", "I3"), at("l2")),
    ]
    return serial("scara", segments, _WEIGHT, source=__doc__ or "")


@cache
def articulated() -> Robot:
    """Six revolute joints with a spherical wrist, stretched out along x at q = 0; `tool` is d6 beyond the wrist.

    Modified DH; shoulder at height d1, upper arm a2, forearm d4.
    """
    rows = [
        _row(1, 0, 0, "d1", (0, 0, 0), ("I1", "I1", "I1")),
        _row(2, "pi/2", 0, 0, ("lc2", 0, 0), (0, "I2", "I2")),
        _row(3, 0, "a2", 0, (0, "-lc3", 0), ("I3", 0, "I3")) | {"theta": "pi/2"},
        _row(4, "pi/2", 0, "d4", (0, 0, 0), ("I4", "I4", "I4")),
        _row(5, "-pi/2", 0, 0, (0, 0, 0), ("I5", "I5", "I5")),
        _row(6, "pi/2", 0, 0, (0, 0, "lc6"), ("I6", "I6", "I6")),
    ]
    return from_dh(rows, "modified", name="articulated", gravity=_WEIGHT, tool=at(z="d6"), source=__doc__ or "")


def _row(i: int, alpha: Any, a: Any, d: Any, com: Vector, moments: Vector) -> dict[str, Any]:
    inertia = (*moments, 0, 0, 0)
    return {"joint": "R", "alpha": alpha, "a": a, "d": d, "mass": f"m{i}", "com": com, "inertia": inertia}
