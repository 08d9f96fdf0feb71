"""Plots of a run: motion, efforts and energies. Each axis label shows its unit. If the curves have different units, the
legend also shows the units.

turn   rad   rad/s   rad/s²   N m          slide   m   m/s   m/s²   N          ball   a quaternion, then as a turn
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.argument import single
from dalembert.drawing import chart
from dalembert.robot.model import Robot
from dalembert.trajectory.joint_space import limits_of
from dalembert.typeset.label import label
from dalembert.typeset.number import general
from dalembert.typeset.palette import INK, JOINTS, KINDS, QUIET

_QUANTITIES = {"q": "position", "qd": "velocity", "tau": "effort"}
_PER = {"q": "", "qd": "/s", "qdd": "/s²"}
_LETTERS = {"q": "$q$", "qd": r"$\dot{q}$", "qdd": r"$\ddot{q}$", "tau": r"$\tau$"}
_UNTOLD = {"q": "rad or m", "qd": "rad/s or m/s", "qdd": "rad/s² or m/s²", "tau": "N m or N"}
_HEIGHTS = (150.0, 300.0)  # smallest and largest height of a panel in points
_QUATERNION = "1"
_WORDS = {"elastic": "elastic", "work": "work of motors", "loss": "lost in friction", "external": "work of wrenches"}
ENERGIES = {  # same colours as the corresponding terms
    "kinetic": KINDS["inertial"][0], "potential change": KINDS["gravity"][0], "elastic": JOINTS[1][0],
    "work of motors": JOINTS[0][0], "lost in friction": KINDS["friction"][0], "work of wrenches": KINDS["external"][0],
}  # fmt: skip
_FEW = 3  # joints; with more joints, only limits near a curve are drawn
_NEAR = 0.8
_WITHIN = 1.5  # multiple of the distance between the limits, for curves far outside


@dataclass(frozen=True)
class PlotColumn:
    """Name and unit of a column of q, q̇, q̈ or τ."""

    name: str
    unit: str


def columns(robot: Robot | None, names: Sequence[str], which: str) -> list[PlotColumn]:
    """Return the names and units of the columns of q, qd, qdd or tau.

    `which` is "q", "qd", "qdd" or "tau". Entries of q without a coordinate name are quaternion components.
    """
    if robot is None:
        return [PlotColumn(name, _UNTOLD[which]) for name in names]
    found = []
    for name in names:
        if name not in robot.coordinates:
            found.append(PlotColumn(name, _QUATERNION))
            continue
        own = robot.coordinate(name)
        found.append(PlotColumn(name, ("N" if own.slides else "N m") if which == "tau" else own.unit + _PER[which]))
    return found


def axis_label(which: str, shown: Sequence[PlotColumn]) -> str:
    """Format the label of an axis, such as "q / rad, m"."""
    units = ", ".join(dict.fromkeys(x.unit for x in shown if x.unit != _QUATERNION))
    balls = "dotted: quaternions" if any(x.unit == _QUATERNION for x in shown) else ""
    return f"{_LETTERS[which]} / {'; '.join(x for x in (units, balls) if x)}"


def legends(shown: Sequence[PlotColumn]) -> list[str]:
    """Format the names of the curves, with units if the curves have different units."""
    units = {x.unit for x in shown} - {_QUATERNION}
    many = len(units) > 1
    return [
        f"{label(x.name, k)} / {x.unit}" if many and x.unit != _QUATERNION else label(x.name, k)
        for k, x in enumerate(shown, 1)
    ]


def plot_run(run: Any, path: str | Path | None = None, *, width: float | str = "page") -> Any:
    """Plot one trajectory as a Matplotlib figure, and save the figure if `path` is given.

    The figure is as wide as a page or a column.
    """
    single(run.q.shape[:-2], "plot")
    across = 2 if chart.points(width) > 320 else 1
    panel = float(np.clip(1.3 * chart.APART * run.q.shape[-1], *_HEIGHTS))  # space for the curve names
    figure = chart.figure(width, panel * 4 / across)
    axes = chart.grid(figure, 4, across)
    for axis, which in zip(axes, ("q", "qd", "tau"), strict=False):
        plot_motion(axis, run, which)
    plot_energies(axes[3], run)
    for event in run.events:
        axes[1].axvline(event.time, color=QUIET, linewidth=0.5, linestyle=(0, (1, 1.5)), zorder=0.5, label="_event")
    for axis in axes[-across:]:
        chart.tidy(axis, x="time / s")
    title = f"{label(getattr(run.robot, 'name', 'run'))}, {run.method}, relative energy error {general(float(run.residual), 2)}"
    return chart.finished(figure, path, title, dpi=200)


def plot_motion(axis: Any, run: Any, which: str) -> None:
    """Plot positions, velocities or efforts of a run together with the robot's limits, with one colour per joint."""
    shown = columns(run.robot, run.entries if which == "q" else run.joints, which)
    values = getattr(run, which)
    drawn = []
    for k, name in enumerate(legends(shown)):
        own = _style(run, shown[k], k)
        drawn.append(chart.PlotCurve(name, run.t, values[:, k], own["color"], line=own["linestyle"]))
    for k, joint in enumerate(run.elastic_joints if which == "q" else ()):
        j = run.joints.index(joint)
        colour, name = chart.of_joint(j)["color"], f"motor of {label(joint, j + 1)}"
        drawn.append(chart.PlotCurve(name, run.t, run.theta[:, k], colour, 0.8, "--"))
    chart.tidy(axis, axis_label(which, shown), zero=True)
    chart.curves(axis, drawn, named=False)
    bounds = _bounds(run, which)
    units = {x.unit for x in shown} - {_QUATERNION}
    for low, high in bounds:
        chart.limits(axis, (low, high), min(units) if len(units) == 1 else "", named=len(bounds) == 1)
    chart.ends(axis, drawn)


