"""The spectrum of a log's positions, before and after the filter, with the floor of the noise and the cut-off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert.drawing import chart
from dalembert.drawing.palette import LIMIT
from dalembert.file import written
from dalembert.identify.signal.cutoff import spectrum
from dalembert.label import label

if TYPE_CHECKING:
    from dalembert.identify.log import Log


def spectrum_picture(log: Log, path: str | Path | None = None) -> Any:
    """One thin curve a coordinate as recorded, one thick as filtered; a red line at the cut-off."""
    raw = log.q if log.raw is None else log.raw
    before, after = spectrum(raw, log.t), spectrum(log.q, log.t)
    figure = chart.figure("page", 250.0)
    title = "√power of $q$ / rad Hz⁻½ or m Hz⁻½: thin as recorded, dotted its floor, thick as filtered"
    axis = figure.add_subplot(xscale="log", yscale="log")
    chart.tidy(axis, title, "frequency / Hz")
    low = before.floor[before.floor > 0].min(initial=before.power.max()) * 1e-3
    ends = []
    for j in range(raw.shape[1]):
        colour = chart.of_joint(j)["color"]
        recorded = np.sqrt(np.maximum(before.power[:, j], low))
        axis.loglog(before.f, recorded, color=colour, linewidth=0.5, alpha=0.6)
        axis.loglog(after.f, np.sqrt(np.maximum(after.power[:, j], low)), color=colour, linewidth=1.0)
        axis.axhline(np.sqrt(before.floor[j]), color=colour, linewidth=0.5, linestyle=":")
        ends.append((f"$q_{{{j + 1}}}$", recorded, colour, False))
    axis.margins(x=0.0)
    chart.ends(axis, ends)
    if log.cutoff is not None:
        axis.axvline(log.cutoff, color=LIMIT, linewidth=0.9)
        axis.annotate(f"{log.cutoff:.3g} Hz", (log.cutoff, 1), xycoords=("data", "axes fraction"), xytext=(3, -9),
                      textcoords="offset points", **chart.lettering(chart.SIZE, LIMIT))  # fmt: skip
    figure.suptitle(label(log.name), x=0.01, ha="left", **chart.lettering(chart.SIZE + 0.5))
    if path is not None:
        with written(path) as beside:
            figure.savefig(beside, dpi=160)
    return figure
