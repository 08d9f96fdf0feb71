"""Reports on robots: PDF, one HTML file, LaTeX, Markdown, Typst, plain text, an executed notebook.

`report` is both this package and its main function: `report(robot, "arm.pdf")`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dalembert import file
from dalembert.errors import DalembertError, WrongValue, did_you_mean
from dalembert.namesake import namesake
from dalembert.robot.model import Robot

STYLES = ("short", "group", "digits", "symbols")


def report(
    robot: Robot,
    path: str | os.PathLike[str],
    *,
    method: str = "lagrange",
    values: Mapping[str, Any] | None = None,
    origin: str | None = None,
    duration: float | None = None,
    width: float | None = None,
    progress: bool | None = None,
    **style: Any,
) -> Path:
    """Write a report on a robot and return its path; the suffix of `path` chooses the format.

    `method`: the road of the derivation. `values`: numbers for the symbols of a robot that has some; its equations
    stay symbolic, drawings, torques and the simulation are made with these. `origin`: the line of Python that makes the
    robot, shown at the end and run in a notebook; without it the robot is written to NAME_files/robot.toml. `duration` in
    seconds of the simulation. `width` of the text block in pt; `style` as for equations: `short`, `group`, `digits`,
    `symbols`. `progress`: whether a bar shows how far it is; on a terminal unless told. Equations and derivations too
    long for a page are written to NAME-equations.txt beside the report.
    """
    from dalembert.closed.printing.tree_writer import check_document
    from dalembert.report.request import Request
    from dalembert.report.write import checked, write_report

    if not isinstance(robot, Robot):
        raise WrongValue(f"report needs a Robot first, got {type(robot).__name__}")
    target = checked(path)
    line = origin if origin is not None else _origin(robot, target)
    unknown = set(style) - set(STYLES)
    if unknown:
        raise WrongValue(f"report has no option '{min(unknown)}'{did_you_mean(min(unknown), STYLES)}")
    told = {name: x for name, x in style.items() if x is not None}
    check_document(told.get("symbols") or {})
    return write_report(Request(robot, method, dict(values or {}), line, duration, told, width=width), target, progress)


def _origin(robot: Robot, target: Path) -> str:
    """The line of Python that makes the robot: from the gallery, or from a file kept beside the report."""
    from dalembert.formats.export import export
    from dalembert.report.write import companion
    from dalembert.robot import gallery

    if robot.name in gallery.names() and getattr(gallery, robot.name)() == robot:
        return f"robot = da.gallery.{robot.name}()"
    path = file.folder(companion(target)) / "robot.toml"
    try:
        return f"robot = da.load({str(export(robot, path, overwrite=True).resolve())!r})"
    except DalembertError:
        if target.suffix.lower() == ".ipynb":
            raise
        return ""


namesake(__name__, report)
