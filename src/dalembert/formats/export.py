"""Export a robot to a URDF, MJCF, SYMORO or TOML file, or write changes back to the original file.

URDF and MJCF files contain numbers, and SYMORO files can also contain symbols. The TOML format of this library stores
all properties of a robot. Floats are written with all digits, so that the exported file defines the same robot.

`rewrite` changes only the numbers that differ. Comments, order and layout remain the same. Before the new text replaces
the file, the text is read back, and every link and joint is compared with the robot. If a value differs, the function
raises an error and writes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from dalembert import atomic_file, finding
from dalembert.argument import FilePath, Packages, choice, instance, path_text
from dalembert.atomic_file import save, target
from dalembert.errors import DalembertError
from dalembert.finding.finding import Call, FileName, Function, Noun
from dalembert.formats import symoro, toml, urdf
from dalembert.formats.file_changes import Markup, difference, unlike
from dalembert.formats.load import Request, is_table, load, read, request
from dalembert.formats.mjcf import write as mjcf
from dalembert.formats.numeric import check_held
from dalembert.formats.robot_file import LONGEST_NAME, FindingLog, content
from dalembert.robot.model import Robot

_KNOWN = (".urdf", ".xml", ".mjcf", ".toml")


def rewrite(
    robot: Robot,
    original: FilePath,
    path: FilePath,
    *,
    overwrite: bool = False,
    packages: Packages | None = None,
    ignore: Sequence[str] = (),
) -> Path:
    """Write `original` to `path` with the inertias, drives and joint placements of `robot`. Return the path.

    See `load` for `packages` and `ignore`. An existing file, including `original`, is replaced only if
    `overwrite=True`.
    """
    chosen = request(original, packages, None, ignore)
    format = format_of(chosen)
    target = atomic_file.target(path, overwrite=overwrite)
    choice(target.suffix.lower(), "suffix of path", (chosen.path.suffix.lower(),))
    log = FindingLog()
    data, old = content(chosen.path, log), read(chosen, log)
    found = difference(robot, old, format)
    if format == "TOML":
        text = toml.rewrite(data, found)
    else:
        page = Markup(data, str(chosen.path))
        (urdf if format == "URDF" else mjcf).rewrite(page, found)
        text = page.text()
    with atomic_file.written(target) as beside:
        beside.write_bytes(text)
        _same(robot, replace(chosen, path=beside), target)
    return target


def format_of(chosen: Request) -> str:
    """Return the format of a file: URDF, MJCF or TOML.

    For any other format, raise an error that explains why it is not supported.
    """
    suffix, name = chosen.path.suffix.lower(), chosen.path.name
    log = FindingLog()
    if suffix not in _KNOWN or is_table(chosen, log):
        reason = Noun("a xacro program" if suffix == ".xacro" else "not a URDF, MJCF or TOML file")
        raise finding.NotWrittenBack(FileName(name), reason, remedy=Call(Function("export"), instead=True)).error()
    if suffix == ".toml":
        return "TOML"
    return "MJCF" if Markup(content(chosen.path, log), name).root.tag == "mujoco" else "URDF"


def _same(robot: Robot, chosen: Request, target: Path) -> None:
    """Raise an error if the written file does not describe the same robot."""
    try:
        again = read(chosen, FindingLog()).robot()
    except DalembertError as error:
        raise finding.NotReadBack(FileName(str(target)), error.finding).error() from None
    wrong = unlike(robot, again)
    if wrong:
        raise finding.NotReadBack(
            FileName(str(target)), None, tuple(wrong), Call(Function("export"), instead=True)
        ).error()


_WRITERS = {
    ".urdf": urdf.text,
    ".xml": mjcf.text,
    ".mjcf": mjcf.text,
    ".toml": toml.text,
    ".par": symoro.text,
}


def export(
    robot: Robot | FilePath,
    path: FilePath,
    *,
    overwrite: bool = False,
    original: FilePath | None = None,
) -> Path:
    """Write a robot to a URDF (.urdf), MJCF (.xml, .mjcf), SYMORO (.par) or TOML (.toml) file.

    Parameters
    ----------
    robot : Robot, path or name of a gallery robot
    path : path
        Path to the file to write. The suffix selects the format. If writing fails, an existing file remains unchanged.
    overwrite : bool
        Whether to replace an existing file.
    original : path, optional
        URDF, MJCF or TOML file from which the robot was loaded. Comments, order and layout of this file remain
        unchanged. Only inertias, friction, rotors and joint placements that differ are changed.

    Returns
    -------
    Path

    Raises
    ------
    UnboundSymbol
        The robot has symbols, but the format can store only numbers.
    WrongValue
        The format cannot represent some part of the robot.

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.export("ur5", "ur5.urdf")
    >>> print(path.name, da.load(path).n)
    ur5.urdf 6
    """
    if not isinstance(robot, Robot):
        robot = load(instance(robot, "robot", (str, os.PathLike), "a robot"))
    writer = _WRITERS[choice(Path(path_text(path)).suffix.lower(), "suffix of path", _WRITERS)]
    if original is not None:
        return rewrite(robot, original, path, overwrite=overwrite)
    chosen = target(path, overwrite=overwrite)
    _check_names(robot)
    return save(chosen, writer(robot), overwrite=overwrite)


def _check_names(robot: Robot) -> None:
    parts: list[Any] = [robot, *robot.links, *robot.joints, *robot.frames]
    for name in (x.name for x in parts):
        good = isinstance(name, str) and name.strip() and name.isprintable() and len(name) <= LONGEST_NAME
        check_held(bool(good), "A robot file", "the name", str(name))
