"""The lecture's small robots, with its symbols.

pendulum [deluca]: I q̈ + m g d sin q = n τm − (bl + n² bm) q̇ + l cos q Fx,  I = Il + m d² + n² Im
pr [deluca]:       M = [[m1 + m2, −m2 dc2 s2], [·, I2 + m2 dc2²]],  c = [−m2 dc2 c2 q̇2², 0]
rp [rbe3005]:      M = diag(m1 l1² + I1 + m2 q2² + I2, m2),  g = [(m1 l1 + m2 q2) g c1, m2 g s1]

All move in the plane x, y. A planar link is thin: the moment about its own axis is 0,
which no motion in the plane shows.
"""

from __future__ import annotations

from functools import cache

from dalembert.robot.drive import Drive
from dalembert.robot.gallery.serial import Segment, X, Z, at, point, serial, slender
from dalembert.robot.model import Robot


@cache
def pendulum() -> Robot:
    """A pendulum driven through a gear, hanging down at q = 0; `tool` is its tip.

    Il is the link's moment about its centre of mass, d its distance from the axis; x is horizontal, y up.
    """
    drive = Drive(rotor_inertia="Im", gear_ratio="n", damping="bl", motor_damping="bm")
    link = Segment("R", Z, slender("m", "-d", "Il", axis="y"), drive=drive)
    return serial("pendulum", [link], (0, "-g", 0), tool=at(y="-l"), source=__doc__ or "")


@cache
def pr() -> Robot:
    """A slide along x that carries a link, in a horizontal plane."""
    segments = [Segment("P", X, point("m1")), Segment("R", Z, slender("m2", "dc2", "I2"))]
    return serial("pr", segments, (0, 0, "-9.81"), source=__doc__ or "")


@cache
def rp() -> Robot:
    """A link that turns and a slide along it, in a vertical plane (y up).

    l1 is the distance of the first centre of mass from the axis, q2 that of the second.
    """
    segments = [Segment("R", Z, slender("m1", "l1", "I1")), Segment("P", X, slender("m2", 0, "I2"))]
    return serial("rp", segments, (0, "-g", 0), source=__doc__ or "")
