"""Plots of robots and simulation runs as Matplotlib figures, which `figure.savefig("x.svg")` saves.

The width of a plot is "page" (425 points), "column" (246 points, for two-column papers) or a number of points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.document.facts import SampleMotion, Survey
from dalembert.drawing import chart
from dalembert.dynamics import gravity_vector
from dalembert.finding.finding import Argument, given
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.simulation.plot import axis_label, columns, legends
from dalembert.simulation.plot import plot_energies as draw_ledger
from dalembert.simulation.plot import plot_motion as draw_motion
from dalembert.tolerance import NEGLIGIBLE
from dalembert.typeset import fonts
from dalembert.typeset.block import Figure
from dalembert.typeset.number import significant, trimmed
from dalembert.typeset.palette import INK, KINDS, TERMS, WORDS
from dalembert.view.scene import one_trajectory

_CLOSE = 0.4  # limits are drawn if a curve exceeds this fraction


@dataclass(frozen=True, eq=False)
class Picture(Figure):
    """Figure created by the function `draw` with Matplotlib. The function is called once for all file formats."""

    name: str
    draw: Callable[[], Any]
    caption: str = ""

    @cached_property
    def figure(self) -> Any:
        import matplotlib

        with matplotlib.rc_context(_lettering()):
            return self.draw()

    def bytes(self, format: str, dpi: int = 160) -> bytes:
        """Return the picture in svg, png or pdf format. Identical pictures give identical bytes."""
        import matplotlib

        # Matplotlib projects points at infinity for 3D axes, which must not cause NumPy warnings
        with np.errstate(all="ignore"), matplotlib.rc_context(_lettering()):
            return chart.image(self.figure, format, self.name, dpi)


def _lettering() -> dict[str, Any]:
    """Return Matplotlib settings that use the fonts of the page."""
    return {"font.family": [*fonts.known_to_matplotlib(), "DejaVu Sans"], "mathtext.fontset": "stix"}


def torques(
    robot: Robot, move: SampleMotion | None = None, *, joints: Sequence[int] | None = None, width: float | str = "page"
) -> Any:
    """Plot the torque or force of each joint along a motion, with the gravity component and the limit.

    By default, every joint moves from rest to rest within its limits. The plot has one panel per joint, or one per
    motor if some joints are not driven. Each panel has its own scale, and its title shows the peak and the limit.
    `joints` selects joints by index, counted from 0. `width` is "page" (425 points), "column" (246 points) or a number
    of points.
    """
    survey = Survey(robot, move)
    move = survey.move
    efforts = [("motor", survey.tau, INK, 1.7)]
    if not robot.loops:
        efforts.append(("gravity alone", gravity_vector(robot, move.q), KINDS["gravity"][0], 1.0))
    shown = columns(robot, robot.coordinates, "tau")
    chosen = panels_of(robot) if joints is None else list(joints)
    if not chosen or not set(chosen) <= set(range(robot.nv)):
        raise finding.NotInteger(Argument("joints"), given(joints), 0, robot.nv - 1).error()
    rows = -(-len(chosen) // (3 if chart.points(width) > 320 else 2))
    across = -(-len(chosen) // rows)
    drawn = chart.figure(width, 92.0 * rows + 24)
    drawn.get_layout_engine().set(wspace=0.05)
    panels = chart.grid(drawn, len(chosen), across)
    for place, (k, axis) in enumerate(zip(chosen, panels, strict=True)):
        unit = shown[k].unit
        peak, limit = float(abs(survey.largest[k])), float(survey.limits[k])
        of = f" of {trimmed(limit)}" if np.isfinite(limit) else ""
        title = f"{chart.indexed('τ', k + 1)}  peak {significant(peak, 3)}{of} {unit}"
        chart.tidy(axis, title, "time / s" if place == len(chosen) - 1 else "", zero=True)
        lines = [chart.PlotCurve(name, move.t, x[:, k], colour, wide) for name, x, colour, wide in reversed(efforts)]
        chart.curves(axis, lines, named=False)
        if peak > _CLOSE * limit:
            chart.limits(axis, (-limit, limit), unit, named=False)
    chart.key(drawn, [(name, colour, wide) for name, _, colour, wide in efforts])
    return drawn


def panels_of(robot: Robot) -> list[int]:
    """Return the indices of the plotted coordinates, which are the actuated coordinates if there are any."""
    return sorted(tree(robot).actuated) or [*range(robot.nv)]


def torque_parts(robot: Robot, joint: int = 0, move: SampleMotion | None = None, *, width: float | str = "page") -> Any:
    """Plot the torque or force of one joint, split by kind of term, with the sum of all terms in black."""
    survey = Survey(robot, move)
    t, tau = survey.move.t, survey.tau[:, joint]
    name = robot.coordinates[joint]
    unit = columns(robot, [name], "tau")[0].unit
    drawn = chart.figure(width, 190.0)
    axis = chart.tidy(drawn.add_subplot(), f"{chart.indexed('τ', joint + 1)} / {unit}", "time / s", zero=True)
    own = [(kind, values[:, joint]) for kind, values in survey.parts.items()]
    least = NEGLIGIBLE * np.abs(tau).max()
    lines = [chart.PlotCurve(WORDS[kind], t, x, TERMS[kind][0]) for kind, x in own if np.abs(x).max() > least]
    lines.append(chart.PlotCurve("motor", t, tau, INK, 1.7))
    chart.curves(axis, lines, named=False)
    effort = robot.coordinate(name).limits.effort
    if effort is not None and np.abs(tau).max() > _CLOSE * effort:
        chart.limits(axis, (-effort, effort), unit)
    chart.peak(axis, t, tau, unit)
    chart.ends(axis, lines)
    return drawn


def energy_balance(run: Any, *, width: float | str = "page") -> Any:
    """Plot the energy balance of a simulation: kinetic and potential energy, work of the motors, and losses."""
    one_trajectory(run)
    drawn = chart.figure(width, 170.0)
    draw_ledger(drawn.add_subplot(), run)
    chart.tidy(drawn.axes[0], x="time / s")
    return drawn


def phase_portrait(run: Any, *, width: float | str = 300.0) -> Any:
    """Plot velocity against position for each joint, with a dot at the start."""
    one_trajectory(run)
    if run.robot is not None:
        run.robot.only("a phase portrait", loops=True, springs=True)
    drawn = chart.figure(width, 0.78 * chart.points(width))
    q, qd = (columns(run.robot, run.joints, which) for which in ("q", "qd"))
    axis = chart.tidy(drawn.add_subplot(), axis_label("qd", qd), axis_label("q", q), zero=True)
    lines = []
    for k, name in enumerate(legends(q)):
        own = chart.of_joint(k)
        axis.plot(run.q[:, k], run.qd[:, k], linewidth=1.0, label=name, **own)
        axis.plot(run.q[0, k], run.qd[0, k], "o", color=own["color"], markersize=4, label="_start")
        lines.append(chart.PlotCurve(name, run.q[:, k], run.qd[:, k], own["color"]))
    if len(lines) > 1:
        chart.ends(axis, lines)
    return drawn


def motion_of(run: Any, *, width: float | str = "page") -> Any:
    """Plot the positions and velocities of a simulation, with joint limits that are close to the curves."""
    one_trajectory(run)
    drawn = chart.figure(width, 270.0)
    upper, lower = drawn.subplots(2, 1, sharex=True)
    draw_motion(upper, run, "q")
    draw_motion(lower, run, "qd")
    chart.tidy(lower, x="time / s")
    return drawn
