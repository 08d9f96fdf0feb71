"""A planar arm in its plane, as textbooks draw it: circles turn, boxes slide, arcs and rods carry the coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.kinematics.rotation import Array, across
from dalembert.kinematics.schematic import Piece, Schematic

LINK, JOINT, GROUND, RED, GREEN = "#35618f", "#e8eef5", "#777777", "#c0392b", "#2e8b57"


def draw_planar(ax: Any, what: Schematic, frames: bool, labels: bool) -> None:
    """Draw on two-dimensional axes."""
    assert what.normal is not None
    plane = plane_of(what.normal)
    size = what.size
    for k, piece in enumerate(what.pieces):
        start, joint, end = (plane @ x for x in (piece.start, piece.joint, piece.end))
        _bar(ax, start, joint, piece.length if labels else "", size)
        if piece.prismatic:
            _slide(ax, joint, end, plane @ piece.axis, piece, labels, size)
        else:
            _hinge(ax, joint, size)
            if labels:
                _arc(ax, joint, _next(what, k, plane), piece, float(np.sign(piece.axis @ what.normal)), size)
    for start, end, name in what.tips:
        _bar(ax, plane @ start, plane @ end, name if labels else "", size)
    _ground(ax, plane @ what.pieces[0].joint, -1 if _next(what, 0, plane)[1] < -0.5 else 1, size)
    if frames:
        _axes(ax, np.zeros(2), np.eye(2), "0", size)
        _axes(ax, plane @ what.tool[:3, 3], plane @ what.tool[:3, :3] @ plane.T, "e", size)
    ax.set_aspect("equal")
    ax.margins(0.15)
    ax.set_xlabel("m")
    ax.set_ylabel("m")
    ax.grid(alpha=0.25)


def plane_of(normal: Array) -> Array:
    """Two rows: the directions drawn to the right and upwards; world axes where they lie in the plane."""
    k = int(np.argmax(np.abs(normal)))
    if abs(normal[k]) > 1 - 1e-9:
        return np.eye(3)[[i for i in range(3) if i != k]]
    return np.array(across(normal))


def _next(what: Schematic, k: int, plane: Array) -> Array:
    """The direction in which the link of joint k leaves it."""
    here = what.pieces[k].end
    after = [p.joint for p in what.pieces[k + 1 :]] + [p.end for p in what.pieces[k + 1 :]] + [t[1] for t in what.tips]
    for point in after:
        d = plane @ (point - here)
        if np.linalg.norm(d) > 1e-9 * what.size:
            return np.asarray(d / np.linalg.norm(d))
    return plane @ what.pieces[k].frame[:, 0]


def _bar(ax: Any, a: Array, b: Array, name: str, size: float) -> None:
    if np.linalg.norm(b - a) < 1e-9 * size:
        return
    ax.plot(*np.transpose([a, b]), color=LINK, linewidth=5, solid_capstyle="round", zorder=2)
    if name:
        d = (b - a) / np.linalg.norm(b - a)
        x, y = (a + b) / 2 + 0.06 * size * np.array([-d[1], d[0]])
        ax.text(x, y, name, color=LINK, ha="center", va="center", fontsize=12, zorder=5)


def _hinge(ax: Any, p: Array, size: float) -> None:
    from matplotlib.patches import Circle

    ax.add_patch(
        Circle((float(p[0]), float(p[1])), 0.028 * size, facecolor=JOINT, edgecolor="black", linewidth=1.4, zorder=4)
    )


def _slide(ax: Any, joint: Array, end: Array, along: Array, piece: Piece, labels: bool, size: float) -> None:
    from matplotlib.patches import Rectangle
    from matplotlib.transforms import Affine2D

    ax.plot(*np.transpose([joint, end]), color=LINK, linewidth=3, zorder=2)
    turned = Affine2D().rotate(float(np.arctan2(along[1], along[0]))).translate(*end) + ax.transData
    box = Rectangle((-0.06 * size, -0.03 * size), 0.12 * size, 0.06 * size, facecolor=JOINT, edgecolor="black")
    box.set(linewidth=1.4, zorder=3, transform=turned)
    ax.add_patch(box)
    ax.update_datalim([end])
    if labels:
        off = 0.09 * size * np.array([-along[1], along[0]])
        ax.annotate("", end + off, joint + off, arrowprops={"arrowstyle": "->", "color": RED})
        x, y = (joint + end) / 2 + 1.5 * off
        ax.text(x, y, piece.name, color=RED, ha="center", va="center", fontsize=12)


def _arc(ax: Any, p: Array, link: Array, piece: Piece, sense: float, size: float) -> None:
    """The angle from where the link points at q = 0 to where it points now."""
    now = float(np.arctan2(link[1], link[0]))
    zero = now - sense * piece.q
    radius = 0.21 * size
    reference = np.array([p, p + 0.3 * size * np.array([np.cos(zero), np.sin(zero)])])
    ax.plot(*reference.T, "--", color=GROUND, linewidth=0.9)
    t = np.linspace(zero, now, 40)
    ax.plot(p[0] + radius * np.cos(t), p[1] + radius * np.sin(t), color=RED, linewidth=1.2)
    middle = (zero + now) / 2
    ax.text(p[0] + 1.27 * radius * np.cos(middle), p[1] + 1.27 * radius * np.sin(middle), piece.name, color=RED,
            ha="center", va="center", fontsize=12)  # fmt: skip


def _ground(ax: Any, p: Array, side: int, size: float) -> None:
    """Below the first joint, or above it (side −1) where the arm hangs."""
    width, drop = 0.09 * size, side * 0.06 * size
    ax.fill([p[0], p[0] - width, p[0] + width], [p[1], p[1] - drop, p[1] - drop], color="#dddddd", zorder=1)
    ax.plot([p[0] - 1.4 * width, p[0] + 1.4 * width], [p[1] - drop] * 2, color=GROUND, linewidth=1.4, zorder=1)
    for x in np.linspace(p[0] - 1.3 * width, p[0] + 1.3 * width, 8):
        ax.plot([x, x - 0.3 * width], [p[1] - drop, p[1] - 1.45 * drop], color=GROUND, linewidth=1)


def _axes(ax: Any, p: Array, R: Array, name: str, size: float) -> None:
    for k, (letter, color) in enumerate((("x", RED), ("y", GREEN))):
        tip = p + 0.12 * size * R[:, k]
        ax.annotate("", tip, p, arrowprops={"arrowstyle": "-|>", "color": color, "linewidth": 1.2}, zorder=6)
        ax.text(*(p + 0.15 * size * R[:, k]), f"${letter}_{name}$", color=color, fontsize=9, ha="center", va="center")
    ax.update_datalim([p + 0.2 * size * R[:, k] for k in range(2)])
