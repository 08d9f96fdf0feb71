"""Schematic pictures: links, joints, frames and symbols. What is planar is drawn in its plane, all else in space."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from numpy.typing import ArrayLike

from dalembert.kinematics.outline import outline
from dalembert.kinematics.picture_mechanism import draw_mechanism
from dalembert.kinematics.picture_planar import draw_planar, plane_of
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
    labels: bool | Collection[str] = True,
) -> Any:
    """Draw a robot at q (default: a bent posture; symbolic lengths get sample values) and return the matplotlib axes.

    Turning joints are circles or cylinders, sliding ones boxes on a rod; `frames` draws the axes of the joints and of
    the frame, `labels` the names of coordinates and lengths. Of robots with loops, balls or joints of several coordinates
    the bodies are bars and plates, cuts are joints as any other, and only what is driven is named, or the coordinates
    that `labels` lists.
    """
    import matplotlib.pyplot as plt

    what = schematic(robot, q, frame)
    planar = what.normal is not None and (ax is None or not hasattr(ax, "get_zlim"))
    told = robot.coordinates if not isinstance(labels, bool) else robot.actuated if labels else ()
    if not isinstance(labels, bool):
        for name in (told := tuple(labels)):
            robot.coordinate(name)
    if ax is None:
        figure = plt.figure(figsize=(6, 5), layout="constrained")
        ax = figure.add_subplot() if planar else figure.add_subplot(projection="3d")
    if what.is_arm:
        (draw_planar if planar else draw_spatial)(ax, what, frames, bool(labels))
    else:
        plane = plane_of(what.normal) if planar and what.normal is not None else None
        numbers = {name: k for k, name in enumerate(robot.coordinates, 1)}
        draw_mechanism(ax, outline(robot, what.q), plane, told, numbers)
    ax.set_title(label(robot.name))
    return ax
