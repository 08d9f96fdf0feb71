"""Calibration measurements of a frame at known joint values: poses, points or distances, from arrays or from a table.

poses      T  (N, 4, 4)          points     p  (N, 3)          distances  |p − c|  (N,), c the centre of a ball-bar

A table has joint columns with the same names as in a log, and the position columns x, y and z. A table of poses also
has the quaternion columns qw, qx, qy and qz. The pose is T = [R(qw, qx, qy, qz), (x, y, z)].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.linalg import norm
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import FilePath, filled, mapping, positive, requires, shaped
from dalembert.boundary import as_q
from dalembert.dynamics import forward_kinematics
from dalembert.finding.finding import Argument, Measure, Noun, Unit, given
from dalembert.identification.filtering import Array
from dalembert.identification.reading.columns import assign, found_in
from dalembert.identification.reading.file_formats import ColumnTable, read_columns
from dalembert.kinematics.chain import check_moves
from dalembert.kinematics.configuration import revolute
from dalembert.kinematics.task import target
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import POINTS_APART

KINDS = ("poses", "points", "distances")
_KEYS = ("q", *KINDS, "frame", "centre", "noise")
_MANY_TURNS = 20.0  # rad; larger joint values are in degrees
_THOUSAND = (300.0, 3000.0)  # ratio of spreads that indicates millimetres


@final
@dataclass(frozen=True, eq=False)
class Measurement:
    """Set of N measurements of the same type at the joint values `q` (N, nq).

    value   the measured values, (N, 4, 4), (N, 3) or (N,)
    centre  centre from which distances are measured, (3,) or (N, 3) in the measuring frame; None if unknown
    noise   standard deviations (length, angle) of each measurement, (N,) each; None if unknown
    """

    kind: str
    q: Array
    value: Array
    frame: str
    centre: Array | None = None
    noise: tuple[Array | None, Array | None] = (None, None)

    def __len__(self) -> int:
        return len(self.q)

    @property
    def size(self) -> int:
        """Number of values in one measurement."""
        return {"poses": 6, "points": 3, "distances": 1}[self.kind]

    @property
    def points(self) -> Array | None:
        """Measured positions (N, 3), or None for distances."""
        return {"poses": self.value[:, :3, 3] if self.value.ndim == 3 else None, "points": self.value}.get(self.kind)


def read_measurements(
    robot: Robot, data: Any, frame: str | None = None, noise: Any = None, degrees: bool = False
) -> list[Measurement]:
    """Parse measurements from a mapping {"q": …, "poses" | "points" | "distances": …}, a pair (q, values), or a list of
    mappings.
    """
    if isinstance(data, Mapping):
        sets: list[Any] = [data]
    elif isinstance(data, Sequence) and data and all(isinstance(x, Mapping) for x in data):
        sets = list(data)
    elif isinstance(data, Sequence) and not isinstance(data, str) and len(data) == 2:
        sets = [{"q": data[0], _kind_of(data[1]): data[1]}]
    else:
        raise finding.WrongType(Argument("measurements"), Noun("measurements"), given(type(data).__name__)).error()
    return [_read(robot, x, frame, noise, degrees) for x in sets]


def _kind_of(values: Any) -> str:
    shape = shaped(values, "measurements", ("N", 4, 4), ("N", 3), ("N",)).shape
    return {3: "poses", 2: "points", 1: "distances"}[len(shape)]


def _read(robot: Robot, data: Mapping[str, Any], frame: str | None, noise: Any, degrees: bool) -> Measurement:
    mapping(data, "measurements", _KEYS)
    kinds = [kind for kind in KINDS if data.get(kind) is not None]
    if data.get("q") is None or len(kinds) != 1:
        raise finding.OneRequired(tuple(map(Argument, ("q",) if len(kinds) == 1 else KINDS))).error()
    kind, q = kinds[0], _joint_values(robot, data["q"], degrees)
    count = len(q)
    if kind == "distances":
        value = positive(data[kind], kind, (count,), unit="m")
    else:
        value = shaped(data[kind], kind, (count, 4, 4) if kind == "poses" else (count, 3))
    if kind == "poses":
        value = np.asarray(target(value).T, dtype=float)
    name, centre = data.get("frame", frame), data.get("centre")
    check_moves(robot, name)
    requires("centre", centre is not None, "distances", kind == "distances")
    if centre is not None:
        centre = shaped(centre, "centre", (3,), (count, 3))
    return Measurement(kind, q, value, name or tree(robot).last, centre, _noise(data.get("noise", noise), kind, count))


def _joint_values(robot: Robot, values: Any, degrees: bool) -> Array:
    q = as_q(robot, filled(shaped(values, "q", ("N", robot.nq), robot=robot.name), "q"), degrees=degrees)
    turning = np.abs(q[:, revolute(robot)])
    _expect_unit(turning.max(initial=0.0) <= _MANY_TURNS, "joint angles", "deg", "rad")
    return q


def _expect_unit(good: object, subject: str, unit: str, expected: str, ratio: float | None = None) -> None:
    """Raise an error if values probably have a different unit than expected."""
    if not good:
        raise finding.LooksLikeUnit(Noun(subject), Unit(unit), Unit(expected), ratio).error()


def _noise(noise: Any, kind: str, count: int) -> tuple[Array | None, Array | None]:
    """Return the standard deviations of lengths and angles, with one value for each measurement."""
    pair = noise if isinstance(noise, tuple) else (noise, None)
    if len(pair) != 2 or (pair[1] is not None and kind != "poses"):
        raise finding.WrongShape(Argument("noise"), (len(pair),), ((2,),) if kind == "poses" else ((),)).error()
    each = (None if x is None else positive(x, "noise", (), (count,)) for x in pair)
    length, angle = (None if x is None else np.broadcast_to(x, (count,)) for x in each)
    return length, angle


def check_lengths(robot: Robot, sets: Sequence[Measurement]) -> None:
    """Raise an error if lengths are probably in millimetres, based on the size of the robot."""
    for x in sets:
        p = forward_kinematics(robot, x.q, x.frame)[:, :3, 3]
        if x.points is not None:
            ours, theirs = _spread(p), _spread(x.points)
        else:
            centre = p.mean(axis=0) if x.centre is None else x.centre
            ours, theirs = float(norm(p - centre, axis=1).mean()), float(x.value.mean())
        if ours <= POINTS_APART or theirs <= 0:
            continue
        for ratio, subject in ((theirs / ours, "measured lengths"), (ours / theirs, "robot lengths")):
            usual = not _THOUSAND[0] < ratio < _THOUSAND[1]
            _expect_unit(usual, subject, "mm", "m", float(f"{ratio:.3g}"))


def _spread(p: Array) -> float:
    return float(np.sqrt(np.mean(np.sum((p - p.mean(axis=0)) ** 2, axis=1))))


_POINT, _QUATERNION = ("x", "y", "z"), ("qw", "qx", "qy", "qz")


def read_table(path: FilePath, robot: Robot) -> dict[str, NDArray[np.float64]]:
    """Read calibration measurements from a table.

    Return {"q": (N, nq), "points": (N, 3)} for `calibrate`. If the table contains quaternions, "poses" (N, 4, 4)
    replaces "points".
    """
    from scipy.spatial.transform import Rotation

    table, file = read_columns(path)
    lower = {name.strip().lower(): name for name in table.columns}
    found_in(table, None if any(x not in lower for x in _POINT) else _POINT, "point", file)
    points = np.column_stack([table.columns[lower[x]] for x in _POINT])
    turned = all(x in lower for x in _QUATERNION)
    own = {lower[x] for x in (*_POINT, *(_QUATERNION if turned else ()))}
    rest = ColumnTable({name: x for name, x in table.columns.items() if name not in own})
    chosen = assign(rest, robot, None, file).get("q", ())
    found_in(rest, chosen, "joint values", file)
    q = np.column_stack([table.columns[x] for x in chosen])
    if not turned:
        return {"q": q, "points": points}
    quaternions = np.column_stack([table.columns[lower[name]] for name in _QUATERNION])
    norms = norm(quaternions, axis=1)
    if not np.all(np.abs(norms**2 - 1) < 0.01):
        first, worst = list(table.columns).index(lower["qw"]), float(norms[np.argmax(np.abs(norms - 1))])
        raise finding.NotUnitQuaternion(Argument("qw"), first, Measure(worst)).error()
    poses = np.tile(np.eye(4), (len(q), 1, 1))
    poses[:, :3, :3] = Rotation.from_quat(np.roll(quaternions, -1, axis=1)).as_matrix()  # x, y, z, w
    poses[:, :3, 3] = points
    return {"q": q, "poses": poses}
