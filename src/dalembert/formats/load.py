"""Robots from files: URDF, xacro, MJCF, SDF, SYMORO, our TOML, and DH tables.

The suffix says the format; `.xml` is URDF or MJCF by its root element. A format's reader is imported with its first file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dalembert.errors import BadFile, WrongSize, WrongValue, did_you_mean, shown
from dalembert.formats.description import Draft, physics
from dalembert.formats.finding import Log, Place
from dalembert.formats.xml import Element, content, parse
from dalembert.robot.model import Robot

SUFFIXES = (".urdf", ".xacro", ".xml", ".mjcf", ".sdf", ".toml", ".csv", ".par")


@dataclass(frozen=True)
class Request:
    """What to read: the file, folders that may be read besides its own, arguments of a xacro file."""

    path: Path
    packages: Mapping[str, Path] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()


def load(
    path: str | os.PathLike[str],
    *,
    gravity: Sequence[Any] | None = None,
    base: str = "fixed",
    ignore: Sequence[str] = (),
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    **arguments: Any,
) -> Robot:
    """The robot a file describes.

    `base="free"` lets the root link of a URDF or xacro file float instead of standing on the ground; MJCF and SDF say so
    themselves. `ignore` names effects of an MJCF file to leave out: fluid, flex, springs, tendons, equalities,
    gravcomp, plugins; what was left out is in `robot.warnings`.

    `packages` maps names to folders: `$(find NAME)` of a xacro file, and folders an `<include>`
    may reach besides the file's own. Further arguments are those of a xacro file. `gravity`
    replaces the file's. What the reader met and could not use is in `robot.warnings`; what would
    change the dynamics raises.
    """
    if base not in ("fixed", "free"):
        raise WrongValue(f"base is {base!r}; it is 'fixed' or 'free'")
    chosen = request(path, packages, arguments, ignore)
    log = Log(file=shown(chosen.path, 200))
    robot = table(chosen) if is_table(chosen, log) else read(chosen, log).robot()
    if base == "free":
        robot = _floating(robot, chosen)
    if gravity is None:
        return robot
    if isinstance(gravity, str) or not hasattr(gravity, "__iter__"):
        raise WrongSize(f"gravity must be three numbers, got {gravity!r}")
    return replace(robot, gravity=tuple(gravity))


def _floating(robot: Robot, chosen: Request) -> Robot:
    """The robot off the ground; a file that says itself what floats is taken at its word."""
    if any(joint.kind == "free" for joint in robot.joints):
        raise WrongValue(f"'{shown(chosen.path, 200)}' has a free joint already; load it without base='free'")
    return robot.floating()


def request(
    path: str | os.PathLike[str],
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    arguments: Mapping[str, Any] | None = None,
    ignore: Sequence[str] = (),
) -> Request:
    """A checked `Request`."""
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise WrongValue(f"a path of a file is needed, got {type(path).__name__}")
    text = os.fspath(path)
    if text.lstrip()[:1] == "<":
        raise WrongValue("a path of a file is needed, got XML text; write it to a file first")
    chosen = Request(Path(text), _folders(packages), arguments or {}, _effects(ignore))
    if chosen.arguments and chosen.path.suffix.lower() != ".xacro":
        names = ", ".join(chosen.arguments)
        raise WrongValue(f"arguments ({names}) are for .xacro files; '{shown(chosen.path, 200)}' is none")
    return chosen


def _effects(ignore: Any) -> frozenset[str]:
    given = (ignore,) if isinstance(ignore, str) else tuple(ignore)
    if not given:
        return frozenset()
    from dalembert.formats.mjcf.context import EFFECTS

    for effect in given:
        if effect not in EFFECTS:
            raise WrongValue(f"ignore names the effect {effect!r}{did_you_mean(str(effect), EFFECTS)}")
    return frozenset(given)


def _folders(packages: Any) -> dict[str, Path]:
    if packages is None:
        return {}
    if not isinstance(packages, Mapping) or not all(isinstance(x, (str, os.PathLike)) for x in packages.values()):
        raise WrongValue(f"packages maps names to folders, {{'ur_description': '/path/to/it'}}; got {packages!r}")
    return {str(name): Path(folder) for name, folder in packages.items()}


def read(chosen: Request, log: Log) -> Draft:
    """The draft of a file, its topology and physics checked."""
    draft = _read(chosen, log)
    draft.topology()
    physics(draft)
    return draft


def is_table(chosen: Request, log: Log) -> bool:
    """A Denavit-Hartenberg table: any CSV, or a TOML file with rows."""
    suffix = chosen.path.suffix.lower()
    if suffix not in (".csv", ".toml"):
        return False
    from dalembert.formats.toml import read as toml

    data = content(chosen.path, log)
    return suffix == ".csv" or toml.has_rows(data)


def table(chosen: Request) -> Robot:
    """The robot of a Denavit-Hartenberg table."""
    from dalembert.formats.dh import from_table

    return from_table(chosen.path)


def _read(chosen: Request, log: Log) -> Draft:
    path, name, suffix = chosen.path, shown(chosen.path, 200), chosen.path.suffix.lower()
    if suffix == ".xacro":
        from dalembert.formats.xacro import expand as xacro

        return _by_root(xacro.expand(path, chosen.packages, chosen.arguments, log), chosen, log)
    data = content(path, log)
    if suffix == ".toml":
        from dalembert.formats.toml import read as toml

        return toml.read(data, name, log)
    if suffix == ".par":
        from dalembert.formats import symoro

        return symoro.read(data, name, log)
    if suffix not in SUFFIXES:
        log.stop(BadFile, f"a robot's file ends in {', '.join(SUFFIXES)}, not in '{shown(suffix)}'", Place(name, 0))
    return _by_root(parse(data, name, log), chosen, log)


def _by_root(root: Element, chosen: Request, log: Log) -> Draft:
    """The draft of an XML document, by its root element."""
    if root.tag not in ("robot", "mujoco", "sdf"):
        what = f"the root element is <{shown(root.tag)}>; a robot's is <robot> (URDF), <mujoco> (MJCF) or <sdf>"
        log.stop(BadFile, what, root.place)
    if root.tag == "sdf":
        from dalembert.formats import sdf

        return sdf.read(root, chosen.path, log)
    if root.tag == "robot":
        from dalembert.formats.urdf import read as urdf

        return urdf.read(root, chosen.path, log)
    from dalembert.formats.mjcf import read as mjcf

    return mjcf.read(root, chosen.path, log, tuple(chosen.packages.values()), chosen.ignored)
