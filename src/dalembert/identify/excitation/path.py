"""An exciting path: what to run on a robot so that its log shows the parameters."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.file import target, written
from dalembert.identify.excitation.bounds import Bounds
from dalembert.robot.model import Robot
from dalembert.trajectory.motion import Derivatives, Trajectory
from dalembert.typeset.card import Displayed

Array = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Excitation(Displayed):
    """A path and how well it shows the parameters; callable as a trajectory, `path(t)` → q, q̇, q̈.

    t, q, qd, qdd, tau  samples at `rate`; tau is what the model of the robot needs
    criterion           "condition" or "d", what was made small; `value` what it came to
    condition           of the regressor of base parameters and friction, scaled as the page says
    random              the condition of the random paths within the limits that the search began with
    parameters          names of what the path shows: base parameters, and friction of each joint
    limits              those kept; `used` the share of each that is used, on a grid twenty times finer than the search's
    notes               what was assumed, and what holds the path back
    """

    robot: Robot
    trajectory: Trajectory = field(repr=False)
    t: Array = field(repr=False)
    q: Array = field(repr=False)
    qd: Array = field(repr=False)
    qdd: Array = field(repr=False)
    tau: Array = field(repr=False)
    criterion: str
    value: float
    condition: float
    random: tuple[float, ...]
    parameters: tuple[str, ...] = field(repr=False)
    limits: Bounds = field(repr=False)
    used: Mapping[str, Array] = field(repr=False)
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        return self.trajectory.n

    @property
    def duration(self) -> float:
        return self.trajectory.duration

    def __call__(self, t: ArrayLike) -> Derivatives:
        return self.trajectory(t)

    def table(self) -> dict[str, Array]:
        """Columns by name: t, q.joint1 …, qd.joint1 …, qdd.…, tau.…"""
        columns = {"t": self.t}
        for name in ("q", "qd", "qdd", "tau"):
            for k, joint in enumerate(self.robot.coordinates):
                columns[f"{name}.{joint}"] = getattr(self, name)[:, k]
        return columns

    def to_csv(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Comma-separated, one row a sample, 17 digits."""
        chosen, columns = target(path, overwrite=overwrite), self.table()
        with written(chosen) as beside, beside.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerow(columns)
            np.savetxt(file, np.column_stack(list(columns.values())), delimiter=",", fmt="%.17g")
        return chosen

    def __str__(self) -> str:
        names = self.robot.coordinates
        rows = [
            f"exciting path of {self.robot.name}: {self.trajectory.kind}, {self.duration:g} s, {len(self.parameters)} parameters",
            f"condition {self.condition:.4g}; random paths within the limits: {', '.join(f'{x:.4g}' for x in self.random)}",
        ]
        for what, shares in self.used.items():
            if what != "distance" and np.max(shares) > 0:
                rows.append(f"{what}: " + ", ".join(f"{n} {x:.0%}" for n, x in zip(names, shares, strict=True)))
        return "\n".join([*rows, *self.notes])

    def plot(self, path: str | Path | None = None) -> Any:
        """A figure of q, q̇, q̈ and τ over time, with what each uses of its limit."""
        from dalembert.identify.excitation.plot import plot_path

        return plot_path(self, path)
