"""Denavit-Hartenberg tables in TOML and CSV files.

A TOML file has the keys `name`, `convention`, `gravity`, `base` and `tool`, and one `[[row]]` per joint with the keys
of `robot.dh`. A pose is a 4×4 matrix or `{ xyz = [0, 0, 0.1], rpy = ["pi/2", 0, 0] }`.

A CSV file has a header line with the keys of a row, followed by one line per joint. A cell holds one value or several
values separated by spaces (`com`, `inertia`, `limits`). A key such as `drive.rotor_inertia` sets one field of a drive.
Lines such as `# convention = "modified"` can precede the header to set the convention, the name or gravity.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from dalembert import finding
from dalembert.argument import checked_vector, choice, instance, known
from dalembert.errors import DalembertError
from dalembert.finding.finding import External, FileName, Finding, Noun
from dalembert.formats.robot_file import FindingLog, content, located
from dalembert.robot.dh import Table, from_dh
from dalembert.robot.model import Robot
from dalembert.spatial.pose import Pose, rotation_rpy

_SETTINGS = ("name", "convention", "gravity", "base", "tool")
_VECTORS = ("com", "inertia", "ms", "inertia_origin", "limits")
_SETTING_LINE = re.compile(r"#\s*((?:name|convention|gravity)\s*=.*)")
_LARGEST = 1_000_000  # size limit of a file in bytes


def from_table(
    path: str | Path, *, convention: str | None = None, name: str | None = None, gravity: Sequence[Any] | None = None
) -> Robot:
    """Read a robot from a DH table in a `.toml` or `.csv` file.

    Parameters
    ----------
    path : path_like
    convention : {"standard", "modified"}, optional
        Convention of the table, which overrides the convention in the file.
    name : str, optional
        Name of the robot, which overrides the name in the file.
    gravity : array_like, shape (3,), optional
        Gravitational acceleration in the world frame, in m/s². Overrides the gravity in the file.

    Returns
    -------
    Robot

    Examples
    --------
    >>> from pathlib import Path
    >>> import dalembert as da
    >>> lines = ["joint,a,alpha,d,theta,mass", "R,1.0,0,0,0,2.0", "R,0.5,0,0,0,1.0"]
    >>> path = Path("arm.csv")
    >>> _ = path.write_text("\\n".join(lines))
    >>> da.model.from_table(path, convention="standard").coordinates
    ('joint1', 'joint2')
    """
    path = Path(path)
    readers = {".toml": _read_toml, ".csv": _read_csv}
    choice(path.suffix.lower(), "suffix of the path", readers)
    try:
        settings, rows = readers[path.suffix.lower()](_text(path), path)
        settings = {"name": path.stem} | settings
        override = {"convention": convention, "name": name, "gravity": gravity}
        settings |= {key: x for key, x in override.items() if x is not None}
        for key in ("base", "tool"):
            if isinstance(settings.get(key), dict):
                settings[key] = _pose(settings[key], key)
        instance(settings["name"], "name", str, "a text")
        return from_dh(rows, **settings, source=str(path))
    except DalembertError as error:
        raise type(error)(_in_file(error, path)) from None


def _in_file(error: DalembertError, path: Path) -> Finding:
    """Return an error message that includes the file name."""
    cause = error.finding
    if isinstance(cause, finding.BadRow):
        return replace(cause, file=FileName(str(path)))
    if isinstance(cause, (finding.BadTable, finding.RowWidth, finding.Unreadable, finding.ModelFinding)):
        return cause
    return finding.Rejected(error.finding, at=located(str(path)))


def _text(path: Path) -> str:
    try:
        return content(path, FindingLog(), _LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _bad(path, "not UTF-8") from None


def _bad(path: Path, reason: str, detail: str | None = None) -> DalembertError:
    return finding.BadTable(FileName(str(path)), Noun(reason), None if detail is None else External(detail)).error()


def _read_toml(text: str, path: Path) -> tuple[Table, list[Any]]:
    table = _toml(text, path)
    rows = table.pop("row", None)
    for key in table:
        known(key, (*_SETTINGS, "row"), "key")
    if not isinstance(rows, list):
        raise _bad(path, "no rows")
    return table, rows


def _toml(text: str, path: Path) -> Table:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _bad(path, "not TOML", str(error) or "nested too deep") from None


def _read_csv(text: str, path: Path) -> tuple[Table, list[Table]]:
    lines = text.splitlines()
    settings = [match[1] for line in lines if (match := _SETTING_LINE.fullmatch(line.strip()))]
    body = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    try:
        table = list(csv.reader(body, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise _bad(path, "not CSV", str(error)) from None
    header = [key.strip() for key in table[0]] if table else []
    if not header or len(set(header)) < len(header):
        raise _bad(path, "no header")
    rows = []
    for i, cells in enumerate(table[1:], 1):
        if len(cells) != len(header):
            raise finding.RowWidth(FileName(str(path)), i, len(cells), len(header)).error()
        rows.append(_row(dict(zip(header, cells, strict=True))))
    return _toml("\n".join(settings), path), rows


def _row(cells: dict[str, str]) -> Table:
    row: Table = {}
    for key, cell in cells.items():
        if not cell.strip():
            continue
        outer, _, inner = key.partition(".")
        if inner:
            row.setdefault(outer, {})[inner] = cell.strip()
        else:
            row[key] = cell.split() if key in _VECTORS else cell.strip()
    return row


def _pose(table: Table, what: str) -> Pose:
    for key in table:
        known(key, ("xyz", "rpy"), "key", argument=what)
    xyz, rpy = (checked_vector(table.get(key, (0, 0, 0)), 3, f"{what}.{key}") for key in ("xyz", "rpy"))
    return Pose(rotation_rpy(*rpy), xyz)
