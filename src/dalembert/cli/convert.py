"""The command that turns one robot file into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dalembert.cli import show
from dalembert.cli.option import DEFAULT, Json, Name, Source, robot_of, suffix_of

_SUFFIXES = (".urdf", ".xml", ".mjcf", ".par", ".toml")


def convert(
    robot: Name,
    target: Annotated[Path, Parameter(help="The file to write: .urdf, .xml (MJCF), .par (SYMORO) or .toml.")],
    /,
    *,
    force: Annotated[bool, Parameter(name="--force", negative=(), help="Replace the file if it exists.")] = False,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """Write a robot in another format."""
    import dalembert as da
    from dalembert import file

    suffix_of(target, _SUFFIXES)
    file.target(target, overwrite=force)  # tried before the robot is read
    path = da.export(robot_of(robot, source), target, overwrite=force)
    if json:
        show.as_json({"written": str(path)})
    else:
        show.written(path)
