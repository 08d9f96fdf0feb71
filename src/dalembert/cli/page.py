"""The command that makes a page to send to a class: share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dalembert.cli import show
from dalembert.cli.option import (
    DEFAULT,
    Json,
    Output,
    Source,
    WrongUsage,
    is_file,
    origin_of,
    place,
    robot_of,
    values_of,
)

_LECTURE = ("pendulum", "pr", "planar_2r", "rp", "planar_rpr", "planar_3r", "spatial_3r", "four_bar")


def share(
    robots: Annotated[tuple[str, ...], Parameter(help="Robot files or gallery names, in the order of the page.")] = (),
    /,
    *,
    output: Output = None,
    title: Annotated[str, Parameter(help="What the page is called; the first robot's name unless told.")] = "",
    subtitle: Annotated[str, Parameter(help="A few words after the title.")] = "",
    lecture: Annotated[
        bool, Parameter(negative=(), help="The robots of the lectures, in their order, after those that are named.")
    ] = False,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """One HTML file with robots that are alive: it opens from disk, with no server, no network and no installation."""
    from dalembert.studio.share import share as write

    names = (*robots, *(x for x in _LECTURE if lecture and x not in robots))
    if not names:
        raise WrongUsage("name at least one robot, or ask for --lecture")
    target = output or Path("lecture.html" if lecture and not robots else f"{Path(names[0]).stem}.html")
    place(target, (".html",), names[0])
    found = [robot_of(x, source, bound=False) for x in names]
    lines = [_line(x, source) for x in names]
    words = title or ("Robot dynamics" if lecture else "")
    with show.working(f"writing {target}"):
        path = write(found, target, values=values_of(source), origin=lines, title=words, subtitle=subtitle)
    if json:
        show.as_json({"written": str(path), "robots": list(names), "bytes": path.stat().st_size})
    else:
        show.written(path)


def _line(name: str, source: Source) -> str:
    """The line that makes a robot; of a file its name alone, as folders are nobody else's business."""
    line = origin_of(name, source)
    return line.replace(repr(str(Path(name).resolve())), repr(Path(name).name)) if is_file(name) else line
