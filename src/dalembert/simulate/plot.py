"""Pictures of a run: motion, efforts, and the energy ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dalembert.errors import WrongValue
from dalembert.file import written
from dalembert.label import label
from dalembert.simulate.run import Run


def plot_run(run: Run, path: str | Path | None = None) -> Any:
    """A Matplotlib figure of one trajectory; saved where a path is given."""
    if run.q.ndim != 2:
        raise WrongValue("one trajectory is drawn at a time; take one of the batch with run[i]")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 7.5), layout="constrained")
    axes = figure.subplots(2, 2, sharex=True)
    slides = _slides(run)
    angle, rate, effort = (_unit(slides, *pair) for pair in (("rad", "m"), ("rad/s", "m/s"), ("N m", "N")))
    panels = ((run.qd, f"q̇ ({rate})"), (run.tau, f"τ ({effort})"))
    for axis, (values, quantity) in zip((axes[0, 1], axes[1, 0]), panels, strict=True):
        for k, joint in enumerate(run.joints):
            axis.plot(run.t, values[:, k], label=label(joint), linewidth=1.2)
        axis.set_ylabel(quantity)
    balls = set(run.entries) - set(run.joints)
    for k, name in enumerate(run.entries):
        axes[0, 0].plot(run.t, run.q[:, k], ":" if name in balls else "-", label=label(name), linewidth=1.2)
    axes[0, 0].set_ylabel(f"q ({angle}; dotted: quaternions)" if balls else f"q ({angle})")
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


def _slides(run: Run) -> list[bool]:
    if run.robot is None:
        return [False] * len(run.joints)
    return [run.robot.coordinate(name).slides for name in run.joints]


def _unit(slides: list[bool], turning: str, sliding: str) -> str:
    if all(slides) and slides:
        return sliding
    return f"{turning}, {sliding}" if any(slides) else turning
