"""Pages that are alive: the studio, and one to send to a class."""

from __future__ import annotations

import sys
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
from dalembert.errors import BadFile, shown

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


def studio(
    robot: Annotated[
        str | None, Parameter(help="A robot file or a gallery name; the lecture's 2R unless told.")
    ] = None,
    /,
    *,
    host: Annotated[str, Parameter(help="The address to listen on; this machine alone unless told.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="A free one unless told.")] = 0,
    browser: Annotated[bool, Parameter(help="Open the page in a browser.")] = True,
    json: Json = False,
) -> None:
    """Open the studio: a local page where equation, joint, plot and code are one thing."""
    from dalembert.studio.server import serve

    def ready(address: str) -> None:
        if json:
            show.as_json({"address": address})
        else:
            show.data(address)
        sys.stdout.flush()  # whoever started it through a pipe reads the address now
        show.talk("The studio is at this address, for this machine alone; Ctrl-C ends it.")
        if browser:
            import webbrowser

            webbrowser.open(address)

    serve(_first(robot), host=host, port=port, ready=ready)


def _first(robot: str | None) -> dict[str, str]:
    """What the first tab opens."""
    if robot is None:
        return {}
    if is_file(robot):
        path = Path(robot).resolve()
        if not path.is_file():
            raise BadFile(f"there is no file '{shown(robot)}'")
        return {"path_here": str(path)}
    robot_of(robot)
    return {"name": robot}


def _line(name: str, source: Source) -> str:
    """The line that makes a robot; of a file its name alone, as folders are nobody else's business."""
    line = origin_of(name, source)
    return line.replace(repr(str(Path(name).resolve())), repr(Path(name).name)) if is_file(name) else line
