"""Unimation PUMA 560, standard DH  [corke1994].

Provenance
- Lengths, masses, centres of mass and moments of links 2 to 6: measured on a dismantled arm by Armstrong,
  Khatib and Burdick [armstrong1986], in modified DH frames; carried over to standard DH frames, with the
  y and z axes of links 3 to 5 exchanged, and compared with other sources by Corke and Armstrong-Hélouvry
  [corke1994]. d3 = 0.15005 m.
- m1 = 0: never measured, and felt by no joint; the moment 0.35 of link 1 about its axis was identified.
- Rotor inertias, gear ratios, viscous and Coulomb friction: [corke1994], at the motor. The Coulomb torques
  there differ by direction; a drive here has one, N times the mean of the two.
- Joint limits: Wang and Chen, IEEE Trans. Robotics and Automation 7(4), 1991.
- The base frame is at the shoulder. Some copies add the pedestal (0.672 m, 26.45 in) as d1; it moves no torque.

Known errors in public copies
- Izz of link 3 in the modified frame: 0.086 in [corke1994] (here Iyy, after the exchange of axes), 0.066 in a
  common copy of the 1986 table, where it repeats Ixx. 0.086 is used, with the rest of the 1994 table, as in all
  published results. No body has it: 0.066 + 0.0125 < 0.086, by more than the table's rounding; the moments about
  the three axes were measured one by one.
- Rotor inertias differ between the 1986 and the 1994 tables (291e-6 and 200e-6 for joint 1). Do not mix them.
- One copy says that the moments are about the DH frames. They are about the centres of mass.
"""

from __future__ import annotations

from functools import cache
from math import radians
from typing import Any

from dalembert.robot.dh import from_dh
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot


@cache
def puma560() -> Robot:
    """Six revolute joints with drives; the wrist frame is the last link's (d6 = 0)."""
    rows = [
        _row(0, "pi/2", 0, 0, (0, 0, 0), (0, 0.35, 0), (-160, 160), (200e-6, -62.6111, 1.48e-3, 0.395, 0.435)),
        _row(0.4318, 0, 0, 17.4, (-0.3638, 0.006, 0.2275), (0.13, 0.524, 0.539),
             (-45, 225), (200e-6, 107.815, 0.817e-3, 0.126, 0.071)),
        _row(0.0203, "-pi/2", 0.15005, 4.8, (-0.0203, -0.0141, 0.070), (0.066, 0.086, 0.0125),
             (-225, 45), (200e-6, -53.7063, 1.38e-3, 0.132, 0.105)),
        _row(0, "pi/2", 0.4318, 0.82, (0, 0.019, 0), (1.8e-3, 1.3e-3, 1.8e-3),
             (-110, 170), (33e-6, 76.0364, 71.2e-6, 11.2e-3, 16.9e-3)),
        _row(0, "-pi/2", 0, 0.34, (0, 0, 0), (0.3e-3, 0.4e-3, 0.3e-3),
             (-100, 100), (33e-6, 71.923, 82.6e-6, 9.26e-3, 14.5e-3)),
        _row(0, 0, 0, 0.09, (0, 0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3),
             (-266, 266), (33e-6, 76.686, 36.7e-6, 3.96e-3, 10.5e-3)),
    ]  # fmt: skip
    return from_dh(rows, name="puma560", source=__doc__ or "")


def _row(
    a: float, alpha: Any, d: float, mass: float, com: tuple[float, ...], moments: tuple[float, ...],
    limits: tuple[float, float], drive: tuple[float, ...],
) -> dict[str, Any]:  # fmt: skip
    """A row of the table; the drive is rotor inertia, gear ratio, viscous friction, Coulomb friction both ways."""
    rotor, gear, damping, forwards, backwards = drive
    coulomb = abs(gear) * sum((forwards, backwards)) / 2
    return {
        "joint": "R", "a": a, "alpha": alpha, "d": d, "mass": mass, "com": com, "inertia": (*moments, 0, 0, 0),
        "limits": tuple(map(radians, limits)), "drive": Drive(rotor, gear, coulomb=coulomb, motor_damping=damping),
    }  # fmt: skip
