"""Plots for papers, as Matplotlib figures. Sizes are in points. A figure has the width of a page (425) or a column
(246).

Plots have only a left and a bottom axis, thin lines at the y ticks, and a stronger line at zero. The label "quantity /
unit" is at the top of the y axis. Each curve has a label of the same colour at its end, and the labels do not overlap.
Limits are drawn as red lines with values and with hatching on the forbidden side.

Axes are rescaled when they are drawn, so that ticks are between 0 and 1000: q / nm, τ / kN m, energy / 10⁻¹² J·s. The
unit is the text after the last " / " of the axis label. Notebooks display a figure as SVG. Each colour of the palette
becomes `var(--c1b1e24, #1b1e24)`, and notebooks with a dark theme set these variables.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.atomic_file import written
from dalembert.drawing.svg import inside
from dalembert.finding.finding import Argument, Noun, given
from dalembert.typeset import fonts
from dalembert.typeset.html import svg
from dalembert.typeset.number import general, scaled, thousands, with_prefix
from dalembert.typeset.palette import INK, JOINTS, LIMIT, LINE, PAIRS, PAPER, QUIET, TICKS

_LEGIBLE = 10.2  # pt, smallest text size at which exponents (70 %) have at least 7 pt
_SMALL = 2e-3  # an axis with smaller numbers is rescaled


def prefixed(size: float, unit: str) -> tuple[float, str]:
    """Return a factor and a unit that scale a number to a convenient size. For example, 3e-9 m becomes 3 nm."""
    return scaled(size, unit, _SMALL)


def rescaled(axes: Any) -> None:
    """Change the unit of linear axes with very small or very large numbers. A second call has no further effect."""
    from matplotlib.text import Text

    title = axes.get_title(loc="left")
    written = next(x for x in axes.findobj(Text) if x.get_text() == title)
    for axis, name in ((axes.yaxis, written), (axes.xaxis, axes.xaxis.label)):
        before, slash, unit = name.get_text().rpartition(" / ")
        size = float(np.abs(axis.get_view_interval()).max())
        if not slash or axis.get_scale() != "linear" or getattr(axis, "taken_out", 0) or not thousands(size, _SMALL):
            continue
        k = axis.taken_out = thousands(size, _SMALL)
        # Matplotlib typesets labels with formulas in fonts without superscript digits
        power = f"$10^{{{3 * k}}}$" if "$" in before else ""
        name.set_text(f"{before} / {with_prefix(k, unit, power)}")
        if "^" in name.get_text():
            name.set_fontsize(max(_LEGIBLE, name.get_fontsize()))
        axis.set_major_formatter(lambda x, _, k=k: f"{x / 1000.0**k:.6g}".replace("-", "−"))


_DARK = "".join(f"--c{light[1:]}:{dark};" for light, dark in PAIRS.items())
NOTEBOOK_STYLE = (
    "<style>.dalembert-plot{display:inline-block;max-width:100%}.dalembert-plot svg{max-width:100%;height:auto}"
    f"[data-jp-theme-light=false] .dalembert-plot,.vscode-dark .dalembert-plot{{{_DARK}}}</style>"
)


def image(figure: Any, format: str, name: str = "dalembert", dpi: int = 160) -> bytes:
    """Return a figure in svg, png or pdf format. Identical figures with the same name give identical bytes."""
    import matplotlib as mpl

    stamp = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(format)
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": name, "svg.fonttype": "path"}):
        figure.savefig(buffer, format=format, dpi=dpi, metadata=stamp, transparent=format == "svg")
    return buffer.getvalue()


def html(figure: Any) -> str:
    """Return the figure as an HTML fragment."""
    data = image(figure, "svg")
    return f'<div class="dalembert-plot">{NOTEBOOK_STYLE}{svg(data, f"p{crc32(data)}")}</div>'


@cache
def plot_class() -> Any:
    """Return the figure class. The class is created on first use, because Matplotlib is slow to import."""
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    class Plot(Figure):
        """Matplotlib figure that notebooks display as SVG."""

        def draw(self, renderer: Any) -> None:
            for axes in self.findobj(Axes):
                rescaled(axes)
            super().draw(renderer)

        def _repr_html_(self) -> str:
            return html(self)

    return Plot


Array = NDArray[Any]
number = general  # number format in labels and titles
WIDTHS = {"page": 425.0, "column": 246.0}
SIZE = 8.5  # text size in points
APART = SIZE + 1.5  # distance between labels in points
_FAMILY = [fonts.TEXT, fonts.MATH, "DejaVu Sans"]
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_FEWEST = 6  # smallest number of curve labels, regardless of space
_SHORTEST, _SHARE = 18, 0.45  # label length in characters, and largest fraction of the axes width
_DASHES = ("-", (0, (5, 2)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)))


@dataclass(frozen=True, eq=False)
class PlotCurve:
    """Curve over time t with an optional name, which is drawn as a label at the end."""

    name: str
    t: Array
    values: Array
    colour: str = INK
    width: float = 1.0
    line: Any = "-"

    @property
    def strong(self) -> bool:
        """Whether the curve is emphasized, so that its label is always drawn, in bold."""
        return self.width > 1.4


def finished(drawn: Any, path: str | Path | None, title: str = "", dpi: int = 130) -> Any:
    """Add the title to a figure, and write the figure if a path is given."""
    if title:
        drawn.suptitle(title, x=0.01, ha="left", **lettering(SIZE + 0.5))
    if path is not None:
        with written(path) as beside:
            drawn.savefig(beside, dpi=dpi)
    return drawn


def points(width: float | str) -> float:
    """Convert a width given as "page", "column" or a number to points."""
    if isinstance(width, str) and width in WIDTHS:
        return WIDTHS[width]
    if isinstance(width, (int, float)) and 100 <= width <= 2000:
        return float(width)
    raise finding.WrongType(Argument("width"), Noun("a width"), given(width)).error()


def figure(width: float | str = "page", height: float = 170.0) -> Any:
    """Return an empty figure of the given size in points, without opening a window."""
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    fonts.known_to_matplotlib()
    apart = ConstrainedLayoutEngine(w_pad=2 / 72, h_pad=3 / 72, wspace=0.02, hspace=0.02)
    return plot_class()(figsize=(points(width) / 72, height / 72), layout=apart)


def of_joint(k: int) -> dict[str, Any]:
    """Return the colour and line style of joint k, counted from 0, as keyword arguments of `plot`.

    From the seventh joint on, the colours repeat with dashed lines.
    """
    return {"color": JOINTS[k % len(JOINTS)][0], "linestyle": _DASHES[k // len(JOINTS) % len(_DASHES)]}


def lettering(size: float = SIZE, colour: str = INK) -> dict[str, Any]:
    """Return keyword arguments for text in the font of the documents."""
    return {"fontsize": size, "color": colour, "fontfamily": _FAMILY, "math_fontfamily": "stix"}


def indexed(letter: str, k: int) -> str:
    """Format a name such as τ₁ or q₁₂ with the subscript digits of the font.

    Matplotlib would reduce subscripts to 70 % of the text size, which is less than 7 points.
    """
    return {"τ": "𝜏", "q": "𝑞"}[letter] + str(k).translate(_LOWERED)


def letters() -> dict[str, Any]:
    """Return the font properties for the text of a legend."""
    return {"size": SIZE, "family": _FAMILY}


def tidy(axis: Any, quantity: str = "", x: str = "", *, zero: bool = False) -> Any:
    """Format axes in the style of this module, with `quantity` at the top and `x` at the lower right."""
    if quantity:
        axis.set_title(quantity, loc="left", pad=5, **lettering())
    if x:
        axis.set_xlabel(x, loc="right", labelpad=2, **lettering())
    axis.grid(True, axis="y", color=LINE, linewidth=0.5)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    axis.spines[["left", "bottom"]].set(color=TICKS, linewidth=0.7)
    axis.tick_params(direction="out", length=3, width=0.6, color=TICKS, labelcolor=QUIET, labelsize=SIZE - 0.5,
                     labelfontfamily=_FAMILY)  # fmt: skip
    for one in (axis.xaxis, axis.yaxis):
        if one.get_scale() == "log":
            one.set_minor_formatter(lambda x, _: "")
    if zero:
        axis.axhline(0.0, color=TICKS, linewidth=0.6, zorder=1.5, label="_zero")
    return axis


def curves(axis: Any, shown: Sequence[PlotCurve], *, named: bool = True) -> None:
    """Draw curves, each with a label at its end."""
    for x in shown:
        axis.plot(x.t, x.values, color=x.colour, linewidth=x.width, linestyle=x.line, label=x.name, zorder=2.5)
    if shown:
        axis.margins(x=0.0)
        first, final = min(float(x.t[0]) for x in shown), max(float(x.t[-1]) for x in shown)
        axis.set_xlim(first, final if final > first else first + 1.0)
    for x in shown:
        if len(x.t) == 1:  # a line with a single sample is invisible
            axis.plot(x.t, x.values, "o", color=x.colour, markersize=2.5, label=f"_{x.name}")
    if named:
        ends(axis, [x for x in shown if x.name])


def gap(values: Array) -> str:
    """Return a note for a curve that contains non-finite values."""
    finite = np.isfinite(values)
    return "" if finite.all() else " (with gaps)" if finite.any() else " (no numbers)"


def ends(axis: Any, lines: Sequence[PlotCurve]) -> None:
    """Place labels to the right of the axes at the heights of the curve ends, at least one line apart.

    Leader lines connect moved labels to the curves.
    """
    if not lines:
        return
    axis.autoscale_view()
    axis.set_ylim(axis.get_ylim())
    height = 0.8 * axis.get_window_extent().height * 72 / axis.figure.dpi  # remaining width without titles and ticks
    lines = _named(lines, int(height / APART), axis.get_ylim()[0])
    scale = axis.transData + axis.transAxes.inverted()
    right = axis.get_xlim()[1]
    at = [float(np.clip(scale.transform((right, last(x.values)))[1], 0, 1)) * height for x in lines]
    order = np.argsort(at, kind="stable")
    spots = spread([at[k] for k in order], APART, height)
    most = max(_SHORTEST, int(_SHARE * axis.get_window_extent().width * 72 / axis.figure.dpi / (0.5 * SIZE)))
    for k, y in zip(order, spots, strict=True):
        x = lines[k]
        name = x.name
        if len(name) > most and "$" not in name:
            name = f"{name[: most - most // 3 - 1]}…{name[-(most // 3) :]}"
        name += gap(x.values)
        moved = abs(y - at[k]) > 1.0
        axis.annotate(
            name, (1.0, at[k] / height), xycoords="axes fraction", xytext=(14 if moved else 4, y - at[k]),
            textcoords="offset points", va="center_baseline", annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": x.colour, "linewidth": 0.5, "shrinkA": 1, "shrinkB": 1, "relpos": (0.0, 0.5)} if moved else None,
            **{**lettering(SIZE, x.colour), **(_STRONG if x.strong and name.isascii() else {})},
        )  # fmt: skip


def _named(lines: Sequence[PlotCurve], room: int, bottom: float) -> Sequence[PlotCurve]:
    """Return the curves to label: emphasized curves and the curves with the largest change.

    The number of unlabelled curves is shown below the labels.
    """
    if len(lines) <= max(room, _FEWEST):
        return lines
    change = [np.inf if x.strong else float(np.nanmax(x.values) - np.nanmin(x.values)) for x in lines]
    kept = sorted(np.argsort(change, kind="stable")[::-1][: max(room, _FEWEST) - 1])
    rest = PlotCurve(f"and {len(lines) - len(kept)} more", np.zeros(1), np.array([bottom]), QUIET)
    return [*(lines[k] for k in kept), rest]


def spread(heights: Sequence[float], gap: float, room: float) -> list[float]:
    """Shift sorted heights as little as possible so that they are at least `gap` apart.

    If possible, all heights are between 0 and `room`.
    """
    groups: list[tuple[float, int]] = []  # mean of (height − offset), and group size
    for h in heights:
        groups.append((float(h), 1))
        while len(groups) > 1 and groups[-2][0] + groups[-2][1] * gap > groups[-1][0]:
            (a, m), (b, n) = groups[-2:]
            groups[-2:] = [((a * m + (b - m * gap) * n) / (m + n), m + n)]
    found = [start + k * gap for start, count in groups for k in range(count)]
    top = max(room, (len(found) - 1) * gap)
    return [min(max(x, k * gap), top - (len(found) - 1 - k) * gap) for k, x in enumerate(found)]


def last(values: Array) -> float:
    known = values[np.isfinite(values)]
    return float(known[-1]) if len(known) else 0.0


def limits(axis: Any, bounds: Sequence[float | None], unit: str, *, named: bool = True) -> None:
    """Draw labelled lines at the lower and upper limits, with hatching outside the limits.

    Limits of equal magnitude are labelled ±.
    """
    lower, upper = (None if x is None or not np.isfinite(x) else float(x) for x in bounds)
    low, high = axis.get_ylim()
    known = [x for x in (lower, upper) if x is not None]
    room = 0.09 * (max(high, *known) - min(low, *known) or 1.0)
    beyond = (low if lower is None else lower) - room, (high if upper is None else upper) + room
    axis.set_ylim(min(low, beyond[0]), max(high, beyond[1]))
    even = lower is not None and upper is not None and lower == -upper
    for value, side in ((upper, 1), (lower, -1)):
        if value is None:
            continue
        axis.axhline(value, color=LIMIT, linewidth=0.9, zorder=2.2, label="_limit")
        _hatch(axis, value, side)
        if named and not (even and side < 0):
            axis.annotate(
                f"limit {'±' if even else ''}{number(value)} {unit}", (1.0, value), xycoords=("axes fraction", "data"),
                xytext=(-2, -3 if side > 0 else 3), textcoords="offset points", ha="right",
                va="top" if side > 0 else "bottom", zorder=3,
                bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.6},
                **lettering(SIZE - 0.5, LIMIT),
            )  # fmt: skip


def _hatch(axis: Any, value: float, side: int) -> None:
    """Draw hatching on the forbidden side of a limit, with a spacing of 8 points."""
    from matplotlib.collections import LineCollection
    from matplotlib.transforms import Affine2D

    count = max(8, int(axis.get_window_extent().width * 72 / axis.figure.dpi / 8))
    places = [((k + 0.3) / count, value) for k in range(count)]
    in_points = Affine2D().scale(1 / 72) + axis.figure.dpi_scale_trans
    strokes = LineCollection(
        [[(0.0, 0.0), (4.0, 4.5 * side)]],
        offsets=places,
        offset_transform=axis.get_yaxis_transform(),
        colors=LIMIT,
        linewidths=0.5,
        zorder=2.1,
    )
    strokes.set_transform(in_points)
    axis.add_collection(strokes, autolim=False)


def peak(axis: Any, t: Array, values: Array, unit: str) -> None:
    """Mark the largest value with a dot and a label (value and time), on the side with the fewest curves."""
    k = int(np.argmax(np.abs(np.nan_to_num(values))))
    point = (t[k], values[k])
    axis.plot(*point, "o", color=INK, markersize=3.5, zorder=3, label="_peak")
    text = f"{number(float(values[k]))} {unit} at {number(float(t[k]), 3)} s"
    area, scale = axis.get_window_extent(), 72 / axis.figure.dpi
    size = scale * np.array([area.width, area.height])
    paths = [x.get_transform().transform_path(x.get_path()) for x in axis.get_lines() if len(x.get_xdata()) > 1]
    points = [(x.interpolated(60) if len(x.vertices) == 2 else x).vertices for x in paths]  # coordinates in pixels
    drawn = scale * (np.concatenate(points) - area.p0)
    at = scale * (axis.transData.transform(point) - area.p0)
    wide, tall = 0.47 * SIZE * len(text), SIZE + 1

    def hidden(place: tuple[int, int]) -> float:
        x = at[0] + place[0] * 7 - (wide if place[0] < 0 else 0)
        y = at[1] + place[1] * 6 - (tall if place[1] < 0 else 0 if place[1] else tall / 2)
        out = max(0.0, -x, x + wide - size[0]) + max(0.0, -y, y + tall - size[1])
        return float(
            np.count_nonzero(inside(drawn, (x, y, x + wide, y + tall), (2, 1))) + 10 * out + 0.1 * abs(place[0])
        )

    right, up = min(_AROUND, key=hidden)
    axis.annotate(
        text, point, xytext=(7 * right, 6 * up), textcoords="offset points", zorder=3,
        ha="left" if right > 0 else "right", va="bottom" if up > 0 else "top" if up else "center_baseline",
        **lettering(SIZE, INK),
    )  # fmt: skip


_AROUND = [(x, y) for x in (1, -1, 2, -2, 4, -4, 7, -7, 11, -11, 15, -15) for y in (-1, 1, 0)]


_STRONG = {"fontweight": 600, "fontfamily": [fonts.TEXT]}


def key(drawn: Any, lines: Sequence[tuple[str, str, float]]) -> None:
    """Draw a legend of (name, colour, width) below the panels, for curves that occur in every panel."""
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=colour, linewidth=width, label=name) for name, colour, width in lines]
    drawn.legend(handles=handles, loc="outside lower left", ncols=len(lines), frameon=False, prop=letters(),
                 labelcolor=INK, handlelength=1.6, columnspacing=1.6, borderaxespad=0.2)  # fmt: skip


def grid(drawn: Any, count: int, across: int, **shared: Any) -> list[Any]:
    """Create a grid of panels with `across` panels per row. Unused panels are hidden."""
    axes = np.ravel(drawn.subplots(-(-count // across), across, squeeze=False, **shared))
    for axis in axes[count:]:
        axis.set_visible(False)
    return list(axes[:count])
