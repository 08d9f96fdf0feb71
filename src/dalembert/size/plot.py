"""Torque against speed of each joint, with the envelope of its chosen motor on the link's side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from dalembert.file import written
from dalembert.label import label
from dalembert.notation import NOTATION
from dalembert.size.demand import Sizing


def plot_sizing(sizing: Sizing, path: str | Path | None = None) -> Any:
    """A Matplotlib figure; saved where a path is given."""
    from matplotlib.figure import Figure

    columns = min(3, len(sizing.joints))
    rows = -(-len(sizing.joints) // columns)
    figure = Figure(figsize=(4.2 * columns, 3.4 * rows), layout="constrained")
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
                axis.plot(*box.T, style, color="0.4", linewidth=0.9, label=which)
            axis.set_title(f"{label(demand.joint)}: {label(best.motor)}, N = {best.gear:g}", fontsize="medium")
        else:
            axis.set_title(
                label(demand.joint) if not sizing.motors else f"{label(demand.joint)}: none fits", fontsize="medium"
            )
        axis.plot(sizing.qd[:, k], tau, linewidth=1.1, label="task")
        axis.plot(0, demand.rms_torque, "o", markersize=4, color="C3", label="RMS")
        axis.set(
            xlabel="speed (m/s)" if demand.slides else "speed (rad/s)",
            ylabel="force (N)" if demand.slides else f"torque ({NOTATION['inverse_dynamics'].measure})",
        )
        axis.grid(True, alpha=0.3)
    axes[0].legend(fontsize="small")
    if path is not None:
        with written(path) as beside:
            figure.savefig(beside, dpi=130)
    return figure
