"""Classics of dynamics courses, with their symbols.

cart_pole [barto1983]:          (mc + mp) ẍ − mp l (cos q2 q̈2 − sin q2 q̇2²) = F
                                (I + mp l²) q̈2 − mp l (cos q2 ẍ + g sin q2) = 0
spinning_top [goldstein2002]:   T = ½ I1 (θ̇² + φ̇² sin²θ) + ½ I3 (ψ̇ + φ̇ cos θ)²,  U = m g l cos θ
free_body [goldstein2002]:      m p̈ = m g,  Ixx ω̇x − (Iyy − Izz) ωy ωz = 0, …  (Euler)
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from dalembert.robot.gallery.serial import Segment, X, Z, at, point, serial, slender
from dalembert.robot.inertia import Inertia
from dalembert.robot.joint import Joint
from dalembert.robot.model import Link, Robot


@cache
def cart_pole() -> Robot:
    """A cart of mass mc, driven along x, and a pole that turns freely on it, upright at q2 = 0 (y up).

    mp is the pole's mass, l the distance of its centre from the hinge, I its moment about that centre.
    """
    segments = [Segment("P", X, point("mc")), Segment("R", Z, slender("mp", "l", "I", axis="y"))]
    robot = serial("cart_pole", segments, (0, "-g", 0), tool=at(y="2*l"), source=__doc__ or "")
    return replace(robot, actuated=("joint1",))


@cache
def spinning_top() -> Robot:
    """A symmetric top on its tip, by Euler's angles φ (precession), θ (nutation), ψ (spin): turns about z, x, z.

    I1 and I3 are moments about the tip, across and along the axis; the centre of mass is l up the axis.
    """
    body = Inertia("m", (0, 0, "m*l"), ("I1", "I1", "I3", 0, 0, 0))
    names = ("precession", "nutation", "spin")
    joint = Joint("tip", "spherical", "ground", "top", angles="zxz", names=names)
    return Robot("spinning_top", (Link("ground"), Link("top", body)), (joint,), (0, 0, "-g"), source=__doc__ or "")


@cache
def free_body() -> Robot:
    """A rigid body in flight, its axes principal and its origin at the centre of mass: q = [p, quaternion]."""
    body = Inertia.about_com("m", (0, 0, 0), ("Ixx", "Iyy", "Izz", 0, 0, 0))
    joint = Joint("root", "free", "ground", "body")
    return Robot("free_body", (Link("ground"), Link("body", body)), (joint,), (0, 0, "-g"), source=__doc__ or "")
