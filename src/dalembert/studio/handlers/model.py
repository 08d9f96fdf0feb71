"""Requests that open, show, diagnose or edit a robot model.

Editable tables contain the values of symbols, inertias, joints with drives and limits, and Denavit-Hartenberg
parameters. Each edit creates a new robot. An entry can be a number, a symbol, or an expression.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

import dalembert as da
from dalembert import finding
from dalembert.argument import at_most, filled, instance, known
from dalembert.finding.argument import NotReal, ReversedBounds, WrongType
from dalembert.finding.finding import Argument, Finding, Measure, Noun, given
from dalembert.formats.robot_file import FindingLog
from dalembert.graph import Node, evaluate, symbols
from dalembert.graph.expression import parse
from dalembert.graph.node import to_text
from dalembert.robot.dh import dh_poses, dh_row
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import ENTRIES, Inertia
from dalembert.robot.model import Joint, Limits, Link, Robot
from dalembert.robot.tree import tree
from dalembert.spatial.rotation import normalized
from dalembert.studio import upload
from dalembert.studio.guard import present
from dalembert.studio.handlers import BoundModel, RobotReply, folder_of, relative, without_folder
from dalembert.studio.payload import payload, sample_values
from dalembert.tolerance import NO_LENGTH
from dalembert.typeset.interactive_page import Data

if TYPE_CHECKING:
    from dalembert.formats.visual import Visual


_MOST_FINDINGS = 60


def gallery(_: Data) -> Data:
    """Return the names of the gallery robots."""
    return {"names": da.gallery.names()}


def picture(arguments: Data) -> Data:
    """Return a small line drawing of a gallery robot and its joints."""
    from dalembert.view.diagram import outline, upward
    from dalembert.view.posture import stance
    from dalembert.view.scene import title, viewpoint

    name = _known(arguments)
    robot = _subject(getattr(da.gallery, name)()).numbers
    drawn = outline(robot, stance(robot))
    strokes = [(np.zeros(3) if x.ground else x.points[0], p) for x in drawn.shapes for p in x.points]
    strokes += [(h.at, h.to) for h in drawn.hinges] + [(a, b) for a, b, _ in drawn.rods]
    up = upward(robot.gravity)
    toward = normalized(viewpoint(up, drawn.normal))
    right = np.cross(up, toward)
    seen = np.array([right, np.cross(toward, right)])
    flat = [[*(seen @ a), *(seen @ b)] for a, b in strokes if np.linalg.norm(b - a) > NO_LENGTH]
    places = [h.at for h in drawn.hinges] or [x.com for x in drawn.shapes if x.com is not None]
    dots = [(seen @ p).tolist() for p in places]
    return {
        "name": name,
        "title": title(robot),
        "n": robot.n,
        "loops": len(robot.loops),
        "strokes": np.round(flat, 4),
        "joints": np.round(dots, 4),
    }


def _known(arguments: Data) -> str:
    return known(arguments.get("name"), da.gallery.names(), "gallery robot")


def start(arguments: Data) -> RobotReply:
    """Return the robot given on the command line, or the planar arm with two joints from the lectures."""
    path = arguments.get("path_here")
    if path is None:
        return open_gallery({"name": arguments.get("name", "planar_2r")})
    subject = _subject(da.load(path))
    name = Path(path).name
    return RobotReply(
        described(subject, da.diagnose(path)), subject, f"robot = da.load({name!r})", name, source=(str(path), "")
    )


def open_gallery(arguments: Data) -> RobotReply:
    """Open a robot from the gallery."""
    name = _known(arguments)
    subject = _subject(getattr(da.gallery, name)())
    return RobotReply(described(subject), subject, f"robot = da.gallery.{name}()", name)


def load(arguments: Data) -> RobotReply:
    """Load the uploaded robot, which is a file, a directory, or a zip archive with meshes."""
    folder = folder_of(arguments)
    present(folder.is_dir(), "upload")
    upload.unpacked(folder)
    files = present(upload.robots(folder), "robot file")
    chosen = arguments.get("file")
    name = chosen if chosen in files else files[0]
    packages = _packages(folder) if name.lower().endswith(".xacro") else None
    with without_folder(folder):
        subject = _subject(da.load(folder / name, packages=packages, root=folder))
    report = da.diagnose(folder / name, root=folder)
    body = described(subject, report) | {"file": name, "files": files}
    return RobotReply(body, subject, f"robot = da.load({name!r})", name, source=(str(folder / name), str(folder)))


def _packages(folder: Path) -> dict[str, Path]:
    """Map package names to uploaded directories, to resolve paths such as `package://NAME` and `$(find NAME)`."""
    return {x.name: x for x in sorted(folder.rglob("*"), reverse=True) if x.is_dir()}


def meshes(subject: BoundModel, arguments: Data) -> Data:
    """Return the meshes and shapes from the robot file for the 3D view, and explain why shapes are omitted."""
    from dalembert.view.mesh import skin  # imported after the first picture

    log = FindingLog()
    solids = skin(subject.numbers, shapes(arguments, log))
    folder = (arguments.get("source_here") or ("", ""))[1]
    left = [relative(x, f"{folder}/") for x in log.findings[:_MOST_FINDINGS]]
    return {"solids": solids, "left": [{"words": x, "name": _shape_name(x)} for x in left]}


def _shape_name(found: Finding) -> str:
    """Return the file name of a shape without its directory, or the name of the link to which the shape belongs."""
    file = getattr(getattr(found, "cause", None), "file", None)
    owner = getattr(getattr(found, "part", None), "owner", None)
    return str(file).rpartition("/")[2] if file else str(getattr(owner, "name", None) or "a shape")


def shapes(arguments: Data, log: FindingLog | None = None) -> tuple[Visual, ...]:
    """Read the meshes and shapes from the robot file, and log omitted shapes.

    The result is empty if the robot was not read from a file.
    """
    from dalembert.formats.visual import visuals

    path, folder = arguments.get("source_here") or ("", "")
    if Path(path).suffix.lower() not in (".urdf", ".xacro", ".xml", ".mjcf"):
        return ()
    return visuals(path, _packages(Path(folder)) if folder else None, log, inside=folder or None)


def show(subject: BoundModel, _: Data) -> Data:
    """Return the current robot, for a tab that has undone an edit or reconnects."""
    return described(subject)


def file(subject: BoundModel, _: Data) -> Data:
    """Return the symbolic robot as a TOML file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "robot.toml"
        da.export(subject.robot, path)
        return {"text": path.read_text(encoding="utf-8")}


