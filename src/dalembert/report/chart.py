"""Two charts of a survey: what the motors need of their limits, and what each entry of M depends on."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.drawing.chart import figure, indexed
from dalembert.drawing.palette import COLOURS, INK, LIMIT, LINE, QUIET
from dalembert.report.survey import Survey
from dalembert.typeset.number import significant, trimmed
from dalembert.typeset.palette import TERMS, WORDS

LARGEST = 8  # coordinates up to which the cells of M hold words
_NOTHING = 1e-6  # of the other end of a range
_ROOM = 100  # letters side by side in a row of cells
_SMALL = 0.1  # kg m²
_ROOT = 0.42  # of sizes, so that small entries are told apart too


def shares(x: Survey, rows: list[int]) -> Any:
    """One bar a motor: the largest effort along the motion, as a part of its limit, stacked by kind of term."""
    limited = bool(np.isfinite(x.shares[rows]).all())
    scale = 100 / x.limits if limited else np.ones(x.robot.nv)
    drawn = figure(height=45 + 14.5 * len(rows))
    axis = drawn.add_subplot()
    for row, k in enumerate(rows):
        sign = np.sign(x.largest[k]) or 1.0
        parts = {kind: float(sign * scale[k] * y[x.peaks[k], k]) for kind, y in _parts(x).items()}
        ends = {1: 0.0, -1: 0.0}
        for kind, size in parts.items():
            side = 1 if size >= 0 else -1
            axis.barh(row, size, left=ends[side], height=0.62, color=TERMS[kind][0] if kind in TERMS else QUIET)
            ends[side] += size
        total = float(scale[k] * abs(x.largest[k]))
        axis.plot([total, total], [row - 0.42, row + 0.42], color=INK, linewidth=1.3)
        unit = "N" if x.robot.coordinate(x.robot.coordinates[k]).slides else "N m"
        said = significant(abs(x.largest[k]), 3) + (f" of {trimmed(x.limits[k])}" if limited else "") + f" {unit}"
        axis.annotate(
            said, (max(total, ends[1]), row), (5, 0), textcoords="offset points", va="center", fontsize=8.5, color=QUIET
        )
    axis.set_yticks(range(len(rows)), [indexed("τ", k + 1) for k in rows], fontsize=10)
    axis.invert_yaxis()
    axis.axvline(0, color=INK, linewidth=0.8)
    if limited:
        top = max(100.0, 100 * float(x.shares[rows].max()))
        axis.set_xlim(min(0.0, axis.get_xlim()[0]), top * 1.03)
        marks = [x for x in (0, 25, 50, 75, 100) if x == 100 or top < 400] if top < 2000 else [0]
        marks += [x for x in axis.get_xticks() if top >= 400 and 130 < x <= top and x > top / 8]
        ticks = [significant(x, 3) if x > 1e5 else f"{x:.0f}" for x in marks]
        axis.set_xticks(marks, [*ticks[:-1], f"{ticks[-1]} %"])
        axis.axvline(100, color=LIMIT, linewidth=1.0)
        axis.axvspan(100, top * 1.03, facecolor="none", edgecolor=LIMIT, hatch="////", linewidth=0, alpha=0.6)
    else:
        axis.set_xlim(right=axis.get_xlim()[1] * 1.2)
    axis.grid(True, axis="x", color=LINE, linewidth=0.6)
    axis.set_axisbelow(True)
    axis.tick_params(axis="x", colors=QUIET, labelsize=8.5, length=2)
    axis.tick_params(axis="y", length=0)
    for edge in ("top", "right", "left"):
        axis.spines[edge].set_visible(False)
    axis.spines["bottom"].set_color(QUIET)
    _legend(drawn, [kind for kind in _parts(x) if kind in TERMS])
    return drawn


def _parts(x: Survey) -> dict[str, Any]:
    if x.robot.loops:
        return {"": x.tau}
    order = sorted(x.parts, key=lambda kind: kind == "inertial")
    return {kind: x.parts[kind] for kind in sorted(order, key=lambda kind: kind != "gravity")}


def _legend(drawn: Any, kinds: list[str]) -> None:
    from matplotlib.patches import Patch

    if kinds:
        handles = [Patch(facecolor=TERMS[kind][0], label=WORDS[kind]) for kind in kinds]
        drawn.legend(
            handles=handles, loc="outside right center", frameon=False, fontsize=9, handlelength=0.9, handleheight=0.9
        )


def structure(x: Survey) -> Any:
    """The upper triangle of M: which coordinates each entry depends on, its range, and its size as a tint."""
    n, scale = x.robot.nv, 1000.0 if in_grams(x) else 1.0
    low, high = x.M_range
    size = np.maximum(np.abs(low), np.abs(high))
    top = size.max() if not _mixed(x) else np.sqrt(np.outer(np.diag(size), np.diag(size)))
    share = np.where(size > 0, size / top, 0.0) ** _ROOT
    words = n <= LARGEST
    drawn = figure(height=22 + n * (24.5 if words else 280 / n))
    axis = drawn.add_subplot()
    from matplotlib.patches import Rectangle

    for i in range(n):
        for j in range(i, n):
            tint = (COLOURS["tint"][0], float(share[i, j]))  # the largest entry's: letters are still read on it
            axis.add_patch(Rectangle((j, i), 1, 1, facecolor=tint, edgecolor=COLOURS["strong"][0], linewidth=0.5))
            if words:
                above, below = _cell(x, i, j, scale * low[i, j], scale * high[i, j])
                small = 9 if n <= 7 else 8
                axis.text(
                    j + 0.5, i + (0.3 if below else 0.5), above, ha="center", va="center", fontsize=small, color=INK
                )
                axis.text(j + 0.5, i + 0.72, below, ha="center", va="center", fontsize=small - 0.7, color=INK)
    axis.set_xlim(0, n)
    axis.set_ylim(n, 0)
    every = 1 if n <= 12 else 2 if n <= 24 else 4
    marks = np.arange(0, n, every)
    axis.set_xticks(marks + 0.5, [rf"$\ddot q_{{{k + 1}}}$" for k in marks], fontsize=10.2)
    axis.set_yticks(marks + 0.5, [indexed("τ", int(k) + 1) for k in marks], fontsize=9)
    axis.xaxis.tick_top()
    axis.tick_params(length=0, colors=INK)
    for side in axis.spines.values():
        side.set_visible(False)
    return drawn


def _mixed(x: Survey) -> bool:
    return len({x.robot.coordinate(name).unit for name in x.robot.coordinates}) > 1


def _cell(x: Survey, i: int, j: int, low: float, high: float) -> tuple[str, str]:
    """(what an entry depends on, its range)."""
    size = max(abs(low), abs(high))
    low, high = (0.0 if abs(x) < _NOTHING * size else x for x in (low, high))
    if size <= 1e-9 * np.abs(x.M).max() * (1000 if in_grams(x) else 1):
        return "0", ""
    on = [k + 1 for k in range(x.robot.nv) if x.depends[i, j, k]]
    if not on:
        return "const.", significant(high, 3)
    joined = on == list(range(on[0], on[-1] + 1)) and len(on) > 2
    said = f"{indexed('q', on[0])} … {indexed('q', on[-1])}" if joined else ", ".join(indexed("q", k) for k in on)
    if low < 0 and abs(low + high) < 0.2 * size:
        return said, f"±{significant(size, 3)}"
    for text in (f"{significant(low, 3)} … {significant(high, 3)}", f"{significant(low, 2)} … {significant(high, 2)}"):
        if len(text) <= _ROOM / x.robot.nv:
            return said, text
    up = size + 0.49 * 10.0 ** (np.floor(np.log10(size)) - 1)  # a bound is not rounded down
    return said, f"|·| ≤ {significant(up, 2)}"


def in_grams(x: Survey) -> bool:
    """Whether the chart is in g m², where that saves zeros."""
    return not x.slides.any() and 0 < float(np.abs(x.M).max()) < _SMALL
