"""Picture of an exciting path: each joint's q, q̇, q̈ and τ as a share of its limit, where it has one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert.file import written
from dalembert.label import label
from dalembert.simulate.plot import axis_label, columns

if TYPE_CHECKING:
    from dalembert.identify.excitation.path import Excitation


def plot_path(found: Excitation, path: str | Path | None = None) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 7.5), layout="constrained")
    axes = figure.subplots(2, 2, sharex=True)
    b = found.limits
    middle, half = (b.lower + b.upper) / 2, (b.upper - b.lower) / 2
    for axis, (which, most) in zip(
        axes.flat, (("q", half), ("qd", b.velocity), ("qdd", b.acceleration), ("tau", b.effort)), strict=True
    ):
        values = getattr(found, which) - (middle if which == "q" else 0)
        known = bool(np.isfinite(most).all())
        for k, name in enumerate(found.robot.coordinates):
            axis.plot(found.t, values[:, k] / (most[k] if known else 1), label=label(name), linewidth=1.1)
        for y in (-1, 1) if known else ():
            axis.axhline(y, color="0.5", linestyle="--", linewidth=0.8)
        plain = axis_label(which, columns(found.robot, found.robot.coordinates, which))
        axis.set_ylabel(f"{plain.partition(' ')[0]} as a share of its limit" if known else plain)
        axis.grid(True, alpha=0.25)
    for axis in axes[1]:
        axis.set_xlabel("t (s)")
    figure.legend(
        *axes[0, 0].get_legend_handles_labels(), loc="outside lower center", fontsize="small", ncols=min(found.n, 7)
    )
    figure.suptitle(f"{label(found.robot.name)}: condition {found.condition:.3g}, {len(found.parameters)} parameters")
    if path is not None:
        with written(path) as beside:
            figure.savefig(beside, dpi=130)
    return figure