def diagnose(subject: BoundModel, _: Data) -> Data:
    """Return the messages of `diagnose` for the symbolic robot and for the robot with values."""
    found = findings(da.diagnose(subject.numbers), subject.robot)
    if subject.values:
        arguments = {x["what"] for x in found}
        found += [x for x in findings(da.diagnose(subject.robot), subject.robot) if x["what"] not in arguments]
    return {"findings": found[:_MOST_FINDINGS]}


def described(subject: BoundModel, report: Any = None) -> Data:
    """Return the data that the page needs to show and move a robot."""
    found: Data = {
        "payload": payload(subject.robot, values=subject.values, lesson=False),
        "values": subject.values,
    }
    if report is not None:
        found["findings"] = findings(report, subject.robot)
    return found


def findings(report: Any, robot: Robot) -> list[Data]:
    """Return diagnostic messages, errors first, with the indices of the affected body and coordinate.

    The index of the ground is −1.
    """
    order = sorted(report.findings, key=lambda x: ("error", "warning", "note").index(x.level))
    return [x.data() | _part(x, robot) for x in order[:_MOST_FINDINGS]]


def _part(found: finding.ModelFinding, robot: Robot) -> dict[str, int | None]:
    whole = tree(robot)
    joint = next((x for x in robot.joints if x.name == finding.subject(found, "joint")), None)
    link = finding.subject(found, "link") if joint is None else joint.child
    body = whole.places[link][0] if link in whole.places else None
    own = [k for x in whole.bodies if joint is not None and x.name == joint.name for k in x.rates]
    return {"body": body, "coordinate": own[0] if own else None}


def _subject(robot: Robot) -> BoundModel:
    return BoundModel(robot, sample_values(robot))


