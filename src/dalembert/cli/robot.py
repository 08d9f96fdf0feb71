"""Commands about robot models: info, doctor, gallery, convert."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dalembert.cli import console
from dalembert.cli.console import CommandLine
from dalembert.cli.option import DEFAULT, Json, Name, RobotOptions, is_file, reading, robot_of, suffix_of


def info(robot: Name, /, *, json: Json = False, source: RobotOptions = DEFAULT) -> None:
    """List joints, links, masses, symbols and warnings of a robot."""
    from dalembert.robot.model import robot_data, table_text

    found = robot_of(robot, source)
    if json:
        console.as_json(robot_data(found))
        return
    console.data(table_text(replace(found, warnings=())))
    for warning in found.warnings:
        console.talk(f"warning: {console.words(warning)}")


def doctor(robot: Name, /, *, json: Json = False, source: RobotOptions = DEFAULT) -> int:
    """List problems of a robot, with line, reason and fix. Exit code 1 on errors."""
    import dalembert as da
    from dalembert.finding.model import subject

    if is_file(robot):
        given = reading(source)
        given.pop("ignore", None)  # omitted parts are listed all the same
        found = da.diagnose(robot, **given)
    else:
        found = da.diagnose(robot_of(robot, source))
    surface = CommandLine()
    findings = [
        {
            "level": f.level,
            "what": f.wording(surface),
            "line": f.line,
            "link": subject(f, "link") or "",
            "joint": subject(f, "joint") or "",
            "why": f.why,
            "fix": "" if f.remedy is None else surface.remedy(f.remedy),
        }
        for f in found.findings
    ]
    data = {"subject": found.subject, "healthy": found.healthy, "findings": findings}
    console.result(json, data, found.text(surface))
    return 1 if found.errors else 0


def gallery(
    robot: str | None = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the gallery robots, or the sources of the numbers of one.

    Parameters
    ----------
    robot
        Show the sources of this robot's numbers.
    """
    import dalembert as da

    names = [robot] if robot else list(da.gallery.names())
    robots = [robot_of(name) for name in names]
    rows = [
        {"name": x, "n": r.n, "symbols": len(r.parameters), "source": r.source.strip()}
        for x, r in zip(names, robots, strict=True)
    ]
    words = [getattr(da.gallery, name).__doc__.strip().splitlines()[0] for name in names]
    wide = max(map(len, names))
    lines = [
        f"{x['name']!s:{wide}} {x['n']:>3} coordinate{'s' * (x['n'] != 1):1}  {y}"
        for x, y in zip(rows, words, strict=True)
    ]
    console.result(json, rows, str(rows[0]["source"]) if robot else "\n".join(lines))


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
    """Convert a robot to another format.

    Parameters
    ----------
    target
        Output file: .urdf, .xml (MJCF), .par (SYMORO) or .toml.
    force
        Replace an existing file.
    """
    import dalembert as da
    from dalembert import atomic_file

    suffix_of(target, _SUFFIXES)
    atomic_file.target(target, overwrite=force)  # tried before the robot is read
    path = da.export(robot_of(robot, source), target, overwrite=force)
    console.result(json, {"written": str(path)}, "", path)
