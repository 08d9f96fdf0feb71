"""Measurements of a calibration from a table: joint values, then the point x y z, and a quaternion qw qx qy qz of a pose.

Joint columns are named as those of a log. T = [R(qw, qx, qy, qz), (x, y, z)].
"""

from __future__ import annotations

from os import PathLike

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile, WrongValue, shown
from dalembert.identify.reading import source
from dalembert.identify.reading.assignment import assign
from dalembert.identify.reading.table import Table
from dalembert.robot.model import Robot

_POINT, _QUATERNION = ("x", "y", "z"), ("qw", "qx", "qy", "qz")


def read_table(path: str | PathLike[str], robot: Robot) -> dict[str, NDArray[np.float64]]:
    """{"q": (N, nq), "points": (N, 3)}, or "poses" (N, 4, 4) where the table has quaternions, for `calibrate`."""
    table, title = source.table(path)
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
