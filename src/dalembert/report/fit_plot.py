"""Pictures of a fit: torques before and after, what is left by frequency, friction through its points, links as ellipsoids.

Quantity and unit stand at the top of the axis, names at the ends of lines in their colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import UnboundSymbol
from dalembert.identify.evidence import Torques, friction, spectrum
from dalembert.label import label
from dalembert.report.plot import solid_ellipsoid
from dalembert.report.style import INK, QUIET, figure, of_joint, tidy
from dalembert.simulate.plot import columns

if TYPE_CHECKING:
    from dalembert.identify.fit import Fit
    from dalembert.identify.log import Log

Array = NDArray[Any]
MEASURED, BEFORE, AFTER, LIMIT = "#8a949e", "#d98324", "#0b5cad", "#b0282d"
MOST_LINKS = 12  # drawn
_VIEWS = ((0, 1), (0, 2), (1, 2))
_AXES = "xyz"


def torque_picture(fit: Fit, found: Torques) -> Any:
    """Measured, by the robot that was given, and by the fit, a panel each joint; limits of effort are hatched."""
    n = fit.given.nv
    drawn = figure(7.0, 1.55 * n + 0.4)
    panels = np.ravel(drawn.subplots(n, 1, sharex=True, squeeze=False))
    units = columns(fit.given, fit.given.coordinates, "tau")
    for k, (axis, unit) in enumerate(zip(panels, units, strict=True)):
        lines = [("measured", found.measured, MEASURED, 1.6), ("fit", found.after, AFTER, 0.9)]
        if found.before is not None:
            lines.insert(1, ("given", found.before, BEFORE, 0.9))
        _tidy(axis, f"{label(unit.name)}   τ / {unit.unit}", last=k == n - 1)
        for _, values, colour, width in lines:
            axis.plot(found.t, values[:, k], color=colour, linewidth=width)
        _limit(
            axis,
            fit.given.coordinate(unit.name).limits.effort,
            np.max(np.abs(np.nan_to_num(found.measured[:, k])), initial=0),
        )
        _ends(axis, [(name, values[:, k], colour) for name, values, colour, _ in lines])
    return drawn


def spectrum_picture(fit: Fit, log: Log) -> Any:
    """What the fit leaves of each effort, by frequency; the filter's cut-off as a line."""
    f, power = spectrum(fit, log)
    drawn = figure(7.0, 3.6)
    axis = drawn.add_subplot(xscale="log", yscale="log")
    units = dict.fromkeys(x.unit for x in columns(fit.given, fit.given.coordinates, "tau"))
    _tidy(axis, f"amplitude density of what is left / ({', '.join(units)})/√Hz", last=True, x="f / Hz")
    root = np.sqrt(power[1:])
    shown = [k for k in range(root.shape[1]) if root[:, k].max(initial=0.0) > 0]
    for k in shown:
        axis.plot(f[1:], root[:, k], linewidth=1.0, **of_joint(k))
    if shown:
        axis.set_ylim(max(root[:, shown].min(), 1e-6 * root.max()) / 2, root.max() * 2)
        axis.set_xlim(f[1], f[-1])
        _ends(axis, [(label(fit.given.coordinates[k]), root[:, k], of_joint(k)["color"]) for k in shown])
    if log.cutoff is not None and log.cutoff < f[-1]:
        axis.axvline(log.cutoff, color=LIMIT, linewidth=1.0)
        axis.annotate(f"filter {log.cutoff:.3g} Hz", (log.cutoff, 1), xycoords=("data", "axes fraction"),
                      xytext=(3, -9), textcoords="offset points", color=LIMIT, fontsize=8)  # fmt: skip
    return drawn


def friction_picture(fit: Fit, log: Log) -> Any:
    """Efforts less what links and rotors ask for over speed, and the curve that was fitted, a panel each driven joint."""
    names = [fit.given.coordinates[k] for k in fit.design.driven]
    wide = min(3, len(names))
    tall = -(-len(names) // wide)
    drawn = figure(7.0, 2.2 * tall + 0.2)
    panels = np.ravel(drawn.subplots(tall, wide, squeeze=False))
    for axis, name in zip(panels, names, strict=False):
        k = fit.given.coordinate(name).qd
        curve, effort = friction(fit, log, name), columns(fit.given, [name], "tau")[0].unit
        rate = columns(fit.given, [name], "qd")[0].unit
        _tidy(axis, f"{label(name)}   τ / {effort}", last=True, x=f"q̇ / {rate}")
        axis.plot(curve.rate, curve.effort, ".", color=MEASURED, markersize=2, alpha=0.5, rasterized=len(log) > 5000)
        parts = (curve.curve_rate < 0, curve.curve_rate > 0)  # a jump at rest is no line
        for part in parts:
            axis.plot(curve.curve_rate[part], curve.curve_effort[part], color=of_joint(k)["color"], linewidth=1.7)
        known = curve.effort[np.isfinite(curve.effort)]
        spread = np.percentile(known, [0.5, 99.5]) if len(known) else np.zeros(2)
        low, high = min(spread[0], curve.curve_effort.min()), max(spread[1], curve.curve_effort.max())
        axis.set_ylim(low - 0.1 * (high - low) - 1e-12, high + 0.1 * (high - low) + 1e-12)
    for axis in panels[len(names) :]:
        axis.set_axis_off()
    return drawn


def ellipsoid_picture(fit: Fit, names: list[str]) -> Any:
    """Each link as the solid ellipsoid of its mass and inertia, seen along three axes of its frame: given and fitted."""
    drawn = figure(7.0, 1.75 * len(names) + 0.3)
    panels = drawn.subplots(len(names), 3, squeeze=False)
    for row, name in zip(panels, names, strict=True):
        bodies = [(fit.given, BEFORE, 1.0, "given"), (fit.robot, AFTER, 1.6, "fit")]
        found = [(_body(robot, name), colour, width, word) for robot, colour, width, word in bodies]
        seen = [x for x in found if x[0] is not None]
        centre, half = _frame([x[0] for x in seen if x[0] is not None])
        for axis, (i, j) in zip(row, _VIEWS, strict=True):
            _tidy(
                axis,
                f"{_AXES[j]} / m" + (f"   {label(name)}" if (i, j) == (0, 1) else ""),
                last=True,
                x=f"{_AXES[i]} / m",
            )
            axis.set_aspect("equal")
            axis.set_xlim(centre[i] - half, centre[i] + half)
            axis.set_ylim(centre[j] - half, centre[j] + half)
            axis.locator_params(axis="x", nbins=2)
            axis.locator_params(axis="y", nbins=3)
            axis.plot(0, 0, "+", color=INK, markersize=6)
            for body, colour, width, word in seen:
                if body is not None:
                    outline = _outline(*body, i, j)
                    axis.plot(*outline, color=colour, linewidth=width, label=word)
                    axis.plot(body[0][i], body[0][j], ".", color=colour, markersize=4)
        row[2].legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0), labelcolor="linecolor")
    return drawn


