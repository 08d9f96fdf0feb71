"""The identified robot as a file: in the text of the one it was loaded from where the format is the same, else anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import final

from dalembert.formats.export import export
from dalembert.formats.load import request
from dalembert.formats.number import held
from dalembert.formats.rewrite import format_of, rewrite
from dalembert.robot.model import Robot
from dalembert.typeset.card import Displayed

_FORMATS = {".urdf": "URDF", ".xml": "MJCF", ".mjcf": "MJCF"}


@final
@dataclass(frozen=True)
class Saved(Displayed):
    """`path` of the file; `kept`: whether it is the original's text with other numbers; `left_out`: what it cannot hold."""

    path: Path
    kept: bool
    left_out: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n  ".join([str(self.path), *self.left_out])


def saved(
    robot: Robot,
    path: str | PathLike[str],
    original: str | PathLike[str] | None = None,
    overwrite: bool = False,
    packages: Mapping[str, str | PathLike[str]] | None = None,
    ignore: Sequence[str] = (),
) -> Saved:
    """Write a robot, into the text of its original where suffixes agree; `packages` and `ignore` as that was loaded."""
    format = _FORMATS.get(Path(path).suffix.lower())
    keep = original is not None and Path(path).suffix.lower() == Path(original).suffix.lower()
    if original is not None and keep:
        format = format_of(request(original))
    left: tuple[str, ...] = ()
    if format in ("URDF", "MJCF"):
        robot, left = held(robot, format)
    if original is not None and keep:
        done = rewrite(robot, original, path, overwrite=overwrite, packages=packages, ignore=ignore)
        return Saved(done, True, left)
    return Saved(export(robot, path, overwrite=overwrite), False, left)
