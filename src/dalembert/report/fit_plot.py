"""Pictures of a fit: torques before and after, what is left by frequency, friction through its points, links as ellipsoids.

Quantity and unit stand at the top of the axis, names at the ends of lines in their colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dalembert.drawing import chart
from dalembert.drawing.palette import COLOURS, INK, KINDS, LIMIT
from dalembert.errors import UnboundSymbol
from dalembert.identify.evidence import Torques, friction, spectrum
from dalembert.label import label
from dalembert.report.plot import solid_ellipsoid
from dalembert.simulate.plot import columns, written_unit

if TYPE_CHECKING:
    from dalembert.identify.fit import Fit
    from dalembert.identify.log import Log

Array = NDArray[Any]
MEASURED, BEFORE, AFTER = COLOURS["ticks"][1], KINDS["friction"][0], KINDS["inertial"][0]
MOST_LINKS = 12  # drawn
_VIEWS = ((0, 1), (0, 2), (1, 2))
_AXES = "xyz"


def torque_picture(fit: Fit, found: Torques) -> Any:
    """Measured, by the robot that was given, and by the fit, a panel each joint; limits of effort are hatched."""
    n = fit.given.nv
    drawn = chart.figure("page", 104.0 * n + 24)
    panels = np.ravel(drawn.subplots(n, 1, sharex=True, squeeze=False))
    units = columns(fit.given, fit.given.coordinates, "tau")
    for k, (axis, unit) in enumerate(zip(panels, units, strict=True)):
        lines = [chart.Curve("measured", found.t, found.measured[:, k], MEASURED, 1.4)]
        if found.before is not None:
            lines.append(chart.Curve("given", found.t, found.before[:, k], BEFORE, 0.8))
        lines.append(chart.Curve("fit", found.t, found.after[:, k], AFTER, 0.8))
        title = f"{label(unit.name, k + 1)}   {chart.indexed('τ', k + 1)} / {written_unit(unit.unit)}"
        chart.tidy(axis, title, "time / s" if k == n - 1 else "", zero=True)
        chart.curves(axis, lines, named=False)
        effort = fit.given.coordinate(unit.name).limits.effort
        largest = np.max(np.abs(np.nan_to_num(found.measured[:, k])), initial=0)
        if effort is not None and effort < 2 * largest:
            chart.limits(axis, (-effort, effort), written_unit(unit.unit))
        chart.ends(axis, [(x.name, x.values, x.colour, False) for x in lines])
    return drawn


def spectrum_picture(fit: Fit, log: Log) -> Any:
    """What the fit leaves of each effort, by frequency; the filter's cut-off as a line."""
    f, power = spectrum(fit, log)
    drawn = chart.figure("page", 210.0)
    axis = drawn.add_subplot(xscale="log", yscale="log")
    units = dict.fromkeys(written_unit(x.unit) for x in columns(fit.given, fit.given.coordinates, "tau"))
    chart.tidy(axis, f"amplitude density of what is left / ({', '.join(units)})/√Hz", "frequency / Hz")
    root = np.sqrt(power[1:])
    shown = [k for k in range(root.shape[1]) if root[:, k].max(initial=0.0) > 0]
    for k in shown:
        axis.plot(f[1:], root[:, k], linewidth=1.0, **chart.of_joint(k))
    if shown:
        axis.set_ylim(max(root[:, shown].min(), 1e-6 * root.max()) / 2, root.max() * 2)
        axis.set_xlim(f[1], f[-1])
        ends = [(label(fit.given.coordinates[k], k + 1), root[:, k], chart.of_joint(k)["color"], False) for k in shown]
        chart.ends(axis, ends)
    if log.cutoff is not None and log.cutoff < f[-1]:
        axis.axvline(log.cutoff, color=LIMIT, linewidth=0.9)
        axis.annotate(f"filter {log.cutoff:.3g} Hz", (log.cutoff, 1), xycoords=("data", "axes fraction"),
                      xytext=(3, -9), textcoords="offset points", **chart.lettering(chart.SIZE, LIMIT))  # fmt: skip
    return drawn


def friction_picture(fit: Fit, log: Log) -> Any:
    """Efforts less what links and rotors ask for over speed, and the curve that was fitted, a panel each driven joint."""
    names = [fit.given.coordinates[k] for k in fit.design.driven]
    wide = min(3, len(names))
    tall = -(-len(names) // wide)
    drawn = chart.figure("page", 130.0 * tall + 12)
    panels = np.ravel(drawn.subplots(tall, wide, squeeze=False))
    for axis, name in zip(panels, names, strict=False):
        k = fit.given.coordinate(name).qd
        curve, effort = friction(fit, log, name), columns(fit.given, [name], "tau")[0].unit
        rate = columns(fit.given, [name], "qd")[0].unit
        chart.tidy(
            axis, f"{label(name, k + 1)}   $\\tau$ / {written_unit(effort)}", f"$\\dot{{q}}$ / {rate}", zero=True
        )
        axis.plot(curve.rate, curve.effort, ".", color=MEASURED, markersize=2, alpha=0.5, rasterized=len(log) > 5000)
        parts = (curve.curve_rate < 0, curve.curve_rate > 0)  # a jump at rest is no line
        for part in parts:
            axis.plot(curve.curve_rate[part], curve.curve_effort[part], color=chart.of_joint(k)["color"], linewidth=1.7)
        known = curve.effort[np.isfinite(curve.effort)]
        spread = np.percentile(known, [0.5, 99.5]) if len(known) else np.zeros(2)
        low, high = min(spread[0], curve.curve_effort.min()), max(spread[1], curve.curve_effort.max())
        axis.set_ylim(low - 0.1 * (high - low) - 1e-12, high + 0.1 * (high - low) + 1e-12)
    for axis in panels[len(names) :]:
        axis.set_axis_off()
    return drawn


def ellipsoid_picture(fit: Fit, names: list[str]) -> Any:
    """Each link as the solid ellipsoid of its mass and inertia, seen along three axes of its frame: given and fitted."""
    drawn = chart.figure("page", 118.0 * len(names) + 26)
    panels = drawn.subplots(len(names), 3, squeeze=False)
    for row, name in zip(panels, names, strict=True):
        bodies = [(fit.given, BEFORE, 1.0, "given"), (fit.robot, AFTER, 1.6, "fit")]
        found = [(_body(robot, name), colour, width, word) for robot, colour, width, word in bodies]
        seen = [x for x in found if x[0] is not None]
        centre, half = _frame([x[0] for x in seen if x[0] is not None])
        for axis, (i, j) in zip(row, _VIEWS, strict=True):
            title = f"${_AXES[j]}$ / m" + (f"   {label(name)}" if (i, j) == (0, 1) else "")
            chart.tidy(axis, title, f"${_AXES[i]}$ / m")
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
    chart.key(drawn, [("given", BEFORE, 1.0), ("fit", AFTER, 1.6)])
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
