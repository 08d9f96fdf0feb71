"""Robots to files: URDF, MJCF, SYMORO and our TOML, by suffix.

URDF and MJCF hold numbers; SYMORO holds symbols too, our TOML keeps everything.
Floats are written with all their digits, so that what is read back is the same.
"""

from __future__ import annotations

import os
from pathlib import Path

from dalembert.errors import WrongValue, shown
from dalembert.file import save, target
from dalembert.formats.mjcf import write as mjcf
from dalembert.formats.rewrite import rewrite
from dalembert.formats.symoro import write as symoro
from dalembert.formats.toml import write as toml
from dalembert.formats.urdf import write as urdf
from dalembert.formats.xml import LONGEST_NAME
from dalembert.robot.model import Robot

_WRITERS = {
    ".urdf": urdf.text,
    ".xml": mjcf.text,
    ".mjcf": mjcf.text,
    ".toml": toml.text,
    ".par": symoro.text,
}


def export(
    robot: Robot,
    path: str | os.PathLike[str],
    *,
    overwrite: bool = False,
    original: str | os.PathLike[str] | None = None,
) -> Path:
    """Write a robot to `path`: URDF (.urdf), MJCF (.xml, .mjcf), SYMORO (.par) or TOML (.toml). Returns the path.

    The file appears whole or not at all; one that exists is replaced only with `overwrite=True`. With `original`, the
    URDF, MJCF or TOML file that the robot was loaded from, its text is kept: comments, order and layout; only the
    inertias of links, the friction and rotors of drives and the places of joints that differ are changed there.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"export needs a Robot first, got {type(robot).__name__}")
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise WrongValue(f"export needs the path of a file, got {type(path).__name__}")
    writer = _WRITERS.get(Path(path).suffix.lower())
    if writer is None:
        raise WrongValue(f"cannot export to '{Path(path).name}'; known suffixes are {', '.join(_WRITERS)}")
    if original is not None:
        return rewrite(robot, original, path, overwrite=overwrite)
    chosen = target(path, overwrite=overwrite)
    _check_names(robot)
    return save(chosen, writer(robot), overwrite=overwrite)


def _check_names(robot: Robot) -> None:
    names = [x.name for x in robot.links] + [x.name for x in robot.joints] + [x.name for x in robot.frames]
    for name in [robot.name, *names]:
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise WrongValue(
                f"the name {shown(repr(name))} cannot be written to a file: it is empty, holds control characters, "
                f"or is longer than {LONGEST_NAME}"
            )
