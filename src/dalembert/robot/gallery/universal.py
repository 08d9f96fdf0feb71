"""Universal Robots UR5 (CB3 series), standard DH.

Provenance
- Geometry, masses and centres of mass in DH frames: the maker's table "DH parameters for calculations of
  kinematics and dynamics".
- Tensors: the maker gives none for this arm. Those here are of solid cylinders, as in the maker's robot
  description for ROS 2, turned into the DH frames; the forearm's is computed there with 2.275 kg.
- Limits: the maker's data sheet (±360°, 180°/s, 150 and 28 N m).

Known errors in public copies
- d1 = 0.089459 in one copy; it is 0.089159.
- The sign of the centre of mass of link 5 (0, +0.0018, 0.01634) differs between copies; so does m6, 0.1879 or 0.1897.
- An older URDF, still in wide use, has the same geometry with every centre of mass on the joint axes and wrist
  tensors a hundred times too large (0.219 about the axis of a link of 1.2 kg).
"""

from __future__ import annotations

from functools import cache
from math import pi
from typing import Any

from dalembert.robot.dh import from_dh
from dalembert.robot.model import Limits, Robot


@cache
def ur5() -> Robot:
    """Six revolute joints; the frame of the last link is the tool flange."""
    rows = [
        _row(0, 0.089159, "pi/2", 3.7, (0, -0.02561, 0.00193), (0.014972358333333331, 0.01040625), "y", 150.0),
        _row(-0.425, 0, 0, 8.393, (0.2125, 0, 0.11336), (0.13388583541666665, 0.0151074), "x", 150.0),
        _row(-0.39225, 0, 0, 2.33, (0.15, 0, 0.0265), (0.031216803515624995, 0.004095), "x", 150.0),
        _row(0, 0.10915, "pi/2", 1.219, (0, -0.0018, 0.01634), (0.002013889583333333, 0.0021942), "y", 28.0),
        _row(0, 0.09465, "-pi/2", 1.219, (0, 0.0018, 0.01634), (0.0018310395833333333, 0.0021942), "y", 28.0),
        _row(0, 0.0823, 0, 0.1879, (0, 0, -0.001159), (8.062475833333332e-05, 0.0001321171875), "z", 28.0),
    ]
    return from_dh(rows, name="ur5", source=__doc__ or "")


def _row(
    a: float, d: float, alpha: Any, mass: float, com: tuple[float, ...],
    cylinder: tuple[float, float], axis: str, effort: float,
) -> dict[str, Any]:  # fmt: skip
    across, along = cylinder
    moments = tuple(along if letter == axis else across for letter in "xyz")
    return {
        "joint": "R", "a": a, "alpha": alpha, "d": d, "mass": mass, "com": com, "inertia": (*moments, 0, 0, 0),
        "limits": Limits(-2 * pi, 2 * pi, pi, effort),
    }  # fmt: skip
