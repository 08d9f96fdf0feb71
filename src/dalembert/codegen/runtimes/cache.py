"""Compiled code kept on disk, one file a kernel, so that the next process starts at once.

An entry is loaded into the process as machine code, so it is trusted only if nobody else can have written
it: the folder, every folder and link on the way to it, and the file belong to this user (or to root) and others may
not write to them (a folder with the sticky bit, as /tmp, lets nobody rename what is not theirs). A checksum
over key and content makes a damaged entry a missing one. Files are written under another name and renamed, so
processes that meet see a whole entry or none. Where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

LARGEST = 256 << 20  # bytes kept, up to a part of them; the entries least recently used go first
_PARTS = 64
_MAGIC = b"dalembert kernel 1\n"
_SUFFIX = ".kernel"


def folder() -> Path | None:
    """Where kernels are kept: `DALEMBERT_CACHE`, or the user's cache folder; None for an empty `DALEMBERT_CACHE`.

    `~` is the home folder. A relative path means another place in every working folder: it counts as not given.
    """
    chosen = os.environ.get("DALEMBERT_CACHE")
    if chosen == "":
        return None
    if (place := _absolute(chosen)) is not None:
        return place / "kernels"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = _absolute(os.environ.get("LOCALAPPDATA")) or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = _absolute(os.environ.get("XDG_CACHE_HOME")) or home / ".cache"
    return base / "dalembert" / "kernels" if base.is_absolute() else None


def _absolute(text: str | None) -> Path | None:
    """The path a variable names, `~` expanded; None for none and for a relative one."""
    path = Path(os.path.expanduser(text)) if text else None
    return path if path is not None and path.is_absolute() else None


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
        whole = _magic(kind) + _checksum(key, content) + content
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(whole)
        temporary.replace(place / (key + _SUFFIX))
        # a look at thousands of entries takes longer than compiling one: processes together look once for a part
        if int.from_bytes(os.urandom(4)) * (LARGEST // _PARTS) < len(whole) << 32:
            _prune(place)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _magic(kind: str) -> bytes:
    return _MAGIC + kind.encode() + b"\n"


def _checksum(key: str, content: bytes) -> bytes:
    return sha256(key.encode() + b"\n" + content).digest()


def _private(place: Path) -> bool:
    """Whether only this user can have put files here: the folder itself, and every step on the way to it."""
    if not hasattr(os, "geteuid"):
        return True  # no owners and modes: the folder is inside the user's profile
    try:
        return _ours(place.stat()) and all(_kept(os.lstat(step)) for step in _way(place))
    except OSError:
        return False


def _way(place: Path) -> Iterator[Path]:
    """Every folder and link that opening the path passes through, before the last folder; it can be opened."""
    here, ahead = Path(place.anchor), list(reversed(place.parts[1:]))
    yield here
    while ahead:
        step = here / ahead.pop()
        if step.is_symlink():
            yield step
            goal = Path(os.readlink(step))
            here = Path(goal.anchor) if goal.is_absolute() else here
            ahead.extend(reversed(goal.parts[1:] if goal.is_absolute() else goal.parts))
        else:
            here = Path(os.path.normpath(step))  # `..` of a real folder
            yield here


def _kept(status: os.stat_result) -> bool:
    """Whether nobody else can exchange what lies here."""
    sticky = stat.S_ISDIR(status.st_mode) and bool(status.st_mode & stat.S_ISVTX)
    if stat.S_ISLNK(status.st_mode) or sticky:
        return status.st_uid in (0, os.geteuid())
    return _ours(status) or (_ours(status, stat.S_IWOTH) and _own_group(status.st_gid))


def _ours(status: os.stat_result, writers: int = stat.S_IWGRP | stat.S_IWOTH) -> bool:
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid in (0, os.geteuid()) and not status.st_mode & writers


def _own_group(gid: int) -> bool:
    """Whether a group is this user's private one, which many systems let write to the user's folders."""
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(gid)
    except KeyError:
        return False
    return user.pw_gid == gid and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}


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
