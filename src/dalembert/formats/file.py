"""Files as bytes.

What is missing, a folder, a device, empty or absurdly large is refused before it is read. What is written stands
under another name until it is whole, so that a reader sees the old file or the new one, and nothing that exists is
replaced without a word.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from dalembert.errors import BadFile, WrongValue, shown
from dalembert.formats.finding import Log, Place

LARGEST = 20_000_000  # bytes; the largest robot file met in the field is a hundredth of it


def content(path: Path, log: Log) -> bytes:
    """The bytes of a regular file, or one clear `BadFile`."""
    place = Place(shown(path, 200), 0)
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            log.stop(BadFile, "a folder, where a file was expected", place)
        if not stat.S_ISREG(status.st_mode):
            log.stop(BadFile, "not a regular file", place)
        if status.st_size <= LARGEST:
            with open(path, "rb") as file:
                data = file.read(LARGEST + 1)
        if status.st_size > LARGEST or len(data) > LARGEST:
            log.stop(BadFile, f"the file has more than {LARGEST // 1_000_000} MB, too many for a robot", place)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        log.stop(BadFile, f"the file cannot be read: {reason.lower()}", place)
    if not data.strip():
        log.stop(BadFile, "the file is empty", place)
    return data


def target(path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
    """A path that can be written, tried before the work that fills it; an existing file needs `overwrite`."""
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise WrongValue(f"the path of a file is needed, got {type(path).__name__}")
    chosen, name = Path(path), shown(path, 200)
    try:
        if chosen.is_dir():
            raise BadFile(f"cannot write '{name}': it is a folder")
        if chosen.exists() and not chosen.is_file():
            raise BadFile(f"cannot write '{name}': it is not a regular file")
        if chosen.exists() and not overwrite:
            raise BadFile(f"'{name}' exists already; give another path, or say overwrite=True to replace it")
        part = _part(chosen)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        part.unlink()
    except (OSError, ValueError) as error:
        raise _unwritten(name, error) from None
    return chosen


def save(path: Path, data: bytes, *, overwrite: bool = False) -> Path:
    """Write a file whole: beside its place under another name, then renamed. Links are followed."""
    chosen = Path(os.path.realpath(target(path, overwrite=overwrite)))
    part = _part(chosen)
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if chosen.exists():
            part.chmod(stat.S_IMODE(chosen.stat().st_mode))
        part.replace(chosen)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink()
        if isinstance(error, (OSError, ValueError)):
            raise _unwritten(shown(path, 200), error) from None
        raise
    return path


def _part(path: Path) -> Path:
    """A name in the same folder that nobody else has."""
    return Path(os.path.realpath(path)).with_name(f".{path.name[:100]}.{os.getpid()}.{os.urandom(4).hex()}.part")


def _unwritten(name: str, error: Exception) -> BadFile:
    reason = getattr(error, "strerror", None) or str(error)
    return BadFile(f"cannot write '{name}': {reason.lower()}")


def within(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a path, with links and `..` followed, lies in one of the folders or below."""
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in folders)
