"""Pages that are alive: the studio, and one to send to a class."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from dalembert.cli import console
from dalembert.cli.option import (
    DEFAULT,
    Json,
    Numbers,
    Output,
    RobotOptions,
    is_file,
    numbers,
    origin_of,
    pair,
    place,
    reading,
    robot_of,
    values_of,
)
from dalembert.finding.argument import OneRequired, Unreadable
from dalembert.finding.finding import Argument, FileName, Identifier, Noun
from dalembert.finding.page import FilesOnly

Listed = tuple[str, ...]


@Parameter(name="*")
@dataclass(frozen=True)
class Shown:
    """What the page shows."""

    part: Annotated[
        Listed,
        Parameter(
            negative=(),
            help="Only these parts: equations, efforts, kinematics, simulation, derivation, quiz, certificate, code.",
        ),
    ] = ()
    without: Annotated[Listed, Parameter(negative=(), help="All parts but these.")] = ()
    layer: Annotated[
        Listed, Parameter(negative=(), help="What the picture shows at first: centres, frames, inertia, ellipsoid.")
    ] = ()
    view: Annotated[
        Listed,
        Parameter(
            negative=(), help="A view to choose: name=elevation,azimuth in degrees, perhaps ,zoom. May be repeated."
        ),
    ] = ()
    q: Annotated[Numbers, Parameter(help="The posture of the first robot.")] = None
    qd: Annotated[Numbers, Parameter(help="Rates that its simulation starts with.")] = None
    control: Annotated[
        str, Parameter(help="Who has the motors in a simulation: none, hold, pd, pd_gravity, computed_torque.")
    ] = "none"
    goal: Annotated[Numbers, Parameter(help="The posture that a controller goes to.")] = None
    bandwidth: Annotated[float | None, Parameter(help="Of a controller, rad/s.")] = None
    duration: Annotated[float | None, Parameter(help="Seconds of a simulation.")] = None
    run: Annotated[Path | None, Parameter(help="A simulation to play, .npz as `dalembert simulate -o` writes it.")] = (
        None
    )
    meshes: Annotated[
        bool,
        Parameter(negative=(), help="Draw files with the shapes and meshes they name, about 24 000 triangles each."),
    ] = False
    note: Annotated[
        Listed, Parameter(negative=(), help="What is said above each robot, in order. May be repeated.")
    ] = ()

    def told(self) -> dict[str, Any]:
        """As the library takes it."""
        from dalembert.studio.page_options import PARTS, chosen

        parts = [
            x
            for x in chosen(_split(self.part) or PARTS, PARTS, "part")
            if x not in chosen(_split(self.without), PARTS, "part")
        ]
        motion: dict[str, Any] = {"control": self.control}
        motion |= {k: numbers(x, k) for k, x in (("goal", self.goal), ("qd", self.qd)) if x is not None}
        motion |= {k: x for k, x in (("bandwidth", self.bandwidth), ("duration", self.duration)) if x is not None}
        views = {name: numbers(x, "view") for name, x in (pair(y, "view") for y in self.view)}
        found: dict[str, Any] = {"parts": parts, "views": views or None, "motion": motion}
        found |= {"layers": _split(self.layer)} if self.layer else {}
        found |= {"q": numbers(self.q, "q")} if self.q is not None else {}
        if self.run is not None:
            from dalembert.simulation.run import Run

            found["run"] = Run.from_npz(self.run)
        return found


ALL = Shown()


def share(
    robots: Annotated[Listed, Parameter(help="Robot files or gallery names, in the order of the page.")] = (),
    /,
    *,
    output: Output = None,
    title: Annotated[str, Parameter(help="What the page is called; the first robot's name unless told.")] = "",
    subtitle: Annotated[str, Parameter(help="A few words after the title.")] = "",
    lecture: Annotated[
        bool, Parameter(negative=(), help="The robots of the lectures, in their order, after those that are named.")
    ] = False,
    json: Json = False,
    content: Shown = ALL,
    source: RobotOptions = DEFAULT,
) -> None:
    """One HTML file with robots that are alive: it opens from disk, with no server, no network and no installation."""
    from dalembert.studio.lecture import LECTURE
    from dalembert.studio.share import share as write

    names = (*robots, *(x for x in LECTURE if lecture and x not in robots))
    if not names:
        raise OneRequired((Argument("robots"), Argument("lecture"))).error()
    target = output or Path("lecture.html" if lecture and not robots else f"{Path(names[0]).stem}.html")
    place(target, (".html",), names[0])
    told = content.told()
    found = [robot_of(x, source, bound=False) for x in names]
    lines = [_line(x, source) for x in names]
    words = title or ("Robot dynamics" if lecture else "")
    notes = [*content.note, *(LECTURE.get(x, "") if lecture else "" for x in names[len(content.note) :])]
    if content.meshes:
        files = [x if is_file(x) else None for x in names]
        if not any(files):
            raise FilesOnly(Argument("meshes"), Identifier(names[0])).error()
        told |= {"visuals": files, "packages": reading(source).get("packages")}
    with console.working(f"writing {target}"):
        path = write(
            found, target, values=values_of(source), origin=lines, title=words, subtitle=subtitle, notes=notes, **told
        )
    if json:
        console.as_json({"written": str(path), "robots": list(names), "bytes": path.stat().st_size})
    else:
        console.written(path)
        if content.meshes:
            console.talk(f"{path.stat().st_size / 1000:.0f} kB, meshes included")


def _split(given: Listed) -> list[str]:
    return [y for x in given for y in x.replace(",", " ").split()]


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
    from dalembert.studio.request import QUICK
    from dalembert.studio.worker import Worker

    quick = Worker(QUICK)
    quick.start()  # it imports what it answers with while this process imports the server

    def ready(address: str) -> None:
        if json:
            console.as_json({"address": address})
        else:
            console.data(address)
        sys.stdout.flush()  # whoever started it through a pipe reads the address now
        console.talk("The studio is at this address, for this machine alone; Ctrl-C ends it.")
        if browser:
            import webbrowser

            webbrowser.open(address)

    try:
        from dalembert.studio.server import serve

        serve(_first(robot), host=host, port=port, quick=quick, ready=ready)
    finally:
        quick.close()


def _first(robot: str | None) -> dict[str, str]:
    """What the first tab opens."""
    if robot is None:
        return {}
    if is_file(robot):
        path = Path(robot).resolve()
        if not path.is_file():
            raise Unreadable(FileName(robot), Noun("missing file")).error()
        return {"path_here": str(path)}
    from dalembert.robot import gallery

    if robot not in gallery.names():
        robot_of(robot)  # which says what there is
    return {"name": robot}


def _line(name: str, source: RobotOptions) -> str:
    """The line that makes a robot; of a file its name alone, as folders are nobody else's business."""
    line = origin_of(name, source)
    return line.replace(repr(str(Path(name).resolve())), repr(Path(name).name)) if is_file(name) else line