LINK = ("mass", "cx", "cy", "cz", *ENTRIES)
DRIVE = ("rotor_inertia", "gear_ratio", "damping", "coulomb")
LIMITS = ("lower", "upper", "velocity", "effort")
PLACE = ("x", "y", "z")
DH = ("a", "alpha", "d", "theta")
_MOST = 400  # largest number of edits in one request
Edited: TypeAlias = tuple[BoundModel, str]  # robot after an edit, and the line of Python code for the edit
_LONGEST = 200  # largest number of characters of a cell


def tables(subject: BoundModel, _: Data) -> Data:
    """Return all editable numbers of the robot as text."""
    robot = subject.robot
    links = [{"name": x.name, "cells": dict(zip(LINK, map(_text, _link_values(x)), strict=True))} for x in robot.links]
    joints = [
        {"name": j.name, "kind": j.kind, "parent": j.parent, "child": j.child, "cells": _joint_cells(j)}
        for j in robot.joints
    ]
    return {
        "columns": {"link": LINK, "joint": (*PLACE, *LIMITS, *DRIVE), "dh": DH},
        "links": links,
        "joints": joints,
        "dh": _dh(robot),
        "gravity": [_text(x) for x in robot.gravity],
        "values": {name: subject.values.get(name) for name in robot.parameters},
        "loops": [{"name": x.name, "words": type(x).__name__.lower()} for x in robot.loops],
    }


def edit(subject: BoundModel, arguments: Data) -> RobotReply:
    """Change table cells, and return the new robot.

    A change is a dictionary such as {"table": "link", "row": "link1", "column": "mass", "text": "2.5"}.
    """
    changes: list[Any] = filled(instance(arguments.get("changes"), "changes", list, "changes"), "changes")
    at_most(len(changes), _MOST, "edits")
    lines: list[str] = []
    for change in changes:
        match change:
            case {"table": str(table), "row": str(row), "column": str(column), "text": str(text)}:
                at_most(len(text), _LONGEST, "characters")
                subject, line = _TABLES[known(table, _TABLES, "table")](subject, row, column, text)
                lines += [line] if line else []
            case _:
                raise WrongType(Argument("changes"), Noun("a change"), given(change)).error()
    values = {name: subject.values.get(name, 1.0) for name in subject.robot.parameters}
    subject = BoundModel(subject.robot, values)
    return RobotReply(described(subject), subject, edit="\n".join(lines))


def _value(subject: BoundModel, row: str, _: str, text: str) -> Edited:
    x = _number(text, known(row, subject.robot.parameters, "symbol", owner="robot", owner_name=subject.robot.name))
    return BoundModel(subject.robot, {**subject.values, row: x}), ""  # values are assigned after the edits


def _link(subject: BoundModel, row: str, column: str, text: str) -> Edited:
    link = subject.robot.link(row)
    cells = {**dict(zip(LINK, _link_values(link), strict=True)), known(column, LINK, "column"): parse(text)}
    body = Inertia.about_com(cells["mass"], tuple(cells[k] for k in LINK[1:4]), tuple(cells[k] for k in ENTRIES))
    if not symbols(body.parameters):
        body.checked("link", row)
    mass, *others = (cells[k] for k in LINK)
    made = f"da.Inertia.about_com({_python(mass)}, {_tuple(others[:3])}, {_tuple(others[3:])})"
    return _replaced(subject, "links", row, f"inertia={made}", inertia=body)


def _joint(subject: BoundModel, row: str, column: str, text: str) -> Edited:
    joint = subject.robot.joint(row)
    changed: Data
    known(column, (*PLACE, *LIMITS, *DRIVE), "column")
    if column in PLACE:
        p = list(joint.placement.p)
        p[PLACE.index(column)] = parse(text)
        changed = {"placement": replace(joint.placement, p=tuple(p))}
        words = f"placement=replace(x.placement, p={_tuple(p)})"
    elif column in LIMITS:
        new = None if not text.strip() else _number(text, column)
        limits = replace(_limits(joint), **{column: new})
        if limits.lower is not None and limits.upper is not None and limits.lower > limits.upper:
            raise ReversedBounds(Argument(row), Measure(limits.lower), Measure(limits.upper)).error()
        changed, words = {"limits": limits}, f"limits=replace(x.limits, {column}={new!r})"
    else:
        number = parse(text)
        changed = {"drive": _drive(joint).changed(**{column: number})}
        words = f"drive=(x.drive or da.Drive()).changed({column}={_python(number)})"
    return _replaced(subject, "joints", row, words, **changed)


