"""A picture of a mechanism where its loops are closed: bars and plates for bodies, a sign for each kind of joint.

Planar mechanisms in the plane x, y are drawn flat, all others in perspective. `motion` adds faint pictures of positions
along the mechanism's motion.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from dalembert.errors import WrongValue
from dalembert.mobility.assembly import assemble
from dalembert.mobility.closure import Closure
from dalembert.mobility.mechanism import Mechanism
from dalembert.mobility.motion import walk
from dalembert.mobility.number import Array

_COLOURS = ("#1f6fb2", "#d1542b", "#3a8f4d", "#8a5cb0", "#b8860b", "#c2417c", "#2a9d9d", "#6b7280")
_GROUND = "#333333"
_MARK = {"revolute": "o", "prismatic": "s", "screw": "D", "universal": "P", "cylindrical": "h", "planar": "v",
         "spherical": "o", "fixed": "X"}  # fmt: skip


def plot(mechanism: Mechanism, ax: Any = None, *, motion: int = 0, path: str | None = None) -> Any:
    """Draw a mechanism on `ax` (or a new figure) and return the axes; `path` saves the figure, `motion` adds ghosts."""
    if not 0 <= motion <= 100:
        raise WrongValue(f"motion is {motion}; 0 to 100 more positions can be drawn")
    closure, x = assemble(mechanism)
    flat = _is_flat(closure, x)
    if ax is None:
        from matplotlib.figure import Figure

        ax = Figure(figsize=(7, 6), layout="constrained").add_subplot(projection=None if flat else "3d")
    ghosts = walk(closure, x, steps=motion, length=0.25)[1:] if motion else []
    for k, state in enumerate(ghosts):
        _bodies(ax, closure, state, flat, 0.12 + 0.2 * k / len(ghosts))
    _bodies(ax, closure, x, flat, 1.0)
    _joints(ax, closure, x, flat)
    ax.set_title(mechanism.name)
    ax.set_aspect("equal")
    ax.set_xlabel("x")
    ax.set_ylabel("y")
    if not flat:
        ax.set_zlabel("z")
    handles, labels = ax.get_legend_handles_labels()
    first = dict(zip(reversed(labels), reversed(handles), strict=True))
    ax.legend(first.values(), first.keys(), loc="best", fontsize=8, framealpha=0.8)
    if path is not None:
        ax.figure.savefig(path, dpi=150)
    return ax


def _is_flat(closure: Closure, x: Array) -> bool:
    """All turns about z, all slides across it, all joints at one height: a drawing in the plane x, y."""
    S = closure.screws(x)
    if S.size == 0 or np.abs(S[3:5]).max() > 1e-9 or np.abs(S[2]).max() > 1e-9:
        return False
    heights = [A[2, 3] for A, _ in closure.frames]
    return bool(max(heights) - min(heights) < 1e-9)


def _places(closure: Closure, x: Array) -> dict[int, list[Array]]:
    """Points of each body's joints, in drawing coordinates."""
    T = closure.poses(x)
    points: dict[int, list[Array]] = {}
    for j, ends in enumerate(closure.graph.ends):
        for body, frame in zip(ends, closure.frames[j], strict=True):
            points.setdefault(body, []).append(_real(closure, (T[body] @ frame)[:3, 3]))
    return points


def _real(closure: Closure, p: Array) -> Array:
    point: Array = closure.size * p + np.array(closure.middle)
    return point


def _bodies(ax: Any, closure: Closure, x: Array, flat: bool, alpha: float) -> None:
    for body, points in sorted(_places(closure, x).items()):
        corners = _distinct(points)
        if body == 0:
            if alpha == 1:
                _ground(ax, corners, flat, closure.size)
            continue
        colour = _COLOURS[(body - 1) % len(_COLOURS)]
        if len(corners) == 2:
            ax.plot(*_columns(corners, flat), color=colour, lw=3.5, alpha=alpha, solid_capstyle="round", zorder=2)
        elif len(corners) > 2:
            _plate(ax, _ordered(corners), flat, colour, alpha)


