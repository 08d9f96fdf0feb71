"""A spatial arm in perspective: cylinders turn about their axis, boxes slide along theirs."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.kinematics.picture_planar import GREEN, GROUND, JOINT, LINK, RED
from dalembert.kinematics.rotation import Array, across
from dalembert.kinematics.schematic import Schematic

BLUE = "#2c5fc4"


def draw_spatial(ax: Any, what: Schematic, frames: bool, labels: bool) -> None:
    """Draw on three-dimensional axes."""
    size = what.size
    _equal(ax, what)
    for piece in what.pieces:
        _bar(ax, piece.start, piece.joint, piece.length if labels else "", size)
        if piece.prismatic:
            middle = (piece.joint + piece.end) / 2
            ax.plot(*np.transpose([piece.joint, middle]), color=LINK, linewidth=4, solid_capstyle="round")
            ax.plot(*np.transpose([middle, piece.end]), color=LINK, linewidth=1.5)
        else:
            middle = piece.joint
        solid(ax, middle, piece.axis, 4 if piece.prismatic else 24, size)
        if frames:
            ax.quiver(*middle, *(0.2 * size * piece.axis), color=BLUE, linewidth=1, arrow_length_ratio=0.2)
        if labels:
            aside = 0.12 * across(piece.axis)[1] if piece.prismatic else 0.25 * piece.axis
            _text(ax, middle + size * aside, piece.name, RED)
    for start, end, name in what.tips:
        _bar(ax, start, end, name if labels else "", size)
    if frames:
        _triad(ax, np.eye(4), "0", size)
        _triad(ax, what.tool, "e", size)
    _floor(ax, what)


def _bar(ax: Any, a: Array, b: Array, name: str, size: float) -> None:
    if np.linalg.norm(b - a) < 1e-9 * size:
        return
    ax.plot(*np.transpose([a, b]), color=LINK, linewidth=4, solid_capstyle="round")
    if name:
        _text(ax, (a + b) / 2 + 0.05 * size, name, LINK)


def _text(ax: Any, p: Array, name: str, color: str) -> None:
    back = {"facecolor": "white", "alpha": 0.7, "edgecolor": "none", "pad": 0.6}
    ax.text(*p, name, color=color, fontsize=11, ha="center", va="center", bbox=back, zorder=10)


def solid(ax: Any, centre: Array, axis: Array, sides: int, size: float) -> None:
    """A cylinder, or a box for four sides, about its axis."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    radius, half = (0.04 if sides > 4 else 0.045) * size, 0.06 * size
    e, f = across(axis)
    t = np.linspace(0, 2 * np.pi, sides + 1) + (np.pi / 4 if sides == 4 else 0)
    ring = centre + radius * (np.cos(t)[:, None] * e + np.sin(t)[:, None] * f)
    low, high = ring - half * axis, ring + half * axis
    walls = [[low[i], low[i + 1], high[i + 1], high[i]] for i in range(sides)]
    for faces in (walls, [low[:-1], high[:-1]]):  # a collection pads faces of unlike size with numbers that are none
        ax.add_collection3d(Poly3DCollection(faces, facecolors=JOINT, shade=True, zorder=3), autolim=False)
    edges = [low, high, *(np.array([low[i], high[i]]) for i in range(sides) if sides == 4)]
    for edge in edges:
        ax.plot(*edge.T, color="black", linewidth=1.0, zorder=2.5)


def _triad(ax: Any, T: Array, name: str, size: float) -> None:
    for k, (letter, color) in enumerate((("x", RED), ("y", GREEN), ("z", BLUE))):
        arrow = 0.13 * size * T[:3, k]
        ax.quiver(*T[:3, 3], *arrow, color=color, linewidth=1.4, arrow_length_ratio=0.2)
        ax.text(*(T[:3, 3] + 1.2 * arrow), f"${letter}_{name}$", color=color, fontsize=9)


def _floor(ax: Any, what: Schematic) -> None:
    """A disc on the ground under the base."""
    t = np.linspace(0, 2 * np.pi, 40)
    r = 0.12 * what.size
    ax.plot_trisurf(
        np.append(0, r * np.cos(t)), np.append(0, r * np.sin(t)), np.zeros(41), color=GROUND, alpha=0.25, shade=False
    )


def _equal(ax: Any, what: Schematic) -> None:
    points = np.array([x for p in what.pieces for x in (p.start, p.joint, p.end)] + [what.tool[:3, 3], np.zeros(3)])
    middle, half = (points.max(axis=0) + points.min(axis=0)) / 2, 0.62 * what.size
    for k, axis in enumerate("xyz"):
        getattr(ax, f"set_{axis}lim")(middle[k] - half, middle[k] + half)
        getattr(ax, f"set_{axis}label")(f"{axis} (m)")
    ax.autoscale(False)
    ax.computed_zorder = False  # labels in front of everything
    ax.set_box_aspect((1, 1, 1))
    ax.view_init(elev=22, azim=-58)
