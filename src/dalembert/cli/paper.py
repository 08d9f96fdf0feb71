"""Commands that make something to keep: report, view, demo, cite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from dalembert.cli import show
from dalembert.cli.equation import Road
from dalembert.cli.option import (
    DEFAULT,
    PLAIN,
    Json,
    Name,
    Numbers,
    Output,
    Source,
    Typeset,
    WrongUsage,
    configuration,
    origin_of,
    place,
    positive,
    robot_of,
    suffix_of,
    values_of,
)

_YEAR = "2026"  # of this version
_FORMATS = (".pdf", ".html", ".tex", ".md", ".typ", ".txt", ".ipynb")


def report(
    robot: Name,
    /,
    *,
    output: Output = None,
    method: Annotated[Road, Parameter(help="The road of the derivation.")] = "lagrange",
    time: Annotated[float | None, Parameter(name=["--time", "-t"], help="Seconds to simulate.")] = None,
    look: Typeset = PLAIN,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """Everything about a robot in one document. Values given with --set are used for its numbers; equations keep symbols."""
    from dalembert.report import report as write

    target = output or Path(f"{Path(robot).stem}.pdf")
    suffix_of(target, _FORMATS)
    positive(1.0 if time is None else time, "--time")
    if look.fragment:
        raise WrongUsage("a report is a whole document; --fragment is for equations and derive")
    found = robot_of(robot, source, bound=False)
    origin = origin_of(robot, source)
    how: dict[str, Any] = {"method": method, "values": values_of(source), "origin": origin, "duration": time}
    beside = target.with_name(f"{target.stem}-equations.txt")  # what is too long for a page
    before = _changed(beside)
    path = write(found, target, width=look.width, **how, **look.style)
    if json:
        show.as_json({"written": str(path)})
        return
    show.written(path)
    if _changed(beside) != before:
        show.written(beside)


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0


def view(
    robot: Name,
    /,
    *,
    q: Numbers = None,
    output: Output = None,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """A picture of a robot: .svg, .png, .pdf, or .html to turn with the mouse."""
    target = output or Path(f"{Path(robot).stem}.html")
    suffix = place(target, (".html", ".svg", ".png", ".pdf"), robot)
    found = robot_of(robot, source)
    posture = None if q is None else configuration(found, q)
    if suffix == ".html":
        from dalembert.view import scene

        scene(found, posture).save_html(target)
    else:
        from dalembert.report.document import Picture
        from dalembert.report.plot import robot_picture
        from dalembert.report.write import save

        save(target, Picture("robot", lambda: robot_picture(found, posture)).bytes(suffix[1:]))
    if json:
        show.as_json({"written": str(target)})
    else:
        show.written(target)


def demo() -> None:
    """The main job, end to end, on a robot file and on a robot of symbols."""
    from dalembert.demo import main

    main()


def cite(*, json: Json = False) -> None:
    """How to cite this software, as BibTeX: authors, title, version and year, as CITATION.cff has them."""
    import dalembert as da

    entry = {
        "author": "The dalembert developers",
        "title": "dalembert: the dynamics of robots, derived, readable, proved and checked",
        "version": da.__version__,
        "year": _YEAR,
        "license": "BSD-3-Clause",
    }
    if json:
        show.as_json(entry)
        return
    braced = {**entry, "author": f"{{{entry['author']}}}"}  # one name, not a first and a last one
    fields = "".join(f"  {name:8}= {{{said}}},\n" for name, said in braced.items())
    show.data(f"@software{{dalembert{_YEAR},\n{fields}}}")
