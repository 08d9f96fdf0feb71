"""Schematic pictures: links, joints, frames and symbols. A planar arm is drawn in its plane, any other in space."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from dalembert.kinematics.picture_planar import draw_planar
from dalembert.kinematics.picture_spatial import draw_spatial
from dalembert.kinematics.schematic import schematic
from dalembert.label import label
from dalembert.robot.model import Robot


def picture(
    robot: Robot,
    q: ArrayLike | None = None,
    *,
    frame: str | None = None,
    ax: Any = None,
    frames: bool = True,
    labels: bool = True,
) -> Any:
    """Draw a robot at q (default: a bent posture; symbolic lengths get sample values) and return the matplotlib axes.

    Turning joints are circles or cylinders, sliding ones boxes on a rod; `frames` draws the axes of the joints and of
    the frame, `labels` the names of coordinates and lengths.
    """
    import matplotlib.pyplot as plt

    what = schematic(robot, q, frame)
    planar = what.normal is not None and (ax is None or not hasattr(ax, "get_zlim"))
    if ax is None:
        figure = plt.figure(figsize=(6, 5), layout="constrained")
        ax = figure.add_subplot() if planar else figure.add_subplot(projection="3d")
    (draw_planar if planar else draw_spatial)(ax, what, frames, labels)
    ax.set_title(label(robot.name))
    return ax
