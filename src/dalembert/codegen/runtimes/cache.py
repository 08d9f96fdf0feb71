"""Cache of compiled code on disk, with one file per kernel, so that later processes need not compile it.

Cache entries are loaded as machine code, so an entry is trusted only if no other user can have written it. The file,
its directory, and every directory and link on its path must belong to the current user or to root. Other users must not
be able to write to these files and directories. (In a folder with the sticky bit, such as /tmp, users cannot rename
each other's files.) A checksum of the key and the content detects damaged entries, which count as missing. Each file is
written under a temporary name and then renamed, so concurrent processes never see part of an entry. If the directory is
not writable, compiled code is not cached.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

LARGEST = 256 << 20  # approximate size limit in bytes; the least recently used entries are removed first
_PARTS = 64
_MAGIC = b"dalembert kernel 1\n"
_SUFFIX = ".kernel"


def folder() -> Path | None:
    """Return the directory of cached kernels: the value of `DALEMBERT_CACHE`, or the user's cache directory. Return
    None if the variable is set but empty.

    A leading `~` is replaced by the home directory. Relative paths are ignored, because they depend on the current
    working directory.
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
    """Return the path in an environment variable with `~` expanded, or None if the path is missing or relative."""
    path = Path(os.path.expanduser(text)) if text else None
    return path if path is not None and path.is_absolute() else None


def read(kind: str, key: str) -> bytes | None:
    """Read the cached content of a kind (the target) with a given key. Return None if the cache has no valid entry."""
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
    """Store content in the cache. Failures are ignored."""
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
        # scanning thousands of entries takes longer than compiling one, so all processes together scan once per part
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
    """Return whether only the current user can create files in this directory. The directory and every directory on its
    path are checked."""
    if not hasattr(os, "geteuid"):
        return True  # no owners and modes: the folder is inside the user's profile
    try:
        return _ours(place.stat()) and all(_kept(os.lstat(step)) for step in _way(place))
    except OSError:
        return False


def _way(place: Path) -> Iterator[Path]:
    """Yield every directory and symbolic link on a path, except the last directory, if the path can be opened."""
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
            here = Path(os.path.normpath(step))  # `..` is resolved in the real folder
            yield here


def _kept(status: os.stat_result) -> bool:
    """Return whether other users cannot replace this file or directory."""
    sticky = stat.S_ISDIR(status.st_mode) and bool(status.st_mode & stat.S_ISVTX)
    if stat.S_ISLNK(status.st_mode) or sticky:
        return status.st_uid in (0, os.geteuid())
    return _ours(status) or (_ours(status, stat.S_IWOTH) and _own_group(status.st_gid))


def _ours(status: os.stat_result, writers: int = stat.S_IWGRP | stat.S_IWOTH) -> bool:
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid in (0, os.geteuid()) and not status.st_mode & writers


def _own_group(gid: int) -> bool:
    """Return whether a group is the private group of the current user. Many systems give this group write access to the
    user's directories."""
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(gid)
    except KeyError:
        return False
    return user.pw_gid == gid and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}


def _prune(place: Path) -> None:
    """Delete the least recently used entries that exceed the size limit, and partial files left by terminated
    processes."""
    entries = []
    with os.scandir(place) as files:
        for file in files:
            if file.name.endswith((_SUFFIX, ".part")):
                with contextlib.suppress(OSError):  # another process may have removed the file
                    status = file.stat()
                    entries.append((status.st_mtime, status.st_size, file.path))
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= LARGEST:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)
        total -= size
