"""Load robots from URDF, xacro, MJCF, SDF, SYMORO and TOML files, and from DH tables.

The suffix of a file determines its format. In `.xml` files, the root element distinguishes URDF, MJCF and SDF. The
reader for a format is imported when the first file in this format is loaded.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from dalembert import finding
from dalembert.argument import (
    FilePath,
    Packages,
    SupportsArray,
    check_part,
    checked_vector,
    choice,
    instance,
    known,
    mapping,
    path_text,
    value,
)
from dalembert.finding.finding import Argument, Function, Given, Identifier, Noun, given
from dalembert.formats.robot_file import Description, Element, FindingLog, content, located, parse, physics
from dalembert.formats.search_path import SearchPath
from dalembert.robot import gallery
from dalembert.robot.model import DefaultActuation, Joint, Robot
from dalembert.spatial.pose import Pose, about
from dalembert.spatial.vector import Vector, scale

EFFECTS = ("unknown", "fluid", "flex", "springs", "tendons", "equalities", "gravcomp", "plugins")
SUFFIXES = (".urdf", ".xacro", ".xml", ".mjcf", ".sdf", ".world", ".toml", ".csv", ".par")


@dataclass(frozen=True, eq=False, repr=False)
class Request:
    """Request to read a file.

    A request contains the path, the folders in which other files are found, and the arguments for a xacro file.
    """

    path: Path
    search: SearchPath
    arguments: Mapping[str, Any] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()


def load(
    path: FilePath,
    *,
    gravity: Vector | list[Any] | SupportsArray | None = None,
    base: Literal["fixed", "free"] = "fixed",
    ignore: Sequence[str] = (),
    packages: Packages | None = None,
    root: FilePath | None = None,
    lock: Mapping[str, float] | None = None,
    **arguments: str | float,
) -> Robot:
    """Read a robot from a file, or return a gallery robot by its name.

    Parameters
    ----------
    path : path
        A URDF, xacro, MJCF, SDF, SYMORO or TOML file, a DH table (TOML or CSV), or the name of a gallery robot. A
        file takes precedence over a gallery robot of the same name.
    gravity : 3 numbers, m/s², optional
        Gravitational acceleration that replaces the value in the file.
    base : "fixed" or "free"
        If "free", the root link of a URDF or xacro file has a free base. MJCF and SDF files define their base in the
        file.
    ignore : names
        Effects to ignore: unknown (unknown parts), and in an MJCF file fluid, flex, springs, tendons, equalities,
        gravcomp and plugins.
    packages : mapping from names to folders, optional
        Folders of packages, which resolve `$(find NAME)`, `package://NAME/` and `model://NAME/`. Packages near the
        file are found without this argument.
    root : path, optional
        Folder in which the reader can access all files and search for packages. By default, the reader can access the
        folder of the file and nearby packages.
    lock : mapping from joint names to positions, optional
        Joints to fix at a position, in rad or m.
    **arguments
        Arguments of a xacro file.

    Returns
    -------
    Robot
        Robot described by the file. `robot.warnings` contains the reader's warnings about ignored, missing or
        suspicious parts.

    Raises
    ------
    BadFile
        The file cannot be read.
    UnsupportedElement
        The file contains a part that affects the dynamics but is not supported.
    BadTopology
        The links and joints do not form a tree.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.load("ur5")
    >>> print(f"{robot.n} joints, {sum(link.inertia.mass for link in robot.links):.1f} kg")
    6 joints, 17.0 kg
    """
    choice(base, "base", ("fixed", "free"))
    chosen = request(path, packages, arguments, ignore, root)
    log = FindingLog(ignored=chosen.ignored)
    if is_name(chosen.path):
        if str(chosen.path) not in gallery.names():
            every = tuple(map(Identifier, gallery.names()))
            raise finding.Unknown(Noun("file or robot"), Identifier(str(chosen.path)), every).error()
        robot: Robot = getattr(gallery, str(chosen.path))()
    else:
        robot = table(chosen) if is_table(chosen, log) else read(chosen, log).robot()
    robot = robot if lock is None else locked(robot, lock)
    if base == "free":
        free = next((joint.name for joint in robot.joints if joint.kind == "free"), None)
        check_part(free is None, "robot", robot.name, "a fixed base", free)
        robot = robot.floating()
    return robot if gravity is None else replace(robot, gravity=checked_vector(gravity, 3, "gravity"))


def locked(robot: Robot, positions: Mapping[str, float]) -> Robot:
    """Fix joints at positions. Joints that mimic them are fixed as well."""
    single = [x.name for x in robot.joints if x.nv == 1]
    held = {known(name, single, "joint", argument="lock"): q for name, q in mapping(positions, "lock").items()}
    mimics = {x.name: x.mimic for x in robot.joints if x.mimic is not None}
    for _ in mimics:
        for name, mimic in mimics.items():
            if mimic.joint in held:
                held[name] = mimic.multiplier * held[mimic.joint] + mimic.offset
    joints = tuple(_fixed(joint, held[joint.name]) if joint.name in held else joint for joint in robot.joints)
    driven = tuple(name for name in robot.actuated if name not in held)
    plain = isinstance(robot.actuated, DefaultActuation)
    return replace(robot, joints=joints, actuated=DefaultActuation() if plain else driven)


def _fixed(joint: Joint, position: float) -> Joint:
    """Return the fixed joint that replaces a joint at a position."""
    q: Any = value(position, "lock")
    turned = Pose() if joint.kind == "prismatic" else Pose(about(joint.axis, q))
    shift = {"prismatic": q, "screw": q * joint.pitch}.get(joint.kind, 0)
    place = joint.placement @ turned @ Pose(p=scale(shift, joint.axis))
    return Joint(joint.name, "fixed", joint.parent, joint.child, place, after=joint.after)


def is_name(path: Path) -> bool:
    """Check whether a path is a single word, such as the name of a gallery robot.

    The result is False if a file with this name exists.
    """
    return path.suffix == "" and path.name == str(path) and not path.exists()


def request(
    path: FilePath,
    packages: Packages | None = None,
    arguments: Mapping[str, Any] | None = None,
    ignore: Sequence[str] = (),
    root: FilePath | None = None,
) -> Request:
    """Check the arguments of a reader, and return a `Request`."""
    text = path_text(path)
    if text.lstrip()[:1] == "<":
        raise finding.WrongType(Argument("path"), Noun("a path"), Given("XML")).error()
    border = None if root is None else Path(path_text(root)).absolute()
    search = SearchPath(Path(text).absolute().parent, _folders(packages), border)
    chosen = Request(Path(text), search, arguments or {}, _effects(ignore))
    if chosen.arguments and chosen.path.suffix.lower() != ".xacro":
        raise finding.NotAccepted(Function("load"), Argument(next(iter(chosen.arguments)))).error()
    return chosen


def _effects(ignore: Any) -> frozenset[str]:
    names = (ignore,) if isinstance(ignore, str) else ignore
    return frozenset(known(effect, EFFECTS, "effect", argument="ignore") for effect in names)


def _folders(packages: Any) -> dict[str, Path]:
    given = {} if packages is None else mapping(packages, "packages")
    kinds, noun = (str, os.PathLike), "a mapping from names to folders"
    return {str(name): Path(instance(folder, "packages", kinds, noun)) for name, folder in given.items()}


def read(chosen: Request, log: FindingLog) -> Description:
    """Read a file, check its topology and physical consistency, and return its description."""
    draft = _read(chosen, log)
    draft.topology()
    physics(draft)
    return draft


def is_table(chosen: Request, log: FindingLog) -> bool:
    """Check whether a file is a Denavit-Hartenberg table: any CSV file, or a TOML file with rows."""
    suffix = chosen.path.suffix.lower()
    if suffix != ".toml":
        return suffix == ".csv"
    from dalembert.formats import toml

    return toml.has_rows(content(chosen.path, log))


def table(chosen: Request) -> Robot:
    """Read a robot from a Denavit-Hartenberg table."""
    from dalembert.formats.dh import from_table

    return from_table(chosen.path)


def _read(chosen: Request, log: FindingLog) -> Description:
    path, suffix = chosen.path, chosen.path.suffix.lower()
    if suffix == ".toml":
        from dalembert.formats import toml

        return toml.read(content(path, log), str(path), log)
    if suffix == ".par":
        from dalembert.formats import symoro

        return symoro.read(content(path, log), str(path), log)
    root = document(chosen, log, "robot", "mujoco", "sdf", "gazebo")
    if root.tag == "robot":
        from dalembert.formats import urdf

        return urdf.read(root, path, log)
    if root.tag == "mujoco":
        from dalembert.formats.mjcf import read as mjcf

        return mjcf.read(root, path, log, chosen.search)
    from dalembert.formats import sdf  # <gazebo> is the root element until version 1.2

    return sdf.read(root, path, log, chosen.search)


def document(chosen: Request, log: FindingLog, *tags: str) -> Element:
    """Read an XML or xacro file whose root element has one of the given tags, and return the root element."""
    path, suffix = chosen.path, chosen.path.suffix.lower()
    if suffix == ".xacro":
        from dalembert.formats.xacro import expand as xacro

        root = xacro.expand(path, chosen.search, chosen.arguments, log)
    elif suffix in SUFFIXES:
        root = parse(content(path, log), str(path), log)
    else:
        part = finding.part_of("suffix", None, located(str(path)))
        log.stop(finding.NotAmong(part, given(suffix), tuple(map(Identifier, SUFFIXES))))
    if root.tag not in tags:
        part = finding.part_of("root element", None, root.place)
        log.stop(finding.NotAmong(part, Given(f"<{root.tag}>"), tuple(Identifier(f"<{tag}>") for tag in tags)))
    return root
