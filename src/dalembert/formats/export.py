"""Robots to files: URDF, MJCF and our TOML, by suffix.

URDF and MJCF hold numbers; our TOML keeps symbols and exact numbers too.
Floats are written with all their digits, so that what is read back is the same.
"""

from __future__ import annotations

import os
from pathlib import Path

from dalembert.errors import BadFile, WrongValue, shown
from dalembert.formats.mjcf import write as mjcf
from dalembert.formats.toml import write as toml
from dalembert.formats.urdf import write as urdf
from dalembert.formats.xml import LONGEST_NAME
from dalembert.robot.model import Robot

_WRITERS = {
    ".urdf": urdf.text,
    ".xml": mjcf.text,
    ".mjcf": mjcf.text,
    ".toml": toml.text,
}


def export(robot: Robot, path: str | os.PathLike[str]) -> Path:
    """Write a robot to `path`: URDF (.urdf), MJCF (.xml, .mjcf) or TOML (.toml). Returns the path."""
    if not isinstance(robot, Robot):
        raise WrongValue(f"export needs a Robot first, got {type(robot).__name__}")
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise WrongValue(f"export needs the path of a file, got {type(path).__name__}")
    target = Path(path)
    writer = _WRITERS.get(target.suffix.lower())
    if writer is None:
        raise WrongValue(f"cannot export to '{target.name}'; known suffixes are {', '.join(_WRITERS)}")
    _check_names(robot)
    text = writer(robot)
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot write '{target}': {(error.strerror or str(error)).lower()}") from None
    return target


def _check_names(robot: Robot) -> None:
    names = [x.name for x in robot.links] + [x.name for x in robot.joints] + [x.name for x in robot.frames]
    for name in [robot.name, *names]:
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise WrongValue(
                f"the name {shown(repr(name))} cannot be written to a file: it is empty, holds control characters, "
                f"or is longer than {LONGEST_NAME}"
            )
