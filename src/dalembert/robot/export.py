"""Robots to files: URDF, MJCF and our TOML, by suffix.

URDF and MJCF hold numbers; our TOML keeps symbols and exact numbers too.
Floats are written with all their digits, so that what is read back is the same.
"""

from __future__ import annotations

import os
from pathlib import Path

from dalembert.errors import BadFile, WrongValue
from dalembert.robot import export_mjcf, export_toml, export_urdf
from dalembert.robot.model import Robot

_WRITERS = {
    ".urdf": export_urdf.text,
    ".xml": export_mjcf.text,
    ".mjcf": export_mjcf.text,
    ".toml": export_toml.text,
}


def export(robot: Robot, path: str | os.PathLike[str]) -> Path:
    """Write a robot to `path`: URDF (.urdf), MJCF (.xml, .mjcf) or TOML (.toml). Returns the path."""
    if not isinstance(robot, Robot):
        raise WrongValue(f"export needs a Robot first, got {type(robot).__name__}")
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
        if not name.strip() or not name.isprintable():
            raise WrongValue(f"the name {name!r} cannot be written to a file; it is empty or holds control characters")
