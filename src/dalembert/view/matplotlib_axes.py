"""A robot on axes of Matplotlib, for figures of one's own; `da.draw` gives the same as SVG, PNG and PDF."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from numpy.typing import ArrayLike

from dalembert.errors import WrongValue
from dalembert.robot.model import Robot
from dalembert.typeset.label import label


def picture(
    robot: Robot,
    q: ArrayLike | None = None,
    *,
    frame: str | None = None,
    ax: Any = None,
    frames: bool = True,
    labels: bool | Collection[str] = True,
) -> Any:
    """Draw a robot at q (default: a bent posture; symbolic lengths get sample values) and return the matplotlib axes.

    Turning joints are circles or cylinders, sliding ones boxes on a rod, cuts of loops joints as any other; `frames` draws
    the world's axes and gravity, `labels` the names of coordinates and lengths, or the coordinates it lists. The
    axes' unit becomes a point of paper.
    """
    import matplotlib.pyplot as plt

    from dalembert.view.draw import draw

    if hasattr(ax, "get_zlim"):
        raise WrongValue("a picture is drawn on plane axes, whatever the robot; these are axes in space")
    sheet = draw(robot, q, frame=frame, frames=frames, labels=labels)
    if ax is None:
        ax = plt.figure(figsize=(sheet.box[2] / 60, sheet.box[3] / 60), layout="constrained").add_subplot()
    sheet.draw(ax)
    ax.set_title(label(robot.name))
    return ax
