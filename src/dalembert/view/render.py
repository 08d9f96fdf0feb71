"""A robot as shaded solids in one Matplotlib picture: tubes for links, cylinders for turning joints, boxes for slides.

All faces are one collection, so that near ones hide far ones; light is n·l of each face's normal.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.kinematics.schematic import Schematic, schematic
from dalembert.robot.model import Robot

Array = NDArray[Any]
_LIGHT = np.array([0.35, -0.45, 0.82])
_LINK, _JOINT, _SLIDE, _FLOOR = (0.32, 0.49, 0.67), (0.90, 0.93, 0.96), (0.95, 0.78, 0.50), "#dde4eb"
_AXES = ("#c0392b", "#2e8b57", "#2c5fc4")


def render(
    robot: Robot, q: ArrayLike | None = None, *, ax: Any = None, colours: Any = (), view: Any = (20, -52)
) -> Any:
    """Draw a robot at q (default: a bent posture) and return the Matplotlib axes.

    `colours`: one for each link, from the base on; `view`: elevation and azimuth in degrees.
    """
    from matplotlib.colors import to_rgb
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    what = schematic(robot, q)
    if ax is None:
        from matplotlib.figure import Figure

        ax = Figure(figsize=(6, 5), layout="constrained").add_subplot(projection="3d")
    faces: list[Array] = []
    paints: list[Array] = []
    for k, (start, end) in enumerate(_rods(what)):
        paint = to_rgb(colours[k % len(colours)]) if len(colours) else _LINK
        _add(faces, paints, _tube(start, end, 0.020 * what.size, 20), paint)
    for piece in what.pieces:
        middle = (piece.joint + piece.end) / 2
        half = (0.055 if piece.prismatic else 0.048) * what.size * piece.axis
        shape = (0.045 * what.size, 4, _SLIDE) if piece.prismatic else (0.036 * what.size, 28, _JOINT)
        _add(faces, paints, _tube(middle - half, middle + half, *shape[:2]), shape[2])
    ax.add_collection3d(Poly3DCollection(faces, facecolors=paints, edgecolors=paints, linewidths=0.2), autolim=False)
    for k, colour in enumerate(_AXES):
        arrow = 0.14 * what.size * what.tool[:3, k]
        ax.quiver(*what.tool[:3, 3], *arrow, color=colour, linewidth=1.8, arrow_length_ratio=0.25)
    _stage(ax, what, view)
    return ax


def _rods(what: Schematic) -> list[tuple[Array, Array]]:
    """The links, base first, those without length left out."""
    found = [pair for p in what.pieces for pair in ((p.start, p.joint), (p.joint, p.end))]
    found += [(a, b) for a, b, _ in what.tips]
    return [(a, b) for a, b in found if np.linalg.norm(b - a) > 1e-6 * what.size]


def _tube(start: Array, end: Array, radius: float, sides: int) -> list[Array]:
    """Faces of a closed tube, cut into short pieces so that it can be sorted by depth."""
    along = end - start
    axis = along / np.linalg.norm(along)
    e = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
    e /= np.linalg.norm(e)
    f = np.cross(axis, e)
    angle = np.linspace(0, 2 * np.pi, sides + 1) + (np.pi / 4 if sides == 4 else 0)
    ring = radius * (np.cos(angle)[:, None] * e + np.sin(angle)[:, None] * f)
    cuts = np.linspace(0, 1, max(2, round(float(np.linalg.norm(along)) / (2 * radius))) + 1)
    rings = [start + s * along + ring for s in cuts]
    faces = [np.array([a[i], a[i + 1], b[i + 1], b[i]]) for a, b in pairwise(rings) for i in range(sides)]
    return [*faces, rings[0][:-1][::-1], rings[-1][:-1]]


def _add(faces: list[Array], paints: list[Array], tube: list[Array], colour: Any) -> None:
    """Faces with their colour under the light."""
    for face in tube:
        normal = np.cross(face[1] - face[0], face[2] - face[1])
        size = float(np.linalg.norm(normal)) or 1.0
        light = 0.66 + 0.34 * float(normal @ _LIGHT) / size
        faces.append(face)
        paints.append(np.clip(np.array(colour) * light, 0, 1))


def _stage(ax: Any, what: Schematic, view: Any) -> None:
    """A floor of lines, equal scales, no box."""
    points = np.array([x for p in what.pieces for x in (p.start, p.joint, p.end)] + [what.tool[:3, 3], np.zeros(3)])
    low, high = points.min(axis=0), points.max(axis=0)
    middle, half = (low + high) / 2, 0.5 * float((high - low).max())
    reach = np.linspace(-1, 1, 9) * 0.9 * what.size
    for x in reach:
        ax.plot([x, x], reach[[0, -1]], 0, color=_FLOOR, linewidth=0.7, zorder=0)
        ax.plot(reach[[0, -1]], [x, x], 0, color=_FLOOR, linewidth=0.7, zorder=0)
    for k, name in enumerate("xyz"):
        getattr(ax, f"set_{name}lim")(middle[k] - half, middle[k] + half)
    ax.set_box_aspect((1, 1, 1), zoom=1.35)
    ax.set_proj_type("persp", focal_length=0.8)
    ax.view_init(*view)
    ax.set_axis_off()
