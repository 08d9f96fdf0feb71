"""Calibration measurements of a frame at known joint values: poses, points or distances, from arrays or from a table.

poses      T  (N, 4, 4)          points     p  (N, 3)          distances  |p − c|  (N,), c the centre of a ball-bar

A table has joint columns named as in a log, then the point x y z, and for poses a quaternion qw qx qy qz:
T = [R(qw, qx, qy, qz), (x, y, z)].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import forward_kinematics
from dalembert.errors import BadFile, UnknownName, WrongSize, WrongValue, did_you_mean, shown
from dalembert.identification.reading.columns import assign
from dalembert.identification.reading.file_formats import read_columns
from dalembert.identification.reading.table import Table
from dalembert.kinematics.chain import check_moves
from dalembert.kinematics.configuration import revolute
from dalembert.kinematics.task import target
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[np.float64]
KINDS = ("poses", "points", "distances")
_KEYS = ("q", *KINDS, "frame", "centre", "noise")
_MANY_TURNS = 20.0  # rad: a joint value beyond is in degrees
_THOUSAND = (300.0, 3000.0)  # a spread this many times that of the robot is in millimetres


@final
@dataclass(frozen=True, eq=False)
class Measurement:
    """N measurements of one kind at joint values `q` (N, nq).

    value   (N, 4, 4), (N, 3) or (N,)
    centre  of distances, (3,) or (N, 3) in the measuring frame; None: unknown
    noise   standard deviations (length, angle) of each measurement, (N,) each; None: to be estimated
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
        """Numbers in one measurement."""
        return {"poses": 6, "points": 3, "distances": 1}[self.kind]

    @property
    def points(self) -> Array | None:
        """Measured positions, where there are any."""
        return {"poses": self.value[:, :3, 3] if self.value.ndim == 3 else None, "points": self.value}.get(self.kind)


def read_measurements(robot: Robot, given: Any, frame: str | None = None, noise: Any = None) -> list[Measurement]:
    """Measurements as the user gives them: a mapping {"q": …, "poses" | "points" | "distances": …}, a pair (q, values),
    or a list of mappings."""
    if isinstance(given, Mapping):
        sets: list[Any] = [given]
    elif isinstance(given, Sequence) and given and all(isinstance(x, Mapping) for x in given):
        sets = list(given)
    elif isinstance(given, Sequence) and not isinstance(given, str) and len(given) == 2:
        sets = [{"q": given[0], _kind_of(given[1]): given[1]}]
    else:
        raise WrongValue(
            "measurements are a mapping {'q': (N, n), 'poses': (N, 4, 4)} with 'points' (N, 3) or 'distances' (N,) "
            f"instead of 'poses', a pair (q, values), or a list of mappings; got {type(given).__name__}"
        )
    return [_read(robot, x, frame, noise) for x in sets]


def _kind_of(values: Any) -> str:
    shape = _numbers(values, "the measured values").shape
    if shape[-2:] == (4, 4):
        return "poses"
    if len(shape) == 2 and shape[1] == 3:
        return "points"
    if len(shape) == 1:
        return "distances"
    raise WrongSize(f"measured values are poses (N, 4, 4), points (N, 3) or distances (N,); got shape {shape}")


def _read(robot: Robot, given: Mapping[str, Any], frame: str | None, noise: Any) -> Measurement:
    for key in given:
        if key not in _KEYS:
            raise UnknownName(f"a measurement has no '{key}'{did_you_mean(str(key), _KEYS)}")
    kinds = [kind for kind in KINDS if given.get(kind) is not None]
    if given.get("q") is None or len(kinds) != 1:
        raise WrongValue(
            f"a measurement has 'q' and one of {', '.join(KINDS)}; got {', '.join(map(str, given)) or 'none'}"
        )
    kind = kinds[0]
    q = _joint_values(robot, given["q"])
    value = _numbers(given[kind], kind)
    shape = {"poses": (len(q), 4, 4), "points": (len(q), 3), "distances": (len(q),)}[kind]
    if value.shape != shape:
        raise WrongSize(f"{kind} have shape {value.shape}; {len(q)} rows of q need {shape}")
    if kind == "poses":
        value = np.asarray(target(value).T, dtype=float)
    if kind == "distances" and (value <= 0).any():
        raise WrongValue(f"distance {int(np.argmin(value))} is {value.min():g}; distances are positive")
    name = given.get("frame", frame)
    check_moves(robot, name)
    centre = None if given.get("centre") is None else _centre(given["centre"], len(q), kind)
    said = given.get("noise", noise)
    return Measurement(kind, q, value, name or tree(robot).last, centre, _noise(said, kind, len(q)))


def _numbers(given: Any, what: str) -> Array:
    try:
        array = np.array(given, dtype=float)
    except (TypeError, ValueError):
        raise WrongValue(f"{what} must be numbers, of one shape all; got {type(given).__name__}") from None
    if not np.isfinite(array).all():
        row = int(np.argwhere(~np.isfinite(array))[0][0]) if array.ndim else 0
        raise WrongValue(f"{what} hold a number that is not finite, in row {row}; leave that measurement out")
    return array


