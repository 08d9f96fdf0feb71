"""What `limit.py` measured: a table for the terminal, one for the page of costs, and the picture on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.ticker import FuncFormatter, NullLocator
from rich.table import Table

from dalembert.document.plot import Picture
from dalembert.drawing.chart import figure
from dalembert.typeset.palette import INK, JOINTS, QUIET
from dalembert.typeset.palette import LINE as GRID

ROOT = Path(__file__).resolve().parents[1]
NAMES = {"ur5": "UR5", "xarm7": "xArm7", "talos": "Talos"}
WORDS = {"inverse_dynamics": "inverse dynamics", "forward_dynamics": "forward dynamics", "mass_matrix": "M"}
SHORT = {"inverse_dynamics": "inverse", "forward_dynamics": "forward", "mass_matrix": "M"}
COLOURS = {"ur5": "#1B69E3", "xarm7": "#006853", "talos": "#820B09", "inverse_dynamics": "#1B69E3"}
COLOURS |= {"forward_dynamics": "#820B09"}
LIMIT = "#b0282d"


def table(report: dict[str, Any]) -> Table:
    """For the terminal."""
    shown = Table(title=f"one core: {_limits(report)}")
    for column in ("robot", "quantity", "type", "operations", "bytes", "in cache / ns", "of the peak"):
        shown.add_column(column, justify="right")
    for column in ("far above it / ns", "of the bandwidth"):
        shown.add_column(column, justify="right")
    for row in report["kernels"]:
        shown.add_row(
            *(NAMES[row["robot"]], WORDS[row["quantity"]], row["dtype"], f"{row['operations']:.0f}", str(row["bytes"])),
            *(f"{row['cached_ns']:.1f}", f"{row['arithmetic']:.0%}", f"{row['far_ns']:.1f}", f"{row['memory']:.0%}"),
        )
    return shown


def page(report: dict[str, Any], where: str) -> str:
    """For the documentation: both types in one row."""
    lines = ["| robot | quantity | operations | bytes | share of peak, f64 / f32 | share of bandwidth, f64 / f32 |"]
    lines += ["|---|---|---|---|---|---|"]
    short = {(x["robot"], x["quantity"]): x for x in report["kernels"] if x["dtype"] == "float32"}
    for row in report["kernels"]:
        if row["dtype"] == "float64":
            other = short[row["robot"], row["quantity"]]
            shares = [f"{100 * row[k]:.0f} / {100 * other[k]:.0f} %" for k in ("arithmetic", "memory")]
            words = NAMES[row["robot"]], WORDS[row["quantity"]], f"{row['operations']:.0f}", str(row["bytes"]), *shares
            lines.append(f"| {' | '.join(words)} |")
    return "\n".join([*lines, "", f"`make bench` measured these limits on {where}: {_limits(report)}."])


def _limits(report: dict[str, Any]) -> str:
    f64, f32 = (report[x] for x in ("float64", "float32"))
    peaks = f"{f64['operations_per_second'] / 1e9:.0f} / {f32['operations_per_second'] / 1e9:.0f} G operations/s"
    return f"peak {peaks} in float64 / float32, bandwidth {f64['bytes_per_second'] / 1e9:.1f} GB/s"


def keep(report: dict[str, Any]) -> None:
    """The picture, as SVG and PNG."""
    picture = Picture("limit", lambda: draw(report))
    for kind in ("svg", "png"):
        (ROOT / "docs" / "pictures" / f"limit.{kind}").write_bytes(picture.bytes(kind))


def draw(report: dict[str, Any]) -> Any:
    """Shares of both limits; the time of a state against batch size, joints and threads."""
    drawn = figure("page", 403)
    panels = drawn.subplots(2, 2)
    _shares(panels[0, 0], report)
    batch, joints, threads = (report[x] for x in ("batch", "joints", "threads"))
    ends = {}
    axis = _plain(panels[0, 1], "time of a state / ns, against batch size")
    for name, values in batch["ns"].items():
        robot, quantity = name.split()
        line = "-" if quantity == "inverse_dynamics" else "--"
        axis.loglog(batch["sizes"], values, line, color=COLOURS[robot], linewidth=1.0)
        ends[name] = values[-1], f"{NAMES[robot]} {SHORT[quantity]}", COLOURS[robot]
    axis.set_xlim(1, batch["sizes"][-1])
    _named(axis, ends)
    axis = _plain(panels[1, 0], "time of a state / ns, against joints of a chain")
    for quantity, values in joints["ns"].items():
        axis.plot(joints["counts"], values, color=COLOURS[quantity], linewidth=1.0)
        axis.plot(joints["counts"], values, ".", color=COLOURS[quantity], markersize=3)
    axis.set(xlim=(0, joints["counts"][-1]), ylim=(0, None), xticks=(0, 16, 32, 48, 64))
    _named(axis, {q: (v[-1], SHORT[q], COLOURS[q]) for q, v in joints["ns"].items()})
    _threads(panels[1, 1], threads)
    return drawn


def _shares(axis: Any, report: dict[str, Any]) -> None:
    """Two bars a kernel, float64; the limits are one line."""
    _plain(axis, "share of the core's limit / %, float64")
    rows = [x for x in report["kernels"] if x["dtype"] == "float64"]
    for k, row in enumerate(rows):
        for shift, share, colour in ((-0.2, "arithmetic", JOINTS[0][0]), (0.2, "memory", JOINTS[4][0])):
            axis.bar(k + shift, 100 * row[share], 0.36, color=colour)
    axis.axhline(100, color=LIMIT, linewidth=0.8)
    axis.set_xticks(range(len(rows)), [SHORT[x["quantity"]] for x in rows], rotation=90)
    for k in range(0, len(rows), 3):
        axis.text(k + 1, 128, NAMES[rows[k]["robot"]], ha="center", fontsize=8.5, color=INK)
    axis.text(-0.5, 115, "arithmetic", fontsize=8.5, color=JOINTS[0][0])
    axis.text(3.2, 115, "memory", fontsize=8.5, color="#A66108")
    axis.text(8.5, 102, "100", fontsize=8.5, color=LIMIT, ha="right")
    axis.set(ylim=(0, 137), yticks=(0, 25, 50, 75, 100))


def _threads(axis: Any, threads: dict[str, Any]) -> None:
    """How many times as fast as with one thread, beside as many times as there are threads."""
    _plain(axis, "times as fast as one thread, 10⁶ states")
    counts, ends = threads["counts"], {}
    axis.plot(counts, counts, color=QUIET, linewidth=0.7, linestyle=":")
    for name, values in threads["ns"].items():
        robot, quantity = name.split()
        gain = values[0] / np.array(values)
        axis.plot(counts, gain, "-" if quantity == "inverse_dynamics" else "--", color=COLOURS[robot], linewidth=1.0)
        ends[name] = gain[-1], f"{NAMES[robot]} {SHORT[quantity]}", COLOURS[robot]
    axis.set(xticks=counts, xlim=(1, max(counts[-1], 1.1)), ylim=(0, 1.1 * max(counts)))
    _named(axis, ends)


def _plain(axis: Any, title: str) -> Any:
    """Left and bottom axis, hairlines across, what is shown at the top."""
    axis.set_title(title, loc="left", fontsize=8.5, color=INK)
    axis.grid(axis="y", color=GRID, linewidth=0.5)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axis.spines[side].set_color(QUIET)
    axis.tick_params(colors=QUIET, labelsize=8.5, direction="out")
    return axis


def _named(axis: Any, ends: dict[str, tuple[float, str, str]]) -> None:
    """Names at the ends of the lines, apart from each other by a line's height."""
    axis.figure.canvas.draw()
    low, high = axis.get_ylim()
    log = axis.get_yscale() == "log"
    span = (lambda y: np.log(y / low) / np.log(high / low)) if log else (lambda y: (y - low) / (high - low))
    place, step = -1.0, 0.075
    wanted = sorted((float(span(y)), text, colour) for y, text, colour in ends.values())
    shift = max(0.0, _top([at for at, *_ in wanted], step) - 1.0)
    for at, text, colour in wanted:
        place = max(place + step, at - shift)
        axis.text(1.02, place, text, transform=axis.transAxes, fontsize=8, color=colour, va="center")
    if log:
        axis.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        axis.yaxis.set_minor_locator(NullLocator())
        axis.xaxis.set_minor_locator(NullLocator())


def _top(places: list[float], step: float) -> float:
    top = -1.0
    for at in places:
        top = max(top + step, at)
    return top
