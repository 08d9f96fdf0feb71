"""HDF5 files: every dataset of numbers by its path; links to other files are not followed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dalembert.errors import BadFile
from dalembert.identify.reading.extra import package
from dalembert.identify.reading.table import MOST_NUMBERS, Table, table_of

_MOST_OBJECTS = 20_000
_DEEPEST = 12


def read(path: Path, where: str) -> Table:
    h5py = package("h5py", "HDF5 files and MATLAB's v7.3")
    arrays: dict[str, Any] = {}
    units: dict[str, str] = {}
    try:
        with h5py.File(path, "r") as file:
            _walk(h5py, file, "", arrays, units, where, 0)
    except BadFile:
        raise
    except Exception as error:  # h5py raises many kinds for damaged files
        raise BadFile(
            f"{where} cannot be read as HDF5: {type(error).__name__}, it is damaged or of another kind"
        ) from None
    return table_of(arrays, where, units)


def _walk(
    h5py: Any, group: Any, above: str, arrays: dict[str, Any], units: dict[str, str], where: str, depth: int
) -> None:
    for name in group:
        if str(name).startswith("#") or len(arrays) > _MOST_OBJECTS or depth > _DEEPEST:
            continue  # MATLAB's own tables begin with #
        if not isinstance(group.get(name, getlink=True), h5py.HardLink):
            continue  # another file, or a link that may turn in circles
        item, path = group[name], f"{above}{name}"
        if isinstance(item, h5py.Group):
            _walk(h5py, item, path + ".", arrays, units, where, depth + 1)
        elif item.dtype.kind in "biuf" and item.shape is not None and not item.is_virtual and not item.external:
            if item.size > MOST_NUMBERS:
                raise BadFile(f"'{path}' of {where} holds {item.size} numbers; at most {MOST_NUMBERS} are read")
            arrays[path] = item[()]
            unit = item.attrs.get("units", item.attrs.get("unit"))
            if isinstance(unit, (str, bytes)):
                units[path] = unit.decode(errors="replace") if isinstance(unit, bytes) else unit
