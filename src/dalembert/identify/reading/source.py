"""One door for every format: by the suffix of a path, or by the type of what is given."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dalembert.errors import BadFile, shown
from dalembert.identify.reading import bag, delimited, frame, hdf5, mat, npz, parquet
from dalembert.identify.reading.table import Table

LARGEST_FILE = 4 << 30  # bytes

_READERS: dict[str, Callable[[Path, str], Table]] = {
    ".csv": delimited.read,
    ".txt": delimited.read,
    ".tsv": delimited.read,
    ".dat": delimited.read,
    ".log": delimited.read,
    ".npz": npz.read,
    ".npy": npz.read,
    ".mat": mat.read,
    ".h5": hdf5.read,
    ".hdf5": hdf5.read,
    ".hdf": hdf5.read,
    ".parquet": parquet.read,
    ".pq": parquet.read,
}
_BAGS = (".db3", ".mcap")


def table(source: Any, topic: str | None = None) -> tuple[Table, str]:
    """The columns of a log, and what to call it."""
    if not isinstance(source, (str, os.PathLike)):
        return frame.read(source, "the data given"), "data"
    path = Path(os.fspath(source))
    where = f"'{shown(path, 200)}'"
    try:
        if not path.exists():
            raise BadFile(f"there is no file {where}")
        if path.is_dir() and not (path / "metadata.yaml").exists():
            raise BadFile(f"{where} is a folder; a ROS 2 bag is one with a file metadata.yaml, other logs are files")
        size = sum(x.stat().st_size for x in path.iterdir()) if path.is_dir() else path.stat().st_size
        if not path.is_dir() and not path.is_file():
            raise BadFile(f"{where} is not a regular file")
        if size > LARGEST_FILE:
            raise BadFile(f"{where} has {size >> 20} MB; at most {LARGEST_FILE >> 20} are read")
        if size == 0:
            raise BadFile(f"{where} is empty")
        suffix = path.suffix.lower()
        if path.is_dir() or suffix in _BAGS:
            return bag.read(path, where, topic), path.name
        reader = _READERS.get(suffix)
        if reader is None:
            known = ", ".join([*_READERS, *_BAGS])
            raise BadFile(
                f"{where} has the suffix '{shown(suffix)}'; logs are read from {known}, or a folder with a ROS 2 bag"
            )
        return reader(path, where), path.name
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot read {where}: {getattr(error, 'strerror', None) or shown(error)}") from None
