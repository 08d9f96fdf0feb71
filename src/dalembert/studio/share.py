"""`share`: robots in one HTML file that opens from disk, with no server, no network and no installation (`view.page`)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

import dalembert
from dalembert.errors import WrongValue, shown
from dalembert.file import save, target
from dalembert.robot.model import Robot
from dalembert.studio.payload import payload
from dalembert.view.page import page

_MOST = 40  # robots of one page


def share(
    robot: Robot | Sequence[Robot],
    path: str | os.PathLike[str],
    *,
    q: ArrayLike | None = None,
    values: Mapping[str, Any] | None = None,
    origin: str | Sequence[str] = (),
    title: str = "",
    subtitle: str = "",
    overwrite: bool = True,
) -> Path:
    """Write one HTML file with a robot, or several in order, alive: 3D, equations, torques, simulation, derivation, quiz.

    `q` is the posture that the first robot is shown in; `values` are numbers for symbols, sample ones stand for those left out; `origin` is the line of Python that makes
    each robot, shown as its code.
    """
    place = target(path, overwrite=overwrite)
    return save(
        place, html(robot, q=q, values=values, origin=origin, title=title, subtitle=subtitle), overwrite=overwrite
    )


def html(
    robot: Robot | Sequence[Robot],
    *,
    q: ArrayLike | None = None,
    values: Mapping[str, Any] | None = None,
    origin: str | Sequence[str] = (),
    title: str = "",
    subtitle: str = "",
) -> str:
    """The page as text."""
    robots = [robot] if isinstance(robot, Robot) else list(robot)
    if not robots or not all(isinstance(x, Robot) for x in robots):
        raise WrongValue(f"share needs a Robot, or a list of them, got {shown(robot)}")
    if len(robots) > _MOST:
        raise WrongValue(f"one page holds at most {_MOST} robots, got {len(robots)}")
    lines = [origin] if isinstance(origin, str) else list(origin)
    lines += [f"robot = ...  # {shown(x.name)}" for x in robots[len(lines) :]]
    known = set(values or {})
    made = [
        payload(
            x, values={k: v for k, v in (values or {}).items() if k in x.parameters}, origin=line, q=None if k else q
        )
        for k, (x, line) in enumerate(zip(robots, lines, strict=True))
    ]
    if unknown := known - {name for x in robots for name in x.parameters}:
        raise WrongValue(f"no robot of this page has a symbol '{shown(sorted(unknown)[0])}'")
    named = title or made[0]["title"]
    content = {"title": named, "subtitle": subtitle, "version": dalembert.__version__, "robots": made}
    return page(named, content, "share")
