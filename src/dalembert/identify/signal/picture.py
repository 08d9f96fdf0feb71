"""The spectrum of a log's positions, before and after the filter, with the floor of the noise and the cut-off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert.file import written
from dalembert.identify.signal.cutoff import spectrum
from dalembert.label import label
from dalembert.report import style

if TYPE_CHECKING:
    from dalembert.identify.log import Log

_LIMIT = "#b0282d"
_WIDTH, _HEIGHT = 425 / 72, 250 / 72  # inches


def spectrum_picture(log: Log, path: str | Path | None = None) -> Any:
    """One thin curve a coordinate as recorded, one thick as filtered; a red line at the cut-off."""
    raw = log.q if log.raw is None else log.raw
    before, after = spectrum(raw, log.t), spectrum(log.q, log.t)
    figure = style.figure(_WIDTH, _HEIGHT)
    axis = style.tidy(figure.subplots(), "f / Hz", "")
    low = before.floor[before.floor > 0].min(initial=before.power.max()) * 1e-3
    ends = []
    for j in range(raw.shape[1]):
        colour = style.of_joint(j)["color"]
        axis.loglog(before.f, np.sqrt(np.maximum(before.power[:, j], low)), color=colour, linewidth=0.5, alpha=0.6)
        axis.loglog(after.f, np.sqrt(np.maximum(after.power[:, j], low)), color=colour, linewidth=1.0)
        axis.axhline(np.sqrt(before.floor[j]), color=colour, linewidth=0.5, linestyle=":")
        ends.append((float(np.sqrt(max(before.power[-1, j], low))), f"q{j + 1}", colour))
    _named(axis, ends)
    if log.cutoff is not None:
        axis.axvline(log.cutoff, color=_LIMIT, linewidth=1.0)
        axis.annotate(f"{log.cutoff:.3g} Hz", (log.cutoff, 1), xycoords=("data", "axes fraction"), xytext=(3, -9),
                      textcoords="offset points", color=_LIMIT, fontsize=8.5)  # fmt: skip
    axis.set_title("√power of q / rad Hz⁻½ or m Hz⁻½: thin as recorded, dotted its floor, thick as filtered",
                   loc="left", fontsize=8.5, color=style.INK)  # fmt: skip
    axis.grid(False, axis="x")
    figure.suptitle(label(log.name), fontsize=9.5, color=style.INK, x=0.01, ha="left")
    if path is not None:
        with written(path) as beside:
            figure.savefig(beside, dpi=160)
    return figure


def _named(axis: Any, ends: list[tuple[float, str, str]]) -> None:
    """Names at the right end of the curves, in their colours, spread so as not to meet."""
    place = -1e9
    for height, name, colour in sorted(ends):
        own = axis.transAxes.inverted().transform(axis.transData.transform((axis.get_xlim()[1], height)))[1]
        place = max(float(own), place + 0.05)
        axis.annotate(name, (1.0, place), xycoords="axes fraction", xytext=(3, 0), textcoords="offset points",
                      color=colour, fontsize=8.5, va="center")  # fmt: skip
