"""Reports on robots: PDF, one HTML file, LaTeX, Markdown, Typst, plain text, an executed notebook.

`report` is both this package and its main function: `report(robot, "arm.pdf")`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dalembert.namesake import namesake
from dalembert.robot.model import Robot


def report(
    robot: Robot,
    path: str | os.PathLike[str],
    *,
    method: str = "lagrange",
    values: Mapping[str, Any] | None = None,
    origin: str | None = None,
    duration: float = 2.0,
) -> Path:
    """Write a report on a robot and return its path; the suffix of `path` chooses the format.

    `method`: the road of the derivation. `values`: numbers for the symbols of a robot that has some; its equations
    stay symbolic, torques and the simulation are made with these. `origin`: the line of Python that makes the robot,
    shown at the end and run in a notebook; without it the robot is written to a .toml file beside the notebook.
    """
    from dalembert.report.content import Request
    from dalembert.report.write import checked, write_report

    target = checked(path)
    if origin is None:
        origin = _kept(robot, target) if target.suffix == ".ipynb" else "robot = da.load(…)"
    return write_report(Request(robot, method, dict(values or {}), origin, duration), target)


def _kept(robot: Robot, target: Path) -> str:
    """The robot in a file beside the notebook, and the line that reads it."""
    from dalembert.formats.export import export

    return f"robot = da.load({str(export(robot, target.with_suffix('.toml'), overwrite=True).resolve())!r})"


namesake(__name__, report)
