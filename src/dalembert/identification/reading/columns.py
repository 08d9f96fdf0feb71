"""Assignment of log columns to quantities, joints and units, by name or as specified. Ambiguous names raise an error.

columns = {"t": "time", "q": ["pos_1", "pos_2"], "tau": "eff_*"}      column names, column numbers, or a pattern with *

A column name is split into words. For example, "actual_q_0" gives actual, q and 0, and "jointVelocity3" gives joint,
velocity and 3. The words determine one quantity (time, position, speed, acceleration, effort, current, command) and one
joint, by number or by name. The remaining words form the stem. Columns that have the same stem belong to one family.
For example, motor_pos and link_pos belong to different families of positions. A unit at the end of a column name is
removed before the name is split; see `units`.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import integer, known, mapping
from dalembert.boundary import as_frame
from dalembert.finding import log as findings
from dalembert.finding.finding import (
    Argument,
    FileName,
    Given,
    Identifier,
    Noun,
    PassEntry,
    Remedy,
    RobotName,
    SymbolName,
)
from dalembert.identification.reading.file_formats import ColumnTable, column
from dalembert.identification.reading.units import is_unit, kind_of_unit, unit_of
from dalembert.robot.model import Robot


def stated_unit(table: ColumnTable, name: str, kind: str) -> str | None:
    """Return the unit of a column according to the file, if the unit matches the quantity."""
    unit = table.units.get(name) or unit_of(name)[1]
    return unit if unit is not None and is_unit(unit, kind) else None


KINDS = ("t", "q", "qd", "qdd", "tau", "current", "voltage", "command")
_WORDS = {
    "t": "t time timestamp timestamps stamp ts tsec elapsed clock zeit temps tiempo",
    "sec": "sec secs seconds second",
    "nsec": "nsec nsecs nanosec nanosecs nanoseconds",
    "q": "q qm qs qj pos position positions posn theta th angle angles ang qpos jpos phi encoder enc coordinate winkel",
    "qd": "qd dq qdot qp qv vel velocity velocities veloc speed speeds omega dtheta thetad thetadot qvel jvel qdm dqm rate",
    "qdd": "qdd ddq qddot qpp acc accel acceleration accelerations alpha ddtheta thetadd qacc jacc",
    "tau": "tau torque torques trq effort efforts force forces moment moments mom tq gamma drehmoment taum tauj jtau",
    "current": "current currents cur curr amp amps i im iq strom courant",
    "voltage": "voltage voltages volt volts vir u",
    "command": "qg qref qdes qcmd qtarget qgoal",
}
_KIND = {word: kind for kind, words in _WORDS.items() for word in words.split()}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ASKED = _words(
    "target targets desired des cmd command commanded commands ref reference setpoint goal wanted demand soll sp"
)
_OTHER = _words(
    "tcp pose ee cartesian tool temperature temp wrench ft xyz quat quaternion status mode safety ext "
    "external error err residual gripper finger accelerometer imu lambda contact friction offset bias "
    "noise std sigma limit max min digital analog"
)
_NEUTRAL = _words(
    "actual act gelenk achse measured meas joint joints axis motor link arm robot robot0 state states value data signal "
    "raw filt filtered j m a s rad deg nm x load side feedback fb hat id no nr rt log out"
)
_CUT = re.compile(r"[A-Za-zµ]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_GREEK = str.maketrans({"θ": "theta ", "τ": "tau ", "ω": "omega ", "φ": "phi ", "α": "alpha ", "Γ": "gamma "})


@dataclass(frozen=True)
class ColumnName:
    """Parsed column name: quantity, joint (number or name), and remaining words."""

    kind: str
    joint: str | int | None
    stem: tuple[str, ...]


def parse_name(name: str, joints: Sequence[str]) -> ColumnName | None:
    """Parse a column name for a robot with the given joints.

    Return None if the name contains no known quantity.
    """
    bare, unit = unit_of(name.translate(_GREEK))
    named, rest = _joint(bare.replace("q̇", "qd").replace("q̈", "qdd"), joints)
    parts = [w.lower() for w in _CUT.findall(_CAMEL.sub("_", rest))]
    words = [w for w in parts if not w.isdigit()]
    number = next((int(w) for w in reversed(parts) if w.isdigit()), None)
    joint, among = number if named is None else named, set(words)
    if among & _OTHER:
        return None
    requested = among & _ASKED or words[-2:] == ["j", "d"] or (len(words) > 1 and words[-1] == "d")
    kinds = [_KIND[w] for w in words if w in _KIND]
    if not kinds:  # the column name contains only a joint
        measured = kind_of_unit(unit)
        strange = {w for w in among - _NEUTRAL - _ASKED if len(w) > 2 or not measured}
        if joint is None or strange:
            return None
        kinds = [measured or "q"]
    kind = min(kinds, key=_SPECIFIC.index)
    if kind in ("t", "sec", "nsec") and named is not None:
        return None
    if requested and kind != "command":
        kind = "command" if kind == "q" else f"requested {kind}"
    stem = (w for w in words if w not in _KIND and w not in _ASKED)
    return ColumnName(kind, joint, (*stem, *sorted(among & _KIND.keys())))


# the first of several quantities counts, such as the velocity for "joint position velocity"
_SPECIFIC = ("qdd", "qd", "current", "voltage", "tau", "command", "q", "nsec", "sec", "t")


def _joint(name: str, joints: Sequence[str]) -> tuple[str | None, str]:
    """Find the longest joint name in a column name.

    Return the joint name, and the column name without the joint name.
    """
    for joint in sorted(joints, key=len, reverse=True):
        for form in (joint, joint.removesuffix("_joint")):
            if len(form) < 2 or _KIND.get(form.lower()):
                continue
            found = re.search(rf"(?<![A-Za-z0-9]){re.escape(form)}(?![A-Za-z0-9])", name, re.I)
            if found:
                return joint, name[: found.start()] + " " + name[found.end() :]
    return None, name


Assignment = dict[str, tuple[str, ...]]
Families = dict[tuple[str, ...], dict[str | int | None, str]]  # columns by stem, then by joint
_HEADLESS = re.compile(r"^column( \d+|\[\d+\])$")


def assign(table: ColumnTable, robot: Robot, given: Mapping[str, Any] | None, file: FileName) -> Assignment:
    """Assign columns to quantities, in the order of the robot's coordinates."""
    found = _given(table, robot, given, file)
    names = list(table.columns)
    if all(_HEADLESS.match(x) for x in names):
        return found | _by_place(names, robot, found, file)
    joints = [*robot.coordinates, *(x.name for x in robot.joints)]
    read = {name: w for name in names if (w := parse_name(name, joints))}
    taken = {x for some in found.values() for x in some}
    for kind in (*KINDS, "sec", "nsec"):
        if kind in found or (kind in ("sec", "nsec") and "t" in found):
            continue
        families: Families = {}  # columns by stem, then by joint
        for name, word in read.items():
            if word.kind == kind and name not in taken:
                families.setdefault(word.stem, {}).setdefault(word.joint, name)
        if chosen := _family(families, kind, robot, file):
            found[kind] = chosen
    if "sec" in found and "nsec" not in found:
        found.setdefault("t", found.pop("sec"))
    return found