def _row(subject: BoundModel, row: str, column: str, text: str) -> Edited:
    found = {x["name"]: x for x in _dh(subject.robot) or ()}
    known(row, found, "DH row")
    joint, convention = subject.robot.joint(row), found[row]["convention"]
    cells = {**(dh_row(joint, convention) or {}), known(column, DH, "column"): parse(text)}
    placement, after = dh_poses(joint.kind, cells, convention)
    arguments = ", ".join(f"{k!r}: value({_python(x)})" for k, x in cells.items())
    made = f'dict(zip(("placement", "after"), dh_poses(x.kind, {{{arguments}}}, {convention!r})))'
    return _replaced(subject, "joints", row, f"**{made}", placement=placement, after=after)


def _gravity(subject: BoundModel, row: str, _: str, text: str) -> Edited:
    gravity = list(subject.robot.gravity)
    gravity[PLACE.index(known(row, PLACE, "column"))] = parse(text)
    robot = replace(subject.robot, gravity=tuple(gravity))
    return BoundModel(robot, subject.values), f"robot = replace(robot, gravity={_tuple(gravity)})"


_TABLES: dict[str, Callable[[BoundModel, str, str, str], Edited]] = {
    "value": _value,
    "link": _link,
    "joint": _joint,
    "dh": _row,
    "gravity": _gravity,
}


def _link_values(link: Link) -> list[Any]:
    central = link.inertia.central()
    return [link.inertia.mass, *link.inertia.com, *central.tensor]


def _joint_cells(joint: Joint) -> dict[str, str]:
    cells = {k: _text(x) for k, x in zip(PLACE, joint.placement.p, strict=True)}
    own = _limits(joint)
    cells |= {k: "" if getattr(own, k) is None else _text(getattr(own, k)) for k in LIMITS}
    return cells | {k: _text(getattr(_drive(joint), k)) for k in DRIVE}


def _drive(joint: Joint) -> Drive:
    return joint.drive if isinstance(joint.drive, Drive) else Drive()


def _limits(joint: Joint) -> Limits:
    return joint.limits if isinstance(joint.limits, Limits) else Limits()


def _dh(robot: Robot) -> list[Data] | None:
    """Return the rows of the Denavit-Hartenberg table, or None if the table does not describe every joint."""
    chain = all(x.child == y.parent for x, y in pairwise(robot.joints))
    for convention in ("standard", "modified") if chain else ():
        rows = [dh_row(j, convention) for j in robot.joints]
        if rows and all(x is not None for x in rows):
            return [
                {"name": j.name, "convention": convention, "cells": {k: _text(x[k]) for k in DH}}
                for j, x in zip(robot.joints, rows, strict=True)
                if x is not None
            ]
    return None


def _number(text: str, what: str) -> float:
    x = parse(text)
    if symbols([x]):
        raise NotReal(Argument(what), given(text)).error()
    return float(evaluate([x], {})[0])


def _text(x: Any) -> str:
    """Convert a number or expression to text that can be parsed back to the same value."""
    if isinstance(x, Node):
        return to_text(x).replace("(1/2)*pi", "pi/2")
    return str(x)


def _python(x: Any) -> str:
    """Convert a number or expression to Python code."""
    return _text(x) if isinstance(x, (int, float)) else repr(_text(x))


def _tuple(values: list[Any]) -> str:
    return f"({', '.join(map(_python, values))})"


def _replaced(subject: BoundModel, which: str, row: str, words: str, **changed: Any) -> Edited:
    """Replace one link or joint of the robot, and return the new robot with the line of Python code for the change."""
    parts: Any = tuple(replace(x, **changed) if x.name == row else x for x in getattr(subject.robot, which))
    line = f"{which}=tuple(replace(x, {words}) if x.name == {row!r} else x for x in robot.{which})"
    return BoundModel(replace(subject.robot, **{which: parts}), subject.values), f"robot = replace(robot, {line})"
