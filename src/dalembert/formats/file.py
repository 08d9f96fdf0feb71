"""Files as bytes: what is missing, a folder, a device, empty or absurdly large is refused before it is read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from dalembert.errors import BadFile, shown
from dalembert.formats.finding import Log, Place

LARGEST = 20_000_000  # bytes; the largest robot file met in the field is a hundredth of it


def content(path: Path, log: Log, largest: int = LARGEST) -> bytes:
    """The bytes of a regular file of at most so many, or one clear `BadFile`."""
    place = Place(shown(path, 200), 0)
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            log.stop(BadFile, "a folder, where a file was expected", place)
        if not stat.S_ISREG(status.st_mode):
            log.stop(BadFile, "not a regular file", place)
        if status.st_size <= largest:
            with open(path, "rb") as file:
                data = file.read(largest + 1)
        if status.st_size > largest or len(data) > largest:
            log.stop(BadFile, f"the file has more than {largest // 1_000_000} MB, too many for a robot", place)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        log.stop(BadFile, f"the file cannot be read: {reason.lower()}", place)
    if not data.strip():
        log.stop(BadFile, "the file is empty", place)
    return data


def within(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a path, with links and `..` followed, lies in one of the folders or below."""
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in folders)
