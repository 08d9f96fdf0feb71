"""Commands `info`, `doctor`, `gallery` and `convert` for robot models."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dalembert import finding as kinds
from dalembert.cli import console
from dalembert.cli.console import CommandLine
from dalembert.cli.option import DEFAULT, Json, Name, RobotOptions, is_file, reading, robot_of, suffix_of


def info(robot: Name, /, *, json: Json = False, source: RobotOptions = DEFAULT) -> None:
    """List the joints, links, masses, symbols and warnings of a robot."""
    from dalembert.robot.model import robot_data, table_text

    found = robot_of(robot, source)
    if json:
        console.as_json(robot_data(found))
        return
    console.data(table_text(replace(found, warnings=())))
    for warning in found.warnings:
        console.talk(f"warning: {console.words(warning)}")


def doctor(robot: Name, /, *, json: Json = False, source: RobotOptions = DEFAULT) -> int:
    """List each problem in a robot model with its line number, cause and fix.

    The exit code is 1 if the model has errors. Warnings do not change the exit code.
    """
    import dalembert as da

    if is_file(robot):
        given = reading(source)
        given.pop("ignore", None)  # omitted parts are always listed
        found = da.diagnose(robot, **given)
    else:
        found = da.diagnose(robot_of(robot, source))
    surface = CommandLine()
    findings = [x.data(surface) for x in found.findings]
    data = {"subject": found.subject, "healthy": found.healthy, "findings": findings}
    console.result(json, data, found.text(surface))
    unread = any(isinstance(x, kinds.Rejected) and isinstance(x.cause, kinds.Unreadable) for x in found.errors)
    return 2 if unread else 1 if found.errors else 0


def gallery(
    robot: str | None = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the robots in the gallery, or show the references for the parameter values of one robot.

    Parameters
    ----------
    robot
        Gallery robot for which to show the references.
    """
    import dalembert as da
    from dalembert.typeset.label import columns

    names = [robot] if robot else list(da.gallery.names())
    robots = [robot_of(name) for name in names]
    rows = [
        {"name": x, "n": r.n, "symbols": len(r.parameters), "source": r.source.strip()}
        for x, r in zip(names, robots, strict=True)
    ]
    words = [getattr(da.gallery, name).__doc__.strip().splitlines()[0].partition(". ")[0] for name in names]
    cells = tuple((name, str(r.n), y) for name, r, y in zip(names, robots, words, strict=True))
    console.result(json, rows, str(rows[0]["source"]) if robot else columns(("robot", "n", "description"), cells))


_SUFFIXES = (".urdf", ".xml", ".mjcf", ".par", ".toml")


def convert(
    robot: Name,
    target: Path,
    /,
    *,
    force: bool = False,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Convert a robot to another file format.

    Parameters
    ----------
    target
        Output file with the suffix .urdf, .xml (MJCF), .par (SYMORO) or .toml.
    force
        Replace an existing file.
    """
    import dalembert as da
    from dalembert import atomic_file

    suffix_of(target, _SUFFIXES)
    atomic_file.target(target, overwrite=force)  # reject an invalid target before the robot is read
    path = da.export(robot_of(robot, source), target, overwrite=force)
    console.result(json, {"written": path}, "", path)
