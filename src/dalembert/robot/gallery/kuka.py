"""The KUKA LBR iiwa 14 R820.

Provenance
- The geometry is from the manufacturer's data sheet. The joint frames are from the arm's ROS description (iiwa_stack).
- The centres of mass are from the ROS description. The masses and the moments of inertia about the centres of mass are
  from the Drake project's model. According to notes in the Drake model, the masses are larger than in the CAD model,
  but no source is given. The products of inertia in the Drake model are 0.
- Speed and torque limits are from the manufacturer's brochure. `tool` is the flange, 0.045 m beyond frame 7.

Known errors in public copies
- A common MJCF copy has the moments of link 1 sorted by size, (0.0333, 0.033, 0.0123), but lacks the corresponding
  rotation. The original has Ixx = 0.033 and Iyy = 0.0333.
- Copies of the values identified by Stürz, Affolter and Smith (2017) have the columns of the tensors shifted by one.
- The URDF file in one library contains no inertias.
"""

from __future__ import annotations

from functools import cache
from math import radians

from dalembert.robot.gallery.textbook import Segment, Z, at, serial
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Limits, Robot
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import Vector

_STRAIGHT, _BACK = ("pi/2", 0, 0), ("pi/2", 0, "pi")


@cache
def iiwa14() -> Robot:
    """The KUKA LBR iiwa 14, a seven-joint arm with a payload of 14 kg."""
    segments = [
        _segment(at(z=0.1575), 5.76, (0, -0.03, 0.12), (0.033, 0.0333, 0.0123), 170, 85, 320.0),
        _segment(at(z=0.2025, rpy=_BACK), 6.35, (0.0003, 0.059, 0.042), (0.0305, 0.0304, 0.011), 120, 85, 320.0),
        _segment(at(y=0.2045, rpy=_BACK), 3.5, (0, 0.03, 0.13), (0.025, 0.0238, 0.0076), 170, 100, 176.0),
        _segment(at(z=0.2155, rpy=_STRAIGHT), 3.5, (0, 0.067, 0.034), (0.017, 0.0164, 0.006), 120, 75, 176.0),
        _segment(at(y=0.1845, rpy=_BACK), 3.5, (0.0001, 0.021, 0.076), (0.01, 0.0087, 0.00449), 170, 130, 110.0),
        _segment(at(z=0.2155, rpy=_STRAIGHT), 1.8, (0, 0.0006, 0.0004), (0.0049, 0.0047, 0.0036), 120, 135, 40.0),
        _segment(at(y=0.081, rpy=_BACK), 1.2, (0, 0, 0.02), (0.001, 0.001, 0.001), 175, 135, 40.0),
    ]
    return serial("iiwa14", segments, (0, 0, -9.81), tool=at(z=0.045), source=__doc__ or "")


def _segment(
    place: Pose, mass: float, com: Vector, moments: Vector, range_: float, speed: float, effort: float
) -> Segment:
    limits = Limits(-radians(range_), radians(range_), radians(speed), effort)
    return Segment("R", Z, Inertia.about_com(mass, com, (*moments, 0, 0, 0)), place, limits)
