"""Planar arms of the lectures, in the plane x, y.

planar_2r [tang]:   x = l1 c1 + l2 c12, H11 = m1 lc1² + I1 + m2 (l1² + lc2² + 2 l1 lc2 c2) + I2, …
planar_3r [briot]:  M11 = ZZ1R + ZZ2R + zz3 + 2 lmx2R c2, … with ZZ1R = zz1 + (m2 + m3) l1²
planar_rpr [tang]:  x = q2 c1 + l3 c13,  y = q2 s1 + l3 s13,  φ = q1 + q3

The links are thin, so that their numbers are those of real bodies; only the moment
about z enters the equations.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from dalembert.robot.gallery.serial import Segment, X, Z, at, serial, slender
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot


@cache
def planar_2r() -> Robot:
    """Two links in a vertical plane (y up): lengths l1, l2, centres of mass at lc1, lc2, central moments I1, I2."""
    segments = [
        Segment("R", Z, slender("m1", "lc1", "I1")),
        Segment("R", Z, slender("m2", "lc2", "I2"), at("l1")),
    ]
    return serial("planar_2r", segments, (0, "-g", 0), tool=at("l2"), source=__doc__ or "")


@cache
def planar_3r(l3: Any = None) -> Robot:
    """Three links, gravity along the joint axes: zz_i about the joint axis, first moment mx2, mx3 = 0.

    The lecture gives the third link no length. `planar_3r(l3="l3")` puts the frame `tool` that far out.
    m1 and mx1 are felt by no joint, and the lecture leaves them out.
    """
    segments = [
        Segment("R", Z, Inertia(0, (0, 0, 0), (0, "zz1", "zz1", 0, 0, 0))),
        Segment("R", Z, Inertia("m2", ("mx2", 0, 0), (0, "zz2", "zz2", 0, 0, 0)), at("l1")),
        Segment("R", Z, Inertia("m3", (0, 0, 0), (0, "zz3", "zz3", 0, 0, 0)), at("l2")),
    ]
    tool = None if l3 is None else at(l3)
    return serial("planar_3r", segments, (0, 0, "-9.81"), tool=tool, source=__doc__ or "")


@cache
def planar_rpr() -> Robot:
    """Turn, slide along the first link by q2, turn; in a vertical plane (y up).

    The centre of mass of link 2 is on the axis of joint 3; those of links 1 and 3 are at lc1 and lc3.
    """
    segments = [
        Segment("R", Z, slender("m1", "lc1", "I1")),
        Segment("P", X, slender("m2", 0, "I2")),
        Segment("R", Z, slender("m3", "lc3", "I3")),
    ]
    return serial("planar_rpr", segments, (0, "-g", 0), tool=at("l3"), source=__doc__ or "")
