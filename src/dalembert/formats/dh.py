"""DH tables in files.

TOML: keys `name`, `convention`, `gravity`, `base`, `tool` and one `[[row]]` per
joint with the keys of `robot.dh`; a pose is a 4×4 matrix or
`{ xyz = [0, 0, 0.1], rpy = ["pi/2", 0, 0] }`.

CSV: a header line of the same keys, one line per joint. A cell holds one value or
several with spaces between (`com`, `inertia`, `limits`); `drive.rotor_inertia` and the
like name one entry of a drive. Lines `# convention = "modified"`, and the same for name
and gravity, may stand above the header.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dalembert.errors import BadFile, DalembertError, UnknownName, WrongSize, WrongValue, did_you_mean
from dalembert.robot.dh import from_dh, located
from dalembert.robot.model import Robot
from dalembert.robot.number import value
from dalembert.spatial.pose import Pose, rotation_rpy

_SETTINGS = ("name", "convention", "gravity", "base", "tool")
_VECTORS = ("com", "inertia", "ms", "inertia_origin", "limits")
_SETTING_LINE = re.compile(r"#\s*((?:name|convention|gravity)\s*=.*)")
_LARGEST = 1_000_000  # bytes


def from_table(
    path: str | Path, *, convention: str | None = None, name: str | None = None, gravity: Sequence[Any] | None = None
) -> Robot:
    """A robot from a DH table in a `.toml` or `.csv` file; arguments override what the file says."""
    path = Path(path)
    readers = {".toml": _read_toml, ".csv": _read_csv}
    if path.suffix.lower() not in readers:
        raise BadFile(f"'{path}' is not a DH table: its name must end in .toml or .csv")
    settings, rows = readers[path.suffix.lower()](_text(path), path)
    settings = {"name": path.stem} | settings
    settings |= {
        key: x for key, x in (("convention", convention), ("name", name), ("gravity", gravity)) if x is not None
    }
    for key in ("base", "tool"):
        if isinstance(settings.get(key), dict):
            settings[key] = _pose(settings[key], key)
    if not isinstance(settings["name"], str):
        raise WrongValue(f"'name' in '{path}' must be a text, got {settings['name']!r}")
    with located(f"'{path}'"):
        return from_dh(rows, **settings, source=str(path))


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise BadFile(f"'{path}' has {path.stat().st_size} bytes; a DH table has at most {_LARGEST}")
        text = path.read_text(encoding="utf-8-sig")
    except DalembertError:
        raise
    except OSError as error:
        raise BadFile(f"cannot read '{path}': {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadFile(f"'{path}' is not a text file in UTF-8") from None
    if not text.strip():
        raise BadFile(f"'{path}' is empty")
    return text


def _read_toml(text: str, path: Path) -> tuple[dict[str, Any], list[Any]]:
    content = _toml(text, path)
    rows = content.pop("row", None)
    for key in content:
        if key not in _SETTINGS:
            raise UnknownName(f"'{path}' has the unknown key '{key}'{did_you_mean(key, (*_SETTINGS, 'row'))}")
    if not isinstance(rows, list):
        raise BadFile(f"'{path}' has no [[row]]; a DH table has one for each joint")
    return content, rows


def _toml(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadFile(f"'{path}' is not valid TOML: {str(error) or 'nested too deep'}") from None


def _read_csv(text: str, path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    lines = text.splitlines()
    settings = [match[1] for line in lines if (match := _SETTING_LINE.fullmatch(line.strip()))]
    body = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    try:
        table = list(csv.reader(body, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise BadFile(f"'{path}' is not valid CSV: {error}") from None
    header = [key.strip() for key in table[0]] if table else []
    if not header or len(set(header)) < len(header):
        raise BadFile(f"'{path}' needs a header line of different keys, such as joint,a,alpha,d,theta")
    rows = []
    for i, cells in enumerate(table[1:], 1):
        if len(cells) != len(header):
            raise WrongSize(f"row {i} of '{path}' has {len(cells)} cells, the header has {len(header)}")
        rows.append(_row(dict(zip(header, cells, strict=True))))
    return _toml("\n".join(settings), path), rows


def _row(cells: dict[str, str]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for key, cell in cells.items():
        if not cell.strip():
            continue
        outer, _, inner = key.partition(".")
        if inner:
            row.setdefault(outer, {})[inner] = cell.strip()
        else:
            row[key] = cell.split() if key in _VECTORS else cell.strip()
    return row


def _pose(given: dict[str, Any], what: str) -> Pose:
    for key in given:
        if key not in ("xyz", "rpy"):
            raise UnknownName(f"'{what}' has the unknown key '{key}'{did_you_mean(key, ('xyz', 'rpy'))}")
    xyz, rpy = (_triple(given.get(key, (0, 0, 0)), f"{what}.{key}") for key in ("xyz", "rpy"))
    return Pose(rotation_rpy(*rpy), xyz)


def _triple(given: Any, what: str) -> tuple[Any, ...]:
    if not isinstance(given, (list, tuple)) or len(given) != 3:
        raise WrongSize(f"'{what}' must be a list of 3 values, got {given!r}")
    return tuple(value(x, what) for x in given)
