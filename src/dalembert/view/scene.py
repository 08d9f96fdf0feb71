"""What a viewer shows: the links, joints and frames of a robot at one or more configurations, as plain numbers.

A scene shows itself in a notebook and writes itself as one HTML file; neither asks a network for anything.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import WrongSize, WrongValue, shown
from dalembert.file import save
from dalembert.kinematics.schematic import Schematic, schematic
from dalembert.robot.model import Robot

Array = NDArray[Any]
_MOST = 400  # frames of a film


@dataclass(frozen=True, eq=False)
class Scene:
    """Geometry of a robot, ready to be drawn: `data` is what viewer.js documents."""

    data: dict[str, Any]

    @property
    def json(self) -> str:
        return json.dumps(self.data, separators=(",", ":"))

    def html(self) -> str:
        """A page of its own that opens from disk."""
        title = escape(shown(self.data["title"], 200))
        numbers = self.json.replace("<", "\\u003c")  # no name can end the script
        return (
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n<link rel="icon" href="data:,"></head>\n'
            f'<body><main id="robot"></main>\n<script type="module">\n{viewer()}\n'
            f'mount(document.getElementById("robot"), {numbers});\n</script></body></html>\n'
        )

    def save_html(self, path: str | os.PathLike[str]) -> Path:
        """Write the page."""
        return save(path, self.html(), overwrite=True)

    def _repr_html_(self) -> str:
        """The page inside a frame, for notebooks without the widget."""
        frame = 'style="width:100%;height:500px;border:0" sandbox="allow-scripts"'
        return f'<iframe {frame} srcdoc="{escape(self.html(), quote=True)}"></iframe>'


_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"


@cache
def viewer() -> str:
    """The viewer's source."""
    return (files("dalembert.view") / "viewer.js").read_text(encoding="utf-8")


def scene(robot: Robot, q: ArrayLike | None = None, *, frame: str | None = None, period: float = 0.04) -> Scene:
    """A robot at q `(nq,)`, or a film of configurations `(T, nq)`, `period` seconds apart.

    Without q it stands in a bent posture; lengths that are symbols get sample values.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"a scene needs a Robot first, got {type(robot).__name__}")
    states = _states(robot, q)
    drawn = [schematic(robot, x, frame) for x in states]
    points = np.concatenate([_points(x) for x in drawn])
    low, high = points.min(axis=0), points.max(axis=0)
    size = float(max((high - low).max(), max(x.size for x in drawn)))
    frames = [_frame(x) for x in drawn]
    centre = [round(float(x), 4) for x in (low + high) / 2]
    return Scene({"title": robot.name, "size": size, "centre": centre, "period": period, "frames": frames})


def animate(run: Any, *, robot: Robot | None = None, speed: float = 1.0, frame: str | None = None) -> Scene:
    """The film of a simulated run, in its own time times `speed`."""
    owner = robot or run.robot
    if owner is None:
        raise WrongValue("this run does not know its robot; give it with animate(run, robot=…)")
    if run.q.ndim != 2:
        raise WrongValue(f"one trajectory is shown at a time; this run has {run.q.shape[:-2]}: take one with run[i]")
    if not speed > 0:
        raise WrongValue(f"speed is {speed}; it must be positive")
    count = int(min(_MOST, max(2, 25 * run.t[-1] / speed)))
    rows = np.unique(np.linspace(0, len(run.t) - 1, count).round().astype(int))
    period = float(run.t[-1] - run.t[0]) / speed / max(1, len(rows) - 1)
    return scene(owner, run.q[rows], frame=frame, period=period)


def _states(robot: Robot, q: ArrayLike | None) -> Sequence[Array | None]:
    if q is None:
        return [None]
    try:
        given = np.asarray(q, dtype=float)
    except (TypeError, ValueError):
        raise WrongValue(f"q must be numbers, got {shown(q)}") from None
    if given.shape[-1:] != (robot.nq,) or given.ndim not in (1, 2):
        raise WrongSize(
            f"q has shape {given.shape}; robot '{robot.name}' needs ({robot.nq},), or (T, {robot.nq}) for a film"
        )
    if not np.isfinite(given).all():
        raise WrongValue("q holds a number that is not finite")
    if len(given.reshape(-1, robot.nq)) > _MOST:
        raise WrongValue(f"a film has at most {_MOST} pictures, got {len(given)}; take every few rows")
    return list(given.reshape(-1, robot.nq))


def _points(what: Schematic) -> Array:
    pieces = [x for p in what.pieces for x in (p.start, p.joint, p.end)]
    return np.array([*pieces, *(end for _, end, _ in what.tips), what.tool[:3, 3], np.zeros(3)])


def _frame(what: Schematic) -> dict[str, Any]:
    """The numbers of one picture, rounded to a tenth of a millimetre."""
    links = [(a, b) for p in what.pieces for a, b in ((p.start, p.joint), (p.joint, p.end))]
    links += [(a, b) for a, b, _ in what.tips]
    kept = [np.concatenate(x) for x in links if np.linalg.norm(x[1] - x[0]) > 1e-6 * what.size]
    joints = [
        [*np.round((p.joint + p.end) / 2, 4).tolist(), *np.round(p.axis, 4).tolist(), int(p.prismatic)]
        for p in what.pieces
    ]
    triads = [np.concatenate([T[:3, 3], T[:3, :3].ravel()]) for T in (np.eye(4), what.tool)]
    return {
        "links": [np.round(x, 4).tolist() for x in kept],
        "joints": joints,
        "triads": [np.round(x, 4).tolist() for x in triads],
    }