def _joint_values(robot: Robot, given: Any) -> Array:
    q = _numbers(given, "joint values q")
    if q.ndim != 2 or q.shape[1] != robot.nq:
        raise WrongSize(
            f"q has shape {q.shape}; robot '{robot.name}' needs (N, {robot.nq}), a row for each measurement"
        )
    if not len(q):
        raise WrongSize("there is no measurement: q has no rows")
    turning = np.abs(q[:, revolute(robot)])
    if turning.size and turning.max() > _MANY_TURNS:
        raise WrongValue(
            f"q reaches {turning.max():.4g}; joint values are in radians, these look like degrees: np.deg2rad(q)"
        )
    return q


def _centre(given: Any, count: int, kind: str) -> Array:
    if kind != "distances":
        raise WrongValue(f"a centre belongs to distances, not to {kind}")
    centre = _numbers(given, "centre")
    if centre.shape not in ((3,), (count, 3)):
        raise WrongSize(f"centre has shape {centre.shape}; it needs (3,), or ({count}, 3) for one each")
    return centre


def _noise(given: Any, kind: str, count: int) -> tuple[Array | None, Array | None]:
    """Standard deviations (length, angle), one for each measurement."""
    if given is None:
        return None, None
    pair = given if isinstance(given, tuple) else (given, None)
    if len(pair) != 2 or (pair[1] is not None and kind != "poses"):
        raise WrongSize(f"noise of {kind} is a standard deviation in metres, for poses a pair (metres, radians)")
    found: list[Array | None] = []
    for x in pair:
        array = None if x is None else _numbers(x, "noise")
        if array is not None and (array.shape not in ((), (count,)) or (array <= 0).any()):
            raise WrongValue(f"noise is one positive number, or {count} of them; got {x!r}")
        found.append(None if array is None else np.broadcast_to(array, (count,)))
    return found[0], found[1]


def check_lengths(robot: Robot, sets: Sequence[Measurement]) -> None:
    """Raise where measured lengths are a thousand times too long or short: millimetres."""
    for x in sets:
        p = forward_kinematics(robot, x.q, x.frame)[:, :3, 3]
        if x.points is not None:
            ours, theirs = _spread(p), _spread(x.points)
        else:
            centre = p.mean(axis=0) if x.centre is None else x.centre
            ours, theirs = float(np.linalg.norm(p - centre, axis=1).mean()), float(x.value.mean())
        if ours <= 1e-6 or theirs <= 0:
            continue
        for ratio, which in ((theirs / ours, f"the {x.kind}"), (ours / theirs, f"the lengths of robot '{robot.name}'")):
            if _THOUSAND[0] < ratio < _THOUSAND[1]:
                raise WrongValue(
                    f"{which} are {ratio:.0f} times as far apart as they should be: they look like millimetres. "
                    "Lengths are in metres; divide by 1000"
                )


def _spread(p: Array) -> float:
    return float(np.sqrt(np.mean(np.sum((p - p.mean(axis=0)) ** 2, axis=1))))


_POINT, _QUATERNION = ("x", "y", "z"), ("qw", "qx", "qy", "qz")


def read_table(path: str | PathLike[str], robot: Robot) -> dict[str, NDArray[np.float64]]:
    """{"q": (N, nq), "points": (N, 3)}, or "poses" (N, 4, 4) where the table has quaternions, for `calibrate`."""
    table, title = read_columns(path)
    where, lower = f"'{shown(title)}'", {name.strip().lower(): name for name in table.columns}
    missing = [x for x in _POINT if x not in lower]
    if missing:
        has = ", ".join(shown(x, 30) for x in list(table.columns)[:20])
        raise BadFile(f"{where} has no column '{missing[0]}'; a point is x, y, z in m. It has {has}")
    points = np.column_stack([table.columns[lower[x]] for x in _POINT])
    turned = all(x in lower for x in _QUATERNION)
    own = {lower[x] for x in (*_POINT, *(_QUATERNION if turned else ()))}
    rest = Table({name: x for name, x in table.columns.items() if name not in own})
    chosen = assign(rest, robot, None, where).get("q")
    if not chosen:
        raise BadFile(f"{where} has no joint values that are known by name: q1 … q{robot.nq}, or the joints' names")
    q = np.column_stack([table.columns[x] for x in chosen])
    if not turned:
        return {"q": q, "points": points}
    w, x, y, z = (table.columns[lower[name]] for name in _QUATERNION)
    size = w * w + x * x + y * y + z * z
    if not np.all(np.abs(size - 1) < 0.01):
        raise WrongValue(f"quaternions of {where} are not of length 1; their columns are qw, qx, qy, qz")
    poses = np.tile(np.eye(4), (len(q), 1, 1))
    poses[:, 0, :3] = (
        np.stack([size - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], -1) / size[:, None]
    )
    poses[:, 1, :3] = (
        np.stack([2 * (x * y + w * z), size - 2 * (x * x + z * z), 2 * (y * z - w * x)], -1) / size[:, None]
    )
    poses[:, 2, :3] = (
        np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), size - 2 * (x * x + y * y)], -1) / size[:, None]
    )
    poses[:, :3, 3] = points
    return {"q": q, "poses": poses}
