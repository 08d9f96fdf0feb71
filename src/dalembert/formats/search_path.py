"""Find the files and packages to which a robot file refers, and replace its `<include>` elements.

A package is a folder with a `package.xml` or `model.config`. The search covers the robot file's folder, its parents up
to a limit, their subfolders, and the subfolders of any folder `models`. The limit is the argument `root`, or else the
parent of the outermost package that contains the file. Only files in the robot file's own folder, in a package or in
`root` are read. A folder near the file with the name of a package is also accepted as this package.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os.path import exists, isfile
from pathlib import Path

from dalembert import finding
from dalembert.finding.finding import Argument, FileName, Noun, Pass
from dalembert.formats.robot_file import MOST_ELEMENTS, Element, FindingLog, within

_MANIFESTS = ("package.xml", "model.config")
_HIGHEST, _MOST_FOLDERS = 6, 2000  # folders above the file that are searched, and their subfolders


@dataclass(frozen=True)
class SearchPath:
    """Folders in which a robot file can find other files. `packages` are the folders given by the user."""

    home: Path
    packages: Mapping[str, Path] = field(default_factory=dict)
    root: Path | None = None

    @cached_property
    def known(self) -> dict[str, Path]:
        """Packages by name."""
        found = dict(self.packages)
        for folder in self._above():
            for package in (folder, *_subfolders(folder), *_subfolders(folder / "models")):
                if _is_package(package):
                    found.setdefault(package.name, package)
        return found

    def _above(self) -> list[Path]:
        """Return the file's folder and its parents up to the limit."""
        folders = [self.home, *self.home.parents]
        if self.root is not None:
            border = Path(os.path.realpath(self.root))
            return [folder for folder in folders if folder.is_relative_to(border)]
        packages = [k for k, folder in enumerate(folders[:_HIGHEST]) if _is_package(folder)]
        return folders[: packages[-1] + 2] if packages else folders[:1]

    def allows(self, path: Path) -> bool:
        """Check whether the reader may access a file."""
        own = [self.home, *self.packages.values()]
        if self.root is not None:
            own.append(self.root)
        return within(path, own) or within(path, self.known.values())

    def find(self, name: str, beside: str = "") -> Path | None:
        """Return the file or folder to which a name or URI refers, or None if it must not be read.

        `beside` is the file that contains the reference.
        """
        scheme, _, rest = name.replace("\\", "/").rpartition("://")
        if scheme in ("package", "model"):
            package, _, rest = rest.partition("/")
            folders = [self.known[package]] if package in self.known else self._plain(package)
            paths = [folder / rest for folder in folders if within(folder / rest, [folder])]
        else:
            folders = [self.home, *self.packages.values()] if scheme in ("", "file") else []
            folders += [Path(beside).absolute().parent] if beside else []
            paths = [path for folder in folders if self.allows(path := folder / rest)]
        return next((x for x in paths if exists(x)), paths[0] if paths else None)

    def _plain(self, name: str) -> list[Path]:
        """Return folders near the file that have the name of a package but no manifest."""
        near = [self.home, *self.home.parents[:_HIGHEST]]
        found = [x / name for x in near] + [x for x in near if x.name == name]
        return [x for x in found if self.root is None or within(x, [self.root])]

    def outside(self, element: Element, name: str) -> finding.Inaccessible:
        """Return the error message for a file that is missing or must not be read."""
        reason = Noun("outside the folders that may be read")
        return finding.Inaccessible(element.part, FileName(name), reason, remedy=Pass(Argument("root")))


def _subfolders(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            names = [x.name for _, x in zip(range(_MOST_FOLDERS), entries, strict=False)]
    except OSError:
        return
    yield from (folder / name for name in sorted(names))


def _is_package(folder: Path) -> bool:
    return any(isfile(folder / name) for name in _MANIFESTS)


def include(
    root: Element,
    path: Path,
    log: FindingLog,
    read: Callable[[Element, tuple[Path, ...]], tuple[list[Element], Path]],
) -> None:
    """Replace every `<include>` with the elements that `read` returns, together with their file.

    `read` receives the `<include>` and the chain of files that contain it. Elements keep their own locations.
    """
    total = sum(1 for _ in root.walk())
    stack: list[tuple[Element, tuple[Path, ...]]] = [(root, (path.resolve(),))]
    while stack:
        element, files = stack.pop()
        pending = [(child, files) for child in reversed(element.children)]
        element.children = []
        while pending:
            child, above = pending.pop()
            if child.tag != "include":
                element.children.append(child)
                stack.append((child, above))
                continue
            parts, file = read(child, above)
            total += sum(1 for part in parts for _ in part.walk())
            log.limit(total, MOST_ELEMENTS, "elements", child.place)
            pending.extend((part, (*above, file)) for part in reversed(parts))
