"""NumPy's files: .npz archives and .npy arrays, without pickles."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.errors import BadFile
from dalembert.identify.reading.table import MOST_NUMBERS, Table, table_of


def read(path: Path, where: str) -> Table:
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                size = sum(x.file_size for x in archive.infolist())
            if size > 8 * MOST_NUMBERS:
                raise BadFile(f"{where} unpacks to {size} bytes; at most {8 * MOST_NUMBERS} are read")
        loaded: Any = np.load(path, allow_pickle=False, mmap_mode=None)
        arrays = {"column": loaded} if isinstance(loaded, np.ndarray) else {x: loaded[x] for x in loaded.files}
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
        reason = "it holds Python objects, which are not read" if "allow_pickle" in str(error) else "it is damaged"
        raise BadFile(f"{where} cannot be read as NumPy's file: {reason}; save plain arrays with numpy.savez") from None
    return table_of(arrays, where)
