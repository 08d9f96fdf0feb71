"""Numbers of axes that are neither tiny nor huge: q / nm, τ / kN m, energy / 10⁻¹² J·s, so that ticks are 0 … 1000.

An axis is looked at when it is drawn, after everything is on it; its unit is what stands after the last " / " of its name.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_PREFIXES = {-6: "a", -5: "f", -4: "p", -3: "n", -2: "µ", -1: "m", 1: "k", 2: "M", 3: "G", 4: "T"}
_TAKING = re.compile(r"(?:m|m/s|N|N m|J|W|s)(?=$|[ ,;])")  # units that take a prefix
_LEGIBLE = 10.2  # pt of a name whose exponents, 0.7 of it, are not under 7 pt
_SMALL, _LARGE = 2e-3, 1e5  # sizes of an axis that stay as they are


def prefixed(size: float, unit: str) -> tuple[float, str]:
    """(factor, unit) in which a size is neither tiny nor huge: 3e-9 m is 3 nm."""
    k = _thousands(size)
    return 10.0 ** (-3 * k), _with(k, unit, "10" + str(3 * k).translate(RAISED)) if k else unit


def _with(k: int, unit: str, power: str) -> str:
    """A unit 1000ᵏ times as large: by its prefix, or by the power of ten."""
    return f"{_PREFIXES[k]}{unit}" if k in _PREFIXES and _TAKING.match(unit) else f"{power} {unit}"


def _thousands(size: float) -> int:
    """The power of 1000 that is taken out."""
    if not (np.isfinite(size) and size > 0) or _SMALL <= size < _LARGE:
        return 0
    return int(np.floor(np.log10(size) / 3 + 1e-9))


def rescaled(axes: Any) -> None:
    """Give linear axes whose numbers are tiny or huge another unit; twice does as once."""
    from matplotlib.text import Text

    title = axes.get_title(loc="left")
    written = [x for x in axes.findobj(Text) if x.get_text() == title][:1]
    for axis, name in ((axes.yaxis, written), (axes.xaxis, [axes.xaxis.label])):
        if not name:
            continue
        before, slash, unit = name[0].get_text().rpartition(" / ")
        size = float(np.abs(axis.get_view_interval()).max())
        if not slash or axis.get_scale() != "linear" or getattr(axis, "taken_out", 0) or not _thousands(size):
            continue
        k = axis.taken_out = _thousands(size)
        # a name with a formula in it is set by Matplotlib's own fonts, which have no raised digits
        power = f"$10^{{{3 * k}}}$" if "$" in before else "10" + str(3 * k).translate(RAISED)
        name[0].set_text(f"{before} / {_with(k, unit, power)}")
        if "^" in name[0].get_text():
            name[0].set_fontsize(max(_LEGIBLE, name[0].get_fontsize()))
        axis.set_major_formatter(lambda x, _, k=k: f"{x / 1000.0**k:.6g}".replace("-", "−"))
