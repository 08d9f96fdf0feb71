"""`share`: interactive robots in one HTML file that opens from disk, without a server or a network."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import dalembert
from dalembert.argument import filled, known
from dalembert.atomic_file import save, target
from dalembert.boundary import RobotLike, StateLike, as_robot
from dalembert.errors import shown
from dalembert.finding.argument import TooMany
from dalembert.finding.finding import Argument, FileName, Noun, Pass
from dalembert.finding.page import NoMeshes
from dalembert.formats.visual import Visual
from dalembert.formats.visual import visuals as read_visuals
from dalembert.simulation.run import Run
from dalembert.studio.lecture import Note
from dalembert.studio.page_options import PARTS, PageOptions
from dalembert.studio.payload import ALL, NOTHING, payload
from dalembert.typeset.interactive_page import page

_MOST = 40  # robots of one page


def share(
    robot: RobotLike | Sequence[RobotLike],
    path: str | os.PathLike[str],
    *,
    q: StateLike | None = None,
    values: Mapping[str, Any] | None = None,
    origin: str | Sequence[str] = (),
    title: str = "",
    subtitle: str = "",
    parts: Sequence[str] = PARTS,
    layers: Sequence[str] | None = None,
    views: Mapping[str, Any] | None = None,
    motion: Mapping[str, Any] | None = None,
    run: Run | None = None,
    notes: Sequence[Note | str] = (),
    visuals: str | os.PathLike[str] | Sequence[str | os.PathLike[str] | None] = (),
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    overwrite: bool = True,
) -> Path:
    """Write an interactive page with one or several robots: 3D view, equations, torques, simulation, derivation, quiz.

    Parameters
    ----------
    robot : Robot, str or path, or a sequence of these
        Configurations, views and the run belong to the first robot.
    path : str or path
        HTML file to write.
    q : array (nq,) or mapping from joint names, optional
        Initial configuration.
    values : mapping, optional
        Numbers for symbols; the other symbols get sample values.
    origin : str or sequence of str
        Line of Python that makes each robot, shown as its code.
    title, subtitle : str
    parts : sequence of str
        Sections: equations, efforts, kinematics, simulation, derivation, quiz, certificate, code.
    layers : sequence of str, optional
        Initial layers of the 3D view: centres, frames, inertia, ellipsoid.
    views : mapping, optional
        ``{"side": (elevation, azimuth)}`` in degrees, optionally with a zoom; or
        ``{"stretched": {"q": …, "camera": (10, 90), "layers": ["frames"]}}``.
    motion : mapping, optional
        Initial state of the simulation: `control` (none, hold, pd, pd_gravity or computed_torque), `goal` (q), `bandwidth`
        (rad/s), `qd` (rates), `duration` (s).
    run : Run, optional
        Result of `simulate`, to be played in the page.
    notes : sequence of str
        Text above each robot.
    visuals : path or sequence of paths
        URDF or MJCF file of each robot, or None. Links are drawn with its meshes, reduced to about 24 000 triangles.
    packages : mapping, optional
        Folders of ROS packages, for meshes given as ``package://NAME/…``.
    overwrite : bool
        Whether to replace an existing file.

    Returns
    -------
    pathlib.Path

    Examples
    --------
    >>> import dalembert as da
    >>> da.share("planar_2r", "/tmp/planar_2r.html", title="Two links").name
    'planar_2r.html'
    """
    place = target(path, overwrite=overwrite)
    choice = PageOptions(parts, layers, views, motion, run)
    files = [visuals] if isinstance(visuals, str | os.PathLike) else list(visuals)
    made = html(
        robot,
        q=q,
        values=values,
        origin=origin,
        title=title,
        subtitle=subtitle,
        choice=choice,
        notes=notes,
        shapes=[() if x is None else shapes_of(x, packages) for x in files],
    )
    return save(place, made, overwrite=overwrite)


def shapes_of(
    path: str | os.PathLike[str], packages: Mapping[str, str | os.PathLike[str]] | None = None
) -> tuple[Visual, ...]:
    """Return the shapes of a robot file; raise an error if there are none."""
    found = read_visuals(path, packages)
    if not any(len(x.triangles) for x in found):
        raise NoMeshes(FileName(os.fspath(path)), Pass(Argument("packages"))).error()
    return found


def html(
    robot: Any,
    *,
    q: StateLike | None = None,
    values: Mapping[str, Any] | None = None,
    origin: str | Sequence[str] = (),
    title: str = "",
    subtitle: str = "",
    choice: PageOptions = ALL,
    notes: Sequence[Note | str] = (),
    shapes: Sequence[tuple[Visual, ...]] = (),
) -> str:
    """Return the page as a string."""
    several = isinstance(robot, Sequence) and not isinstance(robot, str)
    robots = [as_robot(x) for x in filled(robot, "robot")] if several else [as_robot(robot)]
    if len(robots) > _MOST:
        raise TooMany(Noun("robots"), len(robots), _MOST).error()
    lines = [origin] if isinstance(origin, str) else list(origin)
    said = [Note(words=x) if isinstance(x, str) else x for x in ([notes] if isinstance(notes, str) else notes)]
    for what, given in (("origin", lines), ("notes", said), ("visuals", shapes)):
        if len(given) > len(robots):
            raise TooMany(Noun("robots"), len(given), len(robots), Argument(what)).error()
    lines += [f"robot = ...  # {shown(x.name)}" for x in robots[len(lines) :]]
    said += [NOTHING] * (len(robots) - len(said))
    for name in values or {}:
        known(name, dict.fromkeys(y for x in robots for y in x.parameters), "symbol", owner="page", argument="values")
    made = [
        payload(
            x,
            values={name: v for name, v in (values or {}).items() if name in x.parameters},
            origin=lines[k],
            q=None if k else q,
            choice=choice.of_others if k else choice,
            note=said[k],
            shapes=shapes[k] if k < len(shapes) else (),
        )
        for k, x in enumerate(robots)
    ]
    named = title or made[0]["title"]
    content = {"title": named, "subtitle": subtitle, "version": dalembert.__version__, "robots": made}
    return page(named, content, "share")