def _body(robot: Any, name: str) -> tuple[Array, Array] | None:
    """Centre of mass and A = R diag(r²) Rᵀ of a link's ellipsoid; None of one without mass or with symbols."""
    try:
        body = robot.link(name).inertia.numeric()
    except UnboundSymbol:
        return None
    if not body.mass > 0:
        return None
    radii, R = solid_ellipsoid(body)
    return np.array(body.com, dtype=float), R @ np.diag(radii**2) @ R.T


def _frame(bodies: list[tuple[Array, Array]]) -> tuple[Array, float]:
    """Middle and half width of a picture that shows all bodies and the origin."""
    reach = [np.sqrt(np.diag(A)) for _, A in bodies]
    low = np.min([np.zeros(3), *(c - r for (c, _), r in zip(bodies, reach, strict=True))], axis=0)
    high = np.max([np.zeros(3), *(c + r for (c, _), r in zip(bodies, reach, strict=True))], axis=0)
    return (low + high) / 2, float(max((high - low).max() * 0.55, 1e-3))


def _outline(centre: Array, A: Array, i: int, j: int) -> Array:
    """The shadow of an ellipsoid on two axes: c + √A u, |u| = 1."""
    w, V = np.linalg.eigh(A[np.ix_((i, j), (i, j))])
    a = np.linspace(0, 2 * np.pi, 80)
    return np.asarray((V * np.sqrt(np.maximum(w, 0))) @ [np.cos(a), np.sin(a)] + centre[[i, j], None])


def _tidy(axis: Any, quantity: str, *, last: bool, x: str = "t / s") -> None:
    tidy(axis, x if last else "", "")
    axis.grid(False, axis="x")
    axis.set_title(quantity, loc="left", fontsize=8.5, color=INK, pad=4)
    axis.tick_params(labelsize=8)
    if axis.get_yscale() == "linear":
        axis.axhline(0, color=QUIET, linewidth=0.6, zorder=0.5)


def _limit(axis: Any, effort: float | None, largest: float) -> None:
    """A limit of effort, hatched on the forbidden side, where the motion comes near it."""
    if effort is None or effort > 2 * largest:
        return
    edge = 1.15 * effort
    axis.set_ylim(-edge, edge)
    for side in (1, -1):
        axis.axhline(side * effort, color=LIMIT, linewidth=1.0)
        axis.fill_between(
            axis.get_xlim(), side * effort, side * edge, facecolor="none", edgecolor=LIMIT, hatch="////", linewidth=0
        )
    axis.annotate(
        f"{effort:.4g}", (0, effort), xycoords=("axes fraction", "data"), fontsize=7.5, color=LIMIT, va="bottom"
    )


def _ends(axis: Any, lines: list[tuple[str, Array, str]]) -> None:
    """Names at the ends of lines in their colours, spread so that they do not meet."""
    axis.autoscale_view()
    to = axis.transData + axis.transAxes.inverted()
    x = axis.get_xlim()[1]
    axis.set_xlim(axis.get_xlim())
    height = axis.figure.get_figheight() / max(len(axis.figure.axes), 1)
    gap = min(0.14 / max(height, 0.2) * 1.1, 1 / max(len(lines), 1))
    ends = sorted((float(to.transform((x, _last(values)))[1]), name, colour) for name, values, colour in lines)
    places = [min(max(y, 0.0), 1.0) for y, _, _ in ends]
    for k in range(1, len(places)):
        places[k] = max(places[k], places[k - 1] + gap)
    over = max(0.0, places[-1] - 1.0) if places else 0.0
    for (_, name, colour), y in zip(ends, places, strict=True):
        axis.annotate(
            name,
            (1.01, y - over),
            xycoords="axes fraction",
            color=colour,
            fontsize=8,
            va="center",
            annotation_clip=False,
        )


def _last(values: Array) -> float:
    known = values[np.isfinite(values)]
    return float(known[-1]) if len(known) else 0.0
