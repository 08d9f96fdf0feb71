"""A robot on Matplotlib axes, for custom figures; `draw` gives the same as SVG, PNG and PDF."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from dalembert.boundary import RobotLike, StateLike, as_robot
from dalembert.finding.argument import WrongType
from dalembert.finding.finding import Argument, Noun, given
from dalembert.typeset.label import label


def picture(
    robot: RobotLike,
    q: StateLike | None = None,
    *,
    frame: str | None = None,
    ax: Any = None,
    frames: bool = True,
    labels: bool | Collection[str] = True,
    degrees: bool = False,
) -> Any:
    """Draw a robot on Matplotlib axes.

    Parameters
    ----------
    robot : Robot, str or path
    q : array (nq,) or mapping from joint names, optional
        Default: a bent configuration. Lengths that are symbols get sample values.
    frame : str, optional
        Link or frame that is drawn as the tool.
    ax : matplotlib axes, optional
        Two-dimensional axes to draw on; their unit becomes a point of paper.
    frames, labels
        As for `draw`.
    degrees : bool
        Whether angles in `q` are in degrees.

    Returns
    -------
    matplotlib axes
    """
    import matplotlib.pyplot as plt

    from dalembert.view.draw import draw

    if hasattr(ax, "get_zlim"):
        raise WrongType(Argument("ax"), Noun("plane axes"), given(type(ax).__name__)).error()
    robot = as_robot(robot)
    sheet = draw(robot, q, frame=frame, frames=frames, labels=labels, degrees=degrees)
    if ax is None:
        ax = plt.figure(figsize=(sheet.box[2] / 60, sheet.box[3] / 60), layout="constrained").add_subplot()
    sheet.draw(ax)
    ax.set_title(label(robot.name))
    return ax
