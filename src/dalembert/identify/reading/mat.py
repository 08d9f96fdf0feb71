"""MATLAB's files: v4 to v7 by SciPy, v7.3 as the HDF5 file it is; fields of structures by their path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from dalembert.errors import BadFile
from dalembert.identify.reading import hdf5
from dalembert.identify.reading.table import MOST_NUMBERS, Table, table_of

_DEEPEST = 6
_HDF5 = b"\x89HDF"


def read(path: Path, where: str) -> Table:
    with path.open("rb") as file:
        head = file.read(128)
        if b"MATLAB 7.3" in head or head.startswith(_HDF5):
            return hdf5.read(path, where)
    from scipy.io import loadmat, whosmat

    try:
        size = sum(int(np.prod(shape)) for _, shape, _ in whosmat(path))
        if size > MOST_NUMBERS:
            raise BadFile(f"{where} holds {size} numbers; at most {MOST_NUMBERS} are read")
        loaded = loadmat(path, squeeze_me=True, struct_as_record=True, simplify_cells=True)
    except BadFile:
        raise
    except Exception as error:  # SciPy raises many kinds for damaged files
        raise BadFile(
            f"{where} cannot be read as a MAT file: {type(error).__name__}, it is damaged or not MATLAB's"
        ) from None
    found: dict[str, Any] = {}
    _flatten({k: v for k, v in loaded.items() if not k.startswith("__")}, "", found, 0)
    return table_of(found, where)


def _flatten(given: dict[str, Any], above: str, found: dict[str, Any], depth: int) -> None:
    """Structures as path.names of their fields."""
    for name, value in given.items():
        if isinstance(value, dict):
            if depth < _DEEPEST:
                _flatten(value, f"{above}{name}.", found, depth + 1)
        else:
            found[f"{above}{name}"] = value