def _style(run: Any, column: PlotColumn, k: int) -> dict[str, Any]:
    """Return the colour and the line style of a column. The lines of a ball joint are dotted."""
    if column.unit != _QUATERNION:
        return chart.of_joint(run.joints.index(column.name))
    return {"color": JOINTS[k % len(JOINTS)][0], "linestyle": ":"}


def _bounds(run: Any, which: str) -> list[tuple[float | None, float | None]]:
    """Return the limits to draw in a plot, without duplicates.

    If the range between limits is narrow compared with the range of the curves, no limits are drawn.
    """
    found: dict[tuple[float | None, float | None], None] = {}
    for own in run.robot.dofs if run.robot is not None else ():
        pair = limits_of(own, _QUANTITIES[which])
        values = getattr(run, which)[:, own.q.start if which == "q" else own.qd]
        known = [x for x in pair if x is not None and np.isfinite(x)]
        near = any(np.nanmax(np.sign(x or 1) * values, initial=-np.inf) >= _NEAR * abs(x) for x in known)
        if own.motion != "ball" and (near or (known and run.robot.nv <= _FEW)):
            found[pair] = None
    values = getattr(run, which)
    reach = np.nanmax(values, initial=0.0) - np.nanmin(values, initial=0.0)
    narrow = [x for x in found if x[0] is not None and x[1] is not None and reach > _WITHIN * (x[1] - x[0])]
    return [x for x in found if len(narrow) < 2 or x not in narrow]


def plot_energies(axis: Any, run: Any) -> None:
    """Plot the energies of a run, the work of the motors and the friction loss."""
    start = run.potential[0]
    drawn = [("kinetic", run.kinetic), ("potential change", run.potential - start)]
    for name, words in _WORDS.items():  # `projection` is negligible
        values = getattr(run, name)
        if values.any():
            drawn.append((words, values))
    chart.tidy(axis, "energy / J", zero=True)
    total = chart.PlotCurve("total", run.t, run.energy - start, INK, 1.7, "-")
    kinds = [chart.PlotCurve(name, run.t, x, ENERGIES[name]) for name, x in drawn]
    chart.curves(axis, [*kinds, total])
