r"""Names of the steps of a derivation: what a link does, where the tool is, its Jacobian, regrouped parameters.

    T_1 U_1                 energies of link 1          \omega_2 v_{c2} p_{c2}   of link 2: angular velocity, and
    \tau_{f1} \tau_{k1}       friction, springs                                   velocity and place of its mass centre
    x y z p_x               the tool's place            v_2 p_2                  the same of its origin
    J J_v J_{12} \det J     its Jacobian                ZZ_{1R} lmx_{2R}         base parameters

Vectors are in the world's axes, ω in the link's own; a vector of two entries lies in the plane the tool moves in.
"""

from __future__ import annotations

import re

_AXES = {"x": 1, "y": 2, "z": 3}
_OF_LINK = re.compile(r"(omega|v|p|r)(c?)(\d+),?([xyz]?)")
_PLACE = re.compile(r"([xyz])c(\d+)")
_TOOL = re.compile(r"(?:p|r)?([xyz])")
_BASE = re.compile(r"[lk]?(?:XX|XY|XZ|YY|YZ|ZZ|MX|MY|MZ|xx|xy|xz|yy|yz|zz|mx|my|mz|mass)\d+R?B?|(?:M|IA)\d+RB?")
_EFFORTS = {"f": "f", "k": "tauk", "w": "tauw"}  # of friction, springs, forces from outside
_VECTORS = {"omega": "w", "v": "v", "p": "x", "r": "x"}

Named = tuple[str, tuple[int, ...]]


def step(text: str, n: int) -> Named | None:
    """(letter, indices) of a step's name: ("v", (2,)) for vc2, ("v", (2, 1)) for vc2x; None if it is none."""
    match = _OF_LINK.fullmatch(text)
    if match and not (match[1] == "omega" and match[2]):
        axis = (_AXES[match[4]],) if match[4] else ()
        of = "" if match[2] or match[1] == "omega" else "o"
        return _VECTORS[match[1]] + of, (int(match[3][:6]), *axis)
    match = re.fullmatch(r"Tm(\d+)", text)
    if match:
        return "Tm", (int(match[1][:6]),)
    match = re.fullmatch(r"tau([fkw])(\d*)", text)
    if match:
        return _EFFORTS[match[1]], (int(match[2][:6]),) if match[2] else ()
    match = _PLACE.fullmatch(text)
    if match:
        return "x", (int(match[2][:6]), _AXES[match[1]])
    match = _TOOL.fullmatch(text)
    if match:
        return "tool", (_AXES[match[1]],)
    match = re.fullmatch(r"J(v|omega|)(\d)?,?(\d)?", text)
    if match and bool(match[2]) == bool(match[3]):
        letter = {"v": "Jv", "omega": "Jw", "": "J"}[match[1]]
        return letter, (int(match[2]), int(match[3])) if match[2] else ()
    match = re.fullmatch(r"g0(?:,?([xyz]))?", text)
    if match:
        return "g0", (_AXES[match[1]],) if match[1] else ()
    if text == "omega" and n == 1:
        return "w", (1,)
    return (text, ()) if is_base(text) else None


def is_base(text: str) -> bool:
    """Whether a name is that of a regrouped parameter."""
    return _BASE.fullmatch(text) is not None
