"""Reports on identified models, with tables and plots.

A report contains the verdict and the warnings, followed by errors per joint, torques, parameters, friction, residuals,
links before and after the fit, and cross-validation. The last section suggests a motion that excites the unidentifiable
parameters. Plots show measured and predicted torques, spectra of the residuals, friction curves with the measured
points, and links as ellipsoids. Each quantity and its unit are printed above the axis. Each curve has a label of the
same colour at its end.

The module also computes the plotted data: torques, residual spectra, friction curves and inertia ellipsoids.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dalembert.boundary import Array
from dalembert.document.plot import Picture
from dalembert.drawing import chart
from dalembert.dynamics import compile
from dalembert.errors import UnboundSymbol, shown
from dalembert.identification.fit import exciting_motion
from dalembert.identification.linear_model import contact_efforts
from dalembert.identification.log import Log
from dalembert.robot.inertia import Inertia
from dalembert.simulation.plot import columns
from dalembert.spatial.rotation import norm
from dalembert.tolerance import NULL_SHARE, ROUNDING
from dalembert.typeset.block import Block, Blocks, Document, Section, Table, Words
from dalembert.typeset.label import label
from dalembert.typeset.number import general, percent
from dalembert.typeset.palette import COLOURS, INK, KINDS, LIMIT
from dalembert.view.solid import half_axes

if TYPE_CHECKING:
    from dalembert.identification.fit import Fit


MEASURED = COLOURS["ticks"][1]
BEFORE = KINDS["friction"][0]
AFTER = KINDS["inertial"][0]
_STYLES = {"measured": (MEASURED, 1.4), "given": (BEFORE, 0.8), "fit": (AFTER, 0.8)}
MOST_LINKS = 12  # largest number of links that are drawn
_VIEWS = ((0, 1), (0, 2), (1, 2))
_AXIS_NAMES = "xyz"


def torque_picture(fit: Fit, t: Array, found: Mapping[str, Array]) -> Any:
    """Plot measured torques and the torques predicted by the given and the fitted robot, with one panel per joint.

    Regions beyond the torque limits are hatched.
    """
    n = fit.given.nv
    drawn = chart.figure("page", 104.0 * n + 24)
    panels = chart.grid(drawn, n, 1, sharex=True)
    units = columns(fit.given, fit.given.coordinates, "tau")
    for k, (axis, unit) in enumerate(zip(panels, units, strict=True)):
        lines = [chart.PlotCurve(name, t, x[:, k], *_STYLES[name]) for name, x in found.items()]
        title = f"{label(unit.name, k + 1)}   {chart.indexed('τ', k + 1)} / {unit.unit}"
        chart.tidy(axis, title, "time / s" if k == n - 1 else "", zero=True)
        chart.curves(axis, lines, named=False)
        effort = fit.given.coordinate(unit.name).limits.effort
        largest = np.max(np.abs(np.nan_to_num(found["measured"][:, k])), initial=0)
        if effort is not None and effort < 2 * largest:
            chart.limits(axis, (-effort, effort), unit.unit)
        chart.ends(axis, lines)
    return drawn


def spectrum_picture(fit: Fit, log: Log) -> Any:
    """Plot the amplitude spectrum of each joint's torque residual, with the cutoff frequency of the filter."""
    f, power = spectrum(fit, log)
    drawn = chart.figure("page", 210.0)
    axis = drawn.add_subplot(xscale="log", yscale="log")
    units = dict.fromkeys(x.unit for x in columns(fit.given, fit.given.coordinates, "tau"))
    chart.tidy(axis, f"amplitude spectral density of the residual / ({', '.join(units)})/√Hz", "frequency / Hz")
    root = np.sqrt(power[1:])
    lines, shown = [], [k for k, x in enumerate(root.T) if x.max(initial=0.0) > 0]
    for k in shown:
        own = chart.of_joint(k)
        axis.plot(f[1:], root[:, k], linewidth=1.0, **own)
        lines.append(chart.PlotCurve(label(fit.given.coordinates[k], k + 1), f[1:], root[:, k], own["color"]))
    if shown:
        axis.set_ylim(max(root[:, shown].min(), NULL_SHARE * root.max()) / 2, root.max() * 2)
        axis.set_xlim(f[1], f[-1])
        chart.ends(axis, lines)
    if log.cutoff is not None and log.cutoff < f[-1]:
        axis.axvline(log.cutoff, color=LIMIT, linewidth=0.9)
        axis.annotate(
            f"filter {log.cutoff:.3g} Hz",
            (log.cutoff, 1),
            xycoords=("data", "axes fraction"),
            xytext=(3, -9),
            textcoords="offset points",
            **chart.lettering(chart.SIZE, LIMIT),
        )
    return drawn


