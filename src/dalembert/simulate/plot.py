"""Pictures of a run: motion, efforts, and the energy ledger. Every axis has its unit, and every curve where there are two.

turn   rad   rad/s   rad/s²   N·m          slide   m   m/s   m/s²   N          ball   a quaternion, then as a turn
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dalembert.errors import WrongValue
from dalembert.file import written
from dalembert.label import label
from dalembert.robot.model import Robot
from dalembert.simulate.run import Run

_PER = {"q": "", "qd": "/s", "qdd": "/s²"}
_LETTERS = {"q": "q", "qd": "q̇", "qdd": "q̈", "tau": "τ"}
_UNTOLD = {"q": "rad or m", "qd": "rad/s or m/s", "qdd": "rad/s² or m/s²", "tau": "N·m or N"}
_QUATERNION = "1"


@dataclass(frozen=True)
class Column:
    """One column of q, q̇, q̈ or τ: what it is called and measured in."""

    name: str
    unit: str


def columns(robot: Robot | None, names: Sequence[str], which: str) -> list[Column]:
    """The columns of `which` ("q", "qd", "qdd" or "tau") by name; in q, names of no coordinate are of quaternions."""
    if robot is None:
        return [Column(name, _UNTOLD[which]) for name in names]
    found = []
    for name in names:
        if name not in robot.coordinates:
            found.append(Column(name, _QUATERNION))
            continue
        own = robot.coordinate(name)
        found.append(Column(name, ("N" if own.slides else "N·m") if which == "tau" else own.unit + _PER[which]))
    return found


def axis_label(which: str, shown: Sequence[Column], of: str = "") -> str:
    """What stands on an axis: "q (rad, m)", "τ of joint2 (N)"."""
    units = ", ".join(dict.fromkeys(x.unit for x in shown if x.unit != _QUATERNION))
    balls = "dotted: quaternions" if any(x.unit == _QUATERNION for x in shown) else ""
    name = f"{_LETTERS[which]} of {label(of)}" if of else _LETTERS[which]
    return f"{name} ({'; '.join(x for x in (units, balls) if x)})"


def legends(shown: Sequence[Column]) -> list[str]:
    """The name of each curve, with its unit where the curves have several."""
    units = {x.unit for x in shown} - {_QUATERNION}
    return [f"{label(x.name)} ({x.unit})" if len(units) > 1 and x.unit != _QUATERNION else label(x.name) for x in shown]


def plot_run(run: Run, path: str | Path | None = None) -> Any:
    """A Matplotlib figure of one trajectory; saved where a path is given."""
    if run.q.ndim != 2:
        raise WrongValue("one trajectory is drawn at a time; take one of the batch with run[i]")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 7.5), layout="constrained")
    axes = figure.subplots(2, 2, sharex=True)
    for axis, which in zip(axes.flat, ("q", "qd", "tau"), strict=False):
        shown = columns(run.robot, run.entries if which == "q" else run.joints, which)
        for k, name in enumerate(legends(shown)):
            line = ":" if shown[k].unit == _QUATERNION else "-"
            axis.plot(run.t, getattr(run, which)[:, k], line, label=name, linewidth=1.2)
        axis.set_ylabel(axis_label(which, shown))
    for k, joint in enumerate(run.elastic_joints):
        axes[0, 0].plot(run.t, run.theta[:, k], "--", linewidth=0.9, label=f"motor of {label(joint)}")
    axes[0, 0].legend(fontsize="small", ncols=2 if len(run.joints) > 4 else 1)
    _ledger(axes[1, 1], run)
    for event in run.events:
        axes[0, 1].axvline(event.time, color="0.75", linewidth=0.6, zorder=0)
    for axis in axes.flat:
        axis.grid(True, alpha=0.25)
    for axis in axes[1]:
        axis.set_xlabel("t (s)")
    figure.suptitle(f"{label(getattr(run.robot, 'name', 'run'))}, {run.method}, residual {run.residual:.1e}")
    if path is not None:
        with written(path) as beside:
            figure.savefig(beside, dpi=130)
    return figure


def _ledger(axis: Any, run: Run) -> None:
    start = run.potential[0]
    axis.plot(run.t, run.kinetic, label="kinetic", linewidth=1.1)
    axis.plot(run.t, run.potential - start, label="potential − start", linewidth=1.1)
    for name in ("elastic", "work", "loss", "external"):  # the projection's is a matter of rounding
        values = getattr(run, name)
        if abs(values).max(initial=0.0) > 0:
            axis.plot(
                run.t,
                values,
                label={"work": "work of motors", "loss": "lost in friction"}.get(name, name),
                linewidth=1.1,
            )
    axis.plot(run.t, run.energy - start, "k--", label="total − start", linewidth=1.0)
    axis.set_ylabel("energy (J)")
    axis.legend(fontsize="small", ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
