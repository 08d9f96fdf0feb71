"""Numbers for symbols that were given none, so that a robot of letters can stand, move and fall in a page.

Lengths shrink from the base on, mass centres lie in the middle of their links, and links are slender rods: I = m l²/12.
A tensor of a rigid body obeys Ixx + Iyy ≥ Izz. What a user gives is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dalembert.graph import symbols
from dalembert.kinematics.skeleton import sample_lengths, skeleton
from dalembert.robot.model import Robot

_FIRST, _SHRINK = 0.5, 0.86  # m: the first length, and what each next one is of it
_HEAVY, _LIGHTER = 4.0, 0.7  # kg
_TENSOR = {"xx": 0.05, "yy": 0.06, "zz": 0.07, "xy": 0.002, "yz": 0.001, "xz": 0.0015}
_KNOWN = {"g": 9.81, "n": 30.0, "bl": 0.05, "bm": 5e-5, "Im": 2e-5, "Il": 0.05}


def sample_values(robot: Robot, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A value for every symbol of a robot: the given ones, and fitting ones for the rest."""
    told = dict(given or {})
    lengths = _lengths(robot)
    found: dict[str, Any] = {}
    for name in robot.parameters:
        found[name] = told.get(name, lengths.get(name))
        if found[name] is None:
            found[name] = _value(robot, name, lengths)
    return found


def _lengths(robot: Robot) -> dict[str, float]:
    if robot.loops:  # lengths of one size close
        return sample_lengths(robot)
    return {name: round(_FIRST * _SHRINK**k, 2) for k, name in enumerate(skeleton(robot).parameters)}


def _value(robot: Robot, name: str, lengths: Mapping[str, float]) -> float:
    found = re.fullmatch(r"([A-Za-z]*?)_?(\d*)", name)
    stem, index = found.groups() if found else (name, "")
    k = max(0, int(index or 1) - 1)
    mass = round(_HEAVY * _LIGHTER**k, 2)
    length = lengths.get(f"l{index}", lengths.get("l", _FIRST * _SHRINK**k))
    low = stem.lower()
    if name in {x for part in robot.gravity for x in symbols([part])}:
        return 9.81
    if name in _KNOWN:
        return _KNOWN[name]
    if low in ("m", "mc", "mp"):
        return mass
    if low in ("lc", "dc", "d"):
        return round(length / 2, 3)
    if low == "i":
        return round(mass * length**2 / 12, 4)
    if low[-2:] in _TENSOR:
        return _TENSOR[low[-2:]]
    return 0.05 if low[:1] == "m" else 0.3
