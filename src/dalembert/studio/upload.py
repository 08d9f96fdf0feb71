"""Uploaded logs, and uploaded robot files and their meshes.

    PUT /TOKEN/upload/FOLDER/name/of/file        upload of one file; the page chooses FOLDER

A directory name consists of 8 to 40 letters, digits, hyphens or underscores. Each upload has a separate directory, and
no file outside the directory is read. Zip archives are unpacked in place. File names must be relative paths without
`..`, root, drive or link.
"""

from __future__ import annotations

import re
import shutil
import stat
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from dalembert import finding
from dalembert.argument import at_most
from dalembert.errors import shown
from dalembert.finding.finding import Argument, External, FileName, Measure, Noun, Unit, given

LARGEST = 64_000_000  # largest number of bytes in a folder
MOST = 3000  # largest number of files in a folder
DEEPEST = 12
MOST_FOLDERS = 40  # largest number of folders per server; the oldest folders are deleted first
_FOLDER = re.compile(r"[A-Za-z0-9_-]{8,40}")
_PART = re.compile(r'[^\x00-\x1f\x7f/\\:*?"<>|]{1,120}')


class Uploads:
    """Directories for the files uploaded to a server."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, name: str) -> Path:
        if not _FOLDER.fullmatch(name):
            raise finding.WrongType(Argument("folder"), Noun("a folder name"), given(name)).error()
        return self.root / name

    async def put(self, folder: str, name: str, chunks: AsyncIterator[bytes]) -> int:
        """Store an uploaded file, and return the file size."""
        place, path = self.folder(folder), parts(name)
        self._room(place)
        target = place.joinpath(*path)
        used = sum(x.stat().st_size for x in place.rglob("*") if x.is_file()) if place.exists() else 0
        size = 0
        with _created(target, name, "twice") as file:
            try:
                async for chunk in chunks:
                    size += len(chunk)
                    room(used + size)
                    file.write(chunk)
            except BaseException:
                target.unlink(missing_ok=True)
                raise
        return size

    def _room(self, place: Path) -> None:
        """Limit the number of files and directories by removing the oldest directories."""
        if place.exists():
            at_most(1 + sum(1 for _ in place.rglob("*")), MOST, "files")
        else:
            known = sorted((x for x in self.root.iterdir() if x.is_dir()), key=lambda x: x.stat().st_mtime)
            for old in known[: max(0, len(known) - MOST_FOLDERS + 1)]:
                shutil.rmtree(old, ignore_errors=True)


def parts(name: str) -> tuple[str, ...]:
    """Split a relative path into parts, and reject `..` and invalid characters."""
    found = tuple(x for x in name.split("/") if x not in ("", "."))
    odd = any(x == ".." or not _PART.fullmatch(x) or x != x.strip() for x in found)
    _readable(found and len(found) <= DEEPEST and not odd, name, "outside")
    return found


def _readable(good: object, name: str, why: str) -> None:
    if not good:
        raise finding.Unreadable(FileName(name), Noun(why)).error()


def _created(path: Path, name: str, why: str) -> BinaryIO:
    """Create a file and its directory, and open the file for writing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return path.open("xb")
    except (FileExistsError, NotADirectoryError):
        raise finding.Unreadable(FileName(name), Noun(why)).error() from None


def unpacked(folder: Path) -> None:
    """Unpack all zip archives in a directory, in place.

    Size limits apply to the bytes actually written, not to the sizes stated in the archive.
    """
    for archive in [x for x in folder.rglob("*") if x.suffix.lower() == ".zip" and x.is_file()]:
        try:
            with zipfile.ZipFile(archive) as file:
                _extract(file, archive.parent)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
            raise finding.Unreadable(FileName(archive.name), External(shown(error, 120))).error() from None
        archive.unlink()


def _extract(file: zipfile.ZipFile, place: Path) -> None:
    members = file.infolist()
    at_most(len(members), MOST, "files")
    written = 0
    for member in members:
        if member.is_dir() or _is_hidden(member.filename):
            continue
        _readable(not stat.S_ISLNK(member.external_attr >> 16), member.filename, "zip link")
        target = place.joinpath(*parts(member.filename))
        with file.open(member) as source, _created(target, member.filename, "overlap") as out:
            while chunk := source.read(1 << 20):
                written += len(chunk)
                room(written)
                out.write(chunk)


def robots(folder: Path) -> list[str]:
    """List the files in a directory that can describe a robot, starting with the most likely file."""
    from dalembert.formats.load import SUFFIXES  # imported here because the server starts without the file readers

    found = [x.relative_to(folder) for x in folder.rglob("*") if x.is_file() and x.suffix.lower() in SUFFIXES]
    order = {suffix: k for k, suffix in enumerate(SUFFIXES)}
    names = [x for x in found if not _is_hidden(x.as_posix())]
    return [str(x) for x in sorted(names, key=lambda x: (len(x.parts), order[x.suffix.lower()], str(x)))]


def _is_hidden(name: str) -> bool:
    """Return whether a file or directory is hidden or was created by a file manager, such as `.DS_Store` or
    `__MACOSX`."""
    return any(x.startswith(".") or x == "__MACOSX" for x in name.split("/") if x not in (".", ".."))


def room(size: int) -> None:
    """Raise an error if uploaded files exceed the size limit."""
    if size > LARGEST:
        raise finding.UploadTooLarge(Measure(LARGEST / 1_000_000, Unit("MB"))).error()
