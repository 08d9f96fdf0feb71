"""Rows of an ensemble as Parquet: one file a chunk, the same bytes wherever it was computed.

A row is a member: its index, its parameters, what the task gave (numbers, or arrays as lists of fixed length, their shape in the
file's metadata), and `error`, which is empty where all went well.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dalembert.errors import MissingExtra, WrongValue

SHAPES = b"dalembert.shapes"


def encoded(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """The rows as a file."""
    arrow = parquet()[0]
    names = list(dict.fromkeys(name for row in rows for name in row if name != "error"))
    columns, shapes = {}, {}
    for name in names:
        found = [None if name not in row else np.asarray(row[name]) for row in rows]
        there = [x for x in found if x is not None]
        if len({x.shape for x in there}) > 1:
            raise WrongValue(f"members give '{name}' in different shapes: {sorted({str(x.shape) for x in there})}")
        if len({x.dtype.kind == "U" for x in there}) > 1:
            raise WrongValue(f"some members give '{name}' as a text and some as a number")
        if there[0].dtype.kind in "fiub":
            real = np.result_type(*there)
            found = [None if x is None else x.astype(real) for x in found]
            there = [x for x in found if x is not None]
        if there[0].size == 0:
            raise WrongValue(f"a member gives '{name}' as an empty array; leave it out")
        if there[0].dtype.kind not in "fiubU":
            raise WrongValue(
                f"a member gives '{name}' as {there[0].dtype}; numbers, arrays of numbers and texts are kept"
            )
        if there[0].shape:
            kind = arrow.list_(arrow.from_numpy_dtype(there[0].dtype), int(there[0].size))
            columns[name] = arrow.array([None if x is None else x.ravel().tolist() for x in found], kind)
            shapes[name] = list(there[0].shape)
        else:
            columns[name] = arrow.array([None if x is None else x.item() for x in found])
    columns["error"] = arrow.array([row.get("error") for row in rows], arrow.string())
    table = arrow.table(columns).replace_schema_metadata({SHAPES: json.dumps(shapes, sort_keys=True)})
    sink = io.BytesIO()
    parquet()[1].write_table(table, sink, compression="zstd")
    return sink.getvalue()


def decoded(parts: Sequence[bytes]) -> tuple[Any, dict[str, tuple[int, ...]]]:
    """The table of some files, and the shapes of its arrays."""
    arrow, files = parquet()
    tables = [files.read_table(io.BytesIO(x)) for x in parts]
    shapes: dict[str, tuple[int, ...]] = {}
    for table in tables:
        for name, shape in json.loads(table.schema.metadata[SHAPES]).items():
            if shapes.setdefault(name, tuple(shape)) != tuple(shape):
                raise WrongValue(f"members give '{name}' in different shapes: {shapes[name]} and {tuple(shape)}")
    return arrow.concat_tables([t.replace_schema_metadata(None) for t in tables], promote_options="permissive"), shapes


def parquet() -> tuple[Any, Any]:
    """pyarrow, and its reader and writer of Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("ensembles keep their results as Parquet; pip install 'dalembert[data]'") from None
    return pyarrow, pyarrow.parquet
