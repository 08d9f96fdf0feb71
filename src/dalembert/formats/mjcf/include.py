"""`<include file="…"/>` of MJCF: the children of another file's root stand in its place.

A file is looked for beside the main file first, then beside the one that
includes it. Only the main file's folder and those below, or folders the caller
names, are read; a file is included once, as MuJoCo has it.
"""

from __future__ import annotations

from os.path import isfile
from pathlib import Path

from dalembert.errors import BadFile, shown
from dalembert.formats.file import content, within
from dalembert.formats.finding import Log
from dalembert.formats.xml import MOST_ELEMENTS, Element, parse, required

MOST_FILES = 200


def include(root: Element, main: Path, log: Log, folders: tuple[Path, ...] = ()) -> None:
    """Put every included file in its place; each element keeps the file and line it came from."""
    allowed = (main.absolute().parent, *folders)
    read = {main.resolve()}
    total = sum(1 for _ in root.walk())
    stack: list[tuple[Element, Path]] = [(root, main)]
    while stack:
        element, file = stack.pop()
        pending = [(child, file) for child in reversed(element.children)]
        element.children = []
        while pending:
            child, where = pending.pop()
            if child.tag != "include":
                element.children.append(child)
                stack.append((child, where))
                continue
            path = _path(child, main, where, allowed, read, log)
            document = parse(content(path, log), shown(path, 200), log)
            total += sum(1 for _ in document.walk())
            if total > MOST_ELEMENTS or len(read) > MOST_FILES:
                log.stop(BadFile, "too many included files or elements for a robot", child.place)
            pending.extend((inner, path) for inner in reversed(document.children))


def _path(element: Element, main: Path, file: Path, allowed: tuple[Path, ...], read: set[Path], log: Log) -> Path:
    """The file an include means."""
    name = required(element, "file", log)
    if not name:
        log.stop(BadFile, "<include> names no file", element.place)
    candidates = [main.absolute().parent / name, file.absolute().parent / name]
    path = next((x for x in candidates if isfile(x)), candidates[0])
    if not within(path, allowed):
        what = f"<include file='{shown(name)}'> leads out of the folder of the model"
        log.stop(BadFile, what, element.place, fix="name the folder with packages={'…': folder}")
    if path.resolve() in read:
        log.stop(BadFile, f"<include file='{shown(name)}'> comes a second time", element.place)
    read.add(path.resolve())
    return path