def _ground(ax: Any, corners: list[Array], flat: bool, size: float) -> None:
    """Small hatched feet under the joints of the ground; in space a grey bar or plate between them."""
    if not flat:
        if len(corners) > 2:
            _plate(ax, _ordered(corners), flat, _GROUND, 0.3)
        else:
            ax.plot(*_columns(corners, flat), color=_GROUND, lw=3, alpha=0.3)
        ax.scatter(*_columns(corners, flat), marker="^", s=110, color=_GROUND, alpha=0.35, label="ground")
        return
    for k, (px, py, _) in enumerate(corners):
        w = 0.07 * size
        ax.fill([px, px - w, px + w], [py, py - 1.5 * w, py - 1.5 * w], facecolor="#dddddd", edgecolor=_GROUND,
                hatch="////", lw=1, zorder=1, label="ground" if k == 0 else None)  # fmt: skip


def _plate(ax: Any, corners: list[Array], flat: bool, colour: str, alpha: float) -> None:
    if flat:
        xs, ys = _columns(corners, flat)
        ax.fill(xs, ys, facecolor=colour, alpha=0.25 * alpha, zorder=1)
        ax.plot([*xs, xs[0]], [*ys, ys[0]], color=colour, lw=2.5, alpha=alpha, zorder=2)
        return
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    ax.add_collection3d(Poly3DCollection([np.array(corners)], facecolor=colour, edgecolor=colour, alpha=0.3 * alpha))
    ax.plot(*_columns([*corners, corners[0]], flat), color=colour, lw=2, alpha=alpha)


def _joints(ax: Any, closure: Closure, x: Array, flat: bool) -> None:
    """A sign at each joint; in space also its axes."""
    S, T = closure.screws(x), closure.poses(x)
    for j, joint in enumerate(closure.mechanism.joints):
        p = _real(closure, (T[closure.graph.ends[j][0]] @ closure.frames[j][0])[:3, 3])
        filled = joint.kind == "spherical"
        style = {"marker": _MARK[joint.kind], "ms": 8 if flat else 6, "mec": "black", "mew": 1.2, "ls": "none",
                 "mfc": "black" if filled else "white", "zorder": 4, "label": joint.kind}  # fmt: skip
        ax.plot(*_columns([p], flat), **style)
        if flat and joint.kind != "prismatic":
            continue
        for along in _axes(closure, S, j):
            reach = (0.3 if flat else 0.16) * closure.size * along
            dashed = joint.kind in ("prismatic", "cylindrical")
            ax.plot(*_columns([p - reach, p + reach], flat), color="black", lw=1, ls="--" if dashed else "-", zorder=3)


def _axes(closure: Closure, S: Array, j: int) -> list[Array]:
    """Directions of a joint's axes in the world, each once; none of a ball."""
    found: list[Array] = []
    for part in closure.parts[j]:
        if part.what == "ball" or (closure.mechanism.joints[j].kind == "planar" and part.what == "slide"):
            continue
        u = S[3:, part.rate] if part.what == "turn" else S[:3, part.rate]
        if all(np.linalg.norm(np.cross(u, v)) > 1e-9 for v in found):
            found.append(u)
    return found


def _columns(points: Iterable[Array], flat: bool) -> list[list[float]]:
    return [[float(p[k]) for p in points] for k in range(2 if flat else 3)]


def _distinct(points: list[Array]) -> list[Array]:
    kept: list[Array] = []
    for p in points:
        if all(np.linalg.norm(p - q) > 1e-9 for q in kept):
            kept.append(p)
    return kept


def _ordered(points: list[Array]) -> list[Array]:
    """Corners of a plate in turn about its middle, seen along the direction it is thinnest in."""
    middle = np.mean(points, axis=0)
    _, _, Vt = np.linalg.svd(np.array(points) - middle)
    return sorted(points, key=lambda p: float(np.arctan2((p - middle) @ Vt[1], (p - middle) @ Vt[0])))
