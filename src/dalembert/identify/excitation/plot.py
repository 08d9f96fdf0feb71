"""Picture of an exciting path: each joint's q, q̇, q̈ and τ as a share of its limit, where it has one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert.drawing import chart
from dalembert.file import written
from dalembert.label import label
from dalembert.simulate.plot import axis_label, columns

if TYPE_CHECKING:
    from dalembert.identify.excitation.path import Excitation


def plot_path(found: Excitation, path: str | Path | None = None) -> Any:
    figure = chart.figure("page", 330.0)
    axes = figure.subplots(2, 2, sharex=True)
    b = found.limits
    middle, half = (b.lower + b.upper) / 2, (b.upper - b.lower) / 2
    for axis, (which, most) in zip(
        axes.flat, (("q", half), ("qd", b.velocity), ("qdd", b.acceleration), ("tau", b.effort)), strict=True
    ):
        values = getattr(found, which) - (middle if which == "q" else 0)
        known = bool(np.isfinite(most).all())
        for k, name in enumerate(found.robot.coordinates):
            share = values[:, k] / (most[k] if known else 1)
            axis.plot(found.t, share, label=label(name, k + 1), linewidth=1.0, **chart.of_joint(k))
        plain = axis_label(which, columns(found.robot, found.robot.coordinates, which))
        chart.tidy(axis, f"{plain.partition(' ')[0]} as a share of its limit" if known else plain, zero=True)
        axis.margins(x=0.0)
        if known:
            chart.limits(axis, (-1.0, 1.0), "", named=False)
    for axis in axes[1]:
        chart.tidy(axis, x="time / s")
    styled = [(label(name, k + 1), chart.of_joint(k)["color"], 1.0) for k, name in enumerate(found.robot.coordinates)]
    chart.key(figure, styled[:12])
    title = f"{label(found.robot.name)}: condition {found.condition:.3g}, {len(found.parameters)} parameters"
    figure.suptitle(title, x=0.01, ha="left", **chart.lettering(chart.SIZE + 0.5))
    if path is not None:
        with written(path) as beside:
            figure.savefig(beside, dpi=130)
    return figure