def wrench_columns(
    table: ColumnTable, robot: Robot, given: Mapping[str, Any], file: FileName
) -> dict[str, NDArray[np.float64]]:
    """Return the external wrench (N, 6) at each frame."""
    found = {}
    for frame, columns in given.items():
        as_frame(robot, frame, "wrench")
        chosen = _columns(columns, list(table.columns), file)
        _count("wrench", chosen, 6)
        found[frame] = np.stack([table.columns[x] for x in chosen], axis=1)
    return found


def found_in(
    table: ColumnTable, columns: Sequence[str] | None, quantity: str, file: FileName, remedy: Remedy | None = None
) -> None:
    """Raise an error if a file has no columns for a quantity."""
    if not columns:
        dropped = tuple(x for x in table.notes if isinstance(x, findings.ColumnsDropped))
        names = tuple(map(column, table.columns))
        raise findings.QuantityNotFound(file, Noun(quantity), names, dropped, remedy).error()


def _given(table: ColumnTable, robot: Robot, given: Mapping[str, Any] | None, file: FileName) -> Assignment:
    names = list(table.columns)
    found: Assignment = {}
    for kind, columns in mapping(given or {}, "columns", KINDS).items():
        found[kind] = () if columns is None else tuple(_columns(columns, names, file))
        if columns is not None:
            _count(kind, found[kind], _size(robot, kind), robot)
    return found


