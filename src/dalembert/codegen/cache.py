"""Compiled code kept on disk, one file a kernel, so that the next process starts at once.

An entry is loaded into the process as machine code, so it is trusted only if nobody else can have written
it: the folder and the file belong to this user (or to root) and others may not write to them. A checksum
over key and content makes a damaged entry a missing one. Files are written under another name and renamed, so
processes that meet see a whole entry or none. Where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from hashlib import sha256
from pathlib import Path

LARGEST = 256 << 20  # bytes kept; the entries least recently used go first
_MAGIC = b"dalembert kernel 1\n"
_SUFFIX = ".kernel"


def folder() -> Path | None:
    """Where kernels are kept: `DALEMBERT_CACHE`, or the user's cache folder; None for an empty `DALEMBERT_CACHE`."""
    chosen = os.environ.get("DALEMBERT_CACHE")
    if chosen is not None:
        return Path(chosen) / "kernels" if chosen else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(home / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(home / ".cache")
    return Path(base) / "dalembert" / "kernels"


def read(kind: str, key: str) -> bytes | None:
    """The content of a kind (the target it is for) kept under a key, or None."""
    place = folder()
    if place is None or not _private(place):
        return None
    path = place / (key + _SUFFIX)
    try:
        with path.open("rb") as file:
            if not _ours(os.fstat(file.fileno())):
                return None
            whole = file.read()
    except OSError:
        return None
    magic = _magic(kind)
    head = len(magic) + 32
    content = whole[head:]
    if whole[:head] != magic + _checksum(key, content):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return content


def write(kind: str, key: str, content: bytes) -> None:
    """Keep a content; where that is not possible, do nothing."""
    place = folder()
    if place is None:
        return
    temporary = place / f"{key}.{os.getpid()}.{os.urandom(4).hex()}.part"
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _private(place):
            return
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(_magic(kind) + _checksum(key, content) + content)
        temporary.replace(place / (key + _SUFFIX))
        _prune(place)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _magic(kind: str) -> bytes:
    return _MAGIC + kind.encode() + b"\n"


def _checksum(key: str, content: bytes) -> bytes:
    return sha256(key.encode() + b"\n" + content).digest()


def _private(place: Path) -> bool:
    """Whether only this user can have put files here."""
    try:
        return _ours(place.stat())
    except OSError:
        return False


def _ours(status: os.stat_result) -> bool:
    if not hasattr(os, "geteuid"):
        return True  # no owners and modes to ask for: the folder is inside the user's profile
    return status.st_uid in (0, os.geteuid()) and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _prune(place: Path) -> None:
    """Drop the entries used longest ago until the rest fits, and parts left by processes that died."""
    entries = []
    with os.scandir(place) as files:
        for file in files:
            if file.name.endswith((_SUFFIX, ".part")):
                with contextlib.suppress(OSError):  # another process may have removed it
                    status = file.stat()
                    entries.append((status.st_mtime, status.st_size, file.path))
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= LARGEST:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)
        total -= size
