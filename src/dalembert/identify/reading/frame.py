"""Data already in memory: a dict of arrays, a frame of pandas or Polars, an Arrow table, a structured array."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.errors import WrongValue
from dalembert.identify.reading.table import Table, table_of


def read(given: Any, where: str) -> Table:
    if isinstance(given, Mapping):
        arrays = {str(name): value for name, value in given.items()}
    elif isinstance(given, np.ndarray) and given.dtype.names:
        arrays = {name: given[name] for name in given.dtype.names}
    elif isinstance(given, np.ndarray):
        arrays = {"column": given}
    elif hasattr(given, "column_names"):  # Arrow
        arrays = {str(name): given.column(name).to_numpy() for name in given.column_names}
    elif hasattr(given, "columns") and hasattr(given, "__getitem__"):
        arrays = {str(name): given[name].to_numpy() for name in given.columns}
    else:
        raise WrongValue(
            f"a log is a path, a dict of arrays or a data frame; got {type(given).__name__}: "
            "read_log('log.csv', robot) or read_log({'t': t, 'q': q, 'tau': tau}, robot)"
        )
    try:
        return table_of(arrays, where)
    except (ValueError, TypeError) as error:
        raise WrongValue(f"{where}: a column is no plain array of numbers ({error})") from None