def _count(
    quantity: str,
    columns: Sequence[str],
    expected: int,
    robot: Robot | None = None,
    file: FileName | None = None,
    remedy: Remedy | None = None,
) -> None:
    """Raise an error if the number of columns for a quantity is wrong."""
    if len(columns) != expected:
        owner, names = None if robot is None else RobotName(robot.name), tuple(map(column, columns))
        raise findings.WrongColumnCount(SymbolName(quantity), names, expected, file, owner, remedy).error()


def _columns(given: Any, names: Sequence[str], file: FileName) -> list[str]:
    """Return the columns selected by names, numbers or patterns."""
    wanted = [given] if isinstance(given, (str, int)) else list(given)
    return [name for x in wanted for name in _matching(x, names, file)]


def _matching(x: Any, names: Sequence[str], file: FileName) -> list[str]:
    if isinstance(x, str) and x.isdecimal() and len(x) < 6 and x not in names:
        x = int(x)  # the command line passes numbers as text
    if isinstance(x, int) and not isinstance(x, bool):
        return [names[integer(x, "columns", lower=0, upper=len(names) - 1)]]
    if x in names:
        return [str(x)]
    inside = [n for n in names if n.startswith(f"{x}[")] or [n for n in names if fnmatch.fnmatchcase(n, str(x))]
    if not inside:
        known(str(x), names, "column", owner="file", owner_name=file, argument="columns")
    # in natural order: tau[9] before tau[10]
    return sorted(inside, key=lambda x: [(1, int(y)) if y.isdigit() else (0, y) for y in re.split(r"(\d+)", x)])


def _family(families: Families, kind: str, robot: Robot, file: FileName) -> tuple[str, ...] | None:
    """Return the family of columns that has a column for every coordinate.

    If several families are possible, an error is raised.
    """
    size = _size(robot, kind)
    whole = {stem: x for stem, f in families.items() if (x := _in_order(f, size, robot))}
    measured = [x for stem, x in whole.items() if {"actual", "measured", "meas", "act"} & set(stem)]
    shortest = [x for stem, x in whole.items() if kind == "t" and all(set(stem) <= set(other) for other in whole)]
    for preferred in (list(whole.values()), measured, shortest):
        if len(preferred) == 1:
            return preferred[0]
    remedy = PassEntry(Argument("columns"), Identifier(kind), Given("[…]"))
    if not whole and families and kind in ("t", "q"):
        _count(kind, list(max(families.values(), key=len).values()), size, robot, file, remedy)
    if whole:
        candidates = tuple(tuple(map(column, x)) for x in whole.values())
        raise findings.Ambiguous(Noun("sets of columns"), file, candidates, remedy).error()
    return None


def _in_order(family: Mapping[str | int | None, str], size: int, robot: Robot) -> tuple[str, ...] | None:
    """Return the columns of a family in the order of the robot's coordinates.

    The order is determined by joint names or consecutive numbers.
    """
    named = [family.get(c) for c in robot.coordinates]
    if all(named) and size == len(named):
        return tuple(x for x in named if x)
    numbers = sorted(k for k in family if isinstance(k, int))
    if len(numbers) == size and numbers[-1] - numbers[0] == size - 1 and len(family) == size:
        return tuple(family[k] for k in numbers)
    if size == 1 and len(family) == 1:
        return tuple(family.values())
    return None


def _by_place(names: Sequence[str], robot: Robot, found: Assignment, file: FileName) -> Assignment:
    """Assign unnamed columns to t, q, q̇ and τ in this order, if the number of columns is correct."""
    if {"t", "q"} <= set(found):
        return {}
    for kinds in (("t", "q", "qd", "qdd", "tau"), ("t", "q", "qd", "tau")):
        ends = list(accumulate((_size(robot, kind) for kind in kinds), initial=0))
        if len(names) == ends[-1]:
            return {x: tuple(names[a:b]) for x, (a, b) in zip(kinds, pairwise(ends), strict=True) if x not in found}
    remedy = PassEntry(Argument("columns"), Identifier("t"), Given("0"))
    raise findings.UnnamedColumns(file, len(names), ends[-1], RobotName(robot.name), remedy).error()


def _size(robot: Robot, kind: str) -> int:
    return 1 if kind in ("t", "sec", "nsec") else robot.nq if kind in ("q", "command") else robot.nv
