"""Franka Emika Panda, modified DH  [gaz2019].

Provenance
- Geometry and limits: the maker's data sheet; `tool` is the flange, 0.107 m beyond joint 7.
- Masses, centres of mass, tensors about them: identified from motions of a real arm, made physically feasible,
  by Gaz, Cognetti, Oliva, Robuffo Giordano and De Luca [gaz2019], tables of the supplement. Without a hand.
- The authors' closed form of M and g holds the coefficients before they were made feasible: its gravity torques
  differ from this model's by some 0.05 N m, its M in the wrist by some 0.01 kg m².
- Friction: the authors fit a sigmoid of q̇, which a drive here does not hold; it is left out.

Known errors in public copies
- c1z is 0 in the authors' table, and −0.175, −0.0476 or 0.25 in copies. It cannot be identified and enters no
  torque; 0 is used.
- One copy has masses and tensors but no centres of mass, so that its gravity torque is 0.
- Tables with m1 = 2.927 kg are a different, later model of the arm.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from dalembert.robot.dh import from_dh
from dalembert.robot.model import Limits, Robot
from dalembert.spatial.pose import Pose


@cache
def panda() -> Robot:
    """Seven revolute joints."""
    big, small = (2.1750, 87.0), (2.6100, 12.0)  # rad/s, N m
    rows = [
        _row(0, 0, 0.333, 4.970684, (3.875e-3, 2.081e-3, 0),
             (0.70337, 0.70661, 9.117e-3, -1.39e-4, 1.9169e-2, 6.772e-3), (-2.8973, 2.8973), big),
        _row("-pi/2", 0, 0, 0.646926, (-3.141e-3, -2.872e-2, 3.495e-3),
             (7.962e-3, 2.811e-2, 2.5995e-2, -3.925e-3, 7.04e-4, 1.0254e-2), (-1.7628, 1.7628), big),
        _row("pi/2", 0, 0.316, 3.228604, (2.7518e-2, 3.9252e-2, -6.6502e-2),
             (3.7242e-2, 3.6155e-2, 1.083e-2, -4.761e-3, -1.2805e-2, -1.1396e-2), (-2.8973, 2.8973), big),
        _row("pi/2", 0.0825, 0, 3.587895, (-5.317e-2, 1.04419e-1, 2.7454e-2),
             (2.5853e-2, 1.9552e-2, 2.8323e-2, 7.796e-3, 8.641e-3, -1.332e-3), (-3.0718, -0.0698), big),
        _row("-pi/2", -0.0825, 0.384, 1.225946, (-1.1953e-2, 4.1065e-2, -3.8437e-2),
             (3.5549e-2, 2.9474e-2, 8.627e-3, -2.117e-3, 2.29e-4, -4.037e-3), (-2.8973, 2.8973), small),
        _row("pi/2", 0, 0, 1.666555, (6.0149e-2, -1.4117e-2, -1.0517e-2),
             (1.964e-3, 4.354e-3, 5.433e-3, 1.09e-4, 3.41e-4, -1.158e-3), (-0.0175, 3.7525), small),
        _row("pi/2", 0.088, 0, 0.735522, (1.0517e-2, -4.252e-3, 6.1597e-2),
             (1.2516e-2, 1.0027e-2, 4.815e-3, -4.28e-4, -7.41e-4, -1.196e-3), (-2.8973, 2.8973), small),
    ]  # fmt: skip
    return from_dh(rows, "modified", name="panda", tool=Pose(p=(0, 0, 0.107)), source=__doc__ or "")


def _row(
    alpha: Any, a: float, d: float, mass: float, com: tuple[float, ...], inertia: tuple[float, ...],
    range_: tuple[float, float], motor: tuple[float, float],
) -> dict[str, Any]:  # fmt: skip
    return {
        "joint": "R", "alpha": alpha, "a": a, "d": d, "mass": mass, "com": com, "inertia": inertia,
        "limits": Limits(*range_, *motor),
    }  # fmt: skip
