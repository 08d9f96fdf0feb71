"""Contents of a file before their meaning is known: named columns of numbers, all of one length.

A matrix (N, k) named q becomes the columns q[0] … q[k-1]; a single number named gtau becomes a constant.
Packages that only some formats need are imported when such a file is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile, MissingExtra, shown


def package(name: str, what: str) -> Any:
    """The package, or one message that says how to get it and what can be read without."""
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtra(
            f"{what} need the package {name.partition('.')[0]}: pip install 'dalembert[data]'; "
            "without it CSV, NPZ, MATLAB's files up to v7, dicts and data frames are read"
        ) from None


Array = NDArray[np.float64]

MOST_NUMBERS = 150_000_000  # 1.2 GB: ten minutes of 40 channels at 5 kHz
MOST_COLUMNS = 10_000


@dataclass(frozen=True)
class Table:
    """Columns by name, units where the file says them, constants, and what was noticed while reading."""

    columns: Mapping[str, Array]
    units: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()))) if self.columns else 0


def table_of(arrays: Mapping[str, Any], where: str, units: Mapping[str, str] | None = None) -> Table:
    """Arrays by name, of any shape, as columns; what has another length than most is left out and said."""
    found, constants, notes = {}, {}, []
    for name, given in arrays.items():
        value = numbers(given)
        if value is None:
            notes.append(f"'{shown(name)}' holds no numbers: left out")
        elif value.size == 1:
            constants[str(name)] = float(value.reshape(-1)[0])
        else:
            found[str(name)] = value.squeeze()
    if not found:
        raise BadFile(f"{where} has no columns of numbers{_but(constants)}")
    rows = _length(found)
    if rows < 2:
        raise BadFile(f"{where} has {rows} sample; a log needs many")
    columns: dict[str, Array] = {}
    for name, value in found.items():
        if rows not in value.shape or value.ndim > 2:
            notes.append(f"'{shown(name)}' has shape {value.shape}, not {rows} samples: left out")
            continue
        value = value.reshape(rows, -1) if value.shape[0] == rows else value.T
        if value.shape[1] == 1:
            columns[name] = value[:, 0]
        else:
            columns |= {f"{name}[{k}]": value[:, k] for k in range(value.shape[1])}
    if len(columns) > MOST_COLUMNS:
        raise BadFile(f"{where} has {len(columns)} columns; at most {MOST_COLUMNS} are read")
    return Table(columns, dict(units or {}), constants, tuple(notes))


def numbers(given: Any) -> Array | None:
    """An array of floats; times as seconds; None for what is not numeric."""
    value = np.asarray(given)
    if value.dtype.kind == "M":
        return np.asarray(value.astype("datetime64[ns]").astype(np.int64) * 1e-9, float)
    if value.dtype.kind == "m":
        return np.asarray(value.astype("timedelta64[ns]").astype(np.int64) * 1e-9, float)
    if value.dtype.kind not in "biuf" or value.size == 0:
        return None
    if value.size > MOST_NUMBERS:
        raise BadFile(f"an array of {value.size} numbers is too large; at most {MOST_NUMBERS} are read")
    return np.asarray(value, float)


def _length(found: Mapping[str, Array]) -> int:
    """The number of samples: the longest side that most columns have."""
    votes: dict[int, int] = {}
    for value in found.values():
        longest = max(value.shape)
        votes[longest] = votes.get(longest, 0) + 1
    return max(votes, key=lambda n: (votes[n], n))


def _but(constants: Mapping[str, float]) -> str:
    return f", only {len(constants)} single numbers" if constants else ""
