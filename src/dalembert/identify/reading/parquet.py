"""Parquet files: columns of numbers, of times, and of lists of one length."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from dalembert.errors import BadFile, shown
from dalembert.identify.reading.extra import package
from dalembert.identify.reading.table import MOST_NUMBERS, Table, table_of


def read(path: Path, where: str) -> Table:
    parquet, arrow = package("pyarrow.parquet", "Parquet files"), package("pyarrow", "Parquet files")
    try:
        with parquet.ParquetFile(path) as file:
            size = file.metadata.num_rows * file.metadata.num_columns
            packed = sum(file.metadata.row_group(k).total_byte_size for k in range(file.metadata.num_row_groups))
            if size > MOST_NUMBERS or packed > 8 * MOST_NUMBERS:
                raise BadFile(f"{where} holds {size} cells; at most {MOST_NUMBERS} are read")
            table = file.read()
    except BadFile:
        raise
    except Exception as error:  # pyarrow raises many kinds for damaged files
        raise BadFile(f"{where} cannot be read as Parquet: {shown(error)}") from None
    return table_of({name: _array(arrow, table.column(name)) for name in table.column_names}, where)


def _array(arrow: Any, column: Any) -> Any:
    """A column as NumPy has it; lists of one length as a matrix."""
    kind, whole = column.type, column.combine_chunks()
    if arrow.types.is_list(kind) or arrow.types.is_large_list(kind) or arrow.types.is_fixed_size_list(kind):
        inner = whole.flatten().to_numpy(zero_copy_only=False)
        return inner.reshape(len(whole), -1) if len(whole) and len(inner) % len(whole) == 0 else np.array(["list"])
    return whole.to_numpy(zero_copy_only=False)
