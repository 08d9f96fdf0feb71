"""Atomic writing of files: data is written to a temporary file in the same directory, which is then renamed.

Renaming a file within a directory is atomic, so a reader sees either the old file or the complete new file. `target`
checks that a path is writable before the contents of the file are computed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from stat import S_ISDIR, S_ISREG

from dalembert import finding
from dalembert.argument import FilePath, path_text
from dalembert.errors import DalembertError, shown
from dalembert.finding.finding import Argument, External, FileName, Given, Noun, Pass


@contextmanager
def written(path: FilePath) -> Iterator[Path]:
    """Yield a temporary path.

    When the block ends, the temporary file replaces `path`. After an error, the temporary file is removed.

    The temporary file has the same suffix as `path`, because some writers infer the format from the suffix. If `path`
    is a symbolic link, the target of the link is replaced.
    """
    place = Path(os.path.realpath(target(path, overwrite=True)))
    beside = _beside(place)
    try:
        with _reported(path):
            beside.touch(0o666, exist_ok=False)
            if place.exists():
                beside.chmod(place.stat().st_mode & 0o777)
            yield beside
            with beside.open("rb+") as file:
                os.fsync(file.fileno())
            beside.replace(place)
    finally:
        with suppress(OSError):
            beside.unlink()


def save(path: FilePath, data: str | bytes, *, overwrite: bool = False) -> Path:
    """Write a complete file atomically. An existing file is replaced only if `overwrite` is true."""
    chosen = target(path, overwrite=overwrite)
    with written(chosen) as beside:
        beside.write_bytes(data.encode() if isinstance(data, str) else data)
    return chosen


def target(path: FilePath, *, overwrite: bool = False) -> Path:
    """Check that a path is writable. An existing file is accepted only if `overwrite` is true."""
    name = FileName(shown(path_text(path), 200))
    with _reported(path):
        place = Path(os.path.realpath(path))  # after resolution, "missing/../x" is x, which may exist
        mode = _mode(place)
        if mode is not None and not S_ISREG(mode):
            raise finding.Unwritable(name, Noun("folder" if S_ISDIR(mode) else "not regular")).error()
        if mode is not None and not overwrite:
            raise finding.FileExists(name, Pass(Argument("overwrite"), Given("True"))).error()
        trial = _beside(place)
        os.close(os.open(trial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        trial.unlink()
    return Path(path)


def _mode(place: Path) -> int | None:
    """Return the mode of a file, or None if the file does not exist. Raise an error if the name is invalid."""
    try:
        return place.stat().st_mode
    except FileNotFoundError:
        return None


def folder(path: FilePath) -> Path:
    """Create a directory if it does not exist."""
    with _reported(path):
        Path(path).mkdir(parents=True, exist_ok=True)
    return Path(path)


def _beside(place: Path) -> Path:
    """Return the path of a new temporary file in the same directory."""
    return place.with_name(f".{place.stem[:40]}-{token_hex(6)}{place.suffix[:40]}")


@contextmanager
def _reported(path: FilePath) -> Iterator[None]:
    """Re-raise operating-system errors as errors of this library."""
    try:
        yield
    except DalembertError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise finding.Unwritable(FileName(shown(path, 200)), External(reason.lower())).error() from None
