"""Robots from Denavit-Hartenberg tables.

standard:  A = Rz(θ) Tz(d) Tx(a) Rx(α)     joint axis z of the frame before   [denavit1955], [corke1994]
modified:  A = Rx(α) Tx(a) Rz(θ) Tz(d)     joint axis z of the link's own frame   [craig2005], [khalil2002]

The entry that varies (θ of a revolute joint, d of a prismatic one) is an
offset added to q. Links are `link1`, `link2`, …, joints `joint1`, …, on `base`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from dalembert.errors import DalembertError, UnknownName, UnphysicalInertia, WrongSize, WrongValue, did_you_mean
from dalembert.graph import Node, evaluate
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.robot.number import value
from dalembert.spatial.pose import IDENTITY, Pose, rotation_x, rotation_z, snap
from dalembert.spatial.vector import EYE, Vector, matmul, transpose

CONVENTIONS = ("standard", "modified")
GEOMETRY = ("a", "alpha", "d", "theta")
TUPLE = ("joint", *GEOMETRY, "mass", "com", "inertia", "limits", "drive")
KEYS = ("joint", *GEOMETRY, "mass", "com", "inertia", "ms", "inertia_origin", "limits", "drive")
KINDS = {"R": "revolute", "P": "prismatic"}
_MOST_ROWS = 1000


def from_dh(
    rows: Iterable[Any],
    convention: str = "standard",
    *,
    name: str = "robot",
    gravity: Sequence[Any] = (0, 0, -9.81),
    base: Any = None,
    tool: Any = None,
    source: str = "",
) -> Robot:
    """A serial robot from its DH table.

    A row is a dict with `joint` ("R" or "P"), `a`, `alpha`, `d`, `theta` (zero where left out; the one
    that varies is an offset), and optionally `mass`, `com` (link frame), `inertia` (Ixx, Iyy, Izz,
    Ixy, Iyz, Ixz about the centre of mass, link axes), or `ms` and `inertia_origin` (first moments, the
    tensor about the frame origin) in place of these two, `limits` (lower, upper) and `drive`. Or a tuple
    (joint, a, alpha, d, theta, mass, com, inertia, limits, drive), cut off after theta or later.
    A value is a number or a text such as `"l1"`, `"pi/2"`, `"-d3"`. A link without inertia is massless.

    `base` is the pose of the first frame in the world, `tool` that of the frame `tool` on the last link:
    a `Pose` or a 4×4 matrix.
    """
    if convention not in CONVENTIONS:
        raise WrongValue(f"convention '{convention}' is not known; it is 'standard' or 'modified'")
    if isinstance(rows, (str, bytes, Mapping)) or not hasattr(rows, "__iter__"):
        raise WrongValue(f"a DH table is a list of rows, got {type(rows).__name__}")
    if isinstance(gravity, str) or not hasattr(gravity, "__iter__"):
        raise WrongValue(f"gravity is a list of 3 values, got {gravity!r}")
    table = [_entries(row, i) for i, row in enumerate(islice(rows, _MOST_ROWS + 1), 1)]
    if not 0 < len(table) <= _MOST_ROWS:
        raise WrongSize(f"a DH table has 1 to {_MOST_ROWS} rows, got {'more' if table else 'none'}")
    links, joints = [Link("base")], []
    for i, row in enumerate(table, 1):
        with located(f"row {i}"):
            kind = _kind(row)
            placement, after = dh_poses(kind, _geometry(row), convention)
            links.append(Link(f"link{i}", _inertia(row)))
            joints.append(
                Joint(f"joint{i}", kind, links[i - 1].name, f"link{i}",
                      _pose(base, "base") @ placement if i == 1 else placement, after=after,
                      limits=_limits(row.get("limits")), drive=_drive(row.get("drive")))
            )  # fmt: skip
    frames = () if tool is None else (Frame("tool", links[-1].name, _pose(tool, "tool")),)
    doubts = tuple(doubt for i, row in enumerate(table, 1) for doubt in _degrees(row, i))
    return Robot(name, tuple(links), tuple(joints), tuple(gravity), frames, source, doubts)


def _degrees(row: dict[str, Any], i: int) -> Iterator[str]:
    """Angles of more than a turn are degrees in most tables."""
    for key in ("alpha", "theta"):
        angle = _geometry(row)[key]
        if not isinstance(angle, Node) and abs(float(angle)) > 2 * math.pi + 1e-3:
            turned = f"write {float(angle):g}*pi/180 if so"
            yield f"row {i}: {key} is {float(angle):g} rad, more than a turn; is it in degrees? {turned}"


def dh_poses(kind: str, geometry: dict[str, Any], convention: str) -> tuple[Pose, Pose]:
    """(placement, after) of T(q) = placement · motion(z, q) · after."""
    a, alpha, d, theta = (geometry[key] for key in GEOMETRY)
    twist = Pose(snap(rotation_x(alpha)), (a, 0, 0))  # Tx(a) Rx(α) = Rx(α) Tx(a)
    screw = Pose(snap(rotation_z(theta)), (0, 0, d))  # Tz(d) Rz(θ) = Rz(θ) Tz(d)
    if convention == "modified":
        return twist @ screw, IDENTITY
    if kind == "prismatic":
        return screw, twist
    return Pose(screw.R), Pose(p=(0, 0, d)) @ twist


def dh_row(joint: Joint, convention: str) -> dict[str, Any] | None:
    """a, alpha, d, theta of a joint that sits as a row of a table places it; None where it does not, or turns by a symbol."""
    if joint.kind not in KINDS.values() or joint.axis != (0, 0, 1):
        return None
    twist, screw = joint.after, joint.placement
    if convention == "modified":
        alpha = _angle(joint.placement.R[2][2], joint.placement.R[1][2], -1)
        if alpha is None:
            return None
        back = Pose(snap(rotation_x(alpha)), (joint.placement.p[0], 0, 0))
        twist, screw = back, back.inverse() @ joint.placement
    alpha, theta = _angle(twist.R[2][2], twist.R[2][1]), _angle(screw.R[0][0], screw.R[1][0])
    if alpha is None or theta is None:
        return None
    d = twist.p[2] if convention == "standard" and joint.kind == "revolute" else screw.p[2]
    found = {"a": twist.p[0], "alpha": alpha, "d": d, "theta": theta}
    again = dh_poses(joint.kind, found, convention)
    return found if all(_same(x, y) for x, y in zip(again, (joint.placement, joint.after), strict=True)) else None


def _angle(c: Any, s: Any, sign: int = 1) -> Any:
    """The angle of this cosine and sine, a multiple of a quarter turn where they are exact; None of a symbol."""
    if isinstance(c, Node) or isinstance(s, Node):
        return None
    quarters = {(1, 0): 0, (0, 1): value("pi/2"), (-1, 0): value("pi"), (0, -1): value("-pi/2")}
    return quarters.get((c, sign * s), math.atan2(float(sign * s), float(c)))


def _same(x: Pose, y: Pose) -> bool:
    """Whether two poses are one, numbers to 1e-12."""
    pairs = [(a, b) for r, s in zip(x.matrix(), y.matrix(), strict=True) for a, b in zip(r, s, strict=True)]
    return all(
        a == b or (not isinstance(a, Node) and not isinstance(b, Node) and abs(float(a) - float(b)) <= 1e-12)
        for a, b in pairs
    )


def _entries(row: Any, i: int) -> dict[str, Any]:
    """A row as a dict with known keys; None means not given."""
    if isinstance(row, Mapping):
        for key in row:
            if key not in KEYS:
                raise UnknownName(f"row {i} has the unknown key '{key}'{did_you_mean(str(key), KEYS)}")
        return {key: x for key, x in row.items() if x is not None}
    if isinstance(row, str) or not hasattr(row, "__len__"):
        raise WrongValue(f"row {i} is a {type(row).__name__}; a row is a dict or a tuple ({', '.join(TUPLE)})")
    if not 5 <= len(row) <= len(TUPLE):
        raise WrongSize(f"row {i} has {len(row)} entries, it needs 5 to {len(TUPLE)}: {', '.join(TUPLE)}")
    return {key: x for key, x in zip(TUPLE, row, strict=False) if x is not None}


def _kind(row: dict[str, Any]) -> str:
    if "joint" not in row:
        raise WrongValue('\'joint\' is missing; give "R" (revolute) or "P" (prismatic)')
    kind = KINDS.get(row["joint"]) if isinstance(row["joint"], str) else None
    if kind is None:
        raise WrongValue(f'joint is {row["joint"]!r}; it is "R" (revolute) or "P" (prismatic)')
    return kind


def _geometry(row: dict[str, Any]) -> dict[str, Any]:
    return {key: _value(row.get(key, 0), key) for key in GEOMETRY}


def _inertia(row: dict[str, Any]) -> Inertia:
    central = [key for key in ("com", "inertia") if key in row]
    about_origin = [key for key in ("ms", "inertia_origin") if key in row]
    if central and about_origin:
        raise WrongValue(
            f"'{central[0]}' and '{about_origin[0]}' are two ways to say the same; "
            "give com and inertia (about the centre of mass), or ms and inertia_origin (about the frame origin)"
        )
    mass = _value(row.get("mass", 0), "mass")
    if not isinstance(mass, Node) and mass < 0:
        raise UnphysicalInertia(f"the mass is negative ({float(mass):g}); correct the sign or the unit")
    if "com" in row and "mass" not in row:
        raise WrongValue("'com' is given without 'mass'")
    if about_origin:
        return Inertia(mass, _vector(row, "ms", 3), _vector(row, "inertia_origin", 6))
    return Inertia.about_com(mass, _vector(row, "com", 3), _vector(row, "inertia", 6))


def _vector(row: dict[str, Any], key: str, size: int) -> Vector:
    entries = row.get(key, (0,) * size)
    if isinstance(entries, (str, Mapping)) or not hasattr(entries, "__len__"):
        raise WrongValue(f"'{key}' must be a list of {size} values, got {entries!r}")
    if len(entries) != size:
        meaning = " (Ixx, Iyy, Izz, Ixy, Iyz, Ixz)" if size == 6 else " (x, y, z)"
        raise WrongSize(f"'{key}' has {len(entries)} entries, it needs {size}{meaning}")
    return tuple(_value(x, key) for x in entries)


def _value(x: Any, key: str) -> Any:
    with located(f"'{key}'"):
        return value(x, key)


def _limits(given: Any) -> Limits:
    if given is None:
        return Limits()
    if isinstance(given, Limits):
        return given
    names = ("lower", "upper", "velocity", "effort")
    if not isinstance(given, Mapping):
        if isinstance(given, str) or not hasattr(given, "__len__") or len(given) != 2:
            raise WrongSize(f"'limits' is (lower, upper) or a dict of {', '.join(names)}; got {given!r}")
        given = dict(zip(names, given, strict=False))
    limits: dict[str, float] = {}
    for key, x in given.items():
        if key not in names:
            raise UnknownName(f"'limits' has the unknown key '{key}'{did_you_mean(str(key), names)}")
        if x is not None:
            limits[key] = _number(x, f"limits.{key}")
    if limits.get("lower", -math.inf) > limits.get("upper", math.inf):
        raise WrongValue(f"the lower limit {limits['lower']} is above the upper limit {limits['upper']}")
    return Limits(**limits)


def _number(x: Any, key: str) -> float:
    return float(evaluate([_value(x, key)], {})[0])


def _drive(given: Any) -> Drive | None:
    if given is None or isinstance(given, Drive):
        return given
    if not isinstance(given, Mapping):
        raise WrongValue(f"'drive' is a Drive or a dict, got {given!r}")
    known = (*SCALARS, "coupling")
    for key in given:
        if key not in known:
            raise UnknownName(f"'drive' has the unknown key '{key}'{did_you_mean(str(key), known)}")
    # pairs (joint, ratio), and what is not there, are the drive's own to check
    own = {key: x for key, x in given.items() if key == "coupling" or x is None}
    return Drive(**own | {key: _value(x, f"drive.{key}") for key, x in given.items() if key not in own})


def _pose(given: Any, what: str) -> Pose:
    if given is None:
        return IDENTITY
    if isinstance(given, Pose):
        given = given.matrix()
    rows = [list(row) for row in given] if hasattr(given, "__len__") and not isinstance(given, (str, Mapping)) else []
    if len(rows) != 4 or any(len(row) != 4 for row in rows):
        raise WrongSize(f"'{what}' must be a Pose or a 4×4 matrix, got {given!r}")
    T = [[_value(x, what) for x in row] for row in rows]
    if any(isinstance(x, Node) or x != (k == 3) for k, x in enumerate(T[3])):
        raise WrongValue(f"the last row of '{what}' must be 0 0 0 1, got {rows[3]}")
    R = snap(tuple(tuple(row[:3]) for row in T[:3]))
    for row, square in zip(matmul(R, transpose(R)), EYE, strict=True):
        if any(not isinstance(x, Node) and abs(x - y) > 1e-6 for x, y in zip(row, square, strict=True)):
            raise WrongValue(f"the rotation in '{what}' is not a rotation: R Rᵀ differs from the unit matrix")
    return Pose(R, tuple(row[3] for row in T[:3]))


@contextmanager
def located(where: str) -> Iterator[None]:
    """Errors from inside say where in the table they are."""
    try:
        yield
    except DalembertError as error:
        raise type(error)(f"{where}: {error}") from None
