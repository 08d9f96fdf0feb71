"""A robot written back into its own file: only the numbers that differ change; comments, order and layout stay.

The new text is read again before it takes its place, and every link and joint compared with the robot: what came
back as something else is refused, and no file is left.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dalembert import file
from dalembert.errors import DalembertError, WrongValue, shown
from dalembert.formats.difference import Difference, difference, unlike
from dalembert.formats.file import content
from dalembert.formats.finding import Log
from dalembert.formats.load import Request, is_table, read, request
from dalembert.formats.markup import Markup
from dalembert.formats.mjcf import rewrite as mjcf
from dalembert.formats.toml import rewrite as toml
from dalembert.formats.urdf import rewrite as urdf
from dalembert.robot.model import Robot

_KNOWN = (".urdf", ".xml", ".mjcf", ".toml")


def rewrite(
    robot: Robot,
    original: str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    overwrite: bool = False,
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    ignore: Sequence[str] = (),
) -> Path:
    """Write `original` to `path` with the inertias, drives and places of joints that `robot` has. Returns the path.

    `packages` and `ignore` as `load` was told. A file that exists, `original` too, is replaced only with `overwrite=True`.
    """
    chosen = request(original, packages, None, ignore)
    format = format_of(chosen)
    target = file.target(path, overwrite=overwrite)
    if target.suffix.lower() != chosen.path.suffix.lower():
        raise WrongValue(
            f"'{shown(chosen.path.name)}' cannot be written back as '{shown(target.name)}'; give it the same suffix"
        )
    log = Log(file=shown(chosen.path, 200))
    data, old = content(chosen.path, log), read(chosen, log)
    text = _changed(data, shown(chosen.path, 200), difference(robot, old, format), format)
    with file.written(target) as beside:
        beside.write_bytes(text)
        _same(robot, replace(chosen, path=beside), target)
    return target


def format_of(chosen: Request) -> str:
    """URDF, MJCF or TOML; what is not written back is refused by name."""
    suffix, name = chosen.path.suffix.lower(), shown(chosen.path.name)
    log = Log(file=shown(chosen.path, 200))
    if suffix == ".xacro":
        raise WrongValue(
            f"'{name}' is a program that makes a robot: numbers cannot be written back; write a plain .urdf"
        )
    if suffix not in _KNOWN or is_table(chosen, log):
        raise WrongValue(f"'{name}' cannot be written back, only URDF, MJCF and our TOML can; write another file")
    if suffix == ".toml":
        return "TOML"
    return "MJCF" if Markup(content(chosen.path, log), name).root.tag == "mujoco" else "URDF"


def _changed(data: bytes, name: str, found: Difference, format: str) -> bytes:
    if format == "TOML":
        return toml.rewrite(data, found)
    page = Markup(data, name)
    (urdf if format == "URDF" else mjcf).rewrite(page, found)
    return page.text()


def _same(robot: Robot, chosen: Request, target: Path) -> None:
    """Raise where the file does not hold the robot."""
    try:
        again = read(chosen, Log(file=shown(target, 200))).robot()
    except DalembertError as error:
        raise WrongValue(
            f"'{shown(target)}' could not be read there, so it was not written: {error}. Files it includes are "
            "looked for beside it"
        ) from None
    wrong = unlike(robot, again)
    if wrong:
        more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        raise WrongValue(
            f"{', '.join(wrong[:3])}{more} would not be read back as written: other parts of the file say otherwise "
            "(settings, actuators, frames). Write the robot with da.export"
        )
