"""Torque against speed of each joint, with the envelope of its chosen motor on the link's side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from dalembert.drawing import chart
from dalembert.drawing.palette import INK, LIMIT
from dalembert.file import written
from dalembert.label import label
from dalembert.size.demand import Sizing


def plot_sizing(sizing: Sizing, path: str | Path | None = None) -> Any:
    """A Matplotlib figure; saved where a path is given."""
    columns = min(3, len(sizing.joints))
    rows = -(-len(sizing.joints) // columns)
    figure = chart.figure(160.0 * columns, 150.0 * rows)
    axes = np.atleast_1d(figure.subplots(rows, columns)).ravel()
    for axis in axes[len(sizing.joints) :]:
        axis.set_visible(False)
    for k, (axis, demand) in enumerate(zip(axes, sizing.joints, strict=False)):
        tau, best = sizing.tau[:, k], demand.best
        if best is not None:
            motor = next(m for m in sizing.motors if m.name == best.motor)
            tau = tau + best.gear**2 * motor.rotor_inertia * sizing.qdd[:, k]
            speed = motor.top_speed / best.gear
            for level, style, which in (
                (motor.peak_torque, "-", "peak"),
                (motor.continuous_torque, "--", "continuous"),
            ):
                box = np.array([[-speed, -1], [speed, -1], [speed, 1], [-speed, 1], [-speed, -1]]) * [
                    1,
                    level * best.gear,
                ]
                axis.plot(*box.T, style, color=LIMIT, linewidth=0.9, label=which)
            axis.set_title(f"{label(demand.joint, k + 1)}: {label(best.motor)}, N = {best.gear:g}", **chart.lettering())
        else:
            axis.set_title(
                label(demand.joint, k + 1) if not sizing.motors else f"{label(demand.joint, k + 1)}: none fits",
                **chart.lettering(),
            )
        chart.tidy(axis)
        axis.plot(sizing.qd[:, k], tau, linewidth=1.0, color=chart.of_joint(k)["color"], label="task")
        axis.plot(0, demand.rms_torque, "o", markersize=4, color=INK, label="RMS")
        axis.set_xlabel("speed / m/s" if demand.slides else "speed / rad/s", **chart.lettering())
        axis.set_ylabel("force / N" if demand.slides else "torque / N m", **chart.lettering())
    axes[0].legend(frameon=False, prop=chart.letters(), labelcolor=INK)
    if path is not None:
        with written(path) as beside:
            figure.savefig(beside, dpi=130)
    return figure
