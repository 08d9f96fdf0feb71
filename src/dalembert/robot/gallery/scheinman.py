"""The Stanford arm (Scheinman), standard DH  [paul1981].

Provenance
- Geometry: Paul, "Modelling, trajectory calculation and servoing of a computer controlled arm", Stanford
  AIM-177, 1972. Masses, centres of mass, moments, reflected rotor inertias: [paul1981, ch. 6].
- Gear ratios are not known; the rotor inertias are those seen from the link's side, so the ratio is 1.
- Joint limits: Dobrotin and Scheinman, IJCAI 1973; the stroke of joint 3 is read off a photograph.

Known errors in public copies, and what is used here
- Centres of mass of links 2 to 6 are ten times too far out in common copies (a link of 1 m with its centre
  at 6.447 m). The source is in centimetres; link 1 was converted rightly, and here all are.
- Link 5 is shifted by one column in newer copies: centre (0, 0.566, 0.003), moments (0.003, 0.0004, 0). Here
  as in the oldest copy: centre (0, 0, 0.0566) after conversion, moments (0.003, 0.003, 0.0004).
- One copy has a3 = 0.0203, which belongs to the PUMA, and lacks d6 = 0.263.
- The moments are commonly read as central ones. Paul's dynamics uses moments about the link frames, and only
  so do they fit the bodies: of the 0.013 kg m² of the hand (0.51 kg), m z² alone is 0.0123. They are
  `inertia_origin` here; every central tensor that follows is that of a real body.
"""

from __future__ import annotations

from functools import cache
from math import radians
from typing import Any

from dalembert.robot.dh import from_dh
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot


@cache
def stanford() -> Robot:
    """Two turns, a slide, and a spherical wrist."""
    full = (radians(-170), radians(170))
    stroke = (12 * 0.0254, 50 * 0.0254)
    rows = [
        _row("R", "-pi/2", 0.412, 0, 9.29, (0, 0.0175, -0.1105), (0.276, 0.255, 0.071), 0.953, full),
        _row("R", "pi/2", 0.154, 0, 5.01, (0, -0.1054, 0), (0.108, 0.018, 0.100), 2.193, full),
        _row("P", 0, 0, "-pi/2", 4.25, (0, 0, -0.6447), (2.51, 2.51, 0.006), 0.782, stroke),
        _row("R", "-pi/2", 0, 0, 1.08, (0, 0.0092, -0.0054), (0.002, 0.001, 0.001), 0.106, full),
        _row("R", "pi/2", 0, 0, 0.63, (0, 0, 0.0566), (0.003, 0.003, 0.0004), 0.097, (radians(-90), radians(90))),
        _row("R", 0, 0.263, 0, 0.51, (0, 0, 0.1554), (0.013, 0.013, 0.0003), 0.020, full),
    ]
    return from_dh(rows, name="stanford", source=__doc__ or "")


def _row(
    joint: str, alpha: Any, d: float, theta: Any, mass: float, com: tuple[float, ...], moments: tuple[float, ...],
    rotor: float, limits: tuple[float, float],
) -> dict[str, Any]:  # fmt: skip
    return {
        "joint": joint, "a": 0, "alpha": alpha, "d": d, "theta": theta, "mass": mass,
        "ms": tuple(mass * x for x in com), "inertia_origin": (*moments, 0, 0, 0),
        "limits": limits, "drive": Drive(rotor_inertia=rotor),
    }  # fmt: skip
