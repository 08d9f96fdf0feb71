"""Stäubli RX-90, symbolic: the benchmark of operation counts  [khalil2002], [gautier1990].

Modified DH, α = 0, π/2, 0, −π/2, π/2, −π/2; d3 = D3, r4 = RL4 (Khalil's d and r are our a and d).
Inertias in the names of SYMORO, about the link's origin: XXj XYj XZj YYj YZj ZZj, MXj MYj MZj, Mj;
rotor inertias IAj seen from the link's side. g is the size of gravity, along −z of the base.

Provenance: geometry and names as in the sample robot of OpenSYMORO (MIT licence). No table of the
arm's inertias was found in public, so it stays symbolic.
"""

from __future__ import annotations

from functools import cache

from dalembert.robot.dh import from_dh
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot

_GEOMETRY = ((0, 0, 0), ("pi/2", 0, 0), (0, "D3", 0), ("-pi/2", 0, "RL4"), ("pi/2", 0, 0), ("-pi/2", 0, 0))


@cache
def rx90() -> Robot:
    """Six revolute joints, spherical wrist, 60 inertial parameters and 6 rotor inertias as symbols."""
    rows = [
        {
            "joint": "R", "alpha": alpha, "a": a, "d": d, "mass": f"M{j}",
            "ms": [f"M{axis}{j}" for axis in "XYZ"],
            "inertia_origin": [f"{entry}{j}" for entry in ("XX", "YY", "ZZ", "XY", "YZ", "XZ")],
            "drive": Drive(rotor_inertia=f"IA{j}"),
        }
        for j, (alpha, a, d) in enumerate(_GEOMETRY, 1)
    ]  # fmt: skip
    return from_dh(rows, "modified", name="rx90", gravity=(0, 0, "-g"), source=__doc__ or "")
