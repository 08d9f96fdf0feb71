"""What a viewer shows: a robot's shape, and the poses of its bodies at one or more configurations, as plain numbers.

A scene shows itself in a notebook and writes itself as one HTML file; neither asks a network for anything.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import WrongSize, WrongValue, shown
from dalembert.file import save
from dalembert.graph import evaluate
from dalembert.kinematics.skeleton import sample_lengths
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.typeset.live import page
from dalembert.view.shape import shape, traced_poses

Array = NDArray[Any]
_MOST = 400  # pictures of a film
_ANY = 0.5  # of a symbol that is no length: it changes nothing that is seen


@dataclass(frozen=True, eq=False)
class Scene:
    """A robot ready to be drawn: `data` is what `web/notebook.ts` of the studio documents."""

    data: dict[str, Any]

    @property
    def json(self) -> str:
        return json.dumps(self.data, separators=(",", ":"))

    def html(self) -> str:
        """A page of its own that opens from disk."""
        return page(self.data["shape"]["title"], self.data, "film")

    def save_html(self, path: str | os.PathLike[str]) -> Path:
        """Write the page."""
        return save(path, self.html(), overwrite=True)

    def _repr_html_(self) -> str:
        """The page inside a frame, for notebooks without the widget."""
        frame = 'style="width:100%;height:500px;border:0" sandbox="allow-scripts"'
        return f'<iframe {frame} srcdoc="{escape(self.html(), quote=True)}"></iframe>'


def scene(robot: Robot, q: ArrayLike | None = None, *, frame: str | None = None, period: float = 0.04) -> Scene:
    """A robot at q `(nq,)`, or a film of configurations `(T, nq)`, `period` seconds apart; `frame` is marked as its tool.

    Without q it stands in a bent posture; lengths that are symbols get sample values.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"a scene needs a Robot first, got {type(robot).__name__}")
    given = None if q is None else _states(robot, q)
    bound = robot.bind(**{**dict.fromkeys(robot.parameters, _ANY), **sample_lengths(robot)})
    drawn, standing = shape(bound)
    symbols, count, entries = traced_poses(tree(bound), frame)
    states = standing.home[None] if given is None else given
    values = {x.value: states[:, k] for k, x in enumerate(symbols)}
    columns = [np.broadcast_to(x, len(states)) for x in evaluate(entries, values, functions=np)]
    poses = np.round(np.stack(columns, axis=-1).reshape(len(states), 12 * count).astype(float), 6)
    return Scene({"shape": drawn, "poses": poses.tolist(), "period": period})


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


def _states(robot: Robot, q: ArrayLike) -> Array:
    """Configurations `(T, nq)`."""
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
    return given.reshape(-1, robot.nq)
