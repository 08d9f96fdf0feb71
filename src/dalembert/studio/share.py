"""Interactive pages as single HTML files that can be opened from disk, without a server or a network connection."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import dalembert
from dalembert import finding
from dalembert.argument import FilePath, Packages, at_most, filled, instance, known
from dalembert.atomic_file import save, target
from dalembert.boundary import RobotLike, StateLike, as_robot
from dalembert.errors import shown
from dalembert.finding.finding import Argument, FileName, Pass
from dalembert.formats.visual import Visual
from dalembert.formats.visual import visuals as read_visuals
from dalembert.studio.page_options import Note, PageOptions
from dalembert.studio.payload import ALL, NOTHING, payload
from dalembert.typeset import interactive_page

_MOST = 40  # largest number of robots on a page


def share(
    robot: RobotLike | Sequence[RobotLike],
    path: FilePath,
    *,
    q: StateLike | None = None,
    values: Mapping[str, Any] | None = None,
    origin: str | Sequence[str] = (),
    title: str = "",
    page: PageOptions = ALL,
    notes: Sequence[Note | str] = (),
    visuals: FilePath | Sequence[FilePath | None] = (),
    packages: Packages | None = None,
) -> Path:
    """Write an interactive page of robots, with a 3D view, equations, torques, a simulation, derivations and a quiz.

    An existing file is replaced.

    Parameters
    ----------
    robot : Robot, str or path, or a sequence of these
        Robots, gallery names or robot files. Configurations, views and the run apply to the first robot.
    path : str or path
        HTML file to write.
    q : array (nq,) or mapping from joint names, optional
        Initial configuration of the first robot.
    values : mapping, optional
        Numbers for symbols. All other symbols are replaced with sample values.
    origin : str or sequence of str
        Line of Python code that creates each robot, shown on the page.
    title : str
        Title of the page. Default: the name of the first robot.
    page : PageOptions
        Options for the page: sections, views, layers, initial motion, recorded run and subtitle.
    notes : sequence of str
        Note displayed above each robot.
    visuals : path or sequence of paths
        URDF or MJCF file of each robot, or None if there is no file. Links are drawn with the meshes from the file,
        simplified to about 24 000 triangles.
    packages : mapping, optional
        Directories of ROS packages, for meshes given as ``package://NAME/…``.

    Returns
    -------
    pathlib.Path
        Path of the page.

    Examples
    --------
    >>> import dalembert as da
    >>> page = da.types.PageOptions(parts=["equations", "quiz"], views={"top": (80, 0)})
    >>> da.share("planar_2r", "planar_2r.html", title="Two links", page=page).name
    'planar_2r.html'
    """
    place = target(path, overwrite=True)
    files = [visuals] if isinstance(visuals, str | os.PathLike) else list(visuals)
    shapes = [() if x is None else shapes_of(x, packages) for x in files]
    made = html(robot, q=q, values=values, origin=origin, title=title, page=page, notes=notes, shapes=shapes)
    return save(place, made, overwrite=True)


def shapes_of(path: FilePath, packages: Packages | None = None) -> tuple[Visual, ...]:
    """Read the meshes and shapes from a robot file, or raise an error if it contains none."""
    found = read_visuals(path, packages)
    if not any(len(x.triangles) for x in found):
        raise finding.NoMeshes(FileName(os.fspath(path)), Pass(Argument("packages"))).error()
    return found


def html(
    robot: Any,
    *,
    q: StateLike | None = None,
    values: Mapping[str, Any] | None = None,
    origin: str | Sequence[str] = (),
    title: str = "",
    page: PageOptions = ALL,
    notes: Sequence[Note | str] = (),
    shapes: Sequence[tuple[Visual, ...]] = (),
) -> str:
    """Return the interactive page as a string."""
    page = instance(page, "page", PageOptions, "PageOptions")
    several = isinstance(robot, Sequence) and not isinstance(robot, str)
    robots = [as_robot(x) for x in filled(robot, "robot")] if several else [as_robot(robot)]
    at_most(len(robots), _MOST, "robots")
    lines = [origin] if isinstance(origin, str) else list(origin)
    text = [Note(words=x) if isinstance(x, str) else x for x in ([notes] if isinstance(notes, str) else notes)]
    for what, given in (("origin", lines), ("notes", text), ("visuals", shapes)):
        at_most(len(given), len(robots), "robots", what)
    lines += [f"robot = ...  # {shown(x.name)}" for x in robots[len(lines) :]]
    text += [NOTHING] * (len(robots) - len(text))
    for name in values or {}:
        known(name, dict.fromkeys(y for x in robots for y in x.parameters), "symbol", owner="page", argument="values")
    made = [
        payload(
            x,
            values={name: v for name, v in (values or {}).items() if name in x.parameters},
            origin=lines[k],
            q=None if k else q,
            choice=page.of_others if k else page,
            note=text[k],
            shapes=shapes[k] if k < len(shapes) else (),
        )
        for k, x in enumerate(robots)
    ]
    named = title or made[0]["title"]
    content = {"title": named, "subtitle": page.subtitle, "version": dalembert.__version__, "robots": made}
    return interactive_page.page(named, content, "share")
