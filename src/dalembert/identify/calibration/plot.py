"""Pictures of a calibration: what is left at each measurement, and the errors found with three standard deviations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert.drawing import chart
from dalembert.drawing.palette import INK, KINDS, LIMIT
from dalembert.file import written
from dalembert.identify.calibration.residual import residual
from dalembert.label import label

if TYPE_CHECKING:
    from dalembert.identify.calibration.result import Calibration

_MOST = 40  # bars in one picture


def plot_calibration(found: Calibration, path: str | Path | None = None) -> Any:
    figure = chart.figure("page", 360.0)
    panels: dict[str, Any] = figure.subplot_mosaic([["left", "left"], ["lengths", "angles"]])
    _left(panels["left"], found)
    _errors(panels["lengths"], found, angle=False)
    _errors(panels["angles"], found, angle=True)
    figure.suptitle(f"calibration of {label(found.model.robot.name)}", x=0.01, ha="left", **chart.lettering(9.0))
    if path is not None:
        with written(path) as beside:
            figure.savefig(beside, dpi=130)
    return figure


def _left(axis: Any, found: Calibration) -> None:
    """Position or distance errors at each measurement, before and after."""
    kinds = (
        (found.start, "o", "before", KINDS["friction"][0]),
        (found.found.state, ".", "after", KINDS["inertial"][0]),
    )
    for state, mark, name, colour in kinds:
        parts = [residual(found.model, state, i)[0][:, :3] for i in range(len(found.model.sets))]
        size = 1e3 * np.concatenate([np.linalg.norm(r, axis=1) for r in parts])
        axis.semilogy(np.maximum(size, 1e-9), mark, label=name, markersize=4, color=colour)
    if found.outliers:
        axis.plot(found.outliers, size[list(found.outliers)], "x", color=LIMIT, label="left out")
    chart.tidy(axis, "error / mm", "measurement")
    axis.legend(frameon=False, prop=chart.letters(), labelcolor=INK)


def _errors(axis: Any, found: Calibration, *, angle: bool) -> None:
    """Errors of the joints with 3σ."""
    own = [p for p in found.model.parameters if p.part == "joint" and p.name in found.parameters]
    shown = [p.name for p in own if p.is_angle == angle][:_MOST]
    scale = float(np.rad2deg(1)) if angle else 1e3
    values, bars = ([scale * x[name] for name in shown] for x in (found.parameters, found.sigma))
    axis.errorbar(
        range(len(shown)),
        values,
        yerr=[3 * x for x in bars],
        fmt="o",
        capsize=2,
        markersize=3,
        color=KINDS["inertial"][0],
    )
    axis.set_xticks(range(len(shown)), [label(x) for x in shown], rotation=75, fontsize="small")
    chart.tidy(axis, f"{'angles / °' if angle else 'lengths / mm'}, bars 3σ", zero=True)
