"""Mechanisms: bars and filled plates, joints and cuts alike; only what is driven, or asked for, has its name beside it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from dalembert.kinematics.outline import Hinge, Outline, Shape, around
from dalembert.kinematics.picture_label import Label, placed
from dalembert.kinematics.picture_planar import GREEN, GROUND, JOINT, LINK, RED
from dalembert.kinematics.picture_spatial import BLUE, solid
from dalembert.kinematics.rotation import Array, across

PLATE = "#b9cde3"
_FONT = 11
_HEIGHT, _LETTER = 0.052, 0.03  # of a label and of one of its letters, beside the size of the picture
_VIEW = (20.0, -58.0)  # elevation and azimuth, degrees


def draw_mechanism(
    ax: Any, what: Outline, plane: Array | None, named: Collection[str], numbers: dict[str, int]
) -> None:
    """Draw on axes of two dimensions (`plane` has its two directions as rows) or of three.

    `named`: the coordinates whose names are shown, `numbers` which of q each is.
    """
    points = what.points if len(what.points) else np.zeros((1, 3))
    size = float(np.ptp(points, axis=0).max()) or 1.0
    pen = _Flat(ax, plane, size) if plane is not None else _Deep(ax, points, size)
    for shape in sorted(what.shapes, key=lambda x: -len(x.points)):  # plates first, bars on them
        pen.ground(shape) if shape.ground else pen.body(shape)
    for a, b, springs in what.rods:
        pen.line([a, b], GREEN if springs else LINK, 1.6, "--" if springs else "-")
    for hinge in what.hinges:
        pen.hinge(hinge)
    pen.frame(np.zeros(3), np.eye(3), "0")
    fixed = [(pen.seen(0.16 * size * axis), 1.5 * _LETTER * size) for axis in np.eye(3)]  # x0, y0, z0
    labels, anchors = [], []
    for hinge in what.hinges:
        shown = [f"q_{{{numbers[x]}}}" for x in hinge.names if x in named]
        if shown:
            middle = (hinge.at + hinge.to) / 2
            anchors.append(middle)
            letters = sum(1 + 0.6 * len(str(numbers[x])) for x in hinge.names if x in named)
            labels.append(Label(f"${', '.join(shown)}$", pen.seen(middle), _LETTER * size * (letters + 0.6)))
    marks = np.array([pen.seen(x) for x in _marks(what, size)])
    for label, anchor, middle in zip(labels, anchors, placed(labels, marks, _HEIGHT * size, fixed), strict=True):
        pen.text(pen.moved(anchor, middle - label.anchor), label.text, RED)


def _marks(what: Outline, size: float) -> list[Array]:
    """Points along what is drawn, which labels should leave free."""
    lines = [(a, b) for a, b, _ in what.rods] + [(h.at, h.to) for h in what.hinges]
    lines += [(np.zeros(3), 0.13 * size * x) for x in np.eye(3)]
    lines += [(a, b) for s in what.shapes if not s.ground for a, b in zip(s.points, s.points[1:], strict=False)]
    return [a + t * (b - a) for a, b in lines for t in np.linspace(0, 1, 7)]


class _Flat:
    """Draws in the plane."""

    def __init__(self, ax: Any, plane: Array, size: float) -> None:
        self.ax, self.plane, self.size = ax, plane, size
        ax.set_aspect("equal")
        ax.margins(0.18)
        ax.set_axis_off()

    def seen(self, p: Array) -> Array:
        return np.asarray(self.plane @ p)

    def moved(self, p: Array, by: Array) -> Array:
        return np.asarray(self.seen(p) + by)

    def line(self, points: Any, color: str, width: float, style: str = "-", order: float = 2.0) -> None:
        x, y = np.transpose([self.seen(p) for p in points])
        self.ax.plot(x, y, style, color=color, linewidth=width, solid_capstyle="round", zorder=order)

    def body(self, shape: Shape) -> None:
        if len(shape.points) > 2:
            rim = around([self.seen(p) for p in shape.points])
            self.ax.fill(*rim.T, facecolor=PLATE, edgecolor=LINK, linewidth=3, joinstyle="round", zorder=1.5)
        elif len(shape.points) == 2:
            self.line(shape.points, LINK, 5)
        if shape.centre is not None:
            x, y = self.seen(shape.centre)
            self.ax.plot([x], [y], "o", markersize=9, markerfacecolor="white", markeredgecolor="black", zorder=5)
            self.ax.plot([x], [y], "+", markersize=8, color="black", zorder=5.1)

    def ground(self, shape: Shape) -> None:
        """A hatched foot under each joint on the ground."""
        for point in shape.points:
            x, y = self.seen(point)
            w, drop = 0.05 * self.size, 0.05 * self.size
            self.ax.fill([x, x - w, x + w], [y, y - drop, y - drop], color="#dddddd", zorder=1)
            self.ax.plot([x - 1.5 * w, x + 1.5 * w], [y - drop] * 2, color=GROUND, linewidth=1.3, zorder=1)
            for a in np.linspace(x - 1.3 * w, x + 1.5 * w, 7):
                self.ax.plot([a, a - 0.4 * w], [y - drop, y - 1.5 * drop], color=GROUND, linewidth=0.9)

    def hinge(self, hinge: Hinge) -> None:
        if hinge.symbol == "slide":
            self.line([hinge.at, hinge.to], LINK, 3)
            x, y = np.transpose([self.seen(p) for p in _box(hinge, 0.05 * self.size)])
            self.ax.fill(x, y, facecolor=JOINT, edgecolor="black", linewidth=1.3, zorder=3)
            return
        (x, y), shape = self.seen(hinge.at), "s" if hinge.symbol == "weld" else "o"
        self.ax.plot([x], [y], shape, markersize=11, markerfacecolor="white", markeredgecolor="black", zorder=4)
        self.ax.plot([x], [y], "o", markersize=2, color="black", zorder=4.1)

    def frame(self, p: Array, R: Array, name: str) -> None:
        for k, (letter, color) in enumerate((("x", RED), ("y", GREEN), ("z", BLUE))):
            arrow = self.plane @ R[:, k] * 0.14 * self.size
            if np.linalg.norm(arrow) > 0.05 * self.size:
                style = {"arrowstyle": "-|>", "color": color, "linewidth": 1.1}
                start = self.seen(p)
                self.ax.annotate("", start + arrow, start, arrowprops=style, zorder=6)
                tip = start + 1.22 * arrow
                self.ax.text(*tip, f"${letter}_{name}$", color=color, fontsize=9, ha="center", va="center")
                self.ax.update_datalim([tip])

    def text(self, at: Array, text: str, color: str) -> None:
        self.ax.text(*at, text, color=color, fontsize=_FONT, ha="center", va="center", zorder=10)
        self.ax.update_datalim([at])


class _Deep(_Flat):
    """Draws in space; labels lie in the plane that the eye looks at."""

    def __init__(self, ax: Any, points: Array, size: float) -> None:
        self.ax, self.size = ax, size
        elevation, azimuth = np.radians(_VIEW)
        right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
        ahead = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
        self.plane = np.array([right, np.cross(ahead, right)])
        middle, half = (points.max(axis=0) + points.min(axis=0)) / 2, 0.5 * size
        for k, axis in enumerate("xyz"):
            getattr(ax, f"set_{axis}lim")(middle[k] - half, middle[k] + half)
        ax.autoscale(False)
        ax.computed_zorder = False
        ax.set_box_aspect((1, 1, 1), zoom=1.15)
        ax.view_init(*_VIEW)
        ax.set_axis_off()

    def moved(self, p: Array, by: Array) -> Array:
        return np.asarray(p + by @ self.plane)

    def line(self, points: Any, color: str, width: float, style: str = "-", order: float = 2.0) -> None:
        self.ax.plot(
            *np.transpose(list(points)), style, color=color, linewidth=width, solid_capstyle="round", zorder=order
        )

    def body(self, shape: Shape) -> None:
        if len(shape.points) > 2:
            self._plate(shape, PLATE, LINK, 0.75, 1.8)
        elif len(shape.points) == 2:
            self.line(shape.points, LINK, 3.5)
        if shape.centre is not None:
            if len(shape.points) < 2:  # it floats
                solid(self.ax, shape.centre, np.array([0.0, 0.0, 1.0]), 4, 2.4 * self.size)
            else:
                self._dot(shape.centre, "o", 9, "white")
                self._dot(shape.centre, "+", 8, "black")

    def ground(self, shape: Shape) -> None:
        """The outline of where it stands, and a pad under each joint on it."""
        if len(shape.points) > 2:
            self._plate(shape, "#e4e4e4", GROUND, 0.55, 0.5)
        for point in shape.points:
            self._dot(point, "o", 15, "#cccccc", 0.8, GROUND)

    def _plate(self, shape: Shape, face: str, edge: str, alpha: float, order: float) -> None:
        from mpl_toolkits.mplot3d.art3d import Poly3DCollection

        rim = around(shape.points)
        self.ax.add_collection3d(
            Poly3DCollection([rim], facecolors=face, edgecolors=edge, alpha=alpha, linewidths=1.5, zorder=order),
            autolim=False,
        )
        self.line([*rim, rim[0]], edge, 1.8, order=order + 0.1)

    def _dot(self, p: Array, shape: str, size: float, face: str, order: float = 5.0, edge: str = "black") -> None:
        x, y, z = p
        self.ax.plot([x], [y], [z], shape, markersize=size, markerfacecolor=face, markeredgecolor=edge, zorder=order)

    def hinge(self, hinge: Hinge) -> None:
        if hinge.symbol == "slide":
            middle = (hinge.at + hinge.to) / 2
            self.line([hinge.at, middle], LINK, 5)
            self.line([middle, hinge.to], LINK, 2)
            solid(self.ax, middle, hinge.axis, 4, 0.55 * self.size)
        elif hinge.symbol == "turn":
            solid(self.ax, hinge.at, hinge.axis, 20, 0.45 * self.size)
        else:
            self._dot(hinge.at, "s" if hinge.symbol == "weld" else "o", 8, "white" if hinge.symbol == "ball" else JOINT)
            if hinge.symbol == "universal":
                self._dot(hinge.at, "x", 6, "black", 5.1)

    def frame(self, p: Array, R: Array, name: str) -> None:
        for k, (letter, color) in enumerate((("x", RED), ("y", GREEN), ("z", BLUE))):
            arrow = 0.13 * self.size * R[:, k]
            self.ax.quiver(*p, *arrow, color=color, linewidth=1.3, arrow_length_ratio=0.2)
            self.ax.text(*(p + 1.25 * arrow), f"${letter}_{name}$", color=color, fontsize=9, zorder=9)

    def text(self, at: Array, text: str, color: str) -> None:
        back = {"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.5}
        self.ax.text(*at, text, color=color, fontsize=_FONT, ha="center", va="center", bbox=back, zorder=10)


def _box(hinge: Hinge, half: float) -> list[Array]:
    """A rectangle across the plane of a slide, where it stands."""
    along, side = hinge.axis, across(hinge.axis)
    flat = side[0] if abs(side[0] @ np.array([0, 0, 1.0])) < 0.5 else side[1]
    corners = ((1.4, 0.7), (-1.4, 0.7), (-1.4, -0.7), (1.4, -0.7))
    return [hinge.to + half * (a * along + b * flat) for a, b in corners]
