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

from dalembert.errors import shown
from dalembert.finding.argument import TooMany
from dalembert.finding.finding import Column, FileName, Identifier, Install, Noun
from dalembert.finding.log import ColumnsDropped, FormatNeedsPackage, LogNote, UnusableFile


def package(name: str, what: str) -> Any:
    """Import an optional package that files of sort `what` need."""
    try:
        return import_module(name)
    except ImportError:
        install = Install(Identifier("dalembert[data]"))
        raise FormatNeedsPackage(Noun(what), Identifier(name.partition(".")[0]), install).error() from None


Array = NDArray[np.float64]

MOST_NUMBERS = 150_000_000  # 1.2 GB: ten minutes of 40 channels at 5 kHz
MOST_COLUMNS = 10_000
TIME_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60.0}


@dataclass(frozen=True)
class ColumnTable:
    """Columns by name, their units if the file states them, constants, and notes of the reader."""

    columns: Mapping[str, Array]
    units: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[LogNote, ...] = ()

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()))) if self.columns else 0


def table_of(arrays: Mapping[str, Any], file: FileName, units: Mapping[str, str] | None = None) -> ColumnTable:
    """Return arrays of any shape as columns; arrays with another number of samples than most are dropped."""
    found: dict[str, Array] = {}
    constants: dict[str, float] = {}
    dropped: dict[str, list[Column]] = {}
    for name, given in arrays.items():
        value = numbers(given)
        if value is None:
            dropped.setdefault("without numbers", []).append(column(str(name)))
        elif value.size == 1:
            constants[str(name)] = float(value.reshape(-1)[0])
        else:
            found[str(name)] = value.squeeze()
    if not found:
        raise UnusableFile(file, Noun("no numeric columns")).error()
    rows = _length(found)
    if rows < 2:
        raise UnusableFile(file, Noun("one sample")).error()
    columns: dict[str, Array] = {}
    for name, value in found.items():
        if rows not in value.shape or value.ndim > 2:
            dropped.setdefault("other length", []).append(column(name))
            continue
        value = value.reshape(rows, -1) if value.shape[0] == rows else value.T
        if value.shape[1] == 1:
            columns[name] = value[:, 0]
        else:
            columns |= {f"{name}[{k}]": value[:, k] for k in range(value.shape[1])}
    limited(len(columns), "columns", MOST_COLUMNS)
    notes = tuple(ColumnsDropped(tuple(x), Noun(reason)) for reason, x in dropped.items())
    return ColumnTable(columns, dict(units or {}), constants, notes)


def column(name: str) -> Column:
    """Return the name of a column, made fit for a message."""
    return Column(shown(name))


def limited(count: int, noun: str, most: int = MOST_NUMBERS) -> None:
    """Reject files that would not fit into memory."""
    if count > most:
        raise TooMany(Noun(noun), count, most).error()


def numbers(given: Any) -> Array | None:
    """Return an array of floats, times in seconds; None if the array is not numeric."""
    value = np.asarray(given)
    if value.dtype.kind == "M":
        return np.asarray(value.astype("datetime64[ns]").astype(np.int64) * TIME_UNITS["ns"], float)
    if value.dtype.kind == "m":
        return np.asarray(value.astype("timedelta64[ns]").astype(np.int64) * TIME_UNITS["ns"], float)
    if value.dtype.kind not in "biuf" or value.size == 0:
        return None
    limited(value.size, "numbers")
    return np.asarray(value, float)


def _length(found: Mapping[str, Array]) -> int:
    """Return the number of samples: the longest side that most arrays have."""
    votes: dict[int, int] = {}
    for value in found.values():
        longest = max(value.shape)
        votes[longest] = votes.get(longest, 0) + 1
    return max(votes, key=lambda n: (votes[n], n))
