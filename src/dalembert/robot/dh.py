"""Robots defined by Denavit-Hartenberg tables.

standard:  A = Rz(θ) Tz(d) Tx(a) Rx(α)     joint axis: z of the previous frame   [denavit1955], [corke1994]
modified:  A = Rx(α) Tx(a) Rz(θ) Tz(d)     joint axis: z of the link's frame     [craig2005], [khalil2002]

The joint variable is q plus the table entry: θ for a revolute joint, d for a prismatic joint. The links are `base`,
`link1`, `link2`, …, and the joints are `joint1`, `joint2`, ….
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from dalembert import finding
from dalembert.argument import (
    SupportsArray,
    checked_entries,
    checked_rotation,
    checked_vector,
    choice,
    filled,
    known,
    listed,
    mapping,
    requires,
    value,
)
from dalembert.errors import DalembertError
from dalembert.finding.finding import Argument, Edit, Given, Identifier, Measure, Noun, Unit, given
from dalembert.graph import Node, evaluate
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.spatial.pose import IDENTITY, Pose, rotation_x, rotation_z, snap
from dalembert.spatial.vector import Vector
from dalembert.tolerance import FULL_TURN, ROUNDING

CONVENTIONS = ("standard", "modified")
GEOMETRY = ("a", "alpha", "d", "theta")
TUPLE = ("joint", *GEOMETRY, "mass", "com", "inertia", "limits", "drive")
KEYS = ("joint", *GEOMETRY, "mass", "com", "inertia", "ms", "inertia_origin", "limits", "drive")
KINDS = {"R": "revolute", "P": "prismatic"}
_CENTRAL, _ABOUT_ORIGIN = ("com", "inertia"), ("ms", "inertia_origin")
_MOST_ROWS = 1000
Table = dict[str, Any]  # values by key


def from_dh(
    rows: Iterable[Any],
    convention: Literal["standard", "modified"] = "standard",
    *,
    name: str = "robot",
    gravity: Vector | list[Any] | SupportsArray = (0, 0, -9.81),
    base: Pose | Vector | list[Any] | SupportsArray | None = None,
    tool: Pose | Vector | list[Any] | SupportsArray | None = None,
    source: str = "",
) -> Robot:
    """Build a serial robot from its Denavit-Hartenberg table.

    Parameters
    ----------
    rows : iterable of dict or tuple
        Table with one row per joint. A dict has the keys listed below. A tuple is (joint, a, alpha, d, theta, mass,
        com, inertia, limits, drive), where all values after theta are optional. A value is a number or an expression
        such as "l1", "pi/2" or "-d3".
    convention : {"standard", "modified"}
        Convention of the table.
    name : str
        Name of the robot.
    gravity : array_like, shape (3,)
        Gravitational acceleration in the world frame, in m/s².
    base : Pose or array_like, shape (4, 4), optional
        Pose of the first frame in the world.
    tool : Pose or array_like, shape (4, 4), optional
        Pose of a frame named `tool` relative to the last link.
    source : str
        Reference for the numerical values.

    Returns
    -------
    Robot

    Notes
    -----
    A row has the following keys. `joint` is "R" or "P". `a`, `alpha`, `d` and `theta` are in m and rad (default 0). The
    entry of the joint variable is an offset that is added to q. `mass` is in kg, and `com` is in the link frame.
    `inertia` contains Ixx, Iyy, Izz, Ixy, Iyz and Ixz about the centre of mass, expressed in the link frame. Instead of
    `com` and `inertia`, a row can have `ms` (first moments) and `inertia_origin` (inertia tensor about the frame
    origin). `limits` is (lower, upper), and `drive` is the drive of the joint. A link without inertia is massless.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.from_dh([("R", "l1", 0, 0, 0, "m1"), ("R", "l2", 0, 0, 0, "m2")], gravity=(0, "-g0", 0))
    >>> print(da.equations(robot).text("g"))
    g1 = m1*l1*g0*cos(q1) + m2*g0*(l1*cos(q1) + l2*cos(q1 + q2))
    g2 = m2*l2*g0*cos(q1 + q2)
    """
    choice(convention, "convention", CONVENTIONS)
    given_rows = filled(listed(rows, "rows", most=_MOST_ROWS + 1), "rows")
    table = [_entries(row, i) for i, row in enumerate(given_rows, 1)]
    if len(table) > _MOST_ROWS:
        raise finding.TooMany(Noun("rows"), len(table), _MOST_ROWS, Argument("rows")).error()
    links, joints = [Link("base")], []
    for i, row in enumerate(table, 1):
        with in_row(i):
            kind = _kind(row)
            placement, after = dh_poses(kind, _geometry(row), convention)
            links.append(Link(f"link{i}", _inertia(row)))
            joints.append(
                Joint(
                    f"joint{i}",
                    kind,
                    links[i - 1].name,
                    f"link{i}",
                    _pose(base, "base") @ placement if i == 1 else placement,
                    after=after,
                    limits=_limits(row.get("limits")),
                    drive=_drive(row.get("drive")),
                )
            )
    frames = () if tool is None else (Frame("tool", links[-1].name, _pose(tool, "tool")),)
    doubts = tuple(doubt for i, row in enumerate(table, 1) for doubt in _degrees(row, i))
    return Robot(name, tuple(links), tuple(joints), checked_vector(gravity, 3, "gravity"), frames, source, doubts)


def _degrees(row: Table, i: int) -> Iterator[finding.WrongUnit]:
    """Yield a warning for each angle larger than one turn, because the angle is probably in degrees."""
    for key in ("alpha", "theta"):
        angle = _geometry(row)[key]
        if not isinstance(angle, Node) and abs(float(angle)) > FULL_TURN:
            part = finding.part_of(key, owner=finding.part_of("row", str(i)))
            remedy = Edit("write if so", Given(f"{float(angle):g}*pi/180"))
            yield finding.WrongUnit(
                part, Noun("angle"), Measure(float(angle), Unit("rad")), Noun("degrees"), remedy=remedy
            )


def dh_poses(kind: str, geometry: Table, convention: str) -> tuple[Pose, Pose]:
    """Return the poses (placement, after) for which T(q) = placement · motion(z, q) · after."""
    a, alpha, d, theta = (geometry[key] for key in GEOMETRY)
    twist = Pose(snap(rotation_x(alpha)), (a, 0, 0))  # Tx(a) Rx(α) = Rx(α) Tx(a)
    screw = Pose(snap(rotation_z(theta)), (0, 0, d))  # Tz(d) Rz(θ) = Rz(θ) Tz(d)
    if convention == "modified":
        return twist @ screw, IDENTITY
    if kind == "prismatic":
        return screw, twist
    return Pose(screw.R), Pose(p=(0, 0, d)) @ twist


def dh_row(joint: Joint, convention: str) -> Table | None:
    """Return a, alpha, d and theta for a joint that a row of a DH table can describe.

    Return None for any other joint, or if an angle contains a symbol.
    """
    twist, screw = joint.after, joint.placement
    symbolic = any(isinstance(x, Node) for row in (*twist.R, *screw.R) for x in row)
    if joint.kind not in KINDS.values() or joint.axis != (0, 0, 1) or symbolic:
        return None
    if convention == "modified":
        twist = Pose(snap(rotation_x(_angle(screw.R[2][2], -screw.R[1][2]))), (screw.p[0], 0, 0))
        screw = twist.inverse() @ screw
    alpha, theta = _angle(twist.R[2][2], twist.R[2][1]), _angle(screw.R[0][0], screw.R[1][0])
    d = twist.p[2] if convention == "standard" and joint.kind == "revolute" else screw.p[2]
    found = {"a": twist.p[0], "alpha": alpha, "d": d, "theta": theta}
    again = dh_poses(joint.kind, found, convention)
    return found if all(_same(x, y) for x, y in zip(again, (joint.placement, joint.after), strict=True)) else None


def _angle(c: Any, s: Any) -> Any:
    """Compute an angle from its cosine and sine. Multiples of a right angle are exact."""
    quarters = {(1, 0): 0, (0, 1): value("pi/2"), (-1, 0): value("pi"), (0, -1): value("-pi/2")}
    return quarters.get((c, s), math.atan2(float(s), float(c)))


def _same(x: Pose, y: Pose) -> bool:
    """Check whether two poses are equal up to rounding errors."""
    differences = (a - b for a, b in zip(sum(x.matrix(), ()), sum(y.matrix(), ()), strict=True))
    return all(not isinstance(d, Node) and abs(float(d)) <= ROUNDING for d in differences)


def _entries(row: Any, i: int) -> Table:
    """Convert a table row to a dict with known keys, without entries that are None."""
    if isinstance(row, Mapping):
        with in_row(i):
            return {known(key, KEYS, "key"): x for key, x in row.items() if x is not None}
    row = listed(row, f"row {i}", "a row")
    if not 5 <= len(row) <= len(TUPLE):
        raise finding.WrongLength(Argument(f"row {i}"), len(row), len(TUPLE), Noun("values of a row")).error()
    return {key: x for key, x in zip(TUPLE, row, strict=False) if x is not None}


def _kind(row: Table) -> str:
    if "joint" not in row:
        raise finding.MissingEntries(Argument("row"), (Identifier("joint"),)).error()
    return KINDS[choice(row["joint"], "joint", KINDS)]


def _geometry(row: Table) -> Table:
    return {key: value(row.get(key, 0), key) for key in GEOMETRY}


def _inertia(row: Table) -> Inertia:
    inertia = inertia_of(row)
    if not isinstance(inertia.mass, Node) and inertia.mass < 0:
        inertia.checked("link")
    requires("com", "com" in row, "mass", "mass" in row)
    return inertia


def inertia_of(table: Mapping[str, Any], of: str = "") -> Inertia:
    """Create an inertia from a table with `mass`, and either `com` and `inertia`, or `ms` and `inertia_origin`.

    The text `of` is appended to the keys in error messages.
    """
    central, about_origin = (tuple(x for x in keys if x in table) for keys in (_CENTRAL, _ABOUT_ORIGIN))
    if central and about_origin:
        raise finding.Exclusive((Argument(central[0] + of), Argument(about_origin[0] + of))).error()
    keys = zip(_ABOUT_ORIGIN if about_origin else _CENTRAL, (3, 6), strict=True)
    first, tensor = (checked_vector(table.get(key, (0,) * size), size, key + of) for key, size in keys)
    return (Inertia if about_origin else Inertia.about_com)(value(table.get("mass", 0), f"mass{of}"), first, tensor)


def _limits(limits: Any) -> Limits:
    if limits is None:
        return Limits()
    if isinstance(limits, Limits):
        return limits
    names = tuple(Limits.UNITS)
    if not isinstance(limits, Mapping):
        limits = dict(zip(names, checked_entries(limits, 2, "limits"), strict=False))
    given = {known(key, names, "key"): value(x, f"limits.{key}") for key, x in limits.items() if x is not None}
    found = dict(zip(given, evaluate(given.values(), {}), strict=True))
    low, high = found.get("lower", -math.inf), found.get("upper", math.inf)
    if low > high:
        raise finding.ReversedBounds(Argument("limits"), Measure(low), Measure(high)).error()
    return Limits(**found)


def _drive(drive: Any) -> Drive | None:
    if drive is None or isinstance(drive, Drive):
        return drive
    return Drive(**{str(name): x for name, x in mapping(drive, "drive").items()})


def _pose(pose: Any, what: str) -> Pose:
    if pose is None:
        return IDENTITY
    matrix = pose.matrix() if isinstance(pose, Pose) else pose
    T = [checked_vector(row, 4, what) for row in checked_entries(matrix, 4, what)]
    if any(isinstance(x, Node) or x != (k == 3) for k, x in enumerate(T[3])):
        raise finding.WrongType(Argument(what), Noun("a pose"), given(pose)).error()
    R = snap(tuple(tuple(row[:3]) for row in T[:3]))
    return Pose(checked_rotation(R, what), tuple(row[3] for row in T[:3]))


@contextmanager
def in_row(row: int) -> Iterator[None]:
    """Add the number of the table row to errors raised in this context."""
    try:
        yield
    except DalembertError as error:
        raise type(error)(finding.BadRow(row, error.finding)) from None
