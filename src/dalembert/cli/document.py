"""Commands `report`, `view` and `demo` for documents and pictures, `studio` and `share` for interactive pages."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from dalembert import finding as kinds
from dalembert.cli import console
from dalembert.cli.option import (
    DEFAULT,
    NEUTRAL,
    PLAIN,
    Json,
    Listed,
    Method,
    Name,
    Numbers,
    Output,
    Posture,
    RobotOptions,
    State,
    Typeset,
    files_only,
    is_file,
    numbers,
    origin_of,
    pairs,
    place,
    positive,
    reading,
    robot_of,
    suffix_of,
    values_of,
)
from dalembert.finding.finding import Argument, Function
from dalembert.progress import working

if TYPE_CHECKING:
    from dalembert.robot.model import Robot
    from dalembert.studio.page_options import PageOptions

_REPORTS = (".pdf", ".html", ".tex", ".md", ".ipynb")


def report(
    robot: Name,
    /,
    *,
    output: Output = None,
    method: Method = "lagrange",
    time: Annotated[float | None, Parameter(name=["--time", "-t"])] = None,
    look: Typeset = PLAIN,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Write a report on a robot with its equations, proofs, torques and a simulation.

    The values given by --set are used for the torques and the simulation. Equations remain symbolic.

    Parameters
    ----------
    method
        Method of derivation.
    time
        Duration of the simulation in seconds.
    """
    from dalembert.document.report import report as write

    target = output or Path(f"{Path(robot).stem}.pdf")
    suffix_of(target, _REPORTS)
    positive(time, "time")
    if look.fragment:
        raise kinds.NotAccepted(Function("report"), Argument("fragment")).error()
    found = robot_of(robot, source, bound=False)
    origin = origin_of(robot, source)
    how: dict[str, Any] = {"method": method, "values": values_of(source), "origin": origin, "duration": time}
    beside = target.with_name(f"{target.stem}-equations.txt")  # contains expressions that are too long for a page
    before = _changed(beside)
    path = write(found, target, width=look.width, **how, **look.style)
    console.result(json, {"written": path}, "", path, *([beside] if _changed(beside) != before else []))


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0