def friction_picture(fit: Fit, log: Log) -> Any:
    """Plot the friction torque of each driven joint against its speed, with the fitted friction curve.

    The measured friction torque is the joint torque minus the torques due to links and rotors.
    """
    names = [fit.given.coordinates[k] for k in fit.design.driven]
    across = min(3, len(names))
    drawn = chart.figure("page", 130.0 * -(-len(names) // across) + 12)
    for axis, name in zip(chart.grid(drawn, len(names), across), names, strict=True):
        k = fit.given.coordinate(name).qd
        curve, effort = friction(fit, log, name), columns(fit.given, [name], "tau")[0].unit
        rate = columns(fit.given, [name], "qd")[0].unit
        chart.tidy(axis, f"{label(name, k + 1)}   $\\tau$ / {effort}", f"$\\dot{{q}}$ / {rate}", zero=True)
        axis.plot(curve.rate, curve.effort, ".", color=MEASURED, markersize=2, alpha=0.5, rasterized=len(log) > 5000)
        line = (
            "-" if fit.design.carried is None else ","
        )  # friction that depends on the load is no function of the rate
        for part in (curve.curve_rate < 0, curve.curve_rate > 0):  # no line across the discontinuity at zero velocity
            x, y = curve.curve_rate[part], curve.curve_effort[part]
            axis.plot(x, y, line, color=chart.of_joint(k)["color"], linewidth=1.7)
        known = curve.effort[np.isfinite(curve.effort)]
        spread = np.percentile(known, [0.5, 99.5]) if len(known) else np.zeros(2)
        low, high = np.nanmin([spread[0], *curve.curve_effort]), np.nanmax([spread[1], *curve.curve_effort])
        room = 0.1 * (high - low) + ROUNDING
        axis.set_ylim(low - room, high + room)
    return drawn


def ellipsoid_picture(fit: Fit, names: list[str]) -> Any:
    """Draw the inertia ellipsoids of the given and the fitted links, as seen along each axis of the link frame."""
    drawn = chart.figure("page", 118.0 * len(names) + 26)
    panels = drawn.subplots(len(names), 3, squeeze=False)
    for row, name in zip(panels, names, strict=True):
        every = [(_body(fit.given, name), BEFORE, 1.0, "given"), (_body(fit.robot, name), AFTER, 1.6, "fit")]
        for axis, (i, j) in zip(row, _VIEWS, strict=True):
            title = f"${_AXIS_NAMES[j]}$ / m" + (f"   {label(name)}" if (i, j) == (0, 1) else "")
            chart.tidy(axis, title, f"${_AXIS_NAMES[i]}$ / m")
            axis.set_aspect("equal", adjustable="datalim")
            axis.locator_params(axis="x", nbins=2)
            axis.locator_params(axis="y", nbins=3)
            axis.plot(0, 0, "+", color=INK, markersize=6)
            for body, colour, width, word in every:
                if body is None:
                    continue
                axis.plot(*_outline(*body, i, j), color=colour, linewidth=width, label=word)
                axis.plot(body[0][i], body[0][j], ".", color=colour, markersize=4)
    chart.key(drawn, [("given", BEFORE, 1.0), ("fit", AFTER, 1.6)])
    return drawn


def _body(robot: Any, name: str) -> tuple[Array, Array] | None:
    """Return the centre of mass and A = R diag(r²) Rᵀ of a link's inertia ellipsoid.

    The result is None for a link without mass or with symbols.
    """
    body = _numeric(robot.link(name).inertia)
    half = None if body is None else half_axes(body)
    return None if body is None or half is None else (np.array(body.com), half @ half.T)


def _outline(centre: Array, A: Array, i: int, j: int) -> Array:
    """Compute the outline c + √A u, |u| = 1, of an ellipsoid projected onto the plane of two axes."""
    w, V = np.linalg.eigh(A[np.ix_((i, j), (i, j))])
    a = np.linspace(0, 2 * np.pi, 80)
    return np.asarray((V * np.sqrt(np.maximum(w, 0))) @ [np.cos(a), np.sin(a)] + centre[[i, j], None])


_MOST = 1500  # largest number of samples in a plot
_LONGEST = 65_536  # largest number of samples for a spectrum


def content(fit: Fit) -> Document:
    """Create the complete report as a document. The plots show only the first log."""
    log = fit.logs[0]
    thin = log.rows(np.arange(0, len(log), max(1, -(-len(log) // _MOST))))
    blocks: list[Block] = [
        *_verdict(fit), Section("Measured and predicted torques"), *_torques(fit, thin),
        Section("Parameters"), *_parameters(fit), *_gains(fit),
        Section("Friction"), *_friction(fit, thin),
        Section("Residuals"), *_left(fit, log),
        Section("Given and fitted links"), *_links(fit),
        Section("Cross-validation"), *_validation(fit),
        Section("Limits of the data"), *_unseen(fit),
        Section("Logs"), *_logs(fit),
    ]  # fmt: skip
    return Document(f"Identification of {shown(fit.given.name)}", tuple(blocks))


def _verdict(fit: Fit) -> Blocks:
    yield Words(f"Verdict: {fit.verdict}.")
    yield Words(
        f"{len(fit.parameters)} parameters estimated by {fit.method} least squares"
        + (", physically consistent" if fit.physical is not None else "")
        + f"; the fit does not explain {percent(fit.error)} of the measured torque in the frequency band of the motion, and "
        f"{percent(fit.raw_error)} of the torque as recorded, which includes the noise above that band."
    )
    if fit.refined is not None:
        yield Words(
            f"Refined by simulation with the log's servo in {fit.refined.rounds} rounds. The error of the simulated torques is "
            f"{percent(fit.refined.torque)}; the error on the measured motion before was {percent(fit.refined.measured)}."
        )
    if fit.warnings:
        yield Table(("warnings",), tuple((f"{_plain(str(x))}.",) for x in fit.warnings))
    else:
        yield Words("No warnings.")


def _torques(fit: Fit, log: Log) -> Blocks:
    rows, found = [], torques(fit, log)
    for k, (name, error) in enumerate(fit.errors.items()):
        size = norm(np.nan_to_num(log.tau[:, k]))
        before = "–"
        if "given" in found and size > 0:
            before = percent(norm(np.nan_to_num((log.tau - found["given"])[:, k])) / size)
        rows.append((shown(name), before, percent(error), general(size / max(len(log), 1) ** 0.5)))
    head = ("joint", "unexplained, given robot", "unexplained, fit", "rms τ")
    yield Table(head, tuple(rows), "Unexplained: ‖τ − τ̂‖/‖τ‖ of each joint.")
    caption = "Measured effort, and the efforts predicted by the given robot and by the fit."
    yield Picture("torques", lambda: torque_picture(fit, log.t, found), caption)


def _parameters(fit: Fit) -> Blocks:
    kept, weak = set(fit.essential), set(fit.weak)
    rows = []
    for name, x in fit.parameters.items():
        s, before = fit.sigma[name], fit.prior[name]
        seen = "unknown" if not np.isfinite(s) else "weak" if name in weak else "essential" if name in kept else "small"
        share = percent(s / abs(x)) if np.isfinite(s) and x else "–"
        group = fit.groups.get(name, "").partition(" = ")[2]
        rows.append((shown(name), *map(general, (before, x, s)), share, seen, group))
    head = ("parameter", "given", "fit", "σ", "σ / value", "", "combination")
    yield Table(head, tuple(rows), "SI units. Essential: removing the parameter worsens the fit by more than noise explains. "
                "Small: it does not. Weak: σ exceeds 30 % of the value. Unknown: not determined by the log.")  # fmt: skip


def _gains(fit: Fit) -> Blocks:
    if fit.gains is None:
        return
    rows = tuple((shown(x), general(g), general(fit.gains.sigma[x])) for x, g in fit.gains.values.items())
    yield Table(("joint", "gain", "σ"), rows, "Gain: joint effort per unit of the logged signal, from the known load.")


def _friction(fit: Fit, log: Log) -> Blocks:
    if not fit.design.driven:
        yield Words("No joint is driven, so no friction was fitted.")
        return
    caption = (
        "Points: measured efforts minus the efforts of links and rotors. Lines: fitted friction, including the offset."
    )
    yield Picture("friction", lambda: friction_picture(fit, log), caption)


def _left(fit: Fit, log: Log) -> Blocks:
    first = log.rows(np.arange(min(len(log), _LONGEST)))
    caption = "Residual of each effort. Peaks at the frequencies of the motion indicate effects that the model omits."
    yield Picture("spectra", lambda: spectrum_picture(fit, first), caption)


def _links(fit: Fit) -> Blocks:
    if fit.design.basis is None:
        yield Words("The links were not fitted; they are those of the given robot.")
        return
    rows, changed = [], []
    for before, after in zip(fit.given.links, fit.robot.links, strict=True):
        old, new = _numeric(before.inertia), _numeric(after.inertia)
        if new is None or before.inertia == after.inertia:
            continue
        changed.append(after.name)
        was = "–" if old is None else general(old.mass)
        moments = _numbers(new.principal().moments)
        rows.append((shown(after.name), was, general(new.mass), _numbers(new.com), moments))
    if not rows:
        yield Words("The fit changed no link.")
        return
    yield Words(
        "Many robots have the same torques. Combinations that the motion does not determine are as close to the given robot as possible."
    )
    yield Table(
        ("link", "mass given / kg", "mass / kg", "centre of mass / m", "principal moments / kg m²"), tuple(rows)
    )
    drawn = changed[:MOST_LINKS]
    more = f" The first {len(drawn)} of {len(changed)} links are shown." if len(drawn) < len(changed) else ""
    caption = f"Solid ellipsoids of the same mass and inertia in the link's frame (+); dots: centres of mass.{more}"
    yield Picture("ellipsoids", lambda: ellipsoid_picture(fit, drawn), caption)


def _validation(fit: Fit) -> Blocks:
    found = fit.validation
    if len(found.left_out):
        head = ("segment", *(str(k + 1) for k in range(len(found.left_out))))
        row = ("unexplained", *(percent(float(x)) for x in found.left_out))
        yield Words("Each segment of the log is predicted by a fit to all other segments.")
        yield Table(head, (row,))
        yield Words(f"All segments together: {percent(found.error)}; the fit itself: {percent(fit.error)}.")
    else:
        yield Words("The log is too short for cross-validation.")
    if len(found.by_log):
        rows = tuple((shown(log.name), percent(float(x))) for log, x in zip(fit.logs, found.by_log, strict=True))
        yield Table(("log", "unexplained"), rows, "Each log is predicted by a fit to all other logs.")
    if np.isfinite(found.elsewhere):
        yield Words(f"The uncertainty of the torques at random postures is {percent(found.elsewhere)}.")
    else:
        yield Words("At other postures, the torques depend on parameters that the log does not determine.")


def _unseen(fit: Fit) -> Blocks:
    lost = [name for name, s in fit.sigma.items() if not np.isfinite(s)]
    for what, names in (("Not determined", lost), ("Poorly determined", list(fit.weak))):
        if names:
            yield Words(
                f"{what}: {', '.join(map(shown, names))}. To determine them, {_plain(str(exciting_motion(fit, names)))}."
            )
    if not lost and not fit.weak:
        yield Words("The log determines every parameter well.")
    if fit.unconfirmed:
        rows = tuple((f"{_plain(str(x))}.",) for x in fit.unconfirmed)
        yield Table(("possible faults that the log neither confirms nor rules out",), rows)


def _logs(fit: Fit) -> Blocks:
    for log in fit.logs:
        length = float(log.t[-1] - log.t[0])
        yield Words(f"{shown(log.name)}: {len(log)} samples, {length:.4g} s.")
        if log.notes:
            yield Table(("note",), tuple((shown(str(x), 300),) for x in log.notes))


def _plain(text: str) -> str:
    """Remove the backticks from a message."""
    return text.replace("`", "")


def _numbers(x: Any) -> str:
    """Format a list of numbers. Numbers smaller than a millionth of the largest number are replaced by 0."""
    least = NULL_SHARE * max(abs(y) for y in x)
    return ", ".join(general(0.0 if abs(y) < least else y) for y in x)


@final
@dataclass(frozen=True, eq=False)
class FrictionCurve:
    """Measured friction torques and the fitted friction curve of a coordinate.

    A measured friction torque is τ minus the torques due to links and rotors, at velocity q̇.
    """

    rate: Array
    effort: Array
    curve_rate: Array
    curve_effort: Array


def torques(fit: Fit, log: Log) -> dict[str, Array]:
    """Return the measured torques, and the torques predicted by the given and the fitted robot, `(N, n)` each.

    A given robot with symbols predicts no torques.
    """
    found = {"measured": log.tau}
    with suppress(UnboundSymbol):
        own = compile(fit.given, "inverse_dynamics")(log.q, log.qd, log.qdd)
        found["given"] = own - contact_efforts(fit.given, log)
    return found | {"fit": fit.predict(log)}


def spectrum(fit: Fit, log: Log) -> tuple[Array, Array]:
    """Compute the power spectral density of the torque residuals by Welch's method.

    Return the frequencies in Hz and the density of each joint, `(F, n)`, in squared torque per Hz.
    """
    from scipy.signal import welch

    left = np.nan_to_num(log.recorded - fit.predict(log))
    f, power = welch(left.T, fs=1 / log.period, nperseg=min(1024, len(log)))
    return f, power.T


def friction(fit: Fit, log: Log, coordinate: str) -> FrictionCurve:
    """Compute the measured and the fitted friction torques of a coordinate."""
    k = fit.given.coordinate(coordinate).qd
    own, w = fit.design.inertial + len(fit.design.rotors), fit.design.rows(log)[k]
    inertial, rubbing = np.split(np.array(fit.estimate.x), [own])
    rate, order = log.qd[:, k], np.argsort(log.qd[:, k])
    rigid = w[:, :own] @ inertial + fit.design.known(log)[:, k]
    return FrictionCurve(rate, log.tau[:, k] - rigid, rate[order], (w[:, own:] @ rubbing)[order])


def _numeric(inertia: Inertia) -> Inertia | None:
    """Return the inertia as numbers, or None for a link without mass or with symbols."""
    try:
        body = inertia.numeric()
    except UnboundSymbol:
        return None
    return body if body.mass > 0 else None
