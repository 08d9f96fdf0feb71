"""The command that turns one robot file into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dalembert.cli import show
from dalembert.cli.option import DEFAULT, Json, Name, Source, robot_of, suffix_of

_SUFFIXES = (".urdf", ".xml", ".mjcf", ".toml")


def convert(
    robot: Name,
    target: Annotated[Path, Parameter(help="The file to write: .urdf, .xml (MJCF) or .toml.")],
    /,
    *,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """Write a robot in another format."""
    import dalembert as da

    suffix_of(target, _SUFFIXES)
    path = da.export(robot_of(robot, source), target)
    if json:
        show.as_json({"written": str(path)})
    else:
        show.written(path)