def view(
    robot: Name,
    /,
    *,
    posture: Posture = NEUTRAL,
    output: Output = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Draw a robot to a .svg, .png or .pdf file, or as a 3D view in an .html file.

    Parameters
    ----------
    q
        Configuration in rad and m, such as 0.1,-1.2,0. Default: a configuration with bent joints.
    """
    target = output or Path(f"{Path(robot).stem}.html")
    suffix = place(target, (".html", ".svg", ".png", ".pdf"), robot)
    found = robot_of(robot, source)
    q = None if posture.q is None else posture.configuration(found, posture.q)
    if suffix == ".html":
        from dalembert.view.scene import make_scene

        make_scene(found, q).save_html(target)
    else:
        from dalembert.view.draw import draw

        draw(found, q).save(target, dpi=160)
    console.result(json, {"written": target}, "", target)


def demo() -> None:
    """Demonstrate the main functions on a robot file and a symbolic robot."""
    from dalembert.cli.benchmark import main

    main()


@Parameter(name="*")
@dataclass(frozen=True)
class PageContent(State):
    """Contents of the page.

    Parameters
    ----------
    part
        Sections to show: equations, efforts, kinematics, simulation, derivation, quiz, certificate, code.
    without
        Sections to omit.
    layer
        Layers shown initially in the 3D view: centres, frames, inertia, ellipsoid.
    view
        View of the robot: name=elevation,azimuth in degrees, optionally with a zoom factor. You can repeat this option.
    control
        Controller of the simulation: none, hold, pd, pd_gravity, computed_torque.
    goal
        Goal configuration of the controller.
    bandwidth
        Bandwidth of the controller in rad/s.
    duration
        Duration of the simulation in seconds.
    run
        Simulation to play, written by `dalembert simulate -o run.npz`.
    meshes
        Draw robots with the meshes from their files, simplified to about 24 000 triangles per robot.
    note
        Note to show above the robot. Repeat this option to add notes for further robots.
    """

    part: Listed = ()
    without: Listed = ()
    layer: Listed = ()
    view: Listed = ()
    control: str = "none"
    goal: Numbers = None
    bandwidth: float | None = None
    duration: float | None = None
    run: Path | None = None
    meshes: bool = False
    note: Listed = ()

    def options(self, subtitle: str, robot: Robot) -> PageOptions:
        """Return the page options for `share`. The goal and the velocities apply only to the first robot."""
        from dalembert.simulation.run import Run
        from dalembert.studio.page_options import PARTS, PageOptions, chosen

        without = chosen(_split(self.without), PARTS, "part")
        parts = [x for x in chosen(_split(self.part) or PARTS, PARTS, "part") if x not in without]
        motion: dict[str, Any] = {"control": self.control}
        if self.goal is not None:
            motion["goal"] = self.configuration(robot, self.goal, "goal")
        if self.qd is not None:
            motion["qd"] = self.rates(robot, self.qd, "qd")
        motion |= {k: x for k, x in (("bandwidth", self.bandwidth), ("duration", self.duration)) if x is not None}
        views = {name: numbers(x, "view") for name, x in pairs(self.view, "view").items()}
        run = None if self.run is None else Run.from_npz(self.run)
        return PageOptions(parts, _split(self.layer) or None, views or None, motion, run, subtitle)


ALL = PageContent()


def share(
    robots: Listed = (),
    /,
    *,
    output: Output = None,
    title: str = "",
    subtitle: str = "",
    lecture: bool = False,
    json: Json = False,
    content: PageContent = ALL,
    source: RobotOptions = DEFAULT,
) -> None:
    """Write one or more robots to an interactive HTML file that works offline, without a server.

    Parameters
    ----------
    robots
        Robot files or gallery names, in the order in which they appear on the page.
    title
        Title of the page. Default: the name of the first robot.
    subtitle
        Text below the title.
    lecture
        Append the gallery robots used in the lectures.
    """
    from dalembert.studio.page_options import lecture as lecture_notes
    from dalembert.studio.share import share as write

    text = lecture_notes() if lecture else {}
    names = (*robots, *(x for x in text if x not in robots))
    if not names:
        raise kinds.OneRequired((Argument("robots"), Argument("lecture"))).error()
    target = output or Path("lecture.html" if lecture and not robots else f"{Path(names[0]).stem}.html")
    place(target, (".html",), names[0])
    found = [robot_of(x, source, bound=False) for x in names]
    page = content.options(subtitle, found[0])
    q = None if content.q is None else content.configuration(found[0], content.q)
    lines = [origin_of(x, source, folder=False) for x in names]  # folders are private
    words = title or ("Robot dynamics" if lecture else "")
    notes = [*content.note, *(text.get(x, "") for x in names[len(content.note) :])]
    files = [x if content.meshes and is_file(x) else None for x in names]
    files_only(names[0], meshes=content.meshes and not any(files))
    with working(f"writing {target}"):
        path = write(
            found,
            target,
            q=q,
            values=values_of(source),
            origin=lines,
            title=words,
            page=page,
            notes=notes,
            visuals=files,
            packages=reading(source).get("packages"),
        )
    console.result(json, {"written": path, "robots": names, "bytes": path.stat().st_size}, "", path)
    if content.meshes and not json:
        console.talk(f"{path.stat().st_size / 1000:.0f} kB, meshes included")


def _split(given: Listed) -> list[str]:
    return [y for x in given for y in x.replace(",", " ").split()]


def studio(
    robot: str | None = None,
    /,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    browser: Annotated[bool, Parameter(negative="--no-browser")] = True,
    json: Json = False,
) -> None:
    """Open the studio, a local web page with equations, a 3D view, plots and code.

    Parameters
    ----------
    robot
        Robot file or gallery name. Default: planar_2r.
    host
        IP address to listen on. By default, only this machine can connect.
    port
        Port to listen on. If 0, the studio selects a free port.
    browser
        Open the page in the web browser.
    """
    from dalembert.studio.request import QUICK
    from dalembert.studio.worker import Worker

    quick = Worker(QUICK)
    quick.start()  # the worker imports its modules while this process imports the server

    def ready(address: str) -> None:
        console.result(json, {"address": address}, address)
        sys.stdout.flush()  # programs that read the address through a pipe receive it immediately
        console.talk("The studio accepts connections at this address from this computer only. Press Ctrl+C to stop it.")
        if browser:
            import webbrowser

            webbrowser.open(address)

    try:
        from dalembert.studio.server import serve

        serve(_first(robot), host=host, port=port, quick=quick, ready=ready)
    finally:
        quick.close()


def _first(robot: str | None) -> dict[str, str]:
    """Return the robot to open in the first tab."""
    if robot is None:
        return {}
    if not Path(robot).is_file():
        robot_of(robot)  # raises an error that lists the robots
        return {"name": robot}
    return {"path_here": str(Path(robot).resolve())}
